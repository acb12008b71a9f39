// The cutting check: findings with their places, the repair that lists its changes, and the panel by keyboard and in Korean.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, test } from "../fixtures.mjs";
import { exportFile, openExample } from "../jobs.mjs";
import {
  drawn,
  focused,
  fromMenu,
  hasStatement,
  holdPauses,
  hook,
  openApp,
  pageEventually,
  pause,
  readCode,
  row,
  saved,
  typeCode,
  undo,
  waitForEntities,
  waitForSelection,
} from "../page.mjs";

// A hole of 2 mm that is drawn twice, and a frame whose last side ends 0.03 mm before the first one starts.
const CODE = [
  'draw_rect({ name: "plate", x: 0, y: 0, width: 80, height: 40 });',
  'draw_circle({ name: "hole", x: 20, y: 20, radius: 1 });',
  'draw_circle({ name: "again", x: 20, y: 20, radius: 1 });',
  'draw_line({ name: "frame", points: [0, 50, 80, 50, 80, 90, 0, 90] });',
  'draw_line({ name: "side", points: [0, 89.97, 0, 50] });',
].join("\n");
const NAMES = ["plate", "hole", "again", "frame", "side"];

const FINDING = hook("cutting-finding");

/** Registers a test on a page with the drawing. */
function cutting(name, body, options = {}) {
  test(`cutting: ${name}`, async ({ run }) => {
    const page = await openApp(run, { locale: "en-US", init: holdPauses, ...options });
    await typeCode(page, CODE);
    await waitForEntities(page, NAMES);
    await pause(page);
    await body(page);
  });
}

/** Opens the check from the DXF row of the export dialog, with a kerf in the options of the format. */
async function openFromExport(page, kerf) {
  await fromMenu(page, "share-export");
  await page.locator(`${hook("export-dxf-options")} summary`).click();
  await page.locator(hook("export-dxf-kerf")).fill(kerf);
  await page.locator(hook("export-dxf-check")).click();
  await page.waitForSelector(hook("export-dialog"), { state: "detached" });
  await checked(page);
}

/** Waits for the result of a check. */
function checked(page, state = "checked") {
  return page.waitForSelector(`${hook("cutting-said")}[data-state="${state}"]`);
}

async function enter(page, parameter, text) {
  await page.locator(hook(`cutting-${parameter}`)).fill(text);
}

/** Returns the lines of each finding. */
function findings(page) {
  return page.$$eval(FINDING, (buttons) => buttons.map((button) => [...button.children].map((line) => line.textContent)));
}

const shown = (page, kinds) =>
  pageEventually(
    page,
    `the findings ${kinds.join(", ")}`,
    ([selector, wanted]) => [...document.querySelectorAll(selector)].map((button) => button.dataset.kind).join() === wanted,
    [FINDING, kinds.join()],
  );

/** Returns the entities of the exported scene by their names. */
async function scene(page) {
  await fromMenu(page, "share-export");
  const { text } = await saved(page, "export-json-file");
  await page.locator(hook("close-export")).click();
  await page.waitForSelector(hook("export-dialog"), { state: "detached" });
  return Object.fromEntries(JSON.parse(text).entities.map((entity) => [entity.name, entity]));
}

