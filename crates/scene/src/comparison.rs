//! Comparison of two drawings by the names and the geometry of their entities.
//!
//! Numbers that differ only by rounding are equal, and so are a shape that was moved and the same shape with a translation.
//! [`same_drawing`] compares whole drawings, also the order of entities. [`changed_items`] lists what a reader of both
//! drawings would call the changes: a group that was added or deleted is one item with the members that came or went with it, an entity with
//! another name is a new name, and the order and the flags of the user do not count.

use super::drawing::Scene;
use super::entity::Entity;
use super::name::Name;
use super::shape::Shape;
use super::text::Text;
use std::collections::BTreeMap;
use std::sync::Arc;
use trammel_kernel::{Affine, Path, Seg, Vec2};

/// Relative difference of coordinates that comes from another order of operations.
const RELATIVE: f64 = 1e-9;

/// Whether both drawings have the same entities in the same order, with equal styles, layers, and groups, and with
/// outlines that differ by at most `tolerance` in their groups. A shape that was moved equals a shape with a
/// translation.
pub fn same_drawing(a: &Scene, b: &Scene, tolerance: f64) -> bool {
    a.len() == b.len()
        && a.definitions() == b.definitions()
        && (a.name(), a.units()) == (b.name(), b.units())
        && a.walk().zip(b.walk()).all(|(a, b)| same_entity(a, b, tolerance))
}

/// Returns the names of the entities that differ, or that only one of the drawings has.
pub fn differing<'s>(a: &'s Scene, b: &'s Scene, tolerance: f64) -> impl Iterator<Item = &'s Name> {
    let differs = move |one: &&Arc<Entity>| {
        let other = b.get(&one.name);
        !other.is_some_and(|other| same_entity(one, other, tolerance))
    };
    let is_new = |one: &&Arc<Entity>| a.get(&one.name).is_none();
    let both = a.walk().filter(differs).chain(b.walk().filter(is_new));
    both.map(|entity| &entity.name)
}

/// Maximum number of pairs of a deleted and an added entity that are compared for a new name.
const MOST_PAIRS: usize = 1_000_000;

/// Difference of an entity or a group between two drawings.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedItem {
    /// Entity before; `None` if it was added.
    pub before: Option<Arc<Entity>>,
    /// Entity after; `None` if it was deleted.
    pub after: Option<Arc<Entity>>,
}

/// Kind of a changed item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ItemKind {
    /// The item is only in the drawing after.
    Added,
    /// The item is in both drawings with other values.
    Changed,
    /// The item is in both drawings with another name.
    Renamed,
    /// The item is only in the drawing before.
    Deleted,
}

impl ChangedItem {
    /// Returns the kind of the change.
    pub fn kind(&self) -> ItemKind {
        match (&self.before, &self.after) {
            (None, _) => ItemKind::Added,
            (_, None) => ItemKind::Deleted,
            (Some(before), Some(after)) if before.name == after.name => ItemKind::Changed,
            _ => ItemKind::Renamed,
        }
    }

    /// Returns the present name; that before for a deleted item.
    pub fn name(&self) -> Option<&Name> {
        let entity = self.after.as_ref().or(self.before.as_ref());
        entity.map(|entity| &entity.name)
    }
}

/// Returns the items that differ between two drawings: those of the drawing after in its order, then the deleted ones. The
/// members of an added or deleted group are part of its item.
pub fn changed_items(before: &Scene, after: &Scene) -> Vec<ChangedItem> {
    let new_names = new_names(before, after);
    let old_of: BTreeMap<&Name, &Name> =
        trammel_base::sort::map(new_names.iter().map(|(old, new)| (*new, *old)));
    let before_of = |name: &Name| {
        let entity = before.get(name);
        entity.or_else(|| before.get(old_of.get(name)?))
    };
    let mut items = Vec::new();
    for entity in after.walk() {
        let old = before_of(&entity.name);
        let is_in_item = |parent: &Name| old.is_none() && before_of(parent).is_none();
        if entity.parent.as_ref().is_some_and(is_in_item) {
            continue;
        }
        let is_same = old.is_some_and(|old| {
            let parent = old.parent.as_ref();
            let parent = parent.map(|parent| *new_names.get(parent).unwrap_or(&parent));
            // A group that was added or deleted is an item, and what it holds or held is the same.
            let is_regrouped = parent != entity.parent.as_ref()
                && parent.is_none_or(|parent| has_group(after, parent))
                && entity
                    .parent
                    .as_ref()
                    .is_none_or(|parent| before_of(parent).is_some_and(|old| old.shape.is_group()));
            old.name == entity.name && !is_regrouped && same_content(old, entity, 0.0)
        });
        if !is_same {
            items.push(ChangedItem {
                before: old.cloned(),
                after: Some(entity.clone()),
            });
        }
    }
    let is_gone = |name: &Name| after.get(name).is_none() && !new_names.contains_key(name);
    for entity in before.walk().filter(|entity| is_gone(&entity.name)) {
        if !entity.parent.as_ref().is_some_and(is_gone) {
            items.push(ChangedItem {
                before: Some(entity.clone()),
                after: None,
            });
        }
    }
    items
}

