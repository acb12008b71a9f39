//! The two languages of the program, and texts that exist in both.
//!
//! # Example
//!
//! ```
//! use trammel::language::{Bilingual, Language};
//!
//! let message = Bilingual::new("Saved.", "저장했어요.");
//! assert_eq!(message.text(Language::from_tag("ko-KR")), "저장했어요.");
//! assert_eq!(message.text(Language::from_tag("fr")), "Saved.");
//! ```

use serde::{Deserialize, Serialize};

/// A language of the program's texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Korean.
    Korean,
}

impl Language {
    /// Returns the language of a BCP 47 tag such as `ko` or `ko-KR`, and English for every other language.
    pub fn from_tag(tag: &str) -> Language {
        if tag.to_ascii_lowercase().starts_with("ko") {
            Language::Korean
        } else {
            Language::English
        }
    }

    /// Returns the BCP 47 tag, which is also the value of the `lang` attribute.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Korean => "ko",
        }
    }

    /// Returns the element for this language from a pair of English and Korean.
    pub fn pick<T>(self, [english, korean]: [T; 2]) -> T {
        match self {
            Language::English => english,
            Language::Korean => korean,
        }
    }
}

/// A message in English and in Korean, with the same content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bilingual {
    /// The English text.
    pub english: String,
    /// The Korean text.
    pub korean: String,
}

impl Bilingual {
    /// Combines the two texts of a message.
    pub fn new(english: impl Into<String>, korean: impl Into<String>) -> Bilingual {
        Bilingual {
            english: english.into(),
            korean: korean.into(),
        }
    }

    /// Creates a message whose text is the same in both languages, such as a message of the browser.
    pub fn same(text: impl Into<String>) -> Bilingual {
        let text = text.into();
        Bilingual::new(text.clone(), text)
    }

    /// Returns the text of a language.
    pub fn text(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::Korean => &self.korean,
        }
    }

    /// Applies a function to both texts.
    pub fn map(self, f: impl Fn(&str) -> String) -> Bilingual {
        Bilingual {
            english: f(&self.english),
            korean: f(&self.korean),
        }
    }
}
