/**
 * A reader: the calls that applications make, on top of the three stages.
 *
 * Source of the interface: Sapphire's `core/think.py` and its JavaScript twin, made to serve every dialect.
 */

import { halves, segmentsOf } from "./assembly.mjs";
import { pieces } from "./blocks.mjs";
import { explanation } from "./explain.mjs";
import { ProvisionalStream } from "./provisional.mjs";
import { ExactStream, RawStream } from "./stream.mjs";
import { codePoints, endOf, escape, kind } from "./strings.mjs";
import { Rules, alternatives } from "./tags.mjs";

/** @typedef {import("./assembly.mjs").Segment} Segment */
/** @typedef {import("./explain.mjs").Explanation} Explanation */
/** @typedef {import("./stream.mjs").Stream} Stream */
/** @typedef {import("./tags.mjs").Table} Table */
/** @typedef {{answer: string | null, thinking: string | null}} Halves */
/** @typedef {string | null | undefined} Text undefined counts as null */

/**
 * Reads replies by one dialect's table.
 *
 * Texts are strings of any content, lone surrogates included.  null and undefined are read as the dialect's table
 * says; anything else throws a TypeError.  Nothing else is ever thrown.
 *
 *     reader("sapphire").split("<think>plan</think>Hello")   // {answer: "Hello", thinking: "plan"}
 */
export class Reader {
    /**
     * @param {string} dialect
     * @param {Table} table
     * @param {{filtering?: boolean}} [options]
     */
    constructor(dialect, table, { filtering = true } = {}) {
        const rules = new Rules(table);
        this.dialect = dialect;
        this._rules = rules;
        this._filtering = filtering;
        /** @type {string | null} */
        this._nothing = rules.value["nothing-found"];
        this.OPEN = rules.open;
        this.CLOSE = rules.close;
        /** @type {readonly string[]} */
        this.OPEN_NAMES = Object.freeze(rules.isPair ? [] : [...rules.openNames]);
        /** @type {readonly string[]} */
        this.CLOSE_NAMES = Object.freeze(rules.isPair ? [] : [...rules.closeNames]);
        /** @type {ReadonlyArray<readonly [string, string]>} */
        this.PAIRS = Object.freeze(
            rules.isPair
                ? [/** @type {[string, string]} */ ([rules.open, rules.close])]
                : rules.openNames.map((name) => /** @type {[string, string]} */ ([`<${name}>`, `</${name}>`])),
        );
        this.BLOCK_RE = blockPattern(rules);
    }

    /**
     * Answer and thinking of a reply.
     *
     *     reader("nr-llm").split("no tags here")   // {answer: "no tags here", thinking: null}
     * @param {Text} text
     * @returns {Halves}
     */
    split(text) {
        if (typeof text !== "string" && (text = this._checked(text)) === null) return this._halvesOfNull();
        if (!this._filtering) return { answer: text, thinking: this._nothing };
        return halves(text, this._rules, pieces(text, this._rules));
    }

    /**
     * The answer: what a person should see.  Always a string; null gives "".
     *
     *     reader("sapphire").strip("leftover</think>Answer.")   // "Answer."
     * @param {Text} text
     * @returns {string}
     */
    strip(text) {
        return text === null || text === undefined ? "" : this.split(text).answer || "";
    }

    /**
     * The thinking; what the dialect says ("" or null) where there is none.
     * @param {Text} text
     * @returns {string | null}
     */
    thinking(text) {
        return this.split(text).thinking;
    }

    /**
     * Whether the reply holds thinking that the dialect shows.
     * @param {Text} text
     * @returns {boolean}
     */
    has(text) {
        return this.thinking(text) !== this._nothing;
    }

    /**
     * Type (`text` or `think`), text and tag name in the order of the reply; a text has no name.
     *
     *     reader("sapphire").segments("a<think>b</think>")
     *     // [{type: "text", text: "a", name: ""}, {type: "think", text: "b", name: "think"}]
     * @param {Text} text
     * @returns {Segment[]}
     */
    segments(text) {
        const reply = this._accepted(text);
        if (reply === null) return [];
        if (!this._filtering) return reply ? [{ type: "text", text: reply, name: "" }] : [];
        return segmentsOf(reply, this._rules, pieces(reply, this._rules));
    }

    /**
     * One reply from its two halves; without thinking it is the answer alone.
     *
     *     reader("sapphire").wrap("plan", "Hello")   // "<think>plan</think>\n\nHello"
     * @param {Text} thinking
     * @param {Text} [answer]
     * @returns {string}
     */
    wrap(thinking, answer = "") {
        for (const half of [thinking, answer]) this._checked(half);
        if (!thinking) return answer || "";
        const block = this.OPEN + thinking + this.CLOSE;
        return answer ? block + this._rules.value["wrap-join"] + answer : block;
    }

