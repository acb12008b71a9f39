// Links and files: exports hold only the drawing, and imports are previewed before the user's own work changes.
import { readFileSync } from "node:fs";
import { assert, assertEqual, MAIN, test, TIMED } from "../fixtures.mjs";
import {
  connect,
  drawCircles,
  drop,
  fromMenu,
  hook,
  linkOf,
  mainThread,
  openApp,
  openCode,
  openDrawing,
  pageEventually,
  problemLine,
  readCode,
  ready,
  saved,
  typeCode,
  waitForEntities,
  watchMainThread,
} from "../page.mjs";

const CANARY = "canary-5f1c-sk-ant-0000";

/** Returns all entries of this origin's localStorage. */
/** Returns all that the page has stored, without the mark of a start whose pictures are not painted yet. */
const stored = (page) =>
  page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([key]) => !key.startsWith("trammel:starting:")).sort()));
const picture = (page, canvas) => page.$eval(`svg${hook(canvas)}`, (svg) => svg.innerHTML);

async function previewIs(page, state, limit) {
  await page.waitForSelector(`${hook("preview-state")}[data-state="${state}"]`, { timeout: limit });
}

/** Opens a link in a tab in which the page is already open. */
const follow = (page, link) => page.evaluate((hash) => (location.hash = hash), new URL(link).hash);

test("share: a link that arrives while another preview closes is opened", async ({ run }) => {
  const page = await openApp(run);
  const link = await linkOf(page);
  await follow(page, link);
  await previewIs(page, "drawn");
  // The `close` event of the dialog arrives after the address has changed.
  await page.evaluate(
    ([close, cut]) => {
      document.querySelector(close).click();
      location.hash = cut;
    },
    [hook("close-preview"), new URL(link).hash.slice(0, -4)],
  );
  await page.waitForSelector(hook("share-trouble"));
});

test("share: a link previews the same drawing and is copied only on request", MAIN, async ({ run }) => {
  const author = await openApp(run);
  const code = '// 집 한 채\ndrawRect("벽", 0, 0, 40, 30);\ndrawCircle("창 <b>", 20, 15, 5);\nrotate("벽", 0.3);';
  await typeCode(author, code);
  await waitForEntities(author, ["벽", "창 <b>"]);
  const link = await linkOf(author);
  assert(new URL(link).hash.startsWith("#t1."), `a link of version 1: ${link}`);
  run.note(`${code.length} characters of code make a link of ${link.length}`);

  const visitor = await openApp(run);
  await drawCircles(visitor, "own");
  const [before, own] = [await stored(visitor), await readCode(visitor)];
  await visitor.goto(link);
  await visitor.reload();
  await ready(visitor);
  await previewIs(visitor, "drawn");
  assertEqual(await picture(visitor, "preview-canvas"), await picture(author, "canvas"), "the picture");
  assertEqual(await visitor.locator(hook("preview-code")).textContent(), code, "the code");
  await waitForEntities(visitor, ["own"]);
  assertEqual(await stored(visitor), before, "what the visitor has stored");

  // Shortcuts do not reach the drawing behind the preview.
  await visitor.locator(`${hook("preview")} .preview-host`).focus();
  await visitor.keyboard.press("ControlOrMeta+a");
  await visitor.keyboard.press("Delete");
  await visitor.keyboard.press("ControlOrMeta+z");
  await visitor.locator(hook("close-preview")).click();
  await visitor.waitForSelector(hook("preview"), { state: "detached" });
  assertEqual(await stored(visitor), before, "what is stored after closing");
  assertEqual(new URL(visitor.url()).hash, "", "the address after closing");
  assert((await visitor.locator(hook("redo")).getAttribute("aria-disabled")) === "true", "nothing was undone");

  await follow(visitor, link);
  await previewIs(visitor, "drawn");
  await visitor.locator(hook("make-copy")).click();
  await waitForEntities(visitor, ["벽", "창 <b>"]);
  await openCode(visitor);
  assertEqual(await readCode(visitor), code, "the code of the copy");
  // The copy is another drawing, so the visitor's own one stays as it was.
  await openDrawing(visitor, 1);
  await waitForEntities(visitor, ["own"]);
  await openCode(visitor);
  assertEqual(await readCode(visitor), own, "the code of the own drawing");
  await openDrawing(visitor, 0);
  await waitForEntities(visitor, ["벽", "창 <b>"]);
  await visitor.reload();
  await ready(visitor);
  await waitForEntities(visitor, ["벽", "창 <b>"]);
  assertEqual(await visitor.locator(hook("preview")).count(), 0, "previews after a reload");
});

