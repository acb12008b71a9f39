//! Search for the place of an error that the engine reports without one.
//!
//! The engine records the places of calls, property reads and little else. For a method call on `null`, iteration
//! over a value that is not iterable or destructuring of `undefined`, it reports the place of its last recorded
//! operation, or none. From that place on, the text of the same function is searched for an expression that can fail
//! in this way. At the top level the values of variables are checked as well.

use super::frame::Frame;
use crate::engine::args::own;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsString, JsValue, Script, Source};
use trammel_code::source::{self, Token, TokenKind, tokens};
use trammel_language::{Bilingual, bilingual};

/// Kind of error that lacks a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// A property access, a call or an iteration on `null` or `undefined`.
    Nothing,
    /// Iteration over a value that is not iterable.
    NoList,
    /// Destructuring of this value: `null` or `undefined`.
    TakenApart(&'static str),
}

/// Message and place of the failing expression.
pub(super) struct Found {
    pub(super) message: Bilingual,
    pub(super) at: usize,
    /// Expression whose value is `null`, `undefined` or not iterable.
    pub(super) owner: String,
}

/// Searches the function that contains the frame's position, from that position on.
pub(super) fn find(text: &str, spot: &Frame, wrong: Wrong, context: &mut Context) -> Option<Found> {
    let tokens = tokens(text);
    let bodies = bodies(text, &tokens);
    let from = spot
        .position
        .map_or(0, |(line, column)| source::offset_of(text, line, column));
    let inside = |body: &&(usize, usize)| tokens[body.0].start <= from && from < tokens[body.1].end;
    let body = bodies.iter().filter(inside).max_by_key(|body| body.0).copied();
    let (first, last) = body.unwrap_or((0, tokens.len()));
    let mut i = (first..last).find(|i| tokens[*i].start >= from)?;
    if body.is_some() && i == first {
        i += 1;
    }
    let search = Search {
        text,
        tokens: &tokens,
        read: spot.position.is_some().then_some(from),
        wrong,
    };
    while i < last {
        if let Some((_, close)) = bodies
            .iter()
            .find(|(open, _)| *open == i && body.is_none_or(|b| b.0 != i))
        {
            i = close + 1;
            continue;
        }
        if let Some(found) = search.at(i)
            && !(body.is_none() && is_something(&found.owner, wrong, context))
        {
            return Some(found);
        }
        i += 1;
    }
    None
}

struct Search<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// Byte offset of the engine's last recorded read, which may be the failing one.
    read: Option<usize>,
    wrong: Wrong,
}

