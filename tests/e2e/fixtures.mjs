// The test function and its fixture `run`: isolated pages, notes, and the errors that pages report.
//
// A test fails if its body throws. It also fails if a page logged an error, threw, or violated its
// Content-Security-Policy, unless the test allows the text of that error. A failed test leaves a trace, a screenshot,
// and the console log in its folder under target/e2e-failures.
import { writeFileSync } from "node:fs";
import { test as base } from "@playwright/test";
import { assert, WAIT_MS } from "./assert.mjs";

export { assert, assertEqual, eventually } from "./assert.mjs";

/** Registers a test: `test(name, async ({ run }) => ...)`; see `TestRun`. */
export const test = base.extend({
  run: async ({ browser }, use, testInfo) => {
    const run = new TestRun(browser, testInfo);
    await use(run);
    await run.end();
  },
});

/** Tag of tests with a time limit. They run one at a time, so that no other test slows them down. See `withinLimits`. */
export const TIMED = { tag: "@timed" };

/** Maximum number of measurements of a time. */
const MEASUREMENTS = 3;

/** Time of the reference work on the machine for which the limits are stated, without other programs, in milliseconds. */
const REFERENCE_MS = 13;

/** Performs work that has nothing to do with the app, and returns its shortest time in milliseconds: a short delay changes nothing. */
function measureReference() {
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    Float64Array.from({ length: 100_000 }, (_, at) => Math.sin(at)).sort();
    return performance.now() - started;
  });
  return Math.min(...times);
}

/**
 * Returns how many times slower this machine is at the moment than the machine for which the limits are stated: at least 1,
 * and at most 4, so that no defect hides behind a machine that hardly works.
 */
function slowness() {
  return Math.min(Math.max(measureReference() / REFERENCE_MS, 1), 4);
}

/** Tag of the main job, which `cargo xtask release-check` runs on the release build. */
export const MAIN = { tag: "@main" };

/** Dismisses the hint of the first visit. Storage may be denied, and other origins of a test have no hint. */
function dismissHint() {
  try {
    localStorage.setItem("trammel:pref:welcome", "seen");
  } catch {
    // The hint is shown then.
  }
}

class TestRun {
  /** Errors that pages reported; a test may add its own. */
  problems = [];
  #allowed = [];
  #console = [];
  #contexts = [];
  #pages = [];
  #browser;
  #testInfo;

  constructor(browser, testInfo) {
    this.#browser = browser;
    this.#testInfo = testInfo;
    this.url = process.env.APP_URL;
  }

  /**
   * Opens a page in a new context (empty storage), and records its errors. The hint of the first visit is dismissed, unless
   * `firstVisit` is set.
   */
  async newPage({ firstVisit = false, ...options } = {}) {
    const context = await this.#browser.newContext(options);
    this.#contexts.push(context);
    if (!firstVisit) await context.addInitScript(dismissHint);
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`CSP: ${event.violatedDirective} blocked ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`);
      });
    });
    const page = await context.newPage();
    this.#pages.push(page);
    page.setDefaultTimeout(WAIT_MS);
    const problem = (text) => {
      this.problems.push(text);
      this.#console.push(text);
    };
    page.on("pageerror", (error) => problem(`uncaught ${error}`));
    page.on("console", (message) => {
      const line = `${message.text()} (${message.location().url})`;
      if (message.type() === "error") problem(line);
      else this.#console.push(`${message.type()}: ${line}`);
    });
    page.on("crash", () => problem("the page crashed"));
    return page;
  }

  /** Allows page errors whose text matches one of these patterns. */
  allow(...patterns) {
    this.#allowed.push(...patterns);
  }

  /** Adds a line that is printed with the result of the test. */
  note(line) {
    this.#testInfo.annotations.push({ type: "note", description: line });
  }

  /**
   * Throws unless each time is within its limit, in milliseconds, in at least one measurement. `measure` performs one
   * measurement and returns the times by name. It is called again, at most twice, while a time has missed its limit in all
   * measurements: other programs on the machine can delay one measurement, and a defect delays all. A limit that is missed
   * is compared again after division of the time by the slowness of the machine at that moment, which the reference work
   * shows. An error of `measure`, such as a wrong outcome, fails the test at once. `name` begins the notes.
   */
  async withinLimits(limits, measure, name, machine = slowness) {
    const within = [];
    const missed = new Map(Object.entries(limits).map(([what, limit]) => [what, { limit, measured: [] }]));
    for (let at = 0; at < MEASUREMENTS && missed.size > 0; at += 1) {
      const times = await measure();
      for (const [what, { limit, measured }] of [...missed]) {
        assert(Number.isFinite(times[what]), `${what} was not measured: ${times[what]}`);
        const slow = times[what] > limit ? machine() : 1;
        measured.push(`${Math.round(times[what])} ms${slow > 1 ? ` at ${slow.toFixed(1)} times the reference` : ""}`);
        if (times[what] / slow > limit) continue;
        missed.delete(what);
        within.push(`${what} ${measured.join(", ")} (limit ${limit} ms)`);
      }
    }
    if (within.length > 0) this.note([name, within.join("; ")].filter(Boolean).join(": "));
    const late = [...missed].map(([what, { limit, measured }]) => `${what} ${measured.join(", ")} (limit ${limit} ms)`);
    assert(late.length === 0, `${name ? `${name}: ` : ""}beyond the limit in all ${MEASUREMENTS} measurements: ${late.join("; ")}`);
  }

  /** Closes all pages. Throws if they reported an error that was not allowed. */
  async end() {
    const unexpected = this.problems.filter((line) => !this.#allowed.some((pattern) => pattern.test(line)));
    if (unexpected.length > 0 || this.#testInfo.status !== this.#testInfo.expectedStatus) await this.#keepEvidence();
    await Promise.all(this.#contexts.map((context) => context.close()));
    if (unexpected.length > 0) throw new Error(`the page reported ${unexpected.length} error(s):\n${unexpected.join("\n")}`);
  }

  // Playwright's own `screenshot: "only-on-failure"` would take one screenshot per context, also when the test passed.
  async #keepEvidence() {
    writeFileSync(this.#testInfo.outputPath("console.txt"), this.#console.map((line) => `${line}\n`).join(""));
    const page = this.#pages.findLast((page) => !page.isClosed());
    await page?.screenshot({ path: this.#testInfo.outputPath("screenshot.png"), timeout: 10_000 }).catch(() => null);
  }
}
