/**
 * Stage two, blocks: cut a reply into pieces that tile it.
 *
 * The reply is walked once, left to right.  `pos` is where the text since the last block begins, `at` where the next
 * tag is looked for.  A closer is looked for at most once behind an opener: either it is found and the walk goes on
 * behind it, or none is left and that is remembered.  So the walk is linear in the reply.
 *
 * A piece is `[how, start, inner, outer, end, name]` in offsets of the reply: it covers `start` to `end`, what it
 * holds lies between `inner` and `outer`.  `how` is `text`, `closed` (a block with both tags), `stray` (text that a
 * closer made thinking) or `unclosed` (thinking to the end).
 */

import { endOf } from "./strings.mjs";

/** @typedef {import("./strings.mjs").Tag} Tag */
/** @typedef {import("./tags.mjs").Rules} Rules */
/** @typedef {"text" | "closed" | "stray" | "unclosed"} How */
/** @typedef {[how: How, start: number, inner: number, outer: number, end: number, name: string]} Piece */
/** @typedef {[offset: number, rule: string]} Note */

const FENCE_AT_START = /[ \t]*(?:```|~~~)/y;
export const FENCE_LINE = /\n[ \t]*(?:```|~~~)/g;

/**
 * The pieces of a reply, in order.
 *
 * `notes` collects `[offset, rule id]` of each tag that was met outside a block and stays text.
 * @param {string} text
 * @param {Rules} rules
 * @param {Note[] | null} [notes]
 * @returns {Generator<Piece, void, void>}
 */
export function* pieces(text, rules, notes = null) {
    let pos = 0;
    let at = 0;
    /** @type {Set<string>} */
    const usedUp = new Set();
    const fences = new Fences(text);
    let seek = rules.stray === "text" ? rules.opener : rules.either;
    for (let tag = seek.search(text, at); tag; tag = seek.search(text, at)) {
        const start = tag.index;
        at = endOf(tag);
        if (start > 0 && isWord(text, start, pos, rules, fences)) {
            if (notes) notes.push([start, "word"]);
            continue;
        }
        if (rules.stray === "fold-first") seek = rules.opener;
        const name = rules.name(tag);
        const closer = tag[1] ? null : nextCloser(text, at, name, rules, usedUp);
        let end;
        if (tag[1]) {
            end = afterCloser(text, at, rules);
            yield ["stray", pos, pos, start, end, name];
        } else if (closer) {
            if (start > pos) yield ["text", pos, pos, start, start, ""];
            end = afterCloser(text, endOf(closer), rules);
            yield ["closed", start, at, closer.index, end, name];
        } else if (isUnclosedBlock(text, start, rules)) {
            if (start > pos) yield ["text", pos, pos, start, start, ""];
            yield ["unclosed", start, at, text.length, text.length, name];
            return;
        } else {
            if (notes) notes.push([start, "unclosed-opener"]);
            continue;
        }
        pos = at = end;
    }
    if (pos < text.length) yield ["text", pos, pos, text.length, text.length, ""];
}

/**
 * Whether a tag outside a block is only talked about (rule `word`).
 * @param {string} text
 * @param {number} start
 * @param {number} pos
 * @param {Rules} rules
 * @param {Fences} fences
 * @returns {boolean}
 */
export function isWord(text, start, pos, rules, fences) {
    if (rules.backtickWords && text[start - 1] === "`") return true;
    return rules.fenceWords && fences.odd(pos, start);
}

/**
 * The closer that ends a block opened before `at` (rules `block-end` and `word`), or null.
 *
 * Fences do not count while a block is open.  `usedUp` holds the names that no closer is left for.
 * @param {string} text
 * @param {number} at
 * @param {string} name
 * @param {Rules} rules
 * @param {Set<string>} usedUp
 * @returns {Tag | null}
 */
export function nextCloser(text, at, name, rules, usedUp) {
    const wanted = rules.sameName ? name : "";
    if (usedUp.has(wanted)) return null;
    for (let tag = rules.closer.search(text, at); tag; tag = rules.closer.search(text, endOf(tag))) {
        const afterBacktick = rules.backtickWords && text[tag.index - 1] === "`";
        if (!afterBacktick && !(rules.sameName && rules.name(tag) !== name)) return tag;
    }
    usedUp.add(wanted);
    return null;
}

/**
 * Whether an opener that nothing closes makes the rest thinking (rule `unclosed-opener`).
 * @param {string} text
 * @param {number} start
 * @param {Rules} rules
 * @returns {boolean}
 */
export function isUnclosedBlock(text, start, rules) {
    if (rules.unclosed === "block-start") return isBlockStart(text, start, rules.blockPlaces);
    return rules.unclosed === "thinking";
}

/**
 * Whether a block can start at an offset: at the start, or after one of `places`, spaces and tabs apart.
 * @param {string} text
 * @param {number} start
 * @param {string} places
 * @returns {boolean}
 */
export function isBlockStart(text, start, places) {
    while (start > 0 && " \t".includes(text[start - 1])) start--;
    return start === 0 || places.includes(text[start - 1]);
}

/**
 * The offset behind a closer and the white space that goes with it (rule `after-closer`).
 * @param {string} text
 * @param {number} end
 * @param {Rules} rules
 * @returns {number}
 */
export function afterCloser(text, end, rules) {
    while (end < text.length && rules.swallowed.includes(text[end])) end++;
    return end;
}

/**
 * Counts fence lines since the last block, each stretch of text once.
 *
 * A fence line is a line start, spaces or tabs, and three backticks or tildes.  Only a line feed, or the place where
 * the text since the last block begins, starts a line.
 */
export class Fences {
    /** @param {string} text */
    constructor(text) {
        this.text = text;
        this.pos = -1;
        this.counted = 0;
        this.isOdd = false;
    }

    /**
     * Whether an odd number of fence lines lies between `pos` and `start`.
     * @param {number} pos
     * @param {number} start
     * @returns {boolean}
     */
    odd(pos, start) {
        if (pos !== this.pos) {
            this.pos = this.counted = FENCE_AT_START.lastIndex = pos;
            this.isOdd = FENCE_AT_START.test(this.text);
        }
        const lines = this.text.slice(this.counted, start).match(FENCE_LINE);
        if (lines && lines.length % 2 === 1) this.isOdd = !this.isOdd;
        this.counted = start;
        return this.isOdd;
    }
}
