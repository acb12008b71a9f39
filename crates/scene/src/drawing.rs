//! Drawing: entities in a tree with a drawing order, and queries about them.
//!
//! Invariant: a name and a unit set by the code of the drawing ([`Edit::set_title`](super::Edit::set_title), stored in the
//! [`Definitions`]) take precedence over the defaults, which a document stores with its code.

use super::definitions::Definitions;
use super::entity::{Entity, Rank};
use super::error::SceneError;
use super::name::{Name, plain_name};
use super::units::Units;
use rustc_hash::FxHashMap;
use std::{
    collections::{BTreeMap, BTreeSet},
    iter::successors,
    sync::{Arc, OnceLock},
};
use trammel_base::visible::is_hidden;
use trammel_kernel::{Affine, Bounds, Path};
use trammel_text::hangul_is_here;

/// Maximum number of entities of a drawing.
pub const MAX_ENTITIES: usize = 10_000;

/// Maximum nesting depth of groups.
pub const MAX_DEPTH: usize = 32;

type Siblings = BTreeMap<Rank, Name>;

/// Read-only drawing; [`Edit`](super::Edit) changes it.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(super) default_name: Arc<str>,
    pub(super) default_units: Units,
    pub(super) entities: FxHashMap<Name, Arc<Entity>>,
    roots: Siblings,
    children: FxHashMap<Name, Siblings>,
    /// Names of dimensions, leaders and hatches, which may follow other entities.
    pub(super) annotations: BTreeSet<Name>,
    /// Names of the locked and hidden entities.
    pub(super) protected: BTreeSet<Name>,
    pub(super) definitions: Arc<Definitions>,
    /// Number of drawn pieces of all entities.
    pieces: usize,
    /// Bounds of the whole drawing since the last change, and whether the Hangul font was there.
    extent: OnceLock<(bool, Option<Bounds>)>,
}

impl Default for Scene {
    fn default() -> Scene {
        Scene::new("drawing")
    }
}

/// Equality of entities, their order, name and unit. Rank numbers are ignored.
impl PartialEq for Scene {
    fn eq(&self, other: &Scene) -> bool {
        self.name() == other.name()
            && self.units() == other.units()
            && self.definitions.same_drawing(&other.definitions)
            && self.len() == other.len()
            && self
                .walk()
                .zip(other.walk())
                .all(|(a, b)| a.name == b.name && a.same_drawing(b))
    }
}

impl Scene {
    /// Creates an empty drawing in millimeters.
    pub fn new(name: &str) -> Scene {
        Scene {
            default_name: name.into(),
            default_units: Units::Mm,
            entities: FxHashMap::default(),
            roots: Siblings::new(),
            children: FxHashMap::default(),
            annotations: BTreeSet::new(),
            protected: BTreeSet::new(),
            definitions: Arc::default(),
            pieces: 0,
            extent: OnceLock::new(),
        }
    }

    /// Returns the number of drawn pieces: lines of hatches, dashes, characters, and pieces of outlines.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// Returns the layers, constraints, and the name and unit set by the code.
    pub fn definitions(&self) -> &Arc<Definitions> {
        &self.definitions
    }

    /// Returns the number of entities, including groups.
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// Whether the drawing has no entities.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// Returns the entity with the given name.
    pub fn get(&self, name: &str) -> Option<&Arc<Entity>> {
        self.entities.get(name).or_else(|| {
            let present = name.contains(is_hidden).then(|| plain_name(name))?;
            self.entities.get(present.as_ref())
        })
    }

    /// Returns the name of an entity that an earlier version gave with hidden characters, and every other name as it is.
    pub(super) fn present_name<'a>(&'a self, name: &'a str) -> &'a str {
        self.get(name).map_or(name, |entity| entity.name.as_str())
    }

    /// Returns the entity with the given name.
    ///
    /// # Errors
    /// Returns [`SceneError::NotFound`] with similar names if the entity does not exist.
    pub fn require(&self, name: &str) -> Result<&Arc<Entity>, SceneError> {
        self.get(name).ok_or_else(|| {
            let names = self.walk().map(|entity| entity.name.as_str());
            SceneError::NotFound {
                name: name.to_owned(),
                similar: trammel_base::suggest::nearest(name, names),
            }
        })
    }

    /// Iterates over the children of a group, or of the drawing for `None`, from back to front.
    pub fn children(&self, parent: Option<&str>) -> impl DoubleEndedIterator<Item = &Arc<Entity>> {
        self.siblings(parent)
            .into_iter()
            .flat_map(BTreeMap::values)
            .filter_map(|name| self.entities.get(name))
    }

