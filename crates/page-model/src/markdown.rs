//! Parser for the Markdown subset that models write: paragraphs, headings, lists, code, and bold text.
//!
//! Invariants: the output contains only text with a few styles, so text from a model can never become an
//! element or a URL. A text that is cut off in the middle, as during streaming, still parses to a readable result.

/// A block of text.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// A heading of any level.
    Heading(Vec<Span>),
    /// A list; `true` if numbered.
    List(bool, Vec<Vec<Span>>),
    /// A code block with its line breaks.
    Code(String),
}

/// A run of text in one style.
#[derive(Clone, Debug, PartialEq)]
pub enum Span {
    /// Plain text.
    Text(String),
    /// Bold text.
    Strong(String),
    /// Inline code.
    Code(String),
}

/// Parses a text.
#[must_use]
pub fn parse(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().peekable();
    let mut paragraph = String::new();
    let flush = |paragraph: &mut String, blocks: &mut Vec<Block>| {
        if !paragraph.is_empty() {
            blocks.push(Block::Paragraph(spans(paragraph)));
            paragraph.clear();
        }
    };
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            flush(&mut paragraph, &mut blocks);
            let body: Vec<&str> = lines
                .by_ref()
                .take_while(|line| !line.trim().starts_with("```"))
                .collect();
            blocks.push(Block::Code(body.join("\n")));
        } else if trimmed.is_empty() {
            flush(&mut paragraph, &mut blocks);
        } else if let Some(title) = heading(trimmed) {
            flush(&mut paragraph, &mut blocks);
            blocks.push(Block::Heading(spans(title)));
        } else if let Some((numbered, first)) = item(trimmed) {
            flush(&mut paragraph, &mut blocks);
            let mut items = vec![spans(first)];
            while let Some((_, next)) = lines
                .peek()
                .and_then(|line| item(line.trim()))
                .filter(|next| next.0 == numbered)
            {
                items.push(spans(next));
                lines.next();
            }
            blocks.push(Block::List(numbered, items));
        } else {
            if !paragraph.is_empty() {
                paragraph.push('\n');
            }
            paragraph.push_str(trimmed);
        }
    }
    flush(&mut paragraph, &mut blocks);
    blocks
}

fn heading(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    (1..=6).contains(&level).then(|| rest.strip_prefix(' ')).flatten()
}

fn item(line: &str) -> Option<(bool, &str)> {
    if let Some(rest) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
        return Some((false, rest));
    }
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = (1..=3).contains(&digits).then(|| &line[digits..])?;
    rest.strip_prefix(". ")
        .or_else(|| rest.strip_prefix(") "))
        .map(|rest| (true, rest))
}

fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let marked = [
            ("`", Span::Code as fn(String) -> Span),
            ("**", Span::Strong as fn(String) -> Span),
        ]
        .into_iter()
        .find_map(|(mark, make)| {
            let (inside, after) = rest.strip_prefix(mark)?.split_once(mark)?;
            (!inside.is_empty()).then(|| (make(inside.to_owned()), after))
        });
        if let Some((span, after)) = marked {
            if !plain.is_empty() {
                spans.push(Span::Text(std::mem::take(&mut plain)));
            }
            spans.push(span);
            rest = after;
        } else {
            plain.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    if !plain.is_empty() {
        spans.push(Span::Text(plain));
    }
    spans
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    fn text(text: &str) -> Span {
        Span::Text(text.into())
    }

    #[test]
    fn paragraphs_lists_and_headings_are_parsed() {
        let blocks = parse("# Plan\nOne\ntwo\n\n- a\n- b\n1. c\n");
        assert_eq!(
            blocks,
            [
                Block::Heading(vec![text("Plan")]),
                Block::Paragraph(vec![text("One\ntwo")]),
                Block::List(false, vec![vec![text("a")], vec![text("b")]]),
                Block::List(true, vec![vec![text("c")]]),
            ]
        );
    }

    #[test]
    fn code_and_bold_are_parsed() {
        assert_eq!(
            parse("Use **all** of `a*b`"),
            [Block::Paragraph(vec![
                text("Use "),
                Span::Strong("all".into()),
                text(" of "),
                Span::Code("a*b".into())
            ])]
        );
        assert_eq!(
            parse("```js\nlet a;\n  b\n```\nend"),
            [
                Block::Code("let a;\n  b".into()),
                Block::Paragraph(vec![text("end")])
            ]
        );
    }

    #[test]
    fn unclosed_markers_and_html_stay_plain_text() {
        assert_eq!(parse("a **b"), [Block::Paragraph(vec![text("a **b")])]);
        assert_eq!(parse("```\nhalf"), [Block::Code("half".into())]);
        assert_eq!(
            parse("<img src=x>"),
            [Block::Paragraph(vec![text("<img src=x>")])]
        );
        assert_eq!(parse("#no 3) "), [Block::Paragraph(vec![text("#no 3)")])]);
        for cut in 0..40 {
            let whole = "- **a** `b`\n```\n톱니\n```\n2. x **y";
            if whole.is_char_boundary(cut.min(whole.len())) {
                let _ = parse(&whole[..cut.min(whole.len())]);
            }
        }
    }
}
