// Starts the static server that serves the app to all workers, and stops it after the last test.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { dist } from "./dist.mjs";
import { serveStatic } from "./static-server.mjs";

/** Runs once, before the workers, which inherit the environment. Playwright calls the returned function at the end. */
export default async function globalSetup() {
  if (!existsSync(join(dist, "index.html"))) {
    throw new Error(`${dist} holds no built app. Run \`cargo xtask test --only build\`, and set DIST to target/e2e-dist, or \`cargo xtask test --only e2e\`.`);
  }
  const server = await serveStatic(dist);
  process.env.APP_URL = server.url;
  return server.close;
}
