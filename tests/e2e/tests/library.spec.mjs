// The library: every drawing of the browser with its history and its conversations, and what happens when storing fails.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import { KEY, reply, startMock, text, toolUse } from "../mock-anthropic.mjs";
import {
  connect,
  drawCircles,
  entities,
  fromDrawings,
  hook,
  isInLibrary,
  keyOf,
  openApp,
  openCode,
  openDrawing,
  openNewDrawing,
  pageEventually,
  putRecord,
  readCode,
  ready,
  records,
  saved,
  say,
  storedText,
  typeAtEnd,
  typeCode,
  waitForEntities,
} from "../page.mjs";

const isSaved = (page) => page.waitForSelector(`${hook("saved")}[data-state="saved"]`);

async function reload(page) {
  await page.reload();
  await ready(page);
}

/** Waits until the database has the present position in the history, with as many undone steps. */
async function isUndoneInLibrary(page, count) {
  await isInLibrary(page);
  await eventually("the database has the position", async () => {
    const contents = Object.values(await records(page, "contents"));
    return contents.some((content) => (content.position.redo ?? []).length === count);
  });
}

/** Opens the list of drawings, and returns its rows of a kind. */
async function openList(page, kind = "drawing") {
  await fromDrawings(page, "open-library");
  const rows = page.locator(`${hook("drawing-row")}[data-kind="${kind}"]`);
  await page.locator(hook("drawing-row")).first().waitFor();
  return rows;
}

/** Draws circles as an undo step of its own: text that is typed within a moment would join the step before. */
async function step(page, ...names) {
  await drawCircles(page, ...names);
  await page.locator(hook("run")).click();
}

const closeList = (page) => page.locator(hook("close-library")).click();
const undo = (page) => page.locator(hook("undo")).click();
const redo = (page) => page.locator(hook("redo")).click();

/** Stores a record for the folder of a drawing; no test can make a real one without the picker of the browser. */
function putFolder(page, id) {
  return page.evaluate(
    (id) =>
      new Promise((stored, failed) => {
        const opening = indexedDB.open("trammel");
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const { transaction } = database.transaction("folders", "readwrite").objectStore("folders").put("{}", id);
          transaction.oncomplete = () => stored(database.close());
          transaction.onabort = () => failed(transaction.error);
        };
      }),
    id,
  );
}

test("library: new drawings, examples, and reopened drawings keep the others", async ({ run }) => {
  const page = await openApp(run);
  const zoom = () => page.locator(hook("zoom")).innerText();
  await drawCircles(page, "first");
  await page.locator(hook("zoom-in")).click();
  await openNewDrawing(page);
  assertEqual(await zoom(), "100%", "the zoom of an empty drawing, whatever was open before");
  await drawCircles(page, "second");
  await fromDrawings(page, "example-room");
  await page.waitForSelector('[data-entity="second"]', { state: "detached" });
  await isSaved(page);
  // The untouched example leaves the library when another drawing is opened.
  await openDrawing(page, 1);
  await waitForEntities(page, ["second"]);
  const rows = await openList(page);
  assertEqual(await rows.count(), 2, "drawings");
  await assertAccessibleInBothLooks(page, "the list of drawings", async () => {
    await closeList(page);
    await openList(page);
  });
  await closeList(page);
  await openDrawing(page, 1);
  await waitForEntities(page, ["first"]);
  await reload(page);
  await waitForEntities(page, ["first"]);
  await openDrawing(page, 0);
  await waitForEntities(page, ["second"]);
  await pageEventually(page, "localStorage has one drawing", () => new Set(Object.keys(localStorage).flatMap((key) => key.match(/^trammel:drawing:[^:]+/) ?? [])).size === 1);
});

test("library: drawings are named, found, duplicated, deleted, and restored", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "plate");
  await openNewDrawing(page);
  await drawCircles(page, "panel");
  let rows = await openList(page);
  await rows.nth(0).locator(hook("rename-drawing")).click();
  await page.locator(hook("drawing-name-field")).fill("Front panel");
  await page.keyboard.press("Enter");
  await page.locator(`${hook("drawing-row")}[data-name="Front panel"]`).waitFor();
  await rows.nth(1).locator(hook("rename-drawing")).click();
  await page.locator(hook("drawing-name-field")).fill("Base plate");
  await page.keyboard.press("Enter");
  const plate = page.locator(`${hook("drawing-row")}[data-name="Base plate"]`);
  await plate.waitFor();
  await plate.locator(hook("duplicate-drawing")).click();
  await page.locator(`${hook("drawing-row")}[data-name="Base plate (copy)"]`).waitFor();
  await page.locator(hook("library-search")).fill("PLATE base");
  await pageEventually(page, "two drawings are found", (row) => document.querySelectorAll(row).length === 2, hook("drawing-row"));
  await plate.locator(hook("delete-drawing")).click();
  await plate.waitFor({ state: "detached" });
  await page.locator(hook("library-trash")).click();
  await plate.waitFor();
  await assertAccessibleInBothLooks(page, "the trash");
  await plate.locator(hook("restore-drawing")).click();
  await plate.waitFor({ state: "detached" });
  await page.locator(hook("library-trash")).click();
  await plate.locator(hook("open-drawing")).click();
  await waitForEntities(page, ["plate"]);

  // The open drawing can be deleted as well; another one is opened.
  rows = await openList(page);
  await plate.locator(hook("delete-drawing")).click();
  await plate.waitFor({ state: "detached" });
  await closeList(page);
  await page.waitForSelector('[data-entity="plate"]', { state: "attached" });
  await openList(page);
  await page.locator(hook("library-trash")).click();
  const [id] = Object.entries(await records(page, "drawings")).find(([, drawing]) => drawing.name === "Base plate");
  await putFolder(page, id);
  await plate.locator(hook("remove-drawing")).click();
  await plate.waitFor({ state: "detached" });
  await eventually("the record of its folder is removed", async () => !(id in (await records(page, "folders"))));
  assertEqual(Object.values(await records(page, "drawings")).filter((drawing) => drawing.name === "Base plate").length, 0, "records of the removed drawing");
});

