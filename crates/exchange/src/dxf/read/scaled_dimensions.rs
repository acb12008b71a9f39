//! Dimensions in scaled inserts, whose files show the number of the block, not the size on the drawing.

use super::super::super::imported::{ImportedBlock, ImportedContent, ImportedItem};
use super::reasons;
use crate::report::Report;
use std::sync::Arc;
use trammel_kernel::{Affine, affine};
use trammel_scene::Shape;
use trammel_scene::annotate::{Marks, Measure};

/// Relative error of a scale that counts as 1.
const SCALE_ERROR: f64 = 1e-9;

/// Types the texts of the dimensions in blocks that have an insert with a scale. A block inserts only blocks before it.
pub(super) fn type_texts(blocks: &mut [ImportedBlock], items: &[ImportedItem], report: &mut Report) {
    let mut is_scaled = vec![false; blocks.len()];
    note_scales(items, false, &mut is_scaled);
    for index in (0..blocks.len()).rev() {
        note_scales(&blocks[index].items, is_scaled[index], &mut is_scaled);
    }
    for (block, _) in blocks
        .iter_mut()
        .zip(is_scaled)
        .filter(|(_, is_scaled)| *is_scaled)
    {
        type_in_items(&mut block.items, report);
    }
}

/// Types the text of a shape that a map scales, if it is a dimension.
pub(super) fn type_scaled(shape: &mut Shape, map: &Affine, report: &mut Report) {
    let scale = affine::max_scale(map);
    if (scale - 1.0).abs() > SCALE_ERROR || !affine::is_similarity(map) {
        type_text(shape, report);
    }
}

fn note_scales(items: &[ImportedItem], is_around: bool, is_scaled: &mut [bool]) {
    for item in items {
        match &item.content {
            ImportedContent::Group(items) => note_scales(items, is_around, is_scaled),
            ImportedContent::Insert(insert) => {
                let is_own = insert
                    .scale
                    .iter()
                    .any(|scale| (scale.abs() - 1.0).abs() > SCALE_ERROR);
                is_scaled[insert.block] |= is_around || is_own;
            }
            ImportedContent::Shape(_) | ImportedContent::Placed(..) => {}
        }
    }
}

fn type_in_items(items: &mut [ImportedItem], report: &mut Report) {
    for item in items {
        match &mut item.content {
            ImportedContent::Group(items) => type_in_items(items, report),
            ImportedContent::Shape(shape) => type_text(shape, report),
            ImportedContent::Insert(_) | ImportedContent::Placed(..) => {}
        }
    }
}

/// Types the text of a dimension of a length that follows its measured value.
fn type_text(shape: &mut Shape, report: &mut Report) {
    let Shape::Dimension(tied) = shape else { return };
    let dimension = &tied.dimension;
    let follows = dimension.text.as_ref().is_none_or(|text| text.contains("<>"));
    if follows && !matches!(dimension.measure, Measure::Angular { .. }) {
        let text = dimension.label();
        let dimension = &mut Arc::make_mut(tied).dimension;
        dimension.text = Some(text);
        dimension.marks = Marks {
            text_at: dimension.marks.text_at,
            ..Marks::default()
        };
        report.add_change("DIMENSION", "", reasons::SCALED_DIMENSION);
    }
}
