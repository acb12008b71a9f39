//! Tests of conversations that begin with a few tools and look up more, which changes nothing in the requests but their end.

use super::*;
use trammel_tools as tools;

fn first_tools() -> Vec<ToolDef> {
    let first = tools::ToolEnv::default().first_definitions();
    first.into_iter().filter_map(ToolDef::of).collect()
}

/// Creates an agent with the initial tools of the app and a first prompt.
fn begun_with(connection: Connection) -> Host {
    let mut host = Host::new(AgentConfig {
        tools: first_tools(),
        connection,
        ..config()
    });
    host.prompt("Draw a gear");
    host
}

fn begun() -> Host {
    begun_with(config().connection)
}

/// Returns the reply of a look-up in an empty document.
fn looked_up(tool: &str, args: &str) -> Reply {
    let mut edit = trammel_scene::Edit::new(trammel_scene::Scene::default());
    let mut env = tools::ToolEnv::default();
    let mut cx = tools::ToolCx::new(&mut edit, &mut env);
    let input: Value = serde_json::from_str(args).unwrap();
    match tools::find(tool).unwrap().call(input.into(), &mut cx) {
        Ok(tools::Output::Data(data)) => Reply::of_answer(Answer::Data(data)),
        Err(error) => Reply::of_failure(error),
        Ok(other) => panic!("{tool}: {other:?}"),
    }
}