cutting("findings have their place, and show it on the drawing", async (page) => {
  await openFromExport(page, "0,2");
  assertEqual(await page.locator(hook("cutting-kerf")).inputValue(), "0,2", "the kerf of the export");
  assertEqual(await page.locator(hook("cutting-said")).textContent(), "Findings: 2. Contours: 5.", "without a thickness");
  await enter(page, "thickness", "3");
  await page.locator(hook("cutting-check")).click();
  await shown(page, ["gap", "duplicate", "narrow_hole"]);
  assertEqual(
    JSON.stringify(await findings(page)),
    JSON.stringify([
      ["Gap", "frame, side", "at (0, 89.985), width 0.03 mm", "Repair: joins the ends"],
      ["Duplicate, cut twice", "hole, again", "at (20, 20), length 6.2832 mm", "Repair: deletes the repetition"],
      ["Hole narrower than the sheet is thick", "hole", "at (20, 20), width 2 mm"],
    ]),
    "the findings",
  );
  await page.locator(`${FINDING}[data-kind="gap"]`).click();
  await waitForSelection(page, ["frame", "side"]);
  assertEqual(await page.locator(`${FINDING}[aria-current="true"]`).getAttribute("data-kind"), "gap", "the chosen finding");
  await drawn(page);
  const [width, ring] = await page.evaluate(
    ([canvas, mark]) => {
      const [, , width] = document.querySelector(`svg${canvas}`).getAttribute("viewBox").split(" ").map(Number);
      const { left, right, top, bottom } = document.querySelector(mark).getBoundingClientRect();
      const stage = document.querySelector("#drawing").getBoundingClientRect();
      return [width, [(left + right) / 2 - (stage.left + stage.right) / 2, (top + bottom) / 2 - (stage.top + stage.bottom) / 2]];
    },
    [hook("canvas"), hook("finding-mark")],
  );
  // The gap takes a twentieth of the shorter side of the view.
  assert(width > 0.6 && width < 3, `the width of the view: ${width}`);
  assert(Math.hypot(...ring) < 1, `the ring is in the middle of the canvas: ${ring}`);
  await page.locator(`${FINDING}[data-kind="narrow_hole"]`).click();
  await waitForSelection(page, ["hole"]);
});

cutting("lines that are meant to be open are not listed, and the mark of cutting keeps the drawn size", async (page) => {
  await typeCode(page, 'drawRect("plate", 0, 0, 80, 40);\ndrawLine("fold", [10, 10, 60, 10]);\n');
  await waitForEntities(page, ["plate", "fold"]);
  await fromMenu(page, "share-cutting");
  await shown(page, ["open_contour"]);
  await page.locator(FINDING).click();
  await waitForSelection(page, ["fold"]);
  await page.locator(hook("cutting-add-selection")).click();
  assertEqual(await page.locator(hook("cutting-unclosed")).inputValue(), "fold", "the selection");
  await page.locator(hook("cutting-check")).click();
  await shown(page, []);
  await enter(page, "unclosed", "fold, flod");
  await page.locator(hook("cutting-check")).click();
  await page.locator(hook("cutting-failure"), { hasText: "flod" }).waitFor();
  await page.locator(hook("cutting-close")).click();
  await page.locator(`${row("plate")} .name`).click();
  await page.locator(hook("property-as_drawn")).check();
  await hasStatement(page, 'cut_as_drawn({ entities: ["plate"] });');
  await page.locator(hook("property-as_drawn")).uncheck();
  await hasStatement(page, 'cut_as_drawn({ entities: ["plate"], as_drawn: false });');
});

cutting("a repair lists its changes, is one step, and closes the contour", async (page) => {
  const before = await scene(page);
  const code = await readCode(page);
  await openFromExport(page, "0.2");
  await enter(page, "thickness", "3");
  await page.locator(hook("cutting-repair")).click();
  await shown(page, ["narrow_hole"]);
  assertEqual(
    JSON.stringify(await page.$$eval(`${hook("cutting-changes")} li`, (lines) => lines.map((line) => line.textContent))),
    JSON.stringify(["Deleted: again, at (20, 20)", "Joined: frame, side, at (0, 90)"]),
    "the changes",
  );
  assertEqual(await page.locator(hook("cutting-said")).textContent(), "Findings: 1. Contours: 3.", "the rest");
  assertEqual(await page.locator(hook("cutting-repair")).count(), 0, "no repair is offered for a narrow hole");
  await focused(page, "cutting-said");
  await hasStatement(page, "repair_for_cutting();");
  const after = await scene(page);
  assertEqual(Object.keys(after).join(), "plate,hole,frame", "the items");
  for (const name of ["plate", "hole"]) assertEqual(JSON.stringify(after[name]), JSON.stringify(before[name]), name);
  // The sides are extended to the corner, so none of them tilts.
  const closed = { points: [0, 50, 80, 50, 80, 90, 0, 90], closed: true };
  assertEqual(JSON.stringify(after.frame), JSON.stringify({ ...before.frame, geometry: closed }), "the closed contour");
  await undo(page, code, NAMES);
  await checked(page, "stale");
  assertEqual(await page.locator(hook("cutting-changes")).count(), 0, "the changes are taken back");
  assertEqual(JSON.stringify(await scene(page)), JSON.stringify(before), "the drawing after undo");
});

