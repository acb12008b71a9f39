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
    let shared = Shared {
        listed,
        versions: RwSignal::new(StoredVersions::default()),
        node,
    };
    spawn_local(async move { refresh(app, shared).await });
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
                    <Row item shared />
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

/// State that the rows share.
#[derive(Clone, Copy)]
struct Shared {
    listed: RwSignal<Vec<Listed>>,
    versions: RwSignal<StoredVersions>,
    node: DialogRef,
}

#[component]
fn Row(mut item: Listed, shared: Shared) -> impl IntoView {
    let app = app();
    if item.row.title.is_empty() {
        item.row.title = app.say(Msg::Untitled, &[]);
    }
    let ConversationRow {
        id,
        title,
        changed_ms,
    } = item.row.clone();
    let is_shown = app.library.conversation.with_untracked(|shown| **shown == *id);
    let n = item.messages.to_string();
    let renaming = RwSignal::new(false);
    let current = title.clone();
    let finish = move |text: String| {
        let text = text.trim().to_owned();
        let is_new = renaming.get_untracked() && text != current;
        renaming.set(false);
        if is_new {
            let id = id.clone();
            spawn_local(async move { rename(app, shared, id, text).await });
        }
    };
    view! {
        <li data-testid="conversation-row" data-shown=is_shown.to_string()>
            <Thumbnail data=item.picture.clone() />
            <div class="drawing-about">
                {move || {
                    let name = title.clone();
                    if renaming.get() {
                        view! { <NameField name test="conversation-name-field" finish=finish.clone() /> }.into_any()
                    } else {
                        view! { <p class="drawing-name">{name}</p> }.into_any()
                    }
                }}
                <p class="hint">
                    {move || format!("{} · {}", time(app, changed_ms), app.text_with(Msg::MessageCount, &[("n", &n)]))}
                </p>
                {is_shown.then(|| view! { <p class="hint">{move || app.text(Msg::ConversationShown)}</p> })}
            </div>
            <RowActions item is_shown shared renaming />
        </li>
    }
    .into_any()
}

/// The buttons of a conversation.
#[component]
fn RowActions(item: Listed, is_shown: bool, shared: Shared, renaming: RwSignal<bool>) -> impl IntoView {
    let app = app();
    let ConversationRow { id, title, .. } = item.row;
    let Shared { versions, node, .. } = shared;
    let id = StoredValue::new(id);
    let open = move |()| {
        dialog::close(node);
        spawn_local(async move { conversations::show(app, id.get_value()).await });
    };
    let open_both = move |version: u64| {
        dialog::close(node);
        let versions = versions.get_untracked();
        spawn_local(async move { open_with_drawing(app, versions, id.get_value(), version).await });
    };
    let compare = move |version: u64| {
        dialog::close(node);
        let versions = versions.get_untracked();
        spawn_local(async move { review::versions::compare(app, &versions, version).await });
    };
    let delete = move |()| spawn_local(async move { delete(app, shared, id.get_value()).await });
    let button = move |label: Msg, test: &'static str, press: Callback<()>| {
        let title = title.clone();
        view! {
            <button
                type="button"
                class="button"
                data-testid=test
                aria-label=move || format!("{}: {title}", app.text(label))
                on:click=move |_| press.run(())
            >
                {move || app.text(label)}
            </button>
        }
    };
    let of_version = item.version.map(|version| {
        let both = Callback::new(move |()| open_both(version));
        let comparison = Callback::new(move |()| compare(version));
        [
            button(Msg::OpenWithDrawing, "open-with-drawing", both),
            button(Msg::CompareVersion, "compare-conversation", comparison),
        ]
    });
    view! {
        <div class="drawing-actions">
            {(!is_shown).then(|| button(Msg::OpenDrawing, "open-conversation", Callback::new(open)))}
            {of_version}
            {button(Msg::Rename, "rename-conversation", Callback::new(move |()| renaming.set(true)))}
            {button(Msg::Remove, "delete-conversation", Callback::new(delete))}
        </div>
    }
    .into_any()
}

/// Reads the conversations again, newest first.
async fn refresh(app: App, shared: Shared) {
    // The reading stores the conversation on screen first.
    let history = match StoredVersions::read(app).await {
        Ok(history) => history,
        Err(why) => return app.refuse(app.say(Msg::HistoryNotRead, &[("why", &why)])),
    };
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
    let _ = shared.versions.try_set(history);
    let _ = shared.listed.try_set(found);
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
    conversations::store_version(app);
    if versions.restore(app, version).await {
        app.review.close();
        conversations::show(app, id).await;
        app.announce(app.say(Msg::OpenedWithDrawing, &[]));
    }
}

/// Gives a conversation a name; an empty one returns it to the words of its first message.
async fn rename(app: App, shared: Shared, id: String, name: String) {
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
    refresh(app, shared).await;
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
async fn delete(app: App, shared: Shared, id: String) {
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
    refresh(app, shared).await;
}

/// Says why a change was not stored.
fn report(app: App, stored: Result<(), StorageError>) {
    if let Err(why) = stored {
        let why = app.words(&document_storage::message(&why));
        app.refuse(app.say(Msg::Refused, &[("why", &why)]));
    }
}
