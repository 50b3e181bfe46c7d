/**
 * Messages: answer and thinking of a provider's response, native fields and tags alike.
 *
 * Where native thinking lives and what a dialect makes of it stands in `message_tables.mjs` (from `channels.yaml`).  A
 * path of that table is walked from the response: a name takes a key, a number an item, and an object every item of a
 * list that has its values.  What is not there, or of another type, is left out; nothing of it is ever an error.
 */

import { counts, finishThinking } from "./assembly.mjs";
import { ALIASES, MESSAGES, PROVIDERS } from "./message_tables.mjs";
import { Round } from "./rounds.mjs";
import { kind, trimmed } from "./strings.mjs";

/** @typedef {import("./tags.mjs").Rules} Rules */
/** @typedef {import("./stream.mjs").HalvesOf} HalvesOf */
/** @typedef {{answer: string | null, thinking: string | null}} Pair */
/** @typedef {number[]} Place */
/** @typedef {{place: Place, kind: "answer" | "thinking", content: string}} Text */
/** @typedef {{channel: string, kind: "answer" | "thinking", at: any[], path: any[]}} Read */
/**
 * The reading of a response.  `contentIsReasoning`: it was all reasoning, and the answer is empty.
 * @typedef {Pair & {hasThinking: boolean, contentIsReasoning: boolean}} MessageReading
 */

/**
 * Read a response by a dialect's choices.
 *
 * Throws a RangeError for a provider or a dialect that the table does not have, a TypeError for a response that is not
 * an object.
 * @param {unknown} provider
 * @param {unknown} response
 * @param {string} dialect
 * @param {Rules} rules
 * @param {HalvesOf} halvesOf
 * @param {{parseInline: boolean}} options
 * @returns {MessageReading}
 */
export function messageReading(provider, response, dialect, rules, halvesOf, { parseInline }) {
    if (!own(MESSAGES, dialect)) throw new RangeError(`the dialect ${dialect} has no reading of messages`);
    if (!isObject(response)) throw new TypeError(`a response must be an object, got ${kind(response)}`);
    const choices = MESSAGES[dialect];
    const texts = textsOf(knownProvider(provider), response, choices);
    const native = texts.filter((text) => text.kind === "thinking").map((text) => text.content);
    const content = texts.map((text) => (text.kind === "answer" ? text.content : "")).join("");
    const merge = MERGES[choices["merge"]];
    const { answer, thinking } = merge(texts, content, native, rules, halvesOf, parseInline);
    const allReasoning = choices["content-is-reasoning"] === "if-no-answer" && !trimmed(content, rules.answerBlanks);
    return {
        answer,
        thinking,
        hasThinking: choices["has-thinking"] === "not-null" ? thinking !== null : Boolean(thinking),
        contentIsReasoning: allReasoning && native.some((text) => counts("closed", text, rules)),
    };
}

/**
 * The provider whose row a name stands for.
 *
 *     knownProvider("openrouter")   // "openai"
 * @param {unknown} name
 * @returns {string}
 */
export function knownProvider(name) {
    if (typeof name !== "string") throw new TypeError(`a provider's name must be text, got ${kind(name)}`);
    const provider = own(ALIASES, name) ? ALIASES[name] : name;
    if (!own(PROVIDERS, provider)) {
        const known = [...Object.keys(PROVIDERS), ...Object.keys(ALIASES)].sort().join(", ");
        throw new RangeError(`unknown provider ${JSON.stringify(name)}: choose one of ${known}`);
    }
    return provider;
}

/**
 * The texts of a response that a dialect looks at, in the order of their arrival.
 * @param {string} provider
 * @param {unknown} response
 * @param {any} choices
 * @returns {Text[]}
 */
export function textsOf(provider, response, choices) {
    const numbers = choices["numbers"] === "as-text";
    /** @type {Read[]} */
    const reads = PROVIDERS[provider];
    const answers = reads.filter((read) => read.kind === "answer").flatMap((read) => textsAt(response, read, numbers));
    answers.sort(byPlace);
    if (choices["answer"][provider] === "first") answers.splice(1);
    /** @type {Text[]} */
    let thoughts = [];
    for (const [channel, there] of choices["native"][provider]) {
        const rows = reads.filter((read) => read.channel === channel && read.kind === "thinking");
        if ([...walk(response, rows[0].at)].some(([, value]) => THERE[there](value))) {
            thoughts = rows.flatMap((read) => textsAt(response, read, numbers));
            break;
        }
    }
    return [...answers, ...thoughts].sort(byPlace);
}

/**
 * The texts of one row of a provider.
 * @param {unknown} response
 * @param {Read} read
 * @param {boolean} numbers
 * @returns {Text[]}
 */
