// Scenes of the guide's screenshots. Each scene brings a new page to the state that its screenshot shows; `marks` are the
// elements that get a frame. A mock provider sends scripted responses, and the app executes their tool calls. The
// screenshot of README.md shows the recorded demo, which the app labels as recorded.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { KEY, reply, startMock, text, toolUse } from "../mock-anthropic.mjs";
import { connect, drop, fillSettings, fromDrawings, fromMenu, hook, openNewDrawing, pointOn, problemLine, row, say, typeCode, waitForEntities } from "../page.mjs";

const PLATE = `draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50 });
draw_circle({ name: 'hole', x: 40, y: 25, radius: 8 });
`;
const FLANGE = `const holes = 6;
draw_circle({ name: 'flange', x: 0, y: 0, radius: 40 });
draw_circle({ name: 'bore', x: 0, y: 0, radius: 12 });
for (let i = 0; i < holes; i++) {
  const a = (i / holes) * 2 * Math.PI;
  drawCircle(\`hole_\${i + 1}\`, 28 * Math.cos(a), 28 * Math.sin(a), 4);
}
`;
/** Scene JSON of a cover in centimeters, with a constraint that is left out. */
const COVER = JSON.stringify({
  format: "trammel-scene",
  version: 1,
  name: "cover",
  units: "cm",
  layers: [],
  entities: [
    {
      name: "window",
      type: "circle",
      geometry: { x: 4, y: 8, radius: 1.5 },
      style: { stroke: { color: "ink", width: 0.1, dash: [], cap: "butt", join: "miter" }, fill: null },
      transform: { translate: [0, 0], rotate: 0, scale: [1, 1], pivot: null },
      layer: null,
      locked: false,
      hidden: false,
      parent: null,
      children: [],
    },
  ],
  constraints: [{ id: "c1", kind: "radius", refs: ["window"], value: 1.5 }],
});
const WORDS = {
  en: {
    draw: "Draw a flange, 80 mm wide, with a bore and six holes.",
    begin: "I draw the flange with a bore and six holes on a circle.",
    done: "The flange is 80 mm wide. The bore has a radius of 12 mm and the holes a radius of 4 mm.",
    remove: "Remove the holes.",
    removing: "I delete the five holes.",
    move: "Move this hole closer to the center.",
    moved: "The hole is moved, one is gone, and a ring is new.",
    need: "I request the missing tool and make a tool for bolts.",
    rationale: "Involute teeth take many lines of code.",
    gear: "A spur gear with involute teeth",
    bolt: "A bolt seen from above",
    title: "Bracket",
    preset: "Six holes",
  },
  ko: {
    draw: "너비 80 mm 플랜지를 그려 줘. 가운데 구멍 하나, 둘레에 구멍 여섯 개.",
    begin: "가운데 구멍과 둘레의 구멍 여섯 개가 있는 플랜지를 그릴게요.",
    done: "플랜지의 너비는 80 mm예요. 가운데 구멍의 반지름은 12 mm, 둘레 구멍의 반지름은 4 mm예요.",
    remove: "구멍을 지워 줘.",
    removing: "구멍 다섯 개를 삭제할게요.",
    move: "이 구멍을 가운데에 더 가깝게 옮겨 줘.",
    moved: "구멍 하나를 옮기고 하나를 지우고 고리를 추가했어요.",
    need: "없는 도구를 요청하고 볼트 도구를 만들게요.",
    rationale: "인벌류트 톱니는 코드가 길어져요.",
    gear: "인벌류트 톱니가 있는 평기어",
    bolt: "위에서 본 볼트",
    title: "브래킷",
    preset: "구멍 여섯 개",
  },
};

/** Returns the first JavaScript code block of a page of the guide. */
function example(root, name) {
  return /```js\n([^]*?)```/.exec(readFileSync(join(root, `docs/guide/en/${name}.md`), "utf8"))[1];
}

/** Connects the page to a mock provider that sends these responses. */
async function withModel(page, { atEnd }, turns) {
  const mock = await startMock({ turns });
  atEnd(mock.close);
  await connect(page, { baseUrl: mock.baseUrl, key: KEY });
}

/** Opens the form of a tool in the command palette and fills in its fields. */
async function form(page, tool, fields) {
  await page.locator(hook("open-palette")).click();
  await page.locator(hook("palette-input")).fill(tool);
  await page.locator(`[data-command="${tool}"]`).click();
  for (const [field, value] of Object.entries(fields)) {
    const input = page.locator(hook(`tool-field-${field}`));
    if (!(await input.isVisible())) await page.locator(`${hook("tool-form")} summary`).click();
    await input.fill(value);
  }
}

