// The command line in the palette, and the main job by keyboard alone.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, MAIN, test } from "../fixtures.mjs";
import {
  drawCircles,
  entities,
  focused,
  hook,
  openApp,
  openCode,
  pageEventually,
  readCode,
  ready,
  waitForEntities,
  waitForSelection,
} from "../page.mjs";

const option = (command) => `${hook("palette-option")}[data-command="${command}"]`;

/** Opens the palette, types a line, and presses Enter. */
async function enter(page, line) {
  await page.keyboard.press("ControlOrMeta+k");
  await focused(page, "palette-input");
  await page.keyboard.type(line);
  await page.keyboard.press("Enter");
}

const closed = (page) => pageEventually(page, "the palette is closed", () => !document.querySelector("dialog[open]"));

/** Waits until an element has the focus. */
const focusedId = (page, id) => pageEventually(page, `${id} has the focus`, (id) => document.activeElement?.id === id, id);

/**
 * Makes every operation of the test on this page fail that a user without a mouse cannot do: pointer input, and the operations of
 * Playwright that set the focus or a value, or send an event to an element.
 */
function keyboardOnly(page) {
  const refuse = (name) => () => {
    throw new Error(`'${name}' is no input by keyboard`);
  };
  for (const device of [page.mouse, page.touchscreen]) {
    for (const name of ["click", "dblclick", "down", "up", "move", "wheel", "tap"]) if (name in device) device[name] = refuse(`mouse.${name}`);
  }
  const refused = "click dblclick tap hover focus blur press type fill pressSequentially check uncheck setChecked selectOption setInputFiles dragTo dragAndDrop dispatchEvent evaluate".split(" ");
  for (const name of refused.filter((name) => name !== "evaluate")) if (name in page) page[name] = refuse(`page.${name}`);
  const locator = page.locator.bind(page);
  page.locator = (...given) => {
    const found = locator(...given);
    for (const name of refused) if (name in found) found[name] = refuse(`locator.${name}`);
    return found;
  };
}

