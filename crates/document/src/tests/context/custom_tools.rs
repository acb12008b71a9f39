//! Tests of custom tools.

use super::*;

#[test]
fn a_custom_tool_is_listed_described_and_callable() {
    let mut s = with_house();
    let listed = data(&mut s, "list_tools", json!({"domain": "custom"}));
    assert_eq!(
        listed["tools"],
        json!([{"name": "draw_house", "signature": "draw_house(name: string, size: number, roof?: \"flat\" | \"gable\")", "description": "A house"}])
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
    assert!(
        s.document()
            .sandbox_functions()
            .iter()
            .any(|f| f.name == "drawHouse")
    );

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
fn custom_tools_validate_arguments_and_have_the_usual_limits() {
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
fn a_custom_tool_exists_only_while_its_function_exists() {
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
    assert_eq!(again.document().custom_tools().count(), 0);
}

#[test]
fn custom_tools_may_call_each_other_and_import_modules() {
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
