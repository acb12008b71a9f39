//! Ids of drawings and conversations, and the time of a change.

use crate::ui::web_storage::{self, StorageArea};

/// Returns the present time in milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    js_sys::Date::now().max(0.0) as u64
}

/// Key of the id of the library.
const LIBRARY: &str = "library-id";

/// Returns the id of the library of this browser, which its backups have; `None` if it cannot be stored.
pub(super) fn library_id() -> Option<String> {
    if let Some(id) = web_storage::read(StorageArea::Device, LIBRARY) {
        return Some(id);
    }
    let id = new_id();
    web_storage::write(StorageArea::Device, LIBRARY, &id).ok()?;
    Some(id)
}

/// Returns a new id of a drawing or a conversation, unique with near certainty.
pub(crate) fn new_id() -> String {
    let random = || (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
    format!("{:x}-{:08x}{:08x}", now_ms(), random(), random())
}