test("library: undo and redo work after a reload", async ({ run }) => {
  const page = await openApp(run);
  await step(page, "a");
  await step(page, "a", "b");
  await step(page, "a", "b", "c");
  await undo(page);
  await waitForEntities(page, ["a", "b"]);
  await isUndoneInLibrary(page, 1);
  await reload(page);
  await redo(page);
  await waitForEntities(page, ["a", "b", "c"]);
  await undo(page);
  await undo(page);
  await waitForEntities(page, ["a"]);
  await isUndoneInLibrary(page, 2);
  await reload(page);
  await redo(page);
  await redo(page);
  await waitForEntities(page, ["a", "b", "c"]);
  await isUndoneInLibrary(page, 0);
  // Text typed right before a reload is a step as well.
  await typeCode(page, `${await storedText(page)}\ndrawCircle("late", 0, 40, 3);`);
  await eventually("the text is stored", async () => (await storedText(page)).includes("late"));
  await reload(page);
  await waitForEntities(page, ["a", "b", "c", "late"]);
  await undo(page);
  await waitForEntities(page, ["a", "b", "c"]);
});

test("library: the history shows every version, and each can be restored", async ({ run }) => {
  const mock = await startMock({
    turns: [(body) => (body.messages.length === 1 ? reply(toolUse("toolu_1", "draw_circle", { name: "by_model", x: 0, y: 0, radius: 4 })) : reply(text("Done.")))],
  });
  try {
    const page = await openApp(run);
    await drawCircles(page, "mine");
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "add a circle");
    await page.waitForSelector(hook("receipt"));
    await waitForEntities(page, ["mine", "by_model"]);
    await drawCircles(page, "mine", "later");
    await isInLibrary(page);
    await reload(page);
    await fromDrawings(page, "open-history");
    const rows = page.locator(hook("version-row"));
    await page.locator(`${hook("version-row")}[data-present="true"]`).waitFor();
    assertEqual(await rows.evaluateAll((rows) => rows.map((row) => row.dataset.author ?? "beginning")), ["user", "model", "user", "beginning"], "authors");
    assert((await rows.nth(1).innerText()).includes("turn 1"), "the turn of the model is named");
    assert((await rows.nth(0).innerText()).includes("Code typed"), "a step without a tool has a text");
    assert((await rows.nth(0).locator("path").first().getAttribute("d")).length > 20, "a version has a picture");
    await assertAccessibleInBothLooks(page, "the history");
    await rows.nth(1).locator(hook("name-version")).click();
    await page.locator(hook("version-name")).fill("with the model's circle");
    await page.keyboard.press("Enter");
    await pageEventually(page, "the name", (selector) => document.querySelector(selector).innerText.includes("with the model's circle"), hook("versions"));
    await rows.nth(1).locator(hook("restore-version")).click();
    await waitForEntities(page, ["mine", "by_model"]);
    await undo(page);
    await waitForEntities(page, ["mine", "later"]);
    await redo(page);
    await waitForEntities(page, ["mine", "by_model"]);
    await isInLibrary(page);
    await reload(page);
    await fromDrawings(page, "open-history");
    await page.locator(`${hook("version-row")}[data-present="true"]`).waitFor();
    assertEqual(await rows.count(), 5, "versions after the restoration");
    assert((await rows.nth(2).innerText()).includes("with the model's circle"), "the name is stored");
    await page.locator(`${hook("version-row")}[data-id="0"] ${hook("restore-version")}`).click();
    await page.waitForSelector('[data-entity="mine"]', { state: "detached" });
    await undo(page);
    await waitForEntities(page, ["mine", "by_model"]);
  } finally {
    await mock.close();
  }
});

test("library: a drawing has several conversations, which stay with it", async ({ run }) => {
  const mock = await startMock({ turns: [() => reply(text("Noted."))] });
  const shows = (page, words) =>
    pageEventually(page, `the conversation with '${words}'`, (words) => document.querySelector("#conversation").innerText.includes(words), words);
  try {
    const page = await openApp(run);
    await drawCircles(page, "plate");
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "about the plate");
    await page.waitForSelector(hook("receipt"));
    await page.locator(hook("new-chat")).click();
    await pageEventually(page, "the conversation is empty", () => !document.querySelector("#conversation").innerText.includes("plate"));
    await say(page, "about the holes");
    await page.waitForSelector(hook("receipt"));
    await page.locator(hook("conversations")).selectOption({ label: "about the plate" });
    await shows(page, "about the plate");
    await reload(page);
    await page.locator(hook("tab-chat")).click();
    await shows(page, "about the plate");
    await assertAccessibleInBothLooks(page, "the list of conversations");

    await openNewDrawing(page);
    await page.locator(hook("tab-chat")).click();
    assertEqual(await page.locator(hook("conversations")).count(), 0, "conversations of a new drawing");
    await drawCircles(page, "other");
    await openDrawing(page, 1);
    await waitForEntities(page, ["plate"]);
    await page.locator(hook("tab-chat")).click();
    await shows(page, "about the plate");
    await page.locator(hook("conversations")).selectOption({ label: "about the holes" });
    await shows(page, "about the holes");
    assertEqual(Object.keys(await records(page, "conversations")).length, 2, "stored conversations");
  } finally {
    await mock.close();
  }
});

