// Faults of the File System Access API: the n-th call fails, or a call never answers. Install `FAIL_CALLS` in a page, then call
// `failAt` or `silenceCall`.

/** Wraps each function of directories, files, and writers that the page calls. */
export const FAIL_CALLS = () => {
  window.folderFault = { at: 0, calls: 0, failed: "", silent: "", answerLate: undefined };
  // Long waits for an answer are shortened.
  const wait = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => wait(act, window.folderFault.silent !== "" && ms >= 5000 ? ms / 10 : ms, ...rest);
  const wrap = (type, name) => {
    const { prototype } = type;
    const real = prototype[name];
    prototype[name] = function (...args) {
      const fault = window.folderFault;
      if (fault.silent === name && fault.answerLate === undefined) {
        const late = new Promise((resolve) => {
          fault.answerLate = () => resolve(real.apply(this, args));
        });
        return name === "values" ? { next: () => late.then((entries) => entries.next()) } : late;
      }
      fault.calls += 1;
      if (fault.calls === fault.at) {
        fault.failed = name;
        const error = new DOMException("the disk failed", "NotReadableError");
        if (name === "values") throw error;
        return Promise.reject(error);
      }
      return real.apply(this, args);
    };
  };
  for (const name of ["values", "getDirectoryHandle", "getFileHandle", "removeEntry"]) wrap(FileSystemDirectoryHandle, name);
  for (const name of ["getFile", "createWritable"]) wrap(FileSystemFileHandle, name);
  for (const name of ["write", "close"]) wrap(FileSystemWritableFileStream, name);
  wrap(File, "arrayBuffer");
};

/** Makes the n-th call from now fail; 0 for no failure. */
export function failAt(page, n) {
  return page.evaluate((at) => Object.assign(window.folderFault, { at, calls: 0, failed: "" }), n);
}

/** Makes the next call of this name give no answer. */
export function silenceCall(page, name) {
  return page.evaluate((silent) => Object.assign(window.folderFault, { silent, answerLate: undefined }), name);
}

/** Returns whether a call without an answer took place. */
export function isSilenced(page) {
  return page.evaluate(() => window.folderFault.answerLate !== undefined);
}

/** Carries out the call without an answer, after the page has given it up. */
export function answerLate(page) {
  return page.evaluate(() => {
    window.folderFault.answerLate();
    Object.assign(window.folderFault, { silent: "" });
  });
}

/** Returns the name of the call that has failed; empty if none has. */
export function failedCall(page) {
  return page.evaluate(() => window.folderFault.failed);
}
