// Marks of lines whose statements drew entities: of the selected entities, and of the entity under the pointer.
import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutterLineClass } from "@codemirror/view";

const setLinks = StateEffect.define();

class LinkedLine extends GutterMarker {
  constructor(kind) {
    super();
    this.elementClass = `cm-linked-gutter cm-linked-${kind}`;
  }

  eq(other) {
    return other.elementClass === this.elementClass;
  }
}

const kinds = ["selected", "hovered"];
const lines = Object.fromEntries(kinds.map((kind) => [kind, Decoration.line({ class: `cm-linked cm-linked-${kind}` })]));
const gutters = Object.fromEntries(kinds.map((kind) => [kind, new LinkedLine(kind)]));
const none = { lines: Decoration.none, gutters: RangeSet.empty };

const field = StateField.define({
  create: () => none,
  update(value, transaction) {
    let next = value;
    if (transaction.docChanged) {
      next = { lines: value.lines.map(transaction.changes), gutters: value.gutters.map(transaction.changes) };
    }
    for (const effect of transaction.effects) {
      if (effect.is(setLinks)) next = marks(transaction.state.doc, effect.value);
    }
    return next;
  },
  provide: (field) => [
    EditorView.decorations.from(field, (value) => value.lines),
    gutterLineClass.from(field, (value) => value.gutters),
  ],
});

export const linkMarks = field;

// Positions are in UTF-16 code units, start and end in turn. A position beyond the text is moved to its end.
export function showLinks(view, links) {
  view.dispatch({ effects: setLinks.of(links) });
}

function marks(doc, links) {
  const starts = (positions) => {
    const found = new Set();
    for (let at = 0; at + 1 < positions.length; at += 2) {
      const last = doc.lineAt(Math.min(positions[at + 1], doc.length)).number;
      let number = doc.lineAt(Math.min(positions[at], doc.length)).number;
      for (; number <= last; number += 1) found.add(doc.line(number).from);
    }
    return [...found];
  };
  const from = kinds.map((kind) => starts(links[kind] ?? []));
  const all = (marker) => from.flatMap((starts, at) => starts.map((start) => marker[kinds[at]].range(start)));
  return { lines: Decoration.set(all(lines), true), gutters: RangeSet.of(all(gutters), true) };
}
