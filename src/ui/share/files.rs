//! The browser's file functions: downloads, the clipboard, and reading files.

use crate::ui::web_storage::describe;
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use trammel_formats::project::MAX_BYTES;
use trammel_language::Bilingual;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, File, HtmlAnchorElement, Url};

/// Saves a file as a browser download.
///
/// # Errors
/// Returns the browser's error message.
pub(super) fn save(name: &str, mime: &str, bytes: &[u8]) -> Result<(), Bilingual> {
    let save = || -> Result<(), JsValue> {
        let options = BlobPropertyBag::new();
        options.set_type(mime);
        let parts = Array::of1(&Uint8Array::from(bytes));
        let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options)?;
        let address = Url::create_object_url_with_blob(&blob)?;
        let anchor: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
        anchor.set_href(&address);
        anchor.set_download(name);
        anchor.click();
        // Revoked later, because some browsers read the object URL only some time after the click.
        let release = move || drop(Url::revoke_object_url(&address));
        set_timeout(release, std::time::Duration::from_secs(60));
        Ok(())
    };
    save().map_err(|error| describe(&error))
}

/// Copies a text to the clipboard.
///
/// # Errors
/// Returns the browser's error message, such as for a missing permission.
pub(in crate::ui) async fn copy(text: &str) -> Result<(), Bilingual> {
    let clipboard = window().navigator().clipboard();
    if clipboard.is_undefined() {
        return Err(Bilingual::new(
            "this page has no access to the clipboard",
            "이 페이지에서는 클립보드를 쓸 수 없어요",
        ));
    }
    let written = JsFuture::from(clipboard.write_text(text)).await;
    written.map(drop).map_err(|error| describe(&error))
}

/// Reads the bytes of a file.
///
/// # Errors
/// Returns an error if the file is larger than [`MAX_BYTES`] or cannot be read.
pub(super) async fn bytes(file: &File) -> Result<Vec<u8>, Bilingual> {
    #[allow(clippy::cast_precision_loss, reason = "only compared")]
    if file.size() > MAX_BYTES as f64 {
        let most = MAX_BYTES >> 20;
        return Err(Bilingual::new(
            format!("the file is larger than {most} MiB"),
            format!("파일이 {most} MiB보다 커요"),
        ));
    }
    let buffer = JsFuture::from(file.array_buffer())
        .await
        .map_err(|error| describe(&error))?;
    Ok(Uint8Array::new(&buffer).to_vec())
}
