//! Dialog with the history of the open drawing: every version with its author, time, and picture.

use super::aside::TextsAside;
use super::labels::{step_text, time};
use super::restoring::StoredVersions;
use super::state::Library;
use super::thumbnail::Thumbnail;
use crate::ui::dialog::{self, CloseButton, Dialog, DialogRef};
use crate::ui::document_storage;
use crate::ui::i18n::Msg;
use crate::ui::review;
use crate::ui::state::{App, app};
use leptos::{prelude::*, task::spawn_local};
use std::sync::Arc;
use trammel_canvas::actions::ActionId;
use trammel_document::Author;
use trammel_document::library::{Batch, Store, Version, numbered_key, versions};

/// Number of versions that the dialog shows at first, and with each request for more.
const AT_ONCE: usize = 50;

/// The dialog, while it is open.
#[component]
pub(crate) fn HistoryDialog() -> impl IntoView {
    let app = app();
    move || app.library.history.get().then(|| view! { <List /> })
}

/// History as read from the database.
#[derive(Clone, Default)]
struct Shown {
    stored: StoredVersions,
    /// Reason why the history could not be read.
    unread: Option<Arc<str>>,
}

#[component]
fn List() -> impl IntoView {
    let app = app();
    let node = DialogRef::new();
    let shown = RwSignal::new(Shown::default());
    let limit = RwSignal::new(AT_ONCE);
    spawn_local(async move { refresh(app, shown).await });
    let list = move || {
        shown
            .with(|Shown { stored, .. }| versions(&stored.steps, stored.position.head, &stored.position.redo))
    };
    let rows = move || {
        let head = shown.with(|shown| shown.stored.position.head);
        list()
            .into_iter()
            .take(limit.get())
            .map(|version| {
                let is_present = version.id == head;
                view! { <Row version is_present shown node /> }
            })
            .collect_view()
    };
    let hint = move || {
        if let Some(why) = shown.with(|shown| shown.unread.clone()) {
            app.text_with(Msg::HistoryNotRead, &[("why", &why)])
        } else if shown.with(|shown| shown.stored.steps.is_empty()) {
            app.text(Msg::HistoryEmpty).to_owned()
        } else {
            app.text(Msg::HistoryHint).to_owned()
        }
    };
    let has_more = move || shown.with(|shown| shown.stored.steps.len() > limit.get());
    let has_beginning = move || shown.with(|shown| !shown.stored.steps.is_empty()) && !has_more();
    view! {
        <Dialog
            node
            name=ActionId::History.label()
            test="history"
            class="library"
            closed=Callback::new(move |()| app.library.history.set(false))
        >
            <p class="hint" role="status">{hint}</p>
            <ol class="drawings" data-testid="versions">
                {rows}
                <Show when=has_beginning>
                    <li data-testid="version-row" data-id="0">
                        <Thumbnail />
                        <div class="drawing-about">
                            <p class="drawing-name">{move || app.text(Msg::VersionBeginning)}</p>
                        </div>
                        <VersionButton act=Act::Restore id=0 name=app.say(Msg::VersionBeginning, &[]) shown node />
                    </li>
                </Show>
            </ol>
            <TextsAside />
            <Show when=has_more>
                <button type="button" class="button" data-testid="older-versions" on:click=move |_| limit.update(|limit| *limit += AT_ONCE)>
                    {move || app.text(Msg::HistoryMore)}
                </button>
            </Show>
            <div class="dialog-foot">
                <span></span>
                <CloseButton node test="close-history" />
            </div>
        </Dialog>
    }
    .into_any()
}

