/**
 * Stage one, tags: what marks a block, compiled from a dialect's table.
 *
 * A table is the `rules` of one dialect as `tables.mjs` holds them: rule id -> `{option, value}`.  Here it becomes
 * patterns and plain attributes, once a reader.  Every pattern starts with a literal and has no nested repetition, so
 * that looking for tags is linear in the reply.
 */

import { Pattern, escape } from "./strings.mjs";

/** @typedef {import("./strings.mjs").Tag} Tag */
/** @typedef {Record<string, {option: string, value?: any}>} Table */

/** One dialect's choices, ready for the other stages. */
export class Rules {
    /**
     * `opener`, `closer` and `either` find the next tag that opens, closes, or does one of both; `every` also finds the
     * opening tags of names that only close.  Group 1 holds a closer's name, group 2 an opener's.
     * @param {Table} table
     */
    constructor(table) {
        /** @type {Record<string, string>} */
        this.option = {};
        /** @type {Record<string, any>} */
        this.value = {};
        for (const [rule, row] of Object.entries(table)) {
            this.option[rule] = row.option;
            this.value[rule] = row.value ?? null;
        }
        this.foldCase = this.option["letter-case"] === "ignored";
        this.isPair = this.option["openers"] === "marker-pair";
        /** @type {string[]} */
        this.openNames = [...this.value["openers"]];
        this.closeNames = this.openNames.concat(this.value["extra-closers"] || []);
        let openTags, closeTags, opener, closer, either, every;
        if (this.isPair) {
            this.open = this.openNames[0];
            this.close = this.openNames[1];
            [openTags, closeTags] = [[this.open], [this.close]];
            [opener, closer] = [`()(${escape(this.open)})`, `(${escape(this.close)})()`];
            either = every = `(${escape(this.close)})|(${escape(this.open)})`;
        } else {
            this.open = `<${this.openNames[0]}>`;
            this.close = `</${this.openNames[0]}>`;
            openTags = this.openNames.map((name) => `<${name}>`);
            closeTags = this.closeNames.map((name) => `</${name}>`);
            const [opens, closes, tail] = [alternatives(this.openNames), alternatives(this.closeNames), this.tail()];
            [opener, closer] = [`<()(${opens})${tail}`, `</(${closes})()${tail}`];
            [either, every] = [`<(?:/(${closes})|(${opens}))${tail}`, `<(?:/(${closes})|(${closes}))${tail}`];
        }
        const tags = [...openTags, ...closeTags];
        this.opener = this.compile(opener, openTags);
        this.closer = this.compile(closer, closeTags);
        this.either = this.compile(either, tags);
        this.every = this.compile(every, tags);
        this.stray = this.option["stray-closer"];
        this.unclosed = this.option["unclosed-opener"];
        /** @type {string} */
        this.blockPlaces = this.value["unclosed-opener"] || "";
        this.backtickWords = ["backtick", "backtick-or-fence"].includes(this.option["word"]);
        this.fenceWords = ["fence", "backtick-or-fence"].includes(this.option["word"]);
        this.sameName = this.option["block-end"] === "same-name";
        /** @type {string} */
        this.swallowed = this.value["after-closer"] || "";
        this.blankBlock = this.option["blank-block"];
        /** @type {string} */
        this.blanks = this.value["blank-block"] || "";
        this.blockTrim = this.option["block-trim"];
        /** @type {string} */
        this.thinkingBlanks = this.value["block-trim"] || "";
        /** @type {string} */
        this.joiner = this.value["block-join"];
        /** @type {string} */
        this.leaves = this.value["block-leaves"];
        /** @type {string} */
        this.collapsed = this.value["space-runs"] || "";
        this.answerTrim = this.option["answer-trim"];
        /** @type {string} */
        this.answerBlanks = this.value["answer-trim"] || "";
    }

    /**
     * What may follow a tag's name, up to its closing bracket.
     * @returns {string}
     */
    tail() {
        const blanks = this.value["inside-tag"];
        return blanks ? `(?:[${escape(blanks)}][^<>]*)?>` : ">";
    }

    /**
     * A pattern in the dialect's letter case.  Without flag `u`, flag `i` folds no other letter onto a to z.
     * @param {string} pattern
     * @param {string[]} tags what it finds, to know how every match starts
     * @returns {Pattern}
     */
    compile(pattern, tags) {
        return new Pattern(pattern, this.foldCase ? "i" : "", sharedStart(tags, this.foldCase));
    }

    /**
     * A tag's name: in lower case where case is ignored; of a literal pair the marker itself.
     * @param {Tag} tag
     * @returns {string}
     */
    name(tag) {
        const name = tag[1] || tag[2];
        return this.foldCase ? name.toLowerCase() : name;
    }
}

/**
 * A pattern for one of several names.
 * @param {string[]} names
 * @returns {string}
 */
export function alternatives(names) {
    return names.map(escape).join("|");
}

/**
 * Up to two characters that all tags start with; `indexOf` is at its fastest with so few.
 * @param {string[]} tags
 * @param {boolean} foldCase whether letters may stand in either case, so that none is shared
 * @returns {string}
 */
function sharedStart(tags, foldCase) {
    const start = tags[0].slice(0, 2);
    let end = 0;
    while (end < start.length && tags.every((tag) => tag[end] === start[end])) {
        if (foldCase && start[end].toLowerCase() !== start[end].toUpperCase()) break;
        end++;
    }
    return start.slice(0, end);
}
