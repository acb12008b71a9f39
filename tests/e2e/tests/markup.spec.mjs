// The user's sketch over the drawing: it is sent with a message, and never becomes a part of the drawing.
import { assertAccessible } from "../axe.mjs";
import { assert, assertEqual, eventually, test } from "../fixtures.mjs";
import {
  box,
  connect,
  drawn,
  fromMenu,
  hook,
  linkOf,
  openApp,
  pageEventually,
  readCode,
  saved,
  say,
  typeCode,
  waitForEntities,
  waitForSelection,
} from "../page.mjs";
import { FORMATS, startProviders } from "../provider-mock.mjs";

const [ANTHROPIC] = FORMATS;
const PLATE = 'drawRect("plate", 0, 0, 200, 100);\ndrawCircle("hole", 50, 50, 10);';

/** Registers a test on a page with a plate with a hole and the sketch tool; `body` also receives the mock. */
function sketching(name, body, { open = {} } = {}) {
  test(`markup: ${name}`, async ({ run }) => {
    const answers = [{ match: { userMessage: "like this" }, response: { content: "I see." } }];
    const mock = await startProviders(answers);
    try {
      const page = await openApp(run, open);
      await typeCode(page, PLATE);
      await waitForEntities(page, ["plate", "hole"]);
      await page.locator(hook("tab-chat")).click();
      await connect(page, { provider: ANTHROPIC.provider, model: ANTHROPIC.model, key: "sk-canary-sketch", baseUrl: mock.address(ANTHROPIC) });
      await page.waitForSelector(hook("api-key"), { state: "detached" });
      await page.locator(hook("fit")).click();
      await page.locator(hook("zoom-out")).click();
      await page.locator(hook("tool-sketch")).click();
      await body(page, mock, run);
    } finally {
      await mock.close();
    }
  });
}

/** Drags the mouse through these points without releasing the button. */
async function press(page, [first, ...others]) {
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const point of others) await page.mouse.move(point.x, point.y);
}

async function stroke(page, points, count) {
  await press(page, points);
  await page.mouse.up();
  await strokesAre(page, count);
}

function strokesAre(page, count) {
  return pageEventually(page, `${count} strokes`, ([selector, count]) => document.querySelector(selector).dataset.strokes === count, [
    hook("sketch"),
    String(count),
  ]);
}

/** Returns the points of an irregular, hand-drawn ring around a center. */
function ring({ x, y }, radius) {
  return Array.from({ length: 41 }, (_, at) => {
    const angle = (at / 40) * 2 * Math.PI;
    const off = radius + 1.5 * Math.sin(at * 2.4);
    return { x: x + off * Math.cos(angle), y: y + off * Math.sin(angle) };
  });
}

/** Returns the points of an irregular line from left to right, slightly downward. */
function across({ left, right, top, height }) {
  return Array.from({ length: 21 }, (_, at) => ({
    x: left - 30 + ((right - left + 60) * at) / 20,
    y: top + height * 0.25 + at * 0.7 + 1.5 * Math.sin(at * 3.1),
  }));
}

async function lineAndRing(page) {
  const hole = await box(page, "hole");
  const middle = { x: (hole.left + hole.right) / 2, y: (hole.top + hole.bottom) / 2 };
  await stroke(page, across(await box(page, "plate")), 1);
  await stroke(page, ring(middle, hole.width), 2);
}

const chip = (page) => page.locator(hook("sketch-chip"));
const lines = (page) => page.$eval(hook("sketch"), (path) => path.getAttribute("d"));

