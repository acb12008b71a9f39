// `cargo xtask bench`: 10,000 drawCircle calls in the built app, worker included, timed by the app itself.
import { readFileSync } from "node:fs";
import { launch } from "./browser.mjs";
import { dist } from "./dist.mjs";
import { hook, openCode, pageEventually, ready, typeCode } from "./page.mjs";
import { serveStatic } from "./static-server.mjs";

const RUNS = 11;
const BAR_MS = 100;
const circles = readFileSync(new URL("circles.js", import.meta.url), "utf8");

const server = await serveStatic(dist);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.setDefaultTimeout(60_000);
await page.goto(server.url);
await ready(page);
await openCode(page);

const times = [];
for (let run = 0; run < RUNS; run += 1) {
  // A different last line makes the text of each run new, and its circle shows that the canvas shows this run.
  const mark = `mark_${run}`;
  const code = circles.replace("10000", "9999");
  await typeCode(page, `${code}\ndrawCircle("${mark}", 0, -10, 1);\n`);
  await pageEventually(
    page,
    "10,000 circles on the canvas",
    ([canvas, mark]) => document.querySelector(`${canvas} [data-entity="${mark}"]`),
    [`svg${hook("canvas")}`, mark],
    60_000,
  );
  const count = await page.$$eval(`svg${hook("canvas")} [data-entity]`, (nodes) => nodes.length);
  if (count !== 10_000) console.log(`note: ${count} nodes on the canvas`);
  times.push(Number(await page.locator(hook("run-time")).getAttribute("data-ms")));
}
await browser.close();
await server.close();

times.sort((a, b) => a - b);
const isMet = report("10,000 drawCircle calls, worker included", times, BAR_MS);
process.exit(isMet ? 0 : 1);

/** Prints sorted times in ms, and returns whether their median meets the bar. */
function report(what, times, bar) {
  const median = times[times.length >> 1];
  console.log(
    `bench browser: ${what}, ${times.length} runs: min ${times[0].toFixed(1)} ` +
      `median ${median.toFixed(1)} max ${times.at(-1).toFixed(1)} ms; ${(median / bar).toFixed(2)} of the bar of ${bar} ms`,
  );
  return median <= bar;
}
