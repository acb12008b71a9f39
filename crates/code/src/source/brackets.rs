//! Ends of brackets, for all tokens of a text at once.

use super::{Token, TokenKind};

/// Index of the token at which each token's bracket, or the token itself, ends. Looking an end up takes constant time, so
/// that a text with many brackets costs no more than one with few.
#[derive(Clone, Debug)]
pub struct Brackets {
    ends: Vec<u32>,
    /// Opening bracket of each closing one.
    opens: Vec<u32>,
}

impl Brackets {
    /// Finds the ends in one pass.
    pub fn of(tokens: &[Token]) -> Brackets {
        let mut ends = vec![u32::MAX; tokens.len()];
        let mut opens = ends.clone();
        // Tokens whose end is not known yet, with rising depths.
        let mut open: Vec<usize> = Vec::new();
        for (i, token) in tokens.iter().enumerate() {
            while let Some(first) = open.pop_if(|first| tokens[*first].depth >= token.depth) {
                ends[first] = u32::try_from(i).unwrap_or(u32::MAX);
                if opens_bracket(&tokens[first]) {
                    opens[i] = u32::try_from(first).unwrap_or(u32::MAX);
                }
            }
            open.push(i);
        }
        Brackets { ends, opens }
    }

    /// Returns the index of the bracket that closes the one at `open`; `None` if none does, or if `open` is no bracket.
    pub fn close(&self, tokens: &[Token], open: usize) -> Option<usize> {
        let close = *self.ends.get(open)? as usize;
        let closes = matches!(tokens.get(close)?.kind, TokenKind::Mark(b')' | b']' | b'}'));
        (closes && opens_bracket(&tokens[open])).then_some(close)
    }

    /// Returns the index of the bracket that the one at `close` closes.
    pub fn open(&self, tokens: &[Token], close: usize) -> Option<usize> {
        let open = *self.opens.get(close)? as usize;
        (self.close(tokens, open)? == close).then_some(open)
    }
}

fn opens_bracket(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Mark(b'(' | b'[' | b'{'))
}
