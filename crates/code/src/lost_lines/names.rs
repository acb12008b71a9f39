//! Names that lines of a text declare or assign at the top level, and the lines that declare or call them.
//!
//! A name that the statement around it binds, as a variable, a parameter, or a function, is another variable. Start at
//! [`Names::of`].

use crate::source::{Brackets, Token, TokenKind, imports, is_variable, lines_at, tokens};
use std::collections::{BTreeMap, BTreeSet};

/// Operators that change the variable before them.
const ASSIGNING: &[&str] = &[
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "**=", "<<=", ">>=", ">>>=", "&&=", "||=", "??=", "++",
    "--",
];

/// Maximum number of tokens of a list of parameters that are read. Other parameters count as variables of the top level.
const MAX_PARAMETER_TOKENS: usize = 200;

/// Names of a text.
#[derive(Default)]
pub(super) struct Names<'t> {
    /// Names with the lines that declare or assign them, or change a property.
    pub(super) changed: BTreeMap<&'t str, BTreeSet<usize>>,
    /// Names with the lines that declare them.
    pub(super) declared: BTreeMap<&'t str, BTreeSet<usize>>,
    /// Names with the lines that call them.
    pub(super) called: BTreeMap<&'t str, BTreeSet<usize>>,
}

impl<'t> Names<'t> {
    /// Reads the names of a text, in time proportional to it.
    pub(super) fn of(source: &'t str) -> Names<'t> {
        let tokens = tokens(source);
        let lines = lines_at(source, tokens.iter().map(|token| token.start));
        let mut reader = Reader {
            source,
            brackets: Brackets::of(&tokens),
            tokens: &tokens,
            lines: lines.into_iter().map(|line| line - 1).collect(),
            names: Names::default(),
            locals: BTreeSet::new(),
            declaration: None,
        };
        for at in 0..tokens.len() {
            reader.read(at);
        }
        let mut names = reader.names;
        for import in imports(source, &tokens) {
            let at = tokens.partition_point(|token| token.start < import.start);
            let line = reader.lines[at.min(reader.lines.len() - 1)];
            let end = tokens.partition_point(|token| token.start < import.end);
            let bound = import
                .names
                .into_iter()
                .map(|(_, local)| local)
                .chain(import.namespace);
            let bound = trammel_base::sort::set(bound);
            for token in tokens.get(at..end).unwrap_or_default() {
                let name = token.text(source);
                if bound.contains(name) {
                    names.declared.entry(name).or_default().insert(line);
                    names.changed.entry(name).or_default().insert(line);
                }
            }
        }
        names
    }
}

/// Declaration of variables that is being read.
struct Declaration {
    depth: usize,
    /// Whether a name follows, and not a value.
    is_pattern: bool,
}

struct Reader<'t, 's> {
    source: &'t str,
    tokens: &'s [Token],
    brackets: Brackets,
    /// Lines of the tokens, from 0.
    lines: Vec<usize>,
    names: Names<'t>,
    /// Names that the present statement of the top level binds inside it.
    locals: BTreeSet<&'t str>,
    declaration: Option<Declaration>,
}

impl<'t> Reader<'t, '_> {
    fn read(&mut self, at: usize) {
        let token = &self.tokens[at];
        if self.begins_statement(at) {
            self.locals.clear();
            self.declaration = None;
        }
        match token.kind {
            TokenKind::Mark(b'(') => self.read_parameters(at),
            TokenKind::Mark(mark) => self.continue_declaration(token.depth, mark),
            TokenKind::Word => self.read_word(at),
            _ => {}
        }
    }

    /// Whether a statement of the top level begins at a token.
    fn begins_statement(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let Some(before) = at.checked_sub(1).map(|before| &self.tokens[before]) else {
            return true;
        };
        let follows_end = matches!(before.kind, TokenKind::Mark(b';' | b'}'));
        let is_open = matches!(before.kind, TokenKind::Mark(mark) if !matches!(mark, b')' | b']' | b'}'));
        let is_new_line = token.after_break && token.kind == TokenKind::Word && !is_open;
        token.depth == 0 && (follows_end || is_new_line) && !self.in_pattern()
    }

    fn in_pattern(&self) -> bool {
        self.declaration
            .as_ref()
            .is_some_and(|declaration| declaration.is_pattern)
    }

    fn continue_declaration(&mut self, depth: usize, mark: u8) {
        let Some(declaration) = &mut self.declaration else {
            return;
        };
        if depth < declaration.depth || (depth == declaration.depth && mark == b';') {
            self.declaration = None;
        } else if depth == declaration.depth && matches!(mark, b'=' | b',') {
            declaration.is_pattern = mark == b',';
        }
    }

