//! Program that reads DXF files and writes their extents, so that another program can check them:
//! `find . -name '*.dxf' | cargo run --example imports`. `cargo xtask oracles` passes the output to ezdxf.
//!
//! Texts, dimensions, and leaders are left out of the extents, because every program has its own typeface.

use std::io::{BufRead, Write};
use std::time::Instant;

use serde_json::{Value, json};
use trammel_exchange::{CONVERTERS, ImportedContent, ImportedDrawing, ImportedItem, Insert, ReadError};
use trammel_formats::{ImportOptions, ImportQuestion};
use trammel_kernel::{Affine, Bounds, Vec2, affine};
use trammel_scene::{Shape, Units};

/// Writes one line of JSON for each file that a line of the input names.
fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for path in std::io::stdin().lock().lines() {
        let path = path?;
        let bytes = std::fs::read(&path)?;
        let start = now();
        let outcome = std::panic::catch_unwind(|| outcome(&bytes));
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let mut line = outcome.unwrap_or_else(|_| json!({ "outcome": "panic" }));
        line["file"] = path.into();
        line["milliseconds"] = milliseconds.into();
        writeln!(out, "{line}")?;
        out.flush()?;
    }
    Ok(())
}

#[allow(clippy::disallowed_methods, reason = "a program for tests measures time")]
fn now() -> Instant {
    Instant::now()
}

/// Reads a file; the numbers are used as they are.
fn outcome(bytes: &[u8]) -> Value {
    let asked = read(bytes, &ImportOptions::default());
    let question = match &asked {
        Err(ReadError::Question(ImportQuestion::Units { .. })) => Some("units"),
        Err(ReadError::Question(ImportQuestion::TooLarge { .. })) => Some("size"),
        _ => None,
    };
    let options = ImportOptions {
        units: Some(Units::Mm),
        first: (question == Some("size")).then_some(10_000),
        ..ImportOptions::default()
    };
    match read(bytes, &options) {
        Ok(drawing) => {
            let extent = extent(&drawing, &drawing.items, &Affine::IDENTITY);
            let extent = extent.map(|b| [b.min.x, b.min.y, b.max.x, b.max.y]);
            let report: Vec<Value> = drawing
                .report
                .iter()
                .map(|entry| json!([entry.kind, entry.count, entry.reason.english]))
                .collect();
            json!({ "outcome": "read", "question": question, "extent": extent, "report": report })
        }
        Err(ReadError::Question(ImportQuestion::TooLarge { entities, .. })) => {
            json!({ "outcome": "too large", "reason": format!("{entities} entities") })
        }
        Err(ReadError::Question(_)) => json!({ "outcome": "asked twice" }),
        Err(ReadError::Refused(error)) => json!({ "outcome": "refused", "reason": error.to_string() }),
    }
}

fn read(bytes: &[u8], options: &ImportOptions) -> Result<ImportedDrawing, ReadError> {
    let reader = CONVERTERS
        .iter()
        .find(|converter| converter.id == "dxf")
        .and_then(|converter| converter.read);
    match reader {
        Some(read) => read(bytes, options),
        None => Err(trammel_formats::FormatError(trammel_language::Bilingual::same(
            "DXF files are not read.",
        ))
        .into()),
    }
}

fn extent(drawing: &ImportedDrawing, items: &[ImportedItem], map: &Affine) -> Option<Bounds> {
    Bounds::union_all(items.iter().filter_map(|item| match &item.content {
        ImportedContent::Shape(Shape::Text(_) | Shape::Dimension(_) | Shape::Leader(_))
        | ImportedContent::Placed(..) => None,
        ImportedContent::Shape(shape) => shape.bounds(map),
        ImportedContent::Group(items) => extent(drawing, items, map),
        ImportedContent::Insert(insert) => {
            let items = &drawing.blocks[insert.block].items;
            Bounds::union_all(copies(insert).filter_map(|copy| extent(drawing, items, &(*map * copy))))
        }
    }))
}

fn copies(insert: &Insert) -> impl Iterator<Item = Affine> + '_ {
    let [columns, rows] = insert.count;
    let turn = affine::rotation(insert.rotation);
    let scale = Affine::scale_non_uniform(insert.scale[0], insert.scale[1]);
    (0..columns).flat_map(move |column| {
        (0..rows).map(move |row| {
            let offset = Vec2::new(
                f64::from(column) * insert.spacing.x,
                f64::from(row) * insert.spacing.y,
            );
            Affine::translate(insert.at.to_vec2()) * turn * Affine::translate(offset) * scale
        })
    })
}