test("library: a conversation of a newer version is not shown, stays stored, and can be downloaded", async ({ run }) => {
  const mock = await startMock({ turns: [() => reply(text("Noted."))] });
  try {
    const page = await openApp(run);
    await drawCircles(page, "plate");
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "about the plate");
    await page.waitForSelector(hook("receipt"));
    await isSaved(page);
    await eventually("the conversation is stored", async () => Object.keys(await records(page, "conversations")).length === 1);
    const [key] = Object.keys(await records(page, "conversations"));
    const newer = JSON.stringify({ version: 99, pages: ["all my plans"] });
    await putRecord(page, "conversations", key, newer);
    await reload(page);
    const words = await page.locator(hook("not-read")).innerText();
    assert(words.includes("conversation") && words.includes("newer version"), words);
    await assertAccessibleInBothLooks(page, "unreadable data");
    assertEqual((await saved(page, "download-unread")).text, newer, "the downloaded text");
    await say(page, "another one");
    await page.waitForSelector(hook("receipt"));
    await eventually("both are stored", async () => Object.keys(await records(page, "conversations")).length === 2);
    assertEqual((await records(page, "conversations"))[key].pages, ["all my plans"], "the newer record");
  } finally {
    await mock.close();
  }
});

test("library: a damaged and a newer record are reported, stay stored, and everything else opens", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "good");
  await openNewDrawing(page);
  await drawCircles(page, "newer");
  await isInLibrary(page);
  await openNewDrawing(page);
  await drawCircles(page, "damaged");
  await isInLibrary(page);
  await openDrawing(page, 2);
  await waitForEntities(page, ["good"]);
  const contents = await records(page, "contents");
  const idOf = (name) => Object.keys(contents).find((id) => contents[id].texts["file/main"].includes(name));
  await putRecord(page, "drawings", idOf("damaged"), "{not JSON");
  const ofNewer = { version: 99, revision: 5, texts: contents[idOf("newer")].texts, layout: { new: true } };
  await putRecord(page, "contents", idOf("newer"), JSON.stringify(ofNewer));
  await reload(page);
  await waitForEntities(page, ["good"]);
  const unreadable = await openList(page, "unreadable");
  await unreadable.waitFor();
  assertEqual((await saved(page, "download-drawing")).text, "{not JSON", "the downloaded record");
  await page.locator(`${hook("drawing-row")}[data-open="false"] ${hook("open-drawing")}`).first().click();
  await pageEventually(page, "the reason", () => [...document.querySelectorAll('[data-testid="notice"]')].some((node) => node.innerText.includes("newer version")));
  // The readable part is shown read-only, and only a copy can be changed.
  await page.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
  await page.locator(hook("preview-code")).getByText("newer").first().waitFor();
  await page.locator(hook("close-preview")).click();
  await page.waitForSelector(hook("preview"), { state: "detached" });
  await waitForEntities(page, ["good"]);
  await drawCircles(page, "good", "more");
  await isInLibrary(page);
  assertEqual((await records(page, "contents"))[idOf("newer")], ofNewer, "the newer record");
  // A damaged record of the list does not hide the code of its drawing.
  await (await openList(page, "unreadable")).locator(hook("look-at-drawing")).click();
  await page.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
  await page.locator(hook("make-copy")).click();
  await waitForEntities(page, ["damaged"]);
  assertEqual(await (await openList(page, "unreadable")).count(), 1, "the damaged record stays in the list");
});

test("library: a full localStorage leaves the drawing in the database", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "before");
  await isInLibrary(page);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
  });
  await drawCircles(page, "before", "after");
  await isSaved(page);
  await eventually("the database has the code", async () => Object.values(await records(page, "contents")).some((content) => content.texts["file/main"].includes("after")));
  await reload(page);
  await waitForEntities(page, ["before", "after"]);
  await isSaved(page);
  assert((await storedText(page)).includes("after"), "localStorage has the newer copy again");
});

test("library: when the database is full, the drawing is stored before the conversation, and that before the history", async ({ run }) => {
  const mock = await startMock({ turns: [() => reply(text("Noted."))] });
  try {
    const page = await openApp(run);
    await step(page, "one");
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await isInLibrary(page);
    // The history is written after the drawing.
    await eventually("the first step is stored", async () => Object.keys(await records(page, "steps")).length === 1);
    await page.evaluate(() => {
      window.refused = ["steps"];
      for (const name of ["add", "put"]) {
        const real = IDBObjectStore.prototype[name];
        IDBObjectStore.prototype[name] = function (value, key) {
          if (window.refused.includes(this.name)) throw new DOMException("no room", "QuotaExceededError");
          return real.call(this, value, key);
        };
      }
    });
    await step(page, "one", "two");
    await page.locator(hook("tab-chat")).click();
    await say(page, "hello");
    await page.waitForSelector(hook("receipt"));
    await page.waitForSelector(hook("save-failed"));
    await eventually("the conversation is stored", async () => Object.keys(await records(page, "conversations")).length === 1);
    await isInLibrary(page);
    assertEqual(Object.keys(await records(page, "steps")).length, 1, "stored steps");
    await page.evaluate(() => (window.refused = []));
    await step(page, "one", "two", "three");
    await isSaved(page);
    await eventually("the history is stored", async () => Object.keys(await records(page, "steps")).length === 3);
    await reload(page);
    await waitForEntities(page, ["one", "two", "three"]);
    await undo(page);
    await waitForEntities(page, ["one", "two"]);
    await undo(page);
    await waitForEntities(page, ["one"]);
  } finally {
    await mock.close();
  }
});

test("library: a page that is killed during a save loses nothing", async ({ run }) => {
  run.allow(/crashed/);
  const page = await openApp(run);
  await step(page, "kept");
  await isInLibrary(page);
  await typeCode(page, `drawCircle("kept", 0, 0, 10);\n${Array.from({ length: 400 }, (_, at) => `drawCircle("c${at}", ${at}, 0, 1);`).join("\n")}`);
  await page.waitForSelector('[data-entity="c399"]', { state: "attached" });
  const other = await page.context().newPage();
  await other.goto(new URL("static/icon.svg", run.url).href);
  // The drawing has been painted, so the next start runs its code.
  await eventually("no operation is in progress", () => other.evaluate(() => !Object.keys(localStorage).some((key) => key.startsWith("trammel:starting:"))));
  // The save of the history begins 0.4 s after the change, so the process ends before or in the middle of it.
  const session = await page.context().newCDPSession(page);
  session.send("Page.crash").catch(() => null);
  await page.waitForEvent("crash");
  const again = await page.context().newPage();
  await again.goto(run.url);
  await ready(again);
  await again.waitForSelector('[data-entity="c399"]', { state: "attached" });
  await undo(again);
  await waitForEntities(again, ["kept"]);
});

