//! Text as outlines of the program's typeface.

use super::super::super::imported::{ImportedContent, ImportedItem};
use super::super::names::CAP_HEIGHT;
use super::conditions;
use super::look::Look;
use super::outline::Outline;
use super::runs::{Characters, Lists, Run};
use super::walker::{Context, Walker};
use crate::report::Reason;
use roxmltree::Node;
use std::rc::Rc;
use trammel_kernel::{Affine, Path, Point, affine};
use trammel_language::bilingual;
use trammel_scene::MAX_TEXT_CHARS;
use trammel_text::{Align, Setting, Valign, advance, layout};

/// Maximum number of parts of one text.
const MAX_RUNS: usize = 1_000;

/// Namespace of the attributes of XML itself.
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Difference of a text with too many characters or parts.
const TOO_LONG: Reason = [
    "The text is too long; the rest is left out.",
    "글이 너무 길어서 나머지를 뺐어요.",
];

impl<'a, 'input> Walker<'a, 'input, '_> {
    /// Reads a `text` element.
    pub(super) fn text(&mut self, node: &Node<'a, 'input>, context: &Context, items: &mut Vec<ImportedItem>) {
        let mut characters = Characters::default();
        collect(self, node, context, &mut characters);
        let mut runs = characters.into_runs();
        let id = node.attribute("id");
        if runs.iter().all(|run| run.text.trim().is_empty()) {
            return;
        }
        if let Some(length) = text_length(node, context)
            && !stretch(&mut runs, length, node.attribute("lengthAdjust"))
        {
            self.report.add_change("textLength", id, OWN_LENGTH);
        }
        self.report.add_change(
            "text",
            id,
            [
                "Text has the outlines of the program's typeface.",
                "글자를 프로그램 글꼴의 윤곽으로 그려요.",
            ],
        );
        let missing: String = runs
            .iter()
            .flat_map(|run| trammel_text::missing(&run.text))
            .take(20)
            .collect();
        if !missing.is_empty() {
            let reason = bilingual!(
                "These characters are drawn as boxes: {missing}",
                "다음 문자는 네모로 그려요: {missing}"
            );
            self.report.add_change("text", id, reason);
        }
        let mut parts = Vec::new();
        for (outline, look) in outlines(&runs) {
            let context = Context {
                look,
                ..context.clone()
            };
            self.add(node, &outline, &context, &mut parts);
        }
        match parts.len() {
            0 => {}
            1 => items.append(&mut parts),
            _ => items.push(ImportedItem {
                name: self.name(node),
                layer: None,
                style: None,
                content: ImportedContent::Group(parts),
            }),
        }
    }
}

/// Collects the parts of a text in order.
fn collect<'a, 'input>(
    walker: &mut Walker<'a, 'input, '_>,
    node: &Node<'a, 'input>,
    context: &Context,
    out: &mut Characters,
) {
    let tag = node.tag_name().name();
    if tag != "text" && text_length(node, context).is_some() {
        walker
            .report
            .add_change("textLength", node.attribute("id"), OWN_LENGTH);
    }
    // A link has no position.
    let element = (tag != "a").then(|| out.start(lists(node, context)));
    let keeps_space = keeps_space(node);
    for child in node.children() {
        if out.parts() >= MAX_RUNS || out.count() >= MAX_TEXT_CHARS {
            walker.report.add_change("text", node.attribute("id"), TOO_LONG);
            break;
        }
        if let Some(text) = child.text().filter(|_| child.is_text()) {
            let text = match keeps_space {
                true => text.replace(['\n', '\t', '\r'], " "),
                false => text.replace(['\n', '\r'], "").replace('\t', " "),
            };
            let room = MAX_TEXT_CHARS - out.count();
            let part: String = text.chars().take(room).collect();
            if part.len() < text.len() {
                walker.report.add_change("text", node.attribute("id"), TOO_LONG);
            }
            out.push(part, context.look.clone(), keeps_space);
        } else if child.is_element() {
            self::element(walker, &child, context, out);
        }
    }
    if let Some(element) = element {
        out.end(element);
    }
}

/// Whether the white space of an element stays, as it or an element around it states.
fn keeps_space(node: &Node<'_, '_>) -> bool {
    let mut around = node.ancestors();
    around.find_map(|node| node.attribute((XML, "space"))) == Some("preserve")
}

/// Returns the positions that an element states for its characters.
fn lists(node: &Node<'_, '_>, context: &Context) -> Lists {
    let [width, height] = context.view;
    let list = |name: &str, full: f64| -> Vec<f64> {
        let parts = node
            .attribute(name)
            .unwrap_or_default()
            .split([' ', ',', '\n', '\t']);
        let parts = parts.filter(|part| !part.is_empty()).take(MAX_TEXT_CHARS);
        parts
            .map_while(|part| super::look::length(part, context.look.font_size, full))
            .collect()
    };
    let mut lists = Lists {
        at: [list("x", width), list("y", height)],
        by: [list("dx", width), list("dy", height)],
        turns: list("rotate", 0.0),
    };
    if node.tag_name().name() == "text" {
        for list in &mut lists.at {
            if list.is_empty() {
                list.push(0.0);
            }
        }
    }
    lists
}

