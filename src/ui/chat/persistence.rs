//! Persistence of the conversation in localStorage, without the key.
//!
//! The record is under `chat`, with its format version; `chat-revision` counts the writes, so that two tabs detect each
//! other's changes. Invariants: the drawing is stored first and takes precedence when there is too little room for
//! both; an unreadable record is moved to a key with the prefix `chat-aside:` and never deleted without the user's
//! consent; a record that another tab has written is overwritten only at the user's request.

use super::items::{Item, Note, NoteAction};
use super::state::Chat;
use crate::agent::Transcript;
use crate::language::Bilingual;
use crate::tools::Language;
use crate::ui::i18n::Msg;
use crate::ui::saving;
use crate::ui::state::{App, UnreadText};
use crate::ui::web_storage::{self, StorageArea};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const STORED: &str = "chat";
/// Key of the counter that every write increases.
const REVISION: &str = "chat-revision";
/// Prefix of the keys of unreadable records, followed by a number.
const ASIDE: &str = "chat-aside:";
/// Format version that this program reads and writes. Records without a version are older and have the same fields.
const VERSION: u64 = 1;

#[derive(Serialize, Deserialize)]
struct Stored {
    #[serde(default)]
    version: u64,
    items: Vec<Item>,
    transcript: Transcript,
    recorded: bool,
    working: bool,
    /// Language in which the conversation began.
    #[serde(default)]
    language: Option<Language>,
    /// Cost of the conversation, in billionths of a dollar.
    #[serde(default)]
    spent: u64,
}

impl Chat {
    /// Shows the stored conversation. Must be called after [`load`](Self::load), when the language is known.
    pub(crate) fn restore(self, app: App) {
        self.host().borrow_mut().revision = stored_revision();
        let Some(text) = web_storage::read(StorageArea::Device, STORED) else {
            return;
        };
        match parsed(&text) {
            Ok(stored) => self.show_stored(app, stored),
            Err(why) => self.set_aside(app, text, &app.words(&why)),
        }
    }

    /// Stores the drawing, then the conversation.
    pub(super) fn store(self, app: App) {
        saving::save(app);
        self.store_again(app);
    }

    /// Stores the conversation only. The drawing must have been stored just before.
    pub(crate) fn store_again(self, app: App) {
        if self.changed_elsewhere() {
            app.doc.changed_elsewhere.set(true);
            saving::conversation_stored(app, Err(app.say(Msg::ChatChangedElsewhere, &[])));
            return;
        }
        if self.host().borrow().blocked {
            saving::conversation_stored(app, Err(app.say(Msg::ChatBlocked, &[])));
            return;
        }
        let Some(mut stored) = self.present() else {
            return;
        };
        let mut written = self.write(&stored);
        if written.is_err() && stored.transcript.has_images() {
            // The quota of localStorage is small, and pictures are most of the record.
            stored.transcript = stored.transcript.without_images();
            written = self.write(&stored);
        }
        saving::conversation_stored(app, written.map_err(|why| app.words(&why)));
    }

    /// Overwrites the conversation that another tab has stored with this one.
    pub(crate) fn store_over(self, app: App) {
        self.host().borrow_mut().revision = stored_revision();
        if self.present().is_none() {
            self.forget_stored(app);
        } else {
            self.store_again(app);
        }
    }

    /// Removes the stored conversation, unless another tab has written it.
    pub(super) fn forget_stored(self, app: App) {
        if self.changed_elsewhere() {
            app.doc.changed_elsewhere.set(true);
            return;
        }
        if !self.host().borrow().blocked {
            web_storage::remove(StorageArea::Device, STORED);
            self.count_write();
        }
        saving::conversation_stored(app, Ok(()));
    }

    /// Deletes an unreadable record that could not be moved for lack of room. The user was offered its text and has
    /// chosen to continue without it.
    pub(crate) fn go_on_without_unread(self, app: App) {
        let blocked = std::mem::take(&mut self.host().borrow_mut().blocked);
        if blocked {
            web_storage::remove(StorageArea::Device, STORED);
            self.count_write();
            saving::conversation_stored(app, Ok(()));
            self.store_again(app);
        }
    }

    /// Removes the stored conversation to make room for the drawing, and returns whether a record was removed. The
    /// caller must call [`Self::store_again`] afterward.
    pub(crate) fn make_room(self) -> bool {
        let ours = !self.changed_elsewhere() && !self.host().borrow().blocked;
        let there = web_storage::read(StorageArea::Device, STORED).is_some();
        // A conversation that is not on screen exists only in storage.
        if ours && there && self.present().is_some() {
            web_storage::remove(StorageArea::Device, STORED);
            return true;
        }
        false
    }

    /// Whether another tab has stored a conversation since this tab last stored or read it.
    pub(crate) fn changed_elsewhere(self) -> bool {
        stored_revision() != self.host().borrow().revision
    }

