//! Tests that compare the JSON of replies byte for byte.

use super::*;
use crate::{CodePosition, Limit, MAX_NAMES, ToolError};
use serde_json::json;

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn drawn() -> Reply {
    let changes = Changes {
        added: vec![name("head")],
        ..Changes::default()
    };
    let kind = "circle";
    let mut reply = Reply::of_answer(Answer::Entity {
        name: name("head"),
        kind,
    });
    reply.changes = Some(changes);
    reply
}

fn facts() -> RunFacts {
    RunFacts {
        types: BTreeMap::from([("circle", 1)]),
        bounds: None,
        elapsed_ms: 1.239,
        overlaps: None,
    }
}

#[test]
fn the_json_of_a_direct_call_has_entity_type_and_changes() {
    assert_eq!(
        drawn().to_json().to_string(),
        r#"{"success":true,"entity":"head","type":"circle","changes":{"added":{"count":1,"names":["head"]},"updated":{"count":0,"names":[]},"removed":{"count":0,"names":[]}},"warnings":[]}"#
    );
    assert_eq!(
        Reply::of_answer(Answer::Done).to_json().to_string(),
        r#"{"success":true}"#
    );
    let mut asked = Reply::of_answer(Answer::Data(json!([1])));
    assert_eq!(asked.to_json().to_string(), r#"{"success":true,"data":[1]}"#);
    asked.warnings = vec![Bilingual::same("w")];
    assert_eq!(
        asked.to_json().to_string(),
        r#"{"success":true,"data":[1],"warnings":["w"]}"#
    );
}

#[test]
fn a_refused_call_has_a_text_error_and_failed_code_an_object() {
    let error = ToolError::new(trammel_language::Bilingual::same("Entity 'hed' not found"))
        .suggesting(vec!["head".to_owned()]);
    let mut failure = Failure::from(error);
    assert_eq!(
        Reply::of_failure(failure.clone()).to_json().to_string(),
        r#"{"success":false,"error":"Entity 'hed' not found","suggestions":["head"]}"#
    );
    failure.protected = vec!["head".to_owned()];
    let held = r#""held":{"count":1,"names":["head"]}"#;
    assert_eq!(
        Reply::of_failure(failure.clone()).to_json().to_string(),
        format!(r#"{{"success":false,"error":"Entity 'hed' not found","suggestions":["head"],{held}}}"#)
    );
    failure.place = Some(CodePosition {
        file: "main".to_owned(),
        line: 2,
        column: 3,
    });
    failure.source_line = Some("f();".to_owned());
    failure.stack = vec!["at f (main:2:3)".to_owned(), "at main (main:4:1)".to_owned()];
    failure.limit = Some(Limit::Time);
    let mut ran = Reply::of_failure(failure);
    ran.run = Some(facts());
    ran.entities = Some(1);
    ran.logs = vec!["l".to_owned()];
    assert_eq!(
        ran.to_json().to_string(),
        [
            r#"{"success":false,"error":{"message":"Entity 'hed' not found","file":"main","line":2,"column":3,"source_line":"f();","stack":"at f (main:2:3)\nat main (main:4:1)","limit":"time","suggestions":["head"]},"#,
            held,
            r#","entities":1,"types":{"circle":1},"bounds":null,"logs":["l"],"warnings":[],"elapsed_ms":1.24}"#,
        ]
        .concat()
    );
}

#[test]
fn the_json_of_a_run_has_its_statistics() {
    let mut ran = Reply::of_answer(Answer::Data(Value::Null));
    ran.changes = Some(Changes::default());
    ran.entities = Some(1);
    ran.run = Some(RunFacts {
        overlaps: Some("1 pair overlaps".to_owned()),
        ..facts()
    });
    ran.overwrote = Some(Overwrote {
        file: FileName::main(),
        count: 2,
        lines: vec!["a();".to_owned()],
    });
    ran.user_changes = Some("news".to_owned());
    assert_eq!(
        ran.to_json().to_string(),
        r#"{"meanwhile":"news","success":true,"data":null,"changes":{"added":{"count":0,"names":[]},"updated":{"count":0,"names":[]},"removed":{"count":0,"names":[]}},"entities":1,"types":{"circle":1},"bounds":null,"logs":[],"warnings":[],"elapsed_ms":1.24,"overlaps":"1 pair overlaps","overwrote":{"file":"main","count":2,"lines":["a();"]}}"#
    );
}

#[test]
fn the_json_of_undo_steps_and_diagnostics() {
    let mut step = Reply::of_answer(Answer::Step {
        verb: "undone",
        label: "typing".to_owned(),
    });
    step.changes = Some(Changes::default());
    assert_eq!(
        step.to_json().to_string(),
        r#"{"success":true,"data":{"undone":"typing"},"changes":{"added":{"count":0,"names":[]},"updated":{"count":0,"names":[]},"removed":{"count":0,"names":[]}}}"#
    );
    let checked = Reply::of_answer(Answer::Diagnostics {
        file: FileName::main(),
        problem: Some(Failure::new(trammel_language::Bilingual::same("no"))),
        elapsed_ms: 2.0,
    });
    assert_eq!(
        checked.to_json().to_string(),
        r#"{"success":true,"data":{"file":"main","problems":[{"message":"no","suggestions":[]}]},"logs":[],"elapsed_ms":2.0}"#
    );
    assert_eq!(checked.elapsed_ms(), Some(2.0));
}

#[test]
fn names_are_cut_in_the_json_only() {
    let names: Vec<Name> = (0..25).map(|n| name(&format!("post_{n}"))).collect();
    let mut reply = Reply::of_answer(Answer::Done);
    reply.changes = Some(Changes {
        updated: names,
        ..Changes::default()
    });
    let listed = &reply.to_json()["changes"]["updated"];
    assert_eq!(listed["count"], 25);
    assert_eq!(listed["names"].as_array().unwrap().len(), MAX_NAMES);
}

#[test]
fn host_warnings_come_first_without_duplicates() {
    let mut reply = drawn();
    reply.warnings = ["own", "lib was changed"].map(Bilingual::same).to_vec();
    reply.warn_first(Vec::new());
    assert!(
        reply
            .to_json()
            .to_string()
            .starts_with(r#"{"success":true,"entity""#)
    );
    reply.warn_first(vec![Bilingual::same("lib was changed outside"); 2]);
    let json = reply.to_json();
    assert_eq!(json["warnings"], json!(["lib was changed outside", "own"]));
    assert_eq!(json.as_object().unwrap().keys().nth(1).unwrap(), "warnings");
}

#[test]
fn a_picture_is_rendered_or_the_reply_explains_the_failure() {
    let pictured = || {
        let mut reply = Reply::of_answer(Answer::Done);
        reply.images = vec![Image::Svg("<svg/>".to_owned())];
        reply
    };
    let mut reply = pictured();
    assert_eq!(
        reply.to_json().to_string(),
        r#"{"success":true,"content":[{"type":"image","mime":"image/svg+xml","text":"<svg/>"}]}"#
    );
    assert_eq!(reply.to_json_without_images().to_string(), r#"{"success":true}"#);
    assert_eq!(reply.svgs().collect::<Vec<_>>(), ["<svg/>"]);
    reply.paint(|svg| Ok(format!("png of {svg}")));
    assert_eq!(
        reply.to_json().to_string(),
        r#"{"success":true,"content":[{"type":"image","mime":"image/png","base64":"png of <svg/>"}]}"#
    );
    let mut reply = pictured();
    reply.paint(|_| Err(trammel_language::Bilingual::same("too large")));
    assert_eq!(
        reply.to_json().to_string(),
        r#"{"success":false,"error":"too large"}"#
    );
}
