/**
 * Provisional streams: a best guess while the reply comes, and the whole text as the judge.
 *
 * The guess walks the reply as the blocks stage does, but cannot look ahead.  So it takes every opener for the beginning
 * of a block: the thinking is shown as thinking, and the text of an open block never as answer.  Three things can be
 * found out too late: a closer makes thinking of what was shown as answer, an opener turns out to be a word, and a block
 * changes how the white space before it is read.  Then `finish` says how much of the shown answer is taken back: all
 * behind the longest beginning that it shares with the answer of the whole text.
 *
 * White space waits until something follows it, because an end of the answer may be trimmed.  A beginning of a tag waits
 * until it is one or none.
 */

import { collapse, halves } from "./assembly.mjs";
import { FENCE_LINE, pieces } from "./blocks.mjs";
import { Collected, Stream } from "./stream.mjs";
import { codePoints, endOf, escape, trimmedEnd, trimmedStart } from "./strings.mjs";

/** @typedef {import("./stream.mjs").StreamEnd} StreamEnd */
/** @typedef {import("./stream.mjs").StreamPiece} StreamPiece */
/** @typedef {import("./strings.mjs").Tag} Tag */
/** @typedef {import("./tags.mjs").Rules} Rules */

const STEP = 4096;
const BRACKET = /[<>]/;
const ASCII = /^[\0-\x7f]*$/;

/** Shows a guess, every character looked at once, and keeps the text; the finished reply is read as a whole. */
export class ProvisionalStream extends Stream {
    /** @param {Rules} rules */
    constructor(rules) {
        super();
        this._rules = rules;
        this._whole = new Collected();
        this._lead = rules.isPair ? "" : "<"; // what every tag begins with
        this._seek = rules.stray === "text" ? rules.opener : rules.either;
        this._beginnings = new Beginnings(rules);
        this._start = this._beginnings.start;
        this._fences = new FenceState();
        this._held = ""; // a beginning of a tag
        /** @type {string[]} */
        this._attributes = []; // what followed it, while only a bracket can end it
        this._endless = false;
        this._previous = ""; // ends with the last character before what is held
        this._name = "";
        this._inside = false;
        this._found = false; // whether a block was found
        this._answer = new Waiting(rules.answerBlanks);
        this._thinking = new Waiting(rules.blockTrim === "each-block" ? rules.thinkingBlanks : "");
        this._block = -1;
        this._swallowing = false;
        this._look();
    }

    /**
     * The pieces that a chunk seems to bring.
     * @param {string} chunk
     * @returns {StreamPiece[]}
     */
    feed(chunk) {
        // Nearly every chunk holds neither a tag nor a fence, and begins nothing: it goes the short way.
        if (
            typeof chunk === this._plain &&
            (!chunk.includes(this._lead) || !this._start.test(chunk)) &&
            (this._anyLine || this._isCalm(chunk))
        ) {
            this._whole.write(chunk);
            if (!chunk || this._ends.includes(chunk[chunk.length - 1]) || this._waiting.length) {
                return this._shown(chunk);
            }
            this._previous = chunk;
            return [[this._kind, this._runs ? collapse(chunk, this._runs) : chunk, this._number]];
        }
        this._whole.write(this._accepted(chunk));
        const shown = this._read(chunk);
        this._look();
        return shown;
    }

    /**
     * Whether a text, its beginning apart, can be no part of a fence line.
     * @param {string} text
     * @returns {boolean}
     */
    _isCalm(text) {
        if (!text.includes("\n")) return true;
        return !(text.includes("`") || text.includes("~") || this._ends.includes(text[text.length - 1]));
    }

    /**
     * The piece of a text that goes the short way while white space waits, or that ends with some.
     * @param {string} text
     * @returns {StreamPiece[]}
     */
    _shown(text) {
        this._previous = text || this._previous;
        text = this._half.take(text, false);
        return text ? [[this._kind, this._runs ? collapse(text, this._runs) : text, this._number]] : [];
    }

    /** See whether chunks may go the short way from here on, and what it shows. */
    _look() {
        const inside = this._inside;
        this._half = inside ? this._thinking : this._answer;
        /** @type {"text" | "think"} */
        this._kind = inside ? "think" : "text";
        this._number = inside ? this._block : -1;
        [this._ends, this._waiting] = [this._half.blanks, this._half.waiting];
        this._runs = this._found && !inside ? this._rules.collapsed : "";
        this._anyLine = inside || !this._rules.fenceWords;
        const begun = this._half.begun && !this._held && !this._swallowing;
        /** @type {string | null} */
        this._plain = begun && (this._anyLine || this._fences.mark === null) ? "string" : null;
    }

