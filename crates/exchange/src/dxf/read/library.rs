//! Converted blocks: their sizes, and copies of their content.
//!
//! Invariants: a block only inserts blocks before it. Only blocks that no insert can represent are copied, and the number
//! of copies is limited.

use super::super::super::imported::{ImportedBlock, ImportedContent, ImportedItem, Insert};
use super::placement::{INEXACT, map_shape};
use super::scaled_dimensions::type_scaled;
use crate::report::{Reason, Report};
use trammel_kernel::{Affine, Vec2, affine};

/// Maximum number of items that are copies of the content of blocks.
const MAX_COPIES: usize = 100_000;

/// Reason for leaving out a part of a block.
const NO_SIZE: Reason = [
    "A part of its block has no size in the xy plane.",
    "블록의 일부가 xy 평면에서 크기가 없어요.",
];

/// Converted block.
#[derive(Debug)]
struct Block {
    block: ImportedBlock,
    /// Number of blocks in each other, at least 1.
    depth: usize,
    /// Number of entities of one insert, with the group of each insert.
    entities: u64,
}

/// Converted blocks in the order of their first insert.
#[derive(Debug, Default)]
pub(super) struct Library {
    blocks: Vec<Block>,
    copies: usize,
}

impl Library {
    /// Adds a block whose items insert only blocks of the library, and returns its index.
    pub(super) fn add(&mut self, name: String, items: Vec<ImportedItem>) -> usize {
        let deepest = items.iter().map(|item| self.depth(item)).max().unwrap_or(0);
        let entities = items
            .iter()
            .map(|item| self.entities(item))
            .fold(1, u64::saturating_add);
        self.blocks.push(Block {
            block: ImportedBlock { name, items },
            depth: deepest + 1,
            entities,
        });
        self.blocks.len() - 1
    }

    /// Returns the number of blocks in each other, at least 1.
    pub(super) fn block_depth(&self, block: usize) -> usize {
        self.blocks[block].depth
    }

    /// Whether a block has no content.
    pub(super) fn is_empty(&self, block: usize) -> bool {
        self.blocks[block].block.items.is_empty()
    }

    fn depth(&self, item: &ImportedItem) -> usize {
        match &item.content {
            ImportedContent::Shape(_) | ImportedContent::Placed(..) => 0,
            ImportedContent::Group(items) => 1 + items.iter().map(|item| self.depth(item)).max().unwrap_or(0),
            ImportedContent::Insert(insert) => self.blocks[insert.block].depth,
        }
    }

    /// Returns the number of entities that an item becomes.
    pub(super) fn entities(&self, item: &ImportedItem) -> u64 {
        match &item.content {
            ImportedContent::Shape(_) | ImportedContent::Placed(..) => 1,
            ImportedContent::Group(items) => items
                .iter()
                .map(|item| self.entities(item))
                .fold(1, u64::saturating_add),
            ImportedContent::Insert(insert) => {
                let [columns, rows] = insert.count.map(u64::from);
                self.blocks[insert.block].entities.saturating_mul(columns * rows)
            }
        }
    }

    /// Returns copies of the content of a block, mapped by `map`.
    pub(super) fn copy_content(
        &mut self,
        block: usize,
        map: &Affine,
        report: &mut Report,
    ) -> Vec<ImportedItem> {
        if self.copies >= MAX_COPIES {
            report.add_drop(
                "INSERT",
                "",
                [
                    "Too many entities are copies of the content of blocks.",
                    "블록 내용의 사본인 항목이 너무 많아요.",
                ],
            );
            return Vec::new();
        }
        let items = self.blocks[block].block.items.clone();
        self.mapped_items(items, map, report)
    }

    /// Returns the content of all copies of an insert, mapped by `inner`, then by the insert, then by `outer`.
    pub(super) fn expand_insert(
        &mut self,
        insert: &Insert,
        outer: &Affine,
        inner: &Affine,
        report: &mut Report,
    ) -> Vec<ImportedItem> {
        let mut out = Vec::new();
        for copy in copies(insert) {
            out.extend(self.copy_content(insert.block, &(*outer * copy * *inner), report));
            if self.copies >= MAX_COPIES {
                break;
            }
        }
        out
    }

