// Typing over a selection of several lines.
//
// Chromium gives the typed text the style of the first selected line in a style attribute, which the page's
// Content-Security-Policy blocks with an error in the console. The editor therefore replaces the selection itself.
import { EditorView } from "@codemirror/view";

export const typingOverLines = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    const { from, to } = state.selection.main;
    const isText = event.inputType === "insertText" && event.data && !event.isComposing;
    if (!isText || state.readOnly || state.selection.ranges.length > 1 || state.doc.lineAt(from).to >= to) return false;
    const insert = () =>
      state.update(state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    const handlers = state.facet(EditorView.inputHandler);
    if (!handlers.some((handler) => handler(view, from, to, event.data, insert))) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});
