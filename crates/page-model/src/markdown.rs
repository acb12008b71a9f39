//! Parser for the Markdown subset that models write: paragraphs, headings, nested lists, tables, quotations, code, bold and
//! italic text, and links.
//!
//! Invariants: the output contains only text with a few styles, and addresses that begin with `https://` or `http://`, so text
//! from a model can never become another element. A text that is cut off in the middle, as during streaming, still parses to a
//! readable result.

/// Maximum depth of lists and quotations inside each other; deeper ones are text.
const MAX_DEPTH: usize = 8;

/// A block of text.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// A heading of any level.
    Heading(Vec<Span>),
    /// A list; `true` if numbered.
    List(bool, Vec<ListItem>),
    /// A table: the cells of the head, and those of each row.
    Table(Vec<Vec<Span>>, Vec<Vec<Vec<Span>>>),
    /// A quotation.
    Quote(Vec<Block>),
    /// A code block with its line breaks.
    Code(String),
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListItem {
    /// Text of the item.
    pub text: Vec<Span>,
    /// Blocks below the text, such as a list inside the item.
    pub blocks: Vec<Block>,
}

impl From<Vec<Span>> for ListItem {
    fn from(text: Vec<Span>) -> ListItem {
        ListItem {
            text,
            blocks: Vec::new(),
        }
    }
}

/// A run of text in one style.
#[derive(Clone, Debug, PartialEq)]
pub enum Span {
    /// Plain text.
    Text(String),
    /// Bold text.
    Strong(String),
    /// Italic text.
    Emphasis(String),
    /// Inline code.
    Code(String),
    /// A text with the address of a page on the web.
    Link {
        /// Text of the link.
        text: String,
        /// Address, which begins with `https://` or `http://`.
        address: String,
    },
}

/// Parses a text.
#[must_use]
pub fn parse(text: &str) -> Vec<Block> {
    let lines: Vec<&str> = text.lines().collect();
    parse_lines(&lines, 0)
}

fn parse_lines(lines: &[&str], depth: usize) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut paragraph = String::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rest = &lines[at..];
        let block = code(rest)
            .or_else(|| heading(line.trim()).map(|title| (Block::Heading(spans(title)), 1)))
            .or_else(|| table(rest))
            .or_else(|| quote(rest, depth))
            .or_else(|| list(rest, depth));
        if block.is_some() || line.trim().is_empty() {
            if !paragraph.is_empty() {
                blocks.push(Block::Paragraph(spans(&paragraph)));
                paragraph.clear();
            }
        } else {
            if !paragraph.is_empty() {
                paragraph.push('\n');
            }
            paragraph.push_str(line.trim());
        }
        let (block, count) = block.map_or((None, 1), |(block, count)| (Some(block), count));
        blocks.extend(block);
        at += count;
    }
    if !paragraph.is_empty() {
        blocks.push(Block::Paragraph(spans(&paragraph)));
    }
    blocks
}

/// Returns the code block that begins with the first line, and the number of its lines.
fn code(lines: &[&str]) -> Option<(Block, usize)> {
    let is_fence = |line: &str| line.trim().starts_with("```");
    let first = lines.first().filter(|line| is_fence(line))?;
    let indent = width_of_indent(first);
    let body = lines[1..].iter().take_while(|line| !is_fence(line));
    let body: Vec<&str> = body.map(|line| without_indent(line, indent)).collect();
    // The end is missing while the text is still streamed.
    let count = lines.len().min(body.len() + 2);
    Some((Block::Code(body.join("\n")), count))
}

fn heading(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    (1..=6).contains(&level).then(|| rest.strip_prefix(' ')).flatten()
}

