//! Tests of the difference that an agent makes during its run, and of its undo, redo, and reset.

use super::*;
use crate::{HistoryPosition, StoredStep};
use trammel_tools::Impact;

fn user(session: &mut Session, tool: &str, input: Value) {
    let reply = match session.call(Actor::User, tool, input) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => completed(session, *pending),
    };
    assert!(reply.is_ok(), "{tool}: {}", reply.to_json());
}

fn type_in(session: &mut Session, file: &str, text: &str) {
    let pending = session.type_in(&FileName::new(file).unwrap(), Some(text));
    complete(session, pending);
}

/// Calls a tool as the agent and returns the difference since the beginning of its run.
fn impact(session: &mut Session, tool: &str, input: Value) -> Impact {
    let reply = reply(session, tool, input);
    assert!(reply.is_ok(), "{tool}: {}", reply.to_json());
    *reply.impact.unwrap()
}

fn named(names: &[trammel_scene::Name]) -> Vec<&str> {
    names.iter().map(trammel_scene::Name::as_str).collect()
}

fn lines(impact: &Impact) -> Vec<&str> {
    impact.lines.iter().map(|line| line.text.as_str()).collect()
}

/// Returns a document in which the user drew these circles in a row.
fn drawn_by_user(count: usize) -> Session {
    let mut s = Session::new(limits());
    for n in 0..count {
        user(
            &mut s,
            "draw_circle",
            json!({"name": format!("c{n}"), "x": 20 * n, "y": 0, "radius": 5}),
        );
    }
    s
}

/// Returns the same document after a reload: texts and steps from their stored form.
fn reloaded(session: &mut Session) -> Session {
    let mut storage = MemoryStorage::default();
    session.save(&mut storage).unwrap();
    let changes = session.history().history_changes();
    let files = session.document().history_files();
    let (mut again, problems) = Session::load(&storage, limits()).unwrap();
    assert!(problems.is_empty());
    let text = serde_json::to_string(&changes.steps).unwrap();
    let steps: Vec<StoredStep> = serde_json::from_str(&text).unwrap();
    let position = HistoryPosition {
        head: changes.position.head,
        redo: changes.position.redo,
    };
    again.attach_history(steps, &position, &files);
    let pending = again.open();
    complete(&mut again, pending);
    again
}

#[test]
fn what_the_user_can_no_longer_see_is_unseen_in_each_way() {
    let hidden = trammel_scene::Flags {
        locked: false,
        hidden: true,
    };
    for code in [
        "setLayer('c0', 'aux')",
        "addToGroup('g', 'c0')",
        "createGroup('new', ['c0']); setLayer('new', 'aux')",
        "setStroke({ name: 'c0', stroke: { color: [0, 0, 0, 0.001] } })",
        "setStroke({ name: 'c0', stroke: { color: '#000000', dash: [0.0001, 100000] } })",
        "setStroke({ name: 'c0', stroke: { color: '#000000', width: 0 } })",
    ] {
        let mut s = drawn_by_user(3);
        user(&mut s, "create_layer", json!({"name": "aux"}));
        user(&mut s, "create_group", json!({"name": "g", "children": ["c2"]}));
        assert!(s.set_layer_flags("aux", hidden).is_ok());
        assert!(s.set_flags("g", hidden).is_ok());
        s.begin_turn();
        let reply = reply(&mut s, "run_cad_code", json!({ "code": code }));
        // A change of what is hidden is refused; every other change is reviewed.
        match reply.impact {
            Some(impact) => assert_eq!(named(&impact.unseen), ["c0"], "{code}"),
            None => assert!(!reply.is_ok(), "{code}: {}", reply.to_json()),
        }
    }
    // An item that stays visible is not unseen.
    for stroke in [
        "{ color: '#000000', dash: [1, 2] }",
        "{ color: '#000000', width: 0.5, dash: [0, 2], cap: 'round' }",
        "{ color: [0, 0, 0, 0.3] }",
    ] {
        let mut s = drawn_by_user(1);
        s.begin_turn();
        let code = format!("setStroke({{ name: 'c0', stroke: {stroke} }})");
        let found = impact(&mut s, "run_cad_code", json!({ "code": code }));
        assert_eq!(
            (named(&found.unseen), named(&found.changed)),
            (vec![], vec!["c0"]),
            "{stroke}"
        );
    }
}

