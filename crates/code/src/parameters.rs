//! Parameters of a drawing: top-level constants of `main` whose value is a literal, so that the user can change the
//! value without editing code.
//!
//! A number is always a parameter, as in `const t = 3; // 1..12 step 0.1 mm`. So is a boolean, and a string whose comment
//! lists choices (`// round | square`). A comment `fixed` on the line keeps its constants out. Invariants: the text is
//! not executed, and text that is not JavaScript yields harmless results; [`change_value`] replaces only the bytes of one
//! literal. `comment.rs` reads the comment and `range.rs` has the range of a number.

mod comment;
mod range;

pub use range::NumberRange;

use super::literal::{decimal_at, rounded_text, string_value};
use super::source::{Token, TokenKind, declares_variables, starts_statement, tokens};
use super::write::quote_with;
use comment::Comments;
use std::collections::BTreeMap;

/// Maximum number of parameters of a file; further constants are only code.
pub const MOST: usize = 200;

/// Top-level constant with a literal value.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Name of the constant.
    pub name: String,
    /// Value with its limits.
    pub value: Setting,
    /// Byte offset of the literal, its sign included.
    pub start: usize,
    /// Byte offset after the literal.
    pub end: usize,
    /// Rest of the comment on the line: a description, or empty.
    pub note: String,
}

/// Value of a parameter with its limits.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// Number.
    Number {
        /// Value.
        value: f64,
        /// Range, step, and unit.
        range: NumberRange,
    },
    /// Boolean.
    Switch(bool),
    /// String out of a list.
    Choice {
        /// Value.
        value: String,
        /// Choices in the order of the comment.
        options: Vec<String>,
    },
}

/// New value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Number.
    Number(f64),
    /// Boolean.
    Switch(bool),
    /// String.
    Choice(String),
}

impl Parameter {
    /// Returns the value as a change to itself.
    pub fn change(&self) -> Change {
        match &self.value {
            Setting::Number { value, .. } => Change::Number(*value),
            Setting::Switch(on) => Change::Switch(*on),
            Setting::Choice { value, .. } => Change::Choice(value.clone()),
        }
    }
}

impl Change {
    /// Returns the value as a JavaScript literal.
    pub fn literal(&self) -> String {
        match self {
            Change::Number(value) => rounded_text(*value),
            Change::Switch(on) => on.to_string(),
            Change::Choice(value) => quote_with('"', value),
        }
    }

    /// Reads a JavaScript literal; `None` if the text is anything else.
    pub fn read(text: &str) -> Option<Change> {
        match text {
            "true" => Some(Change::Switch(true)),
            "false" => Some(Change::Switch(false)),
            _ if text.starts_with(['"', '\'']) => string_value(text).map(Change::Choice),
            _ => {
                let digits = text.strip_prefix('-').map_or(text, str::trim_start);
                let (value, end) = decimal_at(digits, 0)?;
                let value = if digits.len() < text.len() { -value } else { value };
                (end == digits.len()).then_some(Change::Number(value))
            }
        }
    }
}

/// Returns the parameters of a file, in order, at most [`MOST`].
pub fn parameters(source: &str) -> Vec<Parameter> {
    let tokens = tokens(source);
    let mut lines = Comments::new(source, &tokens);
    let mut found: Vec<Parameter> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let exported = i
            .checked_sub(1)
            .is_some_and(|p| tokens[p].text(source) == "export" && starts_statement(source, &tokens, p));
        if token.text(source) == "const"
            && token.depth == 0
            && token.kind == TokenKind::Word
            && (exported || starts_statement(source, &tokens, i))
        {
            add_declared_parameters(&mut lines, i + 1, &mut found);
        }
        if found.len() >= MOST {
            found.truncate(MOST);
            break;
        }
    }
    found
}

/// Returns the source with another value of a parameter; `None` if there is no such parameter, or if its value is of
/// another kind.
pub fn change_value(source: &str, name: &str, change: &Change) -> Option<String> {
    change_values(source, &[(name.to_owned(), change.clone())])
}

/// Returns the source with other values of parameters. Values without a parameter of their kind are left out; `None` if
/// that leaves none.
pub fn change_values(source: &str, changes: &[(String, Change)]) -> Option<String> {
    let mut out = String::with_capacity(source.len() + 16);
    let mut from = 0;
    let mut any = false;
    let mut wanted: BTreeMap<&str, &Change> = BTreeMap::new();
    for (name, change) in changes {
        wanted.entry(name).or_insert(change);
    }
    for parameter in parameters(source) {
        let change = wanted.get(parameter.name.as_str());
        let Some(literal) = change.and_then(|change| write_value(source, &parameter, change)) else {
            continue;
        };
        out.push_str(&source[from..parameter.start]);
        out.push_str(&literal);
        from = parameter.end;
        any = true;
    }
    out.push_str(&source[from..]);
    any.then_some(out)
}

