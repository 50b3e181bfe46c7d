/**
 * Ask a model to think: one normalized effort in, the fields of a request out.
 *
 * Source: Langertha::Reasoning 0.505 (mapping `langertha`), and what providers were observed to accept (mapping
 * `providers`).  What goes out is data (`effort_tables.mjs`, generated from the project's YAML tables); this module
 * knows no provider by name.
 */

import { explanation } from "./effort_explain.mjs";
import { built, familyOf } from "./effort_families.mjs";
import { EFFORT } from "./effort_tables.mjs";
import {
    DISPLAYS,
    EFFORTS,
    MAPPINGS,
    asJson,
    assertSwitchAgrees,
    checkedBudget,
    checkedSwitch,
    checkedText,
    checkedWord,
    rejected,
    switchReading,
} from "./effort_values.mjs";

/** @typedef {import("./effort_families.mjs").Entry} Entry */
/** @typedef {import("./effort_families.mjs").Family} Family */
/** @typedef {import("./effort_families.mjs").Said} Said */
/** @typedef {Record<string, any>} Fields */

/** @type {readonly string[]} */
export const WIRES = Object.freeze([
    ...new Set(Object.values(EFFORT.mappings).flatMap((row) => Object.keys(/** @type {any} */ (row).wires))),
]);

const ARGUMENTS = [
    "effort",
    "model",
    "thinkingBudget",
    "thinkingEnabled",
    "thinkingDisplay",
    "thinkingToggle",
    "mapping",
];

/**
 * The name of a bare switch's state.
 * @param {boolean | null} enabled
 * @returns {string}
 */
function switchState(enabled) {
    return enabled === null ? "unset" : enabled ? "on" : "off";
}

/**
 * The arguments with a bare `thinkingEnabled: false` turned into effort `none`; a copy.
 *
 * A family that refuses efforts (Gemini 2.5) keeps the switch.  Source: Langertha::Reasoning 0.505,
 * normalize_off_switch.
 *
 *     normalizeOffSwitch({ thinkingEnabled: false, model: "gpt-5.6" })   // {model: "gpt-5.6", effort: "none"}
 * @param {Fields} args
 * @returns {Fields}
 */
export function normalizeOffSwitch(args) {
    const { effort, thinkingEnabled, ...rest } = args;
    if ((effort ?? null) !== null || (thinkingEnabled !== false && thinkingEnabled !== 0)) return { ...args };
    const family = familyOf(args.mapping || MAPPINGS[0], typeof args.model === "string" ? args.model : null);
    return family.refuses.includes("effort") ? { ...args } : { ...rest, effort: "none" };
}

/**
 * A reasoning request, checked and normalized when it is made, and never changed.
 *
 * effort: one of `EFFORTS`.  model: the model's id.  thinkingBudget: tokens, a whole number.  thinkingEnabled: the
 * switch alone, true or false.  thinkingDisplay: `summarized`, `omitted` or `updates`.  thinkingToggle: whether the
 * endpoint takes the on/off toggle of its models.  Each may be null or undefined, which is as if it were not given.
 *
 * Throws RejectedEffort for a combination that no request may have.
 *
 *     new Reasoning({ effort: "high", model: "claude-opus-4-8" }).to("anthropic")
 *     // {output_config: {effort: "high"}, thinking: {type: "adaptive"}}
 */
