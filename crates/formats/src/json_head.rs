//! Detection of the program's own JSON files by their `format` field.

use serde::Deserialize;
use trammel_language::{Bilingual, bilingual};

/// Fields that identify the format; other fields are skipped.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
}

/// Returns the value of the field `format` of a JSON object.
///
/// # Errors
/// Returns an error with the position if the file is not text or not a JSON object.
pub(super) fn format_of(bytes: &[u8]) -> Result<Option<String>, Bilingual> {
    let text = text_of(bytes)?;
    let head: Head = serde_json::from_str(text).map_err(|e| Bilingual::same(e.to_string()))?;
    Ok(head.format)
}

/// Returns the text of a file without a byte order mark.
///
/// # Errors
/// Returns an error if the file is not UTF-8.
pub(super) fn text_of(bytes: &[u8]) -> Result<&str, Bilingual> {
    let text = std::str::from_utf8(bytes).map_err(|e| {
        bilingual!(
            "the file is not UTF-8 text: {e}",
            "파일이 UTF-8 텍스트가 아니에요({e})"
        )
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}
