//! Text forms of options, as users and models write them.
//!
//! A text form is read only from formats that a user reads, such as JSON. The messages of the sandbox carry the values.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use trammel_language::{Bilingual, bilingual};

/// Reads a value, or, from JSON, a value or its text form.
fn read<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
    parse: fn(&str) -> Result<T, Bilingual>,
) -> Result<T, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form<T> {
        Text(String),
        Value(T),
    }
    if !deserializer.is_human_readable() {
        return Err(D::Error::custom("a text form in a message"));
    }
    match Form::deserialize(deserializer)? {
        Form::Text(text) => parse(&text).map_err(D::Error::custom),
        Form::Value(value) => Ok(value),
    }
}

/// Reads yes, no, or the choice of the preset: `yes`, `no`, `auto`.
pub(super) fn choice<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    if !deserializer.is_human_readable() {
        return Deserialize::deserialize(deserializer);
    }
    read(deserializer, |text| match text {
        "auto" => Ok(None),
        "yes" => Ok(Some(true)),
        "no" => Ok(Some(false)),
        _ => Err(bilingual!(
            "'{text}' is not a choice. Use auto, yes, or no.",
            "'{text}'은(는) 고를 수 없어요. auto, yes, no 중 하나를 쓰세요."
        )),
    })
}
