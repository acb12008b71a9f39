//! Test that every tool of the command palette can be called through the form made from its schema.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::examples::calls_of;
use super::*;
use trammel_page_model::schema_form::{arguments, fields, texts};
use trammel_tools::{Language, TOOLS};

#[test]
fn every_tool_of_the_palette_can_be_called_through_its_form() {
    let offered = Session::new(limits()).document().drawing_tools(Language::English);
    assert!(offered.len() > 30, "{} tools", offered.len());
    for tool in offered {
        let name = tool["name"].as_str().unwrap();
        let spec = TOOLS.iter().find(|spec| spec.name == name).unwrap();
        let mut calls = calls_of(spec.example);
        let (called, input) = calls.pop().unwrap();
        assert_eq!(called, name);
        let mut s = Session::new(limits());
        for (name, input) in calls {
            ok(&mut s, &name, input);
        }
        let form = fields(&tool["parameters"]);
        let written = texts(&form, &input);
        let read = arguments(&form, &written).unwrap_or_else(|wrong| panic!("{name} {written:?}: {wrong:?}"));
        assert_eq!(read, input, "{name}: {written:?}");
        let steps = s.history.steps.done_steps().len();
        ok(&mut s, name, read);
        assert!(
            s.history.steps.done_steps().len() <= steps + 1,
            "{name} is one step"
        );
        assert_code_is_the_drawing(&s);
    }
}

#[test]
fn the_palette_offers_exactly_the_tools_callable_from_code() {
    let mut s = Session::new(limits());
    ok(
        &mut s,
        "write",
        json!({"file": "house_lib", "code": "export function house({ name, size }) { drawRect(name, 0, 0, size, size); }"}),
    );
    let parameters = json!({"properties": {"name": {"type": "string"}, "size": {"type": "number"}}, "required": ["name", "size"]});
    ok_by_user(
        &mut s,
        "register_tool",
        json!({"name": "draw_house", "description": "A house", "parameters": parameters, "module": "house_lib", "function": "house"}),
    );
    let offered = s.document().drawing_tools(Language::Korean);
    let names_of = |tools: &[Value]| -> Vec<String> {
        let name = |tool: &Value| tool["name"].as_str().unwrap().to_owned();
        tools.iter().map(name).collect()
    };
    let functions: Vec<String> = s
        .document()
        .sandbox_functions()
        .into_iter()
        .map(|f| f.name)
        .collect();
    let mut offered_names = names_of(&offered);
    assert!(offered_names.iter().all(|name| functions.contains(name)));
    assert_eq!(
        functions
            .iter()
            .filter(|name| offered_names.contains(name))
            .count(),
        offered_names.len()
    );
    assert_eq!(offered_names.pop().as_deref(), Some("draw_house"));
    assert_eq!(
        offered[0]["description"],
        "선분이나 폴리선을 그립니다. closed를 주면 닫힌 선이 됩니다."
    );

    let form = fields(&offered.last().unwrap()["parameters"]);
    let input = arguments(&form, &["h".to_owned(), "20".to_owned()]).unwrap();
    ok(&mut s, "draw_house", input);
    assert_eq!(names(&s), ["h"]);
    assert_eq!(s.undo(Actor::Agent).to_json()["success"], true);
    assert_eq!(names(&s).len(), 0, "one step");

    s.document_mut().remove_custom_tool("draw_house");
    assert_eq!(
        names_of(&s.document().drawing_tools(Language::English)),
        offered_names
    );
}
