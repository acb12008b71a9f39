//! Mirror of the scene in reactive cells: one cell per entity, and one cell per group with the order of its
//! visible children.
//!
//! The document stays a plain [`Scene`]; only the mirror writes the cells, and only a [`Diff`] changes the
//! mirror. Invariants: a change of one entity sets exactly one cell; a list is set only if it differs; cells
//! are set before lists, so that a reader of a list finds a cell for each of its entities. The cell type is
//! defined by [`Cell`]: a signal in the page, a counter in tests.

use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use trammel_scene::{Diff, Entity, Name, Scene};

/// A container of a value that notifies its readers when the value is replaced.
pub trait Cell<T>: Clone {
    /// Creates a cell.
    fn fresh(value: T) -> Self;
    /// Replaces the value.
    fn put(&self, value: T);
}

/// A child in a list of drawn entities.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Child {
    /// Name of the entity.
    pub name: Name,
    /// Whether the entity is a group, which is drawn as a separate list.
    pub group: bool,
}

/// A list of visible children, back to front.
pub type Order = Arc<[Child]>;

/// The cells of a drawing.
pub struct Mirror<E, O> {
    entities: FxHashMap<Name, E>,
    orders: FxHashMap<Option<Name>, (O, Order)>,
}

impl<E, O> Default for Mirror<E, O> {
    fn default() -> Self {
        Self {
            entities: FxHashMap::default(),
            orders: FxHashMap::default(),
        }
    }
}

impl<E: Cell<Arc<Entity>>, O: Cell<Order>> Mirror<E, O> {
    /// Applies a change. `scene` is the drawing after the change.
    pub fn apply(&mut self, diff: &Diff, scene: &Scene) {
        let mut lists: IndexSet<Option<Name>> = IndexSet::new();
        for (name, change) in diff.iter() {
            match (&change.to, self.entities.get(name)) {
                (None, _) => {
                    self.entities.remove(name);
                    self.orders.remove(&Some(name.clone()));
                }
                (Some(to), Some(cell)) => cell.put(to.clone()),
                (Some(to), None) => {
                    self.entities.insert(name.clone(), E::fresh(to.clone()));
                }
            }
            for (one, other) in [(&change.from, &change.to), (&change.to, &change.from)] {
                if let Some(one) = one
                    && !other.as_ref().is_some_and(|other| same_place(one, other))
                {
                    lists.insert(one.parent.clone());
                    if one.shape.is_group() {
                        lists.insert(Some(name.clone()));
                    }
                }
            }
        }
        for parent in lists {
            if parent
                .as_ref()
                .is_none_or(|name| scene.get(name).is_some_and(|group| group.shape.is_group()))
            {
                self.set_order(parent.as_ref(), scene);
            }
        }
    }

    /// Returns the cell of an entity.
    #[must_use]
    pub fn entity(&self, name: &str) -> Option<&E> {
        self.entities.get(name)
    }

    /// Returns the cell with the visible children of a group, or of the drawing if `parent` is `None`.
    #[must_use]
    pub fn order(&mut self, parent: Option<&Name>) -> &O {
        let empty = || {
            let none: Order = Arc::from(Vec::new());
            (O::fresh(none.clone()), none)
        };
        &self.orders.entry(parent.cloned()).or_insert_with(empty).0
    }

    fn set_order(&mut self, parent: Option<&Name>, scene: &Scene) {
        let visible = scene
            .children(parent.map(Name::as_str))
            .filter(|entity| !entity.hidden);
        let list: Order = visible
            .map(|entity| Child {
                name: entity.name.clone(),
                group: entity.shape.is_group(),
            })
            .collect();
        match self.orders.get_mut(&parent.cloned()) {
            Some((cell, shown)) => {
                if *shown != list {
                    *shown = list.clone();
                    cell.put(list);
                }
            }
            None => {
                self.orders
                    .insert(parent.cloned(), (O::fresh(list.clone()), list));
            }
        }
    }
}