#[test]
fn a_proposal_that_the_user_has_undone_is_gone_also_after_other_steps() {
    let mut s = drawn_by_user(2);
    s.begin_turn();
    ok(&mut s, "delete_entity", json!({"name": "c0"}));
    s.propose(None, json!("reasons"));
    assert!(!s.has_undone_proposal());
    assert!(s.undo(Actor::User).is_ok());
    assert!(s.has_undone_proposal());
    user(&mut s, "draw_circle", circle("mine"));
    assert!(s.has_undone_proposal(), "other steps do not bring it back");
    // The redo of the user's own step stays.
    assert!(s.undo(Actor::User).is_ok());
    s.end_rejection();
    assert!(s.parties().proposal().is_none());
    assert!(s.redo(Actor::User).is_ok());
    assert_eq!(names(&s), ["c0", "c1", "mine"]);
}

#[test]
fn a_tool_of_the_user_that_loses_its_function_is_a_setting() {
    let mut s = drawn_by_user(1);
    type_in(
        &mut s,
        "lib",
        "export function house({ name }) { return drawRect(name, 0, 0, 9, 9); }",
    );
    let tool = json!({
        "name": "draw_house", "description": "A house", "module": "lib", "function": "house",
        "parameters": { "properties": { "name": { "type": "string", "description": "n" } }, "required": ["name"] },
    });
    user(&mut s, "register_tool", tool);
    s.begin_turn();
    reply(&mut s, "read", json!({"file": "lib"}));
    let more = "export function house({ name }) { return drawRect(name, 0, 0, 8, 8); }\n";
    let found = impact(&mut s, "write", json!({"file": "lib", "code": more}));
    assert_eq!(found.settings, []);
    let found = impact(
        &mut s,
        "write",
        json!({"file": "lib", "code": "export const other = 1;"}),
    );
    let gone = trammel_tools::Setting::Tool {
        name: "draw_house".to_owned(),
    };
    assert_eq!(found.settings, [gone]);
    let found = impact(&mut s, "write", json!({"file": "lib", "code": more}));
    assert_eq!(found.settings, []);
}

#[test]
fn the_difference_counts_all_calls_of_the_run() {
    let mut s = drawn_by_user(30);
    s.begin_turn();
    for (part, changed) in [(0, 9), (9, 18), (18, 30)] {
        let code = format!("for (let n = {part}; n < {changed}; n++) translate('c' + n, 0, 1)");
        let found = impact(&mut s, "run_cad_code", json!({ "code": code }));
        assert_eq!((found.changed.len(), found.entities), (changed, 30));
    }
    let found = impact(&mut s, "draw_circle", circle("own"));
    assert_eq!(found.changed.len(), 30);
    let found = impact(&mut s, "delete_entity", json!({"name": "own"}));
    assert!(found.deleted.is_empty(), "its own entity");
    s.parties_mut().end_turn();
    s.begin_turn();
    assert!(
        impact(&mut s, "exists", json!({"entity": "c1"})).is_empty(),
        "a new run"
    );
}

#[test]
fn entities_that_cannot_be_seen_any_more_are_no_mere_changes() {
    let lost = |code: &str| {
        let mut s = drawn_by_user(3);
        s.begin_turn();
        let found = impact(&mut s, "run_cad_code", json!({ "code": code }));
        assert_eq!(found.unseen.len() + found.changed.len(), 1, "{code}");
        found.unseen.len()
    };
    for code in [
        "translate('c0', 9e5, 0)",
        "scale('c0', 0.001, 0.001)",
        "scale('c0', 5000, 5000)",
        "removeStroke('c0')",
    ] {
        assert_eq!(lost(code), 1, "{code}");
    }
    for code in [
        "translate('c0', 40, 9)",
        "scale('c0', 0.5, 0.5)",
        "setStroke('c0', { color: 'red' })",
    ] {
        assert_eq!(lost(code), 0, "{code}");
    }
}

#[test]
fn members_of_a_group_and_entities_on_a_layer_count() {
    let mut s = drawn_by_user(4);
    user(&mut s, "create_layer", json!({"name": "walls"}));
    user(&mut s, "set_layer", json!({"entity": "c3", "layer": "walls"}));
    user(
        &mut s,
        "create_group",
        json!({"name": "row", "children": ["c0", "c1"]}),
    );
    s.begin_turn();
    let found = impact(&mut s, "translate", json!({"name": "row", "dx": 1, "dy": 0}));
    assert_eq!(
        (named(&found.changed), named(&found.members)),
        (vec!["row"], vec!["c0", "c1"])
    );
    let found = impact(&mut s, "translate", json!({"name": "row", "dx": 1e6, "dy": 0}));
    assert_eq!(named(&found.unseen), ["c0", "c1", "row"]);
    let found = impact(&mut s, "create_layer", json!({"name": "walls", "color": "red"}));
    assert_eq!(named(&found.changed), ["c3"]);
}

