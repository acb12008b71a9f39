// What the worker is besides the engine: it locks itself up, instantiates the module it is handed, does one run and
// reports. The page puts wasm-bindgen's own glue where the marker is and starts the whole from a blob, so the page's
// Content-Security-Policy holds here as well (see program.rs).
//
// Invariants: everything is locked before the glue is even read; whatever happens, the page hears of it in a message;
// a module that has trapped is never called again.
"use strict";

const trammel = (() => {
  const post = self.postMessage.bind(self);
  const listen = self.addEventListener.bind(self);
  const now = performance.now.bind(performance);

  // What stays: the language itself, and what the glue and the engine need. Anything else a browser puts into a
  // worker, today's and next year's, is a way to the network, to stored data or to another thread, so it goes.
  const kept = new Set(
    (
      "globalThis self constructor performance crypto console TextDecoder TextEncoder WebAssembly " +
      "undefined NaN Infinity Object Function Boolean Symbol Number BigInt Math Date String RegExp Array Map Set " +
      "WeakMap WeakSet WeakRef FinalizationRegistry Iterator JSON Promise Proxy Reflect Intl ArrayBuffer DataView " +
      "Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float16Array " +
      "Float32Array Float64Array BigInt64Array BigUint64Array Error AggregateError EvalError RangeError " +
      "ReferenceError SyntaxError TypeError URIError SuppressedError parseInt parseFloat isNaN isFinite " +
      "decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape"
    ).split(" "),
  );
  for (let level = self; level && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (kept.has(name)) continue;
      try {
        delete level[name];
        // The later levels lose it too; what is fixed here keeps anything from coming back under that name.
        Object.defineProperty(self, name, { value: undefined, writable: false, configurable: false });
      } catch {
        // A property that cannot be removed: the check below decides whether the worker may live with it.
      }
    }
  }
  for (const name of [
    "fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "RTCPeerConnection",
    "importScripts", "indexedDB", "caches", "cookieStore", "BroadcastChannel", "Worker", "SharedWorker",
    "ServiceWorker", "Notification", "navigator", "FontFace", "fonts", "postMessage", "eval",
  ]) {
    if (self[name] !== undefined) throw new Error(`the worker could not lock '${name}'`);
  }

  let panic = "";
  let running = 0;
  const notePanic = (text) => {
    panic = text.slice(0, 2000);
  };

  // Said at once, because whoever says it may never say anything again. An empty file takes it back.
  const noteStuck = (file, line, column) => {
    post({ kind: "stuck", id: running, file: file.slice(0, 200), line, column });
  };

  // Called once the glue has been read.
  const boot = (glue) => {
    let state = "new";
    const attempt = (id, work) => {
      try {
        work();
      } catch (error) {
        state = "broken";
        post({ kind: "crash", id, text: `${error?.name}: ${error?.message}`.slice(0, 2000), panic });
      }
    };
    listen("message", ({ data }) => {
      if (data.kind === "arm" && state === "new") {
        state = "armed";
        attempt(0, () => {
          glue.initSync({ module: data.module });
          post({ kind: "ready", protocol: glue.protocol(), build: glue.build() });
        });
      } else if (data.kind === "hangul" && state === "armed") {
        attempt(0, () => glue.provideHangul(data.bytes));
      } else if (data.kind === "run" && state === "armed") {
        state = "spent";
        running = data.id;
        attempt(data.id, () => {
          const bytes = glue.run(data.bytes);
          post({ kind: "done", id: data.id, bytes }, [bytes.buffer]);
        });
      }
    });
  };
  return Object.freeze({ now, notePanic, noteStuck, boot });
})();

//@glue

trammel.boot(wasm_bindgen);
