//! The input of one field: a text input, a choice, or a check box.

use super::change::{apply, grid_step};
use super::sheet_state::SheetState;
use crate::ui::actions::{act, undo_or_redo};
use leptos::{either::EitherOf3, prelude::*, task::spawn_local};
use trammel_canvas::properties::field::{Field, FieldKind};
use web_sys::KeyboardEvent;

/// Text of a field whose value differs among the selected entities.
const MIXED_LABEL: [&str; 2] = ["Mixed", "여러 값"];

/// Text of an empty line type.
const SOLID_LABEL: [&str; 2] = ["solid", "실선"];

/// Text of a choice without a value.
const NONE_LABEL: [&str; 2] = ["(none)", "(없음)"];

/// State of one input; cheap to copy into event handlers.
#[derive(Clone, Copy)]
struct Input {
    sheet: SheetState,
    id: StoredValue<String>,
    field: Memo<Option<Field>>,
    /// Typed text that is not applied yet.
    draft: RwSignal<Option<String>>,
    /// Reason why the typed text is not accepted.
    wrong: RwSignal<Option<[String; 2]>>,
}

impl Input {
    /// Returns the displayed text.
    fn text(self) -> String {
        let present = || {
            self.field
                .with(|field| field.as_ref().and_then(|field| field.text.clone()))
        };
        self.draft.get().or_else(present).unwrap_or_default()
    }

    fn is_mixed(self) -> bool {
        self.field
            .with(|field| field.as_ref().is_some_and(|field| field.text.is_none()))
    }

    fn element_id(self) -> String {
        self.id.with_value(|id| format!("property-{id}"))
    }

    fn error_id(self) -> String {
        self.id.with_value(|id| format!("property-{id}-error"))
    }

    /// Discards the typed text.
    fn restore(self) {
        self.draft.set(None);
        self.wrong.set(None);
    }

    /// Applies the typed text, unless the text is the present value.
    fn commit(self) {
        let Some(draft) = self.draft.get_untracked() else {
            return;
        };
        let Some(field) = self.field.get_untracked() else {
            return;
        };
        if field.text.as_ref() == Some(&draft) {
            self.restore();
            return;
        }
        let app = self.sheet.app;
        let applied = self
            .sheet
            .names
            .with_value(|names| apply(app, names, &field, &draft));
        match applied {
            Ok(applied) => {
                self.wrong.set(None);
                spawn_local(async move {
                    applied.await;
                    // The selection may have changed, and the user may have typed again.
                    if self.draft.try_get_untracked().flatten() == Some(draft) {
                        self.draft.try_set(None);
                    }
                });
            }
            Err(error) => {
                let reason = error.reason();
                app.speak(app.lang().pick(reason.clone()));
                self.wrong.set(Some(reason));
            }
        }
    }

    /// Handles Enter, Escape, and the arrow keys of a text input.
    fn key(self, event: &KeyboardEvent) {
        match event.key().as_str() {
            "Enter" => {
                event.prevent_default();
                self.commit();
            }
            "Escape" if self.draft.with_untracked(Option::is_some) => {
                event.prevent_default();
                // Without a draft, Escape closes the drawer of a narrow page.
                event.stop_propagation();
                self.restore();
            }
            "ArrowUp" | "ArrowDown" => self.step(event),
            // The text of the field is the one of the drawing, so the drawing is what can be undone.
            _ if self.draft.with_untracked(Option::is_none) => {
                let app = self.sheet.app;
                if let Some(action) = undo_or_redo(app, event) {
                    event.prevent_default();
                    event.stop_propagation();
                    act(app, action);
                }
            }
            _ => {}
        }
    }

    fn step(self, event: &KeyboardEvent) {
        let app = self.sheet.app;
        let Some(field) = self.field.get_untracked() else {
            return;
        };
        let units = app.doc.title.with_untracked(|title| title.1);
        let text = untrack(|| self.text());
        if let Some(next) = field.step_text(&text, units, grid_step(app), event.key() == "ArrowUp") {
            event.prevent_default();
            self.wrong.set(None);
            self.draft.set(Some(next));
        }
    }
}

/// The input of the field with this id, with its label and the reason of a refusal below it.
#[component]
pub(super) fn PropertyField(
    /// Id of the field in the sheet.
    id: String,
    /// State of the sheet.
    sheet: SheetState,
    /// Accessible name, instead of a visible label.
    #[prop(optional)]
    name: Option<[String; 2]>,
) -> impl IntoView {
    let app = sheet.app;
    let field = {
        let id = id.clone();
        Memo::new(move |_| {
            sheet
                .sheet
                .with(|sheet| sheet.as_ref().and_then(|sheet| sheet.field(&id).cloned()))
        })
    };
    let input = Input {
        sheet,
        id: StoredValue::new(id),
        field,
        draft: RwSignal::new(None),
        wrong: RwSignal::new(None),
    };
    let Some(first) = field.get_untracked() else {
        return ().into_any();
    };
    let label = move || app.prefs.lang.get().pick(first.label);
    let has_label = name.is_none();
    let described = move || {
        let wrong = input.wrong.with(Option::is_some).then(|| input.error_id());
        wrong.or_else(|| sheet.is_protected().then(|| "properties-protected".to_owned()))
    };
    let control = Control {
        input,
        name: StoredValue::new(name),
    };
    let control = match &first.kind {
        FieldKind::Flag => EitherOf3::A(control.check_box(described)),
        FieldKind::Choice(_) => EitherOf3::B(control.choice(described)),
        kind => EitherOf3::C(control.text(kind.clone(), described)),
    };
    view! {
        <div class="property" data-key=first.key>
            {has_label.then(|| view! { <label for=input.element_id() title=first.key>{label}</label> })}
            {control}
            <Show when=move || input.wrong.with(Option::is_some)>
                <p class="field-error" id=input.error_id() data-testid="property-error">
                    {move || input.wrong.get().map(|reason| app.prefs.lang.get().pick(reason))}
                </p>
            </Show>
        </div>
    }
    .into_any()
}

