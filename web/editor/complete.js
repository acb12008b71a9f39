// Completion: functions with snippets, the parameters of a tool inside its `{ }`, and the values of a parameter.
//
// options  completions()    [{label, detail, info, snippet}]: `snippet` is the call with fields such as `${radius}`
//          parameters(tool) [{name, type, required, info, snippet, values, fields}]: `values` are JavaScript literals
import { insertCompletionText, pickedCompletion, snippet } from "@codemirror/autocomplete";
import { localCompletionSource } from "@codemirror/lang-javascript";
import { syntaxTree } from "@codemirror/language";

const WORD = /[\p{L}\p{N}_$]+/u;
const WHOLE_WORD = /^[\p{L}\p{N}_$]*$/u;

// Nodes in which the cursor belongs to an inner list, call, or function, and not to an object around it.
const INNER = new Set([
  "ArgList",
  "ArrayExpression",
  "ArrowFunction",
  "Block",
  "BinaryExpression",
  "ClassBody",
  "ConditionalExpression",
  "FunctionExpression",
  "MemberExpression",
  "ParenthesizedExpression",
  "TemplateString",
]);

/** Returns the completion source. Inside the `{ }` of a tool, it offers parameters instead of functions. */
export function completionSource(options) {
  return (context) => {
    const word = context.matchBefore(WORD);
    const from = word ? word.from : context.pos;
    const place = placeIn(context.state, context.pos, from, options);
    if (place?.values) return valuesAt(place, context.explicit || Boolean(word));
    if (!word && !context.explicit) return null;
    if (place?.names) return { from, options: place.names.map(parameterOption), validFor: WHOLE_WORD };
    return functionsAt(context, word, options);
  };
}

function functionsAt(context, word, { completions }) {
  const before = word && context.state.sliceDoc(Math.max(0, word.from - 1), word.from);
  if (!completions || before === ".") return null;
  const local = localCompletionSource(context)?.options ?? [];
  const functions = completions().map(({ label, detail, info, snippet: template }) => ({
    label,
    detail: detail ?? undefined,
    info: info ? () => documentation(info) : undefined,
    apply: template ? applyCall(label, template) : undefined,
    type: "function",
  }));
  return { from: word ? word.from : context.pos, options: [...local, ...functions], validFor: WHOLE_WORD };
}

// Inserts a call with fields, or only the name if the arguments are already there.
function applyCall(label, template) {
  const call = snippet(template);
  return (view, completion, from, to) => {
    if (view.state.sliceDoc(to, to + 1) === "(") {
      view.dispatch({
        ...insertCompletionText(view.state, label, from, to),
        annotations: pickedCompletion.of(completion),
      });
    } else {
      call(view, completion, from, to);
    }
  };
}

// Required parameters come first, in the order of the tool.
function parameterOption({ name, type, required, info, snippet: template }, at) {
  return {
    label: name,
    detail: `${required ? ":" : "?:"} ${type}`,
    info: () => documentation(info),
    apply: snippet(template),
    boost: (required ? 99 : 40) - Math.min(at, 40),
    type: "property",
  };
}

function valuesAt({ values, from, inString, end }, asked) {
  if (!asked && !inString) return null;
  const labels = values.map((value) => (inString ? JSON.parse(value) : value)).map(String);
  const apply = (label) => (view, completion, start, to) =>
    // Inside quotes, the rest of the old text is replaced.
    view.dispatch({
      ...insertCompletionText(view.state, label, start, inString ? Math.max(to, end) : to),
      annotations: pickedCompletion.of(completion),
    });
  return { from, options: labels.map((label) => ({ label, apply: apply(label), type: "constant" })), validFor: /^[^"']*$/ };
}

/**
 * Returns the place of the cursor in the object of a tool's call: `names`, the parameters that are not given yet, or the
 * `values` of the parameter at the cursor; null elsewhere.
 */
function placeIn(state, position, from, options) {
  let property = null;
  let text = null;
  for (let at = syntaxTree(state).resolveInner(position, -1); at; at = at.parent) {
    if (at.name === "String" && position > at.from && (position < at.to || !isClosed(state, at))) text = at;
    else if (at.name === "Property") property ??= at;
    else if (at.name === "ObjectExpression") return inObject(state, at, { property, text, position, from, options });
    else if (INNER.has(at.name) || at.name.endsWith("Comment")) return null;
  }
  return null;
}

function isClosed(state, { from, to }) {
  return to - from > 1 && state.sliceDoc(from, from + 1) === state.sliceDoc(to - 1, to);
}

function inObject(state, object, { property, text, position, from, options }) {
  const isClosedObject = object.lastChild?.name === "}";
  if (position <= object.from || (isClosedObject && position >= object.to)) return null;
  const known = parametersOf(state, object, options);
  if (known.length === 0) return null;
  const previous = property ?? siblingBefore(object, from);
  const colon = previous?.name === "Property" ? previous.getChild(":") : null;
  if (colon && colon.to <= from) {
    const start = text ? text.from : from;
    const isFirst = state.sliceDoc(colon.to, start).trim() === "";
    const values = known.find(({ name }) => name === nameOf(state, previous))?.values ?? [];
    const fitting = text ? values.filter((value) => value.startsWith('"')) : values;
    if (!isFirst || fitting.length === 0) return null;
    const end = text && isClosed(state, text) ? text.to - 1 : position;
    return { values: fitting, from: text ? text.from + 1 : from, inString: Boolean(text), end };
  }
  const before = siblingBefore(object, from);
  if (text || (before?.name !== "{" && before?.name !== ",")) return null;
  const given = object.getChildren("Property").filter(({ from: start }) => start !== from);
  const taken = new Set(given.map((one) => nameOf(state, one)));
  return { names: known.filter(({ name }) => !taken.has(name)) };
}

// Returns the last child that ends at or before a position, comments aside.
function siblingBefore(object, position) {
  let child = object.childBefore(position);
  while (child && (child.name.endsWith("Comment") || child.to > position)) child = child.prevSibling;
  return child;
}

function nameOf(state, property) {
  const name = property.firstChild;
  return name ? state.sliceDoc(name.from, name.to).replace(/^["']|["']$/g, "") : "";
}

// Returns the parameters that an object can have: those of a tool, if it is the first argument of the tool's call, or the
// fields of a parameter, if it is the value of one.
function parametersOf(state, object, { parameters }) {
  const owner = object.parent;
  if (owner?.name === "ArgList" && owner.parent?.name === "CallExpression") {
    const callee = owner.parent.firstChild;
    const isFirst = owner.firstChild?.nextSibling?.from === object.from;
    return isFirst && callee?.name === "VariableName" ? (parameters?.(state.sliceDoc(callee.from, callee.to)) ?? []) : [];
  }
  if (owner?.name !== "Property" || owner.parent?.name !== "ObjectExpression") return [];
  const around = parametersOf(state, owner.parent, { parameters });
  return around.find(({ name }) => name === nameOf(state, owner))?.fields ?? [];
}

/** Returns the element that shows a documentation. */
export function documentation(text) {
  const node = document.createElement("div");
  node.className = "cm-doc";
  node.textContent = text;
  return node;
}
