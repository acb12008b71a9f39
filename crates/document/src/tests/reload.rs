//! Tests of a document that is closed and opened again: typed text, oversized files, the last good drawing, and
//! unreadable parts.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use trammel_code::{MAX_FILE_BYTES, StorageError};
use trammel_formats::project::Project;
use trammel_scene::{Adjustment, Name};

fn type_main(s: &mut Session, text: &str) -> Value {
    let pending = s.type_in(&FileName::main(), Some(text));
    complete(s, pending)
}

/// Opens the stored document as the page does: `main` first, then the last good drawing if `main` does not run.
fn opened(storage: &MemoryStorage) -> Session {
    let (mut s, _) = Session::load(storage, limits()).unwrap();
    let pending = s.open();
    complete(&mut s, pending);
    if let Some(pending) = s.open_last_good() {
        complete(&mut s, pending);
    }
    s
}

fn oversized() -> String {
    format!("drawCircle('large', 0, 0, 5); // {}", "x".repeat(4200 << 10))
}

#[test]
fn an_oversized_file_is_kept_but_not_run_and_reports_its_size() {
    let mut storage = MemoryStorage::default();
    let mut s = Session::new(limits());
    type_main(&mut s, "drawCircle('good', 0, 0, 5);");
    let reply = type_main(&mut s, &oversized());
    let message = reply["error"]["message"].as_str().unwrap();
    assert!(
        message.contains("4201 KiB") && message.contains("4096 KiB"),
        "{message}"
    );
    assert_eq!(reply["error"]["file"], "main");
    s.save(&mut storage).unwrap();

    let mut again = opened(&storage);
    assert_eq!(
        again.files().main(),
        oversized(),
        "the text is there after a reload"
    );
    assert!(again.broken().unwrap().message.english.contains("4201 KiB"));
    assert_eq!(names(&again), ["good"], "with the last good drawing");
    type_main(&mut again, "drawCircle('short', 0, 0, 5);");
    again.save(&mut storage).unwrap();
    assert_eq!(
        names(&opened(&storage)),
        ["short"],
        "and what is typed next is stored"
    );
}

#[test]
fn a_file_of_exactly_the_limit_runs() {
    let code = "drawCircle('c', 0, 0, 5); //";
    let mut s = Session::new(limits());
    let exact = format!("{code}{}", "x".repeat(MAX_FILE_BYTES - code.len()));
    assert_eq!(type_main(&mut s, &exact)["success"], true);
    assert_eq!(type_main(&mut s, &format!("{exact}x"))["success"], false);
}

#[test]
fn typed_text_is_stored_while_other_code_runs() {
    let mut storage = MemoryStorage::default();
    let mut s = Session::new(limits());
    type_main(&mut s, "drawCircle('first', 0, 0, 5);");
    let CallOutcome::Run(running) = s.call(
        Actor::Agent,
        "run_cad_code",
        json!({ "code": "drawCircle('second', 9, 0, 5);" }),
    ) else {
        panic!("code needs a run");
    };
    s.document_mut()
        .note_typing(&FileName::main(), "drawCircle('typed', 0, 0, 5);");
    s.save(&mut storage).unwrap();
    assert_eq!(names(&opened(&storage)), ["typed"]);
    complete(&mut s, *running);
    s.save(&mut storage).unwrap();
    assert_eq!(
        names(&opened(&storage)),
        ["typed"],
        "a result that arrives first does not replace it"
    );

    // Newer text is queued while older text is applied.
    s.document_mut()
        .note_typing(&FileName::main(), "drawCircle('newest', 0, 0, 5);");
    type_main(&mut s, "drawCircle('typed', 0, 0, 5);");
    s.save(&mut storage).unwrap();
    assert_eq!(names(&opened(&storage)), ["newest"]);
    type_main(&mut s, "drawCircle('newest', 0, 0, 5);");
    ok(&mut s, "draw_circle", circle("later"));
    s.save(&mut storage).unwrap();
    assert_eq!(
        names(&opened(&storage)),
        ["newest", "later"],
        "applied text is not stored over later work"
    );
}

