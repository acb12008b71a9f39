//! Names of code files, without extension.

use super::WorkspaceError;
use super::limits::MAX_NAME_CHARS;
use serde::{Deserialize, Deserializer, Serialize, de};
use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;
use trammel_base::visible::{escape_hidden, is_hidden};

/// Names of devices on Windows; numbered ones are checked in [`FileName::is_reserved`].
const RESERVED: [&str; 4] = ["aux", "con", "nul", "prn"];

/// Numbers of serial and parallel ports on Windows, which also reads superscript digits.
const PORT_NUMBERS: [char; 13] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '¹', '²', '³'];

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

    /// Creates the name of a new file, which has no hidden character. Four letters of Hangul display as nothing; files of
    /// earlier versions may have them.
    ///
    /// # Errors
    /// Returns an error that lists the allowed characters if the name is invalid.
    pub fn of_new_file(name: &str) -> Result<FileName, WorkspaceError> {
        if name.contains(is_hidden) {
            return Err(WorkspaceError::BadName {
                name: escape_hidden(name).into_owned(),
            });
        }
        FileName::new(name)
    }

    /// Returns the name of `main`.
    pub fn main() -> FileName {
        FileName(Self::MAIN.into())
    }

    /// Whether this is `main`.
    pub fn is_main(&self) -> bool {
        &*self.0 == Self::MAIN
    }

    /// Whether Windows reserves the name for a device, so that a folder cannot have a file of this name there.
    pub fn is_reserved(&self) -> bool {
        let name = self.0.to_lowercase();
        let numbered = ["com", "lpt"].iter().any(|device| {
            name.strip_prefix(device)
                .is_some_and(|number| number.chars().count() == 1 && number.contains(PORT_NUMBERS))
        });
        numbered || RESERVED.contains(&name.as_str())
    }

    /// Whether macOS and Windows cannot distinguish the files of these names: the names differ at most in case and in
    /// the Unicode form of Hangul, which some systems write in single letters.
    pub fn is_same_file(&self, other: &str) -> bool {
        compose_hangul(&self.0).to_lowercase() == compose_hangul(other).to_lowercase()
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns a text whose Hangul syllables are single characters (the part of Unicode's normalization form C that the names
/// of files need: a name has no combining mark).
fn compose_hangul(text: &str) -> String {
    const SYLLABLES: u32 = 0xac00;
    const LEADING: u32 = 0x1100;
    const VOWELS: u32 = 0x1161;
    const TRAILING: u32 = 0x11a7;
    const LEADING_COUNT: u32 = 19;
    const VOWEL_COUNT: u32 = 21;
    const TRAILING_COUNT: u32 = 28;
    let place =
        |c: char, first: u32, count: u32| u32::from(c).checked_sub(first).filter(|place| *place < count);
    let mut composed = String::with_capacity(text.len());
    for c in text.chars() {
        let syllable = composed.chars().next_back().and_then(|last| {
            if let (Some(leading), Some(vowel)) =
                (place(last, LEADING, LEADING_COUNT), place(c, VOWELS, VOWEL_COUNT))
            {
                return char::from_u32(SYLLABLES + (leading * VOWEL_COUNT + vowel) * TRAILING_COUNT);
            }
            let open = place(last, SYLLABLES, LEADING_COUNT * VOWEL_COUNT * TRAILING_COUNT)?;
            let trailing = place(c, TRAILING, TRAILING_COUNT).filter(|trailing| *trailing > 0)?;
            let is_open = open % TRAILING_COUNT == 0;
            is_open.then(|| char::from_u32(u32::from(last) + trailing))?
        });
        if syllable.is_some() {
            composed.pop();
        }
        composed.push(syllable.unwrap_or(c));
    }
    composed
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

    #[test]
    fn a_new_file_has_no_hidden_character_in_its_name_and_old_names_stay() {
        for c in ('\0'..=char::MAX).filter(|c| is_hidden(*c)) {
            assert!(FileName::of_new_file(&format!("li{c}b")).is_err(), "{c:?}");
        }
        assert!(FileName::new("li\u{3164}b").is_ok_and(|name| name.as_str() == "li\u{3164}b"));
        assert!(FileName::of_new_file("집-1").is_ok());
    }

    #[test]
    fn names_that_differ_in_case_or_in_the_form_of_hangul_are_one_file() {
        let is_same =
            |name: &str, other: &str| FileName::new(name).is_ok_and(|name| name.is_same_file(other));
        for (name, other) in [
            ("Gear", "gear"),
            // "집", "기어", and "값2" in single letters.
            ("집", "\u{110c}\u{1175}\u{11b8}"),
            ("기어", "\u{1100}\u{1175}\u{110b}\u{1165}"),
            ("값2", "\u{1100}\u{1161}\u{11b9}2"),
        ] {
            assert!(is_same(name, other) && is_same(other, name), "{name}");
        }
        for (name, other) in [("gear", "gears"), ("가", "각"), ("가", "가가")] {
            assert!(!is_same(name, other), "{name}");
        }
    }

    #[test]
    fn names_of_windows_devices_are_reserved_in_any_case() {
        for (name, reserved) in [
            ("con", true),
            ("AUX", true),
            ("Nul", true),
            ("prn", true),
            ("com1", true),
            ("LPT9", true),
            ("com¹", true),
            ("com", false),
            ("com10", false),
            ("coma", false),
            ("console", false),
            ("aux_2", false),
        ] {
            assert_eq!(
                FileName::new(name).is_ok_and(|name| name.is_reserved()),
                reserved,
                "{name}"
            );
        }
    }
}
