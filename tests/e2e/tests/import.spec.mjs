// Import of files: the worker converts the file, and only the button "Import" changes the drawing. Scripts and addresses in a
// file never reach the page.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, MAIN, test, TIMED } from "../fixtures.mjs";
import { activeContent, drawCircles, drop, fromMenu, hook, openApp, pageEventually, readCode, saved, typeCode, waitForEntities, watchActiveContent } from "../page.mjs";

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
  await assertAccessibleInBothLooks(page, "the import dialog");
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

const FOREIGN = "https://evil.example/";
const MARKUP = '"><img src=x onerror=alert(1)>';
const escaped = MARKUP.replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const HOSTILE_SVG = `<?xml version="1.0"?>
<?xml-stylesheet href="${FOREIGN}sheet.css"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100mm" height="100mm" viewBox="0 0 100 100" onload="alert(2)">
  <title>${escaped}</title>
  <script>alert(3)</script>
  <script xlink:href="${FOREIGN}script.js"/>
  <style>@import url(${FOREIGN}import.css); rect { fill: url(${FOREIGN}fill.svg#a) }</style>
  <foreignObject width="50" height="50"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${FOREIGN}frame.html"></iframe></foreignObject>
  <image href="${FOREIGN}image.png" width="10" height="10"/>
  <image xlink:href="javascript:alert(4)" width="10" height="10"/>
  <use href="${FOREIGN}use.svg#a"/>
  <set attributeName="onclick" to="alert(5)"/>
  <rect id="plate" x="10" y="10" width="40" height="20" onclick="alert(6)" style="fill: url(${FOREIGN}fill.svg#b)"><animate onbegin="alert(7)" attributeName="x" dur="1s"/></rect>
  <a href="javascript:alert(8)"><circle id="${escaped}" cx="70" cy="70" r="5" onmouseover="alert(9)"/></a>
</svg>`;

const HOSTILE_DXF =
  [
    ["0", "SECTION", "2", "HEADER", "9", "$ACADVER", "1", "AC1015", "9", "$INSUNITS", "70", "4", "0", "ENDSEC"],
    ["0", "SECTION", "2", "ENTITIES"],
    ["0", "CIRCLE", "8", MARKUP, "10", "0.0", "20", "0.0", "30", "0.0", "40", "2.5"],
    ["0", "TEXT", "8", "NOTES", "10", "0.0", "20", "9.0", "30", "0.0", "40", "3.0", "1", MARKUP],
    ["0", "ENDSEC", "0", "EOF"],
  ]
    .flat()
    .join("\n") + "\n";

/** Imports a hostile file as a new drawing, or into an empty one, and throws if anything in the page could run or fetch something. */
async function importHostile(run, file, text, names, into = false) {
  const page = await openApp(run);
  page.on("dialog", (dialog) => run.problems.push(`a dialog: ${dialog.message()}`));
  const asked = [];
  page.context().on("request", (request) => asked.push(request.url()));
  await typeCode(page, "");
  await waitForEntities(page, []);
  await watchActiveContent(page);
  await drop(page, file, text);
  await stateIs(page, "ready");
  if (into) {
    await page.locator(hook("import-into")).check();
    await stateIs(page, "ready");
  }
  run.note((await page.locator(hook("import-report")).innerText()).replaceAll("\n", " ").slice(0, 300));
  await page.locator(hook("import-confirm")).click();
  await page.waitForSelector(hook("import-dialog"), { state: "detached" });
  for (const name of names) await page.waitForSelector(`[data-entity="${name}"]`, { state: "attached" });
  for (const tab of ["tab-code", "tab-chat", "tab-memory", "tab-parameters"]) await page.locator(hook(tab)).click();
  assertEqual(await activeContent(page), [], "elements and attributes that could run or fetch something");
  assertEqual(asked.filter((url) => url.includes("evil.example")), [], "requests");
}

