// Takes the screenshots of the user guide and of README.md in the built app; run by `cargo xtask guide [PICTURE...]`.
//
// The screenshots do not depend on the time or on installed fonts: the clock of the page is fixed, text uses the fonts of
// the app, and measured durations are hidden. `scenes.mjs` has one entry for each screenshot.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "../browser.mjs";
import { dist } from "../dist.mjs";
import { drawn, ready } from "../page.mjs";
import { serveStatic } from "../static-server.mjs";
import { lookAlike, withPalette } from "../png.mjs";
import { SCENES } from "./scenes.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const NOW = new Date("2026-01-01T09:00:00Z");
const STYLE = `
  .notices, [data-testid="run-time"] { visibility: hidden; }
  .cm-cursorLayer { display: none; }
  .guide-mark { position: fixed; margin: 0; padding: 0; border: 3px solid #c2185b; border-radius: 6px; background: none; }
`;

/** Font files of the app. They are loaded under the name of the font family that the style sheet names first. */
const FONTS = [
  ["latin.ttf", "U+0-10FF, U+2000-2FFF"],
  ["hangul.ttf", "U+1100-11FF, U+3000-D7FF"],
].map(([file, range]) => ({ data: readFileSync(join(root, "web/fonts", file)).toString("base64"), range }));

/** Sets the widths of the panels and loads the fonts. Runs in each page before the scripts of the app. */
function prepare(fonts) {
  // A wide panel shows more of each line of code.
  localStorage.setItem("trammel:pref:left-width", "480");
  localStorage.setItem("trammel:pref:right-width", "216");
  for (const { data, range } of fonts) {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    document.fonts.add(new FontFace("Pretendard Variable", bytes.buffer, { unicodeRange: range, weight: "100 900" }));
  }
}

async function openPage(browser, lang, url) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: { en: "en-US", ko: "ko-KR" }[lang],
    timezoneId: "UTC",
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  await context.addInitScript(prepare, FONTS);
  // The hint of the first visit would cover a part of the drawing.
  await context.addInitScript(() => localStorage.setItem("trammel:pref:welcome", "seen"));
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.clock.setFixedTime(NOW);
  await page.goto(url);
  await ready(page);
  await page.waitForSelector('[data-testid="code-editor"] .cm-content', { state: "attached" });
  return page;
}

/** Draws a frame around each element in `marks`, takes a screenshot, and writes it to the file. */
async function shoot(page, file, marks) {
  await page.evaluate(([marks, style]) => {
    // The Content-Security-Policy forbids a <style> element, but allows a style sheet created by a script.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets.push(sheet);
    for (const mark of marks) {
      const { left, top, width, height } = document.querySelector(mark).getBoundingClientRect();
      // A popover is displayed above modal dialogs, other elements are not.
      const frame = Object.assign(document.createElement("div"), { className: "guide-mark", popover: "manual" });
      const edge = (at) => `${Math.max(at - 5, 0)}px`;
      Object.assign(frame.style, { inset: "auto", left: edge(left), top: edge(top), width: `${width + 10}px`, height: `${height + 10}px` });
      document.body.append(frame);
      frame.showPopover();
    }
    // Removes the duration from each receipt, because the fixed clock makes it wrong.
    for (const line of document.querySelectorAll('[data-testid="receipt"] p')) {
      line.textContent = line.textContent.replace(/[\d.]+( s|초) · /, "");
    }
  }, [marks, STYLE]);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForSelector('[data-testid="saved"][data-state="saved"]', { state: "attached" });
  await drawn(page);
  mkdirSync(dirname(file), { recursive: true });
  const picture = withPalette(await page.screenshot({ animations: "disabled", caret: "hide" }));
  // Writes the file only if the picture looks different, so that a commit contains only pictures that changed.
  if (!existsSync(file) || !lookAlike(readFileSync(file), picture)) writeFileSync(file, picture);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !SCENES.some((scene) => scene.name === name));
if (unknown.length > 0) throw new Error(`there is no picture ${unknown.join(", ")}; see tests/e2e/guide/scenes.mjs`);

const server = await serveStatic(dist);
const browser = await launch();
try {
  for (const { name, file, set, marks = [] } of SCENES) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const lang of file ? ["en"] : ["en", "ko"]) {
      const page = await openPage(browser, lang, server.url);
      const ends = [];
      try {
        await set(page, { lang, root, atEnd: (end) => ends.push(end) });
        await shoot(page, join(root, file ?? `docs/guide/pictures/${lang}/${name}.png`), marks);
        console.log(`${name} (${lang})`);
      } catch (error) {
        throw new Error(`the picture ${name} (${lang}): ${error.message}`);
      } finally {
        await page.context().close();
        for (const end of ends) await end();
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}