/** Presses Tab, or another key, until the element with this hook has the focus. */
async function tabTo(page, name, key = "Tab") {
  const passed = [];
  for (let at = 0; at < 100; at += 1) {
    const focused = await page.evaluate(() => document.activeElement?.dataset.testid ?? document.activeElement?.localName);
    if (focused === name) return;
    passed.push(focused);
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${name}: ${passed.join(", ")}`);
}

/** Presses Tab until the code editor, which is open, has the focus. */
async function tabToEditor(page) {
  const editor = `${hook("code-editor")} .cm-content`;
  await page.waitForSelector(editor);
  await tabTo(page, "wrap");
  for (let at = 0; at < 10; at += 1) {
    if (await page.evaluate((editor) => document.activeElement.matches(editor), editor)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not reach the code editor");
}

/** Returns the fields of an entity in the file that Export saves as scene JSON. */
async function geometry(page) {
  await page.keyboard.press("ControlOrMeta+Shift+e");
  await tabTo(page, "export-json-file");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  const stream = await download.createReadStream();
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  await page.keyboard.press("Escape");
  await closed(page);
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function blank(page) {
  await page.keyboard.press("Alt+Shift+n");
  await waitForEntities(page, []);
}

test("command line: the main job by keyboard alone", MAIN, async ({ run }) => {
  const page = await openApp(run);
  keyboardOnly(page);
  await blank(page);
  const names = ["rect_1", "circle_1", "circle_2", "circle_3", "circle_4"];
  const lines = ["REC 0,0 100,60", "C 10,10 4", "C 90,10 4", "C 90,50 4", "C 10,50 4"];
  for (const [at, line] of lines.entries()) {
    await enter(page, line);
    await waitForEntities(page, names.slice(0, at + 1));
    await closed(page);
  }
  await waitForSelection(page, ["circle_4"]);
  await focusedId(page, "drawing");

  // The form of a tool takes the selected item.
  await page.keyboard.press("ControlOrMeta+k");
  await focused(page, "palette-input");
  await page.keyboard.type("translate");
  await page.waitForSelector(`${option("translate")}[aria-selected="true"]`);
  await page.keyboard.press("Enter");
  await focused(page, "tool-field-dx");
  await page.keyboard.type("5");
  await page.keyboard.press("Tab");
  await page.keyboard.type("-5");
  await page.keyboard.press("Enter");
  await page.waitForSelector(hook("tool-form"), { state: "detached" });

  await page.keyboard.press("ControlOrMeta+k");
  await focused(page, "palette-input");
  await page.keyboard.type("dimension_linear");
  await page.keyboard.press("Enter");
  await focused(page, "tool-field-from");
  await page.keyboard.type("rect_1.edge[0]");
  await page.keyboard.press("Enter");
  await waitForEntities(page, [...names, "dimension_1"]);
  await page.waitForSelector(hook("tool-form"), { state: "detached" });

  const scene = await geometry(page);
  const text = JSON.stringify(scene);
  for (const part of ['"width":100', '"height":60', '"radius":4']) assert(text.includes(part), `${part} in ${text}`);
  await tabTo(page, "tab-code");
  await page.keyboard.press("Enter");
  await pageEventually(page, "the code editor", () => document.querySelector('[data-testid="code-editor"] .cm-content'));
  const code = await readCode(page);
  for (const line of [
    'draw_rect({ name: "rect_1", x: 0, y: 0, width: 100, height: 60 });',
    'draw_circle({ name: "circle_2", x: 90, y: 10, radius: 4 });',
    'translate({ name: "circle_4", dx: 5, dy: -5 });',
  ]) {
    assert(code.includes(line), `${line} is in the code:\n${code}`);
  }
});

test("command line: code is typed, an endless loop is stopped, and a reload keeps the work, by keyboard alone", MAIN, async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  keyboardOnly(page);
  await blank(page);
  await tabToEditor(page);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Backspace");
  await page.keyboard.type('drawCircle("typed", 0, 0, 10);');
  await waitForEntities(page, ["typed"]);
  await page.keyboard.type("\nwhile (true) {}");
  await page.waitForSelector(`${hook("stop-run")}:not([aria-disabled])`);
  await page.keyboard.press("ControlOrMeta+.");
  const stopped = await page.waitForSelector(hook("problem"));
  assertEqual(await stopped.innerText(), "Stopped by the user", "the problem");
  await waitForEntities(page, ["typed"]);
  // The loop is replaced.
  await page.keyboard.press("Shift+Home");
  await page.keyboard.press("Backspace");
  await page.keyboard.type('drawRect("added", 0, 20, 5, 5);');
  await waitForEntities(page, ["typed", "added"]);
  await page.waitForSelector(hook("problem"), { state: "detached" });
  const code = await readCode(page);
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`, { state: "attached" });
  // The key for a reload belongs to the browser.
  await page.reload();
  await ready(page);
  await waitForEntities(page, ["typed", "added"]);
  await tabToEditor(page);
  assertEqual(await readCode(page), code, "the code after the reload");
});

test("command line: the demo draws, and its drawing is shared by a link, by keyboard alone", MAIN, async ({ run }) => {
  const page = await openApp(run, { permissions: ["clipboard-read", "clipboard-write"] });
  keyboardOnly(page);
  await blank(page);
  await page.keyboard.press("/");
  await focused(page, "composer");
  await tabTo(page, "play-demo", "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector(`${hook("tool-call")}[data-state="ok"]`);
  await page.waitForSelector(hook("receipt"));
  const names = await entities(page);
  assert(names.length > 0, "the demo has drawn");

  await page.keyboard.press("Alt+Shift+s");
  await page.waitForSelector(hook("share-url"));
  await tabTo(page, "share-copy");
  await page.keyboard.press("Enter");
  await pageEventually(page, "the report of the copy", (said) => document.querySelector(said).textContent !== "", hook("share-said"));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assertEqual(link, await page.$eval(hook("share-url"), (field) => field.value), "the copied link");
  await page.keyboard.press("Escape");
  await closed(page);

  const visitor = await openApp(run, { url: link });
  keyboardOnly(visitor);
  await visitor.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
  await tabTo(visitor, "make-copy");
  await visitor.keyboard.press("Enter");
  await waitForEntities(visitor, names);
});

test("command line: an error names its place, draws nothing, and keeps the line", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await drawCircles(page, "one");
  await enter(page, "REC 0,0 100,1/0");
  const error = page.locator(hook("palette-error"));
  assertEqual(
    await error.innerText(),
    'Character 9, "100,1/0": The typed expression divides by zero. Correct the divisor.',
    "the reason with the place",
  );
  const selected = await page.$eval(hook("palette-input"), (field) => field.value.slice(field.selectionStart, field.selectionEnd));
  assertEqual(selected, "100,1/0", "the selected word");
  await assertAccessibleInBothLooks(page, "a line with an error");
  assertEqual(await entities(page), ["one"], "the drawing");
  // Typing replaces the wrong word.
  await page.keyboard.type("100,50");
  await page.keyboard.press("Enter");
  await waitForEntities(page, ["one", "rect_1"]);
  await page.keyboard.press("ControlOrMeta+z");
  await waitForEntities(page, ["one"]);
});

