//! Parts of the memory as lists of entries: common code for reading, importing, undoing and switching.
//!
//! Invariants: stored and imported entries are checked by the same rules as new entries. Ids are never reused.

use super::error::MemoryError;
use super::known::KnownTools;
use super::origin::{Imported, Sourced, brief};
use serde::de::DeserializeOwned;
use serde_json::Value;
use trammel_base::visible::one_line;
use trammel_language::{Bilingual, bilingual};

/// Maximum number in a stored id, far below the limit of the type, so that further ids can always be assigned.
const MAX_NUMBER: u32 = 2_000_000_000;

/// Maximum number that a stored list may state as its last id.
const MAX_LAST: u32 = 1_000_000_000;

/// Maximum length of imported text quoted in a message, in characters.
const MAX_QUOTE: usize = 40;

/// Entry of a part.
pub(super) trait Entry: Sourced + Clone + PartialEq + DeserializeOwned {
    /// Returns the identity of the entry within its part.
    fn key(&self) -> String;

    /// Returns the number of the entry's id; 0 for an entry without an id.
    fn number(&self) -> u32;

    /// Returns a short label of the entry for messages.
    fn title(&self) -> &str;

    /// Whether the content is the same as that of `other`, apart from links that other entries set.
    fn same(&self, other: &Self) -> bool {
        self == other
    }
}

