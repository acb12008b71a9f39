// Compares the constraint solver with planegcs, FreeCAD's solver, on random sketches that are known to have a solution.
//
// usage: node constraints.mjs --bin PATH_TO_TRAMMEL [--cases N] [--seed N]     (npm install in this folder first)
//
// Each case is built, its position is disturbed, and both solvers solve it. Checked: the residuals of Trammel are below
// 1e-9 of the extent, and if planegcs finds a solution too, both report the same number of degrees of freedom. This
// script computes the residuals with its own formulas.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TOLERANCE = 1e-9;

/** Returns a seeded random number generator (mulberry32). */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const sub = (p, q) => [p[0] - q[0], p[1] - q[1]];
const cross = (u, v) => u[0] * v[1] - u[1] * v[0];
const dot = (u, v) => u[0] * v[0] + u[1] * v[1];
const len = (u) => Math.hypot(u[0], u[1]);
const dir = (line) => sub(line.b, line.a);

/** Returns a point of a sketch by its reference: 'l0.start', 'c1.center'. */
function point(sketch, ref) {
  const [name, part] = ref.split('.');
  const shape = sketch[name];
  return part === 'start' ? shape.a : part === 'end' ? shape.b : shape.center;
}

/** Returns the residual of a constraint as a length. */
function residual(sketch, { kind, refs, value }) {
  const lines = refs.map((ref) => sketch[ref]);
  const points = refs.map((ref) => (ref.includes('.') ? point(sketch, ref) : null));
  const side = (p, line) => cross(dir(line), sub(p, line.a)) / len(dir(line));
  switch (kind) {
    case 'coincident': return len(sub(points[0], points[1]));
    case 'horizontal': return Math.abs(dir(lines[0])[1]);
    case 'vertical': return Math.abs(dir(lines[0])[0]);
    case 'parallel': return Math.abs(cross(dir(lines[0]), dir(lines[1]))) / len(dir(lines[0]));
    case 'perpendicular': return Math.abs(dot(dir(lines[0]), dir(lines[1]))) / len(dir(lines[0]));
    case 'equal': return lines[0].center
      ? Math.abs(lines[0].radius - lines[1].radius)
      : Math.abs(len(dir(lines[0])) - len(dir(lines[1])));
    case 'distance': return points[1]
      ? Math.abs(len(sub(points[0], points[1])) - value)
      : Math.abs(Math.abs(side(points[0], lines[1])) - value);
    case 'radius': return Math.abs(lines[0].radius - value);
    case 'point_on': return lines[1].center
      ? Math.abs(len(sub(points[0], lines[1].center)) - lines[1].radius)
      : Math.abs(side(points[0], lines[1]));
    case 'tangent': return lines[0].center
      ? Math.min(...[lines[0].radius + lines[1].radius, Math.abs(lines[0].radius - lines[1].radius)].map((d) =>
          Math.abs(len(sub(lines[0].center, lines[1].center)) - d)))
      : Math.abs(Math.abs(side(lines[1].center, lines[0])) - lines[1].radius);
    case 'symmetric': {
      const middle = [(points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2];
      const along = dot(sub(points[1], points[0]), dir(lines[2])) / len(dir(lines[2]));
      return Math.max(Math.abs(side(middle, lines[2])), Math.abs(along));
    }
    default: throw new Error(`no residual for ${kind}`);
  }
}

/** Returns a sketch with constraints that it satisfies, and a disturbed copy of the sketch. */
function makeCase(rnd) {
  const pick = (list) => list[Math.floor(rnd() * list.length)];
  const at = () => [rnd() * 100 - 50, rnd() * 100 - 50];
  const sketch = {};
  const constraints = [];
  const demand = (kind, refs, value) => constraints.push(value === undefined ? { kind, refs } : { kind, refs, value });
  // A chain of connected lines, each horizontal, vertical, or slanted.
  const count = 2 + Math.floor(rnd() * 6);
  let from = at();
  for (let i = 0; i < count; i++) {
    const long = 10 + rnd() * 40;
    const turn = pick([0, Math.PI / 2, rnd() * 6]);
    const to = [from[0] + long * Math.cos(turn), from[1] + long * Math.sin(turn)];
    sketch[`l${i}`] = { a: from, b: to };
    if (turn === 0) demand('horizontal', [`l${i}`]);
    else if (turn === Math.PI / 2) demand('vertical', [`l${i}`]);
    if (rnd() < 0.4) demand('distance', [`l${i}.start`, `l${i}.end`], long);
    if (i > 0) demand('coincident', [`l${i - 1}.end`, `l${i}.start`]);
    from = to;
  }
  // Circles that are tangent to a line or to each other, or that pass through a corner.
  const circles = Math.floor(rnd() * 3);
  for (let i = 0; i < circles; i++) {
    const center = at();
    const line = `l${i}`;
    const offset = Math.abs(cross(dir(sketch[line]), sub(center, sketch[line].a)) / len(dir(sketch[line])));
    const reach = len(sub(sketch[line].b, center));
    const [how, radius] = pick([['tangent', offset], ['point_on', reach], ['radius', 5 + rnd() * 10]]);
    if (radius < 4) continue;
    sketch[`c${i}`] = { center, radius };
    if (how === 'tangent') demand('tangent', [line, `c${i}`]);
    else if (how === 'point_on') demand('point_on', [`${line}.end`, `c${i}`]);
    else demand('radius', [`c${i}`], radius);
    if (rnd() < 0.5 && offset > 4) demand('distance', [`c${i}.center`, line], offset);
  }
  // Two separate lines that are parallel, perpendicular, equally long, or mirrored about the first line.
  const how = pick(['parallel', 'perpendicular', 'equal', 'symmetric', 'none']);
  const [first] = [sketch.l0];
  const unit = dir(first).map((x) => x / len(dir(first)));
  const start = at();
  const turned = how === 'perpendicular' ? [-unit[1], unit[0]] : unit;
  const size = how === 'equal' ? len(dir(first)) : 20;
  if (how === 'symmetric') {
    const off = cross(unit, sub(start, first.a));
    const image = [start[0] + 2 * off * unit[1], start[1] - 2 * off * unit[0]];
    if (Math.abs(off) > 4) {
      sketch.m0 = { a: start, b: [start[0] + 7, start[1] + 9] };
      sketch.m1 = { a: image, b: [image[0] - 8, image[1] + 6] };
      demand('symmetric', ['m0.start', 'm1.start', 'l0']);
    }
  } else if (how !== 'none') {
    sketch.m0 = { a: start, b: [start[0] + size * turned[0], start[1] + size * turned[1]] };
    demand(how, ['l0', 'm0']);
  }
  const noise = () => (rnd() - 0.5) * 1.5;
  const shifted = (p) => [p[0] + noise(), p[1] + noise()];
  const start2 = Object.fromEntries(Object.entries(sketch).map(([name, shape]) => [name, shape.center
    ? { center: shifted(shape.center), radius: shape.radius * (1 + noise() / 20) }
    : { a: shifted(shape.a), b: shifted(shape.b) }]));
  return { sketch: start2, constraints };
}

/** Solves a case with Trammel; returns the solved sketch and the report. */
function ours(bin, { sketch, constraints }) {
  const calls = [];
  for (const [name, shape] of Object.entries(sketch)) {
    calls.push(shape.center
      ? { tool: 'draw_circle', input: { name, x: shape.center[0], y: shape.center[1], radius: shape.radius } }
      : { tool: 'draw_line', input: { name, points: [...shape.a, ...shape.b] } });
  }
  for (const input of constraints) calls.push({ tool: 'add_constraint', input });
  calls.push({ tool: 'solve_constraints', input: {} });
  for (const name of Object.keys(sketch)) calls.push({ tool: 'get_entity', input: { name } });
  const folder = mkdtempSync(join(tmpdir(), 'trammel-'));
  const done = spawnSync(bin, ['exec', '--dir', folder], {
    input: calls.map((call) => JSON.stringify(call)).join('\n') + '\n',
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  const rows = done.stdout.trim().split('\n').map((row) => JSON.parse(row));
  rows.forEach((row, i) => {
    if (!row.success) throw new Error(`${JSON.stringify(calls[i])}: ${JSON.stringify(row)}`);
  });
  const names = Object.keys(sketch);
  const entities = rows.slice(-names.length).map((row) => row.data);
  const solved = Object.fromEntries(entities.map((entity, i) => {
    const g = entity.geometry;
    return [names[i], g.points
      ? { a: g.points.slice(0, 2), b: g.points.slice(2) }
      : { center: [g.x, g.y], radius: g.radius }];
  }));
  return { solved, report: rows[rows.length - names.length - 1].data };
}

/** Solves a case with planegcs; returns `null` if planegcs finds no solution. */
function theirs(wrapper, { sketch, constraints }) {
  wrapper.clear_data();
  const list = [];
  const ids = {};
  const add = (item) => {
    list.push({ id: String(list.length + 1), ...item });
    return String(list.length);
  };
  for (const [name, shape] of Object.entries(sketch)) {
    if (shape.center) {
      ids[`${name}.center`] = add({ type: 'point', x: shape.center[0], y: shape.center[1], fixed: false });
      ids[name] = add({ type: 'circle', c_id: ids[`${name}.center`], radius: shape.radius });
    } else {
      for (const [part, at] of [['start', shape.a], ['end', shape.b]]) {
        ids[`${name}.${part}`] = add({ type: 'point', x: at[0], y: at[1], fixed: false });
      }
      ids[name] = add({ type: 'line', p1_id: ids[`${name}.start`], p2_id: ids[`${name}.end`] });
    }
  }
  for (const { kind, refs, value } of constraints) {
    const [a, b, c] = refs.map((ref) => ids[ref]);
    const isCircle = refs.map((ref) => sketch[ref]?.center !== undefined);
    switch (kind) {
      case 'coincident': add({ type: 'p2p_coincident', p1_id: a, p2_id: b }); break;
      case 'horizontal': add({ type: 'horizontal_l', l_id: a }); break;
      case 'vertical': add({ type: 'vertical_l', l_id: a }); break;
      case 'parallel': add({ type: 'parallel', l1_id: a, l2_id: b }); break;
      case 'perpendicular': add({ type: 'perpendicular_ll', l1_id: a, l2_id: b }); break;
      case 'equal': add({ type: 'equal_length', l1_id: a, l2_id: b }); break;
      case 'distance':
        if (refs[1].includes('.')) add({ type: 'p2p_distance', p1_id: a, p2_id: b, distance: value });
        else add({ type: 'p2l_distance', p_id: a, l_id: b, distance: value });
        break;
      case 'radius': add({ type: 'circle_radius', c_id: a, radius: value }); break;
      case 'point_on':
        if (isCircle[1]) add({ type: 'point_on_circle', p_id: a, c_id: b });
        else add({ type: 'point_on_line_pl', p_id: a, l_id: b });
        break;
      case 'tangent': add({ type: 'tangent_lc', l_id: a, c_id: b }); break;
      case 'symmetric': add({ type: 'p2p_symmetric_ppl', p1_id: a, p2_id: b, l_id: c }); break;
      default: throw new Error(`planegcs has no ${kind} here`);
    }
  }
  wrapper.push_primitives_and_params(list);
  const status = wrapper.solve();
  if (status !== 0 && status !== 1) return null;
  return { dof: wrapper.gcs.dof() };
}

async function main() {
  const argument = (name, otherwise) => {
    const at = process.argv.indexOf(`--${name}`);
    return at < 0 ? otherwise : process.argv[at + 1];
  };
  const bin = argument('bin');
  const cases = Number(argument('cases', 200));
  const { init_planegcs_module: init, GcsWrapper } = await import('@salusoft89/planegcs');
  const module = await init();
  const wrapper = new GcsWrapper(new module.GcsSystem());
  const rnd = random(Number(argument('seed', 1)));
  let [agreed, failed, alone, worst] = [0, 0, 0, 0];
  for (let i = 0; i < cases; i++) {
    const one = makeCase(rnd);
    if (one.constraints.length === 0) continue;
    const other = theirs(wrapper, one);
    if (!bin) {
      console.log(i, other);
      continue;
    }
    const { solved, report } = ours(bin, one);
    const named = new Set(one.constraints.flatMap(({ refs }) => refs.map((ref) => ref.split('.')[0])));
    // Planegcs counts the freedom of every shape, Trammel only that of shapes with a constraint.
    const loose = Object.entries(one.sketch).filter(([name]) => !named.has(name));
    const dof = report.dof + loose.reduce((sum, [, shape]) => sum + (shape.center ? 3 : 4), 0);
    const most = Math.max(...one.constraints.map((c) => residual(solved, c))) / 100;
    worst = Math.max(worst, most);
    if (most > TOLERANCE || (other && other.dof !== dof)) {
      failed += 1;
      console.log(`case ${i}: residual ${most}, ${dof} degrees of freedom, planegcs ${JSON.stringify(other)}, ${report.status}`);
      console.log(JSON.stringify(one));
    } else if (other) {
      agreed += 1;
    } else {
      alone += 1;
    }
  }
  wrapper.destroy_gcs_module();
  console.log(`constraints: ${agreed} agree with planegcs, ${alone} solved by us alone, ${failed} failed; worst residual ${worst}`);
  process.exit(failed || !agreed ? 1 : 0);
}

await main();
