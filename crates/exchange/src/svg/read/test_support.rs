//! Files and extents for the tests of the reader.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::imported::{ImportedContent, ImportedItem};
use trammel_kernel::{Affine, Bounds};
use trammel_scene::Shape;

/// Returns a file with a page of 100 by 100 mm whose root has these attributes.
pub(super) fn file(root: &str, inner: &str) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='100mm' height='100mm' \
         viewBox='0 0 100 100' {root}>{inner}</svg>"
    )
}

/// Reads a file.
pub(super) fn drawing_of(text: &str) -> ImportedDrawing {
    read(text.as_bytes(), &ImportOptions::default()).unwrap()
}

/// Reads elements on a page of 100 by 100 mm.
pub(super) fn drawing(inner: &str) -> ImportedDrawing {
    drawing_of(&file("", inner))
}

/// Returns the shapes of items and of their groups.
pub(super) fn shapes(items: &[ImportedItem]) -> Vec<Shape> {
    items
        .iter()
        .flat_map(|item| match &item.content {
            ImportedContent::Shape(shape) => vec![shape.clone()],
            ImportedContent::Group(items) => shapes(items),
            other => panic!("{other:?}"),
        })
        .collect()
}

/// Returns the bounds of items.
pub(super) fn bounds(items: &[ImportedItem]) -> Option<Bounds> {
    let shapes = shapes(items);
    Bounds::union_all(shapes.iter().filter_map(|shape| shape.bounds(&Affine::IDENTITY)))
}

/// Returns the extent with y down: left, top, right, and bottom.
pub(super) fn extent(drawing: &ImportedDrawing) -> [f64; 4] {
    let all = bounds(&drawing.items).unwrap();
    [all.min.x, 100.0 - all.max.y, all.max.x, 100.0 - all.min.y]
}
