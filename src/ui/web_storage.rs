//! The browser's storage as key-value pairs. The storage may be full, forbidden, or missing, in which case writes
//! return an error.

use trammel_language::Bilingual;
use wasm_bindgen::JsValue;
use web_sys::{Storage, Window};

/// Prefix of all keys of this program, so that other pages of the origin are not affected.
pub(crate) const PREFIX: &str = "trammel:";

/// Returns the error message of [`write`] when the storage is full.
pub(crate) fn full() -> Bilingual {
    Bilingual::new(
        "the storage of this browser is full.",
        "브라우저 저장 공간이 가득 찼어요.",
    )
}

/// Returns the error message of [`write`] when the storage is disabled.
pub(crate) fn disabled_message() -> Bilingual {
    Bilingual::new(
        "the storage of this browser is disabled.",
        "브라우저의 저장 기능이 꺼져 있어요.",
    )
}

/// Lifetime of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StorageArea {
    /// Until this tab closes.
    Tab,
    /// Until the value is removed.
    Device,
}

fn place(keep: StorageArea) -> Result<Storage, Bilingual> {
    let window: Window = web_sys::window().ok_or_else(disabled_message)?;
    let storage = match keep {
        StorageArea::Tab => window.session_storage(),
        StorageArea::Device => window.local_storage(),
    };
    storage
        .map_err(|error| describe(&error))?
        .ok_or_else(disabled_message)
}

/// Whether the browser has this storage for the page.
pub(crate) fn is_usable(keep: StorageArea) -> bool {
    place(keep).is_ok()
}

/// Reads a value; `None` if there is none or it cannot be read. For values whose absence does no harm.
pub(crate) fn read(keep: StorageArea, key: &str) -> Option<String> {
    get(keep, key).ok().flatten()
}

/// Reads a value; `None` if there is none or the page has no storage.
///
/// # Errors
/// Returns an error if the value cannot be read.
pub(crate) fn get(keep: StorageArea, key: &str) -> Result<Option<String>, Bilingual> {
    let Ok(storage) = place(keep) else {
        return Ok(None);
    };
    storage
        .get_item(&format!("{PREFIX}{key}"))
        .map_err(|error| describe(&error))
}

/// Writes a value.
///
/// # Errors
/// Returns an error if the storage is full or disabled.
pub(crate) fn write(keep: StorageArea, key: &str, value: &str) -> Result<(), Bilingual> {
    place(keep)?
        .set_item(&format!("{PREFIX}{key}"), value)
        .map_err(|error| describe(&error))
}

/// Removes a value, if it exists.
pub(crate) fn remove(keep: StorageArea, key: &str) {
    if let Ok(storage) = place(keep) {
        // A value that cannot be removed cannot be read either.
        let _ = storage.remove_item(&format!("{PREFIX}{key}"));
    }
}

/// Whether a storage key belongs to this program and starts with `start` after the prefix.
pub(crate) fn is_ours(key: &str, start: &str) -> bool {
    key.strip_prefix(PREFIX).is_some_and(|key| key.starts_with(start))
}

/// Returns the keys that start with `start`, without the prefix, sorted.
pub(crate) fn keys(keep: StorageArea, start: &str) -> Vec<String> {
    let Ok(storage) = place(keep) else {
        return Vec::new();
    };
    let count = storage.length().unwrap_or(0);
    let all = (0..count).filter_map(|index| storage.key(index).ok().flatten());
    let mut ours: Vec<String> = all
        .filter_map(|key| {
            key.strip_prefix(PREFIX)
                .filter(|rest| rest.starts_with(start))
                .map(str::to_owned)
        })
        .collect();
    ours.sort();
    ours
}

/// Returns a message for a value that the browser threw. The browser's own messages are the same in both languages.
pub(crate) fn describe(error: &JsValue) -> Bilingual {
    let property = |name: &str| {
        js_sys::Reflect::get(error, &JsValue::from_str(name))
            .ok()?
            .as_string()
    };
    match (property("name"), property("message")) {
        (Some(name), _) if name == "QuotaExceededError" => full(),
        (_, Some(message)) if !message.is_empty() => Bilingual::same(message),
        (Some(name), _) => Bilingual::same(name),
        _ => error.as_string().map_or_else(
            || {
                Bilingual::new(
                    "the browser gave no reason",
                    "브라우저가 이유를 알려 주지 않았어요",
                )
            },
            Bilingual::same,
        ),
    }
}
