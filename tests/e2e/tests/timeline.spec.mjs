// The conversation and the history of the drawing as one: messages are copied, edited, and sent again; the work returns to
// the time before a message; versions have the words of the user; what changed since a version is reviewed.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import { KEY, reply, startMock, text, toolUse } from "../mock-anthropic.mjs";
import { answered, connect, entities, fromDrawings, hook, openApp, openCode, openNewDrawing, pageEventually, ready, say, typeAtEnd, waitForEntities } from "../page.mjs";

/** Returns the turns of a model that draws a circle and says so. */
const draws = (name, id) => [
  reply(toolUse(id, "run_cad_code", { code: `draw_circle({ name: "${name}", x: ${name.charCodeAt(0)}, y: 0, radius: 10 });` })),
  reply(text(`There is ${name}.`)),
];

const message = (page, at) => page.locator(`${hook("message")}[data-role="user"]`).nth(at);
const draft = (page) => page.locator(hook("composer")).inputValue();

/** Opens a new drawing in which a model has drawn `a` and `b` in two turns. */
async function twoTurns(run, more = []) {
  const page = await openApp(run);
  const mock = await startMock({ turns: [...draws("a", "toolu_a"), ...draws("b", "toolu_b"), ...more] });
  await openNewDrawing(page);
  await connect(page, { baseUrl: mock.baseUrl, key: KEY });
  await say(page, "Draw the circle a");
  await answered(page, 1);
  await say(page, "Draw the circle b");
  await answered(page, 2);
  await waitForEntities(page, ["a", "b"]);
  return { page, mock };
}

/** Returns the messages of the last request to the provider as text. */
const lastMessages = (mock) => JSON.stringify(mock.requests.filter(({ method }) => method === "POST").at(-1).body.messages);

test("timeline: an edited message takes the place of the one before, and nothing is lost", async ({ run }) => {
  const { page, mock } = await twoTurns(run, draws("c", "toolu_c"));
  try {
    await assertAccessibleInBothLooks(page, "the buttons of a message");
    await message(page, 1).locator(hook("edit-message")).click();
    await waitForEntities(page, ["a"]);
    await pageEventually(page, "the message is in the field", (field) => document.querySelector(field).value === "Draw the circle b", hook("composer"));
    assertEqual(await page.locator(`${hook("message")}[data-role="user"]`).count(), 1, "messages on screen");
    await say(page, "Draw the circle c");
    await answered(page, 2);
    await waitForEntities(page, ["a", "c"]);
    assert(!lastMessages(mock).includes("circle b"), "the model does not hear of the message that was replaced");
    assert(lastMessages(mock).includes("There is a."), "it knows the conversation before");
    // The drawing and the conversation before are still there.
    await page.locator(hook("undo")).click();
    await waitForEntities(page, ["a"]);
    await page.locator(hook("undo")).click();
    await waitForEntities(page, ["a", "b"]);
    await page.locator(hook("redo")).click();
    await page.locator(hook("redo")).click();
    await waitForEntities(page, ["a", "c"]);
    await page.locator(hook("list-conversations")).click();
    await eventually("two conversations", async () => (await page.locator(hook("conversation-row")).count()) === 2);
    // The other way with its drawing, compared and then opened.
    await page.locator(hook("compare-conversation")).click();
    await page.locator(hook("review-place"), { hasText: "2 changes: 1 added, 0 changed, 1 deleted" }).waitFor();
    await page.locator(hook("review-keep-all")).click();
    await page.locator(hook("list-conversations")).click();
    await page.locator(hook("open-with-drawing")).click();
    await waitForEntities(page, ["a", "b"]);
    await pageEventually(page, "the earlier conversation", (selector) => document.querySelector(selector)?.textContent.includes("There is b."), "#conversation");
  } finally {
    await mock.close();
  }
});

test("timeline: a message is sent again, and what the user was writing stays", async ({ run }) => {
  const { page, mock } = await twoTurns(run, draws("d", "toolu_d"));
  try {
    await page.locator(hook("composer")).fill("later");
    await message(page, 1).locator(hook("try-again")).click();
    await waitForEntities(page, ["a", "d"]);
    await answered(page, 2);
    assertEqual(await draft(page), "later", "the draft");
    assert(lastMessages(mock).includes("circle b"), "the same message is sent");
    assertEqual(lastMessages(mock).split("circle b").length, 2, "it is sent once");
    await page.reload();
    await ready(page);
    await waitForEntities(page, ["a", "d"]);
    assertEqual(await page.locator(`${hook("message")}[data-role="user"]`).count(), 2, "messages after a reload");
    assertEqual(await message(page, 1).locator(hook("try-again")).count(), 1, "buttons after a reload");
  } finally {
    await mock.close();
  }
});

