//! Complete file around the entities: header, classes, tables, blocks, and objects.
//!
//! AutoCAD rejects a file that lacks a part of this structure. The files in `scaffold/` hold it, one record a line, as
//! alternating group codes and values. A line that begins with `@` stands for records of the drawing, and a value in
//! braces for a number or name of the drawing.

use super::names::{ascii, escape_formatting};
use super::polyline::count;
use super::tables::LayerRow;
use super::writer::Writer;
use trammel_dxf::TagWriter;
use trammel_dxf::tag_writer::number;
use trammel_kernel::{Bounds, Point};
use trammel_scene::Units;
use trammel_scene::annotate::{DimSetting, DimStyle, SettingRole, SettingValue};

/// Empty file in DXF R2000.
const R2000: &str = include_str!("scaffold/r2000.txt");

/// Empty file in DXF R12.
const R12: &str = include_str!("scaffold/r12.txt");

/// Handles of the tables.
const LAYER_TABLE: u32 = 0x1;
const LINE_TYPE_TABLE: u32 = 0x2;
const DIM_STYLE_TABLE: u32 = 0x4;
const BLOCK_RECORD_TABLE: u32 = 0x9;

/// Handles of layer 0, of the plot style of layers, of the text style, and of the dictionary of groups.
const LAYER_ZERO: u32 = 0x27;
const PLOT_STYLE: u32 = 0x13;
const TEXT_STYLE: u32 = 0x29;
const GROUPS: u32 = 0xC;

/// Rows that the tables of an empty file have besides those of the drawing.
const LINE_TYPES: usize = 3;
const LAYERS: usize = 1;
const DIM_STYLES: usize = 1;
const BLOCK_RECORDS: usize = 2;

/// Returns the whole file.
pub(super) fn file(mut writer: Writer) -> Vec<u8> {
    let empty = if writer.plan.is_r12 { R12 } else { R2000 };
    // The header states the next handle, so the rest comes first.
    let split = empty.find("\n0|ENDSEC").map_or(0, |at| at + 1);
    let (header, rest) = empty.split_at(split);
    let mut body = TagWriter::default();
    records(&mut writer, rest, &mut body);
    let mut file = TagWriter::default();
    records(&mut writer, header, &mut file);
    file.append(&body);
    file.as_str().as_bytes().to_vec()
}

/// Adds the records of a part of the empty file.
fn records(writer: &mut Writer, part: &str, out: &mut TagWriter) {
    for line in part.lines() {
        match line.strip_prefix('@') {
            Some("extents") => extents(writer, out),
            Some("layers") => layers(writer, out),
            Some("line_types") => line_types(writer, out),
            Some("dimension_styles") => dimension_styles(writer, out),
            Some("block_records") => block_records(writer, out),
            Some("blocks") => blocks(writer, out),
            Some("entities") => out.append(&writer.tags),
            Some("group_names") => group_names(writer, out),
            Some("groups") => groups(writer, out),
            _ => record(writer, line, out),
        }
    }
}

/// Adds a record with its values of the drawing.
fn record(writer: &mut Writer, line: &str, out: &mut TagWriter) {
    let mut fields = line.split('|');
    while let (Some(code), Some(value)) = (fields.next(), fields.next()) {
        let code = code.parse().unwrap_or_default();
        let value = match value {
            "{seed}" => format!("{:X}", writer.next_handle()),
            "{insunits}" => writer.plan.insunits().to_string(),
            "{measurement}" => i64::from(writer.plan.units != Units::In).to_string(),
            "{layers}" => (LAYERS + writer.tables.layers.len()).to_string(),
            "{ltypes}" => (LINE_TYPES + writer.tables.line_types.len()).to_string(),
            "{dimstyles}" => (DIM_STYLES + writer.tables.dimension_styles.len()).to_string(),
            "{block_records}" => (BLOCK_RECORDS + writer.blocks.len()).to_string(),
            "{font}" => font(writer).to_owned(),
            "{centerx}" => number(view(writer).center().x),
            "{centery}" => number(view(writer).center().y),
            "{height}" => {
                let view = view(writer);
                number(1.1 * view.height().max(view.width() / 1.34).max(1e-6))
            }
            fixed => fixed.to_owned(),
        };
        out.text(code, &value);
    }
}

