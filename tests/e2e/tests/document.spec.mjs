// Document context: tool requests, memory, the command palette, the language of tools, full storage.
import { assertAccessible, assertAccessibleInBothLooks } from "../axe.mjs";
import { clickAt, tapAt } from "../drawing.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import { KEY, reply, startMock, text, toolUse } from "../mock-anthropic.mjs";
import { connect, drawCircles, drawn, focused, hasStatement, hook, openApp, openCode, pageEventually, readCode, ready, records, row, say, typeCode, waitForEntities, waitForSelection } from "../page.mjs";

const SPRING = {
  name: "draw_spring",
  description: 'A coil spring <img src=x onerror="alert(1)">',
  rationale: "coils take many lines",
  suggested_params: ["coils", "pitch"],
};

/** A model that answers the user's words with the calls listed for them, then reports that it is done. */
function obedient(calls) {
  let number = 0;
  return (body) => {
    const last = body.messages.at(-1).content;
    const blocks = Array.isArray(last) ? last : [{ type: "text", text: last }];
    if (blocks.some((block) => block.type === "tool_result")) return reply(text("Done as you said."));
    const said = blocks.map((block) => block.text ?? "").join(" ");
    const found = Object.entries(calls).find(([words]) => said.includes(words));
    if (!found) return reply(text("Done as you said."));
    return reply(...found[1].map(([tool, input]) => toolUse(`toolu_${(number += 1)}`, tool, input)));
  };
}

async function withModel(calls, body) {
  const mock = await startMock({ turns: [obedient(calls)] });
  try {
    await body(mock);
  } finally {
    await mock.close();
  }
}

/** Sends a message and waits for the end of the model's turn. */
async function ask(page, mock, words) {
  const before = mock.requests.length;
  await say(page, words);
  await eventually("the model receives the results", () => mock.requests.length >= before + 2);
  await page.waitForSelector(hook("send"));
}

/** Returns the tool results of the last turn, as the model received them. */
function results(mock) {
  const blocks = mock.requests.at(-1).body.messages.at(-1).content;
  return JSON.stringify(blocks.filter((block) => block.type === "tool_result").map((block) => block.content));
}

const record = (kind, id) => `${hook("record")}[data-kind="${kind}"]${id ? `[data-id="${id}"]` : ""}`;
const request = (name) => `${hook("tool-request")}[data-name="${name}"]`;

test("document: an approved tool request stays approved after a reload", ({ run }) =>
  withModel(
    { "miss a spring": [["request_tool", SPRING], ["request_tool", SPRING]], "what became": [["list_tool_requests", {}]] },
    async (mock) => {
      const page = await openApp(run);
      await page.locator(hook("tab-memory")).click();
      await page.waitForSelector(hook("requests-empty"));
      await connect(page, { baseUrl: mock.baseUrl, key: KEY });
      await ask(page, mock, "you miss a spring");
      assertEqual(await page.locator(hook("open-requests")).getAttribute("data-count"), "1", "open requests");

      await page.locator(hook("tab-memory")).click();
      const card = page.locator(request("draw_spring"));
      assertEqual(await card.getAttribute("data-asked"), "2", "request count");
      const shown = await card.innerText();
      for (const words of [SPRING.description, SPRING.rationale, "coils, pitch", "req_001, req_002"]) {
        assert(shown.includes(words), `the card shows ${words}: ${shown}`);
      }
      assertEqual(await card.locator("img").count(), 0, "elements made of the model's words");
      await assertAccessibleInBothLooks(page, "a request");
      await card.locator(hook("request-note")).fill("write it as a module");
      await card.locator(hook("approve")).click();
      await page.waitForSelector(`${request("draw_spring")}[data-status="approved"]`);
      assertEqual(await page.locator(hook("open-requests")).count(), 0, "badges");

      await page.reload();
      await ready(page);
      await page.locator(hook("tab-memory")).click();
      await page.waitForSelector(`${request("draw_spring")}[data-status="approved"]`);
      await page.locator(hook("tab-chat")).click();
      await page.locator(hook("new-chat")).click();
      await ask(page, mock, "what became of it?");
      const told = results(mock);
      assert(told.includes("approved") && told.includes("write it as a module"), told);

      await page.locator(hook("tab-memory")).click();
      await page.locator(hook("decide-again")).click();
      await page.locator(hook("reject")).click();
      await page.waitForSelector(`${request("draw_spring")}[data-status="rejected"]`);
    },
  ));