sketching("strokes are sent with the next message and their description, and then fade", async (page, mock) => {
  await lineAndRing(page);
  assertEqual((await chip(page).innerText()).trim(), "Sketch · 2 strokes", "the chip");
  await say(page, "Make it like this.");
  await page.locator(hook("receipt")).waitFor();
  const told = mock.requests[0].raw;
  for (const part of [
    "strokes: 2; freehand, mm",
    "1. straight line, meant horizontal: [",
    'crosses \\"plate\\" at [',
    "2. closed, about a circle: center [",
    '(near the center [50, 50] of \\"hole\\"), radius ',
    'surrounds \\"hole\\"',
  ]) {
    assert(told.includes(part), `'${part}' in ${told.slice(told.indexOf("[From the app")).slice(0, 1500)}`);
  }
  assertEqual((await page.locator(hook("sketch-sent")).innerText()).trim(), "Sketch · 2 strokes", "what went along");
  assertEqual(await page.$eval(hook("sketch"), (path) => path.dataset.sent), "true", "the strokes fade");
  await pageEventually(page, "30 %", (selector) => getComputedStyle(document.querySelector(selector)).opacity === "0.3", hook("sketch"));
  await say(page, "Once more like this.");
  await page.locator(hook("receipt")).nth(1).waitFor();
  assertEqual(mock.requests[1].raw.split("freehand").length - 1, 1, "how often the model was told");
  const plate = await box(page, "plate");
  await stroke(page, [{ x: plate.left + 40, y: plate.bottom - 20 }], 1);
  assertEqual(await page.$eval(hook("sketch"), (path) => path.dataset.sent), "false", "a new sketch");
});

sketching("keys and the chip remove strokes; Escape cancels a stroke, then leaves the tool", async (page) => {
  await lineAndRing(page);
  const undo = await page.locator(hook("undo")).getAttribute("aria-disabled");
  await page.keyboard.press("Backspace");
  await strokesAre(page, 1);
  await waitForEntities(page, ["plate", "hole"]);
  const plate = await box(page, "plate");
  const from = { x: plate.left + 30, y: plate.top + 60 };
  await press(page, [from, { x: from.x + 60, y: from.y + 30 }, { x: from.x + 90, y: from.y + 90 }]);
  await pageEventually(page, "ink", (selector) => document.querySelector(selector).getAttribute("d") !== "", hook("ink"));
  await page.keyboard.press("Escape");
  await pageEventually(page, "no ink", (selector) => document.querySelector(selector).getAttribute("d") === "", hook("ink"));
  await page.mouse.move(from.x + 120, from.y + 20);
  await page.mouse.up();
  await drawn(page);
  await strokesAre(page, 1);
  assertEqual(await page.locator(hook("tool-sketch")).getAttribute("aria-pressed"), "true", "the tool stays");
  await page.locator(hook("clear-sketch")).click();
  await strokesAre(page, 0);
  assertEqual(await chip(page).count(), 0, "chips");
  await page.locator("#drawing").focus();
  await page.keyboard.press("Backspace");
  await waitForEntities(page, ["plate", "hole"]);
  await page.keyboard.press("Escape");
  assertEqual(await page.locator(hook("tool-select")).getAttribute("aria-pressed"), "true", "back to selecting");
  await page.keyboard.press("Shift+p");
  assertEqual(await page.locator(hook("tool-sketch")).getAttribute("aria-pressed"), "true", "chosen by key");
  assertEqual(await page.locator(hook("undo")).getAttribute("aria-disabled"), undo, "the drawing's own undo");
});

sketching("strokes keep their drawing coordinates during panning, and a full sketch is reported", async (page) => {
  const plate = await box(page, "plate");
  const at = { x: plate.left + 50, y: plate.top + 40 };
  await stroke(page, [at, { x: at.x + 60, y: at.y + 60 }], 1);
  const before = await lines(page);
  await page.mouse.wheel(0, -200);
  await pageEventually(page, "moved", ([selector, before]) => document.querySelector(selector).getAttribute("d") !== before, [hook("sketch"), before]);
  for (let count = 2; count <= 16; count += 1) await stroke(page, [{ x: at.x + count * 8, y: at.y + 20 }], count);
  assert((await chip(page).innerText()).includes("the maximum"), await chip(page).innerText());
  await press(page, [at, { x: at.x + 20, y: at.y + 60 }]);
  await page.mouse.up();
  await drawn(page);
  await strokesAre(page, 16);
  await pageEventually(page, "said", () => document.body.textContent.includes("A sketch has at most 16 strokes"), undefined);
});

