// The chat against a mock of the Anthropic wire format, and the recorded demo.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, eventually, MAIN, test } from "../fixtures.mjs";
import { endless, failure, KEY, reply, silence, startMock, text, thinking, toolUse } from "../mock-anthropic.mjs";
import { connect, drawn, entities, everythingShown, focused, hook, openApp, openCode, pageEventually, readCode, ready, records, say } from "../page.mjs";

const GEAR = `
for (let i = 0; i < 12; i++) {
  const angle = (i * Math.PI) / 6;
  drawCircle("tooth_" + i, 40 * Math.cos(angle), 40 * Math.sin(angle), 4);
}
drawCircle("gear_body", 0, 0, 36);
drawCircle("gear_bore", 0, 0, 8);
`;
const TEETH = Array.from({ length: 12 }, (_, at) => `tooth_${at}`);

const answered = (body) => body.messages.some((m) => Array.isArray(m.content) && m.content.some((b) => b.type === "tool_result"));
const gearTurn = (body) =>
  answered(body)
    ? reply(text("A 12-tooth gear of radius 36 with a bore of 8."))
    : reply(thinking("Twelve teeth, 30 degrees apart."), text("I draw the gear."), toolUse("toolu_01GEAR", "run_cad_code", { code: GEAR }));

async function withMock(turns, body) {
  const mock = await startMock({ turns });
  try {
    await body(mock);
  } finally {
    await mock.close();
  }
}

test("chat: a prompt is drawn as circles through the real wire format", MAIN, ({ run }) =>
  withMock([gearTurn], async (mock) => {
    const page = await openApp(run);
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "draw a 12-tooth gear");
    await pageEventually(
      page,
      "the teeth and the body are drawn",
      (names) => names.every((name) => document.querySelector(`[data-testid="canvas"] [data-entity="${name}"]`)),
      [...TEETH, "gear_body", "gear_bore"],
    );
    await page.waitForSelector(`${hook("tool-call")}[data-tool="run_cad_code"][data-state="ok"]`);
    await pageEventually(
      page,
      "the closing words",
      (selector) => [...document.querySelectorAll(selector)].some((node) => node.textContent.includes("bore of 8")),
      hook("message"),
    );

    assertEqual(mock.requests.length, 2, "requests");
    assert(mock.preflights >= 1, "the browser asked for permission first (CORS)");
    const [first, second] = mock.requests.map((request) => request.body);
    assert(JSON.stringify(first.messages).includes("draw a 12-tooth gear"), "the wish is in the first request");
    const results = second.messages.at(-1).content.filter((block) => block.type === "tool_result");
    assertEqual(results.map((block) => block.tool_use_id), ["toolu_01GEAR"], "tool results in the second request");
    assert(JSON.stringify(results[0].content).includes("success"), "the result says how it went");
    const echoed = second.messages.at(-2).content;
    assertEqual(echoed.map((block) => block.type), ["thinking", "text", "tool_use"], "the assistant's turn is sent back whole");
    assertEqual(second.messages.slice(0, first.messages.length).map((m) => m.role), first.messages.map((m) => m.role), "prefix");
    assertEqual(second.tools, first.tools, "tools stay the same");

    await openCode(page);
    assert((await readCode(page)).includes("tooth_"), "what the model drew is in the code");
  }));

test("chat: a conversation has the same few tools in every request", ({ run }) => {
  const results = (body) => body.messages.flatMap((m) => (Array.isArray(m.content) ? m.content : [])).filter((b) => b.type === "tool_result");
  const steps = [
    reply(toolUse("toolu_01LIST", "list_tools", { domain: "groups" })),
    reply(toolUse("toolu_02SCHEMA", "get_tool_schema", { name: "drawCircle" })),
    reply(toolUse("toolu_03DRAW", "draw_circle", { name: "found", x: 0, y: 0, radius: 5 })),
    reply(text("A circle.")),
  ];
  const turn = (body) => steps[Math.min(results(body).length, steps.length - 1)];
  return withMock([turn], async (mock) => {
    const page = await openApp(run);
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "draw a circle");
    await page.waitForSelector(`[data-testid="canvas"] [data-entity="found"]`, { state: "attached" });
    await eventually("the last request", () => mock.requests.length === 4);
    const bodies = mock.requests.map((request) => request.body);
    const offered = bodies.map((body) => body.tools.map((tool) => tool.name));
    const first = ["read", "edit", "write", "run_cad_code", "query_code", "list_tools", "get_tool_schema", "call_tool"];
    assertEqual(offered, Array(4).fill(first), "tools offered");
    for (let at = 1; at < bodies.length; at += 1) {
      const [before, now] = [bodies[at - 1], bodies[at]];
      assertEqual(now.system, before.system, "the system prompt");
      assertEqual(now.tools, before.tools, "the tools");
      assertEqual(now.messages.slice(0, before.messages.length), before.messages, "the messages before");
    }
    assert(JSON.stringify(bodies[0].system).length + JSON.stringify(bodies[0].tools).length < 6_000, "the first request is lean");

    // After a reload, the conversation continues with the same tools.
    await eventually("the conversation is stored", async () => JSON.stringify(await records(page, "conversations")).includes("A circle."));
    await page.reload();
    await ready(page);
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "thanks");
    await eventually("a request after the reload", () => mock.requests.length === 5);
    assertEqual(mock.requests[4].body.tools, bodies[3].tools, "the tools after a reload");
  });
});