    /** @returns {StreamEnd} */
    _finished() {
        this._plain = null;
        const text = this._whole.value();
        const found = [...pieces(text, this._rules)];
        const { answer, thinking } = halves(text, this._rules, found);
        // What was shown does not depend on the cuts, so it need not be kept: it is made again from the whole text.
        const again = new ProvisionalStream(this._rules).feed(text);
        const shown = again.map(([type, part]) => (type === "text" ? part : "")).join("");
        const kept = commonStart(shown, answer);
        const last = found.length && found[found.length - 1][0] === "unclosed" ? this._rest() : [];
        if (kept < answer.length) last.push(["text", answer.slice(kept), -1]);
        return { pieces: last, answer, thinking, retracted: codePoints(shown, kept) };
    }

    /**
     * The pieces of the text up to here that were not shown yet.
     * @param {string} chunk
     * @returns {StreamPiece[]}
     */
    _read(chunk) {
        /** @type {StreamPiece[]} */
        const shown = [];
        if (!this._held && !chunk.includes(this._lead)) {
            if (chunk) {
                this._show(chunk, shown);
                this._previous = chunk;
            }
            return shown;
        }
        if (this._endless && !BRACKET.test(chunk)) {
            this._attributes.push(chunk);
            return shown;
        }
        const text = this._held + this._attributes.join("") + chunk;
        this._attributes = [];
        let at = 0;
        for (let tag = this._next(text, at); tag; tag = this._next(text, at)) {
            const [start, end] = [tag.index, endOf(tag)];
            this._show(text.slice(at, start), shown);
            if (this._isPlain(tag, start ? text[start - 1] : this._previous.slice(-1))) {
                this._show(text.slice(start, end), shown);
            } else {
                this._turn(tag, shown);
            }
            at = end;
        }
        let stop;
        [stop, this._endless] = this._beginnings.find(text, at, this._inside);
        this._show(text.slice(at, stop), shown);
        if (stop) this._previous = text[stop - 1];
        this._held = text.slice(stop);
        return shown;
    }

    /**
     * What is held back at the end, as the text that it then is.
     * @returns {StreamPiece[]}
     */
    _rest() {
        /** @type {StreamPiece[]} */
        const shown = [];
        this._show(this._held + this._attributes.join(""), shown);
        return shown;
    }

    /**
     * The next tag that means something here.
     * @param {string} text
     * @param {number} at
     * @returns {Tag | null}
     */
    _next(text, at) {
        return (this._inside ? this._rules.closer : this._seek).search(text, at);
    }

    /**
     * Whether a tag is only a word, or does not end the block that is open.
     * @param {Tag} tag
     * @param {string} before
     * @returns {boolean}
     */
    _isPlain(tag, before) {
        if (this._rules.backtickWords && before === "`") return true;
        if (this._inside) return this._rules.sameName && this._rules.name(tag) !== this._name;
        return this._rules.fenceWords && this._fences.isOdd;
    }

    /**
     * A block begins or ends here, or a closer folds the text since the last one.
     * @param {Tag} tag
     * @param {StreamPiece[]} shown
     */
    _turn(tag, shown) {
        if (this._rules.stray === "fold-first") this._seek = this._rules.opener;
        if (!this._inside && !tag[1]) {
            this._name = this._rules.name(tag);
            this._inside = true;
            this._thinking.restart();
            return;
        }
        if (!this._inside) this._answer.drop();
        this._inside = false;
        this._found = true;
        this._swallowing = Boolean(this._rules.swallowed);
        this._fences = new FenceState();
        this._showAnswer(this._rules.leaves, shown);
        this._answer.settle();
    }

    /**
     * Show text that is decided, in a block or outside.
     * @param {string} text
     * @param {StreamPiece[]} shown
     */
    _show(text, shown) {
        if (this._inside) {
            this._swallowing = false;
            const first = !this._thinking.begun;
            text = this._thinking.take(text, this._rules.blockTrim === "each-block");
            if (text) {
                this._block += first ? 1 : 0;
                shown.push(["think", text, this._block]);
            }
            return;
        }
        if (this._swallowing) {
            text = trimmedStart(text, this._rules.swallowed);
            this._swallowing = !text;
        }
        if (this._rules.fenceWords) this._fences.read(text);
        this._showAnswer(text, shown);
    }

    /**
     * @param {string} text
     * @param {StreamPiece[]} shown
     */
    _showAnswer(text, shown) {
        const trim = this._rules.answerTrim;
        text = this._answer.take(text, trim === "always" || (this._found && trim === "if-block-found"));
        if (this._found && this._rules.collapsed) text = collapse(text, this._rules.collapsed);
        if (text) shown.push(["text", text, -1]);
    }
}

/** Lets text through and keeps white space at its end until more text follows. */
class Waiting {
    /** @param {string} blanks */
    constructor(blanks) {
        this.blanks = blanks;
        /** @type {string[]} */
        this.waiting = [];
        this.restart();
    }

    /** Begin anew, with nothing let through. */
    restart() {
        this.begun = false;
        this.waiting.length = 0;
        this.settled = 0;
    }

