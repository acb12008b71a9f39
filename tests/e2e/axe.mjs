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
