// ai (AI SDK 7) with its OpenAI, Anthropic and Google providers: one knob, reasoning, on every call.
// Run from the folder that holds node_modules, so that the packages are found.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const found = createRequire(`${process.cwd()}/`);
const load = (name) => import(pathToFileURL(found.resolve(name)).href);
const { generateText } = await load("ai");

let body;
const fetch = (url, init) => {
  body = JSON.parse(init.body);
  throw new TypeError("stub");
};
const settings = { apiKey: "none", fetch };
const openai = (await load("@ai-sdk/openai")).createOpenAI(settings);
const models = {
  openai: openai.chat,
  responses: openai.responses,
  anthropic: (await load("@ai-sdk/anthropic")).createAnthropic(settings),
  gemini: (await load("@ai-sdk/google")).createGoogleGenerativeAI(settings),
};

export async function mapper(wire, { model, effort, thinkingBudget, thinkingEnabled, thinkingDisplay, thinkingToggle }) {
  const more = [thinkingBudget, thinkingEnabled, thinkingDisplay, thinkingToggle].some((value) => value != null);
  if (!model || more || !models[wire]) {
    throw Object.assign(new Error("ai takes a model and an effort, and has four of the wires"), { name: "NotSupportedError" });
  }
  body = undefined;
  try {
    await generateText({ model: models[wire](model), prompt: "hi", maxRetries: 0, ...(effort && { reasoning: effort }) });
  } catch (error) {
    if (!body) throw new RangeError(error.message);
  }
  return body;
}
