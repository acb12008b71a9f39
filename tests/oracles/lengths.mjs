// Compares lengths of SVG paths, and points at distances along them, with the package svg-path-properties.
//
// usage: node lengths.mjs --bin PATH_TO_TRAMMEL [--cases N] [--seed N]     (npm install in this folder first)
//
// The paths are random sequences of absolute and relative L, H, V, C, S, Q, A, and Z. Cases that the package computes
// wrongly are excluded: it reflects the control point of a second T incorrectly, returns NaN for arcs whose radii are too
// small for their end points (counted, at most a fifth), and places points on an elliptic arc by parameter instead of
// length (only lengths are compared there). It integrates curves with a fixed rule, which is inaccurate at cusps: lengths
// may differ by 3e-3, points by 5e-3 of the length, and the median, which smooth paths determine, by 1e-5.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { svgPathProperties } from 'svg-path-properties';

const LENGTH = 3e-3;
const POINT = 5e-3;
const MEDIAN = 1e-5;
// Number of paths in one run, limited by the maximum log size of a script.
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

/** Returns path data with one to six commands. */
function path(rnd) {
  const n = () => (rnd() * 200 - 100).toFixed(2);
  const commands = {
    L: () => `${n()},${n()}`,
    H: () => n(),
    V: () => n(),
    C: () => `${n()} ${n()} ${n()} ${n()} ${n()} ${n()}`,
    S: () => `${n()} ${n()},${n()} ${n()}`,
    Q: () => `${n()},${n()},${n()},${n()}`,
    A: () => {
      const flag = () => (rnd() < 0.5 ? 0 : 1);
      return `${(5 + rnd() * 80).toFixed(2)} ${(5 + rnd() * 80).toFixed(2)} ${(rnd() * 360).toFixed(1)} ${flag()} ${flag()} ${n()} ${n()}`;
    },
  };
  const letters = Object.keys(commands);
  let text = `M${n()} ${n()}`;
  const count = 1 + Math.floor(rnd() * 6);
  for (let i = 0; i < count; i++) {
    const letter = letters[Math.floor(rnd() * letters.length)];
    text += rnd() < 0.5 ? letter : letter.toLowerCase();
    text += commands[letter]();
    if (rnd() < 0.3 && 'LC'.includes(letter)) text += ` ${commands[letter]()}`;
  }
  return rnd() < 0.25 ? `${text}Z` : text;
}

/** Computes with Trammel the length of each path, and the points at 0.1, 0.5, and 0.9 of the length. */
function ours(bin, paths) {
  const folder = mkdtempSync(join(tmpdir(), 'trammel-lengths-'));
  try {
    const file = join(folder, 'main.js');
    writeFileSync(
      file,
      `const paths = ${JSON.stringify(paths.map((data) => [data, data.match(/[-\d.]+/g).slice(0, 2).map(Number)]))};
       for (const [path, from] of paths) {
         const name = draw_bezier({ name: 'p', path, replace: true });
         const length = get_length({ name });
         const at = [0.1, 0.5, 0.9].map((part) =>
           get_point_at_distance({ entity: name, from, distance: part * length }).point);
         console.log(JSON.stringify({ length, at }));
       }`,
    );
    const run = spawnSync(bin, ['run', file], { encoding: 'utf8', maxBuffer: 1 << 26 });
    const answer = JSON.parse(run.stdout);
    if (!answer.success) throw new Error(JSON.stringify(answer.error));
    return answer.logs.map((line) => JSON.parse(typeof line === 'string' ? line : line.text ?? line.message));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const bin = option('bin');
const cases = Number(option('cases', 600));
const rnd = random(Number(option('seed', 5)));
if (!bin) throw new Error('which program? --bin PATH');
const off = [];
let failed = 0;
let unanswered = 0;
for (let done = 0; done < cases; done += BATCH) {
  const paths = Array.from({ length: Math.min(BATCH, cases - done) }, () => path(rnd));
  const answers = ours(bin, paths);
  if (answers.length !== paths.length) throw new Error(`${answers.length} answers to ${paths.length} paths`);
  paths.forEach((data, i) => {
    const theirs = new svgPathProperties(data);
    const length = theirs.getTotalLength();
    if (!Number.isFinite(length)) {
      unanswered++;
      return;
    }
    const apart = Math.abs(answers[i].length - length) / length;
    off.push(apart);
    let problem = apart <= LENGTH ? null : `length ${answers[i].length}, svg-path-properties has ${length}`;
    for (const [k, part] of [0.1, 0.5, 0.9].entries()) {
      const point = theirs.getPointAtLength(part * length);
      const far = Math.hypot(answers[i].at[k][0] - point.x, answers[i].at[k][1] - point.y) / length;
      if (!/a/i.test(data) && !(far <= POINT)) problem ??= `at ${part} of it: ${answers[i].at[k]}, svg-path-properties has ${point.x},${point.y}`;
    }
    if (problem) {
      failed++;
      console.error(`${data}: ${problem}`);
    }
  });
}
off.sort((a, b) => a - b);
const median = off[off.length >> 1];
console.log(`lengths: ${off.length - failed} of ${off.length} paths agree, ${unanswered} have no length there; off by ${median.toExponential(1)} of the length in the median, ${off.at(-1).toExponential(1)} at most`);
process.exitCode = failed || !(median <= MEDIAN) || unanswered > cases / 5 ? 1 : 0;