test("timeline: going back asks what returns, and the model hears of it", async ({ run }) => {
  const { page, mock } = await twoTurns(run, [reply(text("I see."))]);
  try {
    await openCode(page);
    await typeAtEnd(page, '\ndraw_circle({ name: "mine", x: 0, y: 50, radius: 3 });');
    await waitForEntities(page, ["a", "b", "mine"]);
    await page.locator(hook("tab-chat")).click();
    await message(page, 0).locator(hook("go-back")).click();
    const question = await page.locator(hook("question-text")).innerText();
    assert(question.includes("undone: 2,") && question.includes("undone: 1."), question);
    await assertAccessibleInBothLooks(page, "the question");
    await page.locator(hook("restore-drawing")).click();
    await waitForEntities(page, []);
    assertEqual(await draft(page), "Draw the circle a", "the field");
    assertEqual(await page.locator(`${hook("message")}[data-role="user"]`).count(), 2, "the conversation stays");
    await say(page, "What is there?");
    await eventually("the answer", async () => (await page.locator("#conversation").innerText()).includes("I see."));
    assert(lastMessages(mock).includes("went back to an earlier version of the drawing"), lastMessages(mock));
    await page.locator(hook("undo")).click();
    await waitForEntities(page, ["a", "b", "mine"]);
  } finally {
    await mock.close();
  }
});

test("timeline: versions have the words of the user, and what changed since one is reviewed", async ({ run }) => {
  const { page, mock } = await twoTurns(run);
  try {
    await message(page, 1).hover();
    await page.locator(hook("then"), { hasText: "Draw the circle b" }).waitFor();
    await page.locator(hook("composer")).hover();
    await page.locator(hook("then")).waitFor({ state: "detached" });
    await fromDrawings(page, "open-history");
    const rows = page.locator(`${hook("version-row")}[data-author="model"]`);
    await rows.first().waitFor();
    const names = await rows.locator(".drawing-name").allInnerTexts();
    assertEqual(names, ["Draw the circle b", "Draw the circle a"], "the names of the versions");
    assertEqual(await rows.first().locator("path.is-new").count(), 1, "the picture shows the change");
    await assertAccessibleInBothLooks(page, "the history");
    await rows.nth(1).locator(hook("compare-version")).click();
    await page.locator(hook("review-place"), { hasText: "1 added" }).waitFor();
    await page.locator(hook("review-reject-all")).click();
    await waitForEntities(page, ["a"]);
  } finally {
    await mock.close();
  }
});

test("timeline: the review of a turn goes on after a reload", async ({ run }) => {
  const { page, mock } = await twoTurns(run);
  try {
    await page.waitForSelector(hook("review-bar"));
    await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
    await page.reload();
    await ready(page);
    await waitForEntities(page, ["a", "b"]);
    await page.waitForSelector(hook("review-bar"));
    await page.locator(hook("review-next")).click();
    assertEqual(await page.locator(hook("review-description")).innerText(), "b: added", "the change");
    await page.locator(hook("review-reject")).click();
    await waitForEntities(page, ["a"]);
    await page.reload();
    await ready(page);
    await waitForEntities(page, ["a"]);
    assertEqual(await page.locator(hook("review-bar")).count(), 0, "the review has ended");
    assertEqual(await entities(page), ["a"], "the drawing");
  } finally {
    await mock.close();
  }
});

test("timeline: conversations are found by their words, named, and deleted", async ({ run }) => {
  const { page, mock } = await twoTurns(run, [reply(text("A second one."))]);
  try {
    await page.locator(hook("new-chat")).click();
    await say(page, "Something else");
    await eventually("the answer", async () => (await page.locator("#conversation").innerText()).includes("A second one."));
    await page.locator(hook("list-conversations")).click();
    const rows = page.locator(hook("conversation-row"));
    await eventually("two conversations", async () => (await rows.count()) === 2);
    await page.locator(hook("conversation-search")).fill("there is B");
    await eventually("one conversation", async () => (await rows.count()) === 1);
    await assertAccessibleInBothLooks(page, "the list of conversations");
    await rows.locator(hook("rename-conversation")).click();
    await page.locator(hook("conversation-name-field")).fill("Two circles");
    await page.keyboard.press("Enter");
    await page.locator(`${hook("conversation-row")} .drawing-name`, { hasText: "Two circles" }).waitFor();
    await page.locator(hook("conversation-search")).fill("");
    await page.locator(`${hook("conversation-row")}[data-shown="true"]`).locator(hook("delete-conversation")).click();
    await page.locator(hook("delete-conversation-now")).click();
    await eventually("one conversation is left", async () => (await rows.count()) === 1);
    await page.locator(hook("close-conversations")).click();
    assertEqual(await page.locator(hook("message")).count(), 0, "messages on screen");
    await page.reload();
    await ready(page);
    await page.locator(hook("tab-chat")).click();
    await page.locator(hook("conversations")).selectOption({ label: "Two circles" });
    await pageEventually(page, "the conversation", (selector) => document.querySelector(selector)?.textContent.includes("There is b."), "#conversation");
    await waitForEntities(page, ["a", "b"]);
  } finally {
    await mock.close();
  }
});