    /// Returns the conversation for the list of previous drawings, without pictures; `None` if the conversation is
    /// empty.
    pub(crate) fn conversation(self) -> Option<Value> {
        let stored = self.present()?;
        let stored = Stored {
            transcript: stored.transcript.without_images(),
            working: false,
            ..stored
        };
        serde_json::to_value(stored).ok()
    }

    /// Returns the conversation that another tab has stored, if the record is readable.
    pub(crate) fn stored_conversation(self) -> Option<Value> {
        let stored = parsed(&web_storage::read(StorageArea::Device, STORED)?).ok()?;
        serde_json::to_value(stored).ok()
    }

    /// Replaces the current conversation by a previous one.
    ///
    /// # Errors
    /// Returns the reason if the previous conversation cannot be read; the current one stays.
    pub(crate) fn put_back(self, app: App, conversation: Value) -> Result<(), Bilingual> {
        let stored = checked(conversation)?;
        self.clear(app);
        self.show_stored(app, stored);
        self.store(app);
        Ok(())
    }

    fn show_stored(self, app: App, stored: Stored) {
        {
            let host = self.host();
            let mut host = host.borrow_mut();
            host.transcript = stored.transcript;
            host.language = stored.language;
            host.spent = stored.spent;
        }
        app.document.track_edits();
        self.spent.set(stored.spent);
        self.recorded.set(stored.recorded);
        for mut item in stored.items {
            if let Item::Tool(line) = &mut item {
                line.cancel();
            }
            self.push(item);
        }
        if stored.working {
            let text = app.say(Msg::RestartNote, &[]);
            self.push(Item::Note(Note::new(text, Some(NoteAction::Continue))));
        }
    }

    /// Returns the conversation on screen; `None` if it is empty.
    fn present(self) -> Option<Stored> {
        let items: Vec<Item> = self
            .items
            .with_untracked(|items| items.iter().map(|entry| entry.item.get_untracked()).collect());
        (!items.is_empty()).then(|| Stored {
            version: VERSION,
            items,
            transcript: self.host().borrow().present_transcript(),
            recorded: self.recorded.get_untracked(),
            working: self.working.get_untracked(),
            language: self.host().borrow().language,
            spent: self.host().borrow().present_spent(),
        })
    }

    fn write(self, stored: &Stored) -> Result<(), Bilingual> {
        let text = serde_json::to_string(stored).map_err(|error| Bilingual::same(error.to_string()))?;
        if web_storage::read(StorageArea::Device, STORED).as_ref() == Some(&text) {
            return Ok(());
        }
        web_storage::write(StorageArea::Device, STORED, &text)?;
        self.count_write();
        Ok(())
    }

    fn count_write(self) {
        let next = self.host().borrow().revision + 1;
        // If there is no room for the counter, another tab detects the change at the next write.
        if web_storage::write(StorageArea::Device, REVISION, &next.to_string()).is_ok() {
            self.host().borrow_mut().revision = next;
        }
    }

    /// Moves an unreadable record aside and notifies the user. If there is no room, the record stays in place, and no
    /// conversation is stored.
    fn set_aside(self, app: App, text: String, why: &str) {
        let number = web_storage::keys(StorageArea::Device, ASIDE).len() + 1;
        if web_storage::write(StorageArea::Device, &format!("{ASIDE}{number}"), &text).is_ok() {
            web_storage::remove(StorageArea::Device, STORED);
            self.count_write();
        } else {
            self.host().borrow_mut().blocked = true;
        }
        app.doc.unread.update(|unread| {
            unread.push(UnreadText {
                file: "conversation.json".to_owned(),
                why: app.say(Msg::ChatNotRead, &[("why", why)]),
                text,
            });
        });
    }
}

/// Returns the write counter in storage.
fn stored_revision() -> u64 {
    web_storage::read(StorageArea::Device, REVISION)
        .and_then(|text| text.parse().ok())
        .unwrap_or(0)
}

fn parsed(text: &str) -> Result<Stored, Bilingual> {
    checked(serde_json::from_str(text).map_err(|error| damaged(&error))?)
}

/// Reads a record of this or an older version.
fn checked(value: Value) -> Result<Stored, Bilingual> {
    if value["version"].as_u64().unwrap_or(0) > VERSION {
        let english = "a newer version of Trammel stored it";
        return Err(Bilingual::new(english, "더 새로운 버전의 Trammel에서 저장했어요"));
    }
    serde_json::from_value(value).map_err(|error| damaged(&error))
}

fn damaged(error: &serde_json::Error) -> Bilingual {
    Bilingual::new(
        format!("it is damaged ({error})"),
        format!("내용이 손상됐어요({error})"),
    )
}
