//! Tests of the storage of imported entries and their provenance.

use super::*;

#[test]
fn storage_keeps_the_provenance_of_entries() {
    let mut session = opened_everything();
    let hint = session.document().memory().hints.all()[0].clone();
    let memory = session.document_mut().memory_mut();
    memory.turn(EntryRef::Hint(&hint.tool, &hint.text), true);
    ok(
        &mut session,
        "save_decision",
        json!({"topic": "mine", "decision": "d", "reasoning": "r"}),
    );
    let storage = saved(&mut session);
    let (mut again, problems) = Session::load(&storage, limits()).unwrap();
    assert_eq!(problems, [""; 0]);
    assert_eq!(again.document().memory(), session.document().memory());
    assert_eq!(again.document.env.custom, session.document.env.custom);
    let pending = again.open();
    assert_eq!(complete(&mut again, pending)["success"], true);
    assert_eq!(again.document().imported_off(), (1, 4));
    assert_in_no_request(&again, CANARY);

    // An export carries no provenance and is imported when it is opened again.
    let out = project::write(&again.document().project(true));
    assert!(out.contains(CANARY) && !out.contains("imported"), "{out}");
    let mut third = Session::new(limits());
    taken_over(&mut third, &out);
    assert_eq!(third.document().imported_off(), (1, 6));

    let (theirs, _) = Session::load_as(&storage, limits(), &Provenance::Imported("x".into())).unwrap();
    assert_eq!(theirs.document().imported_off(), (1, 6));
    let (mut own, _) = Session::load_as(&storage, limits(), &Provenance::Own).unwrap();
    assert_eq!(own.document().imported_off(), (0, 0));
    assert!(
        own.document()
            .first_tools()
            .iter()
            .any(|tool| tool.to_string().contains(CANARY))
    );
    let pending = own.open();
    complete(&mut own, pending);
    assert_eq!(
        saved(&mut own)
            .get("hints")
            .unwrap()
            .unwrap()
            .matches("imported")
            .count(),
        0
    );
}

#[test]
fn entries_stored_by_an_earlier_version_count_as_own() {
    let mut storage = MemoryStorage::default();
    storage
        .set(
            "file/lib",
            "export function house({ size }) { drawRect('wall', 0, 0, size, size); }",
        )
        .unwrap();
    storage.set("tools", &json!([plain_house()]).to_string()).unwrap();
    storage
        .set(
            "hints",
            r#"{"list":[{"tool":"draw_circle","text":"x, y is the center"}]}"#,
        )
        .unwrap();
    let decision =
        r#"{"list":[{"id":"dec_003","topic":"wall","decision":"200 thick","reasoning":"brick"}],"last":4}"#;
    storage.set("decisions", decision).unwrap();
    let (mut session, problems) = Session::load(&storage, limits()).unwrap();
    assert_eq!(problems, [""; 0]);
    assert_eq!(session.document().imported_off(), (0, 0));
    assert!(
        definition(&session, "draw_circle")
            .to_string()
            .contains("is the center")
    );
    assert!(definition(&session, "draw_house").to_string().contains(CANARY));
    ok(&mut session, "draw_house", json!({"size": 2}));
    let next = call(
        &mut session,
        "save_decision",
        json!({"topic": "a", "decision": "b", "reasoning": "c"}),
    );
    assert_eq!(next["data"]["id"], "dec_005", "ids are never used twice");
    session.save(&mut storage).unwrap();
    assert!(!storage.get("tools").unwrap().unwrap().contains("imported"));
}