impl Search<'_> {
    fn word(&self, i: usize) -> &str {
        self.tokens.get(i).map_or("", |token| token.text(self.text))
    }

    fn at(&self, i: usize) -> Option<Found> {
        let token = self.tokens.get(i)?;
        let previous = i.checked_sub(1).map_or("", |p| self.word(p));
        match self.word(i) {
            "of" if !matches!(self.wrong, Wrong::TakenApart(_)) => {
                let closes = |j: &usize| self.tokens[*j].depth + 1 == token.depth && self.word(*j) == ")";
                let close = (i + 1..self.tokens.len()).find(closes)?;
                self.gone_through(i + 1, close)
            }
            "..." | "."
                if self.wrong == Wrong::NoList && self.word(i + 1) == "." && self.word(i + 2) == "." =>
            {
                let depth = token.depth;
                let end = (i + 3..self.tokens.len()).find(|j| {
                    self.tokens[*j].depth < depth
                        || (self.tokens[*j].depth == depth
                            && matches!(self.word(*j), "," | ")" | "]" | "}" | ";"))
                })?;
                self.gone_through(i + 3, end)
            }
            "=" if matches!(previous, "}" | "]") && self.wrong != Wrong::Nothing => {
                let depth = token.depth;
                let ends = |j: &usize| {
                    let next = &self.tokens[*j];
                    next.depth < depth
                        || self.word(*j) == ";"
                        || (*j > i + 1 && next.after_break && next.depth == depth)
                };
                let end = (i + 1..self.tokens.len()).find(ends).unwrap_or(self.tokens.len());
                self.gone_through(i + 1, end)
            }
            _ if self.wrong != Wrong::Nothing => None,
            _ => self
                .match_index_read(i, token)
                .or_else(|| self.member(i, token))
                .or_else(|| self.match_assignment(i, token)),
        }
    }

    /// Matches a property read at the engine's last recorded read, or any method call.
    fn member(&self, i: usize, token: &Token) -> Option<Found> {
        let dotted = token.kind == TokenKind::Word && i > 0 && self.word(i - 1) == ".";
        if !dotted || (i > 1 && self.word(i - 2) == "?") {
            return None;
        }
        let field = self.word(i);
        let owner = chain_before(&self.text[..self.tokens[i - 1].start]).to_owned();
        if owner.is_empty() {
            return None;
        }
        let calls = self.word(i + 1) == "(";
        let is_last_read = self.read == Some(token.start);
        let method_follows = self.word(i + 1) == "." && self.word(i + 3) == "(";
        if calls {
            return Some(Found {
                message: cannot_read(field, &owner),
                at: token.start,
                owner,
            });
        }
        (is_last_read && !method_follows).then(|| Found {
            message: cannot_read(field, &owner),
            at: token.start,
            owner,
        })
    }

    /// Matches an index read at the engine's last recorded read.
    fn match_index_read(&self, i: usize, token: &Token) -> Option<Found> {
        let bracket = self.tokens.get(i.checked_sub(1)?)?;
        if self.read != Some(token.start) || bracket.text(self.text) != "[" {
            return None;
        }
        let owner = chain_before(&self.text[..bracket.start]).to_owned();
        let close = (i..self.tokens.len()).find(|j| self.tokens[*j].depth == bracket.depth)?;
        let index: String = self
            .text
            .get(token.start..self.tokens[close].start)?
            .chars()
            .take(40)
            .collect();
        (!owner.is_empty()).then(|| Found {
            message: cannot_read(index.trim(), &owner),
            at: token.start,
            owner,
        })
    }

    /// Matches an assignment to a property. The engine reports the start of the whole expression.
    fn match_assignment(&self, i: usize, token: &Token) -> Option<Found> {
        if self.read != Some(token.start) || token.kind != TokenKind::Word {
            return None;
        }
        let is_set = |j: &usize| self.word(*j) == "=" && self.tokens[*j].depth == token.depth;
        let ends = |j: &usize| matches!(self.word(*j), ";" | ",") || self.tokens[*j].depth < token.depth;
        let equals = (i..self.tokens.len()).take_while(|j| !ends(j)).find(is_set)?;
        let target = self.text.get(token.start..self.tokens[equals].start)?.trim();
        let (owner, field) = target.rsplit_once('.')?;
        let owner = owner.to_owned();
        Some(Found {
            message: bilingual!(
                "cannot set properties of null or undefined (setting '{0}' of {owner})",
                "null이나 undefined의 속성에 값을 할당할 수 없어요({owner}의 '{0}')",
                field.trim()
            ),
            at: token.start,
            owner,
        })
    }

    fn gone_through(&self, from: usize, end: usize) -> Option<Found> {
        let (first, last) = (self.tokens.get(from)?, self.tokens.get(end.checked_sub(1)?)?);
        let owner = self.text.get(first.start..last.end)?.trim().to_owned();
        let shown: String = owner.chars().take(60).collect();
        let message = match self.wrong {
            Wrong::Nothing => bilingual!(
                "{shown} is not iterable: it is null or undefined",
                "{shown}은(는) null이나 undefined여서 반복 가능한(iterable) 값이 아니에요"
            ),
            Wrong::NoList => bilingual!(
                "{shown} is not iterable",
                "{shown}은(는) 반복 가능한(iterable) 값이 아니에요"
            ),
            Wrong::TakenApart(value) if owner == value => {
                bilingual!(
                    "cannot destructure {value}",
                    "{value}을(를) 구조 분해할 수 없어요"
                )
            }
            Wrong::TakenApart(value) => bilingual!(
                "cannot destructure '{shown}': it is {value}",
                "'{shown}'은(는) {value} 값이어서 구조 분해할 수 없어요"
            ),
        };
        Some(Found {
            message,
            at: first.start,
            owner,
        })
    }
}

