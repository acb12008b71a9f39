// Modify tools on the canvas: by mouse, keyboard, and finger, with the exact geometry of the exported drawing.
import { assert, assertEqual, test } from "../fixtures.mjs";
import {
  drawn,
  entity,
  fromMenu,
  hasStatement,
  hook,
  openApp,
  pageEventually,
  readCode,
  saved,
  typeCode,
  undo,
  waitForEntities,
  waitForSelection,
} from "../page.mjs";

const DRAWING = `draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50 });
draw_line({ name: 'rail', points: [0, 70, 60, 70] });
draw_line({ name: 'post', points: [40, 60, 40, 90] });
draw_line({ name: 'stub', points: [0, 80, 20, 80] });
draw_line({ name: 'side', points: [60, 70, 60, 90] });
`;
const NAMES = ["plate", "rail", "post", "stub", "side"];

/** Registers a test on a page with the drawing; `body` receives the page, with `at` and `code`. */
function modifying(name, body, open = {}) {
  test(`modify: ${name}`, async ({ run }) => {
    const page = await openApp(run, { locale: "en-US", ...open });
    await typeCode(page, DRAWING);
    await waitForEntities(page, NAMES);
    await page.locator(hook("fit")).click();
    await page.locator(hook("zoom-out")).click();
    await drawn(page);
    await body(page, { at: await places(page), code: await readCode(page) });
  });
}

/** Returns a function from drawing coordinates to a screen point. */
async function places(page) {
  const center = (name) =>
    page.$eval(entity(name), (node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      return { x: (left + right) / 2, y: (top + bottom) / 2 };
    });
  // The centers of the plate and of the post are (40, 25) and (40, 75).
  const [plate, post] = [await center("plate"), await center("post")];
  const scale = (plate.y - post.y) / 50;
  return (x, y) => [plate.x + (x - 40) * scale, plate.y - (y - 25) * scale];
}

/** Activates a tool in the strip of modify tools. */
async function choose(page, tool, press = "click") {
  await page.locator(hook("modify-tools"))[press]();
  await page.locator(hook(`tool-${tool}`))[press]();
}

async function select(page, at, name) {
  await page.mouse.click(...at);
  await waitForSelection(page, [name]);
}

/** Types lines, each followed by Enter. */
async function enter(page, ...lines) {
  for (const line of lines) {
    await page.keyboard.type(line);
    await page.keyboard.press("Enter");
  }
}

async function promptIs(page, text) {
  await pageEventually(
    page,
    `the prompt ${text}`,
    ([selector, text]) => document.querySelector(selector)?.textContent.includes(text),
    [hook("tool-prompt"), text],
  );
}

/** Waits for the outline of a result that does not exist yet. */
async function ghost(page) {
  await page.waitForSelector(`${hook("ghost")}[d^="M"]`, { state: "attached" });
}

/** Returns the exported drawing as points of each entity in the drawing, and the type. */
async function exported(page) {
  await fromMenu(page, "share-export");
  const { text } = await saved(page, "export-json-file");
  await page.locator(hook("close-export")).click();
  return Object.fromEntries(JSON.parse(text).entities.map((entity) => [entity.name, outline(entity)]));
}

/** Returns the corners of an entity in the drawing, rounded to 1e-9, or its geometry if it has curves. */
function outline({ type, geometry, transform }) {
  const { x, y, width, height } = geometry;
  const flat = {
    rect: () => [x, y, x + width, y, x + width, y + height, x, y + height],
    line: () => geometry.points,
    polygon: () => geometry.points,
    region: () => geometry.paths[0].flatMap(([, x, y]) => [x, y]),
  }[type]?.();
  if (!flat) return geometry;
  const points = flat.flatMap((value, at) => (at % 2 === 0 ? [[value, flat[at + 1]]] : []));
  const middle = (axis) => (Math.min(...points.map((p) => p[axis])) + Math.max(...points.map((p) => p[axis]))) / 2;
  const [px, py] = transform.pivot ?? [middle(0), middle(1)];
  const [cos, sin] = [Math.cos(transform.rotate), Math.sin(transform.rotate)];
  const placed = ([x, y]) => {
    const v = (y - py) * transform.scale[1];
    const u = (x - px) * transform.scale[0] + v * (transform.shear ?? 0);
    return [px + u * cos - v * sin + transform.translate[0], py + u * sin + v * cos + transform.translate[1]];
  };
  return points.flatMap(placed).map((value) => Math.round(value * 1e9) / 1e9 + 0);
}