/// Whether a drawing has a group with this name.
pub fn has_group(scene: &Scene, name: &Name) -> bool {
    scene.get(name).is_some_and(|entity| entity.shape.is_group())
}

/// Returns the new names of the entities that are the same under another name, by their names before.
fn new_names<'s>(before: &'s Scene, after: &'s Scene) -> BTreeMap<&'s Name, &'s Name> {
    let mut added: Vec<&Arc<Entity>> = after
        .walk()
        .filter(|entity| before.get(&entity.name).is_none())
        .collect();
    let deleted = before.walk().filter(|entity| after.get(&entity.name).is_none());
    let mut found = BTreeMap::new();
    if added.len().saturating_mul(deleted.count()) > MOST_PAIRS {
        return found;
    }
    for old in before.walk().filter(|entity| after.get(&entity.name).is_none()) {
        let is_same = |new: &&Arc<Entity>| {
            let members = |scene: &Scene, name: &Name| {
                let members = scene.children(Some(name)).map(|member| member.name.clone());
                members.collect::<Vec<Name>>()
            };
            old.parent == new.parent
                && same_content(old, new, 0.0)
                && (!old.shape.is_group() || members(before, &old.name) == members(after, &new.name))
        };
        if let Some(at) = added.iter().position(is_same) {
            found.insert(&old.name, &added.remove(at).name);
        }
    }
    found
}

fn same_entity(a: &Entity, b: &Entity, tolerance: f64) -> bool {
    a.name == b.name && a.parent == b.parent && a.flags() == b.flags() && same_content(a, b, tolerance)
}

/// Whether two entities have the same layer, style, and geometry in their groups.
pub fn same_content(a: &Entity, b: &Entity, tolerance: f64) -> bool {
    if a.layer != b.layer {
        return false;
    }
    if a.style != b.style || a.as_drawn != b.as_drawn {
        return false;
    }
    if a.shape == b.shape && a.transform == b.transform {
        return true;
    }
    if let (Shape::Text(text_a), Shape::Text(text_b)) = (&a.shape, &b.shape) {
        return same_placed_text(text_a, text_b, [a.matrix(), b.matrix()], tolerance);
    }
    let same_text = match (&a.shape, &b.shape) {
        (Shape::Hatch(a), Shape::Hatch(b)) => a.pattern == b.pattern,
        (a, b) => a.kind() == b.kind(),
    };
    let (map_a, map_b) = (a.matrix(), b.matrix());
    if a.shape.is_group() || b.shape.is_group() {
        return same_text && same_map(map_a, map_b, tolerance);
    }
    let (a, b) = (a.shape.paths(), b.shape.paths());
    same_text
        && a.len() == b.len()
        && a.iter()
            .zip(&b)
            .all(|(a, b)| same_path(&a.transformed(&map_a), &b.transformed(&map_b), tolerance))
}

/// Compares the place, the size, and the direction of two texts, which determine their outlines.
fn same_placed_text(a: &Text, b: &Text, [map_a, map_b]: [Affine; 2], tolerance: f64) -> bool {
    let is_same = (&a.text, a.align, a.valign) == (&b.text, b.align, b.valign);
    let corners = |text: &Text, map: Affine| {
        let (sin, cos) = libm::sincos(text.angle);
        let along = Vec2::new(cos, sin) * text.size;
        let across = Vec2::new(-along.y, along.x);
        [text.at, text.at + along, text.at + across].map(|corner| map * corner)
    };
    let both = corners(a, map_a).into_iter().zip(corners(b, map_b));
    let mut places = both.into_iter();
    is_same && places.all(|(a, b)| same_number(a.x, b.x, tolerance) && same_number(a.y, b.y, tolerance))
}

fn same_map(a: Affine, b: Affine, tolerance: f64) -> bool {
    let both = a.as_coeffs().into_iter().zip(b.as_coeffs());
    both.into_iter().all(|(a, b)| same_number(a, b, tolerance))
}

fn same_path(a: &Path, b: &Path, tolerance: f64) -> bool {
    a.closed == b.closed
        && a.segs.len() == b.segs.len()
        && a.segs.iter().zip(&b.segs).all(|(a, b)| same_seg(a, b, tolerance))
}

/// Compares four points of two segments, which determine an arc or a cubic.
fn same_seg(a: &Seg, b: &Seg, tolerance: f64) -> bool {
    [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0].into_iter().all(|u| {
        let (a, b) = (a.point_at(u), b.point_at(u));
        same_number(a.x, b.x, tolerance) && same_number(a.y, b.y, tolerance)
    })
}

fn same_number(a: f64, b: f64, tolerance: f64) -> bool {
    let size = a.abs().max(b.abs()).max(1.0);
    (a - b).abs() <= tolerance.max(RELATIVE * size)
}
