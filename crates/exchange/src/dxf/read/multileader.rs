//! Multileaders: leader lines with arrowheads, landings, and a text or a block, from the geometry that the entity has itself.
//!
//! The parts are written as entities of simpler types with the tags of the multileader, so that they have its layer and
//! style. The style of multileaders in the file is not needed. Start at `Blocks::multileader`.

use super::super::super::imported::ImportedItem;
use super::blocks::{Blocks, group};
use super::entities;
use super::leaders::{Branch, Geometry, TRIANGLE, int, last, point, real};
use super::reasons;
use std::collections::BTreeMap;
use trammel_dxf::Entity;
use trammel_dxf::{Tag, TagValue};
use trammel_kernel::{Affine, Point, Vec2, norm};

/// Group codes that every entity has, which the parts share.
const COMMON: [u16; 6] = [6, 8, 48, 62, 370, 420];

/// Kind of the lines that is a curve through its points, and the kind without lines.
const CURVED: i64 = 2;
const NO_LINES: i64 = 0;

/// Maximum number of templates of attributes that are read for all multileaders.
const MAX_REPEATED: usize = 100_000;

/// Half the width of an arrowhead, relative to its length.
const HALF_WIDTH: f64 = 1.0 / 6.0;

fn tag<'a>(code: u16, value: f64) -> Tag<'a> {
    Tag {
        code,
        value: TagValue::Real(value),
    }
}

fn at<'a>(code: u16, point: Point) -> [Tag<'a>; 2] {
    [tag(code, point.x), tag(code + 10, point.y)]
}

/// Returns the tags of a color of a multileader: the upper byte states the kind of the color.
fn color<'a>(raw: i64) -> Vec<Tag<'a>> {
    let (code, value) = match (raw >> 24) & 0xff {
        0xc0 => (62, 256),
        0xc2 => (420, raw & 0xff_ffff),
        0xc3 => (62, raw & 0xff),
        // The color of the entity.
        _ => return Vec::new(),
    };
    vec![Tag {
        code,
        value: TagValue::Int(value),
    }]
}

/// Writer of the parts of a multileader.
struct Parts<'e, 'a> {
    entity: &'e Entity<'a>,
    settings: Vec<Tag<'a>>,
    context: Vec<Tag<'a>>,
}

impl<'a> Parts<'_, 'a> {
    /// Returns an entity of another type with the layer and style of the multileader, and the color of this group code.
    fn entity(&self, kind: &'a str, colored: Option<&Tag<'a>>, own: &[Tag<'a>]) -> Entity<'a> {
        let color = colored.and_then(Tag::int).map(color).unwrap_or_default();
        let common = self.entity.tags().iter().take_while(|tag| tag.code != 300);
        let common = common.filter(|tag| COMMON.contains(&tag.code));
        let common = common.filter(|tag| color.is_empty() || !matches!(tag.code, 62 | 420));
        let tags = common
            .copied()
            .chain(color.iter().copied())
            .chain(own.iter().copied());
        Entity::from_tags(kind, &self.entity.id, tags.collect())
    }

    fn line(&self, points: &[Point]) -> Entity<'a> {
        let is_curved = int(&self.settings, 170) == Some(CURVED) && points.len() > 2;
        let (kind, code) = if is_curved {
            ("SPLINE", 11)
        } else {
            ("LWPOLYLINE", 10)
        };
        let own: Vec<Tag<'a>> = points.iter().flat_map(|point| at(code, *point)).collect();
        self.entity(kind, last(&self.settings, 91), &own)
    }

    /// Returns the filled triangle with its tip at a point, along a unit vector from the line to the tip.
    fn triangle(&self, tip: Point, along: Vec2, size: f64) -> Entity<'a> {
        let side = Vec2::new(-along.y, along.x) * (HALF_WIDTH * size);
        let base = tip - along * size;
        let own = [at(10, tip), at(11, base + side), at(12, base - side)].concat();
        self.entity("SOLID", last(&self.settings, 91), &own)
    }

    fn text(&self) -> Option<Entity<'a>> {
        let content = self.context.iter().find(|tag| tag.code == 304)?;
        let place = point(&self.context, 12)?;
        let mut own = at(10, place).to_vec();
        own.extend(at(11, point(&self.context, 13).unwrap_or(Point::new(1.0, 0.0))));
        own.push(tag(40, real(&self.context, 41).unwrap_or(1.0)));
        own.push(tag(41, real(&self.context, 43).unwrap_or(0.0)));
        own.push(Tag {
            code: 71,
            value: TagValue::Int(int(&self.context, 171).unwrap_or(1)),
        });
        own.push(Tag { code: 1, ..*content });
        Some(self.entity("MTEXT", last(&self.context, 90), &own))
    }

    fn insert(
        &self,
        name: &'a [u8],
        place: Point,
        scale: [f64; 2],
        degrees: f64,
        colored: Option<&Tag<'a>>,
    ) -> Entity<'a> {
        let mut own = at(10, place).to_vec();
        own.extend([tag(41, scale[0]), tag(42, scale[1]), tag(50, degrees)]);
        own.push(Tag {
            code: 2,
            value: TagValue::Text(name),
        });
        self.entity("INSERT", colored, &own)
    }
}

