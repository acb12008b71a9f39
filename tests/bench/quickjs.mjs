// Runs a program in QuickJS compiled to wasm, with minimal host functions for drawing: they read their arguments and
// store an object. A CAD program does more work per call, so the comparison favors QuickJS.

/** Runs `code` in a new context; returns the number of entities and the time in milliseconds, including the context. */
export function runInQuickJs(quickjs, code, now) {
  const started = now();
  const context = quickjs.newContext();
  const scene = new Map();
  const define = (name, kind) => {
    const handle = context.newFunction(name, (entity, ...numbers) => {
      const key = context.getString(entity);
      scene.set(key, { kind, numbers: numbers.map((number) => context.getNumber(number)) });
      return context.newString(key);
    });
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
  return { entities: scene.size, ms: now() - started };
}
