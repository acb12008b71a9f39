//! The presets: saving, applying, renaming, and deleting named values.
//!
//! Invariant: each of these is one undo step and changes only literals or lines of presets in `main`.

use super::change::edit;
use crate::ui::actions::focus_later;
use crate::ui::state::{App, app};
use leptos::prelude::*;
use trammel_code::parameters::Parameter;
use trammel_code::presets::{self, MAX_NAME_CHARS, Preset, PresetError};
use web_sys::KeyboardEvent;

const PRESETS_LABEL: [&str; 2] = ["Presets", "프리셋"];
const SAVE_LABEL: [&str; 2] = ["Save preset", "프리셋 저장"];
const RENAME_LABEL: [&str; 2] = ["Rename preset", "프리셋 이름 바꾸기"];
const DELETE_LABEL: [&str; 2] = ["Delete preset", "프리셋 삭제"];
const RENAME: [&str; 2] = ["Rename", "이름 바꾸기"];
const DELETE: [&str; 2] = ["Delete", "삭제"];
const NAME_LABEL: [&str; 2] = ["Preset name", "프리셋 이름"];
const NEW_NAME: [&str; 2] = ["New name", "새 이름"];
const EMPTY: [&str; 2] = [
    "A preset keeps the current values under a name, as a comment in the code.",
    "프리셋은 지금 값을 이름과 함께 코드의 주석으로 보관해요.",
];

/// Id of the field for a name, which takes the focus after a deletion.
const NAME_ID: &str = "preset-name";

/// Returns the reason of an error with the next step, in English and Korean.
fn reason(error: PresetError) -> [String; 2] {
    match error {
        PresetError::Name => [
            format!("A name has 1 to {MAX_NAME_CHARS} characters and no colon. Type another name."),
            format!("이름은 콜론 없이 1~{MAX_NAME_CHARS}자예요. 다른 이름을 입력하세요."),
        ],
        PresetError::Taken => [
            "Another preset has this name. Type another name.".to_owned(),
            "이 이름을 쓰는 프리셋이 있어요. 다른 이름을 입력하세요.".to_owned(),
        ],
        PresetError::NoParameters => [
            "The code has no parameter to save. Write a constant such as const t = 3; first.".to_owned(),
            "코드에 저장할 매개변수가 없어요. 먼저 const t = 3; 같은 상수를 쓰세요.".to_owned(),
        ],
        PresetError::Gone => [
            "The code no longer has this preset. Save the values again.".to_owned(),
            "코드에 이 프리셋이 더는 없어요. 값을 다시 저장하세요.".to_owned(),
        ],
        PresetError::TooMany => [
            format!(
                "The code already has {} presets. Delete one first.",
                presets::MOST
            ),
            format!(
                "코드에 프리셋이 이미 {}개예요. 먼저 하나를 지우세요.",
                presets::MOST
            ),
        ],
    }
}

/// Writes a change of the presets; returns the reason if it was refused.
fn write(app: App, change: impl FnOnce(&str) -> Result<String, PresetError>) -> Result<(), [String; 2]> {
    let mut refused = None;
    edit(app, false, |source| match change(source) {
        Ok(text) => Some(text),
        Err(error) => {
            refused = Some(reason(error));
            None
        }
    });
    refused.map_or(Ok(()), Err)
}

/// The section of the presets.
#[component]
pub(super) fn Presets(list: Memo<Vec<Parameter>>, saved: Memo<Vec<Preset>>) -> impl IntoView {
    let app = app();
    let lang = app.prefs.lang;
    let name = RwSignal::new(String::new());
    let wrong = RwSignal::new(None::<[String; 2]>);
    let save = move || match write(app, |source| presets::save(source, &name.get_untracked())) {
        Ok(()) => {
            wrong.set(None);
            name.set(String::new());
        }
        Err(why) => wrong.set(Some(why)),
    };
    view! {
        <section class="presets" aria-labelledby="presets-head" data-testid="presets">
            <h2 id="presets-head">{move || lang.get().pick(PRESETS_LABEL)}</h2>
            <Show when=move || saved.with(Vec::is_empty)>
                <p class="hint">{move || lang.get().pick(EMPTY)}</p>
            </Show>
            <ul class="preset-list">
                <For each=move || saved.get() key=|preset| preset.name.clone() let(preset)>
                    <Row name=preset.name list saved />
                </For>
            </ul>
            <form
                class="preset-form"
                on:submit=move |event| {
                    event.prevent_default();
                    save();
                }
            >
                <input
                    class="input"
                    id=NAME_ID
                    data-testid="preset-name"
                    autocomplete="off"
                    aria-label=move || lang.get().pick(NAME_LABEL)
                    placeholder=move || lang.get().pick(NAME_LABEL)
                    aria-invalid=move || wrong.with(Option::is_some).to_string()
                    aria-describedby="preset-error"
                    prop:value=move || name.get()
                    on:input=move |event| {
                        name.set(event_target_value(&event));
                        wrong.set(None);
                    }
                />
                <button type="submit" class="button" data-testid="save-preset">
                    {move || lang.get().pick(SAVE_LABEL)}
                </button>
            </form>
            <div id="preset-error">{move || error_line(app, wrong)}</div>
        </section>
    }
    .into_any()
}

