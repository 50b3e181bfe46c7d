/**
 * An engine's own values and those of one request, put together key by key.
 *
 * Source: Langertha::Role::ReasoningEffort (0.504 read, 0.505 by its Changes); the rules stand in `switches.yaml`, the
 * engines in `engines.yaml`.
 */

import { Reasoning } from "./effort.mjs";
import { EFFORT } from "./effort_tables.mjs";
import { MAPPINGS, asJson, assertSwitchAgrees, rejected } from "./effort_values.mjs";

/** @typedef {Record<string, any>} Values */

/** @type {Record<string, string>} */
const ALIASES = { reasoning_effort: "effort" };
const KEYS = ["effort", "model", "thinking_budget", "thinking_enabled", "thinking_display", "thinking_toggle"];
/** @type {Record<string, Values>} */
const ENGINES = EFFORT.engines;

/**
 * The values of one engine, over which each request lays its own.
 *
 * engine: the engine's values (`effort` or `reasoningEffort`, `model`, `thinkingBudget`, `thinkingEnabled`,
 * `thinkingDisplay`, `thinkingToggle`; with underscores too).  name: an engine of the table, which sets wire, toggle
 * and mapping.  wire: the wire, where no name is given.  warn: what takes a warning (default: `console.warn`).  Throws
 * RejectedEffort for a contradiction inside a layer and for an unknown key or engine.
 *
 *     const layers = new Layers({ engine: { effort: "high", model: "gpt-5.6" } });
 *     layers.reasoning({ effort: "low" }).effort   // "low"
 *     layers.reasoning({ thinkingEnabled: false }).effort   // "none"
 */
export class Layers {
    /** @param {{engine?: Values | null, name?: string | null, wire?: string | null, mapping?: string | null, warn?: ((text: string) => void) | null}} [options] */
    constructor({ engine = null, name = null, wire = null, mapping = null, warn = null } = {}) {
        this.engine = layer(engine, "engine");
        /** @type {Values} */
        let row = {};
        if (name !== null) {
            if (!Object.prototype.hasOwnProperty.call(ENGINES, name)) {
                const known = Object.keys(ENGINES).join(", ");
                throw rejected(`engine must be one of ${known}, got ${asJson(name)}`, this.engine["model"]);
            }
            row = ENGINES[name];
        }
        /** @type {string | null} */
        this.wire = wire ?? row["wire"] ?? null;
        /** @type {string} */
        this.mapping = mapping ?? row["mapping"] ?? MAPPINGS[0];
        this.engine["thinking_toggle"] = this.engine["thinking_toggle"] ?? row["toggle"] ?? false;
        this.warned = false;
        this._warn = warn ?? ((/** @type {string} */ text) => console.warn(text));
    }

    /**
     * The request that both layers make together; warns once for a bare switch that the wire cannot say.
     * @param {Values | null} [request]
     * @param {string | null} [wire]
     * @returns {Reasoning}
     */
    reasoning(request = null, wire = null) {
        const values = mergedLayers(this.engine, layer(request, "request"));
        const asked = new Reasoning({
            effort: values["effort"],
            model: values["model"],
            thinkingBudget: values["thinking_budget"],
            thinkingEnabled: values["thinking_enabled"],
            thinkingDisplay: values["thinking_display"],
            thinkingToggle: values["thinking_toggle"],
            mapping: this.mapping,
        });
        const on = wire ?? this.wire;
        if (on !== null && !this.warned && asked.dropsThinkingEnabledOn(on)) {
            this.warned = true;
            this._warn(`thinking_enabled ${asJson(asked.thinkingEnabled)} has no form on wire ${on}: nothing is sent for it`);
        }
        return asked;
    }

    /**
     * The fields of a request on the engine's wire (or on `wire`).
     * @param {Values | null} [request]
     * @param {string | null} [wire]
     * @returns {Values}
     */
    fields(request = null, wire = null) {
        return this.reasoning(request, wire).to(wireOf(this, wire));
    }

    /**
     * A request's body: the caller's own fields, and the mapper's in their place, the caller's keys winning.
     *
     *     const layers = new Layers({ engine: { effort: "low" }, name: "LlamaCpp" });
     *     layers.body(null, null, { chat_template_kwargs: { enable_thinking: false } })
     *     // {reasoning_effort: "low", chat_template_kwargs: {enable_thinking: false}}
     * @param {Values | null} [request]
     * @param {string | null} [wire]
     * @param {Values | null} [own]
     * @returns {Values}
     */
    body(request = null, wire = null, own = null) {
        return laidOver(this.reasoning(request, wire).request(wireOf(this, wire)), own ?? {});
    }
}

/**
 * The wire that is named, or the engine's.
 * @param {Layers} layers
 * @param {string | null} wire
 * @returns {string}
 */
function wireOf(layers, wire) {
    const found = wire ?? layers.wire;
    if (found === null) throw rejected("no wire is named: give one, or an engine of the table", layers.engine["model"]);
    return found;
}

/**
 * The values of one layer under their own names, those that are null left out.
 * @param {Values | null | undefined} values
 * @param {string} name
 * @returns {Values}
 */
function layer(values, name) {
    const found = Object.fromEntries(
        Object.entries(values ?? {})
            .filter(([, value]) => value !== null && value !== undefined)
            .map(([key, value]) => [underscored(key), value])
            .map(([key, value]) => [Object.prototype.hasOwnProperty.call(ALIASES, key) ? ALIASES[key] : key, value]),
    );
    for (const key of Object.keys(found)) {
        if (!KEYS.includes(key)) {
            throw rejected(`the ${name} has no key ${asJson(key)}: known are ${KEYS.join(", ")}`, found["model"]);
        }
    }
    assertSwitchAgrees(found["thinking_enabled"], found["effort"], found["model"]);
    return found;
}

/**
 * `thinkingBudget` as `thinking_budget`.
 * @param {string} name
 * @returns {string}
 */
function underscored(name) {
    return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * The request laid over the engine: its switch replaces the engine's switch and effort, its effort a switch that
 * disagrees.
 * @param {Values} engine
 * @param {Values} request
 * @returns {Values}
 */
function mergedLayers(engine, request) {
    const below = { ...engine };
    if ("thinking_enabled" in request) {
        delete below["effort"];
    } else if ("effort" in request && "thinking_enabled" in below) {
        if (Boolean(below["thinking_enabled"]) === (request["effort"] === "none")) delete below["thinking_enabled"];
    }
    return { ...below, ...request };
}

/**
 * Two bodies as one: objects are merged, anything else of `above` wins.
 * @param {Values} below
 * @param {Values} above
 * @returns {Values}
 */
function laidOver(below, above) {
    const result = new Map(Object.entries(below));
    for (const [key, value] of Object.entries(above)) {
        const under = result.get(key);
        result.set(key, isObject(value) && isObject(under) ? laidOver(under, value) : value);
    }
    return Object.fromEntries(result);
}

/**
 * Whether a value is an object with keys.
 * @param {unknown} value
 * @returns {value is Values}
 */
function isObject(value) {
    return value !== null && typeof value === "object" && !Array.isArray(value);
}
