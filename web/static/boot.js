// Starts the app. Trunk would insert this code as an inline script, which the page's Content-Security-Policy forbids.
// The file names are therefore passed in the data attributes of this script's own element.
import { watch } from "./recovery.js";

const status = document.getElementById("boot-status");

/** Returns the text in the language of the browser. */
const inLanguage = (english, korean) => (navigator.language.startsWith("ko") ? korean : english);

async function start() {
  const { js, wasm } = document.querySelector("script[data-wasm]").dataset;
  watch();
  try {
    const app = await import(new URL(js, document.baseURI).href);
    await app.default({ module_or_path: new URL(wasm, document.baseURI) });
  } catch (error) {
    // The app has removed the line when it fails later, and the recovery screen shows that failure.
    if (!status.isConnected) throw error;
    console.error(error);
    const why = error.message ?? error;
    status.textContent = inLanguage(
      `Trammel could not start: ${why}. Reload the page to try again.`,
      `Trammel을 시작하지 못했어요: ${why}. 페이지를 새로 고치세요.`,
    );
  }
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
