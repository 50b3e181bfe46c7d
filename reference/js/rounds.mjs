/**
 * Rounds: what a chat service does with the events of one provider round.
 *
 * The program is the table `round_tables.mjs` (from `rounds.yaml`): state and event give the actions, in their order,
 * and the next state.  Here stand the actions, one small function each, and nothing about when they happen.
 *
 * Source: llm-chat, inline reasoning; its sections on stream, summary and history, and on completion, cancellation and
 * errors.
 */

import { START, SWITCHES, TRANSITIONS } from "./round_tables.mjs";
import { ExactStream } from "./stream.mjs";
import { kind } from "./strings.mjs";

/** @typedef {import("./stream.mjs").StreamPiece} StreamPiece */
/** @typedef {import("./tags.mjs").Rules} Rules */
/** @typedef {[event: string, value: any]} RoundEvent */
/** @typedef {{content: string[], reasoning: string[]}} Texts */

/** @type {{text: "content", think: "reasoning"}} */
const KINDS = { text: "content", think: "reasoning" };
const TEXTS = ["text", "reasoning"];

/**
 * Events of a provider round in, events for the user and the history out.
 *
 * In: `text` and `reasoning` with a piece of text, `finish` with the reason, `end`, `abort`, `error` with the error,
 * `round` for the next round.  Out: `content`, `reasoning`, `finish`, `error`, then `summary`
 * (`{content, reasoning, finish}`) and `message` (`{role, content}`).
 *
 *     const round = reader("llm-chat").round({ parseInline: true });
 *     round.feed("text", "<think>plan</think>Hi<");   // [["reasoning", "plan"], ["content", "Hi"]]
 */
export class Round {
    /**
     * @param {Rules} rules
     * @param {{parseInline: boolean}} options
     */
    constructor(rules, { parseInline }) {
        this._rules = rules;
        this._parseInline = parseInline;
        /** @type {string} */
        this.state = START;
        this._reason = "";
        this._begin();
    }

    _begin() {
        this._parser = this._parseInline ? new ExactStream(this._rules) : null;
        /** @type {Texts} */
        this._texts = { content: [], reasoning: [] };
    }

    /**
     * What one event leads to.
     *
     * Throws a RangeError for an event that does not exist or must not come now, a TypeError for a text or reasoning
     * event without text; the round is then as it was.
     * @param {string} event
     * @param {any} [value]
     * @returns {RoundEvent[]}
     */
    feed(event, value = null) {
        const steps = TRANSITIONS[this.state];
        if (!Object.keys(steps).includes(event)) {
            throw new RangeError(`there is no event ${JSON.stringify(event)}: send one of ${Object.keys(steps).join(", ")}`);
        }
        if (steps[event] === null) throw new RangeError(`event ${event} must not come while the round is ${this.state}`);
        if (TEXTS.includes(event) && typeof value !== "string") {
            throw new TypeError(`event ${event} needs text, got ${kind(value)}`);
        }
        const [actions, next] = steps[event];
        this.state = next;
        /** @type {RoundEvent[]} */
        const out = [];
        for (const action of actions) ACTIONS[action](this, value, out);
        return out;
    }

    /**
     * Everything that a list of events, each `[event]` or `[event, value]`, leads to.
     * @param {Iterable<[event: string, value?: any]>} events
     * @returns {RoundEvent[]}
     */
    run(events) {
        return [...events].flatMap(([event, value]) => this.feed(event, value));
    }

    /**
     * @param {any} text
     * @param {RoundEvent[]} out
     */
    _parse(text, out) {
        this._show(this._parser ? this._parser.feed(text) : [["text", text, -1]], out);
    }

    /**
     * @param {any} text
     * @param {RoundEvent[]} out
     */
    _showReasoning(text, out) {
        this._show([["think", text, -1]], out);
    }

