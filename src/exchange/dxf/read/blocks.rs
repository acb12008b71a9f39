//! Blocks and inserts: conversion of records to items, of blocks to functions, and of inserts to their calls.
//!
//! Invariants: a block is converted when its first insert is read, so it only inserts blocks before it, and a block in
//! itself is left out; the depth of blocks is limited.

use super::super::super::imported::{ImportedBlock, ImportedContent, ImportedItem, Insert};
use super::context::Context;
use super::dimension;
use super::entities::{self, PROJECTED, Polyline};
use super::entity::Entity;
use super::layer_zero;
use super::library::Library;
use super::placement::Ocs;
use super::polyline::Vertex;
use super::reasons;
use super::scan::Record;
use crate::geometry::{Affine, Point, Vec2};
use crate::scene::MAX_COORDINATE;
use std::collections::BTreeMap;

/// Maximum depth of blocks in blocks; the groups of a drawing have a limited depth.
const MAX_NESTING: usize = 24;

/// Maximum depth of the search for blocks in blocks.
const MAX_SEARCH: usize = 96;

/// Maximum number of rows and columns of an insert.
const MAX_COUNT: i64 = 32_767;

/// State of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unread,
    BeingRead,
    /// Index in the list of converted blocks.
    Read(usize),
}

/// Content of a file as items.
#[derive(Debug)]
pub(super) struct Blocks<'d, 'a> {
    /// State of the conversion of entities.
    pub cx: Context<'d, 'a>,
    /// Layers to read, in lower case; empty for all.
    pub only: Vec<String>,
    by_name: BTreeMap<String, usize>,
    states: Vec<State>,
    library: Library,
    factor: f64,
}

impl<'d, 'a> Blocks<'d, 'a> {
    /// Creates the conversion of a file whose numbers are multiplied by `factor`.
    pub(super) fn new(cx: Context<'d, 'a>, only: Vec<String>, factor: f64) -> Blocks<'d, 'a> {
        let mut by_name = BTreeMap::new();
        for (index, block) in cx.document.blocks.iter().enumerate() {
            by_name
                .entry(cx.coding.decoded(block.name).to_lowercase())
                .or_insert(index);
        }
        Blocks {
            states: vec![State::Unread; cx.document.blocks.len()],
            cx,
            only,
            by_name,
            library: Library::default(),
            factor,
        }
    }

    /// Returns the items of the drawing, with at most `first` entities.
    pub(super) fn drawing(&mut self, first: Option<usize>) -> Vec<ImportedItem> {
        let limit = first.map_or(u64::MAX, |first| first as u64);
        let document = self.cx.document;
        self.items(&document.entities, &Affine::scale(self.factor), limit, 0)
    }

    /// Returns the blocks that the items insert, in an order in which a block only inserts blocks before it; the
    /// references in the items are updated.
    pub(super) fn finish(mut self, items: &mut [ImportedItem]) -> (Vec<ImportedBlock>, Context<'d, 'a>) {
        for (block, state) in self.cx.document.blocks.iter().zip(&self.states) {
            let name = self.cx.coding.decoded(block.name);
            // Names of layouts, dimensions, and hatches start with a star.
            let is_named = !name.starts_with(['*', '$']) && !name.is_empty();
            if *state == State::Unread && is_named && !block.records.is_empty() {
                self.cx
                    .report
                    .dropped("BLOCK", name.as_str(), reasons::NOT_INSERTED);
            }
        }
        let mut blocks = self.library.used(items);
        layer_zero::resolve(items, &mut blocks, &mut self.cx.report);
        (blocks, self.cx)
    }

