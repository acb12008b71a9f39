// A change of a model that waits for the user's decision: a proposal until the answer, also after a reload.
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import { connect, drawCircles, fromDrawings, hook, openApp, openDrawing, openNewDrawing, ready, say, waitForEntities } from "../page.mjs";
import { FORMATS, startProviders } from "../provider-mock.mjs";

const CHAT = FORMATS.at(-1);
const KEY = "sk-canary-approval-0123456789";

const calls = (id, name, input) => ({ id, name, arguments: JSON.stringify(input) });
const after = (id, response) => ({ match: { toolCallId: id }, response });
const asked = (words, response) => ({ match: { userMessage: words, hasToolResult: false }, response });
const DELETES = [
  asked("delete", { content: "I delete it.", toolCalls: [calls("call_gone", "delete_entity", { name: "one" })] }),
  after("call_gone", { content: "As you like." }),
];

/** Registers a test with two circles in which a model answers; `init` runs in the page before the app. */
function approval(name, fixtures, body, init) {
  test(`approval: ${name}`, async ({ run }) => {
    const mock = await startProviders(fixtures);
    try {
      const page = await openApp(run, { init });
      await drawCircles(page, "one", "two");
      const { provider, model, ...format } = CHAT;
      await connect(page, { provider, model, key: KEY, baseUrl: mock.address(format) });
      await body(page, mock, run);
    } finally {
      await mock.close();
    }
  });
}

/** Has the model delete a circle, and waits for the question. */
async function askedAbout(page) {
  await say(page, "delete the first");
  await page.waitForSelector(hook("asking"));
  await waitForEntities(page, ["two"]);
}

/** Waits for the question of an earlier visit and answers it. */
async function answer(page, choice) {
  const question = page.locator(hook("question"));
  await question.waitFor();
  const text = await question.locator(hook("question-text")).innerText();
  assert(/still waits for your decision.*deleted items \(1\): one/.test(text), `the question: ${text}`);
  await question.locator(hook(choice)).click();
  await question.waitFor({ state: "detached" });
}

const saved = (page) => page.waitForSelector(`${hook("saved")}[data-state="saved"]`);

approval("no answer is preselected, and the composer says that the app waits", DELETES, async (page) => {
  await askedAbout(page);
  const primary = await page.locator(`${hook("asking")} .primary`).count();
  assertEqual(primary, 0, "preselected answers");
  const placeholder = await page.locator(hook("composer")).getAttribute("placeholder");
  assert(placeholder.includes("waits for you"), `the composer: ${placeholder}`);
});

approval("Stop during a question reverts the change and says so", DELETES, async (page, mock) => {
  await askedAbout(page);
  await page.locator(hook("stop")).click();
  await page.locator(hook("receipt")).waitFor();
  await waitForEntities(page, ["one", "two"]);
  assertEqual(await page.locator(hook("asking")).count(), 0, "questions");
  const said = await page.locator("#conversation").innerText();
  assert(said.includes("The change in question was reverted"), said);
  await questionOf(page, "reverted");
  assertEqual(mock.requests.length, 1, "requests");
});

/** Returns the call that deletes a circle, once it shows this state of the question. */
async function questionOf(page, state) {
  const call = page.locator(hook("tool-call")).filter({ has: page.locator(`${hook("tool-question")}[data-question="${state}"]`) });
  await call.waitFor();
  assertEqual(await call.getAttribute("data-tool"), "delete_entity", "the call in question");
  return call.innerText();
}

/** Returns the texts of tool results and messages of the app that the model has received last. */
const received = (mock) => mock.requests.at(-1).raw;

approval("the answer is shown below the call that was asked about", DELETES, async (page) => {
  await askedAbout(page);
  assert((await questionOf(page, "open")).includes("waits for your decision"), "the open question");
  await page.locator(hook("take-back")).click();
  const reverted = await questionOf(page, "reverted");
  assert(reverted.includes("You reverted this change.") && !reverted.includes("deleted"), `the call: ${reverted}`);
  await page.locator(hook("receipt")).waitFor();
  await say(page, "delete it");
  await page.locator(hook("keep")).click();
  const kept = await questionOf(page, "kept");
  assert(kept.includes("1 deleted") && kept.includes("You kept this change."), `the call: ${kept}`);
});

approval("a change that cannot be reverted after an own edit is told to the user and to the model", DELETES, async (page, mock) => {
  await askedAbout(page);
  await drawCircles(page, "mine");
  await page.locator(hook("tab-chat")).click();
  await page.locator(hook("take-back")).click();
  const told = await questionOf(page, "too-late");
  assert(told.includes("You chose to revert this change. It stays") && told.includes("choose Undo"), `the call: ${told}`);
  await page.locator(hook("receipt")).waitFor();
  await waitForEntities(page, ["mine"]);
  assert(/The user chose to revert this change .{0,80}one.{0,20}, but it could not be reverted/.test(received(mock)), received(mock));
});

