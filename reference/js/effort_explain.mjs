/** Say what a mapping made of a request, and on whose word: data for programs, sentences for people. */

import { built } from "./effort_families.mjs";
import { EFFORTS, asJson } from "./effort_values.mjs";

/** @typedef {import("./effort_families.mjs").Entry} Entry */
/** @typedef {import("./effort_families.mjs").Family} Family */
/** @typedef {import("./effort_families.mjs").Said} Said */
/** @typedef {{what: string, asked: any, sent: any, outcome: string}} Step */

/** @type {Record<string, string>} */
const FOUND_BY = { prefix: "its id starts with", contains: "its id holds", rest: "no row names its id" };
const COPIED = ["control", "ladder", "policy", "source", "date", "confidence", "note"];
/** @type {Record<string, string>} */
const OUTCOMES = {
    equal: "is sent as it is",
    dropped: "is dropped: there is no way to say it here",
    rejected: "is refused here",
    passed: "is passed on, although nothing says that it is accepted",
    inverted: "is lost: what goes out turns thinking on",
};

/**
 * The whole story of one request on one wire; the same keys and values in both languages.
 * @param {any} asked
 * @param {string} wire
 * @param {Family} family
 * @param {Entry} entry
 * @param {Said | null} said
 * @returns {Record<string, any>}
 */
export function explanation(asked, wire, family, entry, said) {
    const { row } = entry;
    const steps = stepsOf(asked, wire, entry, said);
    const contested = [...family.row.contested, ...(row.contested ?? [])]
        .filter((item) => concerns(item, wire, asked))
        .map(({ value, source }) => ({ value, source }));
    const story = {
        mapping: asked.mapping,
        wire,
        model: asked.model,
        asked: {
            effort: asked.effort,
            thinking_budget: asked.thinkingBudget,
            thinking_enabled: asked.thinkingEnabled,
            thinking_display: asked.thinkingDisplay,
            thinking_toggle: asked.thinkingToggle,
        },
        family: family.id,
        about: family.row.about,
        found_by: family.how,
        matched: family.prefix,
        ...Object.fromEntries(COPIED.map((key) => [key, row[key] ?? null])),
        basis: row.bases?.[asked.effort] ?? row.basis,
        contested,
        steps,
        sent: built(entry.plan(said ?? {})),
    };
    return { ...story, lines: linesOf(story) };
}

/**
 * Whether a contested row is about this wire and this request.
 * @param {any} item
 * @param {string} wire
 * @param {any} asked
 * @returns {boolean}
 */
export function concerns(item, wire, asked) {
    if (item.wires && !item.wires.includes(wire)) return false;
    const off = asked.effort === null && asked.thinkingEnabled === false;
    const { efforts } = item;
    return !efforts || efforts.includes(asked.effort) || (off && efforts.includes("none"));
}

/**
 * What became of each thing that was asked for.
 * @param {any} asked
 * @param {string} wire
 * @param {Entry} entry
 * @param {Said | null} said
 * @returns {Step[]}
 */
export function stepsOf(asked, wire, entry, said) {
    /** @type {Step[]} */
    const steps = [];
    const given = said ?? {};
    if (asked.effort !== null) {
        steps.push(effortStep(asked.effort, entry, given));
    } else if (asked.thinkingEnabled !== null) {
        const dropped = asked.dropsThinkingEnabledOn(wire);
        const sent = dropped ? null : asked.thinkingEnabled;
        steps.push(step("thinking_enabled", asked.thinkingEnabled, sent, dropped ? "dropped" : "equal"));
    }
    if (asked.thinkingBudget !== null) {
        const budget = entry.row.budget ? given["budget"] : null;
        const outcome = budget === null ? "dropped" : moved(budget - asked.thinkingBudget);
        steps.push(step("thinking_budget", asked.thinkingBudget, budget, outcome));
    }
    if (asked.thinkingDisplay !== null) {
        const display = given["display"] ?? null;
        steps.push(step("thinking_display", asked.thinkingDisplay, display, display ? "equal" : "dropped"));
    }
    return steps;
}

/**
 * One thing that was asked for, what went out for it, and what that is called.
 * @param {string} what
 * @param {any} asked
 * @param {any} sent
 * @param {string} outcome
 * @returns {Step}
 */
export function step(what, asked, sent, outcome) {
    return { what, asked, sent, outcome };
}

/**
 * What became of an effort: a level, a switch, or nothing.
 * @param {string} effort
 * @param {Entry} entry
 * @param {Said} given
 * @returns {Step}
 */
export function effortStep(effort, entry, given) {
    const cell = entry.cells[effort];
    if (cell === "refused") return step("effort", effort, null, "rejected");
    if (cell === null) {
        const lost = effort === "none" && "type" in given;
        return step("effort", effort, null, lost ? "inverted" : "dropped");
    }
    if (!("effort" in cell)) return step("effort", effort, Object.values(cell)[0], "equal");
    const level = cell.effort;
    if (level === effort && !(entry.row.ladder ?? []).includes(level)) return step("effort", effort, level, "passed");
    return step("effort", effort, level, moved(EFFORTS.indexOf(level) - EFFORTS.indexOf(effort)));
}

/**
 * How a value that moved by so much is called.
 * @param {number} by
 * @returns {string}
 */
export function moved(by) {
    return by === 0 ? "equal" : by > 0 ? "clamped-up" : "clamped-down";
}

/**
 * The story in sentences.
 * @param {any} story
 * @returns {string[]}
 */
export function linesOf(story) {
    const found = FOUND_BY[story.found_by] + (story.matched ? ` ${story.matched}` : "");
    const ladder = (story.ladder ?? []).join(" ") || "none";
    const about = story.about === `${story.family}.` ? "" : ` ${story.about}`;
    const told = [
        `Model ${asJson(story.model)} is of the family ${story.family}: ${found}.${about}`,
        `On wire ${story.wire} the control is ${story.control}, the ladder ${ladder}, the policy ${story.policy}.`,
        ...story.steps.map(sentence),
    ];
    if (!story.steps.length) told.push("Nothing was asked for.");
    if (!Object.keys(story.sent).length) told.push("Nothing is sent.");
    if (story.note) told.push(`Note: ${story.note}`);
    const confidence = story.confidence ? `, confidence ${story.confidence}` : "";
    told.push(`Source: ${story.source} (${story.basis}${confidence}, ${story.date}).`);
    for (const item of story.contested) told.push(`Contested: ${item.value} (${item.source}).`);
    return told;
}

/**
 * What became of one thing, as a sentence.
 * @param {Step} item
 * @returns {string}
 */
export function sentence(item) {
    const what = `${item.what} ${asJson(item.asked)}`;
    if (item.outcome.startsWith("clamped")) return `${what} is ${item.outcome.replace("-", " ")} to ${asJson(item.sent)}.`;
    if (item.outcome === "equal" && item.sent !== item.asked) {
        return `${what} is said by ${asJson(item.sent)}: there are no levels here.`;
    }
    return `${what} ${OUTCOMES[item.outcome]}.`;
}
