// Accessibility checks by axe-core.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { assertEqual } from "./assert.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Throws if axe-core finds a violation on the page; `state` describes the state of the page in the message. */
export async function assertAccessible(page, state) {
  // Colors during a transition are those of no theme.
  await page.evaluate(() => {
    const ends = (animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime);
    return Promise.allSettled(document.getAnimations().filter(ends).map((animation) => animation.finished));
  });
  await page.evaluate(axe);
  const violations = await page.evaluate(async (tags) => {
    const found = await window.axe.run(document, { runOnly: { type: "tag", values: tags } });
    return found.violations.map(({ id, nodes }) => {
      const places = nodes.slice(0, 4).map((node) => `${node.target.join(" ")} (${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ""})`);
      return `${id}: ${places.join("; ")}${nodes.length > 4 ? ` and ${nodes.length - 4} more` : ""}`;
    });
  }, TAGS);
  assertEqual(violations, [], `axe-core, ${state}`);
}

/**
 * Checks the state of a page in light and English, then in dark and Korean, and restores the look that the page had. `reopen`
 * restores the state of a dialog whose texts do not follow the language while it is open.
 */
export async function assertAccessibleInBothLooks(page, state, reopen) {
  const before = await page.evaluate(() => {
    const { matches } = matchMedia("(prefers-color-scheme: dark)");
    return [matches ? "dark" : "light", document.documentElement.lang];
  });
  for (const [colorScheme, language] of [["light", "en"], ["dark", "ko"]]) {
    await setLook(page, colorScheme, language);
    await reopen?.();
    await assertAccessible(page, `${state}, ${colorScheme} ${language}`);
  }
  await setLook(page, ...before);
}

/** Sets the color scheme and the language of the page without pointer or focus, so that menus and dialogs stay open. */
async function setLook(page, colorScheme, language) {
  await page.emulateMedia({ colorScheme });
  await page.$eval(
    '[data-testid="language"]',
    (select, language) => {
      if (select.value === language) return;
      select.value = language;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    },
    language,
  );
  await page.waitForFunction((language) => document.documentElement.lang === language, language);
}
