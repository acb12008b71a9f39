// The Properties panel: fields of the selection change the drawing by one undo step, and refuse invalid input with a reason.
import { assertAccessible } from "../axe.mjs";
import { assert, assertEqual, test } from "../fixtures.mjs";
import {
  box,
  codeIs,
  holdPauses,
  hook,
  openApp,
  pageEventually,
  pause,
  readCode,
  row,
  typeCode,
  undo,
  waitForEntities,
  waitForSelection,
} from "../page.mjs";

const CODE = [
  'createLayer("walls", "#333333", 2);',
  'drawCircle("left", 0, 0, 10);',
  'drawCircle("right", 30, 0, 5);',
  'drawLine("wall", [0, 20, 40, 20, 40, 40]);',
].join("\n");

const NAMES = ["left", "right", "wall"];

/** Registers a test on a page with two circles and a line; `body` receives the page and its code. */
function properties(name, body, open = {}) {
  test(`properties: ${name}`, async ({ run }) => {
    const page = await openApp(run, { locale: "en-US", init: holdPauses, ...open });
    await typeCode(page, CODE);
    await waitForEntities(page, NAMES);
    await pause(page);
    await body(page, await readCode(page));
  });
}

const field = (key) => hook(`property-${key}`);

async function choose(page, ...names) {
  for (const [at, name] of names.entries()) {
    await page.locator(`${row(name)} .name`).click({ modifiers: at === 0 ? [] : ["Shift"] });
  }
  await waitForSelection(page, names);
}

async function type(page, key, text) {
  await page.locator(field(key)).fill(text);
  await page.locator(field(key)).press("Enter");
}

/** Waits until the facts about the selection have these words. */
function factsSay(page, words) {
  const arguments_ = [hook("property-facts"), words];
  return pageEventually(page, `the facts say ${words}`, ([selector, words]) => document.querySelector(selector)?.innerText.includes(words), arguments_);
}

/** Waits until a field shows a value. That the drawing has it follows only if the typed text was another one. */
function shows(page, key, value) {
  return pageEventually(page, `${key} shows ${value}`, ([selector, value]) => document.querySelector(selector)?.value === value, [field(key), value]);
}

properties("a copy is placed by coordinates of the drawing, and undo works after Enter in a field", async (page, code) => {
  await typeCode(page, `${code}\ntranslate("left", 2, -2);\ncreate_group("pair", ["right", "wall"]);\nrotate({ name: "pair", angle: 90, angle_unit: "degree", cx: 0, cy: 0 });`);
  await page.locator(hook("run")).click();
  await choose(page, "left");
  await shows(page, "x", "2");
  await shows(page, "y", "-2");
  await type(page, "x", "5");
  await shows(page, "x", "5");
  await factsSay(page, "-5, -12");
  await page.locator(field("x")).press("Control+z");
  await shows(page, "x", "2");
  assertEqual(await page.evaluate(() => document.activeElement?.dataset.testid), "property-x", "the focus");
  await page.locator(field("x")).press("Control+y");
  await shows(page, "x", "5");
});

properties("a group and a mixed selection are placed and scaled by their extent", async (page, code) => {
  await typeCode(page, `${code}\ncreate_group("pair", ["left", "right"]);`);
  await page.locator(hook("run")).click();
  await page.waitForSelector(row("pair"));
  await choose(page, "pair");
  await shows(page, "extent.x", "-10");
  await type(page, "extent.x", "0");
  await shows(page, "extent.x", "0");
  await shows(page, "extent.width", "45");
  await type(page, "extent.width", "90");
  await shows(page, "extent.width", "90");
  await shows(page, "extent.height", "40");
  await shows(page, "extent.x", "0");
  await page.locator(field("extent.width")).press("Control+z");
  await shows(page, "extent.width", "45");
});

properties("an expression changes the radius, and undo restores the code", async (page, code) => {
  await choose(page, "left");
  assertEqual(await page.locator(field("radius")).inputValue(), "10", "the radius");
  await type(page, "radius", "2*3+1");
  await shows(page, "radius", "7");
  await factsSay(page, "14 × 14 mm");
  assertEqual(await readCode(page), code.replace('"left", 0, 0, 10', '"left", 0, 0, 7'), "the code with the new radius");
  await undo(page, code, NAMES);
  await shows(page, "radius", "10");
});

