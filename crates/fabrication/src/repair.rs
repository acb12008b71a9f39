//! Repair of a drawing before it is cut: repeated contours are deleted, common stretches are cut out of open contours,
//! and ends that are nearly together are joined.
//!
//! Every change is listed, and so is every finding that remains. A second repair changes nothing.

use super::chains::{Chain, Gap, chains};
use super::check::{CheckOptions, check};
use super::contour::{Contour, contours, extent, of_entity};
use super::duplicates::duplicates;
use super::finding::{Finding, Remedy, each_once, length, place, quote_names};
use super::meetings::{Meetings, Stretch, remaining_parts};
use super::shapes::with_paths;
use std::collections::BTreeMap;
use trammel_kernel::{Path, Point, Tol};
use trammel_scene::{Edit, Entity, Name, SceneError, Shape};

/// Result of a repair.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair {
    /// Changes, in order.
    pub changes: Vec<RepairChange>,
    /// Findings that remain.
    pub remaining: Vec<Finding>,
    /// Whether all contours were examined for what remains.
    pub is_complete: bool,
}

/// Change of a repair.
#[derive(Clone, Debug, PartialEq)]
pub struct RepairChange {
    /// Kind of the change.
    pub remedy: Remedy,
    /// Entities that were changed or deleted.
    pub entities: Vec<Name>,
    /// Places in the drawing: of each gap that was closed, and otherwise one.
    pub places: Vec<Point>,
    /// One sentence.
    pub message: String,
}

/// Repairs the shown entities with these names, or all of them for an empty list. Gaps up to `tolerance` are closed.
///
/// # Errors
/// Returns an error if there is no entity with one of the names, or if an entity to change is locked.
pub fn repair(edit: &mut Edit, names: &[String], tolerance: f64) -> Result<Repair, SceneError> {
    let mut repairing = Repairing {
        edit,
        names: names.to_vec(),
        tolerance,
        changes: Vec::new(),
    };
    repairing.remove_duplicates()?;
    repairing.trim_overlaps()?;
    repairing.join_chains()?;
    let Repairing { names, changes, .. } = repairing;
    let present: Vec<String> = names
        .iter()
        .filter(|name| edit.get(name).is_some())
        .cloned()
        .collect();
    let options = CheckOptions {
        tolerance,
        kerf: None,
        thickness: None,
        open: Vec::new(),
    };
    let (remaining, is_complete) = if present.is_empty() && !names.is_empty() {
        (Vec::new(), true)
    } else {
        let checked = check(edit, &present, &options)?;
        (checked.findings, checked.is_complete)
    };
    Ok(Repair {
        changes,
        remaining,
        is_complete,
    })
}

/// Joins the loose lines and arcs whose ends meet within `reach` to closed contours. The first entity of each chain becomes
/// the contour, and the others are deleted. Returns the deleted entities.
///
/// # Errors
/// Returns an error if there is no entity with one of the names, or if an entity to change is locked.
pub(super) fn close_chains(edit: &mut Edit, names: &[String], reach: f64) -> Result<Vec<Name>, SceneError> {
    let contours = contours(edit, names)?;
    let mut changed = Changed::new();
    for chain in chains(edit, &contours, |_| true, reach) {
        if chain.is_closed {
            chain.replace(&contours, reach, &mut changed);
        }
    }
    let mut repairing = Repairing {
        edit,
        names: Vec::new(),
        tolerance: reach,
        changes: Vec::new(),
    };
    let touched = each_once(changed.keys().map(|at| contours[*at].entity.clone()));
    repairing.store_contours(&contours, &changed)?;
    Ok(touched
        .into_iter()
        .filter(|name| repairing.edit.get(name).is_none())
        .collect())
}

/// New paths of contours, by the positions of the contours.
type Changed = BTreeMap<usize, Vec<Path>>;

struct Repairing<'a> {
    edit: &'a mut Edit,
    names: Vec<String>,
    tolerance: f64,
    changes: Vec<RepairChange>,
}