const LEARNED = [
  ["save_decision", { topic: "gear", decision: "Teeth by cos and sin", reasoning: "even spacing" }],
  ["record_outcome", { id: "dec_001", outcome: "success", reason: "twelve even teeth" }],
  ["save_checkpoint", { summary: "gear drawn", next_steps: "hub" }],
  ["edit_hint", { tool: "draw_circle", action: "add", text: "x, y is the center" }],
  ["write", { file: "house_lib", code: "export function house({ name, size }) {\n  return drawRect(name, 200, 0, size, size);\n}" }],
  [
    "register_tool",
    {
      name: "draw_house",
      description: "A square house",
      parameters: { properties: { name: { type: "string" }, size: { type: "number" } }, required: ["name", "size"] },
      module: "house_lib",
      function: "house",
    },
  ],
];

test("document: memory entries can be read, edited and deleted, and a deletion can be undone", ({ run }) =>
  withModel({ learn: LEARNED }, async (mock) => {
    const page = await openApp(run);
    await page.locator(hook("tab-memory")).click();
    for (const kind of ["requests", "custom", "decisions", "checkpoints", "hints"]) {
      const words = await page.locator(hook(`${kind}-empty`)).innerText();
      assert(words.length > 20, `what fills ${kind}: ${words}`);
    }
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await ask(page, mock, "learn this");
    await page.locator(hook("tab-memory")).click();
    const decision = page.locator(record("decision", "dec_001"));
    const words = await decision.innerText();
    for (const part of ["gear", "worked", "Teeth by cos and sin", "even spacing", "twelve even teeth"]) {
      assert(words.includes(part), `the decision shows ${part}: ${words}`);
    }

    // By keyboard: open the form, change a field, save; the focus returns.
    await decision.locator(hook("edit-record")).focus();
    await page.keyboard.press("Enter");
    await pageEventually(page, "the first field has the focus", (test) => document.activeElement.dataset.testid === test, "record-field-0");
    await assertAccessibleInBothLooks(page, "editing a decision");
    await decision.locator(hook("record-field-1")).fill(" ");
    await decision.locator(hook("save-record")).click();
    await page.waitForSelector(hook("record-error"));
    await decision.locator(hook("record-field-1")).fill("Teeth by a loop");
    await decision.locator(hook("record-field-3")).selectOption("failed");
    await decision.locator(hook("record-field-0")).press("Enter");
    await pageEventually(page, "the focus is on the button again", () => document.activeElement.dataset.testid === "edit-record");
    assert((await decision.innerText()).includes("failed"), "the new outcome");

    await page.locator(`${record("checkpoint")} ${hook("delete-record")}`).click();
    await page.waitForSelector(hook("deleted"));
    assertEqual(await page.locator(record("checkpoint")).count(), 0, "checkpoints");
    await pageEventually(page, "the focus is on Undo", () => document.activeElement.dataset.testid === "undo-delete");
    await page.keyboard.press("Enter");
    await page.waitForSelector(record("checkpoint", "chk_001"));
    await page.locator(`${record("hint")} ${hook("delete-record")}`).click();
    await page.waitForSelector(hook("hints-empty"));
    await page.locator(`${record("custom", "draw_house")} ${hook("delete-record")}`).click();
    await page.waitForSelector(hook("custom-empty"));
    await page.locator(hook("undo-delete")).click();
    await page.waitForSelector(record("custom", "draw_house"));
    await assertAccessibleInBothLooks(page, "memory");

    await page.reload();
    await ready(page);
    await page.locator(hook("tab-memory")).click();
    const after = await page.locator(record("decision", "dec_001")).innerText();
    assert(after.includes("Teeth by a loop") && after.includes("failed"), `after the reload: ${after}`);
    assertEqual(await page.locator(record("hint")).count(), 0, "hints after the reload");
    assertEqual(await page.locator(record("checkpoint")).count(), 1, "checkpoints after the reload");
    await page.locator(`${record("decision")} ${hook("delete-record")}`).click();
    await page.waitForSelector(hook("decisions-empty"));
    await page.reload();
    await ready(page);
    await page.waitForSelector(hook("decisions-empty"), { state: "attached" });
  }));

