// Safe start: a drawing that blocked the page is not run at the next start, and the list of drawings can be opened.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, eventually, test, TIMED } from "../fixtures.mjs";
import { drawCircles, fragmentOf, fromDrawings, hook, isInLibrary, openApp, openCode, openDrawing, openNewDrawing, pageEventually, readCode, ready, typeCode, waitForEntities } from "../page.mjs";

/** Time within which the list of drawings is open after a start, in milliseconds. */
const LIST_MS = 5_000;

const BOMB = 'drawCircle("bomb", 0, 0, 10);';

/** Has the painting of the entity `bomb` block the page while the storage says so. */
function blockOnBomb() {
  const real = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    if (value === "bomb" && localStorage.getItem("test-blocks") && !sessionStorage.getItem("test-spared")) {
      localStorage.setItem("test-blocked", "1");
      for (;;);
    }
    return real.call(this, name, value);
  };
}

/** Opens a page whose painting of `bomb` blocks it, and a page that stays usable. */
async function openWithBomb(run) {
  const page = await run.newPage();
  await page.context().addInitScript(blockOnBomb);
  const observer = await page.context().newPage();
  await observer.goto(new URL("static/icon.svg", run.url).href);
  await page.goto(run.url);
  await ready(page);
  const block = (on) => observer.evaluate((on) => (on ? localStorage.setItem("test-blocks", "1") : localStorage.removeItem("test-blocks")), on);
  return { page, observer, block };
}

/** Returns the number of markers of starts in localStorage. */
const markers = (page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("trammel:starting:")).length);

/** Waits until the page is blocked, and closes it, as a user would. */
async function closeBlocked(page, observer) {
  await eventually("the page is blocked", () => observer.evaluate(() => localStorage.getItem("test-blocked")));
  await page.close();
  await observer.evaluate(() => localStorage.removeItem("test-blocked"));
}

/** Opens the app, and checks that the list of drawings can be opened in time, from the banner. */
async function startSafely(run, observer) {
  let page;
  await run.withinLimits({ "the list is open": LIST_MS }, async () => {
    await page?.close();
    page = await observer.context().newPage();
    const began = performance.now();
    await page.goto(run.url);
    await page.locator(hook("safe-start-library")).click();
    await page.locator(hook("drawing-row")).first().waitFor();
    return { "the list is open": performance.now() - began };
  });
  await page.locator(hook("close-library")).click();
  return page;
}

test("safe start: typed code that blocks the page is not run at the next start", TIMED, async ({ run }) => {
  const { page, observer, block } = await openWithBomb(run);
  await drawCircles(page, "good");
  await isInLibrary(page);
  await block(true);
  await typeCode(page, BOMB);
  await closeBlocked(page, observer);
  // It stays so until the user runs it.
  const visit = await startSafely(run, observer);
  await waitForEntities(visit, []);
  assertEqual(await markers(visit), 1, "markers");
  await visit.close();
  const again = await startSafely(run, observer);
  await waitForEntities(again, []);
  await openCode(again);
  assertEqual(await readCode(again), BOMB, "the typed code");
  await assertAccessibleInBothLooks(again, "a drawing that was not run");
  await block(false);
  await again.locator(hook("safe-start-run")).click();
  await waitForEntities(again, ["bomb"]);
  await again.locator(hook("safe-start")).waitFor({ state: "detached" });
  await eventually("no marker is left", async () => (await markers(again)) === 0);
});

test("safe start: a drawing that blocks every start is opened without its code", TIMED, async ({ run }) => {
  const { page, observer, block } = await openWithBomb(run);
  await typeCode(page, BOMB);
  await waitForEntities(page, ["bomb"]);
  await isInLibrary(page);
  await page.close();
  await block(true);
  const blocked = await observer.context().newPage();
  await blocked.goto(run.url);
  await closeBlocked(blocked, observer);
  const again = await startSafely(run, observer);
  await waitForEntities(again, []);
  await openCode(again);
  assertEqual(await readCode(again), BOMB, "the code");
  // The work goes on with other code.
  await drawCircles(again, "other");
  await again.locator(hook("safe-start")).waitFor({ state: "detached" });
});

test("safe start: a drawing of the list that blocked the page is opened without its code", async ({ run }) => {
  const { page, observer, block } = await openWithBomb(run);
  await typeCode(page, BOMB);
  await waitForEntities(page, ["bomb"]);
  await isInLibrary(page);
  await openNewDrawing(page);
  await drawCircles(page, "own");
  await isInLibrary(page);
  await block(true);
  // The dialog of the list cannot close in a page that is blocked.
  const opening = openDrawing(page, 1).catch(() => undefined);
  await closeBlocked(page, observer);
  await opening;
  const again = await observer.context().newPage();
  await again.goto(run.url);
  await waitForEntities(again, ["own"]);
  await openDrawing(again, 1);
  await again.locator(hook("safe-start")).waitFor();
  await waitForEntities(again, []);
  // It stays so when the same page leaves it and opens it again.
  await openDrawing(again, 0);
  await waitForEntities(again, ["own"]);
  await openDrawing(again, 1);
  await again.locator(hook("safe-start")).waitFor();
  await waitForEntities(again, []);
});

