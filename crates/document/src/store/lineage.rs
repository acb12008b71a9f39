//! Lineage of the texts of a document: the writes that led to them, from the oldest to the newest.
//!
//! A write has a count and the id of its writer. Every session that loads a document is a writer of its own
//! ([`Storage::new_writer`]), so consecutive writes of one writer follow each other, and no two writes are the same. A copy
//! of a document is newer than another one only if its lineage has the newest write of the other one. Neither a count nor
//! a time decides, because copies that were changed independently have both.
//!
//! Earlier versions stored no lineage. That of their documents begins with a write whose writer is a digest of the texts
//! ([`Lineage::origin`]), so that a copy with the same texts is found among the ancestors of a later one.

use std::collections::BTreeMap;
use std::fmt;
use trammel_code::{GOOD_PREFIX, Storage, StorageError};

/// Key of the lineage, such as `1-41:a7 42:f3`: consecutive writes of one writer with their counts and the writer.
pub const LINEAGE_KEY: &str = "writes";

/// Key of a counter that grows with every write, so that two writers detect each other.
pub const REVISION_KEY: &str = "revision";

/// Maximum number of runs of writes. A copy that is older than all of them counts as independent.
const MAX_RUNS: usize = 200;

/// Writes of a document, from the oldest to the newest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lineage {
    runs: Vec<Run>,
}

/// Consecutive writes of one writer.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    first: u64,
    last: u64,
    writer: String,
}

/// Order of two copies of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Both copies end with the same write.
    Same,
    /// The first copy descends from the second one.
    Newer,
    /// The second copy descends from the first one.
    Older,
    /// Neither copy descends from the other one.
    Apart,
    /// At least one copy has no lineage, because an earlier version wrote it.
    Unknown,
}

impl Lineage {
    /// Reads the stored form. Parts that are not writes are left out.
    pub fn read(text: &str) -> Lineage {
        let mut lineage = Lineage::default();
        for run in text.split(' ').filter_map(Run::read) {
            lineage.push(run);
        }
        lineage
    }

    /// Returns the lineage of a document that an earlier version stored without one.
    pub fn origin(count: u64, texts: &BTreeMap<String, String>) -> Lineage {
        let mut lineage = Lineage::default();
        lineage.add(count, &digest(texts));
        lineage
    }

    /// Whether the copy with these texts, which an earlier version stored without a lineage, is an ancestor.
    pub fn descends_from(&self, texts: &BTreeMap<String, String>) -> bool {
        let writer = digest(texts);
        self.runs.iter().any(|run| run.writer == writer)
    }

    /// Whether there is no write.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the order of the copy with this lineage and the copy with the other one.
    pub fn order(&self, other: &Lineage) -> Order {
        let (Some((count, writer)), Some((other_count, other_writer))) = (self.head(), other.head()) else {
            return Order::Unknown;
        };
        if (count, writer) == (other_count, other_writer) {
            Order::Same
        } else if self.has(other_count, other_writer) {
            Order::Newer
        } else if other.has(count, writer) {
            Order::Older
        } else {
            Order::Apart
        }
    }

    /// Returns the newest write.
    fn head(&self) -> Option<(u64, &str)> {
        self.runs.last().map(|run| (run.last, run.writer.as_str()))
    }

    fn has(&self, count: u64, writer: &str) -> bool {
        let mut runs = self.runs.iter();
        runs.any(|run| run.writer == writer && (run.first..=run.last).contains(&count))
    }

    /// Returns the writer of the newest write with this count.
    pub(crate) fn writer_of(&self, count: u64) -> Option<&str> {
        let mut runs = self.runs.iter();
        let run = runs.rfind(|run| (run.first..=run.last).contains(&count));
        run.map(|run| run.writer.as_str())
    }

    /// Returns the count of the newest write; 0 if there is none.
    pub(crate) fn count(&self) -> u64 {
        self.head().map_or(0, |(count, _)| count)
    }

    /// Adds a write.
    pub(crate) fn add(&mut self, count: u64, writer: &str) {
        self.push(Run {
            first: count,
            last: count,
            writer: writer.to_owned(),
        });
    }

    /// Adds a write; the first one follows the origin of the document.
    pub(crate) fn add_after(&mut self, origin: &mut Lineage, count: u64, writer: &str) {
        let origin = std::mem::take(origin);
        if self.is_empty() {
            *self = origin;
        }
        self.add(count, writer);
    }

    /// Adds the writes of another copy, which this one replaces on request. The next write follows both.
    pub(crate) fn replace(&mut self, other: Lineage) {
        self.runs.retain(|run| !other.has(run.last, &run.writer));
        self.runs.extend(other.runs);
    }

    fn push(&mut self, run: Run) {
        match self.runs.last_mut() {
            // A count between them is a write of the last good files, or a write that failed.
            Some(last) if last.writer == run.writer && last.last < run.first => last.last = run.last,
            _ => self.runs.push(run),
        }
        let excess = self.runs.len().saturating_sub(MAX_RUNS);
        self.runs.drain(..excess);
    }
}

impl fmt::Display for Lineage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, run) in self.runs.iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            if run.first == run.last {
                write!(f, "{space}{}:{}", run.last, run.writer)?;
            } else {
                write!(f, "{space}{}-{}:{}", run.first, run.last, run.writer)?;
            }
        }
        Ok(())
    }
}