impl Repairing<'_> {
    fn contours(&self) -> Result<(Vec<Contour>, Tol), SceneError> {
        let present = |name: &&String| self.edit.get(name).is_some();
        let names: Vec<String> = self.names.iter().filter(present).cloned().collect();
        if names.is_empty() && !self.names.is_empty() && !self.changes.is_empty() {
            return Ok((Vec::new(), Tol::MODEL));
        }
        // Before the first change, a name that does not exist is an error of the caller.
        let names = if self.changes.is_empty() {
            &self.names
        } else {
            &names
        };
        let contours = contours(self.edit, names)?;
        let tol = Tol::for_extent(extent(&contours));
        Ok((contours, tol))
    }

    fn remove_duplicates(&mut self) -> Result<(), SceneError> {
        let (contours, _) = self.contours()?;
        let mut changed = Changed::new();
        for (at, original) in duplicates(&contours, self.tolerance).iter().enumerate() {
            let Some(original) = *original else { continue };
            changed.insert(at, Vec::new());
            let (name, first) = (&contours[at].entity, &contours[original].entity);
            let bounds = contours[at].path.bounds();
            self.changes.push(RepairChange {
                remedy: Remedy::Remove,
                entities: vec![name.clone()],
                places: vec![bounds.map_or(Point::ORIGIN, |bounds| bounds.center())],
                message: format!("Deleted '{name}', which repeats '{first}'."),
            });
        }
        self.store_contours(&contours, &changed)
    }

    fn trim_overlaps(&mut self) -> Result<(), SceneError> {
        let (contours, tol) = self.contours()?;
        let meetings = Meetings::of(&contours, |_| true, tol);
        let mut gone: BTreeMap<usize, Vec<Stretch>> = BTreeMap::new();
        for overlap in &meetings.overlaps {
            // Of two open contours, the one in front is trimmed.
            let is_open = |stretch: &&Stretch| !contours[stretch.contour].path.closed;
            let trimmed = overlap
                .stretches
                .iter()
                .filter(is_open)
                .max_by_key(|stretch| stretch.contour);
            let Some(stretch) = trimmed else { continue };
            gone.entry(stretch.contour).or_default().push(*stretch);
            let name = &contours[stretch.contour].entity;
            let other = overlap
                .stretches
                .iter()
                .find(|other| other.contour != stretch.contour);
            let other = other.map_or(name, |other| &contours[other.contour].entity);
            self.changes.push(RepairChange {
                remedy: Remedy::Trim,
                entities: vec![name.clone()],
                places: vec![overlap.at],
                message: format!(
                    "Cut {} out of '{name}', which '{other}' also follows.",
                    length(overlap.length)
                ),
            });
        }
        let parts = |(at, stretches): (&usize, &Vec<Stretch>)| {
            let path = &contours[*at].path;
            let parts = remaining_parts(&path.segs, stretches, tol);
            (
                *at,
                parts.into_iter().map(|segs| Path::new(segs, false)).collect(),
            )
        };
        let changed: Changed = gone.iter().map(parts).collect();
        self.store_contours(&contours, &changed)
    }

    fn join_chains(&mut self) -> Result<(), SceneError> {
        let (contours, tol) = self.contours()?;
        let mut changed = Changed::new();
        for chain in chains(self.edit, &contours, |_| true, self.tolerance) {
            let gap = chain.widest();
            let is_gap = gap.is_some_and(|gap| gap.width > tol.merge);
            if gap.is_none() || !(chain.is_closed || is_gap) {
                continue;
            }
            let home = chain.replace(&contours, self.tolerance, &mut changed);
            self.changes.push(RepairChange {
                remedy: Remedy::Join,
                entities: each_once(chain.members.iter().map(|(at, _)| contours[*at].entity.clone())),
                places: chain.places(tol.merge),
                message: join_sentence(&chain, &contours, home, tol.merge),
            });
        }
        self.store_contours(&contours, &changed)
    }

    /// Stores the changed contours in their entities. An entity without contours is deleted, and the further parts of an
    /// open contour become entities.
    fn store_contours(&mut self, contours: &[Contour], changed: &Changed) -> Result<(), SceneError> {
        let touched = each_once(changed.keys().map(|at| contours[*at].entity.clone()));
        let mut positions: BTreeMap<&Name, usize> = BTreeMap::new();
        for (at, contour) in contours.iter().enumerate() {
            positions.entry(&contour.entity).or_insert(at);
        }
        for name in touched {
            let entity = self.edit.require(&name)?.clone();
            let own = of_entity(self.edit, &entity);
            let first = positions.get(&name).copied().unwrap_or_default();
            let mut paths: Vec<Path> = Vec::new();
            for (at, contour) in (first..).zip(&own) {
                match changed.get(&at) {
                    Some(new) => paths.extend(new.iter().cloned()),
                    None => paths.push(contour.path.clone()),
                }
            }
            let further = if own.len() == 1 && paths.len() > 1 {
                paths.split_off(1)
            } else {
                Vec::new()
            };
            if paths.is_empty() {
                self.edit.remove(&name)?;
                continue;
            }
            let shape = with_paths(self.edit, &entity, &paths).map_err(SceneError::Invalid)?;
            self.edit.set_shape(&name, shape)?;
            for path in further {
                self.add(&entity, &path)?;
            }
        }
        Ok(())
    }

    /// Adds a part of an open contour as an entity with the style, layer, and group of `like`.
    fn add(&mut self, like: &Entity, path: &Path) -> Result<(), SceneError> {
        let name = Name::new(&self.edit.free_name(&like.name)).map_err(SceneError::Invalid)?;
        let shape = Shape::of_path(path, None).map_err(SceneError::Invalid)?;
        self.edit.insert(&name, shape, like.style.clone(), false)?;
        self.edit.put_on_layer(&name, like.layer.as_ref())?;
        self.edit.set_as_drawn(&name, like.as_drawn)?;
        if let Some(parent) = &like.parent {
            self.edit.reparent(&name, Some(parent))?;
        }
        if !self.names.is_empty() {
            self.names.push(name.to_string());
        }
        Ok(())
    }
}