test("share: a truncated or changed link is reported and the own drawing opens", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "own");
  const before = await stored(page);
  const link = await linkOf(page);
  const changed = link.slice(0, -6) + (link.at(-6) === "A" ? "B" : "A") + link.slice(-5);
  for (const [address, kind] of [
    [link.slice(0, -7), "cut"],
    [link.slice(0, link.indexOf("#t1.") + 9), "cut"],
    [changed, "corrupt"],
    [link.replace("#t1.", "#t7."), "newer"],
  ]) {
    await page.goto("about:blank");
    await page.goto(address);
    await ready(page);
    const shown = page.locator(hook("share-trouble"));
    await shown.waitFor();
    assertEqual(await shown.getAttribute("data-kind"), kind, "the trouble");
    assert((await shown.textContent()).includes("your own drawing is shown"), "the message says what is shown");
    await waitForEntities(page, ["own"]);
    assertEqual(await page.locator(hook("preview")).count(), 0, "previews");
  }
  await page.locator(`${hook("share-trouble")} button`).last().click();
  await page.waitForSelector(hook("share-trouble"), { state: "detached" });
  assertEqual(new URL(page.url()).hash, "", "the address");
  assertEqual(await stored(page), before, "what is stored");
});

test("share: an endless loop in a link does not block the page or the own drawing", TIMED, async ({ run }) => {
  const author = await openApp(run);
  await typeCode(author, "while (true) {}");
  await problemLine(author, 30_000);
  const link = await linkOf(author, "export-as-is");

  const page = await openApp(run);
  await drawCircles(page, "own");
  await run.withinLimits({ "longest main-thread task": 100 }, async () => {
    await watchMainThread(page);
    await follow(page, link);
    await previewIs(page, "running");
    await previewIs(page, "failed", 30_000);
    const { longest } = await mainThread(page);
    await page.locator(hook("close-preview")).click();
    await page.waitForSelector(hook("preview"), { state: "detached" });
    return { "longest main-thread task": longest };
  });
  // Closes the preview while its code runs; the user's own drawing does not wait for the end of that run.
  await follow(page, link);
  await previewIs(page, "running");
  await page.keyboard.press("Escape");
  await page.waitForSelector(hook("preview"), { state: "detached" });
  await drawCircles(page, "own", "more");
});

test("share: a dropped project or drawing is previewed first", async ({ run }) => {
  const page = await openApp(run);
  await typeCode(page, 'drawRect("r", 0, 0, 30, 20);\nrotate("r", 0.4);\nset_pivot("r", 0, 0);\nscale("r", 2, 1);\ncreate_group("g", ["r"]);');
  await waitForEntities(page, ["g", "r"]);
  const shown = await picture(page, "canvas");
  await fromMenu(page, "share-export");
  const files = [await saved(page, "export-project-file"), await saved(page, "export-json-file")];
  await page.locator(hook("close-export")).click();
  assertEqual(files.map((file) => file.name), ["Gear.trammel.json", "Gear.scene.json"], "names of the files");

  const other = await openApp(run);
  await drawCircles(other, "own");
  const before = await stored(other);
  for (const { name, text } of files) {
    await drop(other, name, text);
    await previewIs(other, "drawn");
    assertEqual(await picture(other, "preview-canvas"), shown, `the picture of ${name}`);
    await waitForEntities(other, ["own"]);
    await other.locator(hook("close-preview")).click();
    await other.waitForSelector(hook("preview"), { state: "detached" });
  }
  await drop(other, "bad.json", '{"format":"trammel-project","version":1,"files":{"main":""},"key":1}');
  await other.waitForSelector(`${hook("share-trouble")}[data-kind="file"]`);
  assertEqual(await stored(other), before, "what is stored");

  const [chooser] = await Promise.all([other.waitForEvent("filechooser"), fromMenu(other, "open-file")]);
  await chooser.setFiles({ name: files[1].name, mimeType: "application/json", buffer: Buffer.from(files[1].text) });
  await previewIs(other, "drawn");
  await other.locator(hook("make-copy")).click();
  await waitForEntities(other, ["g", "r"]);
  assertEqual(await picture(other, "canvas"), shown, "the picture of the copy");
});

