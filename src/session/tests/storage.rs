//! Tests of a full or forbidden storage: the error is reported, no data in memory is lost, and a later save recovers.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use crate::workspace::StorageError;

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
            return Err(StorageError::Unavailable(crate::language::Bilingual::same(
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
    s.decide_request("req_001", true, None);
    assert_eq!(s.save(&mut storage), Err(StorageError::Full));
    let requests = stored(&storage).memory().requests.clone();
    assert_eq!(requests, s.memory().requests);
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
    assert!(s.unsaved().is_empty());
    let nothing = s.reload(&storage).unwrap();
    assert!(nothing.changes.is_empty() && nothing.pending.is_none());

    storage.forbidden = true;
    ok(&mut s, "draw_circle", circle("late"));
    assert!(s.save(&mut storage).is_err());
    let own = s.files().get("main").cloned().unwrap();
    assert_eq!(s.unsaved(), [("file/main".to_owned(), own.clone())]);
    assert!(
        s.reload(&storage).unwrap().changes.is_empty(),
        "nobody else wrote"
    );
    assert_eq!(s.unsaved().len(), 1);

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
