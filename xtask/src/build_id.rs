//! Identifier of a build: a hash of the sources. The page and its worker compare their identifiers, because a browser may
//! have the file of one of them from an earlier build in its cache.
//!
//! Invariant: the same sources have the same identifier, so that two builds of a commit are equal.

use crate::process::root;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Environment variable from which the program takes its identifier (`src/runner.rs`).
pub const VARIABLE: &str = "TRAMMEL_BUILD";

/// Files and folders from which the page and the worker are compiled.
const SOURCES: [&str; 5] = ["Cargo.toml", "Cargo.lock", "crates", "src", "examples"];

/// Returns the identifier of the sources of this working tree.
pub fn of_sources() -> Result<String, String> {
    of_files(root(), &SOURCES).map_err(|error| format!("the sources could not be read: {error}"))
}

/// Returns 16 hexadecimal digits: the FNV-1a hash of the paths and contents of these files, in the order of their paths.
fn of_files(root: &Path, sources: &[&str]) -> io::Result<String> {
    let mut files = Vec::new();
    for source in sources {
        collect(&root.join(source), &mut files)?;
    }
    files.sort();
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    for file in files {
        let bytes = fs::read(&file)?;
        let name = file
            .strip_prefix(root)
            .unwrap_or(&file)
            .to_string_lossy()
            .replace('\\', "/");
        hash.add(name.as_bytes());
        hash.add(&bytes.len().to_le_bytes());
        hash.add(&bytes);
    }
    Ok(format!("{:016x}", hash.0))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        collect(&entry?.path(), files)?;
    }
    Ok(())
}

/// The hash function FNV-1a with 64 bits (Fowler, Noll, Vo).
struct Fnv(u64);

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fnv, of_files};
    use std::fs;

    #[test]
    fn the_hash_is_fnv_1a() {
        let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
        hash.add(b"foobar");
        assert_eq!(hash.0, 0x8594_4171_f739_67e8);
    }

    #[test]
    fn an_identifier_depends_on_the_files_alone() {
        let folder = std::env::temp_dir().join(format!("trammel-build-id-{}", std::process::id()));
        let write = |name: &str, text: &str| {
            let file = folder.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        let id = || of_files(&folder, &["lock", "src"]).unwrap();
        write("src/a/b.rs", "b");
        write("src/c.rs", "c");
        write("lock", "1");
        let first = id();
        assert_eq!(id(), first);
        write("src/c.rs", "d");
        assert_ne!(id(), first, "another text");
        write("src/c.rs", "c");
        assert_eq!(id(), first);
        write("notes", "not a source");
        assert_eq!(id(), first);
        fs::rename(folder.join("src/c.rs"), folder.join("src/e.rs")).unwrap();
        assert_ne!(id(), first, "another name");
        fs::remove_dir_all(&folder).unwrap();
    }
}
