//! The conversation and the history of the drawing as one: the place of each message, and the return to it.
//!
//! Invariants: a return loses nothing. The drawing goes back by a new step; the conversation goes back as a new conversation
//! with the beginning of the present one, which stays in the list.

use super::items::{Item, MessagePlace};
use super::selecting::reselect;
use super::state::{Chat, Then};
use crate::ui::actions;
use crate::ui::i18n::Msg;
use crate::ui::library::conversations;
use crate::ui::library::restoring::{StoredVersions, step_record};
use crate::ui::library::saving;
use crate::ui::library::thumbnail::Thumbnail;
use crate::ui::state::{App, app};
use leptos::{prelude::*, task::spawn_local};
use trammel_agent::{Image, Transcript};
use trammel_document::Author;
use trammel_llm::Block;

/// Parts of the work that return to the time before a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Both,
    Drawing,
    Conversation,
}

/// A message of the user to which the work can return.
struct Message {
    /// Position in the list of items.
    at: usize,
    text: String,
    selection: Vec<String>,
    images: Vec<Image>,
    place: MessagePlace,
    /// Conversation before the message; `None` once it has been summarized.
    transcript: Option<Transcript>,
}

impl Chat {
    /// Returns the place of a message that begins a turn now.
    pub(super) fn present_place(self, app: App) -> MessagePlace {
        MessagePlace {
            turns: Some(self.host().borrow().present_transcript().turns().len()),
            before: app.document.session(|session| session.history().head()),
            after: None,
        }
    }

    /// Records the drawing at the end of the turn that the latest message began.
    pub(super) fn note_turn_end(self, app: App) {
        let head = app.document.session(|session| session.history().head());
        self.change_places(|place| {
            place.after = (head != place.before).then_some(head);
            false
        });
    }

    /// Records that the transcript no longer has the messages so far.
    pub(super) fn forget_transcript_places(self) {
        self.change_places(|place| {
            place.turns = None;
            true
        });
    }

    /// Changes the places of messages, the latest first, while the function returns `true`.
    fn change_places(self, mut change: impl FnMut(&mut MessagePlace) -> bool) {
        let entries = self.items.get_untracked();
        for entry in entries.iter().rev() {
            let placed = entry.item.with_untracked(place_of);
            let Some(mut place) = placed else { continue };
            let goes_on = change(&mut place);
            if placed != Some(place) {
                entry.item.update(|item| {
                    if let Item::User { place: stored, .. } = item {
                        *stored = Some(place);
                    }
                });
            }
            if !goes_on {
                break;
            }
        }
    }

    /// Returns the message of an item.
    fn message(self, id: u64) -> Option<Message> {
        let entries = self.items.get_untracked();
        let at = entries.iter().position(|entry| entry.id == id)?;
        let Item::User {
            text,
            selection,
            place: Some(place),
            ..
        } = entries[at].item.get_untracked()
        else {
            return None;
        };
        let present = self.host().borrow().present_transcript();
        let turn = place.turns.and_then(|turn| present.turns().get(turn));
        let image = |block: &Block| match block {
            Block::Image { mime, base64 } => Some(Image {
                mime: mime.clone(),
                base64: base64.clone(),
            }),
            _ => None,
        };
        let images = turn.map(|turn| turn.blocks.iter().filter_map(image).collect());
        Some(Message {
            at,
            text,
            selection,
            images: images.unwrap_or_default(),
            // A recording goes on as it was recorded.
            transcript: (!self.recorded.get_untracked())
                .then(|| present.before(place.turns?))
                .flatten(),
            place,
        })
    }

