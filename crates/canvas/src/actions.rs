//! List of all actions: the source of every shortcut, button title, `aria-keyshortcuts`, and disabled reason.
//!
//! Invariants (tested): ids and shortcuts are unique; every action is listed once; each canvas tool has one
//! action. The effect of an action is in `ui/actions.rs`; its name is in `ui/i18n.rs` or belongs to the canvas tool.

use super::arrangement::Arrangement;
use super::canvas_tool::NewTool;
use super::canvas_tools::{CANVAS_TOOLS, entries};
use super::edit_action::EditAction;
use super::keys::{Chord, KeyPress};
use std::sync::LazyLock;

/// An action that the user can trigger with a key or a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ActionId {
    /// Reverts the last change of the drawing.
    Undo,
    /// Reapplies the last reverted change.
    Redo,
    /// Selects all entities that can be selected.
    SelectAll,
    /// Clears the selection and cancels a gesture in progress.
    ClearSelection,
    /// Deletes the selected entities.
    Delete,
    /// Hides or shows the selected entities.
    ToggleHidden,
    /// Locks or unlocks the selected entities.
    ToggleLocked,
    /// Edits the selected entities.
    Edit(EditAction),
    /// Shows the whole drawing.
    Fit,
    /// Shows the selected entities.
    FitSelection,
    /// Zooms in around the center of the canvas.
    ZoomIn,
    /// Zooms out around the center of the canvas.
    ZoomOut,
    /// Sets the zoom to one pixel per drawing unit.
    ZoomActual,
    /// Activates the canvas tool with this id.
    CanvasTool(&'static str),
    /// Aligns or distributes the selected entities.
    Arrange(Arrangement),
    /// Runs the code.
    Run,
    /// Stops the run and the agent.
    Stop,
    /// Moves the focus to the message field.
    FocusChat,
    /// Shows the statement that drew the selected entity.
    GoToCode,
    /// Inserts the drawing point under the pointer into the message.
    NotePoint,
    /// Copies the reference of the point or item under the pointer.
    CopyReference,
    /// Switches between the light and the dark theme.
    ToggleTheme,
    /// Starts an empty drawing; the current drawing is kept.
    NewDrawing,
    /// Shows all drawings.
    Library,
    /// Shows the history of the open drawing.
    History,
    /// Keeps the open drawing in a folder on disk as well, or opens the drawing of a folder.
    Folder,
    /// Shows the link to the drawing.
    ShareLink,
    /// Shows the export formats.
    Export,
    /// Checks the drawing for cutting.
    CheckForCutting,
    /// Copies the selection, or the whole drawing, to the clipboard in the format with this identifier.
    CopyAs(&'static str),
    /// Saves the project as a file.
    SaveProject,
    /// Opens a file chooser and previews the file.
    OpenFile,
    /// Opens the command palette, which finds actions and tools.
    OpenPalette,
    /// Shows the user guide.
    Help,
    /// Shows or hides the grid.
    ToggleGrid,
    /// Shows or hides the rulers.
    ToggleRulers,
    /// Turns the snapping to entities on or off.
    ToggleSnap,
    /// Shows all keyboard shortcuts.
    Shortcuts,
    /// Pans the view to the left.
    PanLeft,
    /// Pans the view to the right.
    PanRight,
    /// Pans the view up.
    PanUp,
    /// Pans the view down.
    PanDown,
}

/// Focus in which a shortcut is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Active everywhere, including in text fields.
    Everywhere,
    /// Active everywhere except in text fields, which have their own undo, for example.
    OutsideText,
    /// Active only while the canvas has the focus.
    Canvas,
}

/// An entry of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// Id of the action.
    pub id: ActionId,
    /// Shortcuts; the user interface displays the first one.
    pub keys: &'static [Chord],
    /// Focus in which the shortcuts are active.
    pub scope: Scope,
}

/// State that determines whether an action is available.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionContext {
    /// Whether there is a change to revert.
    pub can_undo: bool,
    /// Whether there is a reverted change to reapply.
    pub can_redo: bool,
    /// Number of entities in the drawing.
    pub entities: usize,
    /// Number of selected entities.
    pub selected: usize,
    /// Whether code or the agent is running.
    pub busy: bool,
}

