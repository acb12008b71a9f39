//! Lint of annotations: texts that overlap, dimensions that measure nothing, and entities outside the sheet.

use crate::geometry::index::Index;
use crate::geometry::{Affine, Bounds, Path};
use crate::scene::{Entity, Name, Scene, Shape, Work};

/// Maximum number of texts that are compared with each other.
const MOST_TEXTS: usize = 1000;

/// Names of the sheet, possibly followed by a number or a paper size: `sheet`, `sheet_2`, `paper_a4`.
const SHEET_NAMES: [&str; 3] = ["sheet", "paper", "stock"];

/// Value below which a dimension measures nothing, in drawing units or radians.
const NOTHING: f64 = 1e-9;

/// Returns the pairs of entities whose texts overlap, at least one of them an annotation.
pub(super) fn overlapping_texts(scene: &Scene, work: &mut Work) -> Vec<(Name, Name)> {
    let is_annotation = |entity: &Entity| matches!(entity.shape, Shape::Dimension(_) | Shape::Leader(_));
    // Texts are laid out only if there is an annotation with which they can overlap.
    if !scene.walk().any(|entity| is_annotation(entity)) {
        return Vec::new();
    }
    let texts: Vec<(&Entity, Vec<Bounds>)> = scene
        .walk()
        .filter(|entity| scene.is_shown(entity))
        .filter_map(|entity| {
            let is_text = matches!(
                entity.shape,
                Shape::Text(_) | Shape::Dimension(_) | Shape::Leader(_)
            );
            if !is_text || !work.take(entity.shape.outline_pieces() / 10) {
                return None;
            }
            let map = scene.world_transform(&entity.name).unwrap_or_default();
            let glyphs = glyphs(&entity.shape, &map);
            (!glyphs.is_empty()).then_some((&**entity, glyphs))
        })
        .take(MOST_TEXTS)
        .collect();
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
            let is_annotated = !matches!((&entity.shape, &second.shape), (Shape::Text(_), Shape::Text(_)));
            let is_compared = is_annotated && work.take(glyphs.len() * others.len());
            if is_compared && glyphs.iter().any(|a| others.iter().any(|b| share(a, b))) {
                found.push((entity.name.clone(), second.name.clone()));
            }
        }
    }
    found
}

/// Returns the bounds of the characters of a text or an annotation. The characters of a turned text are tighter than
/// the bounds of the whole text.
fn glyphs(shape: &Shape, map: &Affine) -> Vec<Bounds> {
    let bounds = |path: &Path| path.bounds_under(map);
    match shape {
        Shape::Text(text) => text.paths().iter().filter_map(bounds).collect(),
        Shape::Dimension(_) | Shape::Leader(_) => {
            let drawn = shape.drawn().unwrap_or_default();
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
