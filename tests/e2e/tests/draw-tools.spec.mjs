// Each drawing tool by mouse, keyboard, and finger: the geometry of the exported drawing is exact, and undo restores the code.
import { assert, assertEqual, test } from "../fixtures.mjs";
import { clickAt, doubleClickAt, exported, place, pressAndDragFinger, tapAt } from "../drawing.mjs";
import { drawn, hook, openApp, pageEventually, readCode, typeCode, waitForEntities } from "../page.mjs";

const SCENE = `drawRect("plate", 0, 0, 80, 50);
drawCircle("hole", 40, 25, 10);
draw_line({ name: "wall", points: [0, -40, 40, -40] });
`;
const NAMES = ["plate", "hole", "wall"];
const QUARTER = Math.PI / 2;

/**
 * The tools. `figure` is the button of the strip, `method` the button of a further method, `keys` the keys of the tool.
 * `pointed` has drawing points, buttons of the options, and `{ text }` for the field on the drawing. `typed` has texts that
 * Enter accepts, single keys after "!", and `{ text }`. `wanted` has the expected members of the geometry.
 */
const TOOLS = [
  {
    figure: "line", keys: "l", name: "line_1",
    pointed: [[0, 0], [80, 0], [80, 50], "tool-done"],
    typed: ["0,0", "80,0", "80,50", ""],
    wanted: { points: [0, 0, 80, 0, 80, 50], closed: false },
  },
  {
    figure: "polyline", keys: "Shift+L", name: "polyline_1",
    pointed: [[0, 0], [80, 0], "choice-1", [80, 50], "tool-done"],
    typed: ["0,0", "80,0", "!a", "80,50", ""],
    wanted: { path: "M0,0 L80,0 A25,25 0 0 1 80,50" },
  },
  {
    figure: "rectangle", keys: "r", name: "rect_1",
    pointed: [[0, 0], [80, 50]],
    typed: ["0,0", "80\t50"],
    wanted: { x: 0, y: 0, width: 80, height: 50, corner_radius: 0 },
  },
  {
    figure: "rectangle", method: "rectangle-center", keys: "r r", name: "rect_1",
    pointed: [[0, 0], [80, 50]],
    typed: ["0,0", "160\t100"],
    wanted: { x: -80, y: -50, width: 160, height: 100, corner_radius: 0 },
  },
  {
    figure: "rectangle", method: "rectangle-rounded", keys: "r r r", name: "rect_1",
    pointed: [[0, 0], [80, 50], [0, 25]],
    typed: ["0,0", "80\t50", "25"],
    wanted: { x: 0, y: 0, width: 80, height: 50, corner_radius: 25 },
  },
  {
    figure: "circle", keys: "c", name: "circle_1",
    pointed: [[0, 0], [80, 0]],
    typed: ["0,0", "80"],
    wanted: { x: 0, y: 0, radius: 80 },
  },
  {
    figure: "circle", method: "circle-2-points", keys: "c c", name: "circle_1",
    pointed: [[0, 0], [80, 0]],
    typed: ["0,0", "80,0"],
    wanted: { x: 40, y: 0, radius: 40 },
  },
  {
    figure: "circle", method: "circle-3-points", keys: "c c c", name: "circle_1",
    pointed: [[0, 0], [80, 0], [80, 50]],
    typed: ["0,0", "80,0", "80,50"],
    wanted: { x: 40, y: 25, radius: 47.1699056603 },
  },
  {
    figure: "circle", method: "circle-tangent", keys: "c c c c", name: "circle_1",
    // The first pick is the midpoint of the lower side, from which the pointer gives the radius.
    pointed: [[40, 0], [0, 25], [80, 0]],
    typed: ["40,0", "0,25", "40"],
    wanted: { x: 40, y: 40, radius: 40 },
  },
  {
    figure: "arc", keys: "a", name: "arc_1",
    pointed: [[80, 0], [80, 50], [0, 50]],
    typed: ["80,0", "80,50", "0,50"],
    wanted: { cx: 40, cy: 25, radius: 47.1699056603 },
  },
  {
    figure: "arc", method: "arc-center", keys: "a a", name: "arc_1",
    pointed: [[0, 0], [80, 0], [0, 50]],
    typed: ["0,0", "80,0", "90"],
    wanted: { cx: 0, cy: 0, radius: 80, start_angle: 0, end_angle: QUARTER },
  },
  {
    figure: "arc", method: "arc-tangent", keys: "a a a", name: "arc_1",
    pointed: [[40, -40], [80, 0]],
    typed: ["", "80,0"],
    wanted: { cx: 40, cy: 0, radius: 40, start_angle: -QUARTER, end_angle: 0 },
  },
  {
    figure: "ellipse", keys: "o", name: "ellipse_1",
    pointed: [[0, 0], [80, 0], [0, 50]],
    typed: ["0,0", "80,0", "50"],
    wanted: { cx: 0, cy: 0, rx: 80, ry: 50, rotation: 0 },
  },
  {
    figure: "polygon", keys: "y", name: "polygon_1",
    pointed: [[0, 0], [0, 50]],
    typed: ["0,0", "50\t6"],
    wanted: {},
  },
  {
    figure: "spline", keys: "s", name: "spline_1",
    pointed: [[0, 0], [80, 0], [80, 50], "tool-done"],
    typed: ["0,0", "80,0", "80,50", ""],
    wanted: {
      path: "M0,0 C13.3333333333,0 66.6666666667,-8.3333333333 80,0 C93.3333333333,8.3333333333 80,41.6666666667 80,50",
    },
  },
  {
    figure: "point", keys: "x", name: "point_1",
    pointed: [[80, 50]],
    typed: ["80,50"],
    wanted: { x: 80, y: 50 },
  },
  {
    figure: "text", keys: "t", name: "text_1",
    pointed: [[80, 50], "tool-done", "tool-done", { text: "거실 12" }],
    typed: ["80,50", "", "", { text: "거실 12" }],
    wanted: { text: "거실 12", x: 80, y: 50, size: 5, angle: 0 },
  },
  {
    figure: "dimension", keys: "d", name: "dim_1",
    pointed: [[20, 0], [40, -20]],
    typed: ["20,0", "40,-20"],
    wanted: {
      measure: { kind: "linear", from: [0, 0], to: [80, 0], angle: 0, at: [0, -20] },
      value: 80,
      refs: [["plate", "edge[0].start"], ["plate", "edge[0].end"]],
    },
  },
  {
    figure: "leader", keys: "Shift+D", name: "leader_1",
    pointed: [[80, 0], [80, 50], { text: "R3" }],
    typed: ["80,0", "80,50", { text: "R3" }],
    wanted: { points: [[80, 0], [80, 50]], text: "R3", ref: ["plate", "point[1]"] },
  },
  {
    figure: "hatch", keys: "Shift+X", name: "hatch_1",
    pointed: [[15, 12]],
    typed: ["15,12"],
    wanted: { pattern: "ansi31", refs: [["plate", null], ["hole", null]] },
  },
];

