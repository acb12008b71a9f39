//! Elements placed by `use`: blocks for those that are placed several times.
//!
//! A block has the size at which it is placed, so that a placement is a motion and its lines keep their width.
//! Elements that are placed once, or distorted, are copied.

use super::super::super::imported::{ImportedBlock, ImportedContent, ImportedItem, Insert};
use super::blocks::Known;
use super::conditions;
use super::outline::Lengths;
use super::place::link;
use super::walker::{Context, MAX_GROUPS, Walker};
use roxmltree::Node;
use std::rc::Rc;
use trammel_formats::FormatError;
use trammel_kernel::affine::{is_similarity, max_scale};
use trammel_kernel::{Affine, Point, Vec2};

impl<'a, 'input> Walker<'a, 'input, '_> {
    /// Reads a `use` element.
    ///
    /// # Errors
    /// Returns an error if a budget is exceeded.
    pub(super) fn place(
        &mut self,
        node: &Node<'a, 'input>,
        context: &Context,
        items: &mut Vec<ImportedItem>,
    ) -> Result<(), FormatError> {
        let id = node.attribute("id");
        let target = link(node).and_then(|link| Some((link, *self.ids.get(link)?)));
        let Some((link, target)) = target else {
            self.report.add_drop(
                "use",
                id,
                [
                    "The element to which it refers is not in this file.",
                    "가리키는 요소가 이 파일에 없어요.",
                ],
            );
            return Ok(());
        };
        if context.placing.contains(&target.id()) || node.ancestors().any(|above| above == target) {
            self.report.add_drop(
                "use",
                id,
                ["The element refers to itself.", "요소가 자기 자신을 가리켜요."],
            );
            return Ok(());
        }
        let properties = self.properties(node);
        let lengths = Lengths {
            node,
            properties: &properties,
            font_size: context.look.font_size,
            view: context.view,
        };
        let at = (lengths.get("x").unwrap_or(0.0), lengths.get("y").unwrap_or(0.0));
        let is_view = matches!(target.tag_name().name(), "symbol" | "svg");
        let size = match is_view {
            true => ["width", "height"].map(|name| lengths.get(name)),
            false => [None, None],
        };
        let mut context = context.clone();
        context.map *= Affine::translate(at);
        context.placing.push(target.id());
        let is_repeated = self.uses.counts.get(link).is_some_and(|count| *count > 1);
        let is_shallow = context.groups < MAX_GROUPS;
        if is_repeated && is_shallow && is_similarity(&context.map) && max_scale(&context.map) > 0.0 {
            if let Some(block) = self.block(&target, link, &context, size)? {
                items.push(ImportedItem {
                    name: self.name(node),
                    layer: None,
                    style: None,
                    content: ImportedContent::Insert(block),
                });
            }
            return Ok(());
        }
        self.read_group(node, &context, items, |walker, context, inner| {
            walker.read_target(&target, context, size, inner)
        })
    }

    /// Reads the element to which a `use` refers.
    fn read_target(
        &mut self,
        target: &Node<'a, 'input>,
        context: &Context,
        size: [Option<f64>; 2],
        items: &mut Vec<ImportedItem>,
    ) -> Result<(), FormatError> {
        if !matches!(target.tag_name().name(), "symbol" | "svg") {
            return self.element(target, context, items);
        }
        if let Some(reason) = conditions::unmet(target) {
            let tag = target.tag_name().name();
            self.report.add_drop(tag, self.name(target).as_deref(), reason);
            return Ok(());
        }
        let properties = self.properties(target);
        let look = self.look(target, &properties, &context.look, context.view);
        let inner = Context {
            look: Rc::new(look),
            depth: context.depth + 1,
            ..context.clone()
        };
        if inner.depth > 100 {
            self.report.add_drop(
                "use",
                target.attribute("id"),
                [
                    "The element is nested too deeply.",
                    "요소가 너무 깊게 겹쳐 있어요.",
                ],
            );
            return Ok(());
        }
        let before = items.len();
        self.read_view(target, &inner, size, items)?;
        self.report_opacity(target, &properties, &items[before..]);
        Ok(())
    }

    /// Returns the placement of the block of an element; `None` if the block is empty.
    fn block(
        &mut self,
        target: &Node<'a, 'input>,
        name: &str,
        context: &Context,
        size: [Option<f64>; 2],
    ) -> Result<Option<Insert>, FormatError> {
        let scale = max_scale(&context.map);
        let same = |known: &&Known| {
            (known.scale - scale).abs() <= 1e-12 * scale
                && known.size == size
                && known.layer == context.layer
                && (Rc::ptr_eq(&known.look, &context.look) || *known.look == *context.look)
        };
        let known = self.uses.known.get(&target.id());
        let found = known
            .and_then(|all| all.iter().find(same))
            .map(|known| known.block);
        // Coordinates of the block: y up, the size of the placement.
        let own = Affine::scale_non_uniform(scale, -scale);
        let block = match found {
            Some(block) => block,
            None => {
                let inner = Context {
                    map: own,
                    groups: context.groups + 1,
                    ..context.clone()
                };
                let mut items = Vec::new();
                self.read_target(target, &inner, size, &mut items)?;
                let extent = self.uses.bounds(&items, &Affine::IDENTITY);
                let block = (!items.is_empty()).then_some(self.uses.blocks.len());
                if block.is_some() {
                    self.uses.extents.push(extent);
                    self.uses.blocks.push(ImportedBlock {
                        name: self.name(target).unwrap_or_else(|| name.to_owned()),
                        items,
                    });
                }
                self.uses.known.entry(target.id()).or_default().push(Known {
                    look: context.look.clone(),
                    layer: context.layer.clone(),
                    scale,
                    size,
                    block,
                });
                block
            }
        };
        let motion = context.map * Affine::scale_non_uniform(1.0 / scale, -1.0 / scale);
        let [a, b, ..] = motion.as_coeffs();
        let at = motion * Point::ORIGIN;
        let flip = if motion.determinant() < 0.0 { -1.0 } else { 1.0 };
        Ok(block.map(|block| Insert {
            block,
            at,
            // Adding zero turns -0 into 0, so that a half turn is positive.
            rotation: libm::atan2(b + 0.0, a),
            scale: [1.0, flip],
            count: [1, 1],
            spacing: Vec2::ZERO,
        }))
    }
}
