//! Kerf: contours moved by half the width of the cut, so that the part that falls out has the size of the drawing.
//!
//! The outside of a part grows by half the kerf, and a hole shrinks by it. What is outside follows from the containment
//! of all contours (`containment.rs`). Circles stay circles, and lines and arcs stay lines and arcs. The design keeps
//! its size: [`with_kerf`] returns another scene, for the file of the machine.

use super::containment::Containment;
use super::contour::{Contour, contours, cut_entities, extent, of_entity};
use super::finding::place;
use super::meetings::Meetings;
use super::repair::close_chains;
use super::shapes::with_paths;
use super::units::touching;
use std::collections::BTreeSet;
use std::fmt;
use trammel_base::numbers::number_text;
use trammel_kernel::intersect::self_intersections;
use trammel_kernel::offset::{Join, OffsetError, offset_region};
use trammel_kernel::{Path, Point, Seg, Tol, affine};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::explain::Explain;
use trammel_scene::{Edit, Name, Scene, SceneError, Shape};

/// Reason why a drawing cannot be compensated for the kerf.
#[derive(Clone, Debug, PartialEq)]
pub enum KerfError {
    /// The kerf is not a finite number.
    Number(f64),
    /// Nothing has a contour.
    Nothing,
    /// Contours cross or share an edge.
    Meeting(Name, Name, Point),
    /// A contour crosses itself.
    Loop(Name, Point),
    /// A contour is too narrow, so that nothing is left of it.
    Vanishes(Name, Point),
    /// Contours are closer than the kerf.
    Close(Name, Name, Point),
    /// Too many contours lie in one place to examine all of them.
    Crowded,
    /// The offset of a contour failed.
    Failed(Name, Bilingual),
    /// The scene refused a change.
    Scene(SceneError),
}

impl fmt::Display for KerfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = {
            match self {
                KerfError::Number(kerf) => bilingual!(
                    "the kerf must be a number, got {}",
                    "절단 폭은 수여야 하는데 {}을(를) 받았어요",
                    number_text(*kerf)
                ),
                KerfError::Nothing => bilingual!("there is no contour to cut", "자를 윤곽이 없어요"),
                KerfError::Crowded => bilingual!(
                    "too many contours lie in one place to examine all of them. Apply the kerf to a part of the drawing.",
                    "한곳에 윤곽이 너무 많아서 모두 살펴볼 수 없어요. 도면의 일부에 절단 폭을 적용하세요."
                ),
                KerfError::Meeting(a, b, at) => bilingual!(
                    "'{a}' and '{b}' cross or share an edge at {}, so what is inside is not defined. Unite them or move them \
                 apart.",
                    "'{a}'과(와) '{b}'이(가) {}에서 교차하거나 변을 함께 써서 안쪽이 정해지지 않아요. 합치거나 떼어 놓으세요.",
                    place(*at)
                ),
                KerfError::Loop(name, at) => bilingual!(
                    "'{name}' crosses itself at {}, so what is inside is not defined. Redraw it without the loop.",
                    "'{name}'이(가) {}에서 자신과 교차해서 안쪽이 정해지지 않아요. 고리 없이 다시 그리세요.",
                    place(*at)
                ),
                KerfError::Vanishes(name, at) => bilingual!(
                    "'{name}' at {} is narrower than the kerf. Enlarge or delete it.",
                    "{}의 '{name}'이(가) 절단 폭보다 좁아요. 키우거나 지우세요.",
                    place(*at)
                ),
                KerfError::Close(a, b, at) => bilingual!(
                    "'{a}' and '{b}' are closer than the kerf at {}. Move them apart.",
                    "'{a}'과(와) '{b}'이(가) {}에서 절단 폭보다 가까워요. 떼어 놓으세요.",
                    place(*at)
                ),
                KerfError::Failed(name, reason) => bilingual!("'{name}': {reason}", "'{name}': {reason:#}"),
                KerfError::Scene(error) => return error.fmt(f),
            }
        };
        text.fmt(f)
    }
}

impl trammel_language::Translated for KerfError {}

impl std::error::Error for KerfError {}

impl From<SceneError> for KerfError {
    fn from(error: SceneError) -> KerfError {
        KerfError::Scene(error)
    }
}

/// Returns the drawing with every closed contour moved by half the kerf. A negative kerf is the inverse. Loose lines and
/// arcs that close become one contour. Open contours, and entities that are cut as drawn, stay.
///
/// # Errors
/// Returns an error if a contour crosses itself or another one, is narrower than the kerf, or is closer than the kerf to
/// another one.
pub fn with_kerf(scene: &Scene, kerf: f64) -> Result<Scene, KerfError> {
    with_kerf_of(scene, &[], &BTreeSet::new(), kerf)
}

