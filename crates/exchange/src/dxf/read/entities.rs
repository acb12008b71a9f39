//! Entities that become one shape.

use super::super::super::imported::ImportedItem;
use super::context::Context;
use super::placement::{Ocs, cross, of_conic};
use super::polyline::{self, Vertex};
use super::reasons::PROJECTED;
use super::sweep::sweep;
use super::{curve, hatch, leader, text};
use crate::report::Reason;
use std::f64::consts::TAU;
use trammel_dxf::Entity;
use trammel_kernel::affine::mean_scale;
use trammel_kernel::{Affine, Conic, Point, Vec2};
use trammel_scene::{Shape, Stroke, Style};

/// Returns the item of an entity; `None`, with a report, if the drawing has no such entity.
pub(super) fn item<'a>(cx: &mut Context<'_, 'a>, entity: &Entity<'a>, map: &Affine) -> Option<ImportedItem> {
    match entity.kind {
        "LINE" => line(cx, entity, map),
        "POINT" => {
            let at = entity.point(10).unwrap_or_default();
            cx.item(entity, Shape::Point { at }, map)
        }
        "CIRCLE" => {
            let map = object_map(cx, entity, map);
            let center = entity.point(10).unwrap_or_default();
            let radius = entity.real(40).unwrap_or(0.0);
            cx.item(entity, Shape::Circle { center, radius }, &map)
        }
        "ARC" => {
            let map = object_map(cx, entity, map);
            let shape = arc(entity);
            cx.item(entity, shape, &map)
        }
        "ELLIPSE" => {
            let shape = ellipse(cx, entity);
            cx.item(entity, shape, map)
        }
        "LWPOLYLINE" => light_polyline(cx, entity, map),
        "SPLINE" | "HELIX" => curve::item(cx, entity, map),
        // The text of a constant attribute is part of the block.
        "ATTDEF" if entity.has_flag(70, 2) => text::single_line(cx, entity, map),
        "TEXT" | "ATTRIB" => text::single_line(cx, entity, map),
        "MTEXT" => text::multi_line(cx, entity, map),
        "SOLID" | "TRACE" => solid(cx, entity, map),
        "3DFACE" => face(cx, entity, map),
        "HATCH" => hatch::item(cx, entity, map),
        "LEADER" => leader::item(cx, entity, map),
        kind => {
            cx.drop(entity, reason_against(kind));
            None
        }
    }
}

fn reason_against(kind: &str) -> Reason {
    match kind {
        "XLINE" | "RAY" => ["Its length is infinite.", "길이가 무한해요."],
        "IMAGE" | "WIPEOUT" | "OLE2FRAME" | "OLEFRAME" | "PDFUNDERLAY" | "DWFUNDERLAY" | "DGNUNDERLAY" => {
            ["It is a picture, not geometry.", "도형이 아니라 그림이에요."]
        }
        "VIEWPORT" => ["It is a view of a layout.", "배치의 뷰포트예요."],
        "ATTDEF" => ["It is the template of an attribute.", "속성의 틀이에요."],
        "3DSOLID" | "BODY" | "REGION" | "SURFACE" | "EXTRUDEDSURFACE" | "LOFTEDSURFACE" | "PLANESURFACE"
        | "REVOLVEDSURFACE" | "SWEPTSURFACE" | "MESH" => [
            "Its geometry is in the form of a solid modeler.",
            "형상이 솔리드 모델러의 형식이에요.",
        ],
        "TOLERANCE" | "SHAPE" => [
            "Explode it in the program that made the file.",
            "파일을 만든 프로그램에서 분해하세요.",
        ],
        "ACAD_PROXY_ENTITY" => [
            "Only the program that made it can read it.",
            "만든 프로그램에서만 읽을 수 있어요.",
        ],
        _ => [
            "A drawing has no entity of this type.",
            "도면에는 이 유형의 항목이 없어요.",
        ],
    }
}

