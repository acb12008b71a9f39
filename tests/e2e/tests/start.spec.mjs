// Start of the app, hosting, and return visits.
import { dist } from "../dist.mjs";
import { assert, assertEqual, eventually, MAIN, test, TIMED } from "../fixtures.mjs";
import { drawCircles, entities, hook, openApp, openCode, readCode, ready, waitForEntities } from "../page.mjs";
import { serveStatic } from "../static-server.mjs";

test("start: the median start shows the example drawing within 2 s", TIMED, async ({ run }) => {
  await run.withinLimits({ "median start": 2_000 }, async () => {
    const times = [];
    for (let round = 0; round < 5; round += 1) {
      const page = await run.newPage();
      await page.addInitScript((selector) => {
        const look = () => {
          if (document.querySelector(selector)) window.firstEntityAt = performance.now();
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }, `svg${hook("canvas")} [data-entity]`);
      await page.goto(run.url);
      await ready(page);
      times.push(await page.evaluate(() => window.firstEntityAt));
      await page.close();
    }
    run.note(`first entity after ${times.map((time) => `${Math.round(time)} ms`).join(", ")}`);
    return { "median start": times.sort((a, b) => a - b)[2] };
  });
});

test("start: no key, no account, no modal; entities are SVG", MAIN, async ({ run }) => {
  const page = await openApp(run);
  assertEqual(await page.locator("dialog[open], [aria-modal=true]").count(), 0, "open dialogs");
  assert((await entities(page)).length > 0, "the example has entities");
  const namespaces = await page.$$eval(`svg${hook("canvas")} [data-entity]`, (nodes) => [
    ...new Set(nodes.map((node) => node.namespaceURI)),
  ]);
  assertEqual(namespaces, ["http://www.w3.org/2000/svg"], "namespaces of entity nodes");
  await openCode(page);
  assert((await readCode(page)).includes("draw"), "the example is made by code");
});

test("start: the names of the panels follow the language", async ({ run }) => {
  const page = await openApp(run);
  const names = async () => {
    const tabs = await page.locator('[role="tab"]').allInnerTexts();
    return [...tabs, ...(await page.locator(".dock-right h2").allInnerTexts())].map((text) => text.trim());
  };
  const editor = () => page.locator(".cm-content").getAttribute("aria-label");
  await openCode(page);
  assertEqual([...(await names()), await editor()], ["Chat", "Code", "Parameters", "Memory", "Items", "Properties", "Layers", "Checks", "Code"], "the English names");
  await page.locator(hook("language")).selectOption("ko");
  await page.waitForSelector('.cm-content[aria-label="코드"]');
  assertEqual([...(await names()), await editor()], ["대화", "코드", "매개변수", "기억", "항목", "속성", "레이어", "확인", "코드"], "the Korean names");
});

test("start: works under a sub-path", async ({ run }) => {
  const server = await serveStatic(dist, "/sub/dir/");
  try {
    const page = await openApp(run, { url: server.url });
    await drawCircles(page, "below");
  } finally {
    await server.close();
  }
});

test("start: a reload keeps the code and the drawing", MAIN, async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "kept", "too");
  const code = await readCode(page);
  await page.reload();
  await ready(page);
  await waitForEntities(page, ["kept", "too"]);
  await openCode(page);
  assertEqual(await readCode(page), code, "code after the reload");
});

test("start: a file that does not arrive is named after 15 s", async ({ run }) => {
  const page = await run.newPage();
  await page.clock.install();
  await page.addInitScript(() => {
    const start = window.setTimeout;
    window.setTimeout = (act, ms, ...given) => {
      window.isWaiting ||= ms === 15_000;
      return start(act, ms, ...given);
    };
  });
  await page.route(/\/app[^/]*_bg\.wasm/, () => {});
  await page.goto(run.url, { waitUntil: "commit" });
  const status = page.locator("#boot-status");
  await eventually("the start waits", () => page.evaluate(() => window.isWaiting));
  // The start waits for these modules first, and a browser requests them before the start does.
  await page.evaluate(async () => {
    const { js } = document.querySelector("script[data-wasm]").dataset;
    for (const module of ["static/recovery.js", js]) await import(new URL(module, document.baseURI).href);
  });
  assert((await status.innerText()).startsWith("Loading"), "the text before 15 s");
  await page.clock.fastForward(15_000);
  await page.locator("#boot-status", { hasText: "_bg.wasm has not arrived after 15 s. Check the connection" }).waitFor();
});

test("start: a damaged file is named, with what to do", async ({ run }) => {
  const page = await run.newPage();
  run.allow(/CompileError/);
  await page.route(/\/app[^/]*_bg\.wasm/, (route) =>
    route.fulfill({ status: 200, contentType: "application/wasm", body: "not WebAssembly" }),
  );
  await page.goto(run.url, { waitUntil: "commit" });
  const status = page.locator("#boot-status", { hasText: "is damaged or belongs to another version" });
  await status.waitFor();
  assert(/_bg\.wasm/.test(await status.innerText()), await status.innerText());
});

test("start: a figure that is drawn while the script engine loads appears when it has loaded", async ({ run }) => {
  const page = await run.newPage();
  let arrive;
  const late = new Promise((resolve) => {
    arrive = resolve;
  });
  await page.route(/sandbox_bg\.wasm/, async (route) => {
    await late;
    await route.continue();
  });
  await page.goto(run.url, { waitUntil: "commit" });
  await page.locator(hook("run-time"), { hasText: "Loading the script engine" }).waitFor();
  await page.locator("#drawing").focus();
  await page.keyboard.press("c");
  await page.keyboard.type("0,0");
  await page.keyboard.press("Enter");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await page.locator(hook("notice"), { hasText: "The script engine is still loading" }).waitFor();
  arrive();
  await page.waitForSelector('[data-entity="circle_1"]', { state: "attached" });
});

test("start: without the script engine, a refused figure names the engine and not the code", async ({ run }) => {
  const page = await run.newPage();
  run.allow(/sandbox_bg\.wasm/);
  await page.route(/sandbox_bg\.wasm/, (route) => route.abort());
  await page.goto(run.url, { waitUntil: "commit" });
  await page.waitForSelector('[data-ready="true"]');
  await page.locator("#drawing").focus();
  await page.keyboard.press("c");
  await page.keyboard.type("0,0");
  await page.keyboard.press("Enter");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  const notice = page.locator(hook("notice"), { hasText: "the script engine could not be loaded" });
  await notice.waitFor();
  assert(!(await notice.innerText()).includes("Repair the code"), await notice.innerText());
});
