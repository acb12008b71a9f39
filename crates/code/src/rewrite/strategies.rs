//! Ways to give an argument another value, tried in order.
//!
//! To change a value that the code computes, add a function to [`STRATEGIES`]: a strategy that solves an expression for
//! one of its numbers, or that changes the step of a loop, goes after the constants. A strategy returns `None` if the
//! expression has another form, so that the next one is tried; the text is written as a last resort at the end of the
//! code, by the caller.

use super::source::Source;
use super::span::Span;
use super::texts::TextEdit;
use crate::literal::{number_like, number_value, string_like, string_value, sum};
use crate::obstacle::Obstacle;
use crate::source::TokenKind;
use crate::write;
use serde_json::Value;

/// New value of an argument.
#[derive(Clone, Copy, Debug)]
pub enum NewValue<'a> {
    /// The present number plus this one.
    Plus(f64),
    /// Another value.
    Is(&'a Value),
}

/// Changes an expression; `None` if the expression has a form that the strategy does not handle.
type Strategy = fn(&Source<'_>, Span, NewValue<'_>) -> Option<Result<Vec<TextEdit>, Obstacle>>;

const STRATEGIES: &[Strategy] = &[literal, change_in_parentheses, change_after_sign, constant];

/// Returns the changes of the text that give the expression another value.
///
/// # Errors
/// Returns an error if the code computes the value.
pub fn edits(source: &Source<'_>, value: Span, new: NewValue<'_>) -> Result<Vec<TextEdit>, Obstacle> {
    let result = STRATEGIES
        .iter()
        .find_map(|strategy| strategy(source, value, new));
    result.unwrap_or(Err(Obstacle::Computed))
}

/// Returns the changes of the text that add a number to each coordinate of a list of points, in turn for x and y, or
/// that set the coordinates.
///
/// # Errors
/// Returns an error if the code computes a coordinate that changes.
pub fn list_edits(source: &Source<'_>, list: Span, new: &[NewValue<'_>]) -> Result<Vec<TextEdit>, Obstacle> {
    let (list, coordinates) = coordinates(source, list)?;
    if coordinates.len() == new.len() {
        let each = coordinates
            .into_iter()
            .zip(new)
            .map(|(value, new)| edits(source, value, *new));
        return Ok(each
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .flatten()
            .collect());
    }
    let values: Option<Vec<f64>> = new
        .iter()
        .map(|new| match new {
            NewValue::Is(value) => value.as_f64(),
            NewValue::Plus(_) => None,
        })
        .collect();
    if !is_closed(source, list) {
        return Err(Obstacle::Computed);
    }
    let values = values.ok_or(Obstacle::Computed)?;
    let in_pairs = source.text(list.first + 1) == "[";
    let value = if in_pairs {
        Value::from(
            values
                .chunks(2)
                .map(|pair| Value::from(pair.to_vec()))
                .collect::<Vec<_>>(),
        )
    } else {
        Value::from(values)
    };
    Ok(vec![TextEdit::new(source.range(list), write::literal(&value))])
}

/// Returns the array literal and the coordinates of a list of numbers or of pairs, which may be a constant.
///
/// # Errors
/// Returns an error if the code computes the list.
pub fn coordinates(source: &Source<'_>, list: Span) -> Result<(Span, Vec<Span>), Obstacle> {
    let list = if source.is_list(list) {
        list
    } else {
        constant_value(source, list).ok_or(Obstacle::Computed)??
    };
    let mut found = Vec::new();
    for element in source.items(list).ok_or(Obstacle::Computed)? {
        match source.items(element) {
            Some(pair) => found.extend(pair),
            None => found.push(element),
        }
    }
    // The number of values of a spread is not known.
    let is_spread = |value: &Span| source.text(value.first) == "." && source.text(value.first + 1) == ".";
    if found.iter().any(is_spread) {
        return Err(Obstacle::Computed);
    }
    Ok((list, found))
}

