// The JavaScript half of reading.py: speed against the pattern that everybody writes, and growth.
// Reads {"text"} from standard input, prints one JSON object.

import { readFileSync } from "node:fs";

import { reader } from "../../reference/js/index.mjs";

const DIALECTS = ["sapphire", "langertha", "llm-chat", "nr-llm"];
const { text, long } = JSON.parse(readFileSync(0, "utf8"));

/** The shortest of several runs, in milliseconds of CPU. */
function best(action, rounds = 15) {
    let shortest = Infinity;
    for (let round = 0; round < rounds; round++) {
        const start = process.cpuUsage();
        action();
        const { user, system } = process.cpuUsage(start);
        shortest = Math.min(shortest, (user + system) / 1000);
    }
    return shortest;
}

const SHAPES = {
    realistic: (size) => (size > text.length ? long : text),
    openers: (size) => "<think>".repeat(size / 7),
    "angle brackets": (size) => "<".repeat(size),
    closers: (size) => "</think>".repeat(size / 8),
    backticks: (size) => "`".repeat(size),
    "fence lines": (size) => "```\n".repeat(size / 4),
    "fences and openers": (size) => "```\n<think>\n".repeat(size / 12),
    "open tags": (size) => "<think ".repeat(size / 7),
    "one open tag and blanks": (size) => "<think" + " ".repeat(size),
    pairs: (size) => "<think>a</think>b".repeat(size / 17),
};

const found = {};
const pattern = best(() => text.replace(/<think>[\s\S]*?<\/think>/g, ""));
for (const name of DIALECTS) {
    const think = reader(name);
    found[`1 MB reply, times the speed of replace, ${name}`] = +(pattern / best(() => think.split(text))).toFixed(2);
}
for (const [shape, make] of Object.entries(SHAPES)) {
    const small = make(1e6);
    const large = make(1e7);
    let worst = [0, ""];
    for (const name of DIALECTS) {
        const think = reader(name);
        const ratio = best(() => think.split(large), 2) / Math.max(best(() => think.split(small), 4), 0.2);
        if (ratio > worst[0]) worst = [ratio, name];
    }
    found[`ten times the reply takes so many times as long, ${shape}`] = `${worst[0].toFixed(1)} (${worst[1]})`;
}
console.log(JSON.stringify(found));
