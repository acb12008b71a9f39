// Job 3: repair of a received file without a unit, with duplicate lines and holes, and with gaps.
import { assert, assertEqual, test } from "../fixtures.mjs";
import { exported } from "../drawing.mjs";
import { applyTool, askTool, changing, exportFile, near } from "../jobs.mjs";
import { drawCircles, drop, hook, openApp, pageEventually, typeCode, waitForEntities } from "../page.mjs";

/** Returns a DXF file with these entities and no unit. */
function dxf(...entities) {
  const header = [0, "SECTION", 2, "HEADER", 9, "$ACADVER", 1, "AC1009", 0, "ENDSEC", 0, "SECTION", 2, "ENTITIES"];
  const tags = entities.flatMap(([type, layer, ...pairs]) => [0, type, 8, layer, ...pairs]);
  return `${[...header, ...tags, 0, "ENDSEC", 0, "EOF"].join("\n")}\n`;
}

const line = (a, b, c, d) => ["LINE", "outline", 10, a, 20, b, 11, c, 21, d];
const HOLE = ["CIRCLE", "holes", 10, 2, 20, 1.5, 40, 0.5];

/**
 * A plate of 4 x 3 with a gap of 0.05 and one of 0.02, its lower side twice, and its hole twice. Two lines above are 0.06
 * apart, and a solid cannot be a part of a drawing.
 */
const FILE = dxf(
  line(0, 0, 4, 0),
  line(0, 0, 4, 0),
  line(4, 0.05, 4, 3),
  line(4, 3, 0.02, 3),
  line(0, 3, 0, 0),
  HOLE,
  HOLE,
  line(0, 5, 4, 5),
  line(4, 5.06, 0, 5),
  ["3DSOLID", "outline", 1, "xyz"],
);
const SIDES = Array.from({ length: 7 }, (_, at) => `outline_${at + 1}`);
const ALL = ["plate", ...SIDES, "holes_1", "holes_2"];

async function importIsReady(page) {
  await page.waitForSelector(`${hook("import-state")}[data-state="ready"]`);
}

/** Opens the import dialog for the file in the present drawing, and chooses a unit. Returns the text of the dialog. */
async function readFile(page, unit) {
  await drop(page, "plate.dxf", FILE);
  await page.locator(`${hook("import-dialog")}, ${hook("add-to-drawing")}`).first().waitFor();
  const add = page.locator(hook("add-to-drawing"));
  if (await add.count()) await add.click();
  await importIsReady(page);
  await page.locator(hook("import-into")).check();
  await importIsReady(page);
  const asked = await page.locator(hook("import-dialog")).innerText();
  await page.locator(hook("import-units")).selectOption(unit);
  await importIsReady(page);
  return asked;
}

async function confirmImport(page, more = []) {
  await page.locator(hook("import-confirm")).click();
  await page.waitForSelector(hook("import-dialog"), { state: "detached" });
  await waitForEntities(page, [...ALL, ...more]);
}

/** Opens a page with an empty drawing. */
async function empty(run) {
  const page = await openApp(run, { locale: "en-US" });
  await typeCode(page, "");
  await waitForEntities(page, []);
  return page;
}

/** Returns the code files of the drawing. */
async function code(page) {
  return JSON.parse((await exportFile(page, "project")).text).files;
}

/** Returns the unit of the drawing and the geometry of an entity. */
async function measured(page, name) {
  const { units, entities } = JSON.parse((await exportFile(page, "json")).text);
  return { units, ...entities.find((entity) => entity.name === name).geometry };
}

test("job 3: the user chooses inches or millimeters, and nothing of the file is lost silently", async ({ run }) => {
  const page = await empty(run);
  // A drawing of this size is more often in inches; the dialog proposes that and asks.
  const asked = await readFile(page, "in");
  assert(asked.includes("does not define its unit") && asked.includes("5.06 wide or high"), asked);
  assert(asked.includes("3DSOLID (1)") && asked.includes("Left out:"), `the solid is reported: ${asked}`);
  const leftOut = page.locator(`${hook("import-report")} p:has-text("Left out:") + ul > li`);
  assertEqual(await leftOut.count(), 1, "parts that are left out");
  await confirmImport(page);
  // An empty drawing takes the unit of the file.
  assertEqual(await measured(page, "holes_1"), { units: "in", x: 2, y: 1.5, radius: 0.5 }, "the hole in inches");
  await changing(page, () => page.locator(hook("undo")).click());
  await waitForEntities(page, []);
  await readFile(page, "mm");
  await confirmImport(page);
  assertEqual(await measured(page, "holes_1"), { units: "mm", x: 2, y: 1.5, radius: 0.5 }, "the hole in millimeters");
});

