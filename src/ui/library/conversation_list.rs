//! Dialog with the conversations of the open drawing: search in their messages, open, rename, and delete.

use super::conversations;
use super::labels::time;
use super::restoring::StoredVersions;
use super::state::ConversationRow;
use super::thumbnail::Thumbnail;
use crate::ui::dialog::{self, CloseButton, Dialog, DialogRef};
use crate::ui::document_storage;
use crate::ui::i18n::Msg;
use crate::ui::name_field::NameField;
use crate::ui::review;
use crate::ui::state::{App, app};
use leptos::{prelude::*, task::spawn_local};
use trammel_code::StorageError;
use trammel_document::library::{Batch, ConversationRecord, Record, Store, matches_search, part_of, under};

/// The dialog, while it is open.
#[component]
pub(crate) fn ConversationListDialog() -> impl IntoView {
    let app = app();
    move || app.library.lists_conversations.get().then(|| view! { <List /> })
}

/// A conversation with what the search reads.
#[derive(Clone, Debug, PartialEq)]
struct Listed {
    row: ConversationRow,
    /// Number of messages of the user.
    messages: usize,
    /// Name, and all texts of the user and the model.
    words: String,
    /// Version of the drawing that belongs to the conversation, if it is another one than the present.
    version: Option<u64>,
    picture: String,
}

#[component]
fn List() -> impl IntoView {
    let app = app();
    let node = DialogRef::new();
    let search = RwSignal::new(String::new());
    let listed = RwSignal::new(Vec::<Listed>::new());
    let versions = RwSignal::new(StoredVersions::default());
    spawn_local(async move { refresh(app, listed, versions).await });
    let found = move || {
        let search = search.get();
        let mut listed = listed.get();
        listed.retain(|listed| matches_search(&listed.words, &search));
        listed
    };
    let hint = move || {
        if !search.with(String::is_empty) && found().is_empty() {
            app.text(Msg::NoConversationFound)
        } else {
            app.text(Msg::ConversationsHint)
        }
    };
    let content = move |item: &Listed| {
        let is_shown = *app.library.conversation.get() == *item.row.id;
        (item.row.clone(), item.messages, item.version, is_shown)
    };
    view! {
        <Dialog
            node
            name=Msg::Conversations
            test="conversation-list"
            class="library"
            closed=Callback::new(move |()| app.library.lists_conversations.set(false))
        >
            <div class="field-row">
                <input
                    type="search"
                    class="input"
                    data-testid="conversation-search"
                    placeholder=move || app.text(Msg::SearchConversations)
                    aria-label=move || app.text(Msg::SearchConversations)
                    on:input=move |event| search.set(event_target_value(&event))
                />
            </div>
            <p class="hint" role="status" data-testid="conversations-hint">{hint}</p>
            <ul class="drawings">
                <For each=found key=content let(item)>
                    <Row item listed versions node />
                </For>
            </ul>
            <div class="dialog-foot">
                <span class="spacer"></span>
                <CloseButton node test="close-conversations" />
            </div>
        </Dialog>
    }
    .into_any()
}

