//! Error of a rejected argument: the parameter, the expected form, and the given value.

use super::error::ToolError;
use serde::de;
use std::fmt;
use trammel_base::suggest;
use trammel_language::{Bilingual, Translated, bilingual};

/// Returns a text as shown in an error, cut to a readable length.
pub(super) fn shown_text(text: &str) -> Bilingual {
    let cut: String = text.chars().take(40).collect();
    let dots = if cut.len() < text.len() { "..." } else { "" };
    bilingual!("the text \"{cut}{dots}\"", "문자열 \"{cut}{dots}\"")
}

/// Returns the message for a value of the wrong kind. Both parts write Korean for `{:#}`.
pub(super) fn must_be(expected: &dyn fmt::Display, given: &dyn fmt::Display) -> Bilingual {
    bilingual!(
        "must be {expected}, got {given}",
        "{expected:#}이(가) 필요한데 {given:#}을(를) 받았어요"
    )
}

/// Reason why an argument was rejected, with the path to the argument.
#[derive(Debug)]
pub struct ArgError {
    path: Vec<String>,
    message: Bilingual,
    suggestions: Vec<String>,
}

impl ArgError {
    pub(super) fn new(message: Bilingual) -> ArgError {
        ArgError {
            path: Vec::new(),
            message,
            suggestions: Vec::new(),
        }
    }

    pub(super) fn suggesting(mut self, suggestions: Vec<String>) -> ArgError {
        self.suggestions = suggestions;
        self
    }

    pub(super) fn within(mut self, part: String) -> ArgError {
        self.path.push(part);
        self
    }

    pub(super) fn of_tool(self, tool: &str) -> ToolError {
        ToolError {
            is_of_arguments: true,
            ..ToolError::new(self.sentence().after(&format!("{tool}: "))).suggesting(self.suggestions)
        }
    }

    fn sentence(&self) -> Bilingual {
        if self.path.is_empty() {
            return self.message.clone();
        }
        let mut path = String::new();
        for part in self.path.iter().rev() {
            if !path.is_empty() && !part.starts_with('[') {
                path.push('.');
            }
            path.push_str(part);
        }
        let colon = if self.message.english.starts_with("must ") || self.message.english.starts_with("needs ")
        {
            ""
        } else {
            ":"
        };
        Bilingual::format(
            format_args!("{path}{colon} {}", self.message),
            format_args!("{path}: {:#}", self.message),
        )
    }
}

impl fmt::Display for ArgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl Translated for ArgError {}

impl std::error::Error for ArgError {}

impl de::Error for ArgError {
    fn custom<T: fmt::Display>(message: T) -> ArgError {
        ArgError::new(Bilingual::format(
            format_args!("{message}"),
            format_args!("{message:#}"),
        ))
    }

    fn invalid_type(unexpected: de::Unexpected<'_>, expected: &dyn de::Expected) -> ArgError {
        let given = match unexpected {
            de::Unexpected::Map => bilingual!("an object", "객체"),
            de::Unexpected::Seq => bilingual!("a list", "목록"),
            de::Unexpected::Unit | de::Unexpected::Option => Bilingual::same("null"),
            de::Unexpected::Str(text) => shown_text(text),
            de::Unexpected::Float(number) => Bilingual::same(number.to_string()),
            de::Unexpected::Bool(value) => Bilingual::same(value.to_string()),
            other => Bilingual::same(other.to_string()),
        };
        ArgError::new(must_be(&expected, &given))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> ArgError {
        let mut suggestions = suggest::nearest(field, expected.iter().copied());
        // Any two names of one letter are as near as these.
        if field.chars().count() <= 2 {
            suggestions.retain(|name| name.starts_with(field));
        }
        // The suggestions are a separate field of the error.
        let hint = if !suggestions.is_empty() {
            Bilingual::default()
        } else if expected.is_empty() {
            bilingual!(". It takes none.", ". 받는 인수가 없어요.")
        } else {
            bilingual!(". It takes: {}.", ". 받는 인수: {}.", expected.join(", "))
        };
        let shown: String = field.chars().take(40).collect();
        ArgError {
            path: Vec::new(),
            message: bilingual!(
                "unknown argument '{shown}'{hint}",
                "'{shown}' 인수는 없어요{hint:#}"
            ),
            suggestions,
        }
    }

    fn missing_field(field: &'static str) -> ArgError {
        ArgError::new(bilingual!("'{field}' is missing", "'{field}'이(가) 없어요"))
    }
}
