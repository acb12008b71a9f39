//! Parser of style sheets: the rules that the reader applies, and a report of all others.
//!
//! Invariants: a rule that could change the drawing is either applied or reported; parsing takes time in proportion to the
//! size of the sheets.

use super::effects::may_have_effect;
use crate::report::{Reason, Report};
use simplecss::{Declaration, Rule, Selector};

/// Maximum number of conditions around a rule.
const MAX_NESTING: usize = 8;

/// Maximum number of declarations of all selectors; a rule has its declarations once for each selector.
const MAX_DECLARATIONS: usize = 500_000;

/// At-rules that neither change nor place an element by themselves.
const WITHOUT_EFFECT: [&str; 13] = [
    "charset",
    "color-profile",
    "counter-style",
    "font-face",
    "font-feature-values",
    "font-palette-values",
    "keyframes",
    "-moz-keyframes",
    "-webkit-keyframes",
    "page",
    "property",
    "starting-style",
    "view-transition",
];

const SELECTOR: Reason = [
    "The rule is not applied, because its selector is not supported.",
    "지원하지 않는 선택자라서 규칙을 적용하지 않았어요.",
];

const TOO_MANY: Reason = [
    "The style sheets have too many declarations.",
    "스타일 시트에 선언이 너무 많아요.",
];

const NESTED: Reason = [
    "Rules within other rules are not applied.",
    "다른 규칙 안에 있는 규칙은 적용하지 않아요.",
];

/// Rules for a medium that is not the screen.
pub(super) const MEDIUM: Reason = [
    "Rules for some media are not read.",
    "일부 매체용 규칙은 읽지 않아요.",
];

/// Style sheets in other files.
pub(super) const OTHER_FILE: Reason = [
    "Style sheets in other files are not read.",
    "다른 파일에 있는 스타일 시트는 읽지 않아요.",
];

const CONDITION: Reason = [
    "Rules in a block of this kind are not applied.",
    "이런 블록 안의 규칙은 적용하지 않아요.",
];

/// Rules in the order of the sheets.
#[derive(Default)]
struct Parsed<'a> {
    rules: Vec<Rule<'a>>,
    /// Number of the declarations of all rules.
    declarations: usize,
}

/// Returns the rules of style sheets without comments in the order of their precedence.
pub(super) fn rules<'a>(text: &'a str, report: &mut Report) -> Vec<Rule<'a>> {
    let mut parsed = Parsed::default();
    statements(text, 0, &mut parsed, report);
    let mut rules = parsed.rules;
    rules.sort_by_cached_key(|rule| rule.selector.specificity());
    rules
}

/// Whether the rules for these media hold for a screen without further conditions.
pub(super) fn is_for_screens(media: &str) -> bool {
    media.split(',').any(|medium| {
        let words: Vec<String> = medium.split_whitespace().map(str::to_ascii_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        matches!(
            words.as_slice(),
            [] | ["all" | "screen"] | ["only", "all" | "screen"] | ["not", "print"]
        )
    })
}

/// Returns a style sheet with a space in place of each comment.
pub(super) fn without_comments(sheet: &str) -> String {
    let mut out = String::with_capacity(sheet.len());
    let (mut rest, mut quote, mut is_escaped) = (sheet, None, false);
    while let Some(c) = rest.chars().next() {
        if quote.is_none() && !is_escaped && rest.starts_with("/*") {
            out.push(' ');
            rest = rest[2..].split_once("*/").map_or("", |(_, after)| after);
            continue;
        }
        match (quote, c) {
            _ if is_escaped => is_escaped = false,
            (_, '\\') => is_escaped = true,
            (Some(open), _) if c == open || c == '\n' => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            _ => {}
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

fn statements<'a>(text: &'a str, depth: usize, parsed: &mut Parsed<'a>, report: &mut Report) {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ';' | '}'));
        for mark in ["<!--", "-->"] {
            rest = rest.strip_prefix(mark).unwrap_or(rest).trim_start();
        }
        if rest.is_empty() {
            return;
        }
        let is_at_rule = rest.starts_with('@');
        let end = position(rest, if is_at_rule { b"{;" } else { b"{" }, [b"([", b")]"]);
        let (prelude, after) = rest.split_at(end.unwrap_or(rest.len()));
        let (block, after) = match after.strip_prefix('{') {
            Some(after) => {
                let (block, after) = block(after);
                (Some(block), after)
            }
            None => (None, after),
        };
        rest = after;
        match prelude.strip_prefix('@') {
            Some(at_rule) => at(at_rule, block, depth, parsed, report),
            None => read_rule(prelude, block.unwrap_or_default(), parsed, report),
        }
    }
}

/// Splits a text after the start of a block into the content of the block and the text after it.
fn block(text: &str) -> (&str, &str) {
    match position(text, b"}", [b"{([", b"})]"]) {
        Some(end) => (&text[..end], &text[end + 1..]),
        None => (text, ""),
    }
}

/// Reads an at-rule: its name and condition, and its block.
fn at<'a>(text: &'a str, block: Option<&'a str>, depth: usize, parsed: &mut Parsed<'a>, report: &mut Report) {
    let is_name = |c: char| c.is_alphanumeric() || c == '-';
    let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
    let (name, condition) = (text[..end].to_ascii_lowercase(), text[end..].trim());
    let kind = line(&format!("@{name} {condition}"));
    let is_empty = block.is_none_or(|block| block.trim().is_empty());
    match name.as_str() {
        name if WITHOUT_EFFECT.contains(&name) => {}
        "import" => report.add_drop(&kind, None, OTHER_FILE),
        "namespace" if condition.contains("http://www.w3.org/2000/svg") => {}
        "namespace" => report.add_drop(&kind, None, SELECTOR),
        _ if is_empty => {}
        "media" if depth < MAX_NESTING && is_for_screens(condition) => {
            statements(block.unwrap_or_default(), depth + 1, parsed, report);
        }
        "media" => report.add_drop(&kind, None, MEDIUM),
        _ => report.add_drop(&kind, None, CONDITION),
    }
}

