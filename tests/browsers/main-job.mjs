// The main job of a user, as tests that run in every engine. Each test begins in a browser with empty storage.
import { assert, assertEqual } from "../e2e/assert.mjs";
import { KEY, reply, startMock, text, toolUse } from "../e2e/mock-anthropic.mjs";
import { connect, drawCircles, hook, linkOf, openCode, pageEventually, problemLine, readCode, ready, say, typeCode, waitForEntities } from "../e2e/page.mjs";

const picture = (page, canvas) => page.$eval(`svg${hook(canvas)}`, (svg) => svg.innerHTML);
const isSaved = (page) => page.waitForSelector(`${hook("saved")}[data-state="saved"]`);

/** Opens a new, empty drawing. */
async function newDrawing(page) {
  await page.locator(hook("examples")).click();
  await page.locator(hook("new-drawing")).click();
}

/** Opens the drawing that is not open, of two. */
async function openOtherDrawing(page) {
  await page.locator(hook("examples")).click();
  await page.locator(hook("open-library")).click();
  await page.locator(`${hook("drawing-row")}[data-open="false"] ${hook("open-drawing")}`).click();
}

/** Tests by name. `visit(url)` opens a page in a new browser with empty storage, after the end of the browser before it. */
export const TESTS = {
  "code draws, and changed code changes the drawing": async (visit) => {
    const page = await visit();
    await typeCode(page, 'for (let i = 0; i < 3; i += 1) drawCircle("hole_" + i, i * 30, 0, 10);');
    await waitForEntities(page, ["hole_0", "hole_1", "hole_2"]);
    const before = await picture(page, "canvas");
    await typeCode(page, 'drawRect("sheet", 0, 0, 80, 40);\ndrawCircle("hole", 40, 20, 8);\nbooleanDifference(["sheet", "hole"], "plate");');
    await waitForEntities(page, ["plate"]);
    assert((await picture(page, "canvas")) !== before, "the picture changed");
    await typeCode(page, 'drawCircle("plate", 0, 0, 10);\ndrawCircel("x", 0, 0, 1);');
    assertEqual(await problemLine(page), 2, "line of the error");
    await waitForEntities(page, ["plate"]);
  },

  "an endless loop is stopped, by the time limit and by the button": async (visit) => {
    const page = await visit();
    await drawCircles(page, "before");
    await typeCode(page, 'drawCircle("never", 0, 0, 1);\nwhile (true) {}');
    assertEqual(await problemLine(page, 40_000), 2, "line of the problem");
    await waitForEntities(page, ["before"]);
    await drawCircles(page, "between");
    await page.waitForSelector(hook("problem"), { state: "detached" });
    await typeCode(page, 'drawCircle("never", 0, 0, 1);\n\nwhile (true) {}');
    await page.locator(hook("stop-run")).click();
    await page.waitForSelector(hook("problem"));
    await waitForEntities(page, ["between"]);
    await drawCircles(page, "after");
  },

  "a model draws in a conversation": async (visit) => {
    const code = 'drawCircle("body", 0, 0, 36);\ndrawCircle("bore", 0, 0, 8);';
    const answered = (body) => body.messages.some(({ content }) => Array.isArray(content) && content.some(({ type }) => type === "tool_result"));
    const turn = (body) => (answered(body) ? reply(text("A ring with a bore of 8.")) : reply(text("I draw it."), toolUse("toolu_1", "run_cad_code", { code })));
    const mock = await startMock({ turns: [turn] });
    try {
      const page = await visit();
      await drawCircles(page, "own");
      await connect(page, { baseUrl: mock.baseUrl, key: KEY });
      await say(page, "draw a ring");
      await page.waitForSelector(`${hook("tool-call")}[data-tool="run_cad_code"][data-state="ok"]`);
      await waitForEntities(page, ["own", "body", "bore"]);
      await pageEventually(
        page,
        "the closing words",
        (selector) => [...document.querySelectorAll(selector)].some((node) => node.textContent.includes("bore of 8")),
        hook("message"),
      );
      assertEqual(mock.requests.map(({ refusal }) => refusal), [null, null], "what was wrong with the requests");
    } finally {
      await mock.close();
    }
  },

  "a link shows another user the same drawing, and a copy of the drawing can be kept": async (visit) => {
    const code = 'drawRect("벽", 0, 0, 40, 30);\ndrawCircle("window", 20, 15, 5);\nrotate("벽", 0.3);';
    const author = await visit();
    await typeCode(author, code);
    await waitForEntities(author, ["벽", "window"]);
    const [link, shown] = [await linkOf(author), await picture(author, "canvas")];

    const visitor = await visit(link);
    await visitor.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
    assertEqual(await picture(visitor, "preview-canvas"), shown, "the picture of the link");
    assertEqual(await visitor.locator(hook("preview-code")).textContent(), code, "the code of the link");
    await visitor.locator(hook("make-copy")).click();
    await waitForEntities(visitor, ["벽", "window"]);
    assertEqual(await picture(visitor, "canvas"), shown, "the picture of the copy");
  },

  "the work is still there after a reload": async (visit) => {
    const page = await visit();
    await drawCircles(page, "kept", "too");
    await isSaved(page);
    const code = await readCode(page);
    await page.reload();
    await ready(page);
    await waitForEntities(page, ["kept", "too"]);
    await openCode(page);
    assertEqual(await readCode(page), code, "the code after the reload");
  },

  "two drawings are kept": async (visit) => {
    const page = await visit();
    await drawCircles(page, "first");
    await newDrawing(page);
    await waitForEntities(page, []);
    await drawCircles(page, "second");
    await isSaved(page);
    await page.reload();
    await ready(page);
    await waitForEntities(page, ["second"]);
    await openOtherDrawing(page);
    await waitForEntities(page, ["first"]);
  },
};
