//! Tests of the registry, tool requests, custom tools, `lsp`, `bash` and memory through the session.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use crate::tools::{Domain, Language};

fn data(s: &mut Session, tool: &str, input: Value) -> Value {
    ok(s, tool, input)["data"].clone()
}

fn error(s: &mut Session, tool: &str, input: Value) -> (String, Vec<String>) {
    let reply = call(s, tool, input);
    assert_eq!(reply["success"], false, "{reply}");
    let suggestions = reply["suggestions"].as_array().cloned().unwrap_or_default();
    (
        reply["error"].as_str().unwrap().to_owned(),
        suggestions
            .iter()
            .map(|x| x.as_str().unwrap().to_owned())
            .collect(),
    )
}

fn bash(s: &mut Session, command: &str) -> Value {
    call(s, "bash", json!({ "command": command }))
}

fn reload(s: &mut Session) -> Session {
    let mut storage = MemoryStorage::default();
    s.save(&mut storage).unwrap();
    let (mut again, problems) = Session::load(&storage, limits()).unwrap();
    assert_eq!(problems, [""; 0]);
    let pending = again.open();
    assert_eq!(complete(&mut again, pending)["success"], true);
    again
}

#[test]
fn requests_are_queued_decided_and_numbered_on_after_a_reload() {
    let mut s = Session::new(limits());
    let request = json!({"name": "draw_gear", "description": "A gear", "rationale": "often", "suggested_params": ["teeth"]});
    let first = data(&mut s, "request_tool", request.clone());
    assert_eq!(
        (&first["request_id"], &first["status"]),
        (&json!("req_001"), &json!("queued"))
    );
    let mut s = reload(&mut s);
    assert_eq!(data(&mut s, "request_tool", request)["request_id"], "req_002");
    assert_eq!(
        s.decide_request("req_001", true, Some("soon")).to_json()["success"],
        true
    );
    assert_eq!(s.decide_request("req_9", true, None).to_json()["success"], false);
    let mut s = reload(&mut s);
    let approved = data(&mut s, "list_tool_requests", json!({"status": "approved"}));
    assert_eq!(
        approved,
        json!([{"request_id": "req_001", "name": "draw_gear", "description": "A gear", "rationale": "often",
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
fn lsp_knows_functions_and_files() {
    let mut s = Session::new(limits());
    let described = data(
        &mut s,
        "lsp",
        json!({"operation": "describe", "domain": "primitives"}),
    );
    let circle = described["functions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|f| f["name"] == "drawCircle")
        .unwrap();
    assert!(
        circle["signature"]
            .as_str()
            .unwrap()
            .starts_with("(name, x, y, radius"),
        "{circle}"
    );
    for name in ["drawCircle", "draw_circle"] {
        let schema = data(&mut s, "lsp", json!({"operation": "schema", "name": name}));
        assert_eq!(schema["parameters"]["properties"]["radius"]["type"], "number");
        assert_eq!(schema["name"], name);
    }
    assert_eq!(
        error(
            &mut s,
            "lsp",
            json!({"operation": "schema", "name": "drawCircel"})
        )
        .1,
        ["drawCircle"]
    );
    assert_eq!(
        error(
            &mut s,
            "lsp",
            json!({"operation": "schema", "name": "draw_circel"})
        )
        .1,
        ["draw_circle"]
    );
    assert!(
        error(&mut s, "lsp", json!({"operation": "schema", "name": "write"}))
            .0
            .contains("not a function of the sandbox")
    );
    assert!(
        error(&mut s, "lsp", json!({"operation": "describe", "domain": "code"}))
            .0
            .contains("Call them directly")
    );
    assert_eq!(
        error(
            &mut s,
            "lsp",
            json!({"operation": "describe", "domain": "primitive"})
        )
        .1,
        ["primitives"]
    );
    assert!(
        error(&mut s, "lsp", json!({"operation": "describe"}))
            .0
            .contains("'domain' is missing")
    );
    assert_eq!(
        error(&mut s, "lsp", json!({"operation": "symbol"})).1,
        ["symbols"]
    );

    ok(
        &mut s,
        "write",
        json!({"file": "집_lib", "code": "// 집\nexport class House { draw(x, y) { return x; } }\nexport const 높이 = 3;"}),
    );
    assert_eq!(
        data(&mut s, "lsp", json!({"operation": "symbols", "file": "집_lib"})),
        json!({"file": "집_lib", "symbols": [
            {"name": "House", "kind": "class", "line": 2, "exported": "House", "methods": ["draw(x, y)"]},
            {"name": "높이", "kind": "const", "line": 3, "exported": "높이"},
        ]})
    );
    let found = data(&mut s, "lsp", json!({"operation": "definition", "name": "House"}));
    assert_eq!(
        (&found["definitions"][0]["file"], &found["definitions"][0]["line"]),
        (&json!("집_lib"), &json!(2))
    );
    assert_eq!(
        data(
            &mut s,
            "lsp",
            json!({"operation": "definition", "name": "drawRect"})
        )["tool"],
        "draw_rect"
    );
    assert_eq!(
        error(&mut s, "lsp", json!({"operation": "definition", "name": "Hose"})).1,
        ["House"]
    );
    assert_eq!(
        error(&mut s, "lsp", json!({"operation": "symbols", "file": "집_lob"})).1,
        ["집_lib"]
    );
}

#[test]
fn lsp_diagnostics_run_the_code_and_keep_nothing() {
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("c"));
    assert_eq!(
        data(&mut s, "lsp", json!({"operation": "diagnostics"})),
        json!({"file": "main", "problems": []})
    );
    let pending = s.type_in(&FileName::new("lib").unwrap(), Some("export const a = ;"));
    complete(&mut s, pending);
    assert_eq!(s.undo_labels().0, Some("typing"));
    let told = data(&mut s, "lsp", json!({"operation": "diagnostics", "file": "lib"}));
    assert_eq!(
        (&told["problems"][0]["file"], &told["problems"][0]["line"]),
        (&json!("lib"), &json!(1)),
        "{told}"
    );
    assert_eq!(names(&s), ["c"]);
    s.undo(Actor::Agent);
    assert_eq!(
        s.undo_labels().0,
        Some("draw_circle"),
        "the diagnostics are no step"
    );
}

#[test]
fn bash_tells_about_the_drawing() {
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
    s.set_selection(vec!["a".to_owned(), "gone".to_owned()]);
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
fn bash_resets_and_steps_back_but_not_over_what_the_user_holds() {
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
fn a_lock_outlives_undo() {
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
    assert_eq!(s.undo(Actor::Agent).to_json()["success"], true, "a person may");
    let c = s.scene().get("c").unwrap();
    assert!(c.locked && c.hidden);
}

#[test]
fn memory_outlives_the_conversation_and_hints_reach_the_descriptions() {
    let mut s = Session::new(limits());
    let decision =
        json!({"topic": "gear", "decision": "Teeth on a circle with cos and sin", "reasoning": "even"});
    assert_eq!(data(&mut s, "save_decision", decision)["id"], "dec_001");
    ok(
        &mut s,
        "record_outcome",
        json!({"id": "dec_001", "outcome": "success", "reason": "12 even teeth"}),
    );
    ok(
        &mut s,
        "save_checkpoint",
        json!({"summary": "gear drawn", "next_steps": "hub"}),
    );
    ok(
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
    let code = s.tool_definitions(&[Domain::Code]);
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
    ok(
        &mut s,
        "edit_hint",
        json!({"tool": "draw_circle", "action": "delete"}),
    );
    s.memory_mut().decisions.remove("dec_001");
    assert!(
        !description(&s, "draw_circle").contains("Hint") && !description(&s, "run_cad_code").contains("Hint")
    );
}

const HOUSE: &str = "export function house({ name, size, roof = 'flat' }) {\n  drawRect(name, 0, 0, size, size);\n  \
    if (roof === 'gable') drawLine(name + '_roof', [0, size, size / 2, size * 1.5, size, size]);\n  return name;\n}";

fn with_house() -> Session {
    let mut s = Session::new(limits());
    ok(&mut s, "write", json!({"file": "house_lib", "code": HOUSE}));
    let parameters = json!({"properties": {
        "name": {"type": "string", "description": "Its name"}, "size": {"type": "number", "description": "Width"},
        "roof": {"type": "string", "description": "Its roof", "enum": ["flat", "gable"]},
    }, "required": ["name", "size"]});
    let input = json!({"name": "draw_house", "description": "A house", "parameters": parameters, "module": "house_lib", "function": "house"});
    assert_eq!(
        data(&mut s, "register_tool", input)["functions"],
        json!(["draw_house", "drawHouse"])
    );
    s
}

#[test]
fn a_custom_tool_is_everywhere_a_tool_is() {
    let mut s = with_house();
    let listed = data(&mut s, "list_tools", json!({"domain": "custom"}));
    assert_eq!(
        listed["tools"],
        json!([{"name": "draw_house", "description": "A house"}])
    );
    assert!(
        data(&mut s, "list_domains", json!({}))
            .as_array()
            .unwrap()
            .iter()
            .any(|d| d["domain"] == "custom" && d["count"] == 1)
    );
    assert_eq!(
        data(&mut s, "get_tool_schema", json!({"name": "drawHouse"}))["parameters"]["required"],
        json!(["name", "size"])
    );
    assert_eq!(
        error(&mut s, "get_tool_schema", json!({"name": "draw_hose"})).1,
        ["draw_house"]
    );
    let schema = data(&mut s, "lsp", json!({"operation": "schema", "name": "drawHouse"}));
    assert_eq!(
        schema["functions"],
        json!([
            "draw_house({ name, size, roof? })",
            "drawHouse(name, size, roof?)"
        ])
    );
    assert_eq!(
        data(
            &mut s,
            "lsp",
            json!({"operation": "describe", "domain": "custom"})
        )["functions"][0]["name"],
        "drawHouse"
    );
    assert_eq!(
        data(
            &mut s,
            "lsp",
            json!({"operation": "definition", "name": "draw_house"})
        )["file"],
        "house_lib"
    );
    assert!(s.sandbox_functions().iter().any(|f| f.name == "drawHouse"));

    let reply = ok(&mut s, "draw_house", json!({"name": "h", "size": 10}));
    assert_eq!(reply["changes"]["added"]["names"], json!(["h"]));
    assert_eq!(
        s.files().main(),
        "import { house } from 'house_lib';\nhouse({\"name\":\"h\",\"size\":10});\n"
    );
    let code = "const n = drawHouse('i', 5, 'gable'); draw_house({ name: n + '2', size: 3 }); console.log(n)";
    assert_eq!(
        ok(&mut s, "run_cad_code", json!({ "code": code }))["logs"],
        json!(["i"])
    );
    assert_eq!(names(&s), ["h", "i", "i_roof", "i2"]);
    let again = reload(&mut s);
    assert_eq!(
        again.scene(),
        s.scene(),
        "code is the drawing, with custom tools as well"
    );
}

#[test]
fn a_custom_tool_refuses_what_its_schema_refuses_and_has_the_same_limits() {
    let mut s = with_house();
    assert_eq!(
        error(&mut s, "draw_house", json!({"name": "h", "siz": 10})).0,
        "draw_house: unknown argument 'siz'"
    );
    let told = |s: &mut Session, code: &str| {
        let error = call(s, "run_cad_code", json!({ "code": code }))["error"].clone();
        (
            error["message"].as_str().unwrap().to_owned(),
            error["file"].clone(),
            error["line"].clone(),
        )
    };
    assert_eq!(
        told(&mut s, "\ndrawHouse('h', '10')"),
        (
            "draw_house: size must be a finite number, got the text \"10\"".to_owned(),
            json!("snippet"),
            json!(2)
        )
    );
    assert_eq!(
        told(&mut s, "\ndrawHuose('h', 10)").0,
        "drawHuose is not defined. Did you mean: drawHouse?"
    );
    assert_eq!(
        told(&mut s, "drawHouse('h', -1)"),
        (
            "draw_rect: width must be above 0 and at most 1e9, got -1".to_owned(),
            json!("house_lib"),
            json!(2)
        )
    );
    assert!(
        told(&mut s, "drawHouse({ get name() { throw 1 }, size: 2 })")
            .0
            .contains("got a getter")
    );
    ok(
        &mut s,
        "write",
        json!({"file": "loop_lib", "code": "export function spin() {\n  for (;;) {}\n}"}),
    );
    ok(
        &mut s,
        "register_tool",
        json!({"name": "spin", "description": "Never ends", "parameters": {}, "module": "loop_lib", "function": "spin"}),
    );
    let (message, file, line) = told(&mut s, "spin()");
    assert!(message.contains("endless loop"), "{message}");
    assert_eq!((file, line), (json!("loop_lib"), json!(2)));
    assert_eq!(names(&s).len(), 0);
    ok(&mut s, "draw_house", json!({"name": "h", "size": 10}));
}

#[test]
fn a_custom_tool_goes_with_its_function_and_comes_back_with_it() {
    let mut s = with_house();
    ok(
        &mut s,
        "write",
        json!({"file": "house_lib", "code": "export const other = 1;"}),
    );
    assert_eq!(
        error(&mut s, "draw_house", json!({"name": "h", "size": 1})).0,
        "Tool 'draw_house' not found"
    );
    assert_eq!(
        data(&mut s, "list_tools", json!({"domain": "custom"}))["tools"],
        json!([])
    );
    let reply = call(
        &mut s,
        "run_cad_code",
        json!({"code": "draw_house({ name: 'h', size: 1 })"}),
    );
    assert!(
        reply["error"]["message"]
            .as_str()
            .unwrap()
            .contains("draw_house is not defined"),
        "{reply}"
    );
    s.undo(Actor::Agent);
    ok(&mut s, "draw_house", json!({"name": "h", "size": 1}));
    ok(&mut s, "bash", json!({"command": "reset"}));
    let pending = s.type_in(&FileName::new("house_lib").unwrap(), None);
    complete(&mut s, pending);
    let again = reload(&mut s);
    assert_eq!(again.custom_tools().count(), 0);
}

#[test]
fn tools_may_use_each_other_and_modules_of_their_own() {
    let mut s = with_house();
    let row = "import { gap } from 'gap_lib';\nexport function row({ n }) { for (let i = 0; i < n; i++) draw_house({ name: 'r' + i, size: gap }); }";
    ok(
        &mut s,
        "write",
        json!({"file": "gap_lib", "code": "export const gap = 4;"}),
    );
    ok(&mut s, "write", json!({"file": "row_lib", "code": row}));
    let parameters = json!({"n": {"type": "integer", "description": "How many"}});
    ok(
        &mut s,
        "register_tool",
        json!({"name": "draw_row", "description": "Houses", "parameters": parameters, "module": "row_lib", "function": "row"}),
    );
    ok(&mut s, "run_cad_code", json!({"code": "drawRow(2)"}));
    assert_eq!(names(&s), ["r0", "r1"]);
    ok(&mut s, "read", json!({"file": "main"}));
    ok(
        &mut s,
        "write",
        json!({"file": "main", "code": "const draw_house = 1; const house = 2;\ndrawRow({ n: draw_house });"}),
    );
    assert_eq!(names(&s), ["r0"], "a file may use the name for itself");
}

#[test]
fn descriptions_speak_both_languages() {
    let mut s = Session::new(limits());
    let first = |s: &mut Session| {
        let tools = data(s, "list_tools", json!({"domain": "primitives"}));
        (
            tools["tools"][0]["description"].clone(),
            data(s, "list_domains", json!({}))[0]["description"].clone(),
        )
    };
    let english = first(&mut s);
    s.set_language(Language::from_tag("ko-KR"));
    let korean = first(&mut s);
    assert_eq!(
        korean,
        (
            json!("선분이나 폴리라인을 그립니다. closed를 주면 닫힌 선이 됩니다."),
            json!("기본 도형 그리기")
        )
    );
    assert_ne!(english, korean);
}

#[test]
fn a_conversation_begins_in_the_chosen_language() {
    let mut s = with_house();
    let begin = |s: &Session| (crate::agent::system_prompt(&s.domain_lines()), s.first_tools());
    let hangul = |text: &str| text.chars().any(|c| ('가'..='힣').contains(&c));
    let (prompt, tools) = begin(&s);
    assert!(!hangul(&prompt) && !hangul(&json!(tools).to_string()));
    let line = format!("\nprimitives: {}\n", Domain::Primitives.description());
    assert!(prompt.contains(&line), "{prompt}");

    s.set_language(Language::Korean);
    let (korean_prompt, korean) = begin(&s);
    assert!(
        korean_prompt.contains("\nprimitives: 기본 도형 그리기\n"),
        "{korean_prompt}"
    );
    for (tool, same) in korean.iter().zip(&tools) {
        assert!(hangul(tool["description"].as_str().unwrap()), "{tool}");
        assert_eq!(
            (&tool["name"], &tool["parameters"]["required"]),
            (&same["name"], &same["parameters"]["required"])
        );
    }
    let listed = data(&mut s, "list_tools", json!({"domain": "custom"}));
    assert_eq!(
        listed["tools"][0]["description"], "A house",
        "what an author wrote is not translated"
    );
}

#[test]
fn a_person_edits_what_is_remembered_and_it_is_stored() {
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
    ok(&mut s, "save_decision", decision);
    ok(&mut s, "save_checkpoint", json!({"summary": "half"}));
    let hint = json!({"tool": "draw_circle", "action": "add", "text": "x, y is the center"});
    ok(&mut s, "edit_hint", hint);
    let mut s = reload(&mut s);
    let memory = s.memory_mut();
    memory
        .decisions
        .edit("dec_001", "gear", "cos and sin", "even")
        .unwrap();
    memory.checkpoints.edit("chk_001", "done", Some("hub")).unwrap();
    s.edit_hint("draw_circle", "x, y is the center", "center first")
        .unwrap();
    assert!(
        s.edit_hint("draw_circle", "center first", "use drawCircel")
            .is_err()
    );
    let mut s = reload(&mut s);
    let found = data(&mut s, "search_decisions", json!({"query": "gear"}));
    assert_eq!(found[0]["decision"], "cos and sin");
    assert_eq!(data(&mut s, "load_checkpoint", json!({}))["summary"], "done");
    let description = definition(&s, "draw_circle")["description"].to_string();
    assert!(description.contains("Hint: center first"), "{description}");

    let house = s.custom_tools().next().unwrap().clone();
    s.remove_custom_tool(&house.name);
    let mut s = reload(&mut s);
    assert_eq!(s.custom_tools().count(), 0);
    s.restore_custom_tool(house).unwrap();
    ok(&mut s, "draw_house", json!({"name": "h", "size": 1}));
}
