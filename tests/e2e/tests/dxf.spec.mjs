// Export of DXF files from the page: the file is written in the worker with the chosen options.

import { assert, assertEqual, test } from "../fixtures.mjs";
import { fromMenu, hook, openApp, saved, typeCode, waitForEntities } from "../page.mjs";

const CODE =
  "draw_rect({ name: 'plate', x: 0, y: 0, width: 40, height: 20 });\n" +
  "draw_bezier({ name: 'wave', path: 'M0,0 C0,10 20,-10 20,0' });\n" +
  "draw_circle({ name: 'bore', x: 30, y: 10, radius: 4 });";

/** Returns the types of the entities of a file. */
function entities(text) {
  const [, section] = text.split("\r\nENTITIES\r\n");
  return [...section.split("\r\nENDSEC\r\n")[0].matchAll(/  0\r\n(\w+)\r\n/g)].map(([, type]) => type).filter((type) => type !== "ENDSEC");
}

test("dxf: a file is exported with the chosen purpose, and its changes are reported", async ({ run }) => {
  const page = await openApp(run);
  await typeCode(page, CODE);
  await waitForEntities(page, ["plate", "wave", "bore"]);
  await fromMenu(page, "share-export");
  const cad = await saved(page, "export-dxf-file");
  assert(cad.name.endsWith(".dxf"), cad.name);
  assertEqual(entities(cad.text).join(), "LWPOLYLINE,SPLINE,CIRCLE", "the entities for CAD");
  await page.locator(`${hook("export-dxf-options")} summary`).click();
  await page.locator(hook("export-dxf-preset")).selectOption("cut");
  const cut = await saved(page, "export-dxf-file");
  assertEqual(entities(cut.text).join(), "LWPOLYLINE,LWPOLYLINE,CIRCLE", "the entities for cutting");
  const report = await page.locator(hook("export-report")).innerText();
  assert(report.includes("wave"), `the report names the changed curve: ${report}`);
});
