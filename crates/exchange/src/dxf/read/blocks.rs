//! Blocks and inserts: conversion of records to items, of blocks to functions, and of inserts to their calls.
//!
//! Invariant: a block is converted when its first insert is read (`variants.rs`), so it only inserts blocks before it.

use super::super::super::imported::{ImportedBlock, ImportedContent, ImportedItem, Insert};
use super::context::Context;
use super::damage::number_error;
use super::entities::{self, Polyline};
use super::inherited::Inherited;
use super::library::Library;
use super::placement::Ocs;
use super::polyline::Vertex;
use super::variant::State;
use super::{dimension, fills, leader, mline, reasons};
use crate::report::Reason;
use std::collections::BTreeMap;
use trammel_dxf::Entity;
use trammel_dxf::Record;
use trammel_kernel::{Affine, Point, Vec2};
use trammel_scene::MAX_COORDINATE;

/// Maximum number of rows and columns of an insert.
const MAX_COUNT: i64 = 32_767;

/// Content of a file as items.
#[derive(Debug)]
pub(super) struct Blocks<'d, 'a> {
    /// State of the conversion of entities.
    pub cx: Context<'d, 'a>,
    /// Layers to read, in lower case; empty for all.
    pub only: Vec<String>,
    /// Index of each block, by its name in lower case.
    pub(super) by_name: BTreeMap<String, usize>,
    pub(super) states: Vec<State>,
    pub(super) library: Library,
    pub(super) factor: f64,
    /// Name of each block, by the handle of its record.
    pub(super) by_handle: BTreeMap<u64, &'a [u8]>,
    /// Number of records that were read again.
    pub(super) repeated: usize,
}

impl<'d, 'a> Blocks<'d, 'a> {
    /// Creates the conversion of a file whose numbers are multiplied by `factor`.
    pub(super) fn new(cx: Context<'d, 'a>, only: Vec<String>, factor: f64) -> Blocks<'d, 'a> {
        let mut by_name = BTreeMap::new();
        for (index, block) in cx.document.blocks.iter().enumerate() {
            by_name
                .entry(cx.coding.decode(block.name).to_lowercase())
                .or_insert(index);
        }
        Blocks {
            by_handle: cx.document.blocks_by_handle(),
            states: vec![State::Unread; cx.document.blocks.len()],
            cx,
            only,
            by_name,
            library: Library::default(),
            factor,
            repeated: 0,
        }
    }

    /// Returns the items of the drawing, with at most `first` entities.
    pub(super) fn drawing(&mut self, first: Option<usize>) -> Vec<ImportedItem> {
        let limit = first.map_or(u64::MAX, |first| first as u64);
        self.grouped_items(&Affine::scale(self.factor), limit)
    }

    /// Returns the blocks that the items insert, in an order in which a block only inserts blocks before it; the
    /// references in the items are updated.
    pub(super) fn finish(mut self, items: &mut [ImportedItem]) -> (Vec<ImportedBlock>, Context<'d, 'a>) {
        for (block, state) in self.cx.document.blocks.iter().zip(&self.states) {
            let name = self.cx.coding.decode(block.name);
            // Names of layouts, dimensions, and hatches start with a star.
            let is_named = !name.starts_with(['*', '$']) && !name.is_empty();
            if *state == State::Unread && is_named && !block.records.is_empty() {
                self.cx
                    .report
                    .add_drop("BLOCK", name.as_str(), reasons::NOT_INSERTED);
            }
        }
        (self.library.used_blocks(items), self.cx)
    }

