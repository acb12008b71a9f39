//! The file bar: opens, adds, and removes files of the drawing.

use crate::ui::document::{Caller, Request};
use crate::ui::i18n::Msg;
use crate::ui::icons::{Draw, Icon};
use crate::ui::state::app;
use leptos::{html, prelude::*, task::spawn_local};
use trammel_code::{FileName, MAX_NAME_CHARS};

/// Initial text of a new module.
const NEW_MODULE: &str = "// import { example } from 'NAME' in main\nexport function example() {\n}\n";

/// The row of files with the button for a new one.
#[component]
pub(super) fn FileBar() -> impl IntoView {
    let app = app();
    let naming = RwSignal::new(false);
    let file = move |name: String| {
        let (current, shown, target) = (name.clone(), name.clone(), name.clone());
        view! {
            <button
                type="button"
                class="file"
                data-testid="file"
                data-name=name
                aria-current=move || app.doc.current.with(|open| (*open == current).then_some("true"))
                on:click=move |_| app.open_file(&target, None)
            >
                {shown}
            </button>
        }
    };
    view! {
        <div class="files" role="group" aria-label=move || app.text(Msg::Files)>
            <For each=move || app.doc.files.get().to_vec() key=Clone::clone let(name)>
                {file(name)}
            </For>
            <button
                type="button"
                class="icon-button"
                data-testid="new-file"
                aria-label=move || app.text(Msg::NewFile)
                title=move || app.text(Msg::NewFile)
                aria-expanded=move || naming.get().to_string()
                on:click=move |_| naming.update(|naming| *naming = !*naming)
            >
                <Draw icon=Icon::Plus />
            </button>
            <Show when=move || app.doc.current.with(|file| file != FileName::MAIN)>
                <RemoveFile />
            </Show>
            <Show when=move || naming.get()>
                <NewFile naming />
            </Show>
        </div>
    }
}

/// The button that removes the open module. Undo restores the module.
#[component]
fn RemoveFile() -> impl IntoView {
    let app = app();
    let label = move || app.text_with(Msg::RemoveFile, &[("file", &app.doc.current.get())]);
    let remove = move |_| {
        let Ok(file) = FileName::new(&app.doc.current.get_untracked()) else {
            return;
        };
        app.open_file(FileName::MAIN, None);
        app.document.submit(Caller::Typing, Request::set_file(file, None));
    };
    view! {
        <button type="button" class="icon-button" data-testid="remove-file" aria-label=label title=label on:click=remove>
            <Draw icon=Icon::Close />
        </button>
    }
}

/// The form for the name of a new module.
#[component]
fn NewFile(naming: RwSignal<bool>) -> impl IntoView {
    let app = app();
    let name = RwSignal::new(String::new());
    let wrong = RwSignal::new(None::<Msg>);
    let field = NodeRef::<html::Input>::new();
    // Outward effect: focuses the name field when it appears.
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            let _ = field.focus();
        }
    });
    let create = move || {
        let Ok(file) = FileName::of_new_file(name.get_untracked().trim()) else {
            wrong.set(Some(Msg::FileBadName));
            return;
        };
        if app.document.file_text(file.as_str()).is_some() {
            wrong.set(Some(Msg::FileExists));
            return;
        }
        if file.is_reserved() {
            wrong.set(Some(Msg::FileReserved));
            return;
        }
        if app
            .document
            .file_names()
            .iter()
            .any(|other| file.is_same_file(other))
        {
            wrong.set(Some(Msg::FileSameName));
            return;
        }
        naming.set(false);
        let name = file.as_str().to_owned();
        let text = Some(NEW_MODULE.replace("NAME", &name));
        let typed = app.document.run(Caller::Typing, Request::set_file(file, text));
        spawn_local(async move {
            typed.await;
            app.open_file(&name, None);
        });
    };
    view! {
        <form
            class="new-file"
            on:submit=move |event| {
                event.prevent_default();
                create();
            }
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    event.prevent_default();
                    naming.set(false);
                }
            }
        >
            <input
                node_ref=field
                class="input"
                data-testid="new-file-name"
                aria-label=move || app.text(Msg::NewFileName)
                placeholder=move || app.text(Msg::NewFileHint)
                aria-invalid=move || wrong.get().is_some().to_string()
                maxlength=MAX_NAME_CHARS.to_string()
                prop:value=move || name.get()
                on:input=move |event| name.set(event_target_value(&event))
            />
            <button type="submit" class="button" data-testid="create-file">{move || app.text(Msg::CreateFile)}</button>
            {move || {
                wrong
                    .get()
                    .map(|wrong| {
                        let text = app.text_with(wrong, &[("n", &MAX_NAME_CHARS.to_string())]);
                        view! { <p class="field-error" role="alert">{text}</p> }
                    })
            }}
        </form>
    }
    .into_any()
}
