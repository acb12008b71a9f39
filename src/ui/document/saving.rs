//! Storing the work after every operation and after typing, and saying so when that fails. Work that could not be stored
//! stays in memory and is tried again with the next operation.
//!
//! Invariants: drawing and conversation are stored separately, the drawing first; when there is too little room for
//! both, the drawing gets it; the trouble of one is shown for as long as it lasts, also when the other is stored; typed
//! text is stored within [`TYPING_MS`], whatever else runs, and when the page is hidden or left.

use super::DocumentHandle;
use crate::sandbox::Limits;
use crate::session::previous::{PreviousDrawing, Replaced};
use crate::session::{Session, Unreadable};
use crate::ui::document_storage::{CHAT, WORK};
use crate::ui::feedback::set_if_new;
use crate::ui::i18n::Msg;
use crate::ui::previous;
use crate::ui::state::{App, SaveState, UnreadText};
use crate::ui::web_storage;
use crate::workspace::{FileName, StorageError};
use gloo_timers::callback::Timeout;
use leptos::prelude::*;

/// Typed text is stored at most this long after it was typed, in milliseconds.
const TYPING_MS: u32 = 120;

/// The parts that are stored separately.
#[derive(Clone, Copy)]
enum Part {
    /// Files, locks, memory.
    Work,
    /// The chat.
    Conversation,
}

impl DocumentHandle {
    /// Stores text that the user has just typed into a file, whether or not it can be applied yet.
    pub(crate) fn note_typing(self, app: App, file: &str, text: &str) {
        let inner = self.inner();
        if let Ok(file) = FileName::new(file) {
            inner.session.borrow_mut().note_typing(&file, text);
        }
        if app.doc.saved.get_untracked() == SaveState::Saved {
            app.doc.saved.set(SaveState::Pending);
        }
        let timer = &mut *inner.typing_timer.borrow_mut();
        timer.get_or_insert_with(|| Timeout::new(TYPING_MS, move || self.save(app)));
    }

    /// The conversation was stored, or could not be and why.
    pub(crate) fn conversation_stored(self, app: App, result: Result<(), String>) {
        self.stored(app, Part::Conversation, result);
    }

    /// Stores the changes since the last time.
    pub(crate) fn save(self, app: App) {
        let inner = self.inner();
        inner.typing_timer.borrow_mut().take();
        let save = || inner.session.borrow_mut().save(&mut *inner.storage.borrow_mut());
        let mut saved = save();
        if saved == Err(StorageError::Full) && app.chat.make_room() {
            saved = save();
            // With what room is left, or its own trouble.
            app.chat.store_again(app);
        }
        self.work_stored(app, saved);
    }

    /// Stores this drawing and this conversation over those that another tab has stored, which are kept as previous ones.
    pub(crate) async fn keep_this_one(self, app: App) {
        if !self.keep_stored(app).await {
            return;
        }
        let inner = self.inner();
        let saved = inner
            .session
            .borrow_mut()
            .take_over(&mut *inner.storage.borrow_mut());
        app.chat.store_over(app);
        self.work_stored(app, saved);
    }

    /// Adds this tab's work to the previous drawings and loads what another tab has stored.
    pub(crate) async fn load_other_one(self, app: App) {
        self.flush_typing(app).await;
        if app.previous.keep_present(app, Replaced::Drawing).await {
            self.inner().leaving.set(true);
            // A page that cannot reload stays as it is, banner included.
            let _ = window().location().reload();
        }
    }

    /// Adds the stored work, which another tab has made, to the previous drawings. Whether it may be replaced now.
    async fn keep_stored(self, app: App) -> bool {
        let storage = *self.inner().storage.borrow();
        let theirs = match Session::load(&storage, Limits::default()) {
            Ok((theirs, _)) => theirs,
            Err(why) => {
                app.refuse(app.say(Msg::Refused, &[("why", &why.to_string())]));
                return false;
            }
        };
        let work = PreviousDrawing {
            replaced: Replaced::Drawing,
            time_ms: js_sys::Date::now().max(0.0) as u64,
            title: theirs.scene().name().to_owned(),
            entities: None,
            project: theirs.project(false),
            tools: theirs.tools_text(),
            conversation: app.chat.stored_conversation(),
        };
        let own = work.conversation.is_some() || previous::is_own_work(&work.project);
        !own || app.previous.keep(app, &work).await
    }

    /// Tells the user which stored texts could not be read when the page was opened.
    pub(crate) fn report_unread(self, app: App, problems: &[String]) {
        if !problems.is_empty() {
            app.refuse(app.say(Msg::NotRead, &[("why", &problems.join("; "))]));
        }
        let unread = |part: &Unreadable| UnreadText {
            file: format!("{}.txt", part.key.replace('/', "-")),
            why: part.why.clone(),
            text: part.text.clone().unwrap_or_default(),
        };
        let texts = self
            .inner()
            .session
            .borrow()
            .unreadable()
            .iter()
            .map(unread)
            .collect();
        app.doc.unread.set(texts);
    }

    /// Moves stored texts that could not be read out of the way, so that saving can go on.
    pub(crate) fn set_aside(self, app: App) {
        let inner = self.inner();
        let moved = inner
            .session
            .borrow_mut()
            .set_aside(&mut *inner.storage.borrow_mut());
        match moved {
            Ok(()) => {
                app.doc.unread.set(Vec::new());
                app.chat.go_on_without_unread(app);
                self.save(app);
            }
            Err(why) => app.refuse(app.say(Msg::Refused, &[("why", &why.to_string())])),
        }
    }

    /// Notices when another tab stores something, for as long as the page lives.
    pub(crate) fn watch_other_tabs(self, app: App) {
        let handle = window_event_listener(leptos::ev::storage, move |event| {
            // Without a key everything was cleared.
            let ours = event
                .key()
                .is_none_or(|key| web_storage::is_ours(&key, WORK) || web_storage::is_ours(&key, CHAT));
            if ours && app.doc.ready.get_untracked() {
                self.save(app);
            }
        });
        on_cleanup(move || handle.remove());
    }

    /// Stores everything when the page is hidden or left, and asks the user to stay while something is not stored.
    pub(crate) fn watch_leaving(self, app: App) {
        for name in ["pagehide", "visibilitychange"] {
            let handle = window_event_listener_untyped(name, move |_| self.store_all(app));
            on_cleanup(move || handle.remove());
        }
        let leaving = window_event_listener_untyped("beforeunload", move |event| {
            self.store_all(app);
            let unsaved = app.doc.saved.get_untracked() != SaveState::Saved;
            if unsaved && !self.inner().leaving.get() {
                event.prevent_default();
            }
        });
        on_cleanup(move || leaving.remove());
    }

    /// Stores the drawing, typed text included. The conversation is stored with each of its messages.
    fn store_all(self, app: App) {
        if app.doc.ready.get_untracked() {
            self.save(app);
        }
    }

    fn work_stored(self, app: App, saved: Result<(), StorageError>) {
        let elsewhere = saved == Err(StorageError::Changed) || app.chat.changed_elsewhere();
        set_if_new(app.doc.changed_elsewhere, elsewhere);
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