    fn mapped_items(
        &mut self,
        items: Vec<ImportedItem>,
        map: &Affine,
        report: &mut Report,
    ) -> Vec<ImportedItem> {
        let mut out = Vec::with_capacity(items.len());
        for item in items {
            self.copies += 1;
            let content = match item.content {
                ImportedContent::Shape(mut shape) => {
                    type_scaled(&mut shape, map, report);
                    let (shape, is_exact) = map_shape(shape, map);
                    if !is_exact {
                        report.add_change("INSERT", "", INEXACT);
                    }
                    if shape.check().is_err() {
                        report.add_drop("INSERT", "", NO_SIZE);
                        continue;
                    }
                    ImportedContent::Shape(shape)
                }
                ImportedContent::Insert(insert) => {
                    ImportedContent::Group(self.expand_insert(&insert, map, &Affine::IDENTITY, report))
                }
                ImportedContent::Group(inner) => {
                    ImportedContent::Group(self.mapped_items(inner, map, report))
                }
                ImportedContent::Placed(transform, inner) => {
                    let pivot = transform.pivot.unwrap_or_default();
                    let matrix = *map * transform.matrix(pivot);
                    let Some(moved) = transform.with_matrix(matrix, pivot) else {
                        report.add_drop("INSERT", "", NO_SIZE);
                        continue;
                    };
                    ImportedContent::Placed(moved, inner)
                }
            };
            out.push(ImportedItem { content, ..item });
        }
        out
    }

    /// Returns the blocks that the items insert, and updates the references in the items.
    pub(super) fn used_blocks(self, items: &mut [ImportedItem]) -> Vec<ImportedBlock> {
        let mut is_used = vec![false; self.blocks.len()];
        mark(items, &mut is_used);
        for index in (0..self.blocks.len()).rev() {
            if is_used[index] {
                mark(&self.blocks[index].block.items, &mut is_used);
            }
        }
        let mut index_of = vec![0; self.blocks.len()];
        let mut out: Vec<ImportedBlock> = Vec::new();
        for (index, block) in self.blocks.into_iter().enumerate() {
            if is_used[index] {
                let mut block = block.block;
                renumber(&mut block.items, &index_of);
                index_of[index] = out.len();
                out.push(block);
            }
        }
        renumber(items, &index_of);
        out
    }
}

/// Returns the map of each copy of an insert.
fn copies(insert: &Insert) -> impl Iterator<Item = Affine> + use<> {
    let insert = insert.clone();
    let turn = affine::rotation(insert.rotation);
    let scale = Affine::scale_non_uniform(insert.scale[0], insert.scale[1]);
    let [columns, rows] = insert.count;
    (0..rows).flat_map(move |row| {
        (0..columns).map(move |column| {
            let offset = Vec2::new(
                f64::from(column) * insert.spacing.x,
                f64::from(row) * insert.spacing.y,
            );
            Affine::translate(insert.at.to_vec2()) * turn * Affine::translate(offset) * scale
        })
    })
}

/// Marks the blocks that items insert.
fn mark(items: &[ImportedItem], is_used: &mut [bool]) {
    for item in items {
        match &item.content {
            ImportedContent::Shape(_) | ImportedContent::Placed(..) => {}
            ImportedContent::Group(items) => mark(items, is_used),
            ImportedContent::Insert(insert) => is_used[insert.block] = true,
        }
    }
}

fn renumber(items: &mut [ImportedItem], index_of: &[usize]) {
    for item in items {
        match &mut item.content {
            ImportedContent::Shape(_) | ImportedContent::Placed(..) => {}
            ImportedContent::Group(items) => renumber(items, index_of),
            ImportedContent::Insert(insert) => insert.block = index_of[insert.block],
        }
    }
}
