//! Calls and their arguments in the tokens of a text, with the constants and the names of entities that the text has.

use super::signature::Signature;
use super::span::Span;
use crate::literal::{number_value, string_value};
use crate::obstacle::Obstacle;
use crate::one_parameter::is_one_parameter;
use crate::source::{Brackets, Token, TokenKind, declares_variables, is_variable, tokens};
use std::{
    cell::{Cell, OnceCell, RefCell},
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};
use trammel_base::suggest::camel_case;

/// Maximum number of tokens and bytes of arguments that are read for one change.
const MOST_WORK: usize = 4_000_000;

/// Token of an opening parenthesis, and the name of a function.
type NestedKey = (usize, String);

/// Text with its tokens.
#[derive(Debug)]
pub struct Source<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    brackets: Brackets,
    /// Calls of a function inside the parentheses at a token, which many entities may ask for.
    nested: RefCell<BTreeMap<NestedKey, Rc<[CallSpan]>>>,
    constants: OnceCell<Constants>,
    /// Number of tokens and bytes of arguments that were read.
    work: Cell<usize>,
}

/// Call as token indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallSpan {
    /// Name of the function.
    pub(super) callee: usize,
    /// Opening parenthesis.
    pub(super) open: usize,
    /// Closing parenthesis.
    pub(super) close: usize,
}

impl CallSpan {
    /// Returns the first token.
    pub fn first(self) -> usize {
        self.callee
    }
}

impl<'a> Source<'a> {
    /// Reads a text.
    pub fn new(text: &'a str) -> Source<'a> {
        let tokens = tokens(text);
        Source {
            text,
            brackets: Brackets::of(&tokens),
            tokens,
            nested: RefCell::default(),
            constants: OnceCell::new(),
            work: Cell::new(0),
        }
    }

    /// Whether more arguments were read than the budget has, and no further call is looked at. Thousands of entities of one call with long
    /// arguments would block the program otherwise.
    pub fn is_exhausted(&self) -> bool {
        self.work.get() > MOST_WORK
    }

    /// Returns the constants of the top level.
    pub(super) fn constants(&self) -> &Constants {
        self.constants
            .get_or_init(|| Constants::of(self.text, &self.tokens))
    }

    /// Returns the call of `tool` whose parenthesis opens at this offset, and its number of executions. The engine
    /// reports the position of the enclosing call for a call that is an argument itself; that call is then searched
    /// among the arguments.
    pub fn call(&self, open: usize, tool: &str, (occurrence, runs): (u32, u32)) -> Option<(CallSpan, u32)> {
        let at = self
            .tokens
            .binary_search_by_key(&open, |token| token.start)
            .ok()?;
        if self.text(at) != "(" {
            return None;
        }
        let spellings = [tool.to_owned(), camel_case(tool)];
        let close = self.close(at)?;
        if let Some(call) = self.call_at(at, &spellings) {
            return Some((call, runs));
        }
        let nested = self.nested.borrow().get(&(at, tool.to_owned())).cloned();
        let nested = nested.unwrap_or_else(|| {
            let inner = (at + 1..close).filter_map(|inner| self.call_at(inner, &spellings));
            let found: Rc<[CallSpan]> = inner.collect();
            let key = (at, tool.to_owned());
            self.nested.borrow_mut().insert(key, found.clone());
            found
        });
        match &*nested {
            [only] => Some((*only, runs)),
            several if u32::try_from(several.len()) == Ok(runs) => {
                Some((*several.get(occurrence as usize)?, 1))
            }
            _ => None,
        }
    }

    fn call_at(&self, open: usize, spellings: &[String; 2]) -> Option<CallSpan> {
        let callee = open.checked_sub(1).filter(|_| self.text(open) == "(")?;
        let before = callee.checked_sub(1).map_or("", |before| self.text(before));
        let named = self.tokens[callee].kind == TokenKind::Word
            && spellings.iter().any(|name| self.text(callee) == name);
        (named && !matches!(before, "." | "function" | "new")).then_some(())?;
        let close = self.close(open)?;
        Some(CallSpan { callee, open, close })
    }

    /// Returns the bytes of a call, from its function to its closing parenthesis.
    pub fn call_range(&self, call: CallSpan) -> (usize, usize) {
        (self.tokens[call.callee].start, self.tokens[call.close].end)
    }

    /// Returns the value of a parameter, given as a path of names such as `style.stroke.width`.
    ///
    /// # Errors
    /// Returns [`Obstacle::Omitted`] if the call does not state the value, or [`Obstacle::Computed`] if the argument is
    /// spread or computed.
    pub fn argument(&self, call: CallSpan, tool: &dyn Signature, path: &str) -> Result<Span, Obstacle> {
        let mut path = path.split('.');
        let parameter = path.next().unwrap_or_default();
        let value = self.parameter(call, tool, parameter)?;
        path.try_fold(value, |value, field| {
            if self.is_object(value) {
                self.property(value, field)
            } else if self.is_plain(value) {
                // A color stands for an object with a color alone.
                let is_color = field == "color" && self.of(value) != "null";
                if is_color {
                    Ok(value)
                } else {
                    Err(Obstacle::Omitted)
                }
            } else {
                Err(Obstacle::Computed)
            }
        })
    }

    /// Whether an expression is a color, as a string or a list, or `null`.
    pub(super) fn is_plain(&self, value: Span) -> bool {
        let is_one = value.end == value.first + 1;
        (is_one && (self.of(value) == "null" || self.string(value).is_some())) || self.is_list(value)
    }

    /// Returns the value of a parameter of the call.
    pub(super) fn parameter(
        &self,
        call: CallSpan,
        tool: &dyn Signature,
        parameter: &str,
    ) -> Result<Span, Obstacle> {
        let mut given = self.elements(call.open);
        if given.iter().any(|value| self.is_spread(*value)) {
            return Err(Obstacle::Computed);
        }
        let order = self.order(&given, tool);
        if let Some(options) = self.options(&given, tool) {
            for name in tool.spellings(parameter) {
                match self.property(options, name) {
                    Err(Obstacle::Omitted) => {}
                    found => return found,
                }
            }
            given.pop();
        }
        let at = order
            .iter()
            .position(|name| tool.spellings(parameter).contains(name));
        let value = at
            .and_then(|at| given.get(at))
            .copied()
            .ok_or(Obstacle::Omitted)?;
        match self.text(value.first) {
            "undefined" if value.end == value.first + 1 => Err(Obstacle::Omitted),
            _ => Ok(value),
        }
    }

    /// Returns the positional order of a call. An old order starts with the name of an entity, which the text states, or
    /// has more arguments than the present one.
    fn order(&self, given: &[Span], tool: &dyn Signature) -> &'static [&'static str] {
        let is_text = given.first().is_some_and(|first| self.string(*first).is_some());
        tool.order(is_text || given.len() > tool.order(false).len() + 1)
    }

