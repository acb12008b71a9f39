//! Rows of the entity tree as a flat list, for the right dock.
//!
//! Invariant: at most [`ROW_LIMIT`] rows are created for a drawing of any size; the number of omitted rows is reported.

use crate::scene::{Entity, Name, Scene};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of rows; a longer list is useless and slows down the page.
pub const ROW_LIMIT: usize = 500;

/// A row of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The entity.
    pub entity: Arc<Entity>,
    /// Number of groups that contain the entity.
    pub depth: usize,
    /// `Some(expanded)` for a group that has children.
    pub expanded: Option<bool>,
    /// Whether a containing group is hidden.
    pub hidden_by_group: bool,
    /// Whether a containing group is locked.
    pub locked_by_group: bool,
    /// Position among its siblings, from 1.
    pub position: usize,
    /// Number of siblings, including the entity.
    pub siblings: usize,
}

/// Rows of the tree, and the number of omitted rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// Rows in tree order, each group before its children. Siblings are listed from front to back.
    pub rows: Vec<Row>,
    /// Number of omitted rows.
    pub more: usize,
}

/// Lists the tree; the groups in `collapsed` are closed.
#[must_use]
pub fn outline(scene: &Scene, collapsed: &BTreeSet<Name>) -> Outline {
    let mut outline = Outline::default();
    list(
        scene,
        None,
        &Place {
            depth: 0,
            hidden: false,
            locked: false,
        },
        collapsed,
        &mut outline,
    );
    outline
}

struct Place {
    depth: usize,
    hidden: bool,
    locked: bool,
}

fn list(
    scene: &Scene,
    parent: Option<&str>,
    place: &Place,
    collapsed: &BTreeSet<Name>,
    outline: &mut Outline,
) {
    let siblings = scene.children(parent).count();
    for (index, entity) in scene.children(parent).rev().enumerate() {
        let has_children = entity.shape.is_group() && scene.children(Some(&entity.name)).next().is_some();
        let expanded = has_children.then(|| !collapsed.contains(&entity.name));
        if outline.rows.len() < ROW_LIMIT {
            outline.rows.push(Row {
                entity: entity.clone(),
                depth: place.depth,
                expanded,
                hidden_by_group: place.hidden,
                locked_by_group: place.locked,
                position: index + 1,
                siblings,
            });
        } else {
            outline.more += 1;
        }
        if expanded == Some(true) {
            let inside = Place {
                depth: place.depth + 1,
                hidden: place.hidden || entity.hidden,
                locked: place.locked || entity.locked,
            };
            list(scene, Some(&entity.name), &inside, collapsed, outline);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use crate::scene::{Edit, Flags, Shape, Style};

    fn name(text: &str) -> Name {
        Name::new(text).unwrap()
    }

    fn scene(circles: &[&str], groups: &[(&str, &[&str])]) -> Scene {
        let mut edit = Edit::new(Scene::default());
        for circle in circles {
            let shape = Shape::Circle {
                center: Point::ORIGIN,
                radius: 1.0,
            };
            edit.insert(&name(circle), shape, Style::shared_default(), false)
                .unwrap();
        }
        for (group, children) in groups {
            let children: Vec<Name> = children.iter().map(|child| name(child)).collect();
            edit.group(&name(group), &children).unwrap();
        }
        edit.finish().0
    }

    fn shown(outline: &Outline) -> Vec<String> {
        outline
            .rows
            .iter()
            .map(|row| format!("{}{}", "-".repeat(row.depth), row.entity.name))
            .collect()
    }

    #[test]
    fn siblings_are_listed_front_first_with_their_children_below() {
        let scene = scene(&["a", "b", "c"], &[("inner", &["a", "b"]), ("outer", &["inner"])]);
        let open = outline(&scene, &BTreeSet::new());
        assert_eq!(shown(&open), ["outer", "-inner", "--b", "--a", "c"]);
        assert_eq!(open.rows[0].expanded, Some(true));
        assert_eq!(
            (
                open.rows[3].position,
                open.rows[3].siblings,
                open.rows[3].expanded
            ),
            (2, 2, None)
        );
        let closed = outline(&scene, &BTreeSet::from([name("outer")]));
        assert_eq!(shown(&closed), ["outer", "c"]);
    }

    #[test]
    fn rows_inside_a_hidden_or_locked_group_are_marked() {
        let mut edit = Edit::by_user(scene(&["a"], &[("g", &["a"])]));
        edit.set_flags(
            "g",
            Flags {
                locked: true,
                hidden: true,
            },
        )
        .unwrap();
        let rows = outline(&edit.finish().0, &BTreeSet::new()).rows;
        assert!(rows[1].hidden_by_group && rows[1].locked_by_group && !rows[0].hidden_by_group);
    }

    #[test]
    fn rows_of_a_large_drawing_are_limited_and_the_rest_is_counted() {
        let names: Vec<String> = (0..ROW_LIMIT + 7).map(|i| format!("c{i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let outline = outline(&scene(&names, &[]), &BTreeSet::new());
        assert_eq!((outline.rows.len(), outline.more), (ROW_LIMIT, 7));
    }
}
