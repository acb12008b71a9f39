//! The view of one memory entry, which can be edited in place and deleted.

use super::imported::ImportedMark;
use super::view::{Gone, MemoryView, outcome};
use crate::ui::actions::focus_later;
use crate::ui::i18n::Msg;
use leptos::prelude::*;
use trammel_knowledge::{EntryRef, Imported, Memory, MemoryError, Outcome};
use trammel_language::Translated;
use web_sys::KeyboardEvent;

/// A memory entry in the common form of all kinds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Record {
    /// Kind of the entry: `decision`, `report`, `checkpoint`, `hint`, or `custom`.
    pub(super) kind: &'static str,
    /// Id of the entry; for a hint, the name of the tool.
    pub(super) id: String,
    /// Title.
    pub(super) title: String,
    /// State label.
    pub(super) mark: Option<Msg>,
    /// Source; `None` for the user's own entries.
    pub(super) imported: Option<Imported>,
    /// Texts of the entry.
    pub(super) parts: Vec<Part>,
}

/// A named text of an entry.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    name: Msg,
    text: String,
    edit: Edit,
}

/// Input control for a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// Not editable.
    Never,
    /// A single-line field; shown as the title only.
    Title,
    /// A multi-line field.
    Lines,
    /// A selection of the outcome.
    Outcome,
}

impl Part {
    /// Creates a part.
    pub(super) fn new(name: Msg, text: &str, edit: Edit) -> Part {
        Part {
            name,
            text: text.to_owned(),
            edit,
        }
    }
}

const OUTCOMES: [Option<Outcome>; 4] = [
    None,
    Some(Outcome::Success),
    Some(Outcome::Partial),
    Some(Outcome::Failed),
];

/// Returns the option value of an outcome.
pub(super) fn tag(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "",
        Some(Outcome::Success) => "success",
        Some(Outcome::Partial) => "partial",
        Some(Outcome::Failed) => "failed",
    }
}

impl Record {
    fn editable(&self) -> bool {
        self.parts.iter().any(|part| part.edit != Edit::Never)
    }

    /// Returns the prefix of the entry's element ids. A hint has no unique id, so its text is part of the prefix.
    fn element(&self) -> String {
        let text = if self.kind == "hint" {
            &self.parts[0].text
        } else {
            ""
        };
        format!("{}-{}{text}", self.kind, self.id).replace(char::is_whitespace, "_")
    }

    fn save(&self, panel: MemoryView, texts: &[String]) -> Result<(), String> {
        let said = |error: MemoryError| error.text(panel.app.lang());
        let filled = |text: &String| (!text.trim().is_empty()).then(|| text.clone());
        match (self.kind, texts) {
            ("decision", [topic, decision, reasoning, chosen, reason]) => {
                let known = OUTCOMES
                    .into_iter()
                    .flatten()
                    .find(|known| tag(Some(*known)) == chosen);
                let change = |memory: &mut Memory| -> Result<(), MemoryError> {
                    let mut changed = memory.decisions.clone();
                    changed.edit(&self.id, topic, decision, reasoning)?;
                    if let Some(known) = known {
                        changed.record(&self.id, known, filled(reason).as_deref())?;
                    } else {
                        changed.forget_outcome(&self.id);
                    }
                    memory.decisions = changed;
                    Ok(())
                };
                panel.change(change).map_err(said)
            }
            ("checkpoint", [summary, next]) => panel
                .change(|memory| {
                    memory
                        .checkpoints
                        .edit(&self.id, summary, filled(next).as_deref())
                })
                .map_err(said),
            ("hint", [text]) => {
                let app = panel.app;
                let old = &self.parts[0].text;
                app.document
                    .keep(|session| session.document_mut().edit_hint(&self.id, old, text))
                    .map_err(said)
            }
            _ => Ok(()),
        }
    }

    fn turn(&self, panel: MemoryView, on: bool) {
        panel.change_session(|session| match self.kind {
            "decision" => session
                .document_mut()
                .memory_mut()
                .turn(EntryRef::Decision(&self.id), on),
            "report" => session
                .document_mut()
                .memory_mut()
                .turn(EntryRef::Report(&self.id), on),
            "checkpoint" => session
                .document_mut()
                .memory_mut()
                .turn(EntryRef::Checkpoint(&self.id), on),
            "hint" => {
                let hint = EntryRef::Hint(&self.id, &self.parts[0].text);
                session.document_mut().memory_mut().turn(hint, on);
            }
            _ => session.document_mut().turn_custom_tool(&self.id, on),
        });
    }

    fn delete(&self, panel: MemoryView) {
        let app = panel.app;
        match self.kind {
            "decision" => panel.delete(&self.title, |memory| memory.decisions.remove(&self.id)),
            "report" => panel.delete(&self.title, |memory| memory.decisions.forget_report(&self.id)),
            "checkpoint" => panel.delete(&self.title, |memory| memory.checkpoints.remove(&self.id)),
            "hint" => panel.delete(&self.title, |memory| {
                memory.hints.delete(&self.id, &self.parts[0].text);
            }),
            _ => {
                let found = app
                    .document
                    .custom_tools()
                    .into_iter()
                    .find(|tool| tool.name == self.id);
                app.document
                    .keep(|session| session.document_mut().remove_custom_tool(&self.id));
                if let Some(tool) = found {
                    panel.record_deletion(&self.title, Gone::Tool(tool));
                }
            }
        }
    }
}

