// Serves a folder on the loopback address like a plain static host: correct MIME types, 404 for missing files, no
// additional headers. `prefix` serves the folder under a sub-path. `scripts` are additional files by name, which index.html
// loads before its own scripts.
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  // Without an encoding, like many hosts.
  ".txt": "text/plain",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** Starts the server on a free port; returns `{url, close}`, where `url` ends with the prefix. */
export function serveStatic(root, prefix = "/", scripts = {}) {
  const contents = new Map();
  // Each page of a test loads all files, so they stay in memory.
  const read = (file) => {
    const { mtimeMs } = statSync(file);
    if (contents.get(file)?.mtimeMs !== mtimeMs) contents.set(file, { mtimeMs, content: readFileSync(file) });
    return contents.get(file).content;
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname.startsWith(prefix) ? decodeURIComponent(pathname.slice(prefix.length)) : null;
    if (name !== null && Object.hasOwn(scripts, name)) {
      response.writeHead(200, { "content-type": TYPES[".js"] }).end(scripts[name]);
      return;
    }
    const file = name !== null && fileFor(root, name);
    if (!file) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    if (file.endsWith(`${sep}index.html`)) {
      const tags = Object.keys(scripts).map((script) => `<script src="${script}"></script>`);
      response.end(read(file).toString().replace("<head>", `<head>${tags.join("")}`));
      return;
    }
    response.end(read(file));
  });
  return new Promise((started) => {
    server.listen(0, "127.0.0.1", () => {
      started({ url: `http://127.0.0.1:${server.address().port}${prefix}`, close: () => closeNow(server) });
    });
  });
}

/** Closes a server and all its connections. */
export function closeNow(server) {
  server.closeAllConnections();
  return new Promise((closed) => server.close(closed));
}

/** Returns the body of a request as text. */
export async function readAll(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

function fileFor(root, path) {
  const file = normalize(join(root, path.endsWith("/") || path === "" ? join(path, "index.html") : path));
  const inside = file.startsWith(normalize(root) + sep);
  return inside && statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}
