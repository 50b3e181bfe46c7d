// npm @johannes.latzel/llm-chat: one send() over simulated provider rounds, through the structured channel.
//
// Version 0.7.0 has no inline parsing, so what needs it is not supported; nor is a second round without tools.

import { ChatService, OpenAIChatService } from "@johannes.latzel/llm-chat";

export const DIALECTS = ["llm-chat"];

class NotSupported extends Error {
    name = "NotSupportedError";
}

class Simulated extends ChatService {
    constructor(events) {
        super();
        this.events = events;
    }

    async *createStream() {
        for (const [type, value] of this.events) {
            if (type === "text") yield { type: "content", text: value };
            if (type === "reasoning") yield { type: "reasoning", text: value };
            if (type === "finish") yield { type: "finish", reason: value };
            if (type === "abort") throw Object.assign(new Error("aborted"), { name: "AbortError" });
            if (type === "error") throw new Error(value);
        }
    }
}

/** Everything that one send() shows and keeps, in the words of the round cases. */
async function sent(service) {
    const out = [];
    let failure = null;
    try {
        await service.chat().user("?");
        await service.send();
    } catch (error) {
        failure = error;
    }
    for (const chunk of service.stream().chunks()) {
        if (chunk.type === "content" || chunk.type === "reasoning") out.push([chunk.type, chunk.text]);
        if (chunk.type === "finish") out.push(["finish", chunk.finishReason]);
    }
    if (failure) return [...out, ["error", failure.message]];
    for (const { content, reasoning, finishReason } of service.stream().summary()) {
        out.push(["summary", { content, reasoning, finish: finishReason }]);
    }
    const messages = service.chat().messages().filter(({ role }) => role === "reasoning" || role === "assistant");
    return [...out, ...messages.map(({ role, content }) => ["message", { role, content }])];
}

class Round {
    constructor() {
        this.events = [];
        this.over = false;
    }

    /** The service takes a whole stream, so everything comes out with the event that ends it. */
    async feed(type, value) {
        if (type === "round") throw new NotSupported("a second provider round needs a tool call");
        if (this.over && !["end", "abort"].includes(type)) throw new NotSupported("the service reads no further");
        if (this.over) return [];
        this.events.push([type, value]);
        if (!["finish", "end", "abort", "error"].includes(type)) return [];
        this.over = true;
        return sent(new Simulated(this.events));
    }
}

export function reader(dialect, { parse_inline: parseInline = false } = {}) {
    if (parseInline) throw new NotSupported("0.7.0 has no inline parsing");
    return {
        split() {
            throw new NotSupported("0.7.0 has no inline parsing");
        },
        round: () => new Round(),
        /** A response as one delta, which is how the service would meet it. */
        async message(provider, response) {
            if (provider !== "openai") throw new NotSupported(`only the OpenAI service, not ${provider}`);
            if (response === null || typeof response !== "object") throw new TypeError("no response");
            const message = response.choices?.[0]?.message;
            async function* create() {
                yield { choices: [{ delta: message, finish_reason: "stop" }] };
            }
            const api = { chat: { completions: { create: async () => create() } } };
            const service = new OpenAIChatService(api, { model: "simulated" });
            const out = await sent(service);
            const summary = out.find(([type]) => type === "summary")?.[1] ?? { content: "", reasoning: "" };
            return {
                answer: summary.content,
                thinking: summary.reasoning,
                has_thinking: summary.reasoning !== "",
                content_is_reasoning: false,
            };
        },
    };
}
