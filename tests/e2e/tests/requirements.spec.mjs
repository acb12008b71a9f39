// Requirements: sentences that must hold become checks, shown below the message with the words of the user; a turn that breaks
// one is returned to the model once, and then the user decides.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, test } from "../fixtures.mjs";
import { KEY, reply, startMock, text, toolUse } from "../mock-anthropic.mjs";
import { answered, connect, hook, openApp, openNewDrawing, ready, say, waitForEntities } from "../page.mjs";

const CODE = 'const w = 80;\ndraw_rect({ name: "plate", x: 0, y: 0, width: w, height: 40 });\nexpect(w >= 60, "at least 60 mm wide");';
const edit = (id, from, to) => toolUse(id, "edit", { file: "main", old_code: `const w = ${from};`, new_code: `const w = ${to};` });

const requirement = (state) => `${hook("requirement")}[data-state="${state}"]`;

test("requirements: a check that a turn breaks is returned to the model, and the user decides", async ({ run }) => {
  const page = await openApp(run);
  const mock = await startMock({
    turns: [
      reply(toolUse("toolu_1", "run_cad_code", { code: CODE })),
      reply(text("A plate, 80 x 40.")),
      reply(toolUse("toolu_r", "read", { file: "main" }), edit("toolu_2", 80, 50)),
      reply(text("It is 50 wide.")),
      reply(text("The request contradicts the check.")),
      reply(edit("toolu_3", 50, 70)),
      reply(text("It is 70 wide.")),
    ],
  });
  const sent = (at) => JSON.stringify(mock.requests.filter(({ method }) => method === "POST")[at].body.messages);
  try {
    await openNewDrawing(page);
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await say(page, "Draw a plate. It must be at least 60 mm wide.");
    await answered(page, 1);
    await waitForEntities(page, ["plate"]);
    assert(sent(0).includes("states something that must hold"), "the model is told of the requirement");
    await page.locator(requirement("holds"), { hasText: "at least 60 mm wide" }).waitFor();
    await page.locator(hook("receipt")).locator("summary").click();
    await page.locator(hook("receipt-name"), { hasText: "plate" }).click();
    await page.waitForSelector(`${hook("tree-row")}[data-name="plate"][aria-selected="true"]`);

    await say(page, "Make it 50 wide");
    await answered(page, 2);
    const returned = sent(4);
    assert(returned.includes("held before your changes fail now") && returned.includes("at least 60 mm wide"), returned);
    await page.waitForSelector(requirement("fails"));
    const card = page.locator(hook("broken-check"));
    assert((await card.innerText()).includes("at least 60 mm wide"), await card.innerText());
    await assertAccessibleInBothLooks(page, "a broken requirement");
    await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
    await page.reload();
    await ready(page);
    await page.locator(hook("tab-chat")).click();
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await page.locator(hook("fix-check")).click();
    await answered(page, 3);
    await page.waitForSelector(requirement("holds"));
    assertEqual(await page.locator(hook("broken-check")).count(), 0, "open questions");
    assert(sent(5).includes("The check “at least 60 mm wide” fails now"), sent(5));
  } finally {
    await mock.close();
  }
});