test("library: a tab that shows the same drawing does not compete with the one in which the user types", async ({ run }) => {
  const shown = await openApp(run);
  await drawCircles(shown, "one");
  await isSaved(shown);
  const page = await shown.context().newPage();
  await page.goto(run.url);
  await ready(page);
  await waitForEntities(page, ["one"]);
  // The speeds at which the other tab stores its own state between two letters.
  for (const [at, delay] of [0, 45, 60].entries()) {
    await typeAtEnd(page, "\n");
    await page.keyboard.type(`drawCircle('mine${at}', ${at * 30}, 40, 5);`, { delay });
    await page.waitForSelector(`[data-entity="mine${at}"]`, { state: "attached" });
    await isSaved(page);
    await shown.waitForSelector(`[data-entity="mine${at}"]`, { state: "attached" });
  }
  assertEqual(await page.locator(hook("changed-elsewhere")).count(), 0, "conflicts");
  await reload(page);
  await waitForEntities(page, ["one", "mine0", "mine1", "mine2"]);
});

test("library: a page that is killed while code runs loses nothing", async ({ run }) => {
  run.allow(/crashed/);
  const page = await openApp(run);
  await drawCircles(page, "kept");
  await isInLibrary(page);
  await typeCode(page, 'drawCircle("typed", 0, 0, 10);\nwhile (true) {}');
  await page.waitForSelector(`${hook("stop-run")}:not([aria-disabled="true"])`);
  const other = await page.context().newPage();
  await other.goto(new URL("static/icon.svg", run.url).href);
  const session = await page.context().newCDPSession(page);
  session.send("Page.crash").catch(() => null);
  await page.waitForEvent("crash");
  const again = await page.context().newPage();
  await again.goto(run.url);
  // The code that did not come to its end is shown, but not run.
  await again.waitForSelector(hook("safe-start"));
  await openCode(again);
  assert((await readCode(again)).includes("typed"), "the typed code");
});

test("library: a page without a database stores the open drawing and says so", async ({ run }) => {
  const page = await openApp(run, {
    init: () => Object.defineProperty(window, "indexedDB", { get: () => undefined }),
  });
  await pageEventually(page, "the notice", () => [...document.querySelectorAll('[data-testid="notice"]')].some((node) => node.innerText.includes("stores only the open drawing")));
  await drawCircles(page, "kept");
  await isSaved(page);
  await openNewDrawing(page);
  await drawCircles(page, "second");
  await isSaved(page);
  await reload(page);
  await waitForEntities(page, ["second"]);
  const key = await keyOf(page, "file/main");
  const texts = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.endsWith("file/main")));
  assert(texts.some(([other, text]) => other !== key && text.includes("kept")), "the first drawing is still stored");
});

test("library: 200 drawings are listed and open", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "own");
  await isInLibrary(page);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("trammel");
        opening.onsuccess = () => {
          const writing = opening.result.transaction(["drawings", "contents"], "readwrite");
          for (let at = 0; at < 200; at += 1) {
            const id = `many-${at}`;
            const drawing = { version: 1, name: `Part ${at}`, created_ms: at, changed_ms: at, entities: 1, bytes: 99, thumbnail: "M0 0L160 120" };
            const content = { version: 1, revision: 1, texts: { "file/main": `drawCircle("part_${at}", 0, 0, 5);` } };
            writing.objectStore("drawings").put(JSON.stringify(drawing), id);
            writing.objectStore("contents").put(JSON.stringify(content), id);
          }
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  const rows = await openList(page);
  assertEqual(await rows.count(), 201, "rows");
  await page.locator(hook("library-search")).fill("part 137");
  await page.locator(`${hook("drawing-row")}[data-name="Part 137"] ${hook("open-drawing")}`).click();
  await waitForEntities(page, ["part_137"]);
});

test("library: a history of 5,000 steps opens and can be undone", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "own");
  await isInLibrary(page);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("trammel");
        opening.onsuccess = () => {
          const writing = opening.result.transaction(["drawings", "contents", "steps"], "readwrite");
          const line = (at) => `// line ${at}\n`;
          let length = 0;
          let main = "";
          for (let at = 1; at <= 5000; at += 1) {
            const splice = { at: length, inserted: line(at) };
            const step = { id: at, parent: at - 1, label: "typing", author: "user", files: [{ file: "main", existed: true, exists: true, splice }] };
            writing.objectStore("steps").put(JSON.stringify({ version: 1, time_ms: at, step }), `long/${String(at).padStart(12, "0")}`);
            length += splice.inserted.length;
            main += splice.inserted;
          }
          const drawing = { version: 1, name: "Long", created_ms: 1, changed_ms: 1 };
          const content = { version: 1, revision: 1, texts: { "file/main": main }, position: { head: 5000 } };
          writing.objectStore("drawings").put(JSON.stringify(drawing), "long");
          writing.objectStore("contents").put(JSON.stringify(content), "long");
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  await openDrawing(page, 1);
  await waitForEntities(page, []);
  await undo(page);
  await eventually("the last line is gone", async () => (await storedText(page)).endsWith("// line 4999\n"));
  await fromDrawings(page, "open-history");
  await page.locator(hook("version-row")).first().waitFor();
  assertEqual(await page.locator(hook("version-row")).count(), 50, "versions at once");
  await page.locator(hook("older-versions")).click();
  await pageEventually(page, "more versions", (row) => document.querySelectorAll(row).length === 100, hook("version-row"));
  await page.locator(`${hook("version-row")}[data-id="4950"] ${hook("restore-version")}`).click();
  await eventually("the version is restored", async () => (await storedText(page)).endsWith("// line 4950\n"));
});

