//! Backup of the whole library as one file, and its restoration, which merges by identity.

use super::batch::{Batch, Store};
use super::content::ContentRecord;
use super::key::{is_drawing_id, part_of};
use super::record::{Record, RecordError};
use crate::language::{Bilingual, bilingual};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Version of the file format.
const VERSION: u64 = 1;

/// Records of a library by store and key, and the settings of the page. It never contains keys of providers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Backup {
    /// Texts of the records.
    pub records: BTreeMap<Store, BTreeMap<String, String>>,
    /// Settings of the page by key.
    pub settings: BTreeMap<String, String>,
}

/// Result of merging a backup into a library.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Merge {
    /// Changes to store.
    pub batch: Batch,
    /// Number of drawings that are new.
    pub added: usize,
    /// Number of drawings that the backup replaces, because its copy is newer.
    pub replaced: usize,
    /// Number of drawings that stay, because they are newer or the same.
    pub kept: usize,
    /// Reasons for records that were left out.
    pub left_out: Vec<Bilingual>,
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
        let mut backup = Backup::default();
        for store in Store::ALL {
            let Some(records) = value["records"][store.name()].as_object() else {
                continue;
            };
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let texts = records.iter().map(|(key, value)| (key.clone(), text(value)));
            backup.records.insert(store, crate::sort::map(texts));
        }
        if let Some(settings) = value["settings"].as_object() {
            let texts = settings
                .iter()
                .filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned())));
            backup.settings = crate::sort::map(texts);
        }
        Ok(backup)
    }

    /// Merges this backup into the library `present`: a drawing that is missing is added, and a drawing that exists is
    /// replaced only if the write counter of the copy is higher. Conversations are added if they are missing or newer.
    pub fn merge_into(&self, present: &Backup) -> Merge {
        let mut merge = Merge::default();
        let none = BTreeMap::new();
        let of = |backup: &'_ Backup, store| backup.records.get(&store).cloned().unwrap_or_default();
        let contents = of(present, Store::Contents);
        let revision = |text: &str| ContentRecord::read(text).map(|content| content.revision);
        let mut taken = BTreeSet::new();
        for (id, text) in self.records.get(&Store::Contents).unwrap_or(&none) {
            let theirs = match revision(text) {
                Ok(theirs) if is_drawing_id(id) => theirs,
                Ok(_) => continue,
                Err(why) => {
                    merge
                        .left_out
                        .push(Bilingual::from(why).after(&format!("{id}: ")));
                    continue;
                }
            };
            match contents.get(id).map(|own| revision(own)) {
                None => merge.added += 1,
                Some(Ok(own)) if own < theirs => merge.replaced += 1,
                Some(_) => {
                    merge.kept += 1;
                    continue;
                }
            }
            taken.insert(id.clone());
        }
        self.take(&taken, present, &mut merge);
        merge
    }

    /// Adds the records of these drawings to the batch.
    fn take(&self, taken: &BTreeSet<String>, present: &Backup, merge: &mut Merge) {
        for store in Store::ALL {
            let drawing = |key: &str| key.split('/').next().unwrap_or_default().to_owned();
            for (key, text) in self.records.get(&store).into_iter().flatten() {
                let is_known = present
                    .records
                    .get(&store)
                    .is_some_and(|records| records.contains_key(key));
                let added = store == Store::Conversations && !is_known && part_of(key).is_some();
                if !taken.contains(&drawing(key)) && !added {
                    continue;
                }
                match store.check(text) {
                    Ok(()) => merge.batch.puts.push((store, key.clone(), text.clone())),
                    Err(why) => merge
                        .left_out
                        .push(Bilingual::from(why).after(&format!("{key}: "))),
                }
            }
            // Steps of a replaced copy that the backup does not have would be a second history.
            if store == Store::Steps {
                for key in present
                    .records
                    .get(&store)
                    .into_iter()
                    .flatten()
                    .map(|(key, _)| key)
                {
                    let is_theirs = self
                        .records
                        .get(&store)
                        .is_some_and(|records| records.contains_key(key));
                    if taken.contains(&drawing(key)) && !is_theirs {
                        merge.batch.remove(store, key);
                    }
                }
            }
        }
    }
}
