// The sign-in at OpenRouter (PKCE): redirect and return in the same tab, and its failures.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, test } from "../fixtures.mjs";
import {
  connect,
  drawCircles,
  entities,
  everythingShown,
  fillSettings,
  hook,
  linkOf,
  openApp,
  openCode,
  pageEventually,
  ready,
  say,
  tried,
  typeCode,
  waitForEntities,
} from "../page.mjs";
import { KEY as ANTHROPIC_KEY, endless, startMock } from "../mock-anthropic.mjs";
import { CODE, KEY, calls, openRouter, says } from "../openrouter-mock.mjs";

/** Returns the app's address on localhost: OpenRouter redirects only to https and to http://localhost. */
const named = (run) => run.url.replace("127.0.0.1", "localhost");

const ANSWERS = [calls("call_1", "run_cad_code", { code: 'drawCircle("wished", 0, 0, 12);' }), says("There it is.")];

async function start(run, options) {
  const page = await run.newPage();
  const log = [];
  page.on("console", (message) => log.push(message.text()));
  const mock = await openRouter(page, options);
  await page.goto(named(run));
  await ready(page);
  return { page, mock, log };
}

async function leave(page) {
  await fillSettings(page, { provider: "openrouter" });
  await page.locator(hook("sign-in")).click();
  await page.waitForURL("https://openrouter.ai/auth?*");
}

/** Returns to the app by a link on OpenRouter's page, and returns the text of the result. */
async function back(page, link, state) {
  await page.locator(link).click();
  await ready(page);
  return result(page, state);
}

async function result(page, state) {
  const line = await page.waitForSelector(`${hook("sign-in-result")}[data-state="${state}"]`);
  assertEqual(await line.getAttribute("role"), "status", "the role of the result");
  return line.innerText();
}

/** Asserts that code and verifier are nowhere, and that the key is only in the chosen storage place. */
async function assertSecrets(page, { exchanges }, log, keeps) {
  const [device, tab] = await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }].map((kept) => JSON.stringify(kept)));
  const shown = (await everythingShown(page)) + log.join() + page.url();
  for (const secret of [CODE, encodeURIComponent(CODE), "canary-code", ...exchanges.map(({ verifier }) => verifier)]) {
    assert(!(shown + device + tab).includes(secret), "a secret of the sign-in is left somewhere");
  }
  assert(!shown.includes(KEY), "the key is not shown");
  assertEqual([device.includes(KEY), tab.includes(KEY)], [keeps === "device", keeps === "tab"], "where the key is kept");
}

test("sign-in: a prompt is drawn with the key obtained by signing in", async ({ run }) => {
  const { page, mock, log } = await start(run, { answers: [...ANSWERS] });
  await page.locator(hook("tab-chat")).click();
  await page.locator(hook("composer")).fill("Draw a circle.");
  await typeCode(page, 'drawCircle("typed", 50, 0, 5);');
  await page.evaluate(() => (location.hash = "#note"));
  // Leaves the page at once, before the typed code has run.
  await leave(page);
  const [asked] = mock.asked;
  const state = asked.searchParams.get("state");
  assertEqual(asked.searchParams.get("callback_url"), `${named(run)}?state=${state}`, "the way back");
  assertEqual(asked.searchParams.get("code_challenge_method"), "S256", "the method");
  assert(/^[\w-]{43}$/.test(asked.searchParams.get("code_challenge")), `the challenge: ${asked.search}`);
  assert(/^[\w-]{22}$/.test(state), `the state: ${asked.search}`);

  const told = await back(page, "#authorize", "done");
  assert(told.includes("OpenRouter"), `the result: ${told}`);
  assertEqual(page.url(), `${named(run)}#note`, "the address");
  await waitForEntities(page, ["typed"]);
  assertEqual(mock.exchanges.length, 1, "exchanges");
  assert(mock.exchanges[0].verifier.length >= 43, "the verifier is long enough");
  assert(!mock.exchanges[0].headers.referer, "no Referer header is sent");
  assertEqual(await page.locator(hook("provider")).inputValue(), "openrouter", "the provider chosen");
  await assertSecrets(page, mock, log, "tab");
  await assertAccessibleInBothLooks(page, "signed in");
  await tried(page, "works");

  await page.locator(hook("connect")).click();
  assertEqual(await page.locator(hook("composer")).inputValue(), "Draw a circle.", "what was being written");
  await page.locator(hook("send")).click();
  await page.locator(hook("receipt")).waitFor();
  await waitForEntities(page, ["typed", "wished"]);
  const completions = mock.requests.filter(({ path, isTest }) => path === "/api/v1/chat/completions" && !isTest);
  assertEqual(completions.length, 2, "requests");
  assert(completions.every(({ headers }) => headers.authorization === `Bearer ${KEY}`), "every request has the key");
  const link = await linkOf(page);
  assert(!decodeURIComponent(link).includes("canary") && !link.includes("code="), `the link: ${link.slice(0, 60)}`);
  await page.reload();
  await ready(page);
  await assertSecrets(page, mock, log, "tab");
  assertEqual(mock.exchanges.length, 1, "exchanges after a reload");
});