    /// Iterates over every entity from back to front, each group before its children.
    pub fn walk(&self) -> impl Iterator<Item = &Arc<Entity>> {
        let mut stack: Vec<Box<dyn Iterator<Item = &Arc<Entity>>>> = vec![Box::new(self.children(None))];
        std::iter::from_fn(move || {
            loop {
                let Some(entity) = stack.last_mut()?.next() else {
                    stack.pop();
                    continue;
                };
                if entity.shape.is_group() {
                    stack.push(Box::new(self.children(Some(&entity.name))));
                }
                return Some(entity);
            }
        })
    }

    /// Returns the map from an entity's local coordinates to world coordinates; `None` for an unknown name.
    pub fn world_transform(&self, name: &str) -> Option<Affine> {
        let entity = self.get(name)?;
        Some(self.parent_transform(entity) * entity.matrix())
    }

    /// Returns the map from the coordinates of an entity's parent to world coordinates.
    pub fn parent_transform(&self, entity: &Entity) -> Affine {
        let mut map = Affine::IDENTITY;
        let mut parent = entity.parent.as_ref();
        while let Some(group) = parent.and_then(|name| self.get(name)) {
            map = group.matrix() * map;
            parent = group.parent.as_ref();
        }
        map
    }

    /// Computes the exact world bounds of an entity, or of all descendants of a group; `None` for an unknown name or an
    /// empty group.
    pub fn world_bounds(&self, name: &str) -> Option<Bounds> {
        let entity = self.get(name)?;
        self.bounds_under(entity, &self.parent_transform(entity))
    }

    /// Returns the exact bounds of the whole drawing; `None` if it is empty. Computed once for each change.
    pub fn bounds(&self) -> Option<Bounds> {
        let compute = || {
            Bounds::union_all(
                self.children(None)
                    .filter_map(|entity| self.bounds_under(entity, &Affine::IDENTITY)),
            )
        };
        let font = hangul_is_here();
        match self.extent.get_or_init(|| (font, compute())) {
            (with, bounds) if *with == font => *bounds,
            // The font changes the bounds of texts.
            _ => compute(),
        }
    }

    /// Returns the names of an entity and of all descendants of a group; empty for an unknown name.
    pub fn with_members(&self, name: &str) -> Vec<Name> {
        let mut found: Vec<Name> = self
            .get(name)
            .map(|entity| entity.name.clone())
            .into_iter()
            .collect();
        let mut at = 0;
        while let Some(group) = found.get(at).cloned() {
            found.extend(self.children(Some(&group)).map(|child| child.name.clone()));
            at += 1;
        }
        found
    }

    /// Returns the groups that contain an entity, innermost first.
    pub fn ancestors(&self, name: &str) -> impl Iterator<Item = &Arc<Entity>> {
        let parent = |entity: &Arc<Entity>| entity.parent.as_ref().and_then(|group| self.get(group));
        successors(self.get(name).and_then(parent), move |entity| parent(entity))
    }

    /// Returns the entities whose groups are not in the list, in their order and each once: a change of a group also
    /// changes its members.
    #[must_use]
    pub fn outermost(&self, names: &[Name]) -> Vec<Name> {
        let listed: BTreeSet<&Name> = names.iter().collect();
        let mut seen = BTreeSet::new();
        let is_alone = |name: &&Name| !self.ancestors(name).any(|group| listed.contains(&group.name));
        let alone = names.iter().filter(is_alone);
        alone.filter(|name| seen.insert(*name)).cloned().collect()
    }

    /// Returns the outlines of an entity, or of all descendants of a group, in world coordinates; empty for an unknown
    /// name.
    pub fn world_paths(&self, name: &str) -> Vec<Path> {
        let mut out = Vec::new();
        if let Some(entity) = self.get(name) {
            self.paths_under(entity, &self.parent_transform(entity), &mut out);
        }
        out
    }

    fn paths_under(&self, entity: &Entity, parent: &Affine, out: &mut Vec<Path>) {
        let map = *parent * entity.matrix();
        out.extend(entity.shape.paths().iter().map(|path| path.transformed(&map)));
        if entity.shape.is_group() {
            for child in self.children(Some(&entity.name)) {
                self.paths_under(child, &map, out);
            }
        }
    }

    fn bounds_under(&self, entity: &Entity, parent: &Affine) -> Option<Bounds> {
        let map = *parent * entity.matrix();
        if entity.shape.is_group() {
            let children = self.children(Some(&entity.name));
            return Bounds::union_all(children.filter_map(|child| self.bounds_under(child, &map)));
        }
        entity.shape.bounds(&map)
    }