/// Returns the table that begins with the first line: a head, a line of dashes, and rows.
fn table(lines: &[&str]) -> Option<(Block, usize)> {
    let head = cells(lines.first()?)?;
    let dashes = cells(lines.get(1)?)?;
    let is_rule = |cell: &String| {
        let inner = cell.trim_start_matches(':').trim_end_matches(':');
        !inner.is_empty() && inner.chars().all(|c| c == '-')
    };
    if dashes.len() != head.len() || !dashes.iter().all(is_rule) {
        return None;
    }
    let parsed = |row: Vec<String>| {
        // A row has as many cells as the head.
        let mut row: Vec<Vec<Span>> = row.iter().map(|cell| spans(cell)).collect();
        row.resize(head.len(), Vec::new());
        row
    };
    let rows: Vec<_> = lines[2..]
        .iter()
        .map_while(|line| cells(line))
        .map(parsed)
        .collect();
    let count = rows.len() + 2;
    let head = head.iter().map(|cell| spans(cell)).collect();
    Some((Block::Table(head, rows), count))
}

/// Returns the cells of a line of a table; `None` for a line without a bar.
fn cells(line: &str) -> Option<Vec<String>> {
    let line = line.trim();
    let inner = line.strip_prefix('|').unwrap_or(line);
    let inner = if inner.ends_with("\\|") {
        inner
    } else {
        inner.strip_suffix('|').unwrap_or(inner)
    };
    let mut cells = vec![String::new()];
    let (mut escaped, mut in_code) = (false, false);
    for c in inner.chars() {
        let last = cells.len() - 1;
        match c {
            '|' if escaped => {
                cells[last].pop();
                cells[last].push('|');
            }
            '|' if !in_code => cells.push(String::new()),
            c => {
                in_code ^= c == '`';
                cells[last].push(c);
            }
        }
        escaped = c == '\\';
    }
    let is_row = cells.len() > 1 || (line.starts_with('|') && line.ends_with('|') && line.len() > 1);
    is_row.then(|| cells.iter().map(|cell| cell.trim().to_owned()).collect())
}

/// Returns the quotation that begins with the first line.
fn quote(lines: &[&str], depth: usize) -> Option<(Block, usize)> {
    let inside = |line: &&str| {
        let rest = line.trim_start().strip_prefix('>')?;
        Some(rest.strip_prefix(' ').unwrap_or(rest).to_owned())
    };
    let quoted: Vec<String> = lines.iter().map_while(inside).collect();
    if quoted.is_empty() || depth >= MAX_DEPTH {
        return None;
    }
    let inner: Vec<&str> = quoted.iter().map(String::as_str).collect();
    Some((Block::Quote(parse_lines(&inner, depth + 1)), quoted.len()))
}

/// Returns the list that begins with the first line. Lines that are indented more than the mark of an item belong to it.
fn list(lines: &[&str], depth: usize) -> Option<(Block, usize)> {
    let indent = width_of_indent(lines.first()?);
    let (numbered, _) = item(lines.first()?)?;
    if depth >= MAX_DEPTH {
        return None;
    }
    let mut items = Vec::new();
    let mut at = 0;
    while let Some((_, text)) = lines
        .get(at)
        .filter(|line| width_of_indent(line) < indent + 2)
        .and_then(|line| item(line))
        .filter(|(other, _)| *other == numbered)
    {
        at += 1;
        let mut inner: Vec<&str> = Vec::new();
        while let Some(line) = lines.get(at) {
            let goes_on = if line.trim().is_empty() {
                let next = lines.get(at + 1);
                next.is_some_and(|next| !next.trim().is_empty() && width_of_indent(next) >= indent + 2)
            } else {
                width_of_indent(line) >= indent + 2
            };
            if !goes_on {
                break;
            }
            inner.push(line);
            at += 1;
        }
        let shift = inner
            .iter()
            .filter(|line| !line.trim().is_empty())
            .map(|line| width_of_indent(line))
            .min();
        let inner: Vec<&str> = inner
            .iter()
            .map(|line| without_indent(line, shift.unwrap_or(0)))
            .collect();
        items.push(ListItem {
            text: spans(text),
            blocks: parse_lines(&inner, depth + 1),
        });
    }
    Some((Block::List(numbered, items), at))
}

