// Help: the pages of the user guide in both languages, with their pictures and links.
import { assertAccessible, assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, test } from "../fixtures.mjs";
import { focused, hook, openApp, pageEventually, ready } from "../page.mjs";

const link = (name) => `${hook("guide-pages")} ${hook("guide-link")}[data-page="${name}"]`;

/** Waits until the dialog shows the page with this title. */
async function shows(page, title) {
  await pageEventually(
    page,
    `the page "${title}"`,
    ([selector, title]) => document.querySelector(selector)?.textContent === title,
    [hook("guide-title"), title],
  );
}

/** Waits until the picture of the page is loaded. */
function pictureLoaded(page, file) {
  const loaded = ([selector, file]) => {
    const picture = document.querySelector(selector);
    return picture?.src.endsWith(file) && picture.complete && picture.naturalWidth > 0;
  };
  return pageEventually(page, `the picture ${file}`, loaded, [hook("guide-picture"), file]);
}

for (const colorScheme of ["light", "dark"]) {
  test(`help: guide pages are shown in English and Korean, ${colorScheme}`, async ({ run }) => {
    const page = await openApp(run, { colorScheme, locale: "en-US" });
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.locator(hook("help")).click();
    await shows(page, "Start a drawing");
    await pictureLoaded(page, "pictures/en/start.png");
    await assertAccessible(page, "the first page");
    const pages = requests.filter((url) => url.endsWith(".md")).map((url) => url.split("/guide/")[1]);
    assertEqual(pages.sort(), ["en/index.md", "en/start.md"], "fetched pages");

    await page.locator(link("share")).click();
    await shows(page, "Share a link");
    await focused(page, "guide-title");
    assertEqual(await page.locator(link("share")).getAttribute("aria-current"), "page", "the mark in the list");
    // A link at the end of a page.
    await page.locator(`${hook("guide-page")} ${hook("guide-link")}[data-page="files"]`).click();
    await shows(page, "Open and export files");
    await pictureLoaded(page, "pictures/en/files.png");
    await page.keyboard.press("Escape");
    await page.waitForSelector(hook("help-dialog"), { state: "detached" });
    await focused(page, "help");

    await page.locator(hook("language")).selectOption("ko");
    await page.keyboard.press("F1");
    await shows(page, "파일을 열고 내보내기");
    await pictureLoaded(page, "pictures/ko/files.png");
    await assertAccessible(page, "a Korean page");
  });
}

test("help: guide pages load on demand and a failed page can be loaded again", async ({ run }) => {
  run.allow(/status of 404|Failed to load resource/);
  const page = await run.newPage({ locale: "en-US" });
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.route("**/guide/**", (route) => route.fulfill({ status: 404, body: "not found" }));
  await page.goto(run.url);
  await ready(page);
  assert(!requests.some((url) => url.includes("/guide/")), "no page is fetched at the start");
  await page.keyboard.press("F1");
  const failed = page.locator(hook("guide-failed"));
  assert((await failed.innerText()).includes("try again"), "the next step is named");
  await assertAccessibleInBothLooks(page, "a page that is missing");
  await page.unroute("**/guide/**");
  await page.locator(hook("guide-again")).click();
  await shows(page, "Start a drawing");
  assert((await page.locator(hook("guide-link")).count()) >= 20, "the list of pages is there");
});

test("help: on a phone, menu and palette open the guide within the screen width", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US", viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  await page.locator(hook("examples")).click();
  await page.locator(hook("help-item")).click();
  await shows(page, "Start a drawing");
  await assertAccessible(page, "a phone");
  const wide = await page.$eval(hook("help-dialog"), (dialog) => dialog.scrollWidth > dialog.clientWidth || dialog.getBoundingClientRect().right > innerWidth);
  assert(!wide, "the dialog fits into the width");
  await page.locator(hook("close-help")).click();
  await page.keyboard.press("ControlOrMeta+k");
  await page.locator(hook("palette-input")).fill("help");
  await page.locator('[data-command="Help"]').click();
  await shows(page, "Start a drawing");
});

