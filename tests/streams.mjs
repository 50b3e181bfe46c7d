// What the tests ask of the JavaScript twin's streams, rounds and messages: a JSON list of questions on standard
// input, a JSON list of answers on standard output.

import { readFileSync } from "node:fs";
import { reader } from "../reference/js/index.mjs";

const ANSWERS = {
  round: (think, { events }) => think.round().run(events),
  message: (think, { provider, response }) => {
    const { answer, thinking, hasThinking, contentIsReasoning } = think.message(provider, response);
    return { answer, thinking, has_thinking: hasThinking, content_is_reasoning: contentIsReasoning };
  },
  stream: (think, { chunks }) => {
    const stream = think.stream();
    const fed = chunks.map((chunk) => stream.feed(chunk));
    const { pieces, ...end } = stream.finish();
    return { pieces: [...fed, pieces], ...end };
  },
  run: (think, { chunks }) => [...think.stream().run(chunks)],
  arun: async (think, { chunks }) => {
    const pieces = [];
    for await (const piece of think.stream().arun(chunks)) pieces.push(piece);
    return pieces;
  },
  transform: async (think, { chunks }) => {
    const pieces = [];
    const source = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    for await (const piece of source.pipeThrough(think.stream().transform())) pieces.push(piece);
    return pieces;
  },
  misuse: (think, { calls }) => {
    const stream = think.stream();
    return calls.map(([name, ...values]) => {
      try {
        return stream[name](...values);
      } catch (error) {
        return `${error.name}: ${error.message}`;
      }
    });
  },
};

const answers = [];
for (const { ask, dialect, options, ...question } of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    answers.push(await ANSWERS[ask](reader(dialect, options), question));
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    answers.push({ rejected: error.message });
  }
}
process.stdout.write(JSON.stringify(answers));
