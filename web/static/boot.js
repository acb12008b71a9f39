// Starts the app. Trunk would insert this code as an inline script, which the page's Content-Security-Policy forbids.
// The file names are therefore passed in the data attributes of this script's own element.
const { js, wasm } = document.querySelector("script[data-wasm]").dataset;

try {
  const app = await import(new URL(js, document.baseURI).href);
  await app.default({ module_or_path: new URL(wasm, document.baseURI) });
} catch (error) {
  const status = document.getElementById("boot-status");
  if (status) {
    status.textContent = `Trammel could not start: ${error.message ?? error}. Reload the page to try again.`;
  }
  throw error;
}
