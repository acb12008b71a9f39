//! Pages of the user guide as data: title, text, pictures, and links to other pages.
//!
//! A page is a Markdown file of `docs/guide`, which GitHub shows as well. A picture and a list of links stand on lines of
//! their own; `markdown` parses the rest. Invariants: a link names only a page of the guide, and a
//! picture only a file of the guide; a text without a title is not a page, such as a page of the host for a missing file.
//! Start with [`parse`].

use super::markdown::{self, Block};
use std::mem;

/// A page of the guide.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Title.
    pub title: String,
    /// Content below the title.
    pub parts: Vec<PagePart>,
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum PagePart {
    /// Text.
    Block(Block),
    /// Picture, with its path from the folder of the page and its description.
    Picture(String, String),
    /// List of links to other pages.
    Links(Vec<Link>),
}

/// A link to a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Name of the page, which is its file name without `.md`.
    pub page: String,
    /// Text.
    pub text: String,
}

/// Parses a page. Returns `None` for a text without a title in its first line.
#[must_use]
pub fn parse(text: &str) -> Option<Page> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let title = first.strip_prefix("# ")?.trim().to_owned();
    let mut parts = Vec::new();
    let mut plain = String::new();
    let mut in_code = false;
    for line in rest.lines() {
        in_code ^= line.starts_with("```");
        if in_code {
            push_line(&mut plain, line);
        } else if let Some((text, file)) = line
            .strip_prefix('!')
            .and_then(link)
            .filter(|(_, to)| is_picture(to))
        {
            flush(&mut plain, &mut parts);
            parts.push(PagePart::Picture(file.to_owned(), text.to_owned()));
        } else if let Some(link) = line.strip_prefix("* ").and_then(page_link) {
            flush(&mut plain, &mut parts);
            match parts.last_mut() {
                Some(PagePart::Links(links)) => links.push(link),
                _ => parts.push(PagePart::Links(vec![link])),
            }
        } else if continues(&plain, line) {
            plain.push(' ');
            plain.push_str(line.trim());
        } else {
            push_line(&mut plain, line);
        }
    }
    flush(&mut plain, &mut parts);
    Some(Page { title, parts })
}

fn push_line(plain: &mut String, line: &str) {
    if !plain.is_empty() {
        plain.push('\n');
    }
    plain.push_str(line);
}

/// Moves the collected text to the parts.
fn flush(plain: &mut String, parts: &mut Vec<PagePart>) {
    let blocks = markdown::parse(&mem::take(plain));
    parts.extend(blocks.into_iter().map(PagePart::Block));
}

/// Whether a line continues the paragraph or the list item of the line before.
fn continues(plain: &str, line: &str) -> bool {
    let before = plain.lines().last().unwrap_or_default();
    let starts = |line: &str| {
        let digits = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let numbered = digits.len() < line.len() && digits.starts_with(". ");
        line.starts_with("* ") || line.starts_with('#') || line.starts_with("```") || numbered
    };
    let open = !plain.ends_with('\n') && !before.starts_with('#') && !before.starts_with("```");
    open && !before.trim().is_empty() && !line.trim().is_empty() && !starts(line)
}

/// Splits `[text](target)` that is the whole line.
fn link(line: &str) -> Option<(&str, &str)> {
    let inside = line.trim().strip_prefix('[')?.strip_suffix(')')?;
    inside.split_once("](")
}

fn page_link(line: &str) -> Option<Link> {
    let (text, target) = link(line)?;
    let page = target.strip_suffix(".md").filter(|page| is_name(page))?;
    Some(Link {
        page: page.to_owned(),
        text: text.to_owned(),
    })
}

fn is_picture(target: &str) -> bool {
    let path = target
        .strip_prefix("../pictures/")
        .and_then(|path| path.strip_suffix(".png"));
    path.and_then(|path| path.split_once('/'))
        .is_some_and(|(folder, name)| is_name(folder) && is_name(name))
}

/// Whether a text is a file name without an extension: lowercase letters and hyphens.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::markdown::Span;

    fn words(text: &str) -> Vec<Span> {
        vec![Span::Text(text.to_owned())]
    }

    fn to(page: &str, text: &str) -> Link {
        Link {
            page: page.to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_page_has_a_title_text_a_picture_and_links() {
        let text = "# Draw\n\nOne line\nand another.\n\n![A circle](../pictures/en/draw.png)\n\n1. Step\n   goes on.\n2. Two\n\n\
                    ## More\n\n* [Fix an error](errors.md)\n* [Start](start.md)\n";
        let page = parse(text).unwrap();
        assert_eq!(page.title, "Draw");
        assert_eq!(
            page.parts,
            [
                PagePart::Block(Block::Paragraph(words("One line and another."))),
                PagePart::Picture("../pictures/en/draw.png".to_owned(), "A circle".to_owned()),
                PagePart::Block(Block::List(
                    true,
                    vec![words("Step goes on.").into(), words("Two").into()]
                )),
                PagePart::Block(Block::Heading(words("More"))),
                PagePart::Links(vec![to("errors", "Fix an error"), to("start", "Start")]),
            ]
        );
    }

    #[test]
    fn code_blocks_keep_their_line_breaks() {
        let page = parse("# Code\n\n```js\na\n\n  * [b](c.md)\n```\n\nEnd.\n").unwrap();
        assert_eq!(
            page.parts,
            [
                PagePart::Block(Block::Code("a\n\n  * [b](c.md)".to_owned())),
                PagePart::Block(Block::Paragraph(words("End."))),
            ]
        );
    }

    #[test]
    fn addresses_outside_the_guide_stay_text() {
        for line in [
            "* [a](https://example.com/a.md)",
            "* [a](../a.md)",
            "![a](https://example.com/a.png)",
            "![a](../pictures/../a.png)",
        ] {
            let page = parse(&format!("# Title\n\n{line}\n")).unwrap();
            assert!(
                matches!(page.parts[..], [PagePart::Block(_)]),
                "{line}: {:?}",
                page.parts
            );
        }
    }

    #[test]
    fn a_text_without_a_title_is_not_a_page() {
        assert_eq!(parse("<!DOCTYPE html>\n<title>Not found</title>"), None);
        assert_eq!(parse(""), None);
    }
}