    /// Whether an entity is visible: neither it nor a group that contains it is hidden.
    pub fn is_shown(&self, entity: &Entity) -> bool {
        let parent = entity.parent.as_ref().and_then(|name| self.get(name));
        !entity.hidden && parent.is_none_or(|parent| self.is_shown(parent))
    }

    /// Whether `name` is `ancestor` or one of its descendants.
    pub fn is_within(&self, name: &str, ancestor: &str) -> bool {
        let ancestor = self.present_name(ancestor);
        let mut current = self.get(name);
        while let Some(entity) = current {
            if entity.name.as_str() == ancestor {
                return true;
            }
            current = entity.parent.as_ref().and_then(|parent| self.get(parent));
        }
        false
    }

    /// Returns the number of groups that contain an entity.
    pub fn depth(&self, name: &str) -> usize {
        let parent = |entity: &&Arc<Entity>| entity.parent.as_ref().and_then(|name| self.get(name));
        std::iter::successors(self.get(name), |entity| parent(entity))
            .skip(1)
            .count()
    }

    pub(super) fn siblings(&self, parent: Option<&str>) -> Option<&Siblings> {
        match parent {
            None => Some(&self.roots),
            Some(group) => self.children.get(self.present_name(group)),
        }
    }

    pub(super) fn siblings_mut(&mut self, parent: Option<&Name>) -> &mut Siblings {
        match parent {
            None => &mut self.roots,
            Some(group) => self.children.entry(group.clone()).or_default(),
        }
    }

    /// Inserts an entity, replacing the one with the same name.
    pub(super) fn put(&mut self, entity: Arc<Entity>) {
        self.extent = OnceLock::new();
        let (parent, rank, name) = (entity.parent.clone(), entity.rank, entity.name.clone());
        if entity.shape.is_annotation() {
            self.annotations.insert(name.clone());
        } else if !self.annotations.is_empty() {
            self.annotations.remove(&name);
        }
        if entity.locked || entity.hidden {
            self.protected.insert(name.clone());
        } else if !self.protected.is_empty() {
            self.protected.remove(&name);
        }
        self.pieces = self.pieces.saturating_add(entity.pieces());
        if let Some(old) = self.entities.insert(name.clone(), entity) {
            self.pieces = self.pieces.saturating_sub(old.pieces());
            if old.parent != parent || old.rank != rank {
                self.unlink(&old);
            }
        }
        self.siblings_mut(parent.as_ref()).insert(rank, name);
    }

    pub(super) fn take(&mut self, name: &str) -> Option<Arc<Entity>> {
        let old = self.entities.remove(name)?;
        self.extent = OnceLock::new();
        self.pieces = self.pieces.saturating_sub(old.pieces());
        self.annotations.remove(name);
        self.protected.remove(name);
        self.unlink(&old);
        Some(old)
    }

    pub(super) fn unlink(&mut self, old: &Entity) {
        let siblings = self.siblings_mut(old.parent.as_ref());
        if siblings.get(&old.rank) == Some(&old.name) {
            siblings.remove(&old.rank);
        }
        if siblings.is_empty()
            && let Some(parent) = &old.parent
        {
            self.children.remove(parent);
        }
    }
}

impl Scene {
    /// Returns the name of the drawing.
    pub fn name(&self) -> &str {
        self.definitions.name.as_ref().unwrap_or(&self.default_name)
    }

    /// Returns the physical unit of one drawing unit.
    pub fn units(&self) -> Units {
        self.definitions.units.unwrap_or(self.default_units)
    }

    /// Returns the name used if the code sets none.
    pub fn default_name(&self) -> &str {
        &self.default_name
    }

    /// Returns the unit used if the code sets none.
    pub fn default_units(&self) -> Units {
        self.default_units
    }

    /// Returns this drawing with other defaults; values set by the code stay.
    #[must_use]
    pub fn with_defaults(mut self, name: &str, units: Units) -> Scene {
        self.default_name = name.into();
        self.default_units = units;
        self
    }

    /// Returns this drawing with another default name and without a name set by the code.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Scene {
        self.default_name = name.into();
        if self.definitions.name.is_some() {
            Arc::make_mut(&mut self.definitions).name = None;
        }
        self
    }

    /// Returns this drawing with another default unit and without a unit set by the code; coordinates are not scaled.
    #[must_use]
    pub fn with_units(mut self, units: Units) -> Scene {
        self.default_units = units;
        if self.definitions.units.is_some() {
            Arc::make_mut(&mut self.definitions).units = None;
        }
        self
    }
}
