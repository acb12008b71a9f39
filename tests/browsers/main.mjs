// Runs the main job in Chromium, Firefox, and WebKit at the same time, on the built app in DIST (default: dist/).
//
//   node tests/browsers/main.mjs [ENGINE...]
//
// A test fails if its body throws, or if a page reports an error. A failure leaves a screenshot and the page's text under
// target/e2e-failures/browsers. The last line is `browsers: N passed, M failed`.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dist } from "../e2e/dist.mjs";
import { hook, ready } from "../e2e/page.mjs";
import { serveStatic } from "../e2e/static-server.mjs";
import { ENGINES, EngineDriver } from "./engines.mjs";
import { TESTS } from "./main-job.mjs";

const FAILURES = fileURLToPath(new URL("../../target/e2e-failures/browsers", import.meta.url));

/** Script that runs before those of the page: records errors, which WebDriver does not report. */
const RECORDER = `
  window.reported = [];
  const report = (text) => window.reported.push(text);
  addEventListener("error", (event) => report("uncaught " + event.message));
  addEventListener("unhandledrejection", (event) => report("unhandled " + event.reason));
  document.addEventListener("securitypolicyviolation", (event) => report(event.violatedDirective + " blocked " + event.blockedURI));
  const { error } = console;
  console.error = (...given) => (report(given.join(" ")), error.apply(console, given));
`;

/** Runs one test, and returns the reason of its failure, or `null`. */
async function runTest(driver, url, name, test) {
  let page = null;
  const end = async () => {
    if (!page) return;
    const reported = await page.evaluate(() => window.reported);
    if (reported.length > 0) throw new Error(`the page reported ${reported.length} error(s):\n${reported.join("\n")}`);
    await page.close();
    page = null;
  };
  const visit = async (address = url) => {
    await end();
    page = await driver.startPage();
    await page.goto(address);
    await ready(page);
    if (address === url) await page.locator(hook("first-run-close")).click();
    return page;
  };
  try {
    await test(visit);
    await end();
    return null;
  } catch (error) {
    if (page) await keepEvidence(page, name);
    await page?.close().catch(() => null);
    return error;
  }
}

/** Writes a screenshot and the text of the page. The browser may no longer answer. */
async function keepEvidence(page, name) {
  const folder = join(FAILURES, name.replace(/[^a-z]+/gi, "-"));
  mkdirSync(folder, { recursive: true });
  const keep = async (file, read) => writeFileSync(join(folder, file), await read().catch((error) => String(error)));
  await keep("screenshot.png", () => page.screenshot());
  await keep("page.txt", () => page.evaluate(() => `${location}\n\n${document.body.innerText}\n\n${document.documentElement.outerHTML}`));
}

/** Runs all tests in one engine. */
async function runEngine(name, url) {
  const failures = [];
  const driver = new EngineDriver(name);
  for (const [title, test] of Object.entries(TESTS)) {
    const started = performance.now();
    const label = `${name} > ${title}`;
    const failure = await runTest(driver, url, label, test);
    console.log(`${failure ? "FAIL" : "ok"} ${label} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    if (!failure) continue;
    failures.push([`failed: ${label}`, ...failure.stack.split("\n").map((line) => `  ${line.trim()}`)].join("\n"));
    // The next test gets a new driver, since this one may still have the session of the failed test.
    await driver.close();
  }
  await driver.close();
  return failures;
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(ENGINES);
const unknown = names.find((name) => !(name in ENGINES));
if (unknown) throw new Error(`there is no engine ${unknown}; the engines are ${Object.keys(ENGINES).join(", ")}`);
rmSync(FAILURES, { recursive: true, force: true });
const server = await serveStatic(dist, "/", { "recorder.js": RECORDER });
const failures = (await Promise.all(names.map((name) => runEngine(name, server.url)))).flat();
await server.close();
for (const failure of failures) console.log(failure);
console.log(`browsers: ${names.length * Object.keys(TESTS).length - failures.length} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