/// Reason why an action is unavailable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisabledReason {
    /// Nothing to undo.
    NothingToUndo,
    /// Nothing to redo.
    NothingToRedo,
    /// The drawing is empty.
    EmptyDrawing,
    /// Nothing is selected.
    NothingSelected,
    /// Neither code nor the agent is running.
    NothingRuns,
    /// Fewer than two entities are selected.
    FewerThanTwo,
    /// Fewer than three entities are selected.
    FewerThanThree,
}

/// Actions listed before those of the canvas tools.
const BEFORE_TOOLS: &[Action] = &[
    outside(ActionId::Undo, &[Chord("Mod+z")]),
    outside(ActionId::Redo, &[Chord("Mod+Shift+z"), Chord("Mod+y")]),
    outside(ActionId::SelectAll, &[Chord("Mod+a")]),
    outside(ActionId::ClearSelection, &[Chord("Escape")]),
    outside(ActionId::Delete, &[Chord("Delete"), Chord("Backspace")]),
    outside(ActionId::ToggleHidden, &[Chord("Mod+Shift+h")]),
    outside(ActionId::ToggleLocked, &[Chord("Mod+Shift+l")]),
    outside(ActionId::Fit, &[Chord("Shift+1")]),
    outside(ActionId::FitSelection, &[Chord("Shift+2")]),
    outside(
        ActionId::ZoomIn,
        &[Chord("+"), Chord("="), Chord("Mod++"), Chord("Mod+=")],
    ),
    outside(ActionId::ZoomOut, &[Chord("-"), Chord("Mod+-")]),
    outside(ActionId::ZoomActual, &[Chord("Shift+0")]),
    outside(ActionId::ToggleGrid, &[Chord("Mod+'")]),
    outside(ActionId::ToggleRulers, &[Chord("Shift+r")]),
    outside(ActionId::ToggleSnap, &[Chord("Alt+s")]),
];

/// Actions listed after those of the canvas tools.
const AFTER_TOOLS: &[Action] = &[
    everywhere(ActionId::Run, &[Chord("Mod+Enter")]),
    everywhere(ActionId::Stop, &[Chord("Mod+.")]),
    outside(ActionId::FocusChat, &[Chord("/")]),
    outside(ActionId::GoToCode, &[]),
    outside(ActionId::NotePoint, &[Chord("p")]),
    outside(ActionId::CopyReference, &[]),
    everywhere(ActionId::ToggleTheme, &[Chord("Alt+Shift+d")]),
    everywhere(ActionId::NewDrawing, &[Chord("Alt+Shift+n")]),
    everywhere(ActionId::Library, &[Chord("Alt+Shift+o")]),
    everywhere(ActionId::History, &[Chord("Alt+Shift+h")]),
    everywhere(ActionId::Folder, &[Chord("Alt+Shift+f")]),
    everywhere(ActionId::ShareLink, &[Chord("Alt+Shift+s")]),
    everywhere(ActionId::Export, &[Chord("Mod+Shift+e")]),
    outside(ActionId::CheckForCutting, &[]),
    outside(ActionId::CopyAs("svg"), &[]),
    outside(ActionId::CopyAs("json"), &[]),
    everywhere(ActionId::SaveProject, &[Chord("Mod+s")]),
    everywhere(ActionId::OpenFile, &[Chord("Mod+o")]),
    everywhere(ActionId::OpenPalette, &[Chord("Mod+k")]),
    everywhere(ActionId::Help, &[Chord("F1")]),
    outside(ActionId::Shortcuts, &[Chord("?")]),
    canvas(ActionId::PanLeft, &[Chord("ArrowLeft")]),
    canvas(ActionId::PanRight, &[Chord("ArrowRight")]),
    canvas(ActionId::PanUp, &[Chord("ArrowUp")]),
    canvas(ActionId::PanDown, &[Chord("ArrowDown")]),
];

const fn outside(id: ActionId, keys: &'static [Chord]) -> Action {
    Action {
        id,
        keys,
        scope: Scope::OutsideText,
    }
}

const fn everywhere(id: ActionId, keys: &'static [Chord]) -> Action {
    Action {
        id,
        keys,
        scope: Scope::Everywhere,
    }
}

const fn canvas(id: ActionId, keys: &'static [Chord]) -> Action {
    Action {
        id,
        keys,
        scope: Scope::Canvas,
    }
}

/// Kind of the focused element when a key goes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// A text field or editor.
    Text,
    /// The canvas.
    Canvas,
    /// Any other element.
    Other,
}