test("library: code that does not run stays with its drawing", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "good");
  await typeAtEnd(page, "\nnonsense;");
  await page.waitForSelector(hook("problem"));
  await openNewDrawing(page);
  await page.waitForSelector(hook("problem"), { state: "detached" });
  await drawCircles(page, "other");
  await openDrawing(page, 1);
  await page.waitForSelector(hook("problem"));
  await waitForEntities(page, ["good"]);
  await openCode(page);
  assert((await readCode(page)).endsWith("nonsense;"), "the code in the editor");
});

test("library: a backup has everything but keys, and another browser restores it", async ({ run }) => {
  const mock = await startMock({ turns: [() => reply(text("Noted."))] });
  try {
    const page = await openApp(run);
    await drawCircles(page, "first");
    await openNewDrawing(page);
    await drawCircles(page, "second");
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "about the second");
    await page.waitForSelector(hook("receipt"));
    await openList(page);
    const backup = await saved(page, "save-backup");
    assert(!backup.text.includes(KEY), "the backup has no key");
    assert(backup.text.includes("first") && backup.text.includes("about the second"), "drawings and conversations");

    const other = await openApp(run);
    await drawCircles(other, "own");
    await openList(other);
    const restore = async () => {
      const [chooser] = await Promise.all([other.waitForEvent("filechooser"), other.locator(hook("restore-backup")).click()]);
      await chooser.setFiles({ name: backup.name, mimeType: "application/json", buffer: Buffer.from(backup.text) });
    };
    const notice = (words) =>
      pageEventually(other, words, (words) => [...document.querySelectorAll('[data-testid="notice"]')].some((node) => node.innerText.includes(words)), words);
    await restore();
    await notice("2 added");
    await pageEventually(other, "three drawings", (row) => document.querySelectorAll(row).length === 3, hook("drawing-row"));
    await restore();
    await notice("2 unchanged");
    await closeList(other);
    await openDrawing(other, 1);
    await waitForEntities(other, ["second"]);
    await other.locator(hook("tab-chat")).click();
    assert(!(await other.locator("#conversation").innerText()).includes("about the second"), "a conversation of another library is not on screen");
    await other.locator(hook("conversations")).selectOption({ label: "about the second" });
    await pageEventually(other, "the conversation", () => document.querySelector("#conversation").innerText.includes("about the second"));
    await undo(other);
    await waitForEntities(other, []);
  } finally {
    await mock.close();
  }
});

/** Restores the text of a backup, and waits for a notice with these words. The list of drawings is open. */
async function restoreBackup(page, backup, words) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.locator(hook("restore-backup")).click()]);
  await chooser.setFiles({ name: "backup.json", mimeType: "application/json", buffer: Buffer.from(backup) });
  await pageEventually(page, words, (words) => [...document.querySelectorAll('[data-testid="notice"]')].some((node) => node.innerText.includes(words)), words);
}

test("library: a backup of a drawing that was changed on two computers keeps both, with their histories", async ({ run }) => {
  const first = await openApp(run);
  await drawCircles(first, "common");
  await openList(first);
  const common = await saved(first, "save-backup");
  await closeList(first);

  const second = await openApp(run);
  await openList(second);
  await restoreBackup(second, common.text, "1 added");
  await closeList(second);
  await openDrawing(second, 1);
  await waitForEntities(second, ["common"]);
  await step(second, "common", "by_second");
  await isInLibrary(second);
  // The first computer counts more writes.
  const names = ["common"];
  for (const name of ["b", "c", "d", "e"]) {
    names.push(name);
    await step(first, ...names);
  }
  await openList(first);
  const newer = await saved(first, "save-backup");

  const steps = Object.keys(await records(second, "steps")).length;
  await openList(second);
  await restoreBackup(second, newer.text, "1 added as copies");
  await closeList(second);
  await waitForEntities(second, ["common", "by_second"]);
  assert(Object.keys(await records(second, "steps")).length >= steps, "no step is removed");
  await undo(second);
  await waitForEntities(second, ["common"]);
  await redo(second);
  await waitForEntities(second, ["common", "by_second"]);
  const texts = Object.values(await records(second, "contents")).map((content) => content.texts["file/main"]);
  assert(texts.some((text) => text.includes('"e"') || text.includes("'e'")), "the copy has the text of the first computer");
  await openList(second);
  await restoreBackup(second, newer.text, "0 added as copies");
});

test("library: a backup of another library gets no power", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "plate");
  await openList(page);
  const backup = JSON.parse((await saved(page, "save-backup")).text);
  const [id] = Object.entries(backup.records.contents).find(([, content]) => content.texts["file/main"].includes("plate"));
  backup.records.contents[id].texts.hints = JSON.stringify({ list: [{ tool: "run_cad_code", text: "INJECTED-BY-BACKUP" }] });
  backup.settings = { "pref:webmcp": "on", "pref:theme": "dark" };

  const other = await openApp(run);
  await openList(other);
  await restoreBackup(other, JSON.stringify(backup), "another browser");
  const settings = await other.evaluate(() => Object.entries(localStorage).filter(([key]) => key.includes("pref:")));
  assert(!settings.some(([key]) => key.includes("webmcp")), "no switch that gives power is taken");
  assert(settings.some(([key, value]) => key.includes("theme") && value === "dark"), "a harmless setting is taken");
  const stored = (await records(other, "contents"))[id];
  assertEqual(JSON.parse(stored.texts.hints).list[0].imported.on, false, "the hint is off");
});