test("job 3: a file in inches has its true size in a drawing in millimeters", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await drawCircles(page, "own");
  await readFile(page, "in");
  await confirmImport(page, ["own"]);
  const hole = await measured(page, "holes_1");
  assertEqual(hole.units, "mm", "the unit of the drawing");
  near(hole.radius, 12.7, "half an inch");
  near(hole.x, 50.8, "two inches");
});

test("job 3: duplicates are deleted, gaps up to 0.05 mm are joined, and every change is listed", async ({ run }) => {
  const page = await empty(run);
  await readFile(page, "mm");
  await confirmImport(page);
  const before = await exported(page);
  await applyTool(page, "repair_for_cutting");
  const answer = await (await page.waitForSelector(`${hook("tool-answer")}[data-ok="true"]`)).innerText();
  for (const change of ["Deleted 'outline_2', which repeats 'outline_1'.", "Deleted 'holes_2', which repeats 'holes_1'."]) {
    assert(answer.includes(change), `'${change}' in ${answer}`);
  }
  const after = await exported(page);
  // Every entity that is gone or different is named by a change.
  const rest = new Map(after.map((entity) => [entity.name, JSON.stringify(entity.geometry)]));
  const items = before.filter(({ type }) => type !== "group");
  const touched = items.filter(({ name, geometry }) => rest.get(name) !== JSON.stringify(geometry)).map(({ name }) => name);
  assertEqual(touched.sort(), ["holes_2", "outline_1", "outline_2", "outline_3", "outline_4", "outline_5"], "changed or deleted");
  const changes = answer.split("Remaining")[0];
  for (const name of touched) assert(changes.includes(name), `${name} is in the list of changes: ${changes}`);
  assert(answer.includes("'outline_7', 'outline_6' are open"), `the gap of 0.06 is listed: ${answer}`);

  const plate = after.find(({ name }) => name === "outline_1");
  assertEqual(plate.geometry.closed, true, "the outline is closed");
  const corners = [[0, 0], [4, 0], [4, 3], [0, 3]];
  for (let at = 0; at < plate.geometry.points.length; at += 2) {
    const [x, y] = plate.geometry.points.slice(at, at + 2);
    assert(corners.some(([u, v]) => Math.hypot(x - u, y - v) <= 0.05 + 1e-9), `a corner at ${x}, ${y}`);
  }
  await page.locator(hook("form-close")).click();
  const check = await askTool(page, "check_for_cutting");
  assert(/^Counts\s+open contour 1$/m.test(check), `the check after the repair: ${check}`);
  // A second repair finds nothing to do.
  const again = await exported(page);
  await applyTool(page, "repair_for_cutting");
  await page.waitForSelector(`${hook("tool-answer")}[data-ok="true"]`);
  await page.locator(hook("form-close")).click();
  assertEqual(await exported(page), again, "the drawing after a second repair");
});

test("job 3: the same file imported again gives the same code", async ({ run }) => {
  const first = await empty(run);
  await readFile(first, "mm");
  await confirmImport(first);
  const files = await code(first);
  assertEqual(Object.keys(files).sort(), ["main", "plate"], "code files");
  await first.locator(hook("undo")).click();
  await waitForEntities(first, []);
  await readFile(first, "mm");
  await confirmImport(first);
  assertEqual(await code(first), files, "the code of the second import");
  const second = await empty(run);
  await readFile(second, "mm");
  await confirmImport(second);
  assertEqual(await code(second), files, "the code in another browser");
  await pageEventually(second, "the drawing", () => document.querySelector('[data-testid="canvas"] [data-entity="holes_1"]'));
});
