//! Free names for copies and new groups: the next number after the name of the original.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use trammel_base::free_name;
use trammel_scene::{Name, Scene};

/// Returns a free name for a copy of each entity: `hole_4` for `hole_3`, and `plate_2` for `plate`.
#[must_use]
pub fn free_names(scene: &Scene, originals: &[Name]) -> Vec<Name> {
    let mut taken: BTreeMap<&str, Taken> = BTreeMap::new();
    let mut names = Vec::with_capacity(originals.len());
    for original in originals {
        let (stem, from) = free_name::stem_of_copies(original);
        let is_free = |number: u64| {
            let name = Name::new(&format!("{stem}_{number}"));
            name.is_ok_and(|name| scene.get(&name).is_none())
        };
        let number = taken.entry(stem).or_default().take(from, is_free);
        let name = Name::new(&format!("{stem}_{number}"));
        names.push(name.unwrap_or_else(|_| original.clone()));
    }
    names
}

/// Numbers of a stem that are known to be taken, each with a later number to try. The tries of all copies together stay
/// near the number of copies, also if the originals are numbered without a gap.
#[derive(Default)]
struct Taken(FxHashMap<u64, u64>);

impl Taken {
    /// Takes the first free number from this one on.
    fn take(&mut self, from: u64, is_free: impl Fn(u64) -> bool) -> u64 {
        let (mut number, mut tried) = (from, Vec::new());
        loop {
            match self.0.get(&number) {
                Some(later) => {
                    tried.push(number);
                    number = *later;
                }
                None if is_free(number) => break,
                None => {
                    tried.push(number);
                    number += 1;
                }
            }
        }
        tried.push(number);
        self.0.extend(tried.into_iter().map(|taken| (taken, number + 1)));
        number
    }
}

/// Returns the first free name of this kind, such as `group_1`.
#[must_use]
pub fn free_name(scene: &Scene, kind: &str) -> Option<Name> {
    let free = free_name::free_name(kind, 1, |name| scene.get(name).is_some());
    Name::new(&free).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::sync::Arc;
    use trammel_kernel::Point;
    use trammel_scene::{Edit, Shape};

    fn name(text: &str) -> Name {
        Name::new(text).unwrap()
    }

    #[test]
    fn copies_take_the_next_free_number() {
        let mut edit = Edit::new(Scene::default());
        for taken in ["hole_3", "hole_4", "plate", "group_1", "a_01"] {
            let shape = Shape::Point { at: Point::ORIGIN };
            edit.insert(&name(taken), shape, Arc::default(), false).unwrap();
        }
        let scene = edit.finish().0;
        let originals = ["hole_3", "hole_4", "plate", "plate", "a_01"].map(name);
        let free = free_names(&scene, &originals);
        let free: Vec<&str> = free.iter().map(Name::as_str).collect();
        assert_eq!(free, ["hole_5", "hole_6", "plate_2", "plate_3", "a_01_2"]);
        assert_eq!(free_name(&scene, "group").unwrap().as_str(), "group_2");
        assert_eq!(free_names(&scene, &[name(&"x".repeat(200))]).len(), 1);
    }

    #[test]
    fn the_tries_for_many_numbered_names_grow_with_their_number() {
        let count = 10_000;
        let tries = std::cell::Cell::new(0);
        let mut taken = Taken::default();
        let is_free = |number: u64| {
            tries.set(tries.get() + 1);
            number >= count
        };
        let numbers: Vec<u64> = (0..count).map(|number| taken.take(number + 1, is_free)).collect();
        assert_eq!(numbers, (count..2 * count).collect::<Vec<_>>());
        assert!(tries.get() <= 2 * count, "{} tries", tries.get());
    }
}
