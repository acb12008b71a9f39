//! Reader of DXF files: R12 to R2018, as text or in binary form.
//!
//! The file is scanned once ([`scan::Document`]), then each entity is read and converted once. Blocks become blocks, so
//! an array of a million inserts takes no more memory than one. Every entity that is changed or left out is in the
//! report with its handle.

mod blocks;
mod boundary;
mod context;
mod curve;
mod damage;
mod dimension;
mod entities;
mod fills;
mod groups;
mod hatch;
mod inherited;
mod leader;
mod leaders;
mod library;
mod line_types;
mod mline;
mod mtext;
mod multileader;
mod placement;
mod polyline;
mod reasons;
mod scaled_dimensions;
mod size;
mod spline;
mod sweep;
mod tables;
mod text;
mod units;
mod variant;
mod variants;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests;

use super::super::converter::ReadError;
use super::super::imported::{ImportedDrawing, Precision};
use crate::report::Report;
use blocks::Blocks;
use context::Context;
use inherited::{Inherited, Uses};
use tables::Tables;
use trammel_dxf::Document;
use trammel_dxf::Entity;
use trammel_dxf::Tag;
use trammel_dxf::coding::{Agreement, Coding};
use trammel_formats::{ImportOptions, ImportQuestion};
use trammel_kernel::{Bounds, Point, Vec2};
use trammel_language::bilingual;
use trammel_scene::{MAX_ENTITIES, Units};
use units::FileUnit;

/// Number of decimals of numbers that are computed, such as the radius of an arc with a bulge.
const DERIVED_DECIMALS: u8 = 12;

/// Reads a DXF file.
///
/// # Errors
/// Returns a question if the file does not define its unit or has too many entities, or an error with the line if the
/// file is damaged.
pub(super) fn read(bytes: &[u8], options: &ImportOptions) -> Result<ImportedDrawing, ReadError> {
    let document = Document::scan(bytes).map_err(|error| damage::file_error(&error))?;
    let mut report = Report::default();
    let coding = coding(&document, &mut report);
    let only: Vec<String> = options.layers.iter().map(|layer| layer.to_lowercase()).collect();
    let stated = units::stated_unit(&document);
    let unit = match (options.units, stated) {
        // The user's answer also overrides the file: its numbers are used as they are.
        (Some(units), _) => FileUnit::exactly(units),
        (None, Some(unit)) => unit,
        (None, None) => return Err(ReadError::Question(units::question(extent(&document)))),
    };
    if let Some([english, korean]) = unit.converted {
        let reason = bilingual!(
            "The file is in {english}; its numbers are multiplied by {} for {}.",
            "수에 {}을(를) 곱해 {}(으)로 바꿨어요. 파일의 단위: {korean}.",
            unit.factor,
            unit.units.as_str()
        );
        report.add_change("unit", "", reason);
    }
    if unit.is_assumed {
        report.add_change(
            "unit",
            "",
            [
                "The file is metric and states no unit; its numbers are read as millimeters. State another unit if they are not.",
                "미터법 파일인데 단위가 없어서 수를 밀리미터로 읽었어요. 아니면 다른 단위를 정하세요.",
            ],
        );
    }
    check_size(&document, coding, &only, options)?;
    let tables = Tables::read(&document, coding, unit.units, unit.factor);
    let context = Context {
        document: &document,
        coding,
        tables,
        report,
        inherited: Inherited::default(),
        uses: Uses::default(),
        is_derived: unit.factor != 1.0,
        is_imperial: unit.units == Units::In,
    };
    let mut blocks = Blocks::new(context, only, unit.factor);
    let mut items = blocks.drawing(options.first);
    let (mut blocks, mut context) = blocks.finish(&mut items);
    scaled_dimensions::type_texts(&mut blocks, &items, &mut context.report);
    context.tables.report_line_types(&mut context.report);
    let decimals = u8::try_from(document.decimals).unwrap_or(15).min(15);
    Ok(ImportedDrawing {
        title: options.file_name.clone(),
        units: unit.units,
        precision: if context.is_derived {
            Precision::Computed(decimals.max(DERIVED_DECIMALS))
        } else {
            Precision::Written(decimals)
        },
        layers: context.tables.into_layers(),
        blocks,
        items,
        report: context.report.into_sorted(),
    })
}