/// Returns whether an item is numbered, and its text.
fn item(line: &str) -> Option<(bool, &str)> {
    let line = line.trim();
    let bullet = ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark));
    if let Some(rest) = bullet {
        return Some((false, rest));
    }
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = (1..=3).contains(&digits).then(|| &line[digits..])?;
    rest.strip_prefix(". ")
        .or_else(|| rest.strip_prefix(") "))
        .map(|rest| (true, rest))
}

/// Returns the number of spaces before a line; a tab counts as two, as far as a mark of a list needs.
fn width_of_indent(line: &str) -> usize {
    let blank = line.chars().take_while(|c| c.is_whitespace());
    blank.map(|c| if c == '\t' { 2 } else { 1 }).sum()
}

/// Returns a line without the beginning of its indentation.
fn without_indent(line: &str, width: usize) -> &str {
    let mut left = width;
    line.trim_start_matches(|c: char| {
        let is_taken = c.is_whitespace() && left > 0;
        left = left.saturating_sub(if c == '\t' { 2 } else { 1 });
        is_taken
    })
}

fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let before = plain.chars().next_back();
        let marked = marked(rest, before).or_else(|| link(rest, before));
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

/// Returns the span that begins with a mark, and the text after it. `before` is the character before the mark.
fn marked(text: &str, before: Option<char>) -> Option<(Span, &str)> {
    let between = |mark: &str| {
        let (inside, after) = text.strip_prefix(mark)?.split_once(mark)?;
        (!inside.is_empty()).then_some((inside, after))
    };
    if let Some((inside, after)) = between("`") {
        return Some((Span::Code(inside.to_owned()), after));
    }
    if let Some((inside, after)) = between("**").or_else(|| between("__")) {
        return Some((Span::Strong(inside.to_owned()), after));
    }
    // A mark inside a word or beside a space is a sign such as that of a product.
    let is_in_word = before.is_some_and(char::is_alphanumeric);
    let emphasis = |mark: &str| {
        let (inside, after) = between(mark)?;
        let is_tight = !inside.starts_with(char::is_whitespace) && !inside.ends_with(char::is_whitespace);
        let ends = !after.starts_with(char::is_alphanumeric) && !after.starts_with(mark);
        (is_tight && ends && !is_in_word).then_some((inside, after))
    };
    let (inside, after) = emphasis("*").or_else(|| emphasis("_"))?;
    Some((Span::Emphasis(inside.to_owned()), after))
}