/// Whether an entity has the same place in the same list before and after a change.
fn same_place(a: &Entity, b: &Entity) -> bool {
    a.parent == b.parent
        && a.rank == b.rank
        && a.hidden == b.hidden
        && a.shape.is_group() == b.shape.is_group()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use std::{cell::RefCell, rc::Rc};
    use trammel_kernel::Point;
    use trammel_scene::{Change, Rank, Shape, Style, Transform};

    /// A cell that counts how often it was set after its creation.
    struct Counting<T>(Rc<RefCell<(T, usize)>>);

    impl<T> Clone for Counting<T> {
        fn clone(&self) -> Self {
            Self(self.0.clone())
        }
    }

    impl<T> Cell<T> for Counting<T> {
        fn fresh(value: T) -> Self {
            Self(Rc::new(RefCell::new((value, 0))))
        }
        fn put(&self, value: T) {
            let mut cell = self.0.borrow_mut();
            *cell = (value, cell.1 + 1);
        }
    }

    type TestMirror = Mirror<Counting<Arc<Entity>>, Counting<Order>>;

    fn circle(name: &str, rank: u64, parent: Option<&str>) -> Entity {
        Entity {
            name: Name::new(name).unwrap(),
            shape: Shape::Circle {
                center: Point::ORIGIN,
                radius: 1.0,
            },
            style: Arc::new(Style::default()),
            layer: None,
            transform: Transform::default(),
            parent: parent.map(|name| Name::new(name).unwrap()),
            rank: Rank(rank),
            locked: false,
            hidden: false,
            as_drawn: false,
        }
    }

    fn group(name: &str, rank: u64) -> Entity {
        Entity {
            shape: Shape::Group,
            ..circle(name, rank, None)
        }
    }

    fn put(scene: &mut Scene, entities: Vec<Entity>) -> Diff {
        let change = |entity: Entity| {
            let from = scene.get(&entity.name).cloned();
            (
                entity.name.clone(),
                Change {
                    from,
                    to: Some(Arc::new(entity)),
                },
            )
        };
        let diff = Diff::from_changes(entities.into_iter().map(change).collect::<Vec<_>>());
        scene.apply(&diff);
        diff
    }

    fn take(scene: &mut Scene, name: &str) -> Diff {
        let from = scene.get(name).cloned();
        let diff = Diff::from_changes([(Name::new(name).unwrap(), Change { from, to: None })]);
        scene.apply(&diff);
        diff
    }

    fn names(mirror: &mut TestMirror, parent: Option<&str>) -> String {
        let parent = parent.map(|name| Name::new(name).unwrap());
        let list = mirror.order(parent.as_ref()).0.borrow().0.clone();
        list.iter()
            .map(|child| child.name.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn sets(mirror: &mut TestMirror) -> (usize, usize) {
        let entities = mirror.entities.values().map(|cell| cell.0.borrow().1).sum();
        let lists = mirror.orders.values().map(|(cell, _)| cell.0.borrow().1).sum();
        (entities, lists)
    }

    fn many(count: u64) -> (Scene, TestMirror) {
        let mut scene = Scene::default();
        let diff = put(
            &mut scene,
            (0..count).map(|i| circle(&format!("c{i}"), i, None)).collect(),
        );
        let mut mirror = TestMirror::default();
        mirror.apply(&diff, &scene);
        assert_eq!(sets(&mut mirror), (0, 0));
        (scene, mirror)
    }

    #[test]
    fn moving_one_of_10_000_entities_sets_one_signal() {
        let (mut scene, mut mirror) = many(10_000);
        let mut moved = circle("c7", 7, None);
        moved.shape = Shape::Circle {
            center: Point::new(5.0, 0.0),
            radius: 1.0,
        };
        let diff = put(&mut scene, vec![moved]);
        mirror.apply(&diff, &scene);
        assert_eq!(sets(&mut mirror), (1, 0));
    }

    #[test]
    fn adding_removing_or_hiding_an_entity_sets_one_child_list() {
        let (mut scene, mut mirror) = many(3);
        let diff = put(&mut scene, vec![circle("c9", 9, None)]);
        mirror.apply(&diff, &scene);
        assert_eq!(names(&mut mirror, None), "c0 c1 c2 c9");
        let diff = take(&mut scene, "c1");
        mirror.apply(&diff, &scene);
        let hidden = Entity {
            hidden: true,
            ..circle("c2", 2, None)
        };
        let diff = put(&mut scene, vec![hidden]);
        mirror.apply(&diff, &scene);
        assert_eq!(names(&mut mirror, None), "c0 c9");
        assert_eq!(sets(&mut mirror), (1, 3));
        assert!(mirror.entity("c1").is_none());
    }

    #[test]
    fn a_new_rank_reorders_and_a_new_parent_updates_both_child_lists() {
        let (mut scene, mut mirror) = many(2);
        let diff = put(&mut scene, vec![group("g", 5), circle("c0", 9, None)]);
        mirror.apply(&diff, &scene);
        assert_eq!(names(&mut mirror, None), "c1 g c0");
        let diff = put(&mut scene, vec![circle("c1", 0, Some("g"))]);
        mirror.apply(&diff, &scene);
        assert_eq!(
            (
                names(&mut mirror, None).as_str(),
                names(&mut mirror, Some("g")).as_str()
            ),
            ("g c0", "c1")
        );
        let diff = take(&mut scene, "c1");
        mirror.apply(&diff, &scene);
        assert_eq!(names(&mut mirror, Some("g")), "");
    }

    #[test]
    fn an_unchanged_child_list_is_not_set() {
        let (mut scene, mut mirror) = many(3);
        let diff = put(&mut scene, vec![circle("c2", 40, None)]);
        mirror.apply(&diff, &scene);
        assert_eq!(sets(&mut mirror), (1, 0));
    }

    #[test]
    fn many_diffs_give_the_same_mirror_as_one_diff() {
        let mut scene = Scene::default();
        let mut mirror = TestMirror::default();
        let diff = put(
            &mut scene,
            vec![
                group("g", 1),
                circle("a", 0, Some("g")),
                circle("b", 1, Some("g")),
            ],
        );
        mirror.apply(&diff, &scene);
        let diff = put(&mut scene, vec![circle("b", 0, None), circle("c", 5, Some("g"))]);
        mirror.apply(&diff, &scene);
        let mut fresh = TestMirror::default();
        fresh.apply(&Scene::default().diff_to(&scene), &scene);
        assert_eq!(names(&mut fresh, Some("g")), "a c");
        for parent in [None, Some("g")] {
            assert_eq!(names(&mut mirror, parent), names(&mut fresh, parent));
        }
    }
}
