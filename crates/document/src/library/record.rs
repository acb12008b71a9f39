//! Records: JSON text with a format version.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;
use trammel_language::{Bilingual, Translated, bilingual};

/// Reason why a record cannot be read. Its text stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// Version of the record, which is newer than this program.
    Newer(u64),
    /// Description of the damage.
    Damaged(Bilingual),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = {
            match self {
                RecordError::Newer(version) => bilingual!(
                    "a newer version of Trammel stored it (format {version}). Reload the page to get the newest version.",
                    "더 새로운 버전의 Trammel에서 저장했어요(형식 {version}). 페이지를 새로 고쳐 최신 버전을 쓰세요."
                ),
                RecordError::Damaged(why) => {
                    bilingual!("it is damaged ({why})", "내용이 손상됐어요({why:#})")
                }
            }
        };
        text.fmt(f)
    }
}

impl Translated for RecordError {}

impl std::error::Error for RecordError {}

/// Fields of a record that this version does not know. They are written back.
pub type Unknown = serde_json::Map<String, Value>;

/// Record of the library with a format version.
pub trait Record: Serialize + DeserializeOwned {
    /// Version that this program writes.
    const VERSION: u64;

    /// Changes the JSON of an earlier version to the present one.
    ///
    /// # Errors
    /// Returns the reason if a field is missing or has a wrong type.
    fn migrate(_from: u64, value: Value) -> Result<Value, Bilingual> {
        Ok(value)
    }

    /// Returns the text to store.
    fn write(&self) -> String {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        if let Some(fields) = value.as_object_mut() {
            fields.insert("version".to_owned(), Self::VERSION.into());
        }
        value.to_string()
    }

    /// Reads a record of this or an earlier version.
    ///
    /// # Errors
    /// Returns an error if a newer version of the program wrote the record, or if it is damaged.
    fn read(text: &str) -> Result<Self, RecordError> {
        let damaged = |why: Bilingual| RecordError::Damaged(why);
        let mut value: Value =
            serde_json::from_str(text).map_err(|error| damaged(Bilingual::same(error.to_string())))?;
        let version = value["version"].as_u64();
        let version = version.ok_or_else(|| damaged(bilingual!("it has no version", "버전이 없어요")))?;
        if version > Self::VERSION {
            return Err(RecordError::Newer(version));
        }
        if let Some(fields) = value.as_object_mut() {
            fields.remove("version");
        }
        let value = Self::migrate(version, value).map_err(damaged)?;
        serde_json::from_value(value).map_err(|error| damaged(Bilingual::same(error.to_string())))
    }
}
