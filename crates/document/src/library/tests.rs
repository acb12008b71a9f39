//! Tests of records, histories, and backups: text in, text out. Each stored version has a sample here.

use super::*;
use crate::{Actor, Author, CallOutcome, HistoryPosition, Session, StoredStep, TurnRequest};
use serde_json::json;
use std::collections::BTreeMap;
use std::rc::Rc;
use trammel_code::{FileName, MemoryStorage};
use trammel_engine::execute;
use trammel_run::Limits;

mod merge;
mod two_writers;

fn complete(session: &mut Session, outcome: CallOutcome) {
    if let CallOutcome::Run(pending) = outcome {
        let outcome = execute(pending.request(), &(Rc::new(|| 0.0) as Rc<dyn Fn() -> f64>));
        let reply = session.finish(*pending, outcome, 0.0);
        assert!(reply.is_ok(), "{reply:?}");
    }
}

fn draw(session: &mut Session, name: &str) {
    let circle = json!({"name": name, "x": 0, "y": 0, "radius": 5});
    let outcome = session.call(Actor::User, "draw_circle", circle);
    complete(session, outcome);
}

/// Returns a document with these circles, its content, and the records of its history.
fn drawn(names: &[&str]) -> (Session, ContentRecord, Vec<StepRecord>) {
    let mut session = Session::new(Limits::default());
    for name in names {
        draw(&mut session, name);
    }
    session.save(&mut MemoryStorage::default()).unwrap();
    let (content, steps) = stored(&session);
    (session, content, steps)
}

fn stored(session: &Session) -> (ContentRecord, Vec<StepRecord>) {
    let changes = session.history().history_changes();
    let steps = changes.steps.iter().cloned().map(|step| {
        let time_ms = step.id;
        StepRecord::new(step, time_ms)
    });
    let steps = steps.collect();
    (ContentRecord::of(session, &changes.position), steps)
}

fn main_of(files: &BTreeMap<FileName, String>) -> &str {
    files.get(FileName::MAIN).map_or("", String::as_str)
}

#[test]
fn records_of_version_1_are_read() {
    let drawing = DrawingRecord::read(include_str!("../../../../tests/data/library/drawing-1.json")).unwrap();
    assert_eq!((drawing.name.as_str(), drawing.entities), ("Plate", 3));
    let content = ContentRecord::read(include_str!("../../../../tests/data/library/content-1.json")).unwrap();
    assert_eq!(main_of(&content.files()), "drawCircle('a', 0, 0, 5);\n");
    assert_eq!(
        content.history_position(),
        HistoryPosition {
            head: 2,
            redo: vec![3]
        }
    );
    let step = StepRecord::read(include_str!("../../../../tests/data/library/step-1.json")).unwrap();
    let before = step.step.files_before(&content.files()).unwrap();
    assert_eq!(main_of(&before), "");
    let conversation =
        ConversationRecord::read(include_str!("../../../../tests/data/library/conversation-1.json")).unwrap();
    assert_eq!(conversation.title, "Draw a plate");
}

