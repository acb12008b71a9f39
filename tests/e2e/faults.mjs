// Injection of storage faults: the n-th call of the wrapped functions of a page fails, never answers, or meets a closed connection.
//
// `prepareFaults` adds the wrappers to a context. `armFaults` starts to count calls, of the present page or of the next one
// in the same tab. A test with other storage adds its functions to `FAMILIES`.

/** Key of localStorage that says that a page is blocked. */
export const BLOCKED = "faults-blocked";

/** Wrapped functions by family: the object of the page that has them, and their names. */
const FAMILIES = {
  database: [
    ["IDBFactory.prototype", ["open"]],
    ["IDBDatabase.prototype", ["transaction"]],
    ["IDBObjectStore.prototype", ["get", "getAll", "getAllKeys", "put", "add", "delete"]],
  ],
  texts: [["Storage.prototype", ["setItem", "getItem", "removeItem"]]],
};

/**
 * Adds the wrappers to all pages of a context. While calls do not answer, waits of seconds are shortened.
 */
export async function prepareFaults(context) {
  await context.addInitScript(install, { families: FAMILIES, blocked: BLOCKED });
}

/**
 * Counts the calls of a family from now on, in this page and after its next navigation, and has calls from the n-th on fail.
 * Kinds: `fails` (an error of the browser), `full` (no room), `silent` (no answer; a call of localStorage blocks the page, and
 * then the text `BLOCKED` is there), and `closed` (the browser closes the connection before the n-th call, once). `once` has
 * only the n-th call fail, and `keys` counts only calls whose key contains it.
 */
export function armFaults(page, plan) {
  return page.evaluate((plan) => window.storageFaults.arm(plan), plan);
}

/** Ends the faults, and returns the names of the counted calls and whether a fault occurred. */
export function disarmFaults(page) {
  return page.evaluate(() => window.storageFaults.disarm());
}

/** Runs in the page, before its scripts. */
function install({ families, blocked }) {
  // The frame of the workers has no storage.
  if (self !== top || location.protocol === "about:") return;
  const PLAN = "faults-plan";
  const real = { getItem: Storage.prototype.getItem, setItem: Storage.prototype.setItem, removeItem: Storage.prototype.removeItem };
  const own = (key) => typeof key === "string" && key.includes("faults-");
  let plan = JSON.parse(real.getItem.call(sessionStorage, PLAN) ?? "null");
  let calls = [];
  let occurred = false;

  const wait = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => wait(act, plan?.kind === "silent" && ms >= 2000 ? ms / 5 : ms, ...rest);

  const later = (act) => wait(act, 0);
  const error = (name) => new DOMException(`injected ${name}`, name);
  /** Returns a request that ends with an error, or never. */
  const request = (kind, type) => {
    const fake = Object.create(type.prototype);
    const why = error("UnknownError");
    const fields = { onsuccess: null, onerror: null, onblocked: null, onupgradeneeded: null, result: undefined, error: null, readyState: "pending", transaction: null, source: null };
    for (const [name, value] of Object.entries(fields)) Object.defineProperty(fake, name, { value, writable: true });
    if (kind === "fails")
      later(() => {
        fake.error = why;
        fake.readyState = "done";
        fake.onerror?.({ type: "error", target: fake });
      });
    return fake;
  };

  const faults = {
    "IDBFactory.prototype.open": (kind) => {
      if (kind === "closed") return undefined;
      return { value: request(kind, IDBOpenDBRequest) };
    },
    "IDBDatabase.prototype.transaction": (kind, database) => {
      if (kind === "closed") {
        database.close();
        return undefined;
      }
      if (kind === "silent") return { change: (transaction) => deafen(transaction) };
      throw error("UnknownError");
    },
    "Storage.prototype.setItem": (kind) => {
      if (kind === "silent") block();
      throw error("QuotaExceededError");
    },
    "Storage.prototype.getItem": (kind) => {
      if (kind === "silent") block();
      throw error("UnknownError");
    },
    "Storage.prototype.removeItem": (kind) => {
      if (kind === "silent") block();
      throw error("UnknownError");
    },
  };
  const block = () => {
    real.setItem.call(localStorage, blocked, "1");
    for (;;);
  };
  /** Keeps the end of a transaction, which takes place, from the page. */
  const deafen = (transaction) => {
    for (const name of ["oncomplete", "onabort", "onerror"]) Object.defineProperty(transaction, name, { value: null, writable: true });
  };
  const writes = (kind, store) => {
    if (kind === "full") throw error("QuotaExceededError");
    if (kind === "closed") store.transaction.abort();
    else if (kind === "silent") return { change: () => deafen(store.transaction) };
    else throw error("UnknownError");
    return undefined;
  };
  const reads = (kind, store) => {
    if (kind !== "closed") return { value: request(kind, IDBRequest) };
    // The call itself succeeds, and its request ends with an AbortError.
    later(() => {
      try {
        store.transaction.abort();
      } catch {
        // The request was faster.
      }
    });
    return undefined;
  };
  for (const name of ["put", "add", "delete"]) faults[`IDBObjectStore.prototype.${name}`] = writes;
  for (const name of ["get", "getAll", "getAllKeys"]) faults[`IDBObjectStore.prototype.${name}`] = reads;

  for (const [family, places] of Object.entries(families)) {
    for (const [place, names] of places) {
      const object = place.split(".").reduce((from, name) => from[name], window);
      for (const name of names) {
        const wrapped = object[name];
        object[name] = function (...args) {
          const isCounted = plan?.family === family && !own(args[0]) && (!plan.keys || args[0].includes(plan.keys));
          if (!isCounted) return wrapped.apply(this, args);
          calls.push(`${name} ${this.name ?? String(args[0]).replace(/.*:/, "")}`);
          const isDue = plan.once || plan.kind === "closed" ? calls.length === plan.n : calls.length >= plan.n;
          if (!isDue) return wrapped.apply(this, args);
          occurred = true;
          const fault = faults[`${place}.${name}`](plan.kind, this);
          if (fault && "value" in fault) return fault.value;
          const result = wrapped.apply(this, args);
          fault?.change(result);
          return result;
        };
      }
    }
  }

  window.storageFaults = {
    arm(next) {
      plan = next;
      calls = [];
      occurred = false;
      real.setItem.call(sessionStorage, PLAN, JSON.stringify(next));
    },
    disarm() {
      const counted = { calls, occurred };
      plan = null;
      real.removeItem.call(sessionStorage, PLAN);
      return counted;
    },
  };
}