for (const [where, options] of [
  ["in dark and Korean", { colorScheme: "dark", locale: "ko-KR" }],
  ["on a phone", { viewport: { width: 390, height: 844 } }],
]) {
  test(`document: memory and palette can be used ${where}`, ({ run }) =>
    withModel({ learn: [["request_tool", SPRING], ...LEARNED] }, async (mock) => {
      const page = await openApp(run, options);
      await connect(page, { baseUrl: mock.baseUrl, key: KEY });
      await ask(page, mock, "learn this");
      await page.locator(hook("tab-memory")).click();
      await page.waitForSelector(request("draw_spring"));
      await assertAccessible(page, `memory, ${where}`);
      const sideways = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      assert(!(await sideways()), "the page scrolls sideways");
      await page.locator(`${hook("open-palette")}:visible, ${hook("open-palette-phone")}:visible`).click();
      await page.waitForSelector(hook("palette-option"));
      await assertAccessible(page, `palette, ${where}`);
      await page.locator(hook("palette-input")).fill("draw_rect");
      await page.keyboard.press("Enter");
      await page.waitForSelector(hook("tool-form"));
      await page.locator(`${hook("tool-form")} summary`).click();
      await assertAccessible(page, `form, ${where}`);
      assert(!(await sideways()), "the page scrolls sideways under the form");
    }));
}

test("document: the status bar shows the drawing's name and unit, and a click changes them", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "one");
  assertEqual(await page.locator(hook("units")).innerText(), "mm", "the unit of a new drawing");
  await page.locator(hook("edit-title")).click();
  await page.waitForSelector(`${hook("tool-form")}[data-tool="set_drawing"]`);
  await focused(page, "tool-field-name");
  await page.locator(hook("tool-field-name")).fill("bracket");
  await page.locator(hook("tool-field-units")).selectOption("in");
  await assertAccessibleInBothLooks(page, "the form of name and unit");
  await page.locator(hook("tool-run")).click();
  await page.waitForSelector(hook("tool-form"), { state: "detached" });
  assertEqual(
    await page.locator(hook("question-text")).innerText(),
    "The drawing is 20 × 20 mm. Convert the numbers: 0.787402 × 0.787402 in, which is the same size. " +
      "Keep the numbers: 20 × 20 in, which is 25.4 times the size.",
    "the question",
  );
  await page.locator(hook("unit-convert")).click();
  await focused(page, "edit-title");
  await pageEventually(page, "in", (selector) => document.querySelector(selector).textContent === "in", hook("units"));
  assertEqual(await page.locator(hook("drawing-name")).innerText(), "bracket", "the name");
  await hasStatement(page, 'convert_units({ units: "in" });');
  // A form that was not opened in the palette is closed by Escape, and the focus returns.
  await page.keyboard.press("Enter");
  await focused(page, "tool-field-name");
  await page.keyboard.press("Escape");
  await page.waitForSelector(hook("tool-form"), { state: "detached" });
  await focused(page, "edit-title");
  await page.keyboard.press("ControlOrMeta+k");
  await focused(page, "palette-input");
});

