// The cost of texts and drawings of others: no link, line of code, or pasted text blocks the thread of the page.
import { assertEqual, test, TIMED } from "../fixtures.mjs";
import { startMock } from "../mock-anthropic.mjs";
import { connect, fragmentOf, hook, mainThread, openApp, runCode, watchMainThread } from "../page.mjs";

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