#[test]
fn reload_shows_the_last_good_drawing_and_undo_restores_its_code() {
    let mut storage = MemoryStorage::default();
    let mut s = Session::new(limits());
    ok(
        &mut s,
        "write",
        json!({ "file": "lib", "code": "export const r = 5;" }),
    );
    type_main(&mut s, "import { r } from 'lib';\ndrawCircle('good', 0, 0, r);");
    type_main(
        &mut s,
        "import { r } from 'lib';\ndrawCircle('good', 0, 0, r);\nnonsense(;",
    );
    let pending = s.type_in(&FileName::new("lib").unwrap(), None);
    complete(&mut s, pending);
    s.save(&mut storage).unwrap();

    let mut again = opened(&storage);
    assert!(again.broken().is_some());
    assert_eq!(again.scene(), s.scene());
    assert!(again.files().main().contains("nonsense") && again.files().get("lib").is_none());
    let good = again.document().last_good_project(false).unwrap();
    assert!(
        !good.main().contains("nonsense") && good.files.len() == 2,
        "{:?}",
        good.files
    );
    again.save(&mut storage).unwrap();
    assert_eq!(
        opened(&storage).scene(),
        s.scene(),
        "a second reload shows it too"
    );

    assert_eq!(again.undo_labels().0, Some("typing"));
    assert_eq!(again.undo(Actor::Agent).to_json()["success"], true);
    assert!(again.broken().is_none() && again.files().get("lib").is_some());
    assert_code_is_the_drawing(&again);
    assert_eq!(again.redo(Actor::Agent).to_json()["success"], true);
    assert!(again.broken().is_some() && again.files().main().contains("nonsense"));
    assert_eq!(names(&again), ["good"]);

    again.undo(Actor::Agent);
    again.save(&mut storage).unwrap();
    let keys = storage.keys().unwrap();
    assert!(!keys.iter().any(|key| key.starts_with("good/")), "{keys:?}");
}

#[test]
fn a_direct_call_beside_failing_code_changes_the_last_good_drawing() {
    let mut storage = MemoryStorage::default();
    let mut s = Session::new(limits());
    type_main(&mut s, "drawCircle('good', 0, 0, 5);");
    type_main(&mut s, "drawCircle('good', 0, 0, 5);\nnonsense();");
    ok(&mut s, "draw_circle", circle("direct"));
    s.save(&mut storage).unwrap();
    assert_eq!(names(&opened(&storage)), ["good", "direct"]);
    s.undo(Actor::Agent);
    s.save(&mut storage).unwrap();
    assert_eq!(names(&opened(&storage)), ["good"]);
}

#[test]
fn text_that_never_ran_has_no_last_good_drawing() {
    let mut storage = MemoryStorage::default();
    storage.set("file/main", "nonsense(;").unwrap();
    let mut s = opened(&storage);
    assert_eq!((names(&s).len(), s.undo_labels().0), (0, None));
    assert!(s.document().last_good_project(false).is_none());
    type_main(&mut s, "also nonsense(;");
    s.save(&mut storage).unwrap();
    assert!(opened(&storage).document().last_good_project(false).is_none());
}

#[test]
fn an_unreadable_part_counts_as_unsaved_until_it_is_set_aside() {
    let mut storage = MemoryStorage::default();
    let mut s = Session::new(limits());
    type_main(&mut s, "drawCircle('c', 0, 0, 5);");
    s.save(&mut storage).unwrap();
    let newer = r#"{"c":{"locked":true,"pinned":true}}"#;
    storage.set("holds", newer).unwrap();
    storage.set("file/not a name", "lost?").unwrap();

    let mut again = opened(&storage);
    let unreadable: Vec<_> = again
        .store()
        .unreadable()
        .iter()
        .map(|part| (part.key.as_str(), part.text.as_deref().unwrap_or_default()))
        .collect();
    assert_eq!(unreadable, [("file/not a name", "lost?"), ("holds", newer)]);
    ok(&mut again, "draw_circle", circle("d"));
    again.save(&mut storage).expect("no part is left out yet");
    again.set_flags("c", HIDDEN);
    let error = again.save(&mut storage).unwrap_err();
    assert_eq!(error, StorageError::Unreadable(vec!["holds".to_owned()]));
    assert!(error.to_string().contains("holds"), "{error}");
    assert_eq!(storage.get("holds").unwrap().as_deref(), Some(newer));

    again.store_mut().set_aside(&mut storage).unwrap();
    again.save(&mut storage).unwrap();
    assert_eq!(storage.get("aside/1/holds").unwrap().as_deref(), Some(newer));
    assert_eq!(
        storage.get("aside/1/file/not a name").unwrap().as_deref(),
        Some("lost?")
    );
    assert!(opened(&storage).scene().get("c").unwrap().hidden);
    again.take_over(&mut storage).unwrap();
    assert!(
        storage.get("aside/1/holds").unwrap().is_some(),
        "also when another tab is overruled"
    );
}

