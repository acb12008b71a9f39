// `cargo xtask bench --only canvas`: the canvas of the built app. With 10,000 entities: the frames per second of gestures, and
// the longest task of the main thread during operations on all entities and when the page opens. With 1,000 entities: the time
// from a key press in the code to the frame that shows its effect.
import { launch } from "./browser.mjs";
import { dist } from "./dist.mjs";
import { box, drawn, hook, openCode, pageEventually, parameterTimes, pointOn, ready, runCode, typingTimes } from "./page.mjs";
import { serveStatic } from "./static-server.mjs";

/** Number of entities. */
const COUNT = 10_000;
/** Number of runs of each operation; the median counts. */
const RUNS = 5;
/** Number of measured key presses. */
const TYPING_RUNS = 11;
/** Maximum median time from a key press to the picture, in ms. */
const TYPING_BAR_MS = 120;
/** Distance of the end of a marquee from the outline of the outermost entity in it, in px. */
const CLEARANCE_PX = 2;
/** Maximum median time from a key press on the slider of a parameter to the picture, in ms. */
const PARAMETER_BAR_MS = 100;
/** Distance of the start of a marquee from the drawing, in px. */
const OUTSIDE_PX = 15;
/** Duration of a measured gesture, in ms. */
const GESTURE_MS = 2500;
/** Entities in a square grid, in the middle of the canvas after Fit. */
const CODE = `for (let at = 0; at < ${COUNT}; at += 1) drawCircle("c" + at, (at % 100) * 10, Math.floor(at / 100) * 10, 3);\n`;

const server = await serveStatic(dist);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.setDefaultTimeout(60_000);
await page.addInitScript(observe);
await page.goto(server.url);
await ready(page);
await openCode(page);
await runCode(page, CODE);
await entitiesShown(COUNT);
const canvas = page.locator("#drawing");
await canvas.focus();
await page.keyboard.press("Shift+1");
await drawn(page);

const area = await canvas.boundingBox();
const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
const met = [];

await page.keyboard.press("h");
met.push(await frames("pan", 55, (at) => press(at)));
met.push(await frames("zoom", 55, zoom));
await page.keyboard.press("Shift+1");
await page.keyboard.press("v");
met.push(await frames("hover and snap", 45, hover));
const single = await pointOn(page, "c4949");
await page.mouse.click(single.x, single.y);
await selected(1);
met.push(await frames("drag of one", 45, (at) => drag(at, "c4949")));
await page.keyboard.press("Escape");
// The notices about appended statements lie over the start of the marquee.
const closes = page.locator(`${hook("notice")} button`);
while ((await closes.count()) > 0) await closes.first().click();
// A press near an entity would drag the entity, so the marquee begins outside of the drawing.
const [lowerLeft, upperRight] = [await box(page, "c0"), await box(page, "c909")];
await page.mouse.move(lowerLeft.left - OUTSIDE_PX, lowerLeft.bottom + OUTSIDE_PX);
await page.mouse.down();
await page.mouse.move(upperRight.right + CLEARANCE_PX, upperRight.top - CLEARANCE_PX, { steps: 3 });
await page.mouse.up();
await selected(100);
met.push(await frames("drag of 100", 45, (at) => drag(at, "c404")));
met.push(await longest("marquee over all", 100, marquee));
met.push(await longest("select all", 200, () => page.keyboard.press("ControlOrMeta+a")));
met.push(
  await longest("delete all and undo", 200, async () => {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await entitiesShown(0);
    await page.keyboard.press("ControlOrMeta+z");
    await entitiesShown(COUNT);
  }),
);
met.push(
  await longest("first picture", 200, async () => {
    await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
    await page.reload();
    await ready(page);
    await entitiesShown(COUNT);
  }),
);
const typing = median(await typingTimes(page, 1000, TYPING_RUNS));
met.push(report("typing to picture, 1,000 entities", `${typing.toFixed(1)} ms`, `${TYPING_BAR_MS} ms`, typing <= TYPING_BAR_MS));
const parameter = median(await parameterTimes(page, 1000, TYPING_RUNS));
met.push(report("parameter to picture, 1,000 entities", `${parameter.toFixed(1)} ms`, `${PARAMETER_BAR_MS} ms`, parameter <= PARAMETER_BAR_MS));
await browser.close();
await server.close();
process.exit(met.every(Boolean) ? 0 : 1);

