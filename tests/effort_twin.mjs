// Answers one line of JSON a request: what the JavaScript mapper makes of a set of arguments.
import { createInterface } from "node:readline";

const { Reasoning } = await import(new URL("../reference/js/effort.mjs", import.meta.url));
const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

function story({ mapping, wire, args }) {
  const camelArgs = Object.fromEntries(Object.entries(args).map(([key, value]) => [camel(key), value]));
  const told = {};
  try {
    const asked = new Reasoning({ ...camelArgs, mapping });
    told.explain = asked.explain(wire);
    told.drops = asked.dropsThinkingEnabledOn(wire);
    told.level = mapping === "langertha-deepseek" ? null : asked.toGeminiLevel();
    told.fields = asked.to(wire);
    told.request = asked.request(wire);
  } catch (error) {
    told.rejected = [error.name, error.message];
  }
  return told;
}

const out = [];
for await (const line of createInterface({ input: process.stdin })) out.push(JSON.stringify(story(JSON.parse(line))));
process.stdout.write(out.join("\n") + "\n");
