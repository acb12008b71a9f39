//! Names of entities in the strings of a text.

use super::literal::{number_value, string_value};
use super::source::Source;
use super::span::Span;
use std::collections::BTreeSet;
use trammel_code::source::TokenKind;

/// Maximum number of bytes that are searched for names in templates. Beyond it, every name counts as found.
const MOST_SEARCHED: usize = 4_000_000;

impl Source<'_> {
    /// Returns the number of string literals with this value. A template piece that contains the text counts as well.
    pub(crate) fn count_strings(&self, value: &str) -> usize {
        let states = |at: &usize| match self.tokens[*at].kind {
            TokenKind::Text => string_value(self.text(*at)).as_deref() == Some(value),
            TokenKind::Literal => self.text(*at).contains(value) && number_value(self.text(*at)).is_none(),
            _ => false,
        };
        (0..self.tokens.len()).filter(states).count()
    }

    /// Returns the entities that strings outside these statements name, alone or with a part such as `plate.edge[0]`. A
    /// template piece that contains the text counts as well.
    pub(crate) fn named<'n>(&self, names: &BTreeSet<&'n str>, without: &[Span]) -> BTreeSet<&'n str> {
        let mut found = BTreeSet::new();
        let mut searched = 0;
        let mut without: Vec<Span> = without.to_vec();
        without.sort_unstable_by_key(|span| span.first);
        let mut skipped = without.iter().peekable();
        for at in 0..self.tokens.len() {
            while skipped.next_if(|span| span.end <= at).is_some() {}
            if skipped.peek().is_some_and(|span| span.contains(at)) {
                continue;
            }
            let text = self.text(at);
            match self.tokens[at].kind {
                TokenKind::Text => {
                    let Some(value) = string_value(text) else { continue };
                    let value = ["above:", "below:"]
                        .iter()
                        .find_map(|mode| value.strip_prefix(mode))
                        .unwrap_or(&value);
                    let dots = value.match_indices('.').map(|(dot, _)| dot);
                    let starts = dots
                        .chain([value.len()])
                        .filter_map(|end| names.get(&value[..end]));
                    found.extend(starts.copied());
                }
                TokenKind::Literal if number_value(text).is_none() => {
                    searched += names.len() * text.len();
                    if searched > MOST_SEARCHED {
                        return names.clone();
                    }
                    found.extend(names.iter().copied().filter(|name| text.contains(*name)));
                }
                _ => {}
            }
        }
        found
    }
}
