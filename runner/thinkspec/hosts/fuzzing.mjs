// Made-up replies inside the reader's own process: draw, read twice, tell only the differences.  The twin of fuzzing.py:
// both draw the same reply for the same seed and number.
import { performance } from "node:perf_hooks";

const MOST_PIECES = 12;
const EVERY = 8;

/** Reply number `number` of a seed. */
export function reply(table, seed, number) {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b) ^ 0x5bd1e995) >>> 0;
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
  state = Math.imul(state ^ (state >>> 12), 0x297a2d39) >>> 0;
  state = (state ^ (state >>> 15)) >>> 0;
  let text = "";
  for (let left = 1 + ((((state >>> 16) * MOST_PIECES) >>> 16)); left; left--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += table[((state >>> 16) * table.length) >>> 16];
  }
  return text;
}

/** Read `count` replies with the reader and with the reference; at most `limit` differences come back. */
export async function fuzzed(request, handlers, refused) {
  const { configured } = await import(request.reference);
  const right = configured(request.dialect, request.rules, request.settings, request.options ?? {});
  const pairs = request.ops.filter((op) => handlers[op]).map((op) => [op, handlers[op], READINGS[op]]);
  const first = pairs.slice(0, 1);
  const finds = [];
  const began = performance.now();
  let number = request.start;
  const end = request.start + request.count;
  for (; number < end && finds.length < request.limit; number++) {
    const text = reply(request.pieces, request.seed, number);
    // The first operation says nearly everything; the others are asked now and then.
    for (const [op, read, due] of number % EVERY ? first : pairs) {
      const wanted = due(right, text);
      let kind = "ok";
      let got;
      try {
        got = read({ text });
        if (typeof got?.then === "function") got = await got;
        if (equal(wanted, got, request.exact)) continue;
      } catch (error) {
        kind = refused(error) ? "rejected" : "error";
        got = kind === "error" ? `${error?.name}: ${error?.message}` : error.message;
      }
      finds.push([number, op, kind, got ?? null]);
    }
  }
  return { done: number - request.start, seconds: (performance.now() - began) / 1000, finds };
}

const READINGS = {
  split: (right, text) => right.split(text),
  strip: (right, text) => right.strip(text),
  thinking: (right, text) => right.thinking(text),
  segments: (right, text) => right.segments(text).map(({ type, text: part, name }) => [type, part, name ?? ""]),
  unfinished: (right, text) => right.unfinished(text),
};

function equal(wanted, got, exact) {
  if (Array.isArray(wanted)) return JSON.stringify(wanted) === JSON.stringify(got);
  if (wanted !== null && typeof wanted === "object") {
    return got !== null && typeof got === "object" && equal(wanted.answer, got.answer, exact) && equal(wanted.thinking, got.thinking, exact);
  }
  if (wanted === got) return true;
  const missing = (value) => value === null || value === undefined || value === "";
  return exact ? wanted === (got ?? null) : missing(wanted) && missing(got);
}
