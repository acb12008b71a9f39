// Assertions and waiting for things outside of the page; page.mjs has the waiting for things inside.

/** Fails with this message unless the condition holds. */
export function assert(condition, message) {
  if (!condition) throw failure(message, assert);
}

/** Fails unless both values are the same as JSON; `what` names the value. */
export function assertEqual(actual, expected, what) {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw failure(`${what}: expected ${right}, got ${left}`, assertEqual);
}

/** Polls until `check` gives a truthy value, and returns it. */
export async function eventually(what, check, limit = 10_000) {
  const end = performance.now() + limit;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (performance.now() > end) throw new Error(`waited ${limit} ms in vain: ${what}`);
    await new Promise((resume) => setTimeout(resume, 25));
  }
}

/** An error whose place is the line of the test that called the assertion. */
function failure(message, assertion) {
  const error = new Error(message);
  Error.captureStackTrace(error, assertion);
  return error;
}
