// The entities of a DXF file in ASCII, read for tests independently of the app.

/** Returns the tags of a text as pairs of group code and value. */
function tags(text) {
  const lines = text.split("\r\n");
  const pairs = [];
  for (let at = 0; at + 1 < lines.length; at += 2) pairs.push([Number(lines[at]), lines[at + 1]]);
  return pairs;
}

/** Returns the value of a variable of the header, as text. */
export function variable(text, name) {
  const all = tags(text);
  const at = all.findIndex(([code, value]) => code === 9 && value === name);
  return at < 0 ? undefined : all[at + 1][1];
}

/** Returns the entities of a file: their types and layers, and the geometry of circles and polylines. */
export function dxfEntities(text) {
  const all = tags(text);
  const from = all.findIndex(([code, value]) => code === 2 && value === "ENTITIES") + 1;
  const found = [];
  for (const [code, value] of all.slice(from)) {
    if (code === 0 && value === "ENDSEC") break;
    if (code === 0) found.push({ type: value, tags: [] });
    else found.at(-1).tags.push([code, value]);
  }
  const entities = [];
  for (const { type, tags } of found) {
    const numbers = (wanted) => tags.filter(([code]) => code === wanted).map(([, value]) => Number(value));
    const [xs, ys] = [numbers(10), numbers(20)];
    const layer = tags.find(([code]) => code === 8)?.[1];
    const points = xs.map((x, at) => [x, ys[at]]);
    const isClosed = ((numbers(70)[0] ?? 0) & 1) === 1;
    // The points of an old polyline follow it as entities, and a sequence end closes it.
    if (type === "VERTEX") entities.at(-1).points.push(...points);
    else if (type === "POLYLINE") entities.push({ type, layer, points: [], isClosed });
    else if (type === "LWPOLYLINE") entities.push({ type, layer, points, isClosed });
    else if (type === "CIRCLE") entities.push({ type, layer, center: points[0], radius: numbers(40)[0] });
    else if (type !== "SEQEND") entities.push({ type, layer });
  }
  return entities;
}
