// View-only picture of a shared drawing, for an <iframe> of another page. The code of the link runs in a worker of a
// sandboxed frame without network and storage. Invariants: this page reads no storage, has no editor, and shows the
// drawing as an image, in which no script runs.

const TIMEOUT_MS = 20_000;
const ZOOM_STEP = 1.25;
const MAX_ZOOM = 40;
const PAN_STEP = 40;
const MARKER = "//@glue\n";

const TEXTS = {
  en: {
    loading: "Loading the drawing…",
    missing: "This address contains no drawing. Copy the whole embed code again.",
    slow: "The drawing took more than 20 s. Open it in Trammel.",
    failed: (why) => `The drawing could not be shown: ${why}`,
    open: "Open in Trammel",
    view: "Drawing",
  },
  ko: {
    loading: "도면을 불러오는 중…",
    missing: "이 주소에는 도면이 없어요. 삽입 코드를 다시 복사해 주세요.",
    slow: "도면을 그리는 데 20초가 넘게 걸렸어요. Trammel에서 열어 주세요.",
    failed: (why) => `도면을 표시할 수 없어요: ${why}`,
    open: "Trammel에서 열기",
    view: "도면",
  },
};

const language = navigator.language.toLowerCase().startsWith("ko") ? "ko" : "en";
const texts = TEXTS[language];
const [view, picture, status, open] = ["view", "picture", "status", "open"].map((id) => document.getElementById(id));
const camera = { x: 0, y: 0, zoom: 1, width: 1, height: 1 };

function say(text, state) {
  status.textContent = text;
  status.dataset.state = state;
  status.hidden = text === "";
}

/** Returns the content of a file beside the app, or throws the reason. */
async function load(name, read) {
  const response = await fetch(new URL(name, document.baseURI), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return read(response);
}

/** Returns the next message of a port; rejects after the time limit. */
function reply(port) {
  let timer;
  return new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Error("timeout")), TIMEOUT_MS);
    port.onmessage = ({ data }) => resolve(data);
  }).finally(() => clearTimeout(timer));
}

/** Adds the frame in which workers run (src/runner/frame.html); returns the port of its requests. */
async function openFrame(page) {
  const frame = Object.assign(document.createElement("iframe"), { inert: true, title: "Sandbox", srcdoc: page });
  frame.sandbox = "allow-scripts";
  // Browsers run the process of a frame that is not rendered with low priority.
  frame.style.cssText = "position: fixed; inset: 0 auto auto 0; width: 1px; height: 1px; border: 0; opacity: 0; pointer-events: none";
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const { port1, port2 } = new MessageChannel();
  const opened = reply(port1);
  // A frame with an opaque origin can only be addressed as `*`. The message holds no data.
  frame.contentWindow.postMessage(null, "*", [port2]);
  await opened;
  return port1;
}

/** Runs the link in a new worker; resolves with the message of the worker. */
function run(frame, id, link, hangul) {
  const { port1: port, port2 } = new MessageChannel();
  let timer;
  const answer = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Error("timeout")), TIMEOUT_MS);
    port.onmessage = ({ data }) => {
      if (data.kind === "ready") {
        if (hangul) port.postMessage({ kind: "hangul", bytes: hangul });
        port.postMessage({ kind: "picture", link });
      } else if (data.kind !== "stuck") {
        resolve(data);
      }
    };
  });
  frame.postMessage({ kind: "start", id }, [port2]);
  return answer.finally(() => {
    clearTimeout(timer);
    frame.postMessage({ kind: "end", id });
  });
}

/** Returns the name and the SVG file of the drawing in a link. */
async function drawn(link) {
  const [frame, shim, glue, wasm] = await Promise.all([
    load("frame.html", (response) => response.text()).then(openFrame),
    load("shim.js", (response) => response.text()),
    load("../sandbox.js", (response) => response.text()),
    load("../sandbox_bg.wasm", (response) => response.arrayBuffer()),
  ]);
  const [before, after] = shim.split(MARKER);
  const loaded = reply(frame);
  frame.postMessage({ kind: "load", script: [before, glue, after], wasm }, [wasm]);
  const { kind, text } = await loaded;
  if (kind !== "loaded") throw new Error(text);
  let answer = await run(frame, 1, link);
  if (answer.kind === "picture" && answer.font === "hangul") {
    const font = await load("../fonts/hangul.ttf", (response) => response.arrayBuffer());
    answer = await run(frame, 2, link, new Uint8Array(font));
  }
  if (answer.kind !== "picture") throw new Error(answer.why ?? answer.text);
  return answer;
}

function place() {
  picture.style.left = `${camera.x}px`;
  picture.style.top = `${camera.y}px`;
  picture.style.width = `${camera.width * camera.zoom}px`;
  picture.style.height = `${camera.height * camera.zoom}px`;
}

function fit() {
  const { clientWidth, clientHeight } = view;
  camera.zoom = Math.min((clientWidth - 24) / camera.width, (clientHeight - 24) / camera.height);
  camera.fit = camera.zoom;
  camera.x = (clientWidth - camera.width * camera.zoom) / 2;
  camera.y = (clientHeight - camera.height * camera.zoom) / 2;
  place();
}

function zoom(factor, x = view.clientWidth / 2, y = view.clientHeight / 2) {
  const next = Math.min(Math.max(camera.zoom * factor, camera.fit / 4), camera.fit * MAX_ZOOM);
  camera.x = x - (x - camera.x) * (next / camera.zoom);
  camera.y = y - (y - camera.y) * (next / camera.zoom);
  camera.zoom = next;
  place();
}

function pan(dx, dy) {
  camera.x += dx;
  camera.y += dy;
  place();
}

const KEYS = {
  "+": () => zoom(ZOOM_STEP),
  "=": () => zoom(ZOOM_STEP),
  "-": () => zoom(1 / ZOOM_STEP),
  0: fit,
  ArrowLeft: () => pan(PAN_STEP, 0),
  ArrowRight: () => pan(-PAN_STEP, 0),
  ArrowUp: () => pan(0, PAN_STEP),
  ArrowDown: () => pan(0, -PAN_STEP),
};

function listen() {
  const fingers = new Map();
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return { distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  view.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
  }, { passive: false });
  view.addEventListener("pointerdown", (event) => {
    view.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  view.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const before = fingers.size === 2 ? spread() : null;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (before) {
      const now = spread();
      pan(now.x - before.x, now.y - before.y);
      zoom(now.distance / before.distance, now.x, now.y);
    } else {
      pan(event.clientX - last.x, event.clientY - last.y);
    }
  });
  for (const end of ["pointerup", "pointercancel"]) {
    view.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }
  view.addEventListener("keydown", (event) => {
    const act = KEYS[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  addEventListener("resize", fit);
}

async function show() {
  document.documentElement.lang = language;
  const link = location.hash.slice(1);
  view.setAttribute("aria-label", texts.view);
  open.textContent = texts.open;
  open.href = new URL(`../#${link}`, document.baseURI).href;
  if (!link) {
    say(texts.missing, "failed");
    return;
  }
  say(texts.loading, "running");
  const { name, svg } = await drawn(link);
  picture.alt = name;
  document.title = name;
  picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await picture.decode();
  [camera.width, camera.height] = [picture.naturalWidth || 1, picture.naturalHeight || 1];
  picture.hidden = false;
  fit();
  listen();
  say("", "drawn");
}

addEventListener("hashchange", () => location.reload());
show().catch((error) => {
  say(error.message === "timeout" ? texts.slow : texts.failed(error.message), "failed");
});
