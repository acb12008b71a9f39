// The course of a conversation: retries, interruptions, approvals, limits, reloads.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import {
  connect,
  drawCircles,
  entities,
  hook,
  openApp,
  openCode,
  pageEventually,
  pointOn,
  readCode,
  ready,
  say,
  typeAtEnd,
  waitForEntities,
  waitForSelection,
} from "../page.mjs";
import { FORMATS, startProviders } from "../provider-mock.mjs";

const [ANTHROPIC, OPENAI, GEMINI, CHAT] = FORMATS;
const KEY = "sk-canary-conversation-0123456789";

const runs = (id, code) => ({ id, name: "run_cad_code", arguments: JSON.stringify({ code }) });
const after = (id, response, more) => ({ match: { toolCallId: id }, response, ...more });
const asked = (words, response, more) => ({ match: { userMessage: words, hasToolResult: false }, response, ...more });
const DELETES = asked("delete", { content: "I delete it.", toolCalls: [runs("call_gone", 'delete_entity({ name: "one" });')] });
const CIRCLE = [
  asked("circle", { content: "I draw it.", toolCalls: [runs("call_drawn", 'drawCircle("drawn", 0, 0, 7);')] }),
  after("call_drawn", { content: "There it is." }),
];

/** Registers a test of a conversation in one of the formats; `body` receives the connected page and the services. */
function conversation(name, format, fixtures, body, { allow = [] } = {}) {
  test(`conversation: ${name} (${format.provider})`, async ({ run }) => {
    run.allow(...allow);
    const mock = await startProviders(fixtures);
    try {
      const page = await openApp(run);
      await join(page, mock, format);
      await body(page, mock, run);
    } finally {
      await mock.close();
    }
  });
}

function join(page, mock, { provider, model, ...format }, key = KEY) {
  return connect(page, { provider, model, key, baseUrl: mock.address(format) });
}

const receipts = (page) => page.locator(hook("receipt"));
const over = (page, count = 1) => receipts(page).nth(count - 1).waitFor();
const shown = (page, text) =>
  pageEventually(page, `'${text}' is shown`, ([selector, text]) => document.querySelector(selector).innerText.includes(text), [
    "#conversation",
    text,
  ]);

conversation(
  "'Try now' skips the backoff and Stop ends it",
  OPENAI,
  CIRCLE,
  async (page, mock) => {
    mock.failures.push({ status: 429, ...OPENAI.limited(50) }, { status: 429, ...OPENAI.limited(50) });
    await say(page, "Draw a circle.");
    await page.locator(hook("retry-now")).click();
    await eventually("the second request", () => mock.requests.length === 2);
    await page.waitForSelector(hook("retrying"));
    await page.locator(hook("stop")).click();
    await page.waitForSelector(hook("retrying"), { state: "detached" });
    await page.waitForSelector(hook("send"));
    assertEqual(mock.requests.length, 2, "requests before going on");
    await page.locator(hook("remedy")).last().click();
    await page.waitForSelector(`svg${hook("canvas")} [data-entity="drawn"]`, { state: "attached" });
    await over(page, 2);
    assertEqual(mock.requests[2].raw, mock.requests[0].raw, "what was asked is asked again");
  },
  { allow: [/status of 429/] },
);

