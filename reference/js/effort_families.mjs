/**
 * Which family a model's id belongs to, and what the family sends on a wire.
 *
 * A family is found by the longest prefix whose follow set allows what stands behind it in the id; a needle (a text
 * that counts anywhere in the id) goes before all prefixes.  Both are table look-ups: no pattern is needed, and the
 * answer is kept, so that a second request for a model costs one look-up.
 */

import { EFFORT } from "./effort_tables.mjs";

/** @typedef {string[]} Path */
/** @typedef {[Path, any][]} Plan */
/** @typedef {Record<string, any>} Said */
/** @typedef {Map<string, [string, string][]>} Rows */

/** @type {Record<string, Set<string>>} */
const FOLLOW = Object.fromEntries(
    Object.entries(EFFORT.vocabulary.follow).map(([name, classes]) => [name, new Set(/** @type {any} */ (classes))]),
);
const KEPT_FAMILIES = 4096;
const DIGITS = "0123456789";

/** What a family sends on one wire: the table's row, and its cells as plans of paths and values. */
export class Entry {
    /**
     * @param {any} row
     * @param {any} wire
     */
    constructor(row, wire) {
        const { fields } = wire;
        this.row = row;
        /** @type {string[]} */
        this.at = wire.at;
        /** @type {Record<string, any>} */
        this.cells = row.cells;
        /** @type {Record<string, Path>} */
        this.paths = { ...fields };
        for (const [role, name] of Object.entries(row.fields ?? {})) this.paths[role] = fields[/** @type {any} */ (name)];
        // A refused cell has no plan.
        /** @type {Record<string, Plan>} */
        this.plans = {};
        for (const [state, cell] of Object.entries(this.cells)) {
            if (cell !== "refused") this.plans[state] = this.plan(cell ?? {});
        }
        this.plans["unset"] = [];
    }

    /**
     * Whether a display can be said beside a state (an effort, `on`, `off` or `unset`).
     * @param {string} state
     * @returns {boolean}
     */
    shows(state) {
        return "display" in this.row && "display" in this.paths && !(this.row.mute ?? []).includes(state);
    }

    /**
     * The paths and values of what is said.
     * @param {Said} said
     * @returns {Plan}
     */
    plan(said) {
        return Object.entries(said).map(([role, value]) => [this.paths[role], value]);
    }
}

/** The models that share a row: its table row, how an id was found to be of it, and its entries by wire. */
export class Family {
    /**
     * @param {string} mapping
     * @param {string} name
     * @param {string} how
     * @param {string} prefix
     */
    constructor(mapping, name, how, prefix) {
        this.mapping = mapping;
        this.id = name;
        this.how = how;
        this.prefix = prefix;
        this.row = EFFORT.mappings[mapping].families[name];
        /** @type {string[]} */
        this.refuses = this.row.refuses;
        /** @type {Map<string, Entry>} */
        this.entries = new Map();
    }

    /**
     * What is sent on a wire, by an endpoint that opted in to the toggle or not; null for an unknown wire.
     * @param {string} wire
     * @param {boolean} toggle
     * @returns {Entry | null}
     */
    entry(wire, toggle) {
        const key = toggle ? `${wire}+toggle` : wire;
        let found = this.entries.get(key);
        if (found === undefined) {
            const table = EFFORT.mappings[this.mapping];
            if (!Object.prototype.hasOwnProperty.call(table.wires, wire)) return null;
            const sends = { ...table.families.unlisted.sends, ...this.row.sends };
            found = new Entry(table.entries[sends[key] ?? sends[wire]], table.wires[wire]);
            this.entries.set(key, found);
        }
        return found;
    }
}

/**
 * Fresh fields from a plan.
 *
 *     built([[["thinking", "type"], "adaptive"], [["max"], 1]])   // {thinking: {type: "adaptive"}, max: 1}
 * @param {Plan} plan
 * @returns {Record<string, any>}
 */
export function built(plan) {
    /** @type {Record<string, any>} */
    const fields = {};
    for (const [path, value] of plan) {
        let place = fields;
        for (const key of path.slice(0, -1)) place = place[key] = place[key] ?? {};
        place[path[path.length - 1]] = value;
    }
    return fields;
}

