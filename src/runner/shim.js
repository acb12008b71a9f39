// Script of the worker that executes one run. The script removes access to network, storage, and threads, instantiates
// the WebAssembly module that the frame sends, executes the run, and posts the outcome. program.rs inserts the glue code
// of wasm-bindgen at the marker below. The frame (frame.html) starts the worker from a blob URL, so that the worker inherits
// the frame's opaque origin and its Content-Security-Policy, which stops what the removal of globals cannot, such as
// `import()`.
//
// Invariants: the globals are removed before the glue code executes; every exception of the module is posted to the
// page; after an exception, the module is never called again.
"use strict";

const trammel = (() => {
  const post = self.postMessage.bind(self);
  const listen = self.addEventListener.bind(self);
  const now = performance.now.bind(performance);

  // Names of the globals that stay: the built-in objects of JavaScript, and the APIs that the glue code and the engine
  // need. Any other global may give access to the network, to stored data, or to other threads, so it is removed. An
  // allowlist also removes APIs that future browsers add.
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
        // A constant `undefined` on `self` hides the name on the rest of the prototype chain and cannot be replaced.
        Object.defineProperty(self, name, { value: undefined, writable: false, configurable: false });
      } catch {
        // Some properties cannot be deleted or redefined. The check below fails if one of them is dangerous.
      }
    }
  }
  // Throws if an object or a function that is not on the list is still available, so that the worker never becomes ready.
  // Constants of other types give access to nothing.
  for (let level = self; level && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) {
      const left = kept.has(name) ? undefined : self[name];
      if (typeof left === "function" || (typeof left === "object" && left !== null)) {
        throw new Error(`the worker could not lock '${name}'`);
      }
    }
  }

  let panic = "";
  let running = 0;
  const notePanic = (text) => {
    panic = text.slice(0, 2000);
  };

  // Posts the position of uninterruptible work before the work starts, because the work may never end. An empty file
  // name reports the end of the work.
  const noteStuck = (file, line, column) => {
    post({ kind: "stuck", id: running, file: file.slice(0, 200), line, column });
  };

  // Starts to handle messages from the page: `arm` with the module, optionally `hangul` with the font, then one `run`, or
  // one `picture` from the page that other pages embed.
  // Called after the glue code has been evaluated.
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
      } else if (data.kind === "picture" && state === "armed") {
        state = "spent";
        attempt(0, () => {
          try {
            const [name, svg, font] = glue.picture(data.link);
            post({ kind: "picture", name, svg, font });
          } catch (why) {
            // The module throws a text for a damaged link and for code that fails, and an error object for a crash.
            if (typeof why !== "string") throw why;
            post({ kind: "refused", why });
          }
        });
      }
    });
  };
  return Object.freeze({ now, notePanic, noteStuck, boot });
})();

//@glue

trammel.boot(wasm_bindgen);
