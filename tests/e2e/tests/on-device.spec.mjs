// The browser's own model (the Prompt API), simulated by a fake `LanguageModel` in the page.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import { drawCircles, entities, everythingShown, hook, pageEventually, ready, say, waitForEntities } from "../page.mjs";

/**
 * Runs in the page before all other code: a `LanguageModel` that returns these answers, one per session, and records
 * all calls. The fake rejects the same errors as the real one: roles out of order, a download without a click.
 */
function playModel({ availability = "available", answers = [], streams = true } = {}) {
  const seen = { sessions: [], availability, asked: [] };
  globalThis.modelSeen = seen;
  const refuse = (name, message) => {
    throw new DOMException(message, name);
  };
  const pause = (signal) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new DOMException("The request was aborted.", "AbortError")));
      setTimeout(resolve, 5);
    });
  class Session {
    contextUsage = 0;
    constructor(about) {
      this.about = about;
    }
    async *pieces(prompt, { responseConstraint, signal }) {
      if (this.about.destroyed) refuse("InvalidStateError", "The session is gone.");
      Object.assign(this.about, { prompt, responseConstraint });
      this.contextUsage = 400 + seen.sessions.length;
      signal?.addEventListener("abort", () => (this.about.aborted = true));
      const answer = answers[seen.sessions.length - 1] ?? { say: "Nothing more." };
      if (answer.error) refuse(answer.error, answer.message);
      if (answer.endless) {
        yield '{"say":"';
        for (;;) {
          await pause(signal);
          yield "on and ";
        }
      }
      const text = JSON.stringify(answer);
      for (let at = 0; at < text.length; at += 9) {
        await pause(signal);
        yield text.slice(at, at + 9);
      }
    }
    promptStreaming(prompt, options) {
      const pieces = this.pieces(prompt, options);
      return new ReadableStream({
        pull: async (controller) => {
          try {
            const { done, value } = await pieces.next();
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            controller.error(error);
          }
        },
      });
    }
    async prompt(prompt, options) {
      let text = "";
      for await (const piece of this.pieces(prompt, options)) text += piece;
      return text;
    }
    destroy() {
      this.about.destroyed = true;
    }
  }
  if (!streams) delete Session.prototype.promptStreaming;
  globalThis.LanguageModel = class {
    static async availability(options) {
      seen.asked.push(options);
      return seen.availability;
    }
    static async create({ initialPrompts = [], signal, monitor }) {
      const roles = initialPrompts.map(({ role }) => role);
      if (roles.slice(1).includes("system")) refuse("TypeError", "The system prompt comes first.");
      if (seen.availability === "unavailable") refuse("NotSupportedError", "There is no model.");
      if (seen.availability === "downloadable") {
        if (!navigator.userActivation.isActive) refuse("NotAllowedError", "A download needs a click.");
        const target = new EventTarget();
        monitor?.(target);
        for (const loaded of [0.25, 0.5]) {
          await pause(signal);
          target.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded, total: 1 }));
        }
        await new Promise((resolve) => (seen.arrive = resolve));
        if (seen.lose) refuse("NetworkError", "The connection broke");
        seen.availability = "available";
        return new Session({});
      }
      const about = { initialPrompts };
      seen.sessions.push(about);
      return new Session(about);
    }
  };
}

async function start(run, play, options) {
  const page = await run.newPage(options);
  if (play) await page.addInitScript(playModel, play);
  else await page.addInitScript(() => delete globalThis.LanguageModel);
  await page.goto(run.url);
  await ready(page);
  return page;
}

async function choose(page) {
  await page.locator(hook("tab-chat")).click();
  await page.locator(hook("open-settings")).first().click();
  await page.locator(`${hook("provider")} option[value="builtin"]`).waitFor({ state: "attached" });
  await page.locator(hook("provider")).selectOption("builtin");
}

async function connect(page) {
  await choose(page);
  await pageEventually(page, "it is here", (selector) => document.querySelector(selector).innerText.includes("on this device"), hook("on-device"));
  await page.locator(hook("connect")).click();
}

