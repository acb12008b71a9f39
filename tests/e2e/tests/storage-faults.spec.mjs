// Every storage call of a visit fails once: what the page called saved is there at the next visit.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { armFaults, BLOCKED, disarmFaults, prepareFaults } from "../faults.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import {
  drawCircles,
  fromDrawings,
  hook,
  isInLibrary,
  linkOf,
  openApp,
  openNewDrawing,
  pageEventually,
  putRecord,
  ready,
  records,
  storedText,
  typeCode,
  waitForEntities,
} from "../page.mjs";

/** Record of a conversation with one message. */
const conversation = JSON.stringify({
  version: 1,
  title: "old words",
  created_ms: 1,
  changed_ms: 1,
  body: { version: 1, items: [{ User: { text: "old words", selection: [], pictures: 0, strokes: 0 } }], transcript: { turns: [] }, recorded: false, working: false },
});

const STORES = ["drawings", "contents", "steps", "conversations"];

/** Returns all records of the library, by store and key. */
async function library(page) {
  const all = {};
  for (const store of STORES) all[store] = await records(page, store);
  return all;
}

const openDrawingId = (page) => page.evaluate(() => localStorage.getItem("trammel:open-drawing"));

/** Opens the app with a drawing of two steps and a conversation, and a page that looks at the storage without faults. */
async function startVisits(run) {
  // The browser logs nothing about injected errors, but the page warns about a storage that it cannot use.
  const page = await run.newPage();
  await prepareFaults(page.context());
  await page.goto(run.url);
  await ready(page);
  await drawCircles(page, "one");
  await page.locator(hook("run")).click();
  await drawCircles(page, "one", "two");
  await isInLibrary(page);
  await eventually("two steps are stored", async () => Object.keys(await records(page, "steps")).length === 2);
  const id = await openDrawingId(page);
  const drawing = (await records(page, "drawings"))[id];
  const observer = await page.context().newPage();
  await observer.goto(new URL("static/icon.svg", run.url).href);
  await page.goto(new URL("static/icon.svg", run.url).href);
  await putRecord(observer, "conversations", `${id}/old`, conversation);
  await putRecord(observer, "drawings", id, JSON.stringify({ ...drawing, conversation: "old" }));
  return { page, observer, id };
}

/** One visit with a fault and one without: returns the calls of the first, and whether the fault occurred. */
async function visit(run, { page, observer, id }, plan) {
  const what = `${plan.kind} from call ${plan.n} of ${plan.family}`;
  // The observer and the page share the storage, but not the plan of the tab.
  await observer.evaluate((id) => localStorage.setItem("trammel:open-drawing", id), id);
  const before = await library(observer);
  await page.goto(new URL("static/icon.svg", run.url).href);
  await page.evaluate(() => sessionStorage.removeItem("trammel:open-drawing"));
  await armFaults(page, plan);
  await page.goto(run.url);
  await ready(page).catch((error) => {
    throw new Error(`${what}: the page did not start: ${error.message}`);
  });
  // What can be read of a drawing that could not be opened is shown in a dialog.
  const preview = page.locator(hook("close-preview"));
  if ((await preview.count()) > 0) await preview.click();
  let hasNoLibrary = false;
  const text = `drawCircle("one", 0, 0, 10);\ndrawCircle("n${plan.n}", ${plan.n}, 5, 3);\n// ${plan.kind}`;
  await typeCode(page, text);
  const state = await eventually(`${what}: the page says whether the text is stored`, async () => {
    const state = await page.locator(hook("saved")).getAttribute("data-state");
    if (state === "failed") return state;
    const notices = await page.locator(hook("notice")).allInnerTexts();
    hasNoLibrary ||= notices.some((notice) => notice.includes("stores only the open drawing"));
    if (hasNoLibrary && state === "saved" && (await storedText(page)) === text) return state;
    const contents = Object.values(await records(observer, "contents"));
    return state === "saved" && contents.some((content) => content.texts["file/main"] === text) && state;
  });
  const { calls, occurred } = await disarmFaults(page);
  await page.goto(run.url);
  await ready(page);
  if (state === "saved") assertEqual(await storedText(page), text, `${what} (${calls[plan.n - 1]}): the text`);
  await pageEventually(page, "the drawing is saved", (selector) => document.querySelector(selector)?.dataset.state === "saved", hook("saved"));
  const after = await library(observer);
  for (const store of ["steps", "conversations"]) {
    for (const [key, record] of Object.entries(before[store])) {
      assertEqual(after[store][key], record, `${what} (${calls[plan.n - 1]}): ${store} ${key}`);
    }
  }
  assert(before.contents[id] && after.contents[id], `${what}: the drawing is in the library`);
  return { calls, occurred };
}

