// The code editor of Trammel: CodeMirror 6 behind a small handle, so that the app does not depend on CodeMirror's API.
//
//   const handle = mountEditor(parent, options)
//   highlightInto(element, code)   fills an element with code in the colors of the editor
//
// options  doc, readOnly, label (accessible name), theme ("light" | "dark")
//          onChange(text)            called when the user changes the text (never for setValue)
//          onCursor(line, column)    both from 1
//          onPosition(offset)        position of the cursor, or null without the focus
//          onScrub(text, continues)  called instead for a number that the user drags; see scrub.js
//          completions(), parameters(tool)  see complete.js
//          wrap                      whether long lines wrap
//          hover(word)               text about a word, or null
//          isSettled(), onUndo(), onRedo()  see undo.js
// handle   getValue, setValue(text, place of the text, such as a drawing and a file), setDiagnostics, setLinks, revealLine, focus, setReadOnly, setTheme, setWrap, destroy
//
// Tab moves the focus to the editor. Inside the editor, Tab indents, and Escape followed by Tab leaves the editor.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, Prec, Transaction } from "@codemirror/state";
import {
  crosshairCursor,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  rectangularSelection,
} from "@codemirror/view";
import { completionSource, documentation } from "./complete.js";
import { linkMarks, showLinks } from "./links.js";
import { scrub, scrubbing } from "./scrub.js";
import { editorTheme, highlighting } from "./theme.js";
import { typingOverLines } from "./typing.js";
import { undoing } from "./undo.js";

export { highlightInto } from "./theme.js";

// Marks a change made by the app, so that onChange is not called for it.
const fromApp = Annotation.define();

// Largest text that is parsed, in characters. The parser reads one token as a whole, so a longer text could block the page.
const MOST_PARSED = 1 << 20;

// Largest part of the text for which an editor out of view has elements, in characters.
const MOST_RENDERED = 20_000;

export function mountEditor(parent, options = {}) {
  const readOnly = new Compartment();
  const theme = new Compartment();
  const wrap = new Compartment();
  const language = new Compartment();
  const isParsed = (length) => length <= MOST_PARSED;
  const languageOf = (length) => (isParsed(length) ? javascript() : []);
  const grown = EditorState.transactionExtender.of(({ docChanged, startState, newDoc }) => {
    const stops = docChanged && isParsed(startState.doc.length) && !isParsed(newDoc.length);
    return stops ? { effects: language.reconfigure([]) } : null;
  });
  // After the update, because a transaction that adds the language parses the text before its change.
  const parseShrunk = (before, after) => {
    if (isParsed(before.doc.length) || !isParsed(after.doc.length)) return;
    queueMicrotask(() => view.dispatch({ effects: language.reconfigure(languageOf(view.state.doc.length)) }));
  };
  const shrunk = EditorView.updateListener.of(({ startState, state }) => parseShrunk(startState, state));
  const [undo, forget] = undoing(options, (transaction) => transaction.annotation(fromApp));
  let shownPlace;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.doc ?? "",
      extensions: [
        lineNumbers(),
        lintGutter(),
        foldGutter(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        highlightSpecialChars(),
        undo,
        drawSelection(),
        EditorState.allowMultipleSelections.of(true),
        rectangularSelection(),
        crosshairCursor(),
        indentOnInput(),
        indentUnit.of("  "),
        bracketMatching(),
        closeBrackets(),
        highlighting,
        linkMarks,
        highlightSelectionMatches(),
        search({ top: true }),
        language.of(languageOf((options.doc ?? "").length)),
        grown,
        shrunk,
        autocompletion({ icons: false, override: [completionSource(options)] }),
        scrubbing(),
        typingOverLines,
        wordHover(options.hover),
        Prec.highest(keymap.of([{ key: "Escape", run: letTabLeave }])),
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...foldKeymap,
          ...completionKeymap,
          ...lintKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({ "aria-label": options.label ?? "Code", spellcheck: "false" }),
        EditorView.updateListener.of((update) => report(update, options)),
        readOnly.of(readOnlyExtension(options.readOnly)),
        theme.of(editorTheme(options.theme)),
        wrap.of(wrapping(options.wrap)),
      ],
    }),
  });

  return {
    getValue: () => view.state.doc.toString(),
    setValue: (text, place) => {
      const isElsewhere = place !== shownPlace;
      shownPlace = place;
      const change = difference(view.state.doc.toString(), text);
      if (!change && !isElsewhere) return;
      const shows = forget(view);
      if (!change) return;
      if (!rendersMuch(view, change)) return replaceText(view, change, shows && !isElsewhere);
      const before = view.state;
      view.setState(before.update(fromTheApp(change)).state);
      parseShrunk(before, view.state);
    },
    setDiagnostics: (problems) => showProblems(view, problems),
    setLinks: (links) => showLinks(view, links),
    revealLine: (number) => revealLine(view, number),
    focus: () => view.focus(),
    setReadOnly: (on) => view.dispatch({ effects: readOnly.reconfigure(readOnlyExtension(on)) }),
    setTheme: (name) => view.dispatch({ effects: theme.reconfigure(editorTheme(name)) }),
    setWrap: (on) => view.dispatch({ effects: wrap.reconfigure(wrapping(on)) }),
    destroy: () => view.destroy(),
  };
}

