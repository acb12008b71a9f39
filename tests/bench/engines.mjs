// Speed of scripts compared with QuickJS (compiled to wasm), measured alternately in one run:
// `cargo xtask bench --only engines`.
//
// In Node: the native `trammel run`, as a child process that reports its own run time, against QuickJS in this process.
// In Chromium: the built app with its worker, which reports its own run time, against QuickJS in a page. The results are
// medians; a ratio below 1 means that Trammel is faster. Against functions with the checks of a CAD program (`cad.mjs`), calls
// have a bar; against functions that only store an object, and for programs of plain JavaScript, ratios are only reported.
//
// usage: node engines.mjs --bin PATH_TO_TRAMMEL [--dist DIST]
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";
import { runInQuickJs } from "./quickjs.mjs";

const here = dirname(fileURLToPath(import.meta.url));
/** Programs, and the drawing of QuickJS that each runs with (`quickjs.mjs`). */
const PROGRAMS = [
  ["calls", "cad"],
  ["calls", "plain"],
  ["objects", "plain"],
  ["loop", "plain"],
  ["classes", "plain"],
];
/** Maximum ratio of calls to those of QuickJS with a CAD program. */
const CALLS_BAR = 0.5;
const ROUNDS = 9;

function option(name) {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : undefined;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** Prints a table, and returns whether the calls meet their bar. */
function report(where, rows) {
  console.log(`\n${where} (medians of ${ROUNDS} turns, ms)`);
  console.log(`${"program".padEnd(16)}${"trammel".padStart(10)}${"quickjs".padStart(10)}${"ratio".padStart(8)}`);
  let met = true;
  for (const [name, host, ours, theirs] of rows) {
    const [a, b] = [median(ours), median(theirs)];
    const bar = host === "cad" ? `  bar ${CALLS_BAR}${a / b <= CALLS_BAR ? "" : ": MISSED"}` : "";
    met &&= !bar.endsWith("MISSED");
    const label = `${name} (${host})`.padEnd(16);
    console.log(`${label}${a.toFixed(1).padStart(10)}${b.toFixed(1).padStart(10)}${(a / b).toFixed(2).padStart(8)}${bar}`);
  }
  return met;
}

async function inNode(bin) {
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  const rows = PROGRAMS.map(([name, host]) => {
    const file = join(here, "programs", `${name}.js`);
    const code = readFileSync(file, "utf8");
    const [ours, theirs] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const run = JSON.parse(spawnSync(bin, ["run", file], { encoding: "utf8", maxBuffer: 1 << 28 }).stdout);
      if (!run.success) throw new Error(`${name}: ${JSON.stringify(run.error)}`);
      const other = runInQuickJs(quickjs, code, () => performance.now(), host);
      if (run.entities !== other.entities) throw new Error(`${name}: ${run.entities} entities here, ${other.entities} there`);
      ours.push(run.elapsed_ms);
      theirs.push(other.ms);
    }
    return [name, host, ours, theirs];
  });
  return report("Node: trammel native, QuickJS as wasm", rows);
}

async function inChromium(dist) {
  const { launch } = await import("../e2e/browser.mjs");
  const { hook, openCode, pageEventually, ready, typeCode } = await import("../e2e/page.mjs");
  const { serveStatic } = await import("../e2e/static-server.mjs");
  const [app, others] = [await serveStatic(dist), await serveStatic(here)];
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(60_000);
    await page.goto(app.url);
    await ready(page);
    await openCode(page);
    const beside = await browser.newPage();
    await beside.goto(`${others.url}quickjs.html`);
    await beside.waitForFunction(() => window.runProgram);
    const rows = [];
    for (const [name, host] of PROGRAMS) {
      const code = readFileSync(join(here, "programs", `${name}.js`), "utf8");
      const [ours, theirs] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        const mark = `${host}_${round}`;
        // A unique circle shows that the canvas has the result of this run; the drawing is full at 10,000 entities.
        await typeCode(page, `${code.replace("< 10000", "< 9999")}\ndrawCircle("${mark}", 0, -10, 1);\n`);
        await pageEventually(
          page,
          "the run on the canvas",
          ([canvas, mark]) => document.querySelector(`${canvas} [data-entity="${mark}"]`),
          [`svg${hook("canvas")}`, mark],
          60_000,
        );
        ours.push(Number(await page.locator(hook("run-time")).getAttribute("data-ms")));
        theirs.push(await beside.evaluate((run) => window.runProgram(...run), [code, host]));
      }
      rows.push([name, host, ours, theirs]);
    }
    return report("Chromium: trammel in the app, worker included; QuickJS in a page", rows);
  } finally {
    await browser.close();
    await app.close();
    await others.close();
  }
}

const met = [];
if (option("bin")) met.push(await inNode(option("bin")));
if (option("dist")) met.push(await inChromium(option("dist")));
if (met.includes(false)) process.exitCode = 1;
