// Faults of the File System Access API: the n-th call fails. Install `FAIL_CALLS` in a page, then call `failAt`.

/** Wraps each function of directories, files, and writers that the page calls. */
export const FAIL_CALLS = () => {
  window.folderFault = { at: 0, calls: 0, failed: "" };
  const wrap = (type, name) => {
    const { prototype } = type;
    const real = prototype[name];
    prototype[name] = function (...args) {
      const fault = window.folderFault;
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

/** Returns the name of the call that has failed; empty if none has. */
export function failedCall(page) {
  return page.evaluate(() => window.folderFault.failed);
}
