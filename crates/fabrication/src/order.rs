//! Order of the cuts: inside contours before the contours around them, with short travel between the cuts.
//!
//! A contour inside another one is cut first, because a part that is cut loose moves. Loose lines and arcs whose ends meet
//! are one contour (`units.rs`). The order starts with the nearest
//! contour that may be cut, and is then improved by reversing stretches (2-opt). The result depends only on the drawing.

use super::containment::Containment;
use super::contour::{Contour, contours, is_cut};
use super::shapes::with_paths;
use super::units::{Unit, units};
use std::collections::BTreeMap;
use trammel_kernel::{Point, norm};
use trammel_scene::{Edit, Entity, Name, Scene, SceneError, Shape, Transform};

/// Contours up to which every pair of cuts is considered; longer lists consider nearby pairs.
const FULL_SEARCH: usize = 1000;

/// Cuts that a stretch may have in a longer list.
const NEARBY: usize = 50;

/// Rounds of improvement, at most.
const MAX_ROUNDS: usize = 12;

/// Cut of the order.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// Entity.
    pub entity: Name,
    /// Position among the paths of the entity.
    pub index: usize,
    /// Point at which the cut starts.
    pub start: Point,
    /// Point at which the cut ends; equal to the start for a closed contour.
    pub end: Point,
}

/// Order of the cuts.
#[derive(Clone, Debug, PartialEq)]
pub struct CutOrder {
    /// Cuts in order.
    pub cuts: Vec<Cut>,
    /// Length of the travel between the cuts, from the start of the machine.
    pub travel: f64,
    /// Length of the travel in the drawing order.
    pub travel_before: f64,
}

/// Returns the order of the cuts of the shown entities with these names, or of all of them for an empty list. The
/// machine starts at `from`.
///
/// # Errors
/// Returns an error if there is no entity with one of the names.
pub fn cut_order(scene: &Scene, names: &[String], from: Point) -> Result<CutOrder, SceneError> {
    let contours = contours(scene, names)?;
    let units = units(scene, &contours);
    let wholes: Vec<Contour> = units.iter().map(|unit| unit.contour.clone()).collect();
    let plan = Plan {
        ends: wholes.iter().map(ends).collect(),
        containment: Containment::of(&wholes, |_| true),
        from,
    };
    let mut steps = plan.nearest_first();
    plan.improve(&mut steps);
    let cut = |(at, is_reversed): (usize, bool)| {
        let [start, end] = orient(ends(&contours[at]), is_reversed);
        Cut {
            entity: contours[at].entity.clone(),
            index: contours[at].index,
            start,
            end,
        }
    };
    let members = steps.iter().flat_map(|step| step.members(&units[step.contour]));
    let cuts: Vec<Cut> = members.map(cut).collect();
    Ok(CutOrder {
        travel: travel(from, cuts.iter().map(|cut| [cut.start, cut.end])),
        travel_before: travel(from, contours.iter().map(ends)),
        cuts,
    })
}

/// Returns the length of the travel between cuts with these ends.
fn travel(from: Point, cuts: impl IntoIterator<Item = [Point; 2]>) -> f64 {
    let mut at = from;
    let mut sum = 0.0;
    for [start, end] in cuts {
        sum += norm(start - at);
        at = end;
    }
    sum
}

fn orient([start, end]: [Point; 2], is_reversed: bool) -> [Point; 2] {
    if is_reversed { [end, start] } else { [start, end] }
}

/// Returns the drawing with one entity for each contour, from back to front in the order of the cuts. Text and points
/// come first, and dimensions, leaders, and hatches last. There are no groups, because a group would keep its children together.
///
/// # Errors
/// Returns an error if an entity leaves the range of coordinates.
pub fn with_cut_order(scene: &Scene) -> Result<Scene, SceneError> {
    let order = cut_order(scene, &[], Point::ORIGIN)?;
    let mut paths: BTreeMap<(Name, usize), Contour> = BTreeMap::new();
    let mut count: BTreeMap<Name, usize> = BTreeMap::new();
    for contour in contours(scene, &[])? {
        *count.entry(contour.entity.clone()).or_default() += 1;
        paths.insert((contour.entity.clone(), contour.index), contour);
    }
    let mut edit = Edit::by_user(Scene::new(scene.name()).with_units(scene.units()));
    let mut definitions = (**scene.definitions()).clone();
    definitions.constraints.clear();
    edit.set_definitions(definitions)?;
    let is_note = |shape: &Shape| matches!(shape, Shape::Dimension(_) | Shape::Leader(_) | Shape::Hatch(_));
    let others = scene.walk().filter(|entity| {
        !(entity.shape.is_group() || is_cut(&entity.shape) && count.contains_key(&entity.name))
    });
    let (notes, others): (Vec<_>, Vec<_>) = others.partition(|entity| is_note(&entity.shape));
    for entity in others {
        insert_at_top(&mut edit, scene, entity, entity.shape.clone())?;
    }
    for cut in &order.cuts {
        let (Some(entity), Some(contour)) = (
            scene.get(&cut.entity),
            paths.get(&(cut.entity.clone(), cut.index)),
        ) else {
            continue;
        };
        let is_whole = count.get(&cut.entity) == Some(&1);
        let shape = if is_whole {
            entity.shape.clone()
        } else {
            with_paths(scene, entity, std::slice::from_ref(&contour.path)).map_err(SceneError::Invalid)?
        };
        insert_at_top(&mut edit, scene, entity, shape)?;
    }
    // A dimension, leader, or hatch follows entities, which therefore come before it.
    for entity in notes {
        insert_at_top(&mut edit, scene, entity, entity.shape.clone())?;
    }
    Ok(edit.finish().0)
}