#[test]
fn invalid_stored_entries_are_skipped_reported_and_kept() {
    let long = "x".repeat(50_000);
    let wrong = [
        ("hints", json!({"tool": "read", "text": long})),
        ("hints", json!({"tool": "a\nb", "text": "short"})),
        ("hints", json!({"tool": "read"})),
        (
            "decisions",
            json!({"id": "dec_1", "topic": "t", "decision": "d", "reasoning": "r"}),
        ),
        (
            "decisions",
            json!({"id": "dec_002", "topic": long, "decision": "d", "reasoning": "r"}),
        ),
        ("checkpoints", json!({"id": "chk_4294967295", "summary": "s"})),
        (
            "requests",
            json!({"id": "req_001", "name": " ", "description": "d", "rationale": "r", "status": "queued"}),
        ),
    ];
    for (key, entry) in wrong {
        let good = match key {
            "hints" => json!({"tool": "read", "text": "good"}),
            "decisions" => json!({"id": "dec_009", "topic": "good", "decision": "d", "reasoning": "r"}),
            "checkpoints" => json!({"id": "chk_009", "summary": "good"}),
            _ => {
                json!({"id": "req_009", "name": "good", "description": "d", "rationale": "r", "status": "queued"})
            }
        };
        let mut storage = MemoryStorage::default();
        let part = if key == "hints" {
            json!({"list": [entry, good]})
        } else {
            json!({"list": [entry, good], "last": u32::MAX})
        };
        storage.set(key, &part.to_string()).unwrap();
        let (mut session, problems) = Session::load(&storage, limits()).unwrap();
        assert_eq!(problems.len(), 1, "{key} {problems:?}");
        assert!(
            problems[0].english.contains("stays stored") && problems[0].english.len() < 300,
            "{problems:?}"
        );
        assert_eq!(
            session.document().memory().len(),
            1,
            "{key}: the others are there"
        );
        ok(
            &mut session,
            "save_decision",
            json!({"topic": "a", "decision": "b", "reasoning": "c"}),
        );
        ok(&mut session, "save_checkpoint", json!({"summary": "s"}));
        session.save(&mut storage).unwrap();
        let stored: Value = serde_json::from_str(&storage.get(key).unwrap().unwrap()).unwrap();
        assert!(
            stored["list"].as_array().unwrap().contains(&entry),
            "{key}: {stored}"
        );
        assert_in_no_request(&session, &long);
    }
    let odd = house("A house", &json!({"properties": {"크기": {"type": "number"}}}));
    let mut storage = MemoryStorage::default();
    storage.set("file/lib", "export function house() {}").unwrap();
    storage.set("tools", &json!([odd]).to_string()).unwrap();
    let (mut session, problems) = Session::load(&storage, limits()).unwrap();
    assert!(
        problems[0]
            .english
            .contains("'draw_house' was not loaded and stays stored: the parameter '크기'"),
        "{problems:?}"
    );
    assert_eq!(session.document().every_custom_tool().count(), 0);
    taken_over(&mut session, &project_file(&Value::Null, &json!([])));
    session.save(&mut storage).unwrap();
    assert!(storage.get("tools").unwrap().unwrap().contains("크기"));
}

#[test]
fn a_restored_drawing_keeps_the_provenance_of_its_tools() {
    let mut session = Session::new(limits());
    taken_over(&mut session, &project_file(&json!({}), &json!([plain_house()])));
    ok(
        &mut session,
        "write",
        json!({ "file": "own", "code": "export function fence({ size }) { drawRect('fence', 0, 0, size, size); }" }),
    );
    let size = json!({ "properties": { "size": { "type": "number" } }, "required": ["size"] });
    let own = json!({ "name": "draw_fence", "description": "A fence", "parameters": size, "module": "own", "function": "fence" });
    ok_by_user(&mut session, "register_tool", own);
    let (project, tools) = (session.document().project(false), session.document().tools_text());

    let pending = session.replace(&project::Project::of_code("")).unwrap();
    complete(&mut session, pending);
    assert_eq!(session.document().every_custom_tool().count(), 0);
    let pending = session.restore(&project, tools.as_deref()).unwrap();
    complete(&mut session, pending);
    let states: Vec<(String, bool)> = session
        .document()
        .every_custom_tool()
        .map(|tool| (tool.name.clone(), tool.is_on()))
        .collect();
    assert_eq!(
        states,
        [("draw_house".to_owned(), false), ("draw_fence".to_owned(), true)]
    );
    assert_eq!(names(&session), ["wall"]);
    assert_in_no_request(&session, CANARY);
}
