// The part of the program that loads in the background after the start (`split/`).
import { assert, assertEqual, test } from "../fixtures.mjs";
import { drawCircles, hook, openApp, ready, waitForEntities } from "../page.mjs";

const MODULE = "**/*_deferred.wasm";

/** Opens the app and returns the page with the ways in which it has requested the module: `fetch` in the background, or `xhr`. */
async function openCounting(run, onRequest = (route) => route.continue()) {
  const page = await run.newPage();
  const ways = [];
  await page.route(MODULE, (route) => {
    const way = route.request().resourceType();
    ways.push(way);
    return onRequest(route, way);
  });
  await page.goto(run.url);
  await ready(page);
  return { page, ways };
}

test("deferred: the start needs one request in the background, in each way to open the app", async ({ run }) => {
  const { page, ways } = await openCounting(run);
  await drawCircles(page, "kept");
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
  await page.waitForLoadState("networkidle");
  ways.length = 0;
  await page.reload();
  await waitForEntities(page, ["kept"]);
  await page.waitForLoadState("networkidle");
  assertEqual(ways, ["fetch"], "the requests of a visit with a stored drawing");
});

test("deferred: a function that is needed before the module has arrived loads it", async ({ run }) => {
  run.allow(/Failed to load resource/);
  const { page, ways } = await openCounting(run, (route, way) => (way === "xhr" ? route.continue() : route.abort()));
  await drawCircles(page, "early");
  await waitForEntities(page, ["early"]);
  assertEqual(ways.filter((way) => way === "xhr").length, 1, "loads on demand");
});

test("deferred: a module that cannot be loaded ends in the recovery screen, which offers the stored work", async ({ run }) => {
  run.allow(/Failed to load resource|could not be loaded/);
  const first = await openApp(run);
  await drawCircles(first, "kept");
  await first.waitForSelector(`${hook("saved")}[data-state="saved"]`);
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