export class Reasoning {
    /** @param {Fields} [args] */
    constructor(args = {}) {
        for (const key of Object.keys(args)) {
            if (!ARGUMENTS.includes(key)) throw new TypeError(`unknown argument ${asJson(key)}`);
        }
        const { model: id } = args;
        const asked = checkedText("effort", args["effort"], id);
        const model = checkedText("model", id, id);
        const budget = checkedBudget(args["thinkingBudget"], model);
        const onOff = checkedSwitch("thinking_enabled", args["thinkingEnabled"], model);
        const display = checkedText("thinking_display", args["thinkingDisplay"], model);
        const toggle = checkedSwitch("thinking_toggle", args["thinkingToggle"], model) ?? false;
        const named = checkedText("mapping", args["mapping"], model) || MAPPINGS[0];
        checkedWord("effort", asked, EFFORTS, model);
        checkedWord("thinking_display", display, DISPLAYS, model);
        if (!Object.prototype.hasOwnProperty.call(EFFORT.mappings, named)) checkedWord("mapping", named, MAPPINGS, model);
        const family = familyOf(named, model);
        let effort = asked;
        let enabled = onOff;
        if (enabled !== null) {
            assertSwitchAgrees(enabled, effort, model);
            if (effort === null && switchReading(enabled, null) === "none" && !family.refuses.includes("effort")) {
                effort = "none";
                enabled = null;
            }
        }
        checkFamily(effort, budget, model, family);
        /** @type {string | null} */
        this.effort = effort;
        /** @type {string | null} */
        this.model = model;
        /** @type {number | null} */
        this.thinkingBudget = budget;
        /** @type {boolean | null} */
        this.thinkingEnabled = enabled;
        /** @type {string | null} */
        this.thinkingDisplay = display;
        /** @type {boolean} */
        this.thinkingToggle = toggle;
        /** @type {string} */
        this.mapping = named;
        Object.freeze(this);
    }

    /** Whether a bare switch is left after normalisation. */
    get hasThinkingEnabled() {
        return this.thinkingEnabled !== null;
    }

    /**
     * The fields to merge into a request of that format; empty where nothing can be said.
     *
     * Throws RejectedEffort for a wire that the mapping does not know, and where the policy is to reject.
     *
     *     new Reasoning({ effort: "minimal", model: "gemini-4-argon" }).to("gemini")
     *     // {thinkingConfig: {thinkingLevel: "low"}}
     * @param {string} wire
     * @returns {Fields}
     */
    to(wire) {
        const entry = entryOf(this, wire);
        /** @type {import("./effort_families.mjs").Plan | null | undefined} */
        let plan;
        if (this.thinkingBudget === null && this.thinkingDisplay === null) {
            plan = entry.plans[this.effort ?? switchState(this.thinkingEnabled)];
        } else {
            const said = saidOn(this, entry);
            plan = said === null ? null : entry.plan(said);
        }
        if (!plan) {
            throw rejected(
                `effort ${asJson(this.effort)} is refused on wire ${wire}: the model takes no level there,` +
                    " give a thinking_budget",
                this.model,
            );
        }
        return built(plan);
    }

    /**
     * The fields in their place in a request's body.
     *
     *     new Reasoning({ effort: "high", model: "qwen3" }).request("ollama")   // {options: {think: true}}
     * @param {string} wire
     * @returns {Fields}
     */
    request(wire) {
        let fields = this.to(wire);
        const at = Object.keys(fields).length ? entryOf(this, wire).at : [];
        for (const key of [...at].reverse()) fields = { [key]: fields };
        return fields;
    }

    /**
     * What goes out on a wire and why: family, ladder, each step, on whose word, since when; never throws for a cell
     * that is refused.
     * @param {string} wire
     * @returns {Fields}
     */
    explain(wire) {
        const entry = entryOf(this, wire);
        return explanation(this, wire, familyOf(this.mapping, this.model), entry, saidOn(this, entry));
    }

    /**
     * Whether a bare switch is set that the wire has no form for.
     *
     *     new Reasoning({ thinkingEnabled: true }).dropsThinkingEnabledOn("openai")   // true
     * @param {string} wire
     * @returns {boolean}
     */
    dropsThinkingEnabledOn(wire) {
        const entry = entryOf(this, wire);
        if (this.effort !== null || this.thinkingEnabled === null) return false;
        const beaten = this.thinkingBudget !== null && "budget" in entry.row && !this.thinkingEnabled;
        return beaten || entry.cells[switchState(this.thinkingEnabled)] === null;
    }

    /**
     * The level for Gemini; null without an effort, and where the model takes a budget.
     *
     *     new Reasoning({ effort: "medium", model: "gemini-3-pro-preview" }).toGeminiLevel()   // "low"
     * @returns {string | null}
     */
    toGeminiLevel() {
        const cell = entryOf(this, "gemini").cells[this.effort ?? ""];
        return (cell && cell !== "refused" && cell.effort) ?? null;
    }

