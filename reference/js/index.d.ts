/** The reference of thinkspec: read a reasoning model's reply by the rules of a dialect. */

export type Dialect = "sapphire" | "langertha" | "llm-chat" | "nr-llm";

/** A reply, or none: undefined counts as null. */
export type Text = string | null | undefined;

/** The two halves of a reply; null where the dialect says so. */
export interface Halves {
    answer: string | null;
    thinking: string | null;
}

/** What a dialect shows of a reply, in order; a text has the empty name. */
export interface Segment {
    type: "text" | "think";
    text: string;
    name: string;
}

/** One tag: its span, what it is taken for, and the rule and option that say so.  `thinking`: inside a block. */
export interface TagNote {
    start: number;
    end: number;
    text: string;
    rule: string;
    option: string;
    reading: "opens" | "closes" | "folds" | "thinking" | "text";
}

/** One piece of a reply: its span, what lies in it, and whether the dialect shows it. */
export interface PieceNote {
    kind: "text" | "closed" | "stray" | "unclosed";
    start: number;
    end: number;
    text: string;
    name: string;
    shown: boolean;
}

/** One step of the assembly that changed something: the half it worked on, before and after. */
export interface StepNote {
    rule: string;
    option: string;
    half: "answer" | "thinking";
    before: string;
    after: string | null;
}

/** Why a reply reads as it does.  Offsets are UTF-16 units; the pieces tile the reply from 0 to its length. */
export interface Explanation {
    dialect: string;
    tags: TagNote[];
    pieces: PieceNote[];
    steps: StepNote[];
    answer: string | null;
    thinking: string | null;
}

/** A dialect's choices: rule id to option, with the value the option works with. */
export type Table = Record<string, { option: string; value?: any }>;

/** An option that is undefined is not given. */
export interface Options {
    /** langertha: the tag's name, without `<` and `>`. */
    tag?: string;
    /** langertha: false passes replies through. */
    filter?: boolean;
    /** llm-chat: the literal markers, not empty and not equal. */
    open?: string;
    close?: string;
    /** llm-chat: whether rounds and messages look for markers in content; `split` and `stream` always do. */
    parseInline?: boolean;
}

/** One piece of a stream: a block is counted from 0, -1 for text. */
export type StreamPiece = [kind: "text" | "think", text: string, block: number];

/**
 * What the end of a stream gives.  `retracted` counts code points at the end of what was shown as answer: without them,
 * and with the text of `pieces` behind the rest, the shown answer is the answer.
 */
export interface StreamEnd {
    pieces: StreamPiece[];
    answer: string | null;
    thinking: string | null;
    retracted: number;
}

