//! Storing the work after every operation, and saying loudly when that fails. What could not be stored stays in memory
//! and is tried again with the next operation.
//!
//! Invariant: drawing and conversation are stored apart; the trouble of one is said as long as it lasts, also when the
//! other is stored.

use super::Desk;
use crate::ui::local;
use crate::ui::report::set_if_new;
use crate::ui::state::{App, SaveState};
use crate::ui::storage::WORK;
use crate::workspace::StorageError;
use leptos::prelude::*;

/// What is stored apart.
#[derive(Clone, Copy)]
enum Part {
    /// Files, locks, memory.
    Work,
    /// The chat.
    Conversation,
}

impl Desk {
    /// Something was typed that is not stored yet.
    pub(crate) fn mark_pending(self, app: App) {
        if app.doc.saved.get_untracked() == SaveState::Saved {
            app.doc.saved.set(SaveState::Pending);
        }
    }

    /// The conversation was stored, or could not be and why.
    pub(crate) fn conversation_stored(self, app: App, result: Result<(), String>) {
        self.stored(app, Part::Conversation, result);
    }

    /// Stores what changed.
    pub(super) fn save(self, app: App) {
        let inner = self.inner();
        let saved = inner.session.borrow_mut().save(&mut *inner.storage.borrow_mut());
        self.work_stored(app, saved);
    }

    /// Stores this drawing over the one that another tab has stored.
    pub(crate) fn keep_this_one(self, app: App) {
        let inner = self.inner();
        let saved = inner
            .session
            .borrow_mut()
            .take_over(&mut *inner.storage.borrow_mut());
        self.work_stored(app, saved);
    }

    /// Notices when another tab stores something, for as long as the page lives.
    pub(crate) fn watch_other_tabs(self, app: App) {
        let handle = window_event_listener(leptos::ev::storage, move |event| {
            // Without a key everything was cleared.
            let ours = event.key().is_none_or(|key| local::is_ours(&key, WORK));
            if ours && app.doc.ready.get_untracked() {
                self.save(app);
            }
        });
        on_cleanup(move || handle.remove());
    }

    fn work_stored(self, app: App, saved: Result<(), StorageError>) {
        set_if_new(app.doc.elsewhere, saved == Err(StorageError::Changed));
        self.stored(app, Part::Work, saved.map_err(|why| why.to_string()));
    }

    fn stored(self, app: App, part: Part, result: Result<(), String>) {
        let trouble = {
            let inner = self.inner();
            let mut troubles = inner.troubles.borrow_mut();
            troubles[part as usize] = result.err();
            troubles.iter().flatten().next().cloned()
        };
        let state = match (trouble, part) {
            (Some(why), _) => SaveState::Failed(why),
            (None, Part::Work) => SaveState::Saved,
            // Typed text may wait: that the conversation is stored says nothing about it.
            (None, Part::Conversation) => match app.doc.saved.get_untracked() {
                SaveState::Failed(_) => SaveState::Saved,
                other => other,
            },
        };
        if !matches!(state, SaveState::Failed(_)) {
            set_if_new(app.doc.dismissed, None);
        }
        set_if_new(app.doc.saved, state);
    }
}