test("command line: values go to the active tool, whose prompt is shown", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await blank(page);
  await enter(page, "C 5,5");
  await closed(page);
  await focusedId(page, "drawing");
  assert((await page.locator(hook("tool-prompt")).innerText()).includes("Specify the radius"), "the prompt on the canvas");
  await page.keyboard.press("ControlOrMeta+k");
  assertEqual(await page.locator(hook("palette-prompt")).innerText(), "Circle: Specify the radius", "the prompt of the palette");
  await page.keyboard.type("5/2");
  const first = page.locator(hook("palette-option")).first();
  assertEqual(await first.getAttribute("data-command"), "active-tool", "the first result");
  await assertAccessibleInBothLooks(page, "a value for the active tool");
  await page.keyboard.press("Enter");
  await waitForEntities(page, ["circle_1"]);
  await openCode(page);
  assert((await readCode(page)).includes('draw_circle({ name: "circle_1", x: 5, y: 5, radius: 2.5 });'), "the statement");
});

test("command line: suggestions show alias, name, and next prompt; actions run", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await drawCircles(page, "one");
  await page.keyboard.press("ControlOrMeta+k");
  await focused(page, "palette-input");
  await page.keyboard.type("po");
  const texts = (await page.locator(`${hook("palette-option")}[data-line="true"]`).allInnerTexts()).map((text) => text.split(/\s*\n\s*/));
  assertEqual(texts[0], ["Point", "PO", "Specify the point", "X"], "the typed alias");
  assertEqual(texts[1].slice(0, 3), ["Regular polygon", "POL", "Specify the center"], "a longer alias");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assertEqual(await page.locator(hook("palette-input")).inputValue(), "POL ", "the completed alias");
  await page.keyboard.type("0,0 20;8");
  await page.keyboard.press("Enter");
  await waitForEntities(page, ["one", "polygon_1"]);
  await closed(page);
  await enter(page, "u");
  await waitForEntities(page, ["one"]);
  await closed(page);
  // A disabled action shows its reason in the list.
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("e");
  assertEqual(await page.locator(option("Delete")).getAttribute("aria-disabled"), "true", "nothing is selected");
});

test("command line: the palette runs nothing without a query, finds synonyms, and names near commands", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await drawCircles(page, "one");
  await page.keyboard.press("ControlOrMeta+k");
  await focused(page, "palette-input");
  await page.keyboard.press("Enter");
  assertEqual(await page.locator(`${hook("palette-option")}[aria-selected="true"]`).count(), 0, "preselected results");
  assertEqual(await entities(page), ["one"], "nothing was undone");
  const field = page.locator(hook("palette-input"));
  for (const [query, command] of [
    ["move", "translate"],
    ["slot", "draw_slot"],
    ["units", "set_drawing"],
    ["dark", "theme-dark"],
    ["import", "OpenFile"],
    ["settings", "settings"],
    ["help", "Help"],
    ["dxf", "Export"],
    ["language", "language-ko"],
    ["layer", "set_layer"],
    ["reference", "functions"],
  ]) {
    await field.fill(query);
    await page.waitForSelector(option(command));
  }
  await field.fill("translte");
  const none = await page.locator(hook("palette-none")).innerText();
  assert(none.startsWith('No command matches "translte". Did you mean: translate,'), `the near commands: ${none}`);
  await field.fill("dark");
  await page.locator(option("theme-dark")).click();
  await pageEventually(page, "the dark theme", () => document.documentElement.dataset.theme === "dark");
  await closed(page);
  await page.keyboard.press("ControlOrMeta+k");
  assertEqual(await page.locator(hook("palette-option")).first().getAttribute("data-command"), "theme-dark", "the last command is the first");
  await field.fill("한국어");
  await page.locator(option("language-ko")).click();
  await pageEventually(page, "the Korean page", () => document.documentElement.lang === "ko");
});
