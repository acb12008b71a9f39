//! Recognizing the project's own JSON files by their `format` field.

use serde::Deserialize;

/// The fields that tell the format; the others are skipped without being kept.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
}

/// Value of the field `format` of a JSON object.
///
/// # Errors
/// The file is not text, or it is not a JSON object; the message has the place.
pub(super) fn format_of(bytes: &[u8]) -> Result<Option<String>, String> {
    let text = text_of(bytes)?;
    let head: Head = serde_json::from_str(text).map_err(|e| e.to_string())?;
    Ok(head.format)
}

/// Text of a file, without a byte order mark.
///
/// # Errors
/// The file is not UTF-8.
pub(super) fn text_of(bytes: &[u8]) -> Result<&str, String> {
    let text = std::str::from_utf8(bytes).map_err(|e| format!("the file is not UTF-8 text: {e}"))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}
