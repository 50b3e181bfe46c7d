/**
 * The reference of thinkspec: read a reasoning model's reply by the rules of a dialect, and ask a model to think.
 *
 * No dependency; Node 18 and later, and browsers as it is.  The rules are data (`tables.mjs`, generated from the
 * project's YAML tables); the engine knows no dialect by name.
 *
 *     import { reader } from "thinkspec-reference";
 *     const think = reader("sapphire");
 *     think.strip("<think>plan</think>Hello");   // "Hello"
 */

import { Reader } from "./reader.mjs";
import { Round } from "./rounds.mjs";
import { ServiceReader } from "./service.mjs";
import { Stream } from "./stream.mjs";
import { kind } from "./strings.mjs";
import { DIALECTS, SPEC_VERSION } from "./tables.mjs";

export { DIALECTS, Reader, Round, SPEC_VERSION, ServiceReader, Stream };
export { Reasoning, WIRES, mapper, normalizeOffSwitch } from "./effort.mjs";
export { Layers } from "./effort_layers.mjs";
export { EFFORTS, MAPPINGS, RejectedEffort, assertSwitchAgrees } from "./effort_values.mjs";
export {
    hasThink,
    isSeedThink,
    nextThinkCloser,
    nextThinkOpener,
    splitThink,
    stripThink,
    thinkSegments,
} from "./sapphire.mjs";

/** @typedef {import("./tags.mjs").Table} Table */
/** @typedef {{tag?: string, filter?: boolean, open?: string, close?: string, parseInline?: boolean}} Options */

const SWITCHES = ["filter", "parse_inline"];
// The names of the tables as JavaScript writes them; both are taken.
const SPELLINGS = new Map([["parseInline", "parse_inline"]]);

/**
 * A reader of one dialect.
 *
 * Options, where the dialect has them (others are refused): `tag` (langertha: the tag's name), `filter` (langertha:
 * false passes replies through), `open` and `close` (llm-chat: the literal markers), `parseInline` (llm-chat: whether
 * rounds and messages look for markers; `split` and `stream` always do).  An option that is undefined is not given.
 * Throws a RangeError for an unknown dialect or an option that makes no sense, a TypeError for one of the wrong type.
 *
 *     reader("langertha", { tag: "reasoning" }).split("<reasoning>a</reasoning>b")   // {answer: "b", thinking: "a"}
 *     reader("llm-chat", { open: "[THINK]", close: "[/THINK]" }).strip("[THINK]a[/THINK]b")   // "b"
 * @param {string} dialect
 * @param {Options | null} [options]
 * @returns {ServiceReader}
 */
export function reader(dialect, options) {
    if (typeof dialect !== "string") throw new TypeError(`a dialect's name must be text, got ${kind(dialect)}`);
    if (!has(DIALECTS, dialect)) {
        const known = Object.keys(DIALECTS).sort().join(", ");
        throw new RangeError(`unknown dialect ${quoted(dialect)}: choose one of ${known}`);
    }
    const entry = DIALECTS[dialect];
    return configured(dialect, entry.rules, entry.settings, options);
}

/**
 * A reader of a table with its settings filled in.
 * @param {string} dialect
 * @param {Table} table
 * @param {string[]} settings
 * @param {Options | null} [options]
 * @returns {ServiceReader}
 */
export function configured(dialect, table, settings, options) {
    /** @type {Options & {parse_inline?: boolean}} */
    const given = {};
    for (const [spelling, value] of Object.entries(options || {})) {
        if (value === undefined) continue;
        const name = SPELLINGS.get(spelling) ?? spelling;
        if (!settings.includes(name)) {
            const known = settings.join(", ") || "none";
            throw new RangeError(`the dialect ${dialect} has no option ${quoted(name)} (options: ${known})`);
        }
        if (typeof value !== (SWITCHES.includes(name) ? "boolean" : "string")) {
            const wanted = SWITCHES.includes(name) ? "true or false" : "text";
            throw new TypeError(`option ${name} must be ${wanted}, got ${kind(value)}`);
        }
        Object.assign(given, { [name]: value });
    }
    return new ServiceReader(dialect, withMarkers(table, given), {
        filtering: given.filter ?? true,
        parseInline: given.parse_inline,
    });
}

/**
 * The table with the tag name or the markers that were asked for.
 * @param {Table} table
 * @param {Options} options
 * @returns {Table}
 */
export function withMarkers(table, options) {
    let value = [...table["openers"].value];
    if (options.tag !== undefined) {
        value = [options.tag];
        if (!options.tag || options.tag.includes("<") || options.tag.includes(">")) {
            throw new RangeError(`option tag must be a name without < and >, got ${quoted(options.tag)}`);
        }
    }
    if (options.open !== undefined || options.close !== undefined) {
        value = [options.open ?? value[0], options.close ?? value[1]];
        if (!value.every(Boolean)) throw new RangeError("a marker must not be empty");
        if (value[0] === value[1]) throw new RangeError(`the markers must differ, got ${quoted(value[0])} twice`);
    }
    return { ...table, openers: { ...table["openers"], value } };
}

/**
 * Whether an object has an entry of its own.
 * @param {object} entries
 * @param {string} name
 * @returns {boolean}
 */
function has(entries, name) {
    return Object.prototype.hasOwnProperty.call(entries, name);
}

/**
 * A text as a message shows it: one line, in quotation marks.
 * @param {string} text
 * @returns {string}
 */
function quoted(text) {
    return JSON.stringify(text);
}
