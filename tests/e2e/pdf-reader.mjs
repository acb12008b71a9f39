// The painted paths of a PDF file in points on paper, read for tests independently of the app.
//
// Only what the app writes is understood: uncompressed objects, Flate streams, and forms without a matrix of their own.
import { inflateSync } from "node:zlib";

/** Points of a millimeter. */
export const POINTS = 72 / 25.4;

const IDENTITY = [1, 0, 0, 1, 0, 0];

/** Returns the pages of a file: their sizes in points, and the painted paths with their bounds in points. */
export function pdfPages(bytes) {
  const text = bytes.toString("latin1");
  const objects = new Map();
  // The content of a stream may look like an object, so the search continues behind the stream.
  const head = /(?:^|\n)(\d+) 0 obj\s/g;
  for (let match = head.exec(text); match; match = head.exec(text)) {
    const object = objectAt(text, head.lastIndex);
    objects.set(Number(match[1]), object);
    head.lastIndex = object.end;
  }
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type\s*\/Page\b/.test(dictionary));
  return pages.map(({ dictionary }) => {
    const contents = Number(/\/Contents (\d+) 0 R/.exec(dictionary)[1]);
    const forms = new Map([...dictionary.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name, number]) => [name, Number(number)]));
    const painted = [];
    paint(objects.get(contents).stream, IDENTITY, (name) => objects.get(forms.get(name)).stream, painted);
    return { size: /\/MediaBox\s*\[([^\]]*)\]/.exec(dictionary)[1].trim().split(/\s+/).map(Number).slice(2), painted };
  });
}

function objectAt(text, from) {
  const end = text.indexOf("endobj", from);
  const start = text.indexOf("stream\n", from);
  if (start < 0 || start > end) return { dictionary: text.slice(from, end), end };
  const dictionary = text.slice(from, start);
  const body = start + "stream\n".length;
  const length = Number(/\/Length (\d+)/.exec(dictionary)[1]);
  const stream = inflateSync(Buffer.from(text.slice(body, body + length), "latin1")).toString("latin1");
  return { dictionary, stream, end: body + length };
}

/** Returns the product: `inner` is applied first. */
function times([a, b, c, d, e, f], [p, q, r, s, t, u]) {
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

/** Executes a content stream, and adds the painted paths to `painted`. */
function paint(stream, start, form, painted) {
  let map = start;
  const saved = [];
  let path = [];
  let operands = [];
  const at = (x, y) => [map[0] * x + map[2] * y + map[4], map[1] * x + map[3] * y + map[5]];
  const rect = ([x, y, w, h]) => path.push([at(x, y), at(x + w, y), at(x + w, y + h), at(x, y + h)]);
  const operators = {
    q: () => saved.push(map),
    Q: () => (map = saved.pop()),
    cm: (values) => (map = times(map, values)),
    m: ([x, y]) => path.push([at(x, y)]),
    l: ([x, y]) => path.at(-1).push(at(x, y)),
    c: ([a, b, c, d, x, y]) => path.at(-1).push(...turns(path.at(-1).at(-1), at(a, b), at(c, d), at(x, y)), at(x, y)),
    re: rect,
    n: () => (path = []),
    Do: ([name]) => paint(form(name), map, form, painted),
  };
  for (const operator of ["S", "f", "f*", "B", "B*"]) {
    operators[operator] = () => {
      painted.push(...path.map((points) => ({ operator, ...boundsOf(points) })));
      path = [];
    };
  }
  // Dashes and names are no operands of the operators above, except the name of a form.
  for (const token of stream.replace(/\[[^\]]*\]/g, "").split(/\s+/).filter(Boolean)) {
    if (/^[-+.\d]/.test(token)) operands.push(Number(token));
    else if (token.startsWith("/")) operands.push(token.slice(1));
    else {
      operators[token]?.(operands);
      operands = [];
    }
  }
}

/** Returns the points within a cubic at which x or y is greatest or least. */
function turns(...points) {
  const found = [];
  for (const axis of [0, 1]) {
    const [p, q, r, s] = points.map((point) => point[axis]);
    // The derivative is a t^2 + b t + c, up to a factor.
    const [a, b, c] = [s - 3 * r + 3 * q - p, 2 * (r - 2 * q + p), q - p];
    const root = Math.sqrt(Math.max(b * b - 4 * a * c, 0));
    const zeros = Math.abs(a) < 1e-9 ? [-c / b] : [(-b + root) / (2 * a), (-b - root) / (2 * a)];
    for (const t of zeros.filter((t) => t > 0 && t < 1)) found.push([0, 1].map((axis) => onCubic(points.map((point) => point[axis]), t)));
  }
  return found;
}

function onCubic([p, q, r, s], t) {
  const u = 1 - t;
  return u ** 3 * p + 3 * u * u * t * q + 3 * u * t * t * r + t ** 3 * s;
}

function boundsOf(points) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { left, right, bottom, top, width: right - left, height: top - bottom };
}