async function openScene(run, options = {}) {
  const page = await openApp(run, { locale: "en-US", ...options });
  await typeCode(page, SCENE);
  await waitForEntities(page, NAMES);
  await page.locator(hook("fit")).click();
  await page.locator(hook("zoom-out")).click();
  await drawn(page);
  return page;
}

async function fillText(page, text) {
  const field = page.locator(hook("text-on-drawing"));
  await field.waitFor();
  await field.pressSequentially(text);
  await field.press("Enter");
}

async function geometryIs(page, tool, code) {
  await waitForEntities(page, [...NAMES, tool.name]);
  const { geometry } = (await exported(page)).find((entity) => entity.name === tool.name);
  for (const [member, value] of Object.entries(tool.wanted)) assertEqual(geometry[member], value, `${tool.name}.${member}`);
  await page.locator(hook("undo")).click();
  await waitForEntities(page, NAMES);
  assertEqual(await readCode(page), code, "the code after undo");
}

for (const tool of TOOLS) {
  const id = tool.method ?? tool.figure;

  test(`draw tools: ${id} by mouse`, async ({ run }) => {
    const page = await openScene(run);
    const code = await readCode(page);
    await page.locator(hook(`tool-${tool.figure}`)).click();
    if (tool.method) await page.locator(hook(`method-${tool.method}`)).click();
    for (const step of tool.pointed) {
      if (Array.isArray(step)) await clickAt(page, step);
      else if (step.text) await fillText(page, step.text);
      else await page.locator(hook(step)).click();
    }
    await geometryIs(page, tool, code);
  });

  test(`draw tools: ${id} by finger`, async ({ run }) => {
    const page = await openScene(run, { hasTouch: true });
    const code = await readCode(page);
    await page.locator(hook(`tool-${tool.figure}`)).tap();
    if (tool.method) await page.locator(hook(`method-${tool.method}`)).tap();
    for (const step of tool.pointed) {
      if (Array.isArray(step)) await tapAt(page, step);
      else if (step.text) await fillText(page, step.text);
      else await page.locator(hook(step)).tap();
    }
    await geometryIs(page, tool, code);
  });

  test(`draw tools: ${id} by keyboard`, async ({ run }) => {
    const page = await openScene(run);
    const code = await readCode(page);
    await page.locator("#drawing").focus();
    for (const key of tool.keys.split(" ")) await page.keyboard.press(key);
    for (const step of tool.typed) {
      if (step.text) {
        await fillText(page, step.text);
      } else if (step.startsWith("!")) {
        await page.keyboard.press(step.slice(1));
      } else {
        for (const key of step) await page.keyboard.press(key === "\t" ? "Tab" : key);
        await page.keyboard.press("Enter");
      }
    }
    await geometryIs(page, tool, code);
  });
}

