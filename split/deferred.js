// Loads the deferred module: the part of the program that the start of the page does not need.
//
// The module is fetched in the background as soon as the primary module is there. A deferred function that is called
// earlier loads the module before it runs, which blocks the page for the time of the download. Both modules share memory,
// tables, and globals (`split/src/split.rs`), so a second instance of the deferred module would change nothing.

const TEXTS = {
  en: "A part of the program could not be loaded. Check the connection, then reload the page.",
  ko: "프로그램의 일부를 불러오지 못했어요. 연결을 확인한 뒤 페이지를 새로 고치세요.",
};

let primary;
let address;
let background;
let arrive;
const arrival = new Promise((resolve) => (arrive = resolve));

/** Starts the load in the background. `exports` are those of the primary module, which has not run yet. */
export function begin(exports, url) {
  primary = exports;
  address = url;
  background = new AbortController();
  const options = { priority: "low", signal: background.signal };
  WebAssembly.instantiateStreaming(fetch(address, options), { primary })
    // A host may serve the file without the type of WebAssembly, which streaming requires.
    .catch(async () => WebAssembly.instantiate(await (await fetch(address, options)).arrayBuffer(), { primary }))
    .then(
      mark,
      // The next call of a deferred function loads the module again, and reports the failure if there is one.
      (error) => background.signal.aborted || console.warn(`The deferred module was not loaded: ${error}`),
    );
}

/** Loads the module before it returns. The primary module calls this function before the first call of a deferred function. */
export function load() {
  // A browser lets a request wait while another one fills the cache with the same address. The one in the background cannot end
  // while this one blocks the page, so it is given up, and this one has an address of its own.
  background.abort();
  const request = new XMLHttpRequest();
  request.open("GET", `${address}?now`, false);
  // A synchronous request has no binary response. With this encoding, the lower 8 bits of each character are a byte.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  try {
    request.send();
    if (!request.status.toString().startsWith("2")) throw new Error(`status ${request.status}`);
    const bytes = Uint8Array.from(request.responseText, (character) => character.charCodeAt(0));
    new WebAssembly.Instance(new WebAssembly.Module(bytes), { primary });
  } catch (error) {
    const text = document.documentElement.lang.startsWith("ko") ? TEXTS.ko : TEXTS.en;
    throw new Error(text, { cause: error });
  }
  mark();
}

/**
 * Returns a registry whose objects are dropped after the module has been loaded: the garbage collector can end at any
 * time, and a destructor is often a deferred function, which would block the page.
 */
export function registry(drop) {
  return new FinalizationRegistry((held) => arrival.then(() => drop(held)));
}

function mark() {
  primary.deferred_loaded.value = 1;
  arrive();
}
