// Calls one tool with each number of its input replaced by an invalid or extreme value, and each parameter by a function.
//
// A value that is not a finite number must be refused with the name of its parameter. A huge number must be refused with the
// name of its parameter or because of the range of coordinates. A denormal number must give a result or be refused by the tool.
// No message may have 30 digits in a row. Negative zero must do the same as zero. No function may be called. The script logs each violation in a line that
// starts with WRONG, and at the end the number of inputs.
//
// The test defines these constants before this code: `setup` (function that makes all calls of the tool's example except the
// last), `base` (input of the last call), `tool` (function under test), `toolName` (its name), `properties` and `required` (from
// the schema of the input), `samples` (lists of inputs for parameters for which `forms` makes an input that the tool refuses),
// and `anyWindow` (whether huge numbers are valid).
const strange = [NaN, Infinity, -Infinity, '5', null, undefined, true, [], {}, 1n, Symbol('s')];
const huge = [1e308, -1e308];
const denormal = 5e-324;

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

/** Returns values of every form that the schema allows; only one form if no form has numbers. */
const forms = (schema) => {
  const all = everyForm(schema);
  const numeric = all.filter((made) => numbers(made).length > 0);
  return numeric.length > 0 ? numeric : all.slice(0, 1);
};

const everyForm = (schema) => {
  if (schema.anyOf) return schema.anyOf.flatMap(everyForm);
  if (schema.enum) return [schema.enum[0]];
  switch (schema.type) {
    case 'number':
    case 'integer':
      return [1];
    case 'array':
      return everyForm(schema.items).map((item) => Array.from({ length: schema.minItems ?? 2 }, () => copy(item)));
    case 'object': {
      // Each form of a property is in one object, beside the first forms of the others.
      const parts = Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, forms(inner)]);
      const first = Object.fromEntries(parts.map(([key, made]) => [key, made[0]]));
      const others = parts.flatMap(([key, made]) => made.slice(1).map((form) => ({ ...copy(first), [key]: form })));
      return [first, ...others];
    }
    case 'boolean':
      return [true];
    default:
      return ['a'];
  }
};

/** Returns the schema of the value at a path; `undefined` if the schema does not describe that value. */
const schemaAt = (path) => {
  let at = { properties };
  for (const key of path) {
    const options = [at, ...(at?.anyOf ?? [])];
    at = options.map((option) => (typeof key === 'number' ? option?.items : option?.properties?.[key])).find((found) => found);
  }
  return at;
};

/** Calls the tool after `setup` in an empty drawing. Returns the error message, or `null` if the call succeeded. */
const said = (input) => {
  for (const name of listEntities()) if (exists(name)) deleteEntity(name);
  setup();
  try {
    result = tool(input);
    return null;
  } catch (error) {
    return error.message;
  }
};
let result;

/**
 * Returns the effect of a call as text: its error message, or its result and the drawing. Negative zero reads as zero. The
 * numbers of constraints are left out, because they go on from call to call.
 */
const effect = (input) => {
  const message = said(input);
  if (message !== null) return message.replace('got -0', 'got 0');
  const shown = typeof result === 'string' ? result.replace(/^c[0-9]+$/, 'c') : result;
  return JSON.stringify([shown, listEntities().map((name) => getEntity(name))]);
};

/** Whether a message has the digits of a huge number, or of a denormal one. */
const isLong = (message) => /[0-9]{30}/.test(message);

const words = (text) => text.split(/[^A-Za-z0-9_]/);

/**
 * Whether a message is the name of the tool, and a text that begins with the parameter of this path or contains the last key of
 * the path as a word.
 */
const names = (message, path) => {
  if (!message.startsWith(`${toolName}: `)) return false;
  const reason = message.slice(toolName.length + 2);
  return words(reason)[0] === path[0] || words(reason).includes(path.findLast((part) => typeof part === 'string'));
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

/** Valid inputs: the example, and for each form of each parameter that contains numbers, the example with that form. */
const inputs = [base];
for (const [name, schema] of Object.entries(properties)) {
  for (const made of samples[name] ?? forms(schema).map((form) => ({ [name]: form }))) {
    if (numbers(made).length > 0) inputs.push({ ...base, ...made });
  }
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
    const named = (message) => names(message, path);
    const reasons = ['±1e9', 'would leave the range'];
    const inRange = (message) => named(message) || reasons.some((reason) => message.includes(reason));
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
      else if (message !== null && !inRange(message)) wrong(path, value, `is not named: ${message}`);
      else if (message !== null && isLong(message)) wrong(path, value, `has too many digits: ${message}`);
    }
    const message = said(changed(input, path, denormal));
    tried += 1;
    if (message !== null && (!message.startsWith(`${toolName}: `) || isLong(message))) wrong(path, denormal, message);
    const [negative, zero] = [-0, 0].map((value) => effect(changed(input, path, value)));
    tried += 1;
    if (negative !== zero) wrong(path, -0, `${negative} instead of ${zero}`);
  }
}

let called = 0;
for (const name of Object.keys(properties)) {
  const message = said({ ...copy(base), [name]: () => (called += 1) });
  tried += 1;
  if (message === null) wrong([name], 'a function', 'was taken');
  else if (!names(message, [name])) wrong([name], 'a function', `is not named: ${message}`);
}
if (called > 0) wrong(['a function'], called, 'calls');
console.log(`tried ${tried}`);
