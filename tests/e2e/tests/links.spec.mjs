// Links between code, drawing, and item list: highlights under the pointer and at the cursor, and the way to a statement.
import { assert, assertEqual, test } from "../fixtures.mjs";
import { drawn, holdPauses, hook, openApp, pageEventually, pause, pointOn, readCode, row, typeCode, waitForEntities, waitForSelection } from "../page.mjs";

// The Korean comment makes offsets in bytes and in UTF-16 code units differ.
const CODE = [
  "// 판과 구멍 😀",
  'drawRect("plate", 0, 0, 80, 50);',
  "for (let i = 0; i < 2; i += 1) {",
  "  drawCircle(`hole${i}`, 20 + 40 * i, 25, 8);",
  "}",
].join("\n");

/** Registers a test on a page with a plate and two holes. */
function links(name, body, open = {}) {
  test(`links: ${name}`, async ({ run }) => {
    const page = await openApp(run, { locale: "en-US", init: holdPauses, ...open });
    await typeCode(page, CODE);
    await waitForEntities(page, ["plate", "hole0", "hole1"]);
    await pause(page);
    await page.locator(hook("fit")).click();
    await page.locator(hook("zoom-out")).click();
    await drawn(page);
    await body(page);
  });
}

/** Waits until exactly these rows are highlighted. */
function highlighted(page, names) {
  return pageEventually(
    page,
    `highlighted: ${names.join(", ") || "nothing"}`,
    ([selector, wanted]) => JSON.stringify([...document.querySelectorAll(selector)].map((row) => row.dataset.name).sort()) === wanted,
    [`${hook("tree-row")}[data-linked="true"]`, JSON.stringify([...names].sort())],
  );
}

/** Waits until exactly these lines of the code are marked. */
function marked(page, kind, lines) {
  return pageEventually(
    page,
    `marked: ${lines.join(" / ")}`,
    ([selector, wanted]) => JSON.stringify([...document.querySelectorAll(selector)].map((line) => line.textContent.trim())) === wanted,
    [`${hook("code-editor")} .cm-linked-${kind}.cm-line`, JSON.stringify(lines)],
  );
}

const cursorLine = (page) => page.$eval(`${hook("code-editor")} .cm-activeLine`, (line) => line.textContent.trim());

async function hoverOn(page, name) {
  const at = await pointOn(page, name, 0.3);
  await page.mouse.move(at.x, at.y);
}

links("the pointer on the canvas highlights the row and the outline, and the status bar names the entity", async (page) => {
  await hoverOn(page, "hole1");
  await highlighted(page, ["hole1"]);
  await page.waitForSelector(`${hook("linked")}[data-hovered="hole1"][d^="M"]`, { state: "attached" });
  await pageEventually(page, "the name in the status bar", (selector) => document.querySelector(selector).textContent.includes("· hole1"), hook("coords"));
  await page.locator(row("plate")).hover();
  await highlighted(page, ["plate"]);
  await page.waitForSelector(`${hook("linked")}[data-hovered="plate"]`, { state: "attached" });
  await page.locator(hook("undo")).hover();
  await highlighted(page, []);
  await waitForSelection(page, []);
});

links("the status bar has the reference of the point under the pointer, and P writes it into the message", async (page) => {
  const box = await page.$eval(`svg${hook("canvas")} [data-entity="plate"]`, (node) => {
    const { right, top } = node.getBoundingClientRect();
    return { right, top };
  });
  await page.mouse.move(box.right - 2, box.top + 2);
  await pageEventually(page, "the reference", (selector) => document.querySelector(selector).textContent === "X 80  Y 50  endpoint · plate.point[2]", hook("coords"));
  await page.keyboard.press("p");
  assertEqual(await page.locator(hook("composer")).inputValue(), "[80, 50] (endpoint of plate.point[2]) ", "the message");
});

links("the selection and the pointer mark their statements in the code", async (page) => {
  await page.locator(row("plate")).click();
  await marked(page, "selected", ['drawRect("plate", 0, 0, 80, 50);']);
  await hoverOn(page, "hole0");
  await marked(page, "hovered", ["drawCircle(`hole${i}`, 20 + 40 * i, 25, 8);"]);
  await marked(page, "selected", ['drawRect("plate", 0, 0, 80, 50);']);
});

links("the cursor in a statement highlights what the statement drew, and selects nothing", async (page) => {
  await page.locator(`${hook("code-editor")} .cm-line`, { hasText: "drawCircle" }).click();
  await highlighted(page, ["hole0", "hole1"]);
  await page.waitForSelector(`${hook("linked")}[d^="M"]`, { state: "attached" });
  await page.locator(`${hook("code-editor")} .cm-line`, { hasText: "drawRect" }).click();
  await highlighted(page, ["plate"]);
  await waitForSelection(page, []);
  await page.locator(hook("composer")).or(page.locator(hook("tab-chat"))).first().focus();
  await highlighted(page, []);
});

links("a double click leaves the keyboard on the drawing", async (page) => {
  const code = await readCode(page);
  await page.locator(hook("tab-chat")).click();
  const at = await pointOn(page, "hole1", 0.3);
  await page.mouse.dblclick(at.x, at.y);
  await waitForSelection(page, ["hole1"]);
  await page.mouse.dblclick(at.x, at.y);
  assertEqual(await page.evaluate(() => document.activeElement?.id), "drawing", "the focus");
  assertEqual(await page.locator(hook("tab-chat")).getAttribute("aria-selected"), "true", "the panel stays");
  assertEqual(await readCode(page), code, "the code");
});

links("the properties lead to the statement", async (page) => {
  await page.locator(row("plate")).click();
  const origin = page.locator(hook("property-origin"));
  assertEqual(await origin.textContent(), "main, line 2", "the place");
  await origin.click();
  await pageEventually(page, "the cursor at the plate", (selector) => document.querySelector(selector)?.textContent.includes("drawRect"), `${hook("code-editor")} .cm-activeLine`);
  assert((await cursorLine(page)).startsWith("drawRect"), "the line of the cursor");
});
