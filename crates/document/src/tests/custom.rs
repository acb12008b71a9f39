//! Tests of direct calls of custom tools.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;

/// Returns a document with a custom tool `probe`, which takes `{ n? }`, with the given function body.
fn probe(body: &str) -> Session {
    let mut s = Session::new(limits());
    let code = format!("export function probe({{ n }}) {{\n{body}\n}}");
    ok(&mut s, "write", json!({"file": "probe_lib", "code": code}));
    let parameters =
        json!({"properties": {"n": {"type": "number", "description": "a number"}}, "required": []});
    let tool = json!({"name": "probe", "description": "Probes", "parameters": parameters, "module": "probe_lib", "function": "probe"});
    ok(&mut s, "register_tool", tool);
    s
}

fn answer(body: &str) -> Value {
    ok(&mut probe(body), "probe", json!({"n": 3}))
}

#[test]
fn a_custom_tool_returns_the_function_result_and_its_changes() {
    let mut s = probe(
        "const name = drawCircle('c' + n, 0, 0, n); console.log('drawn'); return { name, area: n * n, tags: ['a', null] };",
    );
    let reply = ok(&mut s, "probe", json!({"n": 3}));
    assert_eq!(
        reply["data"],
        json!({"name": "c3", "area": 9, "tags": ["a", null]})
    );
    assert_eq!(reply["changes"]["added"]["names"], json!(["c3"]));
    assert_eq!(reply["logs"], json!(["drawn"]));
    assert_eq!(s.undo_labels().0, Some("probe"), "one step, named after the tool");
    assert_code_is_the_drawing(&s);
    assert_eq!(s.undo(Actor::Agent).to_json()["success"], true);
    assert_eq!(s.scene().len(), 0);
}

#[test]
fn a_custom_tool_without_changes_adds_nothing_to_main() {
    let mut s = probe("return n * 2;");
    ok(&mut s, "draw_circle", circle("c"));
    let (main, label) = (s.files().main().to_owned(), s.undo_labels().0.map(str::to_owned));
    assert_eq!(ok(&mut s, "probe", json!({"n": 3}))["data"], 6);
    assert_eq!(s.files().main(), main);
    assert_eq!(s.undo_labels().0.map(str::to_owned), label);
}

#[test]
fn custom_tool_results_are_converted_to_json() {
    for (body, data) in [
        ("", json!(null)),
        ("return undefined;", json!(null)),
        ("return 0 / 0;", json!(null)),
        ("return 'text';", json!("text")),
        ("return [1.5, () => 1, undefined];", json!([1.5, null, null])),
        (
            "return { f() {}, s: Symbol('s'), u: undefined, ok: true };",
            json!({"ok": true}),
        ),
        (
            "return { get boom() { throw 1; }, toJSON() { throw 2; }, n };",
            json!({"n": 3}),
        ),
        ("return Promise.resolve([n]);", json!([3])),
    ] {
        let reply = answer(body);
        assert_eq!(reply["data"], data, "{body}");
        assert_eq!(reply["warnings"], json!([]), "{body}");
    }
}

#[test]
fn an_unsupported_custom_tool_result_is_omitted_with_a_warning() {
    for (body, why) in [
        ("return 'x'.repeat(100000);", "65536"),
        ("const a = {}; a.a = a; return a;", "nested more than"),
        ("return Array(250000);", "at most 200000"),
        ("return new Promise(() => {});", "never settles"),
    ] {
        let reply = answer(&format!("drawCircle('c', 0, 0, 1); {body}"));
        assert_eq!(
            (&reply["data"], &reply["entities"]),
            (&json!(null), &json!(1)),
            "{body}"
        );
        let warning = reply["warnings"][0].as_str().unwrap();
        assert!(
            warning.starts_with("the return value was omitted: ") && warning.contains(why),
            "{warning}"
        );
    }
}

#[test]
fn a_failed_custom_tool_returns_no_data_and_changes_nothing() {
    let mut s = probe("drawCircle('c', 0, 0, 1);\nthrow { code: n };");
    let reply = call(&mut s, "probe", json!({"n": 3}));
    assert_eq!((&reply["success"], &reply["data"]), (&json!(false), &json!(null)));
    assert_eq!(reply["error"]["message"], "uncaught {\"code\":3}");
    assert_eq!(
        (&reply["error"]["file"], &reply["error"]["line"]),
        (&json!("probe_lib"), &json!(3))
    );
    assert_eq!((s.scene().len(), s.files().main()), (0, ""));
    let mut looping = probe("for (;;) {}");
    assert_eq!(call(&mut looping, "probe", json!({}))["error"]["limit"], "time");
}

#[test]
fn run_cad_code_returns_no_data() {
    let mut s = Session::new(limits());
    assert_eq!(
        ok(&mut s, "run_cad_code", json!({"code": "1 + 1"})).get("data"),
        None
    );
}

#[test]
fn numbers_of_an_enumeration_are_accepted_and_others_are_refused() {
    let mut s = Session::new(limits());
    let code = "export function nut({ sides, size }) { return [sides, size]; }";
    ok(&mut s, "write", json!({"file": "nut_lib", "code": code}));
    let parameters = json!({"properties": {
        "sides": {"type": "integer", "enum": [4, 6]}, "size": {"type": "number", "enum": [1, 2.5, 1e10]},
    }});
    let tool = json!({"name": "nut", "description": "A nut", "parameters": parameters, "module": "nut_lib", "function": "nut"});
    ok(&mut s, "register_tool", tool);
    for size in [json!(1), json!(2.5), json!(1e10)] {
        let reply = ok(&mut s, "nut", json!({"sides": 6, "size": size}));
        assert_eq!(reply["data"][1].as_f64(), size.as_f64());
    }
    let refused = call(&mut s, "nut", json!({"sides": 5}));
    assert_eq!(refused["error"], "nut: sides must be one of 4, 6, got 5");
}
