// Bundles entry.js into ../static/editor/editor.js and prints its size.
import { build } from "esbuild";
import { readFileSync } from "node:fs";
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

await build({
  absWorkingDir: here,
  entryPoints: ["entry.js"],
  outfile,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  plugins: [constructableStyles],
});

const bundle = readFileSync(outfile);
const brotli = brotliCompressSync(bundle, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
console.log(`editor.js: ${kb(bundle.length)} raw, ${kb(brotli)} brotli (budget ${kb(budget)})`);
if (brotli > budget) {
  console.error("the code editor is over its size budget");
  process.exitCode = 1;
}

function kb(bytes) {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
