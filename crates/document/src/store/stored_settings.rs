//! Stored forms of the title of a drawing and of the locked and hidden flags.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trammel_base::sort;
use trammel_scene::{Flags, Name, Scene, Units};

/// Key of the locked and hidden flags.
pub(crate) const LOCKS: &str = "holds";

/// Key of the settings of layers.
pub(crate) const LAYERS: &str = "layers";

/// Key of the title.
pub(crate) const TITLE: &str = "title";

/// Keys of the settings of a drawing, which carry no instructions for a model.
pub const SETTINGS_KEYS: [&str; 3] = [LOCKS, LAYERS, TITLE];

/// Default name and unit of a drawing.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Title {
    name: String,
    units: Units,
}

impl Title {
    /// Returns the title of a drawing.
    pub(crate) fn of(scene: &Scene) -> Title {
        Title {
            name: scene.default_name().to_owned(),
            units: scene.default_units(),
        }
    }

    /// Parses a stored title.
    ///
    /// # Errors
    /// Returns an error if the text is not a title.
    pub(crate) fn read(text: &str) -> Result<Title, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Returns the text to store; `None` for the title of an empty drawing, which is not stored.
    pub(crate) fn text(&self) -> Option<String> {
        let is_standard = *self == Title::of(&Scene::default());
        (!is_standard).then(|| serde_json::to_string(self).unwrap_or_default())
    }

    /// Returns the empty drawing with this title.
    pub(crate) fn blank(&self) -> Scene {
        Scene::new(&self.name).with_units(self.units)
    }
}

/// Parses the locks of a stored document: `{"name": [locked, hidden]}`.
pub(crate) fn read_locks(text: &str) -> Result<BTreeMap<Name, Flags>, serde_json::Error> {
    let stored: BTreeMap<Name, (bool, bool)> = serde_json::from_str(text)?;
    let flags = |(name, (locked, hidden))| (name, Flags { locked, hidden });
    Ok(sort::map(stored.into_iter().map(flags)))
}

/// Returns the text of the locks to store.
pub(crate) fn write_locks(locks: &BTreeMap<Name, Flags>) -> String {
    let stored = locks
        .iter()
        .map(|(name, flags)| (name, (flags.locked, flags.hidden)));
    serde_json::to_string(&sort::map(stored)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::SETTINGS_KEYS;
    use crate::{LINEAGE_KEY, REVISION_KEY};
    use trammel_code::layout::STATE_KEYS;
    use trammel_knowledge::Memory;
    use trammel_tools::CustomTools;

    #[test]
    fn every_part_of_a_document_has_a_file_in_a_folder() {
        let mut keys = [REVISION_KEY, LINEAGE_KEY, CustomTools::KEY].to_vec();
        keys.extend(SETTINGS_KEYS.iter().chain(&Memory::KEYS));
        keys.sort_unstable();
        assert_eq!(keys, STATE_KEYS);
    }
}
