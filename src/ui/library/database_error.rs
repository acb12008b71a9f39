//! Errors of IndexedDB in words.

use crate::ui::web_storage;
use trammel_code::StorageError;
use trammel_language::bilingual;
use wasm_bindgen::JsValue;

/// Returns the error of a database that does not answer.
pub(super) fn silence_error() -> StorageError {
    StorageError::Unavailable(bilingual!(
        "the database of this browser did not answer",
        "이 브라우저의 데이터베이스가 응답하지 않았어요"
    ))
}

/// Returns the error of a page whose database a newer version of the page uses.
pub(super) fn outdated_error() -> StorageError {
    StorageError::Unavailable(bilingual!(
        "a newer version of this page is open. Reload this page",
        "이 페이지의 새 버전이 열려 있어요. 이 페이지를 새로 고치세요"
    ))
}

/// Returns the error of a page that an older version of the page in another tab keeps from its database.
pub(super) fn blocked_error() -> StorageError {
    StorageError::Unavailable(bilingual!(
        "an older version of this page is open in another tab. Close that tab, then reload this page",
        "이 페이지의 이전 버전이 다른 탭에 열려 있어요. 그 탭을 닫고 이 페이지를 새로 고치세요"
    ))
}

/// Returns the error of a record that is not a text.
pub(super) fn form_error() -> StorageError {
    StorageError::Unavailable(bilingual!(
        "a stored record has an unknown form",
        "저장된 기록이 알 수 없는 형식이에요"
    ))
}

/// Returns an exception of the browser in words. A key that is taken means that another tab has written it.
pub(super) fn error_of(why: &JsValue) -> StorageError {
    let name = js_sys::Reflect::get(why, &JsValue::from_str("name"));
    if name.is_ok_and(|name| name == "ConstraintError") {
        return StorageError::Changed;
    }
    let why = web_storage::describe(why);
    if why == web_storage::full() {
        StorageError::Full
    } else {
        StorageError::Unavailable(why)
    }
}
