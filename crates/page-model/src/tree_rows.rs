//! Rows of the entity tree as a flat list, for the right dock.
//!
//! Invariants: at most [`ROW_LIMIT`] rows are created for a drawing of any size, and the number of omitted rows is reported;
//! at most [`NEW_ROWS`] entities get a row in a step.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;
use trammel_scene::{Entity, Name, Scene};

/// Maximum number of rows; a longer list is useless and slows down the page.
pub const ROW_LIMIT: usize = 500;

/// Maximum number of rows that are rendered in a step: more than a panel shows, in about 25 ms.
pub const NEW_ROWS: usize = 50;

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

/// What a rendered row shows, besides its position and the selection. A row is rendered again if its key changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RowKey {
    name: Name,
    kind: &'static str,
    depth: usize,
    expanded: Option<bool>,
    /// Hidden, locked, and the same of a containing group.
    flags: [bool; 4],
    /// Number of the language.
    language: u8,
}

impl Row {
    /// Returns the key of the row in the language with this number.
    pub fn key(&self, language: u8) -> RowKey {
        let entity = &self.entity;
        RowKey {
            name: entity.name.clone(),
            kind: entity.shape.kind(),
            depth: self.depth,
            expanded: self.expanded,
            flags: [
                entity.hidden,
                entity.locked,
                self.hidden_by_group,
                self.locked_by_group,
            ],
            language,
        }
    }

    /// Returns the position among the siblings, from 1, and their number.
    pub fn place(&self) -> (usize, usize) {
        (self.position, self.siblings)
    }
}

/// Rows that are rendered after a step.
pub struct TreeStep<'a, T> {
    /// The rows in tree order, each with what is kept for it.
    pub rows: Vec<(&'a (RowKey, Row), T)>,
    /// Whether these are all rows.
    pub is_complete: bool,
}

/// Returns the next step. Rows of the step before stay, with what `before` keeps for them. Entities whose rows have changed
/// get others, so that the list does not become shorter; of the others, the first [`NEW_ROWS`] are added. `fresh` creates
/// what is kept.
pub fn next_step<'a, T: Clone>(
    rows: &'a [(RowKey, Row)],
    before: &FxHashMap<RowKey, T>,
    mut fresh: impl FnMut(&Row) -> T,
) -> TreeStep<'a, T> {
    let mut left = NEW_ROWS;
    let known: FxHashSet<&Name> = before.keys().map(|key| &key.name).collect();
    let kept: Vec<_> = rows
        .iter()
        .filter_map(|row| {
            if let Some(kept) = before.get(&row.0) {
                return Some((row, kept.clone()));
            }
            if !known.contains(&row.0.name) {
                left = left.checked_sub(1)?;
            }
            Some((row, fresh(&row.1)))
        })
        .collect();
    TreeStep {
        is_complete: kept.len() == rows.len(),
        rows: kept,
    }
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
    use trammel_kernel::Point;
    use trammel_scene::{Edit, Flags, Shape, Style};

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

    #[test]
    fn steps_keep_what_is_rendered_and_add_a_bounded_number_until_all_rows_are_there() {
        let names: Vec<String> = (0..ROW_LIMIT).map(|i| format!("c{i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let keyed = |scene: &Scene| -> Vec<(RowKey, Row)> {
            let rows = outline(scene, &BTreeSet::new()).rows;
            rows.into_iter().map(|row| (row.key(0), row)).collect()
        };
        let rows = keyed(&scene(&names, &[]));
        let mut before: FxHashMap<RowKey, usize> = FxHashMap::default();
        let mut made = 0;
        let mut steps = 0;
        loop {
            let had = made;
            let step = next_step(&rows, &before, |_| {
                made += 1;
                made
            });
            assert!(made - had <= NEW_ROWS);
            assert!(step.rows.is_sorted_by_key(|(row, _)| row.1.position));
            steps += 1;
            let kept = step.rows.into_iter().map(|((key, _), kept)| (key.clone(), kept));
            before = kept.collect();
            if step.is_complete {
                break;
            }
        }
        assert_eq!((steps, made), (ROW_LIMIT / NEW_ROWS, ROW_LIMIT));
        // Another circle moves every row, and renders only its own.
        let mut more = names.clone();
        more.push("another");
        let rows = keyed(&scene(&more, &[]));
        let step = next_step(&rows, &before, |row| {
            assert_eq!(*row.entity.name, *"another");
            0
        });
        assert_eq!((step.rows.len(), step.is_complete), (ROW_LIMIT, true));
        // Rows that all change at once, for example by another language, are all there.
        let changed: Vec<(RowKey, Row)> = rows.iter().map(|(_, row)| (row.key(1), row.clone())).collect();
        let step = next_step(&changed, &before, |_| 0);
        assert_eq!((step.rows.len(), step.is_complete), (ROW_LIMIT, true));
    }
}
