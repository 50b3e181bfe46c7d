// npm ai: its extract-reasoning middleware over a simulated model stream.

import { extractReasoningMiddleware } from "ai";

const middleware = extractReasoningMiddleware({ tagName: "think", separator: "" });
const ID = "0";

/** Feeds text deltas into the middleware's stream and collects what comes out. */
class Stream {
    constructor() {
        this.out = [];
        this.halves = { text: "", think: "" };
        this.block = -1;
        const source = new ReadableStream({ start: (controller) => (this.source = controller) });
        this.ready = middleware.wrapStream({ doStream: async () => ({ stream: source }) }).then(({ stream }) => {
            this.done = this.collect(stream);
        });
        this.source.enqueue({ type: "text-start", id: ID });
    }

    async collect(stream) {
        for await (const part of stream) {
            if (part.type === "reasoning-start") this.block++;
            if (part.type === "text-delta") this.take(["text", part.delta, -1]);
            if (part.type === "reasoning-delta") this.take(["think", part.delta, this.block]);
        }
    }

    take(piece) {
        this.out.push(piece);
        this.halves[piece[0]] += piece[1];
    }

    async feed(chunk) {
        await this.ready;
        this.source.enqueue({ type: "text-delta", id: ID, delta: chunk });
        await new Promise(setImmediate); // everything that follows from the chunk has come out by then
        return this.out.splice(0);
    }

    async finish() {
        await this.ready;
        this.source.enqueue({ type: "text-end", id: ID });
        this.source.close();
        await this.done;
        return { pieces: this.out.splice(0), answer: this.halves.text, thinking: this.halves.think };
    }
}

export function stream() {
    return new Stream();
}
