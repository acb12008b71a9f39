//! The one list of actions: every shortcut, button title, `aria-keyshortcuts` and disabled reason comes from here.
//!
//! Invariants (tested): ids and shortcuts are unique; every action is listed once; each canvas tool has one action. The
//! effect of an action is in `ui/actions.rs`, and its name in the catalogue of the page or with the canvas tool.

use super::canvas_tool::NewTool;
use super::canvas_tools::{CANVAS_TOOLS, entries};
use super::keys::{Chord, KeyPress};
use std::sync::LazyLock;

/// An action a person can take by key or button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ActionId {
    /// Take the last change of the drawing back.
    Undo,
    /// Carry out again what was taken back.
    Redo,
    /// Select everything that can be selected.
    SelectAll,
    /// Select nothing; also calls a running gesture off.
    ClearSelection,
    /// Delete the selected entities.
    Delete,
    /// Hide or show the selected entities.
    ToggleHidden,
    /// Lock or unlock the selected entities.
    ToggleLocked,
    /// Show the whole drawing.
    Fit,
    /// Show the selected entities.
    FitSelection,
    /// Zoom in around the middle.
    ZoomIn,
    /// Zoom out around the middle.
    ZoomOut,
    /// One pixel per drawing unit.
    ZoomActual,
    /// Activate the canvas tool with this id.
    CanvasTool(&'static str),
    /// Run the code now.
    Run,
    /// Stop the run and the agent.
    Stop,
    /// Put the cursor into the message field.
    FocusChat,
    /// Write the point under the pointer into the message.
    NotePoint,
    /// Switch between light and dark.
    ToggleTheme,
    /// Begin an empty drawing; the present one is kept.
    NewDrawing,
    /// Show the previous drawings.
    PreviousDrawings,
    /// Show the link to the drawing.
    ShareLink,
    /// Show the ways to export.
    Export,
    /// Save the project as a file.
    SaveProject,
    /// Choose a file and look at it.
    OpenFile,
    /// Find and take any action, or call a tool.
    OpenPalette,
    /// Show the user guide.
    Help,
    /// Look further to the left.
    PanLeft,
    /// Look further to the right.
    PanRight,
    /// Look further up.
    PanUp,
    /// Look further down.
    PanDown,
}

/// Where a shortcut acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everywhere, text fields included.
    Everywhere,
    /// Everywhere but in text fields (they have an undo of their own, for example).
    OutsideText,
    /// Only while the canvas has the focus.
    Canvas,
}

/// One entry of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// Which action.
    pub id: ActionId,
    /// Its shortcuts; the first is the one that is shown.
    pub keys: &'static [Chord],
    /// Where they act.
    pub scope: Scope,
}

/// What decides whether an action can be taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionContext {
    /// There is something to take back.
    pub can_undo: bool,
    /// There is something to carry out again.
    pub can_redo: bool,
    /// How many entities there are.
    pub entities: usize,
    /// How many are selected.
    pub selected: usize,
    /// Code runs, or the agent works.
    pub busy: bool,
}

/// Why an action cannot be taken now.
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
    /// Nothing runs.
    NothingRuns,
}

/// The actions before those of the canvas tools.
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
];

