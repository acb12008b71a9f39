//! Entities that the user has locked or hidden, and the refusals of changes of them, of their members, and of the groups that
//! contain them.

use std::iter::successors;
use std::sync::Arc;
use trammel_scene::{Entity, Name, Scene};

/// Entity that protects an entity from changes: the entity itself, a group that contains it, or a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Protection {
    /// This entity is locked.
    Locked(Name),
    /// This entity is hidden.
    Hidden(Name),
}

impl Protection {
    /// Returns the entity that protects `entity`; `None` if it can be changed.
    #[must_use]
    pub fn of(scene: &Scene, entity: &Entity) -> Option<Protection> {
        let parent = |entity: &&Entity| Some(&**scene.get(entity.parent.as_deref()?)?);
        successors(Some(entity), parent)
            .find_map(Protection::of_itself)
            .or_else(|| Protection::of_members(scene, entity))
    }

    fn of_members(scene: &Scene, group: &Entity) -> Option<Protection> {
        let of_member = |child: &Arc<Entity>| {
            Protection::of_itself(child).or_else(|| Protection::of_members(scene, child))
        };
        scene
            .children(Some(&group.name))
            .filter(|_| group.shape.is_group())
            .find_map(of_member)
    }

    fn of_itself(entity: &Entity) -> Option<Protection> {
        let name = || entity.name.clone();
        let locked = entity.locked.then(|| Protection::Locked(name()));
        locked.or_else(|| entity.hidden.then(|| Protection::Hidden(name())))
    }

    /// Returns the reason with the next step, in English and Korean.
    #[must_use]
    pub fn reason(&self) -> [String; 2] {
        match self {
            Self::Locked(name) => [
                format!("\"{name}\" is locked. Unlock it first."),
                format!("\"{name}\" 항목이 잠겨 있어요. 먼저 잠금을 푸세요."),
            ],
            Self::Hidden(name) => [
                format!("\"{name}\" is hidden. Show it first."),
                format!("\"{name}\" 항목이 숨겨져 있어요. 먼저 표시하세요."),
            ],
        }
    }
}

/// Returns the reason, in English and Korean, why an entity of the list must not be changed.
#[must_use]
pub fn refusal(scene: &Scene, names: &[Name]) -> Option<[String; 2]> {
    let entities = names.iter().filter_map(|name| scene.get(name));
    entities
        .filter_map(|entity| Protection::of(scene, entity))
        .next()
        .map(|protection| protection.reason())
}

/// Returns the reason, in English and Korean, why a new name of an entity is refused that another entity has.
#[must_use]
pub fn name_refusal(name: &str) -> [String; 2] {
    [
        format!("Another item is named \"{name}\". Type a different name."),
        format!("이름이 \"{name}\"인 항목이 이미 있어요. 다른 이름을 입력하세요."),
    ]
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_kernel::Point;
    use trammel_scene::{Edit, Flags, Shape};

    #[test]
    fn a_lock_of_an_entity_its_group_or_a_member_is_a_reason() {
        let name = |text: &str| Name::new(text).unwrap();
        let mut edit = Edit::by_user(Scene::default());
        for text in ["x", "y", "z", "a", "b"] {
            let shape = Shape::Point { at: Point::ORIGIN };
            edit.insert(&name(text), shape, Arc::default(), false).unwrap();
        }
        edit.group(&name("g"), &[name("x"), name("y")]).unwrap();
        edit.group(&name("h"), &[name("z")]).unwrap();
        assert_eq!(refusal(edit.scene(), &[name("g"), name("h")]), None);
        let locked = Flags {
            locked: true,
            hidden: false,
        };
        edit.set_flags("y", locked).unwrap();
        edit.set_flags("h", locked).unwrap();
        edit.set_flags("a", Flags::HIDDEN).unwrap();
        let scene = edit.finish().0;
        let reason = |text: &str| refusal(&scene, &[name("b"), name(text)]).map(|[english, _]| english);
        assert_eq!(reason("g").unwrap(), "\"y\" is locked. Unlock it first.");
        assert_eq!(reason("z").unwrap(), "\"h\" is locked. Unlock it first.");
        assert_eq!(reason("a").unwrap(), "\"a\" is hidden. Show it first.");
        assert_eq!(reason("x"), None);
    }
}
