//! Language of tool descriptions.

use serde::{Deserialize, Serialize};

/// Language of tool descriptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Korean.
    Korean,
}

impl Language {
    /// Returns the language of a tag such as `ko` or `ko-KR`; English for an unsupported language.
    pub fn from_tag(tag: &str) -> Language {
        if tag.to_ascii_lowercase().starts_with("ko") {
            Language::Korean
        } else {
            Language::English
        }
    }
}
