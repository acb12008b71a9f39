// Selection, navigation, and the tree.
import { assert, assertEqual, test } from "../fixtures.mjs";
import {
  activeContent,
  box,
  drawCircles,
  drawn,
  entities,
  entity,
  hook,
  openApp,
  pageEventually,
  pointOn,
  readCode,
  row,
  typeCode,
  waitForEntities,
  waitForSelection,
  watchActiveContent,
} from "../page.mjs";

const canvas = `svg${hook("canvas")}`;

async function emptyCorner(page) {
  const area = await page.locator(canvas).boundingBox();
  return { x: area.x + 60, y: area.y + 120, right: area.x + area.width - 60, bottom: area.y + area.height - 100 };
}

async function zoomPercent(page) {
  return Number.parseFloat((await page.locator(hook("zoom")).textContent()).replace(/[^\d.]/g, ""));
}

test("canvas: a click selects an entity, a click on empty canvas clears the selection", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "a", "b");
  await page.locator(hook("fit")).click();
  const point = await pointOn(page, "b");
  await page.mouse.click(point.x, point.y);
  await waitForSelection(page, ["b"]);
  const corner = await emptyCorner(page);
  await page.mouse.click(corner.x, corner.y);
  await waitForSelection(page, []);
});

test("canvas: a marquee selects the enclosed entities", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "a", "b", "c");
  await page.locator(hook("fit")).click();
  await page.locator(hook("zoom-out")).click();
  const { left, top } = await box(page, "a");
  const end = await box(page, "b");
  const area = await page.locator(canvas).boundingBox();
  await page.mouse.move(Math.max(left - 8, area.x + 2), Math.max(top - 30, area.y + 2));
  await page.mouse.down();
  await page.mouse.move(end.right + 4, end.bottom + 30, { steps: 6 });
  await page.mouse.up();
  await waitForSelection(page, ["a", "b"]);
});

test("canvas: the visibility button hides and shows an entity", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "seen", "other");
  const isDrawn = (wanted) =>
    pageEventually(
      page,
      wanted ? "drawn" : "hidden",
      ([selector, wanted]) => {
        const node = document.querySelector(selector);
        const drawn = Boolean(node) && node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0;
        return drawn === wanted;
      },
      [entity("seen"), wanted],
    );
  await isDrawn(true);
  await page.locator(`${row("seen")} ${hook("eye")}`).click();
  await isDrawn(false);
  await page.locator(`${row("seen")} ${hook("eye")}`).click();
  await isDrawn(true);
});

test("canvas: the lock button locks and unlocks an entity", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "held", "free");
  const code = await readCode(page);
  const lock = page.locator(`${row("held")} ${hook("lock")}`);
  await lock.click();
  const isHeld = (wanted) =>
    pageEventually(
      page,
      `locked: ${wanted}`,
      ([selector, wanted]) => document.querySelector(selector)?.dataset.on === wanted,
      [`${row("held")} ${hook("lock")}`, wanted],
    );
  await isHeld("true");

  // A click selects the unlocked circle, but not the locked one.
  const press = async (name) => {
    const { x, y } = await pointOn(page, name);
    await page.mouse.click(x, y);
  };
  await press("free");
  await waitForSelection(page, ["free"]);
  await press("held");
  await waitForSelection(page, []);

  // A click on its row selects the locked circle, and the Delete key shows an error that names the circle.
  const erase = async () => {
    await page.locator(row("held")).click();
    await waitForSelection(page, ["held"]);
    await page.keyboard.press("Delete");
  };
  await erase();
  const refusal = await page.waitForSelector(hook("notice"));
  const said = await refusal.textContent();
  assert(/held/.test(said) && /lock/i.test(said), `the refusal names what is locked: ${said}`);
  await drawn(page);
  assertEqual([...(await entities(page))].sort(), ["free", "held"], "what is drawn");
  assertEqual(await readCode(page), code, "the code");

  await lock.click();
  await isHeld("false");
  await erase();
  await waitForEntities(page, ["free"]);
});

test("canvas: the wheel zooms at the cursor and fit shows the whole drawing", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "a", "b");
  await page.locator(hook("fit")).click();
  const before = await zoomPercent(page);
  const point = await pointOn(page, "a");
  await page.mouse.move(point.x, point.y);
  await page.mouse.wheel(0, -400);
  await pageEventually(
    page,
    "a larger zoom",
    ([selector, before]) => Number.parseFloat(document.querySelector(selector).textContent.replace(/[^\d.]/g, "")) > before,
    [hook("zoom"), before],
  );
  const now = await pointOn(page, "a");
  const moved = Math.hypot(now.x - point.x, now.y - point.y);
  assert(moved < 2, `the point under the cursor moved by ${moved.toFixed(1)} px`);
  await page.locator(hook("fit")).click();
  await pageEventually(
    page,
    "the zoom of before",
    ([selector, before]) => Number.parseFloat(document.querySelector(selector).textContent.replace(/[^\d.]/g, "")) === before,
    [hook("zoom"), before],
  );
  const area = await page.locator(canvas).boundingBox();
  for (const name of ["a", "b"]) {
    const { left, right, top, bottom } = await box(page, name);
    const inside = left >= area.x && right <= area.x + area.width && top >= area.y && bottom <= area.y + area.height;
    assert(inside, `${name} is in view`);
  }
});

