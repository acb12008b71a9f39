// Drawing tools on the canvas: by mouse, keyboard, and finger, with exact coordinates in the statement that results.
import { assertEqual, test } from "../fixtures.mjs";
import {
  box,
  drawn,
  hasStatement,
  hook,
  openApp,
  pageEventually,
  readCode,
  typeCode,
  undo,
  waitForEntities,
  waitForSelection,
} from "../page.mjs";

const PLATE = 'drawRect("plate", 0, 0, 80, 50);\n';

/** Registers a test on a page with a plate; `body` receives the page and the code of the plate. */
function drawing(name, body, open = {}) {
  test(`draw: ${name}`, async ({ run }) => {
    const page = await openApp(run, { locale: "en-US", ...open });
    await typeCode(page, PLATE);
    await waitForEntities(page, ["plate"]);
    await page.locator(hook("fit")).click();
    await page.locator(hook("zoom-out")).click();
    await drawn(page);
    await body(page, await readCode(page));
  });
}

async function promptIs(page, text) {
  await pageEventually(
    page,
    `the prompt ${text}`,
    ([selector, text]) => document.querySelector(selector)?.textContent.includes(text),
    [hook("tool-prompt"), text],
  );
}

drawing("the mouse draws a line between corners, and the right button ends the line", async (page, code) => {
  const { left, right, top, bottom } = await box(page, "plate");
  await page.locator(hook("tool-line")).click();
  await promptIs(page, "start point");
  await page.mouse.click(left + 2, bottom - 2);
  await promptIs(page, "next point");
  await page.mouse.move(right - 2, top + 2);
  await page.waitForSelector(`${hook("ghost")}[d^="M"]`, { state: "attached" });
  await page.mouse.click(right - 2, top + 2);
  await page.mouse.click(right + 20, top + 20, { button: "right" });
  await waitForEntities(page, ["plate", "line_1"]);
  await waitForSelection(page, ["line_1"]);
  await hasStatement(page, "draw_line({ name: 'line_1', points: [0, 0, 80, 50] })");
  assertEqual(await page.locator(hook("tool-select")).getAttribute("aria-pressed"), "true", "the select tool is active");
  await undo(page, code, ["plate"]);
});

drawing("the keyboard draws a rectangle and a circle from typed values", async (page, code) => {
  await page.locator("#drawing").focus();
  await page.keyboard.press("r");
  await promptIs(page, "first corner");
  await page.keyboard.type("100,0");
  await page.keyboard.press("Enter");
  await page.keyboard.type("3cm");
  await page.keyboard.press("Tab");
  await page.keyboard.type("90/4");
  await page.keyboard.press("Enter");
  await waitForEntities(page, ["plate", "rect_1"]);
  await hasStatement(page, "draw_rect({ name: 'rect_1', x: 100, y: 0, width: 30, height: 22.5 })");
  await undo(page, code, ["plate"]);
  await page.locator("#drawing").focus();
  await page.keyboard.press("c");
  await page.keyboard.type("40,25");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1/0");
  await page.keyboard.press("Enter");
  await page.locator(hook("notice"), { hasText: "by zero" }).waitFor();
  assertEqual(await readCode(page), code, "the code after the refusal");
  await page.keyboard.press("Escape");
  await page.keyboard.type("sqrt(2)");
  await page.keyboard.press("Enter");
  await page.locator(hook("notice"), { hasText: '"sqrt" begins no value here' }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.type("12 1/2");
  await page.keyboard.press("Enter");
  await waitForEntities(page, ["plate", "circle_1"]);
  await hasStatement(page, "draw_circle({ name: 'circle_1', x: 40, y: 25, radius: 12.5 })");
  await undo(page, code, ["plate"]);
});

drawing(
  "a finger draws a circle from corner to corner",
  async (page, code) => {
    const { left, right, bottom } = await box(page, "plate");
    await page.locator(hook("tool-circle")).tap();
    await page.touchscreen.tap(left + 2, bottom - 2);
    await promptIs(page, "radius");
    await page.touchscreen.tap(right - 2, bottom - 2);
    await waitForEntities(page, ["plate", "circle_1"]);
    await hasStatement(page, "draw_circle({ name: 'circle_1', x: 0, y: 0, radius: 80 })");
    await undo(page, code, ["plate"]);
  },
  { hasTouch: true },
);

drawing("Q keeps the tool active", async (page) => {
  await page.locator(hook("tool-point")).click();
  await page.keyboard.press("q");
  await promptIs(page, "Stays active");
  for (const at of ["90,0", "90,10"]) {
    await page.keyboard.type(at);
    await page.keyboard.press("Enter");
  }
  await waitForEntities(page, ["plate", "point_1", "point_2"]);
  await page.keyboard.press("Escape");
  await page.waitForSelector(hook("tool-prompt"), { state: "detached" });
});
