// A small test runner. A test file calls `test(name, body, {allow})`; run.mjs calls `runAll`.
//
// Each test gets its own browser context (empty storage) in one browser with a fresh profile. A test fails when its
// body throws, and also when the page logged an error, threw, or broke its Content-Security-Policy, unless a pattern
// in `allow` matches the text.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const TEST_LIMIT_MS = 120_000;
const tests = [];

/** Registers a test. `body` receives `{newPage, note, url}`. */
export function test(name, body, { allow = [] } = {}) {
  tests.push({ name, body, allow });
}

/** Runs the tests whose name contains one of `filters` (all when there are none) and prints the summary line. */
export async function runAll({ url, filters, failureDir }) {
  const browser = await launch();
  let passed = 0;
  let failed = 0;
  for (const { name, body, allow } of tests) {
    if (filters.length > 0 && !filters.some((filter) => name.includes(filter))) continue;
    const started = performance.now();
    const run = new TestRun(browser, url);
    try {
      await within(TEST_LIMIT_MS, body(run));
      run.assertClean(allow);
      passed += 1;
      console.log(`ok   ${name} (${seconds(started)})${run.notes.map((note) => `\n       ${note}`).join("")}`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${name} (${seconds(started)})`);
      console.log(indent(String(error?.stack ?? error)));
      for (const line of run.problems) console.log(indent(`page: ${line}`));
      for (const line of run.notes) console.log(indent(line));
      await run.screenshot(failureDir, name);
    } finally {
      await run.close();
    }
  }
  await browser.close();
  if (passed + failed === 0) console.log("no test matched");
  console.log(`e2e: ${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0;
}

/** Chromium as it works on a machine without a display, a GPU or the internet. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Polls until `check` gives a truthy value, and returns it. For things outside the page; inside, see page.mjs. */
export async function eventually(what, check, limit = 10_000) {
  const end = performance.now() + limit;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (performance.now() > end) throw new Error(`waited ${limit} ms in vain: ${what}`);
    await new Promise((resume) => setTimeout(resume, 25));
  }
}

export function assert(condition, message) {
  if (!condition) throw new Error(message);
}

export function assertEqual(actual, expected, what) {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${what}: expected ${right}, got ${left}`);
}

class TestRun {
  constructor(browser, url) {
    this.browser = browser;
    this.url = url;
    this.notes = [];
    this.problems = [];
    this.contexts = [];
    this.pages = [];
    this.newPage = this.newPage.bind(this);
    this.note = this.note.bind(this);
  }

  /** A page in a context of its own, 1440 by 900, whose errors are recorded. */
  async newPage(options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    this.contexts.push(context);
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`CSP: ${event.violatedDirective} blocked ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`);
      });
    });
    const page = await context.newPage();
    this.pages.push(page);
    page.setDefaultTimeout(15_000);
    page.on("pageerror", (error) => this.problems.push(`uncaught ${error}`));
    page.on("console", (message) => {
      if (message.type() === "error") this.problems.push(`${message.text()} (${message.location().url})`);
    });
    page.on("crash", () => this.problems.push("the page crashed"));
    return page;
  }

  /** A line printed under the test's result. */
  note(line) {
    this.notes.push(line);
  }

  assertClean(allow) {
    const unexpected = this.problems.filter((line) => !allow.some((pattern) => pattern.test(line)));
    if (unexpected.length > 0) throw new Error(`the page reported ${unexpected.length} error(s)`);
  }

  async screenshot(dir, name) {
    const page = this.pages.findLast((page) => !page.isClosed());
    if (!page) return;
    mkdirSync(dir, { recursive: true });
    const path = join(dir, `${name.replace(/[^a-z0-9]+/gi, "-").slice(0, 80)}.png`);
    await page.screenshot({ path, timeout: 10_000 }).then(
      () => console.log(indent(`screenshot: ${path}`)),
      () => {},
    );
  }

  async close() {
    await Promise.all(this.contexts.map((context) => context.close().catch(() => {})));
  }
}

function within(limit, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the test took longer than ${limit / 1000} s`)), limit);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function seconds(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

function indent(text) {
  return text.replace(/^/gm, "       ");
}
