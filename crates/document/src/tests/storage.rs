//! Tests of a full or forbidden storage: the error is reported, no data in memory is lost, and a later save recovers.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use trammel_code::StorageError;

/// Storage with a capacity in bytes, like that of a browser: a text that does not fit leaves the previous one in place.
#[derive(Default)]
struct Small {
    inside: MemoryStorage,
    room: usize,
    forbidden: bool,
}

impl Small {
    fn of(room: usize) -> Small {
        Small {
            room,
            ..Small::default()
        }
    }

    fn used_without(&self, key: &str) -> usize {
        let keys = self.inside.keys().unwrap();
        let others = keys.iter().filter(|other| *other != key);
        others
            .map(|key| self.inside.get(key).unwrap().unwrap_or_default().len())
            .sum()
    }
}

impl Storage for Small {
    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        self.inside.get(key)
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), StorageError> {
        if self.forbidden {
            return Err(StorageError::Unavailable(trammel_language::Bilingual::same(
                "switched off",
            )));
        }
        if self.used_without(key) + text.len() > self.room {
            return Err(StorageError::Full);
        }
        self.inside.set(key, text)
    }

    fn remove(&mut self, key: &str) -> Result<(), StorageError> {
        self.inside.remove(key)
    }

    fn keys(&self) -> Result<Vec<String>, StorageError> {
        self.inside.keys()
    }
}

/// Returns the session that a reload of the page would create.
fn stored(storage: &Small) -> Session {
    let (mut session, problems) = Session::load(storage, limits()).unwrap();
    assert_eq!(problems, [""; 0]);
    let pending = session.open();
    complete(&mut session, pending);
    session
}

#[test]
fn full_storage_is_reported_and_saving_recovers() {
    let mut storage = Small::of(200);
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("small"));
    s.save(&mut storage).unwrap();
    let long = format!("drawCircle('large', 0, 0, 5); // {}", "x".repeat(300));
    ok(&mut s, "run_cad_code", json!({ "code": long }));
    assert_eq!(s.save(&mut storage), Err(StorageError::Full));
    assert_eq!(names(&s), ["small", "large"], "what is in memory stays");
    assert_eq!(names(&stored(&storage)), ["small"], "what was stored stays too");
    assert_eq!(
        s.save(&mut storage),
        Err(StorageError::Full),
        "it is said as long as it lasts"
    );
    storage.room = 10_000;
    s.save(&mut storage).unwrap();
    assert_eq!(stored(&storage).scene(), s.scene());
    assert_eq!(stored(&storage).files().main(), s.files().main());
}

#[test]
fn a_part_that_does_not_fit_does_not_block_other_parts() {
    let mut storage = Small::of(400);
    let mut s = Session::new(limits());
    let long = format!("drawCircle('large', 0, 0, 5); // {}", "x".repeat(500));
    ok(&mut s, "run_cad_code", json!({ "code": long }));
    ok(
        &mut s,
        "request_tool",
        json!({"name": "draw_spring", "description": "A gear", "rationale": "often"}),
    );
    s.document_mut().decide_request("req_001", true, None);
    assert_eq!(s.save(&mut storage), Err(StorageError::Full));
    let requests = stored(&storage).document().memory().requests.clone();
    assert_eq!(requests, s.document().memory().requests);
}

#[test]
fn deleting_a_file_frees_storage_for_the_next_save() {
    let mut storage = Small::of(700);
    let mut s = Session::new(limits());
    let library = FileName::new("library").unwrap();
    let pending = s.type_in(&library, Some(&format!("// {}", "x".repeat(500))));
    complete(&mut s, pending);
    s.save(&mut storage).unwrap();
    let long = format!("drawCircle('large', 0, 0, 5); // {}", "x".repeat(300));
    ok(&mut s, "run_cad_code", json!({ "code": long }));
    assert_eq!(s.save(&mut storage), Err(StorageError::Full));
    let pending = s.type_in(&library, None);
    complete(&mut s, pending);
    s.save(&mut storage).unwrap();
    assert_eq!(names(&stored(&storage)), ["large"]);
    assert_eq!(stored(&storage).files().get("library"), None);
}

#[test]
fn disabled_storage_is_reported_with_the_reason() {
    let mut storage = Small::of(10_000);
    storage.forbidden = true;
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("c"));
    let why = s.save(&mut storage).unwrap_err().to_string();
    assert!(why.contains("switched off"), "{why}");
    storage.forbidden = false;
    s.save(&mut storage).unwrap();
    assert_eq!(names(&stored(&storage)), ["c"]);
}

