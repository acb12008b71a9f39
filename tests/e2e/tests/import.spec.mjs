// Import of files: the worker converts the file, and only the button "Import" changes the drawing.
import { assert, assertEqual, MAIN, test, TIMED } from "../fixtures.mjs";
import { drawCircles, drop, hook, openApp, readCode, typeCode, waitForEntities } from "../page.mjs";

/** Returns a scene JSON file in centimeters with a circle of radius 5 mm and a constraint that cannot be imported. */
function plate() {
  const common = {
    style: { stroke: { color: "ink", width: 0.1, dash: [], cap: "butt", join: "miter" }, fill: null },
    transform: { translate: [0, 0], rotate: 0, scale: [1, 1], pivot: null },
    layer: null,
    locked: false,
    hidden: false,
    parent: null,
    children: [],
  };
  return JSON.stringify({
    format: "trammel-scene",
    version: 1,
    name: "plate",
    units: "cm",
    layers: [],
    entities: [{ name: "hole", type: "circle", geometry: { x: 1, y: 2, radius: 0.5 }, ...common }],
    constraints: [{ id: "c1", kind: "radius", refs: ["hole"], value: 0.5 }],
  });
}

async function stateIs(page, state) {
  await page.waitForSelector(`${hook("import-state")}[data-state="${state}"]`);
}

test("import: a file becomes a module of the drawing, as one undo step", MAIN, async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "own");
  const before = await readCode(page);
  await drop(page, "Plate 2.scene.json", plate());
  await page.locator(hook("add-to-drawing")).click();
  await stateIs(page, "ready");
  assert((await page.locator(hook("import-file")).textContent()).startsWith("Plate 2.scene.json"), "the dialog names the file");
  assertEqual(await page.locator(hook("import-units")).inputValue(), "cm", "the unit of the file");
  const report = await page.locator(hook("import-report")).textContent();
  assert(report.includes("c1") && report.includes("from cm to mm"), report);
  assertEqual(await readCode(page), before, "the code before the import");
  await page.locator(hook("import-confirm")).click();
  await page.waitForSelector(hook("import-dialog"), { state: "detached" });
  await waitForEntities(page, ["own", "plate_2", "hole"]);
  const code = await readCode(page);
  assert(code.startsWith("import { plate_2 } from 'plate_2';") && code.endsWith("plate_2();\n"), code);
  await page.locator(hook("undo")).click();
  await waitForEntities(page, ["own"]);
  assertEqual(await readCode(page), before, "the code after undo");
});

test("import: a canceled import changes nothing, and another unit converts the file again", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "own");
  const before = await readCode(page);
  await drop(page, "plate.scene.json", plate());
  await page.locator(hook("add-to-drawing")).click();
  await stateIs(page, "ready");
  await page.locator(hook("import-units")).selectOption("in");
  await page.waitForFunction(
    (report) => document.querySelector(report)?.textContent.includes("from in to mm"),
    hook("import-report"),
  );
  await page.locator(hook("import-cancel")).click();
  await page.waitForSelector(hook("import-dialog"), { state: "detached" });
  assertEqual(await readCode(page), before, "the code");
  await waitForEntities(page, ["own"]);
});

test("import: 10,000 entities are converted and imported within 3 s", TIMED, async ({ run }) => {
  const page = await openApp(run);
  // The group of the import is the last entity for which a drawing has room.
  await typeCode(page, "");
  await waitForEntities(page, []);
  const file = JSON.parse(plate());
  const [hole] = file.entities;
  file.constraints = [];
  file.entities = Array.from({ length: 9_999 }, (_, at) => ({
    ...hole,
    name: `hole_${at}`,
    geometry: { x: (at % 100) * 1.25, y: Math.floor(at / 100) * 1.25, radius: 0.5 },
  }));
  await drop(page, "grid.scene.json", JSON.stringify(file));
  // The preview runs the code of the file, which would delay the conversion.
  await page.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`, { timeout: 60_000 });
  const converted = await page.evaluate(
    ([add, state]) =>
      new Promise((done) => {
        const began = performance.now();
        const observer = new MutationObserver(() => {
          if (!document.querySelector(state)) return;
          observer.disconnect();
          done(performance.now() - began);
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true });
        document.querySelector(add).click();
      }),
    [hook("add-to-drawing"), `${hook("import-state")}[data-state="ready"]`],
  );
  const imported = await page.evaluate(
    ([confirm, dialog]) =>
      new Promise((done) => {
        const began = performance.now();
        const observer = new MutationObserver(() => {
          if (document.querySelector(dialog)) return;
          observer.disconnect();
          done(performance.now() - began);
        });
        observer.observe(document, { subtree: true, childList: true });
        document.querySelector(confirm).click();
      }),
    [hook("import-confirm"), hook("import-dialog")],
  );
  run.note(`conversion ${Math.round(converted)} ms, import ${Math.round(imported)} ms`);
  const total = converted + imported;
  assert(total <= 3_000, `the conversion took ${Math.round(converted)} ms, the import ${Math.round(imported)} ms`);
});
