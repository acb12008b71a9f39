//! Names, times, and sizes in the language of the page.

use crate::ui::i18n::Msg;
use crate::ui::state::App;
use js_sys::Date;
use trammel_document::library::DrawingRecord;
use trammel_document::step_label;
use wasm_bindgen::JsValue;

/// Returns the name to show.
pub(super) fn name_of(app: App, record: &DrawingRecord) -> String {
    if record.name.is_empty() {
        app.say(Msg::Untitled, &[])
    } else {
        record.name.clone()
    }
}

/// Returns the text of the label of a step: the name of a tool, or a description.
pub(super) fn step_text(app: App, label: &str) -> String {
    let message = match label {
        step_label::TYPING => Msg::StepTyping,
        step_label::AGENT => Msg::StepAgent,
        step_label::PROPERTIES => Msg::StepProperties,
        step_label::OPEN_PROJECT => Msg::StepProject,
        step_label::RESTORE_VERSION => Msg::StepRestore,
        step_label::IMPORT => Msg::StepImport,
        step_label::REJECT => Msg::StepReject,
        tool => return tool.to_owned(),
    };
    app.say(message, &[])
}

/// Returns a time in the language of the page.
pub(crate) fn time(app: App, ms: u64) -> String {
    let date = Date::new(&JsValue::from_f64(ms as f64));
    date.to_locale_string(app.lang().tag(), &JsValue::UNDEFINED)
        .into()
}

/// Returns a size in KiB or MiB.
pub(crate) fn size(bytes: usize) -> String {
    if bytes < 1024 * 1024 {
        format!("{} KiB", bytes.div_ceil(1024))
    } else {
        format!("{:.1} MiB", bytes as f64 / (1024.0 * 1024.0))
    }
}
