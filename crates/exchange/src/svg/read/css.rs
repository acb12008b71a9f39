//! Style sheets of a file, and the properties of an element from attributes, style sheets, and its `style`.
//!
//! Invariant: matching takes bounded time. A selector whose match could take too long is left out and reported.

use super::{effects, font, sheets};
use crate::report::Report;
use roxmltree::{Document, Node};
use simplecss::{AttributeOperator, PseudoClass, Rule};
use std::collections::HashSet;

/// Maximum number of steps to match all rules with all elements.
const MAX_STEPS: usize = 50_000_000;

/// Maximum size of all style sheets in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Rules of a file in the order of their precedence.
#[derive(Debug, Default)]
pub(super) struct Rules<'a>(Vec<Rule<'a>>);

/// Properties of an element; a later entry has precedence.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Properties<'a> {
    /// Returns the value of a property.
    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        let found = self.0.iter().rev().find(|(own, _)| *own == name);
        found.map(|(_, value)| *value)
    }

    /// Returns the value of a property that is a word, in small letters.
    pub(super) fn word(&self, name: &str) -> Option<String> {
        self.get(name).map(|value| value.trim().to_ascii_lowercase())
    }

    /// Whether an element of this type has a box: a shape or a text has none without its own.
    pub(super) fn is_displayed(&self, tag: &str) -> bool {
        let has_content = matches!(tag, "svg" | "g" | "use" | "a" | "tspan" | "textPath");
        match self.word("display").as_deref() {
            Some("none") => false,
            Some("contents") => has_content,
            _ => true,
        }
    }

    /// Returns the properties, each with the value that has precedence.
    pub(super) fn all(&self) -> Vec<(&'a str, &'a str)> {
        let mut names = HashSet::new();
        let all = self.0.iter().rev().filter(|(name, _)| names.insert(*name));
        let mut all: Vec<(&str, &str)> = all.copied().collect();
        all.reverse();
        all
    }
}

/// Returns the name of a property as the reader uses it; other names stay.
fn known_name(name: &str) -> &str {
    effects::used_name(name).unwrap_or(name)
}

/// Returns the text of all style sheets without comments; those in other files and for other media are reported.
pub(super) fn text(document: &Document<'_>, source: &str, report: &mut Report) -> String {
    let mut all = String::new();
    let named = |name: &'static str| {
        let elements = document.descendants().filter(Node::is_element);
        elements.filter(move |node| node.tag_name().name() == name)
    };
    for style in named("style") {
        if !style
            .attribute("type")
            .is_none_or(|kind| kind.is_empty() || kind.eq_ignore_ascii_case("text/css"))
        {
            continue;
        }
        let media = style.attribute("media").unwrap_or_default();
        if !sheets::is_for_screens(media) {
            report.add_drop(&format!("@media {media}"), None, sheets::MEDIUM);
            continue;
        }
        let parts: String = style.children().filter_map(|child| child.text()).collect();
        all.push_str(&sheets::without_comments(&parts));
        all.push('\n');
    }
    let is_linked = |link: Node<'_, '_>| {
        let relation = link.attribute("rel").unwrap_or_default();
        relation.to_ascii_lowercase().contains("stylesheet")
    };
    if source.contains("<?xml-stylesheet") || named("link").any(is_linked) {
        report.add_drop("style sheet", None, sheets::OTHER_FILE);
    }
    if all.len() > MAX_BYTES {
        report.add_drop(
            "style",
            None,
            ["The style sheet is too large.", "스타일 시트가 너무 커요."],
        );
        all.clear();
    }
    all
}

