// The code editor: completion of parameters and values, snippets, scrubbing of numbers, line wrap, and named colors.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import {
  drawCircles,
  entity,
  holdPauses,
  hook,
  isInLibrary,
  openApp,
  openCode,
  openDrawing,
  openNewDrawing,
  pageEventually,
  pause,
  problemLine,
  readCode,
  ready,
  storedText,
  typeCode,
  waitForEntities,
} from "../page.mjs";

const CONTENT = `${hook("code-editor")} .cm-content`;
const OPTION = ".cm-tooltip-autocomplete [role=option]";

/** Opens a page with code, and puts the cursor at the mark `|`, which is removed. */
async function at(run, marked) {
  const page = await openApp(run, { locale: "en-US", init: holdPauses });
  await typeCode(page, marked.replace("|", ""));
  await placeCursor(page, marked.indexOf("|"));
  return page;
}

/** Moves the cursor to an offset from the start of the text. */
async function placeCursor(page, offset) {
  await page.locator(CONTENT).click();
  await page.keyboard.press("ControlOrMeta+Home");
  for (let step = 0; step < offset; step += 1) await page.keyboard.press("ArrowRight");
}

/** Asks for completion, and returns the labels. */
async function offered(page) {
  await page.keyboard.press("Control+Space");
  await page.waitForSelector(OPTION);
  return page.$$eval(`${OPTION} .cm-completionLabel`, (labels) => labels.map((label) => label.textContent));
}

/** Accepts a completion. */
async function accept(page, label) {
  const named = page.locator(".cm-completionLabel", { hasText: new RegExp(`^${label}$`) });
  await page.locator(OPTION).filter({ has: named }).click();
  await page.waitForSelector(OPTION, { state: "detached" });
}

function codeBecomes(page, wanted) {
  return pageEventually(
    page,
    `the code ${wanted}`,
    ([selector, wanted]) => [...document.querySelectorAll(selector)].map((line) => line.textContent).join("\n") === wanted,
    [`${CONTENT} .cm-line`, wanted],
  );
}

test("code editor: text typed over several lines replaces them, without an error in the console", async ({ run }) => {
  const page = await at(run, "|// one\nconst two = 2;\n// three");
  const select = async () => {
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+End");
  };
  await select();
  await page.keyboard.type("let a");
  await codeBecomes(page, "let a\n// three");
  await page.keyboard.press("ControlOrMeta+z");
  await codeBecomes(page, "// one\nconst two = 2;\n// three");
  // A quotation mark encloses the selection, as on one line.
  await select();
  await page.keyboard.type("`");
  await codeBecomes(page, "`// one\nconst two = 2;`\n// three");
});

test("code editor: the braces of a tool offer its missing parameters, required ones first", async ({ run }) => {
  const page = await at(run, 'draw_circle({ name: "c", x: 1, | });');
  const labels = await offered(page);
  assertEqual(labels.slice(0, 2), ["y", "radius"], "the first parameters");
  assert(labels.includes("style") && !labels.includes("x") && !labels.includes("draw_rect"), labels.join(" "));
  await page.waitForSelector(".cm-completionInfo .cm-doc");
  assert((await page.locator(".cm-completionInfo .cm-doc").textContent()).startsWith("Required."), "its documentation");
  await assertAccessibleInBothLooks(page, "the completion");
  await accept(page, "radius");
  await page.keyboard.type("5, y: 0");
  await codeBecomes(page, 'draw_circle({ name: "c", x: 1, radius: 5, y: 0 });');
  await waitForEntities(page, ["c"]);
});

test("code editor: nested objects offer their fields, and quotes offer values", async ({ run }) => {
  const page = await at(run, 'draw_line({ name: "l", points: [0, 0, 9, 0], style: { stroke: { | } } });');
  const labels = await offered(page);
  assertEqual([...labels].sort(), ["cap", "color", "dash", "join", "width"], "the fields of a stroke");
  await accept(page, "cap");
  await codeBecomes(page, 'draw_line({ name: "l", points: [0, 0, 9, 0], style: { stroke: { cap: "butt" } } });');
  await page.keyboard.press("Delete");
  assertEqual(await offered(page), ["butt", "round", "square"], "the values of a cap");
  await accept(page, "square");
  await codeBecomes(page, 'draw_line({ name: "l", points: [0, 0, 9, 0], style: { stroke: { cap: "square" } } });');
});

