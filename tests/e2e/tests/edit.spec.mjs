// Direct manipulation on the canvas: drags, grips, keys, copies, groups, names, and the context menu. Each test compares
// the exported drawing with exact numbers, and the code after undo with the code before.
import { assert, assertEqual, test } from "../fixtures.mjs";
import {
  box,
  codeIs,
  drawn,
  focused,
  fromMenu,
  holdPauses,
  hook,
  openApp,
  openCode,
  pageEventually,
  pause,
  readCode,
  ready,
  row,
  saved,
  typeCode,
  undo,
  waitForEntities,
  waitForSelection,
} from "../page.mjs";
import { assertAccessibleInBothLooks } from "../axe.mjs";

const CODE = 'drawRect("plate", 0, 0, 80, 50);\ndrawCircle("hole", 20, 25, 10);\n';
const NAMES = ["plate", "hole"];
const LINES = `${hook("code-editor")} .cm-line`;
const NOTICE = hook("notice");

/** Registers a test on a page with a plate and a hole; `body` receives the page and the code. */
function editing(name, body, open = {}) {
  test(`edit: ${name}`, async ({ run }) => {
    const page = await openApp(run, { locale: "en-US", init: holdPauses, ...open });
    await typeCode(page, CODE);
    await waitForEntities(page, NAMES);
    await pause(page);
    const code = await readCode(page);
    await page.locator(hook("fit")).click();
    await page.locator(hook("zoom-out")).click();
    await drawn(page);
    await body(page, code);
  });
}

/** Returns a function from points of the drawing to pixels, by the box of the plate without its stroke. */
async function pixels(page) {
  const { left, right, bottom } = await box(page, "plate");
  const scale = (right - left) / 80;
  return (x, y) => [left + x * scale, bottom - y * scale];
}

async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
  await page.mouse.move(...to, { steps: 3 });
  await drawn(page);
  await page.mouse.up();
}

/** Waits until the code differs from `code`, and returns the new code. */
function changed(page, code) {
  return pageEventually(
    page,
    "the code changes",
    ([selector, code]) => {
      const now = [...document.querySelectorAll(selector)].map((line) => line.textContent).join("\n");
      return now !== code && now;
    },
    [LINES, code],
  );
}

/** Returns the entities of the exported drawing by name, with the translation added to the position. */
async function exported(page) {
  await fromMenu(page, "share-export");
  const { text } = await saved(page, "export-json-file");
  await page.locator(hook("close-export")).click();
  const entries = JSON.parse(text).entities.map(({ name, geometry, transform, parent }) => {
    const [dx, dy] = transform.translate;
    const moved = "x" in geometry ? { ...geometry, x: geometry.x + dx, y: geometry.y + dy } : geometry;
    return [name, { ...moved, parent, scale: transform.scale }];
  });
  return Object.fromEntries(entries);
}

async function select(page, ...names) {
  await page.locator(row(names[0])).click();
  for (const name of names.slice(1)) await page.locator(row(name)).click({ modifiers: ["Shift"] });
  await waitForSelection(page, names);
}

/** Waits until the fields of the place and size of whole items show these texts. */
async function fieldsAre(page, texts) {
  for (const [key, text] of Object.entries(texts)) {
    const shows = ([selector, text]) => document.querySelector(selector)?.value === text;
    await pageEventually(page, `${key} shows ${text}`, shows, [hook(`property-extent.${key}`), text]);
  }
}

function refused(page, text) {
  return page.locator(NOTICE, { hasText: text }).first().waitFor();
}

editing("a drag moves an entity and snaps the grabbed point to another one", async (page, code) => {
  const at = await pixels(page);
  await drag(page, at(10, 25), at(79.4, 0.5));
  const moved = await changed(page, code);
  await waitForSelection(page, ["hole"]);
  const { hole } = await exported(page);
  assertEqual([hole.x, hole.y, hole.radius], [90, 0, 10], "the left quadrant is at the corner");
  await undo(page, code, NAMES);
  await page.locator(hook("redo")).click();
  assertEqual(await changed(page, code), moved, "the code after redo");
});