async function flange(page, context) {
  const words = WORDS[context.lang];
  const draw = reply(text(words.begin), toolUse("toolu_01", "run_cad_code", { code: FLANGE }));
  await openNewDrawing(page);
  await withModel(page, context, [draw, reply(text(words.done))]);
  await say(page, words.draw);
  await page.waitForSelector(hook("receipt"));
  await page.waitForSelector(hook("send"));
  await page.locator(hook("fit")).click();
}

async function demo(page) {
  await openNewDrawing(page);
  await page.locator(hook("tab-chat")).click();
  await page.locator(hook("play-demo")).first().click();
  await page.waitForSelector(hook("receipt"), { timeout: 60_000 });
  await page.waitForSelector(hook("send"));
  await page.locator(hook("fit")).click();
}

async function plate(page) {
  await openNewDrawing(page);
  await typeCode(page, PLATE);
  await waitForEntities(page, ["plate", "hole"]);
  await page.locator(hook("fit")).click();
}

async function project(page, { root, lang }) {
  const main = readFileSync(join(root, "examples/gear.js"), "utf8");
  const name = { en: "Gear", ko: "톱니바퀴" }[lang];
  const file = JSON.stringify({ format: "trammel-project", version: 1, name, files: { main } });
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "gear.json", { type: "application/json" }));
    document.querySelector("#drawing").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, file);
  await page.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
}

/** Lets the mock model create a custom tool and a tool request, and shows both in the Memory tab. */
async function memory(page, context) {
  const words = WORDS[context.lang];
  const code = "export function bolt({ name, x, y }) {\n  drawCircle(name, x, y, 5);\n}\n";
  const properties = {
    name: { type: "string", description: "Name" },
    x: { type: "number", description: "Center x" },
    y: { type: "number", description: "Center y" },
  };
  const request = { name: "draw_spring", description: words.gear, rationale: words.rationale, suggested_params: ["x", "y", "teeth"] };
  const bolt = { name: "draw_bolt", description: words.bolt, module: "parts", function: "bolt", parameters: { properties, required: ["name", "x", "y"] } };
  await withModel(page, context, [
    reply(toolUse("toolu_01", "get_tool_schema", { name: "request_tool" })),
    reply(toolUse("toolu_02", "get_tool_schema", { name: "register_tool" })),
    reply(toolUse("toolu_03", "write", { file: "parts", code })),
    reply(toolUse("toolu_04", "request_tool", request)),
    reply(toolUse("toolu_05", "register_tool", bolt)),
    reply(text(words.need)),
  ]);
  await say(page, words.need);
  await page.waitForSelector(hook("receipt"));
  await page.locator(hook("tab-memory")).click();
  await page.waitForSelector(hook("tool-request"));
}

async function modules(page, { root }) {
  const [parts, main] = example(root, "modules").split("// main\n");
  await openNewDrawing(page);
  await page.locator(hook("tab-code")).click();
  await page.locator(hook("new-file")).click();
  await page.locator(hook("new-file-name")).fill("parts");
  await page.locator(hook("create-file")).click();
  const file = (name) => page.locator(`${hook("file")}[data-name="${name}"]`);
  await page.waitForSelector(`${hook("file")}[data-name="parts"][aria-current="true"]`);
  await typeCode(page, parts.replace("// parts\n", "").trim());
  await file("main").click();
  await page.waitForSelector(`${hook("file")}[data-name="main"][aria-current="true"]`);
  await typeCode(page, main.trim());
  await waitForEntities(page, ["bolt_1", "bolt_2"]);
  await page.locator(hook("fit")).click();
  await file("parts").click();
}

async function changes(page, context) {
  const words = WORDS[context.lang];
  const names = [1, 2, 3, 4, 5].map((number) => `hole_${number}`);
  const code = names.map((name) => `deleteEntity('${name}');`).join("\n");
  await withModel(page, context, [reply(text(words.removing), toolUse("toolu_01", "run_cad_code", { code })), reply(text(words.removing))]);
  await say(page, words.remove);
  await page.waitForSelector(hook("asking"));
}