/** Waits until the canvas has this number of entities. */
function entitiesShown(count) {
  const shown = ([canvas, count]) => document.querySelectorAll(`${canvas} [data-entity]`).length === count;
  return pageEventually(page, `${count} entities`, shown, [`svg${hook("canvas")}`, count], 60_000);
}

/** Starts recording the durations of frames and of long tasks; called in the page before its own scripts. */
function observe() {
  const seen = { tasks: [], frames: [] };
  window.seen = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
  }).observe({ type: "longtask" });
  let last = performance.now();
  const frame = (now) => {
    seen.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Returns what was recorded since the last call. */
async function recorded() {
  await drawn(page);
  return page.evaluate(() => {
    const { tasks, frames } = window.seen;
    return { tasks: tasks.splice(0), frames: frames.splice(0) };
  });
}

/** Performs a gesture, whose steps follow each other as fast as the page takes them, and reports its frames per second. */
async function frames(what, bar, step) {
  const rates = [];
  for (let run = 0; run < RUNS; run += 1) {
    await page.mouse.move(middle.x, middle.y);
    await recorded();
    const began = performance.now();
    for (let at = 0; performance.now() - began < GESTURE_MS; at += 1) await step(at);
    const { frames } = await recorded();
    rates.push((1000 * frames.length) / frames.reduce((sum, frame) => sum + frame, 0));
    await page.mouse.up();
  }
  const rate = median(rates);
  return report(`${what}, 10,000 entities`, `${rate.toFixed(1)} frames per second`, bar, rate >= bar);
}

/** Performs an operation, and reports the longest task of the main thread. */
async function longest(what, bar, operation) {
  const times = [];
  for (let run = 0; run < RUNS; run += 1) {
    await page.keyboard.press("Escape");
    await recorded();
    await operation();
    const { tasks } = await recorded();
    times.push(Math.max(0, ...tasks));
  }
  const time = median(times);
  return report(`${what}, 10,000 entities`, `longest task ${time.toFixed(0)} ms`, `${bar} ms`, time <= bar);
}

/** Prints a median beside its bar, and returns whether it meets the bar. */
function report(what, figure, bar, isMet) {
  console.log(`bench canvas: ${what}: median ${figure}, bar ${bar}${isMet ? "" : ": MISSED"}`);
  return isMet;
}

/** Step of a drag in a circle. */
async function press(at) {
  if (at === 0) await page.mouse.down();
  await page.mouse.move(middle.x + 200 * Math.cos(at / 20), middle.y + 200 * Math.sin(at / 20));
}

/** Step of a drag of an entity in a circle. */
async function drag(at, name) {
  if (at > 0) return press(at);
  const { x, y } = await pointOn(page, name);
  await page.mouse.move(x, y);
  return page.mouse.down();
}

/** Step of zooming in and out. */
function zoom(at) {
  return page.mouse.wheel(0, at % 40 < 20 ? -60 : 60);
}

/** Step of a movement without a press. */
function hover(at) {
  return page.mouse.move(middle.x + 200 * Math.cos(at / 20), middle.y + 200 * Math.sin(at / 20));
}

/** Drags a marquee over everything, from right to left, so that it selects what it touches. */
async function marquee() {
  await page.mouse.move(area.x + area.width - 10, area.y + 10);
  await page.mouse.down();
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.move(area.x + 10, area.y + area.height - 10, { steps: 5 });
  await page.mouse.up();
  await selected(COUNT);
}

/** Waits until this number of entities is selected. */
function selected(count) {
  const shown = ([at, count]) => Number(document.querySelector(at).dataset.count) === count;
  return pageEventually(page, `${count} selected entities`, shown, [hook("selected"), count]);
}

/** Returns the median. */
function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}
