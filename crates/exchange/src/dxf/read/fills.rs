//! Filled outlines: a solid hatch directly before the outlines of its boundary is their fill.

use super::super::super::imported::{ImportedContent, ImportedItem};
use super::context::Context;
use super::placement::of_paths;
use trammel_kernel::{Path, Point, Seg, norm};
use trammel_scene::{Color, Fill, SOLID, Shape, Style};

/// Largest distance of a boundary from its outline, relative to the size of the outline or to 1.
const ERROR: f64 = 1e-7;

/// Maximum number of boundaries of an area, and of pieces of an outline, that are compared.
const MAX_PATHS: usize = 64;
const MAX_PIECES: usize = 2_000;

/// Merges each solid hatch with the outlines after it if they are its boundary.
pub(super) fn join(cx: &mut Context<'_, '_>, items: &[ImportedItem]) -> Vec<ImportedItem> {
    let mut out: Vec<ImportedItem> = Vec::with_capacity(items.len());
    let mut at = 0;
    while let Some(item) = items.get(at) {
        let merged = fill_from_outlines(cx, item, &items[at + 1..])
            .or_else(|| fill_from_pieces(cx, item, &items[at + 1..]));
        at += 1;
        match merged {
            Some((merged, count)) => {
                at += count;
                out.push(merged);
            }
            None => out.push(item.clone()),
        }
    }
    out
}

/// Returns the filled entity of a hatch and the outlines after it, and the number of outlines.
fn fill_from_outlines(
    cx: &mut Context<'_, '_>,
    hatch: &ImportedItem,
    after: &[ImportedItem],
) -> Option<(ImportedItem, usize)> {
    let ImportedContent::Shape(Shape::Hatch(tied)) = &hatch.content else {
        return None;
    };
    let count = tied.boundary.len();
    if tied.pattern != SOLID || !(1..=MAX_PATHS).contains(&count) || after.len() < count {
        return None;
    }
    let (first, rest) = after[..count].split_first()?;
    let is_alike =
        |next: &ImportedItem| next.layer == first.layer && next.style == first.style && next.name.is_none();
    if first.layer != hatch.layer || !is_alike(first) || !rest.iter().all(is_alike) {
        return None;
    }
    let outlines: Vec<Path> = after[..count].iter().map(outline).collect::<Option<_>>()?;
    let is_outlined = |path: &Path| outlines.iter().any(|outline| is_same(path, outline));
    let is_filled = |outline: &Path| tied.boundary.iter().any(|path| is_same(path, outline));
    if !tied.boundary.iter().all(is_outlined) || !outlines.iter().all(is_filled) {
        return None;
    }
    let ImportedContent::Shape(shape) = &first.content else {
        return None;
    };
    let shape = if count == 1 {
        shape.clone()
    } else {
        area(&outlines)?
    };
    shape.check().ok()?;
    Some((filled_item(cx, hatch, first, shape)?, count))
}

/// Returns the filled entity of a hatch and the open curves after it that are the pieces of its only boundary in their
/// order, and the number of curves.
fn fill_from_pieces(
    cx: &mut Context<'_, '_>,
    hatch: &ImportedItem,
    after: &[ImportedItem],
) -> Option<(ImportedItem, usize)> {
    let ImportedContent::Shape(Shape::Hatch(tied)) = &hatch.content else {
        return None;
    };
    let [boundary] = tied.boundary.as_slice() else {
        return None;
    };
    let first = after.first().filter(|first| first.layer == hatch.layer)?;
    if tied.pattern != SOLID || boundary.segs.len() > MAX_PIECES {
        return None;
    }
    let near = ERROR * boundary.bounds()?.magnitude().max(1.0);
    let mut segs: Vec<Seg> = Vec::new();
    for (at, item) in after.iter().enumerate() {
        let ImportedContent::Shape(shape) = &item.content else {
            return None;
        };
        let [path] = shape.paths().try_into().ok()?;
        let is_next = segs
            .last()
            .is_none_or(|last| path.start().is_some_and(|start| norm(last.end() - start) <= near));
        let is_curve = !path.closed && !shape.is_annotation();
        if !is_next
            || !is_curve
            || segs.len() > boundary.segs.len()
            || (&item.layer, &item.style) != (&first.layer, &first.style)
        {
            return None;
        }
        segs.extend(path.segs);
        if norm(segs.last()?.end() - segs.first()?.start()) <= near {
            let outline = Path::new(segs, true);
            let shape = of_paths(std::slice::from_ref(&outline)).filter(|_| is_same(boundary, &outline))?;
            shape.check().ok()?;
            return Some((filled_item(cx, hatch, first, shape)?, at + 1));
        }
    }
    None
}

/// Returns the item of a filled shape with the lines of its outline and the color of its hatch.
fn filled_item(
    cx: &mut Context<'_, '_>,
    hatch: &ImportedItem,
    outline: &ImportedItem,
    shape: Shape,
) -> Option<ImportedItem> {
    let of_layer = cx
        .tables
        .layer_style(outline.layer.as_deref().unwrap_or_default());
    let color = |style: &Style| -> Option<Color> {
        let stroke = style.stroke.as_ref().map(|stroke| stroke.color);
        style.fill.map(|fill| fill.color).or(stroke)
    };
    let color = hatch
        .style
        .as_ref()
        .and_then(color)
        .or_else(|| color(&of_layer))?;
    let style = outline.style.clone().unwrap_or(of_layer);
    Some(ImportedItem {
        style: Some(Style {
            fill: Some(Fill { color }),
            ..style
        }),
        content: ImportedContent::Shape(shape),
        ..outline.clone()
    })
}

/// Returns the closed outline of an item; `None` if it is not a single one.
fn outline(item: &ImportedItem) -> Option<Path> {
    match &item.content {
        ImportedContent::Shape(shape) if !shape.is_annotation() && !matches!(shape, Shape::Text(_)) => {
            let mut paths = shape.paths();
            let path = paths
                .pop()
                .filter(|path| path.closed && path.segs.len() <= MAX_PIECES)?;
            paths.is_empty().then_some(path)
        }
        _ => None,
    }
}

/// Returns the shape of several outlines: a polygon with holes if all are straight.
fn area(outlines: &[Path]) -> Option<Shape> {
    let corners = |path: &Path| -> Option<Vec<Point>> {
        let is_straight = path.segs.iter().all(|seg| matches!(seg, Seg::Line { .. }));
        is_straight.then(|| path.segs.iter().map(Seg::start).collect())
    };
    let all: Option<Vec<Vec<Point>>> = outlines.iter().map(corners).collect();
    match all {
        Some(mut rings) => {
            let points = rings.remove(0);
            Some(Shape::Polygon { points, holes: rings })
        }
        None => of_paths(outlines),
    }
}

/// Whether two closed paths are the same curve, apart from their start and direction.
fn is_same(a: &Path, b: &Path) -> bool {
    let (Some(of_a), Some(of_b)) = (a.bounds(), b.bounds()) else {
        return false;
    };
    let near = ERROR * of_b.magnitude().max(1.0);
    let is_on = |path: &Path, other: &Path| {
        let starts = path.segs.iter().map(Seg::start);
        starts
            .into_iter()
            .all(|point| other.distance_to(point).is_some_and(|distance| distance <= near))
    };
    a.segs.len() <= MAX_PIECES
        && norm(of_a.min - of_b.min) <= near
        && norm(of_a.max - of_b.max) <= near
        && (a.length() - b.length()).abs() <= near * 16.0
        && is_on(a, b)
        && is_on(b, a)
}
