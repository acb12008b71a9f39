// Compares the constraint solver with planegcs, the solver of FreeCAD, on random sketches that have a known solution.
//
// usage: node constraints.mjs --bin PATH_TO_TRAMMEL [--cases N] [--seed N]     (npm install in this folder first)
//
// Each case is a sketch that satisfies its constraints. The sketch is displaced at random, and both solvers solve it. A case
// passes if all residuals of our solution are at most 1e-9 of the extent (100) and both solvers report the same number of
// degrees of freedom. Up to a third of the cases contain one more constraint that is redundant or conflicting. Both solvers
// must report it, and a redundant case must still be solved. Residuals are computed by formulas in this file, independently of
// both solvers. The test fails if a kind of constraint occurs in no case.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TOLERANCE = 1e-9;

/** All kinds of constraints. Each must occur in at least one case. */
const KINDS =
  ('coincident horizontal vertical parallel perpendicular collinear tangent equal concentric midpoint symmetric point_on fix ' +
    'distance distance_x distance_y angle length radius diameter').split(' ');

/** Returns a generator of random numbers from 0 to 1 (mulberry32). */
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

/** Returns the point of a sketch for a reference such as 'l0.start' or 'c1.center'. */
function point(sketch, ref) {
  const [name, part] = ref.split('.');
  const shape = sketch[name];
  return part === 'start' ? shape.a : part === 'end' ? shape.b : shape.center;
}