    /// Begins a conversation with the items and the transcript before a message.
    fn go_back(self, app: App, message: &Message, transcript: Transcript, scope: Scope) {
        let entries = self.items.get_untracked();
        let items: Vec<Item> = entries[..message.at]
            .iter()
            .map(|entry| entry.item.get_untracked())
            .collect();
        let (language, spent) = {
            let host = self.host();
            let host = host.borrow();
            (host.language, host.present_spent())
        };
        let recorded = self.recorded.get_untracked() && !items.is_empty();
        self.clear(app);
        conversations::start_new(app);
        {
            let host = self.host();
            let mut host = host.borrow_mut();
            host.transcript = transcript;
            if scope == Scope::Conversation {
                host.transcript.tell(
                    "The user returned to this point of the conversation. The drawing stays as later messages of that \
                     conversation left it: read it before relying on it.",
                );
            }
            host.language = language.filter(|_| !items.is_empty());
            host.spent = spent;
        }
        self.spent.set(spent);
        self.recorded.set(recorded);
        let is_begun = !items.is_empty();
        for item in items {
            self.push(item);
        }
        if is_begun {
            app.document.listen(&conversations::present_id(app));
            self.store(app);
        }
    }

    /// Puts a message with its pictures and its selection into the composer, before a text that is there.
    fn put_into_composer(self, app: App, message: &Message) {
        let draft = self.draft.get_untracked();
        let is_other = !draft.trim().is_empty() && draft.trim() != message.text;
        self.set_draft(if is_other {
            format!("{}\n{draft}", message.text)
        } else {
            message.text.clone()
        });
        self.pictures
            .update(|pictures| pictures.extend(message.images.iter().cloned()));
        if !message.selection.is_empty() {
            reselect(app, &message.selection);
        }
        actions::focus_later("composer");
    }

    /// Shows the drawing at the end of the turn of a message as a picture; `None` hides it.
    pub(super) fn show_then(self, app: App, id: Option<u64>) {
        self.host().borrow_mut().wanted_then = id;
        self.then.set(None);
        let Some((id, message)) = id.and_then(|id| Some((id, self.message(id)?))) else {
            return;
        };
        let Some(step) = message.place.after else { return };
        spawn_local(async move {
            let record = match step_record(app, step).await {
                Ok(record) => record,
                Err(why) => return app.refuse(app.say(Msg::HistoryNotRead, &[("why", &why)])),
            };
            // The pointer may be elsewhere already.
            let is_wanted = self.host().borrow().wanted_then == Some(id);
            if let Some(record) = record.filter(|record| is_wanted && !record.thumbnail.is_empty()) {
                self.then.set(Some(Then {
                    text: message.text,
                    outlines: record.thumbnail,
                    change: record.change.unwrap_or_default(),
                }));
            }
        });
    }
}

/// Picture of the drawing at the end of the turn under the pointer or the focus.
#[component]
pub(crate) fn ThenPicture() -> impl IntoView {
    let app = app();
    let picture = move |Then {
                            text,
                            outlines,
                            change,
                        }: Then| {
        view! {
            <figure class="then" data-testid="then">
                <Thumbnail data=outlines change />
                <figcaption>{move || app.text_with(Msg::DrawingThen, &[("text", &text)])}</figcaption>
            </figure>
        }
    };
    move || app.chat.then.get().map(picture)
}

/// Returns the place of a message.
pub(super) fn place_of(item: &Item) -> Option<MessagePlace> {
    match item {
        Item::User { place, .. } => *place,
        _ => None,
    }
}