#[test]
fn what_the_user_restores_is_no_difference() {
    let mut s = drawn_by_user(2);
    s.begin_turn();
    assert_eq!(
        named(&impact(&mut s, "delete_entity", json!({"name": "c0"})).deleted),
        ["c0"]
    );
    s.undo(Actor::User);
    assert!(impact(&mut s, "exists", json!({"entity": "c1"})).is_empty());
}

#[test]
fn every_tool_that_removes_a_line_of_the_user_reports_it() {
    let text = "const w = 5;\ndrawCircle('a', 0, 0, w);\n";
    for (tool, input) in [
        (
            "write",
            json!({"file": "main", "code": "drawCircle('a', 0, 0, 5);\n"}),
        ),
        (
            "edit",
            json!({"file": "main", "old_code": "const w = 5;\n", "new_code": "const w = 6;\n"}),
        ),
    ] {
        let mut s = Session::new(limits());
        type_in(&mut s, "main", text);
        s.begin_turn();
        ok(&mut s, "read", json!({"file": "main"}));
        let reply = reply(&mut s, tool, input);
        assert!(
            lines(reply.impact.as_ref().unwrap()).contains(&"const w = 5;"),
            "{tool}"
        );
        assert_eq!(reply.to_json()["overwrote"]["lines"][0], "const w = 5;", "{tool}");
    }
}

#[test]
fn lines_of_the_model_and_indented_lines_are_not_lost() {
    let mut s = Session::new(limits());
    type_in(&mut s, "main", "const w = 5;\ndrawCircle('a', 0, 0, w);\n");
    s.begin_turn();
    ok(&mut s, "read", json!({"file": "main"}));
    ok(
        &mut s,
        "write",
        json!({"file": "lib", "code": "export const w = 5;\nexport const own = 1;\n"}),
    );
    let code = "import { w } from 'lib';\n    drawCircle('a', 0, 0, w);\ndrawCircle('b', 9, 0, w);\n";
    let found = impact(&mut s, "write", json!({"file": "main", "code": code}));
    assert_eq!(
        lines(&found),
        ["const w = 5;"],
        "the indented line is there still"
    );
    ok(&mut s, "read", json!({"file": "lib"}));
    let found = impact(
        &mut s,
        "write",
        json!({"file": "lib", "code": "const w = 5;\nexport { w };\n"}),
    );
    assert_eq!(lines(&found), ["const w = 5;"], "it is in another file now");
    let code = "const w = 5;\ndrawCircle('a', 0, 0, w);\n";
    let found = impact(&mut s, "write", json!({"file": "main", "code": code}));
    assert_eq!(lines(&found), Vec::<&str>::new(), "the line is back");
    // A line that the user types again is the user's.
    s.parties_mut().end_turn();
    type_in(&mut s, "lib", "const w = 5;\nexport { w };\n// mine\n");
    s.begin_turn();
    ok(&mut s, "read", json!({"file": "lib"}));
    let found = impact(
        &mut s,
        "write",
        json!({"file": "lib", "code": "const w = 5;\nexport { w };\n"}),
    );
    assert_eq!(lines(&found), ["// mine"]);
}

#[test]
fn the_authors_of_lines_are_known_after_a_reload() {
    let mut s = Session::new(limits());
    type_in(&mut s, "unused", "export const mine = 5;\n");
    s.begin_turn();
    ok(
        &mut s,
        "write",
        json!({"file": "other", "code": "export const own = 1;\n"}),
    );
    s.parties_mut().end_turn();
    let mut s = reloaded(&mut s);
    s.begin_turn();
    for file in ["unused", "other"] {
        ok(&mut s, "read", json!({"file": file}));
    }
    let found = impact(
        &mut s,
        "write",
        json!({"file": "other", "code": "export const own = 2;\n"}),
    );
    assert!(found.is_empty(), "its own line of an earlier visit: {found:?}");
    let found = impact(&mut s, "write", json!({"file": "unused", "code": "// gone\n"}));
    assert_eq!(lines(&found), ["export const mine = 5;"]);
}

