//! Dialog with the list of drawings: search, new drawing, and the trash.

use super::row::DrawingRow;
use super::state::Row;
use super::{backup, listing};
use crate::ui::dialog::{self, CloseButton, Dialog, DialogRef};
use crate::ui::file_dialog;
use crate::ui::i18n::Msg;
use crate::ui::opening;
use crate::ui::state::{App, app};
use leptos::{prelude::*, task::spawn_local};
use trammel_canvas::actions::ActionId;
use trammel_document::library::{DAYS_IN_TRASH, matches_search};

/// The dialog, while it is open.
#[component]
pub(crate) fn LibraryDialog() -> impl IntoView {
    let app = app();
    move || app.library.shown.get().then(|| view! { <List /> })
}

#[component]
fn List() -> impl IntoView {
    let app = app();
    let node = DialogRef::new();
    let search = RwSignal::new(String::new());
    let trash = RwSignal::new(false);
    // Rows of an earlier reading could move, under the pointer, once the list is read again.
    app.library.rows.set(Vec::new());
    spawn_local(async move {
        // The open drawing is listed with its present name and picture. The status bar shows a failure.
        let _ = super::saving::save(app).await;
        listing::refresh(app).await;
    });
    let is_listed = move |row: &Row| match &row.drawing {
        Ok(record) => {
            record.deleted_ms.is_some() == trash.get() && matches_search(&record.name, &search.get())
        }
        Err(_) => !trash.get() && search.get().is_empty(),
    };
    let rows = move || {
        let rows = app.library.rows.get();
        rows.into_iter().filter(is_listed).collect::<Vec<Row>>()
    };
    // A row that shows the same as before keeps its element, with a name that the user is typing.
    let content = move |row: &Row| {
        let is_open = app.library.open.with(|open| **open == *row.id);
        (format!("{row:?}"), is_open, trash.get())
    };
    let count = move || {
        app.library
            .rows
            .with(|rows| rows.iter().filter(|row| is_listed(row)).count())
    };
    let of_rows = move || match (trash.get(), count()) {
        (true, 0) => app.text(Msg::TrashEmpty).to_owned(),
        (true, _) => app.text_with(Msg::TrashHint, &[("n", &DAYS_IN_TRASH.to_string())]),
        (false, 0) if !search.get().is_empty() => app.text(Msg::NoDrawingFound).to_owned(),
        (false, _) => app.text(Msg::LibraryHint).to_owned(),
    };
    let hint = move || trouble(app).unwrap_or_else(of_rows);
    let new = move |_| {
        dialog::close(node);
        spawn_local(async move { opening::new_drawing(app).await });
    };
    view! {
        <Dialog
            node
            name=ActionId::Library.label()
            test="library"
            class="library"
            closed=Callback::new(move |()| app.library.shown.set(false))
        >
            <div class="field-row">
                <input
                    type="search"
                    class="input"
                    data-testid="library-search"
                    placeholder=move || app.text(Msg::SearchDrawings)
                    aria-label=move || app.text(Msg::SearchDrawings)
                    on:input=move |event| search.set(event_target_value(&event))
                />
                <button type="button" class="button" data-testid="library-new" on:click=new>
                    {move || app.text(ActionId::NewDrawing.label())}
                </button>
                <button
                    type="button"
                    class="button"
                    data-testid="library-trash"
                    aria-pressed=move || trash.get().to_string()
                    on:click=move |_| trash.update(|trash| *trash = !*trash)
                >
                    {move || app.text(Msg::Trash)}
                </button>
            </div>
            <p class="hint" role="status" data-testid="library-hint">{hint}</p>
            <ul class="drawings" data-testid="drawings-list">
                <For each=rows key=content let(row)>
                    <DrawingRow row node in_trash=trash.get_untracked() />
                </For>
            </ul>
            <div class="dialog-foot">
                <BackupButtons />
                <span class="spacer"></span>
                <CloseButton node test="close-library" />
            </div>
        </Dialog>
    }
    .into_any()
}

/// The buttons that save and restore a backup.
#[component]
fn BackupButtons() -> impl IntoView {
    let app = app();
    view! {
        <button
            type="button"
            class="button"
            data-testid="save-backup"
            on:click=move |_| spawn_local(async move { backup::save(app).await })
        >
            {move || app.text(Msg::SaveBackup)}
        </button>
        <button
            type="button"
            class="button"
            data-testid="restore-backup"
            on:click=move |_| {
                file_dialog::choose(".json", move |file| spawn_local(async move { backup::restore(app, file).await }));
            }
        >
            {move || app.text(Msg::RestoreBackup)}
        </button>
    }
}

/// Returns the message about a list that could not be read.
fn trouble(app: App) -> Option<String> {
    let why = app.library.unlisted.get()?;
    Some(app.text_with(Msg::LibraryNotRead, &[("why", &why)]))
}
