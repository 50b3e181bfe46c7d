// The process that runs mutants in the JavaScript twin: tables come in as data, answers go out.  The twin of worker.py:
//     node worker.mjs FOLDER
// FOLDER holds the reference's index.mjs.  The engine indexes the mappings when it is imported, so it is imported
// last: first the tables, then the made-up mappings, then the engine.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const module = (name) => import(pathToFileURL(path.join(folder, name)).href);
let dialects, questions, orders, reference;
const truth = new Map();
const kept = new Map();
const loaded = new Map();

async function load(request) {
  ({ dialects, questions, orders } = request);
  const { EFFORT } = await module("effort_tables.mjs");
  for (const [name, row] of Object.entries(request.mappings)) {
    EFFORT.mappings[name] = patched(EFFORT.mappings[row.of], row.patch);
  }
  for (const name of ["round_tables", "effort_tables"]) loaded.set(name, await module(`${name}.mjs`));
  reference = await module("index.mjs");
  return questions.length;
}

const patched = (whole, patch) =>
  Object.entries(patch).reduce((now, [place, value]) => replaced(now, place.split("|"), value), whole);

/** A copy in which one part is another; null takes the part away. */
function replaced(whole, [key, ...rest], value) {
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  if (rest.length) copy[key] = replaced(whole[key], rest, value);
  else if (value === null) delete copy[key];
  else copy[key] = value;
  return copy;
}

/** The first question that a mutant answers otherwise, with its answer; null if there is none. */
function attempt({ mutant, order: name, start }) {
  const order = orders[name] ?? [];
  for (const number of order.slice(start)) truly(number);
  const readers = new Map();
  const undo = changed(mutant);
  try {
    for (let place = start; place < order.length; place++) {
      const number = order[place];
      const answer = answered(questions[number], mutant, readers);
      if (JSON.stringify(answer) !== truth.get(number)) return [place, number, answer];
    }
  } finally {
    undo();
  }
  return null;
}

/** The answer of the true tables as JSON, kept. */
function truly(number) {
  let found = truth.get(number);
  if (found === undefined) truth.set(number, (found = JSON.stringify(answered(questions[number], {}, kept))));
  return found;
}

function answered(question, mutant, readers) {
  try {
    if (question.op === "effort") return ["ok", effort(question, mutant)];
    const key = JSON.stringify([question.dialect, question.options]);
    let made = readers.get(key);
    if (!made) readers.set(key, (made = reader(question, mutant)));
    return ["ok", OPS[question.op](made, question)];
  } catch (error) {
    const refused = error instanceof RangeError || error instanceof TypeError;
    return refused ? ["rejected", error.message] : ["error", `${error?.name}: ${error?.message}`];
  }
}

function reader(question, mutant) {
  const { settings, rules } = dialects[question.dialect];
  const own = mutant.dialect === question.dialect ? { ...rules, [mutant.rule]: mutant.row } : rules;
  return reference.configured(question.dialect, own, settings, question.options ?? {});
}

/** Make a change in the tables that engines look things up in; gives what takes it back. */
function changed(mutant) {
  if (!mutant.module) return () => {};
  const steps = mutant.path.slice(0, -1);
  const last = mutant.path.at(-1);
  const place = steps.reduce((found, key) => found[key], loaded.get(mutant.module));
  const before = place[last];
  place[last] = mutant.value;
  return () => { place[last] = before; };
}

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** The fields for one request; a mutant of the mapping stands in for it. */
function effort(question, mutant) {
  const mapping = mutant.of === question.mapping ? mutant.mapping : question.mapping;
  const args = Object.fromEntries(Object.entries(question.args).map(([name, value]) => [camel(name), value]));
  try {
    return new reference.Reasoning({ ...args, mapping }).to(question.wire);
  } catch (error) {
    error.message = error.message.replaceAll(mapping, question.mapping);
    throw error;
  }
}

function streamed(made, { chunks }) {
  const stream = made.stream();
  const list = (pieces) => pieces.map((piece) => (Array.isArray(piece) ? piece : [piece.type ?? piece.kind, piece.text, piece.block]));
  const fed = chunks.map((chunk) => list(stream.feed(chunk)));
  const end = stream.finish();
  return { pieces: [...fed, list(end.pieces)], answer: end.answer, thinking: end.thinking, retracted: end.retracted };
}

const OPS = {
  split: (made, { text }) => { const { answer, thinking } = made.split(text); return { answer, thinking }; },
  strip: (made, { text }) => made.strip(text),
  thinking: (made, { text }) => made.thinking(text),
  has: (made, { text }) => made.has(text),
  only: (made, { text }) => made.only(text),
  unfinished: (made, { text }) => made.unfinished(text),
  segments: (made, { text }) => made.segments(text).map(({ type, text: part, name }) => [type, part, name ?? ""]),
  wrap: (made, { thinking, answer }) => made.wrap(thinking, answer),
  stream: streamed,
  round: (made, { events }) => made.round().run(events).map(([event, value]) => (value == null ? [event] : [event, value])),
};

const order = ({ name, numbers }) => { orders[name] = numbers; };
const HANDLERS = { load, order, ask: ({ numbers }) => numbers.map((number) => JSON.parse(truly(number))), try: attempt };

let rest = [];
const block = Buffer.allocUnsafe(1 << 20);
for (;;) {
  let size;
  try {
    size = fs.readSync(0, block, 0, block.length, null);
  } catch (error) {
    if (error.code === "EAGAIN") continue;
    if (error.code === "EOF") break;
    throw error;
  }
  if (!size) break;
  rest.push(Buffer.from(block.subarray(0, size)));
  if (block.lastIndexOf(10, size - 1) < 0) continue;
  const lines = Buffer.concat(rest).toString("utf8").split("\n");
  rest = [Buffer.from(lines.pop(), "utf8")];
  for (const line of lines) {
    const request = JSON.parse(line);
    const value = await HANDLERS[request.op](request);
    let out = Buffer.from(JSON.stringify(value ?? null) + "\n", "utf8");
    while (out.length) {
      try {
        out = out.subarray(fs.writeSync(1, out));
      } catch (error) {
        if (error.code !== "EAGAIN") throw error;
      }
    }
  }
}