impl Chain {
    /// Puts the whole chain in place of its first contour, and nothing in place of the others. Returns the position of the
    /// first contour.
    fn replace(&self, contours: &[Contour], tolerance: f64, changed: &mut Changed) -> usize {
        let home = self.members.iter().map(|(at, _)| *at).min().unwrap_or_default();
        changed.extend(self.members.iter().map(|(at, _)| (*at, Vec::new())));
        changed.insert(home, vec![self.to_path(contours, tolerance)]);
        home
    }

    fn gaps_above(&self, merge: f64) -> impl Iterator<Item = &Gap> {
        self.gaps.iter().filter(move |gap| gap.width > merge)
    }

    /// Returns the place of each gap wider than `merge`, or else the first place where two contours meet.
    fn places(&self, merge: f64) -> Vec<Point> {
        let gaps: Vec<Point> = self.gaps_above(merge).map(|gap| gap.ends[0]).collect();
        match self.gaps.first() {
            Some(first) if gaps.is_empty() => vec![first.ends[0]],
            _ => gaps,
        }
    }
}

/// Returns the sentence of a join, with the width and the place of each gap wider than `merge`.
fn join_sentence(chain: &Chain, contours: &[Contour], home: usize, merge: f64) -> String {
    let names = each_once(chain.members.iter().map(|(at, _)| contours[*at].entity.clone()));
    let home = &contours[home].entity;
    let what = if chain.is_closed {
        "closed contour"
    } else {
        "contour"
    };
    let gaps: Vec<String> = chain
        .gaps_above(merge)
        .map(|gap| format!("{} at {}", length(gap.width), place(gap.ends[0])))
        .collect();
    let wide = match gaps.as_slice() {
        [] => String::new(),
        [gap] => format!("; the gap was {gap}"),
        gaps => format!("; the gaps were {}", gaps.join(", ")),
    };
    if names.len() == 1 {
        return format!("Closed '{home}'{wide}.");
    }
    format!("Joined {} as one {what} '{home}'{wide}.", quote_names(&names))
}
