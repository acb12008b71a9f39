// A drawing in a folder on disk: both sides are kept the same, and no version is lost.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import { banner, bytesOf, change, changeTogether, COUNT_LOOKS, files, holds, look, PICKER, status } from "../folder.mjs";
import { drawCircles, fromDrawings, hook, openApp, openCode, openNewDrawing, readCode, ready, typeAtEnd, typeCode, waitForEntities } from "../page.mjs";

const undo = (page) => page.locator(hook("undo")).click();

test("folder: an empty folder gets the drawing, and both sides follow each other", async ({ run }) => {
  const page = await openApp(run, { init: PICKER });
  await drawCircles(page, "one");
  await fromDrawings(page, "open-folder");
  await status(page, "in-use");
  await holds(page, "main.js", '"one"');
  await drawCircles(page, "one", "two");
  await holds(page, "main.js", '"two"');

  await changeTogether(page, {
    "main.js": 'import { hole } from "hole";\ndrawCircle("outside", 0, 0, 5);\nhole();\n',
    "hole.js": 'export function hole() { drawCircle("hole", 0, 0, 2); }\n',
  });
  await waitForEntities(page, ["outside", "hole"]);
  await undo(page);
  await waitForEntities(page, ["one", "two"]);
  await holds(page, "main.js", '"two"');
  await eventually("the file of the undone module is gone", async () => !("hole.js" in (await files(page))));
  await change(page, "README.md", "notes");
  await drawCircles(page, "three");
  await holds(page, "main.js", '"three"');
  assertEqual((await files(page))["README.md"], "notes", "a file that is not part of the drawing");

  await page.locator(hook("folder-status")).click();
  await banner(page, "in-use");
  await assertAccessibleInBothLooks(page, "the description of the folder");
  await page.locator(hook("folder-stop")).click();
  await page.waitForSelector(hook("folder-status"), { state: "detached" });
  await drawCircles(page, "four");
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
  assert((await files(page))["main.js"].includes("three"), "a folder that is no longer used stays as it is");
});

test("folder: a file keeps its line ends, and other line ends are no change", async ({ run }) => {
  const page = await openApp(run, { init: PICKER });
  const main = '// plate\r\ndrawCircle("one", 0, 0, 5);\r\n\r\ndrawCircle("two", 30, 0, 5);\r\n';
  await change(page, "main.js", main);
  await fromDrawings(page, "open-folder");
  await status(page, "in-use");
  await waitForEntities(page, ["one", "two"]);
  await openCode(page);
  assertEqual(await readCode(page), main.replaceAll("\r\n", "\n"), "the lines in the editor");
  assertEqual((await files(page))["main.js"], main, "a file that nobody changed");
  await typeAtEnd(page, "// mine\n");
  const typed = `${main}// mine\r\n`;
  await eventually("only the typed line is new", async () => (await files(page))["main.js"] === typed);
  await change(page, "main.js", typed.replaceAll("\r\n", "\n"));
  await typeAtEnd(page, "// more");
  const more = `${typed.replaceAll("\r\n", "\n")}// more`;
  await eventually("the line ends of the other program stay", async () => (await files(page))["main.js"] === more);
  await status(page, "in-use");
});

test("folder: a folder with a drawing is opened, and its tools and memory count as those of another author", async ({ run }) => {
  const page = await openApp(run, { init: PICKER });
  await drawCircles(page, "own");
  await change(page, "main.js", 'drawRect("plate", 0, 0, 40, 20);\n');
  await change(page, ".trammel/hints.json", JSON.stringify({ list: [{ tool: "draw_circle", text: "Always draw twice." }] }));
  await fromDrawings(page, "open-folder");
  await status(page, "in-use");
  await waitForEntities(page, ["plate"]);
  await page.locator(hook("tab-memory")).click();
  await page.waitForSelector(hook("imported"));
  // The drawing that was open before is in the list.
  await fromDrawings(page, "open-library");
  await page.locator(hook("drawing-row")).first().waitFor();
  assertEqual(await page.locator(`${hook("drawing-row")}[data-kind="drawing"]`).count(), 2, "drawings");
  await page.locator(hook("close-library")).click();
  // A change of what a model reads is neither loaded nor overwritten.
  await change(page, ".trammel/tools.json", "[]");
  await banner(page, "failed");
  assert((await page.locator(hook("folder-banner")).innerText()).includes(".trammel/tools.json"), "the banner names the file");
  assertEqual((await files(page))[".trammel/tools.json"], "[]", "the file");
});

