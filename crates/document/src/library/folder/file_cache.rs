//! Files of a folder as they were last read.
//!
//! Time and size show that a file has changed, but not that it is unchanged: on some file systems all changes within two
//! seconds have the same time. Invariant: a file is read again at each look until it had the same time and size for
//! [`TIME_STEP_MS`]. A later change then has another time. Only the clock of the page is compared with itself, so a file
//! server with another time does no harm.

use super::agreement::Texts;
use std::collections::BTreeMap;
use trammel_code::layout::Unusable;

/// Time that is longer than the steps of the time of every usual file system (two seconds on FAT), in milliseconds.
const TIME_STEP_MS: f64 = 3_000.0;

/// Time of the last change and size of a file, as the file system reports them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FileStat {
    /// Time of the last change, in milliseconds.
    pub changed_ms: f64,
    /// Size in bytes.
    pub bytes: f64,
}

/// Texts of a folder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FolderFiles {
    /// Texts by key.
    pub texts: Texts,
    /// Keys of the files that are left alone, with the reasons.
    pub unusable: BTreeMap<String, Unusable>,
}

/// Texts of the files that were read, by key.
#[derive(Clone, Debug, Default)]
pub struct FileCache(BTreeMap<String, Entry>);

#[derive(Clone, Debug)]
struct Entry {
    stat: FileStat,
    /// Time of the first look at which the file had this time and size.
    since_ms: f64,
    /// Time of the last look at which the file was read.
    read_ms: f64,
    text: Result<String, Unusable>,
}

impl FileCache {
    /// Returns the text of a file that need not be read again.
    pub fn text(&self, key: &str, stat: FileStat) -> Option<&Result<String, Unusable>> {
        let entry = self.0.get(key)?;
        let is_settled = entry.stat == stat && entry.read_ms - entry.since_ms >= TIME_STEP_MS;
        is_settled.then_some(&entry.text)
    }

    /// Records the text of a file that was read or written. `now_ms` is a time that never goes back, before the read.
    pub fn note(&mut self, key: &str, stat: FileStat, text: Result<String, Unusable>, now_ms: f64) {
        let known = self.0.get(key).filter(|entry| entry.stat == stat);
        let since_ms = known.map_or(now_ms, |entry| entry.since_ms);
        let entry = Entry {
            stat,
            since_ms,
            read_ms: now_ms,
            text,
        };
        self.0.insert(key.to_owned(), entry);
    }

    /// Removes the files that are no longer in the folder.
    pub fn retain(&mut self, is_there: impl Fn(&str) -> bool) {
        self.0.retain(|key, _| is_there(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_again_until_a_change_must_have_another_time() {
        let mut cache = FileCache::default();
        let stat = FileStat {
            changed_ms: 2_000.0,
            bytes: 1.0,
        };
        for (now_ms, text) in [(2_100.0, "1"), (2_900.0, "2"), (4_000.0, "3")] {
            cache.note("file/main", stat, Ok(text.to_owned()), now_ms);
            assert_eq!(cache.text("file/main", stat), None, "{now_ms}");
        }
        cache.note("file/main", stat, Ok("3".to_owned()), 5_100.0);
        assert_eq!(cache.text("file/main", stat), Some(&Ok("3".to_owned())));
        let newer = FileStat {
            changed_ms: 6_000.0,
            ..stat
        };
        assert_eq!(cache.text("file/main", newer), None);
        cache.note("file/main", newer, Ok("4".to_owned()), 6_000.0);
        assert_eq!(cache.text("file/main", newer), None);
    }
}
