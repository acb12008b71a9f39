//! Files that are gone from a folder in use, and whose removal is not applied without a question.
//!
//! Git, programs that copy folders, and file servers remove files for a moment before they write them again. The page
//! and the command line decide by the same rule.

use super::layout::COUNTERS;
use super::storage::{GOOD_PREFIX, MAIN_KEY};

/// Whether the file of a key is counted: it is a part of the work, and only its author removes it.
fn is_counted(key: &str) -> bool {
    !key.starts_with(GOOD_PREFIX) && !COUNTERS.contains(&key)
}

/// Returns the keys of the files that are gone, if `main` or more than half of the known files are gone; otherwise
/// nothing, because a few removed files are a change like any other.
pub fn find_vanished<'a>(
    known: impl IntoIterator<Item = &'a String>,
    is_gone: impl Fn(&str) -> bool,
) -> Vec<String> {
    let known: Vec<&String> = known.into_iter().filter(|key| is_counted(key)).collect();
    let gone: Vec<String> = known
        .iter()
        .filter(|key| is_gone(key))
        .map(|key| (*key).clone())
        .collect();
    let is_question = gone.iter().any(|key| key == MAIN_KEY) || gone.len() * 2 > known.len();
    if is_question { gone } else { Vec::new() }
}