/// Adds an entity at the top level, where it is in the drawing. The second part of an entity gets a free name.
fn insert_at_top(edit: &mut Edit, scene: &Scene, entity: &Entity, shape: Shape) -> Result<(), SceneError> {
    let name = match edit.get(&entity.name) {
        None => entity.name.clone(),
        Some(_) => Name::new(&edit.free_name(&entity.name)).map_err(SceneError::Invalid)?,
    };
    let map = scene.world_transform(&entity.name).unwrap_or_default();
    let pivot = entity.transform.pivot.unwrap_or_else(|| entity.shape.center());
    let transform = Transform {
        pivot: Some(pivot),
        ..entity.transform
    };
    let placed = transform.with_matrix(map, pivot);
    edit.insert(&name, shape, entity.style.clone(), false)?;
    edit.put_on_layer(&name, entity.layer.as_ref())?;
    edit.set_as_drawn(&name, entity.as_drawn)?;
    match placed {
        Some(placed) if !entity.transform.is_identity() || entity.parent.is_some() => {
            edit.set_transform(&name, placed)?;
        }
        _ => {}
    }
    let is_hidden = !scene.is_shown(entity);
    if is_hidden || entity.locked {
        edit.set_flags(
            &name,
            trammel_scene::Flags {
                locked: entity.locked,
                hidden: is_hidden,
            },
        )?;
    }
    Ok(())
}

fn ends(contour: &Contour) -> [Point; 2] {
    let start = contour.path.start().unwrap_or_default();
    contour.ends().unwrap_or([start, start])
}

/// Unit in an order, with its direction.
#[derive(Clone, Copy, Debug)]
struct Step {
    contour: usize,
    is_reversed: bool,
}

impl Step {
    /// Returns the contours of the unit in the order of the cut, each with whether it is reversed.
    fn members(self, unit: &Unit) -> Vec<(usize, bool)> {
        let mut members = unit.members.clone();
        if self.is_reversed {
            members.reverse();
            for (_, is_reversed) in &mut members {
                *is_reversed = !*is_reversed;
            }
        }
        members
    }
}

/// Units to order.
struct Plan {
    ends: Vec<[Point; 2]>,
    containment: Containment,
    from: Point,
}

impl Plan {
    fn ends(&self, step: Step) -> [Point; 2] {
        orient(self.ends[step.contour], step.is_reversed)
    }

    /// Returns the order that always continues with the nearest contour whose inside is cut.
    fn nearest_first(&self) -> Vec<Step> {
        let count = self.ends.len();
        let mut inside = vec![0_usize; count];
        for contour in 0..count {
            for around in self.containment.around(contour) {
                inside[*around] += 1;
            }
        }
        let mut ready: Vec<usize> = (0..count).filter(|contour| inside[*contour] == 0).collect();
        let mut steps: Vec<Step> = Vec::with_capacity(count);
        let mut at = self.from;
        while !ready.is_empty() {
            let mut best = (f64::INFINITY, 0, false);
            for (position, contour) in ready.iter().enumerate() {
                for (end, point) in self.ends[*contour].into_iter().enumerate() {
                    let far = norm(point - at);
                    let is_first = far == best.0 && *contour < ready[best.1];
                    if far < best.0 || (is_first && position != best.1) {
                        best = (far, position, end == 1);
                    }
                }
            }
            let step = Step {
                contour: ready.swap_remove(best.1),
                is_reversed: best.2,
            };
            at = self.ends(step)[1];
            steps.push(step);
            for around in self.containment.around(step.contour) {
                inside[*around] -= 1;
                if inside[*around] == 0 {
                    ready.push(*around);
                }
            }
        }
        steps
    }

    /// Shortens the travel by reversing stretches as long as that helps.
    fn improve(&self, steps: &mut [Step]) {
        let reach = if steps.len() <= FULL_SEARCH {
            steps.len()
        } else {
            NEARBY
        };
        for _ in 0..MAX_ROUNDS {
            let mut is_better = false;
            for first in 0..steps.len() {
                let before = if first == 0 {
                    self.from
                } else {
                    self.ends(steps[first - 1])[1]
                };
                for last in first..steps.len().min(first + reach) {
                    let [start, _] = self.ends(steps[first]);
                    let [_, end] = self.ends(steps[last]);
                    let after = steps.get(last + 1).map(|step| self.ends(*step)[0]);
                    let leave = |from: Point| after.map_or(0.0, |after| norm(after - from));
                    let gain = norm(start - before) + leave(end) - norm(end - before) - leave(start);
                    if gain > 1e-9 && self.may_reverse(&steps[first..=last]) {
                        steps[first..=last].reverse();
                        for step in &mut steps[first..=last] {
                            step.is_reversed = !step.is_reversed;
                        }
                        is_better = true;
                    }
                }
            }
            if !is_better {
                return;
            }
        }
    }

    /// Whether no contour of a stretch is inside another one of the stretch.
    fn may_reverse(&self, stretch: &[Step]) -> bool {
        let has = |contour: usize| stretch.iter().any(|step| step.contour == contour);
        stretch.iter().all(|step| {
            !self
                .containment
                .around(step.contour)
                .iter()
                .any(|around| has(*around))
        })
    }
}
