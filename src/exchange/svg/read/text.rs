//! Text as outlines of the program's typeface.

use super::super::super::imported::{ImportedContent, ImportedItem};
use super::super::names::CAP_HEIGHT;
use super::look::Look;
use super::outline::Outline;
use super::walker::{Context, Walker};
use crate::exchange::report::Reason;
use crate::geometry::{Affine, Path, Point, affine};
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
    /// Clockwise turn of each character about its start, in radians.
    turn: f64,
    /// Additional distance after the part.
    after: f64,
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
        if let Some(length) = text_length(node, context)
            && !stretch(&mut runs, length, node.attribute("lengthAdjust"))
        {
            self.report.changed("textLength", id, OWN_LENGTH);
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
    let lists = Lists {
        at: [list("x", width), list("y", height)],
        by: [list("dx", width), list("dy", height)],
        turns: list("rotate", 0.0),
    };
    let is_text = node.tag_name().name() == "text";
    let first = |list: &[f64]| list.first().copied().or(is_text.then_some(0.0));
    let mut at = [first(&lists.at[0]), first(&lists.at[1])];
    let mut by = [0, 1].map(|axis| lists.by[axis].first().copied().unwrap_or(0.0));
    if !is_text && text_length(node, context).is_some() {
        walker
            .report
            .changed("textLength", node.attribute("id"), OWN_LENGTH);
    }
    let preserve = node
        .ancestors()
        .find_map(|node| node.attribute(("http://www.w3.org/XML/1998/namespace", "space")));
    let preserve = preserve == Some("preserve");
    let has_start = at.iter().any(Option::is_some) || by != [0.0, 0.0];
    if has_start && !node.children().any(|child| child.is_text()) {
        // The position applies to the first text within.
        runs.push(run(String::new(), context, &mut at, &mut by));
    }
    // Number of characters of the element that have their entries of the lists.
    let mut used = 0;
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
            if lists.has_several() || context.look.spacing != [0.0; 2] {
                let is_last = child.next_sibling().is_none();
                place_characters(&run, &lists, is_last, &mut used, runs);
            } else {
                runs.push(run);
            }
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
        turn: 0.0,
        after: 0.0,
    }
}

/// Positions, shifts, and turns of the characters of an element, in order.
#[derive(Debug)]
struct Lists {
    at: [Vec<f64>; 2],
    by: [Vec<f64>; 2],
    /// Degrees; the last one is that of the rest.
    turns: Vec<f64>,
}

impl Lists {
    /// Whether characters after the first one have entries.
    fn has_several(&self) -> bool {
        self.at.iter().chain(&self.by).any(|list| list.len() > 1) || !self.turns.is_empty()
    }
}

/// Adds each character of a part at its own position. Only visible characters have entries in the lists.
fn place_characters(run: &Run, lists: &Lists, is_last: bool, used: &mut usize, runs: &mut Vec<Run>) {
    let mut text = String::with_capacity(run.text.len());
    for c in run.text.chars() {
        let is_repeated = c == ' ' && (text.ends_with(' ') || (text.is_empty() && *used == 0));
        if !is_repeated {
            text.push(c);
        }
    }
    let text = if is_last { text.trim_end() } else { &text };
    let [after_each, after_space] = run.look.spacing;
    for (step, c) in text.chars().enumerate() {
        let index = *used + step;
        let entry = |list: &Vec<f64>| list.get(index).copied();
        let is_first = step == 0;
        let turn = lists
            .turns
            .get(index)
            .or(lists.turns.last())
            .copied()
            .unwrap_or(0.0);
        runs.push(Run {
            text: c.to_string(),
            look: run.look.clone(),
            at: [0, 1].map(|axis| entry(&lists.at[axis]).or(run.at[axis].filter(|_| is_first))),
            by: [0, 1].map(|axis| {
                let inherited = if is_first { run.by[axis] } else { 0.0 };
                entry(&lists.by[axis]).unwrap_or(inherited)
            }),
            turn: turn.to_radians(),
            after: after_each + if c == ' ' { after_space } else { 0.0 },
        });
    }
    *used += text.chars().count();
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
    runs: &mut Vec<Run>,
) {
    let (tag, id) = (child.tag_name().name(), child.attribute("id"));
    match tag {
        "tspan" | "a" => {
            let properties = walker.properties(child);
            if !properties.is_displayed(tag) || context.depth > 100 {
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
