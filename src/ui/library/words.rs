//! Names, times, and sizes in the language of the page.

use crate::library::DrawingRecord;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use js_sys::Date;
use wasm_bindgen::JsValue;

/// Returns the name to show.
pub(super) fn name_of(app: App, record: &DrawingRecord) -> String {
    if record.name.is_empty() {
        app.say(Msg::Untitled, &[])
    } else {
        record.name.clone()
    }
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