const seen = (page) => page.evaluate(() => globalThis.modelSeen);
const CIRCLE = { tool: "run_cad_code", args: { code: 'drawCircle("wished", 0, 0, 9);' } };

for (const streams of [true, false]) {
  test(`on-device: a prompt is drawn without key and network, ${streams ? "streamed" : "in one piece"}`, async ({ run }) => {
    const page = await start(run, { streams, answers: [CIRCLE, { say: 'A "circle" 원.' }, { say: "You are welcome." }] });
    const before = await entities(page);
    const away = [];
    page.on("request", (request) => away.push(request.url()));
    await connect(page);
    await say(page, "Draw a circle.");
    await page.locator(hook("receipt")).waitFor();
    await waitForEntities(page, [...before, "wished"]);
    const said = await page.locator(`${hook("message")}[data-role="model"]`).allInnerTexts();
    assert(said.at(-1).includes('A "circle" 원.') && !said.join().includes("say"), `what it says: ${said}`);
    const receipt = await page.locator(hook("receipt")).innerText();
    assert(receipt.includes("1 added") && receipt.includes("tokens"), `the receipt: ${receipt}`);

    const [first, second] = (await seen(page)).sessions;
    assertEqual(first.initialPrompts.map(({ role }) => role), ["system"], "the first session");
    assert(first.initialPrompts[0].content.includes("run_cad_code(code"), "the tools are told about");
    assert(first.initialPrompts[0].content.length < 6000, `the system prompt is short: ${first.initialPrompts[0].content.length}`);
    assert(first.prompt.includes("Draw a circle."), "the wish");
    assert(first.responseConstraint.anyOf[1].properties.tool.enum.includes("run_cad_code"), "the tools that may be called");
    assertEqual(second.initialPrompts.map(({ role }) => role), ["system", "user", "assistant"], "the second session");
    assertEqual(JSON.parse(second.initialPrompts[2].content), CIRCLE, "the call goes back as it was made");
    assert(second.prompt.startsWith("Result of run_cad_code: ") && second.prompt.length < 1300, `the result: ${second.prompt}`);

    await say(page, "Thank you.");
    await page.locator(hook("receipt")).nth(1).waitFor();
    const { sessions, asked } = await seen(page);
    assertEqual(sessions.length, 3, "sessions");
    assert(sessions.every(({ destroyed }) => destroyed), "every session is destroyed");
    assert(asked.length > 0 && asked[0].expectedOutputs, "availability is asked for what is wanted");
    const others = away.filter((url) => ![run.url, "blob:", "data:"].some((start) => url.startsWith(start)));
    assertEqual(others, [], "requests to other places");
    await page.locator(hook("undo")).click();
    await waitForEntities(page, before);
  });
}

test("on-device: Stop ends the session and the prompt can be sent again", async ({ run }) => {
  const page = await start(run, { answers: [{ endless: true }, CIRCLE, { say: "There." }] });
  await drawCircles(page, "one");
  await connect(page);
  await say(page, "Draw a circle.");
  await pageEventually(page, "words come", (selector) => document.querySelector(selector).innerText.includes("on and on"), "#conversation");
  await page.locator(hook("stop")).click();
  await page.waitForSelector(hook("send"));
  await eventually("the session is gone", async () => (await seen(page)).sessions[0].destroyed);
  assert((await seen(page)).sessions[0].aborted, "the request is aborted");
  await waitForEntities(page, ["one"]);
  await say(page, "Again.");
  await waitForEntities(page, ["one", "wished"]);
});

test("on-device: errors are explained and the conversation continues", async ({ run }) => {
  const page = await start(run, {
    answers: [{ error: "NotSupportedError", message: "The device is too busy" }, CIRCLE, { say: "There." }],
  });
  const before = await entities(page);
  await connect(page);
  await say(page, "Draw a circle.");
  const note = await page.waitForSelector(`${hook("note")}[data-failure="true"]`);
  const text = await note.innerText();
  assert(text.includes("The device is too busy") && text.includes("Browser's built-in model"), `the note: ${text}`);
  assert(text.includes("another provider"), `what to do: ${text}`);
  await assertAccessibleInBothLooks(page, "an error of the browser's model");
  assert((await seen(page)).sessions[0].destroyed, "the session is destroyed");
  await say(page, "Once more.");
  await waitForEntities(page, [...before, "wished"]);
});