/// Changes a literal. A change that leaves the value as it is applies to every expression.
fn literal(source: &Source<'_>, value: Span, new: NewValue<'_>) -> Option<Result<Vec<TextEdit>, Obstacle>> {
    let old = source.of(value);
    let replaced = |text: String| Some(Ok(vec![TextEdit::new(source.range(value), text)]));
    match new {
        NewValue::Plus(0.0) => Some(Ok(Vec::new())),
        NewValue::Plus(by) => replaced(number_like(old, sum(number_value(old)?, by))),
        NewValue::Is(Value::Number(new)) => {
            let new = new.as_f64()?;
            match number_value(old) {
                Some(now) if now == new => Some(Ok(Vec::new())),
                Some(_) => replaced(number_like(old, new)),
                None if is_closed(source, value) => replaced(number_like("", new)),
                None => None,
            }
        }
        NewValue::Is(Value::String(new)) => {
            let is_string = value.end == value.first + 1 && string_value(old).is_some();
            match () {
                () if is_string && string_value(old).as_deref() == Some(new) => Some(Ok(Vec::new())),
                () if is_string || is_closed(source, value) => replaced(string_like(old, new)),
                () => None,
            }
        }
        NewValue::Is(new) if is_closed(source, value) => replaced(write::literal(new)),
        NewValue::Is(_) => None,
    }
}

/// Changes an expression in parentheses.
fn change_in_parentheses(
    source: &Source<'_>,
    value: Span,
    new: NewValue<'_>,
) -> Option<Result<Vec<TextEdit>, Obstacle>> {
    let is_whole = source.text(value.first) == "(" && source.close(value.first) == Some(value.end - 1);
    let inner = Span {
        first: value.first + 1,
        end: value.end - 1,
    };
    (is_whole && inner.first < inner.end).then(|| edits(source, inner, new))
}

/// Changes the expression after a sign to the negative value.
fn change_after_sign(
    source: &Source<'_>,
    value: Span,
    new: NewValue<'_>,
) -> Option<Result<Vec<TextEdit>, Obstacle>> {
    let inner = Span {
        first: value.first + 1,
        ..value
    };
    let is_one =
        matches!(source.tokens.get(inner.first)?.kind, TokenKind::Word) && inner.end == inner.first + 1;
    let is_whole = is_one || source.close(inner.first) == Some(inner.end - 1);
    if source.text(value.first) != "-" || inner.first == inner.end || !is_whole {
        return None;
    }
    // The addition removes the sign of a negative zero.
    let opposite = |number: f64| 0.0 - number + 0.0;
    Some(match new {
        NewValue::Plus(by) => edits(source, inner, NewValue::Plus(opposite(by))),
        NewValue::Is(new) => edits(source, inner, NewValue::Is(&Value::from(opposite(new.as_f64()?)))),
    })
}

/// Changes the initial value of a constant that has no other use.
fn constant(source: &Source<'_>, value: Span, new: NewValue<'_>) -> Option<Result<Vec<TextEdit>, Obstacle>> {
    Some(match constant_value(source, value)? {
        Ok(initial) => [literal, change_in_parentheses, change_after_sign]
            .iter()
            .find_map(|strategy| strategy(source, initial, new))?,
        Err(obstacle) => Err(obstacle),
    })
}

/// Returns the initial value of the top-level constant that this expression names; `None` if it names none.
fn constant_value(source: &Source<'_>, value: Span) -> Option<Result<Span, Obstacle>> {
    let token = source.tokens.get(value.first)?;
    if value.end != value.first + 1 || token.kind != TokenKind::Word {
        return None;
    }
    let (initial, is_only) = source.constants().get(source.text(value.first))?;
    Some(if is_only {
        Ok(initial)
    } else {
        Err(Obstacle::Shared)
    })
}

/// Whether an expression consists of literals only and contains no comment.
fn is_closed(source: &Source<'_>, value: Span) -> bool {
    let tokens = &source.tokens[value.first..value.end];
    let plain = |at: usize| {
        let text = source.text(at);
        match source.tokens[at].kind {
            TokenKind::Text => true,
            TokenKind::Literal => !text.contains("${") && !text.starts_with('/'),
            TokenKind::Word => matches!(text, "true" | "false" | "null") || source.text(at + 1) == ":",
            TokenKind::Mark(mark) => matches!(mark, b'[' | b']' | b'{' | b'}' | b',' | b':' | b'-' | b'.'),
        }
    };
    let gaps = tokens
        .windows(2)
        .map(|pair| &source.text[pair[0].end..pair[1].start]);
    (value.first..value.end).all(plain) && gaps.into_iter().all(|gap| gap.trim().is_empty())
}
