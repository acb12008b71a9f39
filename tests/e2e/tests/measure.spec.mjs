// The measure tool: results by mouse and keyboard, copied as text, without a change of the drawing.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assertEqual, test } from "../fixtures.mjs";
import { box, drawn, entities, hook, openApp, pageEventually, pointOn, readCode, typeCode, waitForEntities } from "../page.mjs";

const CODE = 'drawRect("plate", 0, 0, 80, 50);\ndrawCircle("hole", 40, 25, 10);\n';

async function openMeasuring(run, options = {}) {
  const page = await openApp(run, { locale: "en-US", ...options });
  await typeCode(page, CODE);
  await waitForEntities(page, ["plate", "hole"]);
  await page.locator(hook("fit")).click();
  await page.locator(hook("zoom-out")).click();
  await drawn(page);
  return page;
}

function promptHas(page, text) {
  return pageEventually(
    page,
    `the prompt ${text}`,
    ([selector, text]) => document.querySelector(selector)?.textContent.replace(/\s+/g, " ").includes(text),
    [hook("tool-prompt"), text],
  );
}

test("measure: two corners give the distance, which can be copied", async ({ run }) => {
  const page = await openMeasuring(run, { permissions: ["clipboard-read", "clipboard-write"] });
  const code = await readCode(page);
  const { left, right, top, bottom } = await box(page, "plate");
  await page.locator(hook("tool-measure")).click();
  await page.mouse.click(left + 2, bottom - 2);
  await page.mouse.click(right - 2, top + 2);
  await promptHas(page, "Distance 94.3398 mm");
  await promptHas(page, "Angle 32.0054°");
  const note = await page.locator(hook("note")).textContent();
  assertEqual(note.startsWith("Distance 94.3398 mm"), true, "the text beside the pointer");
  await assertAccessibleInBothLooks(page, "with a result");
  await page.locator(hook("copy-result")).click();
  await page.locator(hook("notice"), { hasText: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assertEqual(copied, "Distance 94.3398 mm, ΔX 80 mm, ΔY 50 mm, Angle 32.0054°", "the clipboard");
  assertEqual(await readCode(page), code, "the code");
  assertEqual((await entities(page)).sort(), ["hole", "plate"], "the drawing");
});

test("measure: a click on items gives radius and area, and the keyboard measures typed points", async ({ run }) => {
  const page = await openMeasuring(run);
  await page.locator("#drawing").focus();
  await page.keyboard.press("m");
  const on = await pointOn(page, "hole", 0.3);
  await page.mouse.click(on.x, on.y);
  await promptHas(page, "Radius 10 mm");
  await promptHas(page, "Area 314.1593 mm²");
  await page.keyboard.press("Escape");
  for (const typed of ["0,0", "@30,0", "@0,4cm"]) {
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
  }
  await promptHas(page, "Total length 70 mm");
  await promptHas(page, "Area 600 mm²");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.waitForSelector(hook("tool-prompt"), { state: "detached" });
});
