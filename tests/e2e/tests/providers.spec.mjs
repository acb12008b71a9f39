// The same conversations in all four wire formats, against an independent mock of the services: see provider-mock.mjs.
import { assertAccessible } from "../axe.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import {
  connect,
  drawCircles,
  entities,
  everythingShown,
  fromMenu,
  hook,
  linkOf,
  openApp,
  ready,
  saved,
  say,
  waitForEntities,
} from "../page.mjs";
import { FORMATS, startProviders } from "../provider-mock.mjs";

const canary = (format) => `sk-canary-${format.provider}-never-shown-0123456789`;

/** Token counts in the fields of every format. */
const usage = (input, output) => ({
  input_tokens: input,
  output_tokens: output,
  prompt_tokens: input,
  completion_tokens: output,
  promptTokenCount: input,
  candidatesTokenCount: output,
});
const draws = (id, code) => ({ id, name: "run_cad_code", arguments: JSON.stringify({ code }) });
/** The model's response to the result of this call. */
const after = (id, response) => ({ match: { toolCallId: id }, response });
/** The model's response to these words of the user. */
const asked = (words, response) => ({ match: { userMessage: words, hasToolResult: false }, response });

/** A request that takes two calls, with 400, 530, and 712 tokens. */
const PLATE = [
  after("call_hole", { content: "A plate with one hole: 구멍 하나.", usage: usage(700, 12) }),
  after("call_plate", {
    content: "Now the hole.",
    toolCalls: [draws("call_hole", 'drawCircle("hole", 20, 15, 5);')],
    usage: usage(500, 30),
  }),
  asked("plate", {
    reasoning: "A rectangle first.",
    content: "First the plate.",
    toolCalls: [draws("call_plate", 'drawRect("plate", 0, 0, 40, 30);')],
    usage: usage(377, 23),
  }),
  asked("Thank", { content: "You are welcome.", usage: usage(750, 4) }),
];

async function withProviders(fixtures, body) {
  const mock = await startProviders(fixtures);
  try {
    await body(mock);
  } finally {
    await mock.close();
  }
}

async function connectTo(page, mock, format) {
  const { provider, model } = format;
  await connect(page, { provider, baseUrl: mock.address(format), key: canary(format), model });
}

/** Sends a message, waits for the end of the model's turn, and returns its receipt. */
async function ask(page, words) {
  const before = await page.locator(hook("receipt")).count();
  await say(page, words);
  await page.locator(hook("receipt")).nth(before).waitFor();
  return page.locator(hook("receipt")).nth(before).innerText();
}

/** Asserts that each request starts with all bytes of the previous one, so that prompt caches stay valid. */
function assertGrows(requests) {
  for (let at = 1; at < requests.length; at += 1) {
    const [before, now] = [requests[at - 1].raw, requests[at].raw];
    // The history is a list at the end of the body.
    assert(now.startsWith(before.slice(0, before.lastIndexOf("]"))), `request ${at + 1} begins with request ${at}`);
    assert(now.length > before.length, `request ${at + 1} is longer`);
  }
}

/** Asserts that each service receives its own key in the right header, and that no key appears anywhere else. */
function assertKeys(mock) {
  for (const { provider, url, headers, raw } of mock.requests) {
    const { key } = FORMATS.find((format) => format.provider === provider);
    const own = canary(FORMATS.find((format) => format.provider === provider));
    assertEqual(headers[key.header], key.value(own), `the key's header, ${provider}`);
    const rest = JSON.stringify({ ...headers, [key.header]: "" }) + url + raw;
    assert(!rest.includes("canary"), `a key is somewhere else in a request to ${provider}`);
  }
}

/** Returns the contents of localStorage and sessionStorage of this origin, separately. */
function kept(page) {
  return page.evaluate(() => [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]);
}

/** Returns the last entry of the last request's history: the result of a call. */
const lastOf = (mock) => {
  const { provider, body } = mock.requests.at(-1);
  const { history } = FORMATS.find((format) => format.provider === provider);
  return JSON.stringify(body[history].at(-1));
};

