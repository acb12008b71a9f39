//! Tests of a history that outlives the session: a reload is a new session on the stored texts and steps.

use super::*;
use std::collections::BTreeMap;
use trammel_tools::Answer;

/// Parts of a document that a host stores.
#[derive(Default)]
pub(super) struct Stored {
    texts: MemoryStorage,
    steps: BTreeMap<u64, StoredStep>,
    position: HistoryPosition,
    head_files: BTreeMap<FileName, String>,
}

impl Stored {
    pub(super) fn save(&mut self, session: &mut Session) {
        session.save(&mut self.texts).unwrap();
        let changes = session.history().history_changes();
        for step in &changes.steps {
            // The stored form is JSON.
            let text = serde_json::to_string(step).unwrap();
            self.steps.insert(step.id, serde_json::from_str(&text).unwrap());
        }
        for id in &changes.removed {
            self.steps.remove(id);
        }
        self.position = changes.position.clone();
        self.head_files = session.document().history_files();
        session.history_mut().history_stored(&changes);
        let again = session.history().history_changes();
        assert!(again.steps.is_empty() && again.removed.is_empty(), "{again:?}");
    }

    pub(super) fn open(&self) -> Session {
        let (mut session, problems) = Session::load(&self.texts, limits()).unwrap();
        assert_eq!(problems, [""; 0]);
        let steps = self.steps.values().cloned().collect();
        session.attach_history(steps, &self.position, &self.head_files);
        let pending = session.open();
        complete(&mut session, pending);
        if let Some(pending) = session.open_last_good() {
            complete(&mut session, pending);
        }
        session
    }

    pub(super) fn reload(&mut self, session: &mut Session) -> Session {
        self.save(session);
        self.open()
    }
}

pub(super) fn undo(session: &mut Session) -> Reply {
    match session.step_back(Actor::User) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => completed(session, *pending),
    }
}

pub(super) fn redo(session: &mut Session) -> Reply {
    match session.step_forward(Actor::User) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => completed(session, *pending),
    }
}

#[test]
fn undo_and_redo_work_across_reloads() {
    let mut stored = Stored::default();
    let mut s = Session::new(limits());
    for name in ["a", "b", "c"] {
        ok(&mut s, "draw_circle", circle(name));
    }
    assert!(undo(&mut s).is_ok());
    let mut s = stored.reload(&mut s);
    assert_eq!(names(&s), ["a", "b"]);
    assert_eq!(s.undo_labels(), (Some("draw_circle"), Some("draw_circle")));
    let reply = redo(&mut s);
    assert!(
        matches!(&reply.result, Ok(Answer::Step { verb: "redone", .. })),
        "{reply:?}"
    );
    assert_eq!(names(&s), ["a", "b", "c"]);
    let mut s = stored.reload(&mut s);
    for left in [&["a", "b"][..], &["a"], &[]] {
        assert!(undo(&mut s).is_ok());
        assert_eq!(names(&s), left);
        assert_code_is_the_drawing(&s);
    }
    assert!(!undo(&mut s).is_ok(), "nothing is left to undo");
    let mut s = stored.reload(&mut s);
    for names_now in [&["a"][..], &["a", "b"], &["a", "b", "c"]] {
        assert!(redo(&mut s).is_ok());
        assert_eq!(names(&s), names_now);
    }
    assert!(!redo(&mut s).is_ok(), "nothing is left to redo");
    // Both directions once more, now in memory.
    assert!(undo(&mut s).is_ok() && undo(&mut s).is_ok() && redo(&mut s).is_ok());
    assert_eq!(names(&s), ["a", "b"]);
}

