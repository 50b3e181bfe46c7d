/**
 * Streams: a reply that comes in chunks, read while it comes.
 *
 * A dialect's table says which of three kinds its streams are (rule `stream-kind`).  `exact`: what is shown is final.
 * `raw`: chunks go by as they are, and the finished reply is read.  `provisional`: see `provisional.mjs`.
 *
 * An exact stream is a machine of two states, content and block, that looks for one literal marker at a time.  How much
 * of the marker the text so far ends with is one number; the marker's fallback table says what is left of it when the
 * next character does not fit, so that no character is looked at twice.  Nothing else is held back, and nothing else is
 * kept but the two halves.
 */

import { kind } from "./strings.mjs";

/** @typedef {import("./tags.mjs").Rules} Rules */
/** @typedef {[kind: "text" | "think", text: string, block: number]} StreamPiece */
/** @typedef {(text: string) => {answer: string | null, thinking: string | null}} HalvesOf */
/**
 * What the end of a stream gives: its last pieces, the halves of the whole reply, and what is taken back.
 *
 * `retracted` counts code points at the end of what was shown as answer.  Without them, and with the text of `pieces`
 * behind the rest, the shown answer is the answer.
 * @typedef {{pieces: StreamPiece[], answer: string | null, thinking: string | null, retracted: number}} StreamEnd
 */

// What a table must choose for its streams to be exact: with any other option a later chunk may change an earlier piece.
const EXACT_NEEDS = {
    "letter-case": "exact",
    "inside-tag": "nothing",
    "word": "never",
    "stray-closer": "text",
    "unclosed-opener": "thinking",
    "after-closer": "kept",
    "blank-block": "dropped-if-empty",
    "block-trim": "never",
    "block-join": "nothing",
    "block-leaves": "nothing",
    "space-runs": "kept",
    "answer-trim": "never",
};

const PARTS = 1024;

/** A text that grows by parts, joined now and then: a list of single characters would take many times their room. */
export class Collected {
    constructor() {
        this.length = 0;
        /** @type {string[]} */
        this._blocks = [];
        /** @type {string[]} */
        this._parts = [];
    }

    /** @param {string} text */
    write(text) {
        this.length += text.length;
        if (this._parts.push(text) === PARTS) {
            this._blocks.push(this._parts.join(""));
            this._parts = [];
        }
    }

    /** @returns {string} */
    value() {
        return this._blocks.join("") + this._parts.join("");
    }
}

/**
 * One reply in chunks: `feed` each of them, then `finish`.
 *
 * A piece is `[kind, text, block]`: kind `text` or `think`, a block counted from 0, -1 for text.
 */
export class Stream {
    constructor() {
        /** @type {StreamEnd | null} */
        this.end = null;
    }

    /**
     * The pieces that a chunk brings.
     *
     * Throws a TypeError for a chunk that is not text (nothing is lost: the stream goes on), an Error after `finish`.
     * @param {string} chunk
     * @returns {StreamPiece[]}
     */
    feed(chunk) {
        throw new Error(`no machine for ${kind(chunk)}`);
    }

    /**
     * @returns {StreamEnd}
     */
    _finished() {
        throw new Error("no machine");
    }

    /**
     * The last pieces and the reading of the whole reply; `end` keeps it.  Throws an Error if the stream has finished
     * before.
     *
     *     const stream = reader("llm-chat").stream();
     *     stream.feed("<think>a</think>b<");   // [["think", "a", 0], ["text", "b", -1]]
     *     stream.finish();   // {pieces: [["text", "<", -1]], answer: "b<", thinking: "a", retracted: 0}
     * @returns {StreamEnd}
     */
    finish() {
        this._open();
        this.end = this._finished();
        return this.end;
    }

    /**
     * Every piece of a reply, as its chunks come; what `finish` gives stands in `end` afterwards.
     * @param {Iterable<string>} chunks
     * @returns {Generator<StreamPiece, void, void>}
     */
    *run(chunks) {
        for (const chunk of chunks) yield* this.feed(chunk);
        yield* this.finish().pieces;
    }

    /**
     * The same for chunks that come asynchronously.
     * @param {AsyncIterable<string> | Iterable<string>} chunks
     * @returns {AsyncGenerator<StreamPiece, void, void>}
     */
    async *arun(chunks) {
        for await (const chunk of chunks) yield* this.feed(chunk);
        yield* this.finish().pieces;
    }

    /**
     * The same as a `TransformStream`: chunks in, pieces out.
     * @returns {TransformStream<string, StreamPiece>}
     */
    transform() {
        return new TransformStream({
            transform: (chunk, controller) => {
                for (const piece of this.feed(chunk)) controller.enqueue(piece);
            },
            flush: (controller) => {
                for (const piece of this.finish().pieces) controller.enqueue(piece);
            },
        });
    }

    _open() {
        if (this.end !== null) throw new Error("this stream has finished: take a new one for the next reply");
    }

    /**
     * The chunk, if it is text and still may come.
     * @param {unknown} chunk
     * @returns {string}
     */
    _accepted(chunk) {
        if (typeof chunk !== "string") throw new TypeError(`a chunk must be text, got ${kind(chunk)}`);
        this._open();
        return chunk;
    }
}

/** Shows chunks as they come, tags included; only the finished reply is read. */
export class RawStream extends Stream {
    /** @param {HalvesOf} halvesOf */
    constructor(halvesOf) {
        super();
        this._halvesOf = halvesOf;
        this._whole = new Collected();
    }

