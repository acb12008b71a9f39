//! Tests of what a model writes into the memory: it is off until the user turns it on, and no tool turns it on.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use trammel_knowledge::{EntryRef, Sourced, UNVERIFIED};
use trammel_tools::{Domain, WrittenEntry};

/// Calls a tool for the model of a conversation.
fn told(session: &mut Session, conversation: &str, tool: &str, input: Value) -> Reply {
    match session.call_in(Some(conversation), Actor::Agent, tool, input) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => completed(session, *pending),
    }
}

#[track_caller]
fn wrote(session: &mut Session, tool: &str, input: Value) -> Vec<WrittenEntry> {
    let reply = told(session, "c1", tool, input);
    assert!(reply.is_ok(), "{tool}: {}", reply.to_json());
    reply.written
}

/// Returns everything that a new conversation offers at its start or later, in both languages.
fn offers(session: &mut Session) -> String {
    let mut all = String::new();
    for language in [trammel_tools::Language::English, trammel_tools::Language::Korean] {
        session.document_mut().set_language(language);
        let every = session.document().tool_definitions(&Domain::every(), language);
        all.push_str(
            &json!([
                session.document().first_tools(),
                every,
                session.document().domain_lines()
            ])
            .to_string(),
        );
    }
    session
        .document_mut()
        .set_language(trammel_tools::Language::English);
    all
}

/// Returns a document with a hint, a decision, a checkpoint, and a tool of the user.
fn of_the_user() -> Session {
    let mut session = Session::new(limits());
    let code = "export function own({ n }) { return drawCircle('own', 0, 0, n); }\nexport function other({ n }) { return n * 2; }";
    ok(&mut session, "write", json!({ "file": "lib", "code": code }));
    ok_by_user(&mut session, "register_tool", tool("draw_own", "own"));
    ok_by_user(&mut session, "edit_hint", hint("x, y is the center"));
    ok_by_user(&mut session, "save_decision", decision("200 thick"));
    ok_by_user(&mut session, "save_checkpoint", json!({ "summary": "walls" }));
    session
}

fn tool(name: &str, function: &str) -> Value {
    let size =
        json!({ "properties": { "n": { "type": "number", "description": "INJECTED" } }, "required": ["n"] });
    json!({ "name": name, "description": "INJECTED", "parameters": size, "module": "lib", "function": function })
}

fn hint(text: &str) -> Value {
    json!({ "tool": "draw_circle", "action": "add", "text": text })
}

fn decision(text: &str) -> Value {
    json!({ "topic": "wall", "decision": text, "reasoning": "brick" })
}

#[test]
fn what_a_model_writes_is_in_no_definition_until_the_user_turns_it_on() {
    let mut session = of_the_user();
    let before = offers(&mut session);
    let written = [
        wrote(&mut session, "edit_hint", hint("INJECTED hint")),
        wrote(&mut session, "save_decision", decision("INJECTED decision")),
        wrote(
            &mut session,
            "record_outcome",
            json!({ "id": "dec_001", "outcome": "failed", "reason": "INJECTED" }),
        ),
        wrote(&mut session, "save_checkpoint", json!({ "summary": "INJECTED" })),
        wrote(&mut session, "register_tool", tool("draw_more", "other")),
    ]
    .concat();
    assert_eq!(written.len(), 5, "{written:?}");
    assert_eq!(offers(&mut session), before);

    let mut storage = MemoryStorage::default();
    session.save(&mut storage).unwrap();
    let (mut session, problems) = Session::load(&storage, limits()).unwrap();
    assert_eq!(problems, [""; 0]);
    assert_eq!(offers(&mut session), before, "after a reload");

    for entry in &written {
        match entry.in_memory() {
            Some(entry) => session.document_mut().memory_mut().turn(entry, true),
            None => session.document_mut().turn_custom_tool("draw_more", true),
        }
    }
    let after = offers(&mut session);
    for words in [
        "Hint: INJECTED hint",
        "Decided, wall: INJECTED decision",
        "draw_more",
    ] {
        assert!(after.contains(words), "{words}");
    }
    let outcome = &session.document().memory().decisions.all()[0];
    assert_eq!(outcome.reason.as_deref(), Some("INJECTED"));
    let mut states = written
        .iter()
        .filter_map(|entry| session.document().memory().entry_text(entry));
    assert!(states.all(|(_, on)| on));
}

