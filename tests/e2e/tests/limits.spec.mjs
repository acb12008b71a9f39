// The measurement of times: `withinLimits` repeats a measurement, and never a wrong outcome.
import { assert, assertEqual, test } from "../fixtures.mjs";

/** Measures these times in turn on a machine of this slowness, and returns how many were measured and the error, if any. */
async function measured(run, times, slowness = 1) {
  let at = 0;
  const measure = () => {
    const time = times[at++];
    if (time instanceof Error) throw time;
    return { time };
  };
  const error = await run.withinLimits({ time: 100 }, measure, undefined, () => slowness).then(() => null, ({ message }) => message);
  return [at, error];
}

test("limits: a time is measured up to three times, and a wrong outcome fails at once", async ({ run }) => {
  assertEqual(await measured(run, [100]), [1, null], "a time at the limit");
  assertEqual(await measured(run, [900, 900, 100]), [3, null], "one delayed measurement after the other");
  const [count, late] = await measured(run, [900, 101, 900, 1]);
  assert(count === 3 && late.includes("time 900 ms, 101 ms, 900 ms (limit 100 ms)"), `a defect after ${count} measurements: ${late}`);
  assertEqual(await measured(run, [290], 3), [1, null], "a time on a machine that is three times slower at the moment");
  const [, slow] = await measured(run, [310, 310, 310], 3);
  assert(slow.includes("time 310 ms at 3.0 times the reference, 310 ms"), `a defect on a slower machine: ${slow}`);
  assertEqual(await measured(run, [900, new Error("wrong"), 1]), [2, "wrong"], "a wrong outcome");
  const [, missing] = await measured(run, [undefined]);
  assert(missing.includes("time was not measured"), missing);
});
