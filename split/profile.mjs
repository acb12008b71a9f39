// Finds the functions that run while the page starts: serves an instrumented page to Chromium, which visits it like a
// user (VISITS) and reports after each visit.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize, sep } from "node:path";
import { deflateRawSync } from "node:zlib";
import { ARGUMENTS, PROGRAM } from "../tests/e2e/chromium.mjs";

const TYPES = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** Time after the first picture, and after the change of the drawing, in ms. The page delays some work. */
const REST_MS = 2500;

/** Maximum time of all visits, in ms. */
const LIMIT_MS = 120_000;

/** Fragment of a link that the page has made. Its compressed text has parts that the one of `linkOf` has not. */
const MADE_BY_PAGE =
  "#t1.127.105.f76be125.HcoxCoAwEAXRq8ivFCJoG0sLL2Gz6ArRrJE1aBFyd4Mw3ZuELahQhEVUEmHfXhp2XiIMHtbbhRO2NzhJuEwTkxbZnOcbNkHIFceq9I5OF8_1jIOvOMNU3V_fNQNy_gA";

/**
 * Addresses of the visits, in order: the first visit, in which the user changes the code of the example; a visit with this stored drawing;
 * a visit whose text in localStorage is newer than the database, as after a reload while the user types; a visit in
 * Korean; a visit with a connected model and other preferences, to each panel; and shared links.
 */
const VISITS = ["index.html", "index.html?again", "index.html?newer", "index.html?korean", "index.html?connected", `index.html?link${linkOf("drawCircle('a', 0, 0, 5);\n")}`, `index.html?made${MADE_BY_PAGE}`];

/**
 * Visits the page in the folder `root` and returns one byte for each function of the module: 1 if the function ran. `files`
 * are texts and bytes in place of files of the folder, by name. The instrumented page calls `globalThis.ran(position)`.
 */