test("document: the palette runs actions and tools, each tool call as one undo step", ({ run }) =>
  withModel({ learn: LEARNED }, async (mock) => {
    const page = await openApp(run);
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await ask(page, mock, "learn this");
    await page.locator(hook("written")).filter({ hasText: "house" }).locator(hook("turn-written")).check();
    await drawCircles(page, "one");
    const open = async (query) => {
      await page.keyboard.press("ControlOrMeta+k");
      await focused(page, "palette-input");
      await page.keyboard.type(query);
    };
    const option = (command) => `${hook("palette-option")}[data-command="${command}"]`;

    await open("redo");
    assertEqual(await page.locator(option("Redo")).getAttribute("aria-disabled"), "true", "redo with nothing to redo");
    await page.keyboard.press("Escape");
    await pageEventually(page, "the palette is closed", () => !document.querySelector("dialog[open]"));
    await open("memory");
    await page.keyboard.press("Enter");
    await pageEventually(page, "the tab is open and has the focus", () => document.activeElement.id === "tab-memory");

    await open("draw circle");
    assertEqual(await page.locator(hook("palette-option")).first().getAttribute("data-command"), "draw_circle", "the best answer");
    await page.keyboard.press("Enter");
    await page.waitForSelector(`${hook("tool-form")}[data-tool="draw_circle"]`);
    const field = (name) => page.locator(hook(`tool-field-${name}`));
    // The form proposes a free name, so the first empty field has the focus.
    await focused(page, "tool-field-x");
    assertEqual(await field("name").inputValue(), "circle_1", "the proposed name");
    await field("name").fill("two");
    await field("x").fill("wide");
    await field("y").fill("0");
    await field("radius").fill("-1");
    await field("radius").press("Enter");
    assertEqual(await field("x").getAttribute("aria-invalid"), "true", "a word is not a number");
    await pageEventually(page, "the wrong field has the focus", () => document.activeElement.dataset.testid === "tool-field-x");
    await field("x").fill("40");
    await page.locator(hook("tool-run")).click();
    const failed = await page.waitForSelector(`${hook("tool-answer")}[data-ok="false"]`);
    assert((await failed.innerText()).includes("radius"), "the error names the parameter");
    await assertAccessibleInBothLooks(page, "a form with an error");
    await field("radius").fill("10");
    assertEqual(await page.locator(hook("tool-run")).innerText(), "Draw", "the button names the work");
    await page.locator(hook("tool-run")).click();
    await waitForEntities(page, ["one", "two"]);
    await page.waitForSelector(hook("tool-form"), { state: "detached" });
    await page.waitForSelector(`text="Added: two."`);
    await openCode(page);
    assert((await readCode(page)).includes('draw_circle({ name: "two", x: 40, y: 0, radius: 10 });'), "the call is in the code");
    await page.locator(hook("undo")).click();
    await waitForEntities(page, ["one"]);

    // A query changes nothing and shows its result; a custom tool is listed as well.
    await page.locator(row("one")).click();
    await open("get_area");
    await page.keyboard.press("Enter");
    await focused(page, "tool-field-entity");
    assertEqual(await field("entity").inputValue(), "one", "the selected item");
    await page.locator(hook("tool-run")).click();
    const area = await page.waitForSelector(`${hook("tool-answer")}[data-ok="true"]`);
    assertEqual((await area.innerText()).trim(), "314.159265", "the area of a circle of radius 10");
    await page.locator(hook("form-back")).click();
    await focused(page, "palette-input");
    await page.locator(hook("palette-input")).fill("house");
    await page.keyboard.press("Enter");
    await focused(page, "tool-field-name");
    await field("name").fill("home");
    await field("size").fill("30");
    await page.keyboard.press("Escape");
    await focused(page, "palette-input");
    await page.keyboard.press("Enter");
    await page.locator(hook("palette-input")).fill("house");
    await page.keyboard.press("Enter");
    await focused(page, "tool-field-name");
    await field("name").fill("home");
    await field("size").fill("30");
    await page.locator(hook("tool-run")).click();
    await waitForEntities(page, ["one", "home"]);
  }));

test("document: the palette keeps every letter typed before the next frame", async ({ run }) => {
  const page = await openApp(run);
  // Simulates a busy machine, where frames are late.
  await page.evaluate(() => {
    const frame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (then) => frame(() => setTimeout(() => then(performance.now()), 1_000));
  });
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("draw circle");
  await page.keyboard.press("Enter");
  await page.waitForSelector(`${hook("tool-form")}[data-tool="draw_circle"]`);
  await page.keyboard.type("12");
  assertEqual(await page.locator(hook("tool-field-x")).inputValue(), "12", "typed at once");
});

const field = (page, name) => page.locator(hook(`tool-field-${name}`));