impl Run {
    fn read(text: &str) -> Option<Run> {
        let (counts, writer) = text.split_once(':')?;
        let (first, last) = counts.split_once('-').unwrap_or((counts, counts));
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        (first <= last && !writer.is_empty()).then(|| Run {
            first,
            last,
            writer: writer.to_owned(),
        })
    }
}

/// Whether a stored text belongs to the document, and is neither a last good file, which the program writes by itself, nor a
/// fact about the writes.
pub fn is_of_document(key: &str) -> bool {
    !key.starts_with(GOOD_PREFIX) && key != REVISION_KEY && key != LINEAGE_KEY
}

/// Returns the writer that stands for these texts.
fn digest(texts: &BTreeMap<String, String>) -> String {
    let mut sum = crc32fast::Hasher::new();
    let mut bytes = 0;
    for part in texts.iter().filter(|(key, _)| is_of_document(key)) {
        for text in [part.0, part.1] {
            sum.update(&(text.len() as u64).to_le_bytes());
            sum.update(text.as_bytes());
            bytes += text.len();
        }
    }
    format!("texts-{:08x}-{bytes:x}", sum.finalize())
}

/// Returns the lineage of the stored document if an earlier version stored it; otherwise an empty one.
pub(crate) fn origin(storage: &dyn Storage) -> Result<Lineage, StorageError> {
    let count = revision(storage)?.unwrap_or(0);
    if count == 0 || storage.guards_each_text() || !stored_lineage(storage)?.is_empty() {
        return Ok(Lineage::default());
    }
    let mut texts = BTreeMap::new();
    for key in storage.keys()? {
        match storage.get(&key) {
            Ok(text) => texts.extend(text.map(|text| (key, text))),
            // Other texts than those of the copy would stand for it.
            Err(_) => return Ok(Lineage::default()),
        }
    }
    Ok(Lineage::origin(count, &texts))
}

/// Returns the lineage of the stored document.
pub(crate) fn stored_lineage(storage: &dyn Storage) -> Result<Lineage, StorageError> {
    let text = storage.get(LINEAGE_KEY)?;
    Ok(text.map_or_else(Lineage::default, |text| Lineage::read(&text)))
}

/// Returns the write counter of the stored document; `None` if there is none, or if an earlier version wrote the
/// document.
pub(crate) fn revision(storage: &dyn Storage) -> Result<Option<u64>, StorageError> {
    let text = storage.get(REVISION_KEY)?;
    Ok(text.and_then(|text| text.parse().ok()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn only_a_copy_with_the_newest_write_of_another_one_is_newer() {
        let order = |one: &str, other: &str| Lineage::read(one).order(&Lineage::read(other));
        for (one, other, expected) in [
            ("1-41:a 42:b", "1-41:a 42:b", Order::Same),
            ("1-41:a 42-50:b", "1-41:a 42:b", Order::Newer),
            ("1-41:a", "1-41:a 42:b", Order::Older),
            // A count decides nothing, whichever is higher.
            ("1-41:a 42-90:b", "1-41:a 42:c", Order::Apart),
            ("1-5:a", "6-42:b", Order::Apart),
            ("", "1:a", Order::Unknown),
            ("1:a", "", Order::Unknown),
            // The list of an earlier version.
            ("40:a 41:a 42:b", "40:a 41:a", Order::Newer),
            // A text that is not a list.
            ("-:a 1-:b 3-2:c x", "1:a", Order::Unknown),
        ] {
            assert_eq!(order(one, other), expected, "{one} and {other}");
        }
    }

    #[test]
    fn the_digest_is_of_each_text_with_its_key() {
        let texts = |texts: &[(&str, &str)]| {
            let texts = texts
                .iter()
                .map(|(key, text)| ((*key).to_owned(), (*text).to_owned()));
            texts.collect::<BTreeMap<_, _>>()
        };
        let document = texts(&[("file/main", "a"), ("title", "b")]);
        let lineage = Lineage::origin(7, &document);
        assert_eq!(lineage.to_string(), "7:texts-fa0a5e4b-10");
        let with_facts = [
            ("file/main", "a"),
            ("title", "b"),
            ("good/main", "c"),
            ("revision", "9"),
            ("writes", ""),
        ];
        assert!(lineage.descends_from(&texts(&with_facts)));
        let others: [&[(&str, &str)]; 5] = [
            &[("file/main", "a")],
            &[("file/main", "b"), ("title", "a")],
            &[("file/maina", ""), ("title", "b")],
            &[("file/main", "a"), ("title", "b"), ("memory", "")],
            &[("file/main", "atitle"), ("", "b")],
        ];
        for other in others {
            assert!(!lineage.descends_from(&texts(other)), "{other:?}");
        }
    }

    #[test]
    fn a_lineage_is_stored_briefly_and_has_a_limit() {
        let mut lineage = Lineage::default();
        for count in 1..=9 {
            lineage.add(count, "a");
        }
        lineage.add(11, "b");
        assert_eq!(lineage.to_string(), "1-9:a 11:b");
        assert_eq!(Lineage::read(&lineage.to_string()), lineage);
        for count in 12..5_000 {
            lineage.add(count, &format!("{count:x}"));
        }
        assert!(lineage.to_string().len() < 3_000);
        let start = Lineage::read("1-9:a");
        assert_eq!(
            lineage.order(&start),
            Order::Apart,
            "what is not known is not newer"
        );
    }
}