#[test]
fn an_agent_moves_only_in_steps_of_its_own_run() {
    let refused = |s: &mut Session, command: &str| {
        let (files, scene) = (s.files().main().to_owned(), s.scene().clone());
        let reply = call(s, "bash", json!({ "command": command }));
        assert_eq!(reply["success"], false, "{command}: {reply}");
        assert!(reply["error"].to_string().contains("this run"), "{reply}");
        assert_eq!(s.files().main(), files);
        assert!(s.scene().diff_to(&scene).is_empty(), "nothing was changed");
    };
    let mut s = drawn_by_user(2);
    s.begin_turn();
    refused(&mut s, "undo");
    refused(&mut s, "reset");
    ok(&mut s, "draw_circle", circle("own"));
    ok(&mut s, "bash", json!({"command": "undo"}));
    ok(&mut s, "bash", json!({"command": "redo"}));
    ok(&mut s, "bash", json!({"command": "undo"}));
    refused(&mut s, "undo");
    s.parties_mut().end_turn();
    s.undo(Actor::User);
    s.begin_turn();
    refused(&mut s, "redo");
    ok(&mut s, "draw_circle", circle("next"));
    s.parties_mut().end_turn();
    s.begin_turn();
    refused(&mut s, "undo");
    // Text of the user that does not run is a step of the user.
    let text = format!("{}drawCircle(", s.files().main());
    type_in(&mut s, "main", &text);
    refused(&mut s, "undo");
}

#[test]
fn an_agent_empties_only_what_it_wrote_in_its_run() {
    let mut s = Session::new(limits());
    s.begin_turn();
    ok(&mut s, "draw_circle", circle("own"));
    ok(&mut s, "bash", json!({"command": "reset"}));
    assert_eq!(s.files().main(), "");
    user(&mut s, "draw_circle", circle("mine"));
    assert_eq!(
        call(&mut s, "bash", json!({"command": "reset"}))["success"],
        false
    );
}

#[test]
fn the_agent_of_the_browser_is_reviewed_over_all_its_calls() {
    let call = |s: &mut Session, tool: &str, input: Value| match s.call(Actor::BrowserAgent, tool, input) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => completed(s, *pending),
    };
    let mut s = drawn_by_user(4);
    let found = call(&mut s, "delete_entity", json!({"name": "c0"}))
        .impact
        .unwrap();
    assert_eq!(named(&found.deleted), ["c0"]);
    let found = call(&mut s, "translate", json!({"name": "c1", "dx": 0, "dy": 1}))
        .impact
        .unwrap();
    assert_eq!(
        (named(&found.deleted), named(&found.changed)),
        (vec!["c0"], vec!["c1"])
    );
    assert!(
        call(&mut s, "bash", json!({"command": "undo"})).is_ok(),
        "its own step"
    );
    user(&mut s, "draw_circle", circle("mine"));
    assert!(
        !call(&mut s, "bash", json!({"command": "undo"})).is_ok(),
        "a step of the user"
    );
}

#[test]
fn the_agent_learns_that_the_user_undid_its_changes() {
    let mut s = drawn_by_user(1);
    s.begin_turn();
    ok(&mut s, "draw_circle", circle("own"));
    s.parties_mut().end_turn();
    s.undo(Actor::User);
    let news = s.parties_mut().take_user_changes().unwrap();
    assert!(news.starts_with("The user undid your last changes"), "{news}");
    s.redo(Actor::User);
    s.undo(Actor::User);
    s.redo(Actor::User);
    assert!(
        !s.parties_mut()
            .take_user_changes()
            .unwrap_or_default()
            .contains("undid")
    );
    s.undo(Actor::User);
    s.parties_mut().take_user_changes();
    s.undo(Actor::User);
    assert!(
        !s.parties_mut().take_user_changes().unwrap().contains("undid"),
        "a step of the user"
    );
}

/// Returns a document in which the user typed a size, a check, and two steps that depend on their order.
fn typed_by_user() -> Session {
    let mut s = Session::new(limits());
    let text = "let w = 5;\nexpect(w > 3, 'wide');\ndrawCircle('a', 0, 0, w);\ntranslate('a', 1, 0);\nscale('a', 2, 2);\n";
    type_in(&mut s, "main", text);
    s
}

/// Rewrites `main` as the agent in a run of its own, and returns the difference.
fn rewritten(change: impl Fn(&str) -> String) -> Impact {
    let mut s = typed_by_user();
    s.begin_turn();
    ok(&mut s, "read", json!({"file": "main"}));
    let code = change(s.files().main());
    impact(&mut s, "write", json!({"file": "main", "code": code}))
}