/** One reply in chunks.  A chunk that is not text throws a TypeError, a call after `finish` an Error. */
export class Stream {
    /** What `finish` gave; null before. */
    end: StreamEnd | null;
    /** The pieces that a chunk brings. */
    feed(chunk: string): StreamPiece[];
    /** The last pieces and the reading of the whole reply. */
    finish(): StreamEnd;
    /** Every piece of a reply, as its chunks come. */
    run(chunks: Iterable<string>): Generator<StreamPiece, void, void>;
    /** The same for chunks that come asynchronously. */
    arun(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<StreamPiece, void, void>;
    /** The same as a `TransformStream`: chunks in, pieces out. */
    transform(): TransformStream<string, StreamPiece>;
}

/** A provider whose format is known, by its own name or its format's. */
export type Provider =
    | "anthropic"
    | "claude"
    | "openai"
    | "deepseek"
    | "groq"
    | "llama.cpp"
    | "openrouter"
    | "sglang"
    | "vllm"
    | "gemini"
    | "google"
    | "ollama"
    | "mistral";

/** The reading of a response.  `contentIsReasoning`: it was all reasoning, and the answer is empty. */
export interface MessageReading extends Halves {
    hasThinking: boolean;
    contentIsReasoning: boolean;
}

/** What comes into a round, with its value. */
export type RoundInput =
    | [event: "text" | "reasoning", text: string]
    | [event: "finish", reason: string]
    | [event: "error", error: unknown]
    | [event: "end" | "abort" | "round"];

/** What comes out of it. */
export type RoundEvent =
    | [event: "content" | "reasoning" | "finish", text: string]
    | [event: "error", error: unknown]
    | [event: "summary", summary: { content: string; reasoning: string; finish: string }]
    | [event: "message", message: { role: "reasoning" | "assistant"; content: string }];

/** Events of a provider round in, events for the user and the history out. */
export class Round {
    readonly state: string;
    /** What one event leads to; a RangeError for one that does not exist or must not come now. */
    feed(...event: RoundInput): RoundEvent[];
    /** Everything that a list of events leads to. */
    run(events: Iterable<RoundInput>): RoundEvent[];
}

/**
 * Reads replies by one dialect's table.  null is read as the table says; anything else that is not a string throws a
 * TypeError.  Nothing else is ever thrown.
 */
export class Reader {
    constructor(dialect: string, table: Table, options?: { filtering?: boolean });
    readonly dialect: string;
    /** The pair that `wrap` writes. */
    readonly OPEN: string;
    readonly CLOSE: string;
    /** The names that open and close; empty for a literal pair. */
    readonly OPEN_NAMES: readonly string[];
    readonly CLOSE_NAMES: readonly string[];
    readonly PAIRS: ReadonlyArray<readonly [string, string]>;
    /** A plain block, for `replace` (flag `g`; before `test` and `exec` set `lastIndex`).  Group 1 is the thinking. */
    readonly BLOCK_RE: RegExp;
    /** Answer and thinking. */
    split(text: Text): Halves;
    /** The answer, always a string. */
    strip(text: Text): string;
    /** The thinking; "" or null, as the dialect says, where there is none. */
    thinking(text: Text): string | null;
    /** Whether the reply holds thinking that the dialect shows. */
    has(text: Text): boolean;
    /** Texts and blocks in the order of the reply. */
    segments(text: Text): Segment[];
    /** One reply from its two halves. */
    wrap(thinking: Text, answer?: Text): string;
    /** The thinking, wrapped; a reply without thinking is wrapped whole. */
    only(text: Text): string;
    /** How many code points of a block are open at the end. */
    unfinished(buffer: Text): number;
    /** Every tag and every step, with the rule that decided it. */
    explain(text: Text): Explanation;
    /** A stream for one reply that comes in chunks. */
    stream(): Stream;
}

/** A reader that also reads what providers send. */
export class ServiceReader extends Reader {
    /** Answer and thinking of a provider's response: a RangeError for another provider, a TypeError for no object. */
    message(provider: Provider | (string & {}), response: unknown, options?: { parseInline?: boolean }): MessageReading;
    /** The rounds of a chat service; a RangeError where the dialect's streams are not exact. */
    round(options?: { parseInline?: boolean }): Round;
}

export const SPEC_VERSION: string;
export const DIALECTS: Record<string, { settings: string[]; rules: Table }>;

/**
 * A reader of one dialect.  Throws a RangeError for an unknown dialect or an option that makes no sense, a TypeError
 * for one of the wrong type.
 */
export function reader(dialect: "langertha", options?: Pick<Options, "tag" | "filter"> | null): ServiceReader;
export function reader(dialect: "llm-chat", options?: Pick<Options, "open" | "close" | "parseInline"> | null): ServiceReader;
export function reader(dialect: Dialect, options?: Record<string, never> | null): ServiceReader;
export function reader(dialect: string, options?: Options | null): ServiceReader;

/** A reader of any table, with its settings filled in. */
export function configured(dialect: string, table: Table, settings: string[], options?: Options | null): Reader;

/** The table with the tag name or the markers that were asked for. */
export function withMarkers(table: Table, options: Options): Table;

/** A tag found in a text.  `index` is an offset in UTF-16 units, to slice with; `name` is in lower case. */
export interface TagPlace {
    index: number;
    text: string;
    name: string;
    closing: boolean;
}

/** Sapphire: the answer. */
export function stripThink(text: Text): string;
/** Sapphire: answer and thinking, "" where there is none. */
export function splitThink(text: Text): { answer: string; thinking: string };
/** Sapphire: texts and blocks in order. */
export function thinkSegments(text: Text): Segment[];
/** Sapphire: whether there is thinking. */
export function hasThink(text: Text): boolean;
/**
 * The next opener from an offset on that stands where a block can start and is no word, or null.  Fence lines are
 * counted from `from`, which starts a line.
 */
export function nextThinkOpener(text: Text, from?: number): TagPlace | null;
/** The next closer from an offset on that does not stand right after a backtick, or null. */
export function nextThinkCloser(text: Text, from?: number): TagPlace | null;
/** Whether a tag's name is one of the seed models' (`seed:` in any letter case). */
export function isSeedThink(name: Text): boolean;

/** How much a model is asked to think, weakest first. */
export type Effort = "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

/** A request format. */
export type Wire =
    | "openai"
    | "responses"
    | "anthropic"
    | "gemini"
    | "ollama"
    | "chat_template_kwargs"
    | "openrouter"
    | "deepseek"
    | "qwen"
    | "glm"
    | "kimi"
    | "minimax"
    | "mistral"
    | "groq"
    | "xai"
    | "bedrock"
    | "vertex";

/** What is asked for; null and undefined are as if it were not given. */
export interface ReasoningArguments {
    effort?: Effort | null;
    /** The model's id. */
    model?: string | null;
    /** Tokens, a whole number. */
    thinkingBudget?: number | null;
    /** The switch alone. */
    thinkingEnabled?: boolean | null;
    thinkingDisplay?: "summarized" | "omitted" | "updates" | null;
    /** Whether the endpoint takes the on/off toggle of its models. */
    thinkingToggle?: boolean | null;
    /** Default: langertha; of the function `mapper`: providers. */
    mapping?: "langertha" | "providers" | null;
}

/** Fields of a request, as JSON values. */
export type Fields = Record<string, any>;

/** What became of one thing that was asked for. */
export interface EffortStep {
    what: "effort" | "thinking_budget" | "thinking_enabled" | "thinking_display";
    asked: string | number | boolean;
    sent: string | number | boolean | null;
    outcome: "equal" | "dropped" | "clamped-up" | "clamped-down" | "rejected" | "passed" | "inverted";
}

/** The story of one request on one wire; `lines` tells it in sentences. */
export interface EffortExplanation {
    mapping: string;
    wire: string;
    model: string | null;
    asked: Record<string, string | number | boolean | null>;
    family: string;
    about: string;
    found_by: "prefix" | "contains" | "rest";
    matched: string;
    control: "effort" | "budget" | "toggle" | "always-on";
    ladder: Effort[] | null;
    policy: "drop" | "clamp" | "snap" | "reject" | "pass";
    basis: "doc" | "observed" | "decided";
    confidence: "A" | "B" | "C" | null;
    source: string;
    date: string;
    note: string | null;
    contested: { value: string; source: string }[];
    steps: EffortStep[];
    sent: Fields;
    lines: string[];
}

/** A combination that no request may have; the text names the values and the model. */
export class RejectedEffort extends RangeError {
    constructor(message: string);
}

/** A reasoning request, checked and normalized when it is made, and never changed. */
export class Reasoning {
    /** Throws a RejectedEffort for a combination that no request may have. */
    constructor(args?: ReasoningArguments);
    readonly effort: Effort | null;
    readonly model: string | null;
    readonly thinkingBudget: number | null;
    readonly thinkingEnabled: boolean | null;
    readonly thinkingDisplay: string | null;
    readonly thinkingToggle: boolean;
    readonly mapping: string;
    /** Whether a bare switch is left after normalisation. */
    get hasThinkingEnabled(): boolean;
    /** The fields to merge into a request; empty where nothing can be said. */
    to(wire: Wire): Fields;
    /** The fields in their place in a request's body. */
    request(wire: Wire): Fields;
    /** What goes out and why. */
    explain(wire: Wire): EffortExplanation;
    /** Whether a bare switch is set that the wire has no form for. */
    dropsThinkingEnabledOn(wire: Wire): boolean;
    toGeminiLevel(): Effort | null;
    toOpenai(): Fields;
    toResponses(): Fields;
    toAnthropic(): Fields;
    toGemini(): Fields;
    toOllama(): Fields;
    toChatTemplateKwargs(): Fields;
}

/** The values of one layer: an engine's own, or those of one request. */
export type LayerValues = Omit<ReasoningArguments, "mapping"> & { reasoningEffort?: Effort | null };

/** An engine's values, over which each request lays its own, key by key. */
export class Layers {
    constructor(options?: {
        engine?: LayerValues | null;
        /** An engine of the table, such as `LlamaCpp`. */
        name?: string | null;
        wire?: Wire | null;
        mapping?: string | null;
        /** What takes a warning; default: console.warn. */
        warn?: ((text: string) => void) | null;
    });
    readonly wire: Wire | null;
    readonly mapping: string;
    readonly warned: boolean;
    /** The request that both layers make; warns once for a bare switch that the wire cannot say. */
    reasoning(request?: LayerValues | null, wire?: Wire | null): Reasoning;
    /** The fields of a request on the engine's wire. */
    fields(request?: LayerValues | null, wire?: Wire | null): Fields;
    /** A request's body: the mapper's fields in place, and the caller's own, which win. */
    body(request?: LayerValues | null, wire?: Wire | null, own?: Fields | null): Fields;
}

export const EFFORTS: readonly Effort[];
export const MAPPINGS: readonly string[];
export const WIRES: readonly Wire[];

/** The fields for one wire, from plain arguments. */
export function mapper(wire: Wire, args?: ReasoningArguments): Fields;
/** The arguments with a bare `thinkingEnabled: false` turned into effort `none`; a copy. */
export function normalizeOffSwitch(args: ReasoningArguments): ReasoningArguments;
/** Throws a RejectedEffort where a switch and an effort contradict each other; either one null passes. */
export function assertSwitchAgrees(enabled: boolean | null, effort: Effort | null, model?: string | null): void;
