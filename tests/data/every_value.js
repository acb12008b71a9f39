// Calls one tool with each number of its input replaced by an invalid or extreme value, and each parameter by a function.
//
// A value that is not a finite number must be refused with the name of its parameter, a huge number must be refused, and no
// function may be called. The script logs each violation in a line that starts with WRONG, and at the end the number of inputs.
//
// The test defines these constants before this code: `setup` (function that makes all calls of the tool's example except the
// last), `base` (input of the last call), `tool` (function under test), `properties` and `required` (from the schema of the
// input), `samples` (input for parameters for which `sample` makes no valid value), and `anyWindow` (whether huge numbers are
// valid).
const strange = [NaN, Infinity, -Infinity, '5', null, undefined, true, [], {}, 1n, Symbol('s')];
const huge = [1e308, -1e308];
const tiny = [5e-324, -0];

const copy = (value) => {
  if (Array.isArray(value)) return value.map(copy);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)]));
};

/** Returns the paths of all numbers within a value. */
const numbers = (value, path = []) => {
  if (typeof value === 'number') return [path];
  if (value === null || typeof value !== 'object') return [];
  return Object.keys(value).flatMap((key) => numbers(value[key], [...path, Array.isArray(value) ? Number(key) : key]));
};

/** Returns a value that the schema allows, with numbers if the schema allows numbers. */
const sample = (schema) => {
  if (schema.anyOf) return schema.anyOf.map(sample).find((made) => numbers(made).length > 0) ?? sample(schema.anyOf[0]);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'number':
    case 'integer':
      return 1;
    case 'array':
      return Array.from({ length: schema.minItems ?? 2 }, () => sample(schema.items));
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, sample(inner)]));
    case 'boolean':
      return true;
    default:
      return 'a';
  }
};

/** Returns the schema of the value at a path; `undefined` if the schema does not describe that value. */
const schemaAt = (path) => {
  let at = { properties };
  for (const key of path) at = typeof key === 'number' ? at?.items ?? at?.anyOf?.find((o) => o.items)?.items : at?.properties?.[key];
  return at;
};

/** Calls the tool after `setup` in an empty drawing. Returns the error message, or `null` if the call succeeded. */
const said = (input) => {
  for (const name of listEntities()) if (exists(name)) deleteEntity(name);
  setup();
  try {
    tool(input);
    return null;
  } catch (error) {
    return error.message;
  }
};

const changed = (input, path, value) => {
  const made = copy(input);
  const last = path[path.length - 1];
  path.slice(0, -1).reduce((at, key) => at[key], made)[last] = value;
  return made;
};

/** Whether the value at this path is optional, so that `null` and `undefined` are valid and mean an omitted value. */
const mayBeLeftOut = (path) => {
  const outer = path.length === 1 ? required : schemaAt(path.slice(0, -1))?.required ?? [];
  return typeof path[path.length - 1] === 'string' && !outer.includes(path[path.length - 1]);
};

/** Valid inputs: the example, and for each further parameter that contains numbers, the example with that parameter. */
const inputs = [base];
for (const [name, schema] of Object.entries(properties)) {
  const made = samples[name] ?? { [name]: sample(schema) };
  if (numbers(base[name]).length === 0 && numbers(made).length > 0) inputs.push({ ...base, ...made });
}

let tried = 0;
const wrong = (path, value, why) => {
  const shown = Object.is(value, -0) ? '-0' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  console.log(`WRONG ${path.join('.')} = ${shown}: ${why}`.slice(0, 300));
};
const known = new Set();
for (const input of inputs) {
  const fresh = numbers(input).filter((path) => !known.has(path.join('.')));
  if (fresh.length === 0) continue;
  const why = said(copy(input));
  if (why !== null) wrong(fresh[0], 'as it should be', why);
  for (const path of fresh) {
    known.add(path.join('.'));
    const named = (message) => path.some((key) => typeof key === 'string' && message.includes(key));
    const takesText = schemaAt(path)?.anyOf?.some((option) => option.type === 'string');
    for (const value of strange) {
      const message = said(changed(input, path, value));
      tried += 1;
      if ((value === null || value === undefined) && mayBeLeftOut(path)) continue;
      if (value === '5' && takesText) continue;
      if (message === null) wrong(path, value, 'was taken');
      else if (!named(message)) wrong(path, value, `is not named: ${message}`);
    }
    for (const value of huge) {
      const message = said(changed(input, path, value));
      tried += 1;
      if (message === null && !anyWindow) wrong(path, value, 'was taken');
    }
    for (const value of tiny) {
      said(changed(input, path, value));
      tried += 1;
    }
  }
}

let called = 0;
for (const name of Object.keys(properties)) {
  const message = said({ ...copy(base), [name]: () => (called += 1) });
  tried += 1;
  if (message === null) wrong([name], 'a function', 'was taken');
  else if (!message.includes(name)) wrong([name], 'a function', `is not named: ${message}`);
}
if (called > 0) wrong(['a function'], called, 'calls');
console.log(`tried ${tried}`);
