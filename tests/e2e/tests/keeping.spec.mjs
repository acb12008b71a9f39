// No work of the user disappears without notice: typed text, replaced drawings, flags, exports, refused edits.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, test, TIMED } from "../fixtures.mjs";
import { KEY, reply, startMock, text, toolUse } from "../mock-anthropic.mjs";
import {
  box,
  connect,
  drawCircles,
  drawn,
  fromDrawings,
  fromMenu,
  hook,
  keyOf,
  openApp,
  openCode,
  openDrawing,
  openNewDrawing,
  pageEventually,
  readCode,
  ready,
  row,
  saved,
  say,
  storedText,
  typeAtEnd,
  typeCode,
  waitForEntities,
  waitForSelection,
} from "../page.mjs";

const isSaved = (page) => page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
const keys = (page) => page.evaluate(() => Object.keys(localStorage).sort());

async function reload(page) {
  await page.reload();
  await ready(page);
}

/** Waits for a notice that contains these words, and returns its text. */
async function noticed(page, words, kind) {
  const selector = kind ? `${hook("notice")}[data-kind="${kind}"]` : hook("notice");
  return pageEventually(
    page,
    `a message with '${words}'`,
    ([selector, words]) => [...document.querySelectorAll(selector)].map((node) => node.innerText).find((text) => text.includes(words)),
    [selector, words],
  );
}

/** Types code that does not run, and waits for its error. */
async function breakCode(page) {
  await typeAtEnd(page, "\nnonsense();");
  await page.waitForSelector(hook("problem"));
  await isSaved(page);
}

test("keeping: 4 MiB of statements run and are stored", async ({ run }) => {
  const page = await openApp(run);
  let code = "";
  for (let at = 0; ; at += 1) {
    const name = `c${at % 10_000}`;
    const statement = at < 10_000 ? `drawCircle("${name}", ${at}.25, ${at % 100}.5, 3);\n` : `translate("${name}", ${at % 7}.5, ${at % 5});\n`;
    if (code.length + statement.length > 4 << 20) break;
    code += statement;
  }
  await typeCode(page, code);
  const count = (wanted) =>
    pageEventually(page, "10,000 circles", ([selector, wanted]) => document.querySelectorAll(selector).length === wanted, [`svg${hook("canvas")} [data-entity]`, wanted], 60_000);
  await count(10_000);
  await isSaved(page);
  await reload(page);
  await count(10_000);
  assertEqual(await storedText(page), code, "the stored code");
});

test("keeping: 4200 KiB of code are stored but not run and reported as too large", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "good");
  const large = `drawCircle("large", 0, 0, 10); // ${"x".repeat(4200 * 1024)}`;
  await typeCode(page, large);
  const problem = await page.waitForSelector(hook("problem"));
  const words = await problem.innerText();
  assert(words.includes("4201 KiB") && words.includes("4096 KiB"), `the sizes are named: ${words.slice(0, 200)}`);
  await isSaved(page);
  await reload(page);
  await waitForEntities(page, ["good"]);
  assertEqual(await storedText(page), large, "the stored code");
  await openCode(page);
  assert((await readCode(page)).startsWith('drawCircle("large"'), "the code is in the editor");
  await drawCircles(page, "small");
  await isSaved(page);
  await reload(page);
  await waitForEntities(page, ["small"]);
});

test("keeping: typed text is stored before any timer ends", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "before");
  await isSaved(page);
  await openCode(page);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("ControlOrMeta+End");
  const stored = await page.evaluate(async (key) => {
    document.execCommand("insertText", false, "// Z");
    // The editor reads the change in a microtask; no timer runs in between.
    for (let at = 0; at < 10; at += 1) await null;
    return localStorage.getItem(key);
  }, await keyOf(page, "file/main"));
  assert(stored.endsWith("// Z"), "the stored code");
});

for (const delay of [20, 100, 300]) {
  test(`keeping: text typed ${delay} ms before a reload is restored`, async ({ run }) => {
    const page = await openApp(run);
    await drawCircles(page, "before");
    await isSaved(page);
    await openCode(page);
    await page.evaluate((delay) => {
      document.addEventListener("keydown", (event) => {
        if (event.key === "Z") setTimeout(() => location.reload(), delay);
      }, true);
      window.old = true;
    }, delay);
    await typeAtEnd(page, "\n// Z");
    await pageEventually(page, "the page was loaded again", () => window.old === undefined && document.querySelector('[data-ready="true"]'));
    assert((await storedText(page)).endsWith("// Z"), "the stored code");
    await openCode(page);
    assert((await readCode(page)).endsWith("// Z"), "the code in the editor");
  });
}

