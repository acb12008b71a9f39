//! The only mutator of a drawing.
//!
//! An [`Edit`] owns the scene while it is being changed and remembers what each touched entity was before, so that
//! [`Edit::finish`] yields the exact difference and [`Edit::abort`] the scene as it was. Every method either succeeds
//! whole or changes nothing. Locked and hidden entities are refused here, in one place.

use super::{Change, Diff, Entity, MAX_DEPTH, MAX_ENTITIES, Name, Rank, Scene, SceneError, Shape, Style, Transform};
use crate::geometry::{Affine, Point, Vec2};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::ops::Deref;
use std::sync::Arc;

/// The distance between the ranks of neighbors that were drawn one after the other.
const RANK_STEP: u64 = 1 << 32;

/// Where to put an entity among its siblings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Nearest to the viewer.
    Front,
    /// Farthest from the viewer.
    Back,
    /// That many steps to the front, or to the back when negative.
    Steps(i64),
    /// Just in front of a sibling.
    Above(String),
    /// Just behind a sibling.
    Below(String),
}

/// A scene being changed.
#[derive(Debug, Default)]
pub struct Edit {
    scene: Scene,
    before: IndexMap<Name, Option<Arc<Entity>>, FxBuildHasher>,
    ignore_holds: bool,
}

impl Deref for Edit {
    type Target = Scene;
    fn deref(&self) -> &Scene {
        &self.scene
    }
}

impl Edit {
    /// Starts changing `scene`.
    pub fn new(scene: Scene) -> Edit {
        Edit { scene, before: IndexMap::default(), ignore_holds: false }
    }

    /// Starts changing `scene` on behalf of the user's own hand: locked and hidden entities obey too.
    pub fn by_user(scene: Scene) -> Edit {
        Edit { ignore_holds: true, ..Edit::new(scene) }
    }

    /// The scene as read by queries.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Whether anything was touched so far.
    pub fn is_touched(&self) -> bool {
        !self.before.is_empty()
    }

    /// Ends the edit: the changed scene and what changed.
    pub fn finish(self) -> (Scene, Diff) {
        let Edit { scene, before, .. } = self;
        let diff = Diff::from_changes(before.into_iter().map(|(name, from)| {
            let to = scene.get(&name).cloned();
            (name, Change { from, to })
        }));
        debug_assert_eq!(super::check(&scene), Vec::<String>::new(), "an edit left the scene inconsistent");
        (scene, diff)
    }

    /// Gives the edit up: the scene as it was.
    pub fn abort(self) -> Scene {
        let (mut scene, diff) = self.finish();
        scene.apply(&diff.inverse());
        scene
    }

    /// Draws a new entity in front of everything, or, with `replace`, in the place of the one of that name.
    ///
    /// # Errors
    /// The name is taken (or, replacing, held by the user), the shape makes no sense, or the drawing is full.
    pub fn insert(&mut self, name: &Name, shape: Shape, style: Arc<Style>, replace: bool) -> Result<(), SceneError> {
        shape.check().map_err(SceneError::Invalid)?;
        let (parent, rank) = match self.scene.get(name) {
            None => (None, None),
            Some(_) if !replace => {
                return Err(SceneError::Exists { name: name.to_string(), free: self.free_name(name) });
            }
            Some(old) => {
                let place = (old.parent.clone(), Some(old.rank));
                self.refuse_held(name)?;
                self.remove_tree(name);
                place
            }
        };
        if self.scene.len() >= MAX_ENTITIES {
            return Err(SceneError::TooMany { limit: MAX_ENTITIES });
        }
        let rank = rank.unwrap_or_else(|| self.front_rank(parent.as_ref()));
        let transform = Transform::default();
        let entity =
            Entity { name: name.clone(), shape, style, transform, parent, rank, locked: false, hidden: false };
        self.put(entity);
        Ok(())
    }

    /// Removes an entity, and with a group all that is in it.
    ///
    /// # Errors
    /// The entity does not exist, or it or one of its descendants is held by the user.
    pub fn remove(&mut self, name: &str) -> Result<(), SceneError> {
        self.require(name)?;
        self.refuse_held(name)?;
        self.remove_tree(name);
        Ok(())
    }