cutting("a drawing without findings is reported as such, and a wrong length is refused", async (page) => {
  await typeCode(page, CODE.split("\n").slice(0, 2).join("\n"));
  await waitForEntities(page, ["plate", "hole"]);
  await fromMenu(page, "share-cutting");
  await checked(page);
  assertEqual(await page.locator(hook("cutting-said")).textContent(), "No findings. Contours: 2.", "the result");
  assertEqual(await page.locator(hook("cutting-repair")).count(), 0, "nothing to repair");
  await enter(page, "kerf", "wide");
  await enter(page, "thickness", "0.1 cm");
  await page.locator(hook("cutting-check")).click();
  await focused(page, "cutting-kerf");
  assertEqual(await page.locator(hook("cutting-kerf")).getAttribute("aria-invalid"), "true", "the wrong kerf");
  await enter(page, "kerf", "3 mm");
  await page.keyboard.press("Enter");
  await shown(page, ["narrow_feature"]);
});

cutting(
  "the panel is in Korean, accessible, and used by keyboard",
  async (page) => {
    await page.locator(hook("open-palette")).focus();
    await page.keyboard.press("ControlOrMeta+k");
    await focused(page, "palette-input");
    await page.keyboard.type("절단 검사");
    await page.waitForSelector(`${hook("palette-option")}[data-command="CheckForCutting"][aria-selected="true"]`);
    await page.keyboard.press("Enter");
    await checked(page);
    await shown(page, ["gap", "duplicate"]);
    assertEqual(await page.evaluate(() => document.activeElement.textContent), "절단 검사", "the heading has the focus");
    assertEqual(
      JSON.stringify(await findings(page)),
      JSON.stringify([
        ["틈", "frame, side", "위치 (0, 89.985), 너비 0.03 mm", "고치기: 끝 잇기"],
        ["중복, 두 번 절단", "hole, again", "위치 (20, 20), 길이 6.2832 mm", "고치기: 중복 삭제"],
      ]),
      "the findings",
    );
    await assertAccessibleInBothLooks(page, "findings");
    // Past the button that closes, the fields, and the button that checks.
    for (const name of ["cutting-close", "cutting-kerf", "cutting-thickness", "cutting-tolerance", "cutting-unclosed", "cutting-check", "cutting-finding"]) {
      await page.keyboard.press("Tab");
      await focused(page, name);
    }
    await page.keyboard.press("Enter");
    await waitForSelection(page, ["frame", "side"]);
    for (const name of ["cutting-finding", "cutting-repair"]) {
      await page.keyboard.press("Tab");
      await focused(page, name);
    }
    await page.keyboard.press("Enter");
    await page.waitForSelector(`${hook("cutting-changes")} li`);
    assertEqual(
      JSON.stringify(await page.$$eval(`${hook("cutting-changes")} li`, (lines) => lines.map((line) => line.textContent))),
      JSON.stringify(["삭제한 항목: again, 위치 (20, 20)", "이은 항목: frame, side, 위치 (0, 90)"]),
      "the changes",
    );
    assertEqual(await page.locator(hook("cutting-said")).textContent(), "찾은 문제가 없어요. 윤곽: 3개.", "the result");
    await assertAccessibleInBothLooks(page, "changes");
    await page.keyboard.press("Escape");
    await page.waitForSelector(hook("cutting"), { state: "detached" });
    await focused(page, "open-palette");
  },
  { locale: "ko-KR" },
);

const PANELS = ["bottom", "front", "back", "left", "right"];