    /// Binds the parameters of a function whose list begins at a bracket.
    fn read_parameters(&mut self, open: usize) {
        let Some(close) = self.brackets.close(self.tokens, open) else {
            return;
        };
        let head = open.checked_sub(1).map_or("", |head| self.word(head));
        let is_head = matches!(head, "if" | "for" | "while" | "switch" | "with");
        let is_arrow = self.marks(close + 1).starts_with("=>");
        if !is_arrow && (is_head || !self.marks(close + 1).starts_with('{')) {
            return;
        }
        for at in (open + 1..close).take(MAX_PARAMETER_TOKENS) {
            if self.tokens[at].depth == self.tokens[open].depth + 1 || self.in_list_of_names(at) {
                let name = self.word(at);
                self.locals.insert(name);
            }
        }
    }

    /// Whether a word is between the signs of a pattern.
    fn in_list_of_names(&self, at: usize) -> bool {
        let next = self.marks(at + 1);
        next.starts_with([',', '}', ']', '='])
    }

    fn read_word(&mut self, at: usize) {
        let (token, name) = (&self.tokens[at], self.word(at));
        let before = at.checked_sub(1).map_or("", |before| self.word(before));
        let is_property = at
            .checked_sub(1)
            .is_some_and(|before| self.tokens[before].is(self.source, "."));
        if is_property {
            return;
        }
        match name {
            "const" | "let" | "var" => {
                let (depth, is_pattern) = (token.depth, true);
                self.declaration = Some(Declaration { depth, is_pattern });
                return;
            }
            "of" | "in" => {
                self.declaration = None;
                return;
            }
            _ => {}
        }
        let is_generator = at
            .checked_sub(2)
            .is_some_and(|before| self.word(before) == "function")
            && self.tokens[at - 1].is(self.source, "*");
        let is_key = self.marks(at + 1).starts_with(':');
        let is_bound =
            (self.in_pattern() && !is_key) || is_generator || matches!(before, "function" | "class");
        let declared_at = self.declaration.as_ref().filter(|_| self.in_pattern());
        let depth = declared_at.map_or(token.depth, |declaration| declaration.depth);
        let line = self.lines[at];
        if is_bound && depth == 0 {
            self.names.declared.entry(name).or_default().insert(line);
            self.names.changed.entry(name).or_default().insert(line);
        } else if is_bound || self.marks(at + 1).starts_with("=>") {
            self.locals.insert(name);
        } else if is_variable(self.source, self.tokens, at) && !self.locals.contains(name) {
            if self.is_assigned(at) {
                self.names.changed.entry(name).or_default().insert(line);
            } else if self.marks(at + 1).starts_with('(') {
                self.names.called.entry(name).or_default().insert(line);
            }
        }
    }

    /// Whether a variable, or a property of it, is assigned.
    fn is_assigned(&self, at: usize) -> bool {
        let mut next = at + 1;
        while let Some(token) = self.tokens.get(next) {
            if token.is(self.source, ".") && !self.word(next + 1).is_empty() {
                next += 2;
            } else if let Some(close) = self
                .brackets
                .close(self.tokens, next)
                .filter(|_| token.is(self.source, "["))
            {
                next = close + 1;
            } else {
                break;
            }
        }
        let marks = self.marks(next);
        let is_plain = marks.starts_with('=') && !marks.starts_with("==") && !marks.starts_with("=>");
        let is_before = at.checked_sub(2).is_some_and(|two| {
            let before = self.marks(two);
            before == "++" || before == "--"
        });
        is_plain || is_before || ASSIGNING.iter().any(|sign| marks.starts_with(sign))
    }

    /// Returns the punctuation, without spaces, that begins at a token.
    fn marks(&self, at: usize) -> &'t str {
        let rest = self.tokens.get(at..).unwrap_or_default();
        let (mut end, start) = match rest.first() {
            Some(first) if matches!(first.kind, TokenKind::Mark(_)) => (first.end, first.start),
            _ => return "",
        };
        for token in rest.iter().skip(1).take(3) {
            if token.start != end || !matches!(token.kind, TokenKind::Mark(_)) {
                break;
            }
            end = token.end;
        }
        self.source.get(start..end).unwrap_or_default()
    }

    fn word(&self, at: usize) -> &'t str {
        let token = self.tokens.get(at).filter(|token| token.kind == TokenKind::Word);
        token.map_or("", |token| token.text(self.source))
    }
}