/// Returns the map from the object coordinate system of an entity to the drawing.
pub(super) fn object_map<'a>(cx: &mut Context<'_, 'a>, entity: &Entity<'a>, map: &Affine) -> Affine {
    let elevation = match entity.real(38) {
        Some(elevation) => elevation,
        None => entity.point3(10).map_or(0.0, |point| point[2]),
    };
    let ocs = Ocs::of(entity.extrusion(), elevation);
    if matches!(ocs, Ocs::Tilted(_)) {
        cx.change(entity, PROJECTED);
    }
    *map * ocs.map()
}

fn line<'a>(cx: &mut Context<'_, 'a>, entity: &Entity<'a>, map: &Affine) -> Option<ImportedItem> {
    let ends = [10, 11].map(|code| entity.point3(code).unwrap_or_default());
    let item = cx.item(
        entity,
        Shape::Line {
            points: flat(&ends),
            closed: false,
        },
        map,
    )?;
    if ends[0][2] != ends[1][2] {
        cx.change(entity, PROJECTED);
    }
    Some(item)
}

fn flat(points: &[[f64; 3]]) -> Vec<Point> {
    points.iter().map(|[x, y, _]| Point::new(*x, *y)).collect()
}

fn arc(entity: &Entity<'_>) -> Shape {
    let center = entity.point(10).unwrap_or_default();
    let radius = entity.real(40).unwrap_or(0.0);
    let (start, end) = (entity.real(50).unwrap_or(0.0), entity.real(51).unwrap_or(360.0));
    let Some(sweep) = sweep([50, 51].map(|code| entity.tag(code)), 360.0) else {
        return Shape::Circle { center, radius };
    };
    let end = if end > start && end - start < 360.0 {
        end
    } else {
        start + sweep
    };
    Shape::Arc {
        center,
        radius,
        start_angle: start.to_radians(),
        end_angle: end.to_radians(),
    }
}

fn ellipse<'a>(cx: &mut Context<'_, 'a>, entity: &Entity<'a>) -> Shape {
    let center = entity.point(10).unwrap_or_default();
    let major = entity.point3(11).unwrap_or([1.0, 0.0, 0.0]);
    let ratio = entity.real(40).unwrap_or(1.0);
    let extrusion = entity.extrusion();
    let length = libm::sqrt(extrusion.iter().map(|part| part * part).sum());
    let minor = cross(extrusion.map(|part| part / length), major).map(|part| part * ratio);
    if Ocs::of(extrusion, 0.0) != Ocs::Plane && Ocs::of(extrusion, 0.0) != Ocs::Mirrored {
        cx.change(entity, PROJECTED);
    }
    let (start, end) = (entity.real(41).unwrap_or(0.0), entity.real(42).unwrap_or(TAU));
    // Parameters further apart than a turn are those of a whole ellipse.
    let part = sweep([41, 42].map(|code| entity.tag(code)), TAU).filter(|_| (end - start).abs() <= TAU);
    of_conic(&Conic {
        t0: part.map_or(0.0, |_| start),
        dt: part.unwrap_or(TAU),
        ..Conic::ellipse(
            center,
            Vec2::new(major[0], major[1]),
            Vec2::new(minor[0], minor[1]),
        )
    })
}

fn light_polyline<'a>(cx: &mut Context<'_, 'a>, entity: &Entity<'a>, map: &Affine) -> Option<ImportedItem> {
    let mut vertices: Vec<Vertex> = Vec::new();
    let mut widths: Vec<[f64; 2]> = Vec::new();
    for tag in entity.tags() {
        let value = tag.real().unwrap_or(0.0);
        match (tag.code, vertices.last_mut(), widths.last_mut()) {
            (10, ..) => {
                let at = Point::new(value, 0.0);
                vertices.push(Vertex { at, bulge: 0.0 });
                widths.push([0.0; 2]);
            }
            (20, Some(vertex), _) => vertex.at.y = value,
            (42, Some(vertex), _) => vertex.bulge = value,
            (40, _, Some(width)) => width[0] = value,
            (41, _, Some(width)) => width[1] = value,
            _ => {}
        }
    }
    if let Some(width) = entity.real(43).filter(|width| *width > 0.0) {
        widths = vec![[width; 2]; widths.len()];
    }
    let map = object_map(cx, entity, map);
    let polyline = Polyline {
        vertices: &vertices,
        is_closed: entity.has_flag(70, 1),
        widths: &widths,
    };
    polyline_item(cx, entity, &polyline, &map)
}