for (const format of FORMATS) {
  const { provider } = format;

  test(`providers: ${provider}: a prompt is drawn, counted in the receipt, and undone in one step`, ({ run }) =>
    withProviders(PLATE, async (mock) => {
      const page = await openApp(run);
      const away = [];
      page.on("request", (request) => away.push(request.url()));
      const before = await entities(page);
      await connectTo(page, mock, format);
      const receipt = await ask(page, "Draw a plate with a hole.");
      await waitForEntities(page, [...before, "plate", "hole"]);
      const said = await page.locator(`${hook("message")}[data-role="model"]`).allInnerTexts();
      for (const [at, words] of ["First the plate.", "Now the hole.", "구멍 하나."].entries()) {
        assert(said[at]?.includes(words), `message ${at + 1} says '${words}': ${said}`);
      }
      assertEqual(await page.locator(`${hook("tool-call")}[data-state="ok"]`).count(), 2, "calls that worked");
      assert(receipt.includes("2 added"), `what changed: ${receipt}`);
      assert(receipt.includes("1642 tokens") && receipt.includes(format.model), `what was used: ${receipt}`);
      assertEqual(receipt.includes("$"), provider !== "chat", `a price, if it is known: ${receipt}`);
      const meter = await page.locator(hook("meter")).innerText();
      assert(/^\d+% of context/.test(meter), `the gauge: ${meter}`);

      await page.locator(hook("undo")).click();
      await waitForEntities(page, before);
      await page.locator(hook("redo")).click();
      await waitForEntities(page, [...before, "plate", "hole"]);

      const thanks = await ask(page, "Thank you.");
      assert(thanks.includes("No item changed.") && thanks.includes("754 tokens"), `the second receipt: ${thanks}`);
      assertEqual(mock.requests.length, 4, "requests");
      assertGrows(mock.requests);
      assertKeys(mock);
      const others = away.filter((url) => ![run.url, mock.origin, "blob:", "data:"].some((start) => url.startsWith(start)));
      assertEqual(others, [], "requests to other places");
    }));

  test(`providers: ${provider}: the key is stored for this tab only and is never exported`, ({ run }) =>
    withProviders(PLATE, async (mock) => {
      const key = canary(format);
      const page = await openApp(run);
      await connectTo(page, mock, format);
      await ask(page, "Draw a plate with a hole.");
      const [device, tab] = await kept(page);
      assert(!device.includes(key), "localStorage does not hold the key");
      assertEqual(tab.split(key).length - 1, 1, "times that sessionStorage holds the key");
      assert(!(await everythingShown(page)).includes(key), "the key is nowhere in the page");
      const link = await linkOf(page);
      await fromMenu(page, "share-export");
      await page.locator(hook("export-memory")).check();
      const project = await saved(page, "export-project-file");
      assert(project.text.includes("plate"), "the project holds the drawing");
      assert(!project.text.includes("canary") && !link.includes("canary"), "the key is in no file and no link");
      // The link is compressed, so its content is checked as another user's page decodes it.
      const other = await openApp(run);
      await other.evaluate((hash) => (location.hash = hash), new URL(link).hash);
      await other.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
      assert(!(await everythingShown(other)).includes("canary"), "the key is not in the link");
    }));

  test(`providers: ${provider}: a rate limit with retry-after is counted down and the retry succeeds`, ({ run }) => {
    run.allow(/status of 429/);
    return withProviders(PLATE, async (mock) => {
      mock.failures.push({ status: 429, ...format.limited(3) });
      const page = await openApp(run);
      await connectTo(page, mock, format);
      await page.evaluate((selector) => {
        window.countdown = [];
        new MutationObserver(() => {
          const [, seconds] = document.querySelector(selector)?.textContent.match(/in (\d+) s/) ?? [];
          if (seconds && window.countdown.at(-1)?.seconds !== seconds) window.countdown.push({ seconds, at: performance.now() });
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }, hook("retrying"));
      await say(page, "Draw a plate with a hole.");
      await page.waitForSelector(hook("retrying"));
      await assertAccessible(page, `waiting, ${provider}`);
      await page.waitForSelector(hook("retrying"), { state: "detached" });
      const waited = await page.evaluate(() => performance.now() - window.countdown[0].at);
      // The last tick of the countdown may come before the request.
      assertEqual(await page.evaluate(() => window.countdown.slice(0, 3).map(({ seconds }) => seconds)), ["3", "2", "1"], "the countdown");
      assert(waited > 2900, `the hint of 3 s was kept: ${Math.round(waited)} ms`);
      await page.waitForSelector(`svg${hook("canvas")} [data-entity="hole"]`, { state: "attached" });
      await page.locator(hook("receipt")).waitFor();
      assertEqual(mock.requests.length, 4, "requests");
      assertEqual(mock.requests[1].raw, mock.requests[0].raw, "the request is sent again as it was");
      assertKeys(mock);
    });
  });

  test(`providers: ${provider}: a rejected deletion is reverted and reported to the model`, ({ run }) =>
    withProviders(
      [
        after("call_gone", { content: "Then it stays." }),
        asked("delete", { content: "I delete it.", toolCalls: [draws("call_gone", 'delete_entity({ name: "one" });')] }),
        after("call_again", { content: "It is gone." }),
        asked("really", { content: "I delete it.", toolCalls: [draws("call_again", 'delete_entity({ name: "one" });')] }),
      ],
      async (mock) => {
        const page = await openApp(run);
        await drawCircles(page, "one", "two");
        await connectTo(page, mock, format);
        await say(page, "delete the first");
        const card = page.locator(hook("asking"));
        await card.waitFor();
        await waitForEntities(page, ["two"]);
        assert((await card.innerText()).includes("one"), "the question names what was deleted");
        assertEqual(mock.requests.length, 1, "requests while the question stands");
        await card.locator(hook("take-back")).click();
        await waitForEntities(page, ["one", "two"]);
        await page.locator(hook("receipt")).waitFor();
        assertEqual(await card.count(), 0, "questions after the answer");
        assertEqual(mock.requests.length, 2, "requests");
        assert(lastOf(mock).includes("reverted this change"), `the model receives the reason: ${lastOf(mock)}`);
        const receipt = await page.locator(hook("receipt")).innerText();
        assert(receipt.includes("No item changed."), `the receipt: ${receipt}`);

        await say(page, "really, do it");
        await card.waitFor();
        await card.locator(hook("keep")).click();
        await page.locator(hook("receipt")).nth(1).waitFor();
        await waitForEntities(page, ["two"]);
        assert((await page.locator(hook("receipt")).nth(1).innerText()).includes("1 deleted"), "the second receipt");
        await page.locator(hook("undo")).click();
        await waitForEntities(page, ["one", "two"]);
        assertGrows(mock.requests);
      },
    ));

  test(`providers: ${provider}: an attached picture is sent in the format of the provider`, ({ run }) =>
    withProviders([asked("picture", { content: "I see the app." })], async (mock) => {
      const page = await openApp(run);
      await connectTo(page, mock, format);
      await attach(page, await page.screenshot());
      await assertAccessible(page, `a picture, ${provider}`);
      await ask(page, "What is in this picture?");
      const source = format.image(mock.requests[0].body);
      assert(source, `a picture in ${mock.requests[0].raw.slice(-300)}`);
      const bytes = Buffer.from(format.png(source), "base64");
      assertEqual(bytes.subarray(1, 4).toString(), "PNG", "its first bytes");
      assertEqual(bytes.readUInt32BE(16), 1024, "its width: the longer side is made smaller");
      assertEqual(await page.locator(hook("picture-chip")).count(), 0, "pictures that wait, after sending");
    }));
}

async function attach(page, buffer) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.locator(hook("attach-picture")).click()]);
  await chooser.setFiles({ name: "seen.png", mimeType: "image/png", buffer });
  await page.locator(hook("picture-chip")).waitFor();
}