test("library: texts that were set aside stay with the drawing, and can be downloaded, put back, and removed", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "one");
  await isSaved(page);
  await page.evaluate((key) => localStorage.setItem(key, "not flags"), await keyOf(page, "holds"));
  await reload(page);
  await page.locator(hook("set-aside")).click();
  await isSaved(page);
  await isInLibrary(page);
  await openNewDrawing(page);
  await drawCircles(page, "other");
  await openDrawing(page, 1);
  await waitForEntities(page, ["one"]);
  await reload(page);
  await openList(page);
  assert((await saved(page, "save-backup")).text.includes("not flags"), "the backup has the text");
  await closeList(page);
  await fromDrawings(page, "open-history");
  await page.locator(hook("aside-row")).waitFor();
  assertEqual((await saved(page, "download-aside")).text, "not flags", "the downloaded text");
  await page.locator(hook("restore-aside")).click();
  await page.waitForSelector(hook("not-read"));
  assertEqual(await page.locator(hook("aside-row")).count(), 0, "texts aside after the text was put back");
  await page.locator(hook("close-history")).click();
  await page.locator(hook("set-aside")).click();
  await fromDrawings(page, "open-history");
  await page.locator(hook("remove-aside")).click();
  await isInLibrary(page);
  await eventually("the text is gone", async () => !JSON.stringify(await records(page, "contents")).includes("not flags"));
});

test("library: two tabs show the same drawing and never overwrite each other", async ({ run }) => {
  const first = await openApp(run);
  await step(first, "a");
  await isInLibrary(first);
  const second = await first.context().newPage();
  await second.goto(run.url);
  await waitForEntities(second, ["a"]);
  await second.waitForSelector(hook("also-open"));
  await assertAccessibleInBothLooks(second, "the notice about another tab");
  await step(first, "a", "by_first");
  await waitForEntities(second, ["a", "by_first"]);
  await step(second, "a", "by_first", "by_second");
  await waitForEntities(first, ["a", "by_first", "by_second"]);
  await isInLibrary(first);
  assertEqual(await first.locator(hook("changed-elsewhere")).count(), 0, "questions");

  // The second tab continues the history when the first one closes.
  await first.close();
  await second.waitForSelector(hook("also-open"), { state: "detached" });
  await drawCircles(second, "a", "last");
  await isInLibrary(second);
  await reload(second);
  await waitForEntities(second, ["a", "last"]);
  for (const names of [["a", "by_first", "by_second"], ["a", "by_first"], ["a"]]) {
    await undo(second);
    await waitForEntities(second, names);
  }
});

test("library: a tab can work on a copy of a drawing that is open in another tab", async ({ run }) => {
  const first = await openApp(run);
  await drawCircles(first, "a");
  await isInLibrary(first);
  const second = await first.context().newPage();
  await second.goto(run.url);
  await second.locator(hook("open-copy")).click();
  await second.waitForSelector(hook("also-open"), { state: "detached" });
  await drawCircles(second, "a", "copy");
  await drawCircles(first, "a", "original");
  await isInLibrary(second);
  await waitForEntities(second, ["a", "copy"]);
  await reload(first);
  await waitForEntities(first, ["a", "original"]);
  const rows = await openList(first);
  assertEqual(await rows.count(), 2, "drawings");
});

/** Withholds the storage events of a page until `window.deliverStorageEvents` is called. */
function withholdStorageEvents() {
  let withheld = [];
  window.deliverStorageEvents = () => {
    const events = withheld;
    withheld = null;
    for (const { key, oldValue, newValue, url, storageArea } of events) {
      dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue, url, storageArea }));
    }
  };
  const withhold = (event) => {
    if (withheld === null) return;
    withheld.push(event);
    event.stopImmediatePropagation();
  };
  addEventListener("storage", withhold, true);
}

/**
 * Waits until one of two tabs, which have each added the circle of the same position of `names` to the circle `a`, asks
 * which drawing to keep; keeps the one of that tab, and finds the other one in the library.
 */
async function bothAreKept(run, tabs, names) {
  const asks = (page) => page.locator(hook("changed-elsewhere")).count();
  await eventually("a tab asks", async () => (await asks(tabs[0])) + (await asks(tabs[1])) > 0);
  const at = (await asks(tabs[1])) > 0 ? 1 : 0;
  const [asking, other, ours, theirs] = [tabs[at], tabs[1 - at], names[at], names[1 - at]];
  run.note(`the tab that drew ${ours} asks`);
  for (const page of tabs) await page.evaluate(() => window.deliverStorageEvents?.());
  assertEqual([await asks(asking), await asks(other)], [1, 0], "questions");
  await waitForEntities(asking, ["a", ours]);
  await waitForEntities(other, ["a", theirs]);
  await assertAccessibleInBothLooks(asking, "the banner about another tab");
  await asking.locator(hook("keep-this")).click();
  await asking.waitForSelector(hook("changed-elsewhere"), { state: "detached" });
  await waitForEntities(other, ["a", ours]);
  const rows = await openList(other);
  await pageEventually(other, "two drawings", (row) => document.querySelectorAll(row).length === 2, hook("drawing-row"));
  await rows.locator(hook("open-drawing")).first().click();
  await waitForEntities(other, ["a", theirs]);
}

/** Opens a drawing in two tabs, each of which adds a circle before it learns of the other one's change. */
async function tabsThatDisagree(run) {
  const first = await openApp(run, { init: withholdStorageEvents });
  await drawCircles(first, "a");
  await isInLibrary(first);
  const second = await first.context().newPage();
  await second.addInitScript(withholdStorageEvents);
  await second.goto(run.url);
  await waitForEntities(second, ["a"]);
  await Promise.all([drawCircles(first, "a", "by_first"), drawCircles(second, "a", "by_second")]);
  return [first, second];
}

test("library: a tab that stores a drawing before it learns of another tab's change asks which one to keep, and keeps both", async ({ run }) => {
  const [first, second] = await tabsThatDisagree(run);
  await bothAreKept(run, [first, second], ["by_first", "by_second"]);
});

