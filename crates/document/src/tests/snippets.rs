//! Tests of snippets: constants that stay parameters, and errors that name the place.

use super::*;
use trammel_code::parameters::parameters;

fn run(session: &mut Session, code: &str) -> Value {
    call(session, "run_cad_code", json!({ "code": code }))
}

fn names_of_parameters(session: &Session) -> Vec<String> {
    let found = parameters(session.files().main()).into_iter();
    found.map(|parameter| parameter.name).collect()
}

#[test]
fn constants_of_a_snippet_are_parameters_that_later_snippets_use() {
    let mut s = Session::new(limits());
    let plate = "const w = 100; // 40..160 step 1 mm\nconst h = 60;\ndraw_rect({ name: 'plate', x: 0, y: 0, width: w, height: h });";
    assert_eq!(run(&mut s, plate)["success"], true);
    assert_eq!(names_of_parameters(&s), ["w", "h"]);
    let hole = "const d = 8;\ndraw_circle({ name: 'hole', x: w / 2, y: h / 2, radius: d / 2 });";
    assert_eq!(run(&mut s, hole)["success"], true);
    assert_eq!(names_of_parameters(&s), ["w", "h", "d"]);
    assert!(!s.files().main().contains("{\nconst"), "{}", s.files().main());
    // A name that is taken, or that of a function, stays in a block.
    assert_eq!(
        run(&mut s, "const w = 3;\ndrawPoint('p', w, 0);")["success"],
        true
    );
    assert_eq!(
        run(&mut s, "const scale = 3, q = 1;\ndrawPoint('r', scale, q);")["success"],
        true
    );
    assert_eq!(names_of_parameters(&s), ["w", "h", "d"]);
}

#[test]
fn a_constant_in_a_block_is_found_by_its_line() {
    let mut s = Session::new(limits());
    run(
        &mut s,
        "draw_point({ name: 'p', x: 0, y: 0 });\nconst scale = 2, q = 5;",
    );
    ok(
        &mut s,
        "write",
        json!({ "file": "lib", "code": "export const z = 1;" }),
    );
    // The import of the snippet moves the lines of main.
    let reply = run(&mut s, "import { z } from 'lib';\ndrawPoint('o', z, q);");
    let message = reply["error"]["message"].as_str().unwrap();
    assert!(
        message.starts_with(
            "q is not defined here: line 3 of 'main' declares it within a block. Edit the code of that block"
        ),
        "{message}"
    );
    assert!(s.files().main().lines().nth(2).unwrap().contains("q = 5"));
    assert_eq!(
        (&reply["error"]["file"], &reply["error"]["line"]),
        (&json!("snippet"), &json!(2))
    );
}

#[test]
fn an_error_in_a_function_of_main_that_a_snippet_calls_does_not_blame_main() {
    let mut s = Session::new(limits());
    run(
        &mut s,
        "function hole(name, radius) {\n  draw_circle({ name, x: 0, y: 0, radius });\n}\nhole('a', 1);",
    );
    let reply = run(&mut s, "hole('b', -1);");
    let message = reply["error"]["message"].as_str().unwrap();
    assert!(!message.contains("main does not run"), "{message}");
    assert_eq!(
        (&reply["error"]["file"], &reply["error"]["line"]),
        (&json!("main"), &json!(2))
    );
}

#[test]
fn only_an_entity_of_the_same_run_may_be_replaced() {
    let mut s = Session::new(limits());
    ok(
        &mut s,
        "draw_circle",
        json!({ "name": "old", "x": 0, "y": 0, "radius": 1 }),
    );
    s.begin_turn();
    ok(
        &mut s,
        "draw_circle",
        json!({ "name": "new", "x": 0, "y": 0, "radius": 1 }),
    );
    for (name, may_replace) in [("old", false), ("new", true)] {
        let direct = call(
            &mut s,
            "draw_circle",
            json!({ "name": name, "x": 0, "y": 0, "radius": 1 }),
        );
        let in_code = run(&mut s, &format!("drawCircle('{name}', 0, 0, 1);"));
        for message in [direct["error"].as_str(), in_code["error"]["message"].as_str()] {
            let message = message.unwrap();
            assert!(message.contains("already exists"), "{message}");
            assert_eq!(
                message.contains("replace: true"),
                may_replace,
                "{name}: {message}"
            );
        }
    }
}

#[test]
fn an_error_of_arguments_in_code_has_the_signature_and_the_example() {
    let mut s = Session::new(limits());
    let reply = run(&mut s, "draw_slot({ name: 's', size: 5 });");
    let usage = reply["error"]["usage"].as_str().unwrap();
    assert!(
        usage.starts_with("draw_slot(name: string, from: [x, y]") && usage.contains("Example: draw_slot({"),
        "{usage}"
    );
    let reply = run(&mut s, "draw_hole('h', 0, 0, 4);");
    let suggested = reply["error"]["suggestions"].to_string();
    assert!(suggested.contains("draw_circle"), "{suggested}");
    let reply = call(&mut s, "draw_slot", json!({ "name": "s" }));
    assert!(reply["usage"].is_string(), "{reply}");
    // A word that is understood is written as the name of the parameter.
    ok(
        &mut s,
        "draw_circle",
        json!({ "name": "c", "cx": 1, "cy": 2, "diameter": 6 }),
    );
    let main = s.files().main().to_owned();
    assert!(main.contains("x: 1, y: 2, radius: 3"), "{main}");
}

#[test]
fn a_tool_is_called_by_its_name_through_call_tool() {
    let mut s = Session::new(limits());
    run(&mut s, "drawCircle('c', 0, 0, 1);");
    let direct = ok(&mut s, "bash", json!({ "command": "tree" }))["data"].clone();
    for input in [json!({ "command": "tree" }), json!("{\"command\": \"tree\"}")] {
        assert_eq!(
            ok(&mut s, "call_tool", json!({ "name": "bash", "input": input }))["data"],
            direct
        );
    }
    ok(
        &mut s,
        "call_tool",
        json!({ "name": "drawPoint", "input": { "name": "p", "x": 1, "y": 2 } }),
    );
    assert!(
        s.files()
            .main()
            .ends_with("draw_point({ name: \"p\", x: 1, y: 2 });\n"),
        "{}",
        s.files().main()
    );
    let reply = call(&mut s, "call_tool", json!({ "name": "call_tool", "input": {} }));
    assert!(
        reply["error"].as_str().unwrap().contains("another tool"),
        "{reply}"
    );
    let reply = call(&mut s, "call_tool", json!({ "name": "bsh" }));
    assert_eq!(reply["suggestions"], json!(["bash"]), "{reply}");
}
