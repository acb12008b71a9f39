// The tools for an agent of the browser (WebMCP), against fakes of each form of the interface.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import { KEY, reply, startMock, text, toolUse } from "../mock-anthropic.mjs";
import { connect, drawCircles, entities, hook, openApp, pageEventually, row, say, waitForEntities } from "../page.mjs";

// Each fake keeps the registered tools in `window.agentTools`, by name.
const FORMS = {
  "document.modelContext.registerTool with a signal": () => {
    const tools = (window.agentTools = new Map());
    const modelContext = {
      async registerTool(tool, { signal } = {}) {
        if (tools.has(tool.name)) throw new DOMException(`${tool.name} is there already`, "InvalidStateError");
        tools.set(tool.name, tool);
        signal?.addEventListener("abort", () => tools.delete(tool.name));
      },
    };
    Object.defineProperty(Document.prototype, "modelContext", { get: () => modelContext });
  },
  "navigator.modelContext.registerTool with unregisterTool": () => {
    const tools = (window.agentTools = new Map());
    const modelContext = {
      registerTool(tool) {
        if (tools.has(tool.name)) throw new DOMException(`${tool.name} is there already`, "InvalidStateError");
        tools.set(tool.name, tool);
      },
      unregisterTool(name) {
        if (!tools.delete(name)) throw new DOMException(`${name} is not there`, "InvalidStateError");
      },
    };
    Object.defineProperty(Navigator.prototype, "modelContext", { get: () => modelContext });
  },
  "navigator.modelContext.provideContext": () => {
    const tools = (window.agentTools = new Map());
    const modelContext = {
      provideContext({ tools: given }) {
        tools.clear();
        for (const tool of given) tools.set(tool.name, tool);
      },
    };
    Object.defineProperty(Navigator.prototype, "modelContext", { get: () => modelContext });
  },
};

async function openSettings(page) {
  await page.locator(hook("tab-chat")).click();
  if (!(await page.locator(hook("webmcp")).isVisible())) await page.locator(hook("open-settings")).first().click();
}

async function turn(page, on) {
  await openSettings(page);
  await page.locator(hook("webmcp")).setChecked(on);
  await waitForTool(page, "draw_circle", on);
  if (!on) assertEqual(await names(page), [], "tools after the switch is off");
}

function names(page) {
  return page.evaluate(() => [...window.agentTools.keys()]);
}

/** Waits until the browser has a tool of this name, or no longer has it. */
async function waitForTool(page, name, known = true) {
  await pageEventually(
    page,
    `the browser ${known ? "knows" : "does not know"} ${name}`,
    ([name, known]) => window.agentTools.has(name) === known,
    [name, known],
  );
}

/** Calls a tool like the browser's agent. */
function execute(page, name, input) {
  return page.evaluate(([name, input]) => window.agentTools.get(name).execute(input), [name, input]);
}

/** Answers the question about a change, which contains these words. */
async function answer(page, choice, words) {
  const question = page.locator(hook("question"));
  await question.waitFor();
  const text = await question.locator(hook("question-text")).innerText();
  assert(words.test(text), `the question: ${text}`);
  await question.locator(hook(choice)).click();
  await question.waitFor({ state: "detached" });
}

const said = (result) => JSON.parse(result.content[0].text);
const circle = (name) => ({ name, x: 0, y: 0, radius: 5 });

for (const form of Object.keys(FORMS)) {
  test(`webmcp: tools are registered and removed through ${form}`, async ({ run }) => {
    const page = await openApp(run, { init: FORMS[form] });
    assertEqual(await names(page), [], "tools before the switch is on");
    await turn(page, true);
    const tool = await page.evaluate(() => {
      const { name, description, inputSchema, execute, annotations } = window.agentTools.get("draw_circle");
      return { name, described: description.length > 10, required: inputSchema.required, execute: typeof execute, annotations };
    });
    assertEqual(
      tool,
      { name: "draw_circle", described: true, required: ["name", "x", "y", "radius"], execute: "function", annotations: { readOnlyHint: false, untrustedContentHint: true } },
      "a tool",
    );
    const before = await entities(page);
    const result = await execute(page, "draw_circle", circle("by_agent"));
    assertEqual([result.isError, said(result).entity], [false, "by_agent"], "the result of a call");
    await waitForEntities(page, [...before, "by_agent"]);
    await page.evaluate(() => (window.kept = window.agentTools.get("draw_circle")));
    await turn(page, false);
    const late = await page.evaluate((input) => window.kept.execute(input), circle("too_late"));
    assert(late.isError && /disabled/.test(said(late).error), `a call after the switch is off: ${JSON.stringify(late)}`);
    await waitForEntities(page, [...before, "by_agent"]);
    await turn(page, true);
    assertEqual((await execute(page, "exists", { name: "by_agent" })).isError, false, "on again");
  });
}