impl<'a> Blocks<'_, 'a> {
    /// Adds the lines, the arrowheads, the landings, and the content of a multileader.
    pub(super) fn multileader(
        &mut self,
        entity: &Entity<'a>,
        map: &Affine,
        level: usize,
        out: &mut Vec<ImportedItem>,
    ) {
        let Some(geometry) = Geometry::of(entity) else {
            return self.cx.drop(entity, reasons::NO_GEOMETRY);
        };
        let parts = Parts {
            entity,
            settings: geometry.settings,
            context: geometry.context,
        };
        let mut items = Vec::new();
        if int(&parts.settings, 170) != Some(NO_LINES) {
            for branch in &geometry.branches {
                self.branch(&parts, branch, (map, level), &mut items);
            }
        }
        if int(&parts.context, 290) == Some(1)
            && let Some(text) = parts.text()
        {
            items.extend(entities::item(&mut self.cx, &text, map));
        }
        if int(&parts.context, 296) == Some(1) {
            self.block_content(&parts, (map, level), &mut items);
        }
        if items.is_empty() {
            return self.cx.drop(entity, reasons::NO_GEOMETRY);
        }
        self.cx.change(entity, reasons::AS_PARTS);
        if int(&parts.settings, 292) == Some(1) {
            self.cx.change(entity, reasons::NO_FRAME);
        }
        let layer = self.cx.layer(entity);
        out.push(group(layer, items));
    }

    fn branch(
        &mut self,
        parts: &Parts<'_, 'a>,
        branch: &Branch,
        (map, level): (&Affine, usize),
        items: &mut Vec<ImportedItem>,
    ) {
        for line in &branch.lines {
            let mut points = line.points.clone();
            points.extend(branch.meeting);
            points.dedup();
            let [tip, next, ..] = points[..] else {
                continue;
            };
            items.extend(entities::item(&mut self.cx, &parts.line(&points), map));
            let size = line.arrow.0.or_else(|| real(&parts.context, 140));
            let size = size.or_else(|| real(&parts.settings, 42)).unwrap_or(0.0);
            let along = (tip - next) / norm(tip - next);
            if size > 0.0 {
                let own = line.arrow.1.or_else(|| last(&parts.settings, 342)?.handle());
                self.arrow(
                    parts,
                    (tip, along, size),
                    own.unwrap_or(TRIANGLE),
                    (map, level),
                    items,
                );
            }
        }
        let has_landing = int(&parts.settings, 291) != Some(0) && int(&parts.settings, 170) != Some(CURVED);
        if let (true, Some(from), Some(to)) = (has_landing, branch.meeting, branch.end()) {
            items.extend(entities::item(&mut self.cx, &parts.line(&[from, to]), map));
        }
    }

    fn arrow(
        &mut self,
        parts: &Parts<'_, 'a>,
        (tip, along, size): (Point, Vec2, f64),
        handle: u64,
        (map, level): (&Affine, usize),
        items: &mut Vec<ImportedItem>,
    ) {
        let Some(name) = self.block_with(handle) else {
            if handle == TRIANGLE {
                let triangle = parts.triangle(tip, along, size);
                items.extend(entities::item(&mut self.cx, &triangle, map));
            }
            return;
        };
        let angle = libm::atan2(along.y, along.x).to_degrees();
        let insert = parts.insert(name, tip, [size, size], angle, last(&parts.settings, 91));
        self.insert(&insert, map, level, items);
    }

    /// Adds the inserted block with its attributes.
    fn block_content(
        &mut self,
        parts: &Parts<'_, 'a>,
        (map, level): (&Affine, usize),
        items: &mut Vec<ImportedItem>,
    ) {
        let own = last(&parts.context, 341).or_else(|| last(&parts.settings, 344));
        let block = own
            .and_then(Tag::handle)
            .and_then(|handle| self.block_with(handle));
        let Some(name) = block else {
            return self.cx.drop(parts.entity, reasons::NO_BLOCK);
        };
        let place = point(&parts.context, 15).unwrap_or(Point::ORIGIN);
        let scale = [16, 26].map(|code| {
            real(&parts.context, code)
                .filter(|factor| *factor != 0.0)
                .unwrap_or(1.0)
        });
        let rotation = real(&parts.context, 46).unwrap_or(0.0).to_degrees();
        let insert = parts.insert(name, place, scale, rotation, last(&parts.context, 93));
        self.insert(&insert, map, level, items);
        let Some(index) = self.by_name.get(&self.key(name)).copied() else {
            return;
        };
        let document = self.cx.document;
        let block = &document.blocks[index];
        let wanted = attributes(&parts.settings);
        let templates: Vec<_> = block
            .records
            .iter()
            .filter(|record| record.kind == "ATTDEF")
            .collect();
        if wanted.is_empty() || templates.is_empty() {
            return;
        }
        self.repeated += templates.len();
        if self.repeated > MAX_REPEATED {
            return self.cx.change(parts.entity, reasons::TOO_MANY_ATTRIBUTES);
        }
        let (sin, cos) = libm::sincos(rotation.to_radians());
        let placed = *map
            * Affine::translate(place.to_vec2())
            * Affine::new([cos, sin, -sin, cos, 0.0, 0.0])
            * Affine::scale_non_uniform(scale[0], scale[1])
            * Affine::translate(-block.base.to_vec2());
        for template in templates {
            let Ok(template) = document.entity(template) else {
                continue;
            };
            let handle = template.tag(5).and_then(Tag::handle);
            let text = handle.and_then(|handle| wanted.get(&handle));
            if let Some(text) = text {
                let tags = template.tags().iter().filter(|tag| tag.code != 1);
                let tags = tags.chain([text]).copied().collect();
                let attribute = Entity::from_tags("ATTRIB", &parts.entity.id, tags);
                items.extend(entities::item(&mut self.cx, &attribute, &placed));
            }
        }
    }

    /// Returns the name of the block whose record has this handle, if the block has content.
    fn block_with(&self, handle: u64) -> Option<&'a [u8]> {
        let name = *self.by_handle.get(&handle)?;
        let index = *self.by_name.get(&self.key(name))?;
        (!self.cx.document.blocks[index].records.is_empty()).then_some(name)
    }
}

/// Returns the texts of the attributes of a block, by the handles of their templates.
fn attributes<'a>(settings: &[Tag<'a>]) -> BTreeMap<u64, Tag<'a>> {
    let mut found = BTreeMap::new();
    let mut template = None;
    for tag in settings {
        match (tag.code, template) {
            (330, _) => template = tag.handle(),
            (302, Some(template)) => drop(found.insert(template, Tag { code: 1, ..*tag })),
            _ => {}
        }
    }
    found
}
