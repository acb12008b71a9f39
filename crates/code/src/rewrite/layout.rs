//! Layout of an object literal: the places for new entries, and their texts.

use super::source::Source;
use super::span::Span;
use super::texts::TextEdit;
use crate::literal::string_like;
use crate::write::literal;
use serde_json::Value;

/// Layout of an object literal in its text.
pub(super) struct Layout<'a> {
    source: &'a Source<'a>,
    object: Span,
    entries: Vec<Span>,
}

/// Writes an entry of an object literal.
pub(super) fn entry_text(key: &str, colon: &str, value: &Value, quote: char) -> String {
    format!("{key}{colon}{}", value_text(value, quote))
}

fn value_text(value: &Value, quote: char) -> String {
    match value {
        Value::String(text) => string_like(&quote.to_string(), text),
        Value::Object(fields) if !fields.is_empty() => {
            let entries: Vec<String> = fields
                .iter()
                .map(|(key, value)| entry_text(key, ": ", value, quote))
                .collect();
            format!("{{ {} }}", entries.join(", "))
        }
        other => literal(other),
    }
}

impl<'a> Layout<'a> {
    pub(super) fn of(source: &'a Source<'a>, object: Span) -> Layout<'a> {
        Layout {
            source,
            object,
            entries: source.elements(object.first),
        }
    }

    pub(super) fn entries(&self) -> &[Span] {
        &self.entries
    }

    /// Returns the text between a key and its value as the author writes it.
    pub(super) fn colon(&self) -> &'static str {
        let full = self
            .entries
            .iter()
            .find(|entry| self.source.text(entry.first + 1) == ":");
        let is_tight = full.is_some_and(|entry| {
            let tokens = &self.source.tokens;
            tokens[entry.first + 1].end == tokens[entry.first + 2].start
        });
        if is_tight { ":" } else { ": " }
    }

    /// Fills an object without entries.
    pub(super) fn fill(&self, texts: &[String]) -> TextEdit {
        let (start, end) = (self.end_of(self.object.first), self.start_of(self.object.end - 1));
        let inner = &self.source.text[start..end];
        let texts = texts.join(", ");
        if inner.trim_matches(' ').is_empty() {
            TextEdit::new((start, end), format!(" {texts} "))
        } else {
            TextEdit::new((start, start), format!(" {texts}"))
        }
    }

    /// Adds entries before all others; at the end if the first entry has its own line.
    pub(super) fn first(&self, texts: &[String]) -> Vec<TextEdit> {
        let (open, start) = (
            self.end_of(self.object.first),
            self.start_of(self.entries[0].first),
        );
        if line_break(self.source.text, open, start).is_some() {
            return self.after(self.entries.len() - 1, texts);
        }
        let gap = self.gap();
        let added = texts.iter().map(|text| format!("{text},{gap}")).collect();
        vec![TextEdit::new((start, start), added)]
    }

    /// Adds entries after the one at this position.
    pub(super) fn after(&self, at: usize, texts: &[String]) -> Vec<TextEdit> {
        let entry = self.entries[at];
        let end = self.end_of(entry.end - 1);
        let has_comma = self.source.text(entry.end) == ",";
        let from = if has_comma { self.end_of(entry.end) } else { end };
        let next = self
            .entries
            .get(at + 1)
            .map_or(self.object.end - 1, |next| next.first);
        let limit = self.start_of(next);
        let line_end = line_break(self.source.text, from, limit);
        let own_line = line_end.filter(|line_end| {
            let has_comment = !self.source.text[from..*line_end].trim().is_empty();
            has_comment || !self.shares_line(at)
        });
        if let Some(line_end) = own_line {
            return self.on_lines(at, texts, (end, line_end));
        }
        let gap = self.gap();
        let added = |text: &String| {
            if has_comma {
                format!("{gap}{text},")
            } else {
                format!(",{gap}{text}")
            }
        };
        // A comment at the end of the object stays with the entry before it.
        let ends_object = at + 1 == self.entries.len() && line_end.is_none();
        let place = if ends_object {
            self.end_without_spaces(from, limit)
        } else {
            from
        };
        vec![TextEdit::new((place, place), texts.iter().map(added).collect())]
    }

    /// Adds entries on lines of their own, below the line that ends there.
    fn on_lines(&self, at: usize, texts: &[String], (end, line_end): (usize, usize)) -> Vec<TextEdit> {
        let indent = self.indent(at);
        let has_comma = self.source.text(self.entries[at].end) == ",";
        let lines: Vec<String> = texts.iter().map(|text| format!("\n{indent}{text}")).collect();
        if has_comma {
            let added = lines.iter().map(|line| format!("{line},")).collect();
            return vec![TextEdit::new((line_end, line_end), added)];
        }
        let added = lines.join(",");
        if line_end == end {
            return vec![TextEdit::new((end, end), format!(",{added}"))];
        }
        vec![
            TextEdit::new((end, end), ",".to_owned()),
            TextEdit::new((line_end, line_end), added),
        ]
    }

    /// Whether the entry before this one is on the same line.
    fn shares_line(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        let (from, to) = (
            self.end_of(self.entries[before].end - 1),
            self.start_of(self.entries[at].first),
        );
        !self.source.text[from..to].contains('\n')
    }

    /// Returns the indentation of the lines of the entries.
    fn indent(&self, at: usize) -> String {
        let own = self.line_start(self.start_of(self.entries[at].first));
        let next = self
            .entries
            .get(at + 1)
            .map(|next| self.line_start(self.start_of(next.first)));
        let brace = self.start_of(self.object.first);
        let line = [Some(own), next].into_iter().flatten().find(|line| *line > brace);
        match line {
            Some(line) => self.blank(line).to_owned(),
            None => format!("{}  ", self.blank(self.line_start(brace))),
        }
    }

    /// Returns the space after the commas of the object.
    fn gap(&self) -> &'static str {
        let comma = self
            .entries
            .iter()
            .find(|entry| self.source.text(entry.end) == "," && entry.end + 1 < self.object.end);
        let is_tight = comma.is_some_and(|entry| {
            self.end_of(entry.end) == self.start_of(entry.end + 1) && entry.end + 2 < self.object.end
        });
        if is_tight { "" } else { " " }
    }

    /// Returns the end of the text before `limit` without the spaces before it.
    fn end_without_spaces(&self, from: usize, limit: usize) -> usize {
        from + self.source.text[from..limit].trim_end().len()
    }

    fn line_start(&self, at: usize) -> usize {
        self.source.text[..at].rfind('\n').map_or(0, |line| line + 1)
    }

    fn blank(&self, line: usize) -> &'a str {
        let rest = &self.source.text[line..];
        &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()]
    }

    fn start_of(&self, token: usize) -> usize {
        self.source.tokens[token].start
    }

    fn end_of(&self, token: usize) -> usize {
        self.source.tokens[token].end
    }
}

/// Returns the first end of a line between two tokens that is not inside a block comment.
fn line_break(text: &str, from: usize, to: usize) -> Option<usize> {
    let gap = &text[from..to];
    let mut at = 0;
    while let Some(rest) = gap.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if rest.starts_with("//") {
            at += rest.find('\n')?;
            return Some(from + at);
        } else if rest.starts_with('\n') {
            return Some(from + at);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    None
}