    /** The fields for OpenAI Chat Completions. */
    toOpenai() {
        return this.to("openai");
    }

    /** The fields for OpenAI Responses. */
    toResponses() {
        return this.to("responses");
    }

    /** The fields for Anthropic Messages. */
    toAnthropic() {
        return this.to("anthropic");
    }

    /** The fields for Gemini. */
    toGemini() {
        return this.to("gemini");
    }

    /** The fields for Ollama. */
    toOllama() {
        return this.to("ollama");
    }

    /** The fields for chat templates of self-hosted servers. */
    toChatTemplateKwargs() {
        return this.to("chat_template_kwargs");
    }
}

/**
 * Refuse what no request to the family may have, whatever the wire.
 * @param {string | null} effort
 * @param {number | null} budget
 * @param {string | null} model
 * @param {Family} family
 */
function checkFamily(effort, budget, model, family) {
    if (effort !== null && budget !== null) {
        throw rejected(`effort ${asJson(effort)} and thinking_budget ${budget} exclude each other: give one`, model);
    }
    if (budget !== null && family.refuses.includes("budget")) {
        throw rejected(`thinking_budget ${budget} is refused: the family ${family.id} takes no budget`, model);
    }
    if (effort !== null && family.refuses.includes("effort")) {
        throw rejected(
            `effort ${asJson(effort)} is refused: the family ${family.id} takes a thinking_budget and no effort`,
            model,
        );
    }
}

/**
 * What is sent for a request on a wire.
 * @param {Reasoning} asked
 * @param {string} wire
 * @returns {Entry}
 */
function entryOf(asked, wire) {
    const entry =
        typeof wire === "string" ? familyOf(asked.mapping, asked.model).entry(wire, asked.thinkingToggle) : null;
    if (entry === null) {
        const known = Object.keys(EFFORT.mappings[asked.mapping].wires).join(", ");
        throw rejected(`unknown wire ${asJson(wire)}: the mapping ${asked.mapping} knows ${known}`, asked.model);
    }
    return entry;
}

/**
 * What an entry says for a request, before it is put into fields; null where it is refused.
 * @param {Reasoning} asked
 * @param {Entry} entry
 * @returns {Said | null}
 */
function saidOn(asked, entry) {
    const { row } = entry;
    const state = asked.effort ?? switchState(asked.thinkingEnabled);
    const cell = row.cells[state];
    if (cell === "refused") return null;
    /** @type {Said} */
    let said = cell ?? {};
    if (asked.thinkingBudget !== null && "budget" in row) {
        said = { ...row.budget.with, budget: bounded(row.budget, asked.thinkingBudget) };
    }
    if (asked.thinkingDisplay === null || !entry.shows(state)) return said;
    if (row.display !== "beside") said = { type: row.display, ...said };
    return "type" in said ? { ...said, display: asked.thinkingDisplay } : said;
}

/**
 * A budget as the policy of its row lets it through.
 *
 *     bounded({ policy: "clamp", min: 128, max: 32768, also: [-1] }, 0)   // 128
 * @param {any} bounds
 * @param {number} budget
 * @returns {number}
 */
function bounded(bounds, budget) {
    if (bounds.policy === "pass" || (bounds.also ?? []).includes(budget)) return budget;
    return Math.max(bounds.min ?? budget, Math.min(bounds.max ?? budget, budget));
}

/**
 * The fields for one wire, from plain arguments; the mapping is `providers` where none is named.
 *
 *     mapper("responses", { model: "gpt-5.5-pro", effort: "low" })   // {reasoning: {effort: "medium"}}
 * @param {string} wire
 * @param {Fields} [args]
 * @returns {Fields}
 */
export function mapper(wire, args = {}) {
    return new Reasoning({ ...args, mapping: args["mapping"] ?? MAPPINGS[MAPPINGS.length - 1] }).to(wire);
}
