//! Removal of a statement that a change makes unnecessary.

use super::source::{Call, Source};
use super::texts::TextEdit;
use crate::workspace::source::TokenKind;

/// Returns the change that removes the statement of a call, with its line if the line has nothing else; `None` if the
/// call is a part of a larger statement. A loop over a list of names with the call as its body is one statement.
pub(in crate::session) fn whole_statement(source: &Source<'_>, call: Call) -> Option<TextEdit> {
    let first = loop_start(source, call.callee).unwrap_or(call.callee);
    let begins = first.checked_sub(1).is_none_or(|before| {
        let ended = matches!(source.tokens[before].kind, TokenKind::Mark(b';' | b'}'));
        // Without a semicolon, the line before ends only at a complete expression.
        ended || (source.tokens[first].after_break && matches!(source.text(before), ")" | "]"))
    });
    if !begins || source.tokens[first].depth != 0 {
        return None;
    }
    let next = source.tokens.get(call.close + 1);
    let last = match next {
        Some(token) if token.text(source.text) == ";" => call.close + 1,
        Some(token) if !token.after_break => return None,
        _ => call.close,
    };
    let (start, end) = (source.tokens[first].start, source.tokens[last].end);
    Some(TextEdit::new(with_line(source.text, start, end), String::new()))
}

/// Returns the start of `for (const name of [...])` before this token, if there is one.
fn loop_start(source: &Source<'_>, callee: usize) -> Option<usize> {
    let close = callee.checked_sub(1).filter(|at| source.text(*at) == ")")?;
    let opens = |at: &usize| source.text(*at) == "(" && source.close(*at) == Some(close);
    let open = (0..close).rev().find(opens)?;
    let is_loop = open > 0
        && source.text(open - 1) == "for"
        && source.text(open + 1) == "const"
        && source.text(open + 3) == "of"
        && source.text(open + 4) == "["
        && source.close(open + 4) == Some(close - 1);
    is_loop.then(|| open - 1)
}

/// Extends a range to its whole lines if they have nothing else.
fn with_line(text: &str, start: usize, end: usize) -> (usize, usize) {
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let rest = &text[end..];
    let line_end = rest.find('\n').map_or(text.len(), |at| end + at + 1);
    let is_alone = text[line_start..start].trim().is_empty() && text[end..line_end].trim().is_empty();
    if is_alone {
        (line_start, line_end)
    } else {
        (start, end)
    }
}
