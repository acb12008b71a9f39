//! Splice: a text change stored as the differing piece, small and reversible.

use serde::{Deserialize, Serialize};

/// Replacement of `removed` by `inserted` at byte offset `at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Splice {
    at: usize,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    removed: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    inserted: String,
}

impl Splice {
    /// Computes the change from one text to another.
    pub fn between(from: &str, to: &str) -> Splice {
        super::work::count(from.len() + to.len());
        let same = |(a, b): &(u8, u8)| a == b;
        let mut start = from.bytes().zip(to.bytes()).take_while(same).count();
        while !(from.is_char_boundary(start) && to.is_char_boundary(start)) {
            start -= 1;
        }
        let (from_rest, to_rest) = (&from[start..], &to[start..]);
        let backward = from_rest.bytes().rev().zip(to_rest.bytes().rev());
        let mut end = backward.take_while(same).count();
        let splits = |end: usize| {
            !from_rest.is_char_boundary(from_rest.len() - end)
                || !to_rest.is_char_boundary(to_rest.len() - end)
        };
        while splits(end) {
            end -= 1;
        }
        Splice {
            at: start,
            removed: from[start..from.len() - end].to_owned(),
            inserted: to[start..to.len() - end].to_owned(),
        }
    }

    /// Creates the insertion of `text` at byte offset `at`.
    pub(super) fn insertion(at: usize, text: String) -> Splice {
        Splice {
            at,
            removed: String::new(),
            inserted: text,
        }
    }

    /// Returns `part`, which begins at byte offset `start` of the text before, with the change; `None` if the change is not
    /// completely inside the part.
    pub(super) fn within(&self, start: usize, part: &str) -> Option<String> {
        let at = self.at.checked_sub(start)?;
        // A change of a large text is not copied for each part that it does not concern.
        if at + self.removed.len() > part.len() {
            return None;
        }
        Splice { at, ..self.clone() }.apply(part)
    }

    /// Returns the byte offset after the inserted text.
    pub fn end(&self) -> usize {
        self.at + self.inserted.len()
    }

    /// Returns the reverse change.
    #[must_use]
    pub fn inverse(&self) -> Splice {
        Splice {
            at: self.at,
            removed: self.inserted.clone(),
            inserted: self.removed.clone(),
        }
    }

    /// Applies the change; `None` if `removed` is not at its position in `text`.
    pub fn apply(&self, text: &str) -> Option<String> {
        super::work::count(text.len());
        let rest = text.get(self.at..)?.strip_prefix(self.removed.as_str())?;
        Some(format!("{}{}{rest}", &text[..self.at], self.inserted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_change_and_its_inverse_are_the_identity(from in "[ab머먹é\n]{0,12}", to in "[ab머먹é\n]{0,12}") {
            let splice = Splice::between(&from, &to);
            prop_assert_eq!(splice.apply(&from), Some(to.clone()));
            prop_assert_eq!(splice.inverse().apply(&to), Some(from));
        }
    }
}