/** @type {Record<string, {[name: string]: any, contains: [string, boolean, string][]}>} */
const INDEX = Object.fromEntries(
    Object.entries(EFFORT.mappings).map(([mapping, table]) => {
        const { contains, ...rows } = /** @type {any} */ (table).index;
        const maps = Object.entries(rows).map(([name, prefixes]) => [name, new Map(Object.entries(/** @type {any} */ (prefixes)))]);
        return [mapping, { contains, ...Object.fromEntries(maps) }];
    }),
);
/** @type {Record<string, Map<string | null, Family>>} */
const FOUND = Object.fromEntries(Object.keys(EFFORT.mappings).map((mapping) => [mapping, new Map()]));

/**
 * The family of a model's id in a mapping; `unlisted` where no row matches, and for no id.
 *
 *     familyOf("langertha", "gpt-5.60").id   // "unlisted"
 * @param {string} mapping
 * @param {string | null} model
 * @returns {Family}
 */
export function familyOf(mapping, model) {
    const kept = FOUND[mapping];
    let family = kept.get(model);
    if (family === undefined) {
        if (kept.size >= KEPT_FAMILIES) kept.clear();
        family = new Family(mapping, ...findFamily(mapping, model ?? ""));
        kept.set(model, family);
    }
    return family;
}

/**
 * Family, how it was found (`contains prefix rest`) and by which text.
 * @param {string} mapping
 * @param {string} model
 * @returns {[string, string, string]}
 */
export function findFamily(mapping, model) {
    let at = ownStart(EFFORT.mappings[mapping], model);
    const folded = model.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    const index = INDEX[mapping];
    for (const [needle, ignoring, family] of index.contains) {
        if ((ignoring ? folded : model).indexOf(needle, at) >= 0) return [family, "contains", needle];
    }
    let best = longestPrefix(index["start"], index["start-folded"], model, folded, at);
    if (index["part"].size || index["part-folded"].size) {
        while (at >= 0) {
            const found = longestPrefix(index["part"], index["part-folded"], model, folded, at);
            if (found[1].length > best[1].length) best = found;
            at = model.indexOf("/", at) + 1 || -1;
        }
    }
    return best[1] ? [best[0], "prefix", best[1]] : ["unlisted", "rest", ""];
}

/**
 * The offset where the model's own id begins: behind the providers, regions and paths that the mapping strips.
 * @param {any} table
 * @param {string} model
 * @returns {number}
 */
export function ownStart(table, model) {
    let at = table.parts === "last" ? model.lastIndexOf("/") + 1 : 0;
    for (;;) {
        const start = at;
        const prefix = table.strip.find((/** @type {string} */ text) => model.startsWith(text, start)) ?? "";
        if (!prefix) return at;
        at += prefix.length;
    }
}

/**
 * Family and prefix of the longest row that matches at an offset; two empty texts for none.
 * @param {Rows} exact
 * @param {Rows} ignoring
 * @param {string} model
 * @param {string} folded
 * @param {number} at
 * @returns {[string, string]}
 */
export function longestPrefix(exact, ignoring, model, folded, at) {
    let most = 0;
    for (const rows of [exact, ignoring]) for (const prefix of rows.keys()) most = Math.max(most, prefix.length);
    for (let end = Math.min(model.length, at + most); end > at; end--) {
        for (const [rows, text] of /** @type {[Rows, string][]} */ ([[exact, model], [ignoring, folded]])) {
            for (const [follows, family] of rows.get(text.slice(at, end)) ?? []) {
                if (FOLLOW[follows].has(followClass(model, end))) return [family, text.slice(at, end)];
            }
        }
    }
    return ["", ""];
}

/**
 * What stands in an id at an offset, behind a prefix: the name of its class.
 *
 *     followClass("gpt-5.10", 5)   // ".number"
 * @param {string} model
 * @param {number} at
 * @returns {string}
 */
export function followClass(model, at) {
    if (at >= model.length) return "end";
    const char = model[at];
    if (DIGITS.includes(char)) return "digit";
    let count = 0;
    while (count < 3 && at + 1 + count < model.length && DIGITS.includes(model[at + 1 + count])) count += 1;
    if (char === ".") return count > 1 ? ".number" : count ? ".digit" : ".";
    // "-32b" is a size.
    const sized = /^[a-z]$/i.test(model[at + 1 + count] ?? "");
    if (char === "-") return count > 2 ? "-date" : count && !sized ? "-version" : "-";
    return "other";
}