/** Makes visits whose n-th call fails, n = 1, 2, ..., until a visit has no further call. */
async function sweep(run, plan) {
  // Each call takes two starts of the page.
  test.setTimeout(600_000);
  const visits = await startVisits(run);
  for (let n = 1; ; n += 1) {
    const { calls, occurred } = await visit(run, visits, { ...plan, n });
    if (occurred) continue;
    run.note(`${plan.kind}: ${n - 1} calls: ${calls.join(", ")}`);
    assert(n > plan.calls, `the sweep reached ${n - 1} calls`);
    return;
  }
}

for (const kind of ["fails", "silent", "closed"]) {
  test(`storage faults: each call of the database ${kind}, and what was saved is there`, ({ run }) => sweep(run, { family: "database", kind, calls: 20 }));
}

test("storage faults: each call for the texts of the drawing fails once, and what was saved is there", ({ run }) =>
  sweep(run, { family: "texts", kind: "fails", once: true, keys: "drawing", calls: 10 }));

/**
 * One visit in a page of its own that a call blocks, until the user closes it, and the next visit: its text is the one from
 * before or the typed one. Returns whether a call blocked the page.
 */
async function blockedVisit(run, { observer, id }, plan) {
  const what = `blocked by call ${plan.n}`;
  const before = await library(observer);
  const key = `trammel:drawing:${id}:file/main`;
  const textBefore = await observer.evaluate((key) => localStorage.getItem(key), key);
  const open = async () => {
    const page = await observer.context().newPage();
    await page.goto(new URL("static/icon.svg", run.url).href);
    await page.evaluate((id) => localStorage.setItem("trammel:open-drawing", id), id);
    return page;
  };
  const page = await open();
  const text = `drawCircle("one", 0, 0, 10);\ndrawCircle("b${plan.n}", ${plan.n}, 5, 3);`;
  await armFaults(page, plan);
  const blocked = eventually(`${what}: the page is blocked or has saved`, () => observer.evaluate((key) => localStorage.getItem(key), BLOCKED), 60_000);
  const saved = (async () => {
    await page.goto(run.url);
    await ready(page);
    await typeCode(page, text);
    await eventually("the text is in the library", async () => (await records(observer, "contents"))[id].texts["file/main"] === text);
    await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
  })();
  // The other promise fails when the page is closed.
  saved.catch(() => {});
  blocked.catch(() => {});
  const isBlocked = await Promise.race([blocked.then(() => true), saved.then(() => false, () => blocked.then(() => true))]);
  await page.close();
  await observer.evaluate((key) => localStorage.removeItem(key), BLOCKED);

  const next = await open();
  await next.goto(run.url);
  await ready(next);
  const now = await observer.evaluate((key) => localStorage.getItem(key), key);
  assert(now === text || (isBlocked && now === textBefore), `${what}: the text is '${now}'`);
  await pageEventually(next, `${what}: the drawing is saved`, (selector) => document.querySelector(selector)?.dataset.state === "saved", hook("saved"));
  const after = await library(observer);
  for (const store of ["steps", "conversations"]) {
    for (const [key, record] of Object.entries(before[store])) assertEqual(after[store][key], record, `${what}: ${store} ${key}`);
  }
  assert(after.contents[id], `${what}: the drawing is in the library`);
  await next.close();
  return isBlocked;
}

test("storage faults: a page that a call for the texts of the drawing blocks is closed, and what was saved is there", async ({ run }) => {
  test.setTimeout(600_000);
  const visits = await startVisits(run);
  await visits.page.close();
  let n = 1;
  while (await blockedVisit(run, visits, { family: "texts", kind: "silent", keys: "drawing", n })) n += 1;
  run.note(`${n - 1} calls`);
  assert(n > 10, `the sweep reached ${n - 1} calls`);
});

test("storage faults: a step of a newer version survives further steps", async ({ run }) => {
  const { page, observer, id } = await startVisits(run);
  const steps = await records(observer, "steps");
  const newest = Object.keys(steps).sort().at(-1);
  const newer = { version: 99, plans: "all of them" };
  await putRecord(observer, "steps", newest, JSON.stringify(newer));
  await page.goto(run.url);
  await ready(page);
  for (const names of [["one"], ["one", "two", "three"]]) {
    await drawCircles(page, ...names);
    await page.locator(hook("run")).click();
  }
  await isInLibrary(page);
  await eventually("the new steps are stored", async () => Object.keys(await records(page, "steps")).length === 4);
  assertEqual((await records(page, "steps"))[newest], newer, "the step of a newer version");
  assert(Object.keys(await records(page, "contents")).includes(id), "the drawing is stored");
});

