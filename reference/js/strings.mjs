/**
 * What the Python twin's language brings along and this one lacks: patterns that start at an offset, trims with a
 * given set of characters, lengths in code points, names of types for messages.
 *
 * With these the other modules read line for line as their Python twins do.
 */

/** @typedef {RegExpExecArray} Tag a found tag; group 1 holds a closer's name, group 2 an opener's */

/**
 * A pattern that is looked for from an offset on, never behind one.
 *
 * Nearly every tag starts with a literal that is rare in a reply, and `indexOf` finds the next one many times faster
 * than a pattern walks there: so the pattern is only tried where its `lead` stands.
 */
export class Pattern {
    /**
     * @param {string} source
     * @param {string} flags
     * @param {string} lead the literal that every match starts with; empty if there is none
     */
    constructor(source, flags, lead) {
        this.lead = lead;
        this.here = new RegExp(source, `${flags}y`);
        this.anywhere = new RegExp(source, `${flags}g`);
    }

    /**
     * The first match at `from` or behind it.
     * @param {string} text
     * @param {number} from
     * @returns {Tag | null}
     */
    search(text, from) {
        if (!this.lead) {
            this.anywhere.lastIndex = from;
            return this.anywhere.exec(text);
        }
        for (let at = text.indexOf(this.lead, from); at >= 0; at = text.indexOf(this.lead, at + 1)) {
            const tag = this.match(text, at);
            if (tag) return tag;
        }
        return null;
    }

    /**
     * The match that starts right at an offset.
     * @param {string} text
     * @param {number} at
     * @returns {Tag | null}
     */
    match(text, at) {
        this.here.lastIndex = at;
        return this.here.exec(text);
    }

    /**
     * Every match that lies between two offsets.
     * @param {string} text
     * @param {number} [from]
     * @param {number} [end]
     * @returns {Generator<Tag, void, void>}
     */
    *finditer(text, from = 0, end = text.length) {
        const within = end < text.length ? text.slice(0, end) : text; // shares the text, so that this costs nothing
        for (let tag = this.search(within, from); tag; tag = this.search(within, endOf(tag))) yield tag;
    }
}

/**
 * The offset behind a tag.
 * @param {Tag} tag
 * @returns {number}
 */
export function endOf(tag) {
    return tag.index + tag[0].length;
}

/**
 * A literal text as a pattern, outside and inside of brackets.
 * @param {string} text
 * @returns {string}
 */
export function escape(text) {
    return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/**
 * A text without the `blanks` at both ends.  Never `String.trim`: it takes a BOM, and no dialect does.
 * @param {string} text
 * @param {string} blanks
 * @returns {string}
 */
export function trimmed(text, blanks) {
    return trimmedEnd(trimmedStart(text, blanks), blanks);
}

/**
 * A text without the `blanks` at its start.
 * @param {string} text
 * @param {string} blanks
 * @returns {string}
 */
export function trimmedStart(text, blanks) {
    let start = 0;
    while (start < text.length && blanks.includes(text[start])) start++;
    return text.slice(start);
}

/**
 * A text without the `blanks` at its end.
 * @param {string} text
 * @param {string} blanks
 * @returns {string}
 */
export function trimmedEnd(text, blanks) {
    let end = text.length;
    while (end > 0 && blanks.includes(text[end - 1])) end--;
    return text.slice(0, end);
}

/**
 * How many code points follow an offset; a lone surrogate counts as one.
 * @param {string} text
 * @param {number} from UTF-16 offset
 * @returns {number}
 */
export function codePoints(text, from) {
    let count = 0;
    for (let at = from; at < text.length; at++, count++) {
        if (/** @type {number} */ (text.codePointAt(at)) > 0xffff) at++;
    }
    return count;
}

/**
 * What a message calls a value's type.
 * @param {unknown} value
 * @returns {string}
 */
export function kind(value) {
    if (value === null) return "null";
    return Array.isArray(value) ? "array" : typeof value;
}
