//! Tests of code that only looks, and of the facts in replies.

use super::*;

/// Runs a query and returns the reply.
fn query(session: &mut Session, code: &str) -> Value {
    call(session, "query_code", json!({ "code": code }))
}

/// Returns a document whose `main` logs a line and draws a plate with a hole.
fn plate() -> Session {
    let mut session = Session::new(limits());
    let code = "console.log('drawing');\ndrawRect('plate', 0, 0, 80, 50);\ndrawCircle('hole', 10, 10, 4);";
    ok(&mut session, "run_cad_code", json!({ "code": code }));
    session
}

#[test]
fn a_query_answers_its_last_value_and_keeps_nothing() {
    let mut session = plate();
    let (code, scene) = (session.files().main().to_owned(), session.scene().clone());
    let reply = query(
        &mut session,
        "console.log('twice');\nconst a = getArea('plate');\n({ area: a, half: a / 2 })",
    );
    assert_eq!(
        reply,
        json!({ "success": true, "data": { "area": 4000, "half": 2000 }, "logs": ["twice"] })
    );
    assert_eq!(query(&mut session, "getArea('none')")["data"], Value::Null);
    let reply = query(
        &mut session,
        "drawCircle('probe', 0, 0, 1); translate('hole', 5, 0); getLength('probe') > 6",
    );
    assert_eq!(reply["data"], true);
    let warning = reply["warnings"][0].as_str().unwrap();
    assert_eq!(
        warning,
        "the code changes 2 entities, and query_code keeps nothing. Use run_cad_code to keep a change."
    );
    assert_eq!((session.files().main(), session.scene()), (code.as_str(), &scene));
    assert!(
        !session.undo(Actor::Agent).to_json()["data"]
            .to_string()
            .contains("query")
    );
}

#[test]
fn a_failing_query_states_the_line_of_the_query() {
    let mut session = plate();
    let reply = query(&mut session, "const a = 1;\nnothing(a);");
    assert_eq!(reply["success"], false);
    assert_eq!(
        (&reply["error"]["file"], &reply["error"]["line"]),
        (&json!("snippet"), &json!(2)),
        "{reply}"
    );
    assert_eq!(
        reply["logs"],
        json!([]),
        "the line that main logs is not repeated"
    );
    let too_long = call(
        &mut session,
        "query_code",
        json!({ "code": "1;".repeat(trammel_code::MAX_FILE_BYTES) }),
    );
    assert!(
        too_long["error"].as_str().unwrap().contains("too large"),
        "{too_long}"
    );
}

#[test]
fn replies_state_the_measures_of_changed_entities() {
    let mut session = plate();
    let cut = json!({ "a": "plate", "b": "hole", "result": "part" });
    let reply = ok(&mut session, "boolean_difference", cut);
    let facts = &reply["facts"];
    assert_eq!(facts.as_array().unwrap().len(), 1, "{reply}");
    let area = facts[0]["area"].as_f64().unwrap();
    assert!((area - (4000.0 - 16.0 * std::f64::consts::PI)).abs() < 1e-8);
    assert_eq!(
        (
            &facts[0]["name"],
            &facts[0]["type"],
            &facts[0]["closed"],
            &facts[0]["holes"]
        ),
        (&json!("part"), &json!("region"), &json!(true), &json!(1))
    );
    assert_eq!(
        (&facts[0]["perimeter"], &facts[0]["max"]),
        (&json!(260.0), &json!([80.0, 50.0]))
    );
    let line = ok(
        &mut session,
        "draw_line",
        json!({ "name": "l", "points": [0, 0, 3, 4] }),
    );
    assert_eq!(
        line["facts"],
        json!([{ "name": "l", "type": "line", "closed": false, "length": 5.0, "min": [0.0, 0.0], "max": [3.0, 4.0] }])
    );
    let dimension = json!({ "name": "d", "from": [0, 0], "to": [0.1, 0], "offset": 9 });
    assert_eq!(
        ok(&mut session, "dimension_linear", dimension)["facts"][0]["text"],
        "0.1"
    );
    let many = "for (let i = 0; i < 40; i++) drawPoint(`p${i}`, i, 0.1 + 0.2);";
    let many = ok(&mut session, "run_cad_code", json!({ "code": many }));
    assert_eq!(many["facts"].as_array().unwrap().len(), trammel_tools::MAX_FACTS);
    assert_eq!(
        many["facts"][0]["min"],
        json!([0.0, 0.3]),
        "rounding errors are not shown"
    );
    assert_eq!(
        call(&mut session, "delete_entity", json!({ "name": "l" }))["facts"],
        Value::Null
    );
}
