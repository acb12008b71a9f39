//! Tests of the tool `lsp`.

use super::*;

#[test]
fn lsp_describes_functions_and_files() {
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
fn lsp_diagnostics_run_the_code_without_changing_the_document() {
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
