//! Hatches: boundaries filled by a pattern or a color.

use super::super::super::imported::ImportedItem;
use super::boundary::boundaries;
use super::context::Context;
use super::placement::{Ocs, map_shape, of_paths};
use super::spline::Accuracy;
use super::tables::rgb_color;
use crate::dxf::colors;
use std::sync::Arc;
use trammel_dxf::Entity;
use trammel_dxf::Tag;
use trammel_kernel::{Affine, Path, Seg, Vec2, norm, region};
use trammel_scene::annotate;
use trammel_scene::{Color, SOLID, Shape, Style, TiedHatch};

/// Returns the item of a hatch: a hatch if the drawing has its pattern, else its outline.
pub(super) fn item<'a>(cx: &mut Context<'_, 'a>, entity: &Entity<'a>, map: &Affine) -> Option<ImportedItem> {
    let elevation = entity.point3(10).map_or(0.0, |point| point[2]);
    let map = *map * Ocs::of(entity.extrusion(), elevation).map();
    let (boundary, accuracy) = boundaries(entity);
    let boundary = island_boundaries(boundary, entity.int(75));
    if boundary.is_empty() {
        cx.drop(entity, ["It has no closed boundary.", "닫힌 경계가 없어요."]);
        return None;
    }
    match accuracy {
        Accuracy::Exact => {}
        Accuracy::Approximated => cx.change(
            entity,
            [
                "A spline of its boundary is approximated within 1e-8 of its size.",
                "경계의 스플라인을 크기의 1e-8 안에서 근사했어요.",
            ],
        ),
        Accuracy::Coarse => cx.change(
            entity,
            [
                "A part of a spline of its boundary is approximated by lines, because the weights differ too much.",
                "경계의 스플라인은 가중치의 차이가 너무 커서 일부를 선분으로 근사했어요.",
            ],
        ),
    }
    let outline = of_paths(&boundary);
    let pattern = pattern(cx, entity);
    if let Some((name, scale, angle)) = pattern {
        let hatch = Shape::Hatch(Arc::new(TiedHatch {
            boundary,
            pattern: name.to_owned(),
            scale,
            angle,
            ties: Vec::new(),
            seed: None,
            detached: false,
        }));
        let (placed, _) = map_shape(hatch.clone(), &map);
        if placed.check().is_ok() {
            if name != SOLID {
                cx.change(
                    entity,
                    [
                        "The lines of its pattern start at the origin of the drawing.",
                        "무늬의 선이 도면의 원점에서 시작해요.",
                    ],
                );
            }
            return match gradient(entity) {
                Some(color) => {
                    cx.change(
                        entity,
                        [
                            "Its gradient is drawn in its first color.",
                            "그라데이션을 첫 번째 색 하나로 그렸어요.",
                        ],
                    );
                    cx.styled_item(entity, hatch, &map, Some(Style::fill_only(color)))
                }
                None => cx.item(entity, hatch, &map),
            };
        }
        cx.change(
            entity,
            [
                "Only its outline is imported, because the pattern has too many lines for a drawing.",
                "무늬의 선이 도면에 너무 많아서 윤곽만 가져왔어요.",
            ],
        );
    } else {
        cx.change(
            entity,
            [
                "Only its outline is imported, because the drawing has no such pattern.",
                "도면에 그런 무늬가 없어서 윤곽만 가져왔어요.",
            ],
        );
    }
    cx.item(entity, outline?, &map)
}

/// Returns the first color of a gradient; `None` if the area has one color.
fn gradient(entity: &Entity<'_>) -> Option<Color> {
    if entity.int(450) != 1 {
        return None;
    }
    let rgb = entity.tag(421).and_then(Tag::int).map(rgb_color);
    let index = || {
        entity
            .tag(63)
            .and_then(Tag::int)
            .filter(|index| (1..=255).contains(index))
    };
    rgb.or_else(|| index().map(|index| colors::of_index(index.unsigned_abs())))
}

/// Returns the name, scale, and angle of the pattern; `None` if the drawing has no such pattern.
fn pattern<'a>(cx: &Context<'_, 'a>, entity: &Entity<'a>) -> Option<(&'static str, f64, f64)> {
    if entity.int(70) == 1 || entity.int(450) == 1 {
        return Some((SOLID, 1.0, 0.0));
    }
    let name = entity
        .tag(2)
        .map(|tag| cx.coding.name(tag))
        .unwrap_or_default()
        .to_lowercase();
    let offset = |x: f64, y: f64| norm(Vec2::new(x, y));
    // Lines of the pattern as drawn: direction, and offset to the next line.
    let angles = entity.reals(53);
    let offsets: Vec<f64> = entity
        .reals(45)
        .into_iter()
        .zip(entity.reals(46))
        .map(|(x, y)| offset(x, y))
        .collect();
    if let Some(found) = annotate::pattern(&name)
        && found.families.len() == angles.len()
        && let (Some(family), Some(angle), Some(length)) =
            (found.families.first(), angles.first(), offsets.first())
        && *length > 0.0
    {
        let scale = length / offset(family.delta.0, family.delta.1);
        return Some((found.name, scale, (angle - family.angle).to_radians()));
    }
    if let (Some(found), true) = (annotate::pattern(&name), angles.is_empty()) {
        // The definitions of imperial files are in inches.
        let scale = entity.real(41).filter(|scale| *scale > 0.0).unwrap_or(1.0);
        let unit = if cx.is_imperial { 25.4 } else { 1.0 };
        return Some((
            found.name,
            scale / unit,
            entity.real(52).unwrap_or(0.0).to_radians(),
        ));
    }
    let is_plain = entity.reals(49).is_empty();
    match (angles.as_slice(), offsets.as_slice()) {
        ([angle], [length]) if is_plain && *length > 0.0 => Some(("lines", *length, angle.to_radians())),
        ([a, b], [x, y]) if is_plain && x == y && *x > 0.0 && ((a - b).abs() - 90.0).abs() < 1e-9 => {
            Some(("grid", *x / 3.175, a.to_radians()))
        }
        _ => None,
    }
}

/// Maximum number of boundaries whose nesting is computed.
const MAX_NESTED: usize = 1_000;

/// Returns the boundaries that bound the filled area in an island style: 0 fills every other area from outside, 1 only the
/// outermost one, 2 everything within the outermost boundaries.
fn island_boundaries(boundary: Vec<Path>, style: i64) -> Vec<Path> {
    let deepest = match style {
        1 => 1,
        2 => 0,
        _ => return boundary,
    };
    if boundary.len() > MAX_NESTED {
        return boundary;
    }
    let depth = |path: &Path| {
        let point = path.segs.first().map(Seg::start).unwrap_or_default();
        let others = boundary.iter().filter(|other| !std::ptr::eq(*other, path));
        others
            .filter(|other| region::contains(std::slice::from_ref(*other), point))
            .count()
    };
    let kept: Vec<bool> = boundary.iter().map(|path| depth(path) <= deepest).collect();
    let paths = boundary.into_iter().zip(kept);
    paths
        .filter_map(|(path, is_kept)| is_kept.then_some(path))
        .collect()
}