export async function profile(root, files, functions) {
  const ran = Buffer.alloc(functions);
  let finished = 0;
  let done;
  const all = new Promise((resolve) => (done = resolve));
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, "http://localhost").pathname.slice(1));
    if (request.method === "POST") {
      const parts = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", () => {
        const bits = Buffer.concat(parts);
        for (let position = 0; position < functions; position += 1) ran[position] |= (bits[position >> 3] >> (position & 7)) & 1;
        response.writeHead(204).end();
        finished += 1;
        if (finished === VISITS.length) done();
      });
      return;
    }
    const bytes = files[name] ?? fileIn(root, name);
    if (bytes === null) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" }).end(bytes);
  });
  await new Promise((started) => server.listen(0, "127.0.0.1", started));
  files["profile.js"] = `(${visit})(${functions}, ${JSON.stringify(VISITS)}, ${REST_MS});`;
  const folder = mkdtempSync(join(tmpdir(), "trammel-profile-"));
  const address = `http://127.0.0.1:${server.address().port}/${VISITS[0]}`;
  const browser = spawn(PROGRAM, [...ARGUMENTS, `--user-data-dir=${folder}`, "--window-size=1440,900", address], { stdio: "ignore" });
  const failed = new Promise((_, reject) => {
    browser.once("error", (error) => reject(new Error(`${PROGRAM} could not be started: ${error.message}`)));
    browser.once("exit", (code) => reject(new Error(`${PROGRAM} ended with ${code} during the visits`)));
  });
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the page reported ${finished} of ${VISITS.length} visits in ${LIMIT_MS / 1000} s`)), LIMIT_MS);
  });
  try {
    await Promise.race([all, failed, late]);
  } finally {
    clearTimeout(timer);
    failed.catch(() => {});
    browser.kill("SIGKILL");
    await new Promise((ended) => (browser.exitCode ?? browser.signalCode) === null ? browser.once("exit", ended) : ended());
    server.closeAllConnections();
    server.close();
    // Helper processes of the browser can write for a moment longer. `rmSync` does not try again for a folder that fills up.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  return ran;
}

/** Runs in the page before its own scripts: records the functions, and goes on to the next visit. */
function visit(functions, visits, rest) {
  // One bit for each function: a browser sends at most 64 KiB when a page is left.
  const ran = new Uint8Array(Math.ceil(functions / 8));
  globalThis.ran = (position) => (ran[position >> 3] |= 1 << (position & 7));
  // A change of the stored drawing that the database does not have.
  const changeStored = (change) => {
    const drawing = `trammel:drawing:${localStorage.getItem("trammel:open-drawing")}`;
    const [code, revision] = [`${drawing}:file/main`, `${drawing}:revision`];
    localStorage.setItem(code, change(localStorage.getItem(code)));
    localStorage.setItem(revision, `${Number(localStorage.getItem(revision)) + 1}`);
  };
  const at = visits.findIndex((address) => location.href.endsWith(address));
  if (location.search === "?newer") changeStored((code) => `${code}// newer\n`);
  if (location.search === "?korean") localStorage.setItem("trammel:pref:lang", "ko");
  if (location.search === "?connected") {
    // The panel of the parameters has another content without parameters.
    changeStored(() => "drawCircle('a', 0, 0, 5);\n");
    const model = { provider: "anthropic", model: "claude-opus-5-5", base_url: "https://api.anthropic.com/v1", keep: "Tab" };
    localStorage.setItem("trammel:model", JSON.stringify(model));
    sessionStorage.setItem("trammel:key:anthropic:https://api.anthropic.com", "not-a-key");
    const preferences = { theme: "dark", wrap: "off", webmcp: "on" };
    for (const [name, value] of Object.entries(preferences)) localStorage.setItem(`trammel:pref:${name}`, value);
  }
  const look = () => {
    if (document.querySelector('#app[data-ready="true"]') === null) {
      requestAnimationFrame(look);
      return;
    }
    setTimeout(() => {
      if (at === 0) change();
      else if (location.search === "?connected") open([...document.querySelectorAll('[role="tab"]')]);
      else leave();
    }, rest);
  };
  const change = () => {
    const canvas = document.querySelector("#drawing");
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const point = { bubbles: true, clientX: left + width / 2, clientY: top + height / 2 };
    canvas.dispatchEvent(new PointerEvent("pointermove", point));
    canvas.dispatchEvent(new WheelEvent("wheel", { ...point, deltaY: 100 }));
    document.querySelector('[data-testid="tab-code"]').click();
    type();
  };
  const open = ([tab, ...others]) => {
    if (tab === undefined) {
      leave();
      return;
    }
    tab.click();
    setTimeout(open, rest, others);
  };
  const type = () => {
    const code = document.querySelector('[data-testid="code-editor"] .cm-content');
    if (code === null) {
      requestAnimationFrame(type);
      return;
    }
    code.focus();
    document.execCommand("insertText", false, "// changed\n");
    setTimeout(leave, rest);
  };
  const leave = () => {
    // The page has registered its listeners, so this one is called last.
    addEventListener("pagehide", () => navigator.sendBeacon("ran", ran));
    location.href = visits[at + 1] ?? "about:blank";
  };
  requestAnimationFrame(look);
}

/** Returns a link to a drawing with a name (`crates/formats/src/link.rs`). */
function linkOf(code) {
  const project = Buffer.from(JSON.stringify({ format: "trammel-project", version: 1, name: "plate", files: { main: code } }));
  const packed = deflateRawSync(project, { level: 9 });
  const text = packed.toString("base64url");
  return `#t1.${text.length}.${project.length}.${crc32(packed)}.${text}`;
}

/** Returns the CRC-32 in hexadecimal. The zlib module of Node 18 has none. */
function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

function fileIn(root, name) {
  const file = normalize(join(root, name));
  const inside = file.startsWith(normalize(root) + sep);
  return inside && statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : null;
}
