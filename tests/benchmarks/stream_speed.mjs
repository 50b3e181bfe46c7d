// The JavaScript half of stream_speed.py: the twin's streams, and npm `ai`'s middleware beside them.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { DIALECTS, reader } from "../../reference/js/index.mjs";

const text = JSON.parse(readFileSync(0, "utf8"));
const cut = (whole, size) => Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.slice(at * size, at * size + size));

async function best(action, rounds = 5) {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const began = process.cpuUsage();
    await action();
    const { user, system } = process.cpuUsage(began);
    least = Math.min(least, (user + system) / 1e6);
  }
  return least;
}

function through(dialect, chunks) {
  const stream = reader(dialect).stream();
  for (const chunk of chunks) stream.feed(chunk);
  return stream.finish();
}

const [chunks, single, ten] = [cut(text, 32), text.split(""), cut(text.repeat(10), 32)];
const figures = { node: process.version };
for (const dialect of Object.keys(DIALECTS).sort()) {
  const once = await best(() => through(dialect, chunks));
  figures[dialect] = {
    mb_a_second: Math.round(text.length / once / 1e5) / 10,
    single_characters_a_second: Math.round(text.length / (await best(() => through(dialect, single), 3))),
    ten_times_the_stream: Math.round(((await best(() => through(dialect, ten), 2)) / once) * 10) / 10,
  };
}

if (process.argv[2]) {
  const load = createRequire(pathToFileURL(`${process.argv[2]}/x.js`));
  const { extractReasoningMiddleware } = load("ai");
  const piped = async (middle) => {
    const source = new ReadableStream({
      start(controller) {
        controller.enqueue({ type: "text-start", id: "0" });
        for (const delta of chunks) controller.enqueue({ type: "text-delta", id: "0", delta });
        controller.enqueue({ type: "text-end", id: "0" });
        controller.close();
      },
    });
    for await (const _ of await middle(source));
  };
  const { wrapStream } = extractReasoningMiddleware({ tagName: "think" });
  figures.ai = {
    middleware_seconds: await best(() => piped(async (source) => (await wrapStream({ doStream: async () => ({ stream: source }) })).stream), 3),
    ours_as_a_transform_seconds: await best(() => {
      const deltas = new TransformStream({ transform: (part, controller) => part.delta && controller.enqueue(part.delta) });
      return piped(async (source) => source.pipeThrough(deltas).pipeThrough(reader("llm-chat").stream().transform()));
    }, 3),
  };
}
console.log(JSON.stringify(figures));
