// Sharing without the app: the frame for other pages, links without code, and copies for other programs.
import { expect } from "@playwright/test";
import { assertAccessible } from "../axe.mjs";
import { assert, assertEqual, MAIN, test } from "../fixtures.mjs";
import { fromMenu, hook, linkOf, openApp, saved, typeCode, waitForEntities } from "../page.mjs";

const CODE = '// secret comment\nset_drawing({name: "plan"});\ndrawRect("plate", 0, 0, 40, 20);\ndrawCircle("hole", 20, 10, 4);';
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

/** Counts the reads of stored data in every frame. */
function countReads() {
  window.storedReads = 0;
  const count = () => (window.storedReads += 1);
  for (const name of ["getItem", "key", "setItem"]) {
    const original = Storage.prototype[name];
    Storage.prototype[name] = function (...args) {
      count();
      return original.apply(this, args);
    };
  }
  const open = indexedDB.open.bind(indexedDB);
  IDBFactory.prototype.open = (...args) => {
    count();
    return open(...args);
  };
}

/** Opens the code of an embedded frame in a new page of this browser context; returns the frame. */
async function embedded(context, code) {
  const other = await context.newPage();
  await other.addInitScript(countReads);
  await other.setContent(`<h1>A page</h1>${code}`);
  const element = await other.waitForSelector("iframe");
  return element.contentFrame();
}

/** Checks the frame in this state with axe, in light and English and in dark and Korean. The frame has the language of the browser. */
async function assertFrameAccessible(run, code, state, what) {
  for (const [colorScheme, locale, name] of [["light", "en-US", "Drawing"], ["dark", "ko-KR", "도면"]]) {
    const frame = await embedded((await run.newPage({ colorScheme, locale })).context(), code);
    await frame.waitForSelector(`#status[data-state='${state}']`, { state: "attached" });
    const texts = await frame.evaluate(() => [document.documentElement.lang, document.querySelector("main").ariaLabel]);
    assertEqual(texts, [locale.slice(0, 2), name], "the language of the frame, and the name of the drawing area");
    await assertAccessible(frame, `${what}, ${colorScheme} ${locale}`);
  }
}

const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** Waits until the clipboard has a wanted text, and returns it. */
async function copied(page, what, isWanted) {
  await expect.poll(async () => isWanted(await clipboard(page)), { message: what, timeout: 15_000 }).toBe(true);
  return clipboard(page);
}

test("embed: the frame shows the drawing of the link and reads no stored data", MAIN, async ({ run }) => {
  const page = await openApp(run, CLIPBOARD);
  await typeCode(page, CODE);
  await waitForEntities(page, ["hole", "plate"]);
  await fromMenu(page, "share-link");
  await page.locator(hook("embed-copy")).click();
  await page.waitForFunction((said) => document.querySelector(said).textContent !== "", hook("share-said"));
  const code = await clipboard(page);
  const frame = await embedded(page.context(), code);
  await frame.waitForSelector("#status[data-state='drawn']", { state: "attached" });
  const shown = await frame.evaluate(async () => {
    const picture = document.getElementById("picture");
    const svg = await (await fetch(picture.src)).text();
    return { svg, alt: picture.alt, left: picture.getBoundingClientRect().left, reads: window.storedReads };
  }).catch((error) => ({ error: String(error) }));
  // The policy of the frame forbids to fetch a blob, so the picture is read from its size and name.
  const size = await frame.$eval("#picture", ({ naturalWidth, naturalHeight, alt }) => ({ naturalWidth, naturalHeight, alt }));
  assertEqual(size.alt, "plan", "the name");
  assert(size.naturalWidth > size.naturalHeight, `the picture is as wide as the plate: ${JSON.stringify(size)}`);
  assert(shown.error !== undefined, "the frame cannot fetch");
  assertEqual(await frame.evaluate(() => window.storedReads), 0, "reads of stored data");
  assertEqual(await frame.evaluate(() => document.querySelectorAll("input, textarea, button").length), 0, "controls of an editor");

  const before = await frame.$eval("#picture", (picture) => picture.getBoundingClientRect().width);
  await frame.locator("#view").focus();
  await frame.locator("#view").press("+");
  const after = await frame.$eval("#picture", (picture) => picture.getBoundingClientRect().width);
  assert(Math.abs(after / before - 1.25) < 1e-3, `zoom by the keyboard: ${before} to ${after}`);
  const link = await frame.locator("#open").getAttribute("href");
  assert(link.startsWith(run.url) && link.includes("#t1."), `the link to the app: ${link}`);
  await assertFrameAccessible(run, code, "drawn", "the frame with the drawing");
});

test("embed: a frame without a drawing or with code that fails gives the reason", async ({ run }) => {
  const page = await openApp(run);
  await typeCode(page, "drawCircle('a', 0, 0, 1);\nnothing();");
  await fromMenu(page, "share-link");
  await page.locator(hook("export-as-is")).click();
  const code = await page.locator(hook("embed-code")).inputValue();
  const failing = await embedded(page.context(), code);
  await failing.waitForSelector("#status[data-state='failed']");
  const why = await failing.locator("#status").textContent();
  assert(why.includes("nothing is not defined"), why);

  const empty = await embedded(page.context(), code.replace(/#[^"]*/, ""));
  await empty.waitForSelector("#status[data-state='failed']");
  const missing = await empty.locator("#status").textContent();
  assert(missing.includes("contains no drawing"), missing);
  await assertFrameAccessible(run, code, "failed", "the frame with code that fails");
});

test("share: a link without the code contains only the drawing", async ({ run }) => {
  const page = await openApp(run);
  await typeCode(page, CODE);
  await waitForEntities(page, ["hole", "plate"]);
  const whole = await linkOf(page);
  await fromMenu(page, "share-link");
  await page.locator(hook("share-without-code")).check();
  await page.waitForFunction(([field, link]) => document.querySelector(field).value !== link, [hook("share-url"), whole]);
  const link = await page.locator(hook("share-url")).inputValue();
  const visitor = await openApp(run);
  await visitor.goto(link);
  await visitor.reload();
  await visitor.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
  const code = await visitor.locator(hook("preview-code")).textContent();
  assert(code.includes('draw_circle({ name: "hole"') && !code.includes("secret"), code);
});

test("share: the selection or the whole drawing is copied as SVG and as JSON", async ({ run }) => {
  const page = await openApp(run, CLIPBOARD);
  await typeCode(page, CODE);
  await waitForEntities(page, ["hole", "plate"]);
  await fromMenu(page, "copy-json");
  await copied(page, "the drawing on the clipboard", (text) => text.includes("plate"));
  const names = async () => JSON.parse(await clipboard(page)).entities.map(({ name }) => name);
  assertEqual(await names(), ["plate", "hole"], "the whole drawing");

  await page.locator(`${hook("tree-row")}[data-name="hole"]`).click();
  await fromMenu(page, "copy-json");
  await copied(page, "the selection", (text) => !text.includes("plate"));
  assertEqual(await names(), ["hole"], "the selection");
  await fromMenu(page, "copy-svg");
  const svg = await copied(page, "SVG", (text) => text.includes("<svg"));
  assert(svg.includes("<circle") && !svg.includes("plate"), svg);

  await fromMenu(page, "share-export");
  await page.locator(hook("export-selection")).check();
  const { text } = await saved(page, "export-json-file");
  assertEqual(JSON.parse(text).entities.map(({ name }) => name), ["hole"], "the exported selection");
});
