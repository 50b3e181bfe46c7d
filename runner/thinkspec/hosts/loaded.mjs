// Which files a reader consists of: asked for once, after the run, for its certificate.
// The debugger's list of scripts is the only one that holds ES modules too; CommonJS adds the JSON files it required.
import { createHash } from "node:crypto";
import fs from "node:fs";
import inspector from "node:inspector";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const TOOL = path.dirname(fileURLToPath(import.meta.url)) + path.sep;
const PACKAGES = `${path.sep}node_modules${path.sep}`;

/** { entry, files: {path: sha256}, distributions: {name: version} }, paths seen from the folder that holds the reader. */
export function loaded(task) {
  const all = [...new Set([...scripts(), ...Object.keys(createRequire(import.meta.url).cache)])]
    .filter((file) => path.isAbsolute(file) && !file.startsWith(TOOL) && fs.existsSync(file));
  const entry = fs.realpathSync(task.file ? task.target : fileURLToPath(resolved(task.target)));
  const base = packageFolder(entry);
  const inside = (file) => file.startsWith(base) && !file.slice(base.length).includes(PACKAGES.slice(1));
  const own = all.filter((file) => inside(file) || !file.includes(PACKAGES));
  const root = entry.startsWith(base) ? base : common([entry, ...own]);
  const files = own.sort().map((file) => [seen(root, file), sha256(file)]);
  const others = all.filter((file) => !own.includes(file)).map(owner).sort();
  return { entry: seen(root, entry), files: Object.fromEntries(files), distributions: Object.fromEntries(others) };
}

function scripts() {
  const session = new inspector.Session();
  const urls = [];
  session.connect();
  session.on("Debugger.scriptParsed", ({ params }) => urls.push(params.url));
  session.post("Debugger.enable");
  session.post("Debugger.disable");
  session.disconnect();
  return urls.filter((url) => url.startsWith("file:") || url.startsWith("/")).map((url) => {
    return url.startsWith("file:") ? fileURLToPath(url.split("?")[0]) : url;
  });
}

function resolved(name) {
  const here = createRequire(path.join(process.cwd(), "x.js"));
  try {
    return pathToFileURL(here.resolve(name)).href;
  } catch {
    const own = name.split("/").slice(0, name.startsWith("@") ? 2 : 1).join("/");
    const loaded = scripts().find((file) => file.includes(`${PACKAGES}${own.split("/").join(path.sep)}${path.sep}`));
    return pathToFileURL(loaded ?? path.join(process.cwd(), "node_modules", name)).href;
  }
}

/** The folder of the package that a file of `node_modules` belongs to; a file elsewhere has none. */
function packageFolder(file) {
  const at = file.lastIndexOf(PACKAGES);
  if (at < 0) return "\0";
  const start = at + PACKAGES.length;
  const names = file.slice(start).split(path.sep);
  return path.join(file.slice(0, start), ...names.slice(0, names[0].startsWith("@") ? 2 : 1)) + path.sep;
}

function owner(file) {
  const folder = packageFolder(file);
  try {
    const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    return [name ?? path.basename(folder), version ?? ""];
  } catch {
    return [path.basename(folder), ""];
  }
}

function common(files) {
  let folder = path.dirname(files[0]);
  while (!files.every((file) => file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep))) {
    folder = path.dirname(folder);
  }
  return folder;
}

const seen = (root, file) => path.relative(root, file).split(path.sep).join("/");
const sha256 = (file) => createHash("sha256").update(fs.readFileSync(file)).digest("hex");
