// A drawing in a folder on disk: both sides are kept the same, and no version is lost. The picker of the browser cannot be
// operated by a script, so a folder of the origin private file system, which has the same interface, stands for the choice.
import { assertAccessibleInBothLooks } from "../axe.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import { drawCircles, fromDrawings, hook, openApp, openCode, readCode, ready, typeCode, waitForEntities } from "../page.mjs";

/** Lets the page choose a folder of the private file system, and notes the permission that it asks for. */
const PICKER = () => {
  window.showDirectoryPicker = async ({ mode }) => {
    if (mode !== "readwrite") throw new TypeError(`mode ${mode}`);
    return (await navigator.storage.getDirectory()).getDirectoryHandle("plates", { create: true });
  };
  const { prototype } = FileSystemDirectoryHandle;
  prototype.queryPermission = async () => sessionStorage.getItem("permission") ?? "granted";
  prototype.requestPermission = async () => {
    const answer = sessionStorage.getItem("answer") ?? "granted";
    sessionStorage.setItem("permission", answer);
    return answer;
  };
};

/** Returns the files of the folder by path, without those that the page removes or replaces at this moment. */
function files(page) {
  return page.evaluate(async () => {
    const found = {};
    const removed = (error) => {
      if (!["NotFoundError", "NotReadableError"].includes(error.name)) throw error;
    };
    const read = async (directory, path) => {
      for await (const [name, entry] of directory.entries()) {
        if (entry.kind === "directory") await read(entry, `${path}${name}/`);
        else {
          const text = await entry.getFile().then((file) => file.text()).catch(removed);
          if (text !== undefined) found[path + name] = text;
        }
      }
    };
    const root = await navigator.storage.getDirectory();
    await read(await root.getDirectoryHandle("plates", { create: true }), "");
    return found;
  });
}

/** Changes a file of the folder as another program does; `null` removes it. */
function change(page, path, text) {
  return page.evaluate(
    async ([path, text]) => {
      const root = await navigator.storage.getDirectory();
      let directory = await root.getDirectoryHandle("plates", { create: true });
      const parts = path.split("/");
      const name = parts.pop();
      for (const part of parts) directory = await directory.getDirectoryHandle(part, { create: true });
      if (text === null) return directory.removeEntry(name);
      const writable = await (await directory.getFileHandle(name, { create: true })).createWritable();
      await writable.write(text);
      await writable.close();
    },
    [path, text],
  );
}

const status = (page, state) => page.waitForSelector(`${hook("folder-status")}[data-state="${state}"]`);
const banner = (page, state) => page.waitForSelector(`${hook("folder-banner")}[data-state="${state}"]`);
const holds = (page, path, part) => eventually(`${path} has ${part}`, async () => (await files(page))[path]?.includes(part));
const undo = (page) => page.locator(hook("undo")).click();

test("folder: an empty folder gets the drawing, and both sides follow each other", async ({ run }) => {
  const page = await openApp(run, { init: PICKER });
  await drawCircles(page, "one");
  await fromDrawings(page, "open-folder");
  await status(page, "in-use");
  await holds(page, "main.js", '"one"');
  await drawCircles(page, "one", "two");
  await holds(page, "main.js", '"two"');

  await change(page, "main.js", 'import { hole } from "hole";\ndrawCircle("outside", 0, 0, 5);\nhole();\n');
  await change(page, "hole.js", 'export function hole() { drawCircle("hole", 0, 0, 2); }\n');
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
  await fromDrawings(page, "new-drawing");
  await waitForEntities(page, []);
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