test("safe start: a page does not remove the marker that another page writes while both have the drawing open", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "good");
  await isInLibrary(page);
  // Two pages of one site can share a process, so a page that really blocks could block this one as well.
  await page.evaluate(() => localStorage.setItem(`trammel:starting:${localStorage.getItem("trammel:open-drawing")}:blocked-page`, `${Date.now()}`));
  await drawCircles(page, "good", "more");
  await isInLibrary(page);
  await eventually("the marker of the operation is removed", async () => (await markers(page)) === 1);
  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await again.goto(run.url);
  await again.locator(hook("safe-start")).waitFor();
  await waitForEntities(again, []);
});

test("safe start: a change of the name in one tab does not run the code in another one", async ({ run }) => {
  const { page, observer, block } = await openWithBomb(run);
  await typeCode(page, BOMB);
  await waitForEntities(page, ["bomb"]);
  await isInLibrary(page);
  await page.close();
  await block(true);
  const blocked = await observer.context().newPage();
  await blocked.goto(run.url);
  await closeBlocked(blocked, observer);
  const first = await observer.context().newPage();
  await first.goto(run.url);
  await first.locator(hook("safe-start")).waitFor();
  const second = await observer.context().newPage();
  await second.goto(run.url);
  await second.locator(hook("safe-start")).waitFor();
  await fromDrawings(first, "open-library");
  await first.locator(hook("rename-drawing")).first().click();
  await first.locator(hook("drawing-name-field")).fill("Gear");
  await first.keyboard.press("Enter");
  await first.locator(`${hook("drawing-row")}[data-name="Gear"]`).waitFor();
  await first.locator(hook("close-library")).click();
  await second.locator(hook("drawing-name"), { hasText: "Gear" }).waitFor();
  await second.locator(hook("safe-start")).waitFor();
  await waitForEntities(second, []);
  // Once one tab has run the code, both show it.
  await block(false);
  await first.locator(hook("safe-start-run")).click();
  await waitForEntities(first, ["bomb"]);
  await drawCircles(first, "bomb", "more");
  await waitForEntities(second, ["bomb", "more"]);
});

test("safe start: code that runs long in one tab is not taken for a start that did not end by another tab", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "good");
  await isInLibrary(page);
  await typeCode(page, "let sum = 0; for (let at = 0; at < 1e9; at += 1) sum += at;");
  await page.waitForSelector(`${hook("stop-run")}:not([aria-disabled="true"])`);
  const marker = () => page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith("trammel:starting:"))?.[1]);
  const first = await marker();
  await eventually("the marker is refreshed", async () => Number(await marker()) > Number(first) + 3_000);
  const other = await page.context().newPage();
  await other.goto(run.url);
  await other.waitForSelector(hook("also-open"));
  await ready(other);
  assertEqual(await other.locator(hook("safe-start")).count(), 0, "banners");
});

test("safe start: a link whose preview blocked the page is a question at the next start", async ({ run }) => {
  const { page, observer, block } = await openWithBomb(run);
  await drawCircles(page, "own");
  await isInLibrary(page);
  await page.close();
  await block(true);
  const url = `${run.url}#${fragmentOf({ files: { main: BOMB } })}`;
  const blocked = await observer.context().newPage();
  await blocked.goto(url);
  await closeBlocked(blocked, observer);
  const again = await observer.context().newPage();
  await again.goto(url);
  await waitForEntities(again, ["own"]);
  const question = again.locator(hook("question"));
  assert((await question.innerText()).includes("did not finish the last time that it opened this link"), "the question");
  await assertAccessibleInBothLooks(again, "the question about a link");
  // Without an answer, a reload asks again.
  await again.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  await again.reload();
  await question.locator(hook("leave-link")).click();
  await pageEventually(again, "the address has no link", () => location.hash === "");
  assertEqual(await again.locator(hook("safe-start")).count(), 0, "the own drawing is not blamed");
  await block(false);
  await again.goto(url);
  await again.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
  await again.reload();
  await again.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
});

test("safe start: a reload while code runs is not taken for a start that did not end", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "good");
  await typeCode(page, "while (true) {}");
  await page.waitForSelector(`${hook("stop-run")}:not([aria-disabled="true"])`);
  await page.reload();
  await ready(page);
  assertEqual(await page.locator(hook("safe-start")).count(), 0, "banners");
  await eventually("no marker is left", async () => (await markers(page)) === 0);
});