/// Returns to the time before a message: asks which parts of the work return.
pub(super) async fn restore(app: App, id: u64) {
    let Some((message, versions)) = find(app, id).await else {
        return;
    };
    let text = consequences(app, &message, &versions);
    let answers: &[(Msg, &'static str)] = if message.transcript.is_some() {
        &[
            (Msg::GoBackBoth, "restore-both"),
            (Msg::GoBackDrawing, "restore-drawing"),
            (Msg::GoBackConversation, "restore-conversation"),
        ]
    } else {
        &[(Msg::GoBackDrawing, "restore-drawing")]
    };
    let Some(answer) = app.ask(Msg::GoBackTitle, text, answers).await else {
        return;
    };
    let scope = match answers[answer].1 {
        "restore-both" => Scope::Both,
        "restore-drawing" => Scope::Drawing,
        _ => Scope::Conversation,
    };
    if return_to(app, &message, &versions, scope).await {
        app.chat.put_into_composer(app, &message);
        app.announce(app.say(Msg::WentBack, &[]));
    }
}

/// Returns to the time before a message with its text in the composer. Asks first if other work than its turn is undone.
pub(super) async fn edit(app: App, id: u64) {
    if let Some(message) = return_with_consent(app, id).await {
        app.chat.put_into_composer(app, &message);
        app.announce(app.say(Msg::WentBackToEdit, &[]));
    }
}

/// Returns to the time before a message, and sends it again. Asks first if other work than its turn is undone.
pub(super) async fn try_again(app: App, id: u64) {
    if app.chat.connected.with_untracked(Option::is_none) {
        app.chat.settings.set(true);
        return;
    }
    if let Some(message) = return_with_consent(app, id).await {
        if !message.selection.is_empty() {
            reselect(app, &message.selection);
        }
        app.chat.send_apart(app, message.text, message.images);
    }
}

async fn return_with_consent(app: App, id: u64) -> Option<Message> {
    let (message, versions) = find(app, id).await?;
    if message.transcript.is_none() {
        app.refuse(app.say(Msg::SummarizedSince, &[]));
        return None;
    }
    let mut scope = Scope::Both;
    let (turns, own) = undone(&message, &versions);
    if turns > 1 || own > 0 {
        let answers = [
            (Msg::GoBackBoth, "restore-both"),
            (Msg::GoBackConversation, "restore-conversation"),
        ];
        let text = consequences(app, &message, &versions);
        scope = match app.ask(Msg::GoBackTitle, text, &answers).await? {
            0 => Scope::Both,
            _ => Scope::Conversation,
        };
    }
    return_to(app, &message, &versions, scope)
        .await
        .then_some(message)
}

/// Returns a message and the stored history. The reason of a failure is shown.
async fn find(app: App, id: u64) -> Option<(Message, StoredVersions)> {
    app.chat.stop_and_wait(app).await;
    // Stored while the drawing that belongs to the conversation is on screen.
    app.chat.store(app);
    let message = app.chat.message(id)?;
    match StoredVersions::read(app).await {
        Ok(versions) => Some((message, versions)),
        Err(why) => {
            app.refuse(app.say(Msg::HistoryNotRead, &[("why", &why)]));
            None
        }
    }
}

/// Returns the numbers of turns of models, and of changes by the user, that the return to a message undoes.
fn undone(message: &Message, versions: &StoredVersions) -> (usize, usize) {
    let since = versions.since(message.place.before).unwrap_or_default();
    let turns = since.iter().filter_map(|record| match record.step.author {
        Author::Model(turn) => Some(turn),
        Author::User | Author::Import => None,
    });
    let turns = trammel_base::sort::set(turns).len();
    let own = since
        .iter()
        .filter(|record| !matches!(record.step.author, Author::Model(_)));
    (turns, own.count())
}

fn consequences(app: App, message: &Message, versions: &StoredVersions) -> String {
    let (turns, own) = undone(message, versions);
    let values = [("turns", &*turns.to_string()), ("own", &*own.to_string())];
    app.say(Msg::GoBackText, &values)
}

/// Returns to the time before a message, and returns whether it is done. The reason of a failure is shown.
async fn return_to(app: App, message: &Message, versions: &StoredVersions, scope: Scope) -> bool {
    if scope != Scope::Conversation && !versions.restore(app, message.place.before).await {
        return false;
    }
    app.review.close();
    if scope == Scope::Drawing {
        return true;
    }
    // The conversation was stored with the drawing that belongs to it, before its items leave the screen.
    if saving::save(app).await.is_err() {
        // The status bar shows the reason, and the conversation stays on screen.
        return false;
    }
    let Some(transcript) = message.transcript.clone() else {
        return false;
    };
    app.chat.go_back(app, message, transcript, scope);
    true
}