#[test]
fn records_that_cannot_be_read_say_why() {
    let newer = DrawingRecord::read(r#"{"version":2,"name":"x"}"#).unwrap_err();
    assert!(newer.to_string().contains("newer version"), "{newer}");
    for damaged in ["", "[]", "{}", r#"{"version":1,"name":7}"#, r#"{"version":"1"}"#] {
        let error = DrawingRecord::read(damaged).unwrap_err();
        assert!(matches!(error, RecordError::Damaged(_)), "{damaged}: {error}");
    }
    let newer = ContentRecord::read(r#"{"version":9}"#).unwrap_err();
    assert_eq!(newer, RecordError::Newer(9));
}

#[test]
fn a_written_record_is_read_as_the_same_record() {
    let (_, content, steps) = drawn(&["a", "b"]);
    assert_eq!(ContentRecord::read(&content.write()).unwrap(), content);
    for step in steps {
        assert_eq!(StepRecord::read(&step.write()).unwrap(), step);
    }
    let drawing = DrawingRecord {
        deleted_ms: Some(7),
        thumbnail: "M0 0L1 1".to_owned(),
        ..DrawingRecord::new("판", 5)
    };
    assert_eq!(DrawingRecord::read(&drawing.write()).unwrap(), drawing);
}

#[test]
fn a_content_record_restores_the_document() {
    let (session, content, _) = drawn(&["a", "b"]);
    let (loaded, problems) = Session::load(&content.storage(), Limits::default()).unwrap();
    assert_eq!(problems, [""; 0]);
    assert_eq!(loaded.files().main(), session.files().main());
    assert_eq!(content.revision, 1);
}

#[test]
fn the_turns_that_a_restored_version_leaves_are_those_after_the_common_step() {
    let step = |id: u64, parent: u64, author: Author| StoredStep {
        author,
        ..StoredStep::of_texts(id, parent, &BTreeMap::new(), &trammel_code::Workspace::default())
    };
    // 1 - 2 - 3 - 5, with 4 on a branch from 2.
    let steps = [
        step(1, 0, Author::Model(1)),
        step(2, 1, Author::User),
        step(3, 2, Author::Model(2)),
        step(4, 2, Author::Model(3)),
        step(5, 3, Author::Model(4)),
    ];
    for (wanted, left) in [
        (5, vec![]),
        (3, vec![4]),
        (2, vec![2, 4]),
        (4, vec![2, 4]),
        (0, vec![1, 2, 4]),
    ] {
        assert_eq!(turns_left(&steps, 5, wanted), left, "{wanted}");
    }
    let records = steps.map(|step| StepRecord::new(step, 1));
    let since = |wanted| {
        let since = steps_since(&records, 5, wanted)?;
        Some(since.iter().map(|record| record.step.id).collect::<Vec<_>>())
    };
    assert_eq!(since(5), Some(vec![]));
    assert_eq!(since(2), Some(vec![5, 3]));
    assert_eq!(since(0), Some(vec![5, 3, 2, 1]));
    assert_eq!(since(4), None, "on another branch");
    assert_eq!(since(9), None);
}

#[test]
fn every_version_of_a_history_has_its_files() {
    let (mut session, _, _) = drawn(&["a", "b", "c"]);
    let undone = session.step_back(Actor::User);
    complete(&mut session, undone);
    // The branch with c is stored with the step that abandons it.
    draw(&mut session, "d");
    let (content, steps) = stored(&session);
    let head = content.history_position();
    let list: Vec<_> = steps.iter().map(|record| record.step.clone()).collect();
    let at = |id| files_at(&list, head.head, &content.files_at_head(), id).unwrap();
    let has = |id: u64, names: &[&str]| {
        let main = at(id);
        let found = ["a", "b", "c", "d"].map(|name| main_of(&main).contains(&format!("\"{name}\"")));
        assert_eq!(
            found,
            ["a", "b", "c", "d"].map(|name| names.contains(&name)),
            "{id}"
        );
    };
    has(0, &[]);
    has(1, &["a"]);
    has(2, &["a", "b"]);
    has(3, &["a", "b", "c"]);
    has(4, &["a", "b", "d"]);
    let listed = versions(&steps, head.head, &head.redo);
    let abandoned: Vec<(u64, bool)> = listed.iter().map(|one| (one.id, one.is_abandoned)).collect();
    assert_eq!(abandoned, [(4, false), (3, true), (2, false), (1, false)]);
    assert_eq!(files_at(&list[1..], head.head, &content.files_at_head(), 0), None);
}

#[test]
fn a_thinned_history_keeps_its_newest_and_its_named_versions() {
    let names: Vec<String> = (0..60).map(|at| format!("c{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (_, content, mut steps) = drawn(&names);
    steps[20].name = Some("approved".to_owned());
    let limits = HistoryLimits {
        newest: 10,
        steps: 30,
        bytes: usize::MAX,
    };
    let head = content.history_position();
    let files = content.files_at_head();
    assert!(thin(&steps, (head.head, &[]), &files, HistoryLimits::default()).is_none());
    let (kept, removed) = thin(&steps, (head.head, &[]), &files, limits).unwrap();
    assert!(kept.len() <= 30, "{} steps are left", kept.len());
    assert_eq!(kept.len() + removed.len(), 60);
    let ids: Vec<u64> = kept.iter().map(|record| record.step.id).collect();
    assert!((51..=60).all(|id| ids.contains(&id)), "{ids:?}");
    assert!(ids.contains(&21), "the named version stays: {ids:?}");
    let whole: Vec<_> = steps.iter().map(|record| record.step.clone()).collect();
    let list: Vec<_> = kept.iter().map(|record| record.step.clone()).collect();
    for id in ids.into_iter().chain([0]) {
        let wanted = files_at(&whole, head.head, &files, id).unwrap();
        assert_eq!(
            files_at(&list, head.head, &files, id),
            Some(wanted),
            "version {id}"
        );
    }
}

#[test]
fn a_thinned_history_can_be_undone_to_its_beginning() {
    let names: Vec<String> = (0..40).map(|at| format!("c{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (_, content, steps) = drawn(&names);
    let limits = HistoryLimits {
        newest: 5,
        steps: 10,
        bytes: usize::MAX,
    };
    let position = content.history_position();
    let head = (position.head, &position.redo[..]);
    let (kept, _) = thin(&steps, head, &content.files_at_head(), limits).unwrap();
    let (mut session, _) = Session::load(&content.storage(), Limits::default()).unwrap();
    let list = kept.iter().map(|record| record.step.clone()).collect();
    session.attach_history(list, &position, &content.files_at_head());
    let opened = session.open();
    complete(&mut session, CallOutcome::Run(Box::new(opened)));
    while session.undo_labels().0.is_some() {
        let step = session.step_back(Actor::User);
        complete(&mut session, step);
    }
    assert_eq!(session.scene().len(), 0);
    assert_eq!(session.files().main(), "");
}

#[test]
fn a_search_finds_every_word_in_any_order() {
    assert!(matches_search("Front Panel v2", "panel FRONT"));
    assert!(matches_search("앞판 2", "앞판"));
    assert!(!matches_search("Front panel", "back"));
    assert!(matches_search("anything", " "));
}

#[test]
fn a_clock_that_jumps_removes_nothing_from_the_trash() {
    let days = |count: u64| count * 24 * 60 * 60 * 1000;
    let mut drawing = DrawingRecord::new("x", 0);
    assert_eq!(trash_action(&drawing, u64::MAX), TrashAction::Stay);
    drawing.deleted_ms = Some(1_000);
    assert_eq!(trash_action(&drawing, 1_000 + days(30)), TrashAction::Stay);
    // The clock is 40 days ahead, at several visits of one day.
    let ahead = 1_000 + days(40);
    assert_eq!(trash_action(&drawing, ahead), TrashAction::Mark(Some(ahead)));
    drawing.expired_ms = Some(ahead);
    assert_eq!(trash_action(&drawing, ahead + 5), TrashAction::Stay);
    // The clock is right again.
    assert_eq!(trash_action(&drawing, days(2)), TrashAction::Mark(None));
    drawing.expired_ms = None;
    // The days pass.
    let over = 1_000 + days(31);
    assert_eq!(trash_action(&drawing, over), TrashAction::Mark(Some(over)));
    drawing.expired_ms = Some(over);
    assert_eq!(trash_action(&drawing, over + days(1)), TrashAction::Stay);
    assert_eq!(trash_action(&drawing, over + days(1) + 1), TrashAction::Remove);
}

#[test]
fn a_thumbnail_shows_the_outlines_and_is_small() {
    let (session, _, _) = drawn(&["a"]);
    let picture = thumbnail(session.scene(), 3_000);
    assert!(picture.starts_with('M') && picture.ends_with('z'), "{picture}");
    let numbers = picture
        .split(|c: char| !c.is_ascii_digit() && c != '-')
        .filter_map(|text| text.parse::<i32>().ok());
    assert!(numbers.clone().count() > 16 && numbers.clone().all(|number| (0..=160).contains(&number)));
    let names: Vec<String> = (0..2_000).map(|at| format!("c{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (many, _, _) = drawn(&names);
    assert!(thumbnail(many.scene(), 3_000).len() <= 3_000);
    assert_eq!(thumbnail(Session::default().scene(), 3_000), "");
}

#[test]
fn a_change_is_pictured_in_the_place_of_the_drawing_after_it() {
    let mut session = Session::new(Limits::default());
    draw(&mut session, "stays");
    let call = |session: &mut Session, tool: &str, input: serde_json::Value| {
        let outcome = session.call(Actor::User, tool, input);
        complete(session, outcome);
        let change = session.history().change_at_head().unwrap().clone();
        change_pictures(session.scene(), &change, 3_000)
    };
    let far = json!({"name": "far", "x": 100, "y": 0, "radius": 5});
    let (both, added) = call(&mut session, "draw_circle", far);
    assert_eq!(both, thumbnail(session.scene(), 3_000));
    assert!(added.before.is_empty() && !added.after.is_empty());
    assert!(both.contains(&added.after), "{both} {added:?}");
    let (left, deleted) = call(&mut session, "delete_entity", json!({"name": "far"}));
    assert_eq!(deleted.before, added.after, "the box holds what is gone");
    assert_eq!(format!("{left}{}", deleted.before), both);
    assert!(deleted.after.is_empty());
    // The members of a moved group have another place.
    draw(&mut session, "member");
    call(
        &mut session,
        "create_group",
        json!({"name": "group", "children": ["member"]}),
    );
    let (_, moved) = call(
        &mut session,
        "translate",
        json!({"name": "group", "dx": 50, "dy": 0}),
    );
    assert!(!moved.before.is_empty() && !moved.after.is_empty() && moved.before != moved.after);
    let record = StepRecord {
        change: Some(moved),
        request: Some(TurnRequest {
            conversation: "c".to_owned(),
            text: "make it red".to_owned(),
        }),
        ..stored(&session).1[0].clone()
    };
    assert_eq!(StepRecord::read(&record.write()).unwrap(), record);
}

fn library(id: &str, names: &[&str]) -> Backup {
    let (_, content, steps) = drawn(names);
    let mut backup = Backup {
        library: Some("own".to_owned()),
        ..Backup::default()
    };
    let mut put = |store, key: String, text: String| {
        backup.records.entry(store).or_default().insert(key, text);
    };
    put(Store::Drawings, id.to_owned(), DrawingRecord::new(id, 1).write());
    put(Store::Contents, id.to_owned(), content.write());
    for record in steps {
        put(Store::Steps, numbered_key(id, record.step.id), record.write());
    }
    backup
}

fn merged(backup: &Backup, present: &Backup) -> Merge {
    let mut count = 0;
    let mut new_id = || {
        count += 1;
        format!("new-{count}")
    };
    backup.merge_into(
        present,
        Restoring {
            from: "file",
            name_of_copy: &|name| format!("Copy of {name}"),
            new_id: &mut new_id,
        },
    )
}

#[test]
fn a_backup_is_restored_into_an_empty_library() {
    let mut backup = library("one", &["a", "b"]);
    let conversation = ConversationRecord {
        title: "plate".to_owned(),
        ..ConversationRecord::default()
    };
    let conversations = backup.records.entry(Store::Conversations).or_default();
    conversations.insert("one/x".to_owned(), conversation.write());
    backup.settings.insert("pref:lang".to_owned(), "ko".to_owned());
    let text = backup.write();
    assert!(Backup::is_backup(&text));
    let backup = Backup::read(&text).unwrap();

    let into_empty = merged(&backup, &Backup::default());
    assert_eq!((into_empty.added, into_empty.kept), (1, 0));
    // The drawing, its content, two steps, and the conversation.
    assert_eq!(into_empty.batch.puts.len(), 5);
    assert_eq!(into_empty.left_out, [""; 0]);
    for (store, _, text) in &into_empty.batch.puts {
        assert_eq!(store.check(text), Ok(()));
    }
}

#[test]
fn a_damaged_record_of_a_backup_is_left_out_with_a_reason() {
    let mut backup = library("one", &["a"]);
    let contents = backup.records.entry(Store::Contents).or_default();
    contents.insert("two".to_owned(), "{\"version\":1}".to_owned());
    contents.insert("three".to_owned(), "not JSON".to_owned());
    let merge = merged(&Backup::read(&backup.write()).unwrap(), &Backup::default());
    assert_eq!(merge.added, 1);
    assert_eq!(merge.left_out.len(), 2, "{:?}", merge.left_out);
    assert!(Backup::read("{}").is_err());
    assert_eq!(
        Backup::read(r#"{"trammel_backup":2}"#),
        Err(RecordError::Newer(2))
    );
}
