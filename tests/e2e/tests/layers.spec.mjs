// The Layers panel: new layers, their colors and line weights, flags, and the layer of new figures.
import { assertAccessible } from "../axe.mjs";
import { assertEqual, test } from "../fixtures.mjs";
import { entity, hook, openApp, pageEventually, readCode, typeCode, waitForEntities } from "../page.mjs";

const CODE = "createLayer('walls');\ndrawLine({ name: 'north', points: [0, 0, 80, 0], layer: 'walls' });\ndrawCircle('hole', 40, 25, 10);\n";
const layer = (name) => `${hook("layer-row")}[data-name="${name}"]`;

async function openLayers(run, options = {}) {
  const page = await openApp(run, { locale: "en-US", ...options });
  await typeCode(page, CODE);
  await waitForEntities(page, ["north", "hole"]);
  await page.waitForSelector(layer("walls"));
  return page;
}

function codeHas(page, statement) {
  return pageEventually(
    page,
    `the statement ${statement}`,
    ([selector, statement]) => {
      const plain = (text) => text.replace(/[\s"'`]/g, "");
      const lines = [...document.querySelectorAll(selector)].map((line) => line.textContent).join("\n");
      return plain(lines).includes(plain(statement));
    },
    [`${hook("code-editor")} .cm-line`, statement],
  );
}

for (const colorScheme of ["light", "dark"]) {
  test(`layers: a new layer gets a color and a line weight, and figures are drawn on it, ${colorScheme}`, async ({ run }) => {
    const page = await openLayers(run, { colorScheme });
    await page.locator(hook("new-layer")).fill("center lines");
    await page.locator(hook("add-layer")).click();
    await page.waitForSelector(layer("center lines"));
    await codeHas(page, "create_layer({ name: 'center lines' })");
    await page.locator(`${layer("center lines")} ${hook("layer-color")}`).fill("#be1e2d");
    await codeHas(page, "create_layer({ name: 'center lines', color: '#be1e2d' })");
    const weight = page.locator(`${layer("center lines")} ${hook("layer-weight")}`);
    await weight.fill("0.5");
    await weight.press("Enter");
    await codeHas(page, "create_layer({ name: 'center lines', line_weight: 0.5 })");
    await page.locator(`${layer("center lines")} ${hook("layer-current")}`).click();
    await page.waitForSelector(`${layer("center lines")}[data-current="true"]`);
    await assertAccessible(page, "with a current layer");
    await page.locator("#drawing").focus();
    await page.keyboard.press("x");
    await page.keyboard.type("90,0");
    await page.keyboard.press("Enter");
    await waitForEntities(page, ["north", "hole", "point_1"]);
    await codeHas(page, "draw_point({ name: 'point_1', x: 90, y: 0, layer: 'center lines' })");
    assertEqual(await page.$eval(entity("point_1"), (node) => node.getAttribute("stroke")), "#be1e2d", "the color of the layer");
    await weight.fill("thick");
    await weight.press("Enter");
    await page.locator(hook("notice"), { hasText: "must be a number" }).waitFor();
    assertEqual(await weight.inputValue(), "0.5", "the weight after the refusal");
  });
}

test("layers: a hidden layer hides its items without code, and drawing on it is refused", async ({ run }) => {
  const page = await openLayers(run);
  const code = await readCode(page);
  await page.locator(`${layer("walls")} ${hook("layer-eye")}`).click();
  await waitForEntities(page, ["hole"]);
  assertEqual(await readCode(page), code, "the code");
  // By keyboard: down from the row without a layer, and Enter makes the layer current.
  await page.locator(layer("")).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForSelector(`${layer("walls")}[data-current="true"]`);
  await page.locator("#drawing").focus();
  await page.keyboard.press("x");
  await page.keyboard.type("90,0");
  await page.keyboard.press("Enter");
  await page.locator(hook("notice"), { hasText: "is hidden" }).waitFor();
  assertEqual(await readCode(page), code, "the code after the refusal");
  await page.keyboard.press("Escape");
  await page.locator(`${hook("tree-row")}[data-name="north"] ${hook("eye")}`).click();
  await page.locator(hook("notice"), { hasText: "hidden layer" }).waitFor();
  await page.locator(layer("walls")).focus();
  await page.keyboard.press("h");
  await waitForEntities(page, ["hole", "north"]);
  await page.keyboard.press("l");
  await page.waitForSelector(`${layer("walls")} ${hook("layer-lock")}[data-on="true"]`);
  await page.locator(`${layer("walls")} ${hook("layer-color")}`).fill("#be1e2d");
  await page.locator(hook("notice"), { hasText: "hidden or locked" }).waitFor();
  assertEqual(await readCode(page), code, "the code at the end");
});
