/**
 * What may be asked for: the arguments of a reasoning request, checked in a fixed order, and the words for a refusal.
 *
 * Order: types, vocabulary, switch agreement, normalisation, then (in `effort.mjs`) effort and budget together, a
 * budget on the wrong family, an effort on the wrong family.  The texts are those of the Python twin, letter by
 * letter; a value stands in them as JSON.
 */

import { EFFORT } from "./effort_tables.mjs";

/** @type {readonly string[]} */
export const EFFORTS = Object.freeze([...EFFORT.vocabulary.efforts]);
/** @type {readonly string[]} */
export const DISPLAYS = Object.freeze([...EFFORT.vocabulary.displays]);
/** @type {readonly string[]} */
export const MAPPINGS = Object.freeze(Object.keys(EFFORT.mappings).filter((name) => !EFFORT.mappings[name].internal));
const [LEAST_BUDGET, MOST_BUDGET] = EFFORT.vocabulary.budget;

/** A combination that no request may have; the text names the values and the model. */
export class RejectedEffort extends RangeError {
    /** @param {string} message */
    constructor(message) {
        super(message);
        this.name = "RejectedEffort";
    }
}

/**
 * The refusal with that sentence.
 * @param {string} sentence
 * @param {unknown} model
 * @returns {RejectedEffort}
 */
export function rejected(sentence, model) {
    return new RejectedEffort(`${sentence} (model ${asJson(model)})`);
}

/**
 * A value as JSON, in ASCII letters; lists and objects are only named.
 *
 *     asJson("\u00e9")   // "\"\\u00e9\""
 * @param {unknown} value
 * @returns {string}
 */
export function asJson(value) {
    if (value === null || value === undefined) return "null";
    if (typeof value === "boolean") return String(value);
    if (typeof value === "string") return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escaped);
    if (typeof value === "number" || typeof value === "bigint") return String(value);
    return Array.isArray(value) ? "a list" : "an object";
}

/**
 * A character as a JSON escape.
 * @param {string} char
 * @returns {string}
 */
function escaped(char) {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * A text, or null for none.
 * @param {string} name
 * @param {unknown} value
 * @param {unknown} model
 * @returns {string | null}
 */
export function checkedText(name, value, model) {
    if (value === null || value === undefined) return null;
    if (typeof value === "string") return value;
    throw rejected(`${name} must be text or null, got ${asJson(value)}`, model);
}

/**
 * True or false, or null where it is not set; the numbers 0 and 1 count.
 * @param {string} name
 * @param {unknown} value
 * @param {unknown} model
 * @returns {boolean | null}
 */
export function checkedSwitch(name, value, model) {
    if (value === null || value === undefined) return null;
    if (typeof value === "boolean") return value;
    if (value === 0 || value === 1) return value === 1;
    throw rejected(`${name} must be true, false or null, got ${asJson(value)}`, model);
}

/**
 * A whole number that every language can carry, or null.
 * @param {unknown} value
 * @param {unknown} model
 * @returns {number | null}
 */
export function checkedBudget(value, model) {
    if (value === null || value === undefined) return null;
    // Adding 0 makes 0 of -0.
    if (typeof value === "number" && LEAST_BUDGET <= value && value <= MOST_BUDGET && Number.isInteger(value)) return value + 0;
    throw rejected(
        `thinking_budget must be a whole number from ${LEAST_BUDGET} to ${MOST_BUDGET}, got ${asJson(value)}`,
        model,
    );
}

/**
 * Refuse a text that is none of the words; null passes.
 * @param {string} name
 * @param {string | null} value
 * @param {readonly string[]} words
 * @param {unknown} model
 */
export function checkedWord(name, value, words, model) {
    if (value !== null && !words.includes(value)) {
        throw rejected(`${name} must be one of ${words.join(", ")}, got ${asJson(value)}`, model);
    }
}

/**
 * What a switch beside an effort is read as: `none`, `effort`, `switch` or `refused`.
 * @param {boolean} enabled
 * @param {unknown} effort
 * @returns {string}
 */
export function switchReading(enabled, effort) {
    const kind = effort === null || effort === undefined ? "unset" : effort === "none" ? "none" : "other";
    return EFFORT.switches[String(enabled)][kind];
}

/**
 * Refuse a switch and an effort that contradict each other; either one null passes.
 *
 * Source: Langertha::Reasoning 0.505, assert_switch_agrees.  Throws RejectedEffort.
 *
 *     assertSwitchAgrees(true, "high")
 *     assertSwitchAgrees(false, "high")   // throws: thinking_enabled false contradicts effort "high" (model null)
 * @param {unknown} enabled
 * @param {unknown} effort
 * @param {unknown} [model]
 */
export function assertSwitchAgrees(enabled, effort, model = null) {
    const onOff = checkedSwitch("thinking_enabled", enabled, model);
    if (onOff !== null && switchReading(onOff, effort) === "refused") {
        throw rejected(`thinking_enabled ${onOff} contradicts effort ${asJson(effort)}`, model);
    }
}