#[test]
fn a_history_that_the_storage_has_lost_is_stored_again() {
    let mut stored = Stored::default();
    let mut s = Session::new(limits());
    for name in ["a", "b", "c", "d"] {
        ok(&mut s, "draw_circle", circle(name));
    }
    // Steps of an earlier visit, steps in memory, and one to redo.
    let mut s = stored.reload(&mut s);
    ok(&mut s, "draw_circle", circle("e"));
    ok(&mut s, "draw_circle", circle("f"));
    assert!(undo(&mut s).is_ok());
    stored.save(&mut s);
    let before = stored.steps.clone();
    stored.steps.clear();
    s.history_mut().history_removed();
    stored.save(&mut s);
    assert_eq!(stored.steps, before);
    let mut s = stored.open();
    assert!(redo(&mut s).is_ok());
    for left in [
        &["a", "b", "c", "d", "e"][..],
        &["a", "b", "c", "d"],
        &["a", "b", "c"],
    ] {
        assert!(undo(&mut s).is_ok());
        assert_eq!(names(&s), left);
    }
}

#[test]
fn a_new_step_keeps_the_abandoned_branch_in_the_storage() {
    let mut stored = Stored::default();
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("a"));
    ok(&mut s, "draw_circle", circle("b"));
    let mut s = stored.reload(&mut s);
    assert!(undo(&mut s).is_ok());
    ok(&mut s, "draw_circle", circle("c"));
    let mut s = stored.reload(&mut s);
    let labels: Vec<(u64, u64)> = stored.steps.values().map(|step| (step.id, step.parent)).collect();
    assert_eq!(labels, [(1, 0), (2, 1), (3, 1)]);
    assert!(!redo(&mut s).is_ok(), "the branch with b is not redone");
    assert!(undo(&mut s).is_ok());
    assert_eq!(names(&s), ["a"]);
    stored.save(&mut s);
    assert_eq!(stored.steps.len(), 3);
    assert_eq!(
        stored.position,
        HistoryPosition {
            head: 1,
            redo: vec![3]
        }
    );
}

#[test]
fn an_abandoned_branch_that_no_save_has_seen_is_stored() {
    let mut stored = Stored::default();
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("a"));
    let mut s = stored.reload(&mut s);
    // Two steps, undone and replaced between two saves.
    ok(&mut s, "draw_circle", circle("b"));
    ok(&mut s, "draw_circle", circle("c"));
    assert!(undo(&mut s).is_ok() && undo(&mut s).is_ok());
    ok(&mut s, "draw_circle", circle("d"));
    assert!(undo(&mut s).is_ok());
    ok(&mut s, "draw_circle", circle("e"));
    let s = stored.reload(&mut s);
    let tree: Vec<(u64, u64)> = stored.steps.values().map(|step| (step.id, step.parent)).collect();
    assert_eq!(tree, [(1, 0), (2, 1), (3, 2), (4, 1), (5, 1)]);
    assert_eq!(names(&s), ["a", "e"]);
    // A step of an earlier visit that was undone after its storage failed.
    let mut lost = Stored::default();
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("a"));
    let changes = s.history().history_changes();
    assert!(undo(&mut s).is_ok());
    ok(&mut s, "draw_circle", circle("b"));
    lost.save(&mut s);
    assert_eq!(changes.steps[0].files, lost.steps[&1].files);
}

#[test]
fn merged_steps_leave_one_stored_step() {
    let mut stored = Stored::default();
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("before"));
    let mark = s.history().mark();
    s.begin_turn();
    for name in ["a", "b"] {
        ok(&mut s, "draw_circle", circle(name));
        stored.save(&mut s);
    }
    assert_eq!(stored.steps.len(), 3);
    s.parties_mut().end_turn();
    s.history_mut().squash_to(mark, "agent");
    let mut s = stored.reload(&mut s);
    assert_eq!(stored.steps.len(), 2);
    assert_eq!(stored.steps[&2].author, Author::Model(1));
    assert!(undo(&mut s).is_ok());
    assert_eq!(names(&s), ["before"]);
    assert!(redo(&mut s).is_ok());
    assert_eq!(names(&s), ["before", "a", "b"]);
    s.begin_turn();
    assert_eq!(s.parties().turn(), Some(2), "turns are counted across reloads");
}

