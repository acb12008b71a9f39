// Follows one API key through every feature: only the provider receives it, and only the chosen storage area keeps it.
import { inflateRawSync, inflateSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { assert, assertEqual, test } from "../fixtures.mjs";
import { KEY, reply, startMock, text, toolUse } from "../mock-anthropic.mjs";
import { entities, everythingShown, fillSettings, fromMenu, hook, linkOf, openApp, ready, say, waitForEntities } from "../page.mjs";

/** The key, the part of it that no other text has, and what base64 makes of it at each position in a group of bytes. */
const TRACES = ["CANARY", ...[0, 1, 2].map((at) => Buffer.from("-".repeat(at) + KEY).toString("base64").slice(at && 4, -4))];

/** Downloads the file of a format in the export dialog. */
function exported(format) {
  return async (page) => {
    await fromMenu(page, "share-export");
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(hook(`export-${format}-file`)).click()]);
    const bytes = readFileSync(await download.path());
    await page.locator(hook("close-export")).click();
    await page.waitForSelector(hook("export-dialog"), { state: "detached" });
    return bytes;
  };
}

/** Everything that leaves the app as a file, a link, or text: a function from the page to bytes. */
const EXPORTS = {
  project: exported("project"),
  json: exported("json"),
  svg: exported("svg"),
  dxf: exported("dxf"),
  pdf: exported("pdf"),
  png: exported("png"),
  link: async (page) => Buffer.from(await linkOf(page)),
  clipboard: async (page) => {
    await fromMenu(page, "copy-json");
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes("plate"));
    return Buffer.from(await page.evaluate(() => navigator.clipboard.readText()));
  },
};

/** Returns the bytes as text, with what a link or the streams of a PDF file contain. */
function unpacked(bytes) {
  const texts = [bytes.toString("latin1")];
  const [, packed] = /#t1\.[^.]*\.[^.]*\.[^.]*\.([\w-]+)/.exec(texts[0]) ?? [];
  if (packed) texts.push(inflateRawSync(Buffer.from(packed, "base64url")).toString());
  for (const { index } of texts[0].matchAll(/stream\r?\n/g)) {
    try {
      texts.push(inflateSync(bytes.subarray(texts[0].indexOf("\n", index) + 1)).toString("latin1"));
    } catch {
      // The stream is not compressed, so its text is in the first one.
    }
  }
  return texts.join("\n");
}

/** Returns every entry of the browser's storage as `[place, text]`. */
function stored(page) {
  return page.evaluate(async () => {
    const asText = (value) =>
      JSON.stringify(value, (_, part) => {
        if (ArrayBuffer.isView(part)) return new TextDecoder("latin1").decode(part);
        return part instanceof ArrayBuffer ? new TextDecoder("latin1").decode(part) : part;
      });
    const done = (request) =>
      new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
    const entries = [["cookie", document.cookie], ["address", location.href], ["history", asText(history.state) ?? ""]];
    for (const [area, storage] of Object.entries({ localStorage, sessionStorage })) {
      for (const [key, value] of Object.entries(storage)) entries.push([`${area} ${key}`, key + value]);
    }
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const open = () => database.transaction(store).objectStore(store);
        entries.push([`indexedDB ${name} ${store}`, asText([await done(open().getAllKeys()), await done(open().getAll())])]);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        entries.push([`cache ${name}`, request.url + (await (await cache.match(request)).text())]);
      }
    }
    return entries;
  });
}

const holds = (text) => TRACES.some((trace) => text.includes(trace));

const DRAWS = reply(toolUse("toolu_1", "run_cad_code", { code: 'drawRect("plate", 0, 0, 40, 20);' }));

