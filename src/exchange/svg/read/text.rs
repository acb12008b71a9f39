//! Text as outlines of the program's typeface.

use super::super::super::imported::{ImportedContent, ImportedItem};
use super::super::names::CAP_HEIGHT;
use super::look::Look;
use super::outline::Outline;
use super::walker::{Context, Walker};
use crate::geometry::{Affine, Path, Point};
use crate::language::bilingual;
use crate::scene::MAX_TEXT_CHARS;
use crate::text::{Align, Setting, Valign, advance, layout};
use roxmltree::Node;
use std::rc::Rc;

/// Maximum number of parts of one text.
const MAX_RUNS: usize = 1_000;

/// Part of a text with one style.
#[derive(Debug)]
struct Run {
    text: String,
    look: Rc<Look>,
    /// New position in x and y.
    at: [Option<f64>; 2],
    /// Shift in x and y.
    by: [f64; 2],
}

impl<'a, 'input> Walker<'a, 'input, '_> {
    /// Reads a `text` element.
    pub(super) fn text(&mut self, node: &Node<'a, 'input>, context: &Context, items: &mut Vec<ImportedItem>) {
        let mut runs = Vec::new();
        collect(self, node, context, &mut runs);
        trim(&mut runs);
        runs.retain(|run| !run.text.is_empty());
        let id = node.attribute("id");
        if runs.is_empty() {
            return;
        }
        self.report.changed(
            "text",
            id,
            [
                "Text has the outlines of the program's typeface.",
                "글자를 프로그램 글꼴의 윤곽으로 그려요.",
            ],
        );
        let missing: String = runs
            .iter()
            .flat_map(|run| crate::text::missing(&run.text))
            .take(20)
            .collect();
        if !missing.is_empty() {
            let reason = bilingual!(
                "These characters are drawn as boxes: {missing}",
                "다음 문자는 네모로 그려요: {missing}"
            );
            self.report.changed("text", id, reason);
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
    runs: &mut Vec<Run>,
) {
    let first = |name: &str, full: f64| {
        let value = node.attribute(name)?;
        let value = value.split([' ', ',']).find(|part| !part.is_empty())?;
        super::look::length(value, context.look.font_size, full)
    };
    let [width, height] = context.view;
    let is_text = node.tag_name().name() == "text";
    let or_zero = |value: Option<f64>| value.or(is_text.then_some(0.0));
    let mut at = [or_zero(first("x", width)), or_zero(first("y", height))];
    let mut by = [first("dx", width), first("dy", height)].map(|shift| shift.unwrap_or(0.0));
    let preserve = node
        .ancestors()
        .find_map(|node| node.attribute(("http://www.w3.org/XML/1998/namespace", "space")));
    let preserve = preserve == Some("preserve");
    let has_start = at.iter().any(Option::is_some) || by != [0.0, 0.0];
    if has_start && !node.children().any(|child| child.is_text()) {
        // The position applies to the first text within.
        runs.push(run(String::new(), context, &mut at, &mut by));
    }
    for child in node.children() {
        if runs.len() >= MAX_RUNS {
            let reason = [
                "The text has too many parts; the rest is left out.",
                "글에 부분이 너무 많아서 나머지를 뺐어요.",
            ];
            return walker.report.changed("text", node.attribute("id"), reason);
        }
        if let Some(text) = child.text().filter(|_| child.is_text()) {
            let text: String = text.chars().take(MAX_TEXT_CHARS).collect();
            let text = match preserve {
                true => text.replace(['\n', '\t', '\r'], " "),
                false => text.replace(['\n', '\r'], "").replace('\t', " "),
            };
            let run = run(text, context, &mut at, &mut by);
            runs.push(run);
        } else if child.is_element() {
            element(walker, &child, context, runs);
        }
    }
}

fn run(text: String, context: &Context, at: &mut [Option<f64>; 2], by: &mut [f64; 2]) -> Run {
    Run {
        text,
        look: context.look.clone(),
        at: std::mem::take(at),
        by: std::mem::take(by),
    }
}

/// Collects the parts of an element within a text.
fn element<'a, 'input>(
    walker: &mut Walker<'a, 'input, '_>,
    child: &Node<'a, 'input>,
    context: &Context,
    runs: &mut Vec<Run>,
) {
    let (tag, id) = (child.tag_name().name(), child.attribute("id"));
    match tag {
        "tspan" | "a" => {
            let properties = walker.properties(child);
            if properties.get("display") == Some("none") || context.depth > 100 {
                return walker.report.dropped(
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
            collect(walker, child, &inner, runs);
        }
        "title" | "desc" | "metadata" => {}
        _ => walker.report.dropped(
            tag,
            id,
            [
                "Only plain text and tspan are imported within text.",
                "글 안에서는 일반 글과 tspan만 가져와요.",
            ],
        ),
    }
}

/// Collapses white space between and around the parts.
fn trim(runs: &mut [Run]) {
    let mut after_space = true;
    for run in runs.iter_mut() {
        let mut text = String::with_capacity(run.text.len());
        for c in run.text.chars() {
            let is_space = c == ' ';
            if !(is_space && after_space) {
                text.push(c);
            }
            after_space = is_space;
        }
        run.text = text;
    }
    for run in runs.iter_mut().rev() {
        let is_all_space = run.text.trim_end().is_empty();
        run.text.truncate(run.text.trim_end().len());
        if !is_all_space {
            break;
        }
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
        let size = |run: &Run| run.look.font_size * CAP_HEIGHT;
        let width: f64 = line
            .iter()
            .map(|run| run.by[0] + advance(&run.text, size(run)))
            .sum();
        x -= width * line[0].look.anchor;
        for run in line {
            x += run.by[0];
            y += run.by[1];
            let setting = Setting {
                at: Point::new(x, -y),
                size: size(run),
                align: Align::Left,
                valign: Valign::Baseline,
                angle: 0.0,
            };
            if size(run) > 0.0 {
                // The layout has y up.
                let paths = layout(&run.text, &setting);
                let paths: Vec<Path> = paths
                    .iter()
                    .map(|path| path.transformed(&Affine::FLIP_Y))
                    .collect();
                let mut look = Look::clone(&run.look);
                look.is_even_odd = true;
                if !paths.is_empty() {
                    out.push((Outline::Paths(paths), Rc::new(look)));
                }
                x += advance(&run.text, size(run));
            }
        }
        from = end;
    }
    out
}