    /**
     * The chunk itself, as text.
     * @param {string} chunk
     * @returns {StreamPiece[]}
     */
    feed(chunk) {
        this._whole.write(this._accepted(chunk));
        return chunk ? [["text", chunk, -1]] : [];
    }

    /** @returns {StreamEnd} */
    _finished() {
        const { answer, thinking } = this._halvesOf(this._whole.value());
        return { pieces: [], answer, thinking, retracted: 0 };
    }
}

/** Shows what is certain at once; holds back only what could still become the marker looked for. */
export class ExactStream extends Stream {
    /** @param {Rules} rules */
    constructor(rules) {
        super();
        for (const [rule, option] of Object.entries(EXACT_NEEDS)) {
            if (rules.option[rule] !== option) {
                throw new RangeError(`exact streams need option ${option} of rule ${rule}, not ${rules.option[rule]}`);
            }
        }
        /** @type {string | null} */
        this._nothing = rules.value["nothing-found"];
        this._opener = { marker: rules.open, fallback: fallbacks(rules.open) };
        this._closer = { marker: rules.close, fallback: fallbacks(rules.close) };
        this._answer = new Collected();
        this._thinking = new Collected();
        this._held = 0; // so many characters of the marker end the text so far
        /** @type {string | null} */
        this._plain = "string"; // the type of chunks that may go the short way
        this._block = 0; // the number of the next block that shows a piece
        this._began = 0;
        this._look(false);
    }

    /**
     * The pieces that a chunk makes certain.
     * @param {string} chunk
     * @returns {StreamPiece[]}
     */
    feed(chunk) {
        // Nearly every chunk holds no beginning of the marker: it goes the short way.
        if (typeof chunk === this._plain && (!chunk.includes(this._first) || this._isPlain(chunk)) && chunk) {
            this._half.write(chunk);
            return [[this._kind, chunk, this._number]];
        }
        const text = this._accepted(chunk);
        /** @type {StreamPiece[]} */
        const pieces = [];
        let [held, at] = [this._held, 0];
        let start = -held; // where the text begins that is not shown yet; before 0 lies what is held
        while (at < text.length) {
            if (!held) {
                const found = text.indexOf(this._marker, at);
                if (found >= 0) {
                    at = found + this._marker.length;
                    this._show(text, start, found, pieces);
                    this._look(!this._inside);
                    start = at;
                    continue;
                }
                at = text.indexOf(this._first, Math.max(at, text.length - this._marker.length + 1));
                if (at < 0) break;
            }
            held = this._step(held, text[at]);
            at++;
            if (held === this._marker.length) {
                this._show(text, start, at - held, pieces);
                this._look(!this._inside);
                [start, held] = [at, 0];
            }
        }
        this._show(text, start, text.length - held, pieces);
        this._held = held;
        this._plain = held ? null : "string";
        return pieces;
    }

    /**
     * Whether a text neither holds the marker nor ends with what could begin it.
     * @param {string} text
     * @returns {boolean}
     */
    _isPlain(text) {
        const tail = Math.max(0, text.length - this._marker.length + 1);
        return !text.includes(this._marker) && text.indexOf(this._first, tail) < 0;
    }

    /**
     * How much of the marker the text ends with when one more character has come.
     * @param {number} held
     * @param {string} character
     * @returns {number}
     */
    _step(held, character) {
        while (held && this._marker[held] !== character) held = this._fallback[held];
        return this._marker[held] === character ? held + 1 : 0;
    }

    /**
     * Show what lies between two offsets; what was held are the marker's own first characters.
     * @param {string} text
     * @param {number} start
     * @param {number} stop
     * @param {StreamPiece[]} pieces
     */
    _show(text, start, stop, pieces) {
        if (stop <= start) return;
        const shown =
            start >= 0
                ? text.slice(start, stop)
                : this._marker.slice(0, Math.min(-start, stop - start)) + text.slice(0, Math.max(stop, 0));
        this._half.write(shown);
        pieces.push([this._kind, shown, this._number]);
    }

    /**
     * Go on in content or in a block, and look for the marker that ends it.
     * @param {boolean} inside
     */
    _look(inside) {
        if (inside) {
            this._began = this._thinking.length;
        } else if (this._thinking.length > this._began) {
            this._block++;
            this._began = this._thinking.length;
        }
        this._inside = inside;
        ({ marker: this._marker, fallback: this._fallback } = inside ? this._closer : this._opener);
        this._first = this._marker[0];
        /** @type {"text" | "think"} */
        this._kind = inside ? "think" : "text";
        this._number = inside ? this._block : -1;
        this._half = inside ? this._thinking : this._answer;
    }

    /** @returns {StreamEnd} */
    _finished() {
        /** @type {StreamPiece[]} */
        const pieces = [];
        this._show("", -this._held, 0, pieces);
        this._plain = null;
        const thinking = this._thinking.value();
        return { pieces, answer: this._answer.value(), thinking: thinking || this._nothing, retracted: 0 };
    }
}

/**
 * For every length, how much of the marker's beginning such a beginning also ends with, itself apart.
 *
 *     fallbacks("aabaa")   // [0, 0, 1, 0, 1, 2]
 * @param {string} marker
 * @returns {number[]}
 */
export function fallbacks(marker) {
    const table = [0, 0];
    for (const character of marker.slice(1).split("")) {
        let held = table[table.length - 1];
        while (held && marker[held] !== character) held = table[held];
        table.push(marker[held] === character ? held + 1 : 0);
    }
    return table;
}