test("chat: a call is a sentence with names that select, colored code, and a result in words", ({ run }) => {
  const draw = reply(
    toolUse("toolu_01DRAW", "draw_rect", { name: "plate", x: 0, y: 0, width: 120, height: 80 }),
    toolUse("toolu_02RUN", "run_cad_code", { code: "// two holes\nfor (const x of [20, 100]) drawCircle(`hole_${x}`, x, 40, 5);\nexpect(false, '<b>no</b>');\nfor (let i = 0; i < 150; i++) console.log('x'.repeat(80));" }),
    toolUse("toolu_03FAIL", "get_area", { name: "missing" }),
  );
  const turn = (body) => (answered(body) ? reply(text("Done.")) : draw);
  return withMock([turn], async (mock) => {
    const page = await openApp(run, { locale: "en-US" });
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "a plate");
    const calls = page.locator(hook("tool-call"));
    await page.waitForSelector(`${hook("tool-call")}[data-state="failed"]`);
    const drawn = calls.nth(0);
    assertEqual((await drawn.locator(".tool-text").textContent()).trim(), "Draw", "the sentence before the name");
    assertEqual(await drawn.locator(".tool-values").textContent(), "x 0, y 0, width 120, height 80", "the values");
    assertEqual(await drawn.locator(hook("tool-outcome")).textContent(), "1 added · area of plate: 9600", "the result");
    const ran = calls.nth(1);
    assertEqual(await ran.locator(hook("tool-outcome")).textContent(), "2 added · area of hole_20: 78.5398 · 0 of 1 checks pass", "the result of the code");
    assert(JSON.stringify(mock.requests[1].body).includes("[Cut off: "), "the model received the beginning of the reply");
    await ran.locator(`${hook("tool-code")} span`).first().waitFor();
    const code = ran.locator(hook("tool-code"));
    assert((await code.textContent()).startsWith("// two holes\nfor (const x"), "the code as it is");
    assertEqual(await code.locator("b").count(), 0, "text of a model is no markup");
    const colors = await code.locator("span").evaluateAll((parts) => new Set(parts.map((part) => getComputedStyle(part).color)).size);
    assert(colors >= 3, `${colors} colors`);
    assert((await calls.nth(2).locator(hook("tool-outcome")).textContent()).includes("'missing'"), "the reason of the failure");
    assertEqual(await drawn.locator("details").evaluate((details) => details.open), false, "the JSON is folded");
    await drawn.locator(hook("name-chip")).click();
    await pageEventually(page, "the plate is selected", (row) => document.querySelectorAll(row).length === 1, '[role="treegrid"] [role="row"][aria-selected="true"]');
    await assertAccessibleInBothLooks(page, "tool calls");
    await page.reload();
    await ready(page);
    await page.locator(hook("tab-chat")).click();
    assertEqual(await calls.nth(0).locator(hook("tool-outcome")).textContent(), "1 added · area of plate: 9600", "after a reload");
  });
});

test("chat: a capture call returns a PNG of the drawing", ({ run }) => {
  const turn = (body) =>
    answered(body) ? reply(text("I see a gear.")) : reply(toolUse("toolu_01LOOK", "bash", { command: "capture" }));
  return withMock([turn], async (mock) => {
    const page = await openApp(run);
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "what do you see?");
    await eventually("the picture is sent", () => mock.requests.length === 2);
    const result = mock.requests[1].body.messages.at(-1).content.find((block) => block.type === "tool_result");
    const image = result.content.find((block) => block.type === "image");
    assert(image, `an image in ${JSON.stringify(result).slice(0, 200)}`);
    assertEqual(image.source.media_type, "image/png", "its type");
    const bytes = Buffer.from(image.source.data, "base64");
    assertEqual(bytes.subarray(1, 4).toString(), "PNG", "its first bytes");
    assert(Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) === 1024, "its longer side is 1024 pixels");
    // A blank picture compresses to almost nothing.
    assert(bytes.length > 8000, `a picture of ${bytes.length} bytes shows nothing`);
  });
});

test("chat: the key stays in this tab and is not displayed", ({ run }) =>
  withMock([gearTurn], async (mock) => {
    const page = await openApp(run);
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "draw a 12-tooth gear");
    await page.waitForSelector(`${hook("tool-call")}[data-state="ok"]`);
    await eventually("the second request", () => mock.requests.length === 2);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    assert(!stored.includes(KEY), "the key is not in localStorage");
    assert(!(await everythingShown(page)).includes(KEY), "the key is nowhere in the page");
    for (const request of mock.requests) {
      assert(!request.url.includes(KEY) && !request.raw.includes(KEY), "the key is in no address and no body");
    }
    await page.reload();
    await ready(page);
    assert(!(await everythingShown(page)).includes(KEY), "the key is nowhere in the page after a reload");
  }));

