// Compares lengths of SVG paths, and points at distances along the paths, with an independent numerical integration.
//
// usage: node lengths.mjs --bin PATH_TO_TRAMMEL [--cases N] [--seed N]
//
// Random paths use all SVG path commands, absolute and relative, including arcs with radii that are too small. This file
// computes the segments of each path by the formulas of the SVG specification and integrates them adaptively to 1e-15 of the
// length. The integration is checked against lengths.json, a table of lengths and points that lengths.py computed with 40
// digits. Our results must agree with the integration and with the table to 1e-9 of the length.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TOLERANCE = 1e-9;
/** Tolerance of the integration in this file against the 40-digit table, as a fraction of the length. */
const OWN = 1e-12;
/** Positions of the compared points, as fractions of the path length. */
const PARTS = [0.1, 0.5, 0.9];
// Number of paths in one run, limited by the maximum size of the log of a run.
const BATCH = 150;

function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : otherwise;
}

/**
 * Returns a random path as a list of `[letter, numbers as text]`: a move, one to six random commands, and sometimes Z. A command
 * with several sets of arguments is listed once for each set.
 */
export function path(rnd) {
  const n = () => (rnd() * 200 - 100).toFixed(2);
  const many = (count) => () => Array.from({ length: count }, n);
  const flag = () => (rnd() < 0.5 ? '0' : '1');
  const commands = {
    L: many(2),
    H: many(1),
    V: many(1),
    C: many(6),
    S: many(4),
    Q: many(4),
    T: many(2),
    A: () => [(5 + rnd() * 80).toFixed(2), (5 + rnd() * 80).toFixed(2), (rnd() * 360).toFixed(1), flag(), flag(), n(), n()],
  };
  const letters = Object.keys(commands);
  const made = [['M', [n(), n()]]];
  const count = 1 + Math.floor(rnd() * 6);
  for (let i = 0; i < count; i++) {
    const letter = letters[Math.floor(rnd() * letters.length)];
    const shown = rnd() < 0.5 ? letter : letter.toLowerCase();
    do made.push([shown, commands[letter]()]);
    while (rnd() < 0.2);
  }
  if (rnd() < 0.25) made.push(['Z', []]);
  return made;
}

export const text = (commands) =>
  commands.map(([letter, numbers], i) => `${i > 0 && commands[i - 1][0] === letter ? ' ' : letter}${numbers.join(' ')}`).join('');

const add = (p, q) => [p[0] + q[0], p[1] + q[1]];
const sub = (p, q) => [p[0] - q[0], p[1] - q[1]];
const far = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);

/** Returns a Bézier curve of any degree: its position and its speed as functions of the parameter. */
function bezier(points) {
  const at = (points, t) => {
    let row = points;
    while (row.length > 1) row = row.slice(1).map((p, i) => [row[i][0] + t * (p[0] - row[i][0]), row[i][1] + t * (p[1] - row[i][1])]);
    return row[0];
  };
  const steps = points.slice(1).map((p, i) => sub(p, points[i]).map((x) => x * (points.length - 1)));
  return { at: (t) => at(points, t), speed: (t) => Math.hypot(...at(steps, t)) };
}

/** Returns an elliptical arc by its end points, as defined in the SVG specification (F.6.5, F.6.6); a line if a radius is 0. */
function arc(from, [rx, ry, degrees, large, sweep], to) {
  if (rx === 0 || ry === 0) return bezier([from, to]);
  const turn = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const half = sub(from, to).map((x) => x / 2);
  const [x, y] = [cos * half[0] + sin * half[1], cos * half[1] - sin * half[0]];
  const excess = (x / rx) ** 2 + (y / ry) ** 2;
  let factor = 0;
  if (excess > 1) {
    rx *= Math.sqrt(excess);
    ry *= Math.sqrt(excess);
  } else {
    factor = Math.sqrt((1 - excess) / excess) * (large === sweep ? -1 : 1);
  }
  const inner = [(factor * rx * y) / ry, (-factor * ry * x) / rx];
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const center = add([cos * inner[0] - sin * inner[1], sin * inner[0] + cos * inner[1]], middle);
  const angle = (px, py) => Math.atan2(py / ry, px / rx);
  const begin = angle(x - inner[0], y - inner[1]);
  let span = angle(-x - inner[0], -y - inner[1]) - begin;
  if (sweep && span < 0) span += 2 * Math.PI;
  if (!sweep && span > 0) span -= 2 * Math.PI;
  return {
    at: (t) => {
      const [u, v] = [rx * Math.cos(begin + t * span), ry * Math.sin(begin + t * span)];
      return [center[0] + cos * u - sin * v, center[1] + sin * u + cos * v];
    },
    speed: (t) => Math.abs(span) * Math.hypot(rx * Math.sin(begin + t * span), ry * Math.cos(begin + t * span)),
  };
}

