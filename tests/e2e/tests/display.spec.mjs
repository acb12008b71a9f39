// Display settings: grid, rulers, thin lines, paper, and snapping, remembered by the browser.
import { assertAccessible } from "../axe.mjs";
import { assertEqual, test } from "../fixtures.mjs";
import { drawn, entity, hook, openApp, pageEventually, ready, typeCode, waitForEntities } from "../page.mjs";

const CODE = 'drawLine({ name: "edge", points: [0, 0, 4000, 0], style: { stroke: { width: 2 } } });\n';

/** Returns the width of the entity's stroke on the screen, in pixels. */
function strokePixels(page, name) {
  return page.$eval(entity(name), (node) => parseFloat(getComputedStyle(node).strokeWidth) * node.getScreenCTM().a);
}

for (const [colorScheme, locale] of [["light", "en-US"], ["dark", "ko-KR"]]) {
  test(`display: the menu switches grid, rulers, and paper, and the browser remembers, ${colorScheme} ${locale}`, async ({ run }) => {
    const page = await openApp(run, { locale, colorScheme });
    await page.locator(hook("display")).click();
    await assertAccessible(page, "the open menu");
    await page.locator(hook("display-grid")).click();
    await page.locator(hook("display-rulers")).click();
    await page.locator(hook("paper-white")).click();
    await page.keyboard.press("Escape");
    await page.locator(hook("grid")).waitFor({ state: "hidden" });
    await page.locator(hook("ruler-x")).waitFor();
    await assertAccessible(page, "rulers on white paper");
    const paper = () => page.$eval("#drawing", (node) => getComputedStyle(node).backgroundColor);
    assertEqual(await paper(), "rgb(255, 255, 255)", "the paper");
    await page.reload();
    await ready(page);
    await page.locator(hook("ruler-y")).waitFor();
    await page.locator(hook("grid")).waitFor({ state: "hidden" });
    assertEqual(await paper(), "rgb(255, 255, 255)", "the paper after a reload");
    await page.locator("#drawing").focus();
    await page.keyboard.press("Shift+R");
    await page.locator(hook("ruler-x")).waitFor({ state: "detached" });
    await page.keyboard.press("ControlOrMeta+'");
    await page.locator(hook("grid")).waitFor({ state: "visible" });
  });
}

test("display: a line is at least one pixel wide, and exactly one as a thin line", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await typeCode(page, CODE);
  await waitForEntities(page, ["edge"]);
  await page.locator(hook("fit")).click();
  await drawn(page);
  const small = await strokePixels(page, "edge");
  assertEqual(small.toFixed(3), "1.000", "width of the line when it is far away");
  await page.locator("#drawing").focus();
  await page.keyboard.press("Shift+0");
  await drawn(page);
  assertEqual((await strokePixels(page, "edge")).toFixed(3), "2.000", "width at 100 %");
  await page.locator(hook("display")).click();
  await page.locator(hook("display-thin-lines")).click();
  await drawn(page);
  assertEqual((await strokePixels(page, "edge")).toFixed(3), "1.000", "width of the thin line");
});

test("display: snapping to objects is switched by its shortcut", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await typeCode(page, CODE);
  await waitForEntities(page, ["edge"]);
  await page.locator(hook("fit")).click();
  await drawn(page);
  const { x, y } = await page.$eval(entity("edge"), (node) => {
    const at = node.getPointAtLength(0).matrixTransform(node.getScreenCTM());
    return { x: at.x, y: at.y };
  });
  const snapped = (wanted) =>
    pageEventually(
      page,
      `a snap marker: ${wanted}`,
      ([selector, wanted]) => Boolean(document.querySelector(selector)?.getAttribute("d")) === wanted,
      [hook("snap"), wanted],
    );
  await page.mouse.move(x + 2, y + 2);
  await snapped(true);
  await page.locator("#drawing").focus();
  await page.keyboard.press("Alt+s");
  await page.mouse.move(x + 3, y + 2);
  await snapped(false);
});
