//! Tests of the registry, tool requests, custom tools, `lsp`, `bash` and memory through the session.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use trammel_tools::{Domain, Language};

mod bash;
mod custom_tools;
mod knowledge;
mod languages;
mod lsp;

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
        ok_by_user(&mut s, "register_tool", input)["functions"],
        json!(["draw_house", "drawHouse"])
    );
    s
}
