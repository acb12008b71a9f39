// Launch options of Chromium for Playwright.
import { chromium } from "@playwright/test";
import { ARGUMENTS, PROGRAM, SHELL } from "./chromium.mjs";

/**
 * Features of Chromium that the tests switch off. This argument replaces Playwright's own list, so it repeats the entries of
 * that list. The first three draw the suggestions of the address bar as a page: each window would start another process for it.
 */
const DISABLED_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxAimPopup",
  // Starts the process of the next window in advance. Most tests have one window.
  "SpareRendererForSitePerProcess",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** Launch options. Each launch uses a new profile. */
export const LAUNCH = { executablePath: PROGRAM, args: [...ARGUMENTS, `--disable-features=${DISABLED_FEATURES.join(",")}`] };

/** Launch options without a window. Each site and the sandboxed frame get their own process, as in Chromium with a window. */
export const LAUNCH_SHELL = {
  executablePath: SHELL,
  args: [...LAUNCH.args, "--site-per-process", "--enable-features=IsolateSandboxedIframes"],
};

/** Starts a browser outside of the test runner, for benchmarks. */
export function launch() {
  return chromium.launch(LAUNCH);
}
