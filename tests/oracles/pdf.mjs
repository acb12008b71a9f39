// Measures PDF files after rasterization by Poppler at 254 dots per inch, which is 10 pixels per millimeter: the check bar on
// every page, the size of the pages, the outline of a plate, and the strips that neighboring pages share. qpdf checks the
// structure. Usage: node tests/oracles/pdf.mjs --bin target/debug/trammel
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const program = resolve(process.argv[process.argv.indexOf("--bin") + 1]);
const root = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "trammel-pdf-"));
const failures = [];
let measured = 0;

/** Notes a failure unless two numbers differ by at most `slack`. */
function near(found, wanted, slack, what) {
  measured += 1;
  if (!(Math.abs(found - wanted) <= slack)) failures.push(`${what}: ${found}, not ${wanted}`);
}

/** A page as rows of pixels, 0 for black. */
class Picture {
  constructor(file) {
    const bytes = readFileSync(file);
    const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 40).toString("latin1"));
    [this.width, this.height] = [Number(header[1]), Number(header[2])];
    this.pixels = bytes.subarray(header[0].length);
  }

  at(x, y) {
    return this.pixels[y * this.width + x];
  }

  isBlack(x, y) {
    return this.at(x, y) < 128;
  }

  /** The longest horizontal run of black pixels that is `thick` rows high, below the row `from`. */
  widestBlock(thick, from = 0) {
    const depth = new Int32Array(this.width);
    let widest = 0;
    for (let y = from; y < this.height; y += 1) {
      let run = 0;
      for (let x = 0; x < this.width; x += 1) {
        depth[x] = this.isBlack(x, y) ? depth[x] + 1 : 0;
        run = depth[x] >= thick ? run + 1 : 0;
        widest = Math.max(widest, run);
      }
    }
    return widest;
  }

  /** The longest vertical run of black pixels above the title block. */
  tallest() {
    let tallest = 0;
    const depth = new Int32Array(this.width);
    for (let y = 0; y < this.height - 370; y += 1) {
      for (let x = 0; x < this.width; x += 1) {
        depth[x] = this.isBlack(x, y) ? depth[x] + 1 : 0;
        tallest = Math.max(tallest, depth[x]);
      }
    }
    return tallest;
  }
}

