//! Tests of the reader with small files: text in, shapes and report out.

mod blocks;
mod curves;
mod files;
mod groups;
mod line_types;
mod multileaders;
mod shapes;
mod sweeps;
mod texts;

use super::super::super::imported::{ImportedContent, ImportedItem, Insert};
use super::*;
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use trammel_formats::{FormatError, Treatment};
use trammel_kernel::{Affine, Vec2};
use trammel_scene::Shape;

/// Returns a file: header variables, tables, blocks, and entities as tags that are separated by spaces or lines.
fn file(header: &str, tables: &str, blocks: &str, entities: &str) -> String {
    let mut out = String::new();
    for (name, content) in [
        ("HEADER", header),
        ("TABLES", tables),
        ("BLOCKS", blocks),
        ("ENTITIES", entities),
    ] {
        out.push_str(&format!("0\nSECTION\n2\n{name}\n"));
        for word in content.split_whitespace() {
            out.push_str(&word.replace('_', " "));
            out.push('\n');
        }
        out.push_str("0\nENDSEC\n");
    }
    out + "0\nEOF\n"
}

fn reading(text: &str, options: &ImportOptions) -> Result<ImportedDrawing, ReadError> {
    read(text.as_bytes(), options)
}

/// Reads entities in millimeters.
fn drawing(blocks: &str, entities: &str) -> ImportedDrawing {
    let text = file("9 $INSUNITS 70 4", "", blocks, entities);
    let drawing = reading(&text, &ImportOptions::default()).unwrap();
    for item in drawing
        .items
        .iter()
        .chain(drawing.blocks.iter().flat_map(|block| &block.items))
    {
        if let ImportedContent::Shape(shape) = &item.content {
            assert_eq!(shape.check(), Ok(()));
        }
    }
    drawing
}

fn shape(item: &ImportedItem) -> &Shape {
    match &item.content {
        ImportedContent::Shape(shape) => shape,
        other => panic!("{other:?}"),
    }
}

fn insert(item: &ImportedItem) -> &Insert {
    match &item.content {
        ImportedContent::Insert(insert) => insert,
        other => panic!("{other:?}"),
    }
}

/// Reads one entity.
fn one(entities: &str) -> Shape {
    let drawing = drawing("", entities);
    assert_eq!(drawing.items.len(), 1, "{:?}", drawing.report);
    shape(&drawing.items[0]).clone()
}

/// Returns the report as lines.
fn report(drawing: &ImportedDrawing) -> Vec<String> {
    drawing.report.iter().map(ToString::to_string).collect()
}
