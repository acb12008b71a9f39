//! Tests of the tool `bash`, and of locks across undo.

use super::*;

#[test]
fn bash_commands_describe_the_drawing() {
    let mut s = Session::new(limits());
    for name in ["a", "b", "c"] {
        ok(&mut s, "draw_circle", circle(name));
    }
    ok(
        &mut s,
        "create_group",
        json!({"name": "in", "children": ["a", "b"]}),
    );
    ok(
        &mut s,
        "create_group",
        json!({"name": "big group", "children": ["in"]}),
    );
    s.set_flags("c", LOCKED);
    s.document_mut()
        .set_selection(vec!["a".to_owned(), "gone".to_owned()]);
    assert_eq!(
        bash(&mut s, "tree")["data"],
        json!({"tree": [
            {"name": "c", "type": "circle", "locked": true},
            {"name": "big group", "type": "group", "children": [
                {"name": "in", "type": "group", "children": [{"name": "a", "type": "circle"}, {"name": "b", "type": "circle"}]}]},
        ], "total": 5})
    );
    assert_eq!(
        bash(&mut s, "groups")["data"][0],
        json!({"name": "big group", "parent": null, "children": ["in"]})
    );
    assert_eq!(
        bash(&mut s, "draw_order")["data"]["order"],
        json!(["c", "big group"])
    );
    assert_eq!(bash(&mut s, "draw_order in")["data"]["order"], json!(["a", "b"]));
    assert_eq!(
        call(
            &mut s,
            "bash",
            json!({"command": "draw_order", "group": "big group"})
        )["data"]["order"],
        json!(["in"])
    );
    assert!(
        error(&mut s, "bash", json!({"command": "draw_order nosuch"}))
            .0
            .contains("'nosuch' not found")
    );
    assert!(
        error(&mut s, "bash", json!({"command": "draw_order c"}))
            .0
            .contains("not a group")
    );
    assert_eq!(
        bash(&mut s, "entity big group")["data"]["children"],
        json!(["in"])
    );
    assert_eq!(
        error(&mut s, "bash", json!({"command": "entity", "name": "im"})).1,
        ["in"]
    );
    assert!(
        error(&mut s, "bash", json!({"command": "entity"}))
            .0
            .contains("needs a name")
    );
    assert!(
        error(&mut s, "bash", json!({"command": "info all"}))
            .0
            .contains("takes no arguments")
    );
    assert_eq!(
        bash(&mut s, "selection")["data"],
        json!({"selected": ["a"], "locked": ["c"], "hidden": []})
    );
    assert_eq!(bash(&mut s, "info")["data"]["entity_count"], 5);
    assert!(bash(&mut s, "svg")["data"].as_str().unwrap().contains("<svg"));
    assert!(
        bash(&mut s, "json")["data"]
            .as_str()
            .unwrap()
            .contains("trammel-scene")
    );
    let picture = bash(&mut s, "capture")["content"][0].clone();
    assert_eq!(
        (&picture["type"], &picture["mime"]),
        (&json!("image"), &json!("image/svg+xml"))
    );
    let (message, near) = error(&mut s, "bash", json!({"command": "draworder"}));
    assert_eq!(near, ["draw_order"]);
    assert!(message.contains("history"), "{message}");
}

#[test]
fn bash_reset_and_undo_refuse_to_change_locked_entities() {
    let mut s = Session::new(limits());
    assert!(
        error(&mut s, "bash", json!({"command": "capture"}))
            .0
            .contains("empty")
    );
    ok(&mut s, "draw_circle", circle("c"));
    assert_eq!(bash(&mut s, "reset")["success"], true);
    assert_eq!((names(&s).len(), s.files().main()), (0, ""));
    ok(
        &mut s,
        "write",
        json!({"file": "main", "code": "drawCircle('d', 0, 0, 1)"}),
    );
    assert_eq!(bash(&mut s, "undo")["data"], json!({"undone": "write main"}));
    assert_eq!(bash(&mut s, "undo")["success"], true);
    assert_eq!(names(&s), ["c"]);
    assert_eq!(
        bash(&mut s, "history")["data"],
        json!({"undo": ["draw_circle"], "redo": ["write main", "write main"]})
    );
    assert_eq!(bash(&mut s, "redo")["success"], true);
    bash(&mut s, "undo");
    s.set_flags("c", LOCKED);
    for command in ["undo", "redo"] {
        assert!(
            error(&mut s, "bash", json!({ "command": command }))
                .0
                .contains("locked by the user"),
            "{command}"
        );
    }
    assert!(
        bash(&mut s, "reset")["error"]
            .to_string()
            .contains("locked by the user")
    );
    assert_eq!(names(&s), ["c"]);
}

#[test]
fn undo_keeps_locked_and_hidden_flags() {
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("c"));
    ok(&mut s, "translate", json!({"name": "c", "dx": 1, "dy": 0}));
    s.set_flags(
        "c",
        Flags {
            locked: true,
            hidden: true,
        },
    );
    assert_eq!(s.undo(Actor::Agent).to_json()["success"], true, "the user may");
    let c = s.scene().get("c").unwrap();
    assert!(c.locked && c.hidden);
}
