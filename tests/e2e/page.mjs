// Operations of the tests on the app: selectors of its test hooks, user input, and waiting.
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { assert, assertEqual, eventually, WAIT_MS } from "./assert.mjs";

export const hook = (name) => `[data-testid="${name}"]`;
export const entity = (name) => `svg${hook("canvas")} [data-entity="${name}"]`;
export const row = (name) => `${hook("tree-row")}[data-name="${name}"]`;
const EDITOR = `${hook("code-editor")} .cm-content`;
const LINES = `${EDITOR} .cm-line`;

/**
 * Opens the app and waits until its drawing is shown. `init` is a function that the page calls before its own scripts;
 * the other options are those of a browser context.
 */
export async function openApp(run, { url = run.url, init, ...options } = {}) {
  const page = await run.newPage(options);
  if (init) await page.addInitScript(init);
  await page.goto(url);
  await ready(page);
  return page;
}

/** Waits until the drawing of a page that is loading is shown. */
export async function ready(page) {
  await page.waitForSelector('#app[data-ready="true"]', { state: "attached" });
}

/** Returns the key in localStorage of a text of the open drawing, such as `file/main`. */
export function keyOf(page, name) {
  return page.evaluate((name) => `trammel:drawing:${localStorage.getItem("trammel:open-drawing")}:${name}`, name);
}

/** Returns a stored text of the open drawing. */
export async function storedText(page, name = "file/main") {
  return page.evaluate((key) => localStorage.getItem(key), await keyOf(page, name));
}

/** Returns the records of a store of the library as objects, by key. */
export function records(page, store) {
  return page.evaluate(
    (store) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("trammel");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const inside = database.transaction(store).objectStore(store);
          const [keys, texts] = [inside.getAllKeys(), inside.getAll()];
          texts.transaction.oncomplete = () => {
            database.close();
            resolve(Object.fromEntries(keys.result.map((key, at) => [key, JSON.parse(texts.result[at])])));
          };
        };
      }),
    store,
  );
}

/** Waits until the database has the present code. */
export async function isInLibrary(page) {
  const main = await storedText(page);
  await eventually("the database has the code", async () => {
    const contents = Object.values(await records(page, "contents"));
    return contents.some((content) => content.texts["file/main"] === main);
  });
}

/** Replaces the text of a record of the library. */
export function putRecord(page, store, key, text) {
  return page.evaluate(
    ([store, key, text]) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("trammel");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const writing = database.transaction(store, "readwrite");
          writing.objectStore(store).put(text, key);
          writing.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    [store, key, text],
  );
}

/** Opens an item of the menu with new drawings, all drawings, the history, and examples. */
export async function fromDrawings(page, item) {
  await page.locator(hook("examples")).click();
  await page.locator(hook(item)).click();
}

/**
 * Opens a new drawing, and waits until it is shown, because what the user types before belongs to the drawing before. The page
 * records the open drawing in the step that also sets its view.
 */
export async function openNewDrawing(page) {
  const opened = () => sessionStorage.getItem("trammel:open-drawing");
  const before = await page.evaluate(opened);
  await fromDrawings(page, "new-drawing");
  await pageEventually(page, "a new drawing is open", (before) => sessionStorage.getItem("trammel:open-drawing") !== before, before);
}

/** Opens a drawing of the list by its position; the drawing changed last is the first. */
export async function openDrawing(page, at) {
  await fromDrawings(page, "open-library");
  await page.locator(`${hook("drawing-row")}[data-kind="drawing"]`).nth(at).locator(hook("open-drawing")).click();
  await page.waitForSelector(hook("library"), { state: "detached" });
}

/** Polls in every frame until a function in the page, which must not be async, returns a truthy value; returns that value. */
export async function pageEventually(page, what, predicate, argument, limit = WAIT_MS) {
  try {
    const handle = await page.waitForFunction(predicate, argument, { timeout: limit, polling: "raf" });
    return await handle.jsonValue();
  } catch (error) {
    throw new Error(`waited in vain: ${what} (${error.message.split("\n")[0]})`);
  }
}

/** Waits until an element has the focus. */
export function focused(page, name) {
  return pageEventually(page, `${name} has the focus`, (name) => document.activeElement?.dataset.testid === name, name);
}

/** Returns the names of the entities on the canvas, in document order. */
export function entities(page) {
  return page.$$eval(`svg${hook("canvas")} [data-entity]`, (nodes) => nodes.map((node) => node.dataset.entity));
}

export async function waitForEntities(page, names) {
  const wanted = JSON.stringify([...names].sort());
  await pageEventually(
    page,
    `the canvas shows exactly ${wanted}`,
    ([selector, wanted]) => {
      const shown = [...document.querySelectorAll(selector)].map((node) => node.dataset.entity);
      return JSON.stringify(shown.sort()) === wanted;
    },
    [`svg${hook("canvas")} [data-entity]`, wanted],
  );
}