#[test]
fn two_writers_detect_each_other_and_overwrite_only_on_request() {
    let mut storage = Small::of(10_000);
    let mut first = Session::new(limits());
    ok(&mut first, "draw_circle", circle("ours"));
    first.save(&mut storage).unwrap();
    let mut second = stored(&storage);
    ok(&mut second, "draw_circle", circle("theirs"));
    second.save(&mut storage).unwrap();

    ok(&mut first, "draw_circle", circle("late"));
    assert_eq!(first.save(&mut storage), Err(StorageError::Changed));
    assert_eq!(
        names(&stored(&storage)),
        ["ours", "theirs"],
        "what the other wrote stays"
    );
    assert_eq!(names(&first), ["ours", "late"], "what is in memory stays");

    ok(
        &mut second,
        "write",
        json!({ "file": "lib", "code": "export const a = 1;" }),
    );
    second.save(&mut storage).unwrap();
    first.take_over(&mut storage).unwrap();
    assert_eq!(names(&stored(&storage)), ["ours", "late"]);
    assert!(
        storage.get("file/lib").unwrap().is_none(),
        "no part of the other document is left"
    );
    assert_eq!(
        second.save(&mut storage),
        Ok(()),
        "a writer without changes has nothing to overwrite"
    );
    ok(&mut second, "draw_circle", circle("third"));
    assert_eq!(
        second.save(&mut storage),
        Err(StorageError::Changed),
        "now the other one is told"
    );
    first.save(&mut storage).unwrap();

    let mut cleared = Small::of(10_000);
    first.save(&mut cleared).unwrap();
    assert_eq!(
        names(&stored(&cleared)),
        ["ours", "late"],
        "a place that was cleared is filled again"
    );
}

#[test]
fn reload_takes_stored_changes_and_returns_unsaved_work() {
    let mut storage = Small::of(10_000);
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("a"));
    s.save(&mut storage).unwrap();
    assert!(s.unsaved_texts().is_empty());
    let nothing = s.reload(&storage).unwrap();
    assert!(nothing.changes.is_empty() && nothing.pending.is_none());

    storage.forbidden = true;
    ok(&mut s, "draw_circle", circle("late"));
    assert!(s.save(&mut storage).is_err());
    let own = s.files().get("main").cloned().unwrap();
    assert_eq!(s.unsaved_texts(), [("file/main".to_owned(), own.clone())]);
    assert!(
        s.reload(&storage).unwrap().changes.is_empty(),
        "nobody else wrote"
    );
    assert_eq!(s.unsaved_texts().len(), 1);

    let theirs = "import { r } from 'lib';\ndrawCircle('theirs', 0, 0, r);";
    storage.inside.set("file/main", theirs).unwrap();
    storage.inside.set("file/lib", "export const r = 2;").unwrap();
    storage.inside.set("revision", "7").unwrap();
    let reloaded = s.reload(&storage).unwrap();
    let told: Vec<_> = reloaded
        .changes
        .iter()
        .map(|change| (change.key.as_str(), change.kind, change.unsaved.clone()))
        .collect();
    assert_eq!(
        told,
        [
            ("file/lib", OutsideKind::Added, None),
            ("file/main", OutsideKind::Edited, Some(own))
        ]
    );
    complete(&mut s, reloaded.pending.unwrap());
    assert_eq!(names(&s), ["theirs"]);
    storage.forbidden = false;
    s.save(&mut storage).unwrap();
    assert_eq!(storage.get("file/main").unwrap().unwrap(), theirs);
    assert_eq!(s.undo(Actor::Agent).to_json()["success"], true);
    assert_eq!(names(&s), ["a", "late"], "loading is a step that undo takes back");

    storage.inside = MemoryStorage::default();
    assert!(
        s.reload(&storage).unwrap().changes.is_empty(),
        "a cleared place takes nothing away"
    );
    s.save(&mut storage).unwrap();
    assert_eq!(names(&stored(&storage)), ["a", "late"]);
}

/// Storage as one of several tabs sees it.
struct Tab {
    inside: MemoryStorage,
    writer: &'static str,
}

impl Tab {
    fn of(inside: &MemoryStorage, writer: &'static str) -> Tab {
        let inside = inside.clone();
        Tab { inside, writer }
    }
}

impl Storage for Tab {
    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        self.inside.get(key)
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), StorageError> {
        self.inside.set(key, text)
    }

    fn remove(&mut self, key: &str) -> Result<(), StorageError> {
        self.inside.remove(key)
    }

    fn keys(&self) -> Result<Vec<String>, StorageError> {
        self.inside.keys()
    }

    fn new_writer(&self) -> Option<String> {
        Some(self.writer.to_owned())
    }
}

/// Returns two sessions of one document, both up to date, and the storage.
fn two_tabs() -> (Session, Session, MemoryStorage) {
    let mut first = Session::new(limits());
    ok(&mut first, "draw_circle", circle("a"));
    let mut tab = Tab::of(&MemoryStorage::default(), "one");
    first.save(&mut tab).unwrap();
    let (mut second, _) = Session::load(&Tab::of(&tab.inside, "two"), limits()).unwrap();
    let pending = second.open();
    complete(&mut second, pending);
    (first, second, tab.inside)
}