test("keeping: text is stored while code of the model runs", TIMED, async ({ run }) => {
  const endless = reply(toolUse("toolu_1", "run_cad_code", { code: "while (true) {}" }));
  const mock = await startMock({ turns: [(body) => (body.messages.length === 1 ? endless : reply(text("Done.")))] });
  try {
    const page = await openApp(run);
    await drawCircles(page, "before");
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "run it");
    await page.waitForSelector(`${hook("tool-call")}[data-state="running"]`);
    await page.evaluate((key) => {
      const real = Storage.prototype.setItem;
      Storage.prototype.setItem = function (name, value) {
        if (name === key && window.typedAt && value.endsWith("// Q")) window.storedAt ??= performance.now();
        real.call(this, name, value);
      };
      document.addEventListener("keydown", (event) => {
        if (event.key === "Q") window.typedAt = performance.now();
      }, true);
    }, await keyOf(page, "file/main"));
    await run.withinLimits({ "key press to stored text": 300 }, async () => {
      await page.evaluate(() => (window.typedAt = window.storedAt = undefined));
      await typeAtEnd(page, "\n// Q");
      const waited = await pageEventually(page, "the text is stored", () => window.storedAt && window.storedAt - window.typedAt);
      assertEqual(await page.locator(`${hook("tool-call")}[data-state="running"]`).count(), 1, "runs that still last");
      return { "key press to stored text": waited };
    });
    await page.locator(hook("tab-chat")).click();
    await page.locator(hook("stop")).click();
  } finally {
    await mock.close();
  }
});

test("keeping: hidden and locked flags belong to their drawing", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "hole_3", "plate");
  await page.locator(`${row("hole_3")} ${hook("eye")}`).click();
  await page.waitForSelector(`${row("hole_3")} ${hook("eye")}[data-on="true"]`);
  await openNewDrawing(page);
  await drawCircles(page, "hole_3");
  await box(page, "hole_3");
  await fromMenu(page, "share-export");
  const file = await saved(page, "export-svg-file");
  assert(file.text.includes("hole_3"), `the new entity is exported: ${file.text}`);
  await page.locator(hook("close-export")).click();
  await openDrawing(page, 1);
  await page.waitForSelector(row("plate"));
  await page.waitForSelector(`${row("hole_3")} ${hook("eye")}[data-on="true"]`);
});

test("keeping: after a reload with broken code, the last good drawing is shown and fits", async ({ run }) => {
  const page = await openApp(run);
  const good = 'drawCircle("far", 5000, 5000, 10);';
  await typeCode(page, good);
  await waitForEntities(page, ["far"]);
  // Pasted at once: code typed key by key runs in between, and the last text that runs is the last good one.
  await typeCode(page, `${good}\nnonsense();`);
  await page.waitForSelector(hook("problem"));
  await isSaved(page);
  await reload(page);
  await waitForEntities(page, ["far"]);
  await page.waitForSelector(hook("last-good"));
  const canvas = await page.locator("#drawing").boundingBox();
  const shape = await box(page, "far");
  assert(shape.left >= canvas.x && shape.right <= canvas.x + canvas.width && shape.width > 100, JSON.stringify(shape));
  await page.locator(hook("undo")).click();
  await page.waitForSelector(hook("problem"), { state: "detached" });
  await openCode(page);
  assertEqual(await readCode(page), good, "the code after undo");
});

test("keeping: a drawing repaired after a reload is fitted into the view", async ({ run }) => {
  const page = await openApp(run);
  await page.evaluate((key) => localStorage.setItem(key, "nonsense("), await keyOf(page, "file/main"));
  await reload(page);
  const words = await page.locator(hook("last-good")).innerText();
  assert(!words.includes("last good"), `there is no last good drawing: ${words}`);
  await typeCode(page, 'drawRect("wide", -1000, -1000, 3000, 3000);');
  await waitForEntities(page, ["wide"]);
  const canvas = await page.locator("#drawing").boundingBox();
  await pageEventually(
    page,
    "the drawing fits",
    ([selector, canvas]) => {
      const { left, right, width } = document.querySelector(selector).getBoundingClientRect();
      return left >= canvas.x && right <= canvas.x + canvas.width && width > 100;
    },
    ['[data-entity="wide"]', canvas],
  );
});

