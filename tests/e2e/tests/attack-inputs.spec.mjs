// The code of every item of the attack list, typed into the page, opened behind a link, and opened at the next start: nothing blocks
// the thread of the page. What each item does to a run is compared by the native suite (tests/it/attacks), which writes the list.
import { readFileSync } from "node:fs";
import { test, TIMED } from "../fixtures.mjs";
import { fragmentOf, fromDrawings, hook, mainThread, openApp, pageEventually, typeCode, waitForEntities, watchMainThread } from "../page.mjs";

/** Lines of `{item, main, modules}`; each text is a list of its parts. */
const INPUTS = JSON.parse(readFileSync(new URL("../../golden/attack_inputs.json", import.meta.url), "utf8"));

/** Time limits for a task of the page, and for a start until the list of drawings is open, in milliseconds. */
const LIMITS = { "longest main-thread task": 500, "list of drawings at the next start": 5_000 };

/** Returns a text of the list. */
function unpacked(parts) {
  const part = (part) => {
    if (typeof part === "string") return part;
    if (part.repeated) return part.repeated.repeat(part.times);
    return Array.from({ length: part.times }, (_, at) => part.numbered.replaceAll("#", at)).join("");
  };
  return parts.map(part).join("");
}

/** Has the page wait a tenth of the time until it ends a worker, so that code that does not end is tried in a second. */
function hurry() {
  const real = window.setTimeout;
  window.setTimeout = (call, delay, ...given) => real(call, delay > 10_000 && delay < 20_000 ? delay / 10 : delay, ...given);
}

/** Types code over the circle `name`, and waits for the end of its run: a message, or another drawing. */
async function typeAttack(page, name, code) {
  await typeCode(page, code);
  await pageEventually(
    page,
    "the end of the run",
    ([problem, entity, name]) => {
      const shown = [...document.querySelectorAll(entity)].map((node) => node.dataset.entity);
      return document.querySelector(problem) || !shown.includes(name);
    },
    [hook("problem"), `svg${hook("canvas")} [data-entity]`, name],
    30_000,
  );
}

/** Opens a copy of a project behind a link, and waits for the end of the run of the preview. */
async function openAttack(page, files) {
  await page.evaluate((hash) => void setTimeout(() => (location.hash = hash)), fragmentOf({ files }));
  const [drawn, failed] = ["drawn", "failed"].map((state) => `${hook("preview-state")}[data-state="${state}"]`);
  await page.waitForSelector(`${drawn}, ${failed}`, { timeout: 30_000 });
  await page.locator(hook("make-copy")).click();
  await page.waitForSelector(hook("preview"), { state: "detached" });
  await page.waitForSelector(`${hook("stop-run")}[aria-disabled="true"]`, { timeout: 30_000 });
}

/** Starts the page again, and returns the time until the list of drawings is open, in milliseconds. */
async function timeUntilList(page) {
  const began = performance.now();
  await page.reload();
  await fromDrawings(page, "open-library");
  await page.locator(hook("drawing-row")).first().waitFor();
  return performance.now() - began;
}

const items = new Map();
for (const { item, main, modules } of INPUTS) items.set(item, [...(items.get(item) ?? []), [main, Object.entries(modules)]]);

for (const [item, cases] of items) {
  test(`attack: the code of item ${item} blocks neither the page nor the next start`, TIMED, async ({ run }) => {
    await run.withinLimits(LIMITS, async () => {
      const page = await openApp(run, { init: hurry });
      await watchMainThread(page);
      for (const [at, [main, modules]] of cases.entries()) {
        const code = unpacked(main);
        if (modules.length > 0) {
          await openAttack(page, { main: code, ...Object.fromEntries(modules.map(([name, parts]) => [name, unpacked(parts)])) });
        } else {
          const name = `before_${at}`;
          await typeCode(page, `drawCircle("${name}", 0, 0, 10);`);
          await waitForEntities(page, [name]);
          await typeAttack(page, name, code);
        }
      }
      const { longest } = await mainThread(page);
      const list = await timeUntilList(page);
      await page.close();
      return { "longest main-thread task": longest, "list of drawings at the next start": list };
    });
  });
}
