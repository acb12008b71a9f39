// Starts the app. Trunk would insert this code as an inline script, which the page's Content-Security-Policy forbids.
// The file names are therefore passed in the data attributes of this script's own element.
const status = document.getElementById("boot-status");

/** Returns the text in the language of the browser. */
const inLanguage = (english, korean) => (navigator.language.startsWith("ko") ? korean : english);

/** Time after which the page names the file that has not arrived, in milliseconds. */
const PATIENCE_MS = 15_000;

async function start() {
  const { js, wasm } = document.querySelector("script[data-wasm]").dataset;
  // The file that the start waits for.
  let file = "recovery.js";
  const impatient = setTimeout(() => {
    if (status.isConnected) status.textContent = notArrived(file);
  }, PATIENCE_MS);
  try {
    const program = import(new URL(js, document.baseURI).href);
    // Reported below, when the start waits for the program.
    program.catch(() => {});
    const { watch } = await import("./recovery.js");
    watch();
    file = js;
    const app = await program;
    file = wasm;
    await app.default({ module_or_path: new URL(wasm, document.baseURI) });
  } catch (error) {
    // The app has removed the line when it fails later, and the recovery screen shows that failure.
    if (!status.isConnected) throw error;
    console.error(error);
    status.textContent = notStarted(file, error);
  } finally {
    clearTimeout(impatient);
  }
}

/** Returns the last part of an address. */
const nameOf = (address) => address.split("/").at(-1);

function notArrived(file) {
  const seconds = PATIENCE_MS / 1000;
  return inLanguage(
    `Trammel is still loading: the file ${nameOf(file)} has not arrived after ${seconds} s. Check the connection, or reload the page.`,
    `Trammel을 아직 불러오고 있어요. ${seconds}초가 지나도 ${nameOf(file)} 파일이 오지 않았으니, 연결을 확인하거나 페이지를 새로 고치세요.`,
  );
}

/** Says which file is the reason and what to do. The message of the browser alone names neither. */
function notStarted(file, error) {
  const name = nameOf(file);
  const why = error?.message ?? error;
  if (typeof WebAssembly === "undefined") {
    return inLanguage(
      "Trammel could not start, because this browser has no WebAssembly. Use a current version of Chrome, Edge, Firefox, or Safari.",
      "이 브라우저에 WebAssembly가 없어서 Trammel을 시작하지 못했어요. 최신 Chrome, Edge, Firefox, Safari를 쓰세요.",
    );
  }
  if (error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError || error instanceof SyntaxError) {
    return inLanguage(
      `Trammel could not start: the file ${name} is damaged or belongs to another version (${why}). Reload the page; if that does not help, delete the browser's cached files.`,
      `${name} 파일이 손상됐거나 다른 버전의 것이어서 Trammel을 시작하지 못했어요(${why}). 페이지를 새로 고치고, 그래도 안 되면 브라우저의 캐시를 지우세요.`,
    );
  }
  return inLanguage(
    `Trammel could not start: the file ${name} could not be loaded (${why}). Check the connection, and reload the page.`,
    `${name} 파일을 불러오지 못해서 Trammel을 시작하지 못했어요(${why}). 연결을 확인하고 페이지를 새로 고치세요.`,
  );
}

/** Shows a link in place of the app, because another page could cover the app and direct the user's clicks at it. */
function refuseFrame() {
  const link = Object.assign(document.createElement("a"), { href: location.href, target: "_blank", rel: "noopener" });
  link.textContent = inLanguage("Open Trammel in its own tab", "Trammel을 새 탭에서 열기");
  status.textContent = inLanguage(
    "Trammel does not run inside a frame of another page. ",
    "Trammel은 다른 페이지의 프레임 안에서 실행되지 않아요. ",
  );
  status.append(link);
}

// `static/embed.html` is the page for frames: it shows a drawing and has no access to keys and stored drawings.
if (window.top === window) await start();
else refuseFrame();
