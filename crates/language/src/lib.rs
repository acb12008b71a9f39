#![doc = include_str!("../README.md")]

use serde::{Deserialize, Serialize};
use std::fmt;

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
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

    /// Formats the two texts of a message. `bilingual!` calls this function, so that each message adds little code.
    #[inline(never)]
    pub fn format(english: fmt::Arguments<'_>, korean: fmt::Arguments<'_>) -> Bilingual {
        Bilingual {
            english: fmt::format(english),
            korean: fmt::format(korean),
        }
    }

    /// Creates a message whose text is the same in both languages. For a text of foreign origin only, such as a message
    /// of the browser, of the JavaScript engine, or of the user's code.
    pub fn same(text: impl Into<String>) -> Bilingual {
        let text = text.into();
        Bilingual::new(text.clone(), text)
    }

    /// Creates a message in English only. For a message that no user of the page reads: only models, MCP clients, and the
    /// command line do, whose texts are English.
    pub fn english_only(text: impl Into<String>) -> Bilingual {
        Bilingual::same(text)
    }

    /// Returns the text of a language.
    pub fn text(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::Korean => &self.korean,
        }
    }

    /// Joins messages with a separator of each language.
    pub fn join(parts: &[Bilingual], separator: [&str; 2]) -> Bilingual {
        let of = |text: fn(&Bilingual) -> &str| parts.iter().map(text).collect::<Vec<_>>();
        Bilingual {
            english: of(|part| &part.english).join(separator[0]),
            korean: of(|part| &part.korean).join(separator[1]),
        }
    }

    /// Prefixes both texts, such as with the name of a tool.
    #[must_use]
    pub fn after(self, prefix: &str) -> Bilingual {
        self.map(|text| format!("{prefix}{text}"))
    }

    /// Applies a function to both texts.
    pub fn map(self, f: impl Fn(&str) -> String) -> Bilingual {
        Bilingual {
            english: f(&self.english),
            korean: f(&self.korean),
        }
    }
}

impl Bilingual {
    /// Checks that the Korean text is a translation of the English one, for tests: it is in Korean, has the same names in
    /// quotes and the same numbers, and has no English sentence outside of parentheses.
    ///
    /// # Errors
    /// Returns a description of the first difference.
    pub fn check_translation(&self) -> Result<(), String> {
        let Bilingual { english, korean } = self;
        let wrong = |what: &str| Err(format!("{what}: \"{english}\" / \"{korean}\""));
        if !korean.chars().any(|c| ('가'..='힣').contains(&c)) {
            return wrong("no Korean");
        }
        let quoted = english.split('\'').skip(1).step_by(2);
        if let Some(name) = quoted
            .filter(|name| !name.contains(' '))
            .find(|name| !korean.contains(name))
        {
            return wrong(&format!("'{name}' is missing"));
        }
        let words = english.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '_');
        let mut numbers = words
            .map(|word| word.trim_matches('.'))
            .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        if let Some(number) = numbers.find(|number| !korean.contains(number)) {
            return wrong(&format!("{number} is missing"));
        }
        let is_english = |word: &&str| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase());
        // A text of foreign origin, such as a message of a parser, is quoted in parentheses.
        let mut depth = 0;
        let own: String = korean
            .chars()
            .filter(|c| {
                depth += i32::from(*c == '(') - i32::from(*c == ')');
                depth == 0
            })
            .collect();
        let plain: Vec<&str> = own.split(' ').collect();
        if plain.windows(4).any(|four| four.iter().all(is_english)) {
            return wrong("an English sentence");
        }
        Ok(())
    }
}

/// Combines the English and the Korean text of a message without arguments.
impl From<[&str; 2]> for Bilingual {
    fn from([english, korean]: [&str; 2]) -> Bilingual {
        Bilingual::new(english, korean)
    }
}

/// Writes the English text, or the Korean text for the alternate form `{:#}`.
impl fmt::Display for Bilingual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() {
            &self.korean
        } else {
            &self.english
        })
    }
}

/// Error whose `Display` writes the English text for `{}` and the Korean text for `{:#}`.
pub trait Translated: fmt::Display {
    /// Returns the text of a language.
    fn text(&self, language: Language) -> String {
        match language {
            Language::English => format!("{self}"),
            Language::Korean => format!("{self:#}"),
        }
    }
}

impl<T: Translated> Translated for &T {}

impl<T: Translated> From<T> for Bilingual {
    fn from(error: T) -> Bilingual {
        Bilingual::format(format_args!("{error}"), format_args!("{error:#}"))
    }
}

/// Creates a [`Bilingual`] from an English and a Korean format string, which share their arguments. A nested message is
/// `{why}` in the English string and `{why:#}` in the Korean one.
#[macro_export]
macro_rules! bilingual {
    ($english:literal, $korean:literal $(, $($arguments:tt)*)?) => {
        $crate::Bilingual::format(
            format_args!($english $(, $($arguments)*)?),
            format_args!($korean $(, $($arguments)*)?),
        )
    };
}
/// Comparison with the English text.
impl PartialEq<&str> for Bilingual {
    fn eq(&self, english: &&str) -> bool {
        self.english == *english
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_that_quotes_another_quotes_the_text_of_its_own_language() {
        let why = bilingual!("radius is {0}", "반지름: {0}", 5);
        let whole = bilingual!("Not drawn: {why}.", "그리지 못했어요: {why:#}.");
        assert_eq!(
            whole,
            Bilingual::new("Not drawn: radius is 5.", "그리지 못했어요: 반지름: 5.")
        );
        assert_eq!(whole.to_string(), whole.english);
    }
}