#[test]
fn hidden_and_locked_flags_stay_with_the_drawing_that_was_replaced() {
    let mut s = Session::new(limits());
    type_main(
        &mut s,
        "drawCircle('hole_3', 0, 0, 5);\ndrawCircle('plate', 0, 0, 50);",
    );
    s.set_flags("hole_3", HIDDEN);
    s.set_flags("plate", LOCKED);
    let pending = s.replace(&Project::of_code("")).unwrap();
    complete(&mut s, pending);
    ok(&mut s, "draw_circle", circle("hole_3"));
    ok(&mut s, "draw_circle", circle("plate"));
    for name in ["hole_3", "plate"] {
        let entity = s.scene().get(name).unwrap();
        assert!(!entity.hidden && !entity.locked, "{name}");
    }
    for _ in 0..3 {
        s.undo(Actor::Agent);
    }
    assert!(s.scene().get("hole_3").unwrap().hidden && s.scene().get("plate").unwrap().locked);
}

#[test]
fn deleting_10_000_entities_adds_one_short_statement_and_is_undone() {
    let limits = Limits {
        instructions: 50_000_000,
        ..limits()
    };
    let mut s = Session::new(limits);
    type_main(
        &mut s,
        "for (let i = 0; i < 10000; i++) drawCircle('hole_' + i, i, 0, 1);",
    );
    assert_eq!(s.scene().len(), 10_000);
    let before = s.scene().clone();
    let all: Vec<Name> = s.scene().walk().map(|entity| entity.name.clone()).collect();
    delete_all(&mut s, all);
    assert!(s.files().main().len() < 300, "{}", s.files().main());
    s.undo(Actor::Agent);
    assert_eq!(s.scene(), &before);

    // Names without numbers are listed individually.
    let code = "'abcdefghijklmnopqrst'.split('').forEach(a => { for (const b of 'abcdefghijklmnopqrst') drawPoint(a + b, 0, 0); });";
    type_main(&mut s, code);
    let all: Vec<Name> = s.scene().walk().map(|entity| entity.name.clone()).collect();
    delete_all(&mut s, all);
    assert_code_is_the_drawing(&s);
}

/// An earlier version of the program, or another program, may write without the write counter.
#[test]
fn a_text_that_changed_without_the_write_counter_is_not_overwritten() {
    let mut storage = MemoryStorage::default();
    let mut s = Session::new(limits());
    type_main(&mut s, "drawCircle('ours', 0, 0, 5);");
    s.save(&mut storage).unwrap();
    storage
        .set("file/main", "drawCircle('theirs', 0, 0, 5);")
        .unwrap();
    type_main(&mut s, "drawCircle('late', 0, 0, 5);");
    assert_eq!(s.save(&mut storage), Err(StorageError::Changed));
    let stored = storage.get("file/main").unwrap().unwrap();
    assert!(stored.contains("theirs"), "{stored}");

    // The same holds when the counter is gone.
    storage.remove("revision").unwrap();
    assert_eq!(s.save(&mut storage), Err(StorageError::Changed));
    s.take_over(&mut storage).unwrap();
    assert!(opened(&storage).files().main().contains("late"));
    s.save(&mut storage).unwrap();
}

