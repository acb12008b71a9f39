//! Tests of a folder: texts of other programs, copies, links, and too many files.

use super::*;
use crate::MAX_FILE_BYTES;
use std::os::unix::fs::symlink;

/// Folder of one test, removed when dropped.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Temporary {
        let path = std::env::temp_dir().join(format!("trammel-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Temporary(path)
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap()
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join(file), text).unwrap();
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_file_keeps_its_line_ends_also_while_it_is_gone() {
    let place = Temporary::new("line-ends");
    let mut folder = Folder::open(&place.0).unwrap();
    place.write("main.js", "\u{feff}a\r\nb\r\n");
    assert_eq!(folder.get("file/main").unwrap().unwrap(), "a\nb\n");
    folder.set("file/main", "a\nb\n").unwrap();
    assert_eq!(place.read("main.js"), "\u{feff}a\r\nb\r\n");
    fs::remove_file(place.0.join("main.js")).unwrap();
    folder.set("file/main", "a\nc\n").unwrap();
    assert_eq!(place.read("main.js"), "\u{feff}a\r\nc\r\n");
    place.write("main.js", "a\nc\n");
    assert_eq!(folder.obstacle("file/main"), None, "other line ends are no edit");
    folder.set("file/main", "a\nc\nd\n").unwrap();
    assert_eq!(place.read("main.js"), "a\nc\nd\n");
    let full = "\r\n".repeat(MAX_FILE_BYTES / 2);
    place.write("full.js", &full);
    let text = folder.get("file/full").unwrap().unwrap();
    assert!(
        folder.set("file/full", &format!("{text}\n")).is_err(),
        "it could not be read again"
    );
    assert_eq!(place.read("full.js"), full);
}

#[test]
fn externally_edited_files_are_not_replaced_or_removed() {
    let place = Temporary::new("edited");
    let mut folder = Folder::open(&place.0).unwrap();
    folder.set("file/main", "1").unwrap();
    folder.set("file/main", "2").unwrap();
    place.write("main.js", "theirs");
    let edited = Err(StorageError::Edited("main.js".to_owned()));
    assert_eq!(folder.set("file/main", "3"), edited);
    assert_eq!(folder.remove("file/main"), edited);
    assert_eq!(folder.obstacle("file/main"), edited.err());
    assert_eq!(place.read("main.js"), "theirs");
    folder.set("file/main", "theirs").unwrap();
    folder.set("file/main", "3").unwrap();

    place.write("new.js", "theirs");
    assert!(
        folder.set("file/new", "ours").is_err(),
        "nothing of this name was read"
    );
    assert_eq!(folder.get("file/new").unwrap().unwrap(), "theirs");
    folder.set("file/new", "ours").unwrap();
    folder.remove("file/new").unwrap();
    folder.remove("file/new").unwrap();
    fs::remove_dir_all(&place.0).unwrap();
    assert_eq!(folder.keys().unwrap(), [""; 0]);
    folder.set("hints", "[]").unwrap();
    assert_eq!(place.read(".trammel/hints.json"), "[]");
}

#[test]
fn conflict_copies_replace_only_earlier_unedited_copies() {
    let place = Temporary::new("copies");
    let mut folder = Folder::open(&place.0).unwrap();
    let copy = |number: &str| format!(".trammel/conflict/main{number}.js");
    assert_eq!(folder.keep_beside("file/main", "1").unwrap(), copy(""));
    assert_eq!(folder.keep_beside("file/main", "2").unwrap(), copy(""));
    assert_eq!(place.read(&copy("")), "2");
    place.write(&copy(""), "edited by the user");
    assert_eq!(folder.keep_beside("file/main", "3").unwrap(), copy("-2"));
    folder.end_conflict("file/main");
    assert_eq!(folder.keep_beside("file/main", "4").unwrap(), copy("-3"));
    assert_eq!(
        folder.keep_beside("holds", "{}").unwrap(),
        ".trammel/conflict/holds.json"
    );
    assert_eq!(place.read(&copy("")), "edited by the user");
    assert_eq!(place.read(&copy("-2")), "3");
    assert_eq!(
        folder.keys().unwrap(),
        [""; 0],
        "copies are not part of the document"
    );
}

#[test]
fn symbolic_links_and_too_many_files_are_refused_with_their_path() {
    let place = Temporary::new("links");
    let mut folder = Folder::open(&place.0).unwrap();
    fs::create_dir(place.0.join(".trammel")).unwrap();
    symlink("/", place.0.join(".trammel/conflict")).unwrap();
    let told = |error: StorageError, part: &str| {
        let told = error.to_string();
        assert!(told.contains(part), "{told}");
    };
    told(
        folder.keep_beside("file/main", "1").unwrap_err(),
        "conflict is a symbolic link",
    );
    symlink("nowhere", place.0.join("main.js")).unwrap();
    told(folder.get("file/main").unwrap_err(), "main.js is a symbolic link");
    told(
        folder.set("file/main", "1").unwrap_err(),
        "main.js is a symbolic link",
    );
    told(
        folder.remove("file/main").unwrap_err(),
        "main.js is a symbolic link",
    );
    told(
        folder.set("file/a", &"x".repeat(MAX_FILE_BYTES + 1)).unwrap_err(),
        "a.js would have 4194305 bytes",
    );
    place.write("b.js.js", "not the file b");
    assert_eq!(folder.keys().unwrap(), ["file/main"]);
    for number in 0..MAX_FILES {
        place.write(&format!("n{number}.js"), "");
    }
    told(folder.keys().unwrap_err(), "257 code files");
}

#[test]
fn a_save_of_another_program_is_never_replaced_unread() {
    let place = Temporary::new("race");
    let mut folder = Folder::open(&place.0).unwrap();
    place.write("main.js", "user 0\n");
    let root = place.0.clone();
    let user = std::thread::spawn(move || {
        let path = root.join("main.js");
        for number in 1..=150 {
            let text = format!("user {number}\n");
            fs::write(root.join("next"), &text).unwrap();
            fs::rename(root.join("next"), &path).unwrap();
            // While the folder exchanges the file back, it shows the text of the folder. Every other save waits for the folder.
            let wanted = if number % 2 == 0 { text + "more\n" } else { text };
            let mut reads = 0;
            while !fs::read_to_string(&path).unwrap().starts_with(&wanted) {
                reads += 1;
                assert!(reads < 1_000_000, "save {number} is lost");
            }
        }
    });
    let mut written = 0;
    while !user.is_finished() {
        let text = folder.get("file/main").unwrap().unwrap();
        let first = text.split_inclusive('\n').next().unwrap();
        match folder.set("file/main", &format!("{first}more\n")) {
            Ok(()) => written += 1,
            Err(StorageError::Edited(_)) => {}
            Err(why) => panic!("{why}"),
        }
    }
    user.join().unwrap();
    assert!(written > 0);
    let left = fs::read_dir(&place.0)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left
        .filter(|name| name.to_string_lossy().contains("partial"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_file_with_another_content_is_neither_replaced_nor_removed() {
    let place = Temporary::new("compared");
    let directory = Directory::open(&place.0).unwrap().unwrap();
    place.write("a.js", "theirs");
    for seen in [None, Some("mine"), Some("")] {
        assert_eq!(
            directory.write_over("a.js", "new", seen, 100),
            Ok(false),
            "{seen:?}"
        );
        assert!(
            !directory
                .remove_seen("a.js", seen.unwrap_or_default(), 100)
                .unwrap()
        );
        assert_eq!(place.read("a.js"), "theirs");
    }
    assert_eq!(
        directory.write_over("a.js", "new", Some("theirs"), 3),
        Ok(false),
        "too large"
    );
    assert_eq!(directory.write_over("a.js", "new", Some("theirs"), 100), Ok(true));
    assert_eq!(
        directory.write_over("b.js", "other", Some("seen before it vanished"), 100),
        Ok(true)
    );
    assert_eq!(place.read("a.js") + &place.read("b.js"), "newother");
    assert!(directory.remove_seen("a.js", "new", 100).unwrap());
    assert!(
        directory.remove_seen("a.js", "new", 100).unwrap(),
        "a missing file"
    );
    let names: Vec<_> = fs::read_dir(&place.0)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["b.js"]);
}