approval("the user's undo of the change in question is the answer", DELETES, async (page, mock) => {
  await askedAbout(page);
  await page.locator(hook("undo")).click();
  const told = await questionOf(page, "reverted");
  assert(told.includes("You reverted this change.") && !told.includes("1 deleted"), `the call: ${told}`);
  await page.locator(hook("receipt")).waitFor();
  assertEqual(await page.locator(hook("asking")).count(), 0, "questions");
  assert(!/removed.{0,20}one/.test(received(mock)), received(mock));
  await waitForEntities(page, ["one", "two"]);
});

approval("a change that the user has undone is not asked about after a reload", DELETES, async (page) => {
  await askedAbout(page);
  await page.locator(hook("undo")).click();
  await drawCircles(page, "one", "mine");
  await saved(page);
  await page.reload();
  await ready(page);
  await waitForEntities(page, ["one", "mine"]);
  await page.locator(hook("tab-chat")).click();
  await questionOf(page, "reverted");
  assertEqual(await page.locator(hook("question")).count(), 0, "questions");
});

approval("a question that is answered after a reload is told to the user and to the model", DELETES, async (page, mock) => {
  await askedAbout(page);
  await saved(page);
  await page.reload();
  await ready(page);
  await page.locator(hook("question")).waitFor();
  assert((await questionOf(page, "open")).includes("1 deleted"), "the call after a reload");
  const note = await page.locator(hook("note")).innerText();
  assert(note.includes("while a change waited for your decision"), `the note: ${note}`);
  await answer(page, "take-back");
  await questionOf(page, "reverted");
  await waitForEntities(page, ["one", "two"]);
  await saved(page);
  await page.reload();
  await ready(page);
  assert((await questionOf(page, "reverted")).includes("You reverted this change."), "the answer after a reload");
  await say(page, "and now?");
  await eventually("a request", () => mock.requests.length === 2);
  assert(received(mock).includes("has not decided yet") && received(mock).includes("has reverted the change that waited"), received(mock));
});

approval("a question that is answered after another drawing was open is told to the user", DELETES, async (page) => {
  await askedAbout(page);
  await openNewDrawing(page);
  await openDrawing(page, 1);
  await page.locator(hook("question")).waitFor();
  assert((await page.locator("#conversation").innerText()).includes("The change in question still waits"), "the note of the stop");
  await answer(page, "keep");
  assert((await questionOf(page, "kept")).includes("You kept this change."), "the answer");
  await waitForEntities(page, ["two"]);
});

approval("a rejected change is not redone", DELETES, async (page) => {
  await askedAbout(page);
  await page.locator(hook("take-back")).click();
  await waitForEntities(page, ["one", "two"]);
  await page.locator(hook("receipt")).waitFor();
  assert(await page.locator(hook("redo")).isDisabled(), "there is nothing to redo");
});

approval("a reload during a question asks again, and the change can be reverted", DELETES, async (page) => {
  await askedAbout(page);
  await saved(page);
  await page.reload();
  await ready(page);
  await answer(page, "take-back");
  await waitForEntities(page, ["one", "two"]);
  assert(await page.locator(hook("redo")).isDisabled(), "there is nothing to redo");
  await saved(page);
  await page.reload();
  await ready(page);
  await waitForEntities(page, ["one", "two"]);
  assertEqual(await page.locator(hook("question")).count(), 0, "questions after the answer");
});

approval("a tab that is closed during a question asks again when the drawing is opened", DELETES, async (page, mock, run) => {
  await askedAbout(page);
  await saved(page);
  const context = page.context();
  await page.close();
  const next = await context.newPage();
  await next.goto(run.url);
  await ready(next);
  await answer(next, "keep");
  await waitForEntities(next, ["two"]);
  await saved(next);
  await next.reload();
  await ready(next);
  await waitForEntities(next, ["two"]);
  assertEqual(await next.locator(hook("question")).count(), 0, "questions after the answer");
});

approval("a tab that is closed during a question leaves it to the other tab with the drawing", DELETES, async (page, mock, run) => {
  await saved(page);
  const other = await page.context().newPage();
  await other.goto(run.url);
  await other.waitForSelector(hook("also-open"));
  await askedAbout(page);
  await waitForEntities(other, ["two"]);
  await page.close();
  await answer(other, "take-back");
  await waitForEntities(other, ["one", "two"]);
  await saved(other);
  await other.reload();
  await ready(other);
  await waitForEntities(other, ["one", "two"]);
  assertEqual(await other.locator(hook("question")).count(), 0, "questions after the answer");
});