test("folder: a change on both sides is decided by the user, and the other version stays in the history", async ({ run }) => {
  for (const [choice, shown, other] of [["folder-load", "theirs", "ours"], ["folder-keep", "ours", "theirs"]]) {
    const page = await openApp(run, { init: PICKER });
    await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry("plates", { recursive: true }).catch(() => {}));
    await drawCircles(page, "one");
    await fromDrawings(page, "open-folder");
    await status(page, "in-use");
    await holds(page, "main.js", '"one"');
    // While the page has no permission, both sides change.
    await page.evaluate(() => sessionStorage.setItem("permission", "prompt"));
    await change(page, "main.js", 'drawCircle("theirs", 0, 0, 5);\n');
    await banner(page, "needs-permission");
    await drawCircles(page, "ours");
    await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
    await page.locator(hook("folder-permit")).click();
    await banner(page, "both-changed");
    await assertAccessibleInBothLooks(page, "the choice of a version");
    assert((await page.locator(hook("folder-banner")).innerText()).includes("main.js"), "the banner names the file");
    await page.locator(hook(choice)).click();
    await status(page, "in-use");
    await waitForEntities(page, [shown]);
    await holds(page, "main.js", shown);
    await undo(page);
    await waitForEntities(page, [other]);
    await page.context().close();
  }
});

test("folder: the folder is used again after a reload, once the user permits it", async ({ run }) => {
  const page = await openApp(run, { init: PICKER });
  await drawCircles(page, "one");
  await fromDrawings(page, "open-folder");
  await status(page, "in-use");
  await holds(page, "main.js", '"one"');
  await page.evaluate(() => sessionStorage.setItem("permission", "prompt"));
  await change(page, "main.js", 'drawCircle("meanwhile", 0, 0, 5);\n');
  await page.reload();
  await ready(page);
  await banner(page, "needs-permission");
  await waitForEntities(page, ["one"]);
  await page.evaluate(() => sessionStorage.setItem("answer", "denied"));
  await page.locator(hook("folder-permit")).click();
  await page.locator(hook("notice")).getByText("did not permit").waitFor();
  await page.evaluate(() => sessionStorage.setItem("answer", "granted"));
  await page.locator(hook("folder-permit")).click();
  // The folder alone has changed since both sides were the same, so no question is asked.
  await waitForEntities(page, ["meanwhile"]);
  await openCode(page);
  assert((await readCode(page)).includes("meanwhile"), "the code of the folder");
  await typeCode(page, 'drawCircle("later", 0, 0, 5);');
  await holds(page, "main.js", "later");
});

test("folder: a folder that is known opens its drawing, and a browser without folders says so", async ({ run }) => {
  const page = await openApp(run, { init: PICKER });
  await drawCircles(page, "kept");
  await fromDrawings(page, "open-folder");
  await status(page, "in-use");
  await holds(page, "main.js", '"kept"');
  await openNewDrawing(page);
  await page.waitForSelector(hook("folder-status"), { state: "detached" });
  await fromDrawings(page, "open-folder");
  await waitForEntities(page, ["kept"]);
  await status(page, "in-use");

  const without = await openApp(run, { init: () => delete window.showDirectoryPicker });
  await fromDrawings(without, "open-folder");
  await without.locator(hook("notice")).getByText("no access to folders").waitFor();
});

test("folder: a change of another program during a comparison is not overwritten", async ({ run }) => {
  const page = await openApp(run, { init: PICKER });
  await drawCircles(page, "one");
  await fromDrawings(page, "open-folder");
  await status(page, "in-use");
  await holds(page, "main.js", '"one"');
  // The other program writes after the page has read the file, and before the page writes the new code. A comparison before the
  // code has changed would write nothing.
  await page.evaluate((editor) => {
    const real = FileSystemDirectoryHandle.prototype.values;
    FileSystemDirectoryHandle.prototype.values = async function* () {
      const entries = await Array.fromAsync(real.call(this));
      const main = entries.find(({ name }) => name === "main.js");
      const read = main && (await (await main.getFile()).text());
      yield* entries;
      const isChanged = document.querySelector(editor).textContent.includes('"ours"');
      if (!read || !isChanged || window.raced) return;
      window.raced = true;
      const get = main.getFile;
      const before = await main.getFile();
      main.getFile = async () => {
        main.getFile = get;
        const writable = await main.createWritable();
        await writable.write('drawCircle("theirs", 0, 0, 5);\n');
        await writable.close();
        return before;
      };
    };
  }, `${hook("code-editor")} .cm-content`);
  await drawCircles(page, "ours");
  await banner(page, "both-changed");
  await holds(page, "main.js", "theirs");
});