#[component]
fn Row(version: Version, is_present: bool, shown: RwSignal<Shown>, node: DialogRef) -> impl IntoView {
    let app = app();
    let Version {
        id,
        time_ms,
        label,
        author,
        name,
        thumbnail,
        change,
        request,
        is_abandoned,
    } = version;
    let label = step_text(app, &label);
    // The words of the user say more than the name of a tool.
    let request = request
        .map(|request| request.text)
        .filter(|text| !text.is_empty());
    let label = request.unwrap_or(label);
    let heading = name.clone().unwrap_or_else(|| label.clone());
    let mut facts = vec![in_words(app, author), time(app, time_ms)];
    if name.is_some() {
        facts.insert(0, label);
    }
    if is_abandoned {
        facts.push(app.say(Msg::VersionAbandoned, &[]));
    }
    let naming = RwSignal::new(false);
    let present_name = name.unwrap_or_default();
    let save = move |text: String| {
        naming.set(false);
        spawn_local(async move { give_name(app, shown, id, text.trim().to_owned()).await });
    };
    let shown_name = heading.clone();
    view! {
        <li data-testid="version-row" data-id=id.to_string() data-author=tag(author) data-present=is_present.to_string()>
            <Thumbnail data=thumbnail change=change.unwrap_or_default() />
            <div class="drawing-about">
                <p class="drawing-name">{heading.clone()}</p>
                <p class="hint">{facts.join(" · ")}</p>
                {is_present.then(|| view! { <p class="hint">{move || app.text(Msg::VersionPresent)}</p> })}
                {move || {
                    naming
                        .get()
                        .then(|| {
                            let value = present_name.clone();
                            view! {
                                <input
                                    class="input"
                                    data-testid="version-name"
                                    aria-label=move || app.text(Msg::VersionName)
                                    value=value
                                    on:change=move |event| save(event_target_value(&event))
                                />
                            }
                        })
                }}
            </div>
            <div class="drawing-actions">
                <button
                    type="button"
                    class="button"
                    data-testid="name-version"
                    aria-label=move || format!("{}: {shown_name}", app.text(Msg::NameVersion))
                    on:click=move |_| naming.update(|naming| *naming = !*naming)
                >
                    {move || app.text(Msg::NameVersion)}
                </button>
                {(!is_present)
                    .then(|| {
                        view! {
                            <VersionButton act=Act::Compare id name=heading.clone() shown node />
                            <VersionButton act=Act::Restore id name=heading shown node />
                        }
                    })}
            </div>
        </li>
    }
    .into_any()
}

/// Effect of a button of a version.
#[derive(Clone, Copy)]
enum Act {
    /// Shows on the drawing what changed since the version.
    Compare,
    /// Restores the version as a new step.
    Restore,
}

#[component]
fn VersionButton(act: Act, id: u64, name: String, shown: RwSignal<Shown>, node: DialogRef) -> impl IntoView {
    let app = app();
    let (label, test) = match act {
        Act::Compare => (Msg::CompareVersion, "compare-version"),
        Act::Restore => (Msg::RestoreVersion, "restore-version"),
    };
    let press = move |_| {
        dialog::close(node);
        let shown = shown.get_untracked();
        spawn_local(async move {
            match act {
                Act::Compare => review::versions::compare(app, &shown.stored, id).await,
                Act::Restore => restore(app, shown, id).await,
            }
        });
    };
    view! {
        <button
            type="button"
            class="button"
            data-testid=test
            aria-label=move || format!("{}: {name}", app.text(label))
            on:click=press
        >
            {move || app.text(label)}
        </button>
    }
    .into_any()
}

fn tag(author: Author) -> &'static str {
    match author {
        Author::User => "user",
        Author::Model(_) => "model",
        Author::Import => "import",
    }
}

fn in_words(app: App, author: Author) -> String {
    match author {
        Author::User => app.say(Msg::ByUser, &[]),
        Author::Model(0) => app.say(Msg::ByBrowserAgent, &[]),
        Author::Model(turn) => app.say(Msg::ByModel, &[("n", &turn.to_string())]),
        Author::Import => app.say(Msg::ByImport, &[]),
    }
}

/// Reads the history again.
async fn refresh(app: App, shown: RwSignal<Shown>) {
    match StoredVersions::read(app).await {
        // The dialog may be closed already.
        Ok(stored) => drop(shown.try_set(Shown { stored, unread: None })),
        Err(why) => {
            app.refuse(app.say(Msg::HistoryNotRead, &[("why", &why)]));
            let _ = shown.try_update(|shown| shown.unread = Some(why.into()));
        }
    }
}

/// Restores a version as a new step, and shows it whole.
async fn restore(app: App, shown: Shown, id: u64) {
    if shown.stored.restore(app, id).await {
        app.view.fit_to(app.document.scene(trammel_scene::Scene::bounds));
        app.announce(app.say(Msg::VersionRestored, &[]));
    }
}

/// Gives a version a name, or removes its name if it is empty.
async fn give_name(app: App, shown: RwSignal<Shown>, id: u64, name: String) {
    let library: Library = app.library;
    let Some(database) = library.database() else {
        return;
    };
    let record = shown.with_untracked(|shown| {
        let found = shown.stored.steps.iter().find(|record| record.step.id == id);
        found.cloned()
    });
    let Some(mut record) = record else {
        return;
    };
    record.name = (!name.is_empty()).then_some(name);
    let mut batch = Batch::default();
    batch.put_record(Store::Steps, &numbered_key(&library.open_id(), id), &record);
    match database.write(&batch).await {
        Ok(()) => {
            if let Some(known) = library.host().steps.borrow_mut().get_mut(&id) {
                known.name.clone_from(&record.name);
            }
        }
        Err(why) => {
            let why = app.words(&document_storage::message(&why));
            app.refuse(app.say(Msg::Refused, &[("why", &why)]));
        }
    }
    refresh(app, shown).await;
}
