// A reporter that ends the output with the notes of the tests, the failed tests with their reasons, and the counts.

/** Lines of the reason of a failure, so that the end of a long log is enough to see what failed. */
const REASON_LINES = 8;

/** The first lines of the last failure of `test`, without color codes. */
function reason(test) {
  const text = test.results.at(-1)?.errors.map(({ message }) => message ?? "").join("\n") ?? "";
  const lines = text.replace(/\u001b\[[0-9;]*m/g, "").split("\n").filter((line) => line.trim() !== "");
  return lines.slice(0, REASON_LINES).map((line) => `  ${line}`);
}

/** Prints nothing before the end, so that another reporter can report each test. */
export default class Summary {
  #suite;

  onBegin(_config, suite) {
    this.#suite = suite;
  }

  printsToStdio() {
    return false;
  }

  /** Prints the line that `cargo xtask test` reads. In a failed run, tests that did not run count as failed. */
  onEnd({ status }) {
    const tests = (this.#suite?.allTests() ?? []).filter(({ results }) => results.length > 0 || status !== "passed");
    if (tests.length === 0) return;
    for (const test of tests) {
      const notes = test.results.flatMap(({ annotations }) => annotations).filter(({ type }) => type === "note");
      if (notes.length > 0) console.log([test.title, ...notes.map(({ description }) => `  ${description}`)].join("\n"));
    }
    // A retried test counts as failed.
    const failed = tests.filter((test) => test.outcome() === "unexpected" || test.outcome() === "flaky");
    for (const test of failed) console.log([`failed: ${test.titlePath().slice(2).join(" > ")}`, ...reason(test)].join("\n"));
    const passed = tests.filter((test) => test.outcome() === "expected").length;
    console.log(`e2e: ${passed} passed, ${tests.length - passed} failed`);
  }
}