const FORM = Object.values(FORMS)[0];

test("webmcp: each call is one undo step and locked entities are protected", async ({ run }) => {
  const page = await openApp(run, { init: FORM });
  await drawCircles(page, "held", "free");
  await turn(page, true);
  await page.locator(`${row("held")} ${hook("lock")}`).click();
  for (const [tool, input] of [
    ["translate", { name: "held", dx: 5, dy: 0 }],
    ["delete_entity", { name: "held" }],
    ["run_cad_code", { code: "deleteEntity('held')" }],
  ]) {
    const refused = await execute(page, tool, input);
    assert(refused.isError && /locked/.test(refused.content[0].text), `${tool}: ${JSON.stringify(refused)}`);
  }
  const deletion = execute(page, "delete_entity", { name: "free" });
  await answer(page, "keep", /deleted items \(1\): free/);
  assertEqual((await deletion).isError, false, "an approved deletion");
  await execute(page, "draw_circle", circle("first"));
  await execute(page, "run_cad_code", { code: "drawCircle('second', 9, 9, 1); drawCircle('third', 20, 9, 1);" });
  await waitForEntities(page, ["held", "first", "second", "third"]);
  await page.locator(hook("undo")).click();
  await waitForEntities(page, ["held", "first"]);
  await page.locator(hook("undo")).click();
  await waitForEntities(page, ["held"]);
  await page.locator(hook("undo")).click();
  await waitForEntities(page, ["held", "free"]);
});

test("webmcp: a risky change needs the user's approval", async ({ run }) => {
  const page = await openApp(run, { init: FORM });
  await drawCircles(page, "one", "two");
  await turn(page, true);
  // A second call waits for the answer about the first one.
  const deletion = execute(page, "run_cad_code", { code: "deleteEntity('one'); drawCircle('new', 50, 50, 5);" });
  await page.waitForSelector(hook("question"));
  const next = execute(page, "draw_circle", circle("next"));
  await waitForEntities(page, ["two", "new"]);
  await assertAccessibleInBothLooks(page, "the question about a change of the browser's agent");
  await answer(page, "take-back", /deleted items \(1\): one/);
  const refused = await deletion;
  assert(refused.isError && /the user rejected this change/.test(said(refused).error), JSON.stringify(refused));
  assertEqual((await next).isError, false, "the call that waited");
  await waitForEntities(page, ["one", "two", "next"]);

  // Closing the question does not approve the change.
  const closed = execute(page, "delete_entity", { name: "two" });
  await page.waitForSelector(hook("question"));
  await page.keyboard.press("Escape");
  assert((await closed).isError, "a deletion without an answer");
  await waitForEntities(page, ["one", "two", "next"]);

  // The agent undoes its own steps, and those of the user stay.
  assertEqual((await execute(page, "bash", { command: "undo" })).isError, false, "an undo of its own step");
  await waitForEntities(page, ["one", "two"]);
  const undone = await execute(page, "bash", { command: "undo" });
  assert(undone.isError && /not a step of this run/.test(said(undone).error), JSON.stringify(undone));
  await waitForEntities(page, ["one", "two"]);

  // With a selection, a change of other items is a risk; the switch of the chat applies here too.
  await page.locator(row("one")).click();
  const outside = execute(page, "translate", { name: "two", dx: 1, dy: 0 });
  await answer(page, "keep", /outside the selection \(1\): two/);
  assertEqual((await outside).isError, false, "an approved change");
  await openSettings(page);
  await page.locator(hook("ask-first")).setChecked(false);
  assertEqual((await execute(page, "delete_entity", { name: "two" })).isError, false, "a deletion without approval");
  await waitForEntities(page, ["one"]);
});