    /// Returns the last argument if it is an object of named arguments.
    pub(super) fn options(&self, given: &[Span], tool: &dyn Signature) -> Option<Span> {
        let last = given.last().copied().filter(|last| self.is_object(*last))?;
        let order = self.order(given, tool);
        let Some(positional) = order.get(given.len() - 1).filter(|_| given.len() > 1) else {
            return Some(last);
        };
        let keys: Vec<String> = self
            .elements(last.first)
            .into_iter()
            .filter_map(|entry| self.key(entry))
            .collect();
        let is_own = is_one_parameter(&tool.schema()["properties"], positional, &keys);
        (!is_own).then_some(last)
    }

    /// Returns the value of a property of an object literal.
    pub(super) fn property(&self, object: Span, name: &str) -> Result<Span, Obstacle> {
        for entry in self.elements(object.first).into_iter().rev() {
            if self.is_spread(entry) || self.text(entry.first) == "[" {
                return Err(Obstacle::Computed);
            }
            if self.key(entry).as_deref() != Some(name) {
                continue;
            }
            return match (entry.end - entry.first, self.text(entry.first + 1)) {
                (1, _) => Ok(entry),
                (3.., ":") => Ok(Span {
                    first: entry.first + 2,
                    end: entry.end,
                }),
                _ => Err(Obstacle::Computed),
            };
        }
        Err(Obstacle::Omitted)
    }

    /// Returns the name of an entry of an object literal; `None` for a computed name.
    pub(super) fn key(&self, entry: Span) -> Option<String> {
        let token = self.tokens.get(entry.first)?;
        match token.kind {
            TokenKind::Word => Some(self.text(entry.first).to_owned()),
            TokenKind::Text => string_value(self.text(entry.first)),
            _ => None,
        }
    }

    /// Returns the value of a string literal; `None` for any other expression.
    pub fn string(&self, value: Span) -> Option<String> {
        if value.end != value.first + 1 {
            return None;
        }
        let text = self.of(value);
        self.work.set(self.work.get() + text.len());
        string_value(text)
    }