#[component]
fn Row(
    item: Listed,
    listed: RwSignal<Vec<Listed>>,
    versions: RwSignal<StoredVersions>,
    node: DialogRef,
) -> impl IntoView {
    let app = app();
    let Listed {
        row,
        messages,
        version,
        picture,
        ..
    } = item;
    let ConversationRow {
        id,
        title,
        changed_ms,
    } = row;
    let title = if title.is_empty() {
        app.say(Msg::Untitled, &[])
    } else {
        title
    };
    let is_shown = app.library.conversation.with_untracked(|shown| **shown == *id);
    let n = messages.to_string();
    let renaming = RwSignal::new(false);
    let (open_id, both_id, delete_id, name_id) = (id.clone(), id.clone(), id.clone(), id);
    let open = move |_| {
        let id = open_id.clone();
        dialog::close(node);
        spawn_local(async move { conversations::show(app, id).await });
    };
    let open_both = move |version: u64| {
        let id = both_id.clone();
        dialog::close(node);
        spawn_local(async move { open_with_drawing(app, versions.get_untracked(), id, version).await });
    };
    let compare = move |version: u64| {
        dialog::close(node);
        spawn_local(async move { review::versions::compare(app, &versions.get_untracked(), version).await });
    };
    let delete = move |_| {
        let id = delete_id.clone();
        spawn_local(async move { delete(app, listed, versions, id).await });
    };
    let current = title.clone();
    let finish = move |text: String| {
        let text = text.trim().to_owned();
        let is_new = renaming.get_untracked() && text != current;
        renaming.set(false);
        if is_new {
            let id = name_id.clone();
            spawn_local(async move { rename(app, listed, versions, id, text).await });
        }
    };
    let shown = title.clone();
    let label = move |label: Msg| {
        let title = title.clone();
        move || format!("{}: {title}", app.text(label))
    };
    view! {
        <li data-testid="conversation-row" data-shown=is_shown.to_string()>
            <Thumbnail data=picture />
            <div class="drawing-about">
                {move || {
                    if renaming.get() {
                        view! { <NameField name=shown.clone() test="conversation-name-field" finish=finish.clone() /> }.into_any()
                    } else {
                        view! { <p class="drawing-name">{shown.clone()}</p> }.into_any()
                    }
                }}
                <p class="hint">
                    {move || format!("{} · {}", time(app, changed_ms), app.text_with(Msg::MessageCount, &[("n", &n)]))}
                </p>
                {is_shown.then(|| view! { <p class="hint">{move || app.text(Msg::ConversationShown)}</p> })}
            </div>
            <div class="drawing-actions">
                {(!is_shown)
                    .then(|| {
                        view! {
                            <button type="button" class="button primary" data-testid="open-conversation" aria-label=label(Msg::OpenDrawing) on:click=open>
                                {move || app.text(Msg::OpenDrawing)}
                            </button>
                        }
                    })}
                {version
                    .map(|version| {
                        view! {
                            <button
                                type="button"
                                class="button"
                                data-testid="open-with-drawing"
                                aria-label=label(Msg::OpenWithDrawing)
                                on:click=move |_| open_both(version)
                            >
                                {move || app.text(Msg::OpenWithDrawing)}
                            </button>
                            <button
                                type="button"
                                class="button"
                                data-testid="compare-conversation"
                                aria-label=label(Msg::CompareVersion)
                                on:click=move |_| compare(version)
                            >
                                {move || app.text(Msg::CompareVersion)}
                            </button>
                        }
                    })}
                <button
                    type="button"
                    class="button"
                    data-testid="rename-conversation"
                    aria-label=label(Msg::Rename)
                    on:click=move |_| renaming.set(true)
                >
                    {move || app.text(Msg::Rename)}
                </button>
                <button type="button" class="button" data-testid="delete-conversation" aria-label=label(Msg::Remove) on:click=delete>
                    {move || app.text(Msg::Remove)}
                </button>
            </div>
        </li>
    }
    .into_any()
}

/// Reads the conversations again, newest first.
async fn refresh(app: App, listed: RwSignal<Vec<Listed>>, versions: RwSignal<StoredVersions>) {
    // The reading stores the conversation on screen first. Without the history, the conversations have no pictures.
    let history = StoredVersions::read(app).await.unwrap_or_default();
    let Some(database) = app.library.database() else {
        return;
    };
    let (from, to) = under(&app.library.open_id());
    let records = match database.records(Store::Conversations, Some((&from, &to))).await {
        Ok(records) => records,
        Err(why) => return conversations::report_unread(app, &document_storage::message(&why)),
    };
    let read = |record| listed_of(record, &history);
    let mut found: Vec<Listed> = records.iter().filter_map(read).collect();
    found.sort_by_key(|listed| std::cmp::Reverse(listed.row.changed_ms));
    let rows = found.iter().map(|listed| listed.row.clone()).collect();
    app.library.conversations.set(rows);
    // The dialog may be closed already.
    let _ = versions.try_set(history);
    let _ = listed.try_set(found);
}

