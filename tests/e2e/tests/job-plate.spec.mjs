// Job 4: ordering a plate. A service cuts one part from a file in millimeters that has contours and nothing else.
import { assert, assertEqual, test } from "../fixtures.mjs";
import { dxfEntities, variable } from "../dxf-reader.mjs";
import { askTool, bounds, exportFile, near, openExample, setParameter } from "../jobs.mjs";
import { openApp } from "../page.mjs";

const NAMES = ["plate", "label", "hole_left", "hole_right"];

test("job 4: the file of a nameplate has one part in millimeters, with outlined text and without dimensions", async ({ run }) => {
  const page = await openApp(run);
  await openExample(page, "nameplate", [...NAMES, "width_size", "height_size"]);
  const { text, report } = await exportFile(page, "dxf", { preset: "cut" });
  assertEqual(variable(text, "$INSUNITS"), "4", "millimeters in the file");
  const entities = dxfEntities(text);
  assertEqual([...new Set(entities.map(({ type }) => type))].sort(), ["CIRCLE", "LWPOLYLINE"], "types of entities");
  const outlines = entities.filter(({ type }) => type === "LWPOLYLINE");
  assert(outlines.every(({ isClosed }) => isClosed), "all contours are closed");

  const cut = outlines.filter(({ layer }) => layer === "cut");
  assertEqual(cut.length, 1, "parts");
  const plate = bounds(cut[0].points);
  const circles = entities.filter(({ type }) => type === "CIRCLE");
  assertEqual(circles.map(({ layer, radius }) => [layer, radius]), [["cut", 1.7], ["cut", 1.7]], "the holes");
  near(circles[0].center[0] - plate.left, 9, "distance of the left hole from the edge");
  near(plate.right - circles[1].center[0], 9, "distance of the right hole from the edge");

  // TRAMMEL has seven letters, and two of them have an inside: R and A.
  const engraved = outlines.filter(({ layer }) => layer === "engrave");
  assertEqual(engraved.length, 9, "contours of the text");
  assertEqual(engraved.length + cut.length, outlines.length, "contours on both layers");
  for (const { points } of engraved) {
    const { left, right, bottom, top } = bounds(points);
    assert(left > plate.left && right < plate.right && bottom > plate.bottom && top < plate.top, "a letter is outside of the plate");
  }
  // The report names the parts that the file lacks.
  assert(report.includes("width_size, height_size") && report.includes("no dimensions"), `the report: ${report}`);
});

test("job 4: a hole narrower than the sheet is found, and a wider one passes", async ({ run }) => {
  const page = await openApp(run);
  await openExample(page, "nameplate", NAMES);
  const fine = await askTool(page, "check_for_cutting", { thickness: 3, kerf: 0.2 });
  assert(/^Ok\s+yes$/m.test(fine), `the check for 3 mm: ${fine}`);
  const narrow = await askTool(page, "check_for_cutting", { thickness: 4, kerf: 0.2 });
  assert(/^Ok\s+no$/m.test(narrow), `the check for 4 mm: ${narrow}`);
  for (const name of ["hole_left", "hole_right"]) {
    assert(narrow.includes(`'${name}' is only 3.4 wide`), `the finding of ${name}: ${narrow}`);
  }
  await setParameter(page, "hole", 4.2);
  const wider = await askTool(page, "check_for_cutting", { thickness: 4, kerf: 0.2 });
  assert(/^Ok\s+yes$/m.test(wider), `the check after a change of the holes: ${wider}`);
  const circles = dxfEntities((await exportFile(page, "dxf", { preset: "cut" })).text).filter(({ type }) => type === "CIRCLE");
  assertEqual(circles.map(({ radius }) => radius), [2.1, 2.1], "the holes in the file");
});