properties("a first line weight is written into the statement of the item", async (page) => {
  const before = 'draw_circle({\n  name: "hole",\n  x: 0,\n  y: 0,\n  radius: 5, // mm\n});';
  await typeCode(page, before);
  await waitForEntities(page, ["hole"]);
  await pause(page);
  await choose(page, "hole");
  assertEqual(await page.locator(field("style.stroke.width")).inputValue(), "0.35", "the default line weight");
  await type(page, "style.stroke.width", "0.7");
  await codeIs(page, before.replace("// mm\n", "// mm\n  style: { stroke: { width: 0.7 } },\n"));
  await undo(page, before, ["hole"]);
});

properties("a field applies its value when it loses the focus, and converts units", async (page) => {
  await choose(page, "right");
  await page.locator(field("x")).fill("2.5cm");
  await page.locator(field("y")).focus();
  await shows(page, "x", "25");
});

properties("arrow keys step the value, and Escape restores it", async (page, code) => {
  await choose(page, "left");
  await page.locator(field("radius")).press("ArrowUp");
  const stepped = Number(await page.locator(field("radius")).inputValue());
  assert(stepped > 10, `the stepped radius is ${stepped}`);
  await page.locator(field("radius")).press("Escape");
  assertEqual(await page.locator(field("radius")).inputValue(), "10", "the restored radius");
  assertEqual(await readCode(page), code, "the code");
});

properties("invalid input shows its reason and changes nothing", async (page, code) => {
  await choose(page, "left");
  for (const [key, text, reason] of [["radius", "0", "above 0"], ["x", "5+", "incomplete"], ["style.stroke.color", "blurple", "not a color"], ["name", "right", "Another item"]]) {
    await type(page, key, text);
    const error = page.locator(hook("property-error"));
    await error.waitFor();
    assert((await error.textContent()).includes(reason), `${key}: ${await error.textContent()}`);
    assertEqual(await page.locator(field(key)).getAttribute("aria-invalid"), "true", `aria-invalid of ${key}`);
    assertEqual(await page.locator(field(key)).getAttribute("aria-describedby"), await error.getAttribute("id"), `description of ${key}`);
    await page.locator(field(key)).press("Escape");
    await error.waitFor({ state: "detached" });
  }
  assertEqual(await readCode(page), code, "the code");
});

properties("several entities show mixed values and change in one undo step", async (page, code) => {
  await choose(page, "left", "right");
  assertEqual(await page.locator(field("radius")).inputValue(), "", "the value of a mixed field");
  assertEqual(await page.locator(field("radius")).getAttribute("placeholder"), "Mixed", "the placeholder");
  assertEqual(await page.locator(field("y")).inputValue(), "0", "the common y");
  assertEqual(await page.locator(field("name")).count(), 0, "names to edit");
  await type(page, "radius", "4");
  await shows(page, "radius", "4");
  await codeIs(page, code.replace("0, 0, 10", "0, 0, 4").replace("30, 0, 5", "30, 0, 4"));
  await choose(page, "right");
  assertEqual(await page.locator(field("radius")).inputValue(), "4", "the radius of the second circle");
  await undo(page, code, NAMES);
  await shows(page, "radius", "5");
});

properties("a new name keeps the selection", async (page) => {
  await choose(page, "left");
  await type(page, "name", "구멍");
  await waitForEntities(page, ["구멍", "right", "wall"]);
  await waitForSelection(page, ["구멍"]);
  await shows(page, "name", "구멍");
});

properties("layer, color, line type, and points can be set", async (page) => {
  await choose(page, "wall");
  await page.locator(field("layer")).selectOption("walls");
  await shows(page, "layer", "walls");
  await type(page, "style.stroke.color", "#F00");
  await shows(page, "style.stroke.color", "#ff0000");
  await type(page, "style.stroke.dash", "6, 3");
  await shows(page, "style.stroke.dash", "6 3");
  await type(page, "points.2.y", "20+30");
  await shows(page, "points.2.y", "50");
  await page.locator(field("closed")).check();
  await factsSay(page, "mm²");
});

