//! One change of a text, stored as the piece that differs: small, and it can be taken back.

/// At byte `at`, `removed` became `inserted`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    at: usize,
    removed: String,
    inserted: String,
}

impl Splice {
    /// The change from one text to another.
    pub fn between(from: &str, to: &str) -> Splice {
        let common = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
            pairs.take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum()
        };
        let start = common(&mut from.chars().zip(to.chars()));
        let end = common(&mut from[start..].chars().rev().zip(to[start..].chars().rev()));
        Splice {
            at: start,
            removed: from[start..from.len() - end].to_owned(),
            inserted: to[start..to.len() - end].to_owned(),
        }
    }

    /// The change back.
    #[must_use]
    pub fn inverse(&self) -> Splice {
        Splice {
            at: self.at,
            removed: self.inserted.clone(),
            inserted: self.removed.clone(),
        }
    }

    /// The changed text; `None` when `text` is not the one this change was made from.
    pub fn apply(&self, text: &str) -> Option<String> {
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
        fn a_change_and_its_inverse_are_the_identity(from in "[ab머\n]{0,12}", to in "[ab머\n]{0,12}") {
            let splice = Splice::between(&from, &to);
            prop_assert_eq!(splice.apply(&from), Some(to.clone()));
            prop_assert_eq!(splice.inverse().apply(&to), Some(from));
        }
    }
}