for (const [keeps, places] of [
  ["tab", (slot) => [`sessionStorage ${slot}`]],
  ["device", (slot) => [`localStorage ${slot}`]],
  ["memory", () => []],
]) {
  test(`canary: a key that is kept in '${keeps}' is sent to its provider and is nowhere else`, async ({ run }) => {
    const mock = await startMock({ turns: [DRAWS, reply(text("There it is."))] });
    try {
      const page = await openApp(run, { permissions: ["clipboard-read", "clipboard-write"] });
      const [log, sent] = [[], []];
      page.on("console", (message) => log.push(message.text()));
      page.context().on("request", (request) => sent.push(request));

      await fillSettings(page, { baseUrl: mock.baseUrl, key: KEY });
      await page.locator(hook(`keep-${keeps}`)).check();
      await page.locator(hook("connect")).click();
      const before = await entities(page);
      await say(page, "Draw a plate.");
      await page.locator(hook("receipt")).waitFor();
      await waitForEntities(page, [...before, "plate"]);
      await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);

      for (const [name, take] of Object.entries(EXPORTS)) {
        const bytes = await take(page);
        assert(bytes.length > 50, `${name} has ${bytes.length} bytes`);
        assert(!holds(unpacked(bytes)), `the key is in the export '${name}'`);
      }
      assert(!holds(await everythingShown(page)), "the key is in the page");
      assert(!holds(log.join("\n")), "the key is in the console log");

      const slot = `trammel:key:anthropic:${new URL(mock.baseUrl).origin}`;
      const found = async () => (await stored(page)).filter(([, text]) => holds(text)).map(([place]) => place);
      assertEqual(await found(), places(slot), "places that hold the key");

      const arrived = mock.requests.filter(({ headers }) => headers["x-api-key"] === KEY);
      assertEqual(arrived.length, 2, "requests that the provider received with the key");
      for (const { url, headers, raw } of mock.requests) {
        assert(!holds(url + raw + JSON.stringify({ ...headers, "x-api-key": "" })), "the key is in another part of a request");
      }
      for (const request of sent) {
        const { "x-api-key": own = "", ...others } = await request.allHeaders();
        const isProvider = request.url().startsWith(mock.baseUrl);
        assert(isProvider || own === "", `the header with the key went to ${request.url()}`);
        assert(!holds(request.url() + JSON.stringify(others) + (request.postData() ?? "")), `the key is in a request to ${request.url()}`);
      }

      // After a reload the key is still in its place only, and after "Forget all keys" it is nowhere.
      await page.reload();
      await ready(page);
      assertEqual(await found(), places(slot), "places after a reload");
      await page.evaluate(() => localStorage.setItem("trammel:key:openai:https://api.openai.com", "sk-CANARY-of-another-provider"));
      await fillSettings(page, { baseUrl: mock.baseUrl });
      if (keeps !== "memory") {
        const hint = await page.locator(hook("key-stored")).innerText();
        assert(hint.includes(`…${KEY.slice(-4)}`), `the end of the key: ${hint}`);
      }
      await page.locator(`${hook("api-key")} + button`).click();
      const values = await page.evaluate(() => [...document.querySelectorAll("input, textarea, select")].map(({ value }) => value));
      assert(!holds(values.join("\n")), "a stored key is in a field");
      assert(!holds(await everythingShown(page)), "a stored key is in the page with the settings");
      await page.locator(hook("forget-all-keys")).click();
      await page.locator(hook("keys-forgotten")).getByText("All keys").waitFor();
      assertEqual(await page.locator(hook("api-key")).inputValue(), "", "the key in the form");
      assertEqual(await found(), [], "places after all keys were forgotten");
    } finally {
      await mock.close();
    }
  });
}

test("canary: a key is not stored on the device at an address that many users share", async ({ run }) => {
  const mock = await startMock({ turns: [reply(text("Hello."))] });
  try {
    const page = await run.newPage();
    const shared = "https://raw.githack.com/name/trammel/";
    await page.route(`${shared}**`, async (route) => {
      const path = new URL(route.request().url()).pathname.replace("/name/trammel/", "");
      await route.fulfill({ response: await route.fetch({ url: new URL(path, run.url).href }) });
    });
    await page.goto(shared);
    await ready(page);
    await fillSettings(page, { baseUrl: mock.baseUrl, key: KEY });
    assert(await page.locator(hook("keep-device")).isDisabled(), "the choice is not offered");
    const why = await page.locator(hook("keep-shared")).innerText();
    assert(why.includes("raw.githack.com"), `the reason: ${why}`);
    assertEqual(await page.locator(hook("keep-device")).getAttribute("aria-describedby"), "keep-shared", "the description");
    await page.locator(hook("language")).selectOption("ko");
    assert((await page.locator(hook("keep-shared")).innerText()).includes("출처(raw.githack.com)"), "the reason in Korean");

    // A choice that was stored before is not followed either.
    await page.locator(hook("connect")).click();
    const choice = (keep) => {
      const stored = JSON.parse(localStorage.getItem("trammel:model"));
      localStorage.setItem("trammel:model", JSON.stringify({ ...stored, keep }));
    };
    await page.evaluate(choice, "Device");
    await page.reload();
    await ready(page);
    await fillSettings(page, { baseUrl: mock.baseUrl, key: KEY });
    await page.locator(hook("connect")).click();
    const places = (await stored(page)).filter(([, text]) => holds(text)).map(([place]) => place.split(" ")[0]);
    assertEqual(places, ["sessionStorage"], "places that hold the key");
  } finally {
    await mock.close();
  }
});
