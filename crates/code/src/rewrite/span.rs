//! Expressions as ranges of tokens.

/// Expression as a range of token indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub(super) first: usize,
    /// Index after the last token.
    pub(super) end: usize,
}

impl Span {
    /// Whether a token belongs to the expression.
    pub fn contains(self, token: usize) -> bool {
        (self.first..self.end).contains(&token)
    }

    /// Whether the expression ends before a token.
    pub fn ends_before(self, token: usize) -> bool {
        self.end <= token
    }

    /// Returns expressions in order, with one for those that overlap.
    pub fn merge_overlaps(spans: &[Span]) -> Vec<Span> {
        let mut sorted = spans.to_vec();
        sorted.sort_unstable_by_key(|span| (span.first, span.end));
        let mut joined: Vec<Span> = Vec::new();
        for span in sorted {
            match joined.last_mut() {
                Some(last) if span.first < last.end => last.end = last.end.max(span.end),
                _ => joined.push(span),
            }
        }
        joined
    }
}
