// The screen that replaces the page after a failure of the program.
//
// After a panic or an uncaught exception, the state in memory may be wrong. The page therefore stops: nothing is written to
// storage any more, and the screen offers the stored work as files, and a reload.
//
// Invariants: this script does not depend on the WebAssembly module; no API key leaves the storage; texts are inserted as
// text nodes.

/** Prefix of all keys of the program in the browser's storage (`src/ui/web_storage.rs`). */
const PREFIX = "trammel:";

/** Prefix of the open drawing (`src/ui/document_storage.rs`). */
const WORK = `${PREFIX}work:`;

/** Start of the keys that hold API keys (`src/ui/chat/connection.rs`). */
const SECRETS = `${PREFIX}key:`;

const TEXTS = {
  en: {
    heading: "Trammel stopped because of an error in the program",
    kept: "The work that was stored before the error is in this browser, and nothing is written any more. Reload the page to go on. If the error comes back, download the drawing and report the error.",
    details: "Error message",
    reload: "Reload",
    drawing: "Download the drawing",
    all: "Download all stored data",
    nothing: "No drawing is stored in this browser. Reload the page to start again.",
  },
  ko: {
    heading: "프로그램 오류로 Trammel이 멈췄어요",
    kept: "오류가 나기 전에 저장된 작업은 이 브라우저에 있고, 더는 아무것도 쓰지 않아요. 페이지를 새로고침하면 이어서 할 수 있어요. 오류가 다시 나면 도면을 내려받고 오류를 알려 주세요.",
    details: "오류 메시지",
    reload: "새로고침",
    drawing: "도면 내려받기",
    all: "저장된 데이터 모두 내려받기",
    nothing: "이 브라우저에 저장된 도면이 없어요. 페이지를 새로고침하면 다시 시작해요.",
  },
};

/** Events that reach the program through the window or the document. */
const EVENTS = (
  "beforeunload pagehide visibilitychange storage hashchange keydown keyup paste dragover drop resize message"
).split(" ");

let stopped = false;

/** Shows the screen when the program fails. Call this function before the program starts. */
export function watch() {
  for (const name of EVENTS) {
    addEventListener(name, (event) => stopped && event.stopImmediatePropagation(), true);
  }
  addEventListener("error", ({ error, filename }) => {
    if (isFailure(error, filename)) stop(error);
  });
  addEventListener("unhandledrejection", ({ reason }) => {
    if (isFailure(reason)) stop(reason);
  });
}

/**
 * Whether an uncaught error comes from the program. Browsers also report errors without an exception, such as those of a
 * ResizeObserver, and extensions report theirs.
 */
function isFailure(error, filename = "") {
  if (error instanceof WebAssembly.RuntimeError) return true;
  const here = new URL("..", import.meta.url).href;
  return error instanceof Error && (filename.startsWith(here) || `${error.stack}`.includes(here));
}

function stop(error) {
  if (stopped) return;
  stopped = true;
  const refuse = () => {
    throw new DOMException("The program has stopped.", "InvalidStateError");
  };
  for (const name of ["setItem", "removeItem", "clear"]) Storage.prototype[name] = refuse;
  IDBDatabase.prototype.transaction = refuse;
  for (let id = setTimeout(() => {}); id > 0; id -= 1) clearTimeout(id);
  // The panic hook of the page (`src/ui/failure.rs`) passes the message of a panic.
  show(globalThis.trammelPanic ?? `${error.name}: ${error.message}`);
}

function show(message) {
  const texts = document.documentElement.lang.startsWith("ko") ? TEXTS.ko : TEXTS.en;
  const entries = stored();
  const drawing = project(entries);
  const create = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const button = (test, text, press) => {
    const element = create("button", { type: "button", className: "button", onclick: press }, text);
    element.dataset.testid = test;
    return element;
  };
  const reload = button("recovery-reload", texts.reload, () => location.reload());
  reload.classList.add("primary");
  const buttons = create("div", { className: "recovery-buttons" }, reload);
  if (drawing) {
    buttons.append(button("recovery-drawing", texts.drawing, () => save("recovered.trammel.json", drawing)));
  }
  if (Object.keys(entries).length > 0) {
    const all = { format: "trammel-stored-data", version: 1, entries };
    buttons.append(button("recovery-all", texts.all, () => save("trammel-stored-data.json", all)));
  }
  const heading = create("h1", { tabIndex: -1 }, texts.heading);
  const details = create("details", {}, create("summary", {}, texts.details), create("pre", { tabIndex: 0 }, message));
  const main = create("main", { className: "recovery" }, heading, create("p", {}, drawing ? texts.kept : texts.nothing), buttons, details);
  main.dataset.testid = "recovery";
  document.body.replaceChildren(main);
  heading.focus();
}

/** Returns the stored entries without API keys. */
function stored() {
  const entries = {};
  try {
    for (const key of Object.keys(localStorage).sort()) {
      if (key.startsWith(PREFIX) && !key.startsWith(SECRETS)) entries[key] = localStorage.getItem(key);
    }
  } catch {
    // The storage is disabled, so nothing is stored.
  }
  return entries;
}

/** Returns the stored drawing as a project file, if there is one. */
function project(entries) {
  const start = `${WORK}file/`;
  const files = Object.fromEntries(
    Object.entries(entries)
      .filter(([key]) => key.startsWith(start))
      .map(([key, text]) => [key.slice(start.length), text]),
  );
  if (!("main" in files)) return null;
  let title = {};
  try {
    title = JSON.parse(entries[`${WORK}title`] ?? "{}");
  } catch {
    // The drawing gets the standard name and unit.
  }
  return { format: "trammel-project", version: 1, name: title.name, units: title.units, files };
}

/** Offers an object as a JSON file. */
function save(name, content) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
