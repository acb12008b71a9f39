//! Blocks in which a name is declared: a use outside of them is the one that is not defined.

use super::reporter::Reporter;
use std::ops::Range;
use trammel_code::source::{self, Token, TokenKind};
use trammel_language::{Bilingual, bilingual};
use trammel_run::Place;

/// Declaration of a name within a block.
pub(super) struct Declared {
    /// Offset of the name.
    pub(super) at: usize,
    /// Offsets of the block.
    scope: Range<usize>,
}

impl Declared {
    /// Whether an offset is in the block.
    pub(super) fn contains(&self, at: usize) -> bool {
        self.scope.contains(&at)
    }
}

impl Reporter {
    /// Returns a message if the name is declared in a block that does not contain the place. Code that an earlier call
    /// appended is such a block.
    pub(super) fn in_another_block(&self, place: &Place, name: &str) -> Option<Bilingual> {
        let text = self.files.text(&place.file)?;
        in_blocks(text, &source::tokens(text), name).first()?;
        Some(bilingual!(
            "{name} is not defined here: its declaration is within another block, such as that of an earlier call. Declare it here, too.",
            "{name}이(가) 여기에 정의되지 않았어요. 선언은 앞선 호출 같은 다른 블록 안에 있어요. 여기에도 선언하세요."
        ))
    }
}

/// Returns the declarations of a name within blocks. A name that is declared at the top level is defined everywhere.
pub(super) fn in_blocks(text: &str, tokens: &[Token], name: &str) -> Vec<Declared> {
    let keyword = |i: usize| {
        let token = &tokens[i];
        let after_dot = i
            .checked_sub(1)
            .is_some_and(|before| tokens[before].is(text, "."));
        (token.kind == TokenKind::Word && token.depth > 0 && !after_dot).then(|| token.text(text))
    };
    let declared = |i: usize| match keyword(i)? {
        "const" | "let" => variable(text, tokens, i, name),
        "class" | "function" => tokens.get(i + 1).filter(|next| next.text(text) == name),
        _ => None,
    };
    let found = (0..tokens.len()).filter_map(|i| Some((i, declared(i)?)));
    found
        .filter_map(|(i, token)| {
            Some(Declared {
                at: token.start,
                scope: scope(text, tokens, i)?,
            })
        })
        .collect()
}

/// Returns the offset at which a name is declared after the offset `at`, in a block around it or at the top level.
pub(super) fn declared_later(text: &str, tokens: &[Token], name: &str, at: usize) -> Option<usize> {
    let blocks = in_blocks(text, tokens, name);
    let is_in_scope = |token: &Token| {
        let here = |block: &Declared| block.at == token.start && block.contains(at);
        token.depth == 0 || blocks.iter().any(here)
    };
    let declares = |pair: &&[Token]| {
        pair[0].start > at
            && matches!(pair[0].text(text), "let" | "const" | "class")
            && pair[1].text(text) == name
            && is_in_scope(&pair[1])
    };
    tokens.windows(2).find(declares).map(|pair| pair[1].start)
}

/// Returns the uses of a name outside of the blocks that declare it, or all uses if there are none outside.
pub(super) fn unbound_uses(text: &str, name: &str) -> Vec<usize> {
    let tokens = source::tokens(text);
    let blocks = in_blocks(text, &tokens, name);
    let uses = source::uses_of(text, &tokens, name);
    let is_unbound = |at: &&usize| !blocks.iter().any(|block| block.contains(**at));
    let unbound: Vec<usize> = uses.iter().filter(is_unbound).copied().collect();
    if unbound.is_empty() { uses } else { unbound }
}

/// Returns the token of the name if the keyword `i` declares it, also within a pattern or after a comma.
fn variable<'a>(text: &str, tokens: &'a [Token], i: usize, name: &str) -> Option<&'a Token> {
    let depth = tokens[i].depth;
    let mut is_pattern = true;
    for (at, token) in tokens.iter().enumerate().skip(i + 1) {
        let word = token.text(text);
        if token.depth < depth {
            return None;
        }
        if token.depth == depth {
            match word {
                ";" | "const" | "let" | "var" | "function" | "class" => return None,
                "=" | "of" | "in" => is_pattern = false,
                "," => is_pattern = true,
                _ if token.after_break && !is_pattern => return None,
                _ => {}
            }
        }
        let is_key = tokens.get(at + 1).is_some_and(|next| next.is(text, ":"));
        if is_pattern && token.kind == TokenKind::Word && word == name && !is_key {
            return Some(token);
        }
    }
    None
}

/// Returns the offsets of the block around the token `i`. The variable of a loop also belongs to the body.
fn scope(text: &str, tokens: &[Token], i: usize) -> Option<Range<usize>> {
    let depth = tokens[i].depth;
    let open = tokens[..i].iter().rposition(|token| token.depth < depth)?;
    let end_of = |from: usize, depth: usize| {
        let after = tokens.iter().enumerate().skip(from + 1);
        after
            .clone()
            .find(|(_, token)| token.depth <= depth)
            .map_or(tokens.len() - 1, |(at, _)| at)
    };
    let mut close = end_of(i, depth - 1);
    let body = close + 1;
    if tokens[open].is(text, "(") && tokens.get(body).is_some_and(|token| token.is(text, "{")) {
        close = end_of(body, tokens[body].depth);
    }
    Some(tokens[open].start..tokens[close].end)
}
