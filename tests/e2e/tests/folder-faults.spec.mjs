// A session with a folder in which the n-th call of the File System Access API fails, for each n until a session makes fewer
// calls. After each, a reload without faults shows every text.
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import { answerLate, FAIL_CALLS, failAt, failedCall, isSilenced, silenceCall } from "../folder-faults.mjs";
import { banner, change, COUNT_LOOKS, files, holds, look, PICKER, status } from "../folder.mjs";
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

/** Calls of a session that writes a file. */
const CALLS = ["values", "getDirectoryHandle", "getFileHandle", "getFile", "arrayBuffer", "createWritable", "write", "close"];

test("folder: a call that never answers is given up, and its late answer replaces nothing", async ({ run }) => {
  test.setTimeout(300_000);
  const page = await openApp(run, { init: PICKER });
  await page.addInitScript(FAIL_CALLS);
  await page.addInitScript(COUNT_LOOKS);
  await page.reload();
  const other = await page.context().newPage();
  await other.goto(new URL("static/icon.svg", page.url()).href);
  await ready(page);
  await drawCircles(page, "start");
  await fromDrawings(page, "open-folder");
  await status(page, "in-use");
  await holds(other, "main.js", '"start"');
  for (const name of CALLS) {
    await silenceCall(page, name);
    await drawCircles(page, `ours_${name}`);
    await eventually(`${name} is called`, () => isSilenced(page));
    await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
    await banner(page, "failed");
    const told = await page.locator(hook("folder-banner")).textContent();
    assert(told.includes("does not answer") && told.includes("stop using the folder"), told);
    // Other calls answer, so the next look compares both sides again.
    await status(page, "in-use");
    await holds(other, "main.js", `"ours_${name}"`);
    const code = `drawCircle("theirs_${name}", 0, 0, 5);\n`;
    await change(other, "part.js", code);
    await drawCircles(page, `ours_${name}`, `later_${name}`);
    await holds(other, "main.js", `"later_${name}"`);
    await answerLate(page);
    await look(page);
    const there = await files(other);
    assert(there["main.js"].includes(`"later_${name}"`), `${name}: ${there["main.js"]}`);
    assertEqual(there["part.js"], code, `${name}: part.js`);
    await waitForEntities(page, [`ours_${name}`, `later_${name}`]);
    await status(page, "in-use");
  }
});

test("folder: a stored connection that cannot be read is shown, and read again", async ({ run }) => {
  const page = await openApp(run, { init: PICKER });
  await page.addInitScript(() => {
    // The frame of the workers has no storage.
    if (self !== top) return;
    window.foldersFail = sessionStorage.getItem("folders-fail") !== null;
    const real = IDBObjectStore.prototype.getAll;
    IDBObjectStore.prototype.getAll = function (...args) {
      if (window.foldersFail && this.name === "folders") throw new DOMException("the disk failed", "UnknownError");
      return real.apply(this, args);
    };
  });
  await page.reload();
  await ready(page);
  await drawCircles(page, "start");
  await fromDrawings(page, "open-folder");
  await status(page, "in-use");
  await holds(page, "main.js", '"start"');
  await page.evaluate(() => sessionStorage.setItem("folders-fail", "yes"));
  await page.reload();
  await ready(page);
  await banner(page, "unread");
  await drawCircles(page, "start", "meanwhile");
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
  assert(!(await files(page))["main.js"].includes("meanwhile"), "nothing is written");
  await page.evaluate(() => {
    window.foldersFail = false;
  });
  await status(page, "in-use");
  await holds(page, "main.js", '"meanwhile"');
});

test("folder: a failure between two files raises no question about the file that was written", async ({ run }) => {
  const page = await openApp(run, { init: PICKER });
  await page.evaluate(() => {
    const real = FileSystemFileHandle.prototype.createWritable;
    window.endFailure = () => (FileSystemFileHandle.prototype.createWritable = real);
    FileSystemFileHandle.prototype.createWritable = function (...args) {
      if (this.name !== "main.js") throw new DOMException("the disk is full", "QuotaExceededError");
      return real.apply(this, args);
    };
  });
  await drawCircles(page, "one");
  await fromDrawings(page, "open-folder");
  await banner(page, "failed");
  await holds(page, "main.js", '"one"');
  await drawCircles(page, "one", "two");
  await holds(page, "main.js", '"two"');
  await page.evaluate(() => window.endFailure());
  await drawCircles(page, "one", "two", "three");
  await holds(page, "main.js", '"three"');
  await status(page, "in-use");
});