test("webmcp: errors and pictures have their own result types", async ({ run }) => {
  const page = await openApp(run, { init: FORM });
  await turn(page, true);
  const unknown = await execute(page, "delete_entity", { name: "nobody" });
  assertEqual([unknown.isError, said(unknown).error], [true, "Entity 'nobody' not found"], "an entity that is not there");
  const wrong = await execute(page, "draw_circle", { name: "c", x: 0, y: 0, radius: -1 });
  assert(wrong.isError && /radius/.test(said(wrong).error), JSON.stringify(wrong));
  const broken = await execute(page, "run_cad_code", { code: "\nnope();" });
  assertEqual([broken.isError, said(broken).error.line], [true, 2], "code that does not run");
  const picture = await execute(page, "bash", { command: "capture" });
  const image = picture.content.find((block) => block.type === "image");
  assertEqual([picture.isError, image?.mimeType], [false, "image/png"], "a picture");
  assertEqual(Buffer.from(image.data, "base64").subarray(1, 4).toString(), "PNG", "its first bytes");
});

test("webmcp: the setting persists and custom tools are added and removed", async ({ run }) => {
  const page = await openApp(run, { init: FORM });
  await turn(page, true);
  await page.reload();
  await waitForTool(page, "draw_circle");
  await execute(page, "write", { file: "dot_lib", code: "export function dot({ name }) { return drawCircle(name, 0, 0, 1); }" });
  const parameters = { properties: { name: { type: "string", description: "Its name" } }, required: ["name"] };
  const dot = { name: "draw_dot", description: "A dot", parameters, module: "dot_lib", function: "dot" };
  assertEqual((await execute(page, "register_tool", dot)).isError, false, "registered");
  // A tool of an agent is off until the user turns it on.
  await page.locator(hook("tab-memory")).click();
  const switched = page.locator(`${hook("record")}[data-kind="custom"] ${hook("turn-imported")}`);
  await switched.waitFor();
  assertEqual(await page.evaluate(() => window.agentTools.has("draw_dot")), false, "the browser knows the tool that is off");
  await switched.check();
  await waitForTool(page, "draw_dot");
  assertEqual(said(await execute(page, "draw_dot", { name: "d" })).data, "d", "what its function returns");
  // The function cannot be removed while main imports it.
  const other = { file: "dot_lib", code: "export const other = 1;" };
  assertEqual((await execute(page, "write", other)).isError, true, "a write that breaks main");
  await execute(page, "bash", { command: "undo" });
  assertEqual((await execute(page, "write", other)).isError, false, "written");
  await waitForTool(page, "draw_dot", false);
  await waitForTool(page, "draw_circle");
});

test("webmcp: tools in the language of the page leave a conversation in its own", async ({ run }) => {
  const hangul = (value) => /[가-힣]/.test(JSON.stringify(value));
  const has = (body) => body.messages.at(-1).content.some?.((block) => block.type === "tool_result");
  let calls = 0;
  const mock = await startMock({
    turns: [(body) => (has(body) ? reply(text("Done.")) : reply(toolUse(`toolu_${(calls += 1)}`, "list_domains", {})))],
  });
  try {
    const page = await openApp(run, { init: FORM });
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "list one");
    await eventually("the first result", () => mock.requests.length === 2);
    await page.waitForSelector(hook("send"));
    await page.locator(hook("language")).selectOption("ko");
    await turn(page, true);
    const description = await page.evaluate(() => window.agentTools.get("draw_circle").description);
    assert(hangul(description), `the tools for the agent are in Korean: ${description}`);
    await page.locator(hook("close-settings")).click();
    await say(page, "list two");
    await eventually("the second result", () => mock.requests.length === 4);
    const [first, second] = [mock.requests[1].body, mock.requests[3].body];
    assertEqual([second.system, second.tools], [first.system, first.tools], "prompt and tools of the conversation");
    assert(!hangul(second.messages.at(-1).content), "a reply about tools within the conversation");
    await page.waitForSelector(hook("send"));
  } finally {
    await mock.close();
  }
});

test("webmcp: the setting is hidden when the browser has no agent", async ({ run }) => {
  const page = await openApp(run);
  await page.locator(hook("tab-chat")).click();
  await page.locator(hook("open-settings")).first().click();
  await page.waitForSelector(hook("provider"));
  assertEqual(await page.locator(hook("webmcp")).isVisible(), false, "the switch is shown");
});
