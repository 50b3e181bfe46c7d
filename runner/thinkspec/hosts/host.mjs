// The process between the runner and a JavaScript reader: main([IN, OUT, TASK], import).
// IN and OUT are the wire's descriptors; the reader's own output goes elsewhere.  Reads block on purpose: the
// runner asks one thing at a time, and only an answer that is a promise gives the event loop a turn.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as offers from "./offers.mjs";

class Host {
  constructor(task, target) {
    this.task = task;
    this.order = task.order ?? "answer,thinking";
    this.target = target;
    this.make = offers.member(target, "reader");
    this.dialects = [];
    this.common = {};
    this.tables = new Map();
  }

  async prepare() {
    if (typeof this.make === "function" && !this.task.op) {
      for (const name of offers.names(this.target.DIALECTS) ?? offers.DIALECTS) {
        try {
          if (offers.named(this.make(name), this.order).split) this.dialects.push(name);
        } catch { /* a function called reader may be anything */ }
      }
    }
    if (!this.dialects.length) this.common = await offers.ofTarget(this.target, this.order, this.task.op, this.task.bare);
    return this;
  }

  table(dialect, options) {
    if (!this.dialects.length) return this.common;
    const key = options ? JSON.stringify([dialect, options]) : dialect;
    let table = this.tables.get(key);
    if (!table) {
      const { effort } = offers.named(this.target, this.order);
      table = { ...(effort && { effort }), ...offers.named(this.make(dialect, options ?? {}), this.order) };
      this.tables.set(key, table);
    }
    return table;
  }

  async hello() {
    const table = this.dialects.length ? this.table(this.dialects[0]) : this.common;
    return {
      name: this.task.name,
      version: this.task.version ?? version(this.task, this.target),
      language: `JavaScript, Node ${process.versions.node}`,
      ops: Object.keys(table),
      dialects: this.dialects,
      mappings: offers.names(this.target.MAPPINGS) ?? [],
      wires: offers.names(this.target.WIRES) ?? [],
      note: await this.note(table),
    };
  }

  async note(table) {
    let found;
    try {
      found = await table.split?.({ text: offers.PROBE });
    } catch { /* how it behaves is for the cases to show */ }
    if (found?.answer !== "T" || found?.thinking !== "A") return "";
    const other = this.order === "answer,thinking" ? "thinking,answer" : "answer,thinking";
    return `the halves look swapped: ${offers.PROBE} gave the thinking as the answer; try ?order=${other}`;
  }
}

/** The line that answers a request, or a promise of it. */
function answer(host, request) {
  const { id, op, dialect, options } = request;
  if (op === "hello") return host.hello().then((value) => line(id, "ok", value), (error) => failed(id, error));
  if (op === "loaded") return consistsOf(host).then((value) => line(id, "ok", value), (error) => line(id, "error", described(error)));
  if (op === "fuzz") return fuzz(host, request).then((value) => line(id, "ok", value), (error) => line(id, "error", described(error)));
  const known = host.dialects.includes(dialect);
  if (host.dialects.length && !known && op !== "effort") return line(id, "unsupported", `no dialect ${JSON.stringify(dialect)}`);
  const given = options && Object.keys(options).length ? options : undefined;
  if (given && !host.dialects.length) return line(id, "unsupported", "this reader takes no options");
  try {
    const handler = host.table(known ? dialect : host.dialects[0], given)[op];
    if (!handler) return line(id, "unsupported", `no operation ${op}`);
    const value = handler(request);
    if (!offers.isPromise(value)) return line(id, "ok", value);
    return value.then((found) => line(id, "ok", found), (error) => failed(id, error));
  } catch (error) {
    return failed(id, error);
  }
}

/** The files and packages that make up the reader, as far as they are loaded by now. */
async function consistsOf(host) {
  const { loaded } = await import("./loaded.mjs");
  return loaded(host.task);
}