    /**
     * @param {any} _value
     * @param {RoundEvent[]} out
     */
    _flush(_value, out) {
        if (this._parser) this._show(this._parser.finish().pieces, out);
    }

    /**
     * @param {any} reason
     * @param {RoundEvent[]} out
     */
    _showFinish(reason, out) {
        this._reason = reason;
        out.push(["finish", reason]);
    }

    /**
     * @param {any} _value
     * @param {RoundEvent[]} out
     */
    _showStop(_value, out) {
        this._reason = "stop";
        if (this._texts.content.length || this._texts.reasoning.length) out.push(["finish", "stop"]);
    }

    /**
     * @param {any} _value
     * @param {RoundEvent[]} out
     */
    _showAbort(_value, out) {
        this._showFinish("aborted", out);
    }

    /**
     * @param {any} _value
     * @param {RoundEvent[]} out
     */
    _summary(_value, out) {
        const [content, reasoning] = [this._texts.content.join(""), this._texts.reasoning.join("")];
        out.push(["summary", { content, reasoning, finish: this._reason }]);
    }

    /**
     * @param {any} _value
     * @param {RoundEvent[]} out
     */
    _commit(_value, out) {
        for (const [role, texts] of [
            ["reasoning", this._texts.reasoning],
            ["assistant", this._texts.content],
        ]) {
            if (texts.length) out.push(["message", { role, content: /** @type {string[]} */ (texts).join("") }]);
        }
    }

    /**
     * @param {any} error
     * @param {RoundEvent[]} out
     */
    _passError(error, out) {
        out.push(["error", error]);
    }

    /**
     * @param {any} _value
     * @param {RoundEvent[]} _out
     */
    _fresh(_value, _out) {
        this._begin();
    }

    /**
     * @param {Iterable<StreamPiece>} pieces
     * @param {RoundEvent[]} out
     */
    _show(pieces, out) {
        for (const [type, text] of pieces) {
            if (!text) continue;
            this._texts[KINDS[type]].push(text);
            out.push([KINDS[type], text]);
        }
    }
}

/** @type {Record<string, (round: Round, value: any, out: RoundEvent[]) => void>} */
const ACTIONS = {
    "parse": (round, value, out) => round._parse(value, out),
    "show-reasoning": (round, value, out) => round._showReasoning(value, out),
    "flush": (round, value, out) => round._flush(value, out),
    "show-finish": (round, value, out) => round._showFinish(value, out),
    "show-stop": (round, value, out) => round._showStop(value, out),
    "show-abort": (round, value, out) => round._showAbort(value, out),
    "summary": (round, value, out) => round._summary(value, out),
    "commit": (round, value, out) => round._commit(value, out),
    "pass-error": (round, value, out) => round._passError(value, out),
    "fresh": (round, value, out) => round._fresh(value, out),
};

/**
 * Whether a switch is on: as given, else by its environment variable, else by its default.
 *
 *     switchedOn("parse_inline", null, { LLM_CHAT_PARSE_INLINE_REASONING: "TRUE" })   // true
 * @param {string} name
 * @param {boolean | null} [given]
 * @param {Record<string, string | undefined>} [environment]
 * @returns {boolean}
 */
export function switchedOn(name, given, environment = globalThis.process?.env ?? {}) {
    if (given !== null && given !== undefined) return given;
    const entry = SWITCHES[name];
    const text = entry.env === null ? undefined : environment[entry.env];
    return text === undefined ? entry.default : entry.means_on.includes(text.toLowerCase());
}

/**
 * The stored messages that go back to the provider; inbound parsing knows nothing of this switch.
 * @template {{role: string}} Message
 * @param {Message[]} messages
 * @param {{filterReasoning?: boolean}} [options]
 * @returns {Message[]}
 */
export function withoutReasoning(messages, { filterReasoning } = {}) {
    const keepOut = switchedOn("filter_reasoning", filterReasoning);
    return messages.filter((message) => !(keepOut && message.role === "reasoning"));
}