impl Scope {
    fn acts_in(self, focus: Focus) -> bool {
        match self {
            Scope::Everywhere => true,
            Scope::OutsideText => focus != Focus::Text,
            Scope::Canvas => focus == Focus::Canvas,
        }
    }
}

impl ActionId {
    /// Returns the shortcuts of the action; the user interface displays the first one.
    #[must_use]
    pub fn keys(self) -> &'static [Chord] {
        ActionList::standard().keys(self)
    }

    /// Checks whether the action is available.
    ///
    /// # Errors
    /// Returns the reason, for the tooltip, if the action is unavailable.
    pub fn check(self, now: ActionContext) -> Result<(), DisabledReason> {
        let need = |met: bool, refusal: DisabledReason| if met { Ok(()) } else { Err(refusal) };
        match self {
            ActionId::Undo => need(now.can_undo, DisabledReason::NothingToUndo),
            ActionId::Redo => need(now.can_redo, DisabledReason::NothingToRedo),
            ActionId::SelectAll | ActionId::Fit | ActionId::CheckForCutting => {
                need(now.entities > 0, DisabledReason::EmptyDrawing)
            }
            ActionId::Delete
            | ActionId::ToggleHidden
            | ActionId::ToggleLocked
            | ActionId::FitSelection
            | ActionId::GoToCode => need(now.selected > 0, DisabledReason::NothingSelected),
            ActionId::Edit(edit) => need(
                now.selected > 0 || !edit.needs_selection(),
                DisabledReason::NothingSelected,
            ),
            ActionId::Arrange(arrangement) => {
                let least = arrangement.least();
                let few = if least > 2 {
                    DisabledReason::FewerThanThree
                } else {
                    DisabledReason::FewerThanTwo
                };
                need(now.selected >= least, few)
            }
            ActionId::Stop => need(now.busy, DisabledReason::NothingRuns),
            ActionId::ClearSelection
            | ActionId::ZoomIn
            | ActionId::ZoomOut
            | ActionId::ZoomActual
            | ActionId::ToggleGrid
            | ActionId::ToggleRulers
            | ActionId::ToggleSnap
            | ActionId::CanvasTool(_)
            | ActionId::Run
            | ActionId::FocusChat
            | ActionId::NotePoint
            | ActionId::CopyReference
            | ActionId::ToggleTheme
            | ActionId::NewDrawing
            | ActionId::Library
            | ActionId::History
            | ActionId::Folder
            | ActionId::ShareLink
            | ActionId::Export
            | ActionId::CopyAs(_)
            | ActionId::SaveProject
            | ActionId::OpenFile
            | ActionId::OpenPalette
            | ActionId::Help
            | ActionId::Shortcuts
            | ActionId::PanLeft
            | ActionId::PanRight
            | ActionId::PanUp
            | ActionId::PanDown => Ok(()),
        }
    }
}

/// All actions of the page: the fixed actions, and one action for each canvas tool.
#[derive(Clone, Debug)]
pub struct ActionList(Vec<Action>);

/// Action list of the page, with [`CANVAS_TOOLS`].
static STANDARD: LazyLock<ActionList> = LazyLock::new(|| ActionList::new(CANVAS_TOOLS));

impl ActionList {
    /// Creates a list of the fixed actions and of the actions that activate these canvas tools.
    #[must_use]
    pub fn new(tools: &[NewTool]) -> Self {
        let tools = entries(tools).map(|tool| outside(ActionId::CanvasTool(tool.id), tool.keys));
        let arrangements = Arrangement::ALL.map(|arrangement| outside(ActionId::Arrange(arrangement), &[]));
        let fixed = [BEFORE_TOOLS, AFTER_TOOLS].map(|list| list.iter().copied());
        let [before, after] = fixed;
        let edits = EditAction::ALL
            .iter()
            .map(|edit| outside(ActionId::Edit(*edit), edit.keys()));
        Self(
            before
                .chain(edits)
                .chain(tools)
                .chain(arrangements)
                .chain(after)
                .collect(),
        )
    }

    /// Returns the action list of the page.
    #[must_use]
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    /// Returns all actions, in the order of the command palette.
    pub fn iter(&self) -> impl Iterator<Item = &Action> {
        self.0.iter()
    }

