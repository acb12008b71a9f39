// The page with each canvas tool active, after its first step: checked with axe in both themes and languages.
import { assert, test } from "../fixtures.mjs";
import { assertAccessible } from "../axe.mjs";
import { drawn, hook, openApp, pageEventually, typeCode, waitForEntities } from "../page.mjs";

const CODE = 'drawRect("plate", 0, 0, 80, 50);\ndrawCircle("hole", 40, 25, 8);\n';

for (const [colorScheme, locale] of [["light", "en-US"], ["dark", "ko-KR"]]) {
  test(`accessibility: each canvas tool, ${colorScheme} ${locale}`, async ({ run }) => {
    const page = await openApp(run, { colorScheme, locale });
    await typeCode(page, CODE);
    await waitForEntities(page, ["plate", "hole"]);
    await page.locator(hook("fit")).click();
    const ids = await page.$$eval('[data-testid^="tool-"]', (buttons) =>
      buttons.filter((button) => button.tagName === "BUTTON" && !button.dataset.testid.startsWith("tool-option")).map((button) => button.dataset.testid),
    );
    assert(ids.length > 30, `${ids.length} tools`);
    for (const id of ids) {
      const tool = page.locator(hook(id));
      if (!(await tool.isVisible())) await page.locator(hook("modify-tools")).click();
      await tool.click();
      await pageEventually(page, `${id} is active`, (at) => document.querySelector(at).getAttribute("aria-pressed") === "true", hook(id));
      // Typed coordinates are a first point where the tool takes one.
      await page.locator("#drawing").focus();
      await page.keyboard.type("0,0");
      await page.keyboard.press("Enter");
      await drawn(page);
      await assertAccessible(page, `${id}, ${colorScheme}`);
      for (let step = 0; step < 3; step += 1) await page.keyboard.press("Escape");
    }
  });
}
