//! Versions of a drawing: the states after the steps of its history.

use super::step::{ChangePicture, StepRecord};
use crate::{Author, StoredStep, TurnRequest};
use std::collections::{BTreeMap, BTreeSet};
use trammel_code::FileName;

/// Version of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Version {
    /// Number of the step that led to the version.
    pub id: u64,
    /// Time of the step.
    pub time_ms: u64,
    /// Label of the step.
    pub label: String,
    /// Origin of the step.
    pub author: Author,
    /// Name that the user gave to the version.
    pub name: Option<String>,
    /// Outlines as SVG path data.
    pub thumbnail: String,
    /// Picture of the change by the step, if it was made.
    pub change: Option<ChangePicture>,
    /// Request of the user that began the turn of the step, if a model made it.
    pub request: Option<TurnRequest>,
    /// Whether the version is on an abandoned branch: undone, and then replaced by another step.
    pub is_abandoned: bool,
}

/// Returns the versions of a history, newest first. `head` and `redo` are the position in the history.
pub fn versions(steps: &[StepRecord], head: u64, redo: &[u64]) -> Vec<Version> {
    let by_id = trammel_base::sort::map(steps.iter().map(|record| (record.step.id, record)));
    let path: BTreeSet<u64> = path_to(&by_id, head).chain(redo.iter().copied()).collect();
    let mut versions: Vec<Version> = steps
        .iter()
        .map(|record| Version {
            id: record.step.id,
            time_ms: record.time_ms,
            label: record.step.label.clone(),
            author: record.step.author,
            name: record.name.clone(),
            thumbnail: record.thumbnail.clone(),
            change: record.change.clone(),
            request: record.request.clone(),
            is_abandoned: !path.contains(&record.step.id),
        })
        .collect();
    versions.sort_by_key(|version| std::cmp::Reverse(version.id));
    versions
}

/// Returns the files after a step, given those at `head`; `None` if the history between them has a gap. The step 0 is
/// the beginning of the history.
pub fn files_at(
    steps: &[StoredStep],
    head: u64,
    head_files: &BTreeMap<FileName, String>,
    wanted: u64,
) -> Option<BTreeMap<FileName, String>> {
    let by_id = trammel_base::sort::map(steps.iter().map(|step| (step.id, step)));
    let ancestors = |from: u64| {
        std::iter::successors(by_id.get(&from), |step| by_id.get(&step.parent)).map(|step| step.id)
    };
    let up: Vec<u64> = ancestors(wanted).collect();
    let reachable: BTreeSet<u64> = up.iter().copied().chain([0]).collect();
    // Back from the head to the nearest common step, then forward to the wanted one.
    let mut files = head_files.clone();
    let mut at = head;
    while !reachable.contains(&at) {
        let step = by_id.get(&at)?;
        files = step.files_before(&files)?;
        at = step.parent;
    }
    let forward: Vec<u64> = up.into_iter().take_while(|id| *id != at).collect();
    if let Some(first) = forward.last()
        && by_id.get(first)?.parent != at
    {
        return None;
    }
    for id in forward.into_iter().rev() {
        files = by_id.get(&id)?.files_after(&files)?;
    }
    Some(files)
}

/// Returns the steps in effect at `head` after the version `wanted`, newest first; `None` if the version is not on the way to
/// `head`. The step 0 is the beginning of the history.
pub fn steps_since(steps: &[StepRecord], head: u64, wanted: u64) -> Option<Vec<&StepRecord>> {
    let by_id = trammel_base::sort::map(steps.iter().map(|record| (record.step.id, record)));
    let mut since = Vec::new();
    let mut at = head;
    while at != wanted {
        let record = by_id.get(&at)?;
        since.push(*record);
        at = record.step.parent;
    }
    Some(since)
}

/// Returns the turns of models, oldest first, whose steps are in effect at `head` and not at the version `wanted`: those that
/// the user leaves by restoring that version.
pub fn turns_left(steps: &[StoredStep], head: u64, wanted: u64) -> Vec<u64> {
    let by_id = trammel_base::sort::map(steps.iter().map(|step| (step.id, step)));
    let path = |from: u64| std::iter::successors(by_id.get(&from), |step| by_id.get(&step.parent));
    let stays: BTreeSet<u64> = path(wanted).map(|step| step.id).collect();
    let left = path(head).take_while(|step| !stays.contains(&step.id));
    let turns = left.filter_map(|step| match step.author {
        Author::Model(turn) => Some(turn),
        Author::User | Author::Import => None,
    });
    trammel_base::sort::set(turns).into_iter().collect()
}

fn path_to<'s>(by_id: &'s BTreeMap<u64, &'s StepRecord>, head: u64) -> impl Iterator<Item = u64> + 's {
    std::iter::successors(by_id.get(&head), move |record| by_id.get(&record.step.parent))
        .map(|record| record.step.id)
}
