// The screen that replaces the page after a failure of the program.
//
// After a panic or an uncaught exception, the state in memory may be wrong. The page therefore stops: nothing is written to
// storage any more, and the screen offers the stored work as files, and a reload.
//
// Invariants: this script does not depend on the WebAssembly module; no API key leaves the storage; texts are inserted as
// text nodes.

/** Prefix of all keys of the program in the browser's storage (`src/ui/web_storage.rs`). */
const PREFIX = "trammel:";

/** Key of the id of the open drawing (`src/ui/library/opening.rs`). */
const OPEN = `${PREFIX}open-drawing`;

/** Name of the database with the library (`src/ui/library/database.rs`). */
const DATABASE = "trammel";

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
    kept: "오류가 나기 전에 저장된 작업은 이 브라우저에 있고, 더는 아무것도 쓰지 않아요. 페이지를 새로 고치면 이어서 할 수 있어요. 오류가 다시 나면 도면을 내려받고 오류를 알려 주세요.",
    details: "오류 메시지",
    reload: "새로 고침",
    drawing: "도면 내려받기",
    all: "저장된 데이터 모두 내려받기",
    nothing: "이 브라우저에 저장된 도면이 없어요. 페이지를 새로 고치면 다시 시작해요.",
  },
};

/** Events that reach the program through the window or the document. */
const EVENTS = (
  "beforeunload pagehide visibilitychange storage hashchange keydown keyup paste dragover drop resize message"
).split(" ");

let stopped = false;

/** The function that opens a transaction, which the program can no longer use after a failure. */
const transaction = globalThis.IDBDatabase?.prototype.transaction;

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
  if (transaction) IDBDatabase.prototype.transaction = refuse;
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
    buttons.append(button("recovery-all", texts.all, () => void backup(entries).then((all) => save("trammel-backup.json", all))));
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

/** Returns a backup of the library (`crates/document/src/library/backup.rs`), with the entries of localStorage beside it. */
async function backup(entries) {
  const records = {};
  try {
    const database = await answer(indexedDB.open(DATABASE));
    for (const name of database.objectStoreNames) {
      const store = transaction.call(database, name, "readonly").objectStore(name);
      const [keys, texts] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
      records[name] = Object.fromEntries(keys.map((key, at) => [key, parsed(texts[at])]));
    }
  } catch {
    // The browser has no database for this page, so nothing is in it.
  }
  return { trammel_backup: 1, records, settings: {}, entries };
}

/** Returns the result of a request to the database. */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Returns a record as JSON, or a damaged record as text. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the prefix of the open drawing. */
function prefixOfDrawing(entries) {
  let tab = null;
  try {
    tab = sessionStorage.getItem(OPEN);
  } catch {
    // The storage of the tab is disabled.
  }
  return `${PREFIX}drawing:${tab ?? entries[OPEN]}:`;
}

/** Returns the stored drawing as a project file, if there is one. */
function project(entries) {
  const work = prefixOfDrawing(entries);
  const start = `${work}file/`;
  const files = Object.fromEntries(
    Object.entries(entries)
      .filter(([key]) => key.startsWith(start))
      .map(([key, text]) => [key.slice(start.length), text]),
  );
  if (!("main" in files)) return null;
  let title = {};
  try {
    title = JSON.parse(entries[`${work}title`] ?? "{}");
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