#[test]
fn lines_of_the_user_in_another_order_are_a_difference() {
    let found = rewritten(|main| {
        let swapped = "scale('a', 2, 2);\ntranslate('a', 1, 0);\n";
        main.replace("translate('a', 1, 0);\nscale('a', 2, 2);\n", swapped)
    });
    assert_eq!(lines(&found).len(), 1, "{found:?}");
    let mut s = Session::new(limits());
    type_in(
        &mut s,
        "main",
        "drawCircle('a', 0, 0, 5);\ntranslate('a', 1, 0);\ntranslate('a', 1, 0);\n",
    );
    s.begin_turn();
    ok(&mut s, "read", json!({"file": "main"}));
    let code = "drawCircle('a', 0, 0, 5);\ntranslate('a', 1, 0);\n";
    let found = impact(&mut s, "write", json!({"file": "main", "code": code}));
    assert_eq!(lines(&found), ["translate('a', 1, 0);"], "one of two equal lines");
}

#[test]
fn lines_of_the_user_that_no_longer_act_are_a_difference() {
    let check = "expect(w > 3, 'wide');";
    for (around, after) in [
        ("/*\n", "*/\n"),
        ("/* the check\n", "of the user */\n"),
        ("const unused = `\n", "`;\n"),
        ("if (false) {\n", "}\n"),
        ("if (false)\n", ""),
        ("function never() {\n", "}\n"),
        ("const never = () => {\n", "};\n"),
        ("false &&\n", ""),
        ("skip: {\nbreak skip;\n", "}\n"),
        ("function expect() {}\n", ""),
    ] {
        let with = format!("{around}{check}\n{after}");
        let found = rewritten(|main| main.replace(&format!("{check}\n"), &with));
        assert_eq!(lines(&found), [check], "{with}");
    }
    let found = rewritten(|main| main.replace(check, &format!("{check}\nw = 9;")));
    assert_eq!(lines(&found), ["let w = 5;"], "a later value");
    // The text after the change has each line, but in a file that nothing imports.
    let mut s = typed_by_user();
    s.begin_turn();
    ok(&mut s, "read", json!({"file": "main"}));
    ok(
        &mut s,
        "write",
        json!({"file": "aside", "code": format!("{check}\n")}),
    );
    let code = s.files().main().replace(&format!("{check}\n"), "");
    let found = impact(&mut s, "write", json!({"file": "main", "code": code}));
    assert_eq!(lines(&found), [check]);
}

#[test]
fn statements_of_the_model_around_lines_of_the_user_are_no_difference() {
    for inserted in [
        "const h = 7;\n",
        "// a remark\n",
        "function hole(n) {\n  return drawCircle('h' + n, 9 * n, 0, 1);\n}\nhole(1);\n",
        "for (const n of [1, 2]) {\n  drawCircle('h' + n, 9 * n, 0, 1);\n}\n",
        "if (w > 9) throw new Error('too wide');\n",
    ] {
        for at in 0..5 {
            let found = rewritten(|main| {
                let mut parts: Vec<&str> = main.split_inclusive('\n').collect();
                parts.insert(at + 1, inserted);
                parts.concat()
            });
            assert!(found.is_empty(), "{at} {inserted} {found:?}");
        }
    }
}

#[test]
fn a_step_of_the_user_during_the_run_is_no_difference_and_may_end_one() {
    let mut s = typed_by_user();
    let check = "expect(w > 3, 'wide');\n";
    s.begin_turn();
    ok(&mut s, "read", json!({"file": "main"}));
    let code = s.files().main().replace(check, &format!("/*\n{check}*/\n"));
    let found = impact(&mut s, "write", json!({"file": "main", "code": code}));
    assert_eq!(lines(&found), [check.trim()]);
    s.undo(Actor::User);
    assert!(
        impact(&mut s, "exists", json!({"entity": "a"})).is_empty(),
        "undone by the user"
    );
    // The user appends a statement and removes the check; neither is a difference that the model makes.
    user(&mut s, "draw_circle", circle("mine"));
    let main = s.files().main().replace(check, "");
    type_in(&mut s, "main", &main);
    ok(&mut s, "read", json!({"file": "main"}));
    let code = format!("// a remark\n{}", s.files().main());
    assert!(impact(&mut s, "write", json!({"file": "main", "code": code})).is_empty());
    user(&mut s, "set_drawing", json!({"name": "plate"}));
    ok(&mut s, "read", json!({"file": "main"}));
    let appended = s.files().main().lines().last().unwrap().to_owned();
    let code = s
        .files()
        .main()
        .replace(&appended, &format!("/*\n{appended}\n*/"));
    let found = impact(&mut s, "write", json!({"file": "main", "code": code}));
    assert_eq!(lines(&found), [appended]);
}

