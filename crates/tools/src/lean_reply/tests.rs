//! Tests of the replies that a model receives, one after the other.

use super::*;
use crate::{Failure, Outline, RunFacts};
use trammel_kernel::{Bounds, Point};
use trammel_language::Bilingual;

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn hole(x: f64, radius: f64) -> EntityFacts {
    let at = |d: f64| Point::new(x + d, d);
    EntityFacts {
        name: name("hole"),
        kind: "ellipse",
        bounds: Some(Bounds {
            min: at(-radius),
            max: at(radius),
        }),
        outline: Some(Outline::Closed {
            area: std::f64::consts::PI * radius * radius,
            perimeter: std::f64::consts::TAU * radius,
            holes: 0,
            hole_perimeter: 0.0,
        }),
        text: None,
    }
}

/// Returns the reply to a run that drew or changed the hole.
fn ran(facts: EntityFacts, is_new: bool) -> Reply {
    let names = vec![facts.name.clone()];
    let (added, updated) = if is_new {
        (names, Vec::new())
    } else {
        (Vec::new(), names)
    };
    let mut reply = Reply::of_answer(Answer::Done);
    reply.run = Some(RunFacts {
        types: BTreeMap::from([("circle", 1)]),
        bounds: facts.bounds,
        elapsed_ms: 1.25,
        overlaps: None,
    });
    reply.entities = Some(1);
    reply.facts = vec![facts];
    reply.changes = Some(Changes {
        added,
        updated,
        removed: Vec::new(),
    });
    reply
}