editing("an edit survives a reload", async (page, code) => {
  const at = await pixels(page);
  await drag(page, at(10, 25), at(79.4, 0.5));
  const moved = await changed(page, code);
  const drawing = await exported(page);
  await page.reload();
  await ready(page);
  await openCode(page);
  await codeIs(page, moved);
  await waitForEntities(page, NAMES);
  assertEqual(await exported(page), drawing, "the drawing after the reload");
});

editing("Delete removes the statement of an item, unless other code names the item", async (page, code) => {
  await select(page, "hole");
  await page.keyboard.press("Delete");
  await codeIs(page, code.split("\n").filter((line) => !line.includes("hole")).join("\n"));
  await waitForEntities(page, ["plate"]);
  await undo(page, code, NAMES);
  await select(page, "plate", "hole");
  await page.keyboard.press("Delete");
  await waitForEntities(page, []);
  await codeIs(page, "");
  await undo(page, code, NAMES);
  await typeCode(page, `${code}duplicate("hole", "copy", 20, 0);\n`);
  await waitForEntities(page, [...NAMES, "copy"]);
  await pause(page);
  const copied = await readCode(page);
  await select(page, "hole");
  await page.keyboard.press("Delete");
  await waitForEntities(page, ["plate", "copy"]);
  await codeIs(page, `${copied}delete_entity({ name: "hole" });\n`);
  await refused(page, "Other statements name the object.");
  await undo(page, copied, [...NAMES, "copy"]);
});

editing("Escape cancels a drag, and Alt duplicates", async (page, code) => {
  const at = await pixels(page);
  await page.mouse.move(...at(10, 25));
  await page.mouse.down();
  await page.mouse.move(...at(40, 25), { steps: 3 });
  await page.waitForSelector(`${hook("ghost")}[d^="M"]`, { state: "attached" });
  await page.keyboard.press("Escape");
  await page.waitForSelector(`${hook("ghost")}[d=""]`, { state: "attached" });
  await page.mouse.up();
  assertEqual(await readCode(page), code, "the code after Escape");
  await page.keyboard.down("Alt");
  // The press is between two grips of the selected hole, and its upper quadrant snaps to the corner.
  await drag(page, at(14, 33), at(73.6, -1.6));
  await page.keyboard.up("Alt");
  await waitForEntities(page, ["plate", "hole", "hole_2"]);
  await waitForSelection(page, ["hole_2"]);
  const { hole, hole_2: copy } = await exported(page);
  assertEqual([hole.x, hole.y, copy.x, copy.y], [20, 25, 80, -10], "positions");
  await undo(page, code, NAMES);
});

editing("grips change the radius by a snap and the corner by typed values", async (page, code) => {
  const at = await pixels(page);
  await select(page, "hole");
  await page.waitForSelector(`${hook("grips")}[data-count="5"]`, { state: "attached" });
  await drag(page, at(30, 25), at(79.5, 25.5));
  await changed(page, code);
  assertEqual((await exported(page)).hole.radius, 60, "the radius to the middle of the edge");
  await undo(page, code, NAMES);
  await select(page, "plate");
  await page.mouse.move(...at(80, 50));
  await page.waitForSelector(`${hook("grip-active")}[d^="M"]`, { state: "attached" });
  await page.mouse.down();
  await page.mouse.move(...at(70, 45), { steps: 3 });
  for (const key of ["1", "0", "0", "Tab", "6", "0", "/", "2", "Enter"]) await page.keyboard.press(key);
  await page.mouse.up();
  await changed(page, code);
  const { plate } = await exported(page);
  assertEqual([plate.x, plate.y, plate.width, plate.height], [0, 0, 100, 30], "the plate");
  await undo(page, code, NAMES);
});