/// Reads a rule: its selectors, and its declarations.
fn read_rule<'a>(selectors: &'a str, block: &'a str, parsed: &mut Parsed<'a>, report: &mut Report) {
    let declarations = declarations(block, selectors, report);
    let has_effect = |one: &Declaration<'_>| may_have_effect(one.name);
    if !declarations.iter().any(has_effect) {
        return;
    }
    let mut rest = selectors;
    loop {
        let end = position(rest, b",", [b"([", b")]"]);
        let one = rest[..end.unwrap_or(rest.len())].trim();
        parsed.declarations = parsed.declarations.saturating_add(declarations.len());
        if parsed.declarations > MAX_DECLARATIONS {
            return report.add_drop(&line(one), None, TOO_MANY);
        }
        match selector(one) {
            Some(selector) => parsed.rules.push(Rule {
                selector,
                declarations: declarations.clone(),
            }),
            None => report.add_drop(&line(one), None, SELECTOR),
        }
        let Some(end) = end else { return };
        rest = &rest[end + 1..];
    }
}

/// Returns a selector; `None` if the reader cannot match it.
fn selector(text: &str) -> Option<Selector<'_>> {
    // The parser stops at a slash, and its languages of elements are unknown.
    let is_known = !text.contains(":lang(") && (text.contains('[') || !text.contains('/'));
    Selector::parse(text).filter(|_| is_known)
}

/// Returns the declarations of a block. Rules within it are reported.
fn declarations<'a>(block: &'a str, selectors: &str, report: &mut Report) -> Vec<Declaration<'a>> {
    let mut declarations = Vec::new();
    let mut rest = block;
    while !rest.trim().is_empty() {
        let end = position(rest, b";{", [b"([", b")]"]).unwrap_or(rest.len());
        let (one, after) = rest.split_at(end);
        if let Some(after) = after.strip_prefix('{') {
            rest = self::block(after).1;
            if !one.trim().starts_with("--") {
                report.add_drop(&line(&format!("{selectors} {{ {one}")), None, NESTED);
            }
            continue;
        }
        rest = after.get(1..).unwrap_or_default();
        if let Some((name, value)) = one.split_once(':') {
            let (value, important) = important(value);
            declarations.push(Declaration {
                name: name.trim(),
                value: value.trim(),
                important,
            });
        }
    }
    declarations
}

/// Splits a value into itself and whether it is important.
pub(super) fn important(value: &str) -> (&str, bool) {
    match value.rsplit_once('!') {
        Some((value, word)) if word.trim().eq_ignore_ascii_case("important") => (value.trim_end(), true),
        _ => (value, false),
    }
}

/// Returns a text on one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Returns the place of the first of some characters outside of quotes and pairs of brackets.
fn position(text: &str, wanted: &[u8], [opening, closing]: [&[u8]; 2]) -> Option<usize> {
    let (mut depth, mut quote, mut is_escaped) = (0_usize, None, false);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            _ if is_escaped => is_escaped = false,
            (_, b'\\') => is_escaped = true,
            (Some(open), _) if byte == open || byte == b'\n' => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            _ if depth == 0 && wanted.contains(&byte) => return Some(at),
            _ if opening.contains(&byte) => depth += 1,
            _ if closing.contains(&byte) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}