/** Made-up replies, read here beside the reference; only the differences come back. */
async function fuzz(host, request) {
  const { fuzzed } = await import("./fuzzing.mjs");
  const known = host.dialects.includes(request.dialect) ? request.dialect : host.dialects[0];
  const given = request.options && Object.keys(request.options).length ? request.options : undefined;
  return fuzzed(request, host.table(known, given), refused);
}

function line(id, kind, value) {
  try {
    return JSON.stringify({ id, [kind]: value ?? null }) + "\n";
  } catch (error) {
    return JSON.stringify({ id, error: `returned what JSON cannot carry: ${error.message}` }) + "\n";
  }
}

/** Whether an error says that the reader refused its input on purpose. */
function refused(error) {
  if (error instanceof RangeError && /call stack/.test(error.message)) return false;
  return error instanceof RangeError || error instanceof TypeError;
}

function failed(id, error) {
  if (error?.name === "NotSupportedError") return line(id, "unsupported", error.message);
  return refused(error) ? line(id, "rejected", error.message) : line(id, "error", described(error));
}

function described(error) {
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  const place = /([^/\\(]+:\d+):\d+\)?$/m.exec(error.stack ?? "");
  return `${error.name}: ${error.message}${place ? ` (${place[1]})` : ""}`;
}

function version(task, target) {
  const own = target.VERSION ?? target.version;
  if (typeof own === "string") return own;
  const name = task.file ? null : task.target.split("/").slice(0, task.target.startsWith("@") ? 2 : 1).join("/");
  for (let folder = process.cwd(); name; folder = path.dirname(folder)) {
    try {
      return JSON.parse(fs.readFileSync(path.join(folder, "node_modules", name, "package.json"), "utf8")).version ?? "";
    } catch { /* look further up */ }
    if (folder === path.dirname(folder)) break;
  }
  return "";
}

function write(sink, text) {
  let rest = Buffer.from(text, "utf8");
  while (rest.length) {
    try {
      rest = rest.subarray(fs.writeSync(sink, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

/** A line for a request whose promise nothing will ever settle: Node is about to end for want of work. */
function forgotten(id) {
  return new Promise((resolve) => {
    // By way of the event loop: it ends for good if nothing but this function runs.
    giveUp = () => setImmediate(() => resolve(line(id, "error", "returned a promise that is never settled")));
  });
}

let giveUp = () => {
  console.error("a promise is never settled");
  process.exitCode = 13;
};
process.on("beforeExit", () => giveUp());

/** Answer request after request until the wire is closed. */
async function serve(host, failure, source, sink) {
  const block = Buffer.allocUnsafe(65536);
  let waiting = [];
  for (;;) {
    const size = fs.readSync(source, block, 0, block.length, null);
    if (!size) return;
    const end = block.lastIndexOf(10, size - 1);
    if (end < 0) {
      waiting.push(Buffer.from(block.subarray(0, size)));
      continue;
    }
    let text = block.utf8Slice(0, end);
    if (waiting.length) text = Buffer.concat([...waiting, block.subarray(0, end)]).toString("utf8");
    waiting = end + 1 < size ? [Buffer.from(block.subarray(end + 1, size))] : [];
    for (const request of text.split("\n")) {
      const message = JSON.parse(request);
      let found = host ? answer(host, message) : line(message.id, "error", failure);
      if (typeof found !== "string") found = await Promise.race([found, forgotten(message.id)]);
      write(sink, found);
    }
  }
}

export async function main([source, sink, text], load) {
  const task = JSON.parse(text);
  let host = null;
  let failure = "";
  try {
    const module = await load(task.file ? pathToFileURL(task.target).href : task.target);
    host = await new Host(task, offers.walk(module, task.attribute)).prepare();
  } catch (error) {
    if (!(error instanceof offers.LoadError)) console.error(error);
    failure = error instanceof offers.LoadError ? error.message : `importing it failed: ${described(error)}`;
  }
  await serve(host, failure, Number(source), Number(sink));
  process.exit(0);
}