/// Returns what the list shows and searches of a stored conversation; `None` if it cannot be read.
fn listed_of((key, text): &(String, String), versions: &StoredVersions) -> Option<Listed> {
    let record = ConversationRecord::read(text).ok()?;
    let row = conversations::row_of(part_of(key)?.to_owned(), &record);
    let items = record.body["items"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let said = |role: &'static str| items.iter().filter_map(move |item| item[role]["text"].as_str());
    let words: Vec<&str> = std::iter::once(record.shown_name())
        .chain(said("User"))
        .chain(said("Model"))
        .collect();
    let step = record.head.and_then(|head| versions.record(head));
    Some(Listed {
        version: step
            .map(|step| step.step.id)
            .filter(|version| *version != versions.present()),
        picture: step.map(|step| step.thumbnail.clone()).unwrap_or_default(),
        row,
        messages: said("User").count(),
        words: words.join("\n"),
    })
}

/// Shows a conversation, and restores the version of the drawing that belongs to it as a new step.
async fn open_with_drawing(app: App, versions: StoredVersions, id: String, version: u64) {
    app.chat.stop_and_wait(app).await;
    // The version of the conversation on screen stays with it.
    app.chat.store(app);
    if versions.restore(app, version).await {
        app.review.close();
        conversations::show(app, id).await;
        app.announce(app.say(Msg::OpenedWithDrawing, &[]));
    }
}

/// Gives a conversation a name; an empty one returns it to the words of its first message.
async fn rename(
    app: App,
    listed: RwSignal<Vec<Listed>>,
    versions: RwSignal<StoredVersions>,
    id: String,
    name: String,
) {
    let name = (!name.is_empty()).then_some(name);
    let host = app.library.host();
    if let Some((_, record)) = host
        .restored
        .borrow_mut()
        .as_mut()
        .filter(|(restored, _)| *restored == id)
    {
        record.name.clone_from(&name);
    }
    let renamed = change(app, &id, |record| record.name = name).await;
    report(app, renamed);
    refresh(app, listed, versions).await;
}

async fn change(
    app: App,
    id: &str,
    change: impl FnOnce(&mut ConversationRecord),
) -> Result<(), StorageError> {
    let Some(database) = app.library.database() else {
        return Ok(());
    };
    let key = format!("{}/{id}", app.library.open_id());
    let Some(text) = database.get(Store::Conversations, &key).await? else {
        return Ok(());
    };
    let mut record =
        ConversationRecord::read(&text).map_err(|why| StorageError::Unavailable((&why).into()))?;
    change(&mut record);
    let mut batch = Batch::default();
    batch.put_record(Store::Conversations, &key, &record);
    database.write(&batch).await
}

/// Deletes a conversation, after the user has agreed. The drawing stays.
async fn delete(app: App, listed: RwSignal<Vec<Listed>>, versions: RwSignal<StoredVersions>, id: String) {
    let answers = [(Msg::DeleteConversation, "delete-conversation-now")];
    let text = app.say(Msg::DeleteConversationText, &[]);
    if app
        .ask(Msg::DeleteConversationTitle, text, &answers)
        .await
        .is_none()
    {
        return;
    }
    let is_shown = app.library.conversation.with_untracked(|shown| **shown == *id);
    if is_shown {
        app.chat.stop_and_wait(app).await;
        app.chat.clear(app);
        conversations::start_new(app);
    }
    let host = app.library.host();
    // A save of the conversation that is due would write it again.
    host.conversation.borrow_mut().take_if(|(due, _)| *due == id);
    host.stored_conversations.borrow_mut().remove(&id);
    let Some(database) = app.library.database() else {
        return;
    };
    let mut batch = Batch::default();
    batch.remove(Store::Conversations, &format!("{}/{id}", app.library.open_id()));
    report(app, database.write(&batch).await);
    refresh(app, listed, versions).await;
}

/// Says why a change was not stored.
fn report(app: App, stored: Result<(), StorageError>) {
    if let Err(why) = stored {
        let why = app.words(&document_storage::message(&why));
        app.refuse(app.say(Msg::Refused, &[("why", &why)]));
    }
}
