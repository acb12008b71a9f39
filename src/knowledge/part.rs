//! A part of the memory as a list of entries: what reading, importing, undoing and switching have in common.
//!
//! Invariants: an entry is read and imported by the rules by which it is added; ids are never used twice.

use super::error::MemoryError;
use super::known::KnownTools;
use super::origin::{Imported, Sourced, brief};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The largest number in a stored id: far below the end of the type, so that numbering can always go on.
const MAX_NUMBER: u32 = 2_000_000_000;

/// The largest number that a stored list may claim to have used.
const MAX_LAST: u32 = 1_000_000_000;

/// The longest part of a foreign text that a message quotes, in characters.
const MAX_QUOTE: usize = 40;

/// One remembered thing.
pub(super) trait Entry: Sourced + Clone + PartialEq + DeserializeOwned {
    /// Identity within its part.
    fn key(&self) -> String;

    /// Number of its id; 0 for what has none.
    fn number(&self) -> u32;

    /// A few words to name it in a message.
    fn title(&self) -> &str;

    /// Whether it says what `other` says, apart from links that other entries made.
    fn same(&self, other: &Self) -> bool {
        self == other
    }
}

/// One part of the memory.
pub(super) trait Part {
    /// Its entries.
    type Entry: Entry;
    /// Its storage key, which is also the word for several entries.
    const KEY: &'static str;
    /// The word for one entry in messages.
    const WORD: &'static str;

    /// The entries, oldest first.
    fn list(&self) -> &[Self::Entry];

    /// The entries, to change.
    fn list_mut(&mut self) -> &mut Vec<Self::Entry>;

    /// The highest number used; 0 where entries have no ids.
    fn last(&self) -> u32;

    /// Makes numbering go on after `last`.
    fn set_last(&mut self, last: u32);

    /// Takes a stored entry back, by the rules by which it was added.
    ///
    /// # Errors
    /// It breaks a rule.
    fn admit(&mut self, entry: Self::Entry) -> Result<(), MemoryError>;

    /// Adds a foreign entry under an id of our own.
    ///
    /// # Errors
    /// It breaks a rule.
    fn import(&mut self, entry: &Self::Entry, mark: Imported, known: &KnownTools) -> Result<(), MemoryError>;
}

/// Result of reading a stored part.
pub(super) struct Read<P> {
    pub(super) part: P,
    /// Entries that break a rule, as they were stored.
    pub(super) aside: Vec<Value>,
    /// One sentence for each of them.
    pub(super) problems: Vec<String>,
}

/// Reads a stored part; entries that break a rule are set aside.
pub(super) fn read<P: Part + Default>(list: Vec<Value>, last: u32) -> Read<P> {
    let mut read = Read {
        part: P::default(),
        aside: Vec::new(),
        problems: Vec::new(),
    };
    read.part.set_last(last.min(MAX_LAST));
    for value in list {
        let problem = match serde_json::from_value::<P::Entry>(value.clone()) {
            Err(error) => Some(format!(
                "a stored {} cannot be read and was set aside: {}",
                P::WORD,
                brief(&error.to_string())
            )),
            Ok(entry) => {
                let (title, number) = (quoted(entry.title()), entry.number());
                let admitted = read.part.admit(entry);
                if admitted.is_ok() {
                    read.part.set_last(read.part.last().max(number));
                }
                admitted
                    .err()
                    .map(|error| format!("the stored {} '{title}' was set aside: {error}", P::WORD))
            }
        };
        if let Some(problem) = problem {
            read.aside.push(value);
            read.problems.push(problem);
        }
    }
    read
}

/// Makes `taken` what `own` would take over from a foreign part, marked; the reasons for what is left out. Ids go on after
/// those that `own` has used.
pub(super) fn import<P: Part>(
    own: &P,
    foreign: &P,
    taken: &mut P,
    (mark, known): (&Imported, &KnownTools),
) -> Vec<String> {
    taken.set_last(own.last());
    if own.list().iter().any(Sourced::is_on) && !foreign.list().is_empty() {
        let key = P::KEY;
        return vec![format!(
            "the project's {key} were left out: you have {key} of your own"
        )];
    }
    let one = |entry: &P::Entry| {
        let error = taken.import(entry, mark.clone(), known).err()?;
        let title = quoted(entry.title());
        Some(format!("the {} '{title}' was left out: {error}", P::WORD))
    };
    foreign.list().iter().filter_map(one).collect()
}

/// Removes the entries that are still as `from` has them, and puts back those of `to` that are missing.
pub(super) fn exchange<P: Part>(part: &mut P, from: &P, to: &P) {
    let list = part.list_mut();
    list.retain(|entry| !from.list().iter().any(|old| old.same(entry)));
    for entry in to.list() {
        if list.iter().all(|other| other.key() != entry.key()) {
            list.push(entry.clone());
        }
    }
    list.sort_by_key(Entry::number);
    let highest = list.last().map_or(0, Entry::number);
    part.set_last(part.last().max(highest));
}

/// Checks the id of a stored entry: of the right form, and used once.
///
/// # Errors
/// It is not.
pub(super) fn check_id<E: Entry>(prefix: &str, entry: &E, list: &[E]) -> Result<(), MemoryError> {
    let id = entry.key();
    number(prefix, &id)?;
    if list.iter().any(|other| other.key() == id) {
        return Err(MemoryError::new(format!("the id {id} is there twice")));
    }
    Ok(())
}

/// Refuses one more entry when there are as many as are kept.
///
/// # Errors
/// There are.
pub(super) fn check_room<E>(list: &[E], most: usize) -> Result<(), MemoryError> {
    if list.len() >= most {
        return Err(MemoryError::new(format!("at most {most} are kept")));
    }
    Ok(())
}

/// Marks the entry that was added last.
pub(super) fn mark_newest<E: Entry>(list: &mut [E], mark: Imported) {
    if let Some(newest) = list.last_mut() {
        newest.set_imported(Some(mark));
    }
}

/// Number of an id such as `dec_001`.
///
/// # Errors
/// It has another form.
pub(super) fn number(prefix: &str, id: &str) -> Result<u32, MemoryError> {
    let digits = id.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('_'));
    digits
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|digits| digits.parse().ok())
        .filter(|number| (1..=MAX_NUMBER).contains(number) && super::id::id(prefix, *number) == id)
        .ok_or_else(|| MemoryError::new(format!("'{}' is not an id such as {prefix}_001", quoted(id))))
}

/// The number of a checked id; 0 when it is none.
pub(super) fn number_or_zero(prefix: &str, id: &str) -> u32 {
    number(prefix, id).unwrap_or(0)
}

/// The beginning of a foreign text, for a message.
pub(super) fn quoted(text: &str) -> String {
    let line = super::one_line(text);
    let mut shown: String = line.chars().take(MAX_QUOTE).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    shown
}
