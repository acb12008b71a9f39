// Playwright configuration of the end-to-end tests of the built app.
//
//   npx playwright test [--grep PART_OF_A_NAME]      in this folder, or with --config tests/e2e
//
// DIST is the built app (default: dist/), CHROMIUM the browser (default: Debian's). Tests of the deferred part need a split
// page, which `cargo xtask test --only build` puts into target/e2e-dist. The trace of a failed test holds
// its steps and the console; with TRACE=full, also screenshots, the DOM, and the network.
import { defineConfig } from "@playwright/test";
import { LAUNCH, LAUNCH_SHELL } from "./browser.mjs";

const FAILURES = "../../target/e2e-failures";

export default defineConfig({
  testDir: "tests",
  testMatch: "*.spec.mjs",
  globalSetup: "./global-setup.mjs",
  reporter: [["list"], ["./summary.mjs"]],
  fullyParallel: true,
  // One more than the processors of a small machine, because a test also waits.
  workers: 3,
  forbidOnly: true,
  timeout: 120_000,
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    // Full traces of all tests would extend the run time of the suite by half.
    trace: process.env.TRACE === "full" ? "retain-on-failure" : { mode: "retain-on-failure", screenshots: false, snapshots: false },
  },
  // No test is retried, because a test that passes the second time has found an error; `withinLimits` repeats only measurements
  // of time. Each project empties its own output folder, so the second project keeps the failures of the first one.
  projects: [
    { name: "parallel", grepInvert: /@timed/, outputDir: `${FAILURES}/parallel`, use: { launchOptions: LAUNCH_SHELL } },
    { name: "timed", grep: /@timed/, outputDir: `${FAILURES}/timed`, workers: 1, use: { launchOptions: LAUNCH } },
  ],
});
