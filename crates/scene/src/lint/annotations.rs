//! Lint of annotations: texts that overlap or lie on lines, dimensions that measure nothing or point beside their arc, and
//! entities outside the sheet.

use super::outlines::{Outlines, Piece};
use crate::annotate::Measure;
use crate::{Entity, Name, Resolved, Scene, Shape, Work};
use trammel_kernel::index::Index;
use trammel_kernel::{Affine, Bounds, Path, Point, Seg, Vec2, norm};

/// Maximum number of texts that are compared with each other.
const MOST_TEXTS: usize = 1000;

/// Names of the sheet, possibly followed by a number or a paper size: `sheet`, `sheet_2`, `paper_a4`.
const SHEET_NAMES: [&str; 3] = ["sheet", "paper", "stock"];

/// Distance of an arrow from its arc that counts as on it, relative to the radius.
const ON_ARC: f64 = 1e-3;

/// Value below which a dimension measures nothing, in drawing units or radians.
const NOTHING: f64 = 1e-9;

/// A text or an annotation that is shown, with the bounds of its characters.
pub(super) type Lettered<'a> = (&'a Entity, Vec<Bounds>);

/// Returns the texts and annotations that are shown, with the bounds of their characters, as far as the work suffices.
pub(super) fn lettering<'a>(scene: &'a Scene, work: &mut Work) -> Vec<Lettered<'a>> {
    scene
        .walk()
        .filter(|entity| scene.is_shown(entity))
        .filter_map(|entity| {
            let is_text = matches!(
                entity.shape,
                Shape::Text(_) | Shape::Dimension(_) | Shape::Leader(_)
            );
            // The outline of a character costs as much as ten comparisons.
            if !is_text || !work.take(entity.shape.outline_pieces() / 2) {
                return None;
            }
            let map = scene.world_transform(&entity.name).unwrap_or_default();
            let glyphs = glyphs(&entity.shape, &map);
            (!glyphs.is_empty()).then_some((&**entity, glyphs))
        })
        .take(MOST_TEXTS)
        .collect()
}

