/**
 * Every reading of many replies, for the test that compares the twins.
 *
 * One JSON line in, `{dialect, options, table, texts}` (`table` instead of the dialect's own, or null), one JSON line
 * out: the readings of each text in order, or `{error}` if no reader can be made.
 */

import { createInterface } from "node:readline";

import { configured } from "../reference/js/index.mjs";
import { DIALECTS } from "../reference/js/tables.mjs";

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    console.log(JSON.stringify(answer(JSON.parse(line))));
}

function answer({ dialect, options, table, texts }) {
    const { rules, settings } = DIALECTS[dialect];
    const think = attempt(() => configured(dialect, table || rules, settings, options));
    if (think.error) return think;
    return texts.map((text) => readings(think, text));
}

function readings(think, text) {
    return attempt(() => {
        const { answer, thinking } = think.split(text);
        return {
            split: [answer, thinking],
            strip: think.strip(text),
            thinking: think.thinking(text),
            has: think.has(text),
            segments: think.segments(text).map(({ type, text, name }) => [type, text, name]),
            only: think.only(text),
            unfinished: think.unfinished(text),
            wrap: think.wrap(thinking, answer),
            explain: think.explain(text),
        };
    });
}

function attempt(work) {
    try {
        return work();
    } catch (error) {
        if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
        return { error: error.message, kind: error instanceof TypeError ? "type" : "value" };
    }
}
