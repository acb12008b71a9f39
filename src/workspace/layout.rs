//! Layout of a drawing in a folder: `main.js`, one `NAME.js` per module, all other data in `.trammel/`. The key
//! `file/main` is `main.js`, and `good/main` is `.trammel/good.main.js`.
//!
//! The command line and the page use the same layout, so both can open one folder.

use super::storage::{FILE_PREFIX, GOOD_PREFIX};
use super::{FileName, MAX_FILE_BYTES};

/// Directory of all data other than code.
pub const STATE: &str = ".trammel";

/// Maximum size of a file in [`STATE`], in bytes.
pub const MAX_STATE_BYTES: usize = 16 << 20;

/// File of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FolderFile {
    /// Whether the file is in [`STATE`] and not in the folder itself.
    pub is_state: bool,
    /// Name of the file.
    pub name: String,
    /// Maximum size, in bytes.
    pub most: usize,
}

impl FolderFile {
    /// Returns the file of a key of the storage.
    pub fn of_key(key: &str) -> FolderFile {
        let file = |is_state, name, most| FolderFile { is_state, name, most };
        match (key.strip_prefix(FILE_PREFIX), key.strip_prefix(GOOD_PREFIX)) {
            (Some(code), _) => file(false, format!("{code}.js"), MAX_FILE_BYTES),
            (None, Some(code)) => file(true, format!("good.{code}.js"), MAX_FILE_BYTES),
            (None, None) => file(true, format!("{key}.json"), MAX_STATE_BYTES),
        }
    }

    /// Returns the path relative to the folder.
    pub fn path(&self) -> String {
        let name = &self.name;
        if self.is_state {
            format!("{STATE}/{name}")
        } else {
            name.clone()
        }
    }
}

/// Returns the key of a file in the folder itself; `None` if it is not a code file.
pub fn key_of_code(name: &str) -> Option<String> {
    // `FileName` itself removes one extension, but `a.js.js` is not the file `a`.
    let stem = name.strip_suffix(".js").filter(|stem| !stem.ends_with(".js"))?;
    let file = FileName::new(stem).ok()?;
    Some(format!("{FILE_PREFIX}{file}"))
}

/// Returns the key of a file in [`STATE`]; `None` if the file is not part of the drawing.
pub fn key_of_state(name: &str) -> Option<String> {
    if let Some(key) = name.strip_suffix(".json") {
        return Some(key.to_owned());
    }
    let code = name.strip_prefix("good.")?.strip_suffix(".js")?;
    Some(format!("{GOOD_PREFIX}{code}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_key_and_its_file_correspond() {
        for (key, path) in [
            ("file/main", "main.js"),
            ("file/기어", "기어.js"),
            ("good/main", ".trammel/good.main.js"),
            ("tools", ".trammel/tools.json"),
        ] {
            let file = FolderFile::of_key(key);
            assert_eq!(file.path(), path);
            let back = if file.is_state {
                key_of_state(&file.name)
            } else {
                key_of_code(&file.name)
            };
            assert_eq!(back.unwrap(), key);
        }
        for other in ["README.md", "a.js.js", "a b.js", ".js"] {
            assert_eq!(key_of_code(other), None, "{other}");
        }
        assert_eq!(key_of_state("notes.txt"), None);
    }
}