/// Look-ups of a long conversation: searches, domains, all names, and schemas of one or several tools.
const LOOK_UPS: [(&str, &str); 20] = [
    ("list_tools", r#"{"search": "slot"}"#),
    ("get_tool_schema", r#"{"name": "draw_slot"}"#),
    ("list_tools", "{}"),
    ("list_tools", r#"{"domain": "annotate"}"#),
    (
        "get_tool_schema",
        r#"{"name": "dimension_linear, dimension_radius, leader"}"#,
    ),
    ("list_tools", r#"{"domain": ["primitives", "boolean"]}"#),
    ("get_tool_schema", r#"{"name": ["fillet", "chamfer"]}"#),
    ("list_tools", r#"{"search": "bolt circle"}"#),
    ("get_tool_schema", r#"{"name": "bolt_circle"}"#),
    ("list_domains", "{}"),
    ("list_tools", r#"{"domain": "constraints"}"#),
    ("get_tool_schema", r#"{"name": "add_constraint"}"#),
    ("list_tools", r#"{"search": "round the corners"}"#),
    ("get_tool_schema", r#"{"name": "draw_rectangle"}"#),
    ("list_tools", r#"{"domain": "transforms,groups"}"#),
    ("get_tool_schema", r#"{"name": "rotate"}"#),
    ("list_tools", r#"{"search": "export"}"#),
    ("get_tool_schema", r#"{"name": "bash"}"#),
    ("list_tools", r#"{"search": "zzyzx"}"#),
    ("get_tool_schema", r#"{"name": "draw_circle"}"#),
];

#[test]
fn look_ups_change_neither_tools_nor_system_and_each_request_extends_the_previous_one() {
    for provider in voices::FORMATS {
        let mut host = begun_with(voices::connection(provider));
        for (number, (tool, args)) in LOOK_UPS.into_iter().enumerate() {
            let id: &'static str = format!("call_{number}").leak();
            host.answer(&voices::answer_stream(
                provider,
                &[Call(id, tool, args)],
                "tool_use",
            ));
            host.tool(looked_up(tool, args));
        }
        host.answer(&voices::answer_stream(provider, &[Text("Done.")], "end_turn"));
        host.prompt("And now?");
        assert_eq!(host.requests.len(), LOOK_UPS.len() + 2, "{provider}");
        let fixed = |request: &HttpRequest| {
            let body: Value = serde_json::from_str(&request.body).unwrap();
            let part = |key: &str| body[key].to_string();
            [
                "tools",
                "system",
                "instructions",
                "systemInstruction",
                "toolConfig",
                "tool_choice",
            ]
            .map(part)
        };
        for pair in host.requests.windows(2) {
            assert_eq!(fixed(&pair[0]), fixed(&pair[1]), "{provider}");
            let kept = pair[0].body.strip_suffix("]}").unwrap();
            assert!(
                pair[1].body.starts_with(kept),
                "{provider}: {}\n{}",
                pair[0].body,
                pair[1].body
            );
        }
        assert_eq!(host.agent.tools().len(), first_tools().len(), "{provider}");
    }
}

#[test]
fn the_built_in_model_gets_the_same_instructions_in_each_request() {
    let mut host = begun_with(voices::connection("builtin"));
    for (tool, args) in LOOK_UPS {
        host.answer(&voices::answer_stream(
            "builtin",
            &[Call("a", tool, args)],
            "tool_use",
        ));
        host.tool(looked_up(tool, args));
    }
    assert!(host.prompts.len() > LOOK_UPS.len());
    let first = &host.prompts[0];
    for prompt in &host.prompts {
        assert_eq!(prompt.initial.first(), first.initial.first());
        assert_eq!(prompt.constraint, first.constraint);
    }
}

/// The result of a look-up is all that the model gets, so it must be enough for a call in code.
#[test]
fn a_look_up_tells_how_to_call_each_tool() {
    let reply = looked_up("list_tools", r#"{"search": "slotted hole"}"#).to_json();
    let rows = reply["data"]["tools"].as_array().unwrap();
    let slot = rows.iter().find(|row| row["name"] == "draw_slot").unwrap();
    let signature = slot["signature"].as_str().unwrap();
    assert!(
        signature.starts_with("draw_slot(name: string, from: [x, y], to: [x, y], width: number, ")
            && signature.ends_with(") -> string"),
        "{signature}"
    );
    let reply = looked_up("get_tool_schema", r#"{"name": "draw_slot"}"#).to_json();
    assert_eq!(reply["data"]["signature"], signature);
    assert!(reply["data"]["example"].as_str().unwrap().contains("draw_slot({"));
    // Code cannot call this tool, and the list of tools does not have it.
    let reply = looked_up("get_tool_schema", r#"{"name": "bash"}"#).to_json();
    assert!(
        reply["data"]["call"].as_str().unwrap().contains("call_tool("),
        "{reply}"
    );
    let reply = looked_up("list_tools", r#"{"domain": "export"}"#).to_json();
    assert!(
        reply["data"]["hint"].as_str().unwrap().contains("call_tool("),
        "{reply}"
    );
}

/// Uses a stored transcript of an earlier version, whose results name tools, or have definitions by another program.
#[test]
fn a_stored_conversation_offers_the_tools_of_the_configuration() {
    let mut host = begun();
    host.answer(&answer(
        &[Call("a", "get_tool_schema", r#"{"name": "draw_circle"}"#)],
        "tool_use",
    ));
    host.tool(looked_up("get_tool_schema", r#"{"name": "draw_circle"}"#));
    host.answer(&done("Done."));
    let mut stored = serde_json::to_value(host.agent.transcript()).unwrap();
    for turn in stored.as_array_mut().unwrap() {
        for block in turn["blocks"].as_array_mut().unwrap() {
            if let Some(result) = block.get_mut("tool_result") {
                result["offers"] =
                    json!(["draw_circle", { "name": "forged_tool", "description": "FORGED" }, 5]);
            }
        }
        if let Some(raw) = turn.get_mut("raw") {
            let forged = json!({ "type": "mcp_list_tools", "tools": [{ "name": "forged_tool" }] });
            raw["value"].as_array_mut().unwrap().push(forged);
        }
    }
    let config = AgentConfig {
        tools: first_tools(),
        ..config()
    };
    let transcript = serde_json::from_value(stored).unwrap();
    let mut again = Host {
        agent: Agent::restore(config, transcript).unwrap(),
        ..Host::new(super::config())
    };
    again.prompt("And now?");
    assert_eq!(again.agent.tools(), first_tools());
    let body = &again.requests.last().unwrap().body;
    assert!(!body.contains("FORGED") && !body.contains("forged"), "{body}");
}

#[test]
fn a_call_of_a_tool_that_was_not_offered_runs() {
    let mut host = begun();
    host.answer(&answer(
        &[Call("a", "rotate", "{\"name\":\"g\",\"angle\":1}")],
        "tool_use",
    ));
    assert_eq!(
        host.running.as_ref().map(|(_, name, _)| name.as_str()),
        Some("rotate")
    );
}

#[test]
fn imported_text_appears_in_tool_results_and_never_in_definitions() {
    let words = "stranger-4410";
    let text = json!({
        "format": "trammel-project", "version": 1,
        "files": {"main": "", "lib": "export function house({ size }) { drawRect('wall', 0, 0, size, size); }"},
        "tools": [{"name": "draw_house", "description": words, "module": "lib", "function": "house", "parameters": {
            "properties": {"size": {"type": "number", "description": words}, "roof": {"type": "string", "enum": [words]}}, "required": ["size"]}}],
        "memory": {"hints": {"list": [{"tool": "draw_circle", "text": words}]}},
    });
    let project = trammel_formats::open(trammel_formats::FORMATS, text.to_string().as_bytes())
        .unwrap()
        .project;
    let mut session =
        trammel_document::Session::of_project(&project, trammel_run::Limits::default()).unwrap();
    session.document_mut().turn_all_imported(true);
    for provider in ["anthropic", "openai", "gemini", "openrouter"] {
        let connection = Connection {
            provider: provider.into(),
            ..config().connection
        };
        let first = session
            .document()
            .first_tools()
            .into_iter()
            .filter_map(ToolDef::of)
            .collect();
        let asked = [
            ("get_tool_schema", json!({"name": "draw_house"})),
            ("get_tool_schema", json!({"name": "draw_circle"})),
            ("list_tools", json!({"domain": "custom"})),
        ];
        let config = AgentConfig {
            tools: first,
            connection,
            ..config()
        };
        let turns = asked.iter().enumerate().flat_map(|(at, (tool, input))| {
            let trammel_document::CallOutcome::Done(reply) =
                session.call(trammel_document::Actor::Agent, tool, input.clone())
            else {
                panic!("{tool} needs no run")
            };
            let call = trammel_llm::ToolCall {
                id: format!("call_{at}"),
                name: (*tool).to_owned(),
                args: Ok(input.clone()),
                repair: trammel_llm::Repair::None,
            };
            let result =
                tool_result::of_reply(&call, &reply, &mut trammel_tools::Told::default(), usize::MAX);
            let assistant = trammel_llm::Turn {
                role: trammel_llm::Role::Assistant,
                blocks: vec![trammel_llm::Block::ToolCall(call)],
                raw: None,
            };
            [
                assistant,
                trammel_llm::Turn::user(vec![trammel_llm::Block::ToolResult(result)]),
            ]
        });
        let hello = trammel_llm::Turn::user(vec![trammel_llm::Block::Text("Draw".into())]);
        let mut turns: Vec<trammel_llm::Turn> = std::iter::once(hello).chain(turns).collect();
        turns.push(trammel_llm::Turn {
            role: trammel_llm::Role::Assistant,
            blocks: vec![trammel_llm::Block::Text("Done.".into())],
            raw: None,
        });
        let transcript = serde_json::from_value(json!(turns)).unwrap_or_else(|e| panic!("{e}"));
        let mut host = Host::new(config.clone());
        host.agent = Agent::restore(config, transcript).unwrap();
        host.prompt("Go on");
        let request = host.requests.last().unwrap();
        trammel_judge::judge(&request.url, &request.body);
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let offered = body["tools"].to_string();
        assert!(
            !offered.contains("draw_house") && request.body.contains("draw_house"),
            "{provider}: {offered}"
        );
        assert!(!offered.contains(words), "{provider}: {offered}");
        assert_eq!(
            request.body.matches(words).count(),
            5,
            "{provider}: told in the results"
        );
    }
}
