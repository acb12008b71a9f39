//! Text of a code file, which can grow at its end without being copied or scanned again.
//!
//! Invariants: the cost of appending is proportional to the appended text, regardless of the total length;
//! [`Text::whole`] is `base` followed by `tail`; cached names equal those of a scan of the whole text.

use super::source::{self, Token};
use super::symbols;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

#[derive(Clone, Debug)]
pub(super) struct Text {
    /// Text when it was last set or read as a whole.
    base: Arc<str>,
    /// Statements appended since then.
    tail: String,
    /// `base` and `tail` joined, created on demand.
    joined: OnceLock<Arc<str>>,
    names: OnceLock<Names>,
    /// Sorted names that other files can import, shared by all copies of the text.
    offered: Arc<OnceLock<Vec<String>>>,
}

/// Names that a text binds at its top level.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Names {
    bound: BTreeSet<String>,
    /// Whether the text ends with a complete statement, so that appended statements do not change the preceding names:
    /// the last token is `;` outside all brackets, and no comment follows.
    complete: bool,
}

impl Text {
    pub(super) fn new(text: &str) -> Text {
        Text {
            base: text.into(),
            tail: String::new(),
            joined: OnceLock::new(),
            names: OnceLock::new(),
            offered: Arc::default(),
        }
    }

    /// Returns the whole text. The first call after an append copies the text.
    pub(super) fn whole(&self) -> &Arc<str> {
        if self.tail.is_empty() {
            return &self.base;
        }
        self.joined.get_or_init(|| {
            super::work::count(self.len());
            format!("{}{}", self.base, self.tail).into()
        })
    }

    /// Returns the length in bytes.
    pub(super) fn len(&self) -> usize {
        self.base.len() + self.tail.len()
    }

    /// Whether the whole text equals `text`.
    pub(super) fn is(&self, text: &Arc<str>) -> bool {
        self.len() == text.len() && self.whole() == text
    }

    /// Whether appended text starts on its own line.
    pub(super) fn ends_line(&self) -> bool {
        let last = if self.tail.is_empty() {
            &*self.base
        } else {
            &self.tail
        };
        last.is_empty() || last.ends_with('\n')
    }

    /// Whether the text declares or imports this name at its top level.
    pub(super) fn binds(&self, name: &str) -> bool {
        let names = self.names.get_or_init(|| Names::of(self.whole()));
        names.bound.contains(name)
    }

    /// Returns the names that other files can import, sorted.
    pub(super) fn importable_names(&self) -> &[String] {
        self.offered.get_or_init(|| {
            let mut names = symbols::importable_names(self.whole());
            names.sort_unstable();
            names
        })
    }

    pub(super) fn append(&mut self, addition: &str) {
        self.offered = Arc::default();
        if let Some(joined) = self.joined.take() {
            self.base = joined;
            self.tail.clear();
        }
        if self.names.get().is_some_and(|names| !names.stay_with(addition)) {
            self.names = OnceLock::new();
        }
        self.tail.push_str(addition);
    }
}

impl Names {
    fn of(text: &str) -> Names {
        let tokens = source::tokens(text);
        let mut bound: BTreeSet<String> = source::declared_names(text, &tokens).into_iter().collect();
        for import in source::imports(text, &tokens) {
            bound.extend(import.names.into_iter().map(|(_, local)| local));
            bound.extend(import.namespace);
        }
        Names {
            bound,
            complete: ends_complete(text, &tokens),
        }
    }

    /// Whether the cached names remain valid after `addition` is appended.
    fn stay_with(&self, addition: &str) -> bool {
        let added = Names::of(addition);
        self.complete && added.complete && added.bound.is_empty()
    }
}

fn ends_complete(text: &str, tokens: &[Token]) -> bool {
    tokens
        .last()
        .is_some_and(|last| last.depth == 0 && last.text(text) == ";" && text[last.end..].trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn piece() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "draw_circle({ name: \"a;{\", x: 1 });\n",
            "const n = 1;",
            "const",
            "function f() {}",
            "import { a as b } from 'lib';\n",
            "import * as L from 'lib'",
            "/* open",
            "*/",
            "// to the end",
            "\n",
            "{",
            "}",
            "`",
            "머",
            ";",
        ])
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn appended_text_equals_text_set_as_a_whole(
            pieces in prop::collection::vec((piece(), any::<bool>(), any::<bool>()), 0..8),
        ) {
            let mut grown = Text::new("");
            let mut plain = String::new();
            for (piece, read, ask) in pieces {
                grown.append(piece);
                plain.push_str(piece);
                if read {
                    prop_assert_eq!(&**grown.whole(), plain.as_str());
                }
                if ask {
                    grown.binds("n");
                    prop_assert_eq!(grown.names.get(), Some(&Names::of(&plain)));
                }
            }
            prop_assert_eq!(grown.len(), plain.len());
            prop_assert_eq!(grown.ends_line(), plain.is_empty() || plain.ends_with('\n'));
            prop_assert!(grown.is(&plain.as_str().into()));
        }
    }

    #[test]
    fn appending_statements_does_not_process_earlier_text() {
        let statement = "draw_circle({ name: \"c\", x: 0, y: 0, radius: 5 });\n";
        let mut text = Text::new(&statement.repeat(1000));
        assert!(!text.binds("draw_circle"));
        let before = super::super::work::counted_bytes();
        for _ in 0..100 {
            text.append(statement);
            assert!(!text.binds("draw_circle"));
        }
        assert_eq!(
            super::super::work::counted_bytes() - before,
            100 * statement.len()
        );
    }
}
