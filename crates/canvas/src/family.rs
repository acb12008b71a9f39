//! Relations of entities in the group tree that editing needs: drawing order and neighbors.

use super::hit_test;
use std::collections::BTreeSet;
use trammel_scene::{Entity, Name, Scene};

/// Returns the entities in their drawing order, from back to front.
#[must_use]
pub fn in_drawing_order(scene: &Scene, names: &[Name]) -> Vec<Name> {
    let chosen: BTreeSet<&Name> = names.iter().collect();
    let all = scene.walk().map(|entity| &entity.name);
    all.filter(|name| chosen.contains(name)).cloned().collect()
}

/// Returns the next entity of the same group in drawing order, or the previous one; `None` at the end.
#[must_use]
pub fn neighbor(scene: &Scene, name: &str, back: bool) -> Option<Name> {
    let entity = scene.get(name)?;
    let siblings = hit_test::inside(scene, entity.parent.as_deref());
    let at = siblings.iter().position(|sibling| **sibling == *name)?;
    let to = if back { at.checked_sub(1)? } else { at + 1 };
    siblings.get(to).cloned()
}

/// Whether an entity or a group that contains it is in the set.
#[must_use]
pub fn is_among(scene: &Scene, entity: &Entity, names: &BTreeSet<&Name>) -> bool {
    names.contains(&entity.name)
        || scene
            .ancestors(&entity.name)
            .any(|group| names.contains(&group.name))
}

/// Returns the groups that contain an entity, innermost first.
#[must_use]
pub fn ancestor_names(scene: &Scene, name: &str) -> Vec<Name> {
    scene.ancestors(name).map(|group| group.name.clone()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::sync::Arc;
    use trammel_kernel::Point;
    use trammel_scene::{Edit, Flags, Shape};

    fn name(text: &str) -> Name {
        Name::new(text).unwrap()
    }

    fn texts(names: &[Name]) -> Vec<&str> {
        names.iter().map(Name::as_str).collect()
    }

    /// Creates the entities `a`, `b`, `c`, and the group `g` of `x` and `y`.
    fn edit() -> Edit {
        let mut edit = Edit::by_user(Scene::default());
        for text in ["x", "y", "a", "b", "c"] {
            let shape = Shape::Point { at: Point::ORIGIN };
            edit.insert(&name(text), shape, Arc::default(), false).unwrap();
        }
        edit.group(&name("g"), &[name("x"), name("y")]).unwrap();
        edit
    }

    #[test]
    fn members_of_listed_groups_are_left_out() {
        let scene = edit().finish().0;
        let all = ["c", "x", "g", "a"].map(name);
        assert_eq!(texts(&scene.outermost(&all)), ["c", "g", "a"]);
        assert_eq!(texts(&in_drawing_order(&scene, &all)), ["a", "c", "g", "x"]);
    }

    #[test]
    fn neighbors_are_siblings_that_can_be_picked() {
        let mut edit = edit();
        edit.set_flags("b", Flags::HIDDEN).unwrap();
        let scene = edit.finish().0;
        let next = |text: &str, back| neighbor(&scene, text, back).map(|name| name.to_string());
        assert_eq!(next("a", false).as_deref(), Some("c"));
        assert_eq!(next("c", true).as_deref(), Some("a"));
        assert_eq!((next("g", false), next("a", true)), (None, None));
        assert_eq!(next("x", false).as_deref(), Some("y"));
    }
}