/// The actions after those of the canvas tools.
const AFTER_TOOLS: &[Action] = &[
    everywhere(ActionId::Run, &[Chord("Mod+Enter")]),
    everywhere(ActionId::Stop, &[Chord("Mod+.")]),
    outside(ActionId::FocusChat, &[Chord("/")]),
    outside(ActionId::NotePoint, &[Chord("p")]),
    everywhere(ActionId::ToggleTheme, &[Chord("Alt+Shift+d")]),
    everywhere(ActionId::NewDrawing, &[Chord("Alt+Shift+n")]),
    everywhere(ActionId::PreviousDrawings, &[Chord("Alt+Shift+o")]),
    everywhere(ActionId::ShareLink, &[Chord("Alt+Shift+s")]),
    everywhere(ActionId::Export, &[Chord("Mod+Shift+e")]),
    everywhere(ActionId::SaveProject, &[Chord("Mod+s")]),
    everywhere(ActionId::OpenFile, &[Chord("Mod+o")]),
    everywhere(ActionId::OpenPalette, &[Chord("Mod+k")]),
    everywhere(ActionId::Help, &[Chord("F1")]),
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

/// What has the focus when a key goes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// A text field or editor.
    Text,
    /// The canvas.
    Canvas,
    /// Anything else.
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
    /// The shortcuts of the action on the page; the first is the one that is shown.
    #[must_use]
    pub fn keys(self) -> &'static [Chord] {
        ActionList::standard().keys(self)
    }

    /// Whether the action can be taken now, or why not.
    ///
    /// # Errors
    /// The reason, for the tooltip.
    pub fn check(self, now: ActionContext) -> Result<(), DisabledReason> {
        let need = |met: bool, refusal: DisabledReason| if met { Ok(()) } else { Err(refusal) };
        match self {
            ActionId::Undo => need(now.can_undo, DisabledReason::NothingToUndo),
            ActionId::Redo => need(now.can_redo, DisabledReason::NothingToRedo),
            ActionId::SelectAll | ActionId::Fit => need(now.entities > 0, DisabledReason::EmptyDrawing),
            ActionId::Delete | ActionId::ToggleHidden | ActionId::ToggleLocked | ActionId::FitSelection => {
                need(now.selected > 0, DisabledReason::NothingSelected)
            }
            ActionId::Stop => need(now.busy, DisabledReason::NothingRuns),
            ActionId::ClearSelection
            | ActionId::ZoomIn
            | ActionId::ZoomOut
            | ActionId::ZoomActual
            | ActionId::CanvasTool(_)
            | ActionId::Run
            | ActionId::FocusChat
            | ActionId::NotePoint
            | ActionId::ToggleTheme
            | ActionId::NewDrawing
            | ActionId::PreviousDrawings
            | ActionId::ShareLink
            | ActionId::Export
            | ActionId::SaveProject
            | ActionId::OpenFile
            | ActionId::OpenPalette
            | ActionId::Help
            | ActionId::PanLeft
            | ActionId::PanRight
            | ActionId::PanUp
            | ActionId::PanDown => Ok(()),
        }
    }
}

/// Every action of the page: the fixed ones, and one for each canvas tool.
#[derive(Clone, Debug)]
pub struct ActionList(Vec<Action>);

/// The actions of the page with [`CANVAS_TOOLS`].
static STANDARD: LazyLock<ActionList> = LazyLock::new(|| ActionList::new(CANVAS_TOOLS));

impl ActionList {
    /// The fixed actions, and those that activate the canvas tools of a list.
    #[must_use]
    pub fn new(tools: &[NewTool]) -> Self {
        let tools = entries(tools).map(|tool| outside(ActionId::CanvasTool(tool.id), tool.keys));
        let fixed = [BEFORE_TOOLS, AFTER_TOOLS].map(|list| list.iter().copied());
        let [before, after] = fixed;
        Self(before.chain(tools).chain(after).collect())
    }

    /// The actions of the page.
    #[must_use]
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    /// Every action, in the order of the command palette.
    pub fn iter(&self) -> impl Iterator<Item = &Action> {
        self.0.iter()
    }

    /// The actions that the command palette lists: all that the user can take from anywhere.
    pub fn listed(&self) -> impl Iterator<Item = &Action> {
        self.iter()
            .filter(|action| action.scope != Scope::Canvas && action.id != ActionId::OpenPalette)
    }

    /// The shortcuts of an action.
    #[must_use]
    pub fn keys(&self, id: ActionId) -> &'static [Chord] {
        let action = self.iter().find(|action| action.id == id);
        action.map_or(&[], |action| action.keys)
    }

    /// The action a key press stands for.
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
            assert!(!action.keys.is_empty());
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
    fn nothing_binds_what_browsers_need() {
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
    fn single_keys_do_nothing_while_typing() {
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
                // A key that types a character must not act while the user types text.
                action.keys.iter().all(|chord| ["Mod+", "Alt+", "F1"]
                    .iter()
                    .any(|start| chord.0.starts_with(start))),
                "{:?}",
                action.id
            );
        }
    }

    #[test]
    fn an_action_that_cannot_be_taken_says_why() {
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
    }
}
