// Chromium on a machine without a display, a GPU, or internet access.

/** The program: Debian's Chromium, or the one in CHROMIUM. */
export const PROGRAM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Chromium without a window, from the same sources, which needs less time for a test; Chromium itself without HEADLESS_SHELL. */
export const SHELL = process.env.HEADLESS_SHELL ?? PROGRAM;

/** Command-line arguments of each start. */
export const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
