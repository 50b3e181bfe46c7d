// npm ai: its extract-reasoning middleware, around a model that says the reply.

import { extractReasoningMiddleware } from "ai";

const middleware = extractReasoningMiddleware({ tagName: "think" });

/** Answer and thinking: the content parts of each kind, joined as they are. */
export async function split(text) {
    const doGenerate = async () => ({ content: [{ type: "text", text }] });
    const { content } = await middleware.wrapGenerate({ doGenerate });
    const joined = (type) => content.filter((part) => part.type === type).map((part) => part.text).join("");
    return { answer: joined("text"), thinking: joined("reasoning") };
}
