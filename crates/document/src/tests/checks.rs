//! Checks that the code declares: results in replies, re-evaluation after later calls, undo, and queries.

use super::*;

/// Returns the results of the checks in a reply.
fn checks(reply: &Value) -> &Value {
    &reply["checks"]
}

#[test]
fn every_check_is_reported_with_its_reason_and_place() {
    let mut session = Session::new(limits());
    let code = "drawRect('plate', 0, 0, 80, 50);\ndrawCircle('hole', 10, 10, 3);\ndrawCircle('out', 79, 25, 3);\n\
                drawLine('open', [0, 0, 5, 5]);\n\
                expect(getArea('plate') === 4000, 'area');\nexpect(1 > 2, 'order');\n\
                expectNear(getLength('plate'), 260);\nexpectNear(10, 10.5, 0.1, 'near');\n\
                expectClearance('hole', 'plate', 7);\nexpectClearance('hole', 'plate', 8, 'edge');\n\
                expectInside('hole', 'plate', 2);\nexpectInside('out', 'plate');\nexpectInside('hole', 'plate', 7.5);\n\
                expectClosed('plate');\nexpectClosed('open');";
    let reply = ok(&mut session, "run_cad_code", json!({ "code": code }));
    let near = "'hole' is 7 from the outline of 'plate', but at least 7.5 is needed";
    assert_eq!(
        checks(&reply),
        &json!({ "total": 11, "hold": 5, "failed": [
            { "text": "order", "why": "the condition is false", "file": "main", "line": 6 },
            { "text": "near", "why": "got 10, expected 10.5 within 0.1", "file": "main", "line": 8 },
            { "text": "edge", "why": "the distance is 7, but at least 8 is needed", "file": "main", "line": 10, "at": [10.0, 3.5] },
            { "text": "'out' lies inside 'plate'", "why": "'out' is not completely inside 'plate'", "file": "main", "line": 12,
              "at": checks(&reply)["failed"][3]["at"] },
            { "text": "'hole' lies inside 'plate'", "why": near, "file": "main", "line": 13, "at": checks(&reply)["failed"][4]["at"] },
            { "text": "the outline of 'open' is closed", "why": "the outline of 'open' is open", "file": "main", "line": 15, "at": [5.0, 5.0] },
        ]})
    );
    let outside = &checks(&reply)["failed"][3]["at"];
    assert!(outside[0].as_f64().unwrap() > 80.0, "{outside}");
}

#[test]
fn a_condition_that_is_no_boolean_fails_with_what_it_is() {
    let checked = |condition: &str| {
        let lines = "drawLine('a', [0, 0, 10, 0]);\ndrawLine('b', [0, 0, 0, 10]);";
        let code = format!("{lines}\nexpect({condition}, 'condition');");
        ok(
            &mut Session::new(limits()),
            "run_cad_code",
            json!({ "code": code }),
        )
    };
    for condition in [
        "measure_angle('a', 'b')",
        "getEntity('a')",
        "[1, 2]",
        "'text'",
        "1",
        "0",
        "NaN",
    ] {
        let reply = checked(condition);
        let failed = &checks(&reply)["failed"][0]["why"];
        let why = failed.as_str().unwrap_or_default();
        assert!(
            why.contains("condition must be true or false"),
            "{condition}: {reply}"
        );
    }
    for (condition, is_said) in [
        (
            "measure_angle('a', 'b')",
            "an object { angle, between }; compare its number: expect(value.angle >= 3)",
        ),
        (
            "measure_angle('a', 'b') > 3",
            "measure_angle(...) is an object { angle, between }, so the comparison is never true",
        ),
        ("3 < measureAngle('a', 'b')", "Compare measureAngle(...).angle."),
        ("12.5", "It is the number 12.5"),
        ("'text'", "It is the text 'text'"),
        ("[1]", "It is a list"),
    ] {
        let reply = checked(condition);
        let why = checks(&reply)["failed"][0]["why"].to_string();
        assert!(why.contains(is_said), "{condition}: {reply}");
    }
    for (condition, holds) in [
        ("getLength('a') === 10", 1),
        ("getLength('a') > 10", 0),
        ("measure_angle('a', 'b').angle > 9", 0),
        ("undefined", 0),
        ("null", 0),
    ] {
        let reply = checked(condition);
        assert_eq!(checks(&reply)["hold"], holds, "{condition}");
    }
}

