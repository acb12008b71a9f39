// Run by `cargo xtask size` in the project's root: prints the raw, gzip, and brotli sizes of the files in dist/, and the
// sums with a budget: the page's wasm, the first load (all files except the ones below), the deferred part of the page and
// the Hangul font, which the page fetches in the background, the lazy worker, and the lazy code editor.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const files = readdirSync("dist", { recursive: true })
  .map(String)
  .filter((name) => statSync(join("dist", name)).isFile() && /\.(wasm|js|css|html|svg|ttf|woff2)$/.test(name))
  .sort()
  .map((name) => {
    const bytes = readFileSync(join("dist", name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return { name, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes, { params }).length };
  });

const kb = (bytes) => (bytes / 1024).toFixed(1).padStart(9);
console.log(`${"file".padEnd(44)}${"raw KB".padStart(9)}${"gzip KB".padStart(9)}${"brotli KB".padStart(10)}`);
for (const { name, raw, gzip, brotli } of files) console.log(`${name.padEnd(44)}${kb(raw)}${kb(gzip)} ${kb(brotli)}`);

const isWorker = ({ name }) => name.startsWith("sandbox");
const isEditor = ({ name }) => name.startsWith("static/editor/") || name.startsWith("static\\editor\\");
const isDeferred = ({ name }) => name.endsWith("_deferred.wasm");
const isFont = ({ name }) => name.endsWith(".ttf");
const isFirst = (file) => !isWorker(file) && !isEditor(file) && !isDeferred(file) && !isFont(file);
const budgets = [
  ["page wasm", 500, (file) => isFirst(file) && file.name.endsWith(".wasm")],
  ["first load without Hangul font", 650, isFirst],
  ["deferred page wasm (background)", 1200, isDeferred],
  ["Hangul font (background)", 200, isFont],
  ["worker (lazy)", 1.3 * 1024, isWorker],
  ["code editor (lazy)", 150, isEditor],
];
console.log();
for (const [what, limit, belongs] of budgets) {
  const sum = files.filter(belongs).reduce((total, file) => total + file.brotli, 0) / 1024;
  const verdict = sum <= limit ? "ok" : "OVER BUDGET";
  if (sum > limit) process.exitCode = 1;
  console.log(`${what.padEnd(32)}${sum.toFixed(1).padStart(8)} KB brotli of ${limit.toFixed(0).padStart(5)} KB  ${verdict}`);
}
