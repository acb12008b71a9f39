// Text as outlines without system fonts, including Korean text, online and offline.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assertEqual, eventually, test } from "../fixtures.mjs";
import { entity, hook, openApp, pageEventually, pointOn, readCode, ready, typeCode, waitForEntities } from "../page.mjs";

const KOREAN = "draw_text({ name: 't', text: '이', x: 0, y: 0, size: 20 });";

/** Returns the number of an entity's outlines. The box for a missing character has five. */
function outlines(page, name) {
  return pageEventually(
    page,
    `${name} is drawn`,
    (selector) => document.querySelector(selector)?.getAttribute("d")?.match(/M/g)?.length,
    entity(name),
  );
}

test("text: Korean is drawn with its counters and has the same size in code", async ({ run }) => {
  const page = await openApp(run);
  await typeCode(page, `${KOREAN}\nif (get_area('t') < 50) throw 'no outlines';\ndraw_circle({ name: 'c', x: 0, y: 0, radius: get_length('t') });`);
  await waitForEntities(page, ["t", "c"]);
  assertEqual(await outlines(page, "t"), 3, "outlines of 이");
  assertEqual(await page.locator(entity("t")).getAttribute("aria-label"), "이", "what a screen reader says");
});

test("text: a double click edits a text, a dimension, and a leader on the drawing", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await typeCode(page, "draw_text({ name: 't', text: 'Hello', x: 0, y: 0, size: 20 });\ndimension_linear({ name: 'd', from: [0, -20], to: [60, -20] });");
  await waitForEntities(page, ["t", "d"]);
  await page.locator(hook("fit")).click();
  const open = async (name) => {
    const at = await pointOn(page, name, 0.1);
    await page.mouse.dblclick(at.x, at.y);
    await page.mouse.dblclick(at.x, at.y);
    await page.locator(hook("wording")).waitFor();
  };
  const field = page.locator(hook("wording"));
  await open("t");
  assertEqual(await field.inputValue(), "Hello", "the text");
  await assertAccessibleInBothLooks(page, "the field on the drawing");
  await page.keyboard.type("World");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("of parts");
  await page.keyboard.press("Enter");
  await eventually("the text is in the code", async () => (await readCode(page)).includes("World\\nof parts"));
  assertEqual(await field.count(), 0, "the field is closed");
  assertEqual(await page.evaluate(() => document.activeElement?.id), "drawing", "the focus");
  const code = await readCode(page);
  await open("t");
  await page.keyboard.type("not this");
  await page.keyboard.press("Escape");
  assertEqual(await readCode(page), code, "after Escape");
  await open("d");
  await page.keyboard.type("<> H7");
  await page.keyboard.press("Enter");
  await eventually("the text of the dimension", async () => (await readCode(page)).includes("<> H7"));
});

test("text: Korean works offline after the page has loaded", async ({ run }) => {
  const page = await run.newPage();
  const font = page.waitForResponse((response) => response.url().includes("/fonts/hangul.ttf"));
  await page.goto(run.url);
  await (await font).finished();
  await ready(page);
  await page.context().setOffline(true);
  await typeCode(page, KOREAN);
  await waitForEntities(page, ["t"]);
  assertEqual(await outlines(page, "t"), 3, "outlines of 이");
});

test("text: a missing font shows boxes and a reason, and the next run loads it again", async ({ run }) => {
  run.allow(/hangul\.ttf/, /ERR_FAILED/);
  const page = await run.newPage();
  let blocked = true;
  await page.route("**/fonts/hangul.ttf*", (route) => (blocked ? route.abort() : route.continue()));
  await page.goto(run.url);
  await ready(page);
  await typeCode(page, KOREAN);
  await waitForEntities(page, ["t"]);
  assertEqual(await outlines(page, "t"), 5, "outlines of a box");
  await eventually("a warning gives the reason", async () => (await page.locator(hook("warnings")).textContent()).includes("the Korean font could not be loaded"));
  blocked = false;
  await typeCode(page, `${KOREAN}\ndraw_circle({ name: 'c', x: 0, y: 0, radius: 5 });`);
  await waitForEntities(page, ["t", "c"]);
  await pageEventually(
    page,
    "the box has become the syllable",
    (selector) => document.querySelector(selector)?.getAttribute("d")?.match(/M/g)?.length === 3,
    entity("t"),
  );
});
