// A change of a model that waits for the user's decision: a proposal until the answer, also after a reload.
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import { connect, drawCircles, fromDrawings, hook, openApp, ready, say, waitForEntities } from "../page.mjs";
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
  assertEqual(mock.requests.length, 1, "requests");
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