test("chat: Stop ends a streamed answer and the next prompt works", ({ run }) =>
  withMock([endless(), gearTurn], async (mock) => {
    const page = await openApp(run);
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "talk to me");
    await pageEventually(
      page,
      "words arrive",
      (selector) => [...document.querySelectorAll(selector)].some((node) => node.textContent.includes("word5")),
      hook("message"),
    );
    await page.locator(hook("stop")).click();
    await eventually("the connection is closed", () => mock.aborted === 1);
    const note = await page.locator(hook("note")).last().innerText();
    const spoken = await page.locator(hook("live")).textContent();
    assert(note.includes("Stopped.") && spoken.startsWith("Stopped."), `shown: ${note}, spoken: ${spoken}`);
    await say(page, "draw a 12-tooth gear");
    await page.waitForSelector(`[data-testid="canvas"] [data-entity="gear_body"]`, { state: "attached" });
  }));

test("chat: a service that falls silent in the middle of an answer is reported, and the conversation continues", ({ run }) => {
  const failed = `${hook("note")}[data-failure="true"]`;
  const silent = silence(text("Twelve teeth, evenly "));
  return withMock([silent, silent, silent, gearTurn], async (mock) => {
    const page = await run.newPage();
    await page.clock.install();
    await page.goto(run.url);
    await ready(page);
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "draw a 12-tooth gear");
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await eventually(`request ${attempt}`, () => mock.requests.length === attempt);
      await pageEventually(
        page,
        "the words before the silence",
        (selector) => [...document.querySelectorAll(selector)].at(-1)?.textContent.includes("evenly"),
        hook("message"),
      );
      await page.clock.fastForward(110_000);
      await drawn(page);
      assertEqual(await page.locator(`${hook("retrying")}, ${failed}`).count(), 0, "reports of a silence of 110 s");
      await page.clock.fastForward(10_000);
      await eventually("the connection is closed", () => mock.aborted === attempt);
      if (attempt === 3) break;
      await page.waitForSelector(hook("retrying"));
      await page.clock.fastForward(10_000);
    }
    const note = page.locator(failed);
    const shown = await note.innerText();
    assert(shown.startsWith("The response ended early. The drawing is kept; try again."), `the reason: ${shown}`);
    const detail = await note.textContent();
    assert(detail.includes("timed out: no data for 120 s"), `the folded message: ${detail}`);
    await page.waitForSelector(hook("send"));
    await say(page, "try again");
    await page.waitForSelector(`[data-testid="canvas"] [data-entity="gear_body"]`, { state: "attached" });
    await eventually("the result of the call is sent", () => mock.requests.length === 5);
  });
});

test("chat: a refused key is reported with a remedy", ({ run }) => {
  run.allow(/status of 401/);
  return withMock([gearTurn], async (mock) => {
    const page = await openApp(run);
    const before = await entities(page);
    await connect(page, { baseUrl: mock.baseUrl, key: "sk-ant-wrong" });
    await say(page, "draw a 12-tooth gear");
    const note = page.locator(`${hook("note")}[data-failure="true"]`);
    const shown = await note.innerText();
    assert(/did not accept the API key.*check the key in the settings/s.test(shown), `the reason and the next step: ${shown}`);
    assert(!(await everythingShown(page)).includes("sk-ant-wrong"), "the page does not repeat the key");
    await page.waitForSelector(hook("send"));
    assertEqual(await entities(page), before, "the drawing is untouched");
    await note.locator(hook("remedy")).click();
    await focused(page, "api-key");
  });
});

test("chat: a request to an overloaded service is retried", ({ run }) => {
  run.allow(/status of 529/);
  return withMock([failure(529, "overloaded_error", "Overloaded", { "retry-after": "0" }), gearTurn], async (mock) => {
    const page = await openApp(run);
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "draw a 12-tooth gear");
    await page.waitForSelector(`[data-testid="canvas"] [data-entity="gear_body"]`, { state: "attached", timeout: 30_000 });
    assertEqual(mock.requests.length, 3, "requests");
  });
});

test("chat: the demo runs without a key, draws, and is labeled", async ({ run }) => {
  const page = await openApp(run);
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  const before = new Set(await entities(page));
  await page.locator(hook("tab-chat")).click();
  await page.locator(hook("play-demo")).first().click();
  await page.waitForSelector(hook("recorded"));
  await page.waitForSelector(`${hook("tool-call")}[data-state="ok"]`);
  await pageEventually(
    page,
    "something new is drawn",
    ([selector, before]) => [...document.querySelectorAll(selector)].some((node) => !before.includes(node.dataset.entity)),
    [`svg${hook("canvas")} [data-entity]`, [...before]],
  );
  const away = requests.filter((url) => !url.startsWith(run.url) && !/^(blob|data):/.test(url));
  assertEqual(away, [], "requests to other servers");
});
