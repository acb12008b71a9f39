// Operations of the jobs of a maker: opening an example, changing parameters, exporting with options, calling a tool.
import { readFileSync } from "node:fs";
import { assert } from "./assert.mjs";
import { focused, fromMenu, hook, pageEventually } from "./page.mjs";

/** Throws unless two numbers differ by at most `slack`; `what` names the number. */
export function near(found, wanted, what, slack = 1e-6) {
  assert(Math.abs(found - wanted) <= slack, `${what}: ${found}, not ${wanted}`);
}

/** Opens an example from the menu of drawings, and waits until all these entities are drawn. */
export async function openExample(page, id, names) {
  await page.locator(hook("examples")).click();
  await page.locator(hook(`example-${id}`)).click();
  await pageEventually(
    page,
    `the example ${id}`,
    (names) => names.every((name) => document.querySelector(`[data-testid="canvas"] [data-entity="${name}"]`)),
    names,
  );
}

export const slider = (name) => `${hook("parameter")}[data-name="${name}"] ${hook("parameter-slider")}`;
const field = (name) => `${hook("parameter")}[data-name="${name}"] ${hook("parameter-field")}`;

/** Types a value into the field of a parameter, and waits until the drawing has followed. */
export async function setParameter(page, name, value) {
  await page.locator(hook("tab-parameters")).click();
  await changing(page, async () => {
    await page.locator(field(name)).fill(String(value));
    await page.keyboard.press("Enter");
  });
}

/** Moves the slider of a parameter by one step with an arrow key, and waits until the drawing has followed. */
export async function stepSlider(page, name, key) {
  await page.locator(hook("tab-parameters")).click();
  await page.locator(slider(name)).focus();
  await changing(page, () => page.keyboard.press(key));
}

/** Does something, and waits until the picture of the drawing differs from the picture before. */
export async function changing(page, act) {
  const picture = `svg${hook("canvas")}`;
  const before = await page.$eval(picture, (svg) => svg.innerHTML);
  await act();
  await pageEventually(page, "a changed picture", ([picture, before]) => document.querySelector(picture).innerHTML !== before, [picture, before]);
}

/** Opens the export dialog, and sets options of a format by their flags: texts, choices, and check boxes. */
async function withOptions(page, format, options) {
  await fromMenu(page, "share-export");
  const folded = page.locator(hook(`export-${format}-options`));
  if (Object.keys(options).length > 0 && !(await folded.evaluate((details) => details.open))) await folded.locator("summary").click();
  for (const [flag, value] of Object.entries(options)) {
    const control = page.locator(hook(flag === "selection" ? "export-selection" : `export-${format}-${flag}`));
    const tag = await control.evaluate((node) => node.tagName);
    if (typeof value === "boolean") await control.setChecked(value);
    else if (tag === "SELECT") await control.selectOption(value);
    else await control.fill(value);
  }
}

/** Exports a file. Returns its name, its bytes, its text, and the report of the dialog. The option `selection` is that of the dialog. */
export async function exportFile(page, format, options = {}) {
  await withOptions(page, format, options);
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(hook(`export-${format}-file`)).click()]);
  const bytes = readFileSync(await download.path());
  await page.waitForFunction((said) => document.querySelector(said).textContent !== "", hook("export-said"));
  const report = await page.locator(hook("export-report")).innerText();
  await page.locator(hook("close-export")).click();
  await page.waitForSelector(hook("export-dialog"), { state: "detached" });
  return { name: download.suggestedFilename(), bytes, text: bytes.toString("utf8"), report };
}

/** Opens the form of a tool through the palette, fills it in, and applies it. */
export async function applyTool(page, tool, fields = {}) {
  await page.keyboard.press("ControlOrMeta+k");
  await focused(page, "palette-input");
  await page.locator(hook("palette-input")).fill(tool);
  await page.locator(`${hook("palette-option")}[data-command="${tool}"]`).click();
  await page.waitForSelector(`${hook("tool-form")}[data-tool="${tool}"]`);
  for (const [name, value] of Object.entries(fields)) await page.locator(hook(`tool-field-${name}`)).fill(String(value));
  await page.locator(hook("tool-run")).click();
}

/** Applies a tool that only answers, and returns the answer in words. */
export async function askTool(page, tool, fields) {
  await applyTool(page, tool, fields);
  const answer = await page.waitForSelector(`${hook("tool-answer")}[data-ok="true"]`);
  const text = await answer.innerText();
  await page.locator(hook("form-close")).click();
  return text;
}

/** Returns the corners of a polygon or rectangle in an SVG file, with y up. */
export function svgCorners(svg, name) {
  const [tag] = new RegExp(`<\\w+ id="${name}"[^>]*>`).exec(svg);
  const value = (attribute) => new RegExp(` ${attribute}="([^"]*)"`).exec(tag)?.[1];
  if (value("points")) return value("points").split(" ").map((point) => point.split(",").map(Number)).map(([x, y]) => [x, -y]);
  const [x, y, width, height] = ["x", "y", "width", "height"].map((attribute) => Number(value(attribute)));
  return [[x, -y - height], [x + width, -y - height], [x + width, -y], [x, -y]];
}

/** Returns the bounds of points. */
export function bounds(points) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { left, right, bottom, top, width: right - left, height: top - bottom };
}