/// Returns the message for a read of a property of `null` or `undefined`; the engine does not report which of the two.
fn cannot_read(field: &str, owner: &str) -> Bilingual {
    bilingual!(
        "cannot read properties of null or undefined (reading '{field}' of {owner})",
        "null이나 undefined의 속성을 읽을 수 없어요({owner}의 '{field}')"
    )
}

/// Returns the bodies of functions and classes, as token indices of their braces.
fn bodies(text: &str, tokens: &[Token]) -> Vec<(usize, usize)> {
    let word = |i: usize| tokens.get(i).map_or("", |token| token.text(text));
    let mut open: Vec<usize> = Vec::new();
    let mut heads: Vec<(usize, usize)> = Vec::new();
    let mut found = Vec::new();
    let mut class = false;
    for i in 0..tokens.len() {
        match word(i) {
            "class" if tokens[i].kind == TokenKind::Word => class = true,
            "(" | "[" | "{" => open.push(i),
            ")" | "]" | "}" => {
                let Some(start) = open.pop() else { continue };
                if word(i) == ")" {
                    heads.push((start, i));
                }
                if word(i) == "}" && found.iter().any(|(open, _)| *open == start) {
                    found
                        .iter_mut()
                        .filter(|(open, _)| *open == start)
                        .for_each(|body| body.1 = i);
                }
            }
            _ => {}
        }
        if word(i) != "{" {
            continue;
        }
        let arrow = i > 1 && word(i - 1) == ">" && word(i - 2) == "=";
        let function = i > 0 && word(i - 1) == ")" && {
            let head = heads.iter().rev().find(|(_, close)| *close == i - 1);
            head.is_some_and(|(start, _)| {
                *start > 0
                    && !matches!(
                        word(start - 1),
                        "if" | "for" | "while" | "switch" | "catch" | "with" | "await"
                    )
            })
        };
        if arrow || function || std::mem::take(&mut class) {
            found.push((i, tokens.len().saturating_sub(1)));
        }
    }
    found
}

/// Returns the member expression at the end of `text`: names, dots, and brackets with their content.
pub(super) fn chain_before(text: &str) -> &str {
    let mut start = text.len();
    let mut depth = 0_usize;
    for (at, c) in text.char_indices().rev() {
        match c {
            ')' | ']' => depth += 1,
            '(' | '[' if depth == 0 => break,
            '(' | '[' => depth -= 1,
            _ if depth > 0 => {}
            _ if c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '?' | '#') => {}
            _ => break,
        }
        start = at;
    }
    let chain = text.get(start..).unwrap_or_default();
    if depth > 0 {
        ""
    } else {
        chain.trim_start_matches(['.', '?'])
    }
}

/// Whether an expression of plain names currently has a value that cannot cause this error. No script code runs.
fn is_something(expression: &str, wrong: Wrong, context: &mut Context) -> bool {
    let mut names = expression.split('.');
    let plain = |name: &str| {
        let mut chars = name.chars();
        chars
            .next()
            .is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
            && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '$')
    };
    let Some(first) = names.next().filter(|name| plain(name) && *name != "this") else {
        return false;
    };
    let Ok(script) = Script::parse(Source::from_bytes(first), None, context) else {
        return false;
    };
    let Ok(mut value) = script.evaluate(context) else {
        return false;
    };
    for name in names {
        let Some(object) = value.as_object().filter(|_| plain(name)) else {
            return false;
        };
        match own(&object, &PropertyKey::from(JsString::from(name))) {
            Some(next) => value = next,
            // The property may be inherited or computed by a getter.
            None => return false,
        }
    }
    match wrong {
        Wrong::NoList => value.is_string() || value.as_object().is_some_and(|object| object.is_array()),
        _ => !JsValue::is_null_or_undefined(&value),
    }
}
