// Runs a program in QuickJS compiled to wasm, with host functions that draw.
import { CadScene } from "./cad.mjs";

/** Drawing whose functions only store an object. A CAD program does more work per call, so a comparison favors QuickJS. */
class PlainScene {
  #entities = new Map();

  get size() {
    return this.#entities.size;
  }

  draw(kind, name, values) {
    this.#entities.set(name, { kind, values });
    return name;
  }

  changes() {
    return "";
  }
}

/** Drawings of the comparison, by name. */
const SCENES = { plain: PlainScene, cad: CadScene };

/**
 * Runs `code` in a new context that draws into a new drawing of this name; returns the number of entities and the time in
 * milliseconds, including the context and the text with the changes.
 */
export function runInQuickJs(quickjs, code, now, host) {
  const started = now();
  const context = quickjs.newContext();
  const scene = new SCENES[host]();
  const define = (name, kind) => {
    const handle = context.newFunction(name, (entity, ...numbers) =>
      context.newString(scene.draw(kind, context.getString(entity), numbers.map((number) => context.getNumber(number)))),
    );
    context.setProp(context.global, name, handle);
    handle.dispose();
  };
  define("drawCircle", "circle");
  define("drawRect", "rect");
  const result = context.evalCode(code);
  if (result.error) {
    const error = context.dump(result.error);
    throw new Error(`QuickJS: ${JSON.stringify(error)}`);
  }
  result.value.dispose();
  context.dispose();
  scene.changes();
  return { entities: scene.size, ms: now() - started };
}