    /**
     * The thinking, wrapped; a reply without thinking is wrapped whole.
     *
     *     reader("sapphire").only("Hello")   // "<think>Hello</think>"
     * @param {Text} text
     * @returns {string}
     */
    only(text) {
        if (!this._accepted(text)) return "";
        const { answer, thinking } = this.split(text);
        return this.wrap(thinking || answer);
    }

    /**
     * How many characters of a block are open at the end, in code points; 0 if none is.
     *
     *     reader("sapphire").unfinished("Hi <think>abc")   // 3
     * @param {Text} buffer
     * @returns {number}
     */
    unfinished(buffer) {
        const text = this._accepted(buffer);
        if (text === null || !this._filtering) return 0;
        const start = this._countsFromLast() ? lastOpener(text, this._rules) : firstOpen(text, this._rules);
        return codePoints(text, start);
    }

    /**
     * Every tag and every assembly step of a reply, with the rule that decided it.  Offsets are UTF-16 units.
     *
     *     reader("nr-llm").explain("a</think>b").tags   // [{text: "</think>", rule: "stray-closer", …}]
     * @param {Text} text
     * @returns {Explanation}
     */
    explain(text) {
        return explanation(this._accepted(text), this._rules, this.dialect, { filtering: this._filtering });
    }

    /**
     * A stream for one reply that comes in chunks: `feed` each, then `finish`.
     *
     *     const stream = reader("llm-chat").stream();
     *     stream.feed("<think>a</think>b");   // [["think", "a", 0], ["text", "b", -1]]
     *     stream.finish().answer;   // "b"
     * @returns {Stream}
     */
    stream() {
        const type = this._rules.option["stream-kind"];
        if (type === "raw" || !this._filtering) return new RawStream((text) => this.split(text));
        return type === "exact" ? new ExactStream(this._rules) : new ProvisionalStream(this._rules);
    }

    /** @returns {boolean} */
    _countsFromLast() {
        return this._rules.option["unfinished"] === "last-opener";
    }

    /**
     * @param {unknown} text
     * @returns {string | null}
     */
    _checked(text) {
        if (text === null || text === undefined) return null;
        if (typeof text === "string") return text;
        throw new TypeError(`expected text or null, got ${kind(text)}`);
    }

    /**
     * The text; null where the dialect allows null and reads it as nothing.
     * @param {unknown} value
     * @returns {string | null}
     */
    _accepted(value) {
        const text = this._checked(value);
        if (text === null && this._rules.option["null-input"] === "refused") {
            throw new TypeError(`expected text, got none: the dialect ${this.dialect} has no reading for it`);
        }
        return text === null && this._rules.option["null-input"] === "as-empty" ? "" : text;
    }

    /** @returns {Halves} */
    _halvesOfNull() {
        const text = this._accepted(null);
        return text === null ? { answer: null, thinking: null } : this.split(text);
    }
}

/**
 * The offset behind the last opener that no closer follows, or the end of the text.
 * @param {string} text
 * @param {Rules} rules
 * @returns {number}
 */
function lastOpener(text, rules) {
    let end = text.length;
    for (const tag of rules.either.finditer(text)) {
        if (rules.backtickWords && tag.index > 0 && text[tag.index - 1] === "`") continue;
        end = tag[1] ? text.length : endOf(tag);
    }
    return end;
}

/**
 * The offset behind the first opener after the last block, or the end of the text.
 * @param {string} text
 * @param {Rules} rules
 * @returns {number}
 */
function firstOpen(text, rules) {
    let at = 0;
    for (const [how, start, inner, , end] of pieces(text, rules)) {
        if (how === "unclosed") return inner;
        at = how !== "text" ? end : start;
    }
    const tag = rules.opener.search(text, at);
    return tag ? endOf(tag) : text.length;
}

/**
 * A pattern for a plain block, opener to first closer, for search and replace outside a reader.
 *
 * It knows no words, no stray closers and no unclosed openers; its closer takes no attributes.  It has flag `g`, so
 * that `replace` takes every block; set `lastIndex` before its `test` or `exec`.
 * @param {Rules} rules
 * @returns {RegExp}
 */
function blockPattern(rules) {
    if (rules.isPair) return new RegExp(`${escape(rules.open)}([\\s\\S]*?)${escape(rules.close)}`, "g");
    const [opens, closes] = [alternatives(rules.openNames), alternatives(rules.closeNames)];
    return new RegExp(`<(?:${opens})${rules.tail()}([\\s\\S]*?)</(?:${closes})>`, rules.foldCase ? "gi" : "g");
}