/** Opens the Code tab and waits for CodeMirror. */
export async function openCode(page) {
  const tab = page.locator(hook("tab-code"));
  if (await tab.isVisible()) await tab.click();
  await page.waitForSelector(EDITOR);
}

/** Replaces the code like a user: select all, then paste. (The editor would indent typed text.) */
export async function typeCode(page, code) {
  await openCode(page);
  await page.locator(EDITOR).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.$eval(
    EDITOR,
    (editor, code) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", code);
      // Firefox takes the text of the event instead of the object.
      const content = { clipboardData, data: code, dataType: "text/plain" };
      editor.dispatchEvent(new ClipboardEvent("paste", { ...content, bubbles: true, cancelable: true }));
    },
    code,
  );
}

/** Types text at the end of the code, key by key. */
export async function typeAtEnd(page, text) {
  await openCode(page);
  await page.locator(EDITOR).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(text);
}

/** Returns the code in the visible part of the editor. */
export function readCode(page) {
  return page.$$eval(LINES, (lines) => lines.map((line) => line.textContent).join("\n"));
}

/** Waits until the code has this statement, without regard to spaces and quotation marks. */
export function hasStatement(page, statement) {
  return pageEventually(
    page,
    `the statement ${statement}`,
    ([selector, statement]) => {
      const plain = (text) => text.replace(/[\s"'`]/g, "");
      const lines = [...document.querySelectorAll(selector)].map((line) => line.textContent).join("\n");
      return plain(lines).includes(plain(statement));
    },
    [LINES, statement],
  );
}

/** Waits until the code is this text. */
export function codeIs(page, code) {
  return pageEventually(
    page,
    `the code ${code}`,
    ([selector, code]) => [...document.querySelectorAll(selector)].map((line) => line.textContent).join("\n") === code,
    [LINES, code],
  );
}

/** Undoes one step, which restores this code and these entities. */
export async function undo(page, code, names) {
  await page.locator(hook("undo")).click();
  await codeIs(page, code);
  await waitForEntities(page, names);
}

/** Replaces the code and runs it at once, without the delay after typing. */
export async function runCode(page, code) {
  await typeCode(page, code);
  await page.locator(hook("run")).click();
}

/** Draws a row of circles with these names by a script, and waits for them. */
export async function drawCircles(page, ...names) {
  await typeCode(page, names.map((name, at) => `drawCircle(${JSON.stringify(name)}, ${at * 30}, 0, 10);`).join("\n"));
  await waitForEntities(page, names);
}

/** Returns the line of the displayed problem. */
export async function problemLine(page, limit) {
  const shown = await page.waitForSelector(`${hook("problem")}[data-line]`, { timeout: limit });
  return Number(await shown.getAttribute("data-line"));
}

/** Waits for two frames, after which the effect of the last input has been drawn. */
export function drawn(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

/** Returns a screen point on an entity's outline. */
export async function pointOn(page, name, along = 0.125) {
  await drawn(page);
  return page.$eval(
    entity(name),
    (node, along) => {
      const shapes = "path,circle,ellipse,rect,line,polyline,polygon";
      const shape = node.matches(shapes) ? node : node.querySelector(shapes);
      const at = shape.getPointAtLength(shape.getTotalLength() * along).matrixTransform(shape.getScreenCTM());
      return { x: at.x, y: at.y };
    },
    along,
  );
}

/** Returns an entity's bounding box on the screen. */
export async function box(page, name) {
  await drawn(page);
  return page.$eval(entity(name), (node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  });
}

/** Returns the names of the rows selected in the tree. */
export function selection(page) {
  return page.$$eval(`${hook("tree-row")}[aria-selected="true"]`, (rows) => rows.map((row) => row.dataset.name));
}

export async function waitForSelection(page, names) {
  await pageEventually(
    page,
    `selected: ${names.join(", ") || "nothing"}`,
    ([selector, wanted]) => {
      const chosen = [...document.querySelectorAll(selector)].map((row) => row.dataset.name);
      return JSON.stringify(chosen.sort()) === wanted;
    },
    [`${hook("tree-row")}[aria-selected="true"]`, JSON.stringify([...names].sort())],
  );
}

/** Connects the chat to a provider through the settings. */
export async function connect(page, connection) {
  await fillSettings(page, connection);
  await page.locator(hook("connect")).click();
}

/** Opens the settings, if they are not open, and fills them in. */
export async function fillSettings(page, { provider = "anthropic", baseUrl, key, model }) {
  await page.locator(hook("tab-chat")).click();
  const form = page.locator(hook("provider"));
  if (!(await form.isVisible())) await page.locator(hook("open-settings")).first().click();
  await form.selectOption(provider);
  if (key !== undefined) await page.locator(hook("api-key")).fill(key);
  if (baseUrl !== undefined) await page.locator(hook("base-url")).fill(baseUrl);
  if (model) await page.locator(hook("model")).fill(model);
}

/** Presses Test in the settings, waits for a verdict of this kind, and returns its text. */
export async function tried(page, verdict) {
  await page.locator(hook("test-connection")).click();
  const over = await page.waitForSelector(`${hook("test-result")}[data-verdict]:not([data-verdict=""], [data-verdict="busy"])`);
  const text = await over.innerText();
  assertEqual(await over.getAttribute("data-verdict"), verdict, `the verdict of '${text}'`);
  assertEqual(await over.getAttribute("role"), "status", "its role");
  assert(!(await everythingShown(page)).includes("canary"), "the key is nowhere in the page");
  return text;
}

export async function say(page, words) {
  await page.locator(hook("composer")).fill(words);
  await page.locator(hook("send")).click();
}

/** Chooses an entry of the Share menu. */
/** Waits until the model has answered a number of messages. */
export function answered(page, count) {
  return pageEventually(
    page,
    `${count} answers`,
    ([receipt, send, count]) => document.querySelectorAll(receipt).length === count && document.querySelector(send),
    [hook("receipt"), hook("send"), count],
  );
}

export async function fromMenu(page, item) {
  await page.locator(hook("share")).click();
  await page.locator(hook(item)).click();
}

/** Returns the link to the drawing of a page; `answer` is the button to press in the question about broken code. */
export async function linkOf(page, answer) {
  await fromMenu(page, "share-link");
  if (answer) await page.locator(hook(answer)).click();
  const link = await pageEventually(page, "a link", (selector) => document.querySelector(selector)?.value, hook("share-url"));
  assertEqual(await page.locator(hook("share-length")).getAttribute("data-count"), String(link.length), "length of the link");
  await page.locator(hook("close-share")).click();
  await page.waitForSelector(hook("share-dialog"), { state: "detached" });
  return link;
}

/** Presses a button, and returns the name and the text of the file that it saves. */
export async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(hook(button)).click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

/** Drops a file onto the page, which must not leave the drop to the browser. */
export async function drop(page, name, text) {
  await page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name, { type: "application/json" }));
      const target = document.querySelector("#drawing");
      for (const type of ["dragover", "drop"]) {
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
        if (target.dispatchEvent(event)) throw new Error(`${type} was left to the browser`);
      }
    },
    [name, text],
  );
}

