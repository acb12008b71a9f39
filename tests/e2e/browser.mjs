// Launch options of Chromium for a machine without a display, a GPU, or internet access.
import { chromium } from "@playwright/test";

/** Launch options: Debian's Chromium, or the program in CHROMIUM. Each launch uses a new profile. */
export const LAUNCH = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** Starts a browser outside of the test runner, for benchmarks. */
export function launch() {
  return chromium.launch(LAUNCH);
}
