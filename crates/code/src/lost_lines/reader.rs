//! Reader of the brackets and statements of a text, token by token.

use super::frame::{Frame, Kind, Numbers, is_significant};
use crate::source::{Token, TokenKind};
use std::collections::BTreeSet;

/// Words after which a line continues the statement of the line before it.
const CONTINUING: &[&str] = &[
    "else",
    "try",
    "catch",
    "finally",
    "do",
    "typeof",
    "void",
    "new",
    "in",
    "of",
    "instanceof",
    "delete",
    "await",
    "case",
    "const",
    "let",
    "var",
    "function",
    "class",
    "extends",
    "async",
    "import",
    "export",
    "from",
    "as",
];

pub(super) struct Reader<'t, 's> {
    source: &'t str,
    tokens: &'s [Token],
    pub(super) frames: Vec<Frame>,
    /// Innermost open bracket.
    pub(super) open: usize,
    /// Bracket that the last closing bracket has closed.
    closed: Option<usize>,
    /// Whether each line has more than punctuation.
    is_significant: Vec<bool>,
    /// Numbers of the texts of the lines.
    pub(super) numbers: Vec<u32>,
    /// Lines of the tokens that were read.
    line_of: Vec<usize>,
    /// Tokens that end the body of a `do`.
    do_ends: BTreeSet<usize>,
}

