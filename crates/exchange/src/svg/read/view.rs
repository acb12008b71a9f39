//! Nested views: `svg` elements and symbols.

use super::super::super::imported::ImportedItem;
use super::css::Properties;
use super::outline::Lengths;
use super::page::{aspect, is_usable, view_map};
use super::walker::{Context, Walker};
use roxmltree::Node;
use std::str::FromStr;
use svgtypes::ViewBox;
use trammel_formats::FormatError;
use trammel_kernel::{Affine, Bounds, Path};

impl<'a, 'input> Walker<'a, 'input, '_> {
    /// Reads a nested `svg` element.
    ///
    /// # Errors
    /// Returns an error if a budget is exceeded.
    pub(super) fn read_nested(
        &mut self,
        node: &Node<'a, 'input>,
        context: &Context,
        items: &mut Vec<ImportedItem>,
    ) -> Result<(), FormatError> {
        self.read_group(node, context, items, |walker, context, inner| {
            walker.read_view(node, context, [None, None], inner)
        })
    }

    /// Reads the content of a nested `svg` or a `symbol`; `size` overrides its width and height.
    ///
    /// # Errors
    /// Returns an error if a budget is exceeded.
    pub(super) fn read_view(
        &mut self,
        node: &Node<'a, 'input>,
        context: &Context,
        size: [Option<f64>; 2],
        items: &mut Vec<ImportedItem>,
    ) -> Result<(), FormatError> {
        let properties = self.properties(node);
        let lengths = Lengths {
            node,
            properties: &properties,
            font_size: context.look.font_size,
            view: context.view,
        };
        let is_symbol = node.tag_name().name() == "symbol";
        let own = |name: &str| lengths.get(name).filter(|_| !is_symbol);
        let width = size[0].or_else(|| own("width")).unwrap_or(context.view[0]);
        let height = size[1].or_else(|| own("height")).unwrap_or(context.view[1]);
        let (x, y) = (own("x").unwrap_or(0.0), own("y").unwrap_or(0.0));
        let view_box = node
            .attribute("viewBox")
            .and_then(|value| ViewBox::from_str(value).ok());
        let mut map = context.map * Affine::translate((x, y));
        let mut view = [width, height];
        let has_size = width > 0.0 && height > 0.0;
        let corner = map;
        match view_box.filter(is_usable) {
            Some(view_box) if has_size => {
                map *= view_map(&view_box, [width, height], aspect(node));
                view = [view_box.w, view_box.h];
            }
            // A view without extent disables the element.
            _ if width == 0.0 || height == 0.0 => return Ok(()),
            _ => {}
        }
        let inner = Context {
            map,
            view,
            ..context.clone()
        };
        let before = items.len();
        self.children(node, &inner, items)?;
        if has_size {
            let frame = Path::rect((0.0, 0.0).into(), width, height);
            let frame = frame.transformed(&corner).bounds();
            self.report_outside(node, &properties, frame, &items[before..]);
        }
        Ok(())
    }

    /// Reports a view that is cut off at its frame in the drawing or block, if its content exceeds the frame.
    pub(super) fn report_outside(
        &mut self,
        node: &Node<'a, 'input>,
        properties: &Properties<'a>,
        frame: Option<Bounds>,
        items: &[ImportedItem],
    ) {
        if matches!(properties.get("overflow"), Some("visible" | "auto")) {
            return;
        }
        let content = self.uses.bounds(items, &Affine::IDENTITY);
        let exceeds = |frame: Bounds, content: Bounds| {
            let room = 1e-6 * frame.magnitude().max(1.0);
            !frame.inflate(room).contains_bounds(&content)
        };
        if frame
            .zip(content)
            .is_some_and(|(frame, content)| exceeds(frame, content))
        {
            let tag = node.tag_name().name();
            self.report.add_change(
                tag,
                node.attribute("id"),
                [
                    "Content outside of the view is not cut off.",
                    "보기 영역 밖의 내용을 잘라 내지 않았어요.",
                ],
            );
        }
    }
}
