// Job 1: a press-fit kit. The kerf is a setting of the file, so that the cut slot holds a sheet of the measured thickness.
import { assert, assertEqual, test, TIMED } from "../fixtures.mjs";
import { exported } from "../drawing.mjs";
import { dxfEntities } from "../dxf-reader.mjs";
import { bounds, exportFile, near, openExample, setParameter, slider, svgCorners } from "../jobs.mjs";
import { entity, hook, openApp, pageEventually, row, typeCode, typingToPicture, waitForEntities } from "../page.mjs";

const PANELS = ["bottom", "front", "back", "left", "right"];

/** A slot from the edge of a part, and slots and a hole inside another part. */
const KIT = [
  "const thickness = 3; // 1.5..6 step 0.05 mm",
  "const clearance = 0.1; // -0.2..0.4 step 0.01 mm",
  "const slot = thickness + clearance;",
  "const [a, b] = [30 - slot / 2, 30 + slot / 2];",
  "draw_polygon({ name: 'fin', points: [[0, 0], [60, 0], [60, 40], [b, 40], [b, 20], [a, 20], [a, 40], [0, 40]] });",
  "draw_rect({ name: 'base', x: 80, y: 0, width: 60, height: 40 });",
  "draw_rect({ name: 'mortise', x: 110, y: 10, width: slot, height: 20 });",
  "draw_circle({ name: 'peg', x: 90, y: 20, radius: 3 });",
].join("\n");

/** Checks the contours of the kit in a file: those of the fin, the base, and the mortise, and the radius of the peg. */
function checkKit({ fin, base, mortise, radius }, { slot, kerf }, what) {
  const [outside, inside] = [bounds(base), bounds(mortise)];
  near(outside.width, 60 + kerf, `${what}: width of the base`);
  near(outside.height, 40 + kerf, `${what}: height of the base`);
  near(inside.width, slot - kerf, `${what}: width of the mortise`);
  near(inside.height, 20 - kerf, `${what}: length of the mortise`);
  near(inside.left, 110 + kerf / 2, `${what}: left side of the mortise`);
  near(radius, 3 - kerf / 2, `${what}: radius of the hole`);
  near(bounds(fin).width, 60 + kerf, `${what}: width of the fin`);
  const floor = fin.filter(([, y]) => Math.abs(y - 20 - kerf / 2) < 1e-6);
  assertEqual(floor.length, 2, `${what}: corners at the bottom of the slot of the fin`);
  near(bounds(floor).width, slot - kerf, `${what}: width of the slot of the fin`);
}

/** Returns the contours of the kit in a DXF file, found by their places. */
function kitOfDxf(text) {
  const entities = dxfEntities(text);
  const outlines = entities.filter(({ type }) => type === "LWPOLYLINE").map(({ points }) => points);
  const within = (low, high) => outlines.find((points) => bounds(points).left > low && bounds(points).right < high);
  return { fin: within(-1, 61), base: within(79, 141), mortise: within(100, 120), radius: entities.find(({ type }) => type === "CIRCLE").radius };
}

const kitOfSvg = (svg) => ({
  fin: svgCorners(svg, "fin"),
  base: svgCorners(svg, "base"),
  mortise: svgCorners(svg, "mortise"),
  radius: Number(/<circle id="peg"[^>]* r="([^"]*)"/.exec(svg)[1]),
});

test("job 1: slots are as wide as thickness + clearance - kerf in DXF and SVG files", async ({ run }) => {
  const page = await openApp(run);
  await typeCode(page, KIT);
  await waitForEntities(page, ["fin", "base", "mortise", "peg"]);
  for (const [thickness, clearance, kerf] of [[3, 0.1, 0.17], [3.25, -0.05, 0.23], [4.1, 0.03, 0]]) {
    if (thickness !== 3) {
      await setParameter(page, "thickness", thickness);
      await setParameter(page, "clearance", clearance);
    }
    const wanted = { slot: thickness + clearance, kerf };
    const dxf = await exportFile(page, "dxf", { preset: "cut", kerf: String(kerf) });
    checkKit(kitOfDxf(dxf.text), wanted, `DXF, kerf ${kerf}`);
    // The kerf is one setting of all files for machines.
    const svg = await exportFile(page, "svg");
    checkKit(kitOfSvg(svg.text), wanted, `SVG, kerf ${kerf}`);
    assert(/ width="[\d.]+mm"/.test(svg.text), "the SVG file is in millimeters");
    // The drawing keeps its size.
    const mortise = (await exported(page)).find(({ name }) => name === "mortise");
    near(mortise.geometry.width, wanted.slot, "the mortise in the drawing");
  }
});

