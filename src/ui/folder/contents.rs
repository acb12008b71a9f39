//! Files of a folder: reading of all, and writing of those that changed.

use super::access::{self, Directory, FileEntry, FolderFault};
use crate::ui::clock;
use std::collections::{BTreeMap, BTreeSet};
use trammel_code::layout::{FolderFile, STATE, Unusable, decode, key_of_code, key_of_state, text_of};
use trammel_code::line_ends::encode;
use trammel_code::{FILE_PREFIX, MAX_FILES};
use trammel_document::library::{Agreement, FileCache, FileStat, FolderFiles, Texts, find_unlisted};

/// Files of a folder as they were last read.
#[derive(Clone, Default)]
pub(super) struct Contents(FileCache);

impl Contents {
    /// Reads the files of a drawing in a folder; files of other kinds are left out.
    ///
    /// # Errors
    /// Returns the reason if the folder cannot be read or has too many files for a drawing.
    pub(super) async fn read(
        &mut self,
        directory: &Directory,
        agreed: &Agreement,
    ) -> Result<FolderFiles, FolderFault> {
        let files = list(directory, agreed).await?;
        let mut found = FolderFiles::default();
        for (key, file) in &files {
            match self.text(key, file, true).await? {
                Some(Ok(text)) => drop(found.texts.insert(key.clone(), text)),
                Some(Err(why)) => drop(found.unusable.insert(key.clone(), why)),
                None => {}
            }
        }
        self.0.retain(|key| files.contains_key(key));
        Ok(found)
    }

    /// Whether the file of a key has this text at present.
    ///
    /// # Errors
    /// Returns the reason if the file cannot be read.
    pub(super) async fn has(
        &mut self,
        directory: &Directory,
        key: &str,
        text: Option<&String>,
    ) -> Result<bool, FolderFault> {
        let present = match find(directory, key).await? {
            Some(file) => self.text(key, &file, false).await?,
            None => None,
        };
        Ok(present.as_ref().map(Result::as_ref) == text.map(Ok))
    }

    /// Returns the text of a file, or the reason why it is left alone; `None` if it has been removed meanwhile.
    async fn text(
        &mut self,
        key: &str,
        file: &FileEntry,
        from_cache: bool,
    ) -> Result<Option<Result<String, Unusable>>, FolderFault> {
        let now_ms = clock::now_ms();
        let in_words = |why: FolderFault| why.in_file(&FolderFile::of_key(key).path());
        let Some(file) = file.open().await.map_err(in_words)? else {
            return Ok(None);
        };
        let stat = FileStat {
            changed_ms: file.last_modified(),
            bytes: file.size(),
        };
        if let (true, Some(text)) = (from_cache, self.0.text(key, stat)) {
            return Ok(Some(text.clone()));
        }
        let FolderFile { most, .. } = FolderFile::of_key(key);
        let text = if stat.bytes > most as f64 {
            let bytes = stat.bytes as u64;
            Err(Unusable::TooLarge { bytes, most })
        } else {
            text_of(access::bytes(&file).await.map_err(in_words)?)
        };
        self.0.note(key, stat, text.clone(), now_ms);
        Ok(Some(text))
    }
}

/// Returns the files of a drawing in a folder by key. A known file that the folder lists under another spelling has its
/// own key.
async fn list(directory: &Directory, agreed: &Agreement) -> Result<BTreeMap<String, FileEntry>, FolderFault> {
    let mut files: BTreeMap<String, FileEntry> = BTreeMap::new();
    for (name, file) in directory.files().await? {
        files.extend(key_of_code(&name).map(|key| (key, file)));
    }
    let count = files.len();
    if count > MAX_FILES {
        return Err(format!("it has {count} code files, at most {MAX_FILES}").into());
    }
    if let Some(state) = directory.inside(STATE, false).await? {
        for (name, file) in state.files().await? {
            files.extend(key_of_state(&name).map(|key| (key, file)));
        }
    }
    let listed: BTreeSet<String> = files.keys().cloned().collect();
    for missing in find_unlisted(agreed, &listed) {
        if let Some(file) = find(directory, &missing.key).await? {
            files.retain(|key, _| !missing.aliases.contains(key));
            files.insert(missing.key, file);
        }
    }
    Ok(files)
}

/// Returns the file of a key; `None` if there is none.
async fn find(directory: &Directory, key: &str) -> Result<Option<FileEntry>, FolderFault> {
    let file = FolderFile::of_key(key);
    let inside = if file.is_state {
        directory.inside(STATE, false).await?
    } else {
        Some(directory.clone())
    };
    match inside {
        Some(inside) => inside.file(&file.name).await,
        None => Ok(None),
    }
}

/// Writes the text of a key, or removes its file for `None`. A file keeps its line ends.
///
/// # Errors
/// Returns the reason with the path of the file.
pub(super) async fn write(directory: &Directory, key: &str, text: Option<&str>) -> Result<(), FolderFault> {
    let file = FolderFile::of_key(key);
    let written = async {
        let inside = if file.is_state {
            directory.inside(STATE, text.is_some()).await?
        } else {
            Some(directory.clone())
        };
        match (inside, text) {
            (Some(inside), Some(text)) => {
                let present = present(&inside, &file).await?;
                let content = encode(text, present.as_deref());
                if content.len() > file.most {
                    let (bytes, most) = (content.len() as u64, file.most);
                    return Err(Unusable::TooLarge { bytes, most }.reason().english.into());
                }
                inside.write(&file.name, &content).await
            }
            (Some(inside), None) => inside.remove(&file.name).await,
            (None, _) => Ok(()),
        }
    };
    written
        .await
        .map_err(|why: FolderFault| why.in_file(&file.path()))
}

/// Returns the content of a file; `None` if there is none, or if it is no text.
async fn present(directory: &Directory, file: &FolderFile) -> Result<Option<String>, FolderFault> {
    let Some(entry) = directory.file(&file.name).await? else {
        return Ok(None);
    };
    match entry.open().await? {
        Some(there) if there.size() <= file.most as f64 => Ok(decode(access::bytes(&there).await?).ok()),
        _ => Ok(None),
    }
}

/// Whether texts contain a drawing.
pub(super) fn is_drawing(texts: &Texts) -> bool {
    texts.keys().any(|key| key.starts_with(FILE_PREFIX))
}
