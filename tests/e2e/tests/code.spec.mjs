// The code editor: changed code updates the drawing; errors and endless loops do not change the drawing.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, MAIN, test, TIMED } from "../fixtures.mjs";
import {
  drawCircles,
  editMark,
  entity,
  holdPauses,
  hook,
  mainThread,
  openApp,
  openCode,
  pageEventually,
  pause,
  problemLine,
  readCode,
  typeAtEnd,
  typeCode,
  typingTimes,
  typingToPicture,
  waitForEntities,
  watchMainThread,
} from "../page.mjs";

test("code: editing changes the right nodes and leaves the others alone", MAIN, async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "left", "right");
  await page.$eval(entity("left"), (node) => {
    node.sameNode = true;
  });
  const before = await page.$eval(entity("right"), (node) => node.getBBox().width);
  await typeCode(page, 'drawCircle("left", 0, 0, 10);\ndrawCircle("right", 30, 0, 5);\ndrawRect("new", 0, 20, 5, 5);');
  await waitForEntities(page, ["left", "right", "new"]);
  await pageEventually(
    page,
    "the right circle is smaller",
    ([selector, before]) => document.querySelector(selector).getBBox().width < before * 0.6,
    [entity("right"), before],
  );
  assert(await page.$eval(entity("left"), (node) => node.sameNode === true), "the unchanged circle keeps its node");
});

test("code: typing updates the drawing", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "first");
  await typeAtEnd(page, '\ndrawRect("typed", 0, 20, 5, 5);');
  await waitForEntities(page, ["first", "typed"]);
});

test("code: a key press in the code of 1,000 entities is drawn within 250 ms", TIMED, async ({ run }) => {
  const page = await openApp(run);
  await run.withinLimits({ "median key press to picture": 250 }, async () => {
    const times = await typingTimes(page, 1000, 9);
    run.note(`key press to picture: min ${Math.round(times[0])}, max ${Math.round(times[8])} ms`);
    return { "median key press to picture": times[4] };
  });
});

test("code: typing is one undo step until the user pauses", async ({ run }) => {
  const page = await openApp(run, { init: holdPauses });
  await editMark(page, 2);
  await pause(page);
  const radius = async () => (await readCode(page)).match(/, (\d+)\);$/)[1];
  for (const key of ["2", "3", "4"]) await typingToPicture(page, key);
  await pause(page);
  for (const key of ["5", "6"]) await typingToPicture(page, key);
  assertEqual(await radius(), "123456", "the typed radius");
  for (const before of ["1234", "1"]) {
    await page.locator(hook("undo")).click();
    await pageEventually(page, `the radius ${before}`, ([selector, before]) => document.querySelector(selector).textContent.includes(`, ${before});`), [
      hook("code-editor"),
      before,
    ]);
  }
  assert((await readCode(page)).includes('"c0"'), "the earlier code stays");
});

test("code: an error is shown when the user pauses", async ({ run }) => {
  const page = await openApp(run, { init: holdPauses });
  await drawCircles(page, "good");
  const failed = async (word) => {
    await typeCode(page, `console.log("${word}");\nnonsense();`);
    await pageEventually(page, `the log '${word}'`, ([logs, word]) => document.querySelector(logs).textContent === word, [hook("logs"), word]);
  };
  await failed("first");
  assertEqual(await page.locator(hook("problem")).count(), 0, "problems before the pause");
  await pause(page);
  assertEqual(await problemLine(page), 2, "line of the problem");
  await drawCircles(page, "mended");
  await page.waitForSelector(hook("problem"), { state: "detached" });
  await failed("second");
  assertEqual(await page.locator(hook("problem")).count(), 0, "problems before the next pause");
  // An action of the user ends the typing like a pause.
  await page.locator(hook("run")).click();
  await page.waitForSelector(hook("problem"));
});

test("code: an error shows its line and the last good drawing stays", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "good");
  await typeCode(page, 'drawCircle("good", 0, 0, 10);\nconst r = 5;\n\ndrawCircel("bad", 0, 0, r);');
  assertEqual(await problemLine(page), 4, "line of the problem");
  await waitForEntities(page, ["good"]);
  const message = await page.locator(hook("problem")).first().textContent();
  assert(message.includes("drawCircel") && message.includes("drawCircle"), `the message suggests the name: ${message}`);
  await assertAccessibleInBothLooks(page, "a problem of the code");
  await drawCircles(page, "mended");
  await page.waitForSelector(hook("problem"), { state: "detached" });
});

