//! Layer 0 of blocks: content of a block on layer 0 is shown on the layer of its insert.
//!
//! The items of a block are drawn by one function, so they have one layer. If all inserts of a block are on one layer,
//! the content on layer 0 moves to that layer; else it stays on layer 0, and the report says so.

use super::super::super::imported::{ImportedBlock, ImportedContent, ImportedItem};
use crate::exchange::report::Report;
use std::collections::BTreeSet;

/// Name of the layer that takes the layer of the insert.
const ZERO: &str = "0";

/// Moves the content of blocks on layer 0 to the layer of their inserts. A block only inserts blocks before it.
pub(super) fn resolve(items: &[ImportedItem], blocks: &mut [ImportedBlock], report: &mut Report) {
    let mut layers: Vec<BTreeSet<String>> = vec![BTreeSet::new(); blocks.len()];
    collect(items, &mut layers);
    for index in (0..blocks.len()).rev() {
        let block = &mut blocks[index];
        let mut of_inserts = layers[index].iter();
        match (of_inserts.next(), of_inserts.next()) {
            (Some(layer), None) => on_layer(&mut block.items, layer),
            (Some(_), Some(_)) if block.items.iter().any(is_on_zero) => report.changed(
                "BLOCK",
                block.name.as_str(),
                [
                    "Its content on layer 0 stays there, because its inserts are on several layers.",
                    "블록이 여러 레이어에 삽입돼서 레이어 0의 내용을 그대로 두었어요.",
                ],
            ),
            _ => {}
        }
        collect(&blocks[index].items, &mut layers);
    }
}

/// Moves items on layer 0 to another layer.
pub(super) fn on_layer(items: &mut [ImportedItem], layer: &str) {
    for item in items {
        if is_on_zero(item) {
            item.layer = Some(layer.to_owned());
        }
        if let ImportedContent::Group(items) = &mut item.content {
            on_layer(items, layer);
        }
    }
}

fn is_on_zero(item: &ImportedItem) -> bool {
    item.layer.as_deref() == Some(ZERO)
}

/// Adds the layers of inserts to those of their blocks.
fn collect(items: &[ImportedItem], layers: &mut [BTreeSet<String>]) {
    for item in items {
        match &item.content {
            ImportedContent::Shape(_) | ImportedContent::Placed(..) => {}
            ImportedContent::Group(items) => collect(items, layers),
            ImportedContent::Insert(insert) => layers[insert.block].extend(item.layer.clone()),
        }
    }
}
