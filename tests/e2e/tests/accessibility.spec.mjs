// Accessibility: no axe-core violation in both looks, controls within the screen, no button without effect.
import { assertAccessible } from "../axe.mjs";
import { assert, assertEqual, test } from "../fixtures.mjs";
import { drawn, hook, openApp, openCode, pageEventually, typeCode, waitForEntities } from "../page.mjs";

for (const [colorScheme, locale] of [["light", "en-US"], ["dark", "ko-KR"]]) {
  test(`accessibility: no axe-core violation, ${colorScheme} ${locale}`, async ({ run }) => {
    const page = await openApp(run, { colorScheme, locale });
    await assertAccessible(page, "at the start");
    await page.locator(hook("examples")).click();
    await page.locator(hook("open-library")).waitFor();
    await assertAccessible(page, "the Drawings menu");
    await page.keyboard.press("Escape");
    await openCode(page);
    await assertAccessible(page, "code");
    await page.locator(hook("tab-chat")).click();
    await assertAccessible(page, "chat");
    await page.locator(hook("play-demo")).first().click();
    await page.waitForSelector(`${hook("tool-call")}[data-state="ok"]`);
    await assertAccessible(page, "after the demo");
    await page.locator(hook("open-settings")).first().click();
    await assertAccessible(page, "settings");
    await page.locator(hook("share")).click();
    await assertAccessible(page, "share menu");
    await page.locator(hook("share-link")).click();
    await pageEventually(page, "a link", (selector) => document.querySelector(selector)?.value, hook("share-url"));
    await assertAccessible(page, "share dialog");
    const link = await page.locator(hook("share-url")).inputValue();
    await page.keyboard.press("Escape");
    await page.locator(hook("share")).click();
    await page.locator(hook("share-export")).click();
    await assertAccessible(page, "export dialog");
    await page.keyboard.press("Escape");
    await page.evaluate((hash) => (location.hash = hash), new URL(link).hash);
    await page.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
    await assertAccessible(page, "preview");
    await page.locator(hook("close-preview")).click();
    await page.evaluate((hash) => (location.hash = hash), new URL(link).hash.slice(0, -4));
    await page.waitForSelector(hook("share-trouble"));
    await assertAccessible(page, "a cut link");
  });
}

test("accessibility: the theme can be switched", async ({ run }) => {
  const page = await openApp(run, { colorScheme: "light" });
  const look = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await look();
  await page.locator(hook("theme")).click();
  await pageEventually(page, "another color", (before) => getComputedStyle(document.body).backgroundColor !== before, before);
  await assertAccessible(page, "after switching");
});

for (const [what, options] of [
  ["a phone", { viewport: { width: 390, height: 844 } }],
  // Controls are larger on a touch screen.
  ["a small touch-screen phone", { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }],
]) {
  test(`accessibility: ${what} shows the drawing and every control within its width`, async ({ run }) => {
    const page = await openApp(run, options);
    const outside = await page.evaluate(() => {
      // A phone zooms out of a page that is too wide, which changes `innerWidth`.
      const beyond = (element) => element.getBoundingClientRect().right > screen.width + 0.5;
      const controls = [...document.querySelectorAll("header button, header select, [role=tab]")];
      const names = controls.filter((c) => c.getClientRects().length > 0 && beyond(c)).map((c) => c.dataset.testid ?? c.textContent);
      return document.documentElement.scrollWidth > screen.width ? [...names, "the page scrolls sideways"] : names;
    });
    assert(outside.length === 0, `outside of the screen: ${outside.join(", ")}`);
    await assertAccessible(page, "phone");
  });
}

// Each kind of button is pressed in a page as after its start. The kinds are divided among several tests, which run in parallel.
const PARTS = 2;

for (let part = 0; part < PARTS; part += 1) {
  test(`accessibility: every visible enabled button does something (${part + 1} of ${PARTS})`, async ({ run }) => {
    let page = await openDrawing(run);
    const names = [...new Set(await visibleButtons(page))];
    assert(names.length >= 5 * PARTS, `only ${names.length} kinds of buttons were found`);
    let start = await settled(page);
    const silent = [];
    let pages = 1;
    for (const name of names.filter((_, at) => at % PARTS === part)) {
      if ((await settled(page)) !== start) {
        await page.context().close();
        page = await openDrawing(run);
        start = await settled(page);
        pages += 1;
      }
      const at = (await visibleButtons(page)).indexOf(name);
      assert(at >= 0, `the button ${name} was there before`);
      if (!(await hasEffect(page, page.locator(BUTTONS).nth(at)))) silent.push(name);
    }
    run.note(`${names.length} kinds of buttons, ${pages} pages`);
    assert(silent.length === 0, `buttons without any effect: ${silent.join(", ")}`);
  });
}

