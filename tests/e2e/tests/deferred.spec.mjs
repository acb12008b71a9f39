// The part of the program that loads in the background after the start (`split/`).
import { assert, assertEqual, test } from "../fixtures.mjs";
import { KEY } from "../mock-anthropic.mjs";
import { connect, drawCircles, drawn, hook, isInLibrary, keyOf, linkOf, openApp, ready, waitForEntities } from "../page.mjs";

const MODULE = /_deferred\.wasm/;

/**
 * Opens a page and returns it with the ways in which it requests the module: `fetch` in the background, or `xhr`.
 * `onRequest` answers a request.
 */
async function countingPage(run, onRequest) {
  const page = await run.newPage();
  const ways = [];
  await page.route(MODULE, (route) => {
    const way = route.request().resourceType();
    ways.push(way);
    return onRequest(route, way);
  });
  return { page, ways };
}

/** Changes the code in localStorage, so that it is newer than the database, as after a reload while the user types. */
async function changeStoredCode(page, code) {
  const [file, revision] = [await keyOf(page, "file/main"), await keyOf(page, "revision")];
  await page.evaluate(
    ([file, revision, code]) => {
      localStorage.setItem(file, code);
      localStorage.setItem(revision, `${Number(localStorage.getItem(revision)) + 1}`);
    },
    [file, revision, code],
  );
}

test("deferred: the start needs one request in the background, in each way to open the app", async ({ run }) => {
  let arrive;
  let arrival;
  const { page, ways } = await countingPage(run, async (route, way) => {
    if (way === "fetch") await arrival;
    await route.continue();
  });
  // The module arrives after the first picture, so the start makes another request if it needs a function of the module.
  const visit = async (what, open, shown) => {
    arrival = new Promise((release) => (arrive = release));
    await open();
    await shown();
    await drawn(page);
    // Destructors of closures can be functions of the module.
    await page.requestGC();
    arrive();
    await page.waitForLoadState("networkidle");
    assertEqual(ways.splice(0), ["fetch"], `the requests of ${what}`);
  };
  const reload = () => page.reload();
  const shows = (name) => () => waitForEntities(page, [name]);
  await visit("the first visit", () => page.goto(run.url), () => ready(page));
  await drawCircles(page, "kept");
  await isInLibrary(page);
  await visit("a visit with a stored drawing", reload, shows("kept"));
  await changeStoredCode(page, 'drawCircle("newer", 0, 0, 5);');
  await visit("a visit with a drawing that is newer than the database", reload, shows("newer"));
  await page.evaluate(() => localStorage.setItem("trammel:pref:lang", "ko"));
  await visit("a visit in Korean", reload, shows("newer"));
  await connect(page, { key: KEY });
  for (const tab of await page.locator('[role="tab"]').evaluateAll((tabs) => tabs.map((tab) => tab.dataset.testid))) {
    await page.locator(hook(tab)).click();
    await visit(`a visit with a connected model and ${tab} in front`, reload, shows("newer"));
  }
  const link = await linkOf(page);
  await page.goto("about:blank");
  await visit("a visit by a link", () => page.goto(link), shows("newer"));
});

test("deferred: a function that is needed before the module has arrived loads it", async ({ run }) => {
  run.allow(/Failed to load resource/);
  const asked = [];
  // The request in the background does not end by itself.
  const { page, ways } = await countingPage(run, (route, way) => {
    asked.push(route.request().url());
    return way === "xhr" ? route.continue() : null;
  });
  await page.goto(run.url);
  await ready(page);
  await drawCircles(page, "early");
  await waitForEntities(page, ["early"]);
  assertEqual(ways, ["fetch", "xhr"], "loads on demand");
  // A browser lets a request wait for another one of the same address, which the blocked page cannot end.
  assert(asked[0] !== asked[1], "the addresses differ");
});

test("deferred: a module that cannot be loaded ends in the recovery screen, which offers the stored work", async ({ run }) => {
  run.allow(/Failed to load resource|could not be loaded/);
  const first = await openApp(run);
  await drawCircles(first, "kept");
  await isInLibrary(first);
  await first.route(MODULE, (route) => route.abort());
  await first.reload();
  await waitForEntities(first, ["kept"]);
  await first.locator(hook("share")).click();
  // Opening the menu, or the dialog, needs the module.
  const item = first.locator(hook("share-export"));
  await item.or(first.locator(hook("recovery"))).waitFor();
  if (await item.isVisible()) await item.click();
  await first.waitForSelector(hook("recovery"));
  const details = await first.locator(`${hook("recovery")} pre`).textContent();
  assert(details.includes("A part of the program could not be loaded. Check the connection, then reload the page."), details);
  assertEqual(await first.locator(hook("recovery-drawing")).count(), 1, "offers of the drawing");
  await first.unroute(MODULE);
  await first.locator(hook("recovery-reload")).click();
  await ready(first);
  await waitForEntities(first, ["kept"]);
});