#[test]
fn no_call_of_a_model_changes_what_the_next_conversation_is_offered() {
    let mut session = of_the_user();
    let (before, memory) = (offers(&mut session), session.document().memory().clone());
    for tool in trammel_tools::TOOLS {
        for (called, input) in examples::calls_of(tool.example) {
            told(&mut session, "c1", &called, input);
            assert_eq!(
                offers(&mut session),
                before,
                "after {called} of the example of {}",
                tool.name
            );
        }
    }
    let hints = session
        .document()
        .memory()
        .hints
        .all()
        .iter()
        .filter(|hint| hint.is_own());
    assert!(hints.eq(memory.hints.all()));
    let own = session
        .document()
        .memory()
        .decisions
        .all()
        .iter()
        .filter(|decision| decision.is_own());
    assert!(
        own.map(|decision| (&decision.id, decision.outcome))
            .eq([(&"dec_001".to_owned(), None)])
    );
}

#[test]
fn results_mark_the_text_of_a_model_as_unverified() {
    let mut session = of_the_user();
    wrote(&mut session, "save_decision", decision("300 thick"));
    wrote(
        &mut session,
        "record_outcome",
        json!({ "id": "dec_001", "outcome": "success" }),
    );
    wrote(&mut session, "save_checkpoint", json!({ "summary": "roof" }));
    wrote(&mut session, "edit_hint", hint("radius first"));
    wrote(&mut session, "register_tool", tool("draw_more", "other"));
    let data = |session: &mut Session, conversation: &str, tool: &str, input: Value| {
        told(session, conversation, tool, input).to_json()["data"].clone()
    };
    let found = data(
        &mut session,
        "c2",
        "search_decisions",
        json!({ "query": "wall thick" }),
    );
    let row = |id: &str| {
        found
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["id"] == id)
            .unwrap()
            .clone()
    };
    assert_eq!(
        (&row("dec_002")["unverified"], &row("dec_001")["unverified"]),
        (&json!(UNVERIFIED), &Value::Null)
    );
    assert_eq!(row("dec_001")["report"]["unverified"], UNVERIFIED);
    assert_eq!(
        data(&mut session, "c2", "load_checkpoint", json!({}))["unverified"],
        UNVERIFIED
    );
    let hints = data(
        &mut session,
        "c2",
        "edit_hint",
        json!({ "tool": "draw_circle", "action": "list" }),
    );
    assert_eq!(hints["hints"], json!(["x, y is the center"]));
    assert_eq!(
        hints["off"],
        json!({ "hints": ["radius first"], "unverified": UNVERIFIED })
    );

    // The model of the same conversation uses its tool; another conversation does not find it.
    let schema = data(
        &mut session,
        "c1",
        "get_tool_schema",
        json!({ "name": "draw_more" }),
    );
    assert_eq!(schema["unverified"]["description"], "INJECTED");
    assert!(
        !schema["description"].to_string().contains("INJECTED")
            && !schema["parameters"].to_string().contains("INJECTED")
    );
    assert_eq!(data(&mut session, "c1", "draw_more", json!({ "n": 4 })), 8);
    assert!(!told(&mut session, "c2", "draw_more", json!({ "n": 4 })).is_ok());
    assert!(
        !told(
            &mut session,
            "c2",
            "get_tool_schema",
            json!({ "name": "draw_more" })
        )
        .is_ok()
    );
}