/** Lets the mock model move, delete, and add holes of the flange, and shows the review. */
async function review(page, context) {
  const words = WORDS[context.lang];
  const code = "translate('hole_1', 6, 0);\ndeleteEntity('hole_4');\ndrawCircle('ring', 0, 0, 18);";
  await openNewDrawing(page);
  await typeCode(page, FLANGE);
  await page.waitForSelector('[data-entity="hole_6"]');
  await page.locator(hook("fit")).click();
  await withModel(page, context, [reply(toolUse("toolu_01", "run_cad_code", { code })), reply(text(words.moved))]);
  await say(page, words.move);
  await page.locator(hook("keep")).click();
  await page.waitForSelector(hook("review-bar"));
  await page.locator(hook("review-next")).click();
}

/** Points at a message whose turn has changed the flange. */
async function back(page, context) {
  await review(page, context);
  await page.locator(hook("review-keep-all")).click();
  await page.locator(`${hook("message")}[data-role="user"]`).last().hover();
  await page.waitForSelector(hook("then"));
}

/** Draws a circle around a hole, with a typed radius that is not yet accepted. */
async function draw(page) {
  await typeCode(page, PLATE);
  await waitForEntities(page, ["plate", "hole"]);
  await page.locator(hook("fit")).click();
  await page.locator(hook("tool-circle")).click();
  await page.keyboard.type("40,25");
  await page.keyboard.press("Enter");
  await page.keyboard.type("12");
  await page.waitForSelector(`${hook("ghost")}[d^="M"]`, { state: "attached" });
}

async function edit(page) {
  await openNewDrawing(page);
  await typeCode(page, PLATE);
  await waitForEntities(page, ["plate", "hole"]);
  await page.locator(hook("fit")).click();
  await page.locator(hook("zoom-out")).click();
  await page.locator(row("plate")).click();
  const { x, y } = await pointOn(page, "plate", 0.3);
  await page.mouse.click(x, y, { button: "right" });
  await page.waitForSelector(hook("context-menu"));
}

/** Rotates the selected plate about its corner, with a typed angle that is not yet accepted. */
async function modify(page) {
  await typeCode(page, PLATE);
  await waitForEntities(page, ["plate", "hole"]);
  await page.locator(hook("fit")).click();
  await page.locator("#drawing").focus();
  await page.keyboard.press("Control+a");
  await page.locator(hook("modify-tools")).click();
  await page.locator(hook("tool-rotate")).click();
  await page.keyboard.type("40,25");
  await page.keyboard.press("Enter");
  await page.keyboard.type("30");
  await page.waitForSelector(`${hook("ghost")}[d^="M"]`, { state: "attached" });
}

async function sketch(page, { lang }) {
  await page.locator(hook("tab-chat")).click();
  await page.locator(hook("tool-sketch")).click();
  const { x, y } = await pointOn(page, "hole_1", 0);
  const around = (step) => [x - 20 + 42 * Math.cos(step / 5), y + 42 * Math.sin(step / 5)];
  await page.mouse.move(...around(0));
  await page.mouse.down();
  for (let step = 1; step <= 32; step += 1) await page.mouse.move(...around(step));
  await page.mouse.up();
  await page.locator(hook("composer")).fill(WORDS[lang].move);
}

async function drawings(page) {
  await page.locator(hook("examples")).click();
  await page.locator(hook("example-bracket")).click();
  await waitForEntities(page, ["rib", "plate", "bolt_1", "bolt_2", "bolt_3", "bolt_4", "slot", "eye", "axis_x", "axis_y"]);
  await plate(page);
  await openNewDrawing(page);
  await typeCode(page, FLANGE);
  await page.waitForSelector(row("hole_6"));
  await openNewDrawing(page);
  await page.keyboard.press("Alt+Shift+o");
  await page.waitForSelector(hook("drawing-row"));
  await sameTimes(page);
}

async function history(page) {
  await page.locator(hook("examples")).click();
  await page.locator(hook("example-bracket")).click();
  await page.waitForSelector(row("bolt_2"));
  await plate(page);
  await page.keyboard.press("Alt+Shift+h");
  await page.waitForSelector(hook("version-row"));
  await sameTimes(page);
}

/** Replaces the times in a list, which are different in each run. */
async function sameTimes(page) {
  await page.$$eval(".drawing-about .hint", (hints) => {
    for (const hint of hints) hint.textContent = hint.textContent.replace(/\d{1,4}[./][^·]*\d{2}[^·]*/, "2026-01-15 10:00 ");
  });
}