modifying("the mouse moves the selection between snapped points", async (page, { at, code }) => {
  await select(page, at(20, 0), "plate");
  await choose(page, "move");
  await promptIs(page, "base point");
  await page.mouse.click(...at(0, 0));
  await promptIs(page, "destination");
  await page.mouse.move(...at(60, 70));
  await ghost(page);
  await page.mouse.click(...at(60, 70));
  await page.waitForSelector(hook("tool-prompt"), { state: "detached" });
  await pageEventually(page, "the changed code", ([selector, code]) => [...document.querySelectorAll(selector)].map((line) => line.textContent).join("\n") !== code, [
    `${hook("code-editor")} .cm-content .cm-line`,
    code,
  ]);
  assertEqual((await exported(page)).plate, [60, 70, 140, 70, 140, 120, 60, 120], "corners of the plate");
  await undo(page, code, NAMES);
});

modifying("the keyboard copies everything", async (page, { code }) => {
  await page.locator("#drawing").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Shift+C");
  await promptIs(page, "base point");
  await enter(page, "0,0", "@100,0");
  const copies = NAMES.map((name) => `${name}_2`);
  await waitForEntities(page, [...NAMES, ...copies]);
  await waitForSelection(page, copies);
  await hasStatement(page, "duplicate({ entity: 'rail', result: 'rail_2', dx: 100, dy: 0 });");
  assertEqual((await exported(page)).rail_2, [100, 70, 160, 70], "ends of the copied rail");
  await undo(page, code, NAMES);
});

modifying("the mouse rotates about a corner from one direction to another", async (page, { at, code }) => {
  await select(page, at(20, 0), "plate");
  await choose(page, "rotate");
  await page.mouse.click(...at(0, 0));
  await promptIs(page, "start direction");
  await page.mouse.click(...at(80, 0));
  await promptIs(page, "Specify the angle");
  await page.mouse.move(...at(0, 70));
  await ghost(page);
  await page.mouse.click(...at(0, 70));
  await hasStatement(page, "rotate({ name: 'plate', angle: 90, cx: 0, cy: 0, angle_unit: 'degree' })");
  assertEqual((await exported(page)).plate, [0, 0, 0, 80, -50, 80, -50, 0], "corners of the plate");
  await undo(page, code, NAMES);
});

modifying("the mouse and a typed factor scale two items in one step", async (page, { at, code }) => {
  await select(page, at(20, 0), "plate");
  await page.keyboard.down("Shift");
  await page.mouse.click(...at(10, 80));
  await page.keyboard.up("Shift");
  await waitForSelection(page, ["plate", "stub"]);
  await choose(page, "scale");
  await page.mouse.click(...at(0, 0));
  await promptIs(page, "factor");
  await enter(page, "3/2");
  await hasStatement(page, "for (const name of ['plate', 'stub']) scale({ name, sx: 1.5, around: [0, 0] });");
  const shapes = await exported(page);
  assertEqual(shapes.plate, [0, 0, 120, 0, 120, 75, 0, 75], "corners of the plate");
  assertEqual(shapes.stub, [0, 120, 30, 120], "ends of the stub");
  await undo(page, code, NAMES);
});

modifying("a mirror at a line makes a copy or turns the item", async (page, { at, code }) => {
  await select(page, at(20, 0), "plate");
  await choose(page, "mirror");
  await page.mouse.click(...at(0, 70));
  await page.mouse.click(...at(60, 70));
  await waitForEntities(page, [...NAMES, "plate_mirrored"]);
  await hasStatement(page, "mirror({ entity: 'plate', result: 'plate_mirrored', axis: [0, 70, 60, 70] })");
  assertEqual((await exported(page)).plate_mirrored, [0, 140, 80, 140, 80, 90, 0, 90], "corners of the copy");
  await undo(page, code, NAMES);
  await select(page, at(10, 80), "stub");
  await page.locator("#drawing").focus();
  await page.keyboard.press("Shift+I");
  await page.keyboard.press("Shift+I");
  await page.waitForSelector(`${hook("choice-1")}[aria-pressed="true"]`);
  await enter(page, "0,0", "0,10");
  await hasStatement(page, "mirror({ entity: 'stub', axis: [0, 0, 0, 10] })");
  assertEqual((await exported(page)).stub, [0, 80, -20, 80], "ends of the stub");
});

