/** Sapphire's own names, and what the twin alone has. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
    hasThink,
    isSeedThink,
    nextThinkCloser,
    nextThinkOpener,
    reader,
    splitThink,
    stripThink,
    thinkSegments,
} from "../index.mjs";

const index = (place) => (place ? place.index : null);

// [what it shows, text, from, index of the next opener]
const OPENERS = [
    ["the start of the text", "<think>a", 0, 0],
    ["behind a sentence, blanks apart", "Hi. \t<think>a", 0, 5],
    ["a place is needed even if a closer follows", "the <think>a</think>", 0, null],
    ["the whole text counts for the place, not only what follows from", "the <think>a", 4, null],
    ["behind a tag", "</think><seed:think>", 3, 8],
    ["right after a backtick", "\n`<think>`", 0, null],
    ["inside a fence", "```\n<think>\n```\n<think>", 0, 16],
    ["fences are counted from where the search begins", "```\n<think>", 4, 4],
    ["a name that only closes opens nothing", "<seed:cot_budget_reflect><think>", 0, 25],
    ["attributes and letter case", "<THINK id=1>", 0, 0],
    ["offsets are UTF-16 units", "\u{1f600}.<think>", 0, 3],
    ["behind the end", "<think>", 9, null],
    ["before the start", "<think>", -3, 0],
    ["no text", null, 0, null],
];

for (const [about, text, from, expected] of OPENERS) {
    test(`nextThinkOpener: ${about}`, () => assert.equal(index(nextThinkOpener(text, from)), expected));
}

// [what it shows, text, from, index of the next closer]
const CLOSERS = [
    ["anywhere in a line", "a b</think>", 0, 3],
    ["right after a backtick", "`</think>` </thinking >", 0, 11],
    ["right after a backtick before the place where the search begins", "`</think>", 1, null],
    ["fences are not looked at", "```\n</think>", 0, 4],
    ["a name that only closes", "</seed:cot_budget_reflect>", 0, 0],
    ["an opener is none", "<think>", 0, null],
];

for (const [about, text, from, expected] of CLOSERS) {
    test(`nextThinkCloser: ${about}`, () => assert.equal(index(nextThinkCloser(text, from)), expected));
}

test("a place holds the tag's text and its name in lower case", () => {
    assert.deepEqual(nextThinkOpener("<SEED:Think x>"), {
        index: 0,
        text: "<SEED:Think x>",
        name: "seed:think",
        closing: false,
    });
    assert.equal(nextThinkCloser("</THINK>").closing, true);
});

for (const [name, expected] of [["seed:think", true], ["SEED:x", true], ["think", false], ["xseed:", false], [null, false]]) {
    test(`isSeedThink(${name})`, () => assert.equal(isSeedThink(name), expected));
}

test("null and undefined are the empty text", () => {
    for (const none of [null, undefined]) {
        assert.equal(stripThink(none), "");
        assert.deepEqual(splitThink(none), { answer: "", thinking: "" });
        assert.deepEqual(thinkSegments(none), []);
        assert.equal(hasThink(none), false);
    }
});

test("what is not text is a TypeError", () => {
    for (const call of [stripThink, splitThink, thinkSegments, hasThink, nextThinkOpener, nextThinkCloser, isSeedThink]) {
        assert.throws(() => call(5), { name: "TypeError", message: "expected text or null, got number" });
    }
});

test("an option that is undefined is not given", () => {
    assert.equal(reader("langertha", { tag: undefined, open: undefined }).OPEN, "<think>");
});

test("a dialect's name must be text", () => {
    assert.throws(() => reader(undefined), { name: "TypeError", message: "a dialect's name must be text, got undefined" });
});

test("BLOCK_RE replaces every plain block", () => {
    assert.equal("<think a>x</think>1<THINKING>\ny</think>2".replace(reader("sapphire").BLOCK_RE, "[$1]"), "[x]1[\ny]2");
});

test("an explanation's offsets slice the reply", () => {
    const reply = "\u{1f600}</think>b";
    const [tag] = reader("sapphire").explain(reply).tags;
    assert.equal(reply.slice(tag.start, tag.end), "</think>");
});

test("unfinished counts code points, a lone surrogate as one", () => {
    assert.equal(reader("sapphire").unfinished("<think>\u{1f600}a\ud83d"), 3);
});

test("constants cannot be changed", () => {
    assert.throws(() => reader("sapphire").OPEN_NAMES.push("x"), TypeError);
});
