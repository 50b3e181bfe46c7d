// What a JavaScript target offers: a table from operation to a function of the request.  The twin of offers.py and
// values.py: the same names, the same liberties.

const NAMES = {
  split: ["split", "split_think"],
  strip: ["strip", "strip_think"],
  segments: ["segments", "think_segments"],
  thinking: ["thinking"],
  has: ["has", "has_think"],
  only: ["only"],
  unfinished: ["unfinished"],
  wrap: ["wrap"],
  stream: ["stream"],
  message: ["message"],
  round: ["round"],
  effort: ["effort", "mapper"],
};
const ANSWER = ["answer", "content", "text"];
const THINKING = ["thinking", "reasoning", "reasoning_content", "reasoningContent"];
export const PROBE = "<think>T</think>A";
export const DIALECTS = ["sapphire", "langertha", "llm-chat", "nr-llm"];

export class LoadError extends Error {}

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
export const isPromise = (value) => typeof value?.then === "function";
const then = (value, convert) => (isPromise(value) ? value.then(convert) : convert(value));

/** A property of a module, or of what a CommonJS or default export holds. */
export function member(target, name) {
  return target?.[name] ?? target?.default?.[name];
}

/** The names in a list, or the keys of an object; undefined for anything else. */
export function names(value) {
  if (value === null || typeof value !== "object") return undefined;
  return typeof value[Symbol.iterator] === "function" ? [...value].map(String) : Object.keys(value);
}

/** Follow name.name; a method named through its class is taken from an instance of it. */
export function walk(module, attribute) {
  let found = module;
  for (const name of attribute ? attribute.split(".") : []) {
    let next = member(found, name);
    if (next === undefined && typeof found === "function" && found.prototype && name in found.prototype) {
      found = new found();
      next = found[name];
    }
    if (next === undefined) {
      throw new LoadError(`there is no export ${name}; it has ${Object.keys(found).slice(0, 12).join(", ") || "nothing"}`);
    }
    // A method needs its object; a class must stay one.
    const loose = typeof next === "function" && !isClass(next) && found !== module;
    found = loose ? next.bind(found) : next;
  }
  return found;
}

const isClass = (value) => typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value));

export async function ofTarget(target, order, op, bareKind) {
  if (op) return derived({ [op]: HANDLERS[op](callable(target) ?? target, order) });
  let owner = target;
  let found = named(owner, order);
  if (!Object.keys(found).length && isClass(target)) {
    owner = new target();
    found = named(owner, order);
  }
  const bare = callable(owner);
  if (!Object.keys(found).length && bare) {
    const kind = bareKind ?? (await kindOf(bare));
    found = { [kind]: HANDLERS[kind](bare, order) };
  }
  if (!Object.keys(found).length) {
    const has = Object.keys(owner ?? {}).filter((name) => typeof owner[name] === "function");
    throw new LoadError(
      `it offers none of ${Object.keys(NAMES).join(", ")}; name a function behind # (it has ${has.slice(0, 12).join(", ") || "none"})`,
    );
  }
  return derived(found);
}

function callable(target) {
  if (typeof target === "function") return isClass(target) ? undefined : target;
  return typeof target?.default === "function" && !isClass(target.default) ? target.default : undefined;
}

export function named(target, order) {
  if (isClass(target)) return {};
  const table = {};
  for (const owner of [target, target?.default]) {
    if (owner === null || (typeof owner !== "object" && typeof owner !== "function")) continue;
    for (const [op, names] of Object.entries(NAMES)) {
      const name = names.flatMap((one) => [one, camel(one)]).find((one) => typeof owner[one] === "function");
      if (name && !table[op]) table[op] = HANDLERS[op](owner[name].bind(owner), order);
    }
    if (isClass(owner.Reasoning) && owner.Reasoning.prototype.to) table.effort = reasoning(owner.Reasoning);
  }
  return table;
}

function derived(table) {
  const { split } = table;
  if (split) {
    table.thinking ??= (request) => then(split(request), (both) => both.thinking);
    table.strip ??= (request) => then(split(request), (both) => both.answer ?? "");
  }
  return table;
}