/// Difference of a text whose length is not that of the file.
const OWN_LENGTH: Reason = [
    "The text has the length of the program's typeface.",
    "글의 길이가 프로그램 글꼴을 따라요.",
];

/// Returns the stated length of a text.
fn text_length(node: &Node<'_, '_>, context: &Context) -> Option<f64> {
    let length = super::look::length(
        node.attribute("textLength")?,
        context.look.font_size,
        context.view[0],
    );
    length.filter(|length| *length > 0.0)
}

/// Spreads the characters of a line over a length. Returns whether this is possible: the text is one line whose letters keep
/// their width.
fn stretch(runs: &mut Vec<Run>, length: f64, adjust: Option<&str>) -> bool {
    let is_line = runs.iter().skip(1).all(|run| run.at == [None, None]);
    let count: usize = runs.iter().map(|run| run.text.chars().count()).sum();
    if !is_line || adjust == Some("spacingAndGlyphs") || !(2..=MAX_RUNS).contains(&count) {
        return false;
    }
    let mut characters: Vec<Run> = Vec::with_capacity(count);
    for run in runs.drain(..) {
        for (step, c) in run.text.chars().enumerate() {
            let is_first = step == 0;
            characters.push(Run {
                text: c.to_string(),
                look: run.look.clone(),
                at: if is_first { run.at } else { [None, None] },
                by: if is_first { run.by } else { [0.0, 0.0] },
                ..run
            });
        }
    }
    let natural: f64 = characters.iter().map(Run::width).sum();
    let each = (length - natural) / (count - 1) as f64;
    for run in &mut characters[..count - 1] {
        run.after += each;
    }
    *runs = characters;
    true
}

impl Run {
    fn size(&self) -> f64 {
        self.look.font_size * CAP_HEIGHT
    }

    /// Returns the distance from the end of the part before to the start of the part after.
    fn width(&self) -> f64 {
        self.by[0] + advance(&self.text, self.size()) + self.after
    }
}

/// Collects the parts of an element within a text.
fn element<'a, 'input>(
    walker: &mut Walker<'a, 'input, '_>,
    child: &Node<'a, 'input>,
    context: &Context,
    out: &mut Characters,
) {
    let (tag, id) = (child.tag_name().name(), child.attribute("id"));
    match tag {
        "tspan" | "a" => {
            if let Some(reason) = conditions::unmet(child) {
                return walker.report.add_drop(tag, id, reason);
            }
            let properties = walker.properties(child);
            if !properties.is_displayed(tag) || context.depth > 100 {
                return walker.report.add_drop(
                    tag,
                    id,
                    ["The text is not displayed.", "표시되지 않는 글이에요."],
                );
            }
            let look = walker.look(child, &properties, &context.look, context.view);
            let inner = Context {
                look: Rc::new(look),
                depth: context.depth + 1,
                ..context.clone()
            };
            collect(walker, child, &inner, out);
        }
        "title" | "desc" | "metadata" => {}
        _ => walker.report.add_drop(
            tag,
            id,
            [
                "Only plain text and tspan are imported within text.",
                "글 안에서는 일반 글과 tspan만 가져와요.",
            ],
        ),
    }
}

/// Returns the outlines of the parts in user coordinates. Parts that follow each other without a new position are one
/// line, to which the anchor applies.
fn outlines(runs: &[Run]) -> Vec<(Outline, Rc<Look>)> {
    let mut out = Vec::new();
    let (mut x, mut y) = (0.0, 0.0);
    let mut from = 0;
    while from < runs.len() {
        let is_start = |run: &Run| run.at[0].is_some() || run.at[1].is_some();
        let after = runs[from + 1..].iter().position(is_start);
        let end = after.map_or(runs.len(), |step| from + 1 + step);
        let line = &runs[from..end];
        x = line[0].at[0].unwrap_or(x);
        y = line[0].at[1].unwrap_or(y);
        let width: f64 = line.iter().map(Run::width).sum();
        x -= width * line[0].look.anchor;
        for run in line {
            x += run.by[0];
            y += run.by[1];
            let base = y + run.look.baseline * run.look.font_size;
            let setting = Setting {
                at: Point::new(x, -base),
                size: run.size(),
                align: Align::Left,
                valign: Valign::Baseline,
                angle: 0.0,
            };
            if run.size() > 0.0 {
                // The layout has y up.
                let paths = layout(&run.text, &setting);
                let turn = affine::rotation_about(run.turn, Point::new(x, base));
                let paths: Vec<Path> = paths
                    .iter()
                    .map(|path| path.transformed(&(turn * Affine::FLIP_Y)))
                    .collect();
                let mut look = Look::clone(&run.look);
                look.is_even_odd = true;
                if !paths.is_empty() {
                    out.push((Outline::Paths(paths), Rc::new(look)));
                }
                x += advance(&run.text, run.size()) + run.after;
            }
        }
        from = end;
    }
    out
}
