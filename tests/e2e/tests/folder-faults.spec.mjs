// A session with a folder in which the n-th call of the File System Access API fails, for each n until a session makes fewer
// calls. After each, a reload without faults shows every text.
import { assert, assertEqual, test } from "../fixtures.mjs";
import { FAIL_CALLS, failAt, failedCall } from "../folder-faults.mjs";
import { change, files, holds, PICKER, status } from "../folder.mjs";
import { drawCircles, fromDrawings, hook, openApp, ready, waitForEntities } from "../page.mjs";

/** Maximum number of calls of a session, so that the test ends. */
const MOST_CALLS = 80;

test("folder: a session loses nothing, whichever call of the folder fails", async ({ run }) => {
  test.setTimeout(600_000);
  const page = await openApp(run, { init: PICKER });
  await page.addInitScript(FAIL_CALLS);
  await page.reload();
  // The other program has no faults. Its page is a picture of the same origin.
  const other = await page.context().newPage();
  await other.goto(new URL("static/icon.svg", page.url()).href);
  await ready(page);
  await drawCircles(page, "start");
  await fromDrawings(page, "open-folder");
  await status(page, "in-use");
  await holds(other, "main.js", '"start"');
  const failures = new Set();
  for (let n = 1; ; n += 1) {
    assert(n < MOST_CALLS, "a session makes fewer calls");
    await failAt(page, n);
    await drawCircles(page, `ours${n}`);
    await holds(other, "main.js", `"ours${n}"`);
    const code = `drawCircle("theirs${n}", 0, 0, 5);\n`;
    await change(other, "part.js", code);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
    const failed = await failedCall(page);
    if (failed !== "") failures.add(failed);
    await failAt(page, 0);
    await page.reload();
    await ready(page);
    await waitForEntities(page, [`ours${n}`]);
    await status(page, "in-use");
    const there = await files(other);
    assert(there["main.js"].includes(`"ours${n}"`), `call ${n} (${failed}): main.js`);
    assertEqual(there["part.js"], code, `call ${n} (${failed}): part.js`);
    if (failed === "") break;
  }
  assert(failures.size >= 4, `each kind of call fails: ${[...failures]}`);
});
