// The three browser engines: how each driver and its browser are started. Start with `EngineDriver`.
//
// Every driver listens on a free port of the loopback address. The variables CHROMIUM, CHROMEDRIVER, FIREFOX, GECKODRIVER,
// and WEBKIT_DRIVER name the programs; `cargo xtask test` sets them. The driver of WebKit starts the MiniBrowser of its own
// package.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { eventually } from "../e2e/assert.mjs";
import { command, startPage } from "./webdriver.mjs";

const named = (variable, usual) => process.env[variable] ?? usual;

/** Capabilities for Chromium without a display, shared with the tests of wasm-bindgen. */
const chromium = JSON.parse(readFileSync(new URL("../../webdriver.json", import.meta.url), "utf8"));

export const ENGINES = {
  chromium: {
    driver: named("CHROMEDRIVER", "chromedriver"),
    options: (port) => [`--port=${port}`],
    capabilities: { "goog:chromeOptions": { ...chromium["goog:chromeOptions"], binary: named("CHROMIUM", "/usr/bin/chromium") } },
  },
  firefox: {
    driver: named("GECKODRIVER", "geckodriver"),
    options: (port) => ["--port", port, "--binary", named("FIREFOX", "/usr/bin/firefox-esr")],
    capabilities: { "moz:firefoxOptions": { args: ["-headless"] } },
  },
  webkit: {
    driver: named("WEBKIT_DRIVER", "WebKitWebDriver"),
    options: (port) => [`--port=${port}`, "--host=127.0.0.1"],
    capabilities: {},
    // This browser has no mode without a display.
    needsDisplay: true,
  },
};

/** Number of attempts to start a browser. The browser of WebKitGTK sometimes starts and never answers its driver. */
const ATTEMPTS = 3;

/** The driver of one engine. It starts with its first page, and a browser that does not start gets a new driver. */
export class EngineDriver {
  #name;
  #driver = null;

  constructor(name) {
    this.#name = name;
  }

  /** Starts a browser with empty storage, and returns its page. */
  async startPage() {
    const engine = ENGINES[this.#name];
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#driver ??= await startDriver(engine);
        return await startPage(this.#driver.address, engine.capabilities);
      } catch (error) {
        await this.close();
        if (attempt === ATTEMPTS) throw error;
        console.log(`${this.#name} did not start (${error.message}); attempt ${attempt + 1} of ${ATTEMPTS} follows`);
      }
    }
  }

  /** Ends the driver and its browsers. The next page starts another driver. */
  async close() {
    await this.#driver?.close();
    this.#driver = null;
  }
}

/** Starts the driver of an engine; returns `{address, close}`. */
async function startDriver({ driver, options, needsDisplay }) {
  const started = [];
  const close = async () => {
    for (const child of started.reverse()) await end(child);
  };
  try {
    const env = { ...process.env };
    if (needsDisplay) env.DISPLAY = await startDisplay(started);
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const child = start(driver, options(String(port)), { env, stdio: "ignore" });
    started.push(child);
    await eventually(`${driver} answers`, () => {
      if (child.problem) throw new Error(child.problem);
      return command(address, "GET", "/status").then(() => true, () => false);
    });
    return { address, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts a display in memory, and returns its name. */
async function startDisplay(started) {
  const options = ["-displayfd", "3", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"];
  const child = start("Xvfb", options, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  started.push(child);
  let number = "";
  child.stdio[3].setEncoding("utf8").on("data", (part) => (number += part));
  await eventually("Xvfb has a display", () => {
    if (child.problem) throw new Error(child.problem);
    return number.endsWith("\n");
  });
  return `:${number.trim()}`;
}

/** Starts a program in a process group of its own, which `end` ends with all programs that the program started. */
function start(program, options, settings) {
  const child = spawn(program, options, { ...settings, detached: true });
  child.on("error", (error) => (child.problem = `${program} could not be started: ${error.message}`));
  child.on("exit", (code, signal) => (child.problem ??= `${program} ended (${signal ?? code})`));
  return child;
}

async function end(child) {
  if (child.pid === undefined) return;
  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch {
      // All processes of the group have ended.
    }
  };
  signal("SIGTERM");
  await eventually("the driver ends", () => child.problem, 5_000).catch(() => null);
  signal("SIGKILL");
}

/** Ports that `freePort` has returned. */
const taken = new Set();

/** Returns a port of the loopback address that no program uses, each only once. */
async function freePort() {
  const server = createServer();
  const port = await new Promise((found, failed) => {
    server.on("error", failed).listen(0, "127.0.0.1", () => found(server.address().port));
  });
  await new Promise((closed) => server.close(closed));
  if (taken.has(port)) return freePort();
  taken.add(port);
  return port;
}
