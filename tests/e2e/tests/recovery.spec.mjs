// The screen after a failure of the program, and the refusal to run inside a frame.
import { assertAccessible } from "../axe.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import { drawCircles, drop, entities, fillSettings, hook, openApp, ready, saved, storedText, typeAtEnd, waitForEntities } from "../page.mjs";

const SCREEN = hook("recovery");
const SECRET = "sk-canary-0123456789";

/** Makes the program panic: creating the next element fails, which the view library does not expect. */
async function panic(page) {
  await page.locator(hook("share")).click();
  await page.evaluate(() => {
    const creators = [[Node.prototype, "cloneNode"], [Document.prototype, "createElement"]];
    const originals = creators.map(([owner, name]) => owner[name]);
    creators.forEach(([owner, name], at) => {
      owner[name] = function (...given) {
        // The code editor creates elements as well, and catches its errors.
        if (!new Error().stack.includes("wasm")) return originals[at].apply(this, given);
        creators.forEach(([owner, name], at) => (owner[name] = originals[at]));
        throw new Error("no element");
      };
    });
  });
  await page.locator(hook("share-export")).click();
  await page.waitForSelector(SCREEN);
}

const isSaved = (page) => page.waitForSelector(`${hook("saved")}[data-state="saved"]`);

test("recovery: after a panic, the stored work can be downloaded and nothing is written any more", async ({ run }) => {
  run.allow(/panicked|unreachable|uncaught|no element/);
  const page = await openApp(run);
  await drawCircles(page, "kept");
  await isSaved(page);
  await fillSettings(page, { key: SECRET });
  await page.locator(hook("keep-device")).check();
  await page.locator(hook("connect")).click();
  await page.waitForFunction((secret) => Object.values(localStorage).includes(secret), SECRET);
  const before = await page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()));
  await panic(page);
  const text = await page.locator(SCREEN).innerText();
  assert(text.includes("Trammel stopped because of an error"), text);
  const details = await page.locator(`${SCREEN} pre`).textContent();
  assert(details.includes("panicked at"), `the message of the panic: ${details}`);
  await page.locator(`${SCREEN} summary`).click();
  await assertAccessible(page, "recovery");

  const drawing = JSON.parse((await saved(page, "recovery-drawing")).text);
  assertEqual(drawing.format, "trammel-project", "the format");
  assert(drawing.files.main.includes("kept"), "the code of the drawing");
  const all = (await saved(page, "recovery-all")).text;
  assert(all.includes("kept") && !all.includes(SECRET), "all data without the key");

  // Events and timers of the program no longer reach the storage.
  await page.keyboard.press("ControlOrMeta+z");
  const refused = await page.evaluate(() => {
    try {
      localStorage.setItem("trammel:pref:lang", "");
      return "written";
    } catch (error) {
      return error.name;
    }
  });
  assertEqual(refused, "InvalidStateError", "a write");
  assertEqual(await page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort())), before, "the stored data");

  await page.locator(hook("recovery-reload")).click();
  await ready(page);
  await waitForEntities(page, ["kept"]);
});

test("recovery: stored text survives a panic, and the downloaded drawing opens", async ({ run }) => {
  run.allow(/panicked|unreachable|uncaught|no element/);
  // The first test shows the screen in light and English.
  const page = await openApp(run, { colorScheme: "dark", locale: "ko-KR" });
  await drawCircles(page, "first");
  await typeAtEnd(page, '\ndrawCircle("second", 5, 5, 1);');
  await eventually("the text is stored", async () => (await storedText(page)).includes("second"));
  // The painter of the canvas expects that an element may not be created, so it must not be the first to try.
  await waitForEntities(page, ["first", "second"]);
  await panic(page);
  assertEqual(await page.evaluate(() => document.documentElement.lang), "ko", "the language of the screen");
  await page.locator(`${SCREEN} summary`).click();
  await assertAccessible(page, "recovery, dark ko");
  const { name, text } = await saved(page, "recovery-drawing");

  const other = await openApp(run);
  await drop(other, name, text);
  await other.waitForSelector(`${hook("preview-state")}[data-state="drawn"]`);
  const code = await other.locator(hook("preview-code")).textContent();
  assert(code.includes("first") && code.includes("second"), code);
});

test("recovery: an exception of another script does not stop the program", async ({ run }) => {
  run.allow(/of an extension/);
  const page = await openApp(run);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error("of an extension");
    });
    void Promise.reject(new Error("of an extension"));
  });
  await drawCircles(page, "after");
  assertEqual((await entities(page)).join(), "after", "the drawing");
  assertEqual(await page.locator(SCREEN).count(), 0, "recovery screens");
});

test("frame: the app does not run inside another page", async ({ run }) => {
  const page = await run.newPage();
  await page.setContent(`<h1>A page</h1><iframe src="${run.url}#d=x"></iframe>`);
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  await frame.waitForSelector("#boot-status a");
  const text = await frame.locator("#boot-status").innerText();
  assert(text.includes("does not run inside a frame"), text);
  assertEqual(await frame.locator("a").getAttribute("href"), `${run.url}#d=x`, "the address of the link");
  assertEqual(await frame.locator("#app[data-ready]").count(), 0, "apps");
});