/// Returns the drawing with the contours of the entities with these names, or of all entities for an empty list, moved as
/// [`with_kerf`] does. The exceptions stay. One that is in no other contour still counts in the decision which contours are
/// holes; one within another contour counts as a mark, such as a fold or an engraving.
///
/// # Errors
/// Returns an error in the cases of [`compensate`].
pub fn with_kerf_of(
    scene: &Scene,
    names: &[String],
    except: &BTreeSet<Name>,
    kerf: f64,
) -> Result<Scene, KerfError> {
    if kerf == 0.0 {
        return Ok(scene.clone());
    }
    let compensation = compensate(scene, names, except, kerf)?;
    let mut edit = Edit::by_user(scene.clone());
    compensation.apply(&mut edit)?;
    // Annotations state the sizes of the drawing, not those of the cut.
    edit.keep_annotations();
    Ok(edit.finish().0)
}

/// Contours that are compensated for the kerf.
#[derive(Clone, Debug, PartialEq)]
pub struct Compensation {
    /// New shapes of entities, from back to front.
    pub shapes: Vec<(Name, Shape)>,
    /// Entities that became part of the contour of another one, which they closed.
    pub merged: Vec<Name>,
}

impl Compensation {
    /// Changes the entities.
    ///
    /// # Errors
    /// Returns an error if an entity is locked.
    pub fn apply(self, edit: &mut Edit) -> Result<(), SceneError> {
        for (name, shape) in self.shapes {
            edit.set_shape(&name, shape)?;
        }
        for name in self.merged {
            edit.remove(&name)?;
        }
        Ok(())
    }
}

/// Returns the new shapes of the entities with these names, or of all entities for an empty list, from back to front.
/// The exceptions, and the entities that are cut as drawn, stay.
///
/// # Errors
/// Returns an error in the cases of [`with_kerf`], or if there is no contour or no entity with one of the names.
pub fn compensate(
    scene: &Scene,
    names: &[String],
    except: &BTreeSet<Name>,
    kerf: f64,
) -> Result<Compensation, KerfError> {
    if !kerf.is_finite() {
        return Err(KerfError::Number(kerf));
    }
    let original = scene;
    let joined = join_chains(scene, names)?;
    let (scene, names) = (joined.edit.scene(), joined.names.as_slice());
    let before = contours(scene, names)?;
    let stays = |name: &Name| except.contains(name) || scene.get(name).is_some_and(|entity| entity.as_drawn);
    let is_closed = |at: usize| before[at].path.closed;
    let tol = Tol::for_extent(extent(&before));
    if before.is_empty() {
        return Err(KerfError::Nothing);
    }
    let to_move: Vec<Contour> = before
        .iter()
        .filter(|contour| !stays(&contour.entity))
        .cloned()
        .collect();
    check(&to_move, tol)?;
    let containment = containment_without_marks(scene, &before, except).0;
    let mut after: Vec<Contour> = Vec::new();
    let mut shapes = Vec::new();
    let mut at = 0;
    for entity in cut_entities(scene, names)? {
        let count = of_entity(scene, entity).len();
        let own = at..at + count;
        at += count;
        if stays(&entity.name) {
            let is_joined = original
                .get(&entity.name)
                .is_none_or(|old| old.shape != entity.shape);
            shapes.extend(is_joined.then(|| (entity.name.clone(), entity.shape.clone())));
            continue;
        }
        if own.clone().all(|contour| !is_closed(contour)) {
            continue;
        }
        let mut paths: Vec<Path> = Vec::new();
        for contour in own.clone() {
            let side = if containment.is_hole(contour) { -0.5 } else { 0.5 };
            if is_closed(contour) {
                paths.extend(offset_contour(&before[contour], side * kerf)?);
            } else {
                paths.push(before[contour].path.clone());
            }
        }
        after.extend(paths.iter().enumerate().map(|(index, path)| Contour {
            entity: entity.name.clone(),
            index,
            path: path.clone(),
        }));
        let side = if containment.is_hole(own.start) { -0.5 } else { 0.5 };
        let shape = match simple(scene, &entity.name, &entity.shape, side * kerf) {
            Some(shape) => shape,
            None => with_paths(scene, entity, &paths).map_err(|reason| failure(&entity.name, reason))?,
        };
        shapes.push((entity.name.clone(), shape));
    }
    let meetings = Meetings::of(&after, |at| after[at].path.closed, tol);
    match meetings.crossings.first() {
        None if !meetings.is_complete => Err(KerfError::Crowded),
        None => Ok(Compensation {
            shapes,
            merged: joined.merged,
        }),
        Some(crossing) => {
            let [a, b] = crossing.contours.map(|contour| after[contour].entity.clone());
            Err(KerfError::Close(a, b, crossing.at))
        }
    }
}

/// Drawing in which the loose lines of a contour are one entity.
pub(super) struct Joined {
    pub(super) edit: Edit,
    /// Names of the entities that are compensated, without the merged ones.
    pub(super) names: Vec<String>,
    /// Entities that became part of another one.
    merged: Vec<Name>,
}

/// Joins the loose lines of the contours of the entities with these names, or of all entities for an empty list.
pub(super) fn join_chains(scene: &Scene, names: &[String]) -> Result<Joined, KerfError> {
    let loose = contours(scene, names)?;
    let mut edit = Edit::by_user(scene.clone());
    let merged = close_chains(&mut edit, names, touching(scene, &loose))?;
    let present = |name: &&String| edit.get(name).is_some();
    let names: Vec<String> = names.iter().filter(present).cloned().collect();
    Ok(Joined { edit, names, merged })
}

