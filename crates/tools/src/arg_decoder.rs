//! Conversion of arguments into the typed struct of a tool: the `Deserializer` of [`Arg`].
//!
//! The trait methods are compiled once per type of an argument, and the page has hundreds of these types, so code that
//! does not depend on the type is in functions without type parameters.

use super::arg::Arg;
use super::arg_error::ArgError;
use super::given::Given;
use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor, value::StrDeserializer};
use std::borrow::Cow;
use trammel_language::bilingual;

impl<'de> de::Deserializer<'de> for Arg {
    type Error = ArgError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgError> {
        match self {
            Arg::Null => visitor.visit_unit(),
            Arg::Bool(b) => visitor.visit_bool(b),
            Arg::Number(n) => visitor.visit_f64(n),
            Arg::Text(text) => visitor.visit_string(text),
            Arg::List(items) => visitor.visit_seq(Items {
                items: items.into_iter(),
                at: 0,
            }),
            Arg::Object(entries) => visitor.visit_map(Entries::new(entries)),
            Arg::Foreign(what) => Err(Arg::Foreign(what).must_be(&bilingual!("plain data", "데이터"))),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgError> {
        match self {
            Arg::Number(n) if n.is_finite() => visitor.visit_f64(n + 0.0),
            Arg::Number(n) => Err(ArgError::new(bilingual!(
                "must be a finite number, got {n}",
                "유한한 숫자가 필요한데 {n}을(를) 받았어요"
            ))),
            other => Err(other.must_be(&bilingual!("a number", "숫자"))),
        }
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgError> {
        match self {
            #[allow(
                clippy::cast_possible_truncation,
                reason = "the guard keeps the value in range and whole"
            )]
            Arg::Number(n) if n.fract() == 0.0 && n.abs() <= 9e15 => visitor.visit_i64(n as i64),
            other => Err(other.must_be(&bilingual!("a whole number", "정수"))),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgError> {
        match self {
            Arg::Bool(b) => visitor.visit_bool(b),
            other => Err(other.must_be(&bilingual!("true or false", "true 또는 false"))),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgError> {
        match self {
            Arg::Text(text) => visitor.visit_string(text),
            other => Err(other.must_be(&bilingual!("text", "문자열"))),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgError> {
        self.deserialize_string(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgError> {
        match self {
            Arg::Null => visitor.visit_none(),
            given => visitor.visit_some(given),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgError> {
        match self {
            Arg::List(items) => visitor.visit_seq(Items {
                items: items.into_iter(),
                at: 0,
            }),
            other => Err(other.must_be(&bilingual!("a list", "목록"))),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgError> {
        match self {
            Arg::Object(entries) => visitor.visit_map(Entries::new(entries)),
            other => Err(other.must_be(&bilingual!("an object", "객체"))),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ArgError> {
        // As a sequence, because the code that serde derives for a sequence is half as large as that for a map.
        visitor.visit_seq(Fields::new(self, fields)?)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ArgError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ArgError> {
        match &self {
            Arg::Text(text) if variants.contains(&text.as_str()) => {
                let name: StrDeserializer<'_, ArgError> = text.as_str().into_deserializer();
                visitor.visit_enum(name)
            }
            other => Err(other.must_be_one_of(variants)),
        }
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i128 u8 u16 u32 u64 u128 f32 char bytes byte_buf unit unit_struct tuple tuple_struct identifier
        ignored_any
    }
}

struct Items {
    items: std::vec::IntoIter<Arg>,
    at: usize,
}

impl<'de> de::SeqAccess<'de> for Items {
    type Error = ArgError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ArgError> {
        let Some(item) = self.items.next() else {
            return Ok(None);
        };
        self.at += 1;
        seed.deserialize(item)
            .map(Some)
            .map_err(|error| error.within(format!("[{}]", self.at - 1)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Entries {
    entries: std::vec::IntoIter<(Cow<'static, str>, Arg)>,
    value: Option<(Cow<'static, str>, Arg)>,
}

impl Entries {
    fn new(entries: Vec<(Cow<'static, str>, Arg)>) -> Entries {
        Entries {
            entries: entries.into_iter(),
            value: None,
        }
    }
}

impl<'de> de::MapAccess<'de> for Entries {
    type Error = ArgError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ArgError> {
        let Some((key, value)) = self.entries.next() else {
            return Ok(None);
        };
        let name: StrDeserializer<'_, ArgError> = key.as_ref().into_deserializer();
        let out = seed.deserialize(name).map(Some);
        self.value = Some((key, value));
        out
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ArgError> {
        let Some((key, value)) = self.value.take() else {
            return Err(ArgError::new(bilingual!(
                "a value without a key",
                "키가 없는 값이 있어요"
            )));
        };
        seed.deserialize(value)
            .map_err(|error| error.within(key.into_owned()))
    }
}

/// Values of the fields of a struct, in the order of the fields.
struct Fields {
    names: std::slice::Iter<'static, &'static str>,
    entries: Vec<(Cow<'static, str>, Arg)>,
}

impl<'de> de::SeqAccess<'de> for Fields {
    type Error = ArgError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ArgError> {
        let Some(name) = self.names.next() else {
            return Ok(None);
        };
        match self.take(name) {
            Some(value) => seed
                .deserialize(value)
                .map_err(|error| error.within((*name).to_owned())),
            None => seed.deserialize(Missing { field: name }),
        }
        .map(Some)
    }
}

impl Fields {
    fn new(given: Arg, names: &'static [&'static str]) -> Result<Fields, ArgError> {
        let Arg::Object(entries) = given else {
            return Err(given.must_be(&bilingual!("an object", "객체")));
        };
        if let Some((unknown, _)) = entries.iter().find(|(key, _)| !names.contains(&key.as_ref())) {
            return Err(de::Error::unknown_field(unknown, names));
        }
        Ok(Fields {
            names: names.iter(),
            entries,
        })
    }

    fn take(&mut self, name: &str) -> Option<Arg> {
        let at = self.entries.iter().position(|(key, _)| key == name)?;
        Some(self.entries.swap_remove(at).1)
    }
}

/// Value of a field that is not given: `None` for an optional field, an error for a required one.
struct Missing {
    field: &'static str,
}

impl<'de> de::Deserializer<'de> for Missing {
    type Error = ArgError;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ArgError> {
        Err(de::Error::missing_field(self.field))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgError> {
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ArgError> {
        if name == Given::<()>::NAME {
            visitor.visit_unit()
        } else {
            visitor.visit_newtype_struct(self)
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}