    /// Returns the actions of the command palette: all actions that do not need the focus on the canvas.
    pub fn listed(&self) -> impl Iterator<Item = &Action> {
        self.iter()
            .filter(|action| action.scope != Scope::Canvas && action.id != ActionId::OpenPalette)
    }

    /// Returns the shortcuts of an action.
    #[must_use]
    pub fn keys(&self, id: ActionId) -> &'static [Chord] {
        let action = self.iter().find(|action| action.id == id);
        action.map_or(&[], |action| action.keys)
    }

    /// Returns the action for a key press.
    #[must_use]
    pub fn for_key(&self, press: &KeyPress<'_>, focus: Focus, mac: bool) -> Option<ActionId> {
        self.iter()
            .filter(|action| action.scope.acts_in(focus))
            .find(|action| action.keys.iter().any(|chord| chord.matches(press, mac)))
            .map(|action| action.id)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ids_and_shortcuts_are_unique() {
        let actions = ActionList::standard();
        let ids: BTreeSet<ActionId> = actions.iter().map(|action| action.id).collect();
        assert_eq!(ids.len(), actions.iter().count());
        let chords: Vec<&str> = actions
            .iter()
            .flat_map(|action| action.keys)
            .map(|chord| chord.0)
            .collect();
        let distinct: BTreeSet<&str> = chords.iter().copied().collect();
        assert_eq!(distinct.len(), chords.len());
        for action in actions.iter() {
            assert_eq!(actions.keys(action.id), action.keys);
        }
    }

    #[test]
    fn each_canvas_tool_has_an_action_with_its_keys() {
        let actions = ActionList::standard();
        for (id, chord) in [("select", "v"), ("hand", "h"), ("sketch", "Shift+p")] {
            assert_eq!(actions.keys(ActionId::CanvasTool(id)), [Chord(chord)]);
        }
        assert_eq!(actions.keys(ActionId::CanvasTool("no such tool")), []);
    }

    #[test]
    fn no_action_binds_a_shortcut_reserved_by_browsers() {
        for taken in [
            "Mod+w",
            "Mod+n",
            "Mod+t",
            "Mod+l",
            "Mod+Shift+n",
            "Mod+Shift+i",
            "Mod+Shift+j",
            "F5",
            "F12",
        ] {
            assert!(
                !ActionList::standard()
                    .iter()
                    .flat_map(|action| action.keys)
                    .any(|chord| chord.0 == taken),
                "{taken}"
            );
        }
    }

    #[test]
    fn single_key_shortcuts_are_ignored_while_typing() {
        let actions = ActionList::standard();
        let hand = KeyPress {
            key: "h",
            code: "KeyH",
            ..KeyPress::default()
        };
        assert_eq!(
            actions.for_key(&hand, Focus::Other, false),
            Some(ActionId::CanvasTool("hand"))
        );
        assert_eq!(actions.for_key(&hand, Focus::Text, false), None);
        let run = KeyPress {
            key: "Enter",
            code: "Enter",
            ctrl: true,
            ..KeyPress::default()
        };
        assert_eq!(actions.for_key(&run, Focus::Text, false), Some(ActionId::Run));
        for action in actions.iter().filter(|action| action.scope == Scope::Everywhere) {
            assert!(
                // A plain key must not trigger an action while the user types text.
                action.keys.iter().all(|chord| ["Mod+", "Alt+", "F1"]
                    .iter()
                    .any(|start| chord.0.starts_with(start))),
                "{:?}",
                action.id
            );
        }
    }

    #[test]
    fn a_disabled_action_reports_its_reason() {
        let empty = ActionContext::default();
        assert_eq!(ActionId::Undo.check(empty), Err(DisabledReason::NothingToUndo));
        assert_eq!(
            ActionId::Delete.check(ActionContext { entities: 3, ..empty }),
            Err(DisabledReason::NothingSelected)
        );
        assert_eq!(
            ActionId::Delete.check(ActionContext {
                entities: 3,
                selected: 1,
                ..empty
            }),
            Ok(())
        );
        assert_eq!(ActionId::ZoomIn.check(empty), Ok(()));
        let two = ActionContext {
            entities: 3,
            selected: 2,
            ..empty
        };
        assert_eq!(ActionId::Arrange(Arrangement::AlignLeft).check(two), Ok(()));
        assert_eq!(
            ActionId::Arrange(Arrangement::DistributeUp).check(two),
            Err(DisabledReason::FewerThanThree)
        );
    }
}
