//! Layout of a drawing in a folder: `main.js`, one `NAME.js` per module, all other data in `.trammel/`. The key
//! `file/main` is `main.js`, and `good/main` is `.trammel/good.main.js`.
//!
//! The command line and the page use the same layout, so both can open one folder, and both leave the same files alone
//! ([`Unusable`]).
//!
//! Invariant: a file without a key is not part of the drawing and is never read, replaced, or removed.

use super::line_ends::plain;
use super::storage::{FILE_PREFIX, GOOD_PREFIX};
use super::{FileName, MAX_FILE_BYTES};
use trammel_language::{Bilingual, bilingual};

/// Directory of all data other than code.
pub const STATE: &str = ".trammel";

/// Maximum size of a file in [`STATE`], in bytes.
pub const MAX_STATE_BYTES: usize = 16 << 20;

/// Keys of the files in [`STATE`] that this version writes, apart from the last good files. A file with another name
/// belongs to a newer version or to another program.
pub const STATE_KEYS: [&str; 10] = [
    "checkpoints",
    "decisions",
    "hints",
    "holds",
    "layers",
    "requests",
    "revision",
    "title",
    "tools",
    "writes",
];

/// Keys of counters of writes, which are not a part of the work.
pub const COUNTERS: [&str; 2] = ["revision", "writes"];

/// Reason why a file of a folder is left alone: it is not read, replaced, or removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// File whose bytes are not UTF-8 text.
    NotUtf8,
    /// File with more bytes than a drawing takes.
    TooLarge {
        /// Size of the file.
        bytes: u64,
        /// Maximum size.
        most: usize,
    },
}

impl Unusable {
    /// Returns the reason and the next step, to be put after the path of the file.
    pub fn reason(&self) -> Bilingual {
        match self {
            Unusable::NotUtf8 => bilingual!(
                "is not UTF-8 text: convert it or move it away",
                "UTF-8 텍스트가 아니에요. UTF-8로 바꾸거나 다른 곳으로 옮기세요"
            ),
            Unusable::TooLarge { bytes, most } => bilingual!(
                "has {bytes} bytes, at most {most}: shorten it or move it away",
                "{bytes}바이트인데 최대 {most}바이트예요. 줄이거나 다른 곳으로 옮기세요"
            ),
        }
    }
}

/// Returns the content of a file.
///
/// # Errors
/// Returns an error if the bytes are not UTF-8. Bytes that were replaced by other characters would be lost with the
/// next write.
pub fn decode(bytes: Vec<u8>) -> Result<String, Unusable> {
    String::from_utf8(bytes).map_err(|_| Unusable::NotUtf8)
}

/// Returns the text of a file as the program uses it. Files that differ only in their line ends or in a byte order mark
/// have the same text.
///
/// # Errors
/// Returns an error if the bytes are not UTF-8.
pub fn text_of(bytes: Vec<u8>) -> Result<String, Unusable> {
    decode(bytes).map(|content| plain(&content).into_owned())
}

/// File of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FolderFile {
    /// Whether the file is in [`STATE`] and not in the folder itself.
    pub is_state: bool,
    /// Name of the file.
    pub name: String,
    /// Maximum size, in bytes.
    pub most: usize,
}

impl FolderFile {
    /// Returns the file of a key of the storage.
    pub fn of_key(key: &str) -> FolderFile {
        let file = |is_state, name, most| FolderFile { is_state, name, most };
        match (key.strip_prefix(FILE_PREFIX), key.strip_prefix(GOOD_PREFIX)) {
            (Some(code), _) => file(false, format!("{code}.js"), MAX_FILE_BYTES),
            (None, Some(code)) => file(true, format!("good.{code}.js"), MAX_FILE_BYTES),
            (None, None) => file(true, format!("{key}.json"), MAX_STATE_BYTES),
        }
    }

    /// Returns the path relative to the folder.
    pub fn path(&self) -> String {
        let name = &self.name;
        if self.is_state {
            format!("{STATE}/{name}")
        } else {
            name.clone()
        }
    }
}

/// Returns the key of a file in the folder itself; `None` if it is not a code file.
pub fn key_of_code(name: &str) -> Option<String> {
    // `FileName` itself removes one extension, but `a.js.js` is not the file `a`.
    let stem = name.strip_suffix(".js").filter(|stem| !stem.ends_with(".js"))?;
    let file = FileName::new(stem).ok()?;
    Some(format!("{FILE_PREFIX}{file}"))
}

/// Returns the key of a file in [`STATE`]; `None` if the file is not part of the drawing.
pub fn key_of_state(name: &str) -> Option<String> {
    if let Some(key) = name.strip_suffix(".json") {
        return STATE_KEYS.contains(&key).then(|| key.to_owned());
    }
    let code = key_of_code(name.strip_prefix("good.")?)?;
    Some(format!("{GOOD_PREFIX}{}", code.strip_prefix(FILE_PREFIX)?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_key_and_its_file_correspond() {
        for (key, path) in [
            ("file/main", "main.js"),
            ("file/기어", "기어.js"),
            ("good/main", ".trammel/good.main.js"),
            ("tools", ".trammel/tools.json"),
        ] {
            let file = FolderFile::of_key(key);
            assert_eq!(file.path(), path);
            let back = if file.is_state {
                key_of_state(&file.name)
            } else {
                key_of_code(&file.name)
            };
            assert_eq!(back.unwrap(), key);
        }
        for other in ["README.md", "a.js.js", "a b.js", ".js"] {
            assert_eq!(key_of_code(other), None, "{other}");
        }
        for other in ["notes.txt", "materials.json", "good.a b.js", "good.json"] {
            assert_eq!(key_of_state(other), None, "{other}");
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_have_no_text() {
        assert_eq!(text_of(b"\xef\xbb\xbfa\r\nb".to_vec()), Ok("a\nb".to_owned()));
        assert_eq!(decode("한글".into()), Ok("한글".to_owned()));
        // "한글" in CP949.
        assert_eq!(text_of(b"\xc7\xd1\xb1\xdb".to_vec()), Err(Unusable::NotUtf8));
        assert_eq!(decode(b"\xff\xfea\0".to_vec()), Err(Unusable::NotUtf8), "UTF-16");
    }
}