impl<'t, 's> Reader<'t, 's> {
    /// Creates the reader of a text with these tokens and lines.
    pub(super) fn new(
        source: &'t str,
        tokens: &'s [Token],
        lines: &[&'t str],
        numbers: &mut Numbers<'t>,
    ) -> Reader<'t, 's> {
        Reader {
            source,
            tokens,
            frames: vec![Frame::top()],
            open: 0,
            closed: None,
            is_significant: lines.iter().map(|line| is_significant(line)).collect(),
            numbers: lines.iter().map(|line| numbers.of_text(line)).collect(),
            line_of: Vec::with_capacity(tokens.len()),
            do_ends: BTreeSet::new(),
        }
    }

    /// Reads a token.
    pub(super) fn read(&mut self, at: usize, line: usize, numbers: &mut Numbers<'t>) {
        let token = &self.tokens[at];
        self.line_of.push(line);
        if self.closes(at) {
            if self.frames[self.open].kind == Kind::Do {
                self.do_ends.insert(at);
            }
            self.close();
        }
        match token.kind {
            TokenKind::Mark(b'(' | b'[' | b'{') => self.open(at, line, numbers),
            TokenKind::Literal if self.opens_template(at) => self.open(at, line, numbers),
            TokenKind::Mark(b'?') => {
                let is_operator = |at: usize| matches!(self.mark(at), Some(b'?' | b'.'));
                let before = at
                    .checked_sub(1)
                    .is_some_and(|before| self.mark(before) == Some(b'?'));
                self.frames[self.open].questions += u32::from(!before && !is_operator(at + 1));
            }
            TokenKind::Mark(b':') => {
                let frame = &mut self.frames[self.open];
                frame.is_answered = frame.questions > 0;
                frame.questions = frame.questions.saturating_sub(1);
            }
            TokenKind::Word if self.open > 0 && !self.is_property(at) => {
                let is_labeled = self.is_before_label(at);
                let left = &mut self.frames[self.open].left;
                match token.text(self.source) {
                    "return" | "throw" => left[0] += 1,
                    // A label may belong to a loop further out.
                    "break" | "continue" => left[usize::from(!is_labeled)] += 1,
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn open(&mut self, at: usize, line: usize, numbers: &mut Numbers<'t>) {
        let before = at.checked_sub(1);
        let is_alone = !self.is_significant[line];
        let head = before.filter(|before| is_alone && self.continues(*before));
        let line = head.map_or(line, |head| self.line_of[head]);
        let parent = &self.frames[self.open];
        let is_bare = is_alone && head.is_none();
        let chain = numbers.of_key(vec![parent.chain, self.numbers[line]]);
        let frame = Frame {
            parent: self.open,
            depth: parent.depth + 1,
            line,
            chain,
            is_bare,
            kind: self.kind_of_block(before),
            head: before,
            questions: 0,
            is_answered: false,
            inherited: self.leaves(),
            left: [0; 2],
        };
        self.open = self.frames.len();
        self.frames.push(frame);
    }

    fn close(&mut self) {
        if self.open == 0 {
            return;
        }
        let frame = &self.frames[self.open];
        let (parent, [hard, soft]) = (frame.parent, frame.left);
        let passed = match frame.kind {
            Kind::Function => [0, 0],
            Kind::Loop | Kind::Do => [hard, 0],
            Kind::Other => [hard, soft],
        };
        self.closed = Some(self.open);
        self.open = parent;
        if parent > 0 {
            let left = &mut self.frames[parent].left;
            *left = [left[0] + passed[0], left[1] + passed[1]];
        }
    }

    fn kind_of_block(&self, before: Option<usize>) -> Kind {
        let Some(before) = before else { return Kind::Other };
        match self.tokens[before].kind {
            TokenKind::Mark(b'>') => Kind::Function,
            TokenKind::Mark(b')') => match self.head_of_closed() {
                "if" | "with" | "catch" => Kind::Other,
                "for" | "while" | "switch" | "await" => Kind::Loop,
                _ => Kind::Function,
            },
            _ if self.word(before) == "do" => Kind::Do,
            _ => Kind::Other,
        }
    }

    pub(super) fn leaves(&self) -> u32 {
        let frame = &self.frames[self.open];
        frame.inherited + frame.left[0] + frame.left[1]
    }

    /// Returns the line whose statement the token at the beginning of a line continues, with the number of its text. `is_first`
    /// tells that no closing bracket stands before the token. A further branch continues the branch before it.
    pub(super) fn continued_line(&self, at: usize, is_first: bool) -> Option<(usize, u32)> {
        let before = at.checked_sub(1)?;
        if matches!(self.word(at), "else" | "catch" | "finally") {
            let closed = self.closed.filter(|_| self.mark(before) == Some(b'}'));
            let line = closed.map_or(self.line_of[before], |closed| self.frames[closed].line);
            return Some((line, self.numbers[line]));
        }
        if !is_first {
            return None;
        }
        let is_joined = self.continues(before) || (self.starts_late(at) && !self.ends(before));
        let line = self.line_of[before];
        is_joined.then(|| (line, self.numbers[line]))
    }

    /// Whether a token continues the statement of the line before it, if that line has not ended it.
    fn starts_late(&self, at: usize) -> bool {
        match self.tokens[at].kind {
            TokenKind::Mark(mark) => !matches!(mark, b';' | b'{' | b'!' | b'~' | b'#' | b'@'),
            TokenKind::Literal => self.tokens[at].text(self.source).starts_with('`'),
            TokenKind::Text => false,
            TokenKind::Word => matches!(self.word(at), "in" | "instanceof" | "of"),
        }
    }

    /// Whether a token ends a statement, or begins a list or a block.
    fn ends(&self, at: usize) -> bool {
        matches!(self.mark(at), Some(b';' | b'{' | b'}' | b',' | b'(' | b'[')) || self.opens_template(at)
    }

    /// Whether the statement of the last token that was read continues in the next line.
    fn continues(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        match token.kind {
            TokenKind::Word => !self.is_property(at) && CONTINUING.contains(&token.text(self.source)),
            TokenKind::Text
            | TokenKind::Literal
            | TokenKind::Mark(b';' | b'{' | b'}' | b'(' | b'[' | b']') => false,
            TokenKind::Mark(b')') => self.closes_head(),
            // Elements of a list are separate.
            TokenKind::Mark(b',') => self.open == 0,
            TokenKind::Mark(sign @ (b'+' | b'-')) => {
                let twin = at.checked_sub(1).map(|before| &self.tokens[before]);
                !twin.is_some_and(|twin| twin.kind == TokenKind::Mark(sign) && twin.end == token.start)
            }
            // A colon after a label, a case, or a key ends it.
            TokenKind::Mark(b':') => self.frames[self.open].is_answered,
            TokenKind::Mark(_) => true,
        }
    }

    /// Whether the last closed bracket is the head of a statement, such as `if (…)`.
    fn closes_head(&self) -> bool {
        match self.head_of_closed() {
            "if" | "for" | "with" | "switch" | "catch" | "await" | "function" => true,
            "while" => !self.ends_do(),
            _ => {
                let head = self.closed.and_then(|closed| self.frames[closed].head);
                let before = |back: usize| head.and_then(|head| head.checked_sub(back));
                let is_function = |back: usize| before(back).is_some_and(|at| self.word(at) == "function");
                let is_generator = before(1).is_some_and(|at| self.mark(at) == Some(b'*'));
                is_function(1) || (is_generator && is_function(2))
            }
        }
    }

    /// Whether the last closed bracket is the condition at the end of `do { … } while (…)`.
    fn ends_do(&self) -> bool {
        let head = self.closed.and_then(|closed| self.frames[closed].head);
        let brace = head.and_then(|head| head.checked_sub(1));
        let Some(brace) = brace.filter(|brace| self.mark(*brace) == Some(b'}')) else {
            return false;
        };
        self.do_ends.contains(&brace)
    }

    /// Returns the word before the last closed bracket.
    fn head_of_closed(&self) -> &'t str {
        let head = self.closed.and_then(|closed| self.frames[closed].head);
        head.map_or("", |head| self.word(head))
    }

    pub(super) fn closes(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        match token.kind {
            TokenKind::Mark(b')' | b']' | b'}') => true,
            TokenKind::Literal => token.text(self.source).starts_with('}'),
            _ => false,
        }
    }

    fn opens_template(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        token.kind == TokenKind::Literal && token.text(self.source).ends_with("${")
    }

    /// Whether a word in the same line follows a token.
    fn is_before_label(&self, at: usize) -> bool {
        let next = self
            .tokens
            .get(at + 1)
            .filter(|next| next.kind == TokenKind::Word);
        next.is_some_and(|next| !self.source[self.tokens[at].end..next.start].contains('\n'))
    }

    fn is_property(&self, at: usize) -> bool {
        at.checked_sub(1)
            .is_some_and(|before| self.mark(before) == Some(b'.'))
    }

    fn mark(&self, at: usize) -> Option<u8> {
        match self.tokens.get(at)?.kind {
            TokenKind::Mark(mark) => Some(mark),
            _ => None,
        }
    }

    fn word(&self, at: usize) -> &'t str {
        let token = self.tokens.get(at).filter(|token| token.kind == TokenKind::Word);
        token.map_or("", |token| token.text(self.source))
    }
}
