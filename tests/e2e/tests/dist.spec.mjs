// The files of the built app.
import { readFileSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { dist } from "../dist.mjs";
import { assert, assertEqual, test } from "../fixtures.mjs";

test("dist: the profile of the split is published with the page", () => {
  const profile = readFileSync(join(dist, "split.profile"));
  assert(profile.length > 1000 && profile.every((hit) => hit <= 1) && profile.some((hit) => hit === 1), `${profile.length} functions`);
});

test("dist: the programs name no folder of the machine that built them", async () => {
  const programs = readdirSync(dist).filter((name) => name.endsWith(".wasm"));
  assertEqual(programs.length, 3, "the page, its deferred part, and its worker");
  const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
  for (const name of programs) {
    const text = readFileSync(join(dist, name), "latin1");
    for (const folder of [root, homedir(), process.env.CARGO_HOME ?? join(homedir(), ".cargo")]) {
      assert(!text.includes(`${folder}/`), `${folder} in ${name}`);
    }
    // The places of errors in crates are in the program, with a name in place of the folder. The deferred part has no texts.
    const hasTexts = !name.endsWith("_deferred.wasm");
    assertEqual(text.includes("/cargo/registry/src/"), hasTexts, `places of errors in ${name}`);
  }
});