    /**
     * What may be shown now; `trims` if white space before the first text is none of it.
     * @param {string} text
     * @param {boolean} trims
     * @returns {string}
     */
    take(text, trims) {
        const content = trimmedEnd(text, this.blanks);
        if (!content) {
            if (text) this.waiting.push(text);
            return "";
        }
        let ready = content;
        if (this.waiting.length) {
            ready = this.waiting.join("") + content;
            this.waiting.length = this.settled = 0;
        }
        if (content.length < text.length) this.waiting.push(text.slice(content.length));
        if (!this.begun) {
            this.begun = true;
            if (trims) return trimmedStart(ready, this.blanks);
        }
        return ready;
    }

    /** What waits now lies before a block, where no closer reaches it. */
    settle() {
        this.settled = this.waiting.length;
    }

    /** What came since the last block is no answer. */
    drop() {
        this.waiting.length = this.settled;
    }
}

/** Counts fence lines in text that comes in parts; the whole-text twin is `Fences`. */
class FenceState {
    constructor() {
        this.isOdd = false;
        /** @type {string | null} */
        this.mark = ""; // how the line begins, white space apart, while it may become a fence
    }

    /**
     * Count the fence lines that end in this part.
     * @param {string} text
     */
    read(text) {
        if (this.mark === null && !text.includes("\n")) return;
        const lines = this.mark === null ? text : "\n" + this.mark + text;
        const found = lines.match(FENCE_LINE);
        if (found && found.length % 2 === 1) this.isOdd = !this.isOdd;
        const mark = trimmedStart(lines.slice(lines.lastIndexOf("\n") + 1), " \t");
        this.mark = ["", "`", "``", "~", "~~"].includes(mark) ? mark : null;
    }
}

/** Finds the beginning of a tag at the end of a text. */
class Beginnings {
    /** @param {Rules} rules */
    constructor(rules) {
        this._isPair = rules.isPair;
        this._foldCase = rules.foldCase;
        /** @type {string} */
        this._blanks = rules.value["inside-tag"] || "";
        const opens = rules.isPair ? [rules.open] : rules.openNames.map((name) => `<${name}`);
        const closes = rules.isPair ? [rules.close] : rules.closeNames.map((name) => `</${name}`);
        this._whole = new Set([...opens, ...closes]);
        this._closing = beginningsOf(closes);
        this._opening = beginningsOf(rules.stray !== "text" ? [...opens, ...closes] : opens);
        this._longest = Math.max(...[...this._whole].map((tag) => tag.length));
        // What every beginning of a tag matches and hardly anything else; with a pair only the beginning of nothing.
        const seconds = ["/", ...rules.closeNames.map((name) => name[0])].map(escape).join("");
        this.start = new RegExp(rules.isPair ? "" : `<(?![^${seconds}])`, rules.foldCase ? "i" : "");
    }

    /**
     * Where it begins, or the end of the text; and whether from there on only a bracket can end it.
     * @param {string} text
     * @param {number} at
     * @param {boolean} inside
     * @returns {[start: number, endless: boolean]}
     */
    find(text, at, inside) {
        const wanted = inside ? this._closing : this._opening;
        if (this._isPair) {
            for (let start = Math.max(at, text.length - this._longest + 1); start < text.length; start++) {
                if (wanted.has(text.slice(start))) return [start, false];
            }
            return [text.length, false];
        }
        const start = text.lastIndexOf("<");
        if (start < at || text.indexOf(">", start) >= 0) return [text.length, false];
        const head = text.slice(start, start + this._longest + 1);
        let size = 0;
        while (size < head.length && !this._blanks.includes(head[size])) size++;
        let name = head.slice(0, size);
        if (this._foldCase && ASCII.test(name)) name = name.toLowerCase();
        if (!wanted.has(name)) return [text.length, false];
        if (size < head.length) return this._whole.has(name) ? [start, true] : [text.length, false];
        return [start, false];
    }
}

/**
 * Every beginning of the tags, the whole of them included.
 *
 *     beginningsOf(["</a"])   // "<", "</", "</a"
 * @param {string[]} tags
 * @returns {Set<string>}
 */
export function beginningsOf(tags) {
    return new Set(tags.flatMap((tag) => [...tag.split("").keys()].map((size) => tag.slice(0, size + 1))));
}

/**
 * How many UTF-16 units two texts share from their beginnings on; a surrogate pair is shared whole or not at all.
 *
 *     commonStart("reasoning", "reading")   // 3
 * @param {string} text
 * @param {string} other
 * @returns {number}
 */
export function commonStart(text, other) {
    const most = Math.min(text.length, other.length);
    let at = 0;
    while (at < most && text.slice(at, at + STEP) === other.slice(at, at + STEP)) at += STEP;
    at = Math.min(at, most);
    while (at < most && text[at] === other[at]) at++;
    return splitsPair(text, at) || splitsPair(other, at) ? at - 1 : at;
}

/**
 * Whether an offset lies between the halves of a surrogate pair.
 * @param {string} text
 * @param {number} at
 * @returns {boolean}
 */
function splitsPair(text, at) {
    return at > 0 && /** @type {number} */ (text.codePointAt(at - 1)) > 0xffff;
}