test("sign-in: the key is stored where the user chose and the query of the callback has the state", async ({ run }) => {
  for (const keeps of ["device", "memory"]) {
    const { page, mock, log } = await start(run, { state: false, answers: [...ANSWERS] });
    const before = await entities(page);
    await fillSettings(page, { provider: "openrouter", model: "openrouter/free" });
    await page.locator(hook(`keep-${keeps}`)).check();
    await page.locator(hook("sign-in")).click();
    await page.waitForURL("https://openrouter.ai/auth?*");
    await back(page, "#authorize", "done");
    assertEqual(await page.locator(hook("model")).inputValue(), "openrouter/free", "the model chosen");
    assert(await page.locator(hook(`keep-${keeps}`)).isChecked(), "the place chosen");
    await assertSecrets(page, mock, log, keeps);
    await page.locator(hook("connect")).click();
    await say(page, "Draw a circle.");
    await waitForEntities(page, [...before, "wished"]);
  }
});

test("sign-in: a denied sign-in is reported and loses nothing", async ({ run }) => {
  const { page, mock, log } = await start(run);
  await drawCircles(page, "one");
  await leave(page);
  const told = await back(page, "#deny", "failed");
  assert(told.includes("The user denied access") && told.includes("Connect again, or paste a key"), `the words: ${told}`);
  assertEqual(page.url(), named(run), "the address");
  await waitForEntities(page, ["one"]);
  assertEqual(mock.exchanges.length, 0, "exchanges");
  await assertSecrets(page, mock, log, "nowhere");
  await page.locator(hook("language")).selectOption("ko");
  assert((await result(page, "failed")).includes("다시 연결하거나 키를 붙여 넣으세요"), "in Korean as well");
  await assertAccessibleInBothLooks(page, "denied");
});

test("sign-in: an expired code and a network failure have different messages and can be retried", async ({ run }) => {
  run.allow(/status of 403|ERR_FAILED/);
  const { page, mock, log } = await start(run);
  await leave(page);
  mock.refuse = 403;
  const expired = await back(page, "#authorize", "failed");
  assert(expired.includes("403") && expired.includes("expired"), `the words: ${expired}`);
  await assertSecrets(page, mock, log, "nowhere");
  mock.refuse = 0;
  mock.lose = true;
  await leave(page);
  const lost = await back(page, "#authorize", "failed");
  assert(lost.includes("could not be reached"), `the words: ${lost}`);
  mock.lose = false;
  await leave(page);
  await back(page, "#authorize", "done");
  await assertSecrets(page, mock, log, "tab");
});