test("canvas: the middle button pans and the status bar shows the coordinates", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "a");
  const before = await box(page, "a");
  const corner = await emptyCorner(page);
  await page.mouse.move(corner.x, corner.y);
  await page.mouse.down({ button: "middle" });
  await page.mouse.move(corner.x + 90, corner.y + 40, { steps: 5 });
  await page.mouse.up({ button: "middle" });
  await pageEventually(
    page,
    "the circle moved with the pointer",
    ([selector, left, top]) => {
      const box = document.querySelector(selector).getBoundingClientRect();
      return Math.abs(box.left - left - 90) < 2 && Math.abs(box.top - top - 40) < 2;
    },
    [entity("a"), before.left, before.top],
  );
  const first = await page.locator(hook("coords")).textContent();
  await page.mouse.move(corner.x + 200, corner.y + 100);
  await pageEventually(
    page,
    "other coordinates",
    ([selector, first]) => document.querySelector(selector).textContent !== first,
    [hook("coords"), first],
  );
});

test("canvas: a row of the tree names the type of its item", async ({ run }) => {
  const page = await openApp(run);
  const code = `
    draw_rect({ name: "plate", x: 0, y: 0, width: 60, height: 40 });
    draw_ellipse({ name: "pond", cx: 90, cy: 20, rx: 20, ry: 10 });
    draw_text({ name: "title", text: "Plan", x: 0, y: 50, size: 5 });
    draw_point({ name: "datum", x: 0, y: 0 });
    draw_region({ name: "half", paths: [[["line", -5, 80, 5, 80], ["arc", 0, 80, 5, 0, 0, 5, 0, Math.PI]]] });
    dimension_linear({ name: "width", from: "plate.point[3]", to: "plate.point[2]", offset: 10 });
    leader({ name: "note", target: "plate", points: [70, 50], text: "M8" });
    hatch({ name: "section", entities: ["plate"], pattern: "ansi31" });
  `;
  await typeCode(page, code);
  const types = { plate: "rectangle", pond: "ellipse", title: "text", datum: "point", half: "region", width: "dimension", note: "leader", section: "hatch" };
  await waitForEntities(page, Object.keys(types));
  for (const [name, type] of Object.entries(types)) {
    assertEqual(await page.locator(`${row(name)} .visually-hidden`).textContent(), type, `the type of ${name}`);
  }
});

test("canvas: names with markup are shown as text", async ({ run }) => {
  const page = await openApp(run);
  const name = '"><img src=x onerror=alert(1)>';
  await watchActiveContent(page);
  await drawCircles(page, name, "나사");
  await page.locator(hook("tree-row")).filter({ hasText: name }).click();
  await waitForSelection(page, [name]);
  assertEqual(await page.locator(hook("property-name")).inputValue(), name, "the name in the properties");
  assertEqual(await activeContent(page), [], "elements and attributes made from the name");
});

test("canvas: the pointer snaps to exact points, and P writes one into the message", async ({ run }) => {
  const page = await openApp(run);
  await drawCircles(page, "hole");
  await page.locator(hook("fit")).click();
  const at = await pointOn(page, "hole", 0);
  await page.mouse.move(at.x + 3, at.y + 2);
  const snap = page.locator(hook("snap"));
  await pageEventually(page, "a snap on the circle", (selector) => document.querySelector(selector)?.dataset.kind === "quadrant", hook("snap"));
  assert((await snap.getAttribute("d")).startsWith("M"), "a marker is drawn");
  const coords = await page.locator(hook("coords")).textContent();
  assert(/X 10 {2}Y 0 {2}quadrant · hole/.test(coords), coords);
  await page.keyboard.press("p");
  assertEqual(await page.locator(hook("composer")).inputValue(), "[10, 0] (quadrant of hole) ", "the message");
  const corner = await emptyCorner(page);
  await page.mouse.move(corner.x, corner.y);
  await pageEventually(page, "no snap in the empty corner", (selector) => !document.querySelector(selector)?.dataset.kind, hook("snap"));
});