    /// Returns the value of a numeric literal; `None` for any other expression.
    pub fn number(&self, value: Span) -> Option<f64> {
        number_value(self.of(value))
    }

    /// Returns the elements of an array literal; `None` for any other expression.
    pub fn items(&self, value: Span) -> Option<Vec<Span>> {
        self.is_list(value).then(|| self.elements(value.first))
    }

    /// Returns the elements between an opening bracket and its end, separated by commas.
    pub(super) fn elements(&self, open: usize) -> Vec<Span> {
        let Some(close) = self.close(open) else {
            return Vec::new();
        };
        self.work.set(self.work.get() + close - open);
        let inner = self.tokens[open].depth + 1;
        let mut found = Vec::new();
        let mut first = open + 1;
        for at in open + 1..=close {
            let token = &self.tokens[at];
            if at == close || (token.depth == inner && token.kind == TokenKind::Mark(b',')) {
                if first < at {
                    found.push(Span { first, end: at });
                }
                first = at + 1;
            }
        }
        found
    }

    /// Returns the index of the bracket that closes the one at `open`.
    pub(super) fn close(&self, open: usize) -> Option<usize> {
        self.brackets.close(&self.tokens, open)
    }

    /// Returns the index of the bracket that the one at `close` closes.
    pub(super) fn open(&self, close: usize) -> Option<usize> {
        self.brackets.open(&self.tokens, close)
    }

    pub(super) fn is_object(&self, value: Span) -> bool {
        self.text(value.first) == "{" && self.close(value.first) == Some(value.end - 1)
    }

    pub(super) fn is_list(&self, value: Span) -> bool {
        self.text(value.first) == "[" && self.close(value.first) == Some(value.end - 1)
    }

    fn is_spread(&self, value: Span) -> bool {
        self.text(value.first) == "." && self.text(value.first + 1) == "."
    }

    /// Returns the text of a token; empty beyond the end.
    pub(super) fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text(self.text))
    }

    /// Returns the bytes of an expression.
    pub(super) fn range(&self, value: Span) -> (usize, usize) {
        (self.tokens[value.first].start, self.tokens[value.end - 1].end)
    }

    /// Returns the text of an expression.
    pub(super) fn of(&self, value: Span) -> &'a str {
        let (start, end) = self.range(value);
        &self.text[start..end]
    }
}

/// Maximum number of bytes that are searched for names in templates. Beyond it, every name counts as found.
const MOST_SEARCHED: usize = 4_000_000;

impl Source<'_> {
    /// Returns the number of string literals with this value. A template piece that contains the text counts as well.
    pub fn count_strings(&self, value: &str) -> usize {
        let states = |at: &usize| match self.tokens[*at].kind {
            TokenKind::Text => string_value(self.text(*at)).as_deref() == Some(value),
            TokenKind::Literal => self.text(*at).contains(value) && number_value(self.text(*at)).is_none(),
            _ => false,
        };
        (0..self.tokens.len()).filter(states).count()
    }

    /// Returns the entities that strings outside these statements name, alone or with a part such as `plate.edge[0]`. A
    /// template piece that contains the text counts as well.
    pub fn mentioned_names<'n>(&self, names: &BTreeSet<&'n str>, without: &[Span]) -> BTreeSet<&'n str> {
        let mut found = BTreeSet::new();
        let mut searched = 0;
        let mut without: Vec<Span> = without.to_vec();
        without.sort_unstable_by_key(|span| span.first);
        let mut skipped = without.iter().peekable();
        for at in 0..self.tokens.len() {
            while skipped.next_if(|span| span.end <= at).is_some() {}
            if skipped.peek().is_some_and(|span| span.contains(at)) {
                continue;
            }
            let text = self.text(at);
            match self.tokens[at].kind {
                TokenKind::Text => {
                    let Some(value) = string_value(text) else { continue };
                    let value = ["above:", "below:"]
                        .iter()
                        .find_map(|mode| value.strip_prefix(mode))
                        .unwrap_or(&value);
                    let dots = value.match_indices('.').map(|(dot, _)| dot);
                    let starts = dots
                        .chain([value.len()])
                        .filter_map(|end| names.get(&value[..end]));
                    found.extend(starts.copied());
                }
                TokenKind::Literal if number_value(text).is_none() => {
                    searched += names.len() * text.len();
                    if searched > MOST_SEARCHED {
                        return names.clone();
                    }
                    found.extend(names.iter().copied().filter(|name| text.contains(*name)));
                }
                _ => {}
            }
        }
        found
    }
}

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
