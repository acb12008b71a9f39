//! The one list of actions: every shortcut, button title, `aria-keyshortcuts` and disabled reason comes from here.
//!
//! Invariants (tested): ids and shortcuts are unique; every action is listed once. What an action does is in
//! `ui/actions.rs`; what it is called is in the catalogue of the page.

use super::keys::{Chord, KeyPress};

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
    /// Click and drag select.
    SelectTool,
    /// Drag moves the paper.
    HandTool,
    /// Drag draws freehand what a model is to understand.
    SketchTool,
    /// Call the stroke off that is being drawn, or go back to selecting.
    LeaveSketch,
    /// Take the last stroke of the sketch away.
    RemoveStroke,
    /// Take the whole sketch away.
    ClearSketch,
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
    /// Outside of text fields while the sketch tool is chosen; goes before what the key means elsewhere.
    Sketching,
}

/// One entry of the list.
#[derive(Clone, Copy, Debug)]
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
    /// How many strokes the sketch has.
    pub strokes: usize,
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
    /// There is no stroke.
    NothingSketched,
    /// Nothing runs.
    NothingRuns,
}

/// Every action. Where two share a key, the one that acts in fewer places comes first.
pub const ACTIONS: &[Action] = &[
    sketching(ActionId::LeaveSketch, &[Chord("Escape")]),
    sketching(ActionId::RemoveStroke, &[Chord("Backspace")]),
    sketching(ActionId::ClearSketch, &[Chord("Shift+Backspace")]),
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
    outside(ActionId::SelectTool, &[Chord("v")]),
    outside(ActionId::HandTool, &[Chord("h")]),
    // P alone writes the point under the pointer.
    outside(ActionId::SketchTool, &[Chord("Shift+p")]),
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

const fn sketching(id: ActionId, keys: &'static [Chord]) -> Action {
    Action {
        id,
        keys,
        scope: Scope::Sketching,
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
    fn acts_in(self, focus: Focus, sketching: bool) -> bool {
        match self {
            Scope::Everywhere => true,
            Scope::OutsideText => focus != Focus::Text,
            Scope::Canvas => focus == Focus::Canvas,
            Scope::Sketching => sketching && focus != Focus::Text,
        }
    }
}

impl ActionId {
    /// The entry of this action.
    #[must_use]
    pub fn entry(self) -> &'static Action {
        // A test checks that every action is listed; the first entry only satisfies the type.
        ACTIONS
            .iter()
            .find(|action| action.id == self)
            .unwrap_or(&ACTIONS[0])
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
            ActionId::RemoveStroke | ActionId::ClearSketch => {
                need(now.strokes > 0, DisabledReason::NothingSketched)
            }
            ActionId::Stop => need(now.busy, DisabledReason::NothingRuns),
            ActionId::ClearSelection
            | ActionId::SketchTool
            | ActionId::LeaveSketch
            | ActionId::ZoomIn
            | ActionId::ZoomOut
            | ActionId::ZoomActual
            | ActionId::SelectTool
            | ActionId::HandTool
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
            | ActionId::PanLeft
            | ActionId::PanRight
            | ActionId::PanUp
            | ActionId::PanDown => Ok(()),
        }
    }
}

/// The actions that the command palette lists: all that a person can take from anywhere.
pub fn listed() -> impl Iterator<Item = &'static Action> {
    let elsewhere = |action: &&Action| {
        !matches!(action.scope, Scope::Canvas | Scope::Sketching) && action.id != ActionId::OpenPalette
    };
    ACTIONS.iter().filter(elsewhere)
}

/// The action a key press stands for; `sketching` while the sketch tool is chosen.
#[must_use]
pub fn for_key(press: &KeyPress<'_>, focus: Focus, sketching: bool, mac: bool) -> Option<ActionId> {
    ACTIONS
        .iter()
        .filter(|action| action.scope.acts_in(focus, sketching))
        .find(|action| action.keys.iter().any(|chord| chord.matches(press, mac)))
        .map(|action| action.id)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ids_and_shortcuts_are_unique() {
        let ids: BTreeSet<ActionId> = ACTIONS.iter().map(|action| action.id).collect();
        assert_eq!(ids.len(), ACTIONS.len());
        // a key means one thing, and may mean another while sketching
        for sketching in [true, false] {
            let here = ACTIONS
                .iter()
                .filter(|action| (action.scope == Scope::Sketching) == sketching);
            let chords: Vec<&str> = here.flat_map(|action| action.keys).map(|chord| chord.0).collect();
            let distinct: BTreeSet<&str> = chords.iter().copied().collect();
            assert_eq!(distinct.len(), chords.len());
        }
        for action in ACTIONS {
            assert_eq!(action.id.entry().id, action.id);
            assert!(!action.keys.is_empty());
        }
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
                !ACTIONS
                    .iter()
                    .flat_map(|action| action.keys)
                    .any(|chord| chord.0 == taken),
                "{taken}"
            );
        }
    }

    #[test]
    fn single_keys_do_nothing_while_typing() {
        let hand = KeyPress {
            key: "h",
            code: "KeyH",
            ..KeyPress::default()
        };
        assert_eq!(
            for_key(&hand, Focus::Other, false, false),
            Some(ActionId::HandTool)
        );
        assert_eq!(for_key(&hand, Focus::Text, true, false), None);
        let run = KeyPress {
            key: "Enter",
            code: "Enter",
            ctrl: true,
            ..KeyPress::default()
        };
        assert_eq!(for_key(&run, Focus::Text, false, false), Some(ActionId::Run));
        for action in ACTIONS.iter().filter(|action| action.scope == Scope::Everywhere) {
            assert!(
                // A plain key must not act while the user types text.
                action
                    .keys
                    .iter()
                    .all(|chord| chord.0.starts_with("Mod+") || chord.0.starts_with("Alt+")),
                "{:?}",
                action.id
            );
        }
    }

    #[test]
    fn keys_of_the_sketch_go_first_while_one_sketches_and_only_then() {
        let key = |key| KeyPress {
            key,
            code: key,
            ..KeyPress::default()
        };
        for (pressed, sketching, otherwise) in [
            ("Escape", ActionId::LeaveSketch, ActionId::ClearSelection),
            ("Backspace", ActionId::RemoveStroke, ActionId::Delete),
            ("Delete", ActionId::Delete, ActionId::Delete),
        ] {
            let meant = |focus, on| for_key(&key(pressed), focus, on, false);
            assert_eq!(meant(Focus::Canvas, true), Some(sketching));
            assert_eq!(meant(Focus::Other, true), Some(sketching));
            assert_eq!(meant(Focus::Canvas, false), Some(otherwise));
            assert_eq!(meant(Focus::Text, true), None);
        }
        let refused = ActionId::RemoveStroke.check(ActionContext::default());
        assert_eq!(refused, Err(DisabledReason::NothingSketched));
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
