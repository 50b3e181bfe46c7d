/**
 * Sapphire's own names for a reader of its dialect, and the calls that only its pages need: a page that draws a
 * reply while it arrives looks for the next opener or closer from where it stands.
 *
 * Source of the names: Sapphire's `static/shared/think.js`.  null and undefined read as the empty text.
 */

import { Fences, isBlockStart, isWord } from "./blocks.mjs";
import { Reader } from "./reader.mjs";
import { DIALECTS } from "./tables.mjs";

/** @typedef {import("./assembly.mjs").Segment} Segment */
/** @typedef {import("./strings.mjs").Tag} Tag */
/** @typedef {string | null | undefined} Text */
/** @typedef {{index: number, text: string, name: string, closing: boolean}} TagPlace */

const READER = new Reader("sapphire", DIALECTS["sapphire"].rules);

/**
 * The answer of a reply.
 * @param {Text} text
 * @returns {string}
 */
export function stripThink(text) {
    return READER.strip(text);
}

/**
 * Answer and thinking of a reply; "" where there is none.
 * @param {Text} text
 * @returns {{answer: string, thinking: string}}
 */
export function splitThink(text) {
    return /** @type {{answer: string, thinking: string}} */ (READER.split(text));
}

/**
 * The reply's texts and blocks, in order.
 * @param {Text} text
 * @returns {Segment[]}
 */
export function thinkSegments(text) {
    return READER.segments(text);
}

/**
 * Whether the reply holds thinking.
 * @param {Text} text
 * @returns {boolean}
 */
export function hasThink(text) {
    return READER.has(text);
}

/**
 * The next opener that stands where a block can start and is no word, or null.
 *
 * The place is needed even if a closer follows.  A tag right after a backtick is a word, and so is one after an odd
 * number of fence lines; those are counted from `from`, which starts a line.
 * @param {Text} text
 * @param {number} [from] UTF-16 offset
 * @returns {TagPlace | null}
 */
export function nextThinkOpener(text, from = 0) {
    const [reply, begin] = [accepted(text), offset(from)];
    const fences = new Fences(reply);
    for (const tag of READER._rules.opener.finditer(reply, begin)) {
        if (isWord(reply, tag.index, begin, READER._rules, fences)) continue;
        if (isBlockStart(reply, tag.index, READER._rules.blockPlaces)) return place(tag);
    }
    return null;
}

/**
 * The next closer that does not stand right after a backtick, or null.  Fences are not looked at.
 * @param {Text} text
 * @param {number} [from] UTF-16 offset
 * @returns {TagPlace | null}
 */
export function nextThinkCloser(text, from = 0) {
    const [reply, begin] = [accepted(text), offset(from)];
    for (const tag of READER._rules.closer.finditer(reply, begin)) {
        if (reply[tag.index - 1] !== "`") return place(tag);
    }
    return null;
}

/**
 * Whether a tag's name is one of the seed models'.
 * @param {Text} name
 * @returns {boolean}
 */
export function isSeedThink(name) {
    return /^seed:/i.test(accepted(name));
}

/**
 * @param {Text} text
 * @returns {string}
 */
function accepted(text) {
    return READER._accepted(text) || "";
}

/**
 * An offset that callers computed: whole, and not below 0.
 * @param {number} from
 * @returns {number}
 */
function offset(from) {
    return Math.max(0, Math.trunc(from) || 0);
}

/**
 * A tag as a page needs it.  `index` is an offset in UTF-16 units, to slice with.
 * @param {Tag} tag
 * @returns {TagPlace}
 */
function place(tag) {
    return { index: tag.index, text: tag[0], name: READER._rules.name(tag), closing: Boolean(tag[1]) };
}
