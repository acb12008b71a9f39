//! View of the import dialog: the file, the answers of the user, and the report.

use super::super::import_file::{ImportFile, Receiver};
use super::super::report::Report;
use super::state::{Stage, State};
use crate::ui::dialog::{self, Dialog, DialogRef};
use crate::ui::i18n::Msg;
use crate::ui::state::app;
use leptos::prelude::*;
use trammel_canvas::preview::Text;
use trammel_formats::Treatment;
use trammel_scene::Units;

const READING: Text = ["Reading the file…", "파일을 읽고 있어요…"];
const IMPORTING: Text = ["Importing…", "가져오고 있어요…"];
const UNITS_LABEL: Text = ["Unit of the file", "파일의 단위"];
const NO_UNITS: Text = [
    "The file does not define its unit. Reason for the proposed unit:",
    "파일에 단위가 없어요. 제안한 단위의 근거:",
];
const NEW_LABEL: Text = ["As a new drawing", "새 도면으로"];
const PRESENT_LABEL: Text = ["Into this drawing", "이 도면 안에"];
const OPEN_LABEL: Text = ["Open", "열기"];
const NEW_UNITS_LABEL: Text = ["Unit of the new drawing", "새 도면의 단위"];
const IMPORT_LABEL: Text = ["Add", "추가"];
const READ_PART_LABEL: Text = ["Read this part", "이 부분 읽기"];
const LAYERS_LABEL: Text = ["Layers to import", "가져올 레이어"];
const NO_LAYER: Text = ["(no layer)", "(레이어 없음)"];
const EXACT: Text = ["Everything was read exactly.", "모두 그대로 읽었어요."];

/// Returns the size of a file as text.
fn size(bytes: usize) -> String {
    if bytes < 1 << 20 {
        format!("{} KiB", bytes.div_ceil(1024))
    } else {
        format!("{} MiB", bytes.div_ceil(1 << 20))
    }
}

/// The import dialog.
#[component]
pub(in crate::ui::share) fn ImportDialog(file: ImportFile) -> impl IntoView {
    let app = app();
    let node = DialogRef::new();
    let about = format!("{} · {}", file.name, size(file.bytes.len()));
    let label = file.format.label;
    let state = State::new(app, file);
    state.convert();
    let pick = move |text: Text| app.prefs.lang.get().pick(text);
    let is_large = move || state.stage.with(|stage| matches!(stage, Stage::TooLarge { .. }));
    let press = move |_| {
        if is_large() {
            state.convert();
        } else {
            state.import();
        }
    };
    let has_part = move || state.first.get().is_some() || state.layers.with(|layers| !layers.is_empty());
    let disabled = move || {
        state.stage.with(|stage| match stage {
            Stage::Reading | Stage::Importing => true,
            Stage::TooLarge { .. } => !has_part(),
            Stage::Ready(_) => false,
        })
    };
    view! {
        <Dialog node name=Msg::ImportFileTitle test="import-dialog" closed=Callback::new(move |()| app.share.importing.set(None))>
            <p data-testid="import-file">{about} " · " {move || pick(label)}</p>
            <ReceiverChoice state />
            <UnitsChoice state />
            <p role="status" data-testid="import-state" data-state=move || state.stage.with(tag)>
                {move || state.stage.with(|stage| status(stage, app.prefs.lang.get()))}
            </p>
            {move || state.stage.with(|stage| match stage {
                // Without room, no part of the file fits.
                Stage::TooLarge { most: 0, .. } => ().into_any(),
                Stage::TooLarge { most, layers, .. } => {
                    let (most, layers) = (*most, layers.clone());
                    view! { <Part state most layers /> }.into_any()
                }
                Stage::Ready(code) => {
                    let report = code.report_in_drawing();
                    let exact = report.iter().all(|entry| entry.treatment == Treatment::Converted);
                    let exact = exact.then(|| view! { <p class="hint" data-testid="import-exact">{pick(EXACT)}</p> });
                    view! { <Report report test="import-report" /> {exact} }.into_any()
                }
                Stage::Reading | Stage::Importing => ().into_any(),
            })}
            <div class="dialog-foot">
                <button type="button" class="button primary" data-testid="import-confirm" prop:disabled=disabled on:click=press>
                    {move || {
                        let is_new = state.receiver.get() == Receiver::New;
                        pick(if is_large() { READ_PART_LABEL } else if is_new { OPEN_LABEL } else { IMPORT_LABEL })
                    }}
                </button>
                <button type="button" class="button" data-testid="import-cancel" on:click=move |_| dialog::close(node)>
                    {move || app.text(Msg::Cancel)}
                </button>
            </div>
        </Dialog>
    }
    .into_any()
}

fn tag(stage: &Stage) -> &'static str {
    match stage {
        Stage::Reading => "reading",
        Stage::TooLarge { .. } => "too-large",
        Stage::Ready(_) => "ready",
        Stage::Importing => "importing",
    }
}

