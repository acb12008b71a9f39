//! Functions that exist, and the recognition of function names in texts.

use std::collections::BTreeSet;
use trammel_base::suggest::snake_case;

/// Names of the functions that exist: tools, and declarations of the modules.
#[derive(Clone, Debug, Default)]
pub struct KnownTools {
    pub(super) names: BTreeSet<String>,
    /// First words of the names with several words. A word that starts with one of them looks like the name of a
    /// tool.
    verbs: BTreeSet<String>,
}

impl KnownTools {
    /// Creates the set from the given names, in either spelling.
    pub fn new<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> KnownTools {
        let names: BTreeSet<String> = names.into_iter().map(|name| snake_case(name.as_ref())).collect();
        let verbs = names
            .iter()
            .filter_map(|name| name.split_once('_'))
            .map(|(verb, _)| verb.to_owned())
            .collect();
        KnownTools { names, verbs }
    }

    /// Returns the first word of a text that looks like a function name but is not the name of a function.
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

    /// Returns the functions named in a text, in snake_case. Only names with several words are recognized.
    pub(super) fn names_in(&self, text: &str) -> BTreeSet<String> {
        let several = |snake: &String| snake.contains('_') && self.names.contains(snake);
        identifiers(text).map(snake_case).filter(several).collect()
    }
}

/// Returns the words of a text that could be the name of a function.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()))
}
