//! Slots, necks, and bridges that a kerf closes: features of one contour that are narrower than the kerf, on the side to
//! which the contour moves.

use super::contour::contours;
use super::finding::{length, place};
use super::kerf::{KerfError, containment_without_marks, join_chains};
use super::narrow::{Look, NarrowPlace, narrow};
use std::collections::BTreeSet;
use trammel_kernel::Point;
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Name, Scene};

/// Place of a contour that a kerf closes.
#[derive(Clone, Debug, PartialEq)]
pub struct ClosedPlace {
    /// Entity of the contour.
    pub entity: Name,
    /// Middle of the place.
    pub at: Point,
    /// Width of the place in the drawing.
    pub width: f64,
}

impl ClosedPlace {
    /// Returns what the kerf does to the place: a sentence without its subject, which is the entity.
    #[must_use]
    pub fn reason(&self) -> Bilingual {
        bilingual!(
            "Its outline is only {} apart at {}, less than the kerf, so the cut there is left out.",
            "{1}에서 윤곽 사이가 {0}뿐이고 절단 폭보다 좁아서, 그곳은 자르지 않아요.",
            length(self.width),
            place(self.at)
        )
    }
}

/// Returns the places that a kerf of the entities with these names, or of all entities for an empty list, closes, and
/// whether all were examined. The exceptions, and the entities that are cut as drawn, stay.
///
/// # Errors
/// Returns an error if there is no entity with one of the names, or if loose lines cannot be joined.
pub fn places_closed_by_kerf(
    scene: &Scene,
    names: &[String],
    except: &BTreeSet<Name>,
    kerf: f64,
) -> Result<(Vec<ClosedPlace>, bool), KerfError> {
    let joined = join_chains(scene, names)?;
    let scene = joined.edit.scene();
    let contours = contours(scene, &joined.names)?;
    let containment = containment_without_marks(scene, &contours, except).0;
    let moves = |at: usize| {
        let name = &contours[at].entity;
        !except.contains(name) && scene.get(name).is_some_and(|entity| !entity.as_drawn)
    };
    let (outward, inward) = match kerf >= 0.0 {
        true => (Look::Outside, Look::Inside),
        false => (Look::Inside, Look::Outside),
    };
    let is_outside = |at: usize| moves(at) && !containment.is_hole(at);
    let is_hole = |at: usize| moves(at) && containment.is_hole(at);
    let (outside, has_outside) = narrow(&contours, is_outside, kerf.abs(), outward);
    let (holes, has_holes) = narrow(&contours, is_hole, kerf.abs(), inward);
    let closed = |narrow: NarrowPlace| ClosedPlace {
        entity: contours[narrow.contours[0]].entity.clone(),
        at: narrow.between[0].midpoint(narrow.between[1]),
        width: narrow.width,
    };
    let places = outside.into_iter().chain(holes).map(closed);
    Ok((places.collect(), has_outside && has_holes))
}
