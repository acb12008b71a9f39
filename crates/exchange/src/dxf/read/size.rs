//! Number of entities of a file, computed without expanding its blocks.

use std::collections::BTreeMap;
use trammel_dxf::coding::Coding;
use trammel_dxf::{Document, Record};

/// Maximum depth of blocks in blocks that is counted; deeper blocks are not imported.
const MAX_NESTING: usize = 96;

/// Returns the number of entities on each layer, in the order of the names. The content of a block counts for the layer
/// of its insert.
pub(super) fn of_layers(document: &Document<'_>, coding: Coding) -> BTreeMap<String, u64> {
    let mut counter = Counter {
        document,
        by_name: BTreeMap::new(),
        counts: vec![None; document.blocks.len()],
    };
    for (index, block) in document.blocks.iter().enumerate() {
        counter
            .by_name
            .entry(block.name.to_ascii_lowercase())
            .or_insert(index);
    }
    // Most entities in a row are on one layer, so names are decoded once for each run.
    let mut layers: BTreeMap<&[u8], u64> = BTreeMap::new();
    for record in &document.entities {
        let count = counter.record(record, 0);
        let sum = layers.entry(record.layer).or_default();
        *sum = sum.saturating_add(count);
    }
    let mut out = BTreeMap::new();
    for (layer, count) in layers {
        let sum: &mut u64 = out.entry(coding.decode(layer)).or_default();
        *sum = sum.saturating_add(count);
    }
    out
}

struct Counter<'d, 'a> {
    document: &'d Document<'a>,
    by_name: BTreeMap<Vec<u8>, usize>,
    /// Number of entities of each block: `None` before and while it is counted.
    counts: Vec<Option<u64>>,
}

impl Counter<'_, '_> {
    fn record(&mut self, record: &Record<'_>, level: usize) -> u64 {
        match record.kind {
            "VERTEX" | "SEQEND" | "ATTRIB" | "VIEWPORT" | "ATTDEF" => 0,
            "INSERT" => {
                let count = self.block(record.block, level);
                (count + u64::from(count > 0)).saturating_mul(record.copies)
            }
            _ => 1,
        }
    }

    fn block(&mut self, name: &[u8], level: usize) -> u64 {
        let Some(index) = self.by_name.get(&name.to_ascii_lowercase()).copied() else {
            return 0;
        };
        if let Some(count) = self.counts[index] {
            return count;
        }
        if level >= MAX_NESTING {
            return 0;
        }
        // A block in itself counts as empty.
        self.counts[index] = Some(0);
        let document = self.document;
        let mut sum = 0_u64;
        for record in &document.blocks[index].records {
            sum = sum.saturating_add(self.record(record, level + 1));
        }
        // Leaves room for the group of each insert.
        let sum = sum.min(u64::MAX / 2);
        self.counts[index] = Some(sum);
        sum
    }
}