/// Part of the memory.
pub(super) trait Part {
    /// Type of the entries.
    type Entry: Entry;
    /// Storage key, also the plural noun for the entries in messages.
    const KEY: &'static str;
    /// Singular noun for an entry in messages, in English and Korean.
    const WORD: [&'static str; 2];

    /// Returns the entries, oldest first.
    fn list(&self) -> &[Self::Entry];

    /// Returns the mutable list of entries.
    fn list_mut(&mut self) -> &mut Vec<Self::Entry>;

    /// Returns the highest assigned number; 0 if entries have no ids.
    fn last(&self) -> u32;

    /// Sets the highest assigned number, after which numbering continues.
    fn set_last(&mut self, last: u32);

    /// Adds a stored entry after the same checks as for a new entry.
    ///
    /// # Errors
    /// Returns an error if the entry violates a rule.
    fn admit(&mut self, entry: Self::Entry) -> Result<(), MemoryError>;

    /// Adds an imported entry under a new id.
    ///
    /// # Errors
    /// Returns an error if the entry violates a rule.
    fn import(&mut self, entry: &Self::Entry, mark: Imported, known: &KnownTools) -> Result<(), MemoryError>;
}

/// Result of reading a stored part.
pub(super) struct Read<P> {
    pub(super) part: P,
    /// Entries that violate a rule, in their stored form.
    pub(super) aside: Vec<Value>,
    /// One sentence for each entry in `aside`.
    pub(super) problems: Vec<Bilingual>,
}

/// Reads a stored part. Entries that violate a rule are returned in `aside`.
pub(super) fn read<P: Part + Default>(list: Vec<Value>, last: u32) -> Read<P> {
    let mut read = Read {
        part: P::default(),
        aside: Vec::new(),
        problems: Vec::new(),
    };
    read.part.set_last(last.min(MAX_LAST));
    for value in list {
        let problem = match serde_json::from_value::<P::Entry>(value.clone()) {
            Err(error) => {
                let ([word, korean], why) = (P::WORD, brief(&error.to_string()));
                Some(Bilingual::new(
                    format!("a stored {word} cannot be read and stays stored: {why}"),
                    format!("저장된 {korean} 하나를 읽지 못해서 저장된 채로 두었어요({why})"),
                ))
            }
            Ok(entry) => {
                let (title, number) = (quote(entry.title()), entry.number());
                let admitted = read.part.admit(entry);
                if admitted.is_ok() {
                    read.part.set_last(read.part.last().max(number));
                }
                let [word, korean] = P::WORD;
                admitted.err().map(|error| {
                    Bilingual::new(
                        format!("the stored {word} '{title}' was not loaded and stays stored: {error}"),
                        format!(
                            "저장된 {korean} '{title}'을(를) 불러오지 않고 저장된 채로 두었어요: {error:#}"
                        ),
                    )
                })
            }
        };
        if let Some(problem) = problem {
            read.aside.push(value);
            read.problems.push(problem);
        }
    }
    read
}

/// Fills `taken` with the marked entries that `own` would import from another project's part, and returns the
/// reasons for entries that are left out. Numbering continues after the ids of `own`.
pub(super) fn import<P: Part>(
    own: &P,
    foreign: &P,
    taken: &mut P,
    (mark, known): (&Imported, &KnownTools),
) -> Vec<Bilingual> {
    taken.set_last(own.last());
    if own.list().iter().any(Sourced::is_on) && !foreign.list().is_empty() {
        let (key, [_, korean]) = (P::KEY, P::WORD);
        return vec![Bilingual::new(
            format!("the project's {key} were omitted, because this drawing already has {key}"),
            format!("이 도면에 이미 있어서 프로젝트의 {korean}을(를) 뺐어요"),
        )];
    }
    let one = |entry: &P::Entry| {
        let error = taken.import(entry, mark.clone(), known).err()?;
        let title = quote(entry.title());
        let [word, korean] = P::WORD;
        Some(Bilingual::new(
            format!("the {word} '{title}' was omitted: {error}"),
            format!("{korean} '{title}'을(를) 뺐어요: {error:#}"),
        ))
    };
    foreign.list().iter().filter_map(one).collect()
}

/// Removes the entries that are unchanged since `from`, and restores the missing entries of `to`.
pub(super) fn exchange<P: Part>(part: &mut P, from: &P, to: &P) {
    let list = part.list_mut();
    list.retain(|entry| !from.list().iter().any(|old| old.same(entry)));
    for entry in to.list() {
        if list.iter().all(|other| other.key() != entry.key()) {
            list.push(entry.clone());
        }
    }
    trammel_base::sort::by_key(list, Entry::number);
    let highest = list.last().map_or(0, Entry::number);
    part.set_last(part.last().max(highest));
}

/// Checks the id of a stored entry.
///
/// # Errors
/// Returns an error if the id is malformed or already used.
pub(super) fn check_id<E: Entry>(prefix: &str, entry: &E, list: &[E]) -> Result<(), MemoryError> {
    let id = entry.key();
    number(prefix, &id)?;
    if list.iter().any(|other| other.key() == id) {
        return Err(MemoryError::new(bilingual!(
            "the id {id} appears twice",
            "번호 {id}이(가) 두 번 나와요"
        )));
    }
    Ok(())
}

/// Checks that a list has room for one more entry.
///
/// # Errors
/// Returns an error if the list has at least `most` entries.
pub(super) fn check_room<E>(list: &[E], most: usize) -> Result<(), MemoryError> {
    if list.len() >= most {
        return Err(MemoryError::new(bilingual!(
            "there are already {most}",
            "이미 {most}개 있어요"
        )));
    }
    Ok(())
}

/// Marks the entry that was added last.
pub(super) fn mark_newest<E: Entry>(list: &mut [E], mark: Imported) {
    if let Some(newest) = list.last_mut() {
        newest.set_imported(Some(mark));
    }
}

/// Returns the number of an id such as `dec_001`.
///
/// # Errors
/// Returns an error if the id is malformed.
pub(super) fn number(prefix: &str, id: &str) -> Result<u32, MemoryError> {
    let digits = id.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('_'));
    digits
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|digits| digits.parse().ok())
        .filter(|number| (1..=MAX_NUMBER).contains(number) && super::id::id(prefix, *number) == id)
        .ok_or_else(|| {
            MemoryError::new(bilingual!(
                "'{}' is not an id such as {prefix}_001",
                "'{}'은(는) {prefix}_001 같은 번호가 아니에요",
                quote(id)
            ))
        })
}

/// Returns the number of an id; 0 for a malformed id.
pub(super) fn number_or_zero(prefix: &str, id: &str) -> u32 {
    number(prefix, id).unwrap_or(0)
}

/// Returns the beginning of imported text, for a message.
pub(super) fn quote(text: &str) -> String {
    let line = one_line(text);
    let mut shown: String = line.chars().take(MAX_QUOTE).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    shown
}
