//! Brackets of a text, and the numbers that stand for equal texts.

use std::collections::BTreeMap;

/// Numbers of equal texts and keys, for both texts of a comparison.
#[derive(Default)]
pub(super) struct Numbers<'t> {
    texts: BTreeMap<&'t str, u32>,
    keys: BTreeMap<Vec<u32>, u32>,
}

impl<'t> Numbers<'t> {
    pub(super) fn of_text(&mut self, text: &'t str) -> u32 {
        let next = number(self.texts.len());
        *self.texts.entry(text).or_insert(next)
    }

    pub(super) fn of_key(&mut self, key: Vec<u32>) -> u32 {
        let next = number(self.keys.len());
        *self.keys.entry(key).or_insert(next)
    }
}

/// Open bracket.
pub(super) struct Frame {
    pub(super) parent: usize,
    /// Number of brackets around the content.
    pub(super) depth: u32,
    /// Line that has the bracket, or the statement that a bracket alone in its line belongs to.
    pub(super) line: usize,
    /// Number of the texts of all brackets around the content.
    pub(super) chain: u32,
    /// Whether the bracket is alone in its line and belongs to no statement before it.
    pub(super) is_bare: bool,
    pub(super) kind: Kind,
    /// Token before the bracket.
    pub(super) head: Option<usize>,
    /// Number of question marks whose colon is missing.
    pub(super) questions: u32,
    /// Whether the last colon belongs to a question mark.
    pub(super) is_answered: bool,
    /// Leaving statements before the bracket.
    pub(super) inherited: u32,
    /// Number of `return` and `throw`, and of `break` and `continue`, in the block.
    pub(super) left: [u32; 2],
}

/// Kind of a bracket, which says what the statements that leave it skip.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Function,
    Loop,
    /// Body of `do`, a loop whose condition follows.
    Do,
    Other,
}

impl Frame {
    /// Returns the top level.
    pub(super) fn top() -> Frame {
        Frame {
            parent: 0,
            depth: 0,
            line: 0,
            chain: 0,
            is_bare: false,
            kind: Kind::Function,
            head: None,
            questions: 0,
            is_answered: false,
            inherited: 0,
            left: [0; 2],
        }
    }
}

/// Whether a line contains more than the punctuation of code: a letter, a digit, or a sign of a text.
pub fn is_significant(line: &str) -> bool {
    line.contains(|c: char| !c.is_ascii_punctuation() && !c.is_whitespace())
}

pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