#[test]
fn a_writer_whose_last_good_files_alone_differ_does_not_compete_with_another_one() {
    let mut storage = MemoryStorage::default();
    let mut first = Session::new(limits());
    type_main(&mut first, "drawCircle('a', 0, 0, 5);");
    first.save(&mut storage).unwrap();
    // Typed text is stored before it runs, with the files that draw the present drawing.
    let text = "drawCircle('b', 0, 0, 5);";
    first.document_mut().note_typing(&FileName::main(), text);
    first.save(&mut storage).unwrap();
    assert!(storage.get("good/main").unwrap().is_some());
    // The other writer runs the text, and removes those files.
    let mut second = opened(&storage);
    second.save(&mut storage).unwrap();
    assert_eq!(storage.get("good/main").unwrap(), None);
    type_main(&mut first, text);
    assert!(!first.has_changes());
    assert_eq!(first.save(&mut storage), Ok(()));
    first.reload(&storage).unwrap();
    type_main(&mut first, "drawCircle('c', 0, 0, 5);");
    assert_eq!(first.save(&mut storage), Ok(()));
}

#[test]
fn a_session_that_follows_another_one_while_it_types_does_not_compete() {
    for saves in [1, 2] {
        let mut storage = MemoryStorage::default();
        let mut typist = Session::new(limits());
        type_main(&mut typist, "drawCircle('one', 0, 0, 5);");
        typist.save(&mut storage).unwrap();
        let mut follower = opened(&storage);
        let text = "drawCircle('one', 0, 0, 5);\ndrawCircle('mine', 90, 0, 5);";
        for end in 29..=text.len() {
            // The typed text is stored before it runs, and often once more with the last good files.
            typist.document_mut().note_typing(&FileName::main(), &text[..end]);
            typist.save(&mut storage).unwrap();
            let reloaded = follower.reload(&storage).unwrap();
            let pending = typist.type_in(&FileName::main(), Some(&text[..end]));
            complete(&mut typist, pending);
            if saves == 2 {
                typist.save(&mut storage).unwrap();
            }
            if let Some(pending) = reloaded.pending {
                complete(&mut follower, pending);
            }
            follower.save(&mut storage).unwrap();
            assert_eq!(typist.save(&mut storage), Ok(()), "{}", &text[..end]);
        }
        let pending = follower.reload(&storage).unwrap().pending;
        if let Some(pending) = pending {
            complete(&mut follower, pending);
        }
        follower.save(&mut storage).unwrap();
        assert_eq!(names(&follower), ["one", "mine"]);
        assert_eq!(names(&opened(&storage)), ["one", "mine"]);
        let good = storage
            .keys()
            .unwrap()
            .into_iter()
            .filter(|key| key.starts_with("good/"));
        assert_eq!(good.count(), 0, "the drawing is the result of the code");
    }
}

#[test]
fn what_another_tab_changed_is_reported_as_that() {
    let mut storage = MemoryStorage::default();
    let mut other = Session::new(limits());
    other.save(&mut storage).unwrap();
    let mut own = opened(&storage);
    own.parties_mut().listen("a");
    type_main(&mut other, "drawCircle('c', 0, 0, 5);");
    other.save(&mut storage).unwrap();
    let pending = own.reload(&storage).unwrap().pending.unwrap();
    complete(&mut own, pending);
    assert_eq!(
        own.parties_mut().take_user_changes().unwrap(),
        "In another tab or program, this was changed since your last message: added [\"c\"]; edited the files [\"main\"]. \
         Read it again before relying on it."
    );
    // The next change is by hand again.
    type_main(&mut own, "drawCircle('c', 0, 0, 6);");
    let news = own.parties_mut().take_user_changes().unwrap();
    assert!(news.starts_with("The user changed this"), "{news}");
}

fn delete_all(s: &mut Session, names: Vec<Name>) {
    let reply = match s.adjust(Actor::User, &Adjustment::Delete { names }) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => completed(s, *pending),
    };
    assert!(reply.is_ok(), "{reply:?}");
    assert_eq!(s.scene().len(), 0);
}