/// Returns the containment of contours without the marks among them, and whether each contour is a mark: an exception within
/// another contour that is not cut as drawn.
pub(super) fn containment_without_marks(
    scene: &Scene,
    contours: &[Contour],
    except: &BTreeSet<Name>,
) -> (Containment, Vec<bool>) {
    let is_closed = |at: usize| contours[at].path.closed;
    let whole = Containment::of(contours, is_closed);
    let is_mark = |at: usize| {
        let name = &contours[at].entity;
        let is_cut = || scene.get(name).is_some_and(|entity| entity.as_drawn);
        except.contains(name) && !whole.around(at).is_empty() && !is_cut()
    };
    let marks: Vec<bool> = (0..contours.len()).map(is_mark).collect();
    let containment = Containment::of(contours, |at| is_closed(at) && !marks[at]);
    (containment, marks)
}

/// Returns the entities that a kerf moves within a closed exception that counts as a mark.
///
/// # Errors
/// Returns an error if there is no entity with one of the names, or if loose lines cannot be joined.
pub fn entities_in_marks(
    scene: &Scene,
    names: &[String],
    except: &BTreeSet<Name>,
) -> Result<Vec<Name>, KerfError> {
    let joined = join_chains(scene, names)?;
    let contours = contours(joined.edit.scene(), &joined.names)?;
    let (_, marks) = containment_without_marks(scene, &contours, except);
    let around = Containment::of(&contours, |at| contours[at].path.closed && marks[at]);
    let is_moved = |name: &Name| {
        let entity = scene.get(name);
        !except.contains(name) && entity.is_some_and(|entity| !entity.as_drawn)
    };
    let mut found = Vec::new();
    for (at, contour) in contours.iter().enumerate() {
        let name = &contour.entity;
        if contour.path.closed && !around.around(at).is_empty() && is_moved(name) && !found.contains(name) {
            found.push(name.clone());
        }
    }
    Ok(found)
}

fn failure(name: &Name, reason: Bilingual) -> KerfError {
    KerfError::Failed(name.clone(), reason)
}

/// Checks that what is inside and outside is defined.
fn check(contours: &[Contour], tol: Tol) -> Result<(), KerfError> {
    let is_closed = |at: usize| contours[at].path.closed;
    for contour in contours.iter().filter(|contour| contour.path.closed) {
        if let Some(hit) = self_intersections(&contour.path, tol).first() {
            return Err(KerfError::Loop(contour.entity.clone(), hit.point));
        }
    }
    let meetings = Meetings::of(contours, is_closed, tol);
    let crossings = meetings
        .crossings
        .iter()
        .map(|crossing| (crossing.contours, crossing.at));
    let overlaps = meetings
        .overlaps
        .iter()
        .map(|overlap| (overlap.stretches.map(|stretch| stretch.contour), overlap.at));
    match crossings.chain(overlaps).next() {
        None if !meetings.is_complete => Err(KerfError::Crowded),
        None => Ok(()),
        Some(([a, b], at)) => Err(KerfError::Meeting(
            contours[a].entity.clone(),
            contours[b].entity.clone(),
            at,
        )),
    }
}

/// Returns the contour moved outward by `distance`, or inward if it is negative.
fn offset_contour(contour: &Contour, distance: f64) -> Result<Vec<Path>, KerfError> {
    let center = || {
        contour
            .path
            .bounds()
            .map_or(Point::ORIGIN, |bounds| bounds.center())
    };
    let vanishes = || KerfError::Vanishes(contour.entity.clone(), center());
    if let [Seg::Conic(conic)] = contour.path.segs.as_slice()
        && let Some(radius) = conic.radius().filter(|_| conic.is_full())
    {
        let radius = radius + distance;
        return if radius > 0.0 {
            Ok(vec![Path::circle(conic.c, radius)])
        } else {
            Err(vanishes())
        };
    }
    match offset_region(std::slice::from_ref(&contour.path), distance, Join::Miter) {
        Ok(paths) => Ok(paths),
        Err(OffsetError::Swallowed { .. }) => Err(vanishes()),
        Err(error) => Err(failure(&contour.entity, error.explain())),
    }
}

/// Returns a circle or rectangle with its size changed, so that it keeps its type; `None` for other shapes and for a
/// transform that is not a similarity.
fn simple(scene: &Scene, name: &Name, shape: &Shape, distance: f64) -> Option<Shape> {
    let map = scene.world_transform(name)?;
    if !affine::is_similarity(&map) {
        return None;
    }
    let by = distance / affine::max_scale(&map);
    match shape {
        Shape::Circle { center, radius } => Some(Shape::Circle {
            center: *center,
            radius: radius + by,
        }),
        Shape::Rect {
            corner,
            width,
            height,
            corner_radius,
        } => Some(Shape::Rect {
            corner: Point::new(corner.x - by, corner.y - by),
            width: width + 2.0 * by,
            height: height + 2.0 * by,
            corner_radius: if *corner_radius > 0.0 {
                (corner_radius + by).max(0.0)
            } else {
                0.0
            },
        }),
        _ => None,
    }
}
