// Screenshots as PNG files: comparison of their pixels, and files with a palette of the 256 most frequent colors instead of
// three bytes per pixel.
import { deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const COLORS = 256;
/** Maximum difference of a color channel in equal pixels, and maximum number of different pixels in pictures that look alike. */
const NOTICEABLE = 40;
const MOST_DIFFERENT = 20;

/** Returns the picture with a palette. `file` has 8 bits per channel and no interlacing, like screenshots of browsers. */
export function withPalette(file) {
  const { width, height, pixels } = decode(file);
  const { palette, place } = paletteOf(pixels);
  // Each row starts with its filter; 0 leaves the row as it is, which compresses best with a palette.
  const data = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) data[y * (width + 1) + 1 + x] = place.get(pixels[y * width + x]);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  const chunks = [["IHDR", header], ["PLTE", colors], ["IDAT", deflateSync(data, { level: 9 })], ["IEND", Buffer.alloc(0)]];
  return Buffer.concat([SIGNATURE, ...chunks.map(([type, body]) => chunk(type, body))]);
}

/** Whether two pictures look alike. The colors of antialiased edges differ slightly between two screenshots of a browser. */
export function lookAlike(one, other) {
  return differentPixels(one, other) <= MOST_DIFFERENT;
}

/** Returns the number of pixels with a color channel that differs by more than `noticeable`; `Infinity` if the sizes differ. */
export function differentPixels(one, other, noticeable = NOTICEABLE) {
  const [a, b] = [decode(one), decode(other)];
  if (a.width !== b.width || a.height !== b.height) return Infinity;
  let different = 0;
  for (let at = 0; at < a.pixels.length; at += 1) {
    const apart = (shift) => Math.abs(((a.pixels[at] >> shift) & 255) - ((b.pixels[at] >> shift) & 255)) > noticeable;
    if (a.pixels[at] !== b.pixels[at] && (apart(16) || apart(8) || apart(0))) different += 1;
  }
  return different;
}

/** Returns the palette of the most frequent colors, and for every color the index of its nearest palette color. */
function paletteOf(pixels) {
  const counts = new Map();
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const all = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([color]) => color);
  const palette = all.slice(0, COLORS);
  const place = new Map(palette.map((color, at) => [color, at]));
  for (const color of all.slice(COLORS)) {
    let [best, least] = [0, Infinity];
    for (const [at, other] of palette.entries()) {
      const [r, g, b] = [16, 8, 0].map((shift) => ((color >> shift) & 255) - ((other >> shift) & 255));
      const distance = r * r + g * g + b * b;
      if (distance < least) [best, least] = [at, distance];
    }
    place.set(color, best);
  }
  return { palette, place };
}

/** Decodes a PNG file written by a browser or by `withPalette`; returns its size and its pixels as RGB numbers. */
function decode(file) {
  const chunks = { IDAT: [] };
  for (let at = SIGNATURE.length; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (type === "IDAT") chunks.IDAT.push(body);
    else chunks[type] = body;
    at += length + 12;
  }
  const { IHDR: header, PLTE: palette, IDAT: data } = chunks;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = { 2: 3, 3: 1, 6: 4 }[header[9]];
  if (header[8] !== 8 || !channels || header[12] !== 0) throw new Error("a PNG file of another kind");
  const rows = unfilter(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  const pixels = new Uint32Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    const [from, bytes] = palette ? [rows[at] * 3, palette] : [at * channels, rows];
    pixels[at] = (bytes[from] << 16) | (bytes[from + 1] << 8) | bytes[from + 2];
  }
  return { width, height, pixels };
}

/** Reverses the filters of the rows, as section 9 of the PNG specification describes them. */
function unfilter(data, stride, height, channels) {
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= channels ? rows[at - channels] : 0;
      const above = y > 0 ? rows[at - stride] : 0;
      const corner = x >= channels && y > 0 ? rows[at - stride - channels] : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
      rows[at] = data[y * (stride + 1) + 1 + x] + guess;
    }
  }
  return rows;
}

function paeth(left, above, corner) {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value));
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

const CRC = Array.from({ length: 256 }, (_, value) => {
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function chunk(type, body) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  let crc = 0xffffffff;
  for (const byte of named) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(~crc >>> 0);
  return Buffer.concat([length, named, check]);
}