test("storage faults: what the page does not know stays in each store, during ten steps of work and after it", async ({ run }) => {
  const { page, observer, id } = await startVisits(run);
  const future = { plans: ["all of them", 1.5, null], "가": { deep: true } };
  const known = await library(observer);
  const changed = [];
  for (const store of STORES) {
    for (const [key, record] of Object.entries(known[store])) {
      changed.push([store, key]);
      await putRecord(observer, store, key, JSON.stringify({ ...record, future }));
    }
  }
  // A newer version writes a text of the drawing into both copies.
  const content = (await records(observer, "contents"))[id];
  const plan = "\u0000 not a text of today \ud800";
  await putRecord(observer, "contents", id, JSON.stringify({ ...content, texts: { ...content.texts, "future/plan": plan } }));
  const foreign = { "trammel:future": "v9", [`trammel:drawing:${id}:future/plan`]: plan };
  await observer.evaluate((foreign) => Object.entries(foreign).forEach(([key, text]) => localStorage.setItem(key, text)), foreign);
  const look = async (what) => {
    const now = await library(observer);
    for (const [store, key] of changed) assertEqual(now[store][key]?.future, future, `${what}: ${store} ${key}`);
    assertEqual(now.contents[id].texts["future/plan"], plan, `${what}: a text of the drawing`);
    const text = await observer.evaluate(() => localStorage.getItem("trammel:future"));
    assertEqual(text, "v9", `${what}: a key of the page`);
  };
  await page.goto(run.url);
  await ready(page);
  for (let step = 0; step < 10; step += 1) {
    await drawCircles(page, "one", `step_${step}`);
    await page.locator(hook("run")).click();
  }
  await isInLibrary(page);
  await eventually("the steps are stored", async () => Object.keys(await records(page, "steps")).length >= 12);
  await look("after ten steps");
  await openNewDrawing(page);
  await isInLibrary(page);
  await look("after another drawing");
});

test("storage faults: the list says that it could not be read, instead of being empty", async ({ run }) => {
  const { page } = await startVisits(run);
  await page.goto(run.url);
  await ready(page);
  await isInLibrary(page);
  await page.evaluate(() => {
    IDBObjectStore.prototype.getAll = () => {
      throw new DOMException("injected", "UnknownError");
    };
  });
  await fromDrawings(page, "open-library");
  await page.locator(hook("library-hint")).getByText("could not be read").waitFor();
  await assertAccessibleInBothLooks(page, "a list that could not be read");
});

test("storage faults: a page whose connection the browser has closed opens another one", async ({ run }) => {
  const page = await run.newPage();
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    window.connections = [];
    IDBFactory.prototype.open = function (...args) {
      const request = open.apply(this, args);
      request.addEventListener("success", () => window.connections.push(request.result));
      return request;
    };
  });
  await page.goto(run.url);
  await ready(page);
  await drawCircles(page, "before");
  await isInLibrary(page);
  await page.evaluate(() => window.connections.forEach((connection) => connection.close()));
  await drawCircles(page, "after");
  await isInLibrary(page);
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
});

test("storage faults: an open page does not block a newer version of the database, and asks to be reloaded", async ({ run }) => {
  const page = await run.newPage();
  await page.goto(run.url);
  await ready(page);
  await drawCircles(page, "before");
  await isInLibrary(page);
  const newer = await page.context().newPage();
  await newer.goto(new URL("static/icon.svg", run.url).href);
  const opened = await newer.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("trammel", 2);
        opening.onblocked = () => resolve("blocked");
        opening.onsuccess = () => resolve("opened");
      }),
  );
  assertEqual(opened, "opened", "the newer version");
  await page.locator(hook("notice")).getByText("Reload this page").waitFor();
});

test("storage faults: a drawing that is opened while the page starts is opened after the start", async ({ run }) => {
  const author = await openApp(run);
  await drawCircles(author, "linked");
  const link = await linkOf(author);
  const page = await run.newPage();
  await page.addInitScript(() => {
    if (self !== top) return;
    // The database answers when the test says so.
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...args) {
      const real = open.apply(this, args);
      const listeners = {};
      const late = Object.create(IDBOpenDBRequest.prototype);
      for (const name of ["result", "error", "readyState"]) Object.defineProperty(late, name, { get: () => real[name] });
      for (const name of ["onsuccess", "onerror", "onblocked", "onupgradeneeded"]) {
        Object.defineProperty(late, name, { get: () => listeners[name], set: (act) => (listeners[name] = act) });
      }
      real.onupgradeneeded = (event) => listeners.onupgradeneeded?.(event);
      real.onsuccess = (event) => {
        window.answer = () => listeners.onsuccess?.(event);
      };
      return late;
    };
  });
  await page.goto(link);
  await page.locator(hook("make-copy")).click();
  await page.evaluate(() => window.answer());
  await waitForEntities(page, ["linked"]);
});
