//! Constants of the top level of a text, found in one pass for all values that name one.

use super::span::Span;
use std::collections::BTreeMap;
use trammel_code::source::{Token, TokenKind, declares_variables, is_variable};

/// Names of a text.
#[derive(Debug)]
pub(super) struct Constants(BTreeMap<String, Named>);

/// Uses of a name.
#[derive(Clone, Copy, Debug, Default)]
struct Named {
    /// Number of uses as a variable, its declaration included.
    uses: usize,
    /// Initial value, if the name is a constant that is not exported.
    initial: Option<Span>,
}

impl Constants {
    pub(super) fn of(text: &str, tokens: &[Token]) -> Constants {
        let mut names: BTreeMap<&str, Named> = BTreeMap::new();
        // Last keyword or end of a statement at the top level.
        let mut keyword = None;
        for (at, token) in tokens.iter().enumerate() {
            if token.kind == TokenKind::Word && is_variable(text, tokens, at) {
                names.entry(token.text(text)).or_default().uses += 1;
            }
            if let Some(initial) = keyword.and_then(|keyword| initial(text, tokens, (keyword, at))) {
                names
                    .entry(token.text(text))
                    .or_default()
                    .initial
                    .get_or_insert(initial);
            }
            if token.depth == 0 && matches!(token.text(text), "const" | "let" | "var" | ";") {
                keyword = Some(at);
            }
        }
        let names = names.into_iter().filter(|(_, named)| named.initial.is_some());
        Constants(names.map(|(name, named)| (name.to_owned(), named)).collect())
    }

    /// Returns the initial value of a constant and whether it has no other use than one; `None` if there is no such
    /// constant.
    pub(super) fn get(&self, name: &str) -> Option<(Span, bool)> {
        let named = self.0.get(name)?;
        Some((named.initial?, named.uses == 2))
    }
}

/// Returns the initial value of the constant that token `at` declares; `None` if the last keyword before the token is no
/// `const`, or if it is exported.
fn initial(text: &str, tokens: &[Token], (keyword, at): (usize, usize)) -> Option<Span> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text(text));
    let is_declared = tokens[at].depth == 0
        && word(at + 1) == "="
        && word(at + 2) != "="
        && word(keyword) == "const"
        // Other declarators of the same statement may come before.
        && (keyword + 1 == at || word(at - 1) == ",")
        && keyword.checked_sub(1).is_none_or(|before| word(before) != "export");
    if !is_declared {
        return None;
    }
    let first = at + 2;
    let ends = |at: &usize| {
        let token = &tokens[*at];
        let ends_line = token.after_break && *at > first && token.kind == TokenKind::Word;
        let is_mark = matches!(token.kind, TokenKind::Mark(b';' | b','));
        token.depth == 0 && (is_mark || ends_line || declares_variables(text, tokens, *at))
    };
    let end = (first..tokens.len()).find(ends).unwrap_or(tokens.len());
    (first < end).then_some(Span { first, end })
}