test("code editor: functions are offered elsewhere, and an accepted function brings fields", async ({ run }) => {
  const page = await at(run, "drawCirc|");
  const labels = await offered(page);
  assertEqual(labels[0], "drawCircle", "the first function");
  await accept(page, "drawCircle");
  await codeBecomes(page, 'drawCircle("name", x, y, radius)');
  await page.keyboard.type("hole");
  for (const value of ["10", "20", "5"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(value);
  }
  await codeBecomes(page, 'drawCircle("hole", 10, 20, 5)');
  await waitForEntities(page, ["hole"]);
});

test("code editor: a drag with Alt changes a number as one undo step, and Escape restores it", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US", init: holdPauses });
  await drawCircles(page, "a", "b");
  await pause(page);
  const before = await readCode(page);
  // The screen position of the radius of the second circle.
  const number = async () => {
    const token = page.locator(`${CONTENT} .cm-line:nth-of-type(2) .cm-number`).last();
    const { x, y, width, height } = await token.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const start = await number();
  await page.keyboard.down("Alt");
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y, { steps: 3 });
  await codeBecomes(page, before.replace('"b", 30, 0, 10', '"b", 30, 0, 13'));
  await page.keyboard.down("Shift");
  await page.mouse.move(start.x + 16, start.y);
  await codeBecomes(page, before.replace('"b", 30, 0, 10', '"b", 30, 0, 23'));
  await page.keyboard.up("Shift");
  await page.mouse.up();
  await page.keyboard.up("Alt");
  await pageEventually(page, "the undo step", (selector) => !document.querySelector(selector).ariaDisabled, hook("undo"));
  await page.locator(hook("undo")).click();
  await codeBecomes(page, before);
  await page.keyboard.down("Alt");
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x - 20, start.y, { steps: 2 });
  await codeBecomes(page, before.replace('"b", 30, 0, 10', '"b", 30, 0, 5'));
  await page.keyboard.press("Escape");
  await codeBecomes(page, before);
  await page.mouse.up();
  await page.keyboard.up("Alt");
  await waitForEntities(page, ["a", "b"]);
});

test("code editor: Alt with PageUp and PageDown steps the number at the cursor", async ({ run }) => {
  const page = await at(run, "drawCircle('a', 0, 0, 2.|5);");
  await page.keyboard.press("Alt+PageUp");
  await codeBecomes(page, "drawCircle('a', 0, 0, 2.6);");
  await page.keyboard.press("Alt+Shift+PageDown");
  await codeBecomes(page, "drawCircle('a', 0, 0, 1.6);");
  await placeCursor(page, "drawCircle('a', 0".length);
  await page.keyboard.press("Alt+PageDown");
  await codeBecomes(page, "drawCircle('a', -1, 0, 1.6);");
  await waitForEntities(page, ["a"]);
});