/** Writes code as a PDF file with these options and returns its pages. */
function pages(name, code, options) {
  const [source, file] = [join(folder, "drawing.js"), join(folder, "drawing.pdf")];
  writeFileSync(source, code);
  execFileSync(program, ["convert", source, file, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  execFileSync("qpdf", ["--check", file], { stdio: ["ignore", "ignore", "inherit"] });
  return rasterized(name, file);
}

function rasterized(name, file) {
  const about = execFileSync("pdfinfo", ["-f", "1", "-l", "999", file]).toString();
  const sizes = [...about.matchAll(/Page +\d+ size: +([\d.]+) x ([\d.]+) pts/g)];
  for (const old of readdirSync(folder).filter((entry) => entry.endsWith(".pgm"))) rmSync(join(folder, old));
  execFileSync("pdftoppm", ["-r", "254", "-gray", file, join(folder, "page")]);
  const pictures = readdirSync(folder).filter((entry) => entry.endsWith(".pgm")).sort();
  near(pictures.length, sizes.length, 0, `${name}: number of pages`);
  return pictures.map((picture, at) => {
    const size = sizes[at].slice(1).map((points) => (Number(points) * 25.4) / 72);
    return { picture: new Picture(join(folder, picture)), size };
  });
}

/** The length of the check bar of a page in pixels: a block more than a millimeter high in the lower part of the page. */
function bar({ picture }) {
  return picture.widestBlock(11, picture.height - 620);
}

const THIN = "style: { stroke: { width: 0.5 } }";
const LINES = `
for (let i = 0; i < 40; i++) draw_line({ name: 'l' + i, points: [0, i * 12, 600, 470 - i * 11], ${THIN} });
for (let i = 1; i < 12; i++) draw_circle({ name: 'c' + i, x: 300, y: 240, radius: i * 20, ${THIN} });
`;
const FRAME = `draw_rect({ name: 'frame', x: 5, y: 7, width: 100, height: 60, ${THIN} });`;
const PLATE = "draw_rect({ name: 'plate', x: -3, y: 4, width: 100, height: 60, style: { stroke: { width: 0 }, fill: { color: '#000' } } });";

const PAPERS = {
  A6: [105, 148], A5: [148, 210], A4: [210, 297], A3: [297, 420], A2: [420, 594], Letter: [215.9, 279.4], "300x700": [300, 700],
  "74x110": [74, 110],
};

for (const [paper, [short, long]] of Object.entries(PAPERS)) {
  for (const orientation of ["portrait", "landscape"]) {
    if (paper === "74x110" && orientation === "landscape") continue;
    const [width, height] = orientation === "portrait" ? [short, long] : [long, short];
    const name = `${paper} ${orientation}`;
    for (const page of pages(name, FRAME, ["--paper", paper, "--orientation", orientation, "--scale", "fit"])) {
      near(page.size[0], width, 0.01, `${name}: width of the page in mm`);
      near(page.size[1], height, 0.01, `${name}: height of the page in mm`);
      near(bar(page), Math.min(1000, Math.floor((width - 20) / 10) * 100), 1, `${name}: check bar in pixels`);
    }
  }
}

for (const [scale, factor] of [["1:1", 1], ["1:2", 0.5], ["1:5", 0.2], ["2:1", 2], ["standard", 1]]) {
  const [page] = pages(scale, PLATE, ["--scale", scale, "--paper", "A3"]);
  near(page.picture.widestBlock(100), 1000 * factor, 1, `${scale}: width of the plate in pixels`);
  near(page.picture.tallest(), 600 * factor, 1, `${scale}: height of the plate in pixels`);
  near(bar(page), 1000, 1, `${scale}: check bar in pixels`);
}

for (const [x, y] of [[98, 100], [100, 102.5], [99.5, 99.2]]) {
  const name = `calibration ${x} ${y}`;
  const options = ["--scale", "1:1", "--paper", "A3", "--printed-width", String(x), "--printed-height", String(y)];
  const [page] = pages(name, PLATE, options);
  near(page.size[0] + page.size[1], 297 + 420, 0.02, `${name}: page`);
  near(page.picture.widestBlock(100), 1e5 / x, 1, `${name}: width of the plate in pixels`);
  near(page.picture.tallest(), 6e4 / y, 1, `${name}: height of the plate in pixels`);
}

for (const [paper, orientation, scale] of [["A4", "portrait", "1:1"], ["A4", "landscape", "1:1"], ["A3", "landscape", "2:1"]]) {
  const name = `tiles ${paper} ${orientation} ${scale}`;
  const all = pages(name, LINES, ["--paper", paper, "--orientation", orientation, "--scale", scale, "--tile"]);
  for (const page of all) near(bar(page), 1000, 1, `${name}: check bar in pixels`);
  // The margins are 10 mm, and the strip below the drawing is 27 mm high.
  const [width, height] = all[0].size.map((length) => Math.round(length * 10));
  const area = { left: 100, right: width - 100, top: 100, bottom: height - 370 };
  const extent = [600, 470].map((length) => length * Number(scale.split(":")[0]) * 10);
  const columns = Math.ceil((extent[0] - 100) / (area.right - area.left - 100) - 1e-6);
  near(all.length % columns, 0, 0, `${name}: pages in ${columns} columns`);
  let black = 0;
  let differing = 0;
  const same = (a, b, dx, dy, box) => {
    for (let y = box.top + 2; y < box.bottom - 2; y += 1) {
      for (let x = box.left + 2; x < box.right - 2; x += 1) {
        black += a.isBlack(x, y) ? 1 : 0;
        differing += Math.abs(a.at(x, y) - b.at(x + dx, y + dy)) > 40 ? 1 : 0;
      }
    }
  };
  all.forEach(({ picture }, at) => {
    if (at % columns < columns - 1) {
      same(picture, all[at + 1].picture, area.left + 100 - area.right, 0, { ...area, left: area.right - 100 });
    }
    if (at + columns < all.length) {
      same(picture, all[at + columns].picture, 0, area.top + 100 - area.bottom, { ...area, top: area.bottom - 100 });
    }
  });
  near(differing, 0, 0, `${name}: pixels that differ in the shared strips`);
  if (black < 1000) failures.push(`${name}: the shared strips are blank`);
}

for (const example of readdirSync(join(root, "examples")).filter((file) => file.endsWith(".js") && file !== "blank.js")) {
  for (const page of pages(example, readFileSync(join(root, "examples", example), "utf8"), ["--paper", "A2"])) {
    near(bar(page), 1000, 1, `${example}: check bar in pixels`);
  }
}

rmSync(folder, { recursive: true });
if (failures.length > 0) {
  console.error(failures.join("\n"));
  process.exit(1);
}
console.log(`${measured} measurements of PDF files agree`);
