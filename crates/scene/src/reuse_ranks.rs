//! Reuse of entity ranks when code rebuilds a drawing.
//!
//! Running code again assigns new ranks to all entities. Where the order is the same, the old ranks are reused, so that
//! the diff between the two drawings contains only real changes.

use super::drawing::Scene;
use super::entity::{Entity, RANK_STEP, Rank};
use super::name::Name;
use rustc_hash::FxHashMap;
use std::sync::Arc;

impl Scene {
    /// Returns this drawing with the ranks of `old` for every entity that kept its position among its siblings. The
    /// order does not change.
    #[must_use]
    pub fn with_ranks_of(mut self, old: &Scene) -> Scene {
        let groups: Vec<Option<Name>> = std::iter::once(None)
            .chain(
                self.walk()
                    .filter(|e| e.shape.is_group())
                    .map(|e| Some(e.name.clone())),
            )
            .collect();
        for group in groups {
            let children: Vec<Arc<Entity>> = self.children(group.as_deref()).cloned().collect();
            let known: Vec<Option<u64>> = children
                .iter()
                .map(|e| {
                    old.get(&e.name)
                        .filter(|o| o.parent == e.parent)
                        .map(|o| o.rank.0)
                })
                .collect();
            let Some(ranks) = ranks(&known) else {
                continue;
            };
            if children
                .iter()
                .zip(&ranks)
                .all(|(child, rank)| child.rank.0 == *rank)
            {
                continue;
            }
            for (child, rank) in children
                .iter()
                .zip(ranks)
                .filter(|(child, rank)| child.rank.0 != *rank)
            {
                // Unlinked first, because the new rank may equal the old rank of a sibling.
                self.unlink(child);
                self.entities.insert(
                    child.name.clone(),
                    Arc::new(Entity {
                        rank: Rank(rank),
                        ..(**child).clone()
                    }),
                );
            }
            let relinked: Vec<(Rank, Name)> = children
                .iter()
                .filter_map(|child| self.entities.get(&child.name))
                .map(|child| (child.rank, child.name.clone()))
                .collect();
            self.siblings_mut(group.as_ref()).extend(relinked);
        }
        self
    }
}

/// Computes ascending ranks that keep as many known ranks as possible; `None` if the gaps are too small.
fn ranks(known: &[Option<u64>]) -> Option<Vec<u64>> {
    let kept = longest_ascending(known);
    let mut out = Vec::with_capacity(known.len());
    let mut below = 0;
    let mut at = 0;
    for next in kept.into_iter().map(Some).chain([None]) {
        let end = next.unwrap_or(known.len());
        let count = u64::try_from(end - at).ok()?;
        let above = next.and_then(|i| known[i]);
        let step = match above {
            Some(above) => (above - below) / (count + 1),
            None => RANK_STEP,
        };
        if count > 0 && step == 0 {
            return None;
        }
        for i in 1..=count {
            out.push(below.checked_add(step.checked_mul(i)?)?);
        }
        if let Some(above) = above {
            out.push(above);
            below = above;
        }
        at = end + 1;
    }
    Some(out)
}

/// Returns the indices of a longest ascending subsequence of the known values (patience sorting, Fredman 1975).
fn longest_ascending(known: &[Option<u64>]) -> Vec<usize> {
    let mut tails: Vec<usize> = Vec::new();
    let mut before: FxHashMap<usize, usize> = FxHashMap::default();
    for (i, value) in known.iter().enumerate() {
        let Some(value) = value else { continue };
        let place = tails.partition_point(|tail| known[*tail].is_some_and(|t| t < *value));
        if let Some(previous) = place.checked_sub(1) {
            before.insert(i, tails[previous]);
        }
        if place == tails.len() {
            tails.push(i);
        } else {
            tails[place] = i;
        }
    }
    let mut out: Vec<usize> =
        std::iter::successors(tails.last().copied(), |i| before.get(i).copied()).collect();
    out.reverse();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moved_entities_get_a_new_rank() {
        assert_eq!(ranks(&[Some(10), Some(20), Some(30)]), Some(vec![10, 20, 30]));
        assert_eq!(ranks(&[Some(10), None, Some(20)]), Some(vec![10, 15, 20]));
        assert_eq!(
            ranks(&[Some(20), Some(30), Some(10)]),
            Some(vec![20, 30, 30 + RANK_STEP])
        );
        assert_eq!(ranks(&[None, Some(20)]), Some(vec![10, 20]));
        assert_eq!(ranks(&[Some(1), None, Some(2)]), None);
        assert_eq!(ranks(&[]), Some(vec![]));
    }
}
