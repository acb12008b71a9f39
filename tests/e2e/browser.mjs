// Chromium as it works on a machine without a display, a GPU or the internet.
import { chromium } from "@playwright/test";

/** Options of a launch: Debian's Chromium, or the program that CHROMIUM names. The profile is a new one each time. */
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
