//! Entity names, which identify the entities of a drawing.
//!
//! Invariant: a [`Name`] has 1 to 200 characters and no control character.

use crate::language::{Bilingual, bilingual};
use serde::{Deserialize, Deserializer, Serialize};
use std::{borrow::Borrow, fmt, ops::Deref, sync::Arc};

/// Maximum length of a name, in characters.
pub const MAX_NAME_CHARS: usize = 200;

/// Name of an entity, in any script. Cheap to clone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Name(Arc<str>);

impl Name {
    /// Creates a name from `text` without control characters and surrounding white space.
    ///
    /// # Errors
    /// Returns an error if no character remains or more than [`MAX_NAME_CHARS`] do.
    pub fn new(text: &str) -> Result<Name, Bilingual> {
        let plain = |c: char| !c.is_control();
        let trimmed = text.trim();
        let name: Arc<str> = if trimmed.chars().all(plain) {
            trimmed.into()
        } else {
            trimmed
                .chars()
                .filter(|c| plain(*c))
                .collect::<String>()
                .trim()
                .into()
        };
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
    fn control_characters_are_dropped_and_empty_names_refused() {
        assert_eq!(Name::new(" a\nb\u{0} ").unwrap().as_str(), "ab");
        assert!(Name::new(" \n ").is_err());
        assert!(Name::new(&"머".repeat(200)).is_ok());
        assert!(Name::new(&"머".repeat(201)).unwrap_err().english.contains("201"));
    }
}