/// Formats the value of a parameter; an unchanged value keeps its spelling, and a string keeps its quotes.
fn write_value(source: &str, parameter: &Parameter, change: &Change) -> Option<String> {
    let present = source.get(parameter.start..parameter.end)?;
    if parameter.change() == *change {
        return Some(present.to_owned());
    }
    match (&parameter.value, change) {
        (Setting::Choice { .. }, Change::Choice(value)) => {
            let quote = if present.starts_with('\'') { '\'' } else { '"' };
            Some(quote_with(quote, value))
        }
        (Setting::Number { .. }, Change::Number(_)) | (Setting::Switch(_), Change::Switch(_)) => {
            Some(change.literal())
        }
        _ => None,
    }
}

/// Adds the parameters of one `const` statement, whose first name is token `at`.
fn add_declared_parameters(lines: &mut Comments<'_>, mut at: usize, found: &mut Vec<Parameter>) {
    let (source, tokens) = (lines.source, lines.tokens);
    while let Some(name) = tokens.get(at).filter(|token| token.depth == 0) {
        let is_name = name.kind == TokenKind::Word;
        let is_value = is_name
            && tokens
                .get(at + 1)
                .is_some_and(|token| token.kind == TokenKind::Mark(b'='));
        if is_value {
            found.extend(parameter(lines, at));
        }
        // The next name follows the next comma outside brackets, unless the statement ends before.
        let stops = |i: &usize| {
            let is_mark = matches!(tokens[*i].kind, TokenKind::Mark(b',' | b';'));
            (tokens[*i].depth == 0 && is_mark) || begins(source, tokens, *i)
        };
        match (at + 1..tokens.len()).find(stops) {
            Some(comma) if tokens[comma].kind == TokenKind::Mark(b',') => at = comma + 1,
            _ => break,
        }
    }
}

/// Whether a statement of the top level begins at a token, as it may without a semicolon: with a keyword, or on a new line,
/// with a word after a complete value.
fn begins(source: &str, tokens: &[Token], i: usize) -> bool {
    let (token, previous) = (&tokens[i], &tokens[i - 1]);
    let is_complete = match previous.kind {
        TokenKind::Mark(byte) => matches!(byte, b')' | b']' | b'}'),
        TokenKind::Word | TokenKind::Text | TokenKind::Literal => true,
    };
    let is_operator = matches!(token.text(source), "in" | "instanceof");
    let is_line = token.after_break && is_complete && !is_operator;
    let is_word = token.depth == 0 && token.kind == TokenKind::Word;
    is_word && (is_line || declares_variables(source, tokens, i))
}

/// Reads the declaration whose name is token `at`, if its value is a literal of a parameter.
fn parameter(lines: &mut Comments<'_>, at: usize) -> Option<Parameter> {
    let (source, tokens) = (lines.source, lines.tokens);
    let first = tokens.get(at + 2)?;
    let sign = matches!(first.kind, TokenKind::Mark(b'-' | b'+'));
    let (value, end) = match first.kind {
        TokenKind::Word => match first.text(source) {
            "true" => (Change::Switch(true), first.end),
            "false" => (Change::Switch(false), first.end),
            _ => return None,
        },
        TokenKind::Text => (Change::Choice(string_value(first.text(source))?), first.end),
        TokenKind::Literal | TokenKind::Mark(_) => {
            let digits = if sign { tokens.get(at + 3)? } else { first };
            let (value, end) = decimal_at(source, digits.start)?;
            let is_negative = matches!(first.kind, TokenKind::Mark(b'-'));
            (Change::Number(if is_negative { -value } else { value }), end)
        }
    };
    if !ends(source, tokens, end) {
        return None;
    }
    let comment = lines.of_line(first.start)?;
    let value = match value {
        Change::Number(value) => Setting::Number {
            value,
            range: NumberRange::of(value, &source[first.start..end], comment),
        },
        Change::Switch(on) => Setting::Switch(on),
        Change::Choice(value) => Setting::Choice {
            options: comment.options_with(&value)?,
            value,
        },
    };
    Some(Parameter {
        name: tokens[at].text(source).to_owned(),
        value,
        start: first.start,
        end,
        note: comment.note.clone(),
    })
}

/// Whether an expression ends at a byte offset.
fn ends(source: &str, tokens: &[Token], end: usize) -> bool {
    let next = tokens.partition_point(|token| token.start < end);
    let Some(next) = tokens.get(next) else {
        return true;
    };
    match next.kind {
        TokenKind::Mark(b';' | b',') => true,
        TokenKind::Mark(b'{' | b'}' | b'@' | b'#') => next.after_break,
        TokenKind::Word => next.after_break && !matches!(next.text(source), "in" | "instanceof"),
        TokenKind::Text | TokenKind::Literal => next.after_break && !next.text(source).starts_with('`'),
        TokenKind::Mark(_) => false,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