impl<'a> Rules<'a> {
    /// Parses style sheets, for a file with this number of elements.
    pub(super) fn new(text: &'a str, elements: usize, report: &mut Report) -> Rules<'a> {
        let mut rules = sheets::rules(text, report);
        let mut steps = 0_usize;
        rules.retain(|rule| {
            // A descendant combinator tries all ancestors, so steps multiply with each one.
            let selector = rule.selector.to_string();
            let combinators = selector.split_whitespace().count().saturating_sub(1);
            let each = 8_usize.saturating_pow(u32::try_from(combinators).unwrap_or(u32::MAX));
            steps = steps.saturating_add(each.saturating_mul(elements));
            let is_kept = steps <= MAX_STEPS && combinators < 5;
            if !is_kept {
                report.add_drop(
                    "style rule",
                    None,
                    [
                        "The selector would take too long to match.",
                        "선택자를 맞춰 보는 데 너무 오래 걸려요.",
                    ],
                );
            }
            is_kept
        });
        Rules(rules)
    }

    /// Returns the properties of an element.
    pub(super) fn properties<'n>(&self, node: &Node<'n, '_>) -> Properties<'n>
    where
        'a: 'n,
    {
        let attributes = node
            .attributes()
            .filter(|attribute| attribute.namespace().is_none());
        let mut all: Vec<(&'n str, &'n str)> = Vec::new();
        for attribute in attributes {
            if effects::is_attribute(attribute.name()) {
                all.push((known_name(attribute.name()), attribute.value()));
            }
        }
        let mut important: Vec<(&'n str, &'n str)> = Vec::new();
        for rule in self
            .0
            .iter()
            .filter(|rule| rule.selector.matches(&Element(*node)))
        {
            for declaration in &rule.declarations {
                let list = if declaration.important {
                    &mut important
                } else {
                    &mut all
                };
                declare(declaration.name, declaration.value, list);
            }
        }
        for declaration in declarations(node.attribute("style").unwrap_or_default()) {
            let (name, value) = declaration;
            match sheets::important(value) {
                (value, true) => declare(name, value, &mut important),
                (value, false) => declare(name, value, &mut all),
            }
        }
        all.extend(important);
        Properties(all)
    }
}

/// Adds a declaration, and the size that the property `font` states.
fn declare<'n>(name: &'n str, value: &'n str, list: &mut Vec<(&'n str, &'n str)>) {
    let name = known_name(name);
    list.push((name, value));
    if name == "font"
        && !effects::is_computed(value)
        && let Some(size) = font::size(value)
    {
        list.push(("font-size", size));
    }
}

/// Splits the declarations of a `style` attribute. A semicolon in parentheses or quotes does not end a declaration.
fn declarations(style: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = style;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (mut depth, mut quote) = (0_i32, None);
        let mut comment_end = 0;
        let end = rest.char_indices().find(|(at, c)| {
            if *at < comment_end {
                return false;
            }
            match (quote, *c) {
                (None, '/') if rest[*at..].starts_with("/*") => {
                    let end = rest[at + 2..].find("*/");
                    comment_end = end.map_or(rest.len(), |end| at + 2 + end + 2);
                }
                (Some(open), c) if open == c => quote = None,
                (None, '"' | '\'') => quote = Some(*c),
                (None, '(') => depth += 1,
                (None, ')') => depth -= 1,
                (None, ';') => return depth <= 0,
                _ => {}
            }
            false
        });
        let (one, after) = match end {
            Some((at, _)) => (&rest[..at], &rest[at + 1..]),
            None => (rest, ""),
        };
        rest = after;
        Some(one)
    })
    .filter_map(|one| without_leading_comments(one).split_once(':'))
    .map(|(name, value)| (trim_comments(name), trim_comments(value)))
}

fn without_leading_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(comment) = rest.strip_prefix("/*") {
        rest = comment.split_once("*/").map_or("", |(_, rest)| rest).trim_start();
    }
    rest
}

/// Returns a name or a value without comments before and after.
fn trim_comments(text: &str) -> &str {
    let text = without_leading_comments(text);
    text.split_once("/*").map_or(text, |(head, _)| head).trim()
}

/// An element for the selectors.
struct Element<'a, 'input: 'a>(Node<'a, 'input>);

impl simplecss::Element for Element<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Element)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Element)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, local_name: &str, operator: AttributeOperator<'_>) -> bool {
        self.0
            .attribute(local_name)
            .is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        match class {
            PseudoClass::FirstChild => self.0.prev_sibling_element().is_none(),
            PseudoClass::Link => self.has_local_name("a") && has_link(&self.0),
            _ => false,
        }
    }
}

/// Whether an element states where it leads.
fn has_link(node: &Node<'_, '_>) -> bool {
    node.attributes().any(|attribute| attribute.name() == "href")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn properties_follow_the_cascade() {
        let text = "<svg><style>path{fill:red;stroke:red} .a{fill:green} #b{stroke:blue!important}</style>\
            <g class=\"x\"><path id=\"b\" class=\"q a\" fill=\"black\" stroke-width=\"3\" \
            style=\"/* a; b:c */stroke: lime; fill/**/ : url(a;b) ; stroke-width:/*;*/5/* d */;/* e */\"/></g></svg>";
        let document = Document::parse(text).unwrap();
        let mut report = Report::default();
        let css = super::text(&document, text, &mut report);
        let rules = Rules::new(&css, 5, &mut report);
        let path = document
            .descendants()
            .find(|node| node.has_tag_name("path"))
            .unwrap();
        let properties = rules.properties(&path);
        assert_eq!(properties.get("fill"), Some("url(a;b)"));
        assert_eq!(properties.get("stroke"), Some("blue"));
        assert_eq!(properties.get("stroke-width"), Some("5"));
        assert_eq!(properties.get("opacity"), None);
    }
}
