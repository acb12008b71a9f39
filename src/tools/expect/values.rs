//! Argument types that accept every value, because a check of an unusable value fails instead of stopping the run.

use crate::language::bilingual;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{self, Deserializer, IgnoredAny, Visitor};
use std::borrow::Cow;
use std::fmt;

/// Truth of a value, by the rules of JavaScript: false, 0, NaN, "", null, and undefined are false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Truth(pub(super) bool);

/// Number; `None` for every other value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Measured(pub(super) Option<f64>);

struct AnyValue;

/// Value of any type, as far as checks need it.
enum Seen {
    Empty,
    Bool(bool),
    Number(f64),
    Text(bool),
    Data,
}

impl<'de> Visitor<'de> for AnyValue {
    type Value = Seen;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&bilingual!("a value", "값"), f)
    }
    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Seen, E> {
        Ok(Seen::Bool(value))
    }
    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Seen, E> {
        Ok(Seen::Number(value))
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Seen, E> {
        Ok(Seen::Text(!text.is_empty()))
    }
    fn visit_unit<E: de::Error>(self) -> Result<Seen, E> {
        Ok(Seen::Empty)
    }
    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Seen, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Seen::Data)
    }
    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Seen, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Seen::Data)
    }
}

impl<'de> Deserialize<'de> for Truth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Truth, D::Error> {
        Ok(Truth(match deserializer.deserialize_any(AnyValue)? {
            Seen::Empty => false,
            Seen::Bool(value) | Seen::Text(value) => value,
            Seen::Number(number) => number != 0.0 && !number.is_nan(),
            Seen::Data => true,
        }))
    }
}

impl<'de> Deserialize<'de> for Measured {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Measured, D::Error> {
        Ok(Measured(match deserializer.deserialize_any(AnyValue)? {
            Seen::Number(number) => Some(number).filter(|number| number.is_finite()),
            Seen::Empty | Seen::Bool(_) | Seen::Text(_) | Seen::Data => None,
        }))
    }
}

impl JsonSchema for Truth {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Truth".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "boolean"})
    }
}

impl JsonSchema for Measured {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Measured".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number"})
    }
}