test("share: exports and links contain no key, setting or conversation", async ({ run }) => {
  const page = await openApp(run, { permissions: ["clipboard-read", "clipboard-write"] });
  await drawCircles(page, "one");
  await connect(page, { baseUrl: "http://127.0.0.1:9", key: CANARY, model: "canary-model" });
  await page.evaluate((canary) => {
    localStorage.setItem("trammel:key:test", canary);
    localStorage.setItem("trammel:chat", `[{"text":"${canary}"}]`);
    sessionStorage.setItem("trammel:key:test", canary);
  }, CANARY);
  const out = [await linkOf(page)];
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await fromMenu(page, "share-export");
  await page.locator(hook("export-memory")).check();
  for (const format of ["project", "json", "svg"]) {
    const { text } = await saved(page, `export-${format}-file`);
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page.locator(hook(`export-${format}-copy`)).click();
    await pageEventually(page, "said", (selector) => document.querySelector(selector).textContent === "Copied.", hook("export-said"));
    assertEqual(await clipboard(), text, `the clipboard holds the ${format} file`);
    out.push(text);
  }
  await page.locator(hook("close-export")).click();
  await page.locator(hook("share")).waitFor();
  out.push((await Promise.all([page.waitForEvent("download"), page.keyboard.press("ControlOrMeta+s")]).then(async ([file]) => readFileSync(await file.path(), "utf8"))));
  // The link is compressed, so its content is checked as another user's page decodes it.
  const other = await openApp(run);
  await follow(other, out[0]);
  await previewIs(other, "drawn");
  out.push(await other.locator(hook("preview")).evaluate((node) => node.outerHTML));
  for (const text of out) {
    assert(text.length > 50, `something went out: ${text}`);
    for (const secret of [CANARY, "canary", "127.0.0.1:9"]) assert(!text.includes(secret), `'${secret}' went out in ${text.slice(0, 200)}`);
  }
});

test("share: a long link lists the services it does not fit and offers the file", async ({ run }) => {
  const page = await openApp(run, { permissions: ["clipboard-read", "clipboard-write"] });
  await drawCircles(page, "one");
  const short = await linkOf(page);
  await fromMenu(page, "share-link");
  const fits = () => page.$$eval(hook("share-place"), (places) => places.map((place) => place.dataset.fits));
  await pageEventually(page, "a link", (selector) => document.querySelector(selector)?.value, hook("share-url"));
  assertEqual(await fits(), ["true", "true", "true"], `places for ${short.length} characters`);
  assertEqual(await page.locator(hook("share-too-long")).count(), 0, "warnings");
  await page.locator(hook("share-copy")).click();
  await pageEventually(page, "said", (selector) => document.querySelector(selector).textContent === "Copied.", hook("share-said"));
  assertEqual(await page.evaluate(() => navigator.clipboard.readText()), short, "the clipboard");
  await page.keyboard.press("Escape");
  await page.waitForSelector(hook("share-dialog"), { state: "detached" });
  assert(await page.evaluate((share) => document.activeElement?.matches(share), hook("share")), "the focus is back on the menu");

  // Code that compresses badly: numbers without a pattern.
  let state = 7;
  const random = () => (state = (state * 48271) % 2147483647) / 1000;
  const code = `draw_line({ name: "noise", points: [${Array.from({ length: 500 }, random).join(", ")}] });`;
  await typeCode(page, code);
  await waitForEntities(page, ["noise"]);
  await fromMenu(page, "share-link");
  await page.waitForSelector(hook("share-too-long"));
  assertEqual((await fits())[0], "false", "a chat");
  const { text } = await saved(page, "share-file");
  assertEqual(JSON.parse(text).files.main, code, "the code in the file");
});

test("share: what is hidden stays hidden behind a link, with and without the code", async ({ run }) => {
  const author = await openApp(run);
  await drawCircles(author, "guide", "part");
  const eye = `[data-testid="tree-row"][data-name="guide"] ${hook("eye")}`;
  await author.locator(eye).click();
  await author.waitForSelector(`${eye}[data-on="true"]`);
  for (const withCode of [true, false]) {
    await fromMenu(author, "share-link");
    await author.waitForSelector(hook("share-url"));
    if (!withCode) await author.locator(hook("share-without-code")).check();
    const link = await pageEventually(author, "a link", (selector) => document.querySelector(selector)?.value, hook("share-url"));
    await author.locator(hook("close-share")).click();
    const visitor = await openApp(run);
    await follow(visitor, link);
    await previewIs(visitor, "drawn");
    await visitor.locator(hook("make-copy")).click();
    await visitor.waitForSelector(`${eye}[data-on="true"]`);
    await visitor.waitForSelector(`[data-testid="tree-row"][data-name="part"] ${hook("eye")}[data-on="false"]`);
    await visitor.close();
  }
});