/** Returns the residual of a constraint as a length. `start` is the sketch before solving, to which `fix` refers. */
function residual(sketch, start, { kind, refs, value }) {
  const lines = refs.map((ref) => sketch[ref]);
  const points = refs.map((ref) => (ref.includes('.') ? point(sketch, ref) : null));
  const side = (p, line) => cross(dir(line), sub(p, line.a)) / len(dir(line));
  switch (kind) {
    case 'coincident': return len(sub(points[0], points[1]));
    case 'horizontal': return Math.abs(points[1] ? points[1][1] - points[0][1] : dir(lines[0])[1]);
    case 'vertical': return Math.abs(points[1] ? points[1][0] - points[0][0] : dir(lines[0])[0]);
    case 'parallel': return Math.abs(cross(dir(lines[0]), dir(lines[1]))) / len(dir(lines[0]));
    case 'perpendicular': return Math.abs(dot(dir(lines[0]), dir(lines[1]))) / len(dir(lines[0]));
    case 'equal': return lines[0].center
      ? Math.abs(lines[0].radius - lines[1].radius)
      : Math.abs(len(dir(lines[0])) - len(dir(lines[1])));
    case 'distance': return points[1]
      ? Math.abs(len(sub(points[0], points[1])) - value)
      : Math.abs(Math.abs(side(points[0], lines[1])) - value);
    case 'radius': return Math.abs(lines[0].radius - value);
    case 'diameter': return Math.abs(2 * lines[0].radius - value);
    case 'length': return Math.abs(len(dir(lines[0])) - value);
    case 'distance_x': return Math.abs(Math.abs(points[1][0] - points[0][0]) - value);
    case 'distance_y': return Math.abs(Math.abs(points[1][1] - points[0][1]) - value);
    case 'concentric': return len(sub(lines[0].center, lines[1].center));
    case 'midpoint': return len(sub(points[0], [(lines[1].a[0] + lines[1].b[0]) / 2, (lines[1].a[1] + lines[1].b[1]) / 2]));
    case 'collinear': return Math.max(Math.abs(side(lines[1].a, lines[0])), Math.abs(side(lines[1].b, lines[0])));
    case 'angle': {
      const from = refs.length === 2 ? dir(lines[0]) : [1, 0];
      const to = dir(lines[refs.length - 1]);
      const off = Math.atan2(cross(from, to), dot(from, to)) - value;
      return Math.abs(Math.atan2(Math.sin(off), Math.cos(off))) * len(to);
    }
    case 'fix': {
      const held = start[refs[0].split('.')[0]];
      const now = sketch[refs[0].split('.')[0]];
      if (points[0]) return len(sub(points[0], point(start, refs[0])));
      return now.center
        ? len(sub(now.center, held.center)) + Math.abs(now.radius - held.radius)
        : len(sub(now.a, held.a)) + len(sub(now.b, held.b));
    }
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

/** Adds separate shapes for one of the constraint kinds that the chain lacks. Their other points stay unconstrained. */
function addOthers({ rnd, pick, at, sketch, demand }) {
  const line = (name, from, angle, long) => {
    sketch[name] = { a: from, b: [from[0] + long * Math.cos(angle), from[1] + long * Math.sin(angle)] };
    return sketch[name];
  };
  const middle = ({ a, b }) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const others = {
    length: () => {
      const long = 10 + rnd() * 30;
      line('o0', at(), rnd() * 6, long);
      demand('length', ['o0'], long);
    },
    angle_x: () => {
      const angle = pick([-1, 1]) * (0.3 + rnd() * 2.4);
      line('o0', at(), angle, 10 + rnd() * 30);
      demand('angle', ['o0'], angle);
    },
    distances: () => {
      const shape = line('o0', at(), pick([1, 2, 4, 5]) + rnd() * 0.2, 20 + rnd() * 20);
      const [x, y] = dir(shape);
      demand('distance_x', ['o0.start', 'o0.end'], Math.abs(x));
      if (rnd() < 0.5) demand('distance_y', ['o0.start', 'o0.end'], Math.abs(y));
    },
    midpoint: () => {
      const base = line('o0', at(), rnd() * 6, 20 + rnd() * 20);
      line('o1', middle(base), rnd() * 6, 10 + rnd() * 20);
      demand('midpoint', ['o1.start', 'o0']);
    },
    collinear: () => {
      const angle = rnd() * 6;
      const base = line('o0', at(), angle, 20 + rnd() * 20);
      const gap = 5 + rnd() * 10;
      line('o1', [base.b[0] + gap * Math.cos(angle), base.b[1] + gap * Math.sin(angle)], angle, 15 + rnd() * 20);
      demand('collinear', ['o0', 'o1']);
    },
    concentric: () => {
      const center = at();
      sketch.o0 = { center, radius: 5 + rnd() * 5 };
      sketch.o1 = { center, radius: 15 + rnd() * 5 };
      demand('concentric', ['o0', 'o1']);
      if (rnd() < 0.5) demand('diameter', ['o0'], 2 * sketch.o0.radius);
    },
    diameter: () => {
      sketch.o0 = { center: at(), radius: 5 + rnd() * 10 };
      demand('diameter', ['o0'], 2 * sketch.o0.radius);
    },
    equal_radii: () => {
      const radius = 5 + rnd() * 10;
      sketch.o0 = { center: at(), radius };
      sketch.o1 = { center: at(), radius };
      demand('equal', ['o0', 'o1']);
    },
    tangent_circles: () => {
      const [r0, r1] = [5 + rnd() * 10, 5 + rnd() * 10];
      const [center, turn] = [at(), rnd() * 6];
      sketch.o0 = { center, radius: r0 };
      sketch.o1 = { center: [center[0] + (r0 + r1) * Math.cos(turn), center[1] + (r0 + r1) * Math.sin(turn)], radius: r1 };
      demand('tangent', ['o0', 'o1']);
    },
    fix: () => {
      line('o0', at(), rnd() * 6, 20);
      sketch.o1 = { center: at(), radius: 8 };
      demand('fix', [pick(['o0', 'o0.start', 'o1', 'o1.center'])]);
    },
    levels: () => {
      const [from, to] = [at(), at()];
      line('o0', from, 1, 20);
      line('o1', rnd() < 0.5 ? [to[0] + 60, from[1]] : [from[0], to[1] + 60], 2, 20);
      demand(sketch.o1.a[1] === from[1] ? 'horizontal' : 'vertical', ['o0.start', 'o1.start']);
    },
  };
  others[pick(Object.keys(others))]();
}

/**
 * Adds a constraint that repeats or contradicts another one. Returns 'over' for a redundant constraint, 'conflicting' for a
 * contradictory one, and `null` if the case has no constraint to repeat. Angles are excluded for two reasons: planegcs detects
 * redundancy at the displaced positions, where two equivalent angle constraints differ, and it satisfies contradictory angles
 * with lines of zero length.
 */
function overConstrain(rnd, { sketch, constraints }) {
  const contradict = rnd() < 0.5;
  const off = contradict ? 7 : 0;
  const offers = constraints.flatMap(({ kind, refs, value }) => {
    switch (kind) {
      case 'horizontal': return refs.length === 1 ? [['distance_y', [`${refs[0]}.start`, `${refs[0]}.end`], off]] : [];
      case 'vertical': return refs.length === 1 ? [['distance_x', [`${refs[0]}.start`, `${refs[0]}.end`], off]] : [];
      case 'radius': return [['diameter', refs, 2 * value + off]];
      case 'diameter': return [['radius', refs, value / 2 + off]];
      case 'length': return [['distance', [`${refs[0]}.start`, `${refs[0]}.end`], value + off]];
      case 'distance':
        return refs.every((ref) => ref.includes('.')) && refs[0].split('.')[0] === refs[1].split('.')[0]
          ? [['length', [refs[0].split('.')[0]], value + off]]
          : [];
      case 'concentric': return contradict ? [] : [['coincident', refs.map((ref) => `${ref}.center`)]];
      case 'midpoint': return contradict ? [] : [['point_on', refs]];
      default: return [];
    }
  });
  if (offers.length === 0) return null;
  const [kind, refs, value] = offers[Math.floor(rnd() * offers.length)];
  constraints.push(value === undefined ? { kind, refs } : { kind, refs, value });
  return contradict ? 'conflicting' : 'over';
}

/** Builds a sketch that satisfies its constraints; returns the constraints and a randomly displaced copy of the sketch. */
function makeCase(rnd) {
  const pick = (list) => list[Math.floor(rnd() * list.length)];
  const at = () => [rnd() * 100 - 50, rnd() * 100 - 50];
  const sketch = {};
  const constraints = [];
  const demand = (kind, refs, value) => constraints.push(value === undefined ? { kind, refs } : { kind, refs, value });
  // A chain of horizontal, vertical, or oblique lines with coincident ends.
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
  // Circles that are tangent to a line, pass through the end of a line, or have a given radius.
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
  // A separate line that is parallel, perpendicular, equal in length, or at an angle to the first line of the chain, or two
  // separate lines whose start points are symmetric about the first line.
  const how = pick(['parallel', 'perpendicular', 'equal', 'symmetric', 'angle', 'none']);
  const [first] = [sketch.l0];
  const unit = dir(first).map((x) => x / len(dir(first)));
  const start = at();
  const turn = how === 'angle' ? 0.4 + rnd() * 2.2 : how === 'perpendicular' ? Math.PI / 2 : 0;
  const turned = [unit[0] * Math.cos(turn) - unit[1] * Math.sin(turn), unit[0] * Math.sin(turn) + unit[1] * Math.cos(turn)];
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
    demand(how, ['l0', 'm0'], how === 'angle' ? turn : undefined);
  }
  addOthers({ rnd, pick, at, sketch, demand });
  const noise = () => (rnd() - 0.5) * 1.5;
  const shifted = (p) => [p[0] + noise(), p[1] + noise()];
  const start2 = Object.fromEntries(Object.entries(sketch).map(([name, shape]) => [name, shape.center
    ? { center: shifted(shape.center), radius: shape.radius * (1 + noise() / 20) }
    : { a: shifted(shape.a), b: shifted(shape.b) }]));
  const made = { sketch: start2, constraints };
  return { ...made, wanted: rnd() < 1 / 3 ? overConstrain(rnd, made) : null };
}

/** Solves a case with the program at `bin`; returns the solved sketch and the report of `solve_constraints`. */
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

/**
 * Solves a case with planegcs; returns the result of the first algorithm that succeeds (DogLeg, Levenberg-Marquardt, BFGS), or
 * `null` if none does.
 */
function theirs(wrapper, one) {
  for (const algorithm of [2, 1, 0]) {
    const answer = asked(wrapper, one, algorithm);
    if (answer) return answer;
  }
  return null;
}

function asked(wrapper, { sketch, constraints, wanted }, algorithm) {
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
      case 'horizontal': add(b ? { type: 'horizontal_pp', p1_id: a, p2_id: b } : { type: 'horizontal_l', l_id: a }); break;
      case 'vertical': add(b ? { type: 'vertical_pp', p1_id: a, p2_id: b } : { type: 'vertical_l', l_id: a }); break;
      case 'parallel': add({ type: 'parallel', l1_id: a, l2_id: b }); break;
      case 'perpendicular': add({ type: 'perpendicular_ll', l1_id: a, l2_id: b }); break;
      case 'equal':
        if (isCircle[0]) add({ type: 'equal_radius_cc', c1_id: a, c2_id: b });
        else add({ type: 'equal_length', l1_id: a, l2_id: b });
        break;
      case 'collinear':
        add({ type: 'point_on_line_pl', p_id: ids[`${refs[1]}.start`], l_id: a });
        add({ type: 'point_on_line_pl', p_id: ids[`${refs[1]}.end`], l_id: a });
        break;
      case 'concentric': add({ type: 'p2p_coincident', p1_id: ids[`${refs[0]}.center`], p2_id: ids[`${refs[1]}.center`] }); break;
      case 'midpoint':
        add({ type: 'point_on_line_pl', p_id: a, l_id: b });
        add({ type: 'point_on_perp_bisector_pl', p_id: a, l_id: b });
        break;
      case 'fix': {
        const held = sketch[refs[0]];
        const hold = (ref) => {
          const [x, y] = point(sketch, ref);
          add({ type: 'coordinate_x', p_id: ids[ref], x });
          add({ type: 'coordinate_y', p_id: ids[ref], y });
        };
        if (!held) hold(refs[0]);
        else if (held.center) {
          hold(`${refs[0]}.center`);
          add({ type: 'circle_radius', c_id: a, radius: held.radius });
        } else {
          hold(`${refs[0]}.start`);
          hold(`${refs[0]}.end`);
        }
        break;
      }
      case 'distance_x':
      case 'distance_y': {
        // The difference of planegcs is signed. Its sign keeps the order that the two points have in the sketch.
        const at = kind === 'distance_x' ? 0 : 1;
        const [p, q] = refs.map((ref) => point(sketch, ref)[at]);
        const prop = 'xy'[at];
        add({ type: 'difference', param1: { o_id: a, prop }, param2: { o_id: b, prop }, difference: q < p ? -value : value });
        break;
      }
      case 'angle':
        if (b) add({ type: 'l2l_angle_ll', l1_id: a, l2_id: b, angle: value });
        else add({ type: 'p2p_angle', p1_id: ids[`${refs[0]}.start`], p2_id: ids[`${refs[0]}.end`], angle: value });
        break;
      case 'length':
        add({ type: 'p2p_distance', p1_id: ids[`${refs[0]}.start`], p2_id: ids[`${refs[0]}.end`], distance: value });
        break;
      case 'diameter': add({ type: 'circle_diameter', c_id: a, diameter: value }); break;
      case 'distance':
        if (refs[1].includes('.')) add({ type: 'p2p_distance', p1_id: a, p2_id: b, distance: value });
        else add({ type: 'p2l_distance', p_id: a, l_id: b, distance: value });
        break;
      case 'radius': add({ type: 'circle_radius', c_id: a, radius: value }); break;
      case 'point_on':
        if (isCircle[1]) add({ type: 'point_on_circle', p_id: a, c_id: b });
        else add({ type: 'point_on_line_pl', p_id: a, l_id: b });
        break;
      case 'tangent': add(isCircle[0] ? { type: 'tangent_cc', c1_id: a, c2_id: b } : { type: 'tangent_lc', l_id: a, c_id: b }); break;
      case 'symmetric': add({ type: 'p2p_symmetric_ppl', p1_id: a, p2_id: b, l_id: c }); break;
      default: throw new Error(`planegcs has no ${kind} here`);
    }
  }
  wrapper.push_primitives_and_params(list);
  const status = wrapper.solve(algorithm);
  const found = {
    dof: wrapper.gcs.dof(),
    conflicting: wrapper.has_gcs_conflicting_constraints(),
    redundant: wrapper.has_gcs_redundant_constraints(),
  };
  // The status does not count for a conflicting case, which has no solution, nor for a case that is redundant on purpose.
  return status === 0 || status === 1 || found.conflicting || (wanted && found.redundant) ? found : null;
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
  const kinds = new Map();
  const count = { agreed: 0, over: 0, conflicting: 0, failed: 0, unanswered: 0 };
  let worst = 0;
  for (let i = 0; i < cases; i++) {
    const one = makeCase(rnd);
    if (one.constraints.length === 0) continue;
    for (const { kind } of one.constraints) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const other = theirs(wrapper, one);
    if (!bin) {
      console.log(i, one.wanted, other);
      continue;
    }
    const { solved, report } = ours(bin, one);
    const named = new Set(one.constraints.flatMap(({ refs }) => refs.map((ref) => ref.split('.')[0])));
    // planegcs counts the degrees of freedom of all shapes, but our solver only those of constrained shapes.
    const loose = Object.entries(one.sketch).filter(([name]) => !named.has(name));
    const dof = report.dof + loose.reduce((sum, [, shape]) => sum + (shape.center ? 3 : 4), 0);
    const most = Math.max(...one.constraints.map((c) => residual(solved, one.sketch, c))) / 100;
    const conflicting = report.status === 'conflicting';
    if (!conflicting) worst = Math.max(worst, most);
    const problems = [];
    if (!conflicting && most > TOLERANCE) problems.push(`residual ${most}`);
    if (!other) {
      count.unanswered += 1;
      problems.push('planegcs finds no solution');
    } else {
      if (other.conflicting !== conflicting) problems.push(`we say ${report.status}, planegcs ${other.conflicting ? '' : 'not '}conflicting`);
      if (other.redundant !== report.redundant.length > 0) problems.push(`redundant here: ${report.redundant}, planegcs: ${other.redundant}`);
      if (!conflicting && other.dof !== dof) problems.push(`${dof} degrees of freedom, planegcs has ${other.dof}`);
    }
    if ((one.wanted === 'conflicting') !== conflicting) problems.push(`made to be ${one.wanted}, found ${report.status}`);
    if (one.wanted === 'over' && report.redundant.length === 0) problems.push('what is said twice is not found');
    if (problems.length > 0) {
      count.failed += 1;
      console.log(`case ${i}: ${problems.join('; ')}`);
      console.log(JSON.stringify(one));
    } else {
      count[one.wanted ?? 'agreed'] += 1;
    }
  }
  wrapper.destroy_gcs_module();
  const missing = KINDS.filter((kind) => !kinds.has(kind));
  if (missing.length > 0) console.log(`no case has ${missing.join(', ')}`);
  console.log(
    `constraints: planegcs agrees in ${count.agreed} cases, ${count.over} over-constrained and ${count.conflicting} contradictory ones; ` +
      `${count.failed} differ (${count.unanswered} without an answer); ${kinds.size} kinds; worst residual ${worst}`,
  );
  const enough = count.agreed > 0 && count.over > 0 && count.conflicting > 0;
  process.exit(count.failed === 0 && missing.length === 0 && enough ? 0 : 1);
}

await main();
