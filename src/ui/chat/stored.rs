//! The conversation in the browser's storage: kept without the key, shown again on the next visit.

use super::log::{Item, Note, Offer};
use super::{Chat, local};
use crate::agent::Transcript;
use crate::tools::Language;
use crate::ui::i18n::Msg;
use crate::ui::local::Keep;
use crate::ui::state::App;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

const STORED: &str = "chat";

#[derive(Serialize, Deserialize)]
struct Stored {
    items: Vec<Item>,
    transcript: Transcript,
    recorded: bool,
    working: bool,
    /// The language in which the conversation began.
    #[serde(default)]
    language: Option<Language>,
    /// What the conversation has cost, in billionths of a dollar.
    #[serde(default)]
    spent: u64,
}

impl Chat {
    /// Shows the stored conversation. After [`load`](Self::load), once the language is known.
    pub(crate) fn restore(self, app: App) {
        let Some(stored) = local::read(Keep::Device, STORED) else {
            return;
        };
        let Ok(stored) = serde_json::from_str::<Stored>(&stored) else {
            // Written by another version, or damaged: a new conversation is better than a broken one.
            local::remove(Keep::Device, STORED);
            return;
        };
        {
            let host = self.host();
            let mut host = host.borrow_mut();
            host.transcript = stored.transcript;
            host.language = stored.language;
            host.spent = stored.spent;
        }
        app.desk.listen();
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
            self.push(Item::Note(Note::new(text, Some(Offer::Continue))));
        }
    }

    /// Keeps the conversation for the next visit.
    pub(super) fn store(self, app: App) {
        let items = self
            .items
            .with_untracked(|items| items.iter().map(|entry| entry.item.get_untracked()).collect());
        let mut stored = Stored {
            items,
            transcript: self.host().borrow().present_transcript(),
            recorded: self.recorded.get_untracked(),
            working: self.working.get_untracked(),
            language: self.host().borrow().language,
            spent: self.host().borrow().present_spent(),
        };
        let write = |stored: &Stored| {
            let text = serde_json::to_string(stored).map_err(|error| error.to_string())?;
            local::write(Keep::Device, STORED, &text)
        };
        let mut written = write(&stored);
        if written.is_err() && stored.transcript.has_images() {
            // A browser keeps little, and pictures are most of it.
            stored.transcript = stored.transcript.without_images();
            written = write(&stored);
        }
        app.desk.conversation_stored(app, written);
    }

    /// Forgets it.
    pub(super) fn forget_stored(self, app: App) {
        local::remove(Keep::Device, STORED);
        app.desk.conversation_stored(app, Ok(()));
    }
}