/// Vertices of a polyline, with the width at the start and end of each piece.
pub(super) struct Polyline<'p> {
    /// Vertices.
    pub vertices: &'p [Vertex],
    /// Whether the last vertex is connected to the first.
    pub is_closed: bool,
    /// Widths of the pieces.
    pub widths: &'p [[f64; 2]],
}

/// Returns the item of a polyline. A constant width is the width of its line.
pub(super) fn polyline_item<'a>(
    cx: &mut Context<'_, 'a>,
    entity: &Entity<'a>,
    polyline: &Polyline<'_>,
    map: &Affine,
) -> Option<ImportedItem> {
    let Some(shape) = polyline::shape(polyline.vertices, polyline.is_closed) else {
        cx.drop(
            entity,
            [
                "It has fewer than two different points.",
                "서로 다른 점이 둘보다 적어요.",
            ],
        );
        return None;
    };
    // Arcs have computed radii and angles.
    cx.is_derived |= matches!(shape, Shape::Arc { .. });
    let layer = cx.layer(entity);
    let mut style = cx.style(entity, &layer);
    let last = if polyline.is_closed { 0 } else { 1 };
    let pieces = &polyline.widths[..polyline.widths.len().saturating_sub(last)];
    let widest = pieces.iter().flatten().fold(0.0, |a: f64, b| a.max(*b));
    if widest > 0.0 {
        let mut wide = style.unwrap_or_else(|| cx.tables.layer_style(&layer));
        let factor = mean_scale(map);
        wide.stroke.get_or_insert_with(Stroke::default).width = widest * factor;
        style = Some(wide);
        if pieces.iter().flatten().all(|width| *width == widest) {
            cx.change(
                entity,
                ["Its width is the width of its line.", "너비를 선 굵기로 썼어요."],
            );
        } else {
            cx.change(
                entity,
                [
                    "Its largest width is the width of its line.",
                    "가장 큰 너비를 선 굵기로 썼어요.",
                ],
            );
        }
    }
    cx.styled_item(entity, shape, map, style)
}

fn solid<'a>(cx: &mut Context<'_, 'a>, entity: &Entity<'a>, map: &Affine) -> Option<ImportedItem> {
    // The third and fourth corner are swapped in the file.
    let codes = if entity.tag(13).is_some() {
        &[10, 11, 13, 12][..]
    } else {
        &[10, 11, 12]
    };
    let mut points: Vec<Point> = codes.iter().filter_map(|code| entity.point(*code)).collect();
    points.dedup();
    let map = object_map(cx, entity, map);
    if points.len() < 3 {
        return cx.item(
            entity,
            Shape::Line {
                points,
                closed: false,
            },
            &map,
        );
    }
    let layer = cx.layer(entity);
    let style = cx
        .fill_style(entity)
        .unwrap_or_else(|| Style::fill_only(cx.tables.layer(&layer).color));
    let holes = Vec::new();
    cx.styled_item(entity, Shape::Polygon { points, holes }, &map, Some(style))
}

fn face<'a>(cx: &mut Context<'_, 'a>, entity: &Entity<'a>, map: &Affine) -> Option<ImportedItem> {
    let corners: Vec<[f64; 3]> = [10, 11, 12, 13]
        .into_iter()
        .filter_map(|code| entity.point3(code))
        .collect();
    if corners.iter().any(|corner| corner[2] != corners[0][2]) {
        cx.change(entity, PROJECTED);
    }
    if entity.has_flag(70, 15) {
        cx.change(
            entity,
            [
                "The file hides some of its edges; all edges are drawn.",
                "파일에서 숨긴 모서리도 모두 그렸어요.",
            ],
        );
    }
    let mut points = flat(&corners);
    points.dedup();
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    let closed = points.len() > 2;
    cx.item(entity, Shape::Line { points, closed }, map)
}
