//! Places of the lines of a text: which tokens each line has, in which brackets it is, and what comes before it.
//!
//! The tokens of the scanner are enough for this; the text need not be JavaScript. The time is proportional to the text,
//! apart from the search trees in which equal texts get equal numbers.

use super::frame::{Frame, Numbers, number};
use super::reader::Reader;
use crate::source::{TokenKind, tokens};

/// Line of a text.
pub(super) struct Line<'t> {
    /// Text without the spaces around it.
    pub(super) text: &'t str,
    /// Number of the text together with the kinds and places of its tokens: code in a comment or in a text differs.
    pub(super) content: u32,
    /// Innermost bracket around the line; 0 for the top level.
    pub(super) frame: usize,
    /// Line whose statement this line continues, and the number of its text.
    pub(super) joined: Option<(usize, u32)>,
    /// Number of statements before the line that leave a block around it: `return`, `throw`, `break`, `continue`.
    pub(super) leaves: u32,
}

/// All lines of a text, with the brackets around them. Frame 0 is the top level.
pub(super) struct Places<'t> {
    pub(super) lines: Vec<Line<'t>>,
    pub(super) frames: Vec<Frame>,
}

impl<'t> Places<'t> {
    pub(super) fn of(source: &'t str, numbers: &mut Numbers<'t>) -> Places<'t> {
        let tokens = tokens(source);
        let texts: Vec<&str> = source.lines().map(str::trim).collect();
        let mut reader = Reader::new(source, &tokens, &texts, numbers);
        let mut lines = Vec::with_capacity(texts.len());
        let (mut at, mut start) = (0_usize, 0);
        for (number_of_line, whole) in source.lines().enumerate() {
            let text_start = start + (whole.len() - whole.trim_start().len());
            let end = start + whole.len();
            start = source[end..]
                .find('\n')
                .map_or(source.len(), |newline| end + newline + 1);
            let first = at;
            let inside = at
                .checked_sub(1)
                .is_some_and(|last| tokens[last].end > text_start);
            let mut content = vec![reader.numbers[number_of_line], u32::from(inside)];
            let mut place = None;
            while let Some(token) = tokens.get(at).filter(|token| token.start < start) {
                content.push(number(token.start.saturating_sub(text_start)));
                content.push(number_of_kind(token.kind));
                if place.is_none() && !reader.closes(at) {
                    let joined = reader.continued_line(at, at == first);
                    place = Some((reader.open, joined, reader.leaves()));
                }
                reader.read(at, number_of_line, numbers);
                at += 1;
            }
            let place = place.or_else(|| (at > first).then(|| (reader.open, None, reader.leaves())));
            let (frame, joined, leaves) = place.unwrap_or_default();
            lines.push(Line {
                text: texts[number_of_line],
                content: numbers.of_key(content),
                frame,
                joined,
                leaves,
            });
        }
        let frames = reader.frames;
        Places { lines, frames }
    }

    /// Returns the brackets around a line, the innermost first.
    pub(super) fn around(&self, line: &Line<'_>) -> impl Iterator<Item = &Frame> {
        let mut next = line.frame;
        std::iter::from_fn(move || {
            let frame = self.frames.get(next).filter(|_| next > 0)?;
            next = frame.parent;
            Some(frame)
        })
    }

    /// Returns the key of a line with its place; lines in equal places have equal keys.
    pub(super) fn key(&self, line: &Line<'_>) -> Vec<u32> {
        let joined = line.joined.map_or(0, |(_, text)| text + 1);
        vec![line.content, self.frames[line.frame].chain, joined, line.leaves]
    }
}

fn number_of_kind(kind: TokenKind) -> u32 {
    match kind {
        TokenKind::Word => 0,
        TokenKind::Text => 1,
        TokenKind::Literal => 2,
        TokenKind::Mark(mark) => 3 + u32::from(mark),
    }
}
