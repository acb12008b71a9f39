//! Entity names, which identify the entities of a drawing.
//!
//! Invariant: a [`Name`] has 1 to 200 characters, and its reader sees each of them (`visible.rs` of `base`). A name of earlier
//! versions with hidden characters still names its entity: [`plain_name`] returns the present form.

use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::{Borrow, Cow};
use std::{fmt, ops::Deref, sync::Arc};
use trammel_base::visible::{is_blank, is_hidden, visible_text};
use trammel_language::{Bilingual, bilingual};

/// Maximum length of a name, in characters.
pub const MAX_NAME_CHARS: usize = 200;

/// Name of an entity, in any script. Cheap to clone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Name(Arc<str>);

impl Name {
    /// Creates a name from `text` without hidden characters and surrounding white space.
    ///
    /// # Errors
    /// Returns an error if no character remains or more than [`MAX_NAME_CHARS`] do.
    pub fn new(text: &str) -> Result<Name, Bilingual> {
        let name: Arc<str> = plain_name(text).into();
        if name.is_empty() {
            return Err(bilingual!(
                "a name must have at least one visible character",
                "이름에는 보이는 글자가 하나는 있어야 해요"
            ));
        }
        let count = if name.len() <= MAX_NAME_CHARS {
            0
        } else {
            name.chars().count()
        };
        if count > MAX_NAME_CHARS {
            return Err(bilingual!(
                "a name has at most {MAX_NAME_CHARS} characters, got {count}",
                "이름은 최대 {MAX_NAME_CHARS}자인데 {count}자예요"
            ));
        }
        Ok(Name(name))
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns the form of a name that a [`Name`] has: without hidden characters and surrounding white space.
///
/// A text that shows nothing and is not empty either, such as a filler of Hangul, was a name in earlier versions. The
/// result has its code points (`U+3164`), so that drawings with such names still run.
pub(super) fn plain_name(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    if !trimmed.contains(|c| is_hidden(c) || c == '\u{2800}') {
        return Cow::Borrowed(trimmed);
    }
    // A name is one line: line breaks and tabs go as well.
    let line: String = trimmed.chars().filter(|c| !c.is_control()).collect();
    if !is_blank(&line) {
        return Cow::Owned(visible_text(&line).trim().to_owned());
    }
    let codes: Vec<String> = line
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| format!("U+{:04X}", u32::from(c)))
        .collect();
    Cow::Owned(codes.join(" ").chars().take(MAX_NAME_CHARS).collect())
}

impl Deref for Name {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        let text = String::deserialize(deserializer)?;
        Name::new(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_dropped_and_a_name_without_a_visible_one_shows_its_code_points() {
        for c in ('\0'..=char::MAX).filter(|c| is_hidden(*c)) {
            assert_eq!(Name::new(&format!("wa{c}ll")).unwrap().as_str(), "wall", "{c:?}");
            if !c.is_control() && !c.is_whitespace() {
                let name = Name::new(&format!(" {c}")).unwrap();
                assert_eq!(name.as_str(), format!("U+{:04X}", u32::from(c)));
                assert_eq!(Name::new(&name).unwrap(), name);
            }
        }
        assert_eq!(Name::new("\u{3164} \u{2800}").unwrap().as_str(), "U+3164 U+2800");
        assert_eq!(Name::new(&"\u{e0041}".repeat(200)).unwrap().chars().count(), 200);
        assert_eq!(Name::new("👨\u{200d}👩").unwrap().as_str(), "👨\u{200d}👩");
        assert!(Name::new("\u{2028}\u{85}").is_err());
    }

    #[test]
    fn control_characters_are_dropped_and_empty_names_refused() {
        assert_eq!(Name::new(" a\nb\u{0} ").unwrap().as_str(), "ab");
        assert!(Name::new(" \n ").is_err());
        assert!(Name::new(&"머".repeat(200)).is_ok());
        assert!(Name::new(&"머".repeat(201)).unwrap_err().english.contains("201"));
    }
}
