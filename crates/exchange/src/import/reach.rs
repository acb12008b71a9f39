//! Items of a file that would leave the range of a drawing, which are left out.
//!
//! Invariant: the bounds of a block are computed once, without expanding it, so nested blocks cost nothing.

use super::super::imported::{ImportedContent, ImportedDrawing, ImportedItem, Insert};
use crate::report::Report;
use trammel_formats::ReportEntry;
use trammel_kernel::{Affine, Bounds, affine};
use trammel_scene::MAX_COORDINATE;

/// Leaves out the items that would leave the range of a drawing whose unit is `factor` times that of the file. Returns
/// the report.
pub(super) fn reduce(drawing: &mut ImportedDrawing, factor: f64) -> Vec<ReportEntry> {
    let mut reach = Reach {
        blocks: Vec::new(),
        report: Report::default(),
    };
    let levels = [Affine::IDENTITY, Affine::scale(factor)];
    let names: Vec<String> = drawing.blocks.iter().map(|block| block.name.clone()).collect();
    for block in &mut drawing.blocks {
        let bounds = reach.keep(&mut block.items, &levels, &names);
        reach.blocks.push(bounds);
    }
    reach.keep(&mut drawing.items, &levels, &names);
    reach.report.into_entries()
}

struct Reach {
    /// Bounds of the blocks; `None` for one without content.
    blocks: Vec<Option<Bounds>>,
    report: Report,
}

impl Reach {
    /// Keeps the items that are in range under all of the maps. Returns their bounds.
    fn keep(&mut self, items: &mut Vec<ImportedItem>, levels: &[Affine], names: &[String]) -> Option<Bounds> {
        let mut all: Option<Bounds> = None;
        items.retain_mut(|item| {
            let (kind, name) = kind_and_name(item, names);
            match self.bounds(&mut item.content, levels, names) {
                Ok(bounds) => {
                    all = Bounds::union_all(all.into_iter().chain(bounds));
                    true
                }
                Err(OutOfRange) => {
                    let reason = [
                        "It would leave the range of a drawing, which is ±1e9.",
                        "도면의 범위인 ±1e9를 벗어나요.",
                    ];
                    self.report.add_drop(kind, name.as_str(), reason);
                    false
                }
            }
        });
        all
    }

    /// Returns the bounds of content that is in range under all of the maps. Groups lose the items that are not.
    fn bounds(
        &mut self,
        content: &mut ImportedContent,
        levels: &[Affine],
        names: &[String],
    ) -> Result<Option<Bounds>, OutOfRange> {
        match content {
            ImportedContent::Shape(shape) => {
                for level in levels {
                    check(shape.bounds(level))?;
                }
                Ok(shape.bounds(&Affine::IDENTITY))
            }
            ImportedContent::Group(items) => Ok(self.keep(items, levels, names)),
            ImportedContent::Placed(transform, inner) => {
                let center = match &**inner {
                    ImportedContent::Shape(shape) => shape.center(),
                    _ => Default::default(),
                };
                let matrix = transform.matrix(center);
                let mut inside = levels.to_vec();
                inside.extend(levels.iter().map(|level| *level * matrix));
                let bounds = self.bounds(inner, &inside, names)?;
                Ok(bounds.map(|bounds| map_bounds(&bounds, &matrix)))
            }
            ImportedContent::Insert(insert) => {
                let block = self.blocks.get(insert.block).copied().flatten();
                let Some(block) = block else { return Ok(None) };
                let cells = cells(insert).map(|cell| map_bounds(&block, &cell));
                let bounds = Bounds::union_all(cells);
                for level in levels {
                    check(bounds.map(|bounds| map_bounds(&bounds, level)))?;
                }
                Ok(bounds)
            }
        }
    }
}

/// Content that would leave the range.
struct OutOfRange;

fn check(bounds: Option<Bounds>) -> Result<(), OutOfRange> {
    match bounds {
        Some(bounds) if bounds.magnitude() > MAX_COORDINATE => Err(OutOfRange),
        _ => Ok(()),
    }
}

/// Returns the type and the name of an item in the report.
fn kind_and_name(item: &ImportedItem, blocks: &[String]) -> (&'static str, String) {
    let mut content = &item.content;
    while let ImportedContent::Placed(_, inner) = content {
        content = inner;
    }
    let (kind, name) = match content {
        ImportedContent::Shape(shape) => (shape.kind(), None),
        ImportedContent::Insert(insert) => ("insert", blocks.get(insert.block)),
        ImportedContent::Group(_) | ImportedContent::Placed(..) => ("group", None),
    };
    let name = item.name.as_ref().or(name);
    (kind, name.cloned().unwrap_or_default())
}

/// Returns the maps of the copies at the corners of an insert.
fn cells(insert: &Insert) -> impl Iterator<Item = Affine> {
    let [columns, rows] = insert.count.map(|count| f64::from(count.saturating_sub(1)));
    let (spacing, scale) = (insert.spacing, insert.scale);
    let placed = Affine::translate(insert.at.to_vec2()) * affine::rotation(insert.rotation);
    let corners = [(0.0, 0.0), (columns, 0.0), (0.0, rows), (columns, rows)];
    corners.into_iter().map(move |(column, row)| {
        placed
            * Affine::translate((spacing.x * column, spacing.y * row))
            * Affine::scale_non_uniform(scale[0], scale[1])
    })
}

fn map_bounds(bounds: &Bounds, map: &Affine) -> Bounds {
    let corners = bounds.corners().map(|corner| *map * corner);
    Bounds::from_points(corners).unwrap_or(*bounds)
}
