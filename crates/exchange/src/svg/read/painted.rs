//! Shapes with their paint.

use super::super::super::imported::{ImportedContent, ImportedItem};
use super::css::Properties;
use super::look::Look;
use super::outline::{self, Lengths, Outline};
use super::walker::{Context, Walker};
use super::winding::{self, Nonzero};
use crate::report::Reason;
use roxmltree::Node;
use std::rc::Rc;
use trammel_kernel::Path;
use trammel_kernel::affine::{is_similarity, max_scale};
use trammel_scene::{Cap, Style};

/// Difference of an area that is too complex for the rule of the file.
const EVEN_ODD: Reason = [
    "Its area is filled by the even-odd rule: parts within two loops are empty.",
    "영역을 even-odd 규칙으로 채워요. 두 겹인 부분은 비어 있어요.",
];

/// Difference of an area that cannot have the lines of the file as its outline.
const APART: Reason = [
    "The area and its lines are two items, because the area is filled by the nonzero rule.",
    "영역을 nonzero 규칙으로 채우기 때문에 영역과 선이 두 항목이 돼요.",
];

/// Returns the real length of an element for each unit of the length that it states for its dashes.
fn dash_ratio(node: &Node<'_, '_>, outline: &Outline, look: &Look) -> Option<f64> {
    let stated = node.attribute("pathLength").filter(|_| look.has_dashes())?;
    let stated: f64 = stated.trim().parse().ok()?;
    let length = match outline {
        Outline::Shape(shape) => shape.paths().iter().map(Path::length).sum::<f64>(),
        Outline::Paths(paths) => paths.iter().map(Path::length).sum(),
    };
    (stated >= 0.0).then(|| length / stated)
}

impl<'a, 'input> Walker<'a, 'input, '_> {
    /// Reads a basic shape or a path.
    pub(super) fn shape(
        &mut self,
        node: &Node<'a, 'input>,
        properties: &Properties<'a>,
        context: &Context,
        items: &mut Vec<ImportedItem>,
    ) {
        let look = &context.look;
        let (tag, id) = (node.tag_name().name(), node.attribute("id"));
        let lengths = Lengths {
            node,
            properties,
            font_size: look.font_size,
            view: context.view,
        };
        let (outline, problem) = outline::outline(&lengths);
        if let Some(problem) = problem {
            self.report.add_change(tag, id, problem);
        }
        let Some(outline) = outline else {
            self.report.add_drop(
                tag,
                id,
                [
                    "The element has no extent, or its numbers are invalid.",
                    "요소에 크기가 없거나 수가 올바르지 않아요.",
                ],
            );
            return;
        };
        if !matches!(tag, "circle" | "ellipse" | "rect") {
            look.report_markers(id, &mut self.report);
        }
        match dash_ratio(node, &outline, look) {
            Some(ratio) => {
                let look = Rc::new(look.with_dashes(ratio));
                let context = Context {
                    look,
                    ..context.clone()
                };
                self.add(node, &outline, &context, items);
            }
            None => self.add(node, &outline, context, items),
        }
    }

    /// Adds an outline with the style of the context.
    pub(super) fn add(
        &mut self,
        node: &Node<'a, 'input>,
        outline: &Outline,
        context: &Context,
        items: &mut Vec<ImportedItem>,
    ) {
        let (tag, id, map) = (node.tag_name().name(), node.attribute("id"), &context.map);
        let look = &context.look;
        let is_similar = is_similarity(map);
        let scale = match is_similar {
            true => max_scale(map),
            false => libm::sqrt(map.determinant().abs()),
        };
        let Some(style) = look.style(scale).filter(|_| look.is_visible) else {
            self.report.add_drop(
                tag,
                id,
                ["The element is not painted.", "요소가 칠해지지 않아요."],
            );
            return;
        };
        if style.stroke.is_some() && !is_similar {
            self.report.add_change(
                "stroke",
                id,
                [
                    "A stroke that is distorted gets an average width.",
                    "일그러진 선은 평균 굵기로 그려요.",
                ],
            );
        }
        let is_even_odd = look.is_even_odd && style.fill.is_some();
        let wound = match style.fill {
            Some(_) if !look.is_even_odd => self.area(node, outline, context),
            _ => Rc::new(Nonzero::Same),
        };
        match Nonzero::clone(&wound) {
            Nonzero::Same => self.push(node, (outline, is_even_odd), style, context, items),
            Nonzero::Unknown => {
                self.report.add_change("fill-rule", id, EVEN_ODD);
                self.push(node, (outline, is_even_odd), style, context, items);
            }
            Nonzero::Other(paths) => {
                let area = Style {
                    stroke: None,
                    ..style.clone()
                };
                self.push(node, (&Outline::Paths(paths), true), area, context, items);
                // The lines of a stroke are those of the file, so they are no outline of the area.
                if style.stroke.is_some() {
                    self.report.add_change("fill-rule", id, APART);
                    let lines = Style { fill: None, ..style };
                    self.push(node, (outline, false), lines, context, items);
                }
            }
        }
    }

    /// Returns the area of an outline by the nonzero rule, which is computed once for an element that `use` repeats.
    fn area(&mut self, node: &Node<'a, 'input>, outline: &Outline, context: &Context) -> Rc<Nonzero> {
        // The outlines of other elements depend on the view and on the font.
        let is_fixed = matches!(node.tag_name().name(), "path" | "polygon" | "polyline");
        if !is_fixed || context.placing.is_empty() {
            return Rc::new(winding::nonzero(outline));
        }
        let known = self.areas.entry(node.id());
        known
            .or_insert_with(|| Rc::new(winding::nonzero(outline)))
            .clone()
    }

    /// Adds an outline, whose area is by the even-odd rule or without overlaps, with a style.
    fn push(
        &mut self,
        node: &Node<'a, 'input>,
        (outline, is_even_odd): (&Outline, bool),
        style: Style,
        context: &Context,
        items: &mut Vec<ImportedItem>,
    ) {
        let (tag, id, map) = (node.tag_name().name(), node.attribute("id"), &context.map);
        let is_dot = style
            .stroke
            .as_ref()
            .is_some_and(|stroke| stroke.cap != Cap::Butt);
        let shape = outline::shape(outline, map, is_even_odd);
        let shape = shape.or_else(|| outline::dot(outline, map).filter(|_| is_dot));
        let Some(shape) = shape else {
            self.report.add_drop(
                tag,
                id,
                [
                    "The element has no extent, or its coordinates are too large.",
                    "요소에 크기가 없거나 좌표가 너무 커요.",
                ],
            );
            return;
        };
        let mut item = ImportedItem {
            name: self.name(node),
            layer: None,
            style: None,
            content: ImportedContent::Shape(shape),
        };
        self.layers
            .put_on_layer(&mut item, style, context.layer.as_deref());
        items.push(item);
    }
}
