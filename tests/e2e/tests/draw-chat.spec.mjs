// A drawing tool in the middle of an operation, and a model's turn at the same time.
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import { KEY, reply, startMock, text, toolUse } from "../mock-anthropic.mjs";
import { box, connect, drawn, entity, hook, openApp, pageEventually, readCode, say, typeCode, waitForEntities } from "../page.mjs";

const PLATE = 'drawRect("plate", 0, 0, 80, 50);\n';
const DRAWS = reply(toolUse("toolu_01HOLE", "draw_circle", { name: "hole", x: 40, y: 25, radius: 5 }));

/** Opens the plate with a conversation whose first answer waits for `release`. */
async function withTurn(run, body) {
  const gate = gateOf();
  const mock = await startMock({ turns: [() => gate.promise.then(() => DRAWS), reply(text("Done.")), reply(text("Seen."))] });
  try {
    const page = await openApp(run, { locale: "en-US" });
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await typeCode(page, PLATE);
    await waitForEntities(page, ["plate"]);
    await page.locator(hook("fit")).click();
    await page.locator(hook("zoom-out")).click();
    await drawn(page);
    await page.locator(hook("tab-chat")).click();
    await body({ page, mock, release: gate.resolve });
  } finally {
    gate.resolve();
    await mock.close();
  }
}

/** Returns a promise with its resolver. */
function gateOf() {
  const gate = {};
  gate.promise = new Promise((resolve) => (gate.resolve = resolve));
  return gate;
}

const promptHas = (page, words) =>
  pageEventually(page, `the prompt ${words}`, ([at, words]) => document.querySelector(at)?.textContent.includes(words), [
    hook("tool-prompt"),
    words,
  ]);

test("draw: a line in progress and a model's turn do not disturb each other", ({ run }) =>
  withTurn(run, async ({ page, mock, release }) => {
    await say(page, "add a hole");
    await eventually("the request", () => mock.requests.length === 1);
    const { left, right, top, bottom } = await box(page, "plate");
    await page.locator(hook("tool-line")).click();
    await page.mouse.click(left + 2, bottom - 2);
    await promptHas(page, "next point");

    // The model draws while the line has its first point.
    release();
    await page.waitForSelector(entity("hole"), { state: "attached" });
    await eventually("the end of the turn", () => mock.requests.length === 2);
    await promptHas(page, "next point");
    await page.mouse.click(right - 2, top + 2);
    await page.mouse.click(right + 20, top + 20, { button: "right" });
    await waitForEntities(page, ["plate", "hole", "line_1"]);

    // The line is a step of its own: undo removes it, and then the model's turn.
    await page.locator(hook("undo")).click();
    await waitForEntities(page, ["plate", "hole"]);
    await page.locator(hook("redo")).click();
    await waitForEntities(page, ["plate", "hole", "line_1"]);
    await page.locator(hook("tab-code")).click();
    const code = await readCode(page);
    assert(code.includes("points: [0, 0, 80, 50]"), `the corners of the plate: ${code}`);

    // The next request describes the line, which the user drew by hand.
    await page.locator(hook("tab-chat")).click();
    await say(page, "look");
    await eventually("the next request", () => mock.requests.length === 3);
    assert(JSON.stringify(mock.requests[2].body.messages.at(-1)).includes("line_1"), "the model reads of the line");
  }));

test("draw: a figure finished during a model's turn stays when the turn is undone", ({ run }) =>
  withTurn(run, async ({ page, mock, release }) => {
    await say(page, "add a hole");
    await eventually("the request", () => mock.requests.length === 1);
    await page.locator("#drawing").focus();
    await page.keyboard.press("c");
    await page.keyboard.type("10,10");
    await page.keyboard.press("Enter");
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await waitForEntities(page, ["plate", "circle_1"]);
    release();
    await waitForEntities(page, ["plate", "circle_1", "hole"]);
    await eventually("the end of the turn", () => mock.requests.length === 2);
    await page.locator(hook("undo")).click();
    await waitForEntities(page, ["plate", "circle_1"]);
    assertEqual(mock.requests.map((request) => request.refusal ?? null), [null, null], "refused requests");
  }));
