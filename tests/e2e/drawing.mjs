// Points of the drawing on the screen, clicks and taps there, and the geometry of the exported drawing.
import { drawn, fromMenu, hook, saved } from "./page.mjs";

/** Returns the position of a drawing point in the window. */
export async function place(page, [x, y]) {
  await drawn(page);
  return page.$eval(
    `svg${hook("canvas")}`,
    (svg, [x, y]) => {
      const { x: left, y: top } = new DOMPoint(x, -y).matrixTransform(svg.getScreenCTM());
      return { x: left, y: top };
    },
    [x, y],
  );
}

export async function clickAt(page, point) {
  const { x, y } = await place(page, point);
  await page.mouse.click(x, y);
}

export async function doubleClickAt(page, point) {
  const { x, y } = await place(page, point);
  await page.mouse.dblclick(x, y);
}

export async function tapAt(page, point) {
  const { x, y } = await place(page, point);
  await page.touchscreen.tap(x, y);
}

/** Presses a finger at a position of the window, moves it to another one, and lifts it there. */
export async function pressAndDragFinger(page, from, to) {
  const session = await page.context().newCDPSession(page);
  const send = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", [from]);
  await send("touchMove", [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }]);
  await send("touchMove", [to]);
  await send("touchEnd", []);
}

/** Returns the entities of the exported drawing. */
export async function exported(page) {
  await fromMenu(page, "share-export");
  const { text } = await saved(page, "export-json-file");
  await page.locator(hook("close-export")).click();
  return JSON.parse(text).entities;
}