test("draw tools: a hatch fills an area between crossing outlines and follows them", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await typeCode(page, 'drawRect("plate", 0, 0, 80, 50);\ndraw_line({ name: "cut", points: [-10, 30, 90, 30] });\n');
  await waitForEntities(page, ["plate", "cut"]);
  await page.locator(hook("fit")).click();
  await page.locator(hook("tool-hatch")).click();
  // Outside of the plate, nothing is enclosed.
  await clickAt(page, [85, 40]);
  await page.locator(hook("notice"), { hasText: "no closed area" }).waitFor();
  await waitForEntities(page, ["plate", "cut"]);
  await clickAt(page, [20, 40]);
  await waitForEntities(page, ["plate", "cut", "hatch_1"]);
  assert(/hatch\(\{ name: "hatch_1", entities: \["plate", "cut"\], at: \[(19|20)[.\d]*, (39|40)[.\d]*\] \}\);/.test(await readCode(page)), "the statement");
  const { geometry } = (await exported(page)).find((entity) => entity.name === "hatch_1");
  const corners = geometry.paths.flat().map(([kind, ...numbers]) => (kind === "line" ? numbers.slice(0, 2) : kind));
  assertEqual(corners, [[0, 30], [80, 30], [80, 50], [0, 50]], "the outline");
  assertEqual(geometry.refs, [["plate", null], ["cut", null]], "the references");
});

test("draw tools: a finger drag picks the point above the fingertip", async ({ run }) => {
  const page = await openScene(run, { hasTouch: true });
  await page.locator(hook("tool-circle")).tap();
  await tapAt(page, [0, 0]);
  const target = await place(page, [80, 0]);
  // The finger ends 44 pixels below the corner.
  await pressAndDragFinger(page, { x: target.x - 60, y: target.y }, { x: target.x, y: target.y + 44 });
  await waitForEntities(page, [...NAMES, "circle_1"]);
  const { geometry } = (await exported(page)).find((entity) => entity.name === "circle_1");
  assertEqual(geometry, { x: 0, y: 0, radius: 80 }, "the circle");
});

test("draw tools: a double click ends a line without a message", async ({ run }) => {
  const page = await openScene(run);
  await page.locator(hook("tool-line")).click();
  await clickAt(page, [0, 0]);
  await doubleClickAt(page, [80, 50]);
  await waitForEntities(page, [...NAMES, "line_1"]);
  const { geometry } = (await exported(page)).find((entity) => entity.name === "line_1");
  assertEqual(geometry, { points: [0, 0, 80, 50], closed: false }, "the line");
  assertEqual(await page.locator(hook("notice")).count(), 0, "messages");
});

test("draw tools: Shift constrains the angle without pointer movement, and the snap marker shows its name", async ({ run }) => {
  const page = await openScene(run);
  await page.locator(hook("tool-line")).click();
  await clickAt(page, [0, -40]);
  const to = await place(page, [30, -22]);
  await page.mouse.move(to.x, to.y);
  const angleIs = (angle) =>
    pageEventually(
      page,
      `the angle ${angle}`,
      ([selector, angle]) => document.querySelectorAll(selector)[1]?.textContent.endsWith(` ${angle}`),
      [`${hook("tool-prompt")} .typed-field`, angle],
    );
  await angleIs("31°");
  await page.keyboard.down("Shift");
  await angleIs("30°");
  await page.keyboard.up("Shift");
  await angleIs("31°");
  const corner = await place(page, [80, 50]);
  await page.mouse.move(corner.x, corner.y);
  await page.locator(hook("snap-name"), { hasText: "endpoint" }).waitFor();
});

test("draw tools: Enter within a composition of Hangul does not end the text", async ({ run }) => {
  const page = await openScene(run);
  await page.locator("#drawing").focus();
  for (const key of ["t", "9", ",", "9", "Enter", "Enter", "Enter"]) await page.keyboard.press(key);
  const field = page.locator(hook("text-on-drawing"));
  await field.waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Input.imeSetComposition", { text: "한", selectionStart: 1, selectionEnd: 1 });
  await field.evaluate((field) => {
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true }));
  });
  assertEqual(await field.inputValue(), "한", "the text of the composition");
  await session.send("Input.insertText", { text: "한글" });
  await page.keyboard.press("Enter");
  await waitForEntities(page, [...NAMES, "text_1"]);
  const { geometry } = (await exported(page)).find((entity) => entity.name === "text_1");
  assertEqual(geometry.text, "한글", "the text");
});

