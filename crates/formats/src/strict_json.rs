//! JSON reader that refuses an object with the same key twice, and a text with very many values.
//!
//! RFC 8259 leaves the meaning of such an object open, so two programs can read the same file differently. A value takes two
//! bytes in a text and 32 in memory, so the size of a text does not bound the memory.

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::cell::Cell;
use std::fmt;
use trammel_language::{Bilingual, bilingual};

/// Maximum number of values in a text. A drawing with the maximum number of pieces has half as many.
const MAX_VALUES: usize = 8_000_000;

/// Parses a JSON text.
///
/// # Errors
/// Returns the first problem with its line and column.
pub(super) fn parse(text: &str) -> Result<Value, Bilingual> {
    parse_within(text, MAX_VALUES)
}

/// Kind of a JSON file of this program, with the version that this program reads, and its name in messages.
pub(super) struct JsonKind {
    pub(super) format: &'static str,
    pub(super) version: u64,
    /// Name in English, in Korean, and in Korean with the particle of a subject.
    pub(super) words: [&'static str; 3],
}

impl JsonKind {
    /// Returns the fields of a file of this kind.
    ///
    /// # Errors
    /// Returns one sentence if the file is of another kind or of a newer version, or if a field is missing or wrong.
    pub(super) fn fields<T: DeserializeOwned>(&self, file: Value) -> Result<T, Bilingual> {
        let JsonKind {
            format,
            version,
            words: [english, korean, subject],
        } = self;
        if file.get("format").and_then(Value::as_str) != Some(format) {
            return Err(bilingual!(
                "this is not a {english}: \"format\" must be \"{format}\"",
                "{subject} 아니에요. \"format\"이 \"{format}\"여야 해요"
            ));
        }
        match file.get("version").and_then(Value::as_u64) {
            Some(stated) if stated == *version => {}
            Some(newer) if newer > *version => {
                return Err(bilingual!(
                    "this {english} has version {newer}, but this program supports {version}. Update Trammel, or reload the page.",
                    "이 {korean}의 버전은 {newer}인데 이 프로그램은 {version}까지 열어요. Trammel을 업데이트하거나 페이지를 새로 고치세요."
                ));
            }
            _ => {
                return Err(bilingual!(
                    "\"version\" must be {version}",
                    "\"version\"은 {version}이어야 해요"
                ));
            }
        }
        T::deserialize(file).map_err(|e| {
            bilingual!(
                "this {english} file is incomplete or damaged: {e}",
                "이 {korean} 파일은 빠진 것이 있거나 손상됐어요({e})"
            )
        })
    }
}

fn parse_within(text: &str, most: usize) -> Result<Value, Bilingual> {
    let left = Cell::new(most);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = Strict(&left).deserialize(&mut deserializer);
    match value.and_then(|value| deserializer.end().map(|()| value)) {
        Ok(value) => Ok(value),
        Err(_) if left.get() == 0 => Err(bilingual!(
            "the text has more than {most} values. Split the drawing into several files.",
            "값이 {most}개보다 많아요. 도면을 여러 파일로 나누세요."
        )),
        Err(e) => Err(bilingual!("invalid JSON: {e}", "JSON이 올바르지 않아요({e})")),
    }
}

/// Reader of a value whose objects have unique keys, with the number of values that are left.
#[derive(Clone, Copy)]
struct Strict<'a>(&'a Cell<usize>);

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let left = self.0.get().checked_sub(1);
        self.0
            .set(left.ok_or_else(|| D::Error::custom("too many values"))?);
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        let number = Number::from_f64(value).ok_or_else(|| E::custom("a number is not finite"))?;
        Ok(number.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = elements.next_element_seed(self)? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let value = entries.next_value_seed(self)?;
            if map.contains_key(&key) {
                return Err(A::Error::custom(format_args!("the key \"{key}\" occurs twice")));
            }
            map.insert(key, value);
        }
        Ok(map.into())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::{parse, parse_within};
    use proptest::prelude::*;
    use serde_json::Value;

    #[test]
    fn a_duplicate_key_is_refused_with_its_position() {
        assert_eq!(
            parse("{\"a\": 1,\n \"b\": [{\"c\": 1, \"c\": 2}]}")
                .unwrap_err()
                .english,
            "invalid JSON: the key \"c\" occurs twice at line 2 column 23"
        );
        assert!(parse("[{\"a\": 1}, {\"a\": 2}]").is_ok());
    }

    #[test]
    fn a_text_with_too_many_values_is_refused() {
        assert!(parse_within("[1, [], {\"a\": \"\"}]", 5).is_ok());
        for text in ["[1, [], {\"a\": \"\"}]", "[[[[[]]]]]", "[1, 2, 3, 4, 5]"] {
            let error = parse_within(text, 4).unwrap_err();
            assert_eq!(
                error.english,
                "the text has more than 4 values. Split the drawing into several files."
            );
        }
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            (-1e300..1e300).prop_map(Value::from),
            ".{0,8}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map(".{0,4}", inner, 0..6)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn other_texts_are_read_as_by_serde_json(value in any_json()) {
            let text = value.to_string();
            prop_assert_eq!(parse(&text).unwrap(), serde_json::from_str::<Value>(&text).unwrap());
        }
    }
}