test("code: an error of a tool is explained in the language of the app", async ({ run }) => {
  const page = await openApp(run, { locale: "ko-KR" });
  await typeCode(page, 'drawCircle("a", 0, 0, 5);\ndeleteEntity("head");');
  await page.waitForSelector(hook("problem"));
  const problem = () => page.locator(hook("problem")).first().textContent();
  const korean = await problem();
  assert(korean.includes("'head' 항목을 찾을 수 없어요") && !korean.includes("not found"), korean);
  await page.locator(hook("language")).selectOption("en");
  await pageEventually(page, "the English text", (selector) => document.querySelector(selector).textContent.includes("Entity 'head' not found"), hook("problem"));
});

test("code: warnings are counted in the status bar, listed in the language of the app, and disappear with their cause", async ({ run }) => {
  const page = await openApp(run, { init: holdPauses, locale: "ko-KR" });
  await typeCode(page, "drawCircle('a', 0, 0, 5);\ndrawCircle('b', 0, 0, 5);\nsolve_constraints();");
  await waitForEntities(page, ["a", "b"]);
  const count = page.locator(hook("warning-count"));
  await pageEventually(page, "two warnings", (selector) => document.querySelector(selector).textContent === "경고 2개", hook("warning-count"));
  // The next text is an undo step of its own.
  await pause(page);
  await page.locator(hook("tab-chat")).click();
  await count.click();
  const rows = page.locator(`${hook("warnings")} li`);
  await rows.first().waitFor();
  assertEqual(
    await rows.allTextContents(),
    [
      "도면에 구속이 없어요. add_constraint로 추가하세요.",
      "다른 항목과 똑같은 항목이 1개 있어요: 'b' = 'a'. 겹친 항목을 지우거나 옮기세요.",
    ],
    "Korean warnings",
  );
  await page.locator(hook("language")).selectOption("en");
  await pageEventually(
    page,
    "the English text",
    (selector) => document.querySelector(selector).textContent.includes("1 entity duplicates another: 'b' = 'a'."),
    hook("warnings"),
  );
  await assertAccessibleInBothLooks(page, "warnings");
  await typeCode(page, "drawCircle('a', 0, 0, 5);\ndrawCircle('b', 20, 0, 5);");
  await count.waitFor({ state: "hidden" });
  // The warning about the drawing returns with undo, which runs no code.
  await page.locator(hook("undo")).click();
  await count.waitFor();
  assertEqual(await count.textContent(), "1 warning", "after undo");
});

test("code: an endless loop is stopped and the page stays responsive", { tag: [TIMED.tag, MAIN.tag] }, async ({ run }) => {
  const page = await openApp(run);
  await openCode(page);
  await run.withinLimits({ "longest main-thread task": 100 }, async () => {
    await drawCircles(page, "before");
    await watchMainThread(page);
    await typeCode(page, 'drawCircle("never", 0, 0, 1);\nwhile (true) {}');
    const line = await problemLine(page, 30_000);
    const { longest, gap, frames } = await mainThread(page);
    run.note(`longest gap between frames ${Math.round(gap)} ms, ${frames} frames`);
    assertEqual(line, 2, "line of the problem");
    await waitForEntities(page, ["before"]);
    await drawCircles(page, "after");
    await page.waitForSelector(hook("problem"), { state: "detached" });
    return { "longest main-thread task": longest };
  });
});

test("code: the duration of a run is shown", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "timed");
  const ms = await pageEventually(
    page,
    "a run time",
    (selector) => Number(document.querySelector(selector)?.dataset.ms) > 0 && document.querySelector(selector).dataset.ms,
    hook("run-time"),
  );
  run.note(`one circle: ${ms} ms`);
});

test("code: undo and redo change code and drawing together", async ({ run }) => {
  const page = await openApp(run, { init: holdPauses });
  await drawCircles(page, "one");
  const first = await readCode(page);
  // Without a pause, both texts would be one undo step.
  await pause(page);
  await drawCircles(page, "one", "two");
  const second = await readCode(page);
  await page.locator(hook("undo")).click();
  await waitForEntities(page, ["one"]);
  assertEqual(await readCode(page), first, "code after undo");
  await page.locator(hook("redo")).click();
  await waitForEntities(page, ["one", "two"]);
  assertEqual(await readCode(page), second, "code after redo");
});

test("code: Escape and then Tab moves the focus out of the editor", async ({ run }) => {
  const page = await openApp(run);
  await openCode(page);
  await page.locator(`${hook("code-editor")} .cm-content`).click();
  const inside = () => page.evaluate((selector) => Boolean(document.activeElement.closest(selector)), hook("code-editor"));
  assert(await inside(), "the editor has the focus");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert(!(await inside()), "the focus has left the editor");
});
