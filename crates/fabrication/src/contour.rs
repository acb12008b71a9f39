//! Contours: the curves of a drawing that a machine follows, in drawing coordinates.
//!
//! Text, dimensions, leaders, hatches, and points have no contour, and hidden entities have none either. A contour
//! remembers its entity and its place among the paths of the entity, so that a finding names it and a repair changes it.

use std::collections::BTreeSet;
use trammel_kernel::{Path, Point, Seg, Tol, norm};
use trammel_language::bilingual;
use trammel_scene::{Entity, Name, Scene, SceneError, Shape};

/// Curve of an entity in drawing coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Contour {
    /// Entity.
    pub entity: Name,
    /// Position among the paths of the entity.
    pub index: usize,
    /// Curve.
    pub path: Path,
}

impl Contour {
    /// Returns the start and the end of an open contour; `None` for a closed one.
    pub(super) fn ends(&self) -> Option<[Point; 2]> {
        let (first, last) = (self.path.segs.first()?, self.path.segs.last()?);
        (!self.path.closed).then(|| [first.start(), last.end()])
    }
}

/// Returns the shown entities that have contours, from back to front: all of them, or those with these names and those
/// within groups with these names.
///
/// # Errors
/// Returns an error if there is no entity with one of the names.
pub fn cut_entities<'a>(scene: &'a Scene, names: &[String]) -> Result<Vec<&'a Entity>, SceneError> {
    let shown = shown_entities(scene, names)?.into_iter();
    Ok(shown.filter(|entity| is_cut(&entity.shape)).collect())
}

/// Returns the shown entities of every type, like [`cut_entities`].
pub(super) fn shown_entities<'a>(scene: &'a Scene, names: &[String]) -> Result<Vec<&'a Entity>, SceneError> {
    let mut chosen: BTreeSet<&Name> = BTreeSet::new();
    for name in names {
        add_with_children(scene, scene.require(name)?, &mut chosen);
    }
    let is_chosen = |entity: &&Entity| names.is_empty() || chosen.contains(&entity.name);
    let all = scene.walk().map(AsRef::as_ref);
    Ok(all
        .filter(|entity| scene.is_shown(entity))
        .filter(is_chosen)
        .collect())
}

/// Returns the entities that these names of entities, groups, and layers stand for: those with the names, those within
/// the groups, and those on the layers. Hidden entities are included.
///
/// # Errors
/// Returns an error if there is neither an entity nor a layer with one of the names.
pub fn named_entities(scene: &Scene, names: &[String]) -> Result<BTreeSet<Name>, SceneError> {
    let mut chosen: BTreeSet<&Name> = BTreeSet::new();
    for name in names {
        let layer = scene.definitions().layer(name);
        match scene.get(name) {
            Some(entity) => add_with_children(scene, entity, &mut chosen),
            None if layer.is_none() => {
                return Err(SceneError::Invalid(bilingual!(
                    "there is no entity, group, or layer '{name}'. Use names of the drawing",
                    "이름이 '{name}'인 항목, 그룹, 레이어가 없어요. 도면에 있는 이름을 쓰세요"
                )));
            }
            None => {}
        }
        if let Some(layer) = layer {
            let on_layer = scene
                .walk()
                .filter(|entity| entity.layer.as_ref() == Some(&layer.name));
            chosen.extend(on_layer.map(|entity| &entity.name));
        }
    }
    Ok(chosen.into_iter().cloned().collect())
}

fn add_with_children<'a>(scene: &'a Scene, entity: &'a Entity, chosen: &mut BTreeSet<&'a Name>) {
    chosen.insert(&entity.name);
    if entity.shape.is_group() {
        for child in scene.children(Some(&entity.name)) {
            add_with_children(scene, child, chosen);
        }
    }
}

/// Returns the contours of the shown entities, from back to front.
///
/// # Errors
/// Returns an error if there is no entity with one of the names.
pub fn contours(scene: &Scene, names: &[String]) -> Result<Vec<Contour>, SceneError> {
    let entities = cut_entities(scene, names)?;
    Ok(entities
        .into_iter()
        .flat_map(|entity| of_entity(scene, entity))
        .collect())
}

/// Returns the contours of an entity.
pub(super) fn of_entity(scene: &Scene, entity: &Entity) -> Vec<Contour> {
    let paths = scene.world_paths(&entity.name).into_iter().enumerate();
    paths
        .filter(|(_, path)| path.is_finite() && !path.is_empty())
        .map(|(index, path)| Contour {
            entity: entity.name.clone(),
            index,
            path,
        })
        .collect()
}

/// Whether a machine follows the curves of the shape.
pub(super) fn is_cut(shape: &Shape) -> bool {
    match shape {
        Shape::Line { .. }
        | Shape::Circle { .. }
        | Shape::Rect { .. }
        | Shape::Arc { .. }
        | Shape::Polygon { .. }
        | Shape::Ellipse { .. }
        | Shape::Bezier(_)
        | Shape::Region { .. } => true,
        Shape::Text(_)
        | Shape::Point { .. }
        | Shape::Dimension(_)
        | Shape::Leader(_)
        | Shape::Hatch(_)
        | Shape::Group => false,
    }
}

/// Returns the largest magnitude of a coordinate, for tolerances.
pub(super) fn extent(contours: &[Contour]) -> f64 {
    let boxes = contours.iter().filter_map(|contour| contour.path.bounds());
    boxes.map(|bounds| bounds.magnitude()).fold(0.0, f64::max)
}

/// Returns the distance within which two contours are the same.
pub(super) fn same_within(tolerance: f64, tol: Tol) -> f64 {
    (0.02 * tolerance).max(tol.merge)
}

/// Whether two contours have the same points within `slack`, in any direction and from any start.
pub(super) fn is_same(a: &Path, b: &Path, slack: f64) -> bool {
    let near = |p: Point, q: Point| norm(p - q) <= slack;
    let boxes = match (a.bounds(), b.bounds()) {
        (Some(a), Some(b)) => near(a.min, b.min) && near(a.max, b.max),
        _ => false,
    };
    let is_on = |seg: &Seg| {
        [0.0, 0.29, 0.53, 0.83]
            .into_iter()
            .all(|u| b.distance_to(seg.point_at(u)).is_some_and(|far| far <= slack))
    };
    boxes
        && a.closed == b.closed
        && (a.length() - b.length()).abs() <= 8.0 * slack * a.segs.len() as f64
        && a.segs.iter().all(is_on)
}
