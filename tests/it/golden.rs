//! Golden tests of all output that other programs read: schemas, declarations, files, the first request to a model, and
//! the reference page. A change here may break a reader; see `support::check_golden`.

use crate::support::{call, check_golden, drawn, ok, reopened, trammel};
use serde_json::{Value, json};
use trammel_agent::{Agent, AgentConfig, Connection, Effect, Limits, Op, Prompt, system_prompt};
use trammel_formats::{json as scene_json, svg};
use trammel_llm::{Endpoint, HttpRequest, Secret, ToolDef, Transport};
use trammel_scene::Shape;
use trammel_tools::{Domain, TOOLS, find, first_tools, schemas, typescript};

/// Drawing with every entity type.
pub(crate) const DRAWING: &str = include_str!("../data/every_entity_type.js");

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

#[test]
fn tool_schemas_match_the_golden_file() {
    check_golden("tests/golden/tools.schema.json", &pretty(&schemas(TOOLS)));
}

#[test]
fn sandbox_declarations_match_the_golden_file() {
    check_golden("tests/golden/sandbox.d.ts", &typescript(TOOLS));
}

#[test]
fn scene_files_match_the_golden_files() {
    let (mut session, reply) = drawn(DRAWING);
    assert_eq!(reply["success"], true, "{reply}");
    let text = scene_json::write(session.scene());
    check_golden("tests/golden/scene.json", &text);
    check_golden("tests/golden/scene.svg", &svg::write(session.scene()));
    let types = reply["types"].as_object().unwrap();
    let mut drawn: Vec<&str> = types.keys().map(String::as_str).collect();
    let mut all = Shape::KINDS.to_vec();
    drawn.sort_unstable();
    all.sort_unstable();
    assert_eq!(drawn, all, "every type of entity is in the drawing");

    let read = scene_json::read(&text).unwrap();
    assert_eq!(&read, session.scene());
    assert_eq!(scene_json::write(&read), text);
    assert_eq!(call(&mut session, "export_json", json!({}))["data"], text);
}

#[test]
fn hostile_names_are_text_in_svg() {
    let (session, _) = drawn(DRAWING);
    let svg = svg::write(session.scene());
    for tag in ["<img", "<script", "]]>"] {
        assert!(!svg.contains(tag), "{tag} got through");
    }
}

#[test]
fn first_requests_to_models_match_the_golden_files() {
    for provider in ["anthropic", "openai", "gemini", "openrouter"] {
        let request = first_request(provider, "Draw a gear with 12 teeth.");
        assert!(!format!("{request:?}").contains("canary"), "the key is shown");
        let mut headers = json!({});
        for (name, value) in &request.headers {
            headers[name] = json!(value.replace(KEY, "[key]"));
        }
        assert!(!request.body.contains("canary"), "the key is in the body");
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let shown = json!({ "method": request.method, "url": request.url, "headers": headers, "body": body });
        check_golden(&format!("tests/golden/{provider}_request.json"), &pretty(&shown));
        assert_eq!(
            first_request(provider, "Draw a gear with 12 teeth."),
            request,
            "prompt caches need the same bytes"
        );
    }
}

#[test]
fn the_system_prompt_names_only_existing_functions() {
    let domains: Vec<(&str, &str)> = Domain::ALL.iter().map(|row| (row.1, row.2)).collect();
    let prompt = system_prompt(&domains);
    let known =
        |word: &str| find(word).is_ok() || ["main", "export", "import", "replace", "console"].contains(&word);
    let head = |code: &str| -> String {
        code.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    // Another test runs the worked example.
    let (before, rest) = prompt.split_once("```js\n").unwrap();
    let prompt = format!("{before}{}", rest.split_once("\n```").unwrap().1);
    // Words in backticks are code, except for comments, and for example names, which end in a number.
    let code = prompt
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|code| !code.contains('$'));
    let words: Vec<String> = code
        .map(head)
        .filter(|word| !word.is_empty() && !word.ends_with(char::is_numeric))
        .collect();
    assert!(words.len() > 8, "{words:?}");
    let unknown: Vec<&String> = words.iter().filter(|word| !known(word)).collect();
    assert!(unknown.is_empty(), "the system prompt names {unknown:?}");
}

#[test]
fn the_tool_reference_page_is_current() {
    let ended = trammel(&["tools", "--format", "markdown"], "");
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    check_golden("docs/tools.md", &ended.out);
}

#[test]
fn the_tools_command_writes_the_same_as_the_library() {
    let written = trammel(&["tools"], "").json();
    assert_eq!(written, schemas(TOOLS));
    let written = trammel(&["tools", "--format", "d.ts"], "").out;
    assert_eq!(written, typescript(TOOLS));
}

#[test]
fn the_golden_drawing_round_trips_through_code() {
    let (mut session, _) = drawn(DRAWING);
    ok(
        &mut session,
        "translate",
        json!({"name": "outer", "dx": 0.1, "dy": 0.2}),
    );
    assert_eq!(reopened(&session).0.scene(), session.scene());
}

const KEY: &str = "sk-ant-canary-0123456789";

/// Returns the first request of a conversation that starts as in the app.
fn first_request(provider: &str, text: &str) -> HttpRequest {
    let prompt = Prompt {
        text: text.to_owned(),
        ..Prompt::default()
    };
    first_request_of(provider, prompt)
}

pub(crate) fn first_request_of(provider: &str, prompt: Prompt) -> HttpRequest {
    sent(agent_of(provider).step(Op::Prompt(prompt))).unwrap().1
}

/// Returns a new conversation with a provider, as in the app.
pub(crate) fn agent_of(provider: &str) -> Agent {
    let domains: Vec<(&str, &str)> = Domain::ALL.iter().map(|row| (row.1, row.2)).collect();
    let tools = first_tools().map(|tool| ToolDef::of(tool.canonical()).unwrap());
    let provider = trammel_llm::provider(provider).unwrap();
    let config = AgentConfig {
        connection: Connection {
            provider: provider.id.to_owned(),
            model: provider.default_model().to_owned(),
            endpoint: Endpoint {
                base_url: provider.base_url.to_owned(),
                key: Secret::new(KEY),
            },
        },
        system: system_prompt(&domains),
        tools: tools.collect(),
        limits: Limits::default(),
        seed: 1,
        ..AgentConfig::default()
    };
    Agent::new(config).unwrap()
}

/// Returns the request that effects send, with its number.
pub(crate) fn sent(effects: Vec<Effect>) -> Option<(u64, HttpRequest)> {
    effects.into_iter().find_map(|effect| match effect {
        Effect::Send {
            request,
            transport: Transport::Http(http),
        } => Some((request, http)),
        _ => None,
    })
}
