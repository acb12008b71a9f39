//! Loops that may be endless. Every function takes time proportional to the number of tokens.

use super::{Brackets, Token, TokenKind};
use std::collections::BTreeSet;

/// Statements that leave a loop.
const EXITS: [&str; 5] = ["break", "return", "throw", "yield", "await"];

/// Loop with its probability to be endless.
struct Loop {
    /// Token of the keyword.
    first: usize,
    /// 0 for an explicitly endless loop, 1 for an empty body, 2 for any other.
    rank: u8,
}

/// Returns the byte offset of the loop that is most likely endless, after the first occurrence of the name `function`,
/// or in the whole file if the name is empty: preferably an explicit one (`while (true)`, `for (;;)`), then one with an
/// empty body, then the first.
pub fn likely_endless_loop(source: &str, tokens: &[Token], function: &str) -> Option<usize> {
    let named = |token: &Token| token.kind == TokenKind::Word && token.text(source) == function;
    let start = tokens.iter().position(named).filter(|_| !function.is_empty());
    let start = start.unwrap_or(0);
    let found = ranked_loops(source, tokens);
    let after = found.iter().filter(|found| found.first >= start);
    let best = after.min_by_key(|found| found.rank)?;
    Some(tokens[best.first].start)
}

/// Returns the byte offset of an explicitly endless loop without a statement that leaves it.
pub fn plainly_endless_loop(source: &str, tokens: &[Token]) -> Option<usize> {
    let mut endless = ranked_loops(source, tokens);
    endless.retain(|found| found.rank == 0);
    if endless.is_empty() {
        return None;
    }
    let ends = body_ends(source, tokens);
    let is_exit = |i: &usize| {
        let token = &tokens[*i];
        token.kind == TokenKind::Word && EXITS.contains(&token.text(source))
    };
    let exits: Vec<usize> = (0..tokens.len()).filter(is_exit).collect();
    let stays = |found: &&Loop| {
        let next = exits.partition_point(|exit| *exit < found.first);
        exits.get(next).is_none_or(|exit| *exit >= ends[found.first])
    };
    let found = endless.iter().find(stays)?;
    Some(tokens[found.first].start)
}

/// Returns the loops in order.
fn ranked_loops(source: &str, tokens: &[Token]) -> Vec<Loop> {
    let text = |i: usize| tokens.get(i).map_or("", |token| token.text(source));
    let brackets = Brackets::of(tokens);
    let close = |open: usize| brackets.close(tokens, open);
    // `while` of `do ... while`, which belongs to the loop that begins at `do`.
    let mut tails = BTreeSet::new();
    let mut found = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::Word || tails.contains(&i) {
            continue;
        }
        let (open, body) = match token.text(source) {
            "do" => {
                let tail = close(i + 1)
                    .map(|end| end + 1)
                    .filter(|tail| text(*tail) == "while");
                tails.extend(tail);
                (tail.map(|tail| tail + 1), Some(i + 1))
            }
            "while" => (Some(i + 1), close(i + 1).map(|end| end + 1)),
            "for" => {
                let open = if text(i + 1) == "await" { i + 2 } else { i + 1 };
                (Some(open), close(open).map(|end| end + 1))
            }
            _ => continue,
        };
        let header = open.and_then(|open| Some(open..=close(open)?));
        let header = header.filter(|header| header.end() - header.start() <= 3);
        let header: String = header.into_iter().flatten().map(text).collect();
        let is_empty =
            body.is_some_and(|body| text(body) == ";" || (text(body) == "{" && text(body + 1) == "}"));
        let rank = match header.as_str() {
            "(true)" | "(1)" | "(;;)" => 0,
            _ if is_empty => 1,
            _ => 2,
        };
        found.push(Loop { first: i, rank });
    }
    found
}

/// Returns the index of the token that ends a statement which begins at each token: the next `;` or `}` of its depth, or the
/// next token outside its brackets.
fn body_ends(source: &str, tokens: &[Token]) -> Vec<usize> {
    let mut ends = vec![tokens.len(); tokens.len()];
    // For each depth up to the present one, the next token that ends a statement of this depth.
    let mut next: Vec<usize> = Vec::new();
    for (i, token) in tokens.iter().enumerate().rev() {
        let outside = if i + 1 < tokens.len() && next.len() <= token.depth {
            i + 1
        } else {
            tokens.len()
        };
        next.resize(token.depth + 1, outside);
        if matches!(token.kind, TokenKind::Mark(b';' | b'}')) && !token.text(source).is_empty() {
            next[token.depth] = i;
        }
        ends[i] = next[token.depth];
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::tokens;

    #[test]
    fn a_constant_loop_without_break_or_return_is_endless() {
        let at = |source: &str| plainly_endless_loop(source, &tokens(source));
        assert_eq!(at("f();\nwhile (true) { g() }"), Some(5));
        assert_eq!(at("for (;;) { if (a) break; }\nfor (;;);"), Some(27));
        assert_eq!(at("while (1) { return 5 } while (x) {}"), None);
        assert_eq!(at("do { g() } while (true); break"), Some(0));
        assert_eq!(at("do { if (x) break; } while (true);"), None);
        assert_eq!(at("{ while (true) g() }\nbreak"), Some(2));
        assert_eq!(at("while (true) while (1) { break }"), None);
    }

    #[test]
    fn an_explicit_loop_is_likelier_than_an_empty_and_any_other_one() {
        let at = |source: &str, function: &str| likely_endless_loop(source, &tokens(source), function);
        assert_eq!(at("for (x of y) {} while (a) b(); for (;;) c()", ""), Some(31));
        assert_eq!(at("while (a) b(); while (c) {}", ""), Some(15));
        assert_eq!(at("while (true); function f() { while (x) y() }", "f"), Some(29));
        assert_eq!(at("f()", ""), None);
    }
}
