//! State of the walk through the elements of a file.

use super::super::super::imported::ImportedDrawing;
use super::super::names::INKSCAPE;
use super::blocks::Blocks;
use super::css::{Properties, Rules};
use super::layers::Layers;
use super::look::Look;
use super::place::{Ids, Place};
use super::winding::Nonzero;
use crate::report::Report;
use roxmltree::{Node, NodeId};
use std::collections::HashMap;
use std::rc::Rc;
use trammel_kernel::Affine;

/// Maximum number of items and of visited elements, counting those that `use` repeats.
pub(super) const MAX_ITEMS: usize = 400_000;

/// Maximum number of groups within each other; deeper elements belong to the group above.
pub(super) const MAX_GROUPS: usize = 16;

/// State that elements inherit.
#[derive(Clone, Debug)]
pub(super) struct Context {
    /// Map from user coordinates to those of the drawing or block.
    pub(super) map: Affine,
    /// Computed style of the parent.
    pub(super) look: Rc<Look>,
    /// Width and height of the view in user units.
    pub(super) view: [f64; 2],
    /// Layer, if the file states one.
    pub(super) layer: Option<Rc<str>>,
    /// Number of elements around.
    pub(super) depth: usize,
    /// Number of groups around.
    pub(super) groups: usize,
    /// Elements that are being placed by `use`.
    pub(super) placing: Vec<NodeId>,
}

impl Context {
    /// Creates the context of the root element.
    pub(super) fn new(map: Affine, look: Look, view: [f64; 2]) -> Context {
        Context {
            map,
            look: Rc::new(look),
            view,
            layer: None,
            depth: 0,
            groups: 0,
            placing: Vec::new(),
        }
    }
}

/// Walker over the elements.
#[derive(Debug)]
pub(super) struct Walker<'a, 'input, 'r> {
    /// Elements by their id.
    pub(super) ids: &'r Ids<'a, 'input>,
    /// Report of the file.
    pub(super) report: Report,
    /// Blocks of elements that are placed several times.
    pub(super) uses: Blocks,
    /// Layers of the drawing.
    pub(super) layers: Layers,
    /// Areas by the nonzero rule of elements that `use` repeats.
    pub(super) areas: HashMap<NodeId, Rc<Nonzero>>,
    rules: &'r Rules<'a>,
    /// Number of elements that may still be visited.
    pub(super) budget: usize,
}

impl<'a, 'input, 'r> Walker<'a, 'input, 'r> {
    /// Creates a walker.
    pub(super) fn new(rules: &'r Rules<'a>, ids: &'r Ids<'a, 'input>, report: Report, uses: Blocks) -> Self {
        Walker {
            ids,
            report,
            uses,
            layers: Layers::default(),
            areas: HashMap::new(),
            rules,
            budget: MAX_ITEMS,
        }
    }

    /// Returns the style of the root element.
    pub(super) fn root_look(&mut self, root: &Node<'a, 'input>, view: [f64; 2]) -> Look {
        let properties = self.rules.properties(root);
        self.look(root, &properties, &Look::default(), view)
    }

    /// Moves layers, blocks, and the report into the drawing.
    pub(super) fn finish(self, drawing: &mut ImportedDrawing) {
        drawing.layers = self.layers.into_layers();
        drawing.blocks = self.uses.into_blocks();
        drawing.report = self.report.into_entries();
    }

    /// Returns the computed style of an element.
    pub(super) fn look(
        &mut self,
        node: &Node<'a, 'input>,
        properties: &Properties<'a>,
        parent: &Look,
        view: [f64; 2],
    ) -> Look {
        let mut place = Place {
            report: &mut self.report,
            ids: self.ids,
            view,
            id: node.attribute("id"),
        };
        parent.of(properties, &mut place)
    }

    /// Returns the properties of an element.
    pub(super) fn properties(&self, node: &Node<'a, 'input>) -> Properties<'a> {
        self.rules.properties(node)
    }

    /// Returns the name of an element: the label in Inkscape, else its id.
    pub(super) fn name(&self, node: &Node<'a, 'input>) -> Option<String> {
        let label = node.attribute((INKSCAPE, "label"));
        let name = label.or_else(|| node.attribute("id")).map(str::trim)?;
        (!name.is_empty()).then(|| name.to_owned())
    }
}
