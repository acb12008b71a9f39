// Drawing of a CAD program in JavaScript, for QuickJS. Each call is checked like a call of Trammel: types, ranges, names, and
// the maximum number of entities. Entities have a style, a transform, bounds, an order, and a record for undo, and the changes
// are serialized for the page at the end of a run.

const MOST_ENTITIES = 10_000;
const MOST_DISTANCE = 1e9;

/** Parameters of each kind of entity, whether each must be positive, and its bounds. */
const KINDS = {
  circle: {
    parameters: [["x", false], ["y", false], ["radius", true]],
    bounds: ({ x, y, radius }) => ({ min: [x - radius, y - radius], max: [x + radius, y + radius] }),
  },
  rect: {
    parameters: [["x", false], ["y", false], ["width", true], ["height", true]],
    bounds: ({ x, y, width, height }) => ({ min: [x, y], max: [x + width, y + height] }),
  },
};

export class CadScene {
  #entities = new Map();
  #undo = [];

  get size() {
    return this.#entities.size;
  }

  /** Adds an entity, and returns its name. Throws if an argument is invalid. */
  draw(kind, name, values) {
    if (typeof name !== "string" || name.trim() === "") throw new Error(`draw ${kind}: name must be a text, got ${name}`);
    if (this.#entities.has(name)) throw new Error(`draw ${kind}: '${name}' exists`);
    if (this.#entities.size >= MOST_ENTITIES) throw new Error(`draw ${kind}: more than ${MOST_ENTITIES} entities`);
    const geometry = {};
    for (const [at, [parameter, positive]] of KINDS[kind].parameters.entries()) {
      const value = values[at];
      if (typeof value !== "number" || !Number.isFinite(value)) throw new Error(`draw ${kind}: ${parameter} must be a number, got ${value}`);
      if (Math.abs(value) > MOST_DISTANCE) throw new Error(`draw ${kind}: ${parameter} is beyond ${MOST_DISTANCE}`);
      if (positive && value <= 0) throw new Error(`draw ${kind}: ${parameter} must be above 0, got ${value}`);
      geometry[parameter] = value;
    }
    const entity = {
      name,
      kind,
      geometry,
      bounds: KINDS[kind].bounds(geometry),
      style: { stroke: { color: "ink", width: 1, dash: [], cap: "butt", join: "miter" }, fill: null },
      transform: [1, 0, 0, 1, 0, 0],
      layer: null,
      at: this.#entities.size,
    };
    this.#entities.set(name, entity);
    this.#undo.push({ added: name });
    return name;
  }

  /** Returns the changes of the run as text. */
  changes() {
    return JSON.stringify({ added: this.#undo.map(({ added }) => this.#entities.get(added)) });
  }
}
