//! The functions that exist.

use crate::suggest::snake_case;
use std::collections::BTreeSet;

/// The functions that exist: tools, and what the modules declare.
#[derive(Clone, Debug, Default)]
pub struct KnownTools {
    pub(super) names: BTreeSet<String>,
    /// First words of names that have several: what the name of a tool looks like.
    verbs: BTreeSet<String>,
}

impl KnownTools {
    /// Exactly these exist, in either spelling.
    pub fn new<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> KnownTools {
        let names: BTreeSet<String> = names.into_iter().map(|name| snake_case(name.as_ref())).collect();
        let verbs = names
            .iter()
            .filter_map(|name| name.split_once('_'))
            .map(|(verb, _)| verb.to_owned())
            .collect();
        KnownTools { names, verbs }
    }

    /// The first word of a text that looks like a function and is none.
    pub fn missing_in(&self, text: &str) -> Option<String> {
        identifiers(text)
            .find(|word| {
                let snake = snake_case(word);
                let looks = snake
                    .split_once('_')
                    .is_some_and(|(verb, _)| self.verbs.contains(verb));
                looks && !self.names.contains(&snake)
            })
            .map(str::to_owned)
    }

    /// The functions that a text names, in snake_case.
    pub(super) fn named_in(&self, text: &str) -> BTreeSet<String> {
        let several = |snake: &String| snake.contains('_') && self.names.contains(snake);
        identifiers(text).map(snake_case).filter(several).collect()
    }
}

/// Words that could name a function.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()))
}