test("providers: a conversation continues after switching the provider and back", ({ run }) => {
  const [anthropic, ...others] = FORMATS;
  const legs = [anthropic, ...others, anthropic];
  const name = (leg) => `c${leg}`;
  const fixtures = legs.flatMap((format, leg) => [
    after(`call_${leg}`, { content: `Circle ${name(leg)} is there.` }),
    asked(`circle ${name(leg)}`, {
      reasoning: `thought-of-${format.provider}`,
      content: `I draw ${name(leg)}.`,
      toolCalls: [draws(`call_${leg}`, `drawCircle("${name(leg)}", ${leg * 30}, 0, 10);`)],
    }),
  ]);
  return withProviders(fixtures, async (mock) => {
    const page = await openApp(run);
    const drawn = await entities(page);
    for (const [leg, format] of legs.entries()) {
      await connectTo(page, mock, format);
      const receipt = await ask(page, `Draw circle ${name(leg)}.`);
      assert(receipt.includes(format.model), `who answered: ${receipt}`);
      drawn.push(name(leg));
      await waitForEntities(page, drawn);
      const { provider, raw } = mock.requests.at(-1);
      assertEqual(provider, format.provider, "who was asked");
      for (let earlier = 0; earlier < leg; earlier += 1) {
        for (const words of [`Draw circle ${name(earlier)}.`, `I draw ${name(earlier)}.`, `Circle ${name(earlier)} is there.`]) {
          assert(raw.includes(words), `${format.provider} hears what was said before: ${words}`);
        }
        const stranger = legs[earlier].provider;
        if (stranger !== provider) assert(!raw.includes(`thought-of-${stranger}`), `${provider} gets no thoughts of ${stranger}`);
      }
    }
    assertEqual(mock.requests.length, legs.length * 2, "requests");
    assertKeys(mock);
    assertGrows(mock.requests.filter(({ provider }) => provider === anthropic.provider));
    const gemini = mock.requests.findLast(({ provider }) => provider === "gemini").body.contents;
    const calls = gemini.flatMap(({ parts }) => parts).filter((part) => part.functionCall);
    assertEqual(calls[0].thoughtSignature, "skip_thought_signature_validator", "the signature of a stranger's call");
  });
});