test("accessibility: the check detects a button that does nothing", async ({ run }) => {
  const page = await openDrawing(run);
  await page.evaluate(() => {
    const add = (name, act, pressed, parent = "header") => {
      const button = document.createElement("button");
      button.dataset.testid = name;
      button.textContent = name;
      if (pressed) button.setAttribute("aria-pressed", pressed);
      button.addEventListener("click", act);
      document.querySelector(parent).append(button);
    };
    const flip = ({ target }) => target.setAttribute("aria-pressed", String(target.getAttribute("aria-pressed") !== "true"));
    add("dead", () => {});
    // Changes only its own class. Such a change does not count as an effect, because every button looks different while pressed.
    add("dead-but-pretty", (event) => event.target.classList.add("pressed"));
    add("dead-toggle", () => {}, "true");
    // Stays on when another tool is chosen, so it is no member of the group of exclusive choices.
    add("dead-toggle-beside-tools", () => {}, "true", "[role=toolbar]");
    add("toggle", flip, "true");
    add("stores", () => localStorage.setItem("test/pressed", "1"));
    add("tells", () => document.querySelector("header").setAttribute("aria-busy", "true"));
  });
  const buttons = {
    "tool-select": true,
    "tab-code": true,
    file: true,
    dead: false,
    "dead-but-pretty": false,
    "dead-toggle": false,
    "dead-toggle-beside-tools": false,
    toggle: true,
    stores: true,
    tells: true,
  };
  for (const [name, does] of Object.entries(buttons)) {
    assertEqual(await hasEffect(page, page.locator(hook(name)), 2_000), does, `${name} does something`);
  }
});

/**
 * Presses a button and returns whether the press had an effect within the limit: a change of the page outside of the button, of a
 * state that assistive technology reads, or of the storage, a download, or a file chooser. A chosen option, such as the active
 * tool, is pressed after another option of its group, because a press of it needs no effect while it is chosen. The only option of
 * a group passes.
 */
async function hasEffect(page, button, timeout = 10_000) {
  const other = await button.evaluateHandle(otherOption);
  if (other.asElement()) {
    await other.click();
    await drawn(page);
  } else if (await button.evaluate(isOnlyOption)) {
    return true;
  }
  await button.hover();
  // Hovers and focuses before the observation starts, so that a tooltip does not count as an effect of the press.
  await button.focus();
  await drawn(page);
  await button.evaluate((pressed) => {
    const storage = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    const before = storage();
    const seen = { effects: [] };
    window.pressSeen = seen;
    const looks = new Set(["class", "style", "tabindex", "data-focus-visible"]);
    const counts = (record) => {
      if (record.type !== "attributes") return !pressed.contains(record.target);
      const now = record.target.getAttribute(record.attributeName);
      if (now === record.oldValue) return false;
      return record.target !== pressed || !looks.has(record.attributeName);
    };
    const observer = new MutationObserver((records) => {
      for (const record of records.filter(counts)) seen.effects.push(`${record.type} ${record.attributeName ?? ""} of ${record.target.nodeName}`);
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, attributeOldValue: true, characterData: true });
    seen.any = () => seen.effects.length > 0 || storage() !== before;
  });
  const offered = page.waitForEvent("download", { timeout }).then(() => true, () => false);
  const chooses = page.waitForEvent("filechooser", { timeout }).then(() => true, () => false);
  await button.click();
  const changed = page.waitForFunction(() => window.pressSeen.any(), null, { timeout }).then(() => true, () => false);
  return Promise.any([changed, offered, chooses].map(async (effect) => (await effect) || Promise.reject(effect))).catch(() => false);
}

/** For the page: returns another option of the group of a chosen button that is not chosen, or null. */
function otherOption(button) {
  const group = button.closest("[role=tablist], [role=radiogroup], [role=toolbar], [role=group], [role=treegrid]");
  const isOn = (option, state) => option.getAttribute(state) === "true";
  const state = ["aria-pressed", "aria-selected", "aria-checked", "aria-current"].find((state) => isOn(button, state));
  if (!group || !state) return null;
  const others = [...group.querySelectorAll("button")].filter((option) => option !== button && option.checkVisibility());
  // `aria-current` is absent from the other members of its set.
  const hasState = (option) => (state === "aria-current" ? option.dataset.testid === button.dataset.testid : option.hasAttribute(state));
  return others.find((option) => hasState(option) && !isOn(option, state)) ?? null;
}

/** For the page: returns whether a button is chosen and by its role or state a member of a set with one choice. */
function isOnlyOption(button) {
  if (["radio", "tab"].includes(button.role)) return button.ariaChecked === "true" || button.ariaSelected === "true";
  return button.hasAttribute("aria-current");
}

const BUTTONS = "button:visible:enabled:not([aria-disabled=true])";

/** Opens a drawing with two circles, and with a layer, so that the list of layers has another option than no layer. */
async function openDrawing(run) {
  const page = await openApp(run);
  await typeCode(page, 'createLayer("walls");\ndrawCircle("one", 0, 0, 10);\ndrawCircle("two", 30, 0, 10);');
  await waitForEntities(page, ["one", "two"]);
  return page;
}

/** Ends what a press has begun, and returns the contents of the page and its storage as text. */
async function settled(page) {
  await page.keyboard.press("Escape");
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement?.blur());
  await drawn(page);
  return page.evaluate((live) => {
    const body = document.body.cloneNode(true);
    // The last announcement stays.
    body.querySelector(live).textContent = "";
    return JSON.stringify([body.outerHTML, { ...localStorage }, { ...sessionStorage }]);
  }, hook("live"));
}

// Returns the names of the clickable buttons, in document order. Rows of a list repeat the names of their buttons.
function visibleButtons(page) {
  const nameOf = (buttons) => buttons.map((b) => b.dataset.testid ?? b.getAttribute("aria-label") ?? b.textContent.trim());
  return page.locator(BUTTONS).evaluateAll(nameOf);
}
