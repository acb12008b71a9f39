//! Tests that text from untrusted sources (a project file, a link, an untrusted folder) never enters a tool
//! description.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use trammel_formats::{link, project};
use trammel_knowledge::{EntryRef, Sourced};
use trammel_llm::{Block, Chat, Endpoint, HttpRequest, PROVIDERS, Secret, ToolDef, Transport, Turn};
use trammel_tools::Domain;

mod opening;
mod requests;
mod stored;

const CANARY: &str = "canary-8841";

/// Returns the first request of a conversation and one with every tool, validated in each of the four wire formats.
fn requests(session: &Session) -> Vec<HttpRequest> {
    let turns = [Turn::user(vec![Block::Text("Draw".into())])];
    let offers = [
        session.document().first_tools(),
        session
            .document()
            .tool_definitions(&Domain::every(), session.document.env.language),
    ];
    let mut all = Vec::new();
    for offer in offers {
        let tools: Vec<ToolDef> = offer.into_iter().filter_map(ToolDef::of).collect();
        for id in ["anthropic", "openai", "gemini", "openrouter"] {
            let provider = PROVIDERS.iter().find(|provider| provider.id == id).unwrap();
            let chat = Chat {
                system: "You draw.",
                tools: &tools,
                turns: &turns,
                model: "m",
                max_tokens: 1_000,
            };
            let endpoint = Endpoint {
                base_url: "https://x/v1".into(),
                key: Secret::new("k"),
            };
            let Transport::Http(request) = (provider.adapter)().request(&chat, &endpoint) else {
                panic!("{id} has no address")
            };
            trammel_judge::judge(&request.url, &request.body);
            all.push(request);
        }
    }
    all
}

#[track_caller]
fn assert_in_no_request(session: &Session, text: &str) {
    for request in requests(session) {
        assert!(!request.body.contains(text), "{} holds '{text}'", request.url);
    }
}

/// Returns a project file with the given memory and tools, as an untrusted author would write it.
fn project_file(memory: &Value, tools: &Value) -> String {
    json!({
        "format": "trammel-project", "version": 1, "name": "Gear plan",
        "files": {
            "main": "draw_house({ size: 4 });",
            "lib": "export function house({ size }) { drawRect('wall', 0, 0, size, size); }",
        },
        "tools": tools, "memory": memory,
    })
    .to_string()
}

fn house(description: &str, parameters: &Value) -> Value {
    json!({"name": "draw_house", "description": description, "parameters": parameters, "module": "lib", "function": "house"})
}

fn plain_house() -> Value {
    let size = json!({"properties": {"size": {"type": "number", "description": format!("{CANARY} width")}}, "required": ["size"]});
    house(&format!("{CANARY} house"), &size)
}

fn taken_over(session: &mut Session, text: &str) -> Value {
    let project = project::read(text).unwrap();
    let pending = session.replace(&project).unwrap();
    complete(session, pending)
}

/// Returns a project with a tool, two hints, a decision, a checkpoint and a request that claim to be the user's own or
/// turned on.
fn with_everything() -> String {
    let on = json!({"from": "me", "on": true});
    let memory = json!({
        "hints": {"list": [
            {"tool": "draw_circle", "text": format!("{CANARY} circle")},
            {"tool": "run_cad_code", "text": format!("{CANARY} code"), "imported": on},
        ]},
        "decisions": {"last": 7, "list": [{"id": "dec_007", "topic": "teeth", "decision": format!("{CANARY} teeth"), "reasoning": "why", "outcome": "success", "imported": on}]},
        "checkpoints": {"last": 1, "list": [{"id": "chk_001", "summary": format!("{CANARY} half done")}]},
        "requests": {"last": 1, "list": [{"id": "req_001", "name": "draw_spring", "description": format!("{CANARY} gear"), "rationale": "often", "status": "approved", "note": format!("{CANARY} do it")}]},
    });
    project_file(&memory, &json!([plain_house()]))
}

fn opened_everything() -> Session {
    let mut session = Session::new(limits());
    let reply = taken_over(&mut session, &with_everything());
    assert_eq!(
        (&reply["success"], &reply["warnings"]),
        (&json!(true), &json!([])),
        "{reply}"
    );
    session
}

/// Returns a model's calls about tools and memory, with their replies.
fn answers(session: &mut Session) -> Vec<(String, Value)> {
    let asked = [
        ("list_domains", json!({})),
        ("list_tools", json!({})),
        ("list_tools", json!({"domain": "custom"})),
        ("get_tool_schema", json!({"name": "draw_house"})),
        ("get_tool_schema", json!({"name": "draw_circle"})),
        ("get_tool_schema", json!({"name": "run_cad_code"})),
        ("lsp", json!({"operation": "describe", "domain": "custom"})),
        ("lsp", json!({"operation": "schema", "name": "drawHouse"})),
        ("search_decisions", json!({"query": "teeth"})),
        ("record_outcome", json!({"id": "dec_001", "outcome": "failed"})),
        ("load_checkpoint", json!({})),
        ("list_tool_requests", json!({})),
        ("edit_hint", json!({"tool": "draw_circle", "action": "list"})),
        (
            "edit_hint",
            json!({"tool": "draw_circle", "action": "delete", "text": "no such line"}),
        ),
        ("draw_house", json!({"size": 1})),
    ];
    let mut told = Vec::new();
    for (tool, input) in asked {
        let name = format!("{tool} {input}");
        told.push((name, call(session, tool, input)));
    }
    told
}

fn saved(session: &mut Session) -> MemoryStorage {
    let mut storage = MemoryStorage::default();
    session.save(&mut storage).unwrap();
    storage
}