fn coding(document: &Document<'_>, report: &mut Report) -> Coding {
    let raw = |name| document.variable(name).map(Tag::raw).unwrap_or_default();
    let page = raw("$DWGCODEPAGE");
    let (coding, agreement) = Coding::of(raw("$ACADVER").trim_ascii(), page, document.evidence);
    let reason = match agreement {
        Agreement::Agrees => return coding,
        Agreement::Unknown => [
            "The code page is unknown; texts are read as Windows-1252.",
            "알 수 없는 코드 페이지라서 글을 Windows-1252로 읽었어요.",
        ],
        Agreement::IsUtf8 => [
            "The texts are not in this code page; they are read as UTF-8.",
            "글이 이 코드 페이지로 쓰이지 않아서 UTF-8로 읽었어요.",
        ],
    };
    report.add_change("$DWGCODEPAGE", String::from_utf8_lossy(page).as_ref(), reason);
    coding
}

/// Checks that a drawing can hold the entities, unless the user chose a part of them.
fn check_size(
    document: &Document<'_>,
    coding: Coding,
    only: &[String],
    options: &ImportOptions,
) -> Result<(), ReadError> {
    let mut layers = size::of_layers(document, coding);
    layers.retain(|layer, _| only.is_empty() || only.contains(&layer.to_lowercase()));
    let entities = layers
        .values()
        .fold(0_u64, |sum, count| sum.saturating_add(*count));
    if entities <= MAX_ENTITIES as u64 || options.first.is_some() {
        return Ok(());
    }
    let count = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    let mut layers: Vec<(String, usize)> = layers.into_iter().map(|(name, all)| (name, count(all))).collect();
    trammel_base::sort::by(&mut layers, |a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    layers.truncate(256);
    Err(ReadError::Question(ImportQuestion::TooLarge {
        entities: count(entities),
        most: MAX_ENTITIES,
        layers,
    }))
}

/// Returns the extent of the first entities, in numbers of the file. Blocks are not inserted.
fn extent(document: &Document<'_>) -> Option<Bounds> {
    let entities = document.entities.iter().take(5_000);
    let entities = entities.filter_map(|record| document.entity(record).ok());
    Bounds::from_points(entities.flat_map(|entity| extreme_points(&entity)))
}

/// Returns points of an entity whose bounds are about those of the entity.
fn extreme_points(entity: &Entity<'_>) -> Vec<Point> {
    let flat = |[x, y, _]: [f64; 3]| Point::new(x, y);
    let mut points: Vec<Point> = entity.points3(10).into_iter().map(flat).collect();
    let second = entity.point3(11).map(flat);
    match (entity.kind, points.first().copied()) {
        ("CIRCLE", Some(center)) => {
            let radius = entity.real(40).unwrap_or_default();
            let radius = Vec2::new(radius, radius);
            points.extend([center - radius, center + radius]);
        }
        ("ARC", Some(center)) => {
            let radius = entity.real(40).unwrap_or_default();
            let ends = [50, 51].map(|code| entity.real(code).unwrap_or_default().to_radians());
            points = ends
                .map(|angle| center + radius * Vec2::new(libm::cos(angle), libm::sin(angle)))
                .into();
        }
        // Here, the second point is a vector.
        ("ELLIPSE", Some(center)) => {
            let axis = second.unwrap_or_default() - Point::default();
            points.extend([center - axis, center + axis]);
        }
        ("MTEXT", _) => {}
        _ => points.extend(second),
    }
    points
}
