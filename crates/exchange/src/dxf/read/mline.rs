//! Multilines: the lines that run beside each other, each as a line.

use super::super::super::imported::ImportedItem;
use super::context::Context;
use super::entities::object_map;
use trammel_dxf::Entity;
use trammel_dxf::Tag;
use trammel_kernel::{Affine, Point, Vec2};
use trammel_scene::Shape;

/// Maximum number of styles of a file among which that of a multiline is looked for.
const MAX_STYLES: usize = 100;

/// Point of the axis of a multiline.
#[derive(Debug, Default)]
struct Vertex {
    at: Point,
    /// Direction to the points of the lines.
    miter: Vec2,
    /// Distance of each line in the direction of `miter`.
    offsets: Vec<f64>,
}

/// Returns the lines of a multiline.
pub(super) fn items<'a>(cx: &mut Context<'_, 'a>, entity: &Entity<'a>, map: &Affine) -> Vec<ImportedItem> {
    let vertices = vertices(entity);
    let count = vertices
        .iter()
        .map(|vertex| vertex.offsets.len())
        .min()
        .unwrap_or(0);
    if count == 0 || vertices.len() < 2 {
        cx.drop(
            entity,
            [
                "It has fewer than two points, or no lines.",
                "점이 둘보다 적거나 선이 없어요.",
            ],
        );
        return Vec::new();
    }
    let map = object_map(cx, entity, map);
    cx.is_derived = true;
    cx.change(
        entity,
        [
            "It is imported as its lines, without caps, fills, and breaks.",
            "끝막음, 채움, 끊김 없이 선들로 가져왔어요.",
        ],
    );
    let closed = entity.has_flag(71, 2) && vertices.len() > 2;
    let lines = (0..count).map(|line| {
        let points = vertices
            .iter()
            .map(|vertex| vertex.at + vertex.miter * vertex.offsets[line]);
        Shape::Line {
            points: points.collect(),
            closed,
        }
    });
    let lines: Vec<Shape> = lines.collect();
    let looks = looks(cx, entity);
    let mut items = Vec::with_capacity(lines.len());
    for (at, line) in lines.into_iter().enumerate() {
        let item = match looks.get(at).filter(|look| !look.is_empty()) {
            Some(look) => {
                let is_own = |tag: &&Tag<'a>| !look.iter().any(|stated| stated.code == tag.code);
                let own = entity.tags().iter().filter(is_own);
                let tags = own.chain(look).copied().collect();
                cx.item(&Entity::from_tags(entity.kind, &entity.id, tags), line, &map)
            }
            None => cx.item(entity, line, &map),
        };
        items.extend(item);
    }
    items
}

/// Returns the color and line type that the style of a multiline states for each of its lines.
fn looks<'a>(cx: &Context<'_, 'a>, entity: &Entity<'a>) -> Vec<Vec<Tag<'a>>> {
    let name = entity.raw(2).unwrap_or_default().trim_ascii();
    let styles = cx.document.objects.iter();
    let style = styles
        .filter(|record| record.kind == "MLINESTYLE")
        .take(MAX_STYLES)
        .filter_map(|record| cx.document.entity(record).ok())
        .find(|style| {
            let own = style.raw(2).unwrap_or_default();
            own.trim_ascii().eq_ignore_ascii_case(name)
        });
    let mut looks: Vec<Vec<Tag<'a>>> = Vec::new();
    for tag in style.iter().flat_map(Entity::tags) {
        let of_layer = tag.raw().trim_ascii();
        let is_stated = match tag.code {
            62 => tag.int().is_some_and(|index| (1..=255).contains(&index)),
            6 => ["bylayer", "byblock", ""]
                .iter()
                .all(|name| !of_layer.eq_ignore_ascii_case(name.as_bytes())),
            420 => true,
            _ => false,
        };
        match looks.last_mut() {
            _ if tag.code == 49 => looks.push(Vec::new()),
            Some(look) if is_stated => look.push(*tag),
            _ => {}
        }
    }
    looks
}

/// Returns the points of the axis. The first parameter of each line at a point is its distance.
fn vertices(entity: &Entity<'_>) -> Vec<Vertex> {
    let mut out: Vec<Vertex> = Vec::new();
    let mut is_first = false;
    for tag in entity.tags() {
        let value = tag.real().unwrap_or(0.0);
        match (tag.code, out.last_mut()) {
            (11, _) => out.push(Vertex {
                at: Point::new(value, 0.0),
                ..Vertex::default()
            }),
            (21, Some(vertex)) => vertex.at.y = value,
            (13, Some(vertex)) => vertex.miter.x = value,
            (23, Some(vertex)) => vertex.miter.y = value,
            (74, Some(vertex)) => {
                is_first = true;
                if tag.int() == Some(0) {
                    vertex.offsets.push(0.0);
                    is_first = false;
                }
            }
            (41, Some(vertex)) if is_first => {
                vertex.offsets.push(value);
                is_first = false;
            }
            _ => {}
        }
    }
    out
}