/** Opens the form of a tool in the command palette. */
async function openForm(page, tool) {
  await page.keyboard.press("ControlOrMeta+k");
  await focused(page, "palette-input");
  await page.keyboard.type(tool);
  await page.waitForSelector(`${hook("palette-option")}[data-command="${tool}"][aria-selected="true"]`);
  await page.keyboard.press("Enter");
  await page.waitForSelector(`${hook("tool-form")}[data-tool="${tool}"]`);
}

for (const [where, options, click] of [
  ["by mouse", {}, clickAt],
  ["by finger on a phone", { viewport: { width: 390, height: 844 }, hasTouch: true }, tapAt],
]) {
  test(`document: clicks on the drawing fill the fields of a form, ${where}`, async ({ run }) => {
    const page = await openApp(run, { locale: "en-US", ...options });
    await typeCode(page, 'drawRect("plate", 0, 0, 80, 50);\n');
    await waitForEntities(page, ["plate"]);
    await page.locator(hook("fit")).click();
    await drawn(page);

    // The first form draws a circle around a corner; the second one measures an edge.
    await openForm(page, "draw_circle");
    await focused(page, "tool-field-x");
    assert((await page.locator(hook("pick-hint")).innerText()).includes("click a point"), "the field says that it takes clicks");
    await click(page, [80, 50]);
    await focused(page, "tool-field-radius");
    assertEqual([await field(page, "x").inputValue(), await field(page, "y").inputValue()], ["80", "50"], "the corner");
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    await waitForEntities(page, ["plate", "circle_1"]);
    await page.waitForSelector(hook("tool-form"), { state: "detached" });

    await openForm(page, "dimension_linear");
    await focused(page, "tool-field-from");
    await click(page, [20, 0]);
    assertEqual(await field(page, "from").inputValue(), "plate.edge[0]", "the edge under the pointer");
    await field(page, "from").focus();
    await click(page, [40, 50]);
    assertEqual(await field(page, "from").inputValue(), "plate.edge[2].mid", "the point under the pointer");
    assertEqual(await page.locator(hook("selected")).getAttribute("data-count"), "0", "a click for a field selects nothing");
    await page.keyboard.press("Escape");
    await focused(page, "palette-input");
    await page.keyboard.press("Escape");
    await pageEventually(page, "everything is closed", () => !document.querySelector("dialog[open], .tool-form"));

    await openForm(page, "boolean_union");
    await field(page, "entities").focus();
    await click(page, [40, 0]);
    assertEqual(await field(page, "entities").inputValue(), "plate", "the item under the pointer");
    await assertAccessible(page, `a form beside the drawing, ${where}`);
  });
}

test("document: a click that gives nothing for a field says so, and a shortcut outside the form reaches the drawing", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  await drawCircles(page, "one", "two");
  await page.locator(hook("fit")).click();
  await drawn(page);
  await openForm(page, "translate");
  await field(page, "name").focus();
  await clickAt(page, [15, 10]);
  await page.locator(hook("notice"), { hasText: "Nothing is at this place" }).waitFor();
  await focused(page, "tool-field-name");
  assertEqual(await field(page, "name").inputValue(), "", "the field stays empty");
  await clickAt(page, [10, 0]);
  await focused(page, "tool-field-dx");
  assertEqual(await field(page, "name").inputValue(), "one", "the circle");
  // With the focus on the canvas, the form stays open and a click selects.
  await page.locator("#drawing").focus();
  await clickAt(page, [40, 0]);
  await waitForSelection(page, ["two"]);
  assertEqual(await field(page, "name").inputValue(), "one", "the field");
  await page.keyboard.press("Delete");
  await waitForEntities(page, ["one"]);
});

const hangul = (value) => /[가-힣]/.test(value);
const descriptions = (body) => body.tools.map((tool) => tool.description);