async function kindOf(bare) {
  let value;
  try {
    value = await bare(PROBE);
  } catch (error) {
    throw new LoadError(`tried with ${PROBE} it threw ${error}; add ?op=strip, ?op=split or ?op=effort if that is right`);
  }
  if (typeof value === "string") return "strip";
  if (isPair(value) || (find(value, ANSWER) !== undefined && THINKING.some((name) => name in Object(value)))) return "split";
  if (Array.isArray(value) && value.length && typeof value[0] !== "string") return "segments";
  throw new LoadError(
    `tried with ${PROBE} it gave ${value === null ? "null" : typeof value}, neither a text nor two halves: add ?op=strip, ?op=split or ?op=effort, or write a small adapter`,
  );
}

const isPair = (value) => Array.isArray(value) && value.length === 2 && value.every((half) => half == null || typeof half === "string");

function find(value, names) {
  for (const name of names) if (value?.[name] !== undefined) return value[name];
  return undefined;
}

const first = (value, ...names) => find(value, names) ?? null;

function halves(value, swapped) {
  let pair = value;
  if (!Array.isArray(value)) {
    if (value === null || typeof value !== "object") throw new Error(`split returned ${value === null ? "null" : typeof value}, not two halves`);
    pair = [find(value, ANSWER) ?? null, find(value, THINKING) ?? null];
  } else if (value.length !== 2) {
    throw new Error(`split returned ${value.length} values, not two`);
  }
  return swapped ? { answer: pair[1] ?? null, thinking: pair[0] ?? null } : { answer: pair[0] ?? null, thinking: pair[1] ?? null };
}

const segments = (value) =>
  (value ?? []).map((item) =>
    Array.isArray(item) ? [item[0], item[1], item[2] ?? ""] : [first(item, "type", "kind"), first(item, "text"), first(item, "name") ?? ""],
  );

const pieces = (value) =>
  (value ?? []).map((item) => (Array.isArray(item) ? item : [first(item, "kind", "type"), first(item, "text"), first(item, "block")]));

const text = (convert) => (bare) => (request) => {
  const value = bare(request.text);
  return isPromise(value) ? value.then(convert) : convert(value);
};
const same = text((value) => value ?? null);

const HANDLERS = {
  split: (bare, order) => {
    const swapped = order === "thinking,answer";
    return text((value) => halves(value, swapped))(bare);
  },
  strip: same,
  segments: text(segments),
  thinking: same,
  has: same,
  only: same,
  unfinished: same,
  wrap: (bare) => (request) => bare(request.thinking, request.answer),
  stream: (bare) => async (request) => {
    const stream = await bare();
    const fed = [];
    for (const chunk of request.chunks ?? []) fed.push(pieces(await stream.feed(chunk)));
    const end = await stream.finish();
    return {
      pieces: [...fed, pieces(end?.pieces)],
      answer: first(end, ...ANSWER),
      thinking: first(end, ...THINKING),
      retracted: first(end, "retracted"),
    };
  },
  message: (bare) => (request) =>
    then(bare(request.provider, request.response), (found) => ({
      answer: first(found, ...ANSWER),
      thinking: first(found, ...THINKING),
      has_thinking: first(found, "has_thinking", "hasThinking"),
      content_is_reasoning: first(found, "content_is_reasoning", "contentIsReasoning"),
    })),
  round: (bare) => async (request) => {
    const rounds = await bare();
    const out = [];
    for (const event of request.events ?? []) out.push(...((await rounds.feed(...event)) ?? []));
    return out.map((item) => {
      const pair = Array.isArray(item) ? [...item] : [first(item, "type", "event"), first(item, "value")];
      return pair.length > 1 && pair[1] == null ? pair.slice(0, 1) : pair;
    });
  },
  effort: (bare) => (request) => bare(request.wire, camelKeys(request.args)),
};

/** The reference's mapper: an object made of the arguments, then asked for one wire. */
const reasoning = (Mapper) => (request) =>
  new Mapper({ ...camelKeys(request.args), ...(request.mapping != null && { mapping: request.mapping }) }).to(request.wire);

const camelKeys = (fields) => Object.fromEntries(Object.entries(fields ?? {}).map(([key, value]) => [camel(key), value]));