test("keeping: a stale drawing is exported only after confirmation and is marked", async ({ run }) => {
  const page = await openApp(run);
  await typeCode(page, 'drawCircle("hole", 0, 0, 5);');
  await waitForEntities(page, ["hole"]);
  await typeCode(page, 'drawCircle("hole", 0, 0, 50);\nfoo();');
  await page.waitForSelector(hook("problem"));
  const asks = async () => {
    const words = await page.locator(hook("question-text")).innerText();
    assert(words.includes("foo") && words.includes("main:2"), `the question names the error: ${words}`);
  };
  const exported = async () => {
    await fromMenu(page, "share-export");
    await page.locator(hook("export-svg-file")).click();
    await asks();
    await page.locator(hook("question-cancel")).click();
    await page.waitForSelector(hook("question"), { state: "detached" });
    assertEqual(await page.locator(hook("export-said")).innerText(), "", "nothing was exported");
    await page.locator(hook("export-svg-file")).click();
    const file = await saved(page, "export-last-good");
    assert(file.name.includes("last-good") && file.text.includes("last good drawing"), `${file.name}: ${file.text}`);
    assert(file.text.includes("hole"), file.text);
    await page.locator(hook("close-export")).click();
  };
  await exported();
  await reload(page);
  await waitForEntities(page, ["hole"]);
  await exported();

  // An exported project and a link can contain the current code or the code of the last good drawing.
  await page.keyboard.press("ControlOrMeta+s");
  await asks();
  await assertAccessibleInBothLooks(page, "the question about code that does not run");
  const asIs = await saved(page, "export-as-is");
  assert(JSON.parse(asIs.text).files.main.includes("foo()"), asIs.text);
  await page.keyboard.press("ControlOrMeta+s");
  const good = await saved(page, "export-last-good");
  assertEqual(JSON.parse(good.text).files.main, 'drawCircle("hole", 0, 0, 5);', "the code of the last good drawing");
  assert(JSON.parse(good.text).name.includes("last good drawing"), good.text);
  await fromMenu(page, "share-link");
  await page.locator(hook("export-last-good")).click();
  await page.waitForSelector(hook("share-url"));
});

test("keeping: an empty file is never written", async ({ run }) => {
  const page = await openApp(run);
  let downloads = 0;
  page.on("download", () => (downloads += 1));
  await page.evaluate((key) => localStorage.setItem(key, "nonsense("), await keyOf(page, "file/main"));
  await reload(page);
  await fromMenu(page, "share-export");
  await page.locator(hook("export-svg-file")).click();
  await pageEventually(page, "the reason", (selector) => document.querySelector(selector).innerText.includes("has not run yet"), hook("export-said"));
  await page.locator(hook("close-export")).click();
  await drawCircles(page, "only");
  await page.locator(`${row("only")} ${hook("eye")}`).click();
  await page.waitForSelector(`${row("only")} ${hook("eye")}[data-on="true"]`);
  await fromMenu(page, "share-export");
  await page.locator(hook("export-json-file")).click();
  await pageEventually(page, "the reason", (selector) => document.querySelector(selector).innerText.includes("no item is visible"), hook("export-said"));
  assertEqual(downloads, 0, "files");
});

test("keeping: a refused edit is shown and leaves undo unchanged", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "plate", "hole");
  await page.locator(`${row("plate")} ${hook("lock")}`).click();
  await page.waitForSelector(`${row("plate")} ${hook("lock")}[data-on="true"]`);
  await page.locator(row("plate")).click();
  await waitForSelection(page, ["plate"]);
  await page.keyboard.press("Delete");
  const words = await noticed(page, "locked", "refused");
  assert(words.includes("plate") && words.includes("Unlock"), words);
  await waitForEntities(page, ["plate", "hole"]);
  await assertAccessibleInBothLooks(page, "a refused edit");
  await page.locator(`${hook("notice")} ${hook("dismiss-notice")}`).first().click();

  await page.locator(row("hole")).click();
  await waitForSelection(page, ["hole"]);
  await breakCode(page);
  await page.locator(row("hole")).click();
  await waitForSelection(page, ["hole"]);
  await page.locator(row("hole")).focus();
  await page.keyboard.press("Delete");
  const broken = await noticed(page, "nonsense", "refused");
  assert(broken.includes("Repair"), broken);
  await waitForEntities(page, ["plate", "hole"]);
  // The last undo step is the typing, not an earlier edit.
  await page.locator(hook("undo")).click();
  await page.waitForSelector(hook("problem"), { state: "detached" });
  await waitForEntities(page, ["plate", "hole"]);
});

