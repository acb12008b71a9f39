// The Layers panel: new layers, their colors and line weights, flags, and the layer of new figures.
import { assertAccessible, assertAccessibleInBothLooks } from "../axe.mjs";
import { assertEqual, test } from "../fixtures.mjs";
import { entity, hasStatement, hook, openApp, pageEventually, readCode, typeCode, waitForEntities } from "../page.mjs";

const CODE = "createLayer('walls');\ndrawLine({ name: 'north', points: [0, 0, 80, 0], layer: 'walls' });\ndrawCircle('hole', 40, 25, 10);\n";
const layer = (name) => `${hook("layer-row")}[data-name="${name}"]`;

async function openLayers(run, options = {}) {
  const page = await openApp(run, { locale: "en-US", ...options });
  await typeCode(page, CODE);
  await waitForEntities(page, ["north", "hole"]);
  await page.waitForSelector(layer("walls"));
  return page;
}

for (const [colorScheme, locale, refusal] of [["light", "en-US", "must be a number"], ["dark", "ko-KR", "0 이상인 수"]]) {
  test(`layers: a new layer gets a color and a line weight, and figures are drawn on it, ${colorScheme} ${locale}`, async ({ run }) => {
    const page = await openLayers(run, { colorScheme, locale });
    await page.locator(hook("new-layer")).fill("center lines");
    await page.locator(hook("add-layer")).click();
    await page.waitForSelector(layer("center lines"));
    await hasStatement(page, "create_layer({ name: 'center lines' })");
    await page.locator(`${layer("center lines")} ${hook("layer-color")}`).fill("#be1e2d");
    await hasStatement(page, "create_layer({ name: 'center lines', color: '#be1e2d' })");
    const weight = page.locator(`${layer("center lines")} ${hook("layer-weight")}`);
    await weight.fill("0.5");
    await weight.press("Enter");
    await hasStatement(page, "create_layer({ name: 'center lines', line_weight: 0.5 })");
    await page.locator(`${layer("center lines")} ${hook("layer-current")}`).click();
    await page.waitForSelector(`${layer("center lines")}[data-current="true"]`);
    await assertAccessible(page, "with a current layer");
    await page.locator("#drawing").focus();
    await page.keyboard.press("x");
    await page.keyboard.type("90,0");
    await page.keyboard.press("Enter");
    await waitForEntities(page, ["north", "hole", "point_1"]);
    await hasStatement(page, "draw_point({ name: 'point_1', x: 90, y: 0, layer: 'center lines' })");
    assertEqual(await page.$eval(entity("point_1"), (node) => node.getAttribute("stroke")), "#be1e2d", "the color of the layer");
    await weight.fill("thick");
    await weight.press("Enter");
    await page.locator(hook("notice"), { hasText: refusal }).waitFor();
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

test("layers: a layer is renamed in place, and deleted when it has no items", async ({ run }) => {
  const page = await openLayers(run);
  // By a double click on the name.
  await page.locator(`${layer("walls")} .name`).dblclick();
  const name = page.locator(hook("layer-rename"));
  await name.fill("outer walls");
  await name.press("Enter");
  await page.waitForSelector(layer("outer walls"));
  await hasStatement(page, "rename_layer({ layer: 'walls', new_name: 'outer walls' })");
  await pageEventually(page, "the row has the focus", () => document.activeElement?.dataset.name === "outer walls");
  // By F2, with a name that is taken.
  await page.locator(hook("new-layer")).fill("doors");
  await page.locator(hook("add-layer")).click();
  await page.waitForSelector(layer("doors"));
  await page.locator(layer("doors")).focus();
  await page.keyboard.press("F2");
  await name.fill("outer walls");
  await name.press("Enter");
  await page.locator(hook("notice"), { hasText: "a layer \"outer walls\" already" }).waitFor();
  await name.press("Escape");
  await pageEventually(page, "the row has the focus", () => document.activeElement?.dataset.name === "doors");
  await page.keyboard.press("Delete");
  await page.waitForSelector(layer("doors"), { state: "detached" });
  await hasStatement(page, "delete_layer({ layer: 'doors' })");
  // A layer with items stays.
  await page.locator(`${layer("outer walls")} .name`).click();
  await assertAccessibleInBothLooks(page, "with the buttons of a layer");
  await page.locator(hook("delete-layer")).click();
  await page.locator(hook("notice"), { hasText: "has items (1)" }).waitFor();
  await page.waitForSelector(layer("outer walls"));
  await page.locator(hook("rename-layer")).click();
  await name.fill("벽");
  await name.press("Enter");
  await page.waitForSelector(layer("벽"));
});

for (const [colorScheme, ink] of [["light", "#000000"], ["dark", "#ffffff"]]) {
  test(`layers: the color of the ink is that of the paper's opposite and has its name, ${colorScheme}`, async ({ run }) => {
    const page = await openLayers(run, { colorScheme });
    const color = page.locator(`${layer("walls")} ${hook("layer-color")}`);
    assertEqual(await color.inputValue(), ink, "the color of the layer");
    assertEqual(await page.locator(`${layer("walls")} .layer-ink-name`).innerText(), "Ink", "its name");
    await page.locator(`${hook("tree-row")}[data-name="hole"]`).click();
    const swatch = page.locator(hook("property-style.stroke.color-swatch"));
    assertEqual(await swatch.inputValue(), ink, "the color of the item");
    assertEqual(await swatch.evaluate((node) => getComputedStyle(node).opacity), "1", "no gray");
    await page.locator(hook("display")).click();
    await page.locator(hook(colorScheme === "light" ? "paper-dark" : "paper-white")).click();
    assertEqual(await color.inputValue(), ink === "#000000" ? "#ffffff" : "#000000", "the color on the other paper");
    await color.fill("#be1e2d");
    await hasStatement(page, "color: '#be1e2d'");
    assertEqual(await page.locator(`${layer("walls")} .layer-ink-name`).isVisible(), false, "the name of another color");
  });
}