    /// Converts records, until `limit` entities are read.
    fn items(&mut self, records: &[Record<'a>], map: &Affine, limit: u64, level: usize) -> Vec<ImportedItem> {
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
                    .dropped(record.kind, id.as_str(), reasons::AFTER_FIRST);
                continue;
            }
            let before = out.len();
            self.record(record, following, map, level, &mut out);
            count += out[before..]
                .iter()
                .map(|item| self.library.entities(item))
                .sum::<u64>();
        }
        out
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
        let Some(entity) = self.visible(record) else {
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
                for part in parts.iter().filter(|part| part.kind == "ATTRIB") {
                    if let Some(attribute) = self.visible(part) {
                        out.extend(entities::item(&mut self.cx, &attribute, map));
                    }
                }
            }
            "DIMENSION" => self.dimension(&entity, map, level, out),
            _ => out.extend(entities::item(&mut self.cx, &entity, map)),
        }
    }

    /// Returns the entity of a record, or reports why it is not imported.
    fn visible(&mut self, record: &Record<'a>) -> Option<Entity<'a>> {
        let entity = match self.cx.document.entity(record) {
            Ok(entity) => entity,
            Err(reason) => {
                self.cx.report.dropped(
                    record.kind,
                    format!("line {}", record.place.line).as_str(),
                    reasons::damaged(&reason),
                );
                return None;
            }
        };
        let reason = match (entity.int(67), entity.int(60)) {
            (1, _) => reasons::ON_PAPER,
            (_, 1) => reasons::INVISIBLE,
            _ => return Some(entity),
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
                    self.cx.drop(entity, reasons::damaged_vertex(&reason));
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
            self.cx.change(entity, PROJECTED);
        }
        let polyline = Polyline {
            vertices: &vertices,
            is_closed: flags & 1 != 0,
            widths: &widths,
        };
        entities::polyline_item(&mut self.cx, entity, &polyline, &(*map * ocs.map()))
    }

    fn dimension(&mut self, entity: &Entity<'a>, map: &Affine, level: usize, out: &mut Vec<ImportedItem>) {
        let reason = match dimension::shape(&self.cx, entity) {
            Ok(shape) => {
                if let Some(item) = self.cx.item(entity, shape, map) {
                    self.cx.change(entity, reasons::OWN_STYLE);
                    out.push(item);
                }
                return;
            }
            Err(reason) => reason,
        };
        let name = entity.raw(2).unwrap_or_default();
        let Some(block) = self.block(name, level) else {
            return self.cx.drop(entity, reasons::no_dimension(reason));
        };
        self.cx.change(entity, reasons::drawn_dimension(reason));
        let map = *map * Affine::scale(1.0 / self.factor);
        let items = self.library.copied(block, &map, &mut self.cx.report);
        let layer = self.cx.layer(entity);
        if !items.is_empty() {
            out.push(group(layer, items));
        }
    }

    fn insert(&mut self, entity: &Entity<'a>, map: &Affine, level: usize, out: &mut Vec<ImportedItem>) {
        let name = entity.raw(2).unwrap_or_default().trim_ascii();
        if !self.by_name.contains_key(&self.key(name)) {
            return self.cx.drop(entity, reasons::NO_BLOCK);
        }
        let Some(block) = self.block(name, level) else {
            return self.cx.drop(entity, reasons::TOO_DEEP);
        };
        if self.library.is_empty(block) {
            return self.cx.drop(entity, reasons::EMPTY_BLOCK);
        }
        let at = entity.point3(10).unwrap_or_default();
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
        let layer = self.cx.layer(entity);
        let ocs = Ocs::of(entity.extrusion(), at[2]);
        self.cx.is_derived = true;
        let item = match ocs {
            Ocs::Plane => placed(&insert, map, self.factor),
            Ocs::Mirrored => {
                let mirrored = Insert {
                    at: ocs.map() * insert.at,
                    rotation: -insert.rotation,
                    scale: [-insert.scale[0], insert.scale[1]],
                    spacing: Vec2::new(-insert.spacing.x, insert.spacing.y),
                    ..insert
                };
                placed(&mirrored, map, self.factor)
            }
            Ocs::Tilted(tilt) => {
                self.cx.change(entity, PROJECTED);
                let map = *map * tilt;
                let unscaled = Affine::scale(1.0 / self.factor);
                let items = self
                    .library
                    .expanded(&insert, &map, &unscaled, &mut self.cx.report);
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

    fn key(&self, name: &[u8]) -> String {
        self.cx.coding.decoded(name).trim().to_lowercase()
    }

    /// Returns the index of a converted block; `None` if there is none, if it is being read, or if it is too deep.
    fn block(&mut self, name: &[u8], level: usize) -> Option<usize> {
        let index = *self.by_name.get(&self.key(name))?;
        match self.states[index] {
            State::BeingRead => return None,
            State::Read(converted) => {
                return (self.library.block_depth(converted) < MAX_NESTING).then_some(converted);
            }
            State::Unread if level >= MAX_SEARCH => return None,
            State::Unread => {}
        }
        self.states[index] = State::BeingRead;
        let document = self.cx.document;
        let record = &document.blocks[index];
        if record.flags & (4 | 32) != 0 {
            let name = self.cx.coding.decoded(record.name);
            self.cx.report.dropped("BLOCK", name.as_str(), reasons::EXTERNAL);
        }
        let map = Affine::scale(self.factor) * Affine::translate(-record.base.to_vec2());
        let items = self.items(&record.records, &map, u64::MAX, level + 1);
        let name = self.cx.coding.decoded(record.name);
        let converted = self.library.add(name, items);
        self.states[index] = State::Read(converted);
        (self.library.block_depth(converted) < MAX_NESTING).then_some(converted)
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

fn is_part(kind: &str) -> bool {
    matches!(kind, "VERTEX" | "SEQEND" | "ATTRIB")
}

fn group(layer: String, mut items: Vec<ImportedItem>) -> ImportedItem {
    layer_zero::on_layer(&mut items, &layer);
    ImportedItem {
        name: None,
        layer: Some(layer),
        style: None,
        content: ImportedContent::Group(items),
    }
}

/// Returns an insert in the coordinates of a map that scales by `factor` and translates.
fn placed(insert: &Insert, map: &Affine, factor: f64) -> Insert {
    Insert {
        at: *map * insert.at,
        spacing: insert.spacing * factor,
        ..insert.clone()
    }
}
