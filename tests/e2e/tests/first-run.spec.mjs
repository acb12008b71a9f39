// The first visit, and small rules of the page for keyboard and phone.
import { assertAccessible } from "../axe.mjs";
import { assert, assertEqual, test } from "../fixtures.mjs";
import { drawCircles, focused, hook, openApp, pageEventually, ready, row, typeCode, waitForEntities } from "../page.mjs";

const hint = hook("first-run");

for (const [where, options] of [
  ["light", { colorScheme: "light", locale: "en-US" }],
  ["dark, Korean", { colorScheme: "dark", locale: "ko-KR" }],
  ["on a phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "en-US" }],
  ["on a Korean phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "ko-KR" }],
]) {
  test(`first run: the hint says what the app is and leaves the middle free, ${where}`, async ({ run }) => {
    const page = await openApp(run, { firstVisit: true, ...options });
    const text = await page.locator(`${hint} p`).innerText();
    assert(text.includes("CAD"), text);
    await pageEventually(page, "the hint is spoken", ([live, text]) => document.querySelector(live).textContent === text, [hook("live"), text]);
    const free = await page.evaluate((hint) => {
      const stage = document.querySelector("#drawing").getBoundingClientRect();
      const card = document.querySelector(hint).getBoundingClientRect();
      const [x, y] = [(stage.left + stage.right) / 2, (stage.top + stage.bottom) / 2];
      return card.bottom < y || card.left > x;
    }, hint);
    assert(free, "the middle of the drawing is covered");
    assert(!(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)), "the page scrolls sideways");
    await assertAccessible(page, `the first visit, ${where}`);
    await page.locator(hook("first-run-close")).click();
    await page.waitForSelector(hint, { state: "detached" });
    await page.reload();
    await ready(page);
    assertEqual(await page.locator(hint).count(), 0, "hints after a reload");
  });
}

test("first run: the hint does not cover the note about code that does not run", async ({ run }) => {
  for (const options of [{}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]) {
    const page = await openApp(run, { firstVisit: true, ...options });
    await typeCode(page, "nonsense();");
    const note = await page.waitForSelector(hook("last-good"));
    const [noteBox, hintBox] = [await note.boundingBox(), await page.locator(hint).boundingBox()];
    assert(noteBox.y + noteBox.height <= hintBox.y, `the note ends at ${noteBox.y + noteBox.height}, the hint begins at ${hintBox.y}`);
  }
});

test("first run: each door leads to its place", async ({ run }) => {
  const first = await openApp(run, { firstVisit: true });
  await first.locator(hook("first-run-hand")).click();
  await waitForEntities(first, []);
  await pageEventually(first, "the line tool", (selector) => document.querySelector(selector).ariaPressed === "true", hook("tool-line"));
  const second = await openApp(run, { firstVisit: true });
  await second.locator(hook("first-run-model")).click();
  await focused(second, "composer");
  const third = await openApp(run, { firstVisit: true });
  await third.locator(hook("first-run-example")).click();
  await third.locator(hook("example-room")).click();
  await third.waitForSelector(hint, { state: "detached" });
});

test("first run: on a phone, the tool strip never covers the tabs", async ({ run }) => {
  const page = await openApp(run, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const press of [null, "sheet-taller", "sheet-taller", "sheet-lower", "sheet-lower", "sheet-lower"]) {
    if (press) await page.locator(hook(press)).click();
    const [strip, tab] = await page.evaluate(() =>
      [".tool-strip", "#tab-chat"].map((selector) => document.querySelector(selector).getBoundingClientRect().toJSON()),
    );
    assert(strip.bottom <= tab.top, `after ${press}: the strip ends at ${strip.bottom}, the tab begins at ${tab.top}`);
    await page.locator(hook("tab-chat")).click({ trial: true });
  }
});

test("first run: deleting rows by keyboard keeps the focus in the list", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "one", "two", "three");
  const on = (name) => pageEventually(page, `the focus on ${name}`, (name) => document.activeElement?.dataset.name === name, name);
  const rows = await page.$$eval(hook("tree-row"), (rows) => rows.map((row) => row.dataset.name));
  await page.locator(row(rows[1])).click();
  await page.locator(row(rows[1])).focus();
  await page.keyboard.press("Delete");
  await waitForEntities(page, [rows[0], rows[2]]);
  await on(rows[2]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Delete");
  await waitForEntities(page, [rows[0]]);
  await on(rows[0]);
  // The skip link focuses a row.
  await page.evaluate(() => document.querySelector('a[href="#items"]').focus());
  await page.keyboard.press("Enter");
  await on(rows[0]);
  assertEqual(await page.locator(row(rows[0])).evaluate((node) => getComputedStyle(node).userSelect), "none", "selection of text");
});

test("first run: the code editor says how to leave it by keyboard", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await page.locator(`${hook("code-editor")} .cm-content`).click();
  assert(await page.locator(".leave-hint").isVisible(), "the hint is visible");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await pageEventually(page, "the focus left the editor", () => !document.activeElement.closest(".cm-editor"));
  assert(!(await page.locator(".leave-hint").isVisible()), "the hint is hidden again");
});
