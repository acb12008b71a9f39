// The connection test of the settings, which uses the typed values before anything is stored or sent to a model.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import { fillSettings, hook, openApp, pageEventually, ready, tried } from "../page.mjs";
import { FORMATS, startProviders } from "../provider-mock.mjs";
import { closeNow } from "../static-server.mjs";
import { createServer } from "node:http";

const [ANTHROPIC, OPENAI, GEMINI, CHAT] = FORMATS;
const KEY = "sk-canary-connecting-0123456789";
const says = (userMessage, content) => ({ match: { userMessage }, response: { content } });
const OK = [says("Say OK", "OK"), says("Call the tool set_color", "I call no tool."), says("Which color", "Red")];

/** Registers a test with the mock services; `body` receives the page with the settings open. */
function connecting(name, fixtures, body, { allow = [] } = {}) {
  test(`connecting: ${name}`, async ({ run }) => {
    run.allow(...allow);
    const mock = await startProviders(fixtures);
    try {
      await body(await openApp(run), mock, run);
    } finally {
      await mock.close();
    }
  });
}

const fill = (page, mock, format, more) =>
  fillSettings(page, { provider: format.provider, model: format.model, key: KEY, baseUrl: mock.address(format), ...more });

for (const format of FORMATS) {
  connecting(`typed settings are tested without being stored (${format.provider})`, OK, async (page, mock) => {
    mock.models = [format.model, "another-model"];
    await fill(page, mock, format);
    const text = await tried(page, "works");
    assert(text.includes(format.model) && /\d\.\d s/.test(text), `who answers, and how quickly: ${text}`);
    const offered = await page.locator("#model-list option").evaluateAll((options) => options.map((option) => option.value));
    assertEqual(offered, mock.models, "models offered");
    await page.waitForSelector(`${hook("test-skills")}[data-busy="false"]`);
    const skills = await page.locator(hook("test-skills")).innerText();
    assert(skills.includes("called no tool") && skills.includes("It reads pictures"), `what the model can do: ${skills}`);
    // The model list verifies the key of a service that needs one; a custom server has to answer a prompt. Then the model is
    // asked for a tool call and for the color of a picture.
    assertEqual([mock.lists.length, mock.requests.length], [1, format === CHAT ? 3 : 2], "requests");
    const own = format.key.header;
    for (const { url, headers, raw } of [...mock.lists, ...mock.requests]) {
      assertEqual(headers[own], format.key.value(KEY), "the key's header");
      assert(!(JSON.stringify({ ...headers, [own]: "" }) + url + raw).includes("canary"), "the key is nowhere else");
    }
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    assert(!kept.includes("canary"), "the key is not stored");
    await page.locator(hook("model")).fill("something-else");
    await pageEventually(page, "the result is gone", (selector) => document.querySelector(selector).innerText === "", hook("test-result"));
  });

  const refusals = {
    anthropic: [401, { type: "error", error: { type: "authentication_error", message: `invalid x-api-key ${KEY}` } }],
    gemini: [400, { error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT", details: [{ reason: "API_KEY_INVALID" }] } }],
  };
  const wrong = { error: { message: `Incorrect API key provided: ${KEY}.`, type: "invalid_request_error", code: "invalid_api_key" } };
  const [status, body] = refusals[format.provider] ?? [401, wrong];
  connecting(
    `a refused key and other failures have different messages (${format.provider})`,
    OK,
    async (page, mock) => {
      mock.models = [format.model];
      await fill(page, mock, format);
      mock.listFailures.push({ status, body });
      const refused = await tried(page, "key");
      assert(refused.includes("rejected the key") && refused.includes(String(status)), `the words: ${refused}`);
      await assertAccessibleInBothLooks(page, "a refused key");
      mock.listFailures.push({ status: 429, ...format.limited(7) });
      const limited = await tried(page, "limited");
      assert(limited.includes("limits the requests of this key"), `the words: ${limited}`);
      await tried(page, "works");
    },
    { allow: [/status of (400|401|429)/] },
  );
}

connecting(
  "a model missing from the list is tested and reported as not found",
  [],
  async (page, mock) => {
    mock.models = ["gpt-6.1-sol"];
    mock.failures.push({ status: 404, body: { error: { message: "The model `gone` does not exist.", code: "model_not_found" } } });
    await fill(page, mock, OPENAI, { model: "gone" });
    const text = await tried(page, "model");
    assert(text.includes("gone"), `the model is named: ${text}`);
    assertEqual(mock.requests.length, 1, "requests to the model");
  },
  { allow: [/status of 404/] },
);

connecting("a stored key is sent only to its own address", OK, async (page, mock) => {
  mock.models = [ANTHROPIC.model];
  const own = mock.address(ANTHROPIC);
  await fill(page, mock, ANTHROPIC);
  await page.locator(hook("connect")).click();
  await page.locator(hook("open-settings")).first().click();
  // The field itself stays empty; the hint below it shows the end of the key in use.
  const stands = (key) =>
    pageEventually(
      page,
      `the key is '${key}'`,
      ([field, hint, end]) => {
        const { hidden, textContent } = document.querySelector(hint);
        return document.querySelector(field).value === "" && (end === "" ? hidden : !hidden && textContent.includes(`…${end}`));
      },
      [hook("api-key"), hook("key-stored"), key.slice(-4)],
    );
  await stands(KEY);
  await page.locator(hook("base-url")).fill(own.replace("127.0.0.1", "localhost"));
  await stands("");
  await page.locator(hook("test-connection")).click();
  await page.waitForSelector(hook("key-error"));
  assertEqual(mock.lists.length + mock.requests.length, 0, "requests");
  await page.locator(hook("base-url")).fill(own);
  await stands(KEY);
  await tried(page, "works");
  await page.locator(hook("forget-key")).click();
  await page.locator(hook("base-url")).fill("https://elsewhere.example/v1");
  await page.locator(hook("base-url")).fill(own);
  await stands("");
});

connecting(
  "without the policy of the network, a stored key is not used and nothing is sent",
  OK,
  async (page, mock) => {
    await fill(page, mock, ANTHROPIC);
    await page.locator(hook("connect")).click();
    await page.addInitScript(() => {
      const create = Document.prototype.createElement;
      Document.prototype.createElement = function (name, ...rest) {
        if (name === "meta") throw new Error("no element");
        return create.call(this, name, ...rest);
      };
    });
    await page.reload();
    await ready(page);
    await fillSettings(page, { provider: ANTHROPIC.provider, model: ANTHROPIC.model, key: KEY, baseUrl: mock.address(ANTHROPIC) });
    await page.locator(hook("connect")).click();
    await page.waitForSelector(hook("url-error"));
    assertEqual(mock.lists.length + mock.requests.length, 0, "requests");
  },
  { allow: [/policy of the network/] },
);

connecting("an address without a scheme is completed, and one of the local network is refused with the reason", [], async (page, mock) => {
  await fillSettings(page, { provider: "chat", model: "some-model", baseUrl: "localhost:8765/v1" });
  await page.locator(hook("test-connection")).click();
  await page.waitForSelector(hook("url-error"));
  await page.locator(hook("use-address")).click();
  assertEqual(await page.locator(hook("base-url")).inputValue(), "http://localhost:8765/v1", "the complete address");
  await page.locator(hook("base-url")).fill("http://192.168.0.7:11434/v1");
  await page.locator(hook("test-connection")).click();
  const why = await (await page.waitForSelector(hook("url-error"))).innerText();
  assert(why.includes("local network") && why.includes("https"), `why it is out of reach: ${why}`);
  assertEqual(mock.lists.length + mock.requests.length, 0, "requests");
});

connecting("without a key nothing is sent", [], async (page, mock) => {
  await fill(page, mock, ANTHROPIC, { key: "" });
  await page.locator(hook("test-connection")).click();
  await page.waitForSelector(hook("key-error"));
  await fill(page, mock, GEMINI, { key: KEY, baseUrl: "http://example.com/v1" });
  await page.locator(hook("test-connection")).click();
  await page.waitForSelector(hook("url-error"));
  assertEqual(mock.lists.length + mock.requests.length, 0, "requests");
});

connecting(
  "an unreachable server is explained with how to start it",
  [],
  async (page) => {
    const nowhere = "http://127.0.0.1:9/v1";
    const words = { ollama: "OLLAMA_ORIGINS=http", lmstudio: "lms server start --cors", llamacpp: "llama-server -m", anthropic: "CORS" };
    for (const [provider, help] of Object.entries(words)) {
      await fillSettings(page, { provider, key: provider === "anthropic" ? KEY : "", baseUrl: nowhere });
      const text = await tried(page, "reach");
      assert(text.includes(help) && text.includes(nowhere), `the help of ${provider}: ${text}`);
    }
    await page.locator(hook("language")).selectOption("ko");
    assert((await page.locator(hook("test-result")).innerText()).includes("응답하는 서버가 없어요"), "in Korean as well");
    await assertAccessibleInBothLooks(page, "out of reach");
  },
  { allow: [/ERR_/] },
);

test("connecting: a server without CORS is unreachable and a local server lists its models", async ({ run }) => {
  run.allow(/ERR_|CORS policy/);
  const open = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
  const state = { headers: {}, models: ["qwen3:8b", "llama3.3"], hanging: 0, givenUp: 0 };
  const server = createServer((request, response) => {
    if (state.hanging > 0) {
      state.hanging -= 1;
      response.on("close", () => (state.givenUp += 1));
      return;
    }
    const data = state.models.map((id) => ({ id, object: "model" }));
    response.writeHead(200, { "content-type": "application/json", ...state.headers });
    response.end(JSON.stringify({ object: "list", data }));
  });
  await new Promise((started) => server.listen(0, "127.0.0.1", started));
  try {
    const page = await openApp(run);
    const baseUrl = `http://127.0.0.1:${server.address().port}/v1`;
    await fillSettings(page, { provider: "ollama", baseUrl });
    const refused = await tried(page, "reach");
    assert(refused.includes("(CORS)") && !refused.includes("TypeError"), `a running server is told from none: ${refused}`);
    state.headers = open;
    const text = await tried(page, "model");
    assertEqual(await page.locator(hook("model")).inputValue(), "qwen3:8b", "the model entered");
    assert(text.includes("qwen3") && text.includes("2"), `what is there instead: ${text}`);
    await tried(page, "works");
    // Closing the form aborts a running test.
    state.hanging = 1;
    await page.locator(hook("test-connection")).click();
    await page.waitForSelector(`${hook("test-result")}[data-verdict="busy"]`);
    await eventually("the server is asked", () => state.hanging === 0);
    await page.locator(hook("close-settings")).click();
    await eventually("the request is given up", () => state.givenUp === 1);
  } finally {
    await closeNow(server);
  }
});

/** Sends a request from the page and from a worker; returns "sent" or "refused" for each. */
function reachable(page, url) {
  return page.evaluate(async (url) => {
    const outcome = (request) => request.then(() => "sent", () => "refused");
    const script = "onmessage = ({ data }) => fetch(data, { mode: 'no-cors' }).then(() => postMessage('sent'), () => postMessage('refused'))";
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    const answer = new Promise((done) => (worker.onmessage = ({ data }) => done(data)));
    worker.postMessage(url);
    return [await outcome(fetch(url, { mode: "no-cors" })), await answer];
  }, url);
}

test("connecting: the page and its workers reach only the providers and the server that the user permitted", async ({ run }) => {
  run.allow(/CSP: connect-src|Content.Security.Policy/, /status of 401/);
  const page = await openApp(run);
  const asked = [];
  await page.context().route(/^https:/, async (route) => {
    asked.push(new URL(route.request().url()).host);
    await route.fulfill({ status: 401, headers: { "access-control-allow-origin": "*" }, json: { error: { message: "no" } } });
  });
  assertEqual(await reachable(page, "https://api.anthropic.com/v1/models"), ["sent", "sent"], "a provider");
  assertEqual(await reachable(page, "https://own.example/v1"), ["refused", "refused"], "another server");

  // Removing the element does not remove the policy.
  await page.evaluate(() => document.querySelectorAll("meta[http-equiv]").forEach((element) => element.remove()));
  assertEqual(await reachable(page, "https://own.example/v1"), ["refused", "refused"], "another server, without the element");
  assert(!asked.includes("own.example"), `requests: ${asked}`);
});

test("connecting: another server is permitted by a reload, which keeps the settings and the key", async ({ run }) => {
  run.allow(/status of 401/);
  const page = await openApp(run);
  let asked = 0;
  await page.context().route("https://own.example/**", async (route) => {
    asked += route.request().method() === "OPTIONS" ? 0 : 1;
    const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    await route.fulfill({ status: 401, headers, json: { error: { message: "wrong key" } } });
  });
  await fillSettings(page, { provider: "openai", key: KEY, baseUrl: "https://own.example/v1" });
  await page.locator(hook("test-connection")).click();
  assert((await page.locator(hook("url-error")).innerText()).includes("Reload the page"), "the reason and the next step");
  await assertAccessibleInBothLooks(page, "a server to permit");
  assertEqual(asked, 0, "requests before the reload");

  await Promise.all([page.waitForEvent("load"), page.locator(hook("permit-server")).click()]);
  await ready(page);
  assertEqual(await page.locator(hook("base-url")).inputValue(), "https://own.example/v1", "the address");
  assertEqual(await page.locator(hook("api-key")).inputValue(), "", "the key is not put back into the field");
  assert((await page.locator(hook("key-stored")).innerText()).includes(`…${KEY.slice(-4)}`), "the key");
  await tried(page, "key");
  assert(asked > 0, "a request after the reload");
  await page.reload();
  await ready(page);
  assertEqual(await page.locator(hook("provider")).count(), 0, "settings after another reload");
});
