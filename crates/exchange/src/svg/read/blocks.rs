//! Blocks of the elements that `use` places several times.

use super::super::super::imported::{ImportedBlock, ImportedContent, ImportedItem, Insert};
use super::look::Look;
use super::place::link;
use roxmltree::{Document, NodeId};
use std::collections::HashMap;
use std::rc::Rc;
use trammel_kernel::affine::rotation;
use trammel_kernel::{Affine, Bounds};

/// Blocks, and the numbers of placements of elements.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// Numbers of placements by id.
    pub(super) counts: HashMap<String, usize>,
    /// Blocks; each one inserts only those before it.
    pub(super) blocks: Vec<ImportedBlock>,
    /// Extents of the blocks.
    pub(super) extents: Vec<Option<Bounds>>,
    /// Blocks of elements.
    pub(super) known: HashMap<NodeId, Vec<Known>>,
}

/// A block of an element, with the state that its content inherited.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) look: Rc<Look>,
    pub(super) layer: Option<Rc<str>>,
    pub(super) scale: f64,
    pub(super) size: [Option<f64>; 2],
    /// Index of the block; `None` if it is empty.
    pub(super) block: Option<usize>,
}

/// Returns the counts of placements in a file.
pub(super) fn counts(document: &Document<'_>) -> Blocks {
    let mut blocks = Blocks::default();
    for node in document.descendants() {
        if node.is_element()
            && node.tag_name().name() == "use"
            && let Some(id) = link(&node)
        {
            *blocks.counts.entry(id.to_owned()).or_default() += 1;
        }
    }
    blocks
}

impl Blocks {
    /// Returns the blocks.
    pub(super) fn into_blocks(self) -> Vec<ImportedBlock> {
        self.blocks
    }

    /// Whether items draw more than one shape.
    pub(super) fn has_several(&self, items: &[ImportedItem]) -> bool {
        self.count_to_two(items) > 1
    }

    /// Returns the number of shapes up to 2. Each group and each block has at least one, so the search is short.
    fn count_to_two(&self, items: &[ImportedItem]) -> usize {
        let mut count = 0;
        for item in items {
            count += match &item.content {
                ImportedContent::Group(items) => self.count_to_two(items),
                ImportedContent::Insert(insert) => {
                    let block = self.blocks.get(insert.block);
                    block.map_or(0, |block| self.count_to_two(&block.items))
                }
                _ => 1,
            };
            if count > 1 {
                return 2;
            }
        }
        count
    }

    /// Returns the extent of items under a map.
    pub(super) fn bounds(&self, items: &[ImportedItem], map: &Affine) -> Option<Bounds> {
        Bounds::union_all(items.iter().filter_map(|item| {
            if let ImportedContent::Shape(shape) = &item.content {
                return shape.bounds(map);
            }
            if let ImportedContent::Group(items) = &item.content {
                return self.bounds(items, map);
            }
            let ImportedContent::Insert(insert) = &item.content else {
                return None;
            };
            let extent = self.extents.get(insert.block).copied().flatten()?;
            let map = *map * placement(insert);
            Bounds::from_points(extent.corners().into_iter().map(|corner| map * corner))
        }))
    }
}

/// Returns the map of a placement.
fn placement(insert: &Insert) -> Affine {
    Affine::translate(insert.at.to_vec2())
        * rotation(insert.rotation)
        * Affine::scale_non_uniform(insert.scale[0], insert.scale[1])
}