/** Returns all visible text and all attributes of the page. */
export function everythingShown(page) {
  return page.evaluate(() => document.documentElement.outerHTML + document.body.innerText);
}

/**
 * Starts recording each element and attribute that is added to the page and that could run or fetch something; see
 * `activeContent`.
 */
export async function watchActiveContent(page) {
  await page.evaluate(() => {
    const found = new Set();
    window.activeContentSeen = found;
    const isOurs = (value) => value.startsWith("#") || ["blob:", "data:"].includes(new URL(value, location.href).protocol) || new URL(value, location.href).origin === location.origin;
    const look = (element) => {
      const name = element.localName;
      // The page itself adds the frame in which workers run.
      const isSandbox = name === "iframe" && element.getAttribute("sandbox") === "allow-scripts" && !element.src;
      if (/^(foreignobject|object|embed|iframe|base|animate|set)$/i.test(name) && !isSandbox) found.add(`<${name}>`);
      if (name === "script" && !element.src) found.add("<script>");
      if (/^(img|image)$/.test(name) && element.getAttribute("src") === "x") found.add(`<${name} src=x>`);
      for (const attribute of element.attributes) {
        const { name: key, value } = attribute;
        if (/^on/i.test(key)) found.add(`${name} ${key}`);
        if (/^(src|href|xlink:href|data|action)$/i.test(key) && name !== "a" && !isOurs(value)) found.add(`${name} ${key}=${value}`);
        if (/^\s*javascript:/i.test(value)) found.add(`${name} ${key}=${value}`);
        if (/url\((?!["']?#)/.test(value)) found.add(`${name} ${key}=${value}`);
      }
      if (name === "style" && /@import|url\(/.test(element.textContent)) found.add("<style> with an address");
    };
    const observer = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === "attributes") look(target);
        for (const node of addedNodes) if (node instanceof Element) [node, ...node.querySelectorAll("*")].forEach(look);
      }
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
}

/** Returns what was recorded since `watchActiveContent`, in words. */
export async function activeContent(page) {
  await drawn(page);
  return page.evaluate(() => [...window.activeContentSeen]);
}

/** Starts recording long tasks of the main thread and drawn frames; see `mainThread`. */
export async function watchMainThread(page) {
  await page.evaluate(() => {
    const seen = { longest: 0, script: 0, frames: 0, gap: 0 };
    window.mainThreadSeen = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longest = Math.max(seen.longest, entry.duration);
    }).observe({ type: "longtask" });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries().flatMap(({ scripts }) => scripts)) seen.script = Math.max(seen.script, duration);
    }).observe({ type: "long-animation-frame" });
    let last = performance.now();
    const frame = (now) => {
      seen.gap = Math.max(seen.gap, now - last);
      seen.frames += 1;
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/**
 * Returns the record since `watchMainThread`: longest task, longest script within a slow frame, and longest gap between frames in
 * ms, and frame count.
 */
export async function mainThread(page) {
  const seen = await page.evaluate(() => window.mainThreadSeen);
  assert(seen, "watchMainThread was not called");
  return seen;
}

/** Returns code that draws this many circles, one statement each, and at its end the circle `mark` with radius 1. */
export function manyCircles(count) {
  const lines = Array.from({ length: count - 1 }, (_, at) => `drawCircle("c${at}", ${(at % 40) * 10}, ${Math.floor(at / 40) * 10}, 4);`);
  return `${lines.join("\n")}\ndrawCircle("mark", 0, -10, 1);`;
}

/**
 * Presses a key that changes the picture of the entity `name`, and returns the time from the key press to the frame that
 * shows the change, in ms. The circle `mark` of `manyCircles` changes if the cursor is behind its radius.
 */
export async function typingToPicture(page, key, name = "mark") {
  await page.evaluate((selector) => {
    const picture = () => document.querySelector(selector).outerHTML;
    const before = picture();
    window.typingMs = null;
    const pressed = (event) => {
      const frame = () => {
        if (picture() === before) requestAnimationFrame(frame);
        else window.typingMs = performance.now() - event.timeStamp;
      };
      frame();
    };
    document.addEventListener("keydown", pressed, { capture: true, once: true });
  }, entity(name));
  await page.keyboard.press(key);
  return pageEventually(page, `the picture after ${key}`, () => window.typingMs);
}

/** Draws the code of `manyCircles`, and puts the cursor behind the radius of the circle `mark`. */
export async function editMark(page, count) {
  await typeCode(page, manyCircles(count));
  await page.waitForSelector(entity("mark"), { state: "attached" });
  await page.locator(EDITOR).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
}

/** Presses keys in code of this many circles, and returns the sorted times of `typingToPicture`. */
export async function typingTimes(page, count, runs) {
  await editMark(page, count);
  // The first run after the paste is not measured.
  await typingToPicture(page, "5");
  const times = [];
  for (let run = 0; run < runs; run += 1) times.push(await typingToPicture(page, run % 2 === 0 ? "Backspace" : "5"));
  return times.sort((a, b) => a - b);
}

/**
 * Changes the parameter `r` of code that draws this many circles with the arrow keys of its slider, and returns the sorted
 * times from the key press to the frame that shows the change, in ms.
 */
export async function parameterTimes(page, count, runs) {
  const code = manyCircles(count).replace("0, -10, 1)", "0, -10, r)");
  await typeCode(page, `const r = 1; // 1..50 step 1\n${code}`);
  await page.waitForSelector(entity("mark"), { state: "attached" });
  await page.locator(hook("tab-parameters")).click();
  await page.locator(hook("parameter-slider")).focus();
  await typingToPicture(page, "ArrowRight");
  const times = [];
  for (let run = 0; run < runs; run += 1) times.push(await typingToPicture(page, run % 2 === 0 ? "ArrowRight" : "ArrowLeft"));
  return times.sort((a, b) => a - b);
}

/** For `init` of `openApp`: a pause after typing (`PAUSE_MS` of `crates/canvas/src/run_delay.rs`) ends only when the test calls `pause`. */
export function holdPauses() {
  const start = window.setTimeout.bind(window);
  window.pauses = [];
  window.setTimeout = (act, ms, ...given) => (ms === 416 ? -window.pauses.push(act) : start(act, ms, ...given));
}

/** Ends the pause after the last key press; see `holdPauses`. */
export function pause(page) {
  return page.evaluate(() => window.pauses.at(-1)());
}

/** Returns the fragment of a link to a project (`crates/formats/src/link.rs`). */
export function fragmentOf(project) {
  const text = Buffer.from(JSON.stringify({ format: "trammel-project", version: 1, ...project }));
  const packed = deflateRawSync(text, { level: 9 });
  const encoded = packed.toString("base64url");
  return `t1.${encoded.length}.${text.length}.${crc32(packed)}.${encoded}`;
}

/** Returns the checksum of a link to these bytes. */
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (~crc >>> 0).toString(16).padStart(8, "0");
}
