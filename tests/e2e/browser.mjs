// Launch options of Chromium for Playwright.
import { chromium } from "@playwright/test";
import { ARGUMENTS, PROGRAM } from "./chromium.mjs";

/** Launch options. Each launch uses a new profile. */
export const LAUNCH = { executablePath: PROGRAM, args: ARGUMENTS };

/** Starts a browser outside of the test runner, for benchmarks. */
export function launch() {
  return chromium.launch(LAUNCH);
}