    /// Converts records, until `limit` entities are read.
    pub(super) fn items(
        &mut self,
        records: &[Record<'a>],
        map: &Affine,
        limit: u64,
        level: usize,
    ) -> Vec<ImportedItem> {
        let mut out = Vec::new();
        let mut count = 0;
        let mut at = 0;
        while let Some(record) = records.get(at) {
            // The parts of a polyline and the attributes of an insert follow it.
            let parts = records[at + 1..]
                .iter()
                .take_while(|part| is_part(part.kind))
                .count();
            let following = &records[at + 1..at + 1 + parts];
            at += 1 + parts;
            if count >= limit {
                let id = String::new();
                self.cx
                    .report
                    .add_drop(record.kind, id.as_str(), reasons::AFTER_FIRST);
                continue;
            }
            let before = out.len();
            self.record(record, following, map, level, &mut out);
            count += out[before..]
                .iter()
                .map(|item| self.library.entities(item))
                .sum::<u64>();
        }
        fills::join(&mut self.cx, &leader::join(out))
    }

    fn record(
        &mut self,
        record: &Record<'a>,
        parts: &[Record<'a>],
        map: &Affine,
        level: usize,
        out: &mut Vec<ImportedItem>,
    ) {
        if is_part(record.kind) {
            return;
        }
        let Some(entity) = self.read_visible(record) else {
            return;
        };
        if level == 0 && !self.only.is_empty() {
            let layer = self.cx.layer(&entity).to_lowercase();
            if !self.only.contains(&layer) {
                return self.cx.drop(&entity, reasons::OTHER_LAYER);
            }
        }
        match entity.kind {
            "POLYLINE" => out.extend(self.polyline(&entity, parts, map)),
            "INSERT" => {
                self.insert(&entity, map, level, out);
                let has_attributes = parts.iter().any(|part| part.kind == "ATTRIB");
                if record.copies > 1 && has_attributes {
                    self.cx.change(&entity, reasons::FIRST_COPY);
                }
                for part in parts.iter().filter(|part| part.kind == "ATTRIB") {
                    if let Some(attribute) = self.read_visible(part) {
                        out.extend(entities::item(&mut self.cx, &attribute, map));
                    }
                }
            }
            "DIMENSION" => self.dimension(&entity, map, level, out),
            "ARC_DIMENSION" | "LARGE_RADIAL_DIMENSION" => {
                self.drawn_dimension(&entity, map, level, reasons::OTHER_DIMENSION, out);
            }
            "ACAD_TABLE" => {
                self.insert(&entity, map, level, out);
                self.cx.change(&entity, reasons::AS_LINES);
            }
            "MULTILEADER" | "MLEADER" => self.multileader(&entity, map, level, out),
            "MLINE" => {
                let layer = self.cx.layer(&entity);
                let mut lines = mline::items(&mut self.cx, &entity, map);
                match lines.len() {
                    0 | 1 => out.append(&mut lines),
                    _ => out.push(group(layer, lines)),
                }
            }
            _ => out.extend(entities::item(&mut self.cx, &entity, map)),
        }
    }

    /// Returns the entity of a record, or reports why it is not imported.
    fn read_visible(&mut self, record: &Record<'a>) -> Option<Entity<'a>> {
        let entity = match self.cx.document.entity(record) {
            Ok(entity) => entity,
            Err(reason) => {
                self.cx.report.add_drop(
                    record.kind,
                    format!("line {}", record.place.line).as_str(),
                    reasons::damage_reason(&number_error(reason)),
                );
                return None;
            }
        };
        let reason = match (entity.int(67), entity.int(60)) {
            (1, _) => reasons::ON_PAPER,
            (_, 1) => reasons::INVISIBLE,
            _ => {
                self.cx.report_unknown_properties(&entity);
                return Some(entity);
            }
        };
        self.cx.drop(&entity, reason);
        None
    }

    fn polyline(&mut self, entity: &Entity<'a>, parts: &[Record<'a>], map: &Affine) -> Option<ImportedItem> {
        let flags = entity.int(70);
        if flags & (16 | 64) != 0 {
            self.cx.drop(entity, reasons::MESH);
            return None;
        }
        let is_spatial = flags & 8 != 0;
        let usual = [40, 41].map(|code| entity.real(code).unwrap_or(0.0));
        let (mut vertices, mut widths) = (Vec::new(), Vec::new());
        let mut heights: Vec<f64> = Vec::new();
        for part in parts.iter().filter(|part| part.kind == "VERTEX") {
            let vertex = match self.cx.document.entity(part) {
                Ok(vertex) => vertex,
                Err(reason) => {
                    self.cx
                        .drop(entity, reasons::damaged_vertex(&number_error(reason)));
                    return None;
                }
            };
            // The points of the frame of a spline are not on the curve.
            if vertex.has_flag(70, 16) {
                continue;
            }
            let [x, y, z] = vertex.point3(10).unwrap_or_default();
            let bulge = if is_spatial {
                0.0
            } else {
                vertex.real(42).unwrap_or(0.0)
            };
            let at = Point::new(x, y);
            vertices.push(Vertex { at, bulge });
            heights.push(z);
            let [start, end] = usual;
            widths.push([vertex.real(40).unwrap_or(start), vertex.real(41).unwrap_or(end)]);
        }
        let elevation = entity.point3(10).map_or(0.0, |point| point[2]);
        let ocs = if is_spatial {
            Ocs::Plane
        } else {
            Ocs::of(entity.extrusion(), elevation)
        };
        let is_level = heights.windows(2).all(|pair| pair[0] == pair[1]);
        if matches!(ocs, Ocs::Tilted(_)) || (is_spatial && !is_level) {
            self.cx.change(entity, reasons::PROJECTED);
        }
        let polyline = Polyline {
            vertices: &vertices,
            is_closed: flags & 1 != 0,
            widths: &widths,
        };
        entities::polyline_item(&mut self.cx, entity, &polyline, &(*map * ocs.map()))
    }

    fn dimension(&mut self, entity: &Entity<'a>, map: &Affine, level: usize, out: &mut Vec<ImportedItem>) {
        let shown = self.text_of_block(entity);
        let reason = match dimension::shape(&self.cx, entity, shown.as_deref()) {
            Ok(drawn) => {
                if let Some(item) = self.cx.item(entity, drawn.shape, map) {
                    self.cx.change(entity, reasons::OWN_STYLE);
                    if let Some(difference) = drawn.difference {
                        self.cx.change(entity, difference);
                    }
                    out.push(item);
                }
                return;
            }
            Err(reason) => reason,
        };
        self.drawn_dimension(entity, map, level, reason, out);
    }

    /// Adds the content of the block that draws a dimension.
    fn drawn_dimension(
        &mut self,
        entity: &Entity<'a>,
        map: &Affine,
        level: usize,
        reason: Reason,
        out: &mut Vec<ImportedItem>,
    ) {
        match self.drawn_block(entity, map, level) {
            Some(items) => {
                self.cx.change(entity, reasons::drawn_dimension(reason));
                let layer = self.cx.layer(entity);
                if !items.is_empty() {
                    out.push(group(layer, items));
                }
            }
            None => self.cx.drop(entity, reasons::no_dimension(reason)),
        }
    }

    /// Adds the placement of a block.
    pub(super) fn insert(
        &mut self,
        entity: &Entity<'a>,
        map: &Affine,
        level: usize,
        out: &mut Vec<ImportedItem>,
    ) {
        let name = entity.raw(2).unwrap_or_default().trim_ascii();
        if !self.by_name.contains_key(&self.key(name)) {
            return self.cx.drop(entity, reasons::NO_BLOCK);
        }
        let at = entity.point3(10).unwrap_or_default();
        let ocs = Ocs::of(entity.extrusion(), at[2]);
        let mut inherited = self.cx.inherited_by_content(entity);
        if let Ocs::Tilted(_) = ocs {
            inherited = Inherited {
                is_copied: true,
                scale: 1.0,
                ..inherited
            };
        }
        let Some(block) = self.block_of(entity, level, &inherited) else {
            return self.cx.drop(entity, reasons::TOO_DEEP);
        };
        if self.library.is_empty(block) {
            return self.cx.drop(entity, reasons::EMPTY_BLOCK);
        }
        let factor = |code| entity.real(code).filter(|factor| *factor != 0.0).unwrap_or(1.0);
        let count = |code| entity.int(code).clamp(1, MAX_COUNT) as u32;
        let insert = Insert {
            block,
            at: Point::new(at[0], at[1]),
            rotation: entity.real(50).unwrap_or(0.0).to_radians(),
            scale: [factor(41), factor(42)],
            count: [count(70), count(71)],
            spacing: Vec2::new(entity.real(44).unwrap_or(0.0), entity.real(45).unwrap_or(0.0)),
        };
        if !is_in_range(&insert) {
            return self.cx.drop(entity, reasons::OUT_OF_RANGE);
        }
        let layer = inherited.layer.unwrap_or_default();
        self.cx.is_derived = true;
        let item = match ocs {
            Ocs::Plane => map_insert(&insert, map, self.factor),
            Ocs::Mirrored => {
                let mirrored = Insert {
                    at: ocs.map() * insert.at,
                    rotation: -insert.rotation,
                    scale: [-insert.scale[0], insert.scale[1]],
                    spacing: Vec2::new(-insert.spacing.x, insert.spacing.y),
                    ..insert
                };
                map_insert(&mirrored, map, self.factor)
            }
            Ocs::Tilted(tilt) => {
                self.cx.change(entity, reasons::PROJECTED);
                let map = *map * tilt;
                let unscaled = Affine::scale(1.0 / self.factor);
                let items = self
                    .library
                    .expand_insert(&insert, &map, &unscaled, &mut self.cx.report);
                out.push(group(layer, items));
                return;
            }
        };
        let style = None;
        out.push(ImportedItem {
            name: None,
            layer: Some(layer),
            style,
            content: ImportedContent::Insert(item),
        });
    }
}

fn is_in_range(insert: &Insert) -> bool {
    let [columns, rows] = insert.count.map(f64::from);
    let (at, spacing) = (insert.at, insert.spacing);
    [at.x, at.y, spacing.x * columns, spacing.y * rows, insert.rotation]
        .into_iter()
        .chain(insert.scale)
        .all(|number| number.abs() <= MAX_COORDINATE)
}

/// Whether records of this type are parts of the entity before them.
pub(super) fn is_part(kind: &str) -> bool {
    matches!(kind, "VERTEX" | "SEQEND" | "ATTRIB")
}

/// Returns items as a group on a layer.
pub(super) fn group(layer: String, items: Vec<ImportedItem>) -> ImportedItem {
    ImportedItem {
        name: None,
        layer: Some(layer),
        style: None,
        content: ImportedContent::Group(items),
    }
}

/// Returns an insert in the coordinates of a map that scales by `factor` and translates.
fn map_insert(insert: &Insert, map: &Affine, factor: f64) -> Insert {
    Insert {
        at: *map * insert.at,
        spacing: insert.spacing * factor,
        ..insert.clone()
    }
}