#[test]
fn facts_are_given_for_new_entities_and_for_changed_numbers_with_six_digits() {
    let told = &mut Told::default();
    assert_eq!(
        ran(hole(10.0, 4.0), true).to_lean_json(told).to_string(),
        r#"{"success":true,"changes":{"added":["hole"]},"facts":[{"name":"hole","type":"ellipse","area":50.2655,"min":[6,-4],"max":[14,4]}],"entities":1,"bounds":{"min":[6,-4],"max":[14,4]}}"#
    );
    assert_eq!(
        ran(hole(20.0, 4.0), false).to_lean_json(told).to_string(),
        r#"{"success":true,"changes":{"updated":["hole"]},"facts":[{"name":"hole","min":[16,-4],"max":[24,4]}],"bounds":{"min":[16,-4],"max":[24,4]}}"#
    );
    assert_eq!(
        ran(hole(20.0, 4.0), false).to_lean_json(told).to_string(),
        r#"{"success":true,"changes":{"updated":["hole"]}}"#,
        "nothing that is measured has changed"
    );
    let mut meanwhile = ran(hole(20.0, 4.0), false);
    meanwhile.user_changes = Some("The user changed this".to_owned());
    let text = meanwhile.to_lean_json(told).to_string();
    assert!(
        text.contains(r#""area":50.2655"#),
        "the known facts may be old: {text}"
    );
    let mut none = ran(hole(20.0, 4.0), false);
    (none.changes, none.facts) = (Some(Changes::default()), Vec::new());
    assert_eq!(
        none.to_lean_json(told).to_string(),
        r#"{"success":true,"changes":"none"}"#
    );
}

#[test]
fn a_circle_is_given_by_its_bounds_and_holes_with_the_lengths() {
    let mut circle = hole(10.0, 4.0);
    circle.kind = "circle";
    let told = &mut Told::default();
    assert_eq!(
        ran(circle, true).to_lean_json(told)["facts"].to_string(),
        r#"[{"name":"hole","type":"circle","min":[6,-4],"max":[14,4]}]"#
    );
    let mut ring = hole(10.0, 4.0);
    ring.name = name("ring");
    ring.outline = Some(Outline::Closed {
        area: 47.1239,
        perimeter: 25.1327,
        holes: 1,
        hole_perimeter: 4.5,
    });
    let json = ran(ring, true).to_lean_json(told);
    let facts = &json["facts"][0];
    assert_eq!(facts["holes"], 1);
    assert_eq!([&facts["perimeter"], &facts["hole_perimeter"]], [25.1327, 4.5]);
}

#[test]
fn an_entity_that_was_deleted_is_new_again() {
    let told = &mut Told::default();
    let first = ran(hole(1.0, 2.0), true);
    let whole = first.to_lean_json(told)["facts"].clone();
    let mut gone = ran(hole(1.0, 2.0), true);
    gone.facts.clear();
    gone.changes = Some(Changes {
        removed: vec![name("hole")],
        ..Changes::default()
    });
    gone.to_lean_json(told);
    assert_eq!(first.to_lean_json(told)["facts"], whole);
}

#[test]
fn warnings_and_overlaps_that_stand_are_counted_and_not_repeated() {
    let told = &mut Told::default();
    let warned = |warnings: &[&'static str], overlaps: Option<&str>| {
        let mut reply = ran(hole(1.0, 2.0), false);
        reply.warnings = warnings.iter().map(|text| Bilingual::same(*text)).collect();
        reply.run.as_mut().unwrap().overlaps = overlaps.map(str::to_owned);
        reply
    };
    let mut say = |reply: Reply| {
        let json = reply.to_lean_json(told);
        (json["warnings"].to_string(), json["overlaps"].to_string())
    };
    assert_eq!(
        say(warned(&["a", "b"], Some("a, b"))),
        (r#"["a","b"]"#.into(), r#""a, b""#.into())
    );
    assert_eq!(
        say(warned(&["a", "c"], Some("a, b"))),
        (r#"["c","1 warning as before"]"#.into(), r#""as before""#.into())
    );
    assert_eq!(
        say(warned(&["c", "a"], Some("a, c"))),
        (r#"["2 warnings as before"]"#.into(), r#""a, c""#.into())
    );
    assert_eq!(say(warned(&[], None)), ("null".into(), "null".into()));
    assert_eq!(
        say(warned(&["a"], None)),
        (r#"["a"]"#.into(), "null".into()),
        "it came back"
    );
    let mut failed = Reply::of_failure(Failure::new(Bilingual::same("no")));
    failed.warnings = vec![Bilingual::same("a")];
    assert_eq!(
        say(failed),
        (r#"["a"]"#.into(), "null".into()),
        "of the failed call itself"
    );
}

#[test]
fn log_lines_of_main_appear_once() {
    let told = &mut Told::default();
    let mut say = |lines: &[&str], is_of_main: bool| {
        let mut reply = ran(hole(1.0, 2.0), false);
        reply.logs = lines.iter().map(|line| (*line).to_owned()).collect();
        reply.logs_of_main = is_of_main;
        reply.to_lean_json(told)["logs"].to_string()
    };
    assert_eq!(say(&["w = 5"], false), r#"["w = 5"]"#, "of a snippet");
    assert_eq!(say(&["w = 5"], false), r#"["w = 5"]"#, "of the next snippet");
    assert_eq!(say(&["w = 5", "w = 5", "h = 2"], true), r#"["h = 2"]"#);
    assert_eq!(say(&["w = 6", "w = 5", "h = 2"], true), r#"["w = 6"]"#);
    assert_eq!(say(&["w = 6", "h = 2"], true), "null");
    assert_eq!(say(&["w = 6", "h = 2", "h = 2"], true), r#"["h = 2"]"#);
}

#[test]
fn data_and_errors_are_exact_and_without_empty_fields() {
    let told = &mut Told::default();
    let data = json!({ "x": 0.123_456_789_012, "none": [], "zero": 0 });
    let asked = Reply::of_answer(Answer::Data(data.clone()));
    assert_eq!(asked.to_lean_json(told), json!({ "success": true, "data": data }));
    let nothing = Reply::of_answer(Answer::Data(Value::Null));
    assert_eq!(
        nothing.to_lean_json(told),
        json!({ "success": true, "data": null })
    );
    let mut failed = Reply::of_failure(Failure::new(Bilingual::same("w is not defined")));
    failed.run = ran(hole(1.0, 2.0), true).run;
    assert_eq!(
        failed.to_lean_json(told),
        json!({ "success": false, "error": { "message": "w is not defined" } })
    );
}

#[test]
fn the_names_are_counted_only_where_the_list_is_cut() {
    let mut reply = ran(hole(1.0, 2.0), true);
    let names = (0..MAX_NAMES + 1).map(|n| name(&format!("n{n}"))).collect();
    reply.changes = Some(Changes {
        added: names,
        ..Changes::default()
    });
    let json = reply.to_lean_json(&mut Told::default());
    assert_eq!(json["changes"]["added"]["count"], MAX_NAMES + 1);
    assert_eq!(
        json["changes"]["added"]["names"].as_array().unwrap().len(),
        MAX_NAMES
    );
    let mut drawn = ran(hole(1.0, 2.0), true);
    drawn.result = Ok(Answer::Entity {
        name: name("hole"),
        kind: "circle",
    });
    let text = drawn.to_lean_json(&mut Told::default()).to_string();
    assert!(!text.contains("entity\""), "it is among the changes: {text}");
}
