//! Tests of opening projects that bring tools and memory.

use super::*;

#[test]
fn undo_of_opening_removes_imported_memory_the_user_did_not_keep() {
    let mut session = Session::new(limits());
    ok(&mut session, "draw_circle", circle("mine"));
    taken_over(&mut session, &with_everything());
    let opened = session.document().memory().clone();
    assert_eq!(opened.len(), 5);
    session.undo(Actor::Agent);
    assert_eq!(session.document().memory().len(), 0, "nothing is left of it");
    assert_eq!(session.document().every_custom_tool().count(), 0);
    session.redo(Actor::Agent);
    assert_eq!(session.document().memory(), &opened);

    // Entries that were turned on or edited are kept.
    session
        .document_mut()
        .memory_mut()
        .turn(EntryRef::Decision("dec_001"), true);
    session
        .document_mut()
        .edit_hint("draw_circle", &format!("{CANARY} circle"), "center first")
        .unwrap();
    session.undo(Actor::Agent);
    let memory = session.document().memory();
    assert_eq!(
        (
            memory.decisions.all().len(),
            memory.hints.all().len(),
            memory.len()
        ),
        (1, 1, 2)
    );
    assert!(memory.decisions.all()[0].imported.as_ref().unwrap().on);
    let hint = &memory.hints.all()[0];
    assert_eq!(
        (hint.text.as_str(), hint.is_own(), hint.is_on()),
        ("center first", false, false)
    );
    session.redo(Actor::Agent);
    assert_eq!(
        session.document().memory().decisions.all().len(),
        1,
        "it is not there twice"
    );
    assert!(session.document().memory().decisions.all()[0].is_on());
    assert_in_no_request(&session, CANARY);
}

#[test]
fn opening_a_project_replaces_memory_of_the_previous_one() {
    let mut session = opened_everything();
    ok_by_user(&mut session, "save_checkpoint", json!({"summary": "mine"}));
    let reply = taken_over(&mut session, &with_everything());
    assert_eq!(
        reply["warnings"],
        json!(["the project's checkpoints were omitted, because this drawing already has checkpoints"])
    );
    let memory = session.document().memory();
    assert_eq!(
        (
            memory.hints.all().len(),
            memory.decisions.all().len(),
            memory.checkpoints.all().len()
        ),
        (2, 1, 1)
    );
    assert_eq!(
        memory.decisions.all()[0].id,
        "dec_002",
        "ids are never used twice"
    );
    session.undo(Actor::Agent);
    let memory = session.document().memory();
    assert_eq!(
        (
            memory.decisions.all()[0].id.as_str(),
            memory.checkpoints.all().len()
        ),
        ("dec_001", 2)
    );
}

#[test]
fn parts_omitted_from_a_project_are_reported_with_the_reason() {
    let mut session = Session::new(limits());
    let many: Vec<Value> = (0..40)
        .map(|n| json!({"tool": "read", "text": format!("line {n}")}))
        .collect();
    let mut hints = vec![
        json!({"tool": "no_such_tool", "text": "x"}),
        json!({"tool": "read", "text": "use drawCircel"}),
    ];
    hints.extend(many);
    let tools = json!([
        house("", &json!({})),
        house("A house", &json!({"a b": {"type": "number"}}))
    ]);
    let reply = taken_over(
        &mut session,
        &project_file(&json!({"hints": {"list": hints}}), &tools),
    );
    let warnings: Vec<&str> = reply["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    for why in [
        "the custom tool 'draw_house' was omitted: description must have 1 to 1000 characters",
        "the custom tool 'draw_house' was omitted: the parameter 'a b' must be named",
        "the hint 'x' was omitted: Tool 'no_such_tool' not found",
        "the hint 'use drawCircel' was omitted: function 'drawCircel' not found",
        "'read' already has 10 hints",
        "and 14 more",
    ] {
        assert!(
            warnings.iter().any(|warning| warning.contains(why)),
            "{why}: {warnings:#?}"
        );
    }
    assert_eq!(session.document().memory().hints.all().len(), 10);
    assert!(warnings.len() < 25, "{warnings:#?}");
}

#[test]
fn the_user_can_edit_a_hint_for_a_disabled_tool() {
    let hints = json!({"hints": {"list": [{"tool": "draw_house", "text": "size is the width"}]}});
    let mut session = Session::new(limits());
    taken_over(&mut session, &project_file(&hints, &json!([plain_house()])));
    session
        .document_mut()
        .edit_hint("draw_house", "size is the width", "draw_house: size is a side")
        .unwrap();
    assert_eq!(
        session.document().memory().hints.all()[0].text,
        "draw_house: size is a side"
    );
    session.document_mut().turn_all_imported(true);
    let answer = call(&mut session, "get_tool_schema", json!({"name": "draw_house"}));
    assert_eq!(answer["data"]["hints"], json!(["draw_house: size is a side"]));
}

#[test]
fn reports_strip_control_characters_from_imported_text() {
    let escape = "\u{1b}[31m".repeat(1_000);
    let mut storage = MemoryStorage::default();
    storage
        .set(
            "hints",
            &json!({"list": [{"tool": "read", &escape: 1}, {"tool": escape, "text": escape}]}).to_string(),
        )
        .unwrap();
    storage
        .set("decisions", &json!({ &escape: 1 }).to_string())
        .unwrap();
    storage
        .set("tools", &json!([{ &escape: 1 }, {"name": escape}]).to_string())
        .unwrap();
    let (_, problems) = Session::load(&storage, limits()).unwrap();
    assert_eq!(problems.len(), 5, "{problems:?}");
    for problem in problems {
        assert!(
            !problem.english.contains('\u{1b}') && problem.english.chars().count() < 300,
            "{problem:?}"
        );
    }
}
