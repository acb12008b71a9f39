// The cost of texts and drawings of others: no link, line of code, or pasted text blocks the thread of the page.
import { assertEqual, test, TIMED } from "../fixtures.mjs";
import { startMock } from "../mock-anthropic.mjs";
import { connect, drawn, entity, fragmentOf, hook, mainThread, openApp, pageEventually, runCode, watchMainThread } from "../page.mjs";

/** Time limit for a task of the page, in milliseconds. */
const LIMITS = { "longest main-thread task": 500 };

/** Code that only the end of its worker stops. */
const STUCK = "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);";

const hatches = (count) =>
  `for (let n = 0; n < ${count}; n++) { drawRect("r" + n, 0, 0, 1000, 1000); hatch({ name: "h" + n, entities: ["r" + n], pattern: "lines", scale: 0.05 }); }`;

const combs = `for (let n = 0; n < 12; n++) {
  const p = [];
  for (let i = 0; i < 400; i++) p.push([i, n % 2 ? 0 : 100], [i + 0.5, n % 2 ? 100 + n : -n]);
  p.push([400, 50]);
  drawPolygon("comb" + n, p);
}`;

/** Tools of a project that name a function of a module. */
const tools = Array.from({ length: 200 }, (_, n) => {
  const parameters = { type: "object", properties: {} };
  return { name: `tool_${n}`, description: "A tool.", parameters, module: "m", function: "f" };
});

/** Projects behind links, with the state of the preview. */
const LINKS = {
  "an unused module after a kill": [{ files: { main: STUCK, m: "do ".repeat(400_000) } }, "failed"],
  "hatches": [{ files: { main: hatches(60) } }, "failed"],
  "crossing combs": [{ files: { main: combs } }, "drawn"],
  "custom tools of a long module": [{ files: { main: "", m: `export function f() {}\n${"let a=1 ".repeat(100_000)}` }, tools }, "drawn"],
};

for (const [what, [project, state]] of Object.entries(LINKS)) {
  test(`cost: a link to ${what} does not block the page`, TIMED, async ({ run }) => {
    await run.withinLimits(LIMITS, async () => {
      const page = await openApp(run);
      await watchMainThread(page);
      await page.evaluate((hash) => void setTimeout(() => (location.hash = hash)), fragmentOf(project));
      await page.waitForSelector(`${hook("preview-state")}[data-state="${state}"]`, { timeout: 60_000 });
      const { longest } = await mainThread(page);
      await page.close();
      return { "longest main-thread task": longest };
    });
  });
}

for (const [what, code, shown] of [
  ["dense hatches", hatches(60), hook("problem")],
  ["a dense hatch", hatches(1), 'svg [data-entity="h0"]'],
  ["crossing combs", combs, 'svg [data-entity="comb11"]'],
  ["a loop that only a kill ends", `${STUCK}\n/*${"do ".repeat(50_000)}*/`, hook("problem")],
]) {
  test(`cost: code with ${what} does not block the page`, TIMED, async ({ run }) => {
    await run.withinLimits(LIMITS, async () => {
      const page = await openApp(run);
      await watchMainThread(page);
      await runCode(page, code);
      await page.waitForSelector(shown, { timeout: 60_000, state: "attached" });
      const { longest } = await mainThread(page);
      await page.close();
      return { "longest main-thread task": longest };
    });
  });
}

/** Code that draws `count` closed lines with long edges across each other. */
const stars = (count, edges, style) => `const p = [];
for (let i = 0; i < ${edges}; i++) p.push([Math.cos(i * 2.4) * 100 + i / 100, Math.sin(i * 2.4) * 100]);
for (let k = 0; k < ${count}; k++) drawPolygon({ name: "p" + k, points: p, style: ${JSON.stringify(style)} });`;

const circles = (count, stroke) =>
  `for (let k = 0; k < ${count}; k++) drawCircle({ name: "p" + k, x: k, y: 0, radius: 100, style: { stroke: ${JSON.stringify(stroke)} } });`;

const dense = (style) =>
  `drawRect("r", 0, 0, 1000, 1000); hatch({ name: "p0", entities: ["r"], pattern: "lines", angle: 0.7, scale: 0.2, style: ${JSON.stringify(style)} });`;

/** Code whose picture would take seconds, by what it draws, and whether it is drawn. */
const SLOW = {
  "dashed stars": [stars(22, 4_900, { stroke: { color: "#f00", width: 0.3, dash: [0.5, 0.5, 1, 0.3] } }), false],
  "a star with too many dashes": [stars(1, 2_400, { stroke: { color: "#f00", width: 0.3, dash: [0.5, 0.5, 1, 0.3] } }), true],
  "filled stars": [stars(22, 4_900, { fill: { color: "#f00" } }), false],
  "circles with too many dashes": [circles(100, { width: 0.35, dash: [0.001, 0.001] }), true],
  "wide circles with dashes": [circles(10, { width: 40, dash: [0.1, 0.1] }), false],
  "a dense hatch of wide lines": [dense({ stroke: { width: 2 } }), true],
  "a dense hatch of transparent lines": [dense({ stroke: { color: "#ff000080", width: 2 } }), true],
};

/** Waits until the picture has another scale after turns of the wheel, and then until it is painted. */
async function zoomIn(page) {
  const canvas = `svg${hook("canvas")}`;
  const before = await page.locator(canvas).getAttribute("viewBox");
  for (let turn = 0; turn < 3; turn += 1) await page.mouse.wheel(0, -120);
  const changed = ([canvas, before]) => document.querySelector(canvas).getAttribute("viewBox") !== before;
  await pageEventually(page, "another scale", changed, [canvas, before]);
  await drawn(page);
  await drawn(page);
}

for (const [what, [code, isDrawn]] of Object.entries(SLOW)) {
  test(`cost: frames follow each other while the page shows ${what}`, TIMED, async ({ run }) => {
    await run.withinLimits({ "longest gap between frames": 1_000 }, async () => {
      const page = await openApp(run);
      await watchMainThread(page);
      await runCode(page, code);
      await page.waitForSelector(isDrawn ? entity("p0") : hook("problem"), { timeout: 60_000, state: "attached" });
      await drawn(page);
      await drawn(page);
      if (isDrawn) {
        await page.locator("#drawing").hover();
        for (let step = 0; step < 4; step += 1) await zoomIn(page);
      }
      const { gap } = await mainThread(page);
      await page.close();
      return { "longest gap between frames": gap };
    });
  });
}

test("cost: a very long text is refused as a message", async ({ run }) => {
  const mock = await startMock({ turns: [] });
  try {
    const page = await openApp(run);
    await connect(page, { baseUrl: mock.baseUrl, key: "sk-canary-cost-0123456789" });
    await page.locator(hook("composer")).click();
    await page.keyboard.insertText("a".repeat(1_000_000));
    await page.waitForSelector(hook("notice"));
    assertEqual(await page.locator(hook("composer")).inputValue(), "", "the message");
  } finally {
    await mock.close();
  }
});
