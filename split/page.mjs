// Splits the page in a built folder: node split/page.mjs FOLDER SPLIT [PROFILE]
//
// SPLIT is the program of this package. PROFILE is a profile of an earlier split of the same module, in place of new
// visits. The profile in use is written to `split.profile` in FOLDER, so that anyone can split the same page again.
//
// The files of the page get new names with a hash of both modules and their loader, so that no cache combines files of two builds.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { profile } from "./profile.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [folder, program, given] = process.argv.slice(2);
const scratch = resolve(process.env.CARGO_TARGET_DIR ?? join(here, "../target"), "split");
const at = (name) => join(folder, name);

const module = only(readdirSync(folder).filter((name) => /^app-[0-9a-f]+_bg\.wasm$/.test(name)), "module of the page");
const name = module.slice(0, -"_bg.wasm".length);
const glue = readFileSync(at(`${name}.js`), "utf8");
const html = readFileSync(at("index.html"), "utf8");

mkdirSync(scratch, { recursive: true });
const [instrumented, ran, primary, deferred] = ["instrumented.wasm", "ran", "primary.wasm", "deferred.wasm"].map((file) => join(scratch, file));
if (given === undefined) {
  const functions = Number(execFileSync(program, ["instrument", at(module), instrumented], { encoding: "utf8" }));
  writeFileSync(ran, await profile(folder, pageFiles(readFileSync(instrumented)), functions));
} else if (resolve(given) !== ran) {
  copyFileSync(given, ran);
}
execFileSync(program, ["split", at(module), ran, primary, deferred], { stdio: "inherit" });
const parts = { primary: readFileSync(primary), deferred: readFileSync(deferred) };

const loader = readFileSync(join(here, "deferred.js"));
const hash = createHash("sha256").update(parts.primary).update(parts.deferred).update(loader).digest("hex").slice(0, 16);
const split = `app-${hash}`;
const splitGlue = edited(withLateDestructors(glue), [
  [/^/, `import * as deferred from "./static/deferred-${hash}.js";\n`],
  [`"./app_bg.js": import0,`, `"./app_bg.js": import0,\n        deferred,`],
  ["wasm = instance.exports;", `wasm = instance.exports;\n    deferred.begin(wasm, new URL("./${split}_deferred.wasm", import.meta.url));`],
]);
for (const file of [module, `${name}.js`]) rmSync(at(file));
writeFileSync(at(`${split}.js`), splitGlue);
writeFileSync(at(`${split}_bg.wasm`), parts.primary);
writeFileSync(at(`${split}_deferred.wasm`), parts.deferred);
writeFileSync(at(`static/deferred-${hash}.js`), loader);
writeFileSync(at("index.html"), pageOf(split, splitGlue));
copyFileSync(ran, at("split.profile"));

const functions = readFileSync(ran);
const started = functions.reduce((sum, hit) => sum + hit, 0);
const kib = (bytes) => `${Math.round(bytes.length / 1024)} KiB`;
console.log(`${started} of ${functions.length} functions run at the start: ${kib(parts.primary)} now, ${kib(parts.deferred)} in the background`);

/** Returns the glue with registries of garbage that wait for the deferred module. */
function withLateDestructors(glue) {
  const registry = "new FinalizationRegistry(";
  if (!glue.includes(registry)) throw new Error(`${registry} is not in the glue of the page`);
  return glue.replaceAll(registry, "deferred.registry(");
}

/** Returns the page with the names and the hashes of the split files. */
function pageOf(split, splitGlue) {
  const renamed = html.replaceAll(name, split);
  const withHashes = [
    [`./${split}.js`, splitGlue],
    [`./${split}_bg.wasm`, parts.primary],
  ].reduce((text, [href, bytes]) => {
    const link = new RegExp(`(<link rel="(?:module)?preload" href="${href.replaceAll(".", "\\.")}"[^>]* integrity=")[^"]*`);
    return edited(text, [[link, `$1${integrity(bytes)}`]]);
  }, renamed);
  const loads = `<link rel="modulepreload" href="./static/deferred-${hash}.js" crossorigin="anonymous" integrity="${integrity(loader)}">`;
  return edited(withHashes, [["</head>", `${loads}</head>`]]);
}

/** Returns the files of the instrumented page, by name. */
function pageFiles(wasm) {
  return {
    [module]: wasm,
    [`${name}.js`]: edited(glue, [[`"./app_bg.js": import0,`, `"./app_bg.js": import0,\n        profile: globalThis,`]]),
    "index.html": edited(html.replace(/ integrity="[^"]*"/g, ""), [["<head>", `<head><script src="profile.js"></script>`]]),
  };
}

/** Replaces each pattern, which must be in the text exactly once. */
function edited(text, changes) {
  return changes.reduce((text, [pattern, replacement]) => {
    const found = typeof pattern === "string" ? text.split(pattern).length - 1 : [...text.matchAll(new RegExp(pattern, "g"))].length;
    if (found !== 1) throw new Error(`${pattern} is ${found} times in a file of the page, not once`);
    return text.replace(pattern, replacement);
  }, text);
}

function integrity(bytes) {
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
}

function only(names, what) {
  if (names.length !== 1) throw new Error(`${folder} has ${names.length} files that can be the ${what}: build the app first`);
  return names[0];
}
