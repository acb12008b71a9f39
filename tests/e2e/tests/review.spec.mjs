// Review of what a turn of the model changed: marks, the bar, rejection of single items, undo.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import { KEY, reply, startMock, text, toolUse } from "../mock-anthropic.mjs";
import { connect, entities, entity, hook, openApp, openCode, openNewDrawing, pageEventually, readCode, runCode, say } from "../page.mjs";

const CODE = `const d = 8;
draw_rect({ name: "plate", x: 0, y: 0, width: 200, height: 100 });
for (let i = 0; i < 20; i++) {
  draw_circle({ name: \`hole_\${i}\`, x: 10 + (i % 10) * 20, y: i < 10 ? 20 : 80, radius: d / 2 });
}
draw_circle({ name: "left", x: 60, y: 50, radius: 10 });
draw_circle({ name: "right", x: 140, y: 50, radius: 10 });
`;

const place = (page) => page.locator(hook("review-place")).innerText();

/** Opens a drawing, and lets the model change 23 items, add one, and delete one. */
async function reviewed(run) {
  const page = await openApp(run);
  const mock = await startMock({
    turns: [
      reply(toolUse("toolu_1", "read", { file: "main" })),
      reply(toolUse("toolu_2", "edit", { file: "main", old_code: "const d = 8;", new_code: "const d = 6;" })),
      reply(toolUse("toolu_3", "translate", { name: "left", dx: 5, dy: 0 })),
      reply(toolUse("toolu_4", "delete_entity", { name: "right" })),
      reply(toolUse("toolu_5", "draw_circle", { name: "new", x: 100, y: 50, radius: 5 })),
      reply(text("The holes are smaller.")),
    ],
  });
  await openNewDrawing(page);
  await runCode(page, CODE);
  await page.waitForSelector('svg [data-entity="right"]');
  await connect(page, { baseUrl: mock.baseUrl, key: KEY });
  const corner = async () => {
    const { x, y } = await page.locator(entity("plate")).boundingBox();
    return [Math.round(x), Math.round(y)];
  };
  const before = await corner();
  await say(page, "Make the holes smaller");
  // The turn changes and deletes items of the user, which the app asks about.
  await eventually("the turn has ended", async () => {
    const keep = page.locator(hook("keep"));
    if (await keep.isVisible()) await keep.click();
    return (await page.locator(hook("review-bar")).count()) > 0;
  });
  assertEqual(await corner(), before, "the place of the drawing when the bar comes");
  return { page, mock };
}

test("review: a turn's changes are marked, shown one by one, and rejected one by one", async ({ run }) => {
  const { page, mock } = await reviewed(run);
  try {
    assertEqual(await place(page), "23 changes: 1 added, 21 changed, 1 deleted", "the number of changes");
    for (const kind of ["added", "changed", "before", "deleted"]) {
      assert(((await page.locator(hook(`review-${kind}`)).getAttribute("d")) ?? "").length > 10, `marks of ${kind}`);
    }
    await assertAccessibleInBothLooks(page, "the review");
    await page.locator(hook("review-next")).click();
    assertEqual(await place(page), "1 of 23", "the first change");
    await page.locator(hook("review-previous")).click();
    assertEqual(await place(page), "23 of 23", "the last change");
    assertEqual(await page.locator(hook("review-description")).innerText(), "right: deleted", "the last change in words");
    await page.locator(hook("review-reject")).click();
    await page.waitForSelector('svg [data-entity="right"]');
    await pageEventually(page, "the item left the list", (bar) => document.querySelector(bar)?.textContent === "22 of 22", hook("review-place"));
    await openCode(page);
    assert((await readCode(page)).includes('name: "right", x: 140'), "the statement that drew the item is back");
    assert(!(await readCode(page)).includes("delete_entity"), "the statement that deleted it is gone");
    // Undo brings the change back to the list.
    await page.locator(hook("undo")).click();
    await pageEventually(page, "the change is back", (bar) => document.querySelector(bar)?.textContent.endsWith("of 23"), hook("review-place"));
    // A hole alone is coupled with the others by the constant: a statement restores it, and the run is over.
    await page.locator(hook("review-next")).click();
    await page.locator(hook("review-next")).click();
    await page.keyboard.press("Alt+Backspace");
    await page.locator(hook("notice"), { hasText: "Added a line at the end of the code" }).first().waitFor();
    await page.waitForSelector(`${hook("stop-run")}[aria-disabled="true"]`);
    await page.locator(hook("undo")).click();
    await page.locator(hook("review-reject-all")).click();
    await page.locator(hook("review-bar")).waitFor({ state: "detached" });
    assertEqual((await readCode(page)).trim(), CODE.trim(), "the code before, to the byte");
  } finally {
    await mock.close();
  }
});

test("review: the drawing before is shown while a key is down, and left of the slider", async ({ run }) => {
  const { page, mock } = await reviewed(run);
  try {
    await page.locator("#drawing").focus();
    await page.keyboard.down("b");
    await page.locator(`${hook("drawing-before")} [data-entity="right"]`).waitFor({ state: "attached" });
    assertEqual(await page.locator("#canvas").getAttribute("data-before"), "true", "the drawing before");
    await page.keyboard.up("b");
    await page.locator(hook("drawing-before")).waitFor({ state: "detached" });
    await page.locator(hook("review-wipe")).fill("50");
    await page.locator(`${hook("drawing-before")} [data-entity="right"]`).waitFor({ state: "attached" });
    await page.locator(hook("review-wipe")).fill("0");
    await page.locator(hook("drawing-before")).waitFor({ state: "detached" });
    await page.locator(hook("review-keep-all")).click();
    await page.locator(hook("review-bar")).waitFor({ state: "detached" });
    assertEqual((await entities(page)).includes("right"), false, "the turn stays");
  } finally {
    await mock.close();
  }
});

test("review: an item that the user changed after the turn is rejected only after a question", async ({ run }) => {
  const { page, mock } = await reviewed(run);
  try {
    await openCode(page);
    const code = await readCode(page);
    await runCode(page, code.replace("radius: 5", "radius: 7"));
    await page.locator(hook("review-next")).click();
    await eventually("the new item is present", async () => {
      if ((await page.locator(hook("review-description")).innerText()).startsWith("new")) return true;
      await page.locator(hook("review-next")).click();
      return false;
    });
    await page.locator(hook("review-reject")).click();
    await page.locator(hook("leave")).click();
    await page.waitForSelector('svg [data-entity="new"]');
    await page.locator(hook("review-reject")).click();
    await page.locator(hook("reject-anyway")).click();
    await page.waitForSelector('svg [data-entity="new"]', { state: "detached" });
  } finally {
    await mock.close();
  }
});