#[test]
fn typing_that_does_not_run_can_be_undone_after_a_reload() {
    let mut stored = Stored::default();
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("a"));
    let good = s.files().main().to_owned();
    let broken = format!("{good}nonsense();\n");
    let pending = s.type_in(&FileName::main(), Some(&broken));
    complete(&mut s, pending);
    let mut s = stored.reload(&mut s);
    assert_eq!(
        (s.files().main(), names(&s)),
        (broken.as_str(), vec!["a".to_owned()])
    );
    assert!(undo(&mut s).is_ok());
    assert_eq!(s.files().main(), good);
    assert!(s.broken().is_none());
    assert!(undo(&mut s).is_ok());
    assert_eq!(names(&s), [""; 0]);
    assert!(redo(&mut s).is_ok() && redo(&mut s).is_ok());
    assert_eq!(s.files().main(), broken);
}

#[test]
fn texts_that_are_newer_than_the_history_become_a_step() {
    let mut stored = Stored::default();
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("a"));
    stored.save(&mut s);
    ok(&mut s, "draw_circle", circle("b"));
    // The page ended before the history was stored.
    s.save(&mut stored.texts).unwrap();
    let mut s = stored.open();
    assert_eq!(names(&s), ["a", "b"]);
    assert!(undo(&mut s).is_ok());
    assert_eq!(names(&s), ["a"]);
    let mut s = stored.reload(&mut s);
    assert!(redo(&mut s).is_ok());
    assert_eq!(names(&s), ["a", "b"]);
}

#[test]
fn typed_text_that_was_stored_before_it_ran_is_a_step_after_a_reload() {
    let mut stored = Stored::default();
    let mut s = Session::new(limits());
    for name in ["a", "b"] {
        ok(&mut s, "draw_circle", circle(name));
    }
    stored.save(&mut s);
    let text = format!("{}\ndrawCircle('late', 0, 40, 3);", s.files().main());
    s.document_mut().note_typing(&FileName::main(), &text);
    s.save(&mut stored.texts).unwrap();
    assert!(stored.texts.get("good/main").unwrap().is_some());
    for _ in 0..2 {
        s = stored.open();
        assert_eq!(names(&s), ["a", "b", "late"]);
        // The step is stored as well, so that it exists after the next reload.
        stored.save(&mut s);
    }
    for left in [&["a", "b"][..], &["a"]] {
        assert!(undo(&mut s).is_ok());
        assert_eq!(names(&s), left);
        assert_code_is_the_drawing(&s);
    }
    for redone in [&["a", "b"][..], &["a", "b", "late"]] {
        assert!(redo(&mut s).is_ok());
        assert_eq!(names(&s), redone);
    }
    assert!(!redo(&mut s).is_ok(), "nothing is left to redo");
}

#[test]
fn a_stored_step_into_code_that_does_not_run_keeps_the_drawing_and_can_be_left() {
    let mut stored = Stored::default();
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("a"));
    let good = s.files().main().to_owned();
    let pending = s.type_in(&FileName::main(), Some(&format!("{good}nonsense();\n")));
    complete(&mut s, pending);
    let pending = s.type_in(&FileName::main(), Some(""));
    complete(&mut s, pending);
    ok(&mut s, "draw_circle", circle("b"));
    let mut s = stored.reload(&mut s);
    let mut seen = Vec::new();
    while undo(&mut s).is_ok() {
        seen.push(s.files().main().to_owned());
    }
    assert!(seen.contains(&good), "{seen:?}");
    while redo(&mut s).is_ok() {}
    assert_eq!(names(&s), ["b"]);
    assert_code_is_the_drawing(&s);
}

