/** A reader with the calls of a chat service: messages of providers, and rounds of events. */

import { messageReading } from "./message.mjs";
import { Reader } from "./reader.mjs";
import { Round, switchedOn } from "./rounds.mjs";

/** @typedef {import("./message.mjs").MessageReading} MessageReading */
/** @typedef {import("./tags.mjs").Table} Table */

/**
 * A `Reader` that also reads what providers send.
 *
 * `parseInline` is the setting of the dialects that have one: whether rounds and messages look for markers in content
 * at all.  Undefined asks the environment variable of `rounds.yaml`; a call may say otherwise.
 */
export class ServiceReader extends Reader {
    /**
     * @param {string} dialect
     * @param {Table} table
     * @param {{filtering?: boolean, parseInline?: boolean}} [options]
     */
    constructor(dialect, table, { filtering = true, parseInline } = {}) {
        super(dialect, table, { filtering });
        this._parseInline = parseInline;
    }

    /**
     * Answer and thinking of a provider's response, native fields and tags alike.
     *
     * `provider` is `anthropic`, `openai` (also `deepseek`, `openrouter` and others of its format), `gemini`, `ollama`
     * or `mistral`; `response` its JSON as a plain object.  Throws a RangeError for another provider, a TypeError for a
     * response that is not an object.
     *
     *     const response = { message: { content: "<think>b</think>Hello", thinking: "a" } };
     *     reader("nr-llm").message("ollama", response).thinking   // "a\nb"
     * @param {string} provider
     * @param {unknown} response
     * @param {{parseInline?: boolean}} [options]
     * @returns {MessageReading}
     */
    message(provider, response, { parseInline } = {}) {
        const inline = switchedOn("parse_inline", parseInline ?? this._parseInline);
        /** @param {string} text */
        const halvesOf = (text) => this.split(text);
        return messageReading(provider, response, this.dialect, this._rules, halvesOf, { parseInline: inline });
    }

    /**
     * The rounds of a chat service, where the dialect's streams are exact; throws a RangeError elsewhere.
     * @param {{parseInline?: boolean}} [options]
     * @returns {Round}
     */
    round({ parseInline } = {}) {
        if (this._rules.option["stream-kind"] !== "exact") {
            throw new RangeError(`the dialect ${this.dialect} has no rounds: its streams are not exact`);
        }
        return new Round(this._rules, { parseInline: switchedOn("parse_inline", parseInline ?? this._parseInline) });
    }
}