/// Returns the font of texts: one that most systems have, with Hangul if a text needs it.
fn font(writer: &Writer) -> &'static str {
    match (writer.plan.is_r12, writer.has_other_scripts) {
        (true, _) => "txt",
        (false, true) => "malgun.ttf",
        (false, false) => "arial.ttf",
    }
}

/// Returns the visible part of the drawing: all of it, or a sheet if it is empty.
fn view(writer: &Writer) -> Bounds {
    writer.bounds.unwrap_or(Bounds {
        min: Point::ORIGIN,
        max: Point::new(420.0, 297.0),
    })
}

fn extents(writer: &Writer, out: &mut TagWriter) {
    // Limits in reverse order mean an empty drawing.
    let (min, max) = writer
        .bounds
        .map_or((Point::new(1e20, 1e20), Point::new(-1e20, -1e20)), |all| {
            (all.min, all.max)
        });
    out.text(9, "$EXTMIN");
    out.point(10, min);
    out.text(9, "$EXTMAX");
    out.point(10, max);
}

/// Adds the begin of a row of a table; DXF R12 has neither handles nor classes.
fn row(writer: &Writer, kind: &str, (handle, table): (u32, u32), class: &str, out: &mut TagWriter) {
    out.text(0, kind);
    if writer.plan.is_r12 {
        return;
    }
    out.handle(if kind == "DIMSTYLE" { 105 } else { 5 }, handle);
    out.handle(330, table);
    out.text(100, "AcDbSymbolTableRecord");
    out.text(100, class);
}

fn layers(writer: &mut Writer, out: &mut TagWriter) {
    for at in 0..writer.tables.layers.len() {
        let handle = if at == 0 { LAYER_ZERO } else { writer.next_handle() };
        let LayerRow { name, color, weight } = &writer.tables.layers[at];
        row(
            writer,
            "LAYER",
            (handle, LAYER_TABLE),
            "AcDbLayerTableRecord",
            out,
        );
        out.text(2, &ascii(name));
        out.int(70, 0);
        out.int(62, i64::from(*color));
        out.text(6, "Continuous");
        if !writer.plan.is_r12 {
            out.int(370, *weight);
            out.handle(390, PLOT_STYLE);
        }
    }
}

fn line_types(writer: &mut Writer, out: &mut TagWriter) {
    for at in 0..writer.tables.line_types.len() {
        let handle = writer.next_handle();
        let line_type = &writer.tables.line_types[at];
        row(
            writer,
            "LTYPE",
            (handle, LINE_TYPE_TABLE),
            "AcDbLinetypeTableRecord",
            out,
        );
        out.text(2, &line_type.name);
        out.int(70, 0);
        out.text(3, "");
        out.int(72, 65);
        out.int(73, count(line_type.dashes.len()));
        out.size(40, line_type.dashes.iter().sum());
        for (i, length) in line_type.dashes.iter().enumerate() {
            out.size(49, if i % 2 == 0 { *length } else { -length });
            if !writer.plan.is_r12 {
                out.int(74, 0);
            }
        }
    }
}