function textsAt(response, read, numbers) {
    /** @type {Text[]} */
    const texts = [];
    for (const [place, value] of walk(response, read.path)) {
        if (typeof value === "string") {
            texts.push({ place, kind: read.kind, content: value });
        } else if (numbers && typeof value === "number") {
            texts.push({ place, kind: read.kind, content: decimal(value) });
        }
    }
    return texts;
}

/**
 * Every value that a path leads to, with the numbers of the list items on its way.
 *
 *     walk({ parts: [{ text: "a" }, { text: "b", thought: true }] }, ["parts", { thought: true }, "text"])   // [[1], "b"]
 * @param {any} value
 * @param {any[]} path
 * @param {Place} [place]
 * @returns {Generator<[place: Place, value: unknown], void, void>}
 */
export function* walk(value, path, place = []) {
    for (const [number, step] of path.entries()) {
        if (typeof step === "string") {
            if (!isObject(value) || !own(value, step)) return;
            value = value[step];
        } else if (!Array.isArray(value)) {
            return;
        } else if (typeof step === "number") {
            if (step >= value.length) return;
            value = value[step];
        } else {
            for (const [index, item] of value.entries()) {
                if (isObject(item) && Object.entries(step).every(([key, wanted]) => fits(own(item, key) ? item[key] : null, wanted))) {
                    yield* walk(item, path.slice(number + 1), [...place, index]);
                }
            }
            return;
        }
    }
    yield [place, value];
}

/**
 * Whether an item has a value that a path asks for.
 * @param {unknown} value
 * @param {any} wanted
 * @returns {boolean}
 */
function fits(value, wanted) {
    return isObject(wanted) ? !fits(value, wanted.not) : value === wanted;
}

/**
 * A number as text; a whole one without a fraction.
 *
 *     decimal(42)   // "42"
 * @param {number} number
 * @returns {string}
 */
export function decimal(number) {
    return Number.isInteger(number) ? BigInt(number).toString() : String(number);
}

/** @type {Record<string, (value: unknown) => boolean>} */
const THERE = {
    "text": (value) => typeof value === "string",
    "filled": (value) => typeof value === "string" && value !== "",
    "list": (value) => Array.isArray(value),
    "not-null": (value) => value !== null && value !== undefined,
};

/**
 * @callback Merge
 * @param {Text[]} texts
 * @param {string} content
 * @param {string[]} native
 * @param {Rules} rules
 * @param {HalvesOf} halvesOf
 * @param {boolean} parseInline
 * @returns {Pair}
 */

/**
 * Native thinking, then what the tags hold; joined, and trimmed, as the dialect does it with blocks.
 * @type {Merge}
 */
function nativeThenInline(_texts, content, native, rules, halvesOf) {
    const { answer, thinking: inline } = halvesOf(content);
    const thoughts = [...native.filter((text) => counts("closed", text, rules)), ...(inline ? [inline] : [])];
    return { answer, thinking: finishThinking(thoughts, rules, null) };
}

/**
 * What the tags hold; native thinking only if they hold none.
 * @type {Merge}
 */
function inlineReplaces(_texts, content, native, rules, halvesOf) {
    const { answer, thinking: inline } = halvesOf(content);
    if (inline !== null) return { answer, thinking: inline };
    const thoughts = native.filter((text) => counts("closed", text, rules));
    return { answer, thinking: finishThinking(thoughts, rules, null) };
}

/**
 * Both channels as a round would have received them.
 * @type {Merge}
 */
function inArrivalOrder(texts, _content, _native, rules, _halvesOf, parseInline) {
    /** @type {[string, any][]} */
    const events = texts.map((text) => [text.kind === "answer" ? "text" : "reasoning", text.content]);
    const out = new Round(rules, { parseInline }).run([...events, ["finish", "stop"]]);
    const summary = out.filter(([event]) => event === "summary")[0][1];
    return { answer: summary.content, thinking: summary.reasoning || rules.value["nothing-found"] };
}

/** @type {Record<string, Merge>} */
const MERGES = { "native-then-inline": nativeThenInline, "inline-replaces": inlineReplaces, "arrival": inArrivalOrder };

/**
 * Which of two texts came first.
 * @param {Text} one
 * @param {Text} other
 * @returns {number}
 */
function byPlace({ place: one }, { place: other }) {
    for (let at = 0; at < Math.min(one.length, other.length); at++) {
        if (one[at] !== other[at]) return one[at] - other[at];
    }
    return one.length - other.length;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether an object has an entry of its own.
 * @param {object} entries
 * @param {string} name
 * @returns {boolean}
 */
function own(entries, name) {
    return Object.prototype.hasOwnProperty.call(entries, name);
}
