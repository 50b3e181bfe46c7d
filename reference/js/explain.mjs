/**
 * Say which rule decided what: every tag, every piece and every step of the assembly.
 *
 * Works on the same pieces as the reader, so that an explanation cannot differ from a reading.
 */

import { counts, halves } from "./assembly.mjs";
import { pieces } from "./blocks.mjs";
import { endOf } from "./strings.mjs";

/** @typedef {import("./assembly.mjs").Half} Half */
/** @typedef {import("./assembly.mjs").Step} Step */
/** @typedef {import("./blocks.mjs").How} How */
/** @typedef {import("./blocks.mjs").Note} Note */
/** @typedef {import("./blocks.mjs").Piece} Piece */
/** @typedef {import("./tags.mjs").Rules} Rules */

/** @typedef {"opens" | "closes" | "folds" | "thinking" | "text"} Reading `thinking`: a tag inside a block */

/**
 * @typedef {object} TagNote One tag of the reply: its span, what it is taken for, the rule and option that say so.
 * @property {number} start
 * @property {number} end
 * @property {string} text
 * @property {string} rule
 * @property {string} option
 * @property {Reading} reading
 */

/**
 * @typedef {object} PieceNote One piece of the reply: its span, what lies in it, and whether the dialect shows it.
 * @property {How} kind
 * @property {number} start
 * @property {number} end
 * @property {string} text
 * @property {string} name
 * @property {boolean} shown
 */

/**
 * @typedef {object} StepNote One step of the assembly that changed something: its half, before and after.
 * @property {string} rule
 * @property {string} option
 * @property {Half} half
 * @property {string} before
 * @property {string | null} after
 */

/**
 * @typedef {object} Explanation Offsets are UTF-16 units; the pieces tile the reply from 0 to its length.
 * @property {string} dialect
 * @property {TagNote[]} tags
 * @property {PieceNote[]} pieces
 * @property {StepNote[]} steps
 * @property {string | null} answer
 * @property {string | null} thinking
 */

/**
 * Explain the reading of one reply; null and an unfiltered reply have nothing to explain.
 * @param {string | null} text
 * @param {Rules} rules
 * @param {string} dialect
 * @param {{filtering?: boolean}} [options]
 * @returns {Explanation}
 */
export function explanation(text, rules, dialect, { filtering = true } = {}) {
    if (text === null || !filtering) {
        const whole = text ? [pieceNote(text, ["text", 0, 0, text.length, text.length, ""], rules)] : [];
        return { dialect, tags: [], pieces: whole, steps: [], answer: text, thinking: null };
    }
    /** @type {Note[]} */
    const notes = [];
    const found = [...pieces(text, rules, notes)];
    const noted = new Map(notes);
    /** @type {Step[]} */
    const steps = [];
    const { answer, thinking } = halves(text, rules, found, steps);
    /** @type {TagNote[]} */
    const tags = [];
    for (const piece of found) for (const tag of tagsOf(text, piece, rules, noted)) tags.push(tag);
    return {
        dialect,
        tags,
        pieces: found.map((piece) => pieceNote(text, piece, rules)),
        steps: dropped(text, found, rules).concat(
            gaps(found, rules)
                .concat(steps)
                .map(([rule, half, before, after]) => stepNote(rule, rules, half, before, after)),
        ),
        answer,
        thinking,
    };
}

/**
 * A piece as a person reads it.
 * @param {string} text
 * @param {Piece} piece
 * @param {Rules} rules
 * @returns {PieceNote}
 */
function pieceNote(text, piece, rules) {
    const [how, start, inner, outer, end, name] = piece;
    const content = text.slice(inner, outer);
    const shown = how !== "text" ? counts(how, content, rules) : true;
    return { kind: how, start, end, text: content, name, shown };
}

/**
 * Every tag of one piece, with what decided it.
 * @param {string} text
 * @param {Piece} piece
 * @param {Rules} rules
 * @param {Map<number, string>} noted
 * @returns {Generator<TagNote, void, void>}
 */
function* tagsOf(text, piece, rules, noted) {
    const [how, start, inner, outer, end] = piece;
    if (inner > start) {
        const rule = how === "unclosed" ? "unclosed-opener" : "block-end";
        yield tagNote(text, start, inner, rule, rules, "opens");
    }
    for (const tag of rules.every.finditer(text, inner, outer)) {
        const [rule, reading] = plainTag(text, tag.index, how, rules, noted, Boolean(tag[1]), rules.name(tag));
        yield tagNote(text, tag.index, endOf(tag), rule, rules, reading);
    }
    if (end > outer) {
        const behind = rules.closer.match(text, outer);
        const closerEnd = behind ? endOf(behind) : end;
        /** @type {[string, Reading]} */
        const [rule, reading] = how === "stray" ? ["stray-closer", "folds"] : ["block-end", "closes"];
        yield tagNote(text, outer, closerEnd, rule, rules, reading);
    }
}

/**
 * The rule that decided a tag which neither opens nor closes a block, and what it is taken for.
 * @param {string} text
 * @param {number} start
 * @param {How} how
 * @param {Rules} rules
 * @param {Map<number, string>} noted
 * @param {boolean} closing
 * @param {string} name
 * @returns {[rule: string, reading: Reading]}
 */
function plainTag(text, start, how, rules, noted, closing, name) {
    if (how === "closed" || how === "unclosed") {
        const afterBacktick = rules.backtickWords && text[start - 1] === "`";
        return [closing && afterBacktick ? "word" : "block-end", "thinking"];
    }
    const reading = how === "text" ? "text" : "thinking";
    const rule = noted.get(start);
    if (rule) return [rule, reading];
    if (!closing && !rules.isPair && !rules.openNames.includes(name)) return ["extra-closers", reading];
    return [closing ? "stray-closer" : "unclosed-opener", reading];
}

/**
 * A tag as a person reads it.
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {string} rule
 * @param {Rules} rules
 * @param {Reading} reading
 * @returns {TagNote}
 */
function tagNote(text, start, end, rule, rules, reading) {
    return { start, end, text: text.slice(start, end), rule, option: rules.option[rule], reading };
}

/**
 * What each block left behind in the answer, where it leaves anything (rule `block-leaves`).
 * @param {Piece[]} found
 * @param {Rules} rules
 * @returns {Step[]}
 */
function gaps(found, rules) {
    const blocks = found.filter(([how]) => how !== "text");
    return rules.leaves ? blocks.map(() => ["block-leaves", "answer", "", rules.leaves]) : [];
}

/**
 * The white space that went with a closer, and the blocks that left no thinking.
 * @param {string} text
 * @param {Piece[]} found
 * @param {Rules} rules
 * @returns {StepNote[]}
 */
function dropped(text, found, rules) {
    /** @type {StepNote[]} */
    const notes = [];
    for (const [how, , inner, outer, end] of found) {
        if (how === "text") continue;
        const closer = rules.closer.match(text, outer);
        if (closer && endOf(closer) < end) {
            const blanks = text.slice(endOf(closer), end);
            notes.push(stepNote("after-closer", rules, "answer", blanks, ""));
        }
        const content = text.slice(inner, outer);
        if (!counts(how, content, rules)) notes.push(stepNote("blank-block", rules, "thinking", content, ""));
    }
    return notes;
}

/**
 * A step as a person reads it.
 * @param {string} rule
 * @param {Rules} rules
 * @param {Half} half
 * @param {string} before
 * @param {string | null} after
 * @returns {StepNote}
 */
function stepNote(rule, rules, half, before, after) {
    return { rule, option: rules.option[rule], half, before, after };
}