#[test]
fn of_two_tabs_that_store_at_the_same_moment_the_one_that_lost_its_texts_cannot_save() {
    let (mut first, mut second, before) = two_tabs();
    ok(&mut first, "draw_circle", circle("by_first"));
    ok(&mut second, "draw_circle", circle("by_second"));
    // Neither tab sees the write of the other one before its own.
    first.save(&mut Tab::of(&before, "one")).unwrap();
    let mut after = Tab::of(&before, "two");
    second.save(&mut after).unwrap();
    assert!(!second.store().is_overwritten(&after).unwrap());
    let mut seen = Tab::of(&after.inside, "one");
    assert!(first.store().is_overwritten(&seen).unwrap());
    assert!(!first.has_changes(), "its texts were stored");
    assert_eq!(first.save(&mut seen), Err(StorageError::Changed));
    // More writes of the other tab make no difference.
    ok(&mut second, "draw_circle", circle("more"));
    second.save(&mut after).unwrap();
    seen = Tab::of(&after.inside, "one");
    assert_eq!(first.save(&mut seen), Err(StorageError::Changed));

    first.take_over(&mut seen).unwrap();
    assert_eq!(first.save(&mut seen), Ok(()));
    after = Tab::of(&seen.inside, "two");
    assert!(
        !second.store().is_overwritten(&after).unwrap(),
        "its texts were replaced on request"
    );
    let pending = second.reload(&after).unwrap().pending.unwrap();
    complete(&mut second, pending);
    assert_eq!(names(&second), ["a", "by_first"]);
}

#[test]
fn a_write_that_ends_after_two_newer_ones_is_found() {
    let (mut first, mut second, before) = two_tabs();
    let mut tab = Tab::of(&before, "one");
    for name in ["b", "c"] {
        ok(&mut first, "draw_circle", circle(name));
        first.save(&mut tab).unwrap();
    }
    ok(&mut second, "draw_circle", circle("late"));
    let mut after = Tab::of(&before, "two");
    second.save(&mut after).unwrap();
    assert!(
        first
            .store()
            .is_overwritten(&Tab::of(&after.inside, "one"))
            .unwrap()
    );
    assert!(!second.store().is_overwritten(&after).unwrap());
}

#[test]
fn tabs_that_remove_the_last_good_files_at_the_same_moment_lose_nothing() {
    let (mut first, mut second, inside) = two_tabs();
    let main = FileName::main();
    let text = "drawCircle('b', 0, 0, 5);";
    first.document_mut().note_typing(&main, text);
    let mut tab = Tab::of(&inside, "one");
    first.save(&mut tab).unwrap();
    assert!(tab.get("good/main").unwrap().is_some());
    let mut other = Tab::of(&tab.inside, "two");
    let pending = second.reload(&other).unwrap().pending.unwrap();
    complete(&mut second, pending);
    let pending = first.type_in(&main, Some(text));
    complete(&mut first, pending);
    first.save(&mut tab).unwrap();
    second.save(&mut other).unwrap();
    assert_eq!(tab.get("good/main").unwrap(), None);
    assert!(
        !first
            .store()
            .is_overwritten(&Tab::of(&other.inside, "one"))
            .unwrap()
    );

    ok(&mut second, "draw_circle", circle("more"));
    second.save(&mut other).unwrap();
    let seen = Tab::of(&other.inside, "one");
    assert!(!first.store().is_overwritten(&seen).unwrap());
    let pending = first.reload(&seen).unwrap().pending.unwrap();
    complete(&mut first, pending);
    assert_eq!(names(&first), ["b", "more"]);
}

#[test]
fn tabs_that_see_each_others_writes_ask_nothing() {
    let (mut first, mut second, mut inside) = two_tabs();
    for turn in 0..40 {
        let (writer, session, other) = if turn % 3 == 0 {
            ("one", &mut first, &mut second)
        } else {
            ("two", &mut second, &mut first)
        };
        ok(session, "draw_circle", circle(&format!("c{turn}")));
        let mut tab = Tab::of(&inside, writer);
        assert_eq!(session.save(&mut tab), Ok(()), "turn {turn}");
        let seen = Tab::of(&tab.inside, if writer == "one" { "two" } else { "one" });
        // The texts arrive before the list of writes.
        let mut early = Tab::of(&tab.inside, seen.writer);
        early
            .set("writes", &inside.get("writes").unwrap().unwrap())
            .unwrap();
        assert!(!other.store().is_overwritten(&early).unwrap(), "turn {turn}");
        assert!(!other.store().is_overwritten(&seen).unwrap(), "turn {turn}");
        let pending = other.reload(&seen).unwrap().pending.unwrap();
        complete(other, pending);
        inside = tab.inside;
    }
    assert_eq!(names(&first), names(&second));
}