/// Returns the pairs of entities whose texts overlap. Equal texts in one place are duplicates.
pub(super) fn overlapping_texts(texts: &[Lettered<'_>], work: &mut Work) -> Vec<(Name, Name)> {
    let whole = |glyphs: &[Bounds]| Bounds::union_all(glyphs.iter().copied());
    let index = Index::new(texts.iter().map(|(_, glyphs)| whole(glyphs)));
    let mut found = Vec::new();
    for (at, (entity, glyphs)) in texts.iter().enumerate() {
        let Some(window) = whole(glyphs) else { continue };
        for other in index.window(&window) {
            let other = other as usize;
            if other <= at {
                continue;
            }
            let (second, others) = &texts[other];
            let is_compared = entity.shape != second.shape && work.take(glyphs.len() * others.len());
            if is_compared && glyphs.iter().any(|a| others.iter().any(|b| share(a, b))) {
                found.push((entity.name.clone(), second.name.clone()));
            }
        }
    }
    found
}

/// Part of the size of a character within which a line makes it hard to read.
const CORE: f64 = 0.35;

/// Returns the texts that lie on a line, each with the first entity whose line crosses one of its characters. The lines of
/// an annotation do not count for its own text.
pub(super) fn crossed_texts(scene: &Scene, texts: &[Lettered<'_>], work: &mut Work) -> Vec<(Name, Name)> {
    if texts.is_empty() {
        return Vec::new();
    }
    let outlines = Outlines::of(scene, true, work);
    let mut found = Vec::new();
    for (entity, glyphs) in texts {
        let mut is_crossed = |piece: &Piece<'_>, glyph: &Bounds| {
            let is_drawn = piece
                .entity
                .style
                .stroke
                .as_ref()
                .is_some_and(|stroke| stroke.width > 0.0);
            let is_other = piece.entity.name != entity.name && is_drawn;
            is_other && work.take(1) && passes(&piece.seg, glyph)
        };
        let line = glyphs.iter().find_map(|glyph| {
            let mut near = outlines.near(glyph);
            near.find(|piece| is_crossed(piece, glyph))
                .map(|piece| piece.entity.name.clone())
        });
        found.extend(line.map(|line| (entity.name.clone(), line)));
    }
    found
}

/// Whether a line passes the middle part of a character.
fn passes(seg: &Seg, glyph: &Bounds) -> bool {
    let center = glyph.center();
    seg.nearest(center).is_some_and(|found| {
        let off = found.point - center;
        off.x.abs() <= CORE * glyph.width() && off.y.abs() <= CORE * glyph.height()
    })
}

/// Returns the radius and diameter dimensions that point at the missing part of their arc.
pub(super) fn beside_arc(scene: &Scene) -> Vec<Name> {
    let is_beside = |entity: &&std::sync::Arc<Entity>| {
        let Shape::Dimension(tied) = &entity.shape else {
            return false;
        };
        let map = scene.world_transform(&entity.name).unwrap_or_default();
        let (center, at, is_whole) = match tied.dimension.measure.map_points(&map) {
            Measure::Radius { center, at, .. } => (center, at, false),
            Measure::Diameter { center, at, .. } => (center, at, true),
            _ => return false,
        };
        let resolved = tied
            .ties
            .first()
            .and_then(Option::as_ref)
            .map(|tie| tie.resolve(scene));
        let segs: Vec<Seg> = match resolved {
            Some(Ok(Resolved::Curve(seg))) => vec![seg],
            Some(Ok(Resolved::Whole(paths))) => paths.into_iter().flat_map(|path| path.segs).collect(),
            _ => return false,
        };
        let ray = at - center;
        let points_at = |ray: Vec2| segs.iter().any(|seg| covers(seg, center, ray));
        let has_arc = segs.iter().any(|seg| matches!(seg, Seg::Conic(_)));
        has_arc
            && norm(ray) > 0.0
            && scene.is_shown(entity)
            && !points_at(ray)
            && !(is_whole && points_at(-ray))
    };
    scene
        .walk()
        .filter(is_beside)
        .map(|entity| entity.name.clone())
        .collect()
}

/// Whether an arc has a point in the direction of a ray from its center.
fn covers(seg: &Seg, center: Point, ray: Vec2) -> bool {
    let Seg::Conic(conic) = seg else { return false };
    let Some(radius) = conic.radius() else { return true };
    let target = center + ray * (radius / norm(ray));
    seg.nearest(target)
        .is_some_and(|found| found.distance <= ON_ARC * radius)
}

/// Returns the bounds of the characters of a text or an annotation. The characters of a turned text are tighter than
/// the bounds of the whole text.
fn glyphs(shape: &Shape, map: &Affine) -> Vec<Bounds> {
    let bounds = |path: &Path| path.bounds_under(map);
    match shape {
        Shape::Text(text) => text.paths().iter().filter_map(bounds).collect(),
        Shape::Dimension(_) | Shape::Leader(_) => {
            let drawn = shape.drawn_form().unwrap_or_default();
            let outlines = drawn.labels.iter().flat_map(|label| label.outlines.clone());
            outlines.filter_map(|at| bounds(drawn.fills.get(at)?)).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether two bounds share an area. Bounds that only touch do not.
fn share(a: &Bounds, b: &Bounds) -> bool {
    let slack = 1e-9 * a.magnitude().max(b.magnitude());
    a.min.x + slack < b.max.x
        && b.min.x + slack < a.max.x
        && a.min.y + slack < b.max.y
        && b.min.y + slack < a.max.y
}

/// Returns the dimensions whose value is zero.
pub(super) fn without_value(scene: &Scene) -> Vec<Name> {
    let is_nothing = |entity: &&std::sync::Arc<Entity>| match &entity.shape {
        Shape::Dimension(tied) => tied.dimension.value.abs() <= NOTHING && scene.is_shown(entity),
        _ => false,
    };
    scene
        .walk()
        .filter(is_nothing)
        .map(|entity| entity.name.clone())
        .collect()
}

/// Returns the entities that reach out of the sheets, which are closed entities with the name of a sheet. Empty without a
/// sheet.
pub(super) fn off_sheet(boxes: &[(&Entity, Bounds)]) -> Vec<Name> {
    let is_sheet = |entity: &Entity| {
        let closed = matches!(
            entity.shape,
            Shape::Rect { .. } | Shape::Polygon { .. } | Shape::Region { .. }
        );
        closed && is_sheet_name(entity.name.as_str())
    };
    let sheets: Vec<&Bounds> = boxes
        .iter()
        .filter(|(entity, _)| is_sheet(entity))
        .map(|(_, bounds)| bounds)
        .collect();
    if sheets.is_empty() {
        return Vec::new();
    }
    let is_on = |bounds: &Bounds| {
        let slack = 1e-9 * bounds.magnitude();
        sheets.iter().any(|sheet| {
            sheet.min.x <= bounds.min.x + slack
                && sheet.min.y <= bounds.min.y + slack
                && bounds.max.x <= sheet.max.x + slack
                && bounds.max.y <= sheet.max.y + slack
        })
    };
    boxes
        .iter()
        .filter(|(entity, bounds)| !is_sheet(entity) && !is_on(bounds))
        .map(|(entity, _)| entity.name.clone())
        .collect()
}

/// Whether the name is that of a sheet. A part such as `sheet_metal` is not.
fn is_sheet_name(name: &str) -> bool {
    let name = name.to_lowercase();
    let mut rests = SHEET_NAMES.iter().filter_map(|word| name.strip_prefix(word));
    rests.any(|rest| {
        let rest = rest.trim_start_matches(['_', '-']);
        let number = rest.strip_prefix('a').unwrap_or(rest);
        rest.is_empty() || (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    })
}
