// Theme of the editor. Every color is one of the app's tokens (style/tokens.css), so light and dark follow the
// page; the fallback values serve a page without those tokens.
import { javascriptLanguage } from "@codemirror/lang-javascript";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { StyleModule } from "style-mod";

const token = (name, light, dark) => `var(--${name}, light-dark(${light}, ${dark}))`;

const text = token("text-1", "#16191d", "#e8ebef");
const muted = token("text-3", "#5f6973", "#919ba7");
const paper = token("panel", "#ffffff", "#181c21");
const raised = token("raised", "#ffffff", "#20252b");
const sunken = token("sunken", "#eef0f3", "#12151a");
const border = token("border", "#e1e4e8", "#2a3038");
const controlBorder = token("border-control", "#828b95", "#6e7985");
const accent = token("accent", "#1b5fd0", "#7fb0ff");
const danger = token("danger", "#be1e2d", "#ff8a8a");
const warning = token("changed", "#8f5200", "#f0b24a");

const chrome = {
  "&": { height: "100%", color: text, backgroundColor: paper, fontSize: "13px" },
  "&.cm-focused": { outline: `2px solid ${accent}`, outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--font-code, ui-monospace, Consolas, monospace)", lineHeight: "1.55" },
  ".cm-content": { caretColor: text, padding: "8px 0" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: text },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: token("code-selection", "#cfe0fb", "#274472"),
  },
  ".cm-gutters": { color: muted, backgroundColor: paper, borderRight: `1px solid ${border}` },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: token("code-active-line", "#f4f6f9", "#1d2228") },
  ".cm-activeLineGutter": { color: text },
  ".cm-line.cm-linked": { boxShadow: `inset 3px 0 0 ${token("selection", "#0b62e0", "#5b9dff")}` },
  ".cm-linked-selected": { backgroundColor: token("selected-row", "#e4edfc", "#1b2c49") },
  ".cm-linked-hovered:not(.cm-linked-selected)": { backgroundColor: token("hover", "#eef0f3", "#20262d") },
  ".cm-gutterElement.cm-linked-gutter": { color: text, fontWeight: "600" },
  ".cm-foldPlaceholder": { color: muted, backgroundColor: sunken, border: `1px solid ${border}` },
  "&.cm-focused .cm-matchingBracket, .cm-matchingBracket": {
    backgroundColor: "transparent",
    outline: `1px solid ${accent}`,
  },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", outline: `1px solid ${danger}` },
  "&.cm-alt .cm-number, &.cm-scrubbing .cm-content, &.cm-scrubbing .cm-content *": { cursor: "ew-resize !important" },
  "&.cm-alt .cm-number": { textDecoration: `underline dotted ${accent}` },
  ".cm-searchMatch": { backgroundColor: token("code-match", "#fde9b8", "#5a4713") },
  ".cm-searchMatch-selected": { outline: `1px solid ${accent}` },
  ".cm-selectionMatch": { backgroundColor: sunken },
  ".cm-panels": { color: text, backgroundColor: sunken },
  ".cm-panels-bottom": { borderTop: `1px solid ${border}` },
  ".cm-panels-top": { borderBottom: `1px solid ${border}` },
  ".cm-textfield": { color: text, backgroundColor: paper, border: `1px solid ${controlBorder}` },
  ".cm-button": {
    color: text,
    backgroundColor: raised,
    backgroundImage: "none",
    border: `1px solid ${controlBorder}`,
    borderRadius: "4px",
  },
  ".cm-panel.cm-search [name=close]": { color: text },
  ".cm-tooltip": { color: text, backgroundColor: raised, border: `1px solid ${border}`, borderRadius: "4px" },
  ".cm-tooltip .cm-doc": { maxWidth: "48ch", padding: "6px 8px", whiteSpace: "pre-wrap" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: token("on-solid", "#ffffff", "#ffffff"),
    backgroundColor: token("accent-solid", "#1b5fd0", "#2b66d9"),
  },
  ".cm-completionDetail": { color: "inherit" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-diagnostic-error": { borderLeftColor: danger },
  ".cm-diagnostic-warning": { borderLeftColor: warning },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: `underline wavy ${danger}` },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: `underline wavy ${warning}` },
  ".cm-lint-marker": { width: "0.8em", height: "0.8em", borderRadius: "50%" },
  ".cm-lint-marker-error": { content: '""', backgroundColor: danger },
  ".cm-lint-marker-warning": { content: '""', backgroundColor: warning },
  ".cm-lint-marker-info": { content: '""', backgroundColor: accent },
};

const syntax = HighlightStyle.define([
  { tag: [tags.keyword, tags.moduleKeyword], color: token("code-keyword", "#6a3bc4", "#bba3ff") },
  { tag: [tags.string, tags.special(tags.string)], color: token("code-string", "#146c34", "#62cf90") },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: token("code-number", "#8f5200", "#f0b24a") },
  { tag: tags.regexp, color: token("code-regexp", "#be1e2d", "#ff8a8a") },
  { tag: [tags.lineComment, tags.blockComment], color: muted, fontStyle: "italic" },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: token("code-function", "#1b5fd0", "#7fb0ff"),
  },
  { tag: [tags.definition(tags.variableName), tags.className], color: text, fontWeight: "600" },
  { tag: tags.invalid, color: danger },
]);

/** Returns the theme extension; `dark` only selects CodeMirror's own defaults. */
export function editorTheme(theme) {
  return EditorView.theme(chrome, { dark: theme === "dark" });
}

// The class of numbers shows that they can be dragged.
const classes = tagHighlighter([{ tag: tags.number, class: "cm-number" }]);

export const highlighting = [syntaxHighlighting(syntax), syntaxHighlighting(classes)];

/** Fills an element with code whose parts have the colors of the editor. The code becomes text nodes only. */
export function highlightInto(element, code) {
  if (syntax.module) StyleModule.mount(document, syntax.module);
  const parts = document.createDocumentFragment();
  let end = 0;
  highlightTree(javascriptLanguage.parser.parse(code), syntax, (from, to, classes) => {
    parts.append(code.slice(end, from));
    const part = document.createElement("span");
    part.className = classes;
    part.textContent = code.slice(from, to);
    parts.append(part);
    end = to;
  });
  parts.append(code.slice(end));
  element.replaceChildren(parts);
}
