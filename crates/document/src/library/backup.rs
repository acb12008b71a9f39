//! Backup of the whole library as one file. `merge.rs` restores it.

use super::batch::Store;
use super::record::RecordError;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use trammel_language::{Bilingual, bilingual};

/// Version of the file format.
const VERSION: u64 = 1;

/// Records of a library by store and key, and the settings of the page. It never contains keys of providers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Backup {
    /// Id of the library; `None` if an earlier version wrote the backup.
    pub library: Option<String>,
    /// Texts of the records.
    pub records: BTreeMap<Store, BTreeMap<String, String>>,
    /// Settings of the page by key.
    pub settings: BTreeMap<String, String>,
}

impl Backup {
    /// Returns the text of the file.
    pub fn write(&self) -> String {
        let mut stores = Map::new();
        for store in Store::ALL {
            let records = self.records.get(&store);
            let records = records.into_iter().flatten().map(|(key, text)| {
                // A damaged record is kept as a string.
                let value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.as_str()));
                (key.clone(), value)
            });
            stores.insert(store.name().to_owned(), Value::Object(records.collect()));
        }
        json!({
            "trammel_backup": VERSION,
            "library": self.library,
            "records": stores,
            "settings": self.settings,
        })
        .to_string()
    }

    /// Whether a text looks like a backup.
    pub fn is_backup(text: &str) -> bool {
        text.trim_start()
            .strip_prefix('{')
            .is_some_and(|rest| rest.contains("\"trammel_backup\""))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error if the text is not a backup, or if a newer version of the program wrote it.
    pub fn read(text: &str) -> Result<Backup, RecordError> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| RecordError::Damaged(Bilingual::same(error.to_string())))?;
        let version = value["trammel_backup"].as_u64();
        let version = version.ok_or_else(|| {
            RecordError::Damaged(bilingual!(
                "it is not a backup of Trammel",
                "Trammel의 백업이 아니에요"
            ))
        })?;
        if version > VERSION {
            return Err(RecordError::Newer(version));
        }
        let mut backup = Backup {
            library: value["library"].as_str().map(str::to_owned),
            ..Backup::default()
        };
        for store in Store::ALL {
            let Some(records) = value["records"][store.name()].as_object() else {
                continue;
            };
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let texts = records.iter().map(|(key, value)| (key.clone(), text(value)));
            backup.records.insert(store, trammel_base::sort::map(texts));
        }
        if let Some(settings) = value["settings"].as_object() {
            let texts = settings
                .iter()
                .filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned())));
            backup.settings = trammel_base::sort::map(texts);
        }
        Ok(backup)
    }
}
