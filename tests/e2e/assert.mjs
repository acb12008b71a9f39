// Assertions and polling outside of the page; page.mjs has the waiting functions for the page.

/**
 * Time after which something that a test waits for is taken for missing, in milliseconds. It is no claim about the app, so
 * it is long: a slow machine that also builds takes 15 s to open a drawing of 4 MiB. Claims of time are in timed tests.
 */
export const WAIT_MS = 30_000;

/** Throws an error with this message unless the condition holds. */
export function assert(condition, message) {
  if (!condition) throw failure(message, assert);
}

/** Throws unless both values are equal as JSON; `what` names the value. */
export function assertEqual(actual, expected, what) {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw failure(`${what}: expected ${right}, got ${left}`, assertEqual);
}

/** Polls until `check` returns a truthy value, and returns that value. */
export async function eventually(what, check, limit = WAIT_MS) {
  const end = performance.now() + limit;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (performance.now() > end) throw new Error(`waited ${limit} ms in vain: ${what}`);
    await new Promise((resume) => setTimeout(resume, 25));
  }
}

/** Creates an error whose stack starts at the line of the test that called the assertion. */
function failure(message, assertion) {
  const error = new Error(message);
  Error.captureStackTrace(error, assertion);
  return error;
}