fn status(stage: &Stage, lang: trammel_language::Language) -> String {
    match stage {
        Stage::Reading => lang.pick(READING).to_owned(),
        Stage::Importing => lang.pick(IMPORTING).to_owned(),
        Stage::TooLarge { entities, most: 0, .. } => lang.pick([
            format!("The file has {entities} entities, and the drawing is full. Delete entities, or import the file into a new drawing."),
            format!("파일에 항목이 {entities}개 있는데 도면이 가득 찼어요. 항목을 지우거나 새 도면에 가져오세요."),
        ]),
        Stage::TooLarge { entities, most, .. } => lang.pick([
            format!("The file has {entities} entities, and the drawing has room for {most}. Choose layers, or import the first {most}."),
            format!("파일에 항목이 {entities}개 있고 도면에는 {most}개까지 더 넣을 수 있어요. 레이어를 고르거나 앞의 {most}개만 가져오세요."),
        ]),
        Stage::Ready(code) if code.modules.is_empty() => lang.pick([
            format!("{} entities, as the code of the drawing.", code.entities),
            format!("항목 {}개를 도면의 코드로 가져와요.", code.entities),
        ]),
        Stage::Ready(code) => {
            let (count, module) = (code.entities, code.modules.first().map_or("", |(file, _)| file.as_str()));
            lang.pick([
                format!("{count} entities, as the new module {module}."),
                format!("항목 {count}개를 새 모듈 {module}(으)로 가져와요."),
            ])
        }
    }
}

/// The choice between a new drawing and the one on screen.
#[component]
fn ReceiverChoice(state: State) -> impl IntoView {
    let app = state.app;
    let is_importing = move || state.stage.with(|stage| matches!(stage, Stage::Importing));
    let choice = move |receiver: Receiver, label: Text, test: &'static str| {
        let choose = move |_| {
            state.receiver.set(receiver);
            state.convert();
        };
        view! {
            <label class="radio">
                <input
                    type="radio"
                    name="import-receiver"
                    data-testid=test
                    prop:checked=move || state.receiver.get() == receiver
                    prop:disabled=is_importing
                    on:change=choose
                />
                <span>{move || app.prefs.lang.get().pick(label)}</span>
            </label>
        }
    };
    view! {
        <fieldset class="import-layers">
            <legend>{move || app.prefs.lang.get().pick(OPEN_LABEL)}</legend>
            {choice(Receiver::New, NEW_LABEL, "import-as-new")}
            {choice(Receiver::Present, PRESENT_LABEL, "import-into")}
        </fieldset>
    }
    .into_any()
}

/// The unit of the file, which the user can change, and that of a new drawing.
#[component]
fn UnitsChoice(state: State) -> impl IntoView {
    let app = state.app;
    let is_importing = move || state.stage.with(|stage| matches!(stage, Stage::Importing));
    let change = move |event| {
        state.units.set(Units::find(&event_target_value(&event)));
        state.convert();
    };
    let change_new = move |event| {
        state.new_units.set(Units::find(&event_target_value(&event)));
        state.convert();
    };
    let options = |now: Signal<Option<Units>>| {
        Units::ALL.map(|units| {
            view! {
                <option value=units.as_str() prop:selected=move || now.get() == Some(units)>
                    {units.as_str()}
                </option>
            }
        })
    };
    let of_new = Signal::derive(move || state.new_units.get().or(state.units.get()));
    view! {
        <Show when=move || state.units.get().is_some()>
            <label class="export-field">
                <span>{move || app.prefs.lang.get().pick(UNITS_LABEL)}</span>
                <select class="input" data-testid="import-units" prop:disabled=is_importing on:change=change>
                    {options(state.units.into())}
                </select>
            </label>
            <Show when=move || state.receiver.get() == Receiver::New>
                <label class="export-field">
                    <span>{move || app.prefs.lang.get().pick(NEW_UNITS_LABEL)}</span>
                    <select class="input" data-testid="import-new-units" prop:disabled=is_importing on:change=change_new>
                        {options(of_new)}
                    </select>
                </label>
            </Show>
            {move || {
                state.reason.get().map(|reason| {
                    let reason = move || reason.text(app.prefs.lang.get()).to_owned();
                    view! { <p class="hint" data-testid="import-no-units">{move || app.prefs.lang.get().pick(NO_UNITS)} " " {reason}</p> }
                })
            }}
        </Show>
    }
    .into_any()
}

/// The choice of the part of a file that is too large.
#[component]
fn Part(state: State, most: usize, layers: Vec<(String, usize)>) -> impl IntoView {
    let app = state.app;
    let row = move |(layer, count): (String, usize)| {
        let (name, shown) = (layer.clone(), layer.clone());
        let checked = {
            let layer = layer.clone();
            move || state.layers.with(|layers| layers.contains(&layer))
        };
        let toggle = move |event| {
            let on = event_target_checked(&event);
            state.layers.update(|layers| {
                layers.retain(|kept| *kept != name);
                if on {
                    layers.push(name.clone());
                }
            });
        };
        let text = move || {
            let lang = app.prefs.lang.get();
            let shown = if shown.is_empty() {
                lang.pick(NO_LAYER)
            } else {
                &shown
            };
            format!("{shown} ({count})")
        };
        view! {
            <label class="radio">
                <input type="checkbox" data-testid="import-layer" prop:checked=checked on:change=toggle />
                <span>{text}</span>
            </label>
        }
    };
    let first = move || {
        app.prefs.lang.get().pick([
            format!("Only the first {most} entities"),
            format!("앞의 항목 {most}개만"),
        ])
    };
    view! {
        <label class="radio">
            <input
                type="checkbox"
                data-testid="import-first"
                prop:checked=move || state.first.get().is_some()
                on:change=move |event| state.first.set(event_target_checked(&event).then_some(most))
            />
            <span>{first}</span>
        </label>
        <fieldset class="import-layers">
            <legend>{move || app.prefs.lang.get().pick(LAYERS_LABEL)}</legend>
            {layers.into_iter().map(row).collect_view()}
        </fieldset>
    }
    .into_any()
}
