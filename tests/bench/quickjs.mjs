// A program run by QuickJS compiled to wasm, with drawing functions of the host that do next to nothing: they read their
// arguments and keep an object. That is less than any CAD program does, so it is in QuickJS's favour.

/** Runs `code` in a new context; gives how many entities it drew and the milliseconds it took, context included. */
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
