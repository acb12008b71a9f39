//! Index of the annotations that may follow an entity, so that a change of one entity does not examine all annotations.

use crate::{Entity, Name, Scene};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Annotations by the entities that they refer to. Entries may be outdated, so a found annotation is examined.
#[derive(Debug, Default)]
pub(super) struct Followers {
    /// Annotations by their own names and those of their ties.
    direct: FxHashMap<Name, Vec<Name>>,
    /// Annotations by the groups that contain them or their ties.
    contained: FxHashMap<Name, Vec<Name>>,
}

impl Followers {
    /// Creates the index of all annotations of a drawing.
    pub(super) fn of(scene: &Scene) -> Followers {
        let mut followers = Followers::default();
        for name in &scene.annotations {
            if let Some(entity) = scene.get(name) {
                followers.add(scene, entity);
            }
        }
        followers
    }

    /// Adds an annotation.
    fn add(&mut self, scene: &Scene, annotation: &Entity) {
        let tied = annotation.shape.ties().into_iter().map(|tie| &tie.entity);
        for name in std::iter::once(&annotation.name).chain(tied) {
            let own = annotation.name.clone();
            self.direct.entry(name.clone()).or_default().push(own);
            for group in groups_of(scene, name) {
                let own = annotation.name.clone();
                self.contained.entry(group.clone()).or_default().push(own);
            }
        }
    }

    /// Adds an entity that was changed or is new. Returns whether the index is complete: not if a group got or lost a
    /// member.
    pub(super) fn note(&mut self, scene: &Scene, name: &Name, before: Option<&Arc<Entity>>) -> bool {
        let now = scene.get(name);
        let parent = |entity: Option<&Arc<Entity>>| entity.and_then(|entity| entity.parent.clone());
        if now.is_some() && parent(now) != parent(before) {
            return false;
        }
        let ties = |entity: &Arc<Entity>| entity.shape.ties().into_iter().cloned().collect::<Vec<_>>();
        if let Some(now) = now.filter(|_| scene.annotations.contains(name))
            && before.is_none_or(|before| ties(before) != ties(now))
        {
            self.add(scene, now);
        }
        true
    }

    /// Returns the annotations that may follow one of these entities.
    pub(super) fn of_touched<'a>(
        &self,
        scene: &Scene,
        touched: impl IntoIterator<Item = &'a Name>,
    ) -> BTreeSet<Name> {
        let mut found = BTreeSet::new();
        for name in touched {
            let above = std::iter::once(name).chain(groups_of(scene, name));
            let direct = above.filter_map(|name| self.direct.get(name));
            let all = direct.chain(self.contained.get(name));
            found.extend(all.flatten().cloned());
        }
        found
    }
}

/// Returns the groups that contain an entity, the innermost first.
fn groups_of<'a>(scene: &'a Scene, name: &Name) -> impl Iterator<Item = &'a Name> {
    let parent = |name: &Name| scene.get(name).and_then(|entity| entity.parent.as_ref());
    std::iter::successors(parent(name), move |name| parent(name))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::annotate::{DimStyle, Dimension, Marks, Measure};
    use crate::{Edit, PartRef, Shape, Style, TiedDimension, Transform};
    use proptest::prelude::*;
    use trammel_kernel::{Point, Vec2};

    fn name(text: &str) -> Name {
        Name::new(text).unwrap()
    }

    /// A change of one of the entities `e0` to `e5`, the groups `g0` to `g3`, and the dimensions `d0` to `d3`.
    #[derive(Clone, Copy, Debug)]
    enum Step {
        Draw(usize),
        Measure(usize, usize),
        Group(usize, usize),
        Ungroup(usize),
        Leave(usize),
        Move(usize),
        MoveGroup(usize),
        Remove(usize),
        TakeBack(usize),
    }

    fn step() -> impl Strategy<Value = Step> {
        let at = || 0..6_usize;
        prop_oneof![
            3 => at().prop_map(Step::Draw),
            3 => (0..4_usize, at()).prop_map(|(d, e)| Step::Measure(d, e)),
            2 => (0..4_usize, at()).prop_map(|(g, e)| Step::Group(g, e)),
            1 => (0..4_usize).prop_map(Step::Ungroup),
            1 => at().prop_map(Step::Leave),
            4 => at().prop_map(Step::Move),
            2 => (0..4_usize).prop_map(Step::MoveGroup),
            1 => at().prop_map(Step::Remove),
            1 => (0..4_usize).prop_map(Step::TakeBack),
        ]
    }

    fn carry_out(edit: &mut Edit, step: Step) {
        let entity = |at: usize| format!("e{at}");
        let moved = |edit: &mut Edit, name: &str| {
            let Some(old) = edit.get(name).map(|entity| entity.transform) else {
                return;
            };
            let translate = old.translate + Vec2::new(1.0, 2.0);
            let _ = edit.set_transform(name, Transform { translate, ..old });
        };
        // A change that is refused changes nothing.
        match step {
            Step::Draw(at) => {
                let circle = Shape::Circle {
                    center: Point::new(at as f64 * 10.0, 0.0),
                    radius: 3.0,
                };
                let _ = edit.insert(&name(&entity(at)), circle, Style::shared_default(), false);
            }
            Step::Measure(at, of) => {
                let center = Point::new(of as f64 * 10.0, 0.0);
                let measure = Measure::Radius {
                    center,
                    radius: 3.0,
                    at: center + Vec2::new(5.0, 5.0),
                };
                let tie = PartRef {
                    entity: name(&entity(of)),
                    part: None,
                };
                let tied = TiedDimension {
                    dimension: Dimension {
                        value: measure.value(),
                        measure,
                        style: DimStyle::default(),
                        text: None,
                        marks: Marks::default(),
                    },
                    ties: vec![Some(tie)],
                    detached: false,
                };
                let shape = Shape::Dimension(Arc::new(tied));
                let _ = edit.insert(&name(&format!("d{at}")), shape, Style::shared_default(), false);
            }
            Step::Group(at, of) => {
                let _ = edit.group(&name(&format!("g{at}")), &[name(&entity(of))]);
            }
            Step::Ungroup(at) => drop(edit.ungroup(&format!("g{at}"))),
            Step::Leave(at) => drop(edit.reparent(&entity(at), None)),
            Step::Move(at) => moved(edit, &entity(at)),
            Step::MoveGroup(at) => moved(edit, &format!("g{at}")),
            Step::Remove(at) => drop(edit.remove(&entity(at))),
            Step::TakeBack(at) => {
                moved(edit, &entity(at));
                let _ = edit.group(&name("taken back"), &[name(&entity(at))]);
                edit.update_associative();
                edit.roll_back();
            }
        }
    }

    proptest! {
        #[test]
        fn annotations_follow_as_without_an_index(steps in prop::collection::vec(step(), 1..30)) {
            let (mut indexed, mut plain) = (Edit::by_user(Scene::default()), Edit::by_user(Scene::default()));
            for step in steps {
                for edit in [&mut indexed, &mut plain] {
                    edit.begin();
                    carry_out(edit, step);
                }
                plain.followers = None;
                let warnings = [&mut indexed, &mut plain].map(Edit::update_associative);
                prop_assert_eq!(&warnings[0], &warnings[1]);
            }
            let (indexed, plain) = (indexed.finish().0, plain.finish().0);
            prop_assert!(indexed.diff_to(&plain).is_empty());
        }
    }
}