#[test]
fn an_undefined_name_is_blamed_where_it_is_used() {
    let mut session = Session::new(limits());
    ok(
        &mut session,
        "run_cad_code",
        json!({ "code": "const scale = 1, a = 5;\ndrawCircle('c', 0, 0, a);" }),
    );
    let refused = |session: &mut Session, code: &str| {
        let reply = call(session, "run_cad_code", json!({ "code": code }));
        let error = &reply["error"];
        (
            error["message"].as_str().unwrap().to_owned(),
            error["line"].as_u64().unwrap_or_default(),
        )
    };
    // A constant that an earlier call declares in a block.
    let (message, line) = refused(
        &mut session,
        "drawCircle('d', 0, 0, 1);\ndrawCircle('e', 0, 0, a);",
    );
    assert!(
        message.starts_with("a is not defined here: line 2 of 'main' declares it within a block."),
        "{message}"
    );
    assert_eq!(line, 2);
    // The same name in other functions and loops is not the use.
    for (code, at) in [
        (
            "function f() {\n  const q = 1;\n  return q;\n}\nfunction g() {\n  return q;\n}\nf();\ng();",
            6,
        ),
        (
            "for (const q of [1]) {\n  q + 1;\n}\nconst z = [2].map(x => x +\n  q);",
            5,
        ),
        (
            "const f = () => {\n  let [p, q] = [1, 2];\n  return q;\n};\nf();\nconst k = 1 + q;",
            6,
        ),
        (
            "const f = n => {\n  const k = 1;\n  const m = 2;\n  return wrong + k + m;\n};\nf(1);",
            4,
        ),
    ] {
        let (message, line) = refused(&mut session, code);
        assert!(message.contains("is not defined"), "{code}: {message}");
        assert_eq!(line, at, "{code}: {message}");
    }
}

#[test]
fn a_check_never_stops_a_run() {
    let mut session = Session::new(limits());
    let code = "expect();\nexpect(NaN, 'not a number');\nexpectNear(getArea('missing'), 5, 0.1, 'area');\n\
                expectNear('5', 5, 0.1, 'text');\nexpectNear(5, undefined, 0.1, 'nothing');\n\
                expectNear(5, 5, -1, 'tolerance');\nexpectNear(5, 5, 'about', 'tolerance');\n\
                expectClearance('missing', [0, 0], 1);\nexpectInside('missing', 'missing');\nexpectClosed('missing');\n\
                expectClosed(5);\nexpectClosed();\nexpect([], 'lists');\ndrawCircle('last', 0, 0, 1);";
    let reply = ok(&mut session, "run_cad_code", json!({ "code": code }));
    assert_eq!(reply["changes"]["added"]["names"], json!(["last"]));
    let failed = checks(&reply)["failed"].as_array().unwrap();
    assert_eq!((failed.len(), &checks(&reply)["total"]), (10, &json!(13)));
    assert_eq!(checks(&reply)["hold"], 0);
    let why: Vec<&str> = failed.iter().map(|row| row["why"].as_str().unwrap()).collect();
    assert_eq!(
        why[2..5],
        [
            "the value is not a number",
            "the value is not a number",
            "the expected value is not a number"
        ]
    );
    assert!(
        why[5].contains("tolerance must be 0 or more") && why[6].contains("must be a number"),
        "{why:?}"
    );
    assert_eq!(
        why[7..],
        ["there is no 'missing' in the drawing; a later call may have used it up"; 3]
    );
}

