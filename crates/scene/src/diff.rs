//! Difference between two states of a drawing, entity by entity.
//!
//! Invariants: `scene.apply(d)` followed by `scene.apply(d.inverse())` restores the scene exactly, including the order,
//! because the rank among siblings is part of the entity. `a.then(b)` equals applying `a` and then `b`. The same type
//! serves undo, canvas updates, the outcome of a worker, and the list of changes reported to a model.

use super::definitions::Definitions;
use super::drawing::Scene;
use super::entity::Entity;
use super::name::Name;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Entity before and after a change; `None` on the side where the entity does not exist.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Entity before the change, if it existed.
    pub from: Option<Arc<Entity>>,
    /// Entity after the change, if it exists.
    pub to: Option<Arc<Entity>>,
}

/// Set of changes, in the order in which the entities were first touched.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Diff {
    changes: IndexMap<Name, Change, FxBuildHasher>,
    /// Definitions before and after, if they changed.
    definitions: Option<(Arc<Definitions>, Arc<Definitions>)>,
}

impl Diff {
    /// Builds a diff from named changes, leaving out those with equal sides.
    pub fn from_changes(changes: impl IntoIterator<Item = (Name, Change)>) -> Diff {
        Diff {
            changes: changes
                .into_iter()
                .filter(|(_, change)| change.from != change.to)
                .collect(),
            definitions: None,
        }
    }

    /// Returns this diff with a change of the definitions added, unless `from` equals `to`.
    #[must_use]
    pub fn with_definitions(mut self, from: &Arc<Definitions>, to: &Arc<Definitions>) -> Diff {
        self.definitions = (from != to).then(|| (from.clone(), to.clone()));
        self
    }

    /// Returns the definitions before and after, if they changed.
    pub fn definitions(&self) -> Option<(&Arc<Definitions>, &Arc<Definitions>)> {
        self.definitions.as_ref().map(|(from, to)| (from, to))
    }

    /// Whether neither entities nor definitions changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.definitions.is_none()
    }

    /// Returns the number of changed entities.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Iterates over the changes of entities, in the order of first touch.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Name, &Change)> {
        self.changes.iter()
    }

    /// Returns the change of one entity.
    pub fn get(&self, name: &str) -> Option<&Change> {
        self.changes.get(name)
    }

    /// Iterates over the entities that exist only after the change.
    pub fn added_entities(&self) -> impl Iterator<Item = &Arc<Entity>> {
        self.changes
            .values()
            .filter(|c| c.from.is_none())
            .filter_map(|c| c.to.as_ref())
    }

    /// Iterates over the entities that exist before and after the change, as pairs.
    pub fn updated_entities(&self) -> impl Iterator<Item = (&Arc<Entity>, &Arc<Entity>)> {
        self.changes
            .values()
            .filter_map(|c| Some((c.from.as_ref()?, c.to.as_ref()?)))
    }

    /// Iterates over the entities that exist only before the change.
    pub fn removed_entities(&self) -> impl Iterator<Item = &Arc<Entity>> {
        self.changes
            .values()
            .filter(|c| c.to.is_none())
            .filter_map(|c| c.from.as_ref())
    }

    /// Returns the diff that reverts this one.
    #[must_use]
    pub fn inverse(&self) -> Diff {
        let swap = |(name, change): (&Name, &Change)| {
            (
                name.clone(),
                Change {
                    from: change.to.clone(),
                    to: change.from.clone(),
                },
            )
        };
        Diff {
            changes: self.changes.iter().map(swap).collect(),
            definitions: self.definitions.clone().map(|(from, to)| (to, from)),
        }
    }

    /// Appends a later diff, so that this diff leads from the first state to the last.
    pub fn then(&mut self, later: Diff) {
        if let Some((from, to)) = later.definitions {
            let from = self.definitions.take().map_or(from, |(first, _)| first);
            self.definitions = (from != to).then_some((from, to));
        }
        for (name, change) in later.changes {
            match self.changes.entry(name) {
                indexmap::map::Entry::Vacant(slot) => {
                    slot.insert(change);
                }
                indexmap::map::Entry::Occupied(mut slot) => {
                    slot.get_mut().to = change.to;
                    if slot.get().from == slot.get().to {
                        slot.shift_remove();
                    }
                }
            }
        }
    }
}

impl Scene {
    /// Applies a diff: removes, then inserts or replaces entities, then replaces the definitions.
    pub fn apply(&mut self, diff: &Diff) {
        for (name, change) in diff.iter() {
            if change.to.is_none() {
                self.take(name);
            }
        }
        for (_, change) in diff.iter() {
            if let Some(to) = &change.to {
                self.put(to.clone());
            }
        }
        if let Some((_, to)) = diff.definitions() {
            self.definitions = to.clone();
        }
    }

    /// Computes the diff from `self` to `later`, including differences in rank numbers. For a drawing rebuilt by its
    /// code, call [`Scene::with_ranks_of`] first.
    pub fn diff_to(&self, later: &Scene) -> Diff {
        let gone = self.walk().filter(|e| later.get(&e.name).is_none());
        let gone = gone.map(|e| {
            (
                e.name.clone(),
                Change {
                    from: Some(e.clone()),
                    to: None,
                },
            )
        });
        let kept = later.walk().map(|e| {
            (
                e.name.clone(),
                Change {
                    from: self.get(&e.name).cloned(),
                    to: Some(e.clone()),
                },
            )
        });
        Diff::from_changes(gone.chain(kept)).with_definitions(&self.definitions, &later.definitions)
    }
}
