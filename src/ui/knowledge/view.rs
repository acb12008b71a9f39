//! Shared state of the Memory panel: the memory, the custom tools, and the undo of a deletion.

use crate::ui::actions::focus_later;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use leptos::prelude::*;
use std::sync::Arc;
use trammel_document::Session;
use trammel_knowledge::{Memory, Outcome};
use trammel_tools::CustomTool;

/// The last deletion, as far as it can be undone.
#[derive(Clone, PartialEq)]
pub(super) enum Gone {
    /// The memory before and after the deletion.
    Memory(Arc<(Memory, Memory)>),
    /// The deleted custom tool.
    Tool(CustomTool),
}

/// State of the Memory panel; cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct MemoryView {
    pub(super) app: App,
    pub(super) memory: Memo<Memory>,
    pub(super) tools: Memo<Vec<CustomTool>>,
    pub(super) gone: RwSignal<Option<(String, Gone)>>,
}

impl MemoryView {
    /// Changes the memory and stores it.
    pub(super) fn change<T>(self, change: impl FnOnce(&mut Memory) -> T) -> T {
        self.app
            .document
            .keep(|session| change(session.document_mut().memory_mut()))
    }

    /// Turns imported entries on or off, stores the change, and refreshes the lists of tools.
    pub(super) fn change_session(self, change: impl FnOnce(&mut Session)) {
        self.app.document.keep(change);
        self.app.doc.files_revision.update(|count| *count += 1);
    }

    /// Deletes an entry of the memory; the deletion can be undone.
    pub(super) fn delete(self, name: &str, delete: impl FnOnce(&mut Memory)) {
        let before = self.app.document.memory(Memory::clone);
        self.change(delete);
        let after = self.app.document.memory(Memory::clone);
        self.record_deletion(name, Gone::Memory(Arc::new((before, after))));
    }

    pub(super) fn record_deletion(self, name: &str, gone: Gone) {
        self.gone.set(Some((name.to_owned(), gone)));
        self.app.speak(self.app.say(Msg::Deleted, &[("name", name)]));
        focus_later("undo-delete");
    }

    /// Returns the last deletion if nothing conflicts with its undo.
    pub(super) fn restorable(self) -> Option<(String, Gone)> {
        let (memory, tools) = (self.memory, self.tools);
        self.gone.get().filter(|(_, gone)| match gone {
            Gone::Memory(states) => memory.with(|now| *now == states.1),
            Gone::Tool(tool) => tools.with(|now| now.iter().all(|other| other.name != tool.name)),
        })
    }

    pub(super) fn restore(self, name: &str, gone: Gone) {
        self.gone.set(None);
        match gone {
            Gone::Memory(states) => self.change(|memory| memory.clone_from(&states.0)),
            Gone::Tool(tool) => {
                // There is room for the tool, because the deletion has freed its place.
                let _ = self
                    .app
                    .document
                    .keep(|session| session.document_mut().restore_custom_tool(tool));
            }
        }
        self.app.announce(self.app.say(Msg::Restored, &[("name", name)]));
        focus_later("memory");
    }
}

/// Returns the label of a decision's outcome.
pub(super) fn outcome(outcome: Option<Outcome>) -> Msg {
    match outcome {
        None => Msg::OutcomeOpen,
        Some(Outcome::Success) => Msg::OutcomeSuccess,
        Some(Outcome::Partial) => Msg::OutcomePartial,
        Some(Outcome::Failed) => Msg::OutcomeFailed,
    }
}
