//! Tool arguments from all sources: JSON from a model, values from the sandbox, or a form in the app.
//!
//! [`Arg`] is the only input form, and its `Deserializer` (`arg_decoder.rs`) is the only conversion into the typed
//! struct of a tool. All callers therefore get the same errors: the parameter, the expected form, the given value,
//! and for a misspelled parameter the nearest name. Invariant: no code in this file runs script code or trusts a given
//! length.

use super::arg_error::{ArgError, must_be, shown_text};
use super::error::ToolError;
use super::foreign::Foreign;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use trammel_base::numbers::number_text;
use trammel_base::suggest;
use trammel_language::{Bilingual, bilingual};

/// Argument value.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// Number, possibly not finite.
    Number(f64),
    /// String.
    Text(String),
    /// Array.
    List(Vec<Arg>),
    /// Entries of an object in order, without duplicate keys.
    Object(Vec<(Cow<'static, str>, Arg)>),
    /// Value that is not data.
    Foreign(Foreign),
}

impl From<serde_json::Value> for Arg {
    fn from(value: serde_json::Value) -> Arg {
        use serde_json::Value;
        match value {
            Value::Null => Arg::Null,
            Value::Bool(b) => Arg::Bool(b),
            Value::Number(n) => Arg::Number(n.as_f64().unwrap_or(f64::NAN)),
            Value::String(s) => Arg::Text(s),
            Value::Array(items) => Arg::List(items.into_iter().map(Arg::from).collect()),
            Value::Object(map) => {
                Arg::Object(map.into_iter().map(|(k, v)| (Cow::Owned(k), v.into())).collect())
            }
        }
    }
}

impl Arg {
    /// Deserializes the arguments of `tool` into the typed struct. `null` counts as an empty object.
    ///
    /// # Errors
    /// Returns an error that states the parameter, the expected form and the given value.
    pub fn decode<T: DeserializeOwned>(self, tool: &str) -> Result<T, ToolError> {
        let input = match self {
            Arg::Null => Arg::Object(Vec::new()),
            given => given,
        };
        T::deserialize(input).map_err(|error| error.of_tool(tool))
    }

    /// Converts the value to JSON.
    ///
    /// # Errors
    /// Returns a description of the part that is not data, for example a function or a number that is not finite.
    pub fn into_json(self) -> Result<serde_json::Value, Bilingual> {
        use serde_json::Value;
        Ok(match self {
            Arg::Null => Value::Null,
            Arg::Bool(b) => Value::Bool(b),
            Arg::Number(n) if n.is_finite() => json_number(n),
            Arg::Number(n) => return Err(must_be(&bilingual!("a finite number", "유한한 숫자"), &n)),
            Arg::Text(text) => Value::String(text),
            Arg::List(items) => {
                Value::Array(items.into_iter().map(Arg::into_json).collect::<Result<_, _>>()?)
            }
            Arg::Object(entries) => {
                let entry =
                    |(key, value): (Cow<'static, str>, Arg)| Ok((key.into_owned(), value.into_json()?));
                Value::Object(entries.into_iter().map(entry).collect::<Result<_, Bilingual>>()?)
            }
            Arg::Foreign(what) => {
                return Err(must_be(&bilingual!("plain data", "데이터"), &what.error_text()));
            }
        })
    }

    /// Returns the value as shown in an error, cut to a readable length.
    pub(super) fn error_text(&self) -> Bilingual {
        match self {
            Arg::Null => Bilingual::same("null"),
            Arg::Bool(b) => Bilingual::same(b.to_string()),
            Arg::Number(n) => Bilingual::same(number_text(*n)),
            Arg::Text(text) => shown_text(text),
            Arg::List(items) => bilingual!("a list of {}", "값 {}개의 목록", items.len()),
            Arg::Object(_) => bilingual!("an object", "객체"),
            Arg::Foreign(what) => what.error_text(),
        }
    }

    pub(super) fn must_be(&self, what: &Bilingual) -> ArgError {
        ArgError::new(must_be(what, &self.error_text()))
    }

    /// Returns the error for a value that is none of these words.
    pub(super) fn must_be_one_of(&self, variants: &'static [&'static str]) -> ArgError {
        let suggestions = match self {
            Arg::Text(text) => suggest::nearest(text, variants.iter().copied()),
            _ => Vec::new(),
        };
        self.must_be(&bilingual!("one of {}", "{} 중 하나", variants.join(", ")))
            .suggesting(suggestions)
    }
}

/// Converts a finite number to JSON: a whole number to an integer. JavaScript has only one number type, but JSON values
/// compare 1 and 1.0 as different, and files require integers for fields such as the number of decimals.
fn json_number(number: f64) -> serde_json::Value {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the guard keeps the value in range and whole"
    )]
    if number.fract() == 0.0 && number.abs() <= 9e15 {
        serde_json::Value::from(number as i64)
    } else {
        serde_json::Value::from(number)
    }
}

/// Converts the whole numbers of a JSON value to integers, recursively.
pub(super) fn with_integers(value: serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::Number(number) => number.as_f64().map_or(Value::Number(number), json_number),
        Value::Array(items) => items.into_iter().map(with_integers).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            Value::Object(fields.map(|(key, value)| (key, with_integers(value))).collect())
        }
        other => other,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(serde::Deserialize, Debug)]
    #[allow(dead_code, reason = "only decoded")]
    struct Sample {
        name: String,
        radius: f64,
        points: Option<Vec<f64>>,
        count: Option<i64>,
    }

    fn error(input: serde_json::Value) -> String {
        Arg::from(input)
            .decode::<Sample>("sample")
            .unwrap_err()
            .message
            .english
    }

    #[test]
    fn argument_errors_name_parameter_reason_and_value() {
        assert_eq!(error(json!({"radius": 1})), "sample: 'name' is missing");
        assert_eq!(
            error(json!({"name": "a", "radius": "5"})),
            "sample: radius must be a number, got the text \"5\""
        );
        assert_eq!(
            error(json!({"name": "a", "radius": null})),
            "sample: radius must be a number, got null"
        );
        assert_eq!(
            error(json!({"name": "a", "radius": 1, "points": [0, "x"]})),
            "sample: points[1] must be a number, got the text \"x\""
        );
        assert_eq!(
            error(json!({"nam": "a", "radius": 1})),
            "sample: unknown argument 'nam'"
        );
        assert_eq!(
            error(json!({"name": "a", "radius": 1, "count": 1.5})),
            "sample: count must be a whole number, got 1.5"
        );
        assert_eq!(error(json!([1])), "sample: must be an object, got a list of 1");
        let infinite = Arg::Object(vec![
            ("name".into(), Arg::Text("a".into())),
            ("radius".into(), Arg::Number(f64::INFINITY)),
        ]);
        assert!(
            infinite
                .decode::<Sample>("s")
                .unwrap_err()
                .message
                .english
                .contains("radius must be a finite number, got inf")
        );
    }
}
