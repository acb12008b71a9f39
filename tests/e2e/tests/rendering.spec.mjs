// Pixels of the drawing on the canvas and in the exported SVG file.
import { readFileSync } from "node:fs";
import { assert, test } from "../fixtures.mjs";
import { drawn, entity, fromMenu, hook, openApp, runCode, saved } from "../page.mjs";
import { differentPixels } from "../png.mjs";

/**
 * Drawing with every entity type. Lines that a scale distorts are left out, because the file has them with an average width and
 * its report says so. The last line makes the last entity.
 */
const CODE = `${readFileSync(new URL("../../data/every_entity_type.js", import.meta.url), "utf8")}
delete_entity({ name: 'rect' });
delete_entity({ name: 'circle' });
draw_point({ name: 'last', x: -40, y: 60 });
`;

/** Large window, so that the pictures show details. */
const VIEWPORT = { width: 3000, height: 1500 };

/**
 * Difference of a color channel in different pixels, and maximum number of different pixels of more than three million. The numbers
 * in the file are rounded, so the browser smooths some edges differently.
 */
const NOTICEABLE = 64;
const MOST_DIFFERENT = 100;

/**
 * Returns a picture of the canvas, and the `viewBox` of the drawing for the size of the picture. The picture has neither the
 * controls over the drawing nor the minimum width of lines, which are aids of the display.
 */
async function canvasPicture(page) {
  await page.mouse.move(0, 0);
  const view = await page.evaluate((canvas) => {
    const hidden = document.querySelectorAll("#canvas > :not(#drawing), #drawing > :not(.layer), .layer > :not(svg)");
    for (const node of hidden) node.style.visibility = "hidden";
    const { style } = document.querySelector(canvas);
    style.setProperty("--hair", "0px");
    // Ink is black in a file, and almost black on white paper.
    style.color = "black";
    const { left, top, width, height } = document.querySelector("#drawing").getBoundingClientRect();
    const { a, d, e, f } = document.querySelector(canvas).getScreenCTM();
    return { clip: { x: left, y: top, width, height }, box: [(left - e) / a, (top - f) / d, width / a, height / d] };
  }, `svg${hook("canvas")}`);
  await drawn(page);
  return { picture: await page.screenshot({ clip: view.clip }), ...view };
}

/**
 * Returns a picture of an SVG file, with the part of the drawing in `box` at the size of `clip`, without the first element that
 * the selector `omitted` finds.
 */
async function filePicture(run, text, { clip, box }, omitted) {
  const page = await run.newPage({ viewport: { width: clip.width, height: clip.height } });
  await page.evaluate(
    ([text, { width, height }, box, omitted]) => {
      const file = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      file.setAttribute("viewBox", box.join(" "));
      if (omitted) file.querySelector(omitted).remove();
      file.style.cssText = `position: fixed; left: 0; top: 0; width: ${width}px; height: ${height}px`;
      document.body.style.background = "white";
      document.body.append(document.adoptNode(file));
    },
    [text, clip, box, omitted],
  );
  await drawn(page);
  return page.screenshot();
}

test("rendering: the SVG file shows the same pixels as the canvas", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US", colorScheme: "light", viewport: VIEWPORT });
  await runCode(page, CODE);
  await page.waitForSelector(entity("last"), { state: "attached" });
  await page.locator(hook("fit")).click();
  await page.locator(hook("display")).click();
  await page.locator(hook("paper-white")).click();
  await page.keyboard.press("Escape");
  await fromMenu(page, "share-export");
  const { text } = await saved(page, "export-svg-file");
  await page.locator(hook("close-export")).click();

  const canvas = await canvasPicture(page);
  const file = await filePicture(run, text, canvas);
  const different = differentPixels(canvas.picture, file, NOTICEABLE);
  run.note(`${different} pixels differ`);
  assert(different <= MOST_DIFFERENT, `${different} pixels differ between the canvas and the file`);
  // The comparison detects a single missing circle of the smallest size.
  const without = await filePicture(run, text, canvas, "circle[r='1']");
  const missing = differentPixels(canvas.picture, without, NOTICEABLE);
  assert(missing > MOST_DIFFERENT, `only ${missing} pixels differ without a circle`);
});