#[test]
fn a_check_of_entities_follows_later_calls_and_undo() {
    let mut session = Session::new(limits());
    ok(
        &mut session,
        "draw_circle",
        json!({"name": "a", "x": 0, "y": 0, "radius": 1}),
    );
    ok(
        &mut session,
        "draw_circle",
        json!({"name": "b", "x": 10, "y": 0, "radius": 1}),
    );
    let reply = ok(
        &mut session,
        "expect_clearance",
        json!({"entity": "a", "target": "b", "min": 5}),
    );
    assert_eq!(checks(&reply), &json!({ "total": 1, "hold": 1 }));
    let main = session.files().main().to_owned();
    assert!(main.contains("expect_clearance("), "{main}");
    let reply = ok(&mut session, "translate", json!({"name": "b", "dx": -6, "dy": 0}));
    assert_eq!(checks(&reply)["failed"][0]["line"], 3);
    assert_eq!(checks(&reply)["failed"][0]["at"], json!([2.0, 0.0]));
    session.undo(Actor::User);
    assert_eq!(session.document().checks().count_held(), 1);
    let query = ok(&mut session, "get_area", json!({"entity": "a"}));
    assert!(query.get("checks").is_none(), "a query has no results of checks");
    session.undo(Actor::User);
    assert!(
        session.document().checks().results.is_empty(),
        "the check is a step of its own"
    );
    session.redo(Actor::User);
    assert_eq!(session.document().checks().results.len(), 1);
    // The run of the whole code declares the same check.
    let pending = session.open();
    completed(&mut session, pending);
    assert_eq!(session.document().checks().results.len(), 1);
}

#[test]
fn a_query_reports_its_own_checks_and_keeps_none() {
    let mut session = Session::new(limits());
    ok(
        &mut session,
        "draw_circle",
        json!({"name": "a", "x": 0, "y": 0, "radius": 1}),
    );
    let reply = ok(
        &mut session,
        "query_code",
        json!({"code": "expect(false, 'no'); 5"}),
    );
    assert_eq!((&reply["data"], &checks(&reply)["hold"]), (&json!(5), &json!(0)));
    assert!(session.document().checks().results.is_empty());
}

#[test]
fn the_number_of_checks_is_limited() {
    let mut session = Session::new(limits());
    let code = "for (let i = 0; i < 600; i++) expect(i < 499, `check ${i}`);";
    let reply = ok(&mut session, "run_cad_code", json!({ "code": code }));
    assert_eq!(
        (&checks(&reply)["total"], &checks(&reply)["hold"]),
        (&json!(500), &json!(499))
    );
    let warnings = reply["warnings"].to_string();
    assert_eq!(
        warnings.matches("only the first 500 checks are kept").count(),
        1,
        "{warnings}"
    );
}

#[test]
fn an_area_inside_another_one_does_not_cover_its_holes() {
    let mut session = Session::new(limits());
    let code = "drawCircle('outer', 0, 0, 20);\ndrawCircle('inner', 0, 0, 5);\n\
                booleanDifference(['outer', 'inner'], 'ring');\ndrawCircle('disc', 0, 0, 10);\ndrawCircle('touching', 15, 0, 5);\n\
                drawCircle('within', 12, 0, 3);\ndrawLine('across', [-15, 0, 15, 0]);\ndrawLine('along', [10, -5, 10, 5]);\n\
                ['disc', 'touching', 'within', 'across', 'along'].forEach(name => expectInside(name, 'ring', 0, name));";
    let reply = ok(&mut session, "run_cad_code", json!({ "code": code }));
    let failed = checks(&reply)["failed"].as_array().unwrap();
    let names: Vec<&str> = failed.iter().map(|row| row["text"].as_str().unwrap()).collect();
    assert_eq!(names, ["disc", "across"]);
}