#[test]
fn a_model_changes_and_deletes_no_entry_of_the_user() {
    let mut session = of_the_user();
    let memory = session.document().memory().clone();
    let before = offers(&mut session);
    for (tool, input) in [
        ("edit_hint", json!({ "tool": "draw_circle", "action": "delete" })),
        (
            "edit_hint",
            json!({ "tool": "draw_circle", "action": "delete", "text": "x, y is the center" }),
        ),
        ("register_tool", self::tool("draw_own", "other")),
    ] {
        let reply = told(&mut session, "c1", tool, input.clone());
        assert!(!reply.is_ok(), "{tool} {input}");
    }
    assert_eq!(session.document().memory(), &memory);
    // Floods do not push out entries of the user.
    for n in 0..1_100 {
        told(
            &mut session,
            "c1",
            "save_decision",
            json!({ "topic": format!("t{n}"), "decision": "d", "reasoning": "r" }),
        );
    }
    for n in 0..30 {
        told(
            &mut session,
            "c1",
            "save_checkpoint",
            json!({ "summary": format!("s{n}") }),
        );
        told(&mut session, "c1", "edit_hint", hint(&format!("line {n}")));
    }
    assert!(
        session
            .document()
            .memory()
            .decisions
            .all()
            .iter()
            .any(Sourced::is_own)
    );
    assert!(
        session
            .document()
            .memory()
            .checkpoints
            .all()
            .iter()
            .any(Sourced::is_own)
    );
    assert_eq!(offers(&mut session), before);
    ok_by_user(&mut session, "edit_hint", hint("second"));

    // Its own entries that are off are the model's.
    wrote(&mut session, "register_tool", tool("draw_more", "other"));
    wrote(&mut session, "register_tool", tool("draw_more", "own"));
    assert!(!told(&mut session, "c2", "register_tool", tool("draw_more", "other")).is_ok());
    session.document_mut().turn_custom_tool("draw_more", true);
    assert!(!told(&mut session, "c1", "register_tool", tool("draw_more", "other")).is_ok());
    assert!(
        told(&mut session, "c1", "register_tool", tool("draw_more", "own")).is_ok(),
        "the same tool"
    );
    wrote(
        &mut session,
        "edit_hint",
        json!({ "tool": "draw_circle", "action": "delete" }),
    );
    let own = session
        .document()
        .memory()
        .hints
        .all()
        .iter()
        .filter(|hint| hint.is_own());
    assert_eq!(own.count(), 2);
}

#[test]
fn an_untrusted_folder_keeps_the_marks_of_models_and_brings_no_text() {
    let mut session = of_the_user();
    wrote(&mut session, "edit_hint", hint("draft line"));
    wrote(&mut session, "edit_hint", hint("accepted line"));
    session
        .document_mut()
        .memory_mut()
        .turn(EntryRef::Hint("draw_circle", "accepted line"), true);
    wrote(&mut session, "save_decision", decision("300 thick"));
    let mut storage = MemoryStorage::default();
    session.save(&mut storage).unwrap();
    let marks = |session: &Session| {
        let hints = session.document().memory().hints.all().iter();
        hints
            .map(|hint| (hint.text.clone(), hint.is_by_model(), hint.is_on()))
            .collect::<Vec<_>>()
    };
    let expected = marks(&session);

    let untrusted = Provenance::Imported("folder".to_owned());
    let (mut opened, _) = Session::load_as(&storage, limits(), &untrusted).unwrap();
    let found = told(
        &mut opened,
        "",
        "search_decisions",
        json!({ "query": "wall thick" }),
    );
    assert_eq!(found.to_json()["data"], json!([]));
    assert!(marks(&opened).iter().all(|(_, _, on)| !on));
    let code = json!({ "code": "drawCircle('new', 0, 0, 1)" });
    told(&mut opened, "", "run_cad_code", code);
    opened.save(&mut storage).unwrap();

    let (again, _) = Session::load_as(&storage, limits(), &Provenance::Own).unwrap();
    assert_eq!(marks(&again), expected);
}