/// The view of an entry with its buttons.
#[component]
pub(super) fn RecordView(record: Record, panel: MemoryView) -> impl IntoView {
    let app = panel.app;
    let editing = RwSignal::new(false);
    let record = StoredValue::new(record);
    let (kind, id, title, mark) =
        record.with_value(|record| (record.kind, record.id.clone(), record.title.clone(), record.mark));
    let labelled = move |label: Msg| {
        let name = record.with_value(|record| record.title.clone());
        move || app.text_with(label, &[("name", &name)])
    };
    let shown = move || {
        let parts = record.with_value(|record| record.parts.clone());
        let shown = |part: &Part| !part.text.is_empty() && !matches!(part.edit, Edit::Title | Edit::Outcome);
        let row = |part: Part| view! { <dt>{move || app.text(part.name)}</dt><dd>{part.text}</dd> };
        view! { <dl>{parts.into_iter().filter(shown).map(row).collect_view()}</dl> }
    };
    let edit_id = record.with_value(|record| format!("edit-{}", record.element()));
    let edit_id = StoredValue::new(edit_id);
    let imported = record.with_value(|record| record.imported.clone());
    let switch_id = record.with_value(|record| format!("turn-{}", record.element()));
    let turn = Callback::new(move |on| record.with_value(|record| record.turn(panel, on)));
    let name = title.clone();
    view! {
        <li class="record" data-testid="record" data-kind=kind data-id=id>
            <div class="record-head">
                <h3>{title}</h3>
                {mark.map(|mark| view! { <span class="mark" data-testid="record-mark">{move || app.text(mark)}</span> })}
            </div>
            <ImportedMark imported panel name id=switch_id turn />
            <Show when=move || editing.get() fallback=shown>
                <EditForm record panel editing edit_id />
            </Show>
            <div class="record-foot" hidden=move || editing.get()>
                {record.with_value(Record::editable).then(|| view! {
                    <button
                        type="button"
                        class="button"
                        id=edit_id.get_value()
                        data-testid="edit-record"
                        aria-label=labelled(Msg::EditItem)
                        on:click=move |_| editing.set(true)
                    >
                        {move || app.text(Msg::Edit)}
                    </button>
                })}
                <button
                    type="button"
                    class="button"
                    data-testid="delete-record"
                    aria-label=labelled(Msg::DeleteItem)
                    on:click=move |_| record.with_value(|record| record.delete(panel))
                >
                    {move || app.text(Msg::Remove)}
                </button>
            </div>
        </li>
    }
    .into_any()
}

/// The edit form, which replaces the texts of the entry.
#[component]
fn EditForm(
    record: StoredValue<Record>,
    panel: MemoryView,
    editing: RwSignal<bool>,
    edit_id: StoredValue<String>,
) -> impl IntoView {
    let app = panel.app;
    let element = record.with_value(Record::element);
    let parts = record.with_value(|record| record.parts.clone());
    let texts = RwSignal::new(parts.iter().map(|part| part.text.clone()).collect::<Vec<_>>());
    let wrong = RwSignal::new(None::<String>);
    focus_later(format!("{element}-0"));
    let close = move || {
        editing.set(false);
        focus_later(edit_id.get_value());
    };
    let save = move || match record.with_value(|record| record.save(panel, &texts.get_untracked())) {
        Ok(()) => close(),
        Err(why) => wrong.set(Some(why)),
    };
    let field = move |(at, part): (usize, Part)| {
        let id = format!("{element}-{at}");
        let set = move |text: String| texts.update(|texts| texts[at] = text);
        let test = format!("record-field-{at}");
        let text = move || texts.with(|texts| texts[at].clone());
        let control = match part.edit {
            Edit::Outcome => view! {
                <select id=id.clone() class="select" data-testid=test on:change=move |event| set(event_target_value(&event))>
                    {OUTCOMES
                        .into_iter()
                        .map(|known| {
                            let chosen = move || text() == tag(known);
                            view! { <option value=tag(known) prop:selected=chosen>{move || app.text(outcome(known))}</option> }
                        })
                        .collect_view()}
                </select>
            }
            .into_any(),
            Edit::Title | Edit::Never => view! {
                <input
                    id=id.clone()
                    class="input"
                    data-testid=test
                    autocomplete="off"
                    prop:value=text
                    on:input=move |event| set(event_target_value(&event))
                />
            }
            .into_any(),
            Edit::Lines => view! {
                <textarea
                    id=id.clone()
                    class="input"
                    data-testid=test
                    rows="3"
                    prop:value=text
                    on:input=move |event| set(event_target_value(&event))
                ></textarea>
            }
            .into_any(),
        };
        view! {
            <div class="field">
                <label for=id>{move || app.text(part.name)}</label>
                {control}
            </div>
        }
    };
    view! {
        <form
            class="record-form"
            on:submit=move |event| {
                event.prevent_default();
                save();
            }
            on:keydown=move |event: KeyboardEvent| {
                if event.key() == "Escape" && !event.is_composing() {
                    event.prevent_default();
                    close();
                }
            }
        >
            {parts.into_iter().enumerate().map(field).collect_view()}
            {move || wrong.get().map(|why| view! { <p class="field-error" role="alert" data-testid="record-error">{why}</p> })}
            <div class="record-foot">
                <button type="submit" class="button primary" data-testid="save-record">{move || app.text(Msg::Save)}</button>
                <button type="button" class="button" on:click=move |_| close()>{move || app.text(Msg::Cancel)}</button>
            </div>
        </form>
    }
    .into_any()
}