test("keeping: the timer of a dismissed notice does not remove a later one", async ({ run }) => {
  // The timers of the two notices, which are equally long, run when the test says so.
  const holdTimers = () => {
    const [start, lasts] = [window.setTimeout.bind(window), 4000 + 60 * "Undone.".length];
    window.noticeTimers = [];
    window.setTimeout = (act, ms, ...given) => (ms === lasts ? -window.noticeTimers.push(act) : start(act, ms, ...given));
  };
  const page = await openApp(run, { init: holdTimers });
  const notices = () => page.locator(`${hook("notice")} p`).allInnerTexts();
  await drawCircles(page, "one");
  await page.locator(hook("undo")).click();
  await noticed(page, "Undone.");
  await page.locator(`${hook("notice")} ${hook("dismiss-notice")}`).click();
  await page.waitForSelector(hook("notice"), { state: "detached" });
  await page.locator(hook("redo")).click();
  await noticed(page, "Redone.");
  await page.evaluate(() => window.noticeTimers[0]());
  await drawn(page);
  assertEqual(await notices(), ["Redone."], "notices after the timer of the dismissed one");
  await page.evaluate(() => window.noticeTimers[1]());
  await page.waitForSelector(hook("notice"), { state: "detached" });
});

test("keeping: every live region message is visible on screen", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "one", "two");
  const spoken = () => page.locator(hook("live")).textContent();
  const visible = (words) =>
    pageEventually(page, `'${words}' is visible`, (words) => {
      const live = document.querySelector('[data-testid="live"]');
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        if (live.contains(node) || !node.data.includes(words)) continue;
        if (node.parentElement.checkVisibility()) return true;
      }
      return false;
    }, words);
  const steps = [
    () => page.locator(row("one")).click(),
    () => page.keyboard.press("ControlOrMeta+a"),
    () => page.locator(hook("undo")).click(),
    () => page.locator(hook("redo")).click(),
    () => fromDrawings(page, "example-gear"),
    () => page.locator("#drawing").press("Delete"),
  ];
  let last = await spoken();
  for (const step of steps) {
    await step();
    last = await pageEventually(page, "a new announcement", ([selector, last]) => {
      const now = document.querySelector(selector).textContent;
      return now !== last && now;
    }, [hook("live"), last]);
    await visible(last);
  }
});

test("keeping: deleting 10,000 entities can be undone", async ({ run }) => {
  const page = await openApp(run);
  await typeCode(page, "for (let i = 0; i < 10000; i++) drawCircle('dot_' + i, (i % 100) * 30, Math.floor(i / 100) * 30, 10);");
  const count = (n) => page.waitForSelector(`${hook("entity-count")}[data-count="${n}"]`, { timeout: 60_000 });
  await count(10_000);
  await page.locator("#drawing").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await count(0);
  assert((await storedText(page)).length < 400, "the statement is short");
  await page.keyboard.press("ControlOrMeta+z");
  await count(10_000);
});

test("keeping: unreadable flags count as unsaved until they are set aside", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "one");
  await isSaved(page);
  await page.evaluate((key) => localStorage.setItem(key, '{"one":{"pinned":true}}'), await keyOf(page, "holds"));
  await reload(page);
  await page.waitForSelector(hook("not-read"));
  await page.locator(`${row("one")} ${hook("eye")}`).click();
  await page.waitForSelector(`${hook("saved")}[data-state="failed"]`);
  await page.locator(hook("set-aside")).click();
  await isSaved(page);
  assert((await keys(page)).some((key) => key.includes(":aside/")), "the text is still there");
  await reload(page);
  await page.waitForSelector(`${row("one")} ${hook("eye")}[data-on="true"]`);
});

test("keeping: closing the page asks only while something is unsaved", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "one");
  await isSaved(page);
  let asked = 0;
  page.on("dialog", (dialog) => {
    asked += 1;
    return dialog.accept();
  });
  await reload(page);
  assertEqual(asked, 0, "questions when everything is saved");
  await page.evaluate(() => {
    const refuse = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
    Storage.prototype.setItem = refuse;
    IDBObjectStore.prototype.put = refuse;
  });
  await drawCircles(page, "one", "lost");
  await page.waitForSelector(`${hook("saved")}[data-state="failed"]`);
  await reload(page);
  assertEqual(asked, 1, "questions while the drawing is not saved");
});