/// Returns the link `[text](address)` at the beginning of a text, and the text after it. A picture `![text](address)` stays text.
fn link(text: &str, before: Option<char>) -> Option<(Span, &str)> {
    if before == Some('!') {
        return None;
    }
    let (label, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (address, after) = rest.split_once(')')?;
    let is_plain = !label.is_empty() && !label.contains(['[', '\n']);
    (is_plain && is_address(address)).then(|| {
        let span = Span::Link {
            text: label.to_owned(),
            address: address.to_owned(),
        };
        (span, after)
    })
}

/// Whether a text is the address of a page on the web.
fn is_address(text: &str) -> bool {
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| {
        rest.starts_with(char::is_alphanumeric)
            && !text.contains(|c: char| {
                c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | '\\')
            })
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    fn text(text: &str) -> Span {
        Span::Text(text.into())
    }

    fn item(words: &str) -> ListItem {
        ListItem::from(vec![text(words)])
    }

    #[test]
    fn paragraphs_lists_and_headings_are_parsed() {
        let blocks = parse("# Plan\nOne\ntwo\n\n- a\n- b\n1. c\n");
        assert_eq!(
            blocks,
            [
                Block::Heading(vec![text("Plan")]),
                Block::Paragraph(vec![text("One\ntwo")]),
                Block::List(false, vec![item("a"), item("b")]),
                Block::List(true, vec![item("c")]),
            ]
        );
    }

    #[test]
    fn lists_hold_lists_paragraphs_and_code() {
        let blocks =
            parse("1. a\n   - x\n   - y\n     more\n\n   words\n2. b\n   ```\n   let c;\n   ```\nend");
        let inner = ListItem {
            blocks: vec![Block::Paragraph(vec![text("more")])],
            ..item("y")
        };
        let first = ListItem {
            blocks: vec![
                Block::List(false, vec![item("x"), inner]),
                Block::Paragraph(vec![text("words")]),
            ],
            ..item("a")
        };
        let second = ListItem {
            blocks: vec![Block::Code("let c;".into())],
            ..item("b")
        };
        assert_eq!(
            blocks,
            [
                Block::List(true, vec![first, second]),
                Block::Paragraph(vec![text("end")])
            ]
        );
        let deep = "> ".repeat(100) + "deep";
        assert_eq!(parse(&deep).len(), 1);
    }

    #[test]
    fn tables_and_quotations_are_parsed() {
        let blocks =
            parse("| hole | x |\n|---|:-:|\n| a | **1** |\n| `b|c` | 2 \\| 3 | 4 |\n| d\n\n> said\n> - one");
        let cell = |words: &str| vec![text(words)];
        assert_eq!(
            blocks,
            [
                Block::Table(
                    vec![cell("hole"), cell("x")],
                    vec![
                        vec![cell("a"), vec![Span::Strong("1".into())]],
                        vec![vec![Span::Code("b|c".into())], cell("2 | 3")],
                    ]
                ),
                Block::Paragraph(vec![text("| d")]),
                Block::Quote(vec![
                    Block::Paragraph(vec![text("said")]),
                    Block::List(false, vec![item("one")])
                ]),
            ]
        );
        for no_table in ["a | b\nc | d", "| a |\n| b |", "|\n|-|", "a\n---"] {
            assert!(
                parse(no_table)
                    .iter()
                    .all(|block| matches!(block, Block::Paragraph(_))),
                "{no_table}"
            );
        }
    }

    #[test]
    fn styles_of_text_are_parsed() {
        let one = |source: &str| match parse(source).remove(0) {
            Block::Paragraph(spans) => spans,
            other => panic!("{other:?}"),
        };
        let emphasis = |words: &str| Span::Emphasis(words.into());
        assert_eq!(
            one("Use **all** of `a*b`"),
            [
                text("Use "),
                Span::Strong("all".into()),
                text(" of "),
                Span::Code("a*b".into())
            ]
        );
        assert_eq!(
            one("so *small* and _flat_."),
            [
                text("so "),
                emphasis("small"),
                text(" and "),
                emphasis("flat"),
                text(".")
            ]
        );
        for plain in [
            "2*3*4",
            "hole_1_x and hole_2_y",
            "2 * 3 * 4",
            "a * b",
            "*",
            "**",
            "a **b",
            "a *b",
        ] {
            assert_eq!(one(plain), [text(plain)], "{plain}");
        }
        let link = Span::Link {
            text: "the norm".into(),
            address: "https://example.com/iso?a=1".into(),
        };
        assert_eq!(
            one("see [the norm](https://example.com/iso?a=1)!"),
            [text("see "), link, text("!")]
        );
        for plain in [
            "[a](javascript:alert(1))",
            "[a](data:text/html,x)",
            "![a](https://evil.example/?q=secret)",
            "[](https://example.com)",
            "[a](https://exa mple.com)",
            "[a](//example.com)",
            "[a](https://)",
            "<img src=x>",
        ] {
            assert_eq!(one(plain), [text(plain)], "{plain}");
        }
    }

    #[test]
    fn every_beginning_of_a_text_is_parsed() {
        let whole = "- **a** `b`\n  1. c\n```\n톱니\n```\n| x | *y*\n|-|-|\n| [z](https://e.com) |\n> 2. x **y\n>> `z";
        for cut in (0..=whole.len()).filter(|cut| whole.is_char_boundary(*cut)) {
            let words = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
            let shown = format!("{:?}", parse(&whole[..cut]));
            assert!(words(&shown) >= words(whole[..cut].trim()) / 2, "{shown}");
        }
        assert_eq!(parse("```\nhalf"), [Block::Code("half".into())]);
    }
}
