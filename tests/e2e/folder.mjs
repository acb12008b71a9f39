// A folder on disk for tests. The picker of the browser cannot be operated by a script, so a folder of the origin private file
// system, which has the same interface, stands for the choice.
import { eventually } from "./assert.mjs";
import { hook } from "./page.mjs";

/** Lets the page choose a folder of the private file system, and notes the permission that it asks for. */
export const PICKER = () => {
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
export function files(page) {
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

/** Changes a file of the folder as another program does, to a text or to bytes; `null` removes it. */
export function change(page, path, text) {
  return page.evaluate(
    async ([path, text]) => {
      const root = await navigator.storage.getDirectory();
      let directory = await root.getDirectoryHandle("plates", { create: true });
      const parts = path.split("/");
      const name = parts.pop();
      for (const part of parts) directory = await directory.getDirectoryHandle(part, { create: true });
      if (text === null) return directory.removeEntry(name);
      const writable = await (await directory.getFileHandle(name, { create: true })).createWritable();
      await writable.write(Array.isArray(text) ? new Uint8Array(text) : text);
      await writable.close();
    },
    [path, text],
  );
}

/** Changes several files between two looks of the page, which finds all changes at once. */
export async function changeTogether(page, texts) {
  await page.evaluate(() => {
    const { prototype } = FileSystemDirectoryHandle;
    const real = prototype.values;
    const released = new Promise((resolve) => {
      window.releaseLooks = () => {
        prototype.values = real;
        resolve();
      };
    });
    window.looksWait = false;
    prototype.values = async function* () {
      window.looksWait = true;
      await released;
      yield* real.call(this);
    };
    window.dispatchEvent(new Event("focus"));
  });
  // The look before this one has ended.
  await eventually("a look waits for the changes", () => page.evaluate(() => window.looksWait));
  for (const [path, text] of Object.entries(texts)) await change(page, path, text);
  await page.evaluate(() => window.releaseLooks());
}

export const status = (page, state) => page.waitForSelector(`${hook("folder-status")}[data-state="${state}"]`);
export const banner = (page, state) => page.waitForSelector(`${hook("folder-banner")}[data-state="${state}"]`);
export const holds = (page, path, part) => eventually(`${path} has ${part}`, async () => (await files(page))[path]?.includes(part));

/** Returns the bytes of the files of the folder by path, as lists of numbers. */
export function bytesOf(page, ...paths) {
  return page.evaluate(async (paths) => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("plates");
    const found = {};
    for (const path of paths) {
      let directory = root;
      const parts = path.split("/");
      const name = parts.pop();
      for (const part of parts) directory = await directory.getDirectoryHandle(part);
      const file = await (await directory.getFileHandle(name)).getFile();
      found[path] = [...new Uint8Array(await file.arrayBuffer())];
    }
    return found;
  }, paths);
}

/** Makes the page look at the folder, as when the user returns to it, and waits for the end of two looks. */
export async function look(page) {
  for (let looks = 0; looks < 2; looks += 1) {
    const before = await page.evaluate(() => window.folderLooks);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await eventually("the page looks at the folder", () => page.evaluate((before) => window.folderLooks > before, before));
  }
}

/** Counts the looks at the folder, by its list of files. */
export const COUNT_LOOKS = () => {
  window.folderLooks = 0;
  const real = FileSystemDirectoryHandle.prototype.values;
  FileSystemDirectoryHandle.prototype.values = function () {
    if (this.name === "plates") window.folderLooks += 1;
    return real.call(this);
  };
};
