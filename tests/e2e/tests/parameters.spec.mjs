// The Parameters tab: sliders, fields, check boxes, and lists change literals of the code, and presets keep sets of values.
import { assertAccessible } from "../axe.mjs";
import { assert, assertEqual, test, TIMED } from "../fixtures.mjs";
import {
  entities,
  entity,
  holdPauses,
  hook,
  openApp,
  openCode,
  pageEventually,
  parameterTimes,
  pause,
  readCode,
  ready,
  typeCode,
  waitForEntities,
} from "../page.mjs";

const CODE = [
  "const count = 3; // number of circles, 1..8",
  "const r = 10; // 5..20 step 0.5 mm",
  "const frame = true; // with a frame",
  "const kind = 'circle'; // circle | square",
  "const gap = 50; /* fixed */",
  "for (let i = 0; i < count; i++) {",
  "  if (kind === 'circle') drawCircle(`item_${i}`, i * gap, 0, r);",
  "  else drawRect(`item_${i}`, i * gap, 0, r, r);",
  "}",
  "if (frame) drawRect('frame', -20, -20, 400, 60);",
].join("\n");

const slider = (name) => `${hook("parameter")}[data-name="${name}"] ${hook("parameter-slider")}`;
const field = (name) => `${hook("parameter")}[data-name="${name}"] ${hook("parameter-field")}`;

/** Opens a page with the code and shows the parameters. */
async function parametersOf(run, options = {}, code = CODE) {
  const page = await openApp(run, { locale: "en-US", init: holdPauses, ...options });
  await typeCode(page, code);
  await waitForEntities(page, ["item_0", "item_1", "item_2", "frame"]);
  await pause(page);
  await page.locator(hook("tab-parameters")).click();
  await page.waitForSelector(slider("count"));
  return page;
}

/** Waits until the code differs from `CODE` exactly by these replacements. */
async function codeIs(page, ...changes) {
  const wanted = changes.reduce((code, [from, to]) => code.replace(from, to), CODE);
  await openCode(page);
  await pageEventually(
    page,
    `the code with ${JSON.stringify(changes)}`,
    ([selector, wanted]) => [...document.querySelectorAll(selector)].map((line) => line.textContent).join("\n") === wanted,
    [`${hook("code-editor")} .cm-line`, wanted],
  );
  await page.locator(hook("tab-parameters")).click();
}

/** Returns the screen position of a value on a slider; the thumb is 16 px wide. */
async function onSlider(page, name, value) {
  return page.$eval(
    slider(name),
    (input, value) => {
      const { left, top, width, height } = input.getBoundingClientRect();
      const share = (value - input.min) / (input.max - input.min);
      return { x: left + 8 + share * (width - 16), y: top + height / 2 };
    },
    value,
  );
}

test("parameters: a drag of a slider changes the number and the drawing as one undo step", async ({ run }) => {
  const page = await parametersOf(run);
  const names = await page.$$eval(hook("parameter"), (rows) => rows.map((row) => row.dataset.name));
  assertEqual(names, ["count", "r", "frame", "kind"], "the parameters; a fixed constant is none");
  const start = await onSlider(page, "count", 3);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const value of [4, 5]) {
    const at = await onSlider(page, "count", value);
    await page.mouse.move(at.x, at.y);
    // The picture follows during the drag.
    await waitForEntities(page, ["frame", ...Array.from({ length: value }, (_, i) => `item_${i}`)]);
  }
  const end = await onSlider(page, "count", 7);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
  await page.waitForSelector(entity("item_6"), { state: "attached" });
  assertEqual(await page.locator(slider("count")).getAttribute("aria-valuetext"), "7", "the spoken value");
  await codeIs(page, ["count = 3", "count = 7"]);
  await page.locator(hook("undo")).click();
  await waitForEntities(page, ["item_0", "item_1", "item_2", "frame"]);
  assertEqual(await page.locator(field("count")).inputValue(), "3", "the field after undo");
  await codeIs(page);
});