async function view(page) {
  await page.locator(hook("examples")).click();
  await page.locator(hook("example-bracket")).click();
  await page.waitForSelector(row("bolt_2"));
  await page.locator(hook("fit")).click();
  for (const [name, modifiers] of [["bolt_1", []], ["bolt_2", ["Shift"]]]) {
    const { x, y } = await pointOn(page, name);
    if (modifiers.length > 0) await page.keyboard.down("Shift");
    await page.mouse.click(x, y);
    if (modifiers.length > 0) await page.keyboard.up("Shift");
  }
  await page.mouse.move(640, 5);
}

/**
 * All screenshots. `name` is also the name of the guide page that shows the screenshot, and `set` brings the page to its state.
 * A screenshot with `file` is not part of the guide.
 */
export const SCENES = [
  { name: "start", set: async () => {}, marks: [hook("examples")] },
  {
    name: "code",
    marks: [hook("run")],
    async set(page, { root }) {
      await openNewDrawing(page);
      await typeCode(page, example(root, "code"));
      await page.waitForSelector(row("hole_68_38"));
      await page.locator(hook("fit")).click();
    },
  },
  {
    name: "parameters",
    marks: [`${hook("parameter")}[data-name="radius"]`],
    async set(page, { root, lang }) {
      await openNewDrawing(page);
      await typeCode(page, example(root, "parameters"));
      await page.waitForSelector(row("hole_6"));
      await page.locator(hook("fit")).click();
      await page.locator(hook("tab-parameters")).click();
      await page.locator(hook("preset-name")).fill(WORDS[lang].preset);
      await page.locator(hook("save-preset")).click();
      await page.waitForSelector(hook("preset"));
      await page.locator(hook("parameter-slider")).first().focus();
    },
  },
  {
    name: "errors",
    marks: [hook("problem")],
    async set(page) {
      await plate(page);
      await typeCode(page, PLATE.replace("draw_circle", "draw_circel"));
      await problemLine(page);
    },
  },
  {
    name: "properties",
    marks: [hook("property-radius")],
    async set(page) {
      await plate(page);
      await page.locator(row("hole")).click();
      await page.waitForSelector(hook("property-radius"));
    },
  },
  { name: "modules", set: modules, marks: [".files"] },
  { name: "chat", set: flange, marks: [hook("receipt")] },
  {
    name: "keys",
    marks: [".settings fieldset"],
    async set(page) {
      await fillSettings(page, { key: KEY });
      await page.locator(hook("cost-cap")).scrollIntoViewIfNeeded();
    },
  },
  { name: "changes", set: changes, marks: [hook("asking")] },
  { name: "review", set: review, marks: [hook("review-bar")] },
  { name: "back", set: back, marks: [".message-actions", hook("then")] },
  { name: "draw", set: draw, marks: [hook("tool-circle"), hook("tool-prompt")] },
  { name: "edit", set: edit, marks: [hook("context-menu")] },
  { name: "modify", set: modify, marks: [hook("modify-tools"), hook("tool-prompt")] },
  { name: "sketch", set: sketch, marks: [hook("tool-sketch")] },
  { name: "view", set: view, marks: [hook("selected"), ".zoom-cluster"] },
  {
    name: "items",
    marks: [`${row("hole_1")} ${hook("eye")}`, `${row("hub")} ${hook("lock")}`],
    async set(page) {
      await page.locator(`${row("hole_1")} ${hook("eye")}`).click();
      await page.waitForSelector(`${row("hole_1")} ${hook("eye")}[data-on="true"]`);
      await page.locator(`${row("hub")} ${hook("lock")}`).click();
      await page.waitForSelector(`${row("hub")} ${hook("lock")}[data-on="true"]`);
    },
  },
  {
    name: "tools",
    marks: [hook("tool-run")],
    set: (page) => form(page, "draw_circle", { name: "pin", x: "0", y: "75", radius: "6" }),
  },
  {
    name: "parts",
    marks: [],
    async set(page, { root }) {
      await openNewDrawing(page);
      await typeCode(page, example(root, "parts"));
      await page.waitForSelector(row("room_door_1_leaf"));
      await page.locator(hook("fit")).click();
    },
  },
  {
    name: "cut",
    marks: [hook("cutting-check")],
    async set(page, { root }) {
      await typeCode(page, readFileSync(join(root, "examples/press_fit_box.js"), "utf8"));
      await page.waitForSelector(row("coupon"));
      await page.locator(hook("fit")).click();
      await fromMenu(page, "share-cutting");
      await page.locator(hook("cutting-kerf")).fill("0.15");
      await page.locator(hook("cutting-thickness")).fill("3");
      await page.locator(hook("cutting-check")).click();
      await page.waitForSelector(`${hook("cutting-said")}[data-state="checked"]`);
    },
  },
  {
    name: "measure",
    marks: [row("width")],
    async set(page) {
      await plate(page);
      await form(page, "dimension_linear", { name: "width", from: "plate.point[3]", to: "plate.point[2]" });
      await page.locator(hook("tool-run")).click();
      await page.waitForSelector(row("width"));
      await page.locator(hook("fit")).click();
    },
  },
  {
    name: "checks",
    marks: [hook("checks")],
    async set(page) {
      const code = [
        "drawRect('plate', 0, 0, 80, 50);",
        "drawCircle('hole', 7, 10, 3);",
        "expectClearance('hole', 'plate', 5);",
        "expectInside('hole', 'plate');",
        "expectClosed('plate');",
      ];
      await typeCode(page, code.join("\n"));
      await page.locator(`${hook("check")}[data-holds="false"]`).click();
    },
  },
  {
    name: "layers",
    marks: [],
    async set(page, { lang }) {
      await page.locator(hook("edit-title")).click();
      const more = page.locator(`${hook("tool-form")} summary`);
      if (!(await page.locator(hook("tool-field-name")).isVisible())) await more.click();
      await page.locator(hook("tool-field-name")).fill(WORDS[lang].title);
      await page.locator(hook("tool-field-units")).selectOption("mm");
    },
  },
  {
    name: "display",
    marks: [hook("display")],
    async set(page) {
      await plate(page);
      await page.locator(hook("fit")).click();
      await page.locator(hook("display")).click();
      await page.locator(hook("display-rulers")).click();
    },
  },
  { name: "drawings", set: drawings, marks: [hook("open-drawing")] },
  { name: "history", set: history, marks: [hook("restore-version")] },
  {
    name: "folder",
    marks: [hook("folder-status")],
    async set(page) {
      await plate(page);
      // A script cannot operate the browser's picker, so a folder of the private file system stands for the choice.
      await page.evaluate(() => {
        window.showDirectoryPicker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("plates", { create: true });
      });
      await fromDrawings(page, "open-folder");
      await page.locator(`${hook("folder-status")}[data-state="in-use"]`).click();
    },
  },
  {
    name: "share",
    marks: [hook("share-copy")],
    async set(page) {
      await fromMenu(page, "share-link");
      // Replaces the address of the server, whose port is different in each run.
      for (const field of ["share-url", "embed-code"]) {
        await page.waitForFunction((field) => document.querySelector(field)?.value, hook(field));
        await page.$eval(hook(field), (field) => (field.value = field.value.replace(location.origin, "https://trammel.example")));
      }
    },
  },
  {
    name: "files",
    marks: [hook("export-svg-file")],
    async set(page) {
      await fromMenu(page, "share-export");
      await page.waitForSelector(hook("export-svg-file"));
    },
  },
  {
    name: "dxf",
    marks: [hook("export-dxf-preset"), hook("export-dxf-file")],
    async set(page) {
      await fromMenu(page, "share-export");
      await page.locator(`${hook("export-dxf-options")} summary`).click();
      await page.locator(hook("export-dxf-file")).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "print",
    marks: [hook("export-pdf-file")],
    async set(page) {
      await fromMenu(page, "share-export");
      await page.locator(`${hook("export-pdf-options")} summary`).click();
      await page.locator(hook("export-pdf-file")).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "import",
    marks: [hook("import-confirm")],
    async set(page) {
      await plate(page);
      await drop(page, "cover.scene.json", COVER);
      await page.locator(hook("add-to-drawing")).click();
      await page.waitForSelector(`${hook("import-state")}[data-state="ready"]`);
    },
  },
  { name: "memory", set: memory, marks: [hook("approve")] },
  {
    name: "shortcuts",
    async set(page) {
      await page.locator(hook("open-palette")).click();
      await page.waitForSelector(hook("palette-option"));
    },
  },
  { name: "command-line", set: project, marks: [hook("make-copy")] },
  { name: "storage", set: async () => {}, marks: [hook("saved")] },
  { name: "screenshot", set: demo, file: "docs/screenshot.png" },
];