test("import: scripts and addresses of an SVG file never reach the page", ({ run }) => importHostile(run, "hostile.svg", HOSTILE_SVG, ["plate"]));

test("import: markup of a DXF file never reaches the page", ({ run }) => importHostile(run, "hostile.dxf", HOSTILE_DXF, ["hostile"], true));

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
  await run.withinLimits({ "conversion and import": 3_000 }, async () => {
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
    await pageEventually(page, "all entities", (nodes) => document.querySelectorAll(nodes).length === 10_000, `svg${hook("canvas")} [data-entity]`);
    run.note(`conversion ${Math.round(converted)} ms, import ${Math.round(imported)} ms`);
    await page.locator(hook("undo")).click();
    await waitForEntities(page, []);
    return { "conversion and import": converted + imported };
  });
});

/** Pastes a text on the drawing. */
function paste(page, text) {
  return page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const target = document.querySelector("#drawing");
    target.focus();
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test("import: the text of an SVG file that is pasted on the drawing is imported", async ({ run }) => {
  const page = await openApp(run);
  await typeCode(page, "");
  await waitForEntities(page, []);
  await paste(page, '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20"><circle id="dot" cx="5" cy="5" r="3"/></svg>');
  await stateIs(page, "ready");
  await page.locator(hook("import-confirm")).click();
  await waitForEntities(page, ["pasted", "dot"]);
});

test("import: the text of a scene file that is pasted on the drawing is previewed", async ({ run }) => {
  const page = await openApp(run);
  await paste(page, plate());
  await page.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
});

test("import: of several dropped files, a notice names the one that opens", async ({ run }) => {
  const page = await openApp(run);
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    for (const name of ["one.json", "two.json", "three.json"]) dataTransfer.items.add(new File([text], name));
    const target = document.querySelector("#drawing");
    for (const type of ["dragover", "drop"]) {
      target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  }, plate());
  await page.locator(hook("notice"), { hasText: 'Opening "one.json", the first of 3 files' }).waitFor();
  await page.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
});

test("import: a DWG file is answered with what to do", async ({ run }) => {
  const page = await openApp(run);
  await drop(page, "plan.dwg", "AC1032 plan");
  await page.locator(hook("share-trouble"), { hasText: "Save it as DXF" }).waitFor();
});

test("import: a full drawing offers no part of the file and says what to do", async ({ run }) => {
  const page = await openApp(run);
  await typeCode(page, "for (let i = 0; i < 10000; i++) drawCircle(`c_${i}`, i % 100, i / 100, 0.3);");
  await page.waitForSelector(`${hook("entity-count")}[data-count="10000"]`, { state: "attached" });
  await drop(page, "hole.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="5" cy="5" r="3"/></svg>');
  await stateIs(page, "ready");
  await page.locator(hook("import-into")).check();
  await stateIs(page, "too-large");
  const words = await page.locator(hook("import-state")).innerText();
  assert(words.includes("the drawing is full") && words.includes("new drawing"), words);
  assertEqual(await page.locator(hook("import-first")).count(), 0, "offers of the first 0 entities");
});

test("import: an SVG file of the page with its code opens as the drawing that wrote it", async ({ run }) => {
  const page = await openApp(run);
  const code = 'const size = 5;\ndrawCircle("hole", 0, 0, size);\ndrawText({ name: "label", text: "A < B", x: 0, y: 9, size: 3 });';
  await typeCode(page, code);
  await waitForEntities(page, ["hole", "label"]);
  await fromMenu(page, "share-export");
  const { text } = await saved(page, "export-svg-file");
  await page.locator(hook("close-export")).click();
  await drop(page, "drawing.svg", text);
  await page.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
  assertEqual(await page.locator(hook("preview-code")).textContent(), code, "the code of the file");
  await page.locator(hook("make-copy")).click();
  await waitForEntities(page, ["hole", "label"]);
  assertEqual(await readCode(page), code, "the code of the copy");
});