test("parameters: of values that come faster than runs end, the newest is drawn, and all are one undo step", async ({ run }) => {
  const page = await parametersOf(run);
  await page.$eval(slider("count"), (input) => {
    for (const value of [4, 5, 6, 7, 8, 2, 1, 4]) {
      input.value = String(value);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await waitForEntities(page, ["item_0", "item_1", "item_2", "item_3", "frame"]);
  await codeIs(page, ["count = 3", "count = 4"]);
  // A second drag is a step of its own, even directly after the first one.
  const [from, to] = [await onSlider(page, "count", 4), await onSlider(page, "count", 6)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await page.waitForSelector(entity("item_5"), { state: "attached" });
  await page.locator(hook("undo")).click();
  await waitForEntities(page, ["item_0", "item_1", "item_2", "item_3", "frame"]);
  await page.locator(hook("undo")).click();
  await waitForEntities(page, ["item_0", "item_1", "item_2", "frame"]);
  await codeIs(page);
});

test("parameters: keys step a slider and a field", async ({ run }) => {
  const page = await parametersOf(run);
  await page.locator(slider("r")).focus();
  await page.keyboard.press("ArrowRight");
  assertEqual(await page.locator(slider("r")).getAttribute("aria-valuetext"), "10.5 mm", "the spoken value");
  await page.locator(field("r")).focus();
  await page.keyboard.press("Shift+ArrowUp");
  assertEqual(await page.locator(field("r")).inputValue(), "15.5", "the field");
  await codeIs(page, ["r = 10", "r = 15.5"]);
});

test("parameters: a field accepts expressions and units, and refuses a value outside the range", async ({ run }) => {
  const page = await parametersOf(run);
  const typed = async (text) => {
    await page.locator(field("r")).fill(text);
    await page.keyboard.press("Enter");
  };
  await typed("2.5cm / 2");
  await codeIs(page, ["r = 10", "r = 12.5"]);
  for (const [text, reason] of [
    ["25", "from 5 to 20"],
    ["1/0", "divides by zero"],
    ["2yd", '"yd" is not a unit'],
  ]) {
    await typed(text);
    const error = page.locator(hook("parameter-error"));
    assert((await error.textContent()).includes(reason), `the reason for ${text}: ${await error.textContent()}`);
    assertEqual(await page.locator(field("r")).getAttribute("aria-invalid"), "true", "the field is invalid");
  }
  await page.keyboard.press("Escape");
  assertEqual(await page.locator(field("r")).inputValue(), "12.5", "Escape restores the value");
  assertEqual(await page.locator(hook("parameter-error")).count(), 0, "errors after Escape");
  await codeIs(page, ["r = 10", "r = 12.5"]);
});

test("parameters: a check box and a list change a boolean and a string", async ({ run }) => {
  const page = await parametersOf(run);
  await page.locator(hook("parameter-switch")).uncheck();
  await waitForEntities(page, ["item_0", "item_1", "item_2"]);
  await page.locator(hook("parameter-choice")).selectOption("square");
  await codeIs(page, ["frame = true", "frame = false"], ["kind = 'circle'", "kind = 'square'"]);
  await page.locator(hook("undo")).click();
  await codeIs(page, ["frame = true", "frame = false"]);
});

test("parameters: a value of code that does not run can be changed", async ({ run }) => {
  const page = await parametersOf(run);
  await typeCode(page, `${CODE}\nif (r > 11) throw new Error("too wide");`);
  await page.locator(hook("tab-parameters")).click();
  const typed = async (text) => {
    await page.locator(field("r")).fill(text);
    await page.keyboard.press("Enter");
  };
  await typed("12");
  await openCode(page);
  await page.waitForSelector(hook("problem"));
  await page.locator(hook("tab-parameters")).click();
  await typed("9");
  await page.waitForSelector(hook("problem"), { state: "detached" });
  await openCode(page);
  assert((await readCode(page)).includes("const r = 9;"), "the code has the new value");
});

test("parameters: a preset is saved, applied, renamed, deleted, and kept by a reload", async ({ run }) => {
  const page = await parametersOf(run);
  const preset = (name) => page.locator(`${hook("preset")}[data-name="${name}"]`);
  const save = async (name) => {
    await page.locator(hook("preset-name")).fill(name);
    await page.locator(hook("save-preset")).click();
    await preset(name).waitFor();
  };
  await save("small");
  await page.locator(field("count")).fill("5");
  await page.keyboard.press("Enter");
  await page.waitForSelector(entity("item_4"), { state: "attached" });
  await save("long row");
  assertEqual(await preset("long row").locator(hook("apply-preset")).getAttribute("aria-pressed"), "true", "the active preset");
  await preset("small").locator(hook("apply-preset")).click();
  await waitForEntities(page, ["item_0", "item_1", "item_2", "frame"]);
  await page.locator(hook("undo")).click();
  await page.waitForSelector(entity("item_4"), { state: "attached" });
  await preset("small").locator(hook("rename-preset")).click();
  await page.locator(hook("new-preset-name")).fill("short row");
  await page.keyboard.press("Enter");
  await preset("short row").waitFor();
  await preset("long row").locator(hook("delete-preset")).click();
  await preset("long row").waitFor({ state: "detached" });
  const line = "// preset short row: count = 3, r = 10, frame = true, kind = \"circle\"";
  await codeIs(page, ["count = 3", "count = 5"], ["square\n", `square\n${line}\n`]);
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`, { state: "attached" });
  await page.reload();
  await ready(page);
  await preset("short row").locator(hook("apply-preset")).click();
  await waitForEntities(page, ["item_0", "item_1", "item_2", "frame"]);
  await page.locator(hook("preset-name")).fill("a:b");
  await page.locator(hook("save-preset")).click();
  assert((await page.locator(hook("preset-error")).textContent()).includes("colon"), "the reason");
});

test("parameters: code without constants shows how to write one", async ({ run }) => {
  const page = await openApp(run, { locale: "ko-KR" });
  await typeCode(page, 'drawCircle("a", 0, 0, 5);');
  await waitForEntities(page, ["a"]);
  await page.locator(hook("tab-parameters")).click();
  const shown = await page.locator(hook("parameters-panel")).textContent();
  assert(shown.includes("const t = 3;") && shown.includes("슬라이더"), shown);
});

for (const [colorScheme, locale] of [["light", "en-US"], ["dark", "ko-KR"]]) {
  test(`parameters: no axe-core violation, ${colorScheme} ${locale}`, async ({ run }) => {
    const page = await parametersOf(run, { colorScheme, locale });
    await page.locator(hook("preset-name")).fill("small");
    await page.keyboard.press("Enter");
    await page.locator(hook("preset")).waitFor();
    await page.locator(field("r")).fill("99");
    await page.keyboard.press("Enter");
    await page.waitForSelector(hook("parameter-error"));
    await assertAccessible(page, "parameters");
  });
}

test("parameters: a value of 1,000 entities is drawn within 250 ms", TIMED, async ({ run }) => {
  const page = await openApp(run);
  await run.withinLimits({ "median change to picture": 250 }, async () => {
    const times = await parameterTimes(page, 1000, 9);
    run.note(`change to picture: min ${Math.round(times[0])}, max ${Math.round(times[8])} ms`);
    assert((await entities(page)).length === 1000, "all entities are drawn");
    return { "median change to picture": times[4] };
  });
});
