//! Entity under the pointer, found with an index, so that a move of the pointer does not examine the whole drawing.
//!
//! Invariant: the result is that of [`hit_test::at`] with `Depth::Outermost` for every drawing.

use super::hit_test::{self, Candidate};
use std::cell::OnceCell;
use trammel_kernel::index::Index;
use trammel_kernel::{Bounds, Point};
use trammel_scene::{Name, Scene};

/// Index of the entities that a click can pick.
#[derive(Clone, Debug, Default)]
pub struct HoverIndex {
    boxes: Index,
    /// Entities from front to back.
    entities: Vec<Candidate>,
}

impl HoverIndex {
    /// Builds the index of a drawing.
    #[must_use]
    pub fn of(scene: &Scene) -> Self {
        let entities = hit_test::candidates(scene);
        let boxes = Index::new(entities.iter().map(|entity| entity.bounds));
        Self { boxes, entities }
    }

    /// Returns the entity that a click within `reach` of a point picks.
    #[must_use]
    pub fn at(&self, scene: &Scene, point: Point, reach: f64) -> Option<Name> {
        let window = Bounds {
            min: point,
            max: point,
        }
        .inflate(reach);
        let near = self.boxes.window(&window);
        near.into_iter().find_map(|number| {
            let candidate = self.entities.get(number as usize)?;
            let hit = candidate.is_hit(scene, point, reach);
            hit.then(|| candidate.outermost.clone())
        })
    }
}

/// Index of one revision of a drawing, built on first use.
#[derive(Clone, Debug, Default)]
pub struct LazyHover(OnceCell<HoverIndex>);

impl LazyHover {
    /// Returns the index of `scene`, which must be the same drawing in each call.
    pub fn index_of(&self, scene: &Scene) -> &HoverIndex {
        self.0.get_or_init(|| HoverIndex::of(scene))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hit_test::Depth;
    use proptest::prelude::*;
    use std::sync::Arc;
    use trammel_arbitrary as arbitrary;
    use trammel_scene::{Edit, Flags};

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

        #[test]
        fn the_index_finds_the_entity_that_a_click_picks(
            shapes in prop::collection::vec((arbitrary::shape(), arbitrary::style(), -50.0_f64..50.0), 1..12),
            points in prop::collection::vec((-60.0..60.0, -60.0..60.0), 20),
            reach in 0.1..20.0,
        ) {
            let mut edit = Edit::by_user(Scene::default());
            for (i, (shape, style, shift)) in shapes.into_iter().enumerate() {
                let name = Name::new(&format!("e{i}")).unwrap();
                if edit.insert(&name, shape, Arc::new(style), false).is_err() {
                    continue;
                }
                let _ = edit.map_in_world(&name, trammel_kernel::Affine::translate(trammel_kernel::Vec2::new(shift, -shift)));
                match i % 4 {
                    1 => { let _ = edit.group(&Name::new(&format!("g{i}")).unwrap(), &[name]); }
                    2 => { let _ = edit.set_flags(&name, Flags::LOCKED); }
                    _ => {}
                }
            }
            let scene = edit.finish().0;
            let index = HoverIndex::of(&scene);
            for (x, y) in points {
                let point = Point::new(x, y);
                prop_assert_eq!(
                    index.at(&scene, point, reach),
                    hit_test::at(&scene, point, reach, Depth::Outermost),
                );
            }
        }
    }
}
