//! Files that a folder lists under another spelling of their name: some file systems ignore case, and some write Hangul
//! in single letters.

use super::agreement::Agreement;
use std::collections::BTreeSet;
use trammel_code::{FILE_PREFIX, FileName};

/// Known file that is not in the list of a folder. If the folder has a file when it is asked by name, both names stand
/// for one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlisted {
    /// Key of the known file.
    pub key: String,
    /// Keys in the list that then stand for the same file.
    pub aliases: Vec<String>,
}

/// Returns the known files that are not in a list, except those whose place another known file has taken.
pub fn find_unlisted(agreed: &Agreement, listed: &BTreeSet<String>) -> Vec<Unlisted> {
    let is_known = |key: &str| agreed.theirs(key).is_some();
    let keys: BTreeSet<&String> = agreed.keys().collect();
    let missing = keys
        .into_iter()
        .filter(|key| is_known(key) && !listed.contains(*key));
    let unlisted = missing.filter_map(|key| {
        let same = |other: &&String| is_same_file(key, other);
        let aliases: Vec<String> = listed.iter().filter(same).cloned().collect();
        let is_taken = aliases.iter().any(|alias| is_known(alias));
        (!is_taken).then(|| Unlisted {
            key: key.clone(),
            aliases,
        })
    });
    unlisted.collect()
}

/// Whether macOS and Windows cannot distinguish the code files of these keys.
fn is_same_file(key: &str, other: &str) -> bool {
    let name = |key: &str| FileName::new(key.strip_prefix(FILE_PREFIX)?).ok();
    match (name(key), name(other)) {
        (Some(name), Some(other)) => name.is_same_file(other.as_str()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_file_may_be_listed_under_another_spelling() {
        let known = ["file/gear", "file/기어", "file/a", "file/A", "file/lost"];
        let agreed = Agreement::of(trammel_base::sort::map(
            known.map(|key| (key.to_owned(), String::new())),
        ));
        let nfd = "file/\u{1100}\u{1175}\u{110b}\u{1165}";
        let listed = ["file/Gear", nfd, "file/A"].map(str::to_owned).into();
        let found = find_unlisted(&agreed, &listed);
        let found: Vec<(&str, Vec<&str>)> = found
            .iter()
            .map(|file| {
                (
                    file.key.as_str(),
                    file.aliases.iter().map(String::as_str).collect(),
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                ("file/gear", vec!["file/Gear"]),
                ("file/lost", vec![]),
                ("file/기어", vec![nfd]),
            ]
        );
    }
}
