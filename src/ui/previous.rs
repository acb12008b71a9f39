//! Previous drawings: the list of replaced work, and its restoration.
//!
//! [`Previous::keep_present`] runs before every replacement of the drawing or the conversation. Invariants: work is
//! replaced only after it was added to the list, or after the user has saved it as a file; restoring an entry keeps the
//! current work in the same way. The list itself is in `session::previous`.

pub(crate) mod dialog;
mod entries;

use self::entries::entries;
use super::document::Replacement;
use super::document_storage::{self, BrowserStorage};
use super::examples::is_own_work;
use super::i18n::Msg;
use super::opening;
use super::share::save_backup;
use super::state::{App, Previous};
use crate::language::Bilingual;
use crate::session::previous::{self, KeepError, MAX_TOTAL_BYTES, PreviousDrawing, Replaced};
use leptos::prelude::*;

impl Previous {
    /// Adds the current work to the list, unless it contains nothing that the user made. If the list cannot take the
    /// work, asks the user to save the work as a file. Returns whether the work may be replaced now.
    pub(crate) async fn keep_present(self, app: App, replaced: Replaced) -> bool {
        let project = app.document.project(false);
        let conversation = app.chat.conversation();
        let own = match replaced {
            Replaced::Drawing => conversation.is_some() || is_own_work(&project),
            Replaced::Conversation => conversation.is_some(),
        };
        if !own {
            return true;
        }
        let work = PreviousDrawing {
            replaced,
            time_ms: js_sys::Date::now().max(0.0) as u64,
            title: app.doc.title.get_untracked().0.to_string(),
            entities: Some(app.doc.entities.get_untracked()),
            project,
            tools: app.document.tools_text(),
            conversation,
        };
        self.keep(app, &work).await
    }

    /// Adds work to the list, or asks the user to save it as a file. Returns whether the work may be replaced now.
    pub(crate) async fn keep(self, app: App, work: &PreviousDrawing) -> bool {
        let why = match previous::keep(&mut BrowserStorage::previous(), work) {
            Ok(dropped) => {
                if !dropped.is_empty() {
                    app.announce(app.say(Msg::PreviousDropped, &[("names", &dropped.join(", "))]));
                }
                return true;
            }
            Err(why) => app.words(&reason(&why)),
        };
        let text = app.say(Msg::NotKept, &[("why", &why)]);
        let answers = [(Msg::SaveFileAndGoOn, "save-and-go-on")];
        match app.ask(Msg::NotKeptTitle, text, &answers).await {
            Some(_) => save_backup(app, work),
            None => false,
        }
    }

    /// Restores an entry, and adds the current work to the list.
    pub(crate) async fn restore(self, app: App, id: String) {
        self.shown.set(false);
        let Some(work) = entries()
            .into_iter()
            .find(|entry| entry.id == id)
            .and_then(|entry| entry.work.ok())
        else {
            app.refuse(app.say(Msg::PreviousGone, &[]));
            return;
        };
        app.chat.stop(app);
        let text = app.say(Msg::PreviousRestored, &[("name", &work.title)]);
        let restored = match work.replaced {
            Replaced::Drawing => {
                let previous = Replacement::Previous {
                    project: Box::new(work.project),
                    tools: work.tools,
                };
                opening::replace(app, previous, text.clone()).await
            }
            Replaced::Conversation => self.keep_present(app, Replaced::Conversation).await,
        };
        let Some(conversation) = work.conversation.filter(|_| restored) else {
            return;
        };
        match app.chat.put_back(app, conversation) {
            // The replacement of a drawing has been announced already.
            Ok(()) if work.replaced == Replaced::Drawing => {}
            Ok(()) => app.announce(text),
            Err(why) => app.refuse(app.say(Msg::ChatNotRestored, &[("why", &app.words(&why))])),
        }
    }
}

/// Returns the message for work that could not be added to the list.
fn reason(error: &KeepError) -> Bilingual {
    match error {
        KeepError::TooLarge(bytes) => {
            let (size, most) = (bytes.div_ceil(1024), MAX_TOTAL_BYTES / 1024);
            Bilingual::new(
                format!("{error}."),
                format!("크기가 {size} KiB인데, 이전 도면은 모두 합해 {most} KiB까지 보관해요."),
            )
        }
        KeepError::Storage(error) => document_storage::message(error),
    }
}
