//! Limits of a history: the oldest steps are merged, so that fewer versions of the distant past remain.

use super::record::Record;
use super::step::StepRecord;
use crate::{Author, StoredStep};
use std::collections::{BTreeMap, BTreeSet};
use trammel_code::FileName;

/// Limits of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryLimits {
    /// Number of newest steps that are never merged.
    pub newest: usize,
    /// Maximum number of steps.
    pub steps: usize,
    /// Maximum total size of the records, in bytes.
    pub bytes: usize,
}

impl Default for HistoryLimits {
    fn default() -> HistoryLimits {
        HistoryLimits {
            newest: 100,
            steps: 6_000,
            bytes: 16_000_000,
        }
    }
}

/// Returns the history within the limits, and the numbers of the steps that were merged into others; `None` if it is
/// within them already, or if it cannot be shortened. `head` is the last step in effect, and `head_files` are its
/// files.
///
/// Abandoned branches go first. Then old steps are merged, except before a step of a model, an import, or a replacement of
/// the document, after a version that the user named, and at the last [`HistoryLimits::newest`] steps.
pub fn thin(
    steps: &[StepRecord],
    (head, redo): (u64, &[u64]),
    head_files: &BTreeMap<FileName, String>,
    limits: HistoryLimits,
) -> Option<(Vec<StepRecord>, Vec<u64>)> {
    let sizes = trammel_base::sort::map(steps.iter().map(|record| (record.step.id, record.write().len())));
    let excess = |kept: &BTreeMap<u64, usize>| {
        kept.len() > limits.steps || kept.values().sum::<usize>() > limits.bytes
    };
    if !excess(&sizes) {
        return None;
    }
    let by_id = trammel_base::sort::map(steps.iter().map(|record| (record.step.id, record)));
    let mut path: Vec<u64> = std::iter::successors(by_id.get(&head), |record| by_id.get(&record.step.parent))
        .map(|record| record.step.id)
        .collect();
    path.reverse();
    let live: BTreeSet<u64> = path.iter().chain(redo).copied().collect();
    let newest: BTreeSet<u64> = by_id.keys().rev().take(limits.newest).copied().collect();
    let keeps = |id: &u64| live.contains(id) || newest.contains(id);
    let mut kept: Vec<u64> = by_id.keys().copied().filter(keeps).collect();
    let mut merged = by_id.clone();
    merged.retain(|id, _| kept.contains(id));
    let old = path.len().saturating_sub(limits.newest);
    let groups = groups_to_merge(&path[..old], &by_id, &merged);
    let mut out: BTreeMap<u64, StepRecord> =
        trammel_base::sort::map(kept.iter().map(|id| (*id, (*by_id[id]).clone())));
    for (group, before, after) in with_files(&groups, &path, &by_id, head_files)? {
        let members: Vec<StoredStep> = group.iter().map(|id| by_id[id].step.clone()).collect();
        let Some((last, step)) = group
            .last()
            .zip(StoredStep::merge_steps(&members, &before, &after))
        else {
            continue;
        };
        for id in &group {
            out.remove(id);
        }
        out.insert(
            *last,
            StepRecord {
                step,
                ..(*by_id[last]).clone()
            },
        );
    }
    kept = out.keys().copied().collect();
    let removed: Vec<u64> = by_id.keys().copied().filter(|id| !kept.contains(id)).collect();
    (!removed.is_empty()).then(|| (out.into_values().collect(), removed))
}

/// Divides old steps into groups to merge. A group ends before a step of a model, an import, or a replacement of the
/// document, and at a named version or a branch.
fn groups_to_merge(
    old: &[u64],
    by_id: &BTreeMap<u64, &StepRecord>,
    kept: &BTreeMap<u64, &StepRecord>,
) -> Vec<Vec<u64>> {
    /// Maximum number of steps that become one.
    const MOST: usize = 16;
    let mut groups: Vec<Vec<u64>> = Vec::new();
    let children = |id: u64| kept.values().filter(|record| record.step.parent == id).count();
    let mut open = false;
    for id in old {
        let step = &by_id[id].step;
        let begins = step.author != Author::User || step.replaces_document();
        match groups.last_mut() {
            Some(group) if open && !begins && group.len() < MOST => group.push(*id),
            _ => groups.push(vec![*id]),
        }
        open = by_id[id].name.is_none() && children(*id) <= 1;
    }
    groups.retain(|group| group.len() > 1);
    groups
}

type Files = BTreeMap<FileName, String>;

/// Returns the groups with the files before and after each.
fn with_files(
    groups: &[Vec<u64>],
    path: &[u64],
    by_id: &BTreeMap<u64, &StepRecord>,
    head_files: &Files,
) -> Option<Vec<(Vec<u64>, Files, Files)>> {
    let firsts = trammel_base::sort::map(groups.iter().filter_map(|group| Some((*group.first()?, group))));
    let lasts: BTreeSet<u64> = groups.iter().filter_map(|group| group.last().copied()).collect();
    let mut files = head_files.clone();
    let mut after = files.clone();
    let mut found = Vec::new();
    for id in path.iter().rev() {
        if lasts.contains(id) {
            after.clone_from(&files);
        }
        files = by_id[id].step.files_before(&files)?;
        if let Some(group) = firsts.get(id) {
            found.push(((*group).clone(), files.clone(), after.clone()));
        }
    }
    Some(found)
}
