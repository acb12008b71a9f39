// Undo and redo in the editor: one order with the rest of the page.
//
// The history of the drawing has each change of the code, also those by a model and on the canvas. The editor's own history
// serves text only while it is typed and has no step of the drawing yet; it ends where that text begins, and at each text that
// the app sets.
import { history, historyKeymap, isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

/**
 * Returns the extension, and a function that forgets the editor's own history.
 *
 * @param options isSettled()  whether the drawing has a step for all text
 *                onUndo(), onRedo()  called for a step of the drawing
 * @param isFromApp  whether a transaction is one of the app
 */
export function undoing(options, isFromApp) {
  const own = new Compartment();
  // Depth of the history at the beginning of the text that has no step.
  let floor = 0;
  // Whether the next text of the app is shown where it changes.
  let follows = false;
  const isSettled = () => options.isSettled?.() ?? false;
  const back = (view) => {
    if (!isSettled() && undoDepth(view.state) > floor) return undo(view);
    follows = true;
    options.onUndo?.();
    return true;
  };
  const forward = (view) => {
    if (redoDepth(view.state) > 0) return redo(view);
    follows = true;
    options.onRedo?.();
    return true;
  };
  const begin = EditorState.transactionExtender.of((transaction) => {
    const { docChanged, startState } = transaction;
    const isOwn = transaction.isUserEvent("undo") || transaction.isUserEvent("redo");
    if (!docChanged || isOwn || isFromApp(transaction) || !isSettled()) return null;
    floor = undoDepth(startState);
    return { annotations: isolateHistory.of("before") };
  });
  const extension = [
    own.of(history()),
    begin,
    Prec.highest([
      keymap.of([
        { key: "Mod-z", run: back, preventDefault: true },
        { key: "Mod-y", mac: "Mod-Shift-z", run: forward, preventDefault: true },
        { linux: "Ctrl-Shift-z", run: forward, preventDefault: true },
      ]),
      // A menu of the browser or of the system.
      EditorView.domEventHandlers({
        beforeinput(event, view) {
          const run = { historyUndo: back, historyRedo: forward }[event.inputType];
          if (!run) return false;
          event.preventDefault();
          return run(view);
        },
      }),
    ]),
    // The rest: undo of selections.
    keymap.of(historyKeymap),
  ];
  const forget = (view) => {
    floor = 0;
    // Changes of the app leave an empty history empty, so a drag on the canvas reconfigures nothing.
    if (undoDepth(view.state) > 0 || redoDepth(view.state) > 0) {
      view.dispatch({ effects: own.reconfigure([]) });
      view.dispatch({ effects: own.reconfigure(history()) });
    }
    const shows = follows;
    follows = false;
    return shows;
  };
  return [extension, forget];
}