/// Adds the dimension styles: the standard style of the empty file with the values of the drawing.
fn dimension_styles(writer: &mut Writer, out: &mut TagWriter) {
    let standard = R2000.lines().find(|line| line.starts_with("0|DIMSTYLE"));
    let Some((_, values)) = standard.and_then(|line| line.split_once("|70|0|")) else {
        return;
    };
    for at in 0..writer.tables.dimension_styles.len() {
        let handle = writer.next_handle();
        let style = &writer.tables.dimension_styles[at];
        row(
            writer,
            "DIMSTYLE",
            (handle, DIM_STYLE_TABLE),
            "AcDbDimStyleTableRecord",
            out,
        );
        out.text(2, &style.name);
        out.int(70, 0);
        let mut fields = values.split('|');
        while let (Some(code), Some(value)) = (fields.next(), fields.next()) {
            dimension_value(&style.style, code.parse().unwrap_or_default(), value, out);
        }
        out.handle(340, TEXT_STYLE);
    }
}

/// Adds a value of a dimension style; `standard` is the value of the standard style.
fn dimension_value(style: &DimStyle, code: u16, standard: &str, out: &mut TagWriter) {
    let is_of = |setting: &&DimSetting| setting.dxf.code == code || setting.dxf.copy == Some(code);
    match (code, DimStyle::SETTINGS.iter().find(is_of)) {
        (_, Some(setting)) => setting_value(setting, style, (code, standard), out),
        // Text above the line and along it, numbers without trailing zeros and with a decimal point.
        (73 | 74, _) => out.int(code, 0),
        (77, _) => out.int(77, 1),
        (78, _) => out.int(78, 8),
        (79, _) => out.int(79, 2),
        (278, _) => out.int(278, 46),
        _ => out.text(code, standard),
    }
}

/// Adds the value of a setting under a code; `standard` is the value of the standard style.
fn setting_value(setting: &DimSetting, style: &DimStyle, (code, standard): (u16, &str), out: &mut TagWriter) {
    match ((setting.value)(style), setting.role) {
        (SettingValue::Text(text), _) if text.is_empty() => out.text(code, standard),
        (SettingValue::Text(text), _) => out.text(code, &escape_formatting(&format!("<>{text}"))),
        (SettingValue::Number(number), SettingRole::Factor) => out.ratio(code, number),
        (SettingValue::Number(number), SettingRole::Count { .. }) => out.int(code, number as i64),
        (SettingValue::Number(number), _) => out.size(code, number),
    }
}

fn block_records(writer: &Writer, out: &mut TagWriter) {
    for block in &writer.blocks {
        row(
            writer,
            "BLOCK_RECORD",
            (block.record, BLOCK_RECORD_TABLE),
            "AcDbBlockTableRecord",
            out,
        );
        out.text(2, &ascii(&block.name));
        out.handle(340, 0);
    }
}

fn blocks(writer: &Writer, out: &mut TagWriter) {
    for block in &writer.blocks {
        let head = |kind: &str, handle: u32, class: &str, out: &mut TagWriter| {
            out.text(0, kind);
            out.handle(5, handle);
            out.handle(330, block.record);
            out.text(100, "AcDbEntity");
            out.text(8, "0");
            out.text(100, class);
        };
        head("BLOCK", block.ends[0], "AcDbBlockBegin", out);
        let name = ascii(&block.name);
        out.text(2, &name);
        out.int(70, i64::from(name.starts_with('*')));
        out.point(10, Point::ORIGIN);
        out.text(3, &name);
        out.text(1, "");
        out.append(&block.tags);
        head("ENDBLK", block.ends[1], "AcDbBlockEnd", out);
    }
}

fn group_names(writer: &Writer, out: &mut TagWriter) {
    for group in &writer.groups {
        out.text(3, &ascii(&group.name));
        out.handle(350, group.handle);
    }
}

fn groups(writer: &Writer, out: &mut TagWriter) {
    for group in &writer.groups {
        out.text(0, "GROUP");
        out.handle(5, group.handle);
        out.text(102, "{ACAD_REACTORS");
        out.handle(330, GROUPS);
        out.text(102, "}");
        out.handle(330, GROUPS);
        out.text(100, "AcDbGroup");
        out.text(300, "");
        out.int(70, 0);
        out.int(71, 1);
        for entity in &group.entities {
            out.handle(340, *entity);
        }
    }
}