/** Returns the segments of a path: lines, Bézier curves, and arcs. */
export function pieces(commands) {
  const out = [];
  let [at, start, control, before] = [[0, 0], [0, 0], null, ''];
  for (const [letter, numbers] of commands) {
    const kind = letter.toUpperCase();
    const base = letter === kind ? [0, 0] : at;
    const values = numbers.map(Number);
    const points = [];
    if (!'HVA'.includes(kind)) for (let i = 0; i < values.length; i += 2) points.push(add(base, values.slice(i, i + 2)));
    const mirrored = (kinds) => (kinds.includes(before) ? sub(add(at, at), control) : at);
    let to = points.at(-1);
    if (kind === 'M') start = to;
    else if (kind === 'L') out.push(bezier([at, to]));
    else if (kind === 'H') out.push(bezier([at, (to = [base[0] + values[0], at[1]])]));
    else if (kind === 'V') out.push(bezier([at, (to = [at[0], base[1] + values[0]])]));
    else if (kind === 'Z') out.push(bezier([at, (to = start)]));
    else if (kind === 'A') out.push(arc(at, values, (to = add(base, values.slice(5)))));
    else {
      if (kind === 'S') points.unshift(mirrored('CS'));
      if (kind === 'T') points.unshift(mirrored('QT'));
      out.push(bezier([at, ...points]));
      control = points.at(-2);
    }
    [at, before] = [to, kind];
  }
  return out;
}

// Gauss-Legendre quadrature with 16 points on [-1, 1]: the positive nodes and their weights. The negative nodes are symmetric.
const NODES = [
  [0.0950125098376374402, 0.1894506104550684963], [0.2816035507792589132, 0.1826034150449235888],
  [0.4580167776572273863, 0.1691565193950025382], [0.6178762444026437484, 0.1495959888165767321],
  [0.7554044083550030339, 0.1246289712555338720], [0.8656312023878317439, 0.0951585116824927848],
  [0.9445750230732325761, 0.0622535239386478929], [0.9894009349916499326, 0.0271524594117540949],
];

function gauss(speed, a, b) {
  const [middle, half] = [(a + b) / 2, (b - a) / 2];
  let sum = 0;
  for (const [x, weight] of NODES) sum += weight * (speed(middle - half * x) + speed(middle + half * x));
  return sum * half;
}

/**
 * Returns the parameters at which the speed of a segment has a local minimum. The segment may have a cusp there, where the speed
 * is not smooth, so the intervals on both sides are integrated separately.
 */
function slow(piece) {
  if (piece.slow) return piece.slow;
  const count = 256;
  const speeds = Array.from({ length: count + 1 }, (_, i) => piece.speed(i / count));
  piece.slow = [];
  for (let i = 1; i < count; i++) {
    if (speeds[i] > speeds[i - 1] || speeds[i] > speeds[i + 1]) continue;
    let [low, high] = [(i - 1) / count, (i + 1) / count];
    for (let step = 0; step < 80; step++) {
      const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
      if (piece.speed(a) < piece.speed(b)) high = b;
      else low = a;
    }
    piece.slow.push((low + high) / 2);
  }
  return piece.slow;
}

function adaptive(speed, a, b, scale, whole, depth) {
  const middle = (a + b) / 2;
  const [left, right] = [gauss(speed, a, middle), gauss(speed, middle, b)];
  if (depth >= 50 || (depth > 1 && Math.abs(left + right - whole) <= 1e-15 * scale)) return left + right;
  return adaptive(speed, a, middle, scale, left, depth + 1) + adaptive(speed, middle, b, scale, right, depth + 1);
}

/** Returns the length of a segment between two parameters. `scale` is the approximate length of the whole path. */
export function length(piece, a, b, scale) {
  const breaks = [a, ...slow(piece).filter((t) => a < t && t < b), b];
  return breaks.slice(1).reduce((sum, t, i) => sum + adaptive(piece.speed, breaks[i], t, scale, gauss(piece.speed, breaks[i], t), 0), 0);
}

