// The Checks panel: results of the checks that the code declares, in the panel, in receipts, and in exports.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, test } from "../fixtures.mjs";
import { entity, hook, openApp, pageEventually, typeCode, waitForEntities } from "../page.mjs";

const CODE = [
  "drawRect('plate', 0, 0, 80, 50);",
  "drawCircle('hole', 10, 10, 3);",
  "expectClearance('hole', 'plate', 5, 'edge distance');",
  "expectNear(getArea('plate'), 4000, 1, 'area');",
].join("\n");

/** Texts of the checks with this result, in the order of the panel. */
const texts = (page, holds) => page.locator(`${hook("check")}[data-holds="${holds}"] .check-text > span:first-child`).allTextContents();

test("checks: the panel shows what holds and what fails, and a click shows the place", async ({ run }) => {
  const page = await openApp(run, { locale: "en-US" });
  assertEqual(await page.locator(hook("checks-count")).isVisible(), false, "no panel without checks");
  await typeCode(page, CODE);
  await waitForEntities(page, ["plate", "hole"]);
  await pageEventually(page, "both checks hold", (count) => document.querySelector(count)?.textContent.trim() === "2/2", hook("checks-count"));
  await typeCode(page, CODE.replace("'hole', 10", "'hole', 7"));
  await pageEventually(page, "one check fails", (count) => document.querySelector(count)?.textContent.trim() === "1/2", hook("checks-count"));
  assertEqual(await texts(page, "false"), ["edge distance"], "failed checks");
  assert((await page.locator(`${hook("check")}[data-holds="false"]`).textContent()).includes("the distance is 4, but at least 5 is needed"), "reason");
  await assertAccessibleInBothLooks(page, "the panel of checks");
  await page.keyboard.press("Escape");
  const before = await page.locator(hook("zoom")).textContent();
  await page.locator(`${hook("check")}[data-holds="false"]`).click();
  await pageEventually(page, "the place is shown", ([zoom, was]) => document.querySelector(zoom).textContent !== was, [hook("zoom"), before]);
  await page.waitForFunction((row) => document.querySelectorAll(row).length === 2, '[data-testid="items"] [aria-selected="true"], [role="treegrid"] [role="row"][aria-selected="true"]');
  // A check of a value has no place on the drawing, so its line of code is shown.
  await page.locator(hook("tab-chat")).click();
  await page.locator(`${hook("check")}[data-holds="true"]`).click();
  await page.waitForSelector(`${hook("tab-code")}[aria-selected="true"]`);
});

test("checks: the panel is in Korean as well", async ({ run }) => {
  const page = await openApp(run, { locale: "ko-KR" });
  await typeCode(page, `${CODE}\nexpectInside('hole', 'missing');`);
  await waitForEntities(page, ["plate", "hole"]);
  await pageEventually(page, "one check fails", (count) => document.querySelector(count)?.textContent.trim() === "2/3", hook("checks-count"));
  assert((await page.locator(`${hook("check")}[data-holds="false"]`).textContent()).includes("도면에 'missing'"), "reason in Korean");
  assertEqual(await page.locator(".dock-right h2", { hasText: "확인" }).count(), 1, "heading");
});
