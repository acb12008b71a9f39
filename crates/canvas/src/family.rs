//! Relations of entities in the group tree that editing needs: outermost entities, neighbors, and locks.

use super::hit_test;
use std::collections::BTreeSet;
use std::iter::successors;
use std::sync::Arc;
use trammel_scene::{Entity, Name, Scene};

/// Returns the entities whose groups are not in the list, in their order: a change of a group also changes its members.
#[must_use]
pub fn outermost(scene: &Scene, names: &[Name]) -> Vec<Name> {
    let chosen: BTreeSet<&Name> = names.iter().collect();
    let is_alone = |name: &&Name| !ancestors(scene, name).any(|group| chosen.contains(&group.name));
    names.iter().filter(is_alone).cloned().collect()
}

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

/// Returns the reason, in English and Korean, why an entity of the list must not be changed, because the entity, a group
/// that contains it, or a member is locked or hidden.
#[must_use]
pub fn refusal(scene: &Scene, names: &[Name]) -> Option<[String; 2]> {
    names
        .iter()
        .find_map(|name| {
            let own = scene.get(name).and_then(|entity| protected(scene, entity));
            own.or_else(|| ancestors(scene, name).find(|group| group.locked || group.hidden))
        })
        .map(|entity| {
            let name = &entity.name;
            if entity.locked {
                [
                    format!("\"{name}\" is locked. Unlock it first."),
                    format!("\"{name}\" 항목이 잠겨 있어요. 먼저 잠금을 푸세요."),
                ]
            } else {
                [
                    format!("\"{name}\" is hidden. Show it first."),
                    format!("\"{name}\" 항목이 숨겨져 있어요. 먼저 표시하세요."),
                ]
            }
        })
}

/// Returns the entity or its first member that is locked or hidden.
fn protected<'a>(scene: &'a Scene, entity: &'a Arc<Entity>) -> Option<&'a Arc<Entity>> {
    if entity.locked || entity.hidden {
        return Some(entity);
    }
    scene
        .children(Some(&entity.name))
        .find_map(|child| protected(scene, child))
}

/// Whether an entity or a group that contains it is in the set.
#[must_use]
pub fn is_among(scene: &Scene, entity: &Entity, names: &BTreeSet<&Name>) -> bool {
    names.contains(&entity.name) || ancestors(scene, &entity.name).any(|group| names.contains(&group.name))
}

/// Returns the groups that contain an entity, innermost first.
#[must_use]
pub fn ancestor_names(scene: &Scene, name: &str) -> Vec<Name> {
    ancestors(scene, name).map(|group| group.name.clone()).collect()
}

/// Iterates over the groups that contain an entity, innermost first.
fn ancestors<'a>(scene: &'a Scene, name: &str) -> impl Iterator<Item = &'a Arc<Entity>> {
    let parent = |entity: &Arc<Entity>| entity.parent.as_ref().and_then(|group| scene.get(group));
    successors(scene.get(name).and_then(parent), move |entity| parent(entity))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
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
        assert_eq!(texts(&outermost(&scene, &all)), ["c", "g", "a"]);
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

    #[test]
    fn a_lock_of_a_group_or_a_member_is_a_reason() {
        let mut edit = edit();
        assert_eq!(refusal(edit.scene(), &[name("g")]), None);
        let locked = Flags {
            locked: true,
            hidden: false,
        };
        edit.set_flags("y", locked).unwrap();
        edit.set_flags("a", Flags::HIDDEN).unwrap();
        let scene = edit.finish().0;
        let reason = |text: &str| refusal(&scene, &[name("b"), name(text)]).map(|[english, _]| english);
        assert_eq!(reason("g").unwrap(), "\"y\" is locked. Unlock it first.");
        assert_eq!(reason("a").unwrap(), "\"a\" is hidden. Show it first.");
        assert_eq!(reason("x"), None);
    }
}
