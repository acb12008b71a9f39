//! Units of the cut: closed contours, and chains of loose lines and arcs whose ends meet, which a machine cuts as one
//! contour. Start at [`units`].

use super::chains::{Chain, chains};
use super::check::default_tolerance;
use super::contour::{Contour, contours, extent, same_within};
use super::finding::each_once;
use trammel_kernel::Tol;
use trammel_scene::{Name, Scene, SceneError};

/// Contours that a machine cuts one after the other.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// Positions of the contours in order, each with whether it is reversed.
    pub(super) members: Vec<(usize, bool)>,
    /// The whole unit, under the name of the first contour.
    pub(super) contour: Contour,
}

/// Returns the distance within which ends meet, so that two contours are one chain: much less than a gap.
pub(super) fn touching(scene: &Scene, contours: &[Contour]) -> f64 {
    same_within(
        default_tolerance(scene.units()),
        Tol::for_extent(extent(contours)),
    )
}

/// Returns the units of contours, in the order of their first members.
pub(super) fn units(scene: &Scene, contours: &[Contour]) -> Vec<Unit> {
    let reach = touching(scene, contours);
    let whole = |(at, contour): (usize, &Contour)| Unit {
        members: vec![(at, false)],
        contour: contour.clone(),
    };
    let chained = |chain: Chain| {
        let first = chain.members.iter().map(|(at, _)| *at).min().unwrap_or_default();
        let path = chain.to_path(contours, reach);
        Unit {
            members: chain.members,
            contour: Contour {
                path,
                ..contours[first].clone()
            },
        }
    };
    let closed = contours
        .iter()
        .enumerate()
        .filter(|(_, contour)| contour.ends().is_none());
    let mut found: Vec<Unit> = closed.map(whole).collect();
    found.extend(chains(scene, contours, |_| true, reach).into_iter().map(chained));
    trammel_base::sort::by_key(&mut found, |unit| unit.members.iter().map(|(at, _)| *at).min());
    found
}

/// Returns the shown entities with these names, or all of them for an empty list, of which a contour stays open when the
/// chains are closed. Nothing is inside an open contour, and no side of it is the part.
///
/// # Errors
/// Returns an error if there is no entity with one of the names.
pub fn open_entities(scene: &Scene, names: &[String]) -> Result<Vec<Name>, SceneError> {
    let contours = contours(scene, names)?;
    let open = units(scene, &contours)
        .into_iter()
        .filter(|unit| !unit.contour.path.closed);
    let members = open.flat_map(|unit| unit.members);
    Ok(each_once(members.map(|(at, _)| contours[at].entity.clone())))
}
