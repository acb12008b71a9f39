//! Steps of entities in the drawing order.

use std::collections::BTreeSet;
use trammel_scene::{Name, Scene};

/// Returns the entities that one step toward the front (or the back) moves, in the order of the calls. Entities at the
/// end of their group, and those behind them, keep their places.
#[must_use]
pub fn steps(scene: &Scene, names: &[Name], forward: bool) -> Vec<Name> {
    let chosen: BTreeSet<&Name> = names.iter().collect();
    let parents: BTreeSet<Option<&Name>> = names
        .iter()
        .filter_map(|name| scene.get(name))
        .map(|entity| entity.parent.as_ref())
        .collect();
    let mut moved = Vec::new();
    for parent in parents {
        let mut order: Vec<&Name> = scene
            .children(parent.map(Name::as_str))
            .map(|entity| &entity.name)
            .collect();
        if forward {
            order.reverse();
        }
        let free = order.into_iter().skip_while(|name| chosen.contains(name));
        moved.extend(free.filter(|name| chosen.contains(name)).cloned());
    }
    moved
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::sync::Arc;
    use trammel_kernel::Point;
    use trammel_scene::{Edit, Placement, Shape};

    #[test]
    fn a_step_keeps_the_order_of_the_selection() {
        let names = ["a", "b", "c", "d"].map(|text| Name::new(text).unwrap());
        let mut edit = Edit::new(Scene::default());
        for name in &names {
            let shape = Shape::Point { at: Point::ORIGIN };
            edit.insert(name, shape, Arc::default(), false).unwrap();
        }
        let [a, b, c, d] = names;
        for (chosen, forward, wanted) in [
            (vec![a.clone(), b.clone()], true, "cabd"),
            (vec![b.clone(), d.clone()], true, "acbd"),
            (vec![c.clone(), d.clone()], false, "acdb"),
            (vec![a.clone(), b.clone()], false, "abcd"),
        ] {
            let mut edit = Edit::new(edit.scene().clone());
            for name in steps(edit.scene(), &chosen, forward) {
                let step = if forward { 1 } else { -1 };
                edit.place(&name, &Placement::Steps(step)).unwrap();
            }
            let order: String = edit
                .children(None)
                .map(|entity| entity.name.to_string())
                .collect();
            assert_eq!(order, wanted, "{chosen:?} {forward}");
        }
    }
}