properties("the fields of a locked entity are disabled with the reason", async (page) => {
  await choose(page, "left");
  await page.locator(hook("property-locked")).click();
  await page.waitForSelector(hook("property-protected"));
  assert((await page.locator(hook("property-protected")).textContent()).includes('"left" is locked'), "the reason");
  assert(await page.locator(field("radius")).isDisabled(), "the radius is disabled");
  await page.locator(hook("property-locked")).click();
  await page.waitForSelector(hook("property-protected"), { state: "detached" });
  assert(await page.locator(field("radius")).isEnabled(), "the radius is enabled");
});

properties("without a selection, the panel has the name, the unit, and the size of the drawing", async (page) => {
  const units = (unit) => pageEventually(page, unit, ([selector, unit]) => document.querySelector(selector).textContent === unit, [hook("units"), unit]);
  const size = async () => (await page.locator(hook("property-facts")).textContent()).match(/[\d.]+ × [\d.]+ [a-z]+/)[0];
  const change = async (unit, answer) => {
    await page.locator(hook("drawing-property-units")).selectOption(unit);
    await page.locator(hook(answer)).click();
    await page.locator(hook("question")).waitFor({ state: "detached" });
  };
  const [width, height] = (await size()).match(/[\d.]+/g).map(Number);
  await change("cm", "question-cancel");
  assertEqual(await page.locator(hook("drawing-property-units")).inputValue(), "mm", "the unit after the question was canceled");
  await change("cm", "unit-convert");
  await units("cm");
  assertEqual(await size(), `${width / 10} × ${height / 10} cm`, "the converted size");
  // The view follows, so that the drawing has a similar size on the screen.
  assert((await box(page, "left")).width > 100, `the circle on the screen: ${JSON.stringify(await box(page, "left"))}`);
  await change("mm", "unit-keep");
  await units("mm");
  assertEqual(await size(), `${width / 10} × ${height / 10} mm`, "the size of the kept numbers");
  await change("cm", "unit-keep");
  await units("cm");
  await page.locator(hook("drawing-property-name")).fill("Bracket");
  await page.locator(hook("drawing-property-name")).press("Enter");
  await pageEventually(page, "the name", (selector) => document.querySelector(selector).textContent === "Bracket", hook("drawing-name"));
  await factsSay(page, "cm");
});

for (const [colorScheme, locale] of [["light", "en-US"], ["dark", "ko-KR"]]) {
  properties(
    `no axe-core violation, ${colorScheme} ${locale}`,
    async (page) => {
      await assertAccessible(page, "nothing selected");
      await choose(page, "wall");
      await type(page, "points.0.x", "1+");
      await page.waitForSelector(hook("property-error"));
      await assertAccessible(page, "a line with an error");
      await page.locator(field("points.0.x")).press("Escape");
      await choose(page, "left", "right");
      await assertAccessible(page, "two circles");
    },
    { colorScheme, locale },
  );
}

properties(
  "the panel is Korean on a Korean page",
  async (page) => {
    await choose(page, "left");
    assert((await page.locator(hook("properties")).textContent()).includes("반지름"), "the label of the radius");
    await type(page, "radius", "-1");
    assert((await page.locator(hook("property-error")).textContent()).includes("0보다"), "the reason");
  },
  { locale: "ko-KR" },
);

properties("a width for several entities of a loop is one undo step and one change of the code", async (page) => {
  const loop = "for (let i = 0; i < 30; i++) draw_circle({ name: `c_${i}`, x: i * 3, y: 0, radius: 1 });";
  await typeCode(page, loop);
  const names = Array.from({ length: 30 }, (_, at) => `c_${at}`);
  await waitForEntities(page, names);
  await page.locator("#drawing").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await type(page, "style.stroke.width", "2");
  await codeIs(page, loop.replace("radius: 1 }", "radius: 1, style: { stroke: { width: 2 } } }"));
  await undo(page, loop, names);
});