    /// Changes an entity's style.
    ///
    /// # Errors
    /// The entity does not exist, is held by the user, or is a group.
    pub fn set_style(&mut self, name: &str, style: Style) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        if old.shape.is_group() {
            return Err(SceneError::Invalid(format!("'{name}' is a group and has no style: style its children")));
        }
        self.put(Entity { style: Arc::new(style), ..(*old).clone() });
        Ok(())
    }

    /// Replaces what an entity is, keeping its name, style, placement and order.
    ///
    /// # Errors
    /// The entity does not exist, is held by the user, or the shape makes no sense.
    pub fn set_shape(&mut self, name: &str, shape: Shape) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        shape.check().map_err(SceneError::Invalid)?;
        // A default pivot follows the shape; what the entity is now must not jump because its center moved.
        let pivot = old.transform.pivot.or_else(|| (!old.transform.is_identity()).then(|| old.shape.center()));
        let transform = Transform { pivot, ..old.transform };
        self.put(Entity { shape, transform, ..(*old).clone() });
        Ok(())
    }

    /// Changes where an entity stands in its parent.
    ///
    /// # Errors
    /// The entity does not exist, is held by the user, or the result is not finite or collapsed.
    pub fn set_transform(&mut self, name: &str, transform: Transform) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        self.check_reach(&old, &transform)?;
        self.put(Entity { transform, ..(*old).clone() });
        Ok(())
    }

    /// Moves an entity by `map` as seen in the world, whatever groups it is in.
    ///
    /// # Errors
    /// The entity does not exist, is held by the user, or the result is not finite or collapsed.
    pub fn map_in_world(&mut self, name: &str, map: Affine) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        let parent = self.scene.parent_transform(&old);
        let local = parent.inverse() * map * parent * old.matrix();
        let collapsed = || SceneError::Invalid(format!("'{name}' would be collapsed or moved out of range"));
        let transform = old.transform.with_matrix(local, old.shape.center()).ok_or_else(collapsed)?;
        self.set_transform(name, transform)
    }

    /// Sets the fixed point of rotation and scale, in local coordinates; the entity does not move.
    ///
    /// # Errors
    /// The entity does not exist, is held by the user, or the result is not finite.
    pub fn set_pivot(&mut self, name: &str, pivot: Point) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        let moved: Vec2 = (old.matrix() * pivot) - pivot;
        let translate = if old.transform.is_identity() { Vec2::ZERO } else { moved };
        self.set_transform(name, Transform { pivot: Some(pivot), translate, ..old.transform })
    }

    /// Makes a group of `children`, which keep their places in the world; it stands where the front one stood.
    ///
    /// # Errors
    /// A child does not exist, is held by the user, stands in another group than the first, or the name is taken.
    pub fn group(&mut self, name: &Name, children: &[Name]) -> Result<(), SceneError> {
        let mut parent = None;
        for (i, child) in children.iter().enumerate() {
            let entity = self.changeable(child)?;
            if i == 0 {
                parent = entity.parent.clone();
            }
            if children[..i].contains(child) {
                return Err(SceneError::Invalid(format!("'{child}' is listed twice in children")));
            }
        }
        self.insert(name, Shape::Group, Style::shared_default(), false)?;
        let undo_insert = |edit: &mut Edit, error| {
            edit.remove_tree(name);
            Err(error)
        };
        if let Some(parent) = parent
            && let Err(error) = self.reparent(name, Some(&parent))
        {
            return undo_insert(self, error);
        }
        for child in children {
            if let Err(error) = self.may_enter(child, name) {
                return undo_insert(self, error);
            }
        }
        for child in children {
            self.reparent(child, Some(name))?;
        }
        Ok(())
    }

    /// Dissolves a group; its children stay where they are in the world and take its place in the order.
    ///
    /// # Errors
    /// The entity does not exist, is no group, or it or a child is held by the user.
    pub fn ungroup(&mut self, name: &str) -> Result<Vec<Name>, SceneError> {
        let group = self.changeable(name)?;
        if !group.shape.is_group() {
            return Err(SceneError::NotAGroup { name: name.to_owned(), kind: group.shape.kind() });
        }
        let children: Vec<Name> = self.children(Some(name)).map(|child| child.name.clone()).collect();
        for child in &children {
            self.refuse_held(child)?;
        }
        for child in &children {
            self.reparent(child, group.parent.as_ref())?;
            self.place(child, &Placement::Below(name.to_owned()))?;
        }
        self.remove_tree(name);
        Ok(children)
    }

    /// Puts an entity into a group, or into none; its place in the world stays.
    ///
    /// # Errors
    /// Either does not exist or is held by the user, the target is no group, or a group would hold itself.
    pub fn reparent(&mut self, name: &str, group: Option<&Name>) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        if old.parent.as_ref() == group {
            return Ok(());
        }
        let target = match group {
            None => Affine::IDENTITY,
            Some(group) => {
                self.may_enter(name, group)?;
                self.scene.world_transform(group).unwrap_or_default()
            }
        };
        let parent = self.scene.parent_transform(&old);
        let transform = if parent == target {
            old.transform
        } else {
            let local = target.inverse() * parent * old.matrix();
            let singular = || SceneError::Invalid(format!("'{name}' cannot keep its place in the world there"));
            old.transform.with_matrix(local, old.shape.center()).ok_or_else(singular)?
        };
        let rank = self.front_rank(group);
        self.put(Entity { transform, parent: group.cloned(), rank, ..(*old).clone() });
        Ok(())
    }

    /// Moves an entity in the order of its siblings.
    ///
    /// # Errors
    /// The entity or the sibling does not exist, is held by the user, or stands in another group.
    pub fn place(&mut self, name: &str, placement: &Placement) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        let order: Vec<Name> = self.children(old.parent.as_deref()).map(|e| e.name.clone()).collect();
        let at = order.iter().position(|n| n.as_str() == name).unwrap_or_default();
        let others: Vec<&Name> = order.iter().filter(|n| n.as_str() != name).collect();
        let sibling = |wanted: &String| {
            others.iter().position(|n| n.as_str() == wanted).ok_or_else(|| match self.scene.get(wanted) {
                Some(_) if wanted == name => SceneError::Invalid(format!("'{name}' cannot be placed relative to itself")),
                Some(_) => SceneError::Invalid(format!("'{wanted}' is not in the same group as '{name}'")),
                None => self.scene.require(wanted).err().unwrap_or(SceneError::Invalid(String::new())),
            })
        };
        let target = match placement {
            Placement::Front => others.len(),
            Placement::Back => 0,
            Placement::Steps(n) => at.saturating_add_signed(isize::try_from(*n).unwrap_or(0)).min(others.len()),
            Placement::Above(wanted) => sibling(wanted)? + 1,
            Placement::Below(wanted) => sibling(wanted)?,
        };
        if target == at {
            return Ok(());
        }
        let rank_at = |i: usize| others.get(i).and_then(|n| self.scene.get(n)).map(|e| e.rank.0);
        let below = if target == 0 { Some(0) } else { rank_at(target - 1) };
        let rank = match (below, rank_at(target)) {
            (Some(below), Some(above)) if above - below >= 2 => Some(below + (above - below) / 2),
            (Some(below), None) => below.checked_add(RANK_STEP),
            _ => None,
        };
        let Some(rank) = rank else {
            let others: Vec<Name> = others.into_iter().cloned().collect();
            self.renumber(&others, &old.name, target);
            return Ok(());
        };
        self.put(Entity { rank: Rank(rank), ..(*old).clone() });
        Ok(())
    }

    /// Gives an entity another name.
    ///
    /// # Errors
    /// It does not exist, is held by the user, or the new name is taken.
    pub fn rename(&mut self, name: &str, new_name: &Name) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        if self.scene.get(new_name).is_some() {
            return Err(SceneError::Exists { name: new_name.to_string(), free: self.free_name(new_name) });
        }
        let children: Vec<Arc<Entity>> = self.children(Some(name)).cloned().collect();
        self.touch(&old.name);
        self.scene.take(name);
        self.put(Entity { name: new_name.clone(), ..(*old).clone() });
        for child in children {
            self.put(Entity { parent: Some(new_name.clone()), ..(*child).clone() });
        }
        Ok(())
    }

    /// Holds or frees an entity, hides or shows it. Only the user does this: there is no tool for it.
    ///
    /// # Errors
    /// The entity does not exist.
    pub fn set_flags(&mut self, name: &str, locked: bool, hidden: bool) -> Result<(), SceneError> {
        let old = self.require(name)?.clone();
        self.put(Entity { locked, hidden, ..(*old).clone() });
        Ok(())
    }

    /// A name like `name` that is free.
    pub fn free_name(&self, name: &str) -> String {
        let stem: String = name.chars().take(190).collect();
        (2..).map(|n| format!("{stem}_{n}")).find(|free| self.scene.get(free).is_none()).unwrap_or(stem)
    }

    fn changeable(&self, name: &str) -> Result<Arc<Entity>, SceneError> {
        let entity = self.require(name)?.clone();
        self.refuse_held(name)?;
        Ok(entity)
    }

    /// Refuses to touch what the user locked or hid: the entity, a group it is in, or anything in it.
    fn refuse_held(&self, name: &str) -> Result<(), SceneError> {
        if self.ignore_holds {
            return Ok(());
        }
        let mut current = self.scene.get(name);
        while let Some(entity) = current {
            refuse(entity)?;
            current = entity.parent.as_ref().and_then(|parent| self.scene.get(parent));
        }
        self.refuse_held_children(name)
    }

    fn refuse_held_children(&self, name: &str) -> Result<(), SceneError> {
        self.children(Some(name)).try_for_each(|child| {
            refuse(child)?;
            if child.shape.is_group() { self.refuse_held_children(&child.name) } else { Ok(()) }
        })
    }

    fn may_enter(&self, name: &str, group: &str) -> Result<(), SceneError> {
        let target = self.changeable(group)?;
        if !target.shape.is_group() {
            return Err(SceneError::NotAGroup { name: group.to_owned(), kind: target.shape.kind() });
        }
        if self.scene.is_within(group, name) {
            return Err(SceneError::Cycle { group: group.to_owned(), entity: name.to_owned() });
        }
        if self.scene.depth(group) + 1 + self.height(name) > MAX_DEPTH {
            return Err(SceneError::Invalid(format!("groups may be nested {MAX_DEPTH} deep")));
        }
        Ok(())
    }

    fn height(&self, name: &str) -> usize {
        self.children(Some(name)).map(|child| 1 + self.height(&child.name)).max().unwrap_or(0)
    }

    fn check_reach(&self, entity: &Entity, transform: &Transform) -> Result<(), SceneError> {
        let name = &entity.name;
        if !transform.is_finite() {
            return Err(SceneError::Invalid(format!("'{name}' would be collapsed or not finite")));
        }
        let map = self.scene.parent_transform(entity) * transform.matrix(entity.shape.center());
        let reach = entity.shape.bounds(&map).map_or(0.0, |bounds| bounds.magnitude());
        if reach > super::MAX_COORDINATE {
            return Err(SceneError::Invalid(format!("'{name}' would leave the drawing's range of ±1e9")));
        }
        Ok(())
    }

    fn front_rank(&self, parent: Option<&Name>) -> Rank {
        let last = self.scene.siblings(parent.map(Name::as_str)).and_then(|s| s.last_key_value());
        Rank(last.map_or(RANK_STEP, |(rank, _)| rank.0.saturating_add(RANK_STEP)))
    }

    fn renumber(&mut self, others: &[Name], moved: &Name, target: usize) {
        let (back, front) = others.split_at(target.min(others.len()));
        let order = back.iter().chain(std::iter::once(moved)).chain(front);
        for (rank, name) in (1..).map(|i| Rank(i * RANK_STEP)).zip(order) {
            if let Some(entity) = self.scene.get(name).cloned() {
                self.put(Entity { rank, ..(*entity).clone() });
            }
        }
    }

    fn remove_tree(&mut self, name: &str) {
        let children: Vec<Name> = self.children(Some(name)).map(|child| child.name.clone()).collect();
        for child in children {
            self.remove_tree(&child);
        }
        if let Some(entity) = self.scene.get(name).cloned() {
            self.touch(&entity.name);
            self.scene.take(name);
        }
    }

    fn put(&mut self, entity: Entity) {
        self.touch(&entity.name);
        self.scene.put(Arc::new(entity));
    }

    fn touch(&mut self, name: &Name) {
        if !self.before.contains_key(name) {
            self.before.insert(name.clone(), self.scene.get(name).cloned());
        }
    }
}

fn refuse(entity: &Entity) -> Result<(), SceneError> {
    if entity.locked {
        return Err(SceneError::Locked { name: entity.name.to_string() });
    }
    if entity.hidden {
        return Err(SceneError::Hidden { name: entity.name.to_string() });
    }
    Ok(())
}