test("providers: a key is not sent to another provider at the same address", ({ run }) =>
  withProviders(PLATE, async (mock) => {
    const [anthropic, openai] = FORMATS;
    const page = await openApp(run);
    await connectTo(page, mock, anthropic);
    await page.locator(hook("open-settings")).first().click();
    await page.locator(hook("provider")).selectOption(openai.provider);
    assertEqual(await page.locator(hook("api-key")).inputValue(), "", "the key of another provider");
    await page.locator(hook("base-url")).fill(mock.address(openai));
    await page.locator(hook("connect")).click();
    await page.waitForSelector(hook("key-error"));
    assertEqual(mock.requests.length, 0, "requests");
    // Back at the first provider, its stored key is used again, also after a reload.
    await page.reload();
    await ready(page);
    await page.locator(hook("tab-chat")).click();
    await ask(page, "Draw a plate with a hole.");
    assertKeys(mock);
  }));

for (const [language, colorScheme] of [["en", "light"], ["ko", "dark"]]) {
  test(`providers: no axe-core violation in settings, receipt, question and gauge, ${language}`, ({ run }) =>
    withProviders(
      [
        ...PLATE,
        after("call_gone", { content: "Then it stays." }),
        asked("delete", { content: "I delete it.", toolCalls: [draws("call_gone", 'delete_entity({ name: "one" });')] }),
      ],
      async (mock) => {
        const page = await openApp(run, { colorScheme });
        await drawCircles(page, "one", "two");
        await page.locator(hook("language")).selectOption(language);
        await page.locator(hook("tab-chat")).click();
        await page.locator(hook("open-settings")).first().click();
        const kinds = await page.locator(`${hook("provider")} option`).evaluateAll((options) => options.map((option) => option.value));
        assert(FORMATS.every(({ provider }) => kinds.includes(provider)), `all formats can be chosen: ${kinds}`);
        await page.locator(hook("prices")).locator("summary").click();
        for (const kind of kinds) {
          await page.locator(hook("provider")).selectOption(kind);
          await assertAccessible(page, `settings, ${kind}`);
        }
        await page.locator(hook("provider")).selectOption("chat");
        await page.locator(hook("base-url")).fill("ftp://nowhere");
        await page.locator(hook("own-models")).fill("no list");
        await page.locator(hook("connect")).click();
        await page.waitForSelector(hook("model-error"));
        await page.waitForSelector(hook("prices-error"));
        await assertAccessible(page, "settings, with errors");

        await connectTo(page, mock, FORMATS[0]);
        const receipt = await ask(page, "Draw a plate with a hole.");
        assert(language === "en" || receipt.includes("추가 2개"), `the receipt: ${receipt}`);
        assert((await page.locator(hook("meter")).innerText()).includes("%"), "the gauge is shown");
        await assertAccessible(page, "receipt and gauge");
        await say(page, "delete the first");
        await page.waitForSelector(hook("asking"));
        await assertAccessible(page, "a question");
        await page.keyboard.press("Escape");
        await page.locator(hook("take-back")).click();
        await eventually("the receipt", async () => (await page.locator(hook("receipt")).count()) === 2);
        await assertAccessible(page, "after the answer");
      },
    ));
}
