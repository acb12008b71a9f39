// Job 2: a front panel. The holes are exact circles in the file for the machine, and the print is at true scale.
import { assert, assertEqual, test } from "../fixtures.mjs";
import { dxfEntities } from "../dxf-reader.mjs";
import { bounds, exportFile, near, openExample, setParameter } from "../jobs.mjs";
import { openApp } from "../page.mjs";
import { pdfPages, POINTS } from "../pdf-reader.mjs";

const HOLES = ["screw_1", "screw_2", "screw_3", "screw_4", "knob_1", "knob_2", "jack_1", "jack_2", "jack_3"];

/** Returns the hole table of the panel with this distance of the jacks: centers and radii, in the order of `HOLES`. */
function holes(rack) {
  const screws = [[6, 6], [144, 6], [144, 74], [6, 74]].map((center) => [...center, 1.6]);
  const knobs = [-0.5, 0.5].map((at) => [75 + at * rack, 49.6, 3.5]);
  const jacks = [-0.5, 0, 0.5].map((at) => [75 + at * rack, 22.4, 3.25]);
  return [...screws, ...knobs, ...jacks];
}

/** Checks that a DXF file has exactly these holes as circles, compensated for a kerf, and the outline of the panel. */
function checkHoles(text, rack, kerf) {
  const entities = dxfEntities(text);
  const circles = entities.filter(({ type }) => type === "CIRCLE");
  const wanted = holes(rack);
  assertEqual(circles.length, wanted.length, "circles in the file");
  for (const [at, [x, y, radius]] of wanted.entries()) {
    const found = circles.filter(({ center: [u, v] }) => Math.hypot(u - x, v - y) < 1e-6);
    assertEqual(found.length, 1, `circles at the place of ${HOLES[at]}`);
    near(found[0].radius, radius - kerf / 2, `radius of ${HOLES[at]}`);
  }
  const outlines = entities.filter(({ type }) => type.endsWith("POLYLINE"));
  // A hole as a polyline would have its center at the place of a circle.
  const middles = outlines.map(({ points }) => bounds(points)).map(({ left, right, bottom, top }) => [(left + right) / 2, (bottom + top) / 2]);
  assert(!middles.some(([u, v]) => wanted.some(([x, y]) => Math.hypot(u - x, v - y) < 0.1)), "a hole is also a polyline");
  const panel = outlines.map(({ points }) => bounds(points)).find(({ width }) => width > 100);
  near(panel.width, 150 + kerf, "width of the panel");
  near(panel.height, 80 + kerf, "height of the panel");
}

test("job 2: holes of the front panel stay circles at exact places, with and without a kerf", async ({ run }) => {
  const page = await openApp(run);
  await openExample(page, "front_panel", [...HOLES, "panel"]);
  for (const rack of [50.8, 50.4]) {
    if (rack !== 50.8) await setParameter(page, "rack", rack);
    checkHoles((await exportFile(page, "dxf", { preset: "cad", kerf: "" })).text, rack, 0);
    checkHoles((await exportFile(page, "dxf", { preset: "cut", kerf: "0.15" })).text, rack, 0.15);
    checkHoles((await exportFile(page, "dxf", { preset: "r12", kerf: "" })).text, rack, 0);
  }
});

/** Returns the painted path whose bounds have this size in millimeters on paper. */
function ofSize({ painted }, [width, height]) {
  const found = painted.filter((path) => Math.abs(path.width - width * POINTS) < 0.01 && Math.abs(path.height - height * POINTS) < 0.01);
  assertEqual(found.length, 1, `paths of ${width} x ${height} mm on paper`);
  return found[0];
}

test("job 2: the print of the front panel is at true scale, and 50.8 instead of 50.4 centers the holes again", async ({ run }) => {
  const page = await openApp(run);
  await openExample(page, "front_panel", [...HOLES, "panel"]);
  for (const rack of [50.4, 50.8]) {
    await setParameter(page, "rack", rack);
    const { bytes } = await exportFile(page, "pdf", { scale: "1:1", paper: "A4" });
    const pages = pdfPages(bytes);
    assertEqual(pages.length, 1, "pages");
    assert(bytes.toString("latin1").includes("/PrintScaling /None"), "the print dialog must not scale");
    const [sheet] = pages;
    near(Math.max(...sheet.size), 297 * POINTS, "longer side of the paper in points", 1e-3);
    near(Math.min(...sheet.size), 210 * POINTS, "shorter side of the paper in points", 1e-3);
    // The lower half of the check bar is black from end to end.
    near(ofSize(sheet, [100, 1.25]).width, 283.4646, "check bar in points", 1e-3);
    const panel = ofSize(sheet, [150, 80]);
    near(panel.width, 150 * POINTS, "width of the panel in points", 1e-3);
    const centers = sheet.painted.map(({ left, right, bottom, top }) => [
      ((left + right) / 2 - panel.left) / POINTS,
      ((bottom + top) / 2 - panel.bottom) / POINTS,
    ]);
    for (const [at, [x, y, radius]] of holes(rack).entries()) {
      const hits = sheet.painted.filter((path, index) => {
        const [u, v] = centers[index];
        return Math.hypot(u - x, v - y) < 1e-3 && Math.abs(path.width / POINTS - 2 * radius) < 0.003;
      });
      assertEqual(hits.length, 1, `circles at the place of ${HOLES[at]} on paper`);
    }
  }
});
