//! Argument types that accept every value, because a check of an unusable value fails instead of stopping the run.

use super::super::argument_macros::{expecting, inline_schema};
use schemars::json_schema;
use serde::Deserialize;
use serde::de::{self, Deserializer, IgnoredAny, Visitor};
use trammel_base::numbers::number_text;
use trammel_language::{Bilingual, bilingual};

/// Maximum number of fields that a message lists.
const MOST_FIELDS: usize = 6;

/// Maximum length of a text or a name in a message, in characters.
const MOST_CHARS: usize = 40;

/// Value of any type, as far as checks need it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Passed {
    #[default]
    Nothing,
    Boolean(bool),
    Number(f64),
    Text(String),
    List,
    /// Names of the fields, and whether each is a number.
    Object(Vec<(String, bool)>),
}

/// Condition of a check. Only a boolean is one, because every object is true in JavaScript.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Condition(pub(super) Passed);

/// Number of a check.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Measured(pub(super) Passed);

impl Passed {
    /// Returns the value in words.
    pub(super) fn label(&self) -> Bilingual {
        match self {
            Passed::Nothing => bilingual!("null", "null"),
            Passed::Boolean(value) => Bilingual::same(value.to_string()),
            Passed::Number(number) => {
                let number = number_text(*number);
                bilingual!("the number {number}", "숫자 {number}")
            }
            Passed::Text(text) => bilingual!("the text '{text}'", "글 '{text}'"),
            Passed::List => bilingual!("a list", "목록"),
            Passed::Object(fields) => {
                let more = if fields.len() > MOST_FIELDS { ", ..." } else { "" };
                let names = fields.iter().take(MOST_FIELDS).map(|(name, _)| name.as_str());
                let names = names.collect::<Vec<_>>().join(", ");
                bilingual!("an object {{ {names}{more} }}", "객체 {{ {names}{more} }}")
            }
        }
    }

    /// Returns the name of the first field that is a number.
    pub(super) fn number_field(&self) -> Option<&str> {
        match self {
            Passed::Object(fields) => {
                let mut numbers = fields.iter().filter(|(_, is_number)| *is_number);
                numbers.next().map(|(name, _)| name.as_str())
            }
            _ => None,
        }
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Passed;
    expecting!("a value", "값");
    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Passed, E> {
        Ok(Passed::Boolean(value))
    }
    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Passed, E> {
        Ok(Passed::Number(value))
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Passed, E> {
        Ok(Passed::Text(text.chars().take(MOST_CHARS).collect()))
    }
    fn visit_unit<E: de::Error>(self) -> Result<Passed, E> {
        Ok(Passed::Nothing)
    }
    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Passed, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Passed::List)
    }
    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Passed, A::Error> {
        let mut fields = Vec::new();
        while let Some((name, Measured(value))) = map.next_entry::<String, Measured>()? {
            let name = name.chars().take(MOST_CHARS).collect();
            fields.push((name, matches!(value, Passed::Number(_))));
        }
        Ok(Passed::Object(fields))
    }
}

impl<'de> Deserialize<'de> for Condition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Condition, D::Error> {
        deserializer.deserialize_any(AnyValue).map(Condition)
    }
}

impl<'de> Deserialize<'de> for Measured {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Measured, D::Error> {
        deserializer.deserialize_any(AnyValue).map(Measured)
    }
}

inline_schema!(Condition, json_schema!({"type": "boolean"}));

inline_schema!(Measured, json_schema!({"type": "number"}));
