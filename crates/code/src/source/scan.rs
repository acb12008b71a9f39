//! Scanner: splits JavaScript text into tokens.
//!
//! Invariants: scanning never fails and never recurses; tokens are in order, do not overlap, and lie on character
//! boundaries.

use super::lines::is_break;

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Identifier or keyword.
    Word,
    /// String literal with its quotes.
    Text,
    /// Number, template piece, or regular expression.
    Literal,
    /// Single punctuation character; `=>` is two tokens.
    Mark(u8),
}

/// Token of a source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Kind of the token.
    pub kind: TokenKind,
    /// Byte offset of the start.
    pub start: usize,
    /// Byte offset after the end.
    pub end: usize,
    /// Number of open brackets around the token.
    pub depth: usize,
    /// Whether a line break separates the token from the previous one.
    pub after_break: bool,
}

impl Token {
    /// Returns the text of the token in its source.
    pub fn text<'a>(&self, source: &'a str) -> &'a str {
        source.get(self.start..self.end).unwrap_or_default()
    }

    /// Whether the token is this text and no string or comment.
    pub fn is(&self, source: &str, text: &str) -> bool {
        self.kind != TokenKind::Text && self.text(source) == text
    }
}

/// Splits a source into tokens, skipping comments and white space.
pub fn tokens(source: &str) -> Vec<Token> {
    crate::work::count(source.len());
    Scanner {
        source,
        bytes: source.as_bytes(),
        at: 0,
        open: Vec::new(),
        out: Vec::new(),
        after_break: false,
    }
    .scan()
}

struct Scanner<'a> {
    source: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// Open brackets; `$` marks a template substitution.
    open: Vec<u8>,
    out: Vec<Token>,
    after_break: bool,
}

impl Scanner<'_> {
    fn scan(mut self) -> Vec<Token> {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' | b'\r' => {
                    self.after_break = true;
                    self.at += 1;
                }
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                b'/' if self.peek(1) == Some(b'/') => {
                    let rest = &self.source[self.at..];
                    self.at += rest.find(is_break).unwrap_or(rest.len());
                }
                b'/' if self.peek(1) == Some(b'*') => {
                    let rest = &self.source[self.at..];
                    let end = rest[2..].find("*/").map_or(rest.len(), |end| end + 4);
                    self.after_break |= rest[..end].contains(is_break);
                    self.at += end;
                }
                0x80.. if self.skip_space() => {}
                b'/' if self.regex_may_start() => self.regex(),
                b'"' | b'\'' => self.string(byte),
                b'`' => self.template(),
                b'}' if self.open.last() == Some(&b'$') => {
                    self.open.pop();
                    self.template();
                }
                b'0'..=b'9' => self.word(TokenKind::Literal),
                _ if is_word(byte) => self.word(TokenKind::Word),
                _ => self.mark(byte),
            }
        }
        self.out
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        let token = Token {
            kind,
            start,
            end: self.at,
            depth: self.open.len(),
            after_break: self.after_break,
        };
        self.after_break = false;
        self.out.push(token);
    }

    /// Skips a non-ASCII white space character or line break, if there is one at the present position.
    fn skip_space(&mut self) -> bool {
        let Some(c) = self.source[self.at..].chars().next().filter(|c| is_space(*c)) else {
            return false;
        };
        self.after_break |= is_break(c);
        self.at += c.len_utf8();
        true
    }

    fn word(&mut self, kind: TokenKind) {
        let start = self.at;
        while let Some(b) = self.peek(0) {
            if b >= 0x80 {
                match self.source[self.at..].chars().next() {
                    Some(c) if !is_space(c) => self.at += c.len_utf8(),
                    _ => break,
                }
            } else if is_word(b) || b.is_ascii_digit() || (kind == TokenKind::Literal && b == b'.') {
                self.at += 1;
            } else {
                break;
            }
        }
        self.push(kind, start);
    }

    fn mark(&mut self, byte: u8) {
        let start = self.at;
        // Advances by a whole character, so that offsets stay on character boundaries.
        self.at += self.source[self.at..].chars().next().map_or(1, char::len_utf8);
        match byte {
            b'(' | b'[' | b'{' => {
                self.push(TokenKind::Mark(byte), start);
                self.open.push(byte);
            }
            b')' | b']' | b'}' => {
                self.open.pop();
                self.push(TokenKind::Mark(byte), start);
            }
            _ => self.push(TokenKind::Mark(byte), start),
        }
    }

    fn string(&mut self, quote: u8) {
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' => self.at += 2,
                b'\n' => break,
                _ => self.at += 1,
            }
            if byte == quote {
                break;
            }
        }
        self.clamp();
        self.push(TokenKind::Text, start);
    }

    /// Scans a template piece: from a backquote or the end of a substitution to the next substitution or the end.
    fn template(&mut self) {
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' => self.at += 2,
                b'`' => {
                    self.at += 1;
                    break;
                }
                b'$' if self.peek(1) == Some(b'{') => {
                    self.at += 2;
                    self.clamp();
                    self.push(TokenKind::Literal, start);
                    self.open.push(b'$');
                    return;
                }
                _ => self.at += 1,
            }
        }
        self.clamp();
        self.push(TokenKind::Literal, start);
    }

    fn regex(&mut self) {
        let start = self.at;
        self.at += 1;
        let mut in_class = false;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' => self.at += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'\n' => break,
                b'/' if !in_class => {
                    self.at += 1;
                    while self.peek(0).is_some_and(is_word) {
                        self.at += 1;
                    }
                    break;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.clamp();
        self.push(TokenKind::Literal, start);
    }

    /// Moves the position to a character boundary within the source, because an escape may skip beyond either.
    fn clamp(&mut self) {
        self.at = self.at.min(self.bytes.len());
        while !self.source.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    /// Whether a slash at the present position starts a regular expression, because an operand is expected.
    fn regex_may_start(&self) -> bool {
        let Some(previous) = self.out.last() else {
            return true;
        };
        match previous.kind {
            TokenKind::Text | TokenKind::Literal | TokenKind::Mark(b')' | b']' | b'}') => false,
            TokenKind::Mark(_) => true,
            TokenKind::Word => matches!(
                previous.text(self.source),
                "return"
                    | "typeof"
                    | "case"
                    | "in"
                    | "of"
                    | "delete"
                    | "void"
                    | "throw"
                    | "new"
                    | "else"
                    | "do"
            ),
        }
    }
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'#') || byte >= 0x80
}