test("draw tools: a tool is refused while the code does not run, and a figure in progress stays", async ({ run }) => {
  const page = await openScene(run);
  await page.locator(hook("tool-line")).click();
  await clickAt(page, [0, 0]);
  await clickAt(page, [80, 50]);
  await typeCode(page, `${SCENE}nothing(;`);
  await page.locator(hook("last-good")).waitFor();
  await page.locator("#drawing").focus();
  await page.keyboard.press("Enter");
  await page.locator(hook("notice")).first().waitFor();
  await page.waitForSelector(`${hook("ghost")}[d^="M"]`, { state: "attached" });
  await page.locator(hook("tool-circle")).click();
  assertEqual(await page.locator(hook("tool-line")).getAttribute("aria-pressed"), "true", "the line tool stays active");
  await typeCode(page, SCENE);
  await page.waitForSelector(hook("last-good"), { state: "detached" });
  await page.locator("#drawing").focus();
  await page.keyboard.press("Enter");
  await waitForEntities(page, [...NAMES, "line_1"]);
});

test("draw tools: two parallel edges have a dimension of their distance, which is attached to both", async ({ run }) => {
  const page = await openScene(run);
  await page.locator(hook("tool-dimension")).click();
  for (const at of [[0, 20], [80, 30], [40, -20]]) await clickAt(page, at);
  await waitForEntities(page, [...NAMES, "dim_1"]);
  const { geometry } = (await exported(page)).find((entity) => entity.name === "dim_1");
  assertEqual(geometry.value, 80, "the distance");
  assertEqual(geometry.refs, [["plate", "edge[3]"], ["plate", "edge[1]"]], "the references");
});

test("draw tools: a plate with four holes, a slot, corner radii, and three dimensions takes 40 clicks and keystrokes", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await typeCode(page, "");
  await waitForEntities(page, []);
  let count = 0;
  const click = async (point) => {
    count += 1;
    await clickAt(page, point);
  };
  const press = async (...keys) => {
    for (const key of keys) {
      count += 1;
      await page.keyboard.press(key);
    }
  };
  await page.locator("#drawing").focus();
  await press("Shift+Digit0", "r", "r", "r");
  await drawn(page);
  await click([0, 0]);
  await click([100, 60]);
  await press("8", "Enter");
  await waitForEntities(page, ["rect_1"]);
  await press("Shift+Digit1", "c", "q");
  await drawn(page);
  await click([12, 12]);
  await press("4", "Enter");
  for (const center of [[88, 12], [88, 48], [12, 48]]) {
    await click(center);
    await press("Enter");
  }
  await press("Escape", "Shift+L");
  await click([40, 25]);
  await click([60, 25]);
  await press("a");
  await click([60, 35]);
  await press("l");
  await click([40, 35]);
  await press("a");
  await click([40, 25]);
  await waitForEntities(page, ["rect_1", "circle_1", "circle_2", "circle_3", "circle_4", "polyline_1"]);
  await press("d");
  await click([12, 12]);
  await click([88, 12]);
  await click([50, -10]);
  await press("d");
  // The tool strip covers the left side of the plate.
  await click([100, 30]);
  await click([104, 30]);
  await press("d");
  await click([88, 52]);
  await click([94, 66]);
  await waitForEntities(page, ["rect_1", "circle_1", "circle_2", "circle_3", "circle_4", "polyline_1", "dim_1", "dim_2", "dim_3"]);
  run.note(`${count} clicks and keystrokes`);
  assert(count <= 40, `${count} clicks and keystrokes`);
  const shapes = Object.fromEntries((await exported(page)).map((entity) => [entity.name, entity.geometry]));
  assertEqual(shapes.rect_1, { x: 0, y: 0, width: 100, height: 60, corner_radius: 8 }, "the plate");
  const holes = [1, 2, 3, 4].map((number) => shapes[`circle_${number}`]);
  const wanted = [[12, 12], [88, 12], [88, 48], [12, 48]].map(([x, y]) => ({ x, y, radius: 4 }));
  assertEqual(holes, wanted, "the holes");
  assertEqual(shapes.polyline_1.path, "M40,25 L60,25 A5,5 0 0 1 60,35 L40,35 A5,5 0 0 1 40,25 Z", "the slot");
  assertEqual([1, 2, 3].map((number) => shapes[`dim_${number}`].value), [76, 44, 8], "the dimensions");
  assertEqual(shapes.dim_1.refs, [["circle_1", "center"], ["circle_2", "center"]], "the dimension follows the holes");
});