editing("a corner of a group and of several items scales them", async (page, code) => {
  await typeCode(page, `${code}create_group("pair", ["hole"]);\n`);
  await waitForEntities(page, [...NAMES, "pair"]);
  await pause(page);
  const at = await pixels(page);
  await select(page, "pair");
  // The box of the group is from (10, 15) to (30, 35); its opposite corner stays.
  await page.waitForSelector(`${hook("grips")}[data-count="5"]`, { state: "attached" });
  await drag(page, at(30, 35), at(50, 55));
  await fieldsAre(page, { x: "10", y: "15", width: "40", height: "40" });
  await page.keyboard.press("Control+z");
  await fieldsAre(page, { x: "10", y: "15", width: "20", height: "20" });
  await select(page, "pair", "plate");
  // The corner of the box around both is shown beside the plate; a typed width is exact.
  const [x, y] = at(80, 50);
  await page.mouse.move(x + 10, y - 10);
  await page.waitForSelector(`${hook("grip-active")}[d^="M"]`, { state: "attached" });
  await page.mouse.down();
  await page.mouse.move(x + 30, y - 30, { steps: 3 });
  for (const key of ["1", "0", "0", "Enter"]) await page.keyboard.press(key);
  await page.mouse.up();
  await fieldsAre(page, { x: "0", y: "0", width: "100", height: "62.5" });
  await page.keyboard.press("Control+z");
  await fieldsAre(page, { width: "80", height: "50" });
});