test("sign-in: a callback this tab did not start is ignored and a share link is kept", async ({ run }) => {
  const { page, mock, log } = await start(run);
  await drawCircles(page, "mine");
  const hash = new URL(await linkOf(page)).hash;
  await page.goto("about:blank");
  await page.goto(`${named(run)}?lang=x&code=${encodeURIComponent(CODE)}&state=s${hash}`);
  await ready(page);
  const told = await result(page, "failed");
  assert(told.includes("did not start"), `the words: ${told}`);
  assertEqual(page.url(), `${named(run)}?lang=x${hash}`, "the address");
  await page.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
  assertEqual(mock.exchanges.length, 0, "exchanges");
  await assertSecrets(page, mock, log, "nowhere");
});

test("sign-in: a callback with another state is ignored and its verifier is deleted", async ({ run }) => {
  const { page, mock, log } = await start(run);
  mock.state = "another";
  await leave(page);
  assert((await back(page, "#authorize", "failed")).includes("did not start"), "the words");
  assertEqual(mock.exchanges.length, 0, "exchanges");
  await assertSecrets(page, mock, log, "nowhere");
  await page.goto(`${named(run)}?code=${encodeURIComponent(CODE)}&state=${mock.asked[0].searchParams.get("state")}`);
  await ready(page);
  await result(page, "failed");
  assertEqual(mock.exchanges.length, 0, "exchanges with a verifier that was used up");
});

test("sign-in: a callback without a state is ignored", async ({ run }) => {
  const { page, mock, log } = await start(run, { state: "lost" });
  await leave(page);
  assert((await back(page, "#authorize", "failed")).includes("did not start"), "the words");
  assertEqual(mock.exchanges.length, 0, "exchanges");
  await assertSecrets(page, mock, log, "nowhere");
});

test("sign-in: an address that OpenRouter cannot return to is reported without leaving the page", async ({ run }) => {
  const page = await openApp(run);
  const mock = await openRouter(page);
  await fillSettings(page, { provider: "openrouter" });
  await page.locator(hook("sign-in")).click();
  const told = await result(page, "failed");
  assert(told.includes("localhost") && told.includes(run.url), `the words: ${told}`);
  assertEqual([mock.asked.length, page.url()], [0, run.url], "the page stays open");
  await page.locator(hook("base-url")).fill("https://proxy.example/v1");
  await pageEventually(page, "no key of OpenRouter for another address", (selector) => !document.querySelector(selector).checkVisibility(), hook("sign-in"));
  for (const provider of ["anthropic", "ollama", "demo"]) {
    await page.locator(hook("provider")).selectOption(provider);
    assert(!(await page.locator(hook("sign-in")).isVisible()), `not offered for ${provider}`);
  }
  await openCode(page);
  assertEqual(mock.asked.length, 0, "what left the page");
});

test("sign-in: a running model and unsent pictures prevent leaving the page", async ({ run }) => {
  const { page, mock } = await start(run);
  const anthropic = await startMock({ turns: [endless()] });
  try {
    await connect(page, { baseUrl: anthropic.baseUrl, key: ANTHROPIC_KEY });
    await say(page, "Draw forever.");
    await page.waitForSelector(`${hook("message")}[data-role="model"]`);
    await fillSettings(page, { provider: "openrouter" });
    await page.locator(hook("sign-in")).click();
    assert((await result(page, "failed")).includes("still working"), "the model is named");
    await page.locator(hook("close-settings")).click();
    await page.locator(hook("stop")).click();
    await page.waitForSelector(hook("send"));
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.locator(hook("attach-picture")).click()]);
    await chooser.setFiles({ name: "seen.png", mimeType: "image/png", buffer: await page.screenshot() });
    await page.locator(hook("picture-chip")).waitFor();
    await fillSettings(page, { provider: "openrouter" });
    await page.locator(hook("sign-in")).click();
    assert((await result(page, "failed")).includes("pictures"), "the pictures are named");
    assertEqual([mock.asked.length, page.url()], [0, named(run)], "the page stays open");
  } finally {
    await anthropic.close();
  }
});