modifying("a click trims the piece between crossings", async (page, { at, code }) => {
  await choose(page, "trim");
  await page.mouse.move(...at(50, 70));
  await ghost(page);
  await page.mouse.click(...at(50, 70));
  await hasStatement(page, "trim({ entity: 'rail', entities: ['post'], point: [");
  assertEqual((await exported(page)).rail, [0, 70, 40, 70], "ends of the rail");
  await undo(page, code, NAMES);
  await page.mouse.click(...at(10, 80));
  await page.locator(hook("notice"), { hasText: "Nothing crosses" }).waitFor();
  assertEqual(await readCode(page), code, "the code after the refusal");
  await page.locator("#drawing").focus();
  await enter(page, "40,62");
  await hasStatement(page, "trim({ entity: 'post', entities: ['rail'], point: [40, 62] })");
  assertEqual((await exported(page)).post, [40, 70, 40, 90], "ends of the post");
});

modifying("a click extends the nearer end to the next item", async (page, { at, code }) => {
  await choose(page, "extend");
  await page.mouse.move(...at(18, 80));
  await ghost(page);
  await page.mouse.click(...at(18, 80));
  await hasStatement(page, "extend_to({ entity: 'stub', target: 'post', end: 'end' })");
  assertEqual((await exported(page)).stub, [0, 80, 40, 80], "ends of the stub");
  await undo(page, code, NAMES);
  await page.mouse.click(...at(2, 80));
  await page.locator(hook("notice"), { hasText: "no item ahead" }).waitFor();
  assertEqual(await readCode(page), code, "the code after the refusal");
});

modifying("a fillet rounds the corner of two clicked edges", async (page, { at, code }) => {
  await choose(page, "fillet");
  await enter(page, "10");
  await page.mouse.click(...at(60, 0));
  await promptIs(page, "second edge");
  await page.mouse.click(...at(80, 15));
  await hasStatement(page, "fillet({ entity: 'plate.edge[0]', target: 'plate.edge[1]', radius: 10 })");
  const { path } = (await exported(page)).plate;
  assertEqual(path, "M0 0L70 0A10 10 0 0 1 80 10L80 50L0 50Z", "outline of the plate");
  await undo(page, code, NAMES);
  await choose(page, "fillet");
  await enter(page, "300");
  await page.mouse.click(...at(60, 0));
  await page.mouse.click(...at(80, 15));
  await page.locator(hook("notice"), { hasText: "does not fit" }).waitFor();
  assertEqual(await readCode(page), code, "the code after the refusal");
});

modifying("a chamfer cuts the corner of two clicked edges off", async (page, { at, code }) => {
  await choose(page, "chamfer");
  await page.keyboard.type("5");
  await page.keyboard.press("Tab");
  await enter(page, "10");
  await page.mouse.click(...at(60, 0));
  await page.mouse.click(...at(80, 15));
  await hasStatement(page, "chamfer({ entity: 'plate.edge[0]', target: 'plate.edge[1]', distance: 5, distance2: 10 })");
  assertEqual((await exported(page)).plate, [0, 0, 75, 0, 80, 10, 80, 50, 0, 50], "corners of the plate");
  await undo(page, code, NAMES);
});

modifying("an offset lies on the side of the pointer", async (page, { at, code }) => {
  await choose(page, "offset");
  await page.mouse.click(...at(20, 0));
  await promptIs(page, "distance and the side");
  await page.mouse.move(...at(20, 10));
  await page.keyboard.type("5");
  await ghost(page);
  await page.keyboard.press("Enter");
  await waitForEntities(page, [...NAMES, "plate_offset"]);
  await hasStatement(page, "offset({ entities: ['plate'], distance: 5, result: 'plate_offset', side: 'inside' })");
  const corners = (await exported(page)).plate_offset;
  assertEqual([Math.min(...corners), Math.max(...corners), corners.length], [5, 75, 8], "corners of the offset");
  await undo(page, code, NAMES);
});

