// Scrubbing: a number of the code changes while the user drags it with Alt held, or by Alt with PageUp and PageDown.
//
// One step is one unit of the last digit: 0.1 for 2.5, 1 for 100. With Shift, ten of them. Escape during a drag restores
// the number. Each change reaches the app as `onScrub(text, continues)`; `continues` is false for the first of a drag.
import { syntaxTree } from "@codemirror/language";
import { Annotation, Prec, Transaction } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

/** Marks a change by scrubbing: "first" or "next" of a drag, or "silent" for a change of the history alone. */
export const scrub = Annotation.define();

const PIXELS_PER_STEP = 4;

/** Returns the extension. */
export function scrubbing() {
  return [
    Prec.highest(
      EditorView.domEventHandlers({
        mousedown: begin,
        mousemove: showAlt,
        mouseleave: showAlt,
      }),
    ),
    Prec.high(
      keymap.of([
        { key: "Alt-PageUp", run: (view) => step(view, 1), shift: (view) => step(view, 10) },
        { key: "Alt-PageDown", run: (view) => step(view, -1), shift: (view) => step(view, -10) },
      ]),
    ),
  ];
}

/** Returns a number with its last digit changed by this many steps, in the notation of the number. */
export function stepped(text, steps) {
  const [, mantissa, exponent] = /^([^eE]*)(.*)$/.exec(text);
  const decimals = mantissa.split(".")[1]?.length ?? 0;
  const value = Number(mantissa.replaceAll("_", "")) + steps * 10 ** -decimals;
  const shown = value.toFixed(decimals);
  return (Number(shown) === 0 ? shown.replace("-", "") : shown) + exponent;
}

// Returns the place of the decimal number at a position, its sign included.
function numberAt(state, position) {
  for (const side of [1, -1]) {
    const node = syntaxTree(state).resolveInner(position, side);
    if (node.name !== "Number") continue;
    if (!/^[\d_]*\.?[\d_]*(e[+-]?\d+)?$/i.test(state.sliceDoc(node.from, node.to))) return null;
    const sign = state.sliceDoc(node.from - 1, node.from) === "-" && node.parent?.name === "UnaryExpression";
    return { from: sign ? node.from - 1 : node.from, to: node.to };
  }
  return null;
}

function step(view, steps) {
  const found = view.state.readOnly ? null : numberAt(view.state, view.state.selection.main.head);
  if (!found) return false;
  const text = stepped(view.state.sliceDoc(found.from, found.to), steps);
  view.dispatch({
    changes: { ...found, insert: text },
    selection: { anchor: found.from + text.length },
    userEvent: "input.type.scrub",
    scrollIntoView: true,
  });
  return true;
}

function showAlt(event, view) {
  view.dom.classList.toggle("cm-alt", event.altKey && event.type !== "mouseleave");
  return false;
}

function begin(event, view) {
  if (!event.altKey || event.button !== 0 || view.state.readOnly) return false;
  const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
  const found = position === null ? null : numberAt(view.state, position);
  if (!found) return false;
  event.preventDefault();
  view.focus();
  drag(view, found, event.clientX);
  return true;
}

function drag(view, { from, to }, start) {
  const original = view.state.sliceDoc(from, to);
  let shown = original;
  let [x, pixels] = [start, 0];
  let kind = "first";
  const write = (text, mark, history) => {
    const isUntouched = view.state.sliceDoc(from, from + shown.length) === shown;
    if (text === shown || !isUntouched) return isUntouched;
    view.dispatch({
      changes: { from, to: from + shown.length, insert: text },
      annotations: [scrub.of(mark), Transaction.addToHistory.of(history)],
    });
    shown = text;
    return true;
  };
  const show = (text) => {
    if (text === shown) return;
    if (write(text, kind, false)) kind = "next";
    else end();
  };
  const end = () => {
    listeners.abort();
    view.dom.classList.remove("cm-scrubbing");
    // The history of the editor gets one step from the first number to the last.
    const last = shown;
    if (last !== original && write(original, "silent", false)) write(last, "silent", true);
  };
  const listeners = new AbortController();
  const listen = (type, handler) =>
    view.dom.ownerDocument.addEventListener(type, handler, { capture: true, signal: listeners.signal });
  view.dom.classList.add("cm-scrubbing");
  listen("mousemove", (event) => {
    if ((event.buttons & 1) === 0) return end();
    pixels += (event.clientX - x) * (event.shiftKey ? 10 : 1);
    x = event.clientX;
    event.preventDefault();
    show(stepped(original, Math.trunc(pixels / PIXELS_PER_STEP)));
  });
  listen("mouseup", end);
  listen("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    show(original);
    end();
  });
}