test("library: a tab with an open question about another tab's change is left without a loss", async ({ run }) => {
  const [first, second] = await tabsThatDisagree(run);
  const asks = (page) => page.locator(hook("changed-elsewhere")).count();
  await eventually("a tab asks", async () => (await asks(first)) + (await asks(second)) > 0);
  const [asking, ours] = (await asks(second)) > 0 ? [second, "by_second"] : [first, "by_first"];
  await fromDrawings(asking, "new-drawing");
  await asking.locator(hook("notice"), { hasText: "under All drawings" }).first().waitFor();
  const rows = await openList(asking);
  const copy = rows.filter({ hasText: "(copy)" });
  await copy.filter({ hasText: "2" }).locator(hook("open-drawing")).first().click();
  await waitForEntities(asking, ["a", ours]);
});

/** Makes a page wait before its next write of the drawing, after its look at the other tabs' writes, for an answer from `window.meeting`. */
function meetBeforeWriting() {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, text) {
    if (window.meeting && key.endsWith(":file/main")) {
      // A synchronous request keeps the save from continuing.
      const request = new XMLHttpRequest();
      request.open("GET", window.meeting, false);
      window.meeting = null;
      request.send();
    }
    setItem.call(this, key, text);
  };
}

test("library: of two tabs that store a drawing in the same tick, the one whose texts were replaced asks which one to keep, and keeps both", async ({ run }) => {
  const first = await openApp(run, { init: meetBeforeWriting });
  await drawCircles(first, "a");
  await isInLibrary(first);
  const second = await first.context().newPage();
  await second.addInitScript(meetBeforeWriting);
  await second.goto(run.url);
  await waitForEntities(second, ["a"]);
  const pages = [first, second];
  // Each tab has found no write of the other one when the first one continues.
  const waiting = new Map();
  await first.context().route("**/meeting", (route) => void waiting.set(route.request().frame().page(), route));
  await Promise.all(pages.map((page) => page.evaluate(() => (window.meeting = "meeting"))));
  const names = ["by_first", "by_second"];
  // Typed text is stored at once, so a page is typing until its save continues.
  const typing = Promise.all(pages.map((page, at) => typeCode(page, `drawCircle("a", 0, 0, 10);\ndrawCircle("${names[at]}", 30, 0, 10);`)));
  await eventually("both tabs store their drawings", () => waiting.size === pages.length, 30_000);
  await waiting.get(first).fulfill({ body: "" });
  await eventually("the first tab has stored its drawing", async () => (await storedText(first)).includes(names[0]));
  await waiting.get(second).fulfill({ body: "" });
  await typing;
  await bothAreKept(run, pages, names);
});

test("library: opening and closing a drawing 500 times needs no more memory", async ({ run }) => {
  test.setTimeout(400_000);
  const init = () => {
    const real = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...given) => {
      const program = await real.apply(WebAssembly, given);
      // The deferred part of the page has no memory of its own.
      window.programMemory ??= program.instance.exports.memory;
      return program;
    };
  };
  // A small window, because most of the time goes into drawing the list and the canvas.
  const page = await openApp(run, { init, viewport: { width: 800, height: 600 } });
  await drawCircles(page, ...Array.from({ length: 40 }, (_, at) => `a${at}`));
  await openNewDrawing(page);
  await drawCircles(page, ...Array.from({ length: 40 }, (_, at) => `b${at}`));
  await isInLibrary(page);
  const session = await page.context().newCDPSession(page);
  const memory = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const { nodes } = await session.send("Memory.getDOMCounters");
    return { heap: usedSize, nodes, program: await page.evaluate(() => window.programMemory.buffer.byteLength) };
  };
  const openOther = (times) =>
    page.evaluate(async (times) => {
      const find = async (selector) => {
        for (;;) {
          const found = document.querySelector(selector);
          if (found) return found;
          await new Promise(requestAnimationFrame);
        }
      };
      for (let at = 0; at < times; at += 1) {
        const present = document.querySelector("[data-entity^=a]") ? "b" : "a";
        (await find('[data-testid="examples"]')).click();
        (await find('[data-testid="open-library"]')).click();
        (await find('[data-testid="open-drawing"]')).click();
        await find(`[data-entity="${present}39"]`);
      }
    }, times);
  await openOther(100);
  const before = await memory();
  await openOther(400);
  const after = await memory();
  run.note(JSON.stringify({ before, after }));
  for (const what of ["heap", "nodes"]) {
    assert(after[what] <= 1.1 * before[what], `${what}: ${before[what]} before, ${after[what]} after`);
  }
  // The memory of the program never shrinks, and its free parts do not always fit; each opening allocates about 300 KB.
  const grown = (after.program - before.program) / 400;
  assert(grown <= 1_024, `the program grew by ${grown} bytes in each opening`);
});

test("library: a database that is removed while the page is open gets the drawing, its history, and its conversation again", async ({ run }) => {
  const mock = await startMock({ turns: [() => reply(text("Noted."))] });
  try {
    const page = await openApp(run);
    await step(page, "a");
    await step(page, "a", "b");
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "remember this");
    await page.waitForSelector(hook("receipt"));
    await isInLibrary(page);
    const other = await page.context().newPage();
    await other.goto(new URL("static/icon.svg", run.url).href);
    const removed = await other.evaluate(
      () =>
        new Promise((resolve) => {
          const removal = indexedDB.deleteDatabase("trammel");
          removal.onblocked = () => resolve("blocked");
          removal.onsuccess = () => resolve("removed");
        }),
    );
    assertEqual(removed, "removed", "the database");
    await other.close();
    await step(page, "a", "b", "c");
    // A look at the records of a missing database would create it without its stores.
    await eventually("the database is there", () => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === "trammel")));
    await isInLibrary(page);
    await reload(page);
    await waitForEntities(page, ["a", "b", "c"]);
    await pageEventually(page, "the conversation", (words) => document.querySelector("#conversation").innerText.includes(words), "remember this");
    await undo(page);
    await waitForEntities(page, ["a", "b"]);
    await undo(page);
    await waitForEntities(page, ["a"]);
  } finally {
    await mock.close();
  }
});

