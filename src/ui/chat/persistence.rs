//! Stored form of the conversation, without the key. The library stores it with the drawing
//! (`ui/library/conversations.rs`).

use super::items::{Item, Note, NoteAction, Question};
use super::state::Chat;
use crate::ui::i18n::Msg;
use crate::ui::library::conversations;
use crate::ui::saving;
use crate::ui::state::App;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use trammel_agent::Transcript;
use trammel_language::Bilingual;
use trammel_tools::Language;

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
    /// Texts of messages that the model has not got yet. They return to the draft.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    queued: Vec<String>,
}

impl Chat {
    /// Shows a stored conversation in place of an empty one.
    ///
    /// # Errors
    /// Returns the reason if the conversation cannot be read; the conversation on screen stays empty.
    pub(crate) fn restore(self, app: App, conversation: Value) -> Result<(), Bilingual> {
        self.show_stored(app, read_record(conversation)?);
        Ok(())
    }

    /// Stores the drawing, then the conversation.
    pub(crate) fn store(self, app: App) {
        saving::save(app);
        let Some(stored) = self.present() else {
            return;
        };
        let title = title(&stored.items);
        match serde_json::to_value(&stored) {
            Ok(body) => conversations::store(app, &title, body),
            Err(why) => app.refuse(app.say(Msg::Refused, &[("why", &why.to_string())])),
        }
    }

    fn show_stored(self, app: App, stored: Stored) {
        {
            let host = self.host();
            let mut host = host.borrow_mut();
            host.transcript = stored.transcript;
            host.language = stored.language;
            host.spent = stored.spent;
        }
        app.document.listen(&conversations::present_id(app));
        self.spent.set(stored.spent);
        self.recorded.set(stored.recorded);
        let mut is_in_question = false;
        for mut item in stored.items {
            if let Item::Tool(line) = &mut item {
                line.cancel();
                is_in_question |= line.question == Some(Question::Open);
            }
            self.push(item);
        }
        for text in stored.queued {
            self.add_to_draft(&text);
        }
        if stored.working {
            let note = if is_in_question {
                Msg::RestartOpen
            } else {
                Msg::RestartNote
            };
            let text = app.say(note, &[]);
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
            queued: self
                .queued
                .with_untracked(|queued| queued.iter().map(|message| message.text().to_owned()).collect()),
        })
    }
}

/// Returns the text of the first message.
fn title(items: &[Item]) -> String {
    let first = items.iter().find_map(|item| match item {
        Item::User { text, .. } => Some(text.clone()),
        _ => None,
    });
    first.unwrap_or_default()
}

/// Reads a record of this or an older version.
fn read_record(value: Value) -> Result<Stored, Bilingual> {
    if value["version"].as_u64().unwrap_or(0) > VERSION {
        let english = "a newer version of Trammel stored it";
        return Err(Bilingual::new(english, "더 새로운 버전의 Trammel에서 저장했어요"));
    }
    serde_json::from_value(value).map_err(|error| damage_message(&error))
}

fn damage_message(error: &serde_json::Error) -> Bilingual {
    Bilingual::new(
        format!("it is damaged ({error})"),
        format!("내용이 손상됐어요({error})"),
    )
}
