//! Argument types that accept every value, because a check of an unusable value fails instead of stopping the run.

use super::super::argument_macros::{expecting, inline_schema};
use schemars::json_schema;
use serde::Deserialize;
use serde::de::{self, Deserializer, IgnoredAny, Visitor};

/// Truth of a condition; nothing is false. Other values are refused, because every object is true in JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Truth(pub(super) bool);

/// Number; `None` for every other value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Measured(pub(super) Option<f64>);

struct AnyValue;

struct Condition;

/// Value of any type, as far as checks need it.
enum Seen {
    Empty,
    Number(f64),
    Other,
}

impl<'de> Visitor<'de> for AnyValue {
    type Value = Seen;
    expecting!("a value", "값");
    fn visit_bool<E: de::Error>(self, _: bool) -> Result<Seen, E> {
        Ok(Seen::Other)
    }
    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Seen, E> {
        Ok(Seen::Number(value))
    }
    fn visit_str<E: de::Error>(self, _: &str) -> Result<Seen, E> {
        Ok(Seen::Other)
    }
    fn visit_unit<E: de::Error>(self) -> Result<Seen, E> {
        Ok(Seen::Empty)
    }
    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Seen, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Seen::Other)
    }
    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Seen, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Seen::Other)
    }
}

impl Visitor<'_> for Condition {
    type Value = Truth;
    expecting!("true or false, such as a comparison", "비교식처럼 true나 false");
    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Truth, E> {
        Ok(Truth(value))
    }
    fn visit_unit<E: de::Error>(self) -> Result<Truth, E> {
        Ok(Truth(false))
    }
}

impl<'de> Deserialize<'de> for Truth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Truth, D::Error> {
        deserializer.deserialize_any(Condition)
    }
}

impl<'de> Deserialize<'de> for Measured {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Measured, D::Error> {
        Ok(Measured(match deserializer.deserialize_any(AnyValue)? {
            Seen::Number(number) => Some(number).filter(|number| number.is_finite()),
            Seen::Empty | Seen::Other => None,
        }))
    }
}

inline_schema!(Truth, json_schema!({"type": "boolean"}));

inline_schema!(Measured, json_schema!({"type": "number"}));