/** Returns each painted element of an SVG file with its layer, its fill, its line, and the width of its line. */
function painted(svg) {
  let layer = "";
  const found = [];
  for (const line of svg.split("\n")) {
    const value = (name) => new RegExp(` ${name}="([^"]*)"`).exec(line)?.[1];
    if (line.includes('groupmode="layer"')) layer = value("inkscape:label");
    else if (value("id") && value("stroke")) found.push(`${value("id")} on ${layer}: ${value("fill")} ${value("stroke")} ${value("stroke-width") ?? ""}`);
  }
  return found;
}

test("cutting: the press-fit box as SVG for cutting has contours in cut and labels to engrave, and no dimension", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await openExample(page, "press_fit_box", [...PANELS, "coupon"]);
  const cut = { preset: "cut", kerf: "0.2", "kerf-except": "", operations: "" };
  const { text, report } = await exportFile(page, "svg", cut);
  const labels = [1, 2, 3, 4, 5].map((number) => `coupon_label_${number}`);
  assertEqual(
    JSON.stringify(painted(text)),
    JSON.stringify([
      ...PANELS.map((name) => `${name} on cut: none #d62828 0.01`),
      "coupon_outline on cut: none #ff0000 0.01",
      ...labels.map((name) => `${name} on engrave: #0000ff none `),
    ]),
    "the elements",
  );
  assert(report.includes("width_size") && report.includes("depth_size"), `the dimensions are reported: ${report}`);
  assert(report.includes("It is written as outlines, which are engraved."), `the labels are reported: ${report}`);
  // The DXF file leaves out the same. The coupon and the exception keep the size of the drawing.
  const dxf = await exportFile(page, "dxf", cut);
  for (const name of ["width_size", "depth_size"]) assert(dxf.report.includes(name), `${name} is reported: ${dxf.report}`);
  const element = (svg, name) => svg.split("\n").find((line) => line.includes(` id="${name}"`));
  const plain = (await exportFile(page, "svg", { ...cut, kerf: "" })).text;
  assertEqual(element(text, "coupon_outline"), element(plain, "coupon_outline"), "the coupon");
  assert(element(text, "front") !== element(plain, "front"), "the front is moved");
  const kept = (await exportFile(page, "svg", { ...cut, "kerf-except": "front" })).text;
  assertEqual(element(kept, "front"), element(plain, "front"), "the exception");
  const scored = (await exportFile(page, "svg", { ...cut, operations: "#d62828=score" })).text;
  assertEqual(JSON.stringify(painted(scored)), JSON.stringify(PANELS.map((name) => `${name} on score: none #00ff00 0.01`)), "the chosen color");
});

for (const [locale, purposes, labels] of [
  [
    "en-US",
    ["Everything that the drawing shows", "Cutting: contours only"],
    ["Purpose", "Operations for cutting by layer or color, such as plate=cut, #0000ff=engrave, fold=score", "Items and layers without the kerf, such as coupon, fold"],
  ],
  [
    "ko-KR",
    ["도면에 보이는 모든 항목", "절단: 윤곽만"],
    ["용도", "레이어나 색별 절단 작업(예: plate=cut, #0000ff=engrave, fold=score)", "절단 폭을 적용하지 않을 항목과 레이어(예: coupon, fold)"],
  ],
]) {
  cutting(
    `the export dialog names the purpose and its options (${locale})`,
    async (page) => {
      await fromMenu(page, "share-export");
      for (const format of ["svg", "dxf"]) {
        await page.locator(`${hook(`export-${format}-options`)} summary`).click();
        const texts = await page.$$eval(`${hook(`export-${format}-options`)} .export-field > span`, (spans) => spans.map((span) => span.textContent));
        for (const label of labels) assert(texts.includes(label), `${format}: ${label} of ${texts}`);
      }
      const options = await page.$$eval(`${hook("export-svg-preset")} option`, (options) => options.map((option) => option.textContent));
      assertEqual(JSON.stringify(options), JSON.stringify(purposes), "the purposes");
      const shared = await page.$$eval(`${hook("export-dxf-preset")} option`, (options) => options.map((option) => option.textContent));
      assert(shared.includes(purposes[1]), `the purpose of both formats: ${shared}`);
    },
    { locale },
  );
}
