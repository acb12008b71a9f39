//! Walk through the elements of a file.

use super::super::super::imported::{ImportedContent, ImportedItem};
use super::super::names::INKSCAPE;
use super::conditions;
use super::css::Properties;
use super::paint::fraction;
use super::transform::transform;
use super::walker::{Context, MAX_GROUPS, MAX_ITEMS, Walker};
use crate::report::Reason;
use roxmltree::Node;
use std::rc::Rc;
use trammel_formats::FormatError;
use trammel_language::bilingual;

/// Elements that a style hides with all their content.
pub(super) const NOT_DISPLAYED: Reason = ["The element is not displayed.", "표시되지 않는 요소예요."];

/// Opacity of several shapes, which overlap visibly in the drawing.
const OPACITY: Reason = [
    "The opacity of a group applies to each element.",
    "그룹의 불투명도를 요소마다 적용해요.",
];

/// A choice of elements whose conditions all fail.
const NO_CHOICE: Reason = [
    "No element of the choice is for English without extensions.",
    "고를 수 있는 요소 중에 확장이 필요 없는 영어용 요소가 없어요.",
];

/// Maximum nesting depth of visited elements.
const MAX_NESTING: usize = 120;

impl<'a, 'input> Walker<'a, 'input, '_> {
    /// Reads the children of an element, from back to front.
    ///
    /// # Errors
    /// Returns an error if the file repeats elements until a budget is exceeded.
    pub(super) fn children(
        &mut self,
        node: &Node<'a, 'input>,
        context: &Context,
        items: &mut Vec<ImportedItem>,
    ) -> Result<(), FormatError> {
        for child in node.children().filter(Node::is_element) {
            self.element(&child, context, items)?;
        }
        Ok(())
    }

    /// Reads an element.
    ///
    /// # Errors
    /// Returns an error if a budget is exceeded.
    pub(super) fn element(
        &mut self,
        node: &Node<'a, 'input>,
        context: &Context,
        items: &mut Vec<ImportedItem>,
    ) -> Result<(), FormatError> {
        self.budget = self.budget.checked_sub(1).ok_or_else(|| {
            FormatError(bilingual!(
                "This SVG file draws more than {MAX_ITEMS} elements, because 'use' repeats them. Split it into smaller files.", "이 SVG 파일은 'use'가 요소를 반복해서 {MAX_ITEMS}개보다 많이 그려요. 더 작은 파일로 나누세요."
            ))
        })?;
        let tag = node.tag_name().name();
        let is_foreign = node
            .tag_name()
            .namespace()
            .is_some_and(|namespace| namespace != "http://www.w3.org/2000/svg");
        if is_foreign || is_silent(tag) {
            return Ok(());
        }
        let id = node.attribute("id");
        if context.depth >= MAX_NESTING {
            self.report.add_drop(
                tag,
                id,
                [
                    "The element is nested too deeply.",
                    "요소가 너무 깊게 겹쳐 있어요.",
                ],
            );
            return Ok(());
        }
        if let Some(reason) = conditions::unmet(node) {
            self.report.add_drop(tag, self.name(node).as_deref(), reason);
            return Ok(());
        }
        let properties = self.properties(node);
        if !properties.is_displayed(tag) {
            self.report
                .add_drop(tag, self.name(node).as_deref(), NOT_DISPLAYED);
            return Ok(());
        }
        let look = self.look(node, &properties, &context.look, context.view);
        let inner = Context {
            map: context.map * transform(node, &properties, context, &mut self.report),
            look: Rc::new(look),
            depth: context.depth + 1,
            ..context.clone()
        };
        let before = items.len();
        let added = match tag {
            "g" | "a" => self.group(node, &inner, items),
            "svg" => self.read_nested(node, &inner, items),
            "switch" => self.switch(node, &inner, items),
            "use" => self.place(node, &inner, items),
            "path" | "circle" | "ellipse" | "rect" | "line" | "polyline" | "polygon" => {
                self.shape(node, &properties, &inner, items);
                Ok(())
            }
            "text" => {
                self.text(node, &inner, items);
                Ok(())
            }
            _ => {
                let reason = match tag {
                    "image" => ["Pictures are not imported.", "그림은 가져오지 않아요."],
                    "foreignObject" => [
                        "Content in other languages is not imported.",
                        "다른 언어로 된 내용은 가져오지 않아요.",
                    ],
                    "script" => ["Scripts are not executed.", "스크립트는 실행하지 않아요."],
                    "animate" | "animateTransform" | "animateMotion" | "animateColor" | "set" => [
                        "Animations are not imported; elements have their first state.",
                        "애니메이션은 가져오지 않고 요소의 첫 상태를 써요.",
                    ],
                    _ => [
                        "This type of element is not supported.",
                        "지원하지 않는 유형의 요소예요.",
                    ],
                };
                self.report.add_drop(tag, id, reason);
                Ok(())
            }
        };
        if tag != "text" {
            self.report_opacity(node, &properties, &items[before..]);
        }
        added
    }

    /// Reports the opacity of an element that draws several shapes, which are transparent one by one.
    pub(super) fn report_opacity(
        &mut self,
        node: &Node<'a, 'input>,
        properties: &Properties<'a>,
        items: &[ImportedItem],
    ) {
        let opacity = properties.get("opacity").and_then(fraction).unwrap_or(1.0);
        if opacity < 1.0 && self.uses.has_several(items) {
            self.report.add_change("opacity", node.attribute("id"), OPACITY);
        }
    }

    fn group(
        &mut self,
        node: &Node<'a, 'input>,
        context: &Context,
        items: &mut Vec<ImportedItem>,
    ) -> Result<(), FormatError> {
        if node.attribute((INKSCAPE, "groupmode")) == Some("layer") {
            let layer = self.name(node).map(Rc::from);
            let context = Context {
                layer: layer.or_else(|| context.layer.clone()),
                ..context.clone()
            };
            return self.children(node, &context, items);
        }
        self.read_group(node, context, items, |walker, context, inner| {
            walker.children(node, context, inner)
        })
    }

    /// Adds what `fill` reads as a group with the name of the element; without a name, or within many groups, as
    /// separate items.
    pub(super) fn read_group(
        &mut self,
        node: &Node<'a, 'input>,
        context: &Context,
        items: &mut Vec<ImportedItem>,
        fill: impl FnOnce(&mut Self, &Context, &mut Vec<ImportedItem>) -> Result<(), FormatError>,
    ) -> Result<(), FormatError> {
        let Some(name) = self.name(node).filter(|_| context.groups < MAX_GROUPS) else {
            return fill(self, context, items);
        };
        let inner = Context {
            groups: context.groups + 1,
            ..context.clone()
        };
        let mut content = Vec::new();
        fill(self, &inner, &mut content)?;
        if !content.is_empty() {
            items.push(ImportedItem {
                name: Some(name),
                layer: None,
                style: None,
                content: ImportedContent::Group(content),
            });
        }
        Ok(())
    }

    /// Reads the first child of a `switch` that has no condition that fails.
    fn switch(
        &mut self,
        node: &Node<'a, 'input>,
        context: &Context,
        items: &mut Vec<ImportedItem>,
    ) -> Result<(), FormatError> {
        let holds = |child: &Node<'_, '_>| {
            let tag = child.tag_name().name();
            child.is_element()
                && tag != "foreignObject"
                && !is_silent(tag)
                && conditions::unmet(child).is_none()
        };
        let chosen = node.children().find(holds);
        match chosen {
            Some(child) => self.element(&child, context, items),
            None => {
                self.report
                    .add_drop("switch", self.name(node).as_deref(), NO_CHOICE);
                Ok(())
            }
        }
    }
}

/// Whether an element draws nothing by itself.
fn is_silent(tag: &str) -> bool {
    matches!(
        tag,
        "title"
            | "desc"
            | "metadata"
            | "defs"
            | "style"
            | "symbol"
            | "linearGradient"
            | "radialGradient"
            | "pattern"
            | "clipPath"
            | "mask"
            | "filter"
            | "marker"
            | "view"
            | "cursor"
            | "font"
            | "font-face"
            | "color-profile"
            | "hatch"
            | "solidcolor"
            | "meshgradient"
    )
}