editing("the keyboard walks, nudges, and moves a grip", async (page, code) => {
  await page.locator("#drawing").focus();
  await page.keyboard.press("Enter");
  await waitForSelection(page, ["plate"]);
  await page.keyboard.press("Tab");
  await waitForSelection(page, ["hole"]);
  await page.keyboard.press("ArrowRight");
  await changed(page, code);
  const step = (await exported(page)).hole.x - 20;
  assert(step > 0, `a step of ${step}`);
  await undo(page, code, NAMES);
  await page.locator("#drawing").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await changed(page, code);
  assertEqual((await exported(page)).hole.y, 25 - 10 * step, "ten steps down");
  await undo(page, code, NAMES);
  await page.locator("#drawing").focus();
  await page.keyboard.press("Shift+Tab");
  await waitForSelection(page, ["plate"]);
  await page.keyboard.press("Enter");
  await page.locator(hook("tool-prompt"), { hasText: "corner" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("@20,-10");
  await page.keyboard.press("Enter");
  await changed(page, code);
  const { plate } = await exported(page);
  assertEqual([plate.width, plate.height], [100, 40], "the plate");
  await undo(page, code, NAMES);
  await page.locator("#drawing").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await waitForSelection(page, []);
  await page.keyboard.press("Tab");
  assert(!(await page.evaluate(() => document.activeElement.id === "drawing")), "Tab leaves the canvas");
});

editing("copies, groups, order, and mirror images are one step each", async (page, code) => {
  await select(page, "plate", "hole");
  await page.locator("#drawing").focus();
  await page.keyboard.press("ControlOrMeta+g");
  await waitForEntities(page, ["plate", "hole", "group_1"]);
  await waitForSelection(page, ["group_1"]);
  const grouped = await changed(page, code);
  await page.keyboard.press("ControlOrMeta+d");
  await waitForSelection(page, ["group_2"]);
  await undo(page, grouped, ["plate", "hole", "group_1"]);
  await select(page, "group_1");
  await page.locator("#drawing").focus();
  await page.keyboard.press("ControlOrMeta+Shift+g");
  await waitForEntities(page, ["plate", "hole"]);
  await waitForSelection(page, ["plate", "hole"]);
  await undo(page, grouped, ["plate", "hole", "group_1"]);
  await undo(page, code, NAMES);
  await select(page, "plate");
  await page.locator("#drawing").focus();
  await page.keyboard.press("]");
  await changed(page, code);
  assertEqual(Object.keys(await exported(page)), ["hole", "plate"], "back to front");
  await undo(page, code, NAMES);
  await select(page, "plate", "hole");
  await page.locator("#drawing").focus();
  await page.keyboard.press("Shift+h");
  await changed(page, code);
  assertEqual((await exported(page)).plate.scale, [-1, 1], "the plate is mirrored");
  await undo(page, code, NAMES);
  await page.locator("#drawing").focus();
  await page.keyboard.press("ControlOrMeta+Shift+g");
  await refused(page, "no group");
  assertEqual(await readCode(page), code, "the code after the refusal");
});

editing(
  "copied and cut items are pasted with free names",
  async (page, code) => {
    await select(page, "hole");
    await page.locator("#drawing").focus();
    await page.keyboard.press("ControlOrMeta+c");
    await refused(page, "On the clipboard");
    assertEqual(
      (await page.evaluate(() => navigator.clipboard.readText())).trim(),
      'draw_circle({ name: "hole", x: 20, y: 25, radius: 10 });',
      "the clipboard",
    );
    await page.keyboard.press("ControlOrMeta+v");
    await waitForEntities(page, ["plate", "hole", "hole_2"]);
    await waitForSelection(page, ["hole_2"]);
    await undo(page, code, NAMES);
    await select(page, "hole");
    await page.locator("#drawing").focus();
    await page.keyboard.press("ControlOrMeta+x");
    await waitForEntities(page, ["plate"]);
    const cut = await changed(page, code);
    await page.keyboard.press("ControlOrMeta+v");
    await waitForEntities(page, ["plate", "hole"]);
    const { hole } = await exported(page);
    assertEqual([hole.x, hole.y], [20, 25], "the hole is at its old place");
    await undo(page, cut, ["plate"]);
    // The browser pastes the selected text when the middle button is released.
    await page.evaluate((text) => {
      window.pasteNow = () => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        document.activeElement.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
      };
      addEventListener("pointerup", window.pasteNow, { once: true });
    }, 'draw_circle({ name: "panned", x: 0, y: 0, radius: 1 });');
    const middle = await page.locator("#drawing").boundingBox();
    await page.mouse.move(middle.x + middle.width / 2, middle.y + middle.height / 2);
    await page.mouse.down({ button: "middle" });
    await page.mouse.up({ button: "middle" });
    await drawn(page);
    await waitForEntities(page, ["plate"]);
    await page.evaluate(() => window.pasteNow());
    await waitForEntities(page, ["plate", "panned"]);
    await undo(page, cut, ["plate"]);
    await page.evaluate(() => navigator.clipboard.writeText("alert(1)"));
    await page.locator("#drawing").focus();
    await page.keyboard.press("ControlOrMeta+v");
    await refused(page, "no items of a drawing");
    assertEqual(await readCode(page), cut, "the code after the refusal");
  },
  { permissions: ["clipboard-read", "clipboard-write"] },
);

editing("F2 renames in the tree, and a taken name is refused", async (page, code) => {
  await select(page, "hole");
  await page.locator("#drawing").focus();
  await page.keyboard.press("F2");
  await focused(page, "rename");
  await page.keyboard.type("plate");
  await page.keyboard.press("Enter");
  await refused(page, "is named");
  await page.locator(hook("rename")).fill("bore");
  await page.keyboard.press("Enter");
  await waitForEntities(page, ["plate", "bore"]);
  await waitForSelection(page, ["bore"]);
  await undo(page, code, NAMES);
  await page.locator(row("plate")).dblclick();
  await focused(page, "rename");
  await page.keyboard.press("Escape");
  await page.waitForSelector(hook("rename"), { state: "detached" });
  assertEqual(await readCode(page), code, "the code after Escape");
});

editing("the context menu works with the mouse and the keyboard", async (page, code) => {
  const at = await pixels(page);
  await page.mouse.click(...at(10, 25), { button: "right" });
  await waitForSelection(page, ["hole"]);
  await page.locator(hook("context-menu")).waitFor();
  await assertAccessibleInBothLooks(page, "the context menu");
  assertEqual(await page.locator(hook("menu-Ungroup")).getAttribute("aria-disabled"), "true", "no group");
  await page.locator(hook("menu-Duplicate")).click();
  await waitForEntities(page, ["plate", "hole", "hole_2"]);
  await undo(page, code, NAMES);
  await select(page, "hole");
  await page.locator("#drawing").focus();
  await page.keyboard.press("Shift+F10");
  await focused(page, "menu-Cut");
  await page.keyboard.press("ArrowUp");
  await focused(page, "menu-FitSelection");
  await page.keyboard.press("Escape");
  await page.waitForSelector(hook("context-menu"), { state: "detached" });
  assert(await page.evaluate(() => document.activeElement.id === "drawing"), "the canvas has the focus");
  await page.locator(row("plate")).click({ button: "right" });
  await waitForSelection(page, ["plate"]);
  await page.locator(hook("menu-Rename")).click();
  await focused(page, "rename");
  await page.keyboard.press("Escape");
  await page.locator(`${row("plate")} ${hook("lock")}`).click();
  await page.waitForSelector(`${row("plate")} ${hook("lock")}[data-on="true"]`);
  await page.locator("#drawing").focus();
  await page.keyboard.press("ArrowLeft");
  await refused(page, "locked");
  assertEqual(await readCode(page), code, "the code after the refusal");
});

editing(
  "a finger moves the selection, pans beside it, and opens the menu by a long press",
  async (page, code) => {
    const client = await page.context().newCDPSession(page);
    const touch = (type, ...points) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const slide = async (from, to) => {
      await touch("touchStart", from);
      for (let step = 1; step <= 8; step += 1) {
        await touch("touchMove", [from[0] + ((to[0] - from[0]) * step) / 8, from[1] + ((to[1] - from[1]) * step) / 8]);
      }
      await drawn(page);
      await touch("touchEnd");
    };
    let at = await pixels(page);
    const before = at(0, 0);
    await slide(at(40, -20), at(40, -30));
    await pageEventually(
      page,
      "the view is panned",
      ([selector, top]) => Math.abs(document.querySelector(selector).getBoundingClientRect().bottom - top) > 5,
      ['[data-entity="plate"]', before[1]],
    );
    assertEqual(await readCode(page), code, "the code after the pan");
    at = await pixels(page);
    await page.touchscreen.tap(...at(10, 25));
    await waitForSelection(page, ["hole"]);
    await touch("touchStart", at(14, 33));
    await page.locator(hook("context-menu")).waitFor();
    await touch("touchEnd");
    await page.keyboard.press("Escape");
    await page.waitForSelector(hook("context-menu"), { state: "detached" });
    assertEqual(await readCode(page), code, "the code after the long press");
  },
  { hasTouch: true },
);

editing(
  "the menu copies the reference of what is under the pointer",
  async (page) => {
    const at = await pixels(page);
    const copied = async (point, wanted) => {
      await page.mouse.click(...at(...point), { button: "right" });
      await page.locator(hook("context-menu")).waitFor();
      assertEqual(await page.locator(hook("menu-reference")).innerText(), wanted, "the reference in the menu");
      await page.locator(hook("menu-CopyReference")).click();
      await page.locator(NOTICE, { hasText: `Copied: ${wanted}` }).waitFor();
      assertEqual(await page.evaluate(() => navigator.clipboard.readText()), wanted, "the clipboard");
    };
    await copied([80, 50], "plate.point[2]");
    await copied([60, 0], "plate.edge[0]");
    await copied([20, 25], "hole.center");
    // From the list, the reference is the name of the item.
    await page.locator(row("hole")).click({ button: "right" });
    await page.locator(hook("menu-CopyReference")).click();
    await page.locator(NOTICE, { hasText: /Copied: hole$/ }).waitFor();
  },
  { permissions: ["clipboard-read", "clipboard-write"] },
);

editing(
  "a finger that stays on a row of the list opens its menu, and a notice covers no tool",
  async (page) => {
    await page.locator(hook("show-items")).click();
    const { x, y, height } = await page.locator(row("hole")).boundingBox();
    const client = await page.context().newCDPSession(page);
    const touch = (type, ...touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", { x: x + 60, y: y + height / 2 });
    await page.locator(hook("context-menu")).waitFor();
    await touch("touchEnd");
    await waitForSelection(page, ["hole"]);
    await page.locator(hook("menu-CopyReference")).tap();
    await page.locator(NOTICE).waitFor();
    await page.locator(hook("close-items")).click();
    const boxes = await page.evaluate(([notice, rail, zoom]) => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
      return [box(notice), box(rail), box(zoom)];
    }, [NOTICE, ".tool-strip", ".zoom-cluster"]);
    const [notice, ...others] = boxes;
    for (const other of others) {
      const apart = notice.right <= other.left || other.right <= notice.left || notice.bottom <= other.top || other.bottom <= notice.top;
      assert(apart, `the notice ${JSON.stringify(notice)} is beside ${JSON.stringify(other)}`);
    }
  },
  { hasTouch: true, viewport: { width: 390, height: 844 } },
);