/// Whether the parameters have the values of a preset now.
fn is_active(list: &[Parameter], preset: &Preset) -> bool {
    preset.values.iter().all(|(name, value)| {
        let parameter = list.iter().find(|parameter| parameter.name == *name);
        parameter.is_none_or(|parameter| parameter.change() == *value)
    })
}

fn error_line(app: App, wrong: RwSignal<Option<[String; 2]>>) -> Option<impl IntoView> {
    wrong.get().map(|why| {
        let why = app.prefs.lang.get().pick(why);
        view! { <p class="field-error" role="alert" data-testid="preset-error">{why}</p> }
    })
}

/// One preset: the button that applies it, and the buttons that rename and delete it.
#[component]
fn Row(name: String, list: Memo<Vec<Parameter>>, saved: Memo<Vec<Preset>>) -> impl IntoView {
    let app = app();
    let lang = app.prefs.lang;
    let renaming = RwSignal::new(false);
    let this = StoredValue::new(name.clone());
    let active = move || {
        saved.with(|saved| {
            let preset = this.with_value(|name| saved.iter().find(|preset| preset.name == *name));
            preset.is_some_and(|preset| list.with(|list| is_active(list, preset)))
        })
    };
    let apply = move |_| {
        let change = |source: &str| presets::apply(source, &this.get_value()).ok_or(PresetError::Gone);
        if let Err(why) = write(app, change) {
            app.refuse(app.lang().pick(why));
        }
    };
    let delete = move |_| {
        edit(app, false, |source| presets::remove(source, &this.get_value()));
        focus_later(NAME_ID);
    };
    let described =
        move |label: [&'static str; 2]| format!("{}: {}", lang.get().pick(label), this.get_value());
    view! {
        <li class="preset" data-testid="preset" data-name=name.clone()>
            <Show
                when=move || renaming.get()
                fallback=move || {
                    view! {
                        <button
                            type="button"
                            class="button apply"
                            data-testid="apply-preset"
                            aria-pressed=move || active().to_string()
                            on:click=apply
                        >
                            {this.get_value()}
                        </button>
                        <button
                            type="button"
                            class="link"
                            data-testid="rename-preset"
                            aria-label=move || described(RENAME_LABEL)
                            on:click=move |_| renaming.set(true)
                        >
                            {move || lang.get().pick(RENAME)}
                        </button>
                        <button
                            type="button"
                            class="link"
                            data-testid="delete-preset"
                            aria-label=move || described(DELETE_LABEL)
                            on:click=delete
                        >
                            {move || lang.get().pick(DELETE)}
                        </button>
                    }
                }
            >
                <Rename name=this.get_value() renaming />
            </Show>
        </li>
    }
    .into_any()
}

/// The form for another name of a preset.
#[component]
fn Rename(name: String, renaming: RwSignal<bool>) -> impl IntoView {
    let app = app();
    let lang = app.prefs.lang;
    let text = RwSignal::new(name.clone());
    let wrong = RwSignal::new(None::<[String; 2]>);
    let id = format!("rename-{name}");
    focus_later(id.clone());
    let save = move || {
        let new_name = text.get_untracked();
        match write(app, |source| presets::rename(source, &name, &new_name)) {
            Ok(()) => renaming.set(false),
            Err(why) => wrong.set(Some(why)),
        }
    };
    let key = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            renaming.set(false);
        }
    };
    view! {
        <form
            class="preset-form"
            on:keydown=key
            on:submit=move |event| {
                event.prevent_default();
                save();
            }
        >
            <input
                class="input"
                id=id
                data-testid="new-preset-name"
                autocomplete="off"
                aria-label=move || lang.get().pick(NEW_NAME)
                aria-invalid=move || wrong.with(Option::is_some).to_string()
                prop:value=move || text.get()
                on:input=move |event| {
                    text.set(event_target_value(&event));
                    wrong.set(None);
                }
            />
            <button type="submit" class="button" data-testid="save-name">{move || lang.get().pick(RENAME)}</button>
            {move || error_line(app, wrong)}
        </form>
    }
    .into_any()
}