sketching("strokes are not in the drawing, exported files, links or storage", async (page) => {
  const before = await page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()));
  const goesOut = async () => {
    await fromMenu(page, "share-export");
    const texts = [];
    for (const format of ["svg", "json", "project"]) texts.push((await saved(page, `export-${format}-file`)).text);
    await page.locator(hook("close-export")).click();
    return [...texts, await linkOf(page)];
  };
  await lineAndRing(page);
  const sketched = await goesOut();
  assert(sketched[0].includes("plate"), sketched[0]);
  await page.locator(hook("clear-sketch")).click();
  assertEqual(sketched, await goesOut(), "files and link with a sketch, and without");
  assertEqual(await page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort())), before, "what is stored");
  await page.locator(hook("tab-code")).click();
  assertEqual(await readCode(page), PLATE, "the code");
});

sketching("the picture of the drawing shows the strokes", async (page) => {
  const pink = () =>
    page.$eval(`${hook("picture-chip")}:last-child img`, async (image) => {
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const paint = canvas.getContext("2d");
      paint.drawImage(image, 0, 0);
      const { data } = paint.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) count += data[at] === 0xc2 && data[at + 1] === 0x18 && data[at + 2] === 0x5b;
      return count;
    });
  await page.locator(hook("attach-drawing")).click();
  await page.locator(hook("picture-chip")).waitFor();
  assertEqual(await pink(), 0, "dots of the sketch without one");
  await lineAndRing(page);
  await page.locator(hook("attach-drawing")).click();
  await page.locator(hook("picture-chip")).nth(1).waitFor();
  assert((await pink()) > 500, "the strokes are in the picture");
});

sketching(
  "on a phone, one finger draws and two fingers zoom",
  async (page) => {
    const client = await page.context().newCDPSession(page);
    const touch = (type, ...points) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const { left, top } = await box(page, "plate");
    const zoom = () => page.locator(hook("zoom")).textContent();
    await touch("touchStart", [left + 20, top + 20]);
    for (let step = 1; step <= 10; step += 1) await touch("touchMove", [left + 20 + step * 8, top + 20 + step]);
    await touch("touchEnd");
    await strokesAre(page, 1);
    const before = await zoom();
    await touch("touchStart", [left + 20, top + 20]);
    await touch("touchStart", [left + 20, top + 20], [left + 80, top + 20]);
    await touch("touchMove", [left + 10, top + 20], [left + 140, top + 20]);
    await touch("touchEnd");
    await pageEventually(page, "zoomed", ([selector, before]) => document.querySelector(selector).textContent !== before, [hook("zoom"), before]);
    await strokesAre(page, 1);
    await assertAccessible(page, "a sketch on a phone");
  },
  { open: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
);

for (const [colorScheme, locale] of [["light", "en-US"], ["dark", "ko-KR"]]) {
  sketching(
    `no axe-core violation, ${colorScheme} ${locale}`,
    async (page, mock) => {
      await lineAndRing(page);
      await assertAccessible(page, "a sketch");
      await say(page, "Make it like this.");
      await eventually("the request", () => mock.requests.length === 1);
      await page.locator(hook("receipt")).waitFor();
      await assertAccessible(page, "a sketch that was sent");
    },
    { open: { colorScheme, locale } },
  );
}

test("markup: the tool has a name in Korean and is in the palette", async ({ run }) => {
  const page = await openApp(run, { locale: "ko-KR" });
  assert((await page.locator(hook("tool-sketch")).getAttribute("aria-label")).startsWith("스케치"), "its name");
  await page.keyboard.press("ControlOrMeta+k");
  await page.locator(hook("palette-input")).fill("스케치");
  await page.locator(`${hook("palette-option")}[data-command="sketch"]`).click();
  await pageEventually(page, "chosen", (selector) => document.querySelector(selector).ariaPressed === "true", hook("tool-sketch"));
  await waitForSelection(page, []);
});
