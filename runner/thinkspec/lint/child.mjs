// Runs in a child process: the JavaScript twin of child.py, same requests, same answers.
import { createInterface } from "node:readline";

const one = (pattern, request, text) => {
  if (request.do === "search") {
    pattern.lastIndex = 0;
    return pattern.test(text);
  }
  if (request.do === "sub") {
    return text.replace(pattern, request.replacement);
  }
  if (request.do === "split") {
    return text.split(pattern);
  }
  const global = pattern.flags.includes("g") ? pattern : new RegExp(pattern.source, `${pattern.flags}g`);
  const found = [...text.matchAll(global)].map((match) => match[1] ?? match[0]);
  return request.count === 1 ? found.slice(0, 1) : found;
};

const answer = (request) => {
  let pattern;
  try {
    pattern = new RegExp(request.pattern, request.flags);
  } catch {
    return null;
  }
  return request.texts.map((text) => one(pattern, request, text));
};

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