modifying("a break splits a line at a crossing", async (page, { at, code }) => {
  await choose(page, "break");
  await page.mouse.click(...at(10, 70));
  await promptIs(page, "break point");
  await page.mouse.click(...at(40, 70));
  await waitForEntities(page, [...NAMES, "rail_2"]);
  await hasStatement(page, "split_at({ entity: 'rail', points: [40, 70] })");
  const shapes = await exported(page);
  assertEqual([shapes.rail, shapes.rail_2], [[0, 70, 40, 70], [40, 70, 60, 70]], "the pieces");
  await undo(page, code, NAMES);
});

modifying("a join makes one outline of two lines", async (page, { at, code }) => {
  await choose(page, "join");
  await page.mouse.click(...at(10, 70));
  await page.mouse.click(...at(60, 85));
  await waitForSelection(page, ["rail", "side"]);
  await page.keyboard.press("Enter");
  await hasStatement(page, "join({ entities: ['rail', 'side'], result: 'rail' })");
  assertEqual((await exported(page)).rail, [0, 70, 60, 70, 60, 90], "points of the outline");
  await undo(page, code, NAMES);
});

modifying("an explosion makes one item of each edge", async (page, { at, code }) => {
  await select(page, at(20, 0), "plate");
  await choose(page, "explode");
  await page.keyboard.press("Enter");
  const edges = ["plate_1", "plate_2", "plate_3", "plate_4"];
  await waitForEntities(page, [...NAMES.slice(1), ...edges]);
  await hasStatement(page, "explode({ entity: 'plate' })");
  assertEqual((await exported(page)).plate_2, [80, 0, 80, 50], "ends of the right edge");
  await undo(page, code, NAMES);
});

modifying("arrays repeat items in rows, grids, and around a center", async (page, { at, code }) => {
  await select(page, at(10, 80), "stub");
  await choose(page, "array");
  await promptIs(page, "count and the distance");
  await page.keyboard.type("3");
  await page.keyboard.press("Tab");
  await page.keyboard.type("0");
  await page.keyboard.press("Tab");
  await page.keyboard.type("10");
  await ghost(page);
  await page.keyboard.press("Enter");
  await waitForEntities(page, [...NAMES, "stub_2", "stub_3"]);
  await hasStatement(page, "array_linear({ entity: 'stub', count: 3, dx: 0, dy: 10 })");
  assertEqual((await exported(page)).stub_3, [0, 100, 20, 100], "ends of the last copy");
  await undo(page, code, NAMES);

  await page.locator("#drawing").focus();
  await page.keyboard.press("Shift+A");
  await page.keyboard.press("Shift+A");
  await promptIs(page, "columns, rows");
  await page.keyboard.type("2");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2");
  await page.mouse.click(...at(80, 50));
  await waitForEntities(page, [...NAMES, "stub_2", "stub_3", "stub_4"]);
  await hasStatement(page, "array_grid({ entity: 'stub', columns: 2, rows: 2, dx: 70, dy: -30 })");
  assertEqual((await exported(page)).stub_4, [70, 50, 90, 50], "ends of the last copy");
  await undo(page, code, NAMES);

  await page.locator("#drawing").focus();
  await page.keyboard.press("Shift+A");
  await page.keyboard.press("Shift+A");
  await promptIs(page, "Specify the center");
  await enter(page, "0,0", "4");
  await hasStatement(page, "array_polar({ entity: 'stub', cx: 0, cy: 0, count: 4 })");
  assertEqual((await exported(page)).stub_3, [0, -80, -20, -80], "ends of the opposite copy");
  await undo(page, code, NAMES);
});