function report(update, options) {
  if (update.docChanged && !update.transactions.some((t) => t.annotation(fromApp))) {
    const scrubbed = update.transactions.map((t) => t.annotation(scrub)).find(Boolean);
    const text = update.state.doc.toString();
    if (!scrubbed) options.onChange?.(text);
    else if (scrubbed !== "silent") options.onScrub?.(text, scrubbed === "next");
  }
  if (update.selectionSet || update.docChanged) {
    const head = update.state.selection.main.head;
    const line = update.state.doc.lineAt(head);
    options.onCursor?.(line.number, head - line.from + 1);
  }
  if (update.selectionSet || update.docChanged || update.focusChanged) {
    options.onPosition?.(update.view.hasFocus ? update.state.selection.main.head : null);
  }
}

// CodeMirror does this itself, except when Escape has also closed a completion list.
function letTabLeave(view) {
  view.setTabFocusMode(2000);
  return false;
}

function readOnlyExtension(on) {
  return [EditorState.readOnly.of(Boolean(on)), EditorView.editable.of(!on)];
}

function wrapping(on) {
  return on ? EditorView.lineWrapping : [];
}

// Returns the change of a text into another one; null if they are equal.
function difference(old, text) {
  if (old === text) return null;
  let from = 0;
  const shorter = Math.min(old.length, text.length);
  while (from < shorter && old[from] === text[from]) from += 1;
  let back = 0;
  while (back < shorter - from && old[old.length - 1 - back] === text[text.length - 1 - back]) back += 1;
  return { from, to: old.length - back, insert: text.slice(from, text.length - back) };
}

// Whether a change would create elements for a large text. An editor out of view, such as one behind another tab, extends what
// it has elements for by all inserted text, and only a new state makes it measure again.
function rendersMuch(view, change) {
  return !view.inView && view.viewport.to - view.viewport.from + change.insert.length > MOST_RENDERED;
}

function fromTheApp(change) {
  return { changes: change, annotations: [fromApp.of(true), Transaction.addToHistory.of(false)] };
}

// Replaces only the differing part, so that the cursor, folds, and scroll position outside that part stay, unless the cursor
// goes to it.
function replaceText(view, change, shows) {
  const anchor = change.from + change.insert.length;
  const there = shows && view.hasFocus ? { selection: { anchor }, scrollIntoView: true } : {};
  view.dispatch({ ...fromTheApp(change), ...there });
}

function showProblems(view, problems) {
  view.dispatch(setDiagnostics(view.state, problems.map((problem) => diagnostic(view.state.doc, problem))));
}

// Converts a problem at a line and column, both from 1, to a diagnostic. Without an end, the word at the position is
// underlined; without a column, the whole line. Positions outside the text are clamped to the nearest line.
function diagnostic(doc, { line, column, endColumn, severity, message }) {
  const at = doc.line(Math.min(Math.max(line || 1, 1), doc.lines));
  if (!column) {
    return { from: at.from + at.text.search(/\S|$/), to: at.to, severity: severity ?? "error", message };
  }
  const from = Math.min(at.from + column - 1, at.to);
  const word = /^[\p{L}\p{N}_$]+/u.exec(doc.sliceString(from, at.to));
  const to = endColumn ? at.from + endColumn - 1 : from + (word ? word[0].length : 1);
  return { from, to: Math.max(from, Math.min(to, at.to)), severity: severity ?? "error", message };
}

function revealLine(view, number) {
  const line = view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines));
  view.dispatch({
    selection: { anchor: line.from },
    effects: EditorView.scrollIntoView(line.from, { y: "center" }),
  });
}

function wordHover(explain) {
  return hoverTooltip((view, position) => {
    const line = view.state.doc.lineAt(position);
    for (const match of line.text.matchAll(/[\p{L}\p{N}_$]+/gu)) {
      const from = line.from + match.index;
      const to = from + match[0].length;
      if (position < from || position > to) continue;
      const text = explain?.(match[0]);
      return text ? { pos: from, end: to, above: true, create: () => ({ dom: documentation(text) }) } : null;
    }
    return null;
  });
}
