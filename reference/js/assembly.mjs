/**
 * Stage three, assembly: what a dialect shows of the pieces.
 *
 * Each step is one rule.  `steps`, where given, collects `[rule id, half, before, after]` of every step that changed
 * something, for `explain`.
 */

import { trimmed, trimmedEnd, trimmedStart } from "./strings.mjs";

/** @typedef {import("./blocks.mjs").Piece} Piece */
/** @typedef {import("./tags.mjs").Rules} Rules */
/** @typedef {{type: "text" | "think", text: string, name: string}} Segment */
/** @typedef {"answer" | "thinking"} Half */
/** @typedef {[rule: string, half: Half, before: string, after: string | null]} Step */

/**
 * Type, text and name of every piece that the dialect shows, as it stands in the reply.
 * @param {string} text
 * @param {Rules} rules
 * @param {Iterable<Piece>} found
 * @returns {Segment[]}
 */
export function segmentsOf(text, rules, found) {
    /** @type {Segment[]} */
    const shown = [];
    for (const [how, , inner, outer, , name] of found) {
        const content = text.slice(inner, outer);
        if (how === "text") {
            shown.push({ type: "text", text: content, name: "" });
        } else if (counts(how, content, rules)) {
            shown.push({ type: "think", text: content, name });
        }
    }
    return shown;
}

/**
 * Answer and thinking of a reply that has been cut into pieces.
 * @param {string} text
 * @param {Rules} rules
 * @param {Iterable<Piece>} found
 * @param {Step[] | null} [steps]
 * @returns {{answer: string, thinking: string | null}}
 */
export function halves(text, rules, found, steps = null) {
    /** @type {string[]} */
    const texts = [];
    /** @type {string[]} */
    const thoughts = [];
    let blockFound = false;
    let [first, last] = ["", ""];
    for (const [how, , inner, outer] of found) {
        const content = text.slice(inner, outer);
        if (how === "text") {
            texts.push(content);
            last = content;
            continue;
        }
        if (!blockFound) [blockFound, first] = [true, last];
        last = "";
        if (rules.leaves) texts.push(rules.leaves);
        if (counts(how, content, rules)) thoughts.push(content);
    }
    const answer = texts.join("");
    return {
        answer: finishAnswer(answer, rules, steps, blockFound, first, last),
        thinking: finishThinking(thoughts, rules, steps),
    };
}

/**
 * Whether a block's content is thinking at all (rule `blank-block`).
 * @param {string} how
 * @param {string} content
 * @param {Rules} rules
 * @returns {boolean}
 */
export function counts(how, content, rules) {
    if (rules.blankBlock === "dropped") return trimmedStart(content, rules.blanks) !== "";
    if (rules.blankBlock === "dropped-if-empty") return content !== "";
    return rules.blankBlock === "kept" || content !== "" || how === "closed";
}

/**
 * Collapse and trim the answer (`space-runs`, `answer-trim`).
 *
 * `first` and `last` are the texts before the first and after the last block.
 * @param {string} joined
 * @param {Rules} rules
 * @param {Step[] | null} steps
 * @param {boolean} blockFound
 * @param {string} first
 * @param {string} last
 * @returns {string}
 */
export function finishAnswer(joined, rules, steps, blockFound, first, last) {
    let answer = joined;
    if (blockFound && rules.collapsed) {
        answer = collapse(joined, rules.collapsed);
        record(steps, "space-runs", "answer", joined, answer);
    }
    const before = answer;
    if (rules.answerTrim === "always" || (blockFound && rules.answerTrim === "if-block-found")) {
        answer = trimmed(answer, rules.answerBlanks);
    } else if (blockFound && rules.answerTrim === "where-block-was") {
        answer = trimBlockEnds(answer, rules.answerBlanks, first, last);
    }
    record(steps, "answer-trim", "answer", before, answer);
    return answer;
}

/**
 * Trim and join the blocks' thinking (`block-trim`, `block-join`, `nothing-found`, `empty-thinking`).
 * @param {string[]} thoughts
 * @param {Rules} rules
 * @param {Step[] | null} steps
 * @returns {string | null}
 */
export function finishThinking(thoughts, rules, steps) {
    if (!thoughts.length) {
        /** @type {string | null} */
        const nothing = rules.value["nothing-found"];
        record(steps, "nothing-found", "thinking", "no block", nothing);
        return nothing;
    }
    const plain = thoughts.join(rules.joiner);
    if (thoughts.length > 1) record(steps, "block-join", "thinking", `${thoughts.length} blocks`, plain);
    let thinking = plain;
    if (rules.blockTrim === "each-block") {
        thinking = thoughts.map((thought) => trimmed(thought, rules.thinkingBlanks)).join(rules.joiner);
    } else if (rules.blockTrim === "whole") {
        thinking = trimmed(plain, rules.thinkingBlanks);
    }
    record(steps, "block-trim", "thinking", plain, thinking);
    if (thinking) return thinking;
    /** @type {string | null} */
    const empty = rules.value["empty-thinking"];
    record(steps, "empty-thinking", "thinking", "blocks without content", empty);
    return empty;
}

/**
 * Make every run of `blanks` one space: other blanks first, then runs, so that lone spaces cost nothing.
 * @param {string} text
 * @param {string} blanks
 * @returns {string}
 */
export function collapse(text, blanks) {
    for (const blank of blanks) {
        if (blank !== " " && text.includes(blank)) text = text.split(blank).join(" ");
    }
    return text.includes("  ") ? text.replace(/ {2,}/g, " ") : text;
}

/**
 * Trim an end of the answer where a block left it blank; the first line with content keeps its indentation.
 * @param {string} answer
 * @param {string} blanks
 * @param {string} first
 * @param {string} last
 * @returns {string}
 */
export function trimBlockEnds(answer, blanks, first, last) {
    if (!trimmedStart(first, blanks)) {
        const content = trimmedStart(answer, blanks);
        const lead = answer.slice(0, answer.length - content.length);
        answer = lead.includes("\n") ? lead.slice(lead.lastIndexOf("\n") + 1) + content : content;
    }
    if (!trimmedStart(last, blanks)) answer = trimmedEnd(answer, blanks);
    return answer;
}

/**
 * Note a step if it changed something.
 * @param {Step[] | null} steps
 * @param {string} rule
 * @param {Half} half
 * @param {string} before
 * @param {string | null} after
 */
function record(steps, rule, half, before, after) {
    if (steps && before !== after) steps.push([rule, half, before, after]);
}