test("document: a changed tool language applies from the next conversation", ({ run }) =>
  withModel({ list: [["list_domains", {}]] }, async (mock) => {
    const page = await openApp(run);
    const prompt = (body) => JSON.stringify(body.system);
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await ask(page, mock, "list one");
    const first = mock.requests.at(-1).body;
    assert(!hangul(prompt(first)) && !descriptions(first).some(hangul), "English at first");

    // Within a conversation nothing changes, so that prompt caches stay valid.
    await page.locator(hook("language")).selectOption("ko");
    await ask(page, mock, "list two");
    const second = mock.requests.at(-1).body;
    assertEqual([second.system, second.tools], [first.system, first.tools], "prompt and tools within a conversation");
    assert(!hangul(results(mock)), "results within a conversation");
    await page.reload();
    await ready(page);
    await page.locator(hook("tab-chat")).click();
    await ask(page, mock, "list three");
    assertEqual(mock.requests.at(-1).body.system, first.system, "the prompt after a reload");

    // Small models follow English descriptions best, so they are English in a Korean app as well.
    await page.locator(hook("new-chat")).click();
    await ask(page, mock, "list four");
    assert(!descriptions(mock.requests.at(-1).body).some(hangul), "English tools in a Korean app");

    await page.locator(hook("new-chat")).click();
    await page.locator(hook("open-settings")).first().click();
    await page.locator(hook("tool-language")).selectOption("ko");
    await page.locator(hook("close-settings")).click();
    await ask(page, mock, "list five");
    const korean = mock.requests.at(-1).body;
    assert(prompt(korean).includes("primitives: 기본 도형 그리기"), prompt(korean));
    assert(descriptions(korean).every(hangul), descriptions(korean).join("\n"));
    assert(hangul(results(mock)), "domains are described in Korean");
  }));

test("document: full storage is reported, loses nothing, and saving recovers", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "stored");
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
  await page.evaluate(() => {
    const real = [Storage.prototype.setItem, IDBObjectStore.prototype.put];
    window.makeRoom = () => {
      [Storage.prototype.setItem, IDBObjectStore.prototype.put] = real;
    };
    const refuse = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
    [Storage.prototype.setItem, IDBObjectStore.prototype.put] = [refuse, refuse];
  });
  await drawCircles(page, "stored", "only_here");
  await page.waitForSelector(`${hook("saved")}[data-state="failed"]`);
  const banner = page.locator(hook("save-failed"));
  assert((await banner.innerText()).includes("full"), "the banner says why");
  await assertAccessibleInBothLooks(page, "with the warning");
  await banner.locator("button").click();
  await drawCircles(page, "stored", "only_here", "too");
  assertEqual(await banner.count(), 0, "a dismissed warning stays away while nothing is new");

  await page.evaluate(() => window.makeRoom());
  await drawCircles(page, "stored", "only_here", "too", "last");
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
  const code = await readCode(page);
  await page.reload();
  await ready(page);
  await waitForEntities(page, ["stored", "only_here", "too", "last"]);
  await openCode(page);
  assertEqual(await readCode(page), code, "code after the reload");
});

test("document: a conversation too large for storage is reported while it exists", ({ run }) =>
  withModel({ draw: [["draw_circle", { name: "by_model", x: 0, y: 0, radius: 5 }]] }, async (mock) => {
    const page = await openApp(run);
    await drawCircles(page, "one");
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await page.evaluate(() => {
      for (const name of ["add", "put"]) {
        const real = IDBObjectStore.prototype[name];
        IDBObjectStore.prototype[name] = function (value, key) {
          if (this.name === "conversations" && !window.hasRoom) throw new DOMException("no room", "QuotaExceededError");
          return real.call(this, value, key);
        };
      }
    });
    await ask(page, mock, "draw one");
    await page.waitForSelector(hook("save-failed"));
    await drawCircles(page, "one", "two");
    await eventually("the drawing is stored without the conversation", async () => {
      const [content] = Object.values(await records(page, "contents"));
      return content.texts["file/main"].includes("two");
    });
    await page.waitForSelector(`${hook("saved")}[data-state="failed"]`);
    await page.evaluate(() => (window.hasRoom = true));
    await drawCircles(page, "one", "two", "three");
    await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
    assertEqual(await page.locator(hook("save-failed")).count(), 0, "banners when it is over");
    const [talk] = Object.values(await records(page, "conversations"));
    assert(talk.title.includes("draw one"), "the conversation is stored");
  }));
