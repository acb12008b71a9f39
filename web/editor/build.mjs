// Bundles entry.js into ../static/editor/editor.js, prints its size, and writes the licenses of the packages in it to
// licenses.txt, which becomes a part of the app's licenses.txt (xtask/src/licenses.rs).
import { build } from "esbuild";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const outfile = join(here, "../static/editor/editor.js");
const budget = 150 * 1024;

// CodeMirror's style-mod uses constructable style sheets only inside shadow roots, and a <style> element in a document.
// The page's Content-Security-Policy has no 'unsafe-inline' and blocks that element, so this plugin makes documents use
// constructable style sheets as well.
const constructableStyles = {
  name: "constructable-styles",
  setup(context) {
    context.onLoad({ filter: /style-mod[\\/]src[\\/]style-mod\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const contents = source.replace("if (!root.head && root.adoptedStyleSheets", "if (root.adoptedStyleSheets");
      if (contents === source) throw new Error("style-mod has changed: look at its StyleSet constructor again");
      return { contents, loader: "js" };
    });
  },
};

const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ["entry.js"],
  outfile,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  plugins: [constructableStyles],
});

const bundle = readFileSync(outfile);
const brotli = brotliCompressSync(bundle, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
console.log(`editor.js: ${kb(bundle.length)} raw, ${kb(brotli)} brotli (budget ${kb(budget)})`);
if (brotli > budget) {
  console.error("the code editor is over its size budget");
  process.exitCode = 1;
}

writeFileSync(join(here, "licenses.txt"), licenses(Object.keys(metafile.inputs)));

/** Returns the names and the license texts of the packages to which the bundled files belong. */
function licenses(files) {
  const names = new Set(files.map((file) => /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[0]).filter(Boolean));
  let list = "";
  const texts = new Map();
  for (const folder of [...names].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(here, folder, "package.json"), "utf8"));
    if (license !== "MIT") throw new Error(`${name} is licensed under ${license}: decide whether the app may contain it`);
    list += `${name} ${version} (${license})\n`;
    const file = readdirSync(join(here, folder)).sort().find((file) => /^licen[sc]e/i.test(file));
    if (file === undefined) throw new Error(`the package ${name} has no license text`);
    const text = readFileSync(join(here, folder, file), "utf8").replaceAll("\r", "").trim();
    texts.set(text, [...(texts.get(text) ?? []), name]);
  }
  const line = `\n${"-".repeat(80)}\n`;
  const sections = [...texts].map(([text, names]) => `${line}License text of ${names.join(", ")}\n\n${text}\n`);
  return `${line}Packages of the code editor, CodeMirror (JavaScript)\n\n${list}${sections.join("")}`;
}

function kb(bytes) {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
