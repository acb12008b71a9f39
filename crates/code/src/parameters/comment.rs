//! Comment on the line of a parameter: range, step, unit, choices, and description.
//!
//! The grammar is loose, because the comment is for readers first: `A..B`, `step S`, a unit after a number or at the end,
//! choices separated by `|`, and any other words as the description.

use crate::literal::decimal_at;
use crate::source::{Token, line_end, line_start};

/// Units that a comment may name.
const UNITS: [&str; 12] = [
    "mm", "cm", "m", "in", "ft", "pt", "px", "deg", "°", "rad", "%", "turns",
];

/// Maximum length of a comment in bytes. A longer one has no description and no choices, because each constant of the line has
/// a copy of them.
const MAX_BYTES: usize = 1_000;

/// Parts of a comment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Comment {
    /// Smallest and largest value, as written.
    pub(super) range: Option<[String; 2]>,
    /// Step, as written.
    pub(super) step: Option<String>,
    /// Unit.
    pub(super) unit: Option<String>,
    /// Choices.
    pub(super) options: Vec<String>,
    /// Other words.
    pub(super) note: String,
}

/// Comments of the lines of a text. Each line is read once, also if it has many constants.
pub(super) struct Comments<'a> {
    pub(super) source: &'a str,
    pub(super) tokens: &'a [Token],
    /// End of the line that was read last, with its comment.
    last: Option<(usize, Option<Comment>)>,
}

impl<'a> Comments<'a> {
    pub(super) fn new(source: &'a str, tokens: &'a [Token]) -> Comments<'a> {
        Comments {
            source,
            tokens,
            last: None,
        }
    }

    /// Reads the comments of the line with this byte offset; `None` if one of them is `fixed`. The offsets rise.
    pub(super) fn of_line(&mut self, offset: usize) -> Option<&Comment> {
        let known = self.last.take().filter(|(end, _)| offset <= *end);
        let read = known.unwrap_or_else(|| {
            let (from, to) = (line_start(self.source, offset), line_end(self.source, offset));
            (to, Comment::of_range(self.source, self.tokens, (from, to)))
        });
        self.last.insert(read).1.as_ref()
    }
}

impl Comment {
    /// Reads the comments of a line, given its range; `None` if one of them is `fixed`.
    fn of_range(source: &str, tokens: &[Token], (from, to): (usize, usize)) -> Option<Comment> {
        let first = tokens.partition_point(|token| token.end <= from);
        let mut start = from;
        let mut text = String::new();
        // Text between tokens is white space or a comment.
        for token in tokens[first..].iter().take_while(|token| token.start < to) {
            text.push_str(source.get(start..token.start).unwrap_or_default());
            text.push(' ');
            start = token.end;
        }
        let last = source.get(start..to).unwrap_or_default();
        text.push_str(last);
        let is_fixed = |part: &str| part.trim().eq_ignore_ascii_case("fixed");
        if text.split(['/', '*']).any(is_fixed) {
            return None;
        }
        let content = last.trim();
        let content = content.strip_prefix("//").or_else(|| {
            content
                .strip_prefix("/*")
                .map(|inner| inner.strip_suffix("*/").unwrap_or(inner))
        });
        let content = content.filter(|content| content.len() <= MAX_BYTES);
        Some(Comment::read(content.unwrap_or_default()))
    }

    fn read(text: &str) -> Comment {
        let mut comment = Comment::default();
        if let Some(options) = options(text) {
            comment.options = options;
            return comment;
        }
        let spaced = text.replace(" .. ", "..");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let mut note: Vec<&str> = Vec::new();
        let mut after_number = false;
        let mut i = 0;
        while let Some(word) = words.get(i) {
            let bare = word.trim_matches([',', ';', '(', ')', '[', ']', ':']);
            let is_last = i + 1 == words.len();
            let step = words.get(i + 1).and_then(|next| number(next));
            i += 1;
            if let (None, Some((range, unit))) = (&comment.range, range(bare)) {
                comment.range = Some(range);
                comment.unit = comment.unit.or(unit);
                after_number = true;
            } else if let (None, true, Some((step, unit))) = (&comment.step, is_step(bare), step) {
                comment.step = Some(step);
                comment.unit = comment.unit.or(unit);
                after_number = true;
                i += 1;
            } else if comment.unit.is_none() && UNITS.contains(&bare) && (after_number || is_last) {
                comment.unit = Some(bare.to_owned());
            } else {
                after_number = false;
                note.push(word);
            }
        }
        let note = note.join(" ");
        note.trim_matches([',', ';', ':', ' ', '-', '–', '—'])
            .clone_into(&mut comment.note);
        comment
    }

    /// Returns the choices with the present value among them; `None` if the comment lists none.
    pub(super) fn options_with(&self, value: &str) -> Option<Vec<String>> {
        if self.options.is_empty() {
            return None;
        }
        let mut options = self.options.clone();
        if !options.iter().any(|option| option == value) {
            options.insert(0, value.to_owned());
        }
        Some(options)
    }
}

fn is_step(word: &str) -> bool {
    word.eq_ignore_ascii_case("step")
}

/// Reads `a | b | c`, optionally after a description and a colon.
fn options(text: &str) -> Option<Vec<String>> {
    let list = text.rsplit_once(": ").map_or(text, |(_, list)| list);
    let options: Vec<String> = list
        .split('|')
        .map(|option| option.trim().trim_matches(['"', '\'']).to_owned())
        .collect();
    (options.len() > 1 && options.iter().all(|option| !option.is_empty())).then_some(options)
}

/// Reads `A..B` with an optional unit behind B.
fn range(word: &str) -> Option<([String; 2], Option<String>)> {
    let (low, high) = word.split_once("..")?;
    let (low, _) = number(low)?;
    let (high, unit) = number(high)?;
    Some(([low, high], unit))
}

/// Reads a number with a sign, as written, and the unit behind it.
fn number(word: &str) -> Option<(String, Option<String>)> {
    let word = word.trim_end_matches([',', ';', ')', ']']);
    let digits = word.strip_prefix(['-', '+', '−']).unwrap_or(word);
    let sign = if digits.len() < word.len() && !word.starts_with('+') {
        "-"
    } else {
        ""
    };
    let unit = UNITS.iter().find(|unit| {
        let rest = digits.strip_suffix(**unit);
        rest.is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_digit() || c == '.'))
    });
    let digits = unit.and_then(|unit| digits.strip_suffix(unit)).unwrap_or(digits);
    let (_, end) = decimal_at(digits, 0)?;
    (end == digits.len()).then(|| (format!("{sign}{digits}"), unit.map(|unit| (*unit).to_owned())))
}
