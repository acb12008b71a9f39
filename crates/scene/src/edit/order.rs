//! Drawing order of siblings, from back to front.
//!
//! The position of an entity is its rank. Ranks leave gaps, so that moving one entity does not change its siblings;
//! when a gap is exhausted, all siblings are renumbered.

use super::transaction::Edit;
use crate::entity::RANK_STEP;
use crate::{Entity, Name, Rank, SceneError};
use trammel_language::{Bilingual, bilingual};

/// Target position of an entity among its siblings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement {
    /// In front of all siblings.
    Front,
    /// Behind all siblings.
    Back,
    /// Number of steps toward the front, or toward the back if negative.
    Steps(i64),
    /// Directly in front of the named sibling.
    Above(String),
    /// Directly behind the named sibling.
    Below(String),
}

impl Edit {
    /// Moves an entity within the order of its siblings.
    ///
    /// # Errors
    /// Returns an error if the entity or the sibling does not exist, the entity is locked or hidden, or the two have
    /// different parents.
    pub fn place(&mut self, name: &str, placement: &Placement) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        let name = old.name.as_str();
        let order: Vec<Name> = self
            .children(old.parent.as_deref())
            .map(|e| e.name.clone())
            .collect();
        let at = order.iter().position(|n| n.as_str() == name).unwrap_or_default();
        let others: Vec<&Name> = order.iter().filter(|n| n.as_str() != name).collect();
        let sibling = |wanted: &String| {
            let wanted = self.scene.present_name(wanted);
            others
                .iter()
                .position(|n| n.as_str() == wanted)
                .ok_or_else(|| match self.scene.get(wanted) {
                    Some(_) if wanted == name => SceneError::Invalid(bilingual!(
                        "'{name}' cannot be placed relative to itself",
                        "'{name}' 항목을 자신을 기준으로 둘 수 없어요"
                    )),
                    Some(_) => SceneError::Invalid(bilingual!(
                        "'{wanted}' is not in the same group as '{name}'",
                        "'{wanted}' 항목은 '{name}' 항목과 같은 그룹에 있지 않아요"
                    )),
                    None => self
                        .scene
                        .require(wanted)
                        .err()
                        .unwrap_or(SceneError::Invalid(Bilingual::default())),
                })
        };
        let target = match placement {
            Placement::Front => others.len(),
            Placement::Back => 0,
            Placement::Steps(n) => at
                .saturating_add_signed(isize::try_from(*n).unwrap_or(0))
                .min(others.len()),
            Placement::Above(wanted) => sibling(wanted)? + 1,
            Placement::Below(wanted) => sibling(wanted)?,
        };
        if target == at {
            return Ok(());
        }
        let rank_at = |i: usize| others.get(i).and_then(|n| self.scene.get(n)).map(|e| e.rank.0);
        let below = if target == 0 { Some(0) } else { rank_at(target - 1) };
        let rank = match (below, rank_at(target)) {
            (Some(below), Some(above)) if above - below >= 2 => Some(below + (above - below) / 2),
            (Some(below), None) => below.checked_add(RANK_STEP),
            _ => None,
        };
        let Some(rank) = rank else {
            let others: Vec<Name> = others.into_iter().cloned().collect();
            self.renumber(&others, &old.name, target);
            return Ok(());
        };
        self.put(Entity {
            rank: Rank(rank),
            ..(*old).clone()
        });
        Ok(())
    }

    pub(super) fn front_rank(&self, parent: Option<&Name>) -> Rank {
        let last = self
            .scene
            .siblings(parent.map(Name::as_str))
            .and_then(|s| s.last_key_value());
        Rank(last.map_or(RANK_STEP, |(rank, _)| rank.0.saturating_add(RANK_STEP)))
    }

    fn renumber(&mut self, others: &[Name], moved: &Name, target: usize) {
        let (back, front) = others.split_at(target.min(others.len()));
        let order = back.iter().chain(std::iter::once(moved)).chain(front);
        for (rank, name) in (1..).map(|i| Rank(i * RANK_STEP)).zip(order) {
            if let Some(entity) = self.scene.get(name).cloned() {
                self.put(Entity {
                    rank,
                    ..(*entity).clone()
                });
            }
        }
    }
}