/** Returns the length of a path and its points at `PARTS` of the length, computed by integration. */
export function measured(commands) {
  const chain = pieces(commands);
  const rough = chain.reduce((sum, piece) => sum + gauss(piece.speed, 0, 1), 0);
  const lengths = chain.map((piece) => length(piece, 0, 1, rough));
  const total = lengths.reduce((sum, one) => sum + one, 0);
  const at = PARTS.map((part) => {
    let [rest, i] = [part * total, 0];
    while (i < chain.length - 1 && rest > lengths[i]) rest -= lengths[i++];
    let [low, high] = [0, 1];
    // Bisection also converges where the speed is 0, unlike Newton's method.
    let [done, from] = [0, 0];
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      const more = length(chain[i], from, middle, rough);
      if (done + more <= rest) [low, done, from] = [middle, done + more, middle];
      else high = middle;
    }
    return chain[i].at(low);
  });
  return { length: total, at };
}

/** Returns the length of each path and its points at `PARTS` of the length, computed by the program at `bin`. */
function ours(bin, paths) {
  const folder = mkdtempSync(join(tmpdir(), 'trammel-lengths-'));
  try {
    const file = join(folder, 'main.js');
    writeFileSync(
      file,
      `const paths = ${JSON.stringify(paths.map((commands) => [text(commands), commands[0][1].map(Number)]))};
       for (const [path, from] of paths) {
         const name = draw_bezier({ name: 'p', path, replace: true });
         const length = get_length({ entity: name });
         const at = ${JSON.stringify(PARTS)}.map((part) =>
           get_point_at_distance({ entity: name, from, distance: part * length }).point);
         console.log(JSON.stringify({ length, at }));
       }`,
    );
    const run = spawnSync(bin, ['run', file, '--timeout-ms', '60000'], { encoding: 'utf8', maxBuffer: 1 << 26 });
    const answer = JSON.parse(run.stdout);
    if (!answer.success) throw new Error(JSON.stringify(answer.error));
    return answer.logs.map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the difference of two lengths and the largest distance between their points, as fractions of the length. */
function apart(one, other) {
  const points = one.at.map((p, i) => far(p, other.at[i]));
  return [Math.abs(one.length - other.length), Math.max(...points)].map((x) => x / other.length);
}

function main() {
  const bin = option('bin');
  if (!bin) throw new Error('which program? --bin PATH');
  const rnd = random(Number(option('seed', 5)));
  const table = JSON.parse(readFileSync(new URL('lengths.json', import.meta.url), 'utf8'));
  let [failed, worst, own] = [0, 0, 0];
  const judge = (commands, got, wanted, most, who) => {
    const off = Math.max(...apart(got, wanted));
    if (!(off <= most)) {
      failed += 1;
      console.error(`${text(commands)}: ${who} ${JSON.stringify(got)}, right is ${JSON.stringify(wanted)}`);
    }
    return off;
  };
  const exact = table.map(({ path, length, at }) => [path, { length: Number(length), at: at.map((p) => p.map(Number)) }]);
  for (const [commands, wanted] of exact) own = Math.max(own, judge(commands, measured(commands), wanted, OWN, 'this oracle says'));
  const answers = ours(bin, exact.map(([commands]) => commands));
  exact.forEach(([commands, wanted], i) => (worst = Math.max(worst, judge(commands, answers[i], wanted, TOLERANCE, 'we say'))));
  const cases = Number(option('cases', 600));
  for (let done = 0; done < cases; done += BATCH) {
    const paths = Array.from({ length: Math.min(BATCH, cases - done) }, () => path(rnd));
    const answers = ours(bin, paths);
    if (answers.length !== paths.length) throw new Error(`${answers.length} answers to ${paths.length} paths`);
    paths.forEach((commands, i) => {
      worst = Math.max(worst, judge(commands, answers[i], measured(commands), TOLERANCE, 'we say'));
    });
  }
  const total = cases + exact.length;
  console.log(`lengths: ${total - failed} of ${total} paths agree, ${worst.toExponential(1)} of the length apart at most; ${exact.length} have 40 digits, to ${own.toExponential(1)}`);
  process.exitCode = failed > 0 ? 1 : 0;
}

if (process.argv[1] === new URL(import.meta.url).pathname) main();
