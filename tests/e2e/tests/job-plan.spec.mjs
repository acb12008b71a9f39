// Job 5: a plan with checks. Only what depends on a changed value moves, and a change by a model has a receipt.
import { assert, assertEqual, test } from "../fixtures.mjs";
import { exported } from "../drawing.mjs";
import { changing, exportFile, near, openExample, setParameter, stepSlider } from "../jobs.mjs";
import { KEY, reply, startMock, text, toolUse } from "../mock-anthropic.mjs";
import { connect, hook, openApp, row, say, waitForSelection } from "../page.mjs";
import { pdfPages, POINTS } from "../pdf-reader.mjs";

const NAMES = ["walls", "opening", "leaf", "swing", "basin", "toilet", "turning_circle", "door_check", "turning_check"];
const [RED, GREEN] = [[214, 40, 40], [42, 157, 143]];

/** Returns the entities of the drawing by their names. */
async function plan(page) {
  return new Map((await exported(page)).map((entity) => [entity.name, entity]));
}

/** Returns the names of the entities that differ, or that only one of two drawings has. */
function differences(before, after) {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name))).sort();
}

/** Checks the text and the color of a check. */
function checkIs(entities, name, isGreen) {
  const { geometry, style } = entities.get(name);
  assert(geometry.text.startsWith(isGreen ? "OK: " : "TOO SMALL: "), `${name}: ${geometry.text}`);
  const color = style.fill.color.slice(0, 3).map((share) => Math.round(255 * share));
  assertEqual(color, isGreen ? GREEN : RED, `color of ${name}`);
}

test("job 5: the checks of the plan turn red and green with the sliders, and nothing else moves", async ({ run }) => {
  const page = await openApp(run);
  await openExample(page, "plan", NAMES);
  const start = await plan(page);
  checkIs(start, "door_check", true);
  checkIs(start, "turning_check", true);

  // One step of the slider is 10 mm.
  await stepSlider(page, "door", "ArrowLeft");
  const narrow = await plan(page);
  checkIs(narrow, "door_check", false);
  checkIs(narrow, "turning_check", true);
  assertEqual(differences(start, narrow), ["door_check", "door_size", "leaf", "opening", "swing"], "moved with the door");
  assertEqual(narrow.get("opening").geometry.width, 890, "width of the opening");
  await stepSlider(page, "door", "ArrowRight");
  assertEqual(differences(start, await plan(page)), [], "changes after the way back");

  await setParameter(page, "turning", 1800);
  const tight = await plan(page);
  checkIs(tight, "turning_check", false);
  checkIs(tight, "door_check", true);
  assertEqual(differences(start, tight), ["turning_check", "turning_circle"], "moved with the circle");
  // The fixtures take 600 mm of the depth.
  await setParameter(page, "depth", 2390);
  checkIs(await plan(page), "turning_check", false);
  await stepSlider(page, "depth", "ArrowRight");
  const deep = await plan(page);
  checkIs(deep, "turning_check", true);
  const moved = ["basin", "depth_size", "door_check", "toilet", "turning_check", "turning_circle", "walls", "width_size"];
  assertEqual(differences(tight, deep), moved, "moved with the depth");
  for (const name of ["opening", "leaf", "swing", "door_size"]) {
    assertEqual(JSON.stringify(deep.get(name)), JSON.stringify(start.get(name)), `${name} in the wall that stays`);
  }
});

test("job 5: the receipt of a change by a model counts what moved and names what was not selected", async ({ run }) => {
  const edit = { file: "main", old_code: "const door = 900;", new_code: "const door = 890;" };
  const turns = [
    reply(toolUse("toolu_01READ", "read", { file: "main" })),
    reply(toolUse("toolu_02DOOR", "edit", edit)),
    reply(text("The door is 890 wide.")),
  ];
  const mock = await startMock({ turns });
  try {
    const page = await openApp(run);
    await openExample(page, "plan", NAMES);
    const before = await plan(page);
    await connect(page, { baseUrl: mock.baseUrl, key: KEY });
    await page.locator(row("leaf")).click();
    await waitForSelection(page, ["leaf"]);
    await say(page, "Make the door 10 mm narrower.");
    // A change of what is not selected needs approval.
    const question = await (await page.waitForSelector(hook("asking"))).innerText();
    assert(question.includes("opening") && !question.includes("basin"), `the question: ${question}`);
    await page.locator(hook("keep-all")).click();
    const receipt = await (await page.waitForSelector(hook("receipt"))).innerText();
    const after = await plan(page);
    const moved = differences(before, after);
    assertEqual(moved, ["door_check", "door_size", "leaf", "opening", "swing"], "moved by the model");
    checkIs(after, "door_check", false);
    const outside = moved.filter((name) => name !== "leaf").join(", ");
    assert(receipt.includes("5 changed") && receipt.includes(`Outside your selection: ${outside}`), `the receipt: ${receipt}`);
    assert(!receipt.includes("added") && !receipt.includes("deleted"), `the receipt: ${receipt}`);
    await changing(page, () => page.locator(hook("undo")).click());
    assertEqual(differences(before, await plan(page)), [], "changes after undo");
  } finally {
    await mock.close();
  }
});

test("job 5: 2500 mm of the plan are 50 mm on paper at 1:50", async ({ run }) => {
  const page = await openApp(run);
  await openExample(page, "plan", NAMES);
  await setParameter(page, "width", 2500);
  const { bytes } = await exportFile(page, "pdf", { scale: "1:50", paper: "A4" });
  const [sheet, ...more] = pdfPages(bytes);
  assertEqual(more.length, 0, "further pages");
  const room = sheet.painted.find(({ width, height }) => Math.abs(width - 141.7323) < 0.01 && Math.abs(height - 46 * POINTS) < 0.01);
  assert(room, "the inside of the walls, 2500 x 2300 mm, is 50 x 46 mm on paper");
  near(room.width, 141.7323, "2500 mm in points", 1e-3);
  const bar = sheet.painted.filter(({ width, height }) => Math.abs(width - 283.4646) < 1e-3 && Math.abs(height - 1.25 * POINTS) < 1e-3);
  assertEqual(bar.length, 1, "check bars of 100 mm");
});