/** Returns the area within a polygon and its perimeter. */
function measured(points) {
  let [area, around] = [0, 0];
  points.forEach(([x, y], at) => {
    const [u, v] = points[(at + 1) % points.length];
    area += (x * v - u * y) / 2;
    around += Math.hypot(u - x, v - y);
  });
  return { area: Math.abs(area), around };
}

test("job 1: every contour of the press-fit box is moved by half the kerf, and the coupon by none", async ({ run }) => {
  const page = await openApp(run);
  await openExample(page, "press_fit_box", [...PANELS, "coupon"]);
  await setParameter(page, "clearance", 0.06);
  const kerf = 0.2;
  const design = (await exportFile(page, "svg")).text;
  const cut = (await exportFile(page, "svg", { kerf: String(kerf) })).text;
  for (const name of PANELS) {
    const [before, after] = [svgCorners(design, name), svgCorners(cut, name)];
    assertEqual(after.length, before.length, `corners of ${name}`);
    for (const [x, y] of after) {
      const moved = before.some(([u, v]) => Math.abs(Math.abs(x - u) - kerf / 2) < 1e-6 && Math.abs(Math.abs(y - v) - kerf / 2) < 1e-6);
      assert(moved, `a corner of ${name} at ${x}, ${y} is not half the kerf from one of the design`);
    }
    const { area, around } = measured(before);
    near(measured(after).area, area + (kerf / 2) * around + kerf * kerf, `area of ${name}`);
  }
  // The fingers at the lower edge of the front are as wide as a finger and the kerf; the notches between them narrower by both.
  const tips = svgCorners(cut, "front").filter(([, y]) => Math.abs(y - (72 - kerf / 2)) < 1e-6).map(([x]) => x).sort((a, b) => a - b);
  near(tips[1] - tips[0], 10 - 0.03 + kerf, "the first finger");
  near(tips[2] - tips[1], 10 + 0.06 - kerf, "the first notch");

  // The coupon is cut first, without a kerf: each slot is narrower than the sheet by the kerf that it tests.
  await page.locator(row("coupon")).click();
  const coupon = (await exportFile(page, "dxf", { preset: "cut", kerf: "", selection: true })).text;
  const comb = dxfEntities(coupon).filter(({ type }) => type === "LWPOLYLINE").map(({ points }) => points);
  const outline = comb.find((points) => points.length > 20);
  const top = bounds(outline).top;
  const mouths = outline.filter(([, y]) => Math.abs(y - top) < 1e-6).map(([x]) => x).sort((a, b) => a - b).slice(1, -1);
  const widths = mouths.filter((_, at) => at % 2 === 1).map((x, at) => x - mouths[2 * at]);
  assertEqual(widths.length, 5, "slots of the coupon");
  widths.forEach((width, at) => near(width, 3 - 0.1 * at, `slot ${at + 1} of the coupon`));
});

test("job 1: an open path is in the file as drawn, and the report names it", async ({ run }) => {
  const page = await openApp(run);
  await typeCode(page, `${KIT}\ndraw_line({ name: 'fold', points: [5, 10, 55, 10] });`);
  await waitForEntities(page, ["fin", "base", "mortise", "peg", "fold"]);
  for (const format of ["dxf", "svg"]) {
    const { text, report } = await exportFile(page, format, { kerf: "0.2" });
    assert(report.includes("fold") && report.includes("It is open, so the kerf does not move it."), report);
    assert(!/(fin|base|mortise|peg)/.test(report), `closed contours are not named: ${report}`);
    if (format === "svg") assert(text.includes('id="fold"'), "the fold is in the file");
  }
});

test("job 1: the box follows a slider within 300 ms without a model", TIMED, async ({ run }) => {
  const page = await openApp(run);
  await openExample(page, "press_fit_box", [...PANELS, "coupon"]);
  await page.locator(hook("tab-parameters")).click();
  await page.locator(slider("thickness")).focus();
  const requests = [];
  page.on("request", (request) => {
    // The script of a worker is a blob.
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "blob:" && origin !== new URL(run.url).origin) requests.push(request.url());
  });
  await run.withinLimits({ "median slider to picture": 300 }, async () => {
    await typingToPicture(page, "ArrowRight", "front");
    const times = [];
    for (let at = 0; at < 9; at += 1) times.push(await typingToPicture(page, at % 2 === 0 ? "ArrowLeft" : "ArrowRight", "front"));
    times.sort((a, b) => a - b);
    run.note(`slider to picture: min ${Math.round(times[0])}, max ${Math.round(times[8])} ms`);
    await pageEventually(page, "the last value", (at) => document.querySelector(at).value === "3", slider("thickness"));
    assert(await page.locator(entity("front")).count(), "the front is drawn");
    return { "median slider to picture": times[4] };
  });
  assertEqual(requests, [], "requests to other addresses");
});