test("library: no tab can open a drawing while its abandoned texts move to the database", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "left");
  await isInLibrary(page);
  const id = await page.evaluate(() => localStorage.getItem("trammel:open-drawing"));
  const prefix = (await keyOf(page, "file/main")).slice(0, -"file/main".length);
  const texts = await page.evaluate((prefix) => Object.entries(localStorage).filter(([key]) => key.startsWith(prefix)), prefix);
  await openNewDrawing(page);
  await drawCircles(page, "present");
  await isInLibrary(page);
  await page.goto(new URL("static/icon.svg", run.url).href);
  // A page that ended while it opened another drawing leaves such texts.
  await page.evaluate((texts) => texts.forEach(([key, text]) => localStorage.setItem(key, text)), texts);
  await page.addInitScript(
    ({ id, prefix }) => {
      if (self !== top) return;
      window.lockLooks = [];
      // A request is answered before the page can release the lock that it has now.
      const look = (what) =>
        void navigator.locks.request(`trammel:drawing:${id}`, { ifAvailable: true }, (lock) => void window.lockLooks.push([what, lock === null]));
      const watch = (object, name, isWatched) => {
        const real = object[name];
        object[name] = function (...args) {
          if (isWatched(this, args)) look(name);
          return real.apply(this, args);
        };
      };
      watch(IDBObjectStore.prototype, "get", (store, [key]) => store.name === "contents" && key === id);
      watch(IDBObjectStore.prototype, "put", (store, [, key]) => store.name === "contents" && key === id);
      watch(Storage.prototype, "removeItem", (_, [key]) => key.startsWith(prefix));
    },
    { id, prefix },
  );
  await page.goto(run.url);
  await ready(page);
  await pageEventually(page, "the texts have left localStorage", (prefix) => !Object.keys(localStorage).some((key) => key.startsWith(prefix)), prefix);
  const looks = await page.evaluate(() => window.lockLooks);
  for (const what of ["get", "put", "removeItem"]) assert(looks.some(([name]) => name === what), `${what} took place: ${JSON.stringify(looks)}`);
  assertEqual(looks.filter(([, isHeld]) => !isHeld), [], "the lock is held");
});

test("library: a name that the user types stays when the list is read again", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "plate");
  await openNewDrawing(page);
  await drawCircles(page, "panel");
  await openNewDrawing(page);
  await drawCircles(page, "own");
  const rows = await openList(page);
  const field = page.locator(hook("drawing-name-field"));
  await rows.nth(2).locator(hook("rename-drawing")).click();
  await field.fill("Base");
  // The list is read again by another row's action, while the field keeps the focus.
  await rows.nth(1).locator(hook("duplicate-drawing")).evaluate((button) => button.click());
  await page.locator(hook("drawing-row"), { hasText: "(copy)" }).waitFor();
  await page.keyboard.type(" plate");
  assertEqual(await field.inputValue(), "Base plate", "the typed name");
  await page.keyboard.press("Enter");
  await page.locator(`${hook("drawing-row")}[data-name="Base plate"]`).waitFor();
});

test("library: a drawing that is open in another tab is changed there only", async ({ run }) => {
  const holder = await openApp(run);
  await drawCircles(holder, "plate");
  await isInLibrary(holder);
  const page = await holder.context().newPage();
  await page.goto(run.url);
  await page.waitForSelector(hook("also-open"));
  await openNewDrawing(page);
  await drawCircles(page, "own");
  await isInLibrary(page);
  const listed = async () => Object.values(await records(page, "drawings")).map(({ name, deleted_ms }) => [name, deleted_ms]).sort();
  const before = await listed();
  await openList(page);
  const plate = page.locator(hook("drawing-row")).nth(1);
  await plate.locator(hook("delete-drawing")).click();
  await plate.locator(hook("rename-drawing")).click();
  await page.locator(hook("drawing-name-field")).fill("Base plate");
  await page.keyboard.press("Enter");
  await page.locator(hook("notice"), { hasText: "is open in another tab, so nothing was changed" }).first().waitFor();
  assertEqual(await listed(), before, "the records");
  await closeList(page);
  // After the other tab has closed, the same action succeeds.
  await holder.close();
  await openList(page);
  await plate.locator(hook("rename-drawing")).click();
  await page.locator(hook("drawing-name-field")).fill("Base plate");
  await page.keyboard.press("Enter");
  await page.locator(`${hook("drawing-row")}[data-name="Base plate"]`).waitFor();
});

test("library: a backup that replaces a drawing of another tab is not restored until it is closed there", async ({ run }) => {
  const first = await openApp(run);
  await drawCircles(first, "common");
  await openList(first);
  const common = await saved(first, "save-backup");
  await closeList(first);
  await step(first, "common", "newer");
  await isInLibrary(first);
  await openList(first);
  const newer = await saved(first, "save-backup");

  const holder = await openApp(run);
  await openList(holder);
  await restoreBackup(holder, common.text, "1 added");
  await closeList(holder);
  await openDrawing(holder, 1);
  await waitForEntities(holder, ["common"]);
  await isInLibrary(holder);
  const page = await holder.context().newPage();
  await page.goto(run.url);
  await page.waitForSelector(hook("also-open"));
  await openNewDrawing(page);
  await drawCircles(page, "own");
  await isInLibrary(page);
  await openList(page);
  await restoreBackup(page, newer.text, "is open in another tab, so nothing was changed");
  await holder.close();
  await restoreBackup(page, newer.text, "1 continued");
  await closeList(page);
});
