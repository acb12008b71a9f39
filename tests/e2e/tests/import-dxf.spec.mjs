// Import of DXF files: the worker converts the file, and only the button "Import" changes the drawing.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, MAIN, test } from "../fixtures.mjs";
import { exportFile } from "../jobs.mjs";
import { drawCircles, drop, hook, openApp, openCode, openDrawing, readCode, waitForEntities } from "../page.mjs";

/** Returns an ASCII DXF file with a circle on the layer HOLES and a line on the layer EDGE. */
const dxf = (units) =>
  [
    ["0", "SECTION", "2", "HEADER", "9", "$ACADVER", "1", "AC1015"],
    units === undefined ? [] : ["9", "$INSUNITS", "70", units],
    ["0", "ENDSEC", "0", "SECTION", "2", "ENTITIES"],
    ["0", "CIRCLE", "8", "HOLES", "10", "10.5", "20", "20.0", "30", "0.0", "40", "2.5"],
    ["0", "LINE", "8", "EDGE", "10", "0.0", "20", "0.0", "30", "0.0", "11", "40.0", "21", "0.0", "31", "0.0"],
    ["0", "ENDSEC", "0", "EOF"],
  ]
    .flat()
    .join("\n") + "\n";

async function stateIs(page, state) {
  await page.waitForSelector(`${hook("import-state")}[data-state="${state}"]`);
}

test("import dxf: a dropped DXF file opens as a new drawing with its name and its unit, or another unit", MAIN, async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "own");
  await drop(page, "Bracket 2.dxf", dxf("1"));
  await stateIs(page, "ready");
  assert(await page.locator(hook("import-as-new")).isChecked(), "a new drawing is proposed");
  assertEqual(await page.locator(hook("import-new-units")).inputValue(), "in", "the unit of the new drawing");
  await assertAccessibleInBothLooks(page, "the choice of the drawing");
  await page.locator(hook("import-confirm")).click();
  await page.waitForSelector(hook("import-dialog"), { state: "detached" });
  await waitForEntities(page, ["holes_1", "edge_1"]);
  assertEqual(await page.locator(hook("drawing-name")).innerText(), "Bracket 2", "the name of the drawing");
  assertEqual(await page.locator(hook("units")).innerText(), "in", "the unit of the drawing");
  await openCode(page);
  const code = await readCode(page);
  assert(code.startsWith("// Imported from Bracket 2 (DXF).") && code.includes("\ndraw_circle({ name: \"holes_1\", x: 10.5, y: 20, radius: 2.5"), code);
  assertEqual((await exportFile(page, "dxf")).name, "Bracket_2.dxf", "the name of an exported file");
  // The earlier drawing is as it was.
  await openDrawing(page, 1);
  await waitForEntities(page, ["own"]);
  await drop(page, "Bracket 2.dxf", dxf("1"));
  await stateIs(page, "ready");
  await page.locator(hook("import-new-units")).selectOption("mm");
  await stateIs(page, "ready");
  await page.locator(hook("import-confirm")).click();
  await waitForEntities(page, ["holes_1", "edge_1"]);
  assertEqual(await page.locator(hook("units")).innerText(), "mm", "the chosen unit");
  await openCode(page);
  assert((await readCode(page)).includes("x: 266.7, y: 508, radius: 63.5"), await readCode(page));
});

test("import dxf: a dropped DXF file becomes a module, as one undo step", MAIN, async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "own");
  const before = await readCode(page);
  await drop(page, "Bracket 2.dxf", dxf("4"));
  await stateIs(page, "ready");
  await page.locator(hook("import-into")).check();
  await stateIs(page, "ready");
  assert((await page.locator(hook("import-file")).textContent()).startsWith("Bracket 2.dxf"), "the dialog names the file");
  assertEqual(await page.locator(hook("import-units")).inputValue(), "mm", "the unit of the file");
  assertEqual(await readCode(page), before, "the code before the import");
  await page.locator(hook("import-confirm")).click();
  await page.waitForSelector(hook("import-dialog"), { state: "detached" });
  await waitForEntities(page, ["own", "bracket_2", "holes_1", "edge_1"]);
  assert((await readCode(page)).endsWith("bracket_2();\n"), "main calls the module");
  await page.locator(hook("undo")).click();
  await waitForEntities(page, ["own"]);
  assertEqual(await readCode(page), before, "the code after undo");
});

test("import dxf: a file without a unit proposes one, and the user can choose another", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "own");
  await drop(page, "plate.dxf", dxf());
  await stateIs(page, "ready");
  await page.waitForSelector(hook("import-no-units"));
  await page.locator(hook("import-into")).check();
  await stateIs(page, "ready");
  await assertAccessibleInBothLooks(page, "a file without a unit");
  await page.locator(hook("import-units")).selectOption("in");
  await stateIs(page, "ready");
  await page.locator(hook("import-confirm")).click();
  await waitForEntities(page, ["own", "plate", "holes_1", "edge_1"]);
});

test("import dxf: a damaged file is named with its reason and changes nothing", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "own");
  const before = await readCode(page);
  await drop(page, "broken.dxf", dxf("4").slice(0, 60));
  const trouble = page.locator(hook("share-trouble"));
  await trouble.waitFor();
  assert((await trouble.textContent()).includes("broken.dxf"), await trouble.textContent());
  await assertAccessibleInBothLooks(page, "a damaged file");
  assertEqual(await readCode(page), before, "the code");
  await waitForEntities(page, ["own"]);
});