modifying(
  "a finger moves the selection and trims a piece",
  async (page, { at, code }) => {
    await page.touchscreen.tap(...at(20, 0));
    await waitForSelection(page, ["plate"]);
    await choose(page, "move", "tap");
    await page.touchscreen.tap(...at(0, 0));
    await promptIs(page, "destination");
    await page.touchscreen.tap(...at(60, 70));
    await page.waitForSelector(hook("tool-prompt"), { state: "detached" });
    await pageEventually(page, "the moved plate", ([selector, code]) => [...document.querySelectorAll(selector)].map((line) => line.textContent).join("\n") !== code, [
      `${hook("code-editor")} .cm-content .cm-line`,
      code,
    ]);
    assertEqual((await exported(page)).plate, [60, 70, 140, 70, 140, 120, 60, 120], "corners of the plate");
    await undo(page, code, NAMES);
    await choose(page, "trim", "tap");
    await page.touchscreen.tap(...at(50, 70));
    await hasStatement(page, "trim({ entity: 'rail', entities: ['post'], point: [");
    assertEqual((await exported(page)).rail, [0, 70, 40, 70], "ends of the rail");
    await undo(page, code, NAMES);
  },
  { hasTouch: true },
);

modifying("the keyboard offsets and explodes with typed values only", async (page, { code }) => {
  await page.locator(`${hook("tree-row")}[data-name="plate"]`).focus();
  await page.keyboard.press("Enter");
  await waitForSelection(page, ["plate"]);
  await page.keyboard.press("Shift+O");
  await promptIs(page, "distance and the side");
  await page.locator("#drawing").focus();
  await enter(page, "10");
  await waitForEntities(page, [...NAMES, "plate_offset"]);
  await hasStatement(page, "offset({ entities: ['plate'], distance: 10, result: 'plate_offset', side: 'outside' })");
  await undo(page, code, NAMES);
});

modifying("unusable input is refused with the reason and changes nothing", async (page, { at, code }) => {
  const refused = async (text) => {
    await page.locator(hook("notice"), { hasText: text }).first().waitFor();
    assertEqual(await readCode(page), code, `the code after "${text}"`);
  };
  await select(page, at(20, 0), "plate");
  await page.locator("#drawing").focus();
  await page.keyboard.press("Shift+M");
  await enter(page, "3,4", "3,4");
  await refused("are the same");
  await page.keyboard.press("Escape");
  // A letter belongs to the operation while it has a value.
  await page.keyboard.press("Shift+T");
  await refused('"T" begins no value here');
  // The first Escape removes the text, the second one the point.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+T");
  await enter(page, "0,0", "1/0");
  await refused("divides by zero");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+S");
  await enter(page, "0,0", "-1");
  await refused("above zero");
});

modifying("the palette aligns and distributes the selection", async (page, { code }) => {
  const choosing = async (text) => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.locator(hook("palette-input")).fill(text);
    await page.keyboard.press("Enter");
  };
  await page.locator("#drawing").focus();
  await choosing("Align left sides");
  await page.locator(hook("notice"), { hasText: "Select 2 items first" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#drawing").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await choosing("Align left sides");
  await hasStatement(page, "align({ entities: ['plate', 'rail', 'post', 'stub', 'side'], edge: 'left' })");
  const shapes = await exported(page);
  assertEqual([shapes.post, shapes.side], [[0, 60, 0, 90], [0, 70, 0, 90]], "the aligned lines");
  await undo(page, code, NAMES);
  await page.locator("#drawing").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await choosing("Distribute from left to right");
  await hasStatement(page, "distribute({ entities: ['plate', 'rail', 'post', 'stub', 'side'], direction: 'x' })");
  await undo(page, code, NAMES);
});

modifying("the strip of modify tools opens and closes by keyboard", async (page) => {
  const toggle = page.locator(hook("modify-tools"));
  await toggle.focus();
  await page.keyboard.press("Enter");
  assertEqual(await toggle.getAttribute("aria-expanded"), "true", "the strip is open");
  await page.keyboard.press("Escape");
  assertEqual(await toggle.getAttribute("aria-expanded"), "false", "the strip is closed");
  await page.keyboard.press("Enter");
  await page.locator(hook("tool-rotate")).focus();
  await page.keyboard.press("Enter");
  await promptIs(page, "Select the items to rotate");
  assert(!(await page.locator(hook("tool-rotate")).isVisible()), "the strip closes after a choice");
});