test("code editor: long lines wrap, and the choice is remembered", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await typeCode(page, `drawCircle("a", 0, 0, 5); // ${"wide ".repeat(60)}`);
  const overflows = () => page.$eval(`${hook("code-editor")} .cm-scroller`, (node) => node.scrollWidth > node.clientWidth + 1);
  assert(!(await overflows()), "long lines wrap at first");
  await page.locator(hook("wrap")).click();
  await pageEventually(page, "a line that does not wrap", (selector) => {
    const node = document.querySelector(selector);
    return node.scrollWidth > node.clientWidth + 1;
  }, `${hook("code-editor")} .cm-scroller`);
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`, { state: "attached" });
  await page.reload();
  await ready(page);
  await openCode(page);
  assertEqual(await page.locator(hook("wrap")).getAttribute("aria-pressed"), "false", "the choice after a reload");
  assert(await overflows(), "long lines do not wrap after a reload");
});

test("code editor: colors have names, and a wrong name suggests one", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await typeCode(page, 'drawCircle("a", 0, 0, 5);\nsetFill("a", "DarkOrange");');
  await pageEventually(
    page,
    "the fill",
    (selector) => {
      const node = document.querySelector(selector);
      return node && [node, ...node.querySelectorAll("*")].some((part) => getComputedStyle(part).fill === "rgb(255, 140, 0)");
    },
    entity("a"),
  );
  await typeCode(page, 'drawCircle("a", 0, 0, 5);\nsetFill("a", "bleu");');
  assertEqual(await problemLine(page), 2, "line of the problem");
  const message = await page.locator(hook("problem")).first().textContent();
  assert(message.includes('did you mean "blue"'), message);
});

/** Waits for a notice with these words, and closes it. */
async function noticed(page, words) {
  const notice = page.locator(hook("notice"), { hasText: words }).first();
  await notice.waitFor();
  await notice.locator("button").last().click();
}

/** Presses Ctrl+Z, or Ctrl+Y, in the code editor. */
async function inEditor(page, key) {
  await page.locator(CONTENT).focus();
  await page.keyboard.press(`ControlOrMeta+${key}`);
}

/** Has the drawing contain circles with these names, in this order; the text of the editor agrees. */
async function has(page, ...names) {
  await waitForEntities(page, names);
  await pageEventually(
    page,
    `the code of ${names}`,
    ([selector, names]) => {
      const text = document.querySelector(selector)?.textContent ?? "";
      const found = [...text.matchAll(/drawCircle\("(\w+)"/g)].map((match) => match[1]);
      return JSON.stringify(found) === JSON.stringify(names);
    },
    [CONTENT, names],
  );
}

test("code editor: undo has one order, and ends at the beginning of each drawing", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US", init: holdPauses });
  await openNewDrawing(page);
  await drawCircles(page, "one");
  await pause(page);
  await drawCircles(page, "one", "two");
  await pause(page);
  await isInLibrary(page);
  await page.reload();
  await ready(page);
  await openCode(page);
  await has(page, "one", "two");
  // In the editor, on the canvas, and by the button, a step is the same one, also one before the visit.
  await inEditor(page, "z");
  await has(page, "one");
  await page.locator(hook("redo")).click();
  await has(page, "one", "two");
  await page.locator(hook("undo")).click();
  await has(page, "one");
  await inEditor(page, "y");
  await has(page, "one", "two");
  await inEditor(page, "z");
  await has(page, "one");
  await inEditor(page, "z");
  await inEditor(page, "z");
  await noticed(page, "Nothing to undo");
  await page.locator(hook("redo")).click();
  await has(page, "one");
  // Another drawing with the same code has its own beginning.
  await isInLibrary(page);
  await openNewDrawing(page);
  await has(page);
  await inEditor(page, "z");
  await noticed(page, "Nothing to undo");
  await has(page);
  await drawCircles(page, "one");
  await pause(page);
  await openDrawing(page, 1);
  await has(page, "one");
  await inEditor(page, "z");
  await has(page);
  await page.locator(hook("redo")).click();
  await has(page, "one");
  await openDrawing(page, 1);
  await has(page, "one");
});

test("code editor: undo in one file does not bring back the text of another one", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US", init: holdPauses });
  await drawCircles(page, "one");
  await page.locator(hook("new-file")).click();
  await page.locator(hook("new-file-name")).fill("parts");
  await page.locator(hook("create-file")).click();
  await page.waitForSelector(`${hook("file")}[data-name="parts"][aria-current="true"]`);
  await typeCode(page, "export const size = 5;");
  await pause(page);
  await page.locator(`${hook("file")}[data-name="main"]`).click();
  await inEditor(page, "z");
  await eventually("the module is as it was created", async () => (await storedText(page, "file/parts")).includes("example"));
  assert((await storedText(page)).includes("one"), "the code of main");
  await waitForEntities(page, ["one"]);
});

test("code editor: text that does not run is undone where it was typed, and then the drawing", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US", init: holdPauses });
  await openNewDrawing(page);
  await drawCircles(page, "one");
  await pause(page);
  await page.locator(CONTENT).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("\nlet a =");
  await pause(page);
  await page.waitForSelector(hook("problem"));
  await page.keyboard.press("ControlOrMeta+z");
  await pause(page);
  await has(page, "one");
  await page.waitForSelector(hook("problem"), { state: "detached" });
  await page.keyboard.press("ControlOrMeta+y");
  await pause(page);
  await page.waitForSelector(hook("problem"));
  await page.keyboard.press("ControlOrMeta+z");
  await pause(page);
  await page.waitForSelector(hook("problem"), { state: "detached" });
  assert((await readCode(page)).includes("one"), "the typed text alone is undone");
  await inEditor(page, "z");
  await waitForEntities(page, []);
});

test("code editor: behind another tab, it has elements for a part of a long text only", async ({ run }) => {
  const page = await openApp(run);
  const remarks = Array.from({ length: 20_000 }, (_, at) => `// remark p${at}: w = ${at}`);
  const code = ["const w = 3;", ...remarks, "drawCircle('a', 0, 0, w);"].join("\n");
  await typeCode(page, code);
  await waitForEntities(page, ["a"]);
  await isInLibrary(page);
  await page.locator(hook("tab-parameters")).click();
  await page.reload();
  await ready(page);
  const hasText = ([selector, last]) => document.querySelector(selector)?.textContent.startsWith(last);
  await pageEventually(page, "the editor has the text", hasText, [`${CONTENT} .cm-line`, "const w"]);
  const lines = await page.locator(`${CONTENT} .cm-line`).count();
  assert(lines < 1_000, `${lines} of ${remarks.length} lines have elements`);
  await openCode(page);
  await page.locator(CONTENT).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("\ndrawCircle('b', 9, 0, w);");
  await waitForEntities(page, ["a", "b"]);
  assert((await storedText(page)).startsWith(code), "the text before");
});
