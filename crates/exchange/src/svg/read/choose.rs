//! Choice of layers and limit of the number of entities.

use super::super::super::converter::ReadError;
use super::super::super::imported::{ImportedBlock, ImportedContent, ImportedDrawing, ImportedItem};
use trammel_formats::{FormatError, ImportOptions, ImportQuestion};
use trammel_language::bilingual;
use trammel_scene::MAX_ENTITIES;

/// Number of entities beyond which not even a part is imported, because the file repeats its content without end.
const MAX_EXPANDED: usize = 10_000_000;

/// Returns the drawing with the chosen layers and the chosen number of entities.
///
/// # Errors
/// Returns an error if the file expands to an extreme number of entities, or a question if it has more entities than a
/// drawing can hold and no part is chosen.
pub(super) fn choose_part(
    mut drawing: ImportedDrawing,
    options: &ImportOptions,
) -> Result<ImportedDrawing, ReadError> {
    if !options.layers.is_empty() {
        let is_chosen = |item: &ImportedItem| {
            item.layer
                .as_ref()
                .is_none_or(|layer| options.layers.contains(layer))
        };
        for block in &mut drawing.blocks {
            keep(&mut block.items, &is_chosen);
        }
        keep(&mut drawing.items, &is_chosen);
    }
    let sizes = sizes(&drawing.blocks);
    let total = count(&drawing.items, &sizes);
    if total > MAX_EXPANDED {
        return Err(FormatError(bilingual!(
            "This SVG file expands to more than {MAX_EXPANDED} entities, because 'use' repeats its elements. Split it into smaller files.", "이 SVG 파일은 'use'가 요소를 반복해서 항목이 {MAX_EXPANDED}개보다 많아져요. 더 작은 파일로 나누세요."
        ))
        .into());
    }
    match options.first {
        Some(first) => {
            let mut room = first.min(MAX_ENTITIES);
            shorten(&mut drawing.items, &sizes, &mut room);
        }
        None if total > MAX_ENTITIES => {
            return Err(ReadError::Question(ImportQuestion::TooLarge {
                entities: total,
                most: MAX_ENTITIES,
                layers: layers(&drawing),
            }));
        }
        None => {}
    }
    Ok(drawing)
}

/// Removes items that are not chosen, and groups that become empty.
fn keep(items: &mut Vec<ImportedItem>, is_chosen: &impl Fn(&ImportedItem) -> bool) {
    items.retain_mut(|item| match &mut item.content {
        ImportedContent::Group(inner) => {
            keep(inner, is_chosen);
            !inner.is_empty()
        }
        ImportedContent::Insert(_) => true,
        _ => is_chosen(item),
    });
}

/// Returns the number of entities of each block, without overflow.
fn sizes(blocks: &[ImportedBlock]) -> Vec<usize> {
    let mut sizes = Vec::with_capacity(blocks.len());
    for block in blocks {
        // A placement of a block is a group.
        let size = count(&block.items, &sizes);
        sizes.push(size.saturating_add(1));
    }
    sizes
}

/// Returns the number of entities of items.
fn count(items: &[ImportedItem], sizes: &[usize]) -> usize {
    items
        .iter()
        .map(|item| count_item(item, sizes))
        .fold(0, usize::saturating_add)
}

fn count_item(item: &ImportedItem, sizes: &[usize]) -> usize {
    match &item.content {
        ImportedContent::Group(inner) => count(inner, sizes).saturating_add(1),
        ImportedContent::Insert(insert) => sizes.get(insert.block).copied().unwrap_or(0),
        _ => 1,
    }
}

/// Keeps items from the back to the front as long as there is room for their entities.
fn shorten(items: &mut Vec<ImportedItem>, sizes: &[usize], room: &mut usize) {
    items.retain_mut(|item| {
        let size = count_item(item, sizes);
        if size <= *room {
            *room -= size;
            return true;
        }
        let ImportedContent::Group(inner) = &mut item.content else {
            return false;
        };
        if *room < 2 {
            return false;
        }
        *room -= 1;
        shorten(inner, sizes, room);
        !inner.is_empty()
    });
}

/// Returns the layers with their numbers of shapes outside of blocks.
fn layers(drawing: &ImportedDrawing) -> Vec<(String, usize)> {
    fn add(items: &[ImportedItem], counts: &mut Vec<(String, usize)>) {
        for item in items {
            if let ImportedContent::Group(inner) = &item.content {
                add(inner, counts);
            }
            let Some(layer) = &item.layer else { continue };
            if let Some((_, count)) = counts.iter_mut().find(|(name, _)| name == layer) {
                *count += 1;
            }
        }
    }
    let mut counts = drawing
        .layers
        .iter()
        .map(|layer| (layer.name.clone(), 0))
        .collect();
    add(&drawing.items, &mut counts);
    counts
}
