//! Tests of tool requests and of memory: decisions, checkpoints, and hints.

use super::*;

#[test]
fn tool_requests_are_queued_decided_and_numbered_across_reloads() {
    let mut s = Session::new(limits());
    let request = json!({"name": "draw_spring", "description": "A gear", "rationale": "often", "suggested_params": ["teeth"]});
    let first = data(&mut s, "request_tool", request.clone());
    assert_eq!(
        (&first["request_id"], &first["status"]),
        (&json!("req_001"), &json!("queued"))
    );
    let mut s = reload(&mut s);
    assert_eq!(data(&mut s, "request_tool", request)["request_id"], "req_002");
    assert_eq!(
        s.document_mut()
            .decide_request("req_001", true, Some("soon"))
            .to_json()["success"],
        true
    );
    assert_eq!(
        s.document_mut().decide_request("req_9", true, None).to_json()["success"],
        false
    );
    let mut s = reload(&mut s);
    let approved = data(&mut s, "list_tool_requests", json!({"status": "approved"}));
    assert_eq!(
        approved,
        json!([{"request_id": "req_001", "name": "draw_spring", "description": "A gear", "rationale": "often",
            "suggested_params": ["teeth"], "status": "approved", "note": "soon"}])
    );
    assert_eq!(
        data(&mut s, "list_tool_requests", json!({}))
            .as_array()
            .unwrap()
            .len(),
        2
    );
    assert_eq!(
        s.undo(Actor::Agent).to_json()["success"],
        false,
        "a request is no step of the drawing"
    );
    let exists = error(
        &mut s,
        "request_tool",
        json!({"name": "drawRect", "description": "x", "rationale": "y"}),
    );
    assert_eq!(exists.1, ["draw_rect"]);
}

#[test]
fn memory_persists_and_hints_appear_in_tool_descriptions() {
    let mut s = Session::new(limits());
    let decision =
        json!({"topic": "gear", "decision": "Teeth on a circle with cos and sin", "reasoning": "even"});
    assert_eq!(ok_by_user(&mut s, "save_decision", decision)["id"], "dec_001");
    ok_by_user(
        &mut s,
        "record_outcome",
        json!({"id": "dec_001", "outcome": "success", "reason": "12 even teeth"}),
    );
    ok_by_user(
        &mut s,
        "save_checkpoint",
        json!({"summary": "gear drawn", "next_steps": "hub"}),
    );
    ok_by_user(
        &mut s,
        "edit_hint",
        json!({"tool": "draw_circle", "action": "add", "text": "x, y is the center"}),
    );
    let mut s = reload(&mut s);
    assert_eq!(
        data(&mut s, "search_decisions", json!({"query": "gears"}))[0]["outcome"],
        "success"
    );
    assert_eq!(data(&mut s, "load_checkpoint", json!({}))["next_steps"], "hub");
    assert!(
        error(
            &mut s,
            "record_outcome",
            json!({"id": "dec_002", "outcome": "failed"})
        )
        .0
        .contains("not found")
    );
    let wrong = json!({"tool": "draw_circle", "action": "add", "text": "use drawCircel"});
    assert_eq!(error(&mut s, "edit_hint", wrong).1, ["draw_circle"]);

    let description =
        |s: &Session, tool: &str| definition(s, tool)["description"].as_str().unwrap().to_owned();
    assert!(description(&s, "draw_circle").ends_with("\nHint: x, y is the center"));
    assert!(
        description(&s, "run_cad_code")
            .ends_with("\nHint: Worked, gear: Teeth on a circle with cos and sin (12 even teeth)")
    );
    let code = s.document().tool_definitions(&[Domain::Code], Language::English);
    assert_eq!(
        code.iter()
            .filter(|tool| tool["description"].as_str().unwrap().contains("Hint:"))
            .count(),
        1
    );
    let listed = data(
        &mut s,
        "edit_hint",
        json!({"tool": "drawCircle", "action": "list"}),
    );
    assert_eq!(
        listed,
        json!({"tool": "draw_circle", "hints": ["x, y is the center"]})
    );
    ok_by_user(
        &mut s,
        "edit_hint",
        json!({"tool": "draw_circle", "action": "delete"}),
    );
    s.document_mut().memory_mut().decisions.remove("dec_001");
    assert!(
        !description(&s, "draw_circle").contains("Hint") && !description(&s, "run_cad_code").contains("Hint")
    );
}

#[test]
fn edits_of_memory_by_the_user_are_stored() {
    let mut storage = MemoryStorage::default();
    let mut reload = |s: &mut Session| {
        s.save(&mut storage).unwrap();
        let (mut again, _) = Session::load(&storage, limits()).unwrap();
        let pending = again.open();
        complete(&mut again, pending);
        again
    };
    let mut s = with_house();
    let decision = json!({"topic": "gear", "decision": "loop", "reasoning": "even"});
    ok_by_user(&mut s, "save_decision", decision);
    ok_by_user(&mut s, "save_checkpoint", json!({"summary": "half"}));
    let hint = json!({"tool": "draw_circle", "action": "add", "text": "x, y is the center"});
    ok_by_user(&mut s, "edit_hint", hint);
    let mut s = reload(&mut s);
    let memory = s.document_mut().memory_mut();
    memory
        .decisions
        .edit("dec_001", "gear", "cos and sin", "even")
        .unwrap();
    memory.checkpoints.edit("chk_001", "done", Some("hub")).unwrap();
    s.document_mut()
        .edit_hint("draw_circle", "x, y is the center", "center first")
        .unwrap();
    assert!(
        s.document_mut()
            .edit_hint("draw_circle", "center first", "use drawCircel")
            .is_err()
    );
    let mut s = reload(&mut s);
    let found = data(&mut s, "search_decisions", json!({"query": "gear"}));
    assert_eq!(found[0]["decision"], "cos and sin");
    assert_eq!(data(&mut s, "load_checkpoint", json!({}))["summary"], "done");
    let description = definition(&s, "draw_circle")["description"].to_string();
    assert!(description.contains("Hint: center first"), "{description}");

    let house = s.document().custom_tools().next().unwrap().clone();
    s.document_mut().remove_custom_tool(&house.name);
    let mut s = reload(&mut s);
    assert_eq!(s.document().custom_tools().count(), 0);
    s.document_mut().restore_custom_tool(house).unwrap();
    ok(&mut s, "draw_house", json!({"name": "h", "size": 1}));
}