#[test]
fn a_replaced_document_returns_with_its_flags_after_a_reload() {
    let mut stored = Stored::default();
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("a"));
    s.set_flags(&trammel_scene::Name::new("a").unwrap(), LOCKED);
    let other = trammel_formats::project::Project::of_code("drawCircle('other', 0, 0, 1);");
    let pending = s.replace(&other).unwrap();
    complete(&mut s, pending);
    let mut s = stored.reload(&mut s);
    assert_eq!(names(&s), ["other"]);
    assert!(undo(&mut s).is_ok());
    assert_eq!(names(&s), ["a"]);
    assert!(s.scene().get("a").unwrap().locked);
    assert!(redo(&mut s).is_ok());
    assert_eq!(names(&s), ["other"]);
}

#[test]
fn the_steps_beyond_those_in_memory_stay_in_the_history() {
    let mut stored = Stored::default();
    let mut s = Session::new(limits());
    let count = trammel_scene::MAX_STEPS + 20;
    for at in 0..count {
        ok(&mut s, "draw_circle", circle(&format!("c{at}")));
    }
    stored.save(&mut s);
    assert_eq!(stored.steps.len(), count);
    while undo(&mut s).is_ok() {}
    assert_eq!(names(&s), [""; 0]);
    while redo(&mut s).is_ok() {}
    assert_eq!(names(&s).len(), count);
    assert_code_is_the_drawing(&s);
}

#[test]
fn new_steps_get_numbers_after_those_of_steps_that_cannot_be_read() {
    let mut stored = Stored::default();
    let mut s = Session::new(limits());
    for name in ["a", "b", "c"] {
        ok(&mut s, "draw_circle", circle(name));
    }
    stored.save(&mut s);
    // The host cannot read the newest step, and knows its number from its key.
    let newest = *stored.steps.last_key_value().unwrap().0;
    stored.steps.remove(&newest);
    let (mut s, _) = Session::load(&stored.texts, limits()).unwrap();
    s.history_mut().reserve_steps(newest);
    let steps = stored.steps.values().cloned().collect();
    s.attach_history(steps, &stored.position, &stored.head_files);
    let pending = s.open();
    complete(&mut s, pending);
    assert_eq!(
        s.undo_labels().0,
        None,
        "undo ends at the step that cannot be read"
    );
    assert_eq!(
        s.history().history_changes().position.head,
        newest,
        "the position stays at that step"
    );
    ok(&mut s, "draw_circle", circle("d"));
    let changes = s.history().history_changes();
    let new: Vec<(u64, u64)> = changes.steps.iter().map(|step| (step.id, step.parent)).collect();
    assert_eq!(new, [(newest + 1, newest)], "the new step follows it");
    assert_eq!(changes.removed, [0; 0]);
    // A history that starts again uses no number twice.
    s.restart_history(Vec::new(), &HistoryPosition::default(), &BTreeMap::new());
    ok(&mut s, "draw_circle", circle("e"));
    assert!(
        s.history()
            .history_changes()
            .steps
            .iter()
            .all(|step| step.id > newest + 1)
    );
}

#[test]
fn news_of_a_turn_of_an_earlier_visit_has_the_words_of_its_request() {
    let mut stored = Stored::default();
    let mut s = Session::new(limits());
    s.parties_mut().listen("c");
    s.begin_turn();
    s.parties_mut().set_request("  make it red  ");
    ok(&mut s, "draw_circle", circle("a"));
    s.parties_mut().end_turn();
    let request = s.parties().request_of(1).cloned().unwrap();
    assert_eq!(
        (request.conversation.as_str(), request.text.as_str()),
        ("c", "make it red")
    );
    let mut s = stored.reload(&mut s);
    assert_eq!(s.parties().request_of(1), None, "the host keeps the requests");
    s.parties_mut().recall_requests([(1, request)]);
    s.parties_mut().listen("c");
    assert!(undo(&mut s).is_ok());
    let news = s.parties_mut().take_user_changes().unwrap();
    assert!(
        news.starts_with("The user undid your turn \"make it red\""),
        "{news}"
    );
}
