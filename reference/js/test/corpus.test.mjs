// The corpus of thinkspec's reading cases under `node --test`: a test a case and dialect, its operations inside.
//
//   node --test                                                     the twin, in all dialects
//   THINKSPEC_READER=./think.mjs THINKSPEC_DIALECT=sapphire \
//     node --test node_modules/thinkspec-reference/test/corpus.test.mjs
//
// A reader is a module, or with #name one export of it.  It offers what it has: split or splitThink (which gives
// {answer, thinking}), strip or stripThink, thinking, has or hasThink, segments or thinkSegments, only, unfinished, wrap;
// a bare function that returns a string is a strip.  For streams, for levels and for certificates there is
// `thinkspec certify js:./think.mjs`.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { reader as twin } from "../index.mjs";
import { DIALECTS } from "../tables.mjs";

const NULL_RULES = ["nothing-found", "empty-thinking", "null-input"];
const NAMES = {
  split: ["split", "splitThink"],
  strip: ["strip", "stripThink"],
  thinking: ["thinking"],
  has: ["has", "hasThink"],
  segments: ["segments", "thinkSegments"],
  only: ["only"],
  unfinished: ["unfinished"],
  wrap: ["wrap"],
};

/** The text of a case: a string, null, {json}, {repeat}, or a list of these. */
function textOf(value) {
  if (value === null || typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textOf).join("");
  if ("json" in value) return JSON.parse(`"${value.json}"`);
  return textOf(value.repeat[0]).repeat(value.repeat[1]);
}

/** [operation, arguments, expected] of one case in one dialect; expected undefined where the input must be refused. */
function checksOf(row, dialect) {
  const reading = row.expect[dialect];
  if ("wrap" in reading) return [["wrap", [textOf(row.thinking), textOf(row.answer)], textOf(reading.wrap)]];
  const text = [textOf(row.input)];
  if (reading.rejected) return [["split", text, undefined], ["thinking", text, undefined]];
  const [answer, thinking] = [textOf(reading.answer), textOf(reading.thinking)];
  const found = DIALECTS[dialect].rules["nothing-found"].value === null ? thinking !== null : Boolean(thinking);
  const checks = [["strip", text, answer ?? ""], ["split", text, { answer, thinking }], ["thinking", text, thinking]];
  checks.push(["has", text, found]);
  if (reading.segments) checks.push(["segments", text, reading.segments.map(([type, part, name]) => [type, textOf(part), name])]);
  if ("only" in reading) checks.push(["only", text, textOf(reading.only)]);
  if ("unfinished" in reading) checks.push(["unfinished", text, reading.unfinished]);
  return checks;
}

/** A value in the form that cases have: null and undefined are one, and also the empty text where that does not matter. */
function plain(value, exact) {
  if (value === undefined || value === null || (value === "" && !exact)) return null;
  if (Array.isArray(value)) return value.map((item) => (item && item.type ? [item.type, item.text, item.name ?? ""] : item));
  if (typeof value === "object") return { answer: plain(value.answer, exact), thinking: plain(value.thinking, exact) };
  return value;
}

/** What a target offers: operation to function. */
function offered(target) {
  const found = {};
  for (const [op, names] of Object.entries(NAMES)) {
    const name = names.find((one) => typeof target[one] === "function");
    if (name) found[op] = (...given) => target[name](...given);
  }
  if (!Object.keys(found).length && typeof target === "function") {
    found[typeof target("<think>T</think>A") === "string" ? "strip" : "split"] = target;
  }
  if (found.split) {
    found.thinking ??= (text) => found.split(text).thinking ?? null;
    found.strip ??= (text) => found.split(text).answer ?? "";
  }
  return found;
}

/** A function that gives, for a dialect and its options, what the reader offers; null where it takes no options. */
async function chosen() {
  const named = process.env.THINKSPEC_READER;
  if (!named) return (dialect, options) => offered(twin(dialect, options ?? {}));
  const [file, name] = named.split("#");
  const module = await import(/^\.|^\//.test(file) ? pathToFileURL(path.resolve(file)).href : file);
  const target = name ? module[name] : module;
  assert.ok(target, `${named}: no export ${name}`);
  return (dialect, options) => (options ? null : offered(target));
}

/** A reader that takes no options refuses them all. */
function must(table) {
  if (!table) throw new TypeError("takes no options");
}

const corpus = JSON.parse(fs.readFileSync(new URL("./corpus.json", import.meta.url), "utf8"));
const dialects = process.env.THINKSPEC_DIALECT?.split(",") ?? (process.env.THINKSPEC_READER ? [] : Object.keys(DIALECTS));
if (!dialects.length) throw new Error(`THINKSPEC_READER needs THINKSPEC_DIALECT: one of ${Object.keys(DIALECTS).join(", ")}`);
const reader = await chosen();

for (const row of corpus.cases) {
  for (const dialect of dialects) {
    if (!row.expect[dialect]) continue;
    const exact = (row.expect[dialect].rules ?? row.rules).some((rule) => NULL_RULES.includes(rule));
    test(`${row.name}@${dialect}`, async (context) => {
      const options = row.options?.[dialect];
      // Settings that no reader may accept are refused when it is made.
      if (options && row.expect[dialect].rejected) return assert.throws(() => must(reader(dialect, options)), row.why);
      const table = reader(dialect, options);
      const checks = checksOf(row, dialect).filter(([op]) => table?.[op]);
      if (!checks.length) return context.skip("the reader does not offer this");
      for (const [op, given, expected] of checks) {
        const where = `${op}: ${row.why}\ninput ${JSON.stringify(given).slice(0, 400)}`;
        if (expected === undefined) {
          await assert.rejects(async () => table[op](...given), where);
        } else {
          assert.deepEqual(plain(await table[op](...given), exact), plain(expected, exact), where);
        }
      }
    });
  }
}