for (const [name, play] of [["the browser has none", null], ["it is unavailable", { availability: "unavailable" }]]) {
  test(`on-device: not offered when ${name}`, async ({ run }) => {
    const page = await start(run, play);
    await page.locator(hook("tab-chat")).click();
    await page.locator(hook("open-settings")).first().click();
    if (play) await pageEventually(page, "it was asked", () => globalThis.modelSeen.asked.length > 0);
    const offered = await page.locator(`${hook("provider")} option`).evaluateAll((options) => options.map((option) => option.value));
    assert(offered.includes("anthropic") && !offered.includes("builtin"), `the providers: ${offered}`);
    assert(!(await everythingShown(page)).includes("built-in model"), "nothing speaks of it");
  });
}

test("on-device: a browser without its model falls back to the first provider", async ({ run }) => {
  const page = await start(run, null);
  await page.evaluate(() =>
    localStorage.setItem("trammel:model", JSON.stringify({ provider: "builtin", model: "built-in", base_url: "", keep: "Tab" })),
  );
  await page.reload();
  await ready(page);
  await page.locator(hook("tab-chat")).click();
  await page.locator(hook("welcome-connect")).click();
  assertEqual(await page.locator(hook("provider")).inputValue(), "anthropic", "the provider");
});

test("on-device: a download starts with a click and shows its progress", async ({ run }) => {
  const page = await start(run, { availability: "downloadable", answers: [{ say: "Hello." }] });
  await choose(page);
  const text = () => page.locator(hook("on-device")).innerText();
  await pageEventually(page, "it says what is missing", (selector) => document.querySelector(selector).innerText.includes("download"), hook("on-device"));
  assert(!(await page.locator(hook("api-key")).isVisible()) && !(await page.locator(hook("base-url")).isVisible()), "no key, no address");
  assert((await page.locator(`${hook("provider")} option[value="builtin"]`).innerText()).includes("experimental"), "the label");
  assert((await page.locator(hook("provider-help")).innerText()).includes("Experimental"), "the help");
  await page.locator(hook("connect")).click();
  await pageEventually(page, "the button has the focus", (selector) => document.activeElement?.matches(selector), hook("download-model"));
  await assertAccessibleInBothLooks(page, "before a download");
  await page.locator(hook("download-model")).click();
  await pageEventually(page, "half of it", (selector) => document.querySelector(selector).innerText.includes("50%"), hook("on-device"));
  assertEqual(await page.locator("progress").getAttribute("value"), "50", "the bar");
  await pageEventually(page, "the focus is not lost", (selector) => document.activeElement?.matches(selector), hook("on-device"));
  await assertAccessibleInBothLooks(page, "a download");
  // The download fails once.
  await page.evaluate(() => {
    modelSeen.lose = true;
    modelSeen.arrive();
  });
  await pageEventually(page, "why", (selector) => document.querySelector(selector).innerText.includes("connection broke"), hook("on-device"));
  await page.evaluate(() => (modelSeen.lose = false));
  await page.locator(hook("download-model")).click();
  await pageEventually(page, "half of it", (selector) => document.querySelector(selector).innerText.includes("50%"), hook("on-device"));
  await page.evaluate(() => modelSeen.arrive());
  await eventually("it is here", async () => (await text()).includes("on this device"));
  await page.locator(hook("language")).selectOption("ko");
  assert((await page.locator(hook("provider-help")).innerText()).includes("실험적"), "the help in Korean");
  assert((await page.locator(`${hook("provider")} option[value="builtin"]`).innerText()).includes("실험적"), "the label in Korean");
  await page.locator(hook("connect")).click();
  await say(page, "Hi.");
  await pageEventually(page, "its words", (selector) => document.querySelector(selector).innerText.includes("Hello."), "#conversation");
});
