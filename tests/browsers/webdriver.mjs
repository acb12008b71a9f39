// A client of the W3C WebDriver protocol: a session of a browser, and its page with the part of Playwright's interface
// that ../e2e/page.mjs uses, so that the same operations work in every browser.
//
// As in Playwright, an operation waits until its element can be used, and throws after a limit.
import { eventually } from "../e2e/assert.mjs";

const LIMIT = 15_000;

/** Time for the start of a browser. */
const START_LIMIT = 45_000;

/** Key of an element reference in the protocol. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Code points of the keys without a character, from the table of the protocol. */
const KEYS = { Enter: "\uE007", ControlOrMeta: "\uE009", Escape: "\uE00C", End: "\uE010", Delete: "\uE017" };

/** Errors after which an operation on an element is tried again: the page may still be changing. */
const PASSING = ["no such element", "stale element reference", "element not interactable", "element click intercepted"];

/** Sends one command to a driver, and returns its value. The message of a thrown error begins with the protocol's error code. */
export async function command(address, method, path, body, limit = 90_000) {
  const options = method === "POST" ? { body: JSON.stringify(body ?? {}), headers: { "content-type": "application/json" } } : {};
  // A command that gets no answer would stop the tests.
  const response = await fetch(address + path, { method, ...options, signal: AbortSignal.timeout(limit) });
  const { value } = await response.json();
  if (response.ok) return value;
  throw Object.assign(new Error(`${value.error}: ${value.message} (${method} ${path})`), { code: value.error });
}

/** Starts a session, which starts a browser, and returns its page. */
export async function startPage(address, capabilities) {
  const { sessionId } = await command(address, "POST", "/session", { capabilities: { alwaysMatch: capabilities } }, START_LIMIT);
  const page = new Page(`${address}/session/${sessionId}`);
  await page.send("POST", "/timeouts", { script: LIMIT, pageLoad: 60_000 });
  await page.send("POST", "/window/rect", { x: 0, y: 0, width: 1440, height: 900 });
  return page;
}

class Page {
  keyboard = { press: (keys) => this.#press(keys.split("+").map((key) => KEYS[key] ?? key)) };
  #session;

  constructor(session) {
    this.#session = session;
  }

  send(method, path, body) {
    return command(this.#session, method, path, body);
  }

  goto(url) {
    return this.send("POST", "/url", { url });
  }

  reload() {
    return this.send("POST", "/refresh");
  }

  /** Ends the session, which closes the browser. */
  close() {
    return this.send("DELETE", "");
  }

  /** Returns a picture of the page as the bytes of a PNG file. */
  async screenshot() {
    return Buffer.from(await this.send("GET", "/screenshot"), "base64");
  }

  /** Calls a function in the page, and returns its result, or the result of its promise. */
  async evaluate(called, ...given) {
    const script = `const given = [...arguments];
      const done = given.pop();
      const call = async () => (${called})(...given);
      call().then((value) => done({ value }), (error) => done({ error: String(error?.stack ?? error) }));`;
    const { value, error } = await this.send("POST", "/execute/async", { script, args: given });
    if (error) throw new Error(`in the page: ${error}`);
    return value ?? undefined;
  }

  /** Calls a function with the first element that matches, which must exist. */
  $eval(selector, called, argument) {
    return this.evaluate(`(selector, argument) => (${called})(document.querySelector(selector), argument)`, selector, argument ?? null);
  }

  /** Calls a function with all elements that match. */
  $$eval(selector, called, argument) {
    return this.evaluate(`(selector, argument) => (${called})([...document.querySelectorAll(selector)], argument)`, selector, argument ?? null);
  }

  /** Waits until a function in the page returns a truthy value. */
  async waitForFunction(predicate, argument, { timeout = LIMIT } = {}) {
    const value = await eventually(String(predicate), () => this.evaluate(predicate, argument ?? null), timeout);
    return { jsonValue: () => value };
  }

  /** Waits until an element is visible, attached, or detached. */
  async waitForSelector(selector, { state = "visible", timeout = LIMIT } = {}) {
    await eventually(`${selector} is ${state}`, async () => (await this.stateOf(selector))[state], timeout);
    return this.locator(selector);
  }

  /** Returns which of the states of `waitForSelector` hold. */
  stateOf(selector) {
    return this.evaluate((selector) => {
      const node = document.querySelector(selector);
      const visible = node !== null && node.getClientRects().length > 0 && getComputedStyle(node).visibility === "visible";
      return { attached: node !== null, detached: node === null, visible };
    }, selector);
  }

  locator(selector) {
    return new Locator(this, selector);
  }

  /** Presses keys in this order, and releases them in the reverse order. */
  async #press(keys) {
    const down = keys.map((value) => ({ type: "keyDown", value }));
    const up = keys.toReversed().map((value) => ({ type: "keyUp", value }));
    await this.send("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions: [...down, ...up] }] });
  }
}

/** The first element that matches a selector, looked up again for each operation. */
class Locator {
  #page;
  #selector;

  constructor(page, selector) {
    this.#page = page;
    this.#selector = selector;
  }

  first() {
    return this;
  }

  click() {
    return this.#act((element) => this.#page.send("POST", `/element/${element}/click`));
  }

  /** Replaces the text of a field by key presses. */
  async fill(text) {
    await this.click();
    await this.#page.keyboard.press("ControlOrMeta+a");
    await this.#act((element) => this.#page.send("POST", `/element/${element}/value`, { text: text || KEYS.Delete }));
  }

  selectOption(value) {
    return this.#page.locator(`${this.#selector} option[value="${value}"]`).click();
  }

  async isVisible() {
    return (await this.#page.stateOf(this.#selector)).visible;
  }

  getAttribute(name) {
    return this.#page.$eval(this.#selector, (node, name) => node.getAttribute(name), name);
  }

  textContent() {
    return this.#page.$eval(this.#selector, (node) => node.textContent);
  }

  /** Does something with the element, and repeats it while the page does not admit it. */
  async #act(operation) {
    let reason;
    const once = async () => {
      try {
        const found = await this.#page.send("POST", "/element", { using: "css selector", value: this.#selector });
        await operation(found[ELEMENT]);
        return true;
      } catch (error) {
        if (!PASSING.includes(error.code)) throw error;
        reason = error;
        return false;
      }
    };
    try {
      await eventually(this.#selector, once, LIMIT);
    } catch (error) {
      throw reason ?? error;
    }
  }
}