for (const format of FORMATS) {
  conversation(
    "a truncated answer is requested again and shown once",
    format,
    [
      {
        match: { userMessage: "circle", sequenceIndex: 0, hasToolResult: false },
        response: { content: "This answer will never be whole, whoever waits for it." },
        truncateAfterChunks: 4,
      },
      ...CIRCLE,
    ],
    async (page, mock) => {
      await say(page, "Draw a circle.");
      await over(page);
      await page.waitForSelector(`svg${hook("canvas")} [data-entity="drawn"]`, { state: "attached" });
      assertEqual(mock.requests.length, 3, "requests");
      assertEqual(mock.requests[1].raw, mock.requests[0].raw, "the request is sent again as it was");
      const said = await page.locator(`${hook("message")}[data-role="model"]`).allInnerTexts();
      assert(!said.join(" ").includes("This answer"), `nothing is left of the piece: ${said}`);
      assertEqual(said.length, 2, "messages of the model");
    },
    { allow: [/ERR_/] },
  );

  conversation(
    "a refused key focuses the key field and the prompt continues with another key",
    format,
    CIRCLE,
    async (page, mock) => {
      const bodies = {
        anthropic: { type: "error", error: { type: "authentication_error", message: `invalid x-api-key ${KEY}` } },
        gemini: { error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT", details: [{ reason: "API_KEY_INVALID" }] } },
      };
      const openai = { error: { message: `Incorrect API key provided: ${KEY}.`, type: "invalid_request_error", code: "invalid_api_key" } };
      const status = format === GEMINI ? 400 : 401;
      mock.failures.push({ status, body: bodies[format.provider] ?? openai });
      await say(page, "Draw a circle.");
      await page.waitForSelector(`${hook("note")}[data-failure="true"]`);
      assert(!(await page.content()).includes(KEY), "what the service repeats of the key is not shown");
      await page.locator(hook("remedy")).last().click();
      await pageEventually(page, "the field has the focus", (selector) => document.activeElement?.matches(selector), hook("api-key"));
      const fresh = `${KEY}-fresh`;
      await page.locator(hook("api-key")).fill(fresh);
      await page.locator(hook("connect")).click();
      await page.waitForSelector(hook("api-key"), { state: "detached" });
      await say(page, "Now draw the circle.");
      await page.waitForSelector(`svg${hook("canvas")} [data-entity="drawn"]`, { state: "attached" });
      assertEqual(mock.requests[1].headers[format.key.header], format.key.value(fresh), "the key of the second request");
    },
    { allow: [/status of 40[01]/] },
  );

  conversation(
    "a conversation that exceeds the context window is compacted and continues",
    format,
    [
      { match: { userMessage: "The conversation to condense" }, response: { content: "SUMMARY: a circle was drawn." } },
      asked("more", { content: "I know of the circle." }),
      ...CIRCLE,
    ],
    async (page, mock) => {
      const messages = {
        anthropic: { type: "error", error: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000 maximum" } },
        gemini: {
          error: { code: 400, message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", status: "INVALID_ARGUMENT" },
        },
      };
      const message = "Your input exceeds the context window of this model.";
      const openai = { error: { message, type: "invalid_request_error", param: "input", code: "context_length_exceeded" } };
      await say(page, "Draw a circle.");
      await over(page);
      mock.failures.push({ status: 400, body: messages[format.provider] ?? openai });
      await say(page, "Say more about it.");
      await over(page, 2);
      await shown(page, "I know of the circle.");
      await shown(page, "continues from a summary");
      const [summary, next] = mock.requests.slice(-2).map(({ raw }) => raw);
      assert(summary.includes("The conversation to condense") && summary.includes("Draw a circle."), "the summary is made of what was said");
      assert(next.includes("SUMMARY: a circle was drawn.") && next.includes("Say more about it."), "what goes on from it");
      assert(next.includes("Draw a circle."), "the user's message stays word for word");
      await shown(page, "Draw a circle.");
      await waitForEntities(page, [...new Set([...(await entities(page)), "drawn"])]);
    },
    { allow: [/status of 400/] },
  );
}

conversation(
  "a rejection does not revert changes the user made during the approval",
  GEMINI,
  [DELETES, after("call_gone", { content: "As you like." })],
  async (page, mock) => {
    await drawCircles(page, "one", "two");
    await page.locator(hook("tab-chat")).click();
    await say(page, "delete the first");
    await page.waitForSelector(hook("asking"));
    await typeAtEnd(page, '\ndrawCircle("mine", 0, 50, 5);');
    await waitForEntities(page, ["two", "mine"]);
    await page.locator(hook("tab-chat")).click();
    await page.locator(hook("take-back")).click();
    await over(page);
    await waitForEntities(page, ["two", "mine"]);
    assert(!mock.requests.at(-1).raw.includes("reverted this change"), "the model is not told of a reversal");
  },
);

conversation(
  "manual edits since the last answer are sent with the next message",
  ANTHROPIC,
  [...CIRCLE, asked("more", { content: "I see." })],
  async (page, mock) => {
    await say(page, "Draw a circle.");
    await over(page);
    assert(!mock.requests[0].raw.includes("since your last message"), "there is no news at the beginning");
    await typeAtEnd(page, '\ndrawCircle("mine", 0, 50, 5);');
    await page.waitForSelector(`svg${hook("canvas")} [data-entity="mine"]`, { state: "attached" });
    await page.locator(hook("tab-chat")).click();
    await say(page, "Say more about it.");
    await over(page, 2);
    const { raw } = mock.requests.at(-1);
    assert(raw.includes('since your last message: added [\\"mine\\"]; edited the files [\\"main\\"]'), raw.slice(-600));
    await say(page, "Say more about it again.");
    await over(page, 3);
    assertEqual(mock.requests.at(-1).raw.split("since your last message").length - 1, 1, "how often the model was told");
  },
);

conversation(
  "text typed just before a message is not an edit during the turn",
  CHAT,
  [
    asked("move", { content: "I move it.", toolCalls: [runs("call_move", 'translate("mine", 0, 5);')] }),
    after("call_move", { content: "Moved." }),
  ],
  async (page) => {
    await typeAtEnd(page, '\ndrawCircle("mine", 0, 50, 5);');
    await page.locator(hook("tab-chat")).click();
    await say(page, "move my circle");
    await over(page);
    assert((await receipts(page).innerText()).includes("1 changed"), await receipts(page).innerText());
    await page.locator(hook("undo")).click();
    await openCode(page);
    const code = await readCode(page);
    assert(code.includes('drawCircle("mine"') && !code.includes("translate("), `one step back takes back the turn alone: ${code.slice(-200)}`);
  },
);

conversation(
  "a rewrite that deletes entities needs approval",
  CHAT,
  [
    asked("tidy", { content: "I look.", toolCalls: [{ id: "call_read", name: "read", arguments: '{"file":"main"}' }] }),
    after("call_read", {
      content: "I rewrite it.",
      toolCalls: [{ id: "call_write", name: "write", arguments: JSON.stringify({ file: "main", code: 'drawCircle("one", 0, 0, 10);' }) }],
    }),
    after("call_write", { content: "As you like." }),
  ],
  async (page, mock) => {
    await drawCircles(page, "one", "two");
    await page.locator(hook("tab-chat")).click();
    await say(page, "tidy the code");
    const card = page.locator(hook("asking"));
    await card.waitFor();
    assert((await card.innerText()).includes("deleted items (1): two"), await card.innerText());
    await card.locator(hook("take-back")).click();
    await over(page);
    await waitForEntities(page, ["one", "two"]);
    assert(mock.requests.at(-1).raw.includes("reverted this change"), "the model receives the reason");
  },
);

conversation(
  "replacing a file with lines of the user needs approval",
  OPENAI,
  [
    asked("tidy", { content: "I look.", toolCalls: [{ id: "call_read", name: "read", arguments: '{"file":"main"}' }] }),
    after("call_read", {
      content: "I rewrite it.",
      toolCalls: [{ id: "call_write", name: "write", arguments: JSON.stringify({ file: "main", code: 'for (const n of ["one"]) drawCircle(n, 0, 0, 10);' }) }],
    }),
    after("call_write", { content: "As you like." }),
  ],
  async (page, mock) => {
    await drawCircles(page, "one");
    const before = await readCode(page);
    await page.locator(hook("tab-chat")).click();
    await say(page, "tidy the code");
    const card = page.locator(hook("asking"));
    await card.waitFor();
    const question = await card.innerText();
    assert(question.includes("did not write (1)") && question.includes('drawCircle("one"'), question);
    await card.locator(hook("take-back")).click();
    await over(page);
    await openCode(page);
    assertEqual(await readCode(page), before, "the code");
    assert(mock.requests.at(-1).raw.includes("that you did not write"), "the model receives the lines");
  },
);

conversation("the drawing is attached as a picture on request", GEMINI, [asked("see", { content: "A circle." })], async (page, mock) => {
  await drawCircles(page, "one");
  await page.locator(hook("tab-chat")).click();
  await page.locator(hook("attach-drawing")).click();
  await page.locator(hook("picture-chip")).waitFor();
  await assertAccessibleInBothLooks(page, "the drawing attached");
  await say(page, "What do you see?");
  await over(page);
  const source = GEMINI.image(mock.requests[0].body);
  const bytes = Buffer.from(GEMINI.png(source), "base64");
  assertEqual(bytes.subarray(1, 4).toString(), "PNG", "its first bytes");
});

conversation(
  "a change outside the selection needs approval, once for the same items",
  ANTHROPIC,
  [
    asked("both", {
      content: "I move both.",
      toolCalls: [runs("call_a", 'translate("one", 0, 5); translate("two", 0, 5);')],
    }),
    after("call_a", { content: "And again.", toolCalls: [runs("call_b", 'translate("two", 0, 5);')] }),
    after("call_b", { content: "Moved." }),
  ],
  async (page, mock) => {
    await drawCircles(page, "one", "two");
    await page.locator(hook("tab-chat")).click();
    const at = await pointOn(page, "one");
    await page.mouse.click(at.x, at.y);
    await waitForSelection(page, ["one"]);
    await page.waitForSelector(hook("selection-chip"));
    await say(page, "move both");
    const card = page.locator(hook("asking"));
    await card.waitFor();
    const question = await card.innerText();
    assert(question.includes("two") && !question.includes("one"), `the question names what was not selected: ${question}`);
    await card.locator(hook("keep-all")).click();
    await over(page);
    assertEqual(await card.count(), 0, "questions");
    const receipt = await receipts(page).innerText();
    assert(receipt.includes("2 changed") && receipt.includes("Outside your selection: two"), `the receipt: ${receipt}`);
    assert(mock.requests[0].raw.includes("The user selected"), "the model knows what is selected");
  },
);

conversation(
  "a conversation that reaches its spend limit pauses and asks",
  ANTHROPIC,
  [
    asked("circle", {
      content: "I draw it.",
      toolCalls: [runs("call_drawn", 'drawCircle("drawn", 0, 0, 7);')],
      usage: { input_tokens: 5000, output_tokens: 100 },
    }),
    after("call_drawn", { content: "There it is.", usage: { input_tokens: 100, output_tokens: 10 } }),
  ],
  async (page, mock) => {
    await page.locator(hook("open-settings")).first().click();
    await page.locator(hook("cost-cap")).fill("0.02");
    await page.locator(hook("connect")).click();
    await page.waitForSelector(hook("api-key"), { state: "detached" });
    await say(page, "Draw a circle.");
    await over(page);
    // 5000 tokens at $4 and 100 tokens at $20 per million.
    assert((await receipts(page).innerText()).includes("$0.0220"), "what it cost");
    await shown(page, "$0.02");
    assertEqual(mock.requests.length, 1, "requests before the user has agreed");
    await page.locator(hook("remedy")).last().click();
    await shown(page, "There it is.");
    assertEqual(mock.requests.length, 2, "requests");
    assert((await page.locator(hook("meter")).innerText()).includes("$0.0226"), "the conversation's sum");
  },
);

conversation(
  "a reload during an approval keeps finished turns and the conversation continues",
  OPENAI,
  [DELETES, ...CIRCLE],
  async (page, mock) => {
    await drawCircles(page, "one", "two");
    await page.locator(hook("tab-chat")).click();
    await say(page, "Draw a circle.");
    await over(page);
    await say(page, "delete the first");
    await page.waitForSelector(hook("asking"));
    await page.reload();
    await ready(page);
    await page.locator(`${hook("question")} ${hook("keep")}`).click();
    await page.locator(hook("tab-chat")).click();
    assertEqual(await page.locator(hook("asking")).count(), 0, "questions after a reload");
    await shown(page, "There it is.");
    await shown(page, "delete the first");
    await shown(page, "The page was reloaded while a change waited for your decision.");
    await page.waitForSelector(`${hook("remedy")}`);
    await say(page, "Another circle, please.");
    await eventually("the next request", () => mock.requests.length >= 4);
    const { raw } = mock.requests[3];
    for (const words of ["Draw a circle.", "delete the first", "Another circle"]) assert(raw.includes(words), `the model knows '${words}'`);
  },
);

test("conversation: on a phone an approval is visible and the focus stays in the conversation", async ({ run }) => {
  const mock = await startProviders([DELETES, after("call_gone", { content: "As you like." }), asked("talk", { content: "Many words. ".repeat(200) })]);
  try {
    const page = await openApp(run, { viewport: { width: 390, height: 844 } });
    await drawCircles(page, "one", "two");
    await join(page, mock, CHAT);
    await say(page, "talk to me");
    await over(page);
    // The user reads earlier messages.
    await page.locator("#conversation").evaluate((log) => log.scrollTo(0, 0));
    await say(page, "delete the first");
    await page.waitForSelector(hook("asking"));
    for (const button of ["take-back", "keep"]) {
      await pageEventually(
        page,
        `the button ${button} is in view`,
        (selector) => {
          const button = document.querySelector(selector);
          const { left, top, width, height } = button.getBoundingClientRect();
          return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        },
        hook(button),
      );
    }
    await assertAccessibleInBothLooks(page, "a question on a phone");
    await page.locator(hook("take-back")).click();
    await over(page, 2);
    assertEqual(await page.evaluate(() => document.activeElement.id), "conversation", "the focus after the answer");
  } finally {
    await mock.close();
  }
});

conversation(
  "a picture for a model without image input is replaced by a note, with a warning",
  CHAT,
  [asked("picture", { content: "I cannot see it." })],
  async (page, mock) => {
    await page.locator(hook("open-settings")).first().click();
    await page.locator(hook("prices")).locator("summary").click();
    const row = { provider: "chat", id: CHAT.model, window: 4000, output: 1000, images: false };
    await page.locator(hook("own-models")).fill(JSON.stringify([row]));
    await page.locator(hook("connect")).click();
    await page.waitForSelector(hook("api-key"), { state: "detached" });
    const picture = await page.screenshot();
    // This time the picture is pasted, twice; one copy is removed again.
    for (const count of [1, 2]) {
      await page.locator(hook("composer")).evaluate((field, base64) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([bytes], "seen.png", { type: "image/png" }));
        field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, picture.toString("base64"));
      await page.locator(hook("picture-chip")).nth(count - 1).waitFor();
    }
    await page.locator(`${hook("picture-chip")} button`).first().click();
    await page.waitForSelector(`${hook("picture-chip")} >> nth=1`, { state: "detached" });
    await page.locator(hook("pictures-unseen")).waitFor();
    await assertAccessibleInBothLooks(page, "the warning");
    await say(page, "What is in this picture?");
    await over(page);
    assert(!CHAT.image(mock.requests[0].body), "no picture is sent");
    assert(/image|picture/i.test(JSON.stringify(mock.requests[0].body.messages.at(-1)).replace("What is in this picture?", "")), "the model receives a note");
  },
);

conversation("the recorded demo and a real model share one conversation", ANTHROPIC, CIRCLE, async (page, mock) => {
  await page.locator(hook("play-demo")).first().click();
  await over(page);
  assert(!(await receipts(page).first().innerText()).includes("tokens"), "a recording uses nothing");
  await page.waitForSelector(hook("send"));
  await say(page, "Draw a circle.");
  await over(page, 2);
  await page.waitForSelector(`svg${hook("canvas")} [data-entity="drawn"]`, { state: "attached" });
  assertEqual(await page.locator(hook("recorded")).isVisible(), false, "the label of a recording");
  assertEqual(mock.requests.length, 2, "requests");
  await page.locator(hook("new-chat")).click();
  await page.waitForSelector(hook("play-demo"));
  await say(page, "Draw a circle.");
  await over(page);
  assertEqual(mock.requests[2].body.messages.length, 1, "a new conversation begins anew");
});

conversation(
  "a price set by the user is used for the cost",
  CHAT,
  [asked("hello", { content: "Hello.", usage: { prompt_tokens: 1000, completion_tokens: 100 } })],
  async (page) => {
    await page.locator(hook("open-settings")).first().click();
    await page.locator(hook("prices")).locator("summary").click();
    const row = { provider: "chat", id: CHAT.model, window: 4000, output: 1000, images: false, price: { input: 10, output: 50 } };
    await page.locator(hook("own-models")).fill(JSON.stringify([row]));
    await page.locator(hook("connect")).click();
    await page.waitForSelector(hook("api-key"), { state: "detached" });
    await say(page, "hello");
    await over(page);
    assert((await receipts(page).innerText()).includes("$0.0150"), await receipts(page).innerText());
    assert((await page.locator(hook("meter")).innerText()).startsWith("27% of context"), "the gauge knows the window");
  },
);
