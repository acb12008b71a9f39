//! Part of a file to import: its size, and the layers and entities that the user chose.
//!
//! Invariant: sizes are counted without expanding blocks, so that nested blocks that would expand to any number of
//! entities cost nothing.

use super::super::imported::{ImportedBlock, ImportedContent, ImportedDrawing, ImportedItem, Insert};
use std::collections::BTreeMap;
use trammel_formats::{FormatError, ImportOptions, ImportQuestion, ReportEntry, Treatment};
use trammel_language::bilingual;
use trammel_scene::{MAX_DEPTH, MAX_ENTITIES};

/// Size of content after its blocks are expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    /// Number of entities, including groups.
    pub(super) entities: u64,
    /// Number of nested groups.
    pub(super) depth: usize,
}

/// Returns the sizes of the blocks.
pub(super) fn block_sizes(blocks: &[ImportedBlock]) -> Vec<Size> {
    let mut sizes: Vec<Size> = Vec::new();
    for block in blocks {
        let size = size_of(&block.items, &sizes);
        sizes.push(size);
    }
    sizes
}

/// Returns the size of items that insert blocks of these sizes.
pub(super) fn size_of(items: &[ImportedItem], blocks: &[Size]) -> Size {
    items.iter().fold(Size::default(), |sum, item| {
        let size = content_size(&item.content, blocks);
        Size {
            entities: sum.entities.saturating_add(size.entities),
            depth: sum.depth.max(size.depth),
        }
    })
}

/// Returns the size of the content of an item. Empty groups and blocks are not drawn.
pub(super) fn content_size(content: &ImportedContent, blocks: &[Size]) -> Size {
    let group = |inner: Size, copies: u64| match inner.entities {
        0 => Size::default(),
        entities => Size {
            entities: entities.saturating_add(1).saturating_mul(copies),
            depth: inner.depth + 1,
        },
    };
    match content {
        ImportedContent::Shape(shape) if shape.is_group() => Size::default(),
        ImportedContent::Shape(_) => Size {
            entities: 1,
            depth: 0,
        },
        ImportedContent::Group(items) => group(size_of(items, blocks), 1),
        ImportedContent::Placed(_, content) => content_size(content, blocks),
        ImportedContent::Insert(insert) => {
            let block = group(blocks.get(insert.block).copied().unwrap_or_default(), 1);
            match copies(insert) {
                1 => block,
                0 => Size::default(),
                // The copies of an array are in a group.
                copies if block.entities > 0 => Size {
                    entities: block.entities.saturating_mul(copies).saturating_add(1),
                    depth: block.depth + 1,
                },
                _ => Size::default(),
            }
        }
    }
}

/// Returns the number of copies of a block.
pub(super) fn copies(insert: &Insert) -> u64 {
    u64::from(insert.count[0]) * u64::from(insert.count[1])
}

/// Reduces a drawing to the chosen layers and number of entities. Returns a question if the rest has more entities than
/// `room`.
///
/// # Errors
/// Returns an error if groups and blocks nest too deep.
pub(super) fn reduce(
    drawing: &mut ImportedDrawing,
    options: &ImportOptions,
    room: usize,
) -> Result<Option<ImportQuestion>, FormatError> {
    if !options.layers.is_empty() {
        keep_layers(drawing, &options.layers);
    }
    let blocks = block_sizes(&drawing.blocks);
    let size = size_of(&drawing.items, &blocks);
    let most_depth = MAX_DEPTH - 1;
    if size.depth > most_depth {
        return Err(FormatError(bilingual!(
            "The groups and blocks of the file are nested {} levels deep, at most {most_depth}. Explode blocks, and export the file again.",
            "파일의 그룹과 블록이 {}단계로 겹쳤고 최대 {most_depth}단계예요. 블록을 분해해서 다시 내보내세요.",
            size.depth
        )));
    }
    let most = options.first.unwrap_or(usize::MAX).min(room);
    let all = usize::try_from(size.entities).unwrap_or(usize::MAX);
    if all <= most {
        return Ok(None);
    }
    if options.first.is_none() {
        return Ok(Some(ImportQuestion::TooLarge {
            entities: all,
            most: room,
            layers: layer_sizes(&drawing.items, &blocks),
        }));
    }
    let mut left = most as u64;
    keep_first(&mut drawing.items, &blocks, &mut left);
    let kept = size_of(&drawing.items, &blocks).entities;
    drawing.report.push(ReportEntry::without_ids(
        Treatment::Dropped,
        "entity",
        usize::try_from(size.entities - kept).unwrap_or(usize::MAX),
        bilingual!(
            "Only the first {kept} entities were imported.",
            "앞의 항목 {kept}개만 가져왔어요."
        ),
    ));
    Ok(None)
}

/// Returns the largest number of entities that an empty drawing can hold.
pub(super) fn room(present: usize) -> usize {
    MAX_ENTITIES.saturating_sub(present)
}

fn keep_layers(drawing: &mut ImportedDrawing, layers: &[String]) {
    fn retain_layers(items: &mut Vec<ImportedItem>, layers: &[String]) {
        items.retain_mut(|item| match innermost(&mut item.content) {
            ImportedContent::Group(items) => {
                retain_layers(items, layers);
                !items.is_empty()
            }
            ImportedContent::Shape(_) => {
                let layer = item.layer.as_deref().unwrap_or_default();
                // The spelling of the list of layers and that of an entity may differ in case.
                layers
                    .iter()
                    .any(|wanted| wanted.to_lowercase() == layer.to_lowercase())
            }
            // The reader has chosen the placements; the content of a block belongs to them.
            ImportedContent::Insert(_) | ImportedContent::Placed(..) => true,
        });
    }
    retain_layers(&mut drawing.items, layers);
}

/// Returns the content without its transforms.
fn innermost(content: &mut ImportedContent) -> &mut ImportedContent {
    match content {
        ImportedContent::Placed(_, content) => innermost(content),
        other => other,
    }
}

/// Keeps items from the back as long as their entities fit in `left`.
fn keep_first(items: &mut Vec<ImportedItem>, blocks: &[Size], left: &mut u64) {
    items.retain_mut(|item| {
        let size = content_size(&item.content, blocks).entities;
        if size <= *left {
            *left -= size;
            return true;
        }
        match innermost(&mut item.content) {
            ImportedContent::Group(items) if *left > 1 => {
                *left -= 1;
                keep_first(items, blocks, left);
                !items.is_empty()
            }
            _ => {
                *left = 0;
                false
            }
        }
    });
}

/// Returns the layers with the number of entities on each; inserts count for the layer of the insert.
fn layer_sizes(items: &[ImportedItem], blocks: &[Size]) -> Vec<(String, usize)> {
    fn add<'a>(items: &'a [ImportedItem], blocks: &[Size], sizes: &mut BTreeMap<&'a str, u64>) {
        for item in items {
            if let ImportedContent::Group(items) = &item.content {
                add(items, blocks, sizes);
                continue;
            }
            let size = sizes
                .entry(item.layer.as_deref().unwrap_or_default())
                .or_default();
            *size = size.saturating_add(content_size(&item.content, blocks).entities);
        }
    }
    let mut sizes = BTreeMap::new();
    add(items, blocks, &mut sizes);
    let count = |size: u64| usize::try_from(size).unwrap_or(usize::MAX);
    sizes
        .into_iter()
        .map(|(layer, size)| (layer.to_owned(), count(size)))
        .collect()
}