approval("an undo of the change in question in another tab answers the question", DELETES, async (page, mock, run) => {
  await saved(page);
  const other = await page.context().newPage();
  await other.goto(run.url);
  await other.waitForSelector(hook("also-open"));
  await askedAbout(page);
  await waitForEntities(other, ["two"]);
  await other.locator(hook("undo")).click();
  await waitForEntities(other, ["one", "two"]);
  const told = await questionOf(page, "reverted");
  assert(told.includes("You reverted this change.") && !told.includes("1 deleted"), `the call: ${told}`);
  await page.locator(hook("receipt")).waitFor();
  assertEqual(await page.locator(hook("asking")).count(), 0, "questions");
  assert(!/removed.{0,20}one/.test(received(mock)), received(mock));
  await waitForEntities(page, ["one", "two"]);
});

/** Lets the page choose a folder of the private file system. */
const PICKER = () => {
  window.showDirectoryPicker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("plates", { create: true });
  FileSystemDirectoryHandle.prototype.queryPermission = async () => "granted";
  FileSystemDirectoryHandle.prototype.requestPermission = async () => "granted";
};

/** Returns the text of `main.js` in the folder. */
const onDisk = (page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const file = await (await root.getDirectoryHandle("plates", { create: true })).getFileHandle("main.js").catch(() => undefined);
    return file ? (await file.getFile()).text() : "";
  });

approval(
  "a change is not written to the folder before it is approved",
  DELETES,
  async (page) => {
    await fromDrawings(page, "open-folder");
    const status = (state) => page.waitForSelector(`${hook("folder-status")}[data-state="${state}"]`);
    await status("in-use");
    await eventually("the folder has the drawing", async () => (await onDisk(page)).includes('"one"'));
    const before = await onDisk(page);
    await page.locator(hook("tab-chat")).click();
    await askedAbout(page);
    await status("held");
    await saved(page);
    assertEqual(await onDisk(page), before, "the folder during the question");
    await page.reload();
    await ready(page);
    await status("held");
    assertEqual(await onDisk(page), before, "the folder after a reload");
    await answer(page, "keep");
    await status("in-use");
    await eventually("the approved change is in the folder", async () => (await onDisk(page)) !== before);
  },
  PICKER,
);

approval(
  "a model that undoes is shown as such and cannot undo the user's steps",
  [
    asked("undo", { content: "I undo it.", toolCalls: [calls("call_undo", "bash", { command: "undo" })] }),
    after("call_undo", { content: "I cannot." }),
  ],
  async (page, mock) => {
    await say(page, "undo that");
    await page.locator(hook("receipt")).waitFor();
    const line = await page.locator(hook("tool-call")).innerText();
    assert(/^Undo/m.test(line) && !line.includes("Inspect"), `the call: ${line}`);
    await waitForEntities(page, ["one", "two"]);
    assert(mock.requests.at(-1).raw.includes("is not a step of this run"), "the model receives the reason");
  },
);

approval(
  "changes in small steps are asked about together",
  [
    asked("move", { content: "I move them.", toolCalls: [calls("call_a", "run_cad_code", { code: "for (let n = 0; n < 9; n++) translate('c' + n, 1, 0);" })] }),
    after("call_a", { content: "And more.", toolCalls: [calls("call_b", "run_cad_code", { code: "for (let n = 9; n < 18; n++) translate('c' + n, 1, 0);" })] }),
    after("call_b", { content: "Moved." }),
  ],
  async (page) => {
    await drawCircles(page, ...Array.from({ length: 20 }, (_, n) => `c${n}`));
    await page.locator(hook("tab-chat")).click();
    await say(page, "move them");
    const card = page.locator(hook("asking"));
    await card.waitFor();
    assert((await card.innerText()).includes("18 items"), await card.innerText());
    await card.locator(hook("keep")).click();
    await page.locator(hook("receipt")).waitFor();
  },
);

approval(
  "another unit of a small drawing is asked about, and reverting it restores the unit",
  [
    asked("inches", { content: "I set it.", toolCalls: [calls("call_unit", "set_drawing", { units: "in" })] }),
    after("call_unit", { content: "As you like." }),
  ],
  async (page) => {
    await say(page, "use inches");
    const card = page.locator(hook("asking"));
    await card.waitFor();
    assert(/changed settings of the drawing \(1\): unit mm → in/.test(await card.innerText()), await card.innerText());
    await page.locator(hook("take-back")).click();
    await page.locator(hook("receipt")).waitFor();
    const call = page.locator(hook("tool-call")).filter({ has: page.locator(`${hook("tool-question")}[data-question="reverted"]`) });
    await call.waitFor();
    await say(page, "use inches");
    await card.waitFor();
    assert((await card.innerText()).includes("mm → in"), `the unit is restored: ${await card.innerText()}`);
    await card.locator(hook("keep")).click();
    await page.locator(hook("receipt")).nth(1).waitFor();
  },
);
