//! Options of exports that the user chose, kept for the next export, and their controls.

use crate::ui::state::{App, app};
use crate::ui::web_storage::{self, StorageArea};
use leptos::prelude::*;
use std::collections::BTreeMap;
use trammel_base::numbers::number_text;
use trammel_canvas::expression::evaluate;
use trammel_canvas::preview::Text;
use trammel_formats::{ExportField, ExportOptions, FieldKind, Format, FormatError, options_of};
use trammel_language::Bilingual;
use trammel_scene::Units;

/// Storage key of the texts of the options.
const KEY: &str = "pref:export";

/// Label of the folded options of a format.
const OPTIONS_LABEL: Text = ["Options", "옵션"];

/// Texts of the options by their paths, as the user typed or chose them.
#[derive(Clone, Copy)]
pub(super) struct Settings(RwSignal<BTreeMap<String, String>>);

impl Settings {
    /// Loads the stored options.
    pub(super) fn load() -> Settings {
        let stored = web_storage::read(StorageArea::Device, KEY);
        let texts = stored.and_then(|text| serde_json::from_str(&text).ok());
        Settings(RwSignal::new(texts.unwrap_or_default()))
    }

    /// Returns the options of a format for a drawing in these units.
    ///
    /// # Errors
    /// Returns an error that names the option with a wrong value.
    pub(super) fn options(self, format: &Format, units: Units) -> Result<ExportOptions, FormatError> {
        let mut values = Vec::new();
        for field in format.options {
            let text = in_units(field, self.text(field), units)?;
            if let Some(value) = field.parse_typed(&text)? {
                values.push((field.path, value));
            }
        }
        options_of(values)
    }

    /// Returns the text of an option.
    pub(super) fn text(self, field: &ExportField) -> String {
        let typed = self.0.with(|texts| texts.get(field.path).cloned());
        match field.kind {
            FieldKind::Date => typed.unwrap_or_else(today),
            _ => typed.unwrap_or_default(),
        }
    }

    fn set(self, field: &ExportField, text: String) {
        self.0.update(|texts| {
            texts.insert(field.path.to_owned(), text);
        });
        // A date is proposed again on the next day, so it is not stored.
        let stored = self.0.with_untracked(|texts| {
            let kept: BTreeMap<&String, &String> = texts
                .iter()
                .filter(|(path, _)| !matches!(field.kind, FieldKind::Date) || *path != field.path)
                .collect();
            serde_json::to_string(&kept).unwrap_or_default()
        });
        // An option that cannot be stored still applies to this export.
        let _ = web_storage::write(StorageArea::Device, KEY, &stored);
    }
}

/// Returns the text of an option, with the value of a length in the unit of the drawing.
fn in_units(field: &ExportField, text: String, units: Units) -> Result<String, FormatError> {
    if !matches!(field.kind, FieldKind::Length) || text.trim().is_empty() {
        return Ok(text);
    }
    let value = evaluate(&text.trim().replace(',', "."), Some(units));
    value.map(number_text).map_err(|why| {
        let [english, korean] = why.reason();
        let [label, korean_label] = field.label;
        FormatError(Bilingual::new(
            format!("{label}: {english}"),
            format!("{korean_label}: {korean}"),
        ))
    })
}

/// Returns the current date as YYYY-MM-DD in the user's time zone.
fn today() -> String {
    let now = js_sys::Date::new_0();
    format!(
        "{:04}-{:02}-{:02}",
        now.get_full_year(),
        now.get_month() + 1,
        now.get_date()
    )
}

/// The folded options of a format; nothing if it has none.
#[component]
pub(super) fn Options(format: &'static Format, settings: Settings) -> impl IntoView {
    let app = app();
    (!format.options.is_empty()).then(|| {
        view! {
            <details class="export-options" data-testid=format!("export-{}-options", format.id)>
                <summary>{move || app.prefs.lang.get().pick(OPTIONS_LABEL)}</summary>
                <div class="export-fields">
                    {format.options.iter().map(|field| view! { <Field field settings format=format.id /> }).collect_view()}
                </div>
            </details>
        }
    })
}

/// The control of one option.
#[component]
fn Field(field: &'static ExportField, settings: Settings, format: &'static str) -> impl IntoView {
    let app = app();
    let label = move || app.prefs.lang.get().pick(field.label);
    let test = format!("export-{format}-{}", field.flag);
    match field.kind {
        FieldKind::Choice(choices) => view! {
            <label class="export-field">
                <span>{label}</span>
                <select
                    class="input"
                    data-testid=test
                    on:change=move |event| settings.set(field, event_target_value(&event))
                >
                    {choices
                        .iter()
                        .enumerate()
                        .map(|(at, choice)| {
                            let chosen = move || {
                                let text = settings.text(field);
                                choice.value == text || (at == 0 && text.is_empty())
                            };
                            view! {
                                <option value=choice.value prop:selected=chosen>
                                    {move || app.prefs.lang.get().pick(choice.label)}
                                </option>
                            }
                        })
                        .collect_view()}
                </select>
            </label>
        }
        .into_any(),
        FieldKind::Suggest(choices) => view! {
            <label class="export-field">
                <span>{label}</span>
                <input
                    class="input"
                    list=format!("{test}-values")
                    placeholder=choices.first().map(|choice| choice.value)
                    data-testid=test.clone()
                    prop:value=move || settings.text(field)
                    on:change=move |event| settings.set(field, event_target_value(&event))
                />
                <datalist id=format!("{test}-values")>
                    {choices
                        .iter()
                        .map(|choice| {
                            view! {
                                <option value=choice.value>{move || app.prefs.lang.get().pick(choice.label)}</option>
                            }
                        })
                        .collect_view()}
                </datalist>
            </label>
        }
        .into_any(),
        FieldKind::Flag => view! {
            <label class="radio">
                <input
                    type="checkbox"
                    data-testid=test
                    prop:checked=move || settings.text(field) == "true"
                    on:change=move |event| settings.set(field, event_target_checked(&event).to_string())
                />
                <span>{label}</span>
            </label>
        }
        .into_any(),
        FieldKind::Number(_) | FieldKind::Length => view! {
            <label class="export-field">
                <span>{move || format!("{} ({})", label(), unit_of(app, field))}</span>
                <input
                    class="input"
                    inputmode="decimal"
                    data-testid=test
                    prop:value=move || settings.text(field)
                    on:change=move |event| settings.set(field, event_target_value(&event))
                />
            </label>
        }
        .into_any(),
        FieldKind::Text | FieldKind::Date => view! {
            <label class="export-field">
                <span>{label}</span>
                <input
                    class="input"
                    data-testid=test
                    prop:value=move || settings.text(field)
                    on:change=move |event| settings.set(field, event_target_value(&event))
                />
            </label>
        }
        .into_any(),
    }
}

/// Returns the unit of a number: that of the field, or of the drawing.
fn unit_of(app: App, field: &ExportField) -> &'static str {
    match field.kind {
        FieldKind::Number(unit) => unit,
        _ => app.doc.title.get().1.as_str(),
    }
}
