//! Multilines: the lines that run beside each other, each as a line.

use super::super::super::imported::ImportedItem;
use super::context::Context;
use super::entities::object_map;
use super::entity::Entity;
use crate::geometry::{Affine, Point, Vec2};
use crate::scene::Shape;

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
    lines
        .into_iter()
        .filter_map(|line| cx.item(entity, line, &map))
        .collect()
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
