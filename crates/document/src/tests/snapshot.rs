//! Tests of snapshots: equality with the session, and typed text that the session has not received yet.

use super::*;
use trammel_scene::Units;

/// Asserts that the snapshot equals the session.
#[track_caller]
fn assert_same(snapshot: &Snapshot, session: &Session) {
    let (copy, scene) = (snapshot.scene(), session.scene());
    let diff = scene.diff_to(copy);
    assert!(diff.is_empty(), "{diff:?}");
    assert_eq!(
        (copy.name(), copy.units(), copy.default_name()),
        (scene.name(), scene.units(), scene.default_name())
    );
    let files: Vec<String> = session
        .files()
        .files()
        .map(|(file, _)| file.to_string())
        .collect();
    assert_eq!(snapshot.file_names(), files);
    for file in files {
        assert_eq!(snapshot.text(&file).as_ref(), session.files().get(&file));
    }
    assert_eq!(snapshot.labels(), session.undo_labels());
    assert_eq!(snapshot.broken(), session.broken());
}

#[test]
fn the_snapshot_follows_every_change_of_the_session() {
    let mut s = Session::new(limits());
    let mut snapshot = Snapshot::default();
    let mut follow = |s: &mut Session, changed: bool| {
        assert_eq!(snapshot.follow(s).is_some(), changed);
        assert_same(&snapshot, s);
    };
    ok(&mut s, "draw_circle", circle("a"));
    ok(&mut s, "translate", json!({"name": "a", "dx": 3, "dy": 0}));
    follow(&mut s, true);
    ok(&mut s, "list_entities", json!({}));
    follow(&mut s, false);
    s.set_flags("a", LOCKED);
    follow(&mut s, true);
    ok(&mut s, "set_drawing", json!({"name": "plate", "units": "in"}));
    follow(&mut s, true);
    s.undo(Actor::User);
    follow(&mut s, true);
    let pending = s.type_in(&FileName::main(), Some("oops("));
    complete(&mut s, pending);
    follow(&mut s, false);
    let project = Session::default().document().project(false);
    let project = trammel_formats::project::Project {
        name: Some("other".to_owned()),
        units: Some(Units::Cm),
        ..project
    };
    let pending = s.replace(&project).unwrap();
    complete(&mut s, pending);
    follow(&mut s, true);
    assert_eq!(
        (snapshot.scene().name(), snapshot.scene().units()),
        ("other", Units::Cm)
    );
}

#[test]
fn queued_typed_text_is_in_the_snapshot_before_it_runs() {
    let (main, lib) = (FileName::main(), FileName::new("lib").unwrap());
    let mut s = Session::new(limits());
    let mut snapshot = Snapshot::default();
    let text =
        |snapshot: &Snapshot, file: &FileName| snapshot.text(file.as_str()).map(|text| text.to_string());
    snapshot.follow(&mut s);
    snapshot.queue(&main, Some("// 1"));
    snapshot.queue(&main, Some("// 12"));
    snapshot.queue(&lib, Some("export const a = 1;"));
    assert!(snapshot.has_queued());

    // A call that was made earlier is executed first.
    ok(&mut s, "draw_circle", circle("a"));
    snapshot.follow(&mut s);
    assert_eq!(text(&snapshot, &main).unwrap(), "// 12");

    for typed in ["// 1", "// 12"] {
        let pending = s.type_in(&main, Some(typed));
        snapshot.unqueue(&main);
        snapshot.follow_files(&s);
        assert_eq!(text(&snapshot, &main).unwrap(), "// 12", "it is typed already");
        complete(&mut s, pending);
        snapshot.follow(&mut s);
    }
    let pending = s.type_in(&lib, Some("export const a = 1;"));
    snapshot.unqueue(&lib);
    complete(&mut s, pending);
    snapshot.follow(&mut s);
    assert!(!snapshot.has_queued());
    snapshot.queue(&lib, None);
    assert_eq!(text(&snapshot, &lib), None, "it is removed already");
    snapshot.unqueue(&lib);
    assert_same(&snapshot, &s);
}

#[test]
fn a_switch_to_another_document_shows_only_that_document() {
    let mut one = Session::new(limits());
    ok(&mut one, "draw_circle", circle("a"));
    let mut snapshot = Snapshot::default();
    snapshot.follow(&mut one);
    let mut other = Session::new(limits());
    ok(&mut other, "draw_circle", circle("b"));
    let diff = snapshot.switch(&mut other).unwrap();
    let shown: Vec<&str> = snapshot
        .scene()
        .walk()
        .map(|entity| entity.name.as_str())
        .collect();
    assert_eq!(shown, ["b"]);
    let mut screen = one.scene().clone();
    screen.apply(&diff);
    assert_eq!(&screen, other.scene());
    assert_eq!(snapshot.text("main").as_deref(), Some(other.files().main()));
}
