//! Removal of statements that a change makes unnecessary.

use super::source::{CallSpan, Source};
use super::span::Span;
use super::texts::TextEdit;
use crate::source::TokenKind;

/// Keywords after which a line break does not end a statement.
const CONTINUING: [&str; 15] = [
    "else", "do", "return", "case", "in", "of", "typeof", "void", "new", "delete", "throw", "await", "yield",
    "extends", "default",
];

/// Returns the statement of a call; `None` if the call is a part of a larger statement. A loop over a list of names
/// with the call as its body is one statement.
pub fn statement(source: &Source<'_>, call: CallSpan) -> Option<Span> {
    let first = loop_start(source, call.callee).unwrap_or(call.callee);
    if source.tokens[first].depth != 0 || !begins(source, first) {
        return None;
    }
    let next = source.tokens.get(call.close + 1);
    let end = match next {
        Some(token) if token.text(source.text) == ";" => call.close + 2,
        Some(token) if !token.after_break || !may_begin(token.kind) => return None,
        _ => call.close + 1,
    };
    Some(Span { first, end })
}

/// Returns the change that removes the statement of a call.
pub fn whole_statement(source: &Source<'_>, call: CallSpan) -> Option<TextEdit> {
    removals(source, vec![statement(source, call)?]).pop()
}

/// Returns the changes that remove statements, with their lines if the lines have nothing else but a comment at the end.
pub fn removals(source: &Source<'_>, mut statements: Vec<Span>) -> Vec<TextEdit> {
    statements.sort_unstable_by_key(|span| (span.first, span.end));
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for span in statements {
        let (start, end) = source.range(span);
        match ranges.last_mut() {
            Some(last) if start < last.1 => last.1 = last.1.max(end),
            Some(last) if source.text[last.1..start].trim_matches([' ', '\t']).is_empty() => last.1 = end,
            _ => ranges.push((start, end)),
        }
    }
    let removal = |(start, end)| TextEdit::new(with_line(source.text, start, end), String::new());
    ranges.into_iter().map(removal).collect()
}

/// Whether a statement begins at this token of the top level.
fn begins(source: &Source<'_>, first: usize) -> bool {
    let Some(before) = first.checked_sub(1) else {
        return true;
    };
    let after_break = source.tokens[first].after_break;
    match (source.tokens[before].kind, source.text(before)) {
        (TokenKind::Mark(b';' | b'}'), _) => true,
        // Without a semicolon, the line before ends only at a complete expression.
        (TokenKind::Mark(b')'), _) => after_break && !is_header(source, before),
        (TokenKind::Mark(mark), _) => after_break && mark == b']',
        (TokenKind::Word, word) => after_break && !CONTINUING.contains(&word),
        (TokenKind::Text | TokenKind::Literal, _) => after_break,
    }
}

/// Whether a statement may begin with a token of this kind after a line break without a semicolon. An operator or a
/// bracket continues the line before.
fn may_begin(kind: TokenKind) -> bool {
    match kind {
        TokenKind::Word | TokenKind::Text => true,
        TokenKind::Mark(mark) => matches!(mark, b'{' | b'}'),
        TokenKind::Literal => false,
    }
}

/// Whether the parenthesis closes the condition of a statement, such as `if (x)`, whose body follows.
fn is_header(source: &Source<'_>, close: usize) -> bool {
    let keyword = source.open(close).and_then(|open| open.checked_sub(1));
    keyword.is_some_and(|at| matches!(source.text(at), "if" | "for" | "while" | "with" | "await"))
}

/// Returns the start of `for (const name of [...])` before this token, if there is one.
fn loop_start(source: &Source<'_>, callee: usize) -> Option<usize> {
    let close = callee.checked_sub(1).filter(|at| source.text(*at) == ")")?;
    let open = source.open(close)?;
    let is_loop = open > 0
        && source.text(open - 1) == "for"
        && source.text(open + 1) == "const"
        && source.text(open + 3) == "of"
        && source.text(open + 4) == "["
        && source.close(open + 4) == Some(close - 1);
    is_loop.then(|| open - 1)
}

/// Extends a range to its whole lines if they have nothing else but a comment at the end, or else to the spaces on one
/// side. The cost does not depend on the length of the line.
fn with_line(text: &str, start: usize, end: usize) -> (usize, usize) {
    let is_blank = |c: char| c.is_whitespace() && c != '\n';
    let spaces = |text: &str, trimmed: &str| text.len() - trimmed.len();
    let before = text[..start].trim_end_matches(is_blank);
    if !before.is_empty() && !before.ends_with('\n') {
        let before = &text[..start];
        return (start - spaces(before, before.trim_end_matches([' ', '\t'])), end);
    }
    if let Some(line_end) = end_after_comment(text, end) {
        return (before.len(), line_end);
    }
    let after = &text[end..];
    (start, end + spaces(after, after.trim_start_matches([' ', '\t'])))
}

/// Returns the end of the line, its line break included, if the rest of the line is empty or one comment.
fn end_after_comment(text: &str, from: usize) -> Option<usize> {
    let is_blank = |c: char| c.is_whitespace() && c != '\n';
    let skipped = |from: usize| text.len() - text[from..].trim_start_matches(is_blank).len();
    let start = skipped(from);
    let rest = &text[start..];
    let end = if rest.starts_with("//") {
        rest.find('\n').map_or(text.len(), |end| start + end)
    } else if rest.starts_with("/*") {
        let length = rest.find("*/").filter(|length| !rest[..*length].contains('\n'))?;
        skipped(start + length + 2)
    } else {
        start
    };
    match text[end..].chars().next() {
        None => Some(end),
        Some('\n') => Some(end + 1),
        Some(_) => None,
    }
}
