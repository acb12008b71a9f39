//! Error of a rejected argument: the parameter, the expected form, and the given value.

use super::error::ToolError;
use crate::suggest;
use serde::de;
use std::fmt;

/// Returns a text as shown in an error, cut to a readable length.
pub(super) fn shown_text(text: &str) -> String {
    let cut: String = text.chars().take(40).collect();
    let dots = if cut.len() < text.len() { "..." } else { "" };
    format!("the text \"{cut}{dots}\"")
}

/// Reason why an argument was rejected, with the path to the argument.
#[derive(Debug)]
pub struct ArgError {
    path: Vec<String>,
    message: String,
    suggestions: Vec<String>,
}

impl ArgError {
    pub(super) fn new(message: String) -> ArgError {
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
        ToolError::untranslated(format!("{tool}: {}", self.sentence())).suggesting(self.suggestions)
    }

    fn sentence(&self) -> String {
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
        let colon = if self.message.starts_with("must ") || self.message.starts_with("needs ") {
            ""
        } else {
            ":"
        };
        format!("{path}{colon} {}", self.message)
    }
}

impl fmt::Display for ArgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence())
    }
}

impl std::error::Error for ArgError {}

impl de::Error for ArgError {
    fn custom<T: fmt::Display>(message: T) -> ArgError {
        ArgError::new(message.to_string())
    }

    fn invalid_type(unexpected: de::Unexpected<'_>, expected: &dyn de::Expected) -> ArgError {
        let given = match unexpected {
            de::Unexpected::Map => "an object".to_owned(),
            de::Unexpected::Seq => "a list".to_owned(),
            de::Unexpected::Unit | de::Unexpected::Option => "null".to_owned(),
            de::Unexpected::Str(text) => shown_text(text),
            de::Unexpected::Float(number) => number.to_string(),
            de::Unexpected::Bool(value) => value.to_string(),
            other => other.to_string(),
        };
        ArgError::new(format!("must be {expected}, got {given}"))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> ArgError {
        let suggestions = suggest::nearest(field, expected.iter().copied());
        // The suggestions are a separate field of the error.
        let hint = if !suggestions.is_empty() {
            String::new()
        } else if expected.is_empty() {
            ". It takes none.".to_owned()
        } else {
            format!(". It takes: {}.", expected.join(", "))
        };
        let shown: String = field.chars().take(40).collect();
        ArgError {
            path: Vec::new(),
            message: format!("unknown argument '{shown}'{hint}"),
            suggestions,
        }
    }

    fn missing_field(field: &'static str) -> ArgError {
        ArgError::new(format!("'{field}' is missing"))
    }
}