/// Returns the changed settings in the words of tools.
fn settings(impact: &Impact) -> Vec<String> {
    impact
        .settings
        .iter()
        .map(trammel_tools::Setting::words)
        .collect()
}

#[test]
fn another_unit_is_a_difference_unless_the_user_chose_it() {
    for (tool, input) in [
        ("set_drawing", json!({"units": "in"})),
        ("convert_units", json!({"units": "in"})),
        ("run_cad_code", json!({"code": "setDrawing({ units: 'in' })"})),
    ] {
        let mut s = drawn_by_user(1);
        s.begin_turn();
        let found = impact(&mut s, tool, input);
        assert_eq!(settings(&found), ["unit mm to in"], "{tool}");
    }
    let mut s = drawn_by_user(1);
    s.begin_turn();
    user(&mut s, "set_drawing", json!({"units": "in"}));
    assert!(impact(&mut s, "exists", json!({"entity": "c0"})).is_empty());
    let found = impact(&mut s, "set_drawing", json!({"units": "cm"}));
    assert_eq!(settings(&found), ["unit in to cm"]);
    let found = impact(&mut s, "set_drawing", json!({"units": "in"}));
    assert!(found.is_empty(), "restored");
    let mut s = Session::new(limits());
    s.begin_turn();
    let found = impact(&mut s, "set_drawing", json!({"name": "plate", "units": "in"}));
    assert!(found.is_empty(), "an empty drawing with the default unit");
}

#[test]
fn removed_layers_names_constraints_and_checks_are_a_difference() {
    let mut s = drawn_by_user(2);
    user(&mut s, "set_drawing", json!({"name": "plate"}));
    user(&mut s, "create_layer", json!({"name": "walls"}));
    user(
        &mut s,
        "add_constraint",
        json!({"kind": "equal", "entities": ["c0", "c1"]}),
    );
    s.begin_turn();
    let found = impact(&mut s, "create_layer", json!({"name": "more"}));
    assert!(found.is_empty(), "{found:?}");
    let found = impact(
        &mut s,
        "rename_layer",
        json!({"layer": "walls", "new_name": "wall"}),
    );
    assert!(settings(&found).is_empty(), "a new name of a layer");
    let found = impact(&mut s, "delete_layer", json!({"layer": "wall"}));
    assert_eq!(settings(&found), ["layer wall (deleted)"]);
    let found = impact(&mut s, "remove_constraint", json!({"id": "c1"}));
    assert_eq!(settings(&found).last().unwrap(), "constraint c1 (removed)");
    let found = impact(&mut s, "set_drawing", json!({"name": "other"}));
    assert_eq!(settings(&found)[0], "name plate");
    // A check of the user that is in a function which the model's code no longer calls.
    let mut s = Session::new(limits());
    s.begin_turn();
    ok(&mut s, "read", json!({"file": "main"}));
    ok(
        &mut s,
        "write",
        json!({"file": "main", "code": "drawCircle('a', 0, 0, 5);\nconst on = true;\n"}),
    );
    s.parties_mut().end_turn();
    let text = format!("{}if (on) {{\n  expect(true, 'on');\n}}\n", s.files().main());
    type_in(&mut s, "main", &text);
    s.begin_turn();
    ok(&mut s, "read", json!({"file": "main"}));
    let code = text.replace("on = true", "on = false");
    let found = impact(&mut s, "write", json!({"file": "main", "code": code}));
    assert_eq!(settings(&found), ["check expect(true, 'on'); (not made)"]);
}

#[test]
fn a_proposal_is_undone_when_the_texts_before_it_return() {
    let mut s = drawn_by_user(2);
    let before = s.document().project(true).files;
    s.begin_turn();
    ok(&mut s, "delete_entity", json!({"name": "c0"}));
    s.propose(None, json!("reasons"));
    let main = before
        .iter()
        .find(|(name, _)| name.as_str() == "main")
        .unwrap()
        .1
        .clone();
    type_in(&mut s, "main", &main);
    assert!(
        s.has_undone_proposal(),
        "an undo in another tab arrives as a text"
    );
    user(&mut s, "draw_circle", circle("mine"));
    assert!(!s.has_undone_proposal(), "the file has another text again");
}
