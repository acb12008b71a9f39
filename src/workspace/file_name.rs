//! Names of code files, without extension.

use super::WorkspaceError;
use super::limits::MAX_NAME_CHARS;
use serde::{Deserialize, Deserializer, Serialize, de};
use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

/// Name of a code file: 1 to [`MAX_NAME_CHARS`] letters and digits of any script, `_` or `-`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct FileName(Arc<str>);

impl FileName {
    /// Name of the main file, whose run yields the drawing.
    pub const MAIN: &'static str = "main";

    /// Creates a file name; a trailing `.js` is removed.
    ///
    /// # Errors
    /// Returns an error that lists the allowed characters if the name is invalid.
    pub fn new(name: &str) -> Result<FileName, WorkspaceError> {
        let bare = name.strip_suffix(".js").unwrap_or(name);
        let fits = (1..=MAX_NAME_CHARS).contains(&bare.chars().count());
        if fits && bare.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-') {
            return Ok(FileName(bare.into()));
        }
        Err(WorkspaceError::BadName {
            name: name.to_owned(),
        })
    }

    /// Returns the name of `main`.
    pub fn main() -> FileName {
        FileName(Self::MAIN.into())
    }

    /// Whether this is `main`.
    pub fn is_main(&self) -> bool {
        &*self.0 == Self::MAIN
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for FileName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for FileName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FileName, D::Error> {
        FileName::new(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_allow_any_script_and_no_paths() {
        for good in ["main", "house_lib", "집", "a-1", "main.js"] {
            assert!(FileName::new(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "../x",
            "a/b",
            "a b",
            "a.b",
            "https://x",
            "\u{0}",
            &"x".repeat(MAX_NAME_CHARS + 1),
        ] {
            assert!(FileName::new(bad).is_err(), "{bad}");
        }
    }
}
