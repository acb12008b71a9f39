// The end-to-end tests of the built app in Chromium. Starts and ends everything it needs.
//
//   node tests/e2e/run.mjs [PART OF A TEST NAME ...]
//
// DIST is the built app (default: dist/), CHROMIUM the browser (default: Debian's).
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { runAll } from "./harness.mjs";
import { serveStatic } from "./static-server.mjs";
import "./tests/mock.mjs";
import "./tests/start.mjs";
import "./tests/code.mjs";
import "./tests/chat.mjs";
import "./tests/webmcp.mjs";
import "./tests/canvas.mjs";
import "./tests/people.mjs";
import "./tests/share.mjs";
import "./tests/foreign.mjs";
import "./tests/text.mjs";
import "./tests/desk.mjs";
import "./tests/providers.mjs";
import "./tests/conversation.mjs";
import "./tests/connecting.mjs";
import "./tests/sign-in.mjs";
import "./tests/on-device.mjs";
import "./tests/sketch.mjs";
import "./tests/keeping.mjs";
import "./tests/attacks.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const dist = resolve(process.env.DIST ?? join(here, "../../dist"));
if (!existsSync(join(dist, "index.html"))) {
  console.error(`${dist} holds no built app: run \`cargo xtask build\` first, or \`cargo xtask test --only e2e\``);
  process.exit(1);
}
const server = await serveStatic(dist);
const passed = await runAll({
  url: server.url,
  filters: process.argv.slice(2),
  failureDir: join(here, "../../target/e2e-failures"),
});
await server.close();
process.exit(passed ? 0 : 1);