/// Builder of the control of a field.
#[derive(Clone, Copy)]
struct Control {
    input: Input,
    name: StoredValue<Option<[String; 2]>>,
}

impl Control {
    fn accessible_name(self) -> Option<String> {
        let lang = self.input.sheet.app.prefs.lang.get();
        self.name
            .with_value(|name| name.clone().map(|name| lang.pick(name)))
    }

    fn text(
        self,
        kind: FieldKind,
        described: impl Fn() -> Option<String> + Send + Sync + 'static,
    ) -> impl IntoView {
        let (input, app) = (self.input, self.input.sheet.app);
        let is_number = !matches!(
            kind,
            FieldKind::Name | FieldKind::Words | FieldKind::Note | FieldKind::Color | FieldKind::Dashes
        );
        let swatch = (kind == FieldKind::Color).then(|| self.swatch());
        let is_long = matches!(kind, FieldKind::Words | FieldKind::Note);
        let unit = (kind == FieldKind::Angle).then_some("°");
        let placeholder = move || {
            let lang = app.prefs.lang.get();
            let mixed = input.is_mixed().then(|| lang.pick(MIXED_LABEL));
            mixed.or_else(|| (kind == FieldKind::Dashes).then(|| lang.pick(SOLID_LABEL)))
        };
        view! {
            <span class="property-control" data-unit=unit>
                {swatch}
                <input
                    id=input.element_id()
                    class="input"
                    class:numbers=is_number
                    data-testid=input.element_id()
                    data-mixed=move || input.is_mixed().to_string()
                    type="text"
                    autocomplete="off"
                    spellcheck="false"
                    size=if is_long { "12" } else { "6" }
                    aria-label=move || self.accessible_name()
                    aria-invalid=move || input.wrong.with(Option::is_some).to_string()
                    aria-describedby=described
                    placeholder=placeholder
                    disabled=move || input.sheet.is_protected()
                    prop:value=move || input.text()
                    on:input=move |event| {
                        input.wrong.set(None);
                        input.draft.set(Some(event_target_value(&event)));
                    }
                    on:keydown=move |event| input.key(&event)
                    on:blur=move |_| input.commit()
                />
            </span>
        }
    }

    /// The color chooser of the browser beside a color field.
    fn swatch(self) -> impl IntoView {
        let (input, app) = (self.input, self.input.sheet.app);
        let color = move || {
            let text = input.text();
            let is_hex = text.starts_with('#') && text.len() >= 7 && text.is_ascii();
            if is_hex {
                text[..7].to_owned()
            } else {
                app.prefs.ink_hex().to_owned()
            }
        };
        let name = move || {
            let label = input.field.with(|field| field.as_ref().map(|field| field.label));
            let [english, korean] = label.unwrap_or_default();
            app.prefs
                .lang
                .get()
                .pick([format!("Choose: {english}"), format!("고르기: {korean}")])
        };
        view! {
            <input
                type="color"
                class="swatch"
                aria-label=name
                disabled=move || input.sheet.is_protected()
                data-testid=format!("{}-swatch", input.element_id())
                data-is-set=move || (input.text().starts_with('#') || input.text() == "ink").to_string()
                prop:value=color
                on:change=move |event| {
                    input.draft.set(Some(event_target_value(&event)));
                    input.commit();
                }
            />
        }
    }

    fn choice(self, described: impl Fn() -> Option<String> + Send + Sync + 'static) -> impl IntoView {
        let (input, app) = (self.input, self.input.sheet.app);
        let options = move || {
            let field = input.field.get();
            let Some(FieldKind::Choice(all)) = field.as_ref().map(|field| field.kind.clone()) else {
                return Vec::new();
            };
            all
        };
        let option = move |value: String| {
            let lang = app.prefs.lang;
            let shown = value.clone();
            let text = move || {
                if shown.is_empty() {
                    lang.get().pick(NONE_LABEL).to_owned()
                } else {
                    shown.clone()
                }
            };
            let of = value.clone();
            view! { <option value=value selected=move || !input.is_mixed() && input.text() == of>{text}</option> }
        };
        let mixed = move || {
            input.is_mixed().then(|| {
                view! { <option value="\u{0}" selected=true disabled=true>{move || app.prefs.lang.get().pick(MIXED_LABEL)}</option> }
            })
        };
        view! {
            <span class="property-control">
                <select
                    id=input.element_id()
                    class="select"
                    data-testid=input.element_id()
                    data-mixed=move || input.is_mixed().to_string()
                    aria-describedby=described
                    disabled=move || input.sheet.is_protected()
                    on:change=move |event| {
                        input.draft.set(Some(event_target_value(&event)));
                        input.commit();
                    }
                >
                    {mixed}
                    {move || options().into_iter().map(option).collect_view()}
                </select>
            </span>
        }
    }

    fn check_box(self, described: impl Fn() -> Option<String> + Send + Sync + 'static) -> impl IntoView {
        let input = self.input;
        view! {
            <span class="property-control">
                <input
                    id=input.element_id()
                    data-testid=input.element_id()
                    type="checkbox"
                    aria-describedby=described
                    disabled=move || input.sheet.is_protected()
                    prop:checked=move || input.text() == "true"
                    prop:indeterminate=move || input.is_mixed()
                    on:change=move |event| {
                        input.draft.set(Some(event_target_checked(&event).to_string()));
                        input.commit();
                    }
                />
            </span>
        }
    }
}