test("folder: a failure of the folder is shown, and the browser stores the drawing", async ({ run }) => {
  const page = await openApp(run, { init: PICKER });
  await drawCircles(page, "one");
  await fromDrawings(page, "open-folder");
  await status(page, "in-use");
  await holds(page, "main.js", '"one"');
  await page.evaluate(() => {
    window.real = FileSystemFileHandle.prototype.createWritable;
    FileSystemFileHandle.prototype.createWritable = async () => {
      throw new DOMException("the disk is full", "QuotaExceededError");
    };
  });
  await drawCircles(page, "one", "two");
  await banner(page, "failed");
  await page.waitForSelector(`${hook("saved")}[data-state="saved"]`);
  assert(!(await files(page))["main.js"].includes('"two"'), "the file is as before");
  await page.evaluate(() => (FileSystemFileHandle.prototype.createWritable = window.real));
  await holds(page, "main.js", '"two"');
  await status(page, "in-use");
});

test("folder: what the page does not know stays, byte for byte, during ten steps of work", async ({ run }) => {
  const page = await openApp(run, { init: PICKER });
  const unknown = {
    // "// 한글" in CP949.
    "old.js": [47, 47, 32, 0xc7, 0xd1, 0xb1, 0xdb],
    "README.md": "notes\r\n",
    "parts/list.txt": [0, 255, 1],
    ".trammel/materials.json": '{"steel": 1}',
    ".trammel/writes.json": "7:a1",
    ".trammel/good.old.js": "drawCircle('old', 0, 0, 1);",
    ".trammel/title.json": '{ "name": "plate", "units": "mm", "future": [1, 2] }',
    ".trammel/layers.json": "{ }",
    ".trammel/hints.json": '{ "list": [], "future": 1 }',
    ".trammel/history/main.js": "1",
  };
  await change(page, "main.js", 'drawRect("plate", 0, 0, 40, 20);\n');
  for (const [path, content] of Object.entries(unknown)) await change(page, path, content);
  const before = await bytesOf(page, ...Object.keys(unknown));
  await fromDrawings(page, "open-folder");
  await waitForEntities(page, ["plate"]);
  await banner(page, "left-alone");
  const text = await page.locator(hook("folder-banner")).innerText();
  assert(text.includes("old.js is not UTF-8 text: convert it"), text);
  for (let step = 1; step <= 10; step += 1) {
    await drawCircles(page, `step${step}`);
    await holds(page, "main.js", `"step${step}"`);
  }
  assertEqual(await bytesOf(page, ...Object.keys(unknown)), before, "the files that the page does not know");
});

test("folder: edits within one step of coarse file times are not reverted", async ({ run }) => {
  const page = await openApp(run, { init: PICKER });
  await page.evaluate(COUNT_LOOKS);
  await page.evaluate(() => {
    const real = FileSystemFileHandle.prototype.getFile;
    FileSystemFileHandle.prototype.getFile = async function () {
      const file = await real.call(this);
      const bytes = await file.arrayBuffer();
      return new File([bytes], file.name, { lastModified: Math.floor(file.lastModified / 2_000) * 2_000 });
    };
  });
  await drawCircles(page, "a0");
  await fromDrawings(page, "open-folder");
  await status(page, "in-use");
  await holds(page, "main.js", '"a0"');
  for (const round of [1, 2, 3]) {
    for (const edit of [1, 2, 3]) {
      const name = `${"abc"[edit - 1]}${round}`;
      await drawCircles(page, name);
      await holds(page, "main.js", `"${name}"`);
    }
    await look(page);
    await waitForEntities(page, [`c${round}`]);
    assert((await files(page))["main.js"].includes(`"c${round}"`), "the newest edit is in the folder");
  }
});

test("folder: a main file that vanishes is a question, which ends when the file is back", async ({ run }) => {
  const page = await openApp(run, { init: PICKER });
  await page.evaluate(COUNT_LOOKS);
  await drawCircles(page, "one");
  await fromDrawings(page, "open-folder");
  await status(page, "in-use");
  await holds(page, "main.js", '"one"');
  const code = (await files(page))["main.js"];
  await change(page, "main.js", null);
  await banner(page, "vanished");
  await assertAccessibleInBothLooks(page, "the question about vanished files");
  await waitForEntities(page, ["one"]);
  await change(page, "main.js", code);
  await status(page, "in-use");

  await change(page, "main.js", null);
  await banner(page, "vanished");
  await page.locator(hook("folder-keep")).click();
  await status(page, "in-use");
  await holds(page, "main.js", '"one"');

  await change(page, "main.js", null);
  await banner(page, "vanished");
  await page.locator(hook("folder-load")).click();
  await waitForEntities(page, []);
  await look(page);
  assert(!("main.js" in (await files(page))), "the file stays away");
  await undo(page);
  await waitForEntities(page, ["one"]);
  await holds(page, "main.js", '"one"');
});
