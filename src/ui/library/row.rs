//! Row of the list of drawings.

use super::labels::{name_of, size, time};
use super::state::Row;
use super::thumbnail::Thumbnail;
use super::{editing, opening};
use crate::ui::dialog::{self, DialogRef};
use crate::ui::i18n::Msg;
use crate::ui::name_field::NameField;
use crate::ui::share::save_text;
use crate::ui::state::app;
use leptos::{prelude::*, task::spawn_local};
use trammel_document::library::DrawingRecord;

/// A drawing in the list.
#[component]
pub(super) fn DrawingRow(row: Row, node: DialogRef, in_trash: bool) -> impl IntoView {
    let app = app();
    let Row { id, drawing } = row;
    match drawing {
        Ok(record) => view! { <Readable id record node in_trash /> }.into_any(),
        Err((why, text)) => {
            let look = move |_| {
                let id = id.clone();
                dialog::close(node);
                spawn_local(async move {
                    opening::open(app, id).await;
                });
            };
            view! {
            <li data-testid="drawing-row" data-kind="unreadable">
                <Thumbnail />
                <p>{move || app.text_with(Msg::DrawingUnreadable, &[("why", &app.reads(&why))])}</p>
                <button type="button" class="button" data-testid="look-at-drawing" on:click=look>
                    {move || app.text(Msg::ShowReadable)}
                </button>
                <button
                    type="button"
                    class="button"
                    data-testid="download-drawing"
                    on:click=move |_| save_text(app, "drawing.json", &text)
                >
                    {move || app.text(Msg::DownloadText)}
                </button>
            </li>
            }
            .into_any()
        }
    }
}

#[component]
fn Readable(id: String, record: DrawingRecord, node: DialogRef, in_trash: bool) -> impl IntoView {
    let app = app();
    let name = name_of(app, &record);
    let is_open = app.library.open_id() == id;
    let facts = [
        time(app, record.changed_ms),
        app.say(Msg::Items, &[("n", &record.entities.to_string())]),
        size(record.bytes),
    ]
    .join(" · ");
    let renaming = RwSignal::new(false);
    let current = name.clone();
    let (rename_id, open_id) = (id.clone(), id.clone());
    let finish = move |text: String| {
        let text = text.trim().to_owned();
        if renaming.get_untracked() && !text.is_empty() && text != current {
            let id = rename_id.clone();
            spawn_local(async move { editing::rename(app, id, text).await });
        }
        renaming.set(false);
    };
    let open = move |_| {
        let id = open_id.clone();
        dialog::close(node);
        spawn_local(async move {
            opening::open(app, id).await;
        });
    };
    let (shown, row_name) = (name.clone(), name.clone());
    view! {
        <li data-testid="drawing-row" data-kind=if in_trash { "deleted" } else { "drawing" } data-name=row_name data-open=is_open.to_string()>
            <Thumbnail data=record.thumbnail />
            <div class="drawing-about">
                {move || {
                    if renaming.get() {
                        view! { <NameField name=shown.clone() test="drawing-name-field" finish=finish.clone() /> }.into_any()
                    } else {
                        view! { <p class="drawing-name">{shown.clone()}</p> }.into_any()
                    }
                }}
                <p class="hint">{facts}</p>
                {is_open.then(|| view! { <p class="hint">{move || app.text(Msg::DrawingOpen)}</p> })}
            </div>
            <div class="drawing-actions">
                {if in_trash {
                    view! {
                        <Action label=Msg::RestoreDrawing test="restore-drawing" name=name.clone() id=id.clone() act=Act::Restore />
                        <Action label=Msg::RemoveDrawing test="remove-drawing" name id act=Act::Remove />
                    }
                    .into_any()
                } else {
                    view! {
                        {(!is_open)
                            .then(|| {
                                let label = format!("{}: {name}", app.text(Msg::OpenDrawing));
                                view! {
                                    <button type="button" class="button primary" data-testid="open-drawing" aria-label=label on:click=open>
                                        {move || app.text(Msg::OpenDrawing)}
                                    </button>
                                }
                            })}
                        <button type="button" class="button" data-testid="rename-drawing" aria-label=format!("{}: {name}", app.text(Msg::Rename)) on:click=move |_| renaming.set(true)>
                            {move || app.text(Msg::Rename)}
                        </button>
                        <Action label=Msg::DuplicateDrawing test="duplicate-drawing" name=name.clone() id=id.clone() act=Act::Duplicate />
                        <Action label=Msg::DeleteDrawing test="delete-drawing" name id act=Act::Delete />
                    }
                    .into_any()
                }}
            </div>
        </li>
    }
    .into_any()
}

/// Effect of a button.
#[derive(Clone, Copy)]
enum Act {
    Duplicate,
    Delete,
    Restore,
    Remove,
}

#[component]
fn Action(label: Msg, test: &'static str, name: String, id: String, act: Act) -> impl IntoView {
    let app = app();
    let press = move |_| {
        let id = id.clone();
        spawn_local(async move {
            match act {
                Act::Duplicate => editing::duplicate(app, id).await,
                Act::Delete => editing::delete(app, id).await,
                Act::Restore => editing::restore(app, id).await,
                Act::Remove => editing::remove(app, id).await,
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