for (const [colorScheme, locale] of [["light", "en-US"], ["dark", "ko-KR"]]) {
  test(`help: ? shows every shortcut, ${colorScheme} ${locale}`, async ({ run }) => {
    const page = await openApp(run, { colorScheme, locale });
    const before = await page.evaluate(() => document.querySelectorAll("[data-testid=tool-line]")[0].getAttribute("aria-keyshortcuts"));
    await page.keyboard.press("?");
    await page.waitForSelector(hook("shortcut-sheet"));
    const rows = await page.$$eval(hook("shortcut"), (rows) =>
      rows.filter((row) => row.dataset.action).map((row) => [row.dataset.action, row.querySelector("kbd").textContent, row.querySelector("dd").textContent]),
    );
    const line = rows.find(([action]) => action.includes('"line"'));
    assertEqual(line.slice(1), [before, locale === "en-US" ? "Line" : "선"], "the row of the line tool");
    assert(rows.some(([action, key]) => action === "Shortcuts" && key === "?"), "the sheet lists its own key");
    assert(rows.every(([, key, name]) => key && name), "every action has a key and a name");
    await assertAccessible(page, `the shortcuts, ${colorScheme}`);
    await page.keyboard.press("Escape");
    await page.waitForSelector(hook("help-dialog"), { state: "detached" });
    await page.keyboard.press("F1");
    await shows(page, locale === "en-US" ? "Start a drawing" : "도면 시작하기");
  });

  test(`help: every function has a description, parameters, an example, and a picture, ${colorScheme} ${locale}`, async ({ run }) => {
    const page = await openApp(run, { colorScheme, locale });
    await page.keyboard.press("F1");
    await page.locator(link("@functions")).click();
    const all = await page.locator(hook("function")).count();
    assert(all > 70, `${all} functions`);
    const search = page.locator(hook("function-search"));
    await search.fill(locale === "en-US" ? "round corner" : "모깎기");
    const fillet = page.locator(`${hook("function")}[data-name="fillet"]`);
    await fillet.locator("summary").click();
    const picture = fillet.locator(hook("function-picture"));
    await pageEventually(page, "the picture", (selector) => document.querySelector(selector)?.naturalWidth > 0, hook("function-picture"));
    assert((await picture.getAttribute("src")).endsWith("guide/functions/fillet.svg"), "its file");
    const text = await fillet.innerText();
    for (const part of ["fillet(", "radius", "number", "draw_line("]) assert(text.includes(part), `${part} in ${text}`);
    await assertAccessible(page, "an open function");
    await search.fill("qqqq");
    assert((await page.locator(hook("function-none")).innerText()).length > 10, "the next step");
    assertEqual(await page.locator(hook("function")).count(), 0, "found functions");
  });
}

for (const [colorScheme, locale, title] of [["light", "en-US", "About Trammel"], ["dark", "ko-KR", "Trammel 정보"]]) {
  test(`help: the page about the program has version, build, and licenses, ${colorScheme} ${locale}`, async ({ run }) => {
    const page = await openApp(run, { colorScheme, locale });
    await page.keyboard.press("F1");
    await page.locator(link("@about")).focus();
    await page.keyboard.press("Enter");
    await shows(page, title);
    await focused(page, "guide-title");
    assert(/^\d+\.\d+\.\d+$/.test(await page.locator(hook("about-version")).innerText()), "a version");
    assert(/^[0-9a-f]{16}$/.test(await page.locator(hook("about-build")).innerText()), "an identifier of the build");
    await assertAccessible(page, title);
    // By keyboard, in a tab that has no access to the app.
    const [tab] = await Promise.all([page.waitForEvent("popup"), page.locator(hook("about-licenses")).press("Enter")]);
    await tab.waitForLoadState();
    assert(new URL(tab.url()).pathname.endsWith("/licenses.txt"), tab.url());
    assertEqual(await tab.evaluate(() => window.opener), null, "the opener of the tab");
    const text = await tab.evaluate(() => document.body.innerText);
    const works = ["boa_engine 0", "leptos 0", "wasm-bindgen 0", "standard library of Rust", "@codemirror/view 6", "Noto Sans KR"];
    const texts = ["Copyright (c) 2026 The Trammel contributors", "Apache License", "SIL OPEN FONT LICENSE", "Marijn Haverbeke", "©"];
    for (const part of [...works, ...texts]) assert(text.includes(part), `${part} in the licenses`);
    await tab.close();
  });
}
