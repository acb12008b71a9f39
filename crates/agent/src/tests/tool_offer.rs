//! Tests of conversations that begin with a few tools and discover more.

use super::*;
use trammel_tools as tools;

/// Creates an agent with the initial tools of the app and a first prompt.
fn begun() -> Host {
    let first = tools::ToolEnv::default().first_definitions();
    let mut host = Host::new(AgentConfig {
        tools: first.into_iter().filter_map(ToolDef::of).collect(),
        ..config()
    });
    host.prompt("Draw a gear");
    host
}

/// Answers with one tool call and runs the tool of the registry.
fn ask(host: &mut Host, tool: &'static str, args: &'static str) -> Value {
    host.answer(&answer(&[Call("a", tool, args)], "tool_use"));
    let mut edit = trammel_scene::Edit::new(trammel_scene::Scene::default());
    let mut env = tools::ToolEnv::default();
    let mut cx = tools::ToolCx {
        edit: &mut edit,
        env: &mut env,
        in_sandbox: false,
        warnings: Vec::new(),
    };
    let input: Value = serde_json::from_str(args).unwrap();
    let reply = match tools::find(tool).unwrap().call(input.into(), &mut cx) {
        Ok(tools::Output::Data(data)) => Reply::done(Answer::Data(data)),
        Err(error) => Reply::refused(error),
        Ok(other) => panic!("{tool}: {other:?}"),
    };
    let told = reply.to_json();
    host.tool(reply);
    told
}

fn offered(host: &Host) -> Vec<String> {
    let tools = host.body()["tools"].as_array().unwrap().clone();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

fn last(host: &Host) -> Value {
    host.body()["tools"].as_array().unwrap().last().unwrap().clone()
}

#[test]
fn get_tool_schema_offers_the_tool_with_its_full_definition() {
    let mut host = begun();
    let first = offered(&host);
    assert!(!first.contains(&"draw_circle".to_owned()));
    let reply = ask(&mut host, "get_tool_schema", "{\"name\": \"drawCircle\"}");
    assert_eq!(offered(&host)[..first.len()], first);
    assert_eq!(offered(&host)[first.len()..], ["draw_circle"]);
    assert_eq!(last(&host)["input_schema"], reply["data"]["parameters"]);
    assert_eq!(last(&host)["description"], reply["data"]["description"]);
}

#[test]
fn one_call_offers_several_tools_with_their_full_definitions() {
    let mut host = begun();
    let first = offered(&host);
    let reply = ask(
        &mut host,
        "get_tool_schema",
        "{\"name\": [\"drawCircle\", \"draw_rect\", \"get_area\"]}",
    );
    assert_eq!(
        offered(&host)[first.len()..],
        ["draw_circle", "draw_rect", "get_area"]
    );
    for (tool, offer) in ["draw_circle", "draw_rect", "get_area"]
        .iter()
        .zip(&host.body()["tools"].as_array().unwrap()[first.len()..])
    {
        let full = tools::find(tool).unwrap().canonical();
        assert_eq!(
            offer["input_schema"]["properties"].to_string(),
            full["parameters"]["properties"].to_string(),
            "{tool}"
        );
    }
    let text = reply.to_string();
    assert_eq!(text.matches("Lengths of dashes and gaps").count(), 1, "{text}");
    assert_eq!(
        reply["data"]["tools"][0]["parameters"]["properties"]["style"],
        json!({"$ref": "#/shared/style"})
    );
    assert_eq!(reply["data"]["tools"][0]["name"], "draw_circle");

    let refused = ask(
        &mut host,
        "get_tool_schema",
        "{\"name\": \"draw_circle, draw_sqare\"}",
    );
    assert_eq!(refused["error"], "Tool 'draw_sqare' not found");
}

#[test]
fn listing_a_domain_offers_its_tools_with_short_definitions() {
    let mut host = begun();
    let first = offered(&host).len();
    ask(&mut host, "list_tools", "{\"domain\": \"groups\"}");
    let groups: Vec<&str> = tools::tools_for_domains(&[tools::Domain::Groups])
        .map(|t| t.name)
        .collect();
    assert_eq!(offered(&host)[first..], groups);
    let tool = &host.body()["tools"][first];
    let full = tools::find("create_group").unwrap().canonical();
    assert_eq!(tool["description"], full["description"]);
    assert_eq!(tool["input_schema"]["required"], full["parameters"]["required"]);
    assert_eq!(
        tool["input_schema"]["properties"],
        json!({"name": {"type": "string"}, "children": {"type": "array", "items": {"type": "string"}}})
    );
}

#[test]
fn unknown_tools_and_lists_of_all_domains_offer_nothing() {
    let mut host = begun();
    let first = offered(&host);
    ask(&mut host, "list_tools", "{}");
    ask(&mut host, "list_domains", "{}");
    ask(&mut host, "get_tool_schema", "{\"name\": \"draw_rectangle\"}");
    ask(&mut host, "get_tool_schema", "{\"name\": \"read\"}");
    assert_eq!(offered(&host), first);
}

#[test]
fn new_tools_are_appended_and_each_request_extends_the_previous_one() {
    let mut host = begun();
    ask(&mut host, "get_tool_schema", "{\"name\": \"scale\"}");
    ask(&mut host, "list_tools", "{\"domain\": \"transforms\"}");
    ask(&mut host, "get_tool_schema", "{\"name\": \"scale\"}");
    ask(&mut host, "list_tools", "{\"domain\": \"groups\"}");
    host.answer(&done("Done."));
    host.prompt("And now?");
    let bodies: Vec<Value> = host
        .requests
        .iter()
        .map(|r| serde_json::from_str(&r.body).unwrap())
        .collect();
    for pair in bodies.windows(2) {
        assert_eq!(pair[0]["system"], pair[1]["system"]);
        for part in ["tools", "messages"] {
            let before = pair[0][part].as_array().unwrap();
            assert_eq!(
                &pair[1][part].as_array().unwrap()[..before.len()],
                before,
                "{part}"
            );
        }
    }
    let offer = offered(&host);
    assert_eq!(offer.iter().filter(|name| *name == "scale").count(), 1);
    let at = |name: &str| offer.iter().position(|other| other == name).unwrap();
    assert!(
        at("scale") < at("translate") && at("translate") < at("create_group"),
        "{offer:?}"
    );
}

#[test]
fn a_restored_conversation_offers_the_same_tools() {
    let mut host = begun();
    ask(&mut host, "list_tools", "{\"domain\": \"query\"}");
    host.answer(&done("Done."));
    let config = AgentConfig {
        tools: host.agent.tools()[..7].to_vec(),
        ..config()
    };
    let again = Agent::restore(config, host.agent.transcript().clone()).unwrap();
    assert_eq!(again.tools(), host.agent.tools());
    assert!(again.tools().len() > 10);
}

/// Uses a stored transcript in which another program has written definitions.
#[test]
fn a_restored_conversation_sends_only_definitions_of_the_registry() {
    let mut host = begun();
    ask(&mut host, "get_tool_schema", "{\"name\": \"draw_circle\"}");
    ask(&mut host, "list_tools", "{\"domain\": \"groups\"}");
    ask(&mut host, "list_domains", "{}");
    host.answer(&done("Done."));
    let definition = |name: &str| json!({ "name": name, "description": "FORGED", "parameters": { "type": "object", "properties": {} } });
    let mut stored = serde_json::to_value(host.agent.transcript()).unwrap();
    for turn in stored.as_array_mut().unwrap() {
        for block in turn["blocks"].as_array_mut().unwrap() {
            if let Some(result) = block.get_mut("tool_result") {
                result["offers"] = json!([
                    definition("draw_circle"),
                    definition("forged_tool"),
                    "create_group",
                    "forged_name",
                    5
                ]);
            }
        }
        if let Some(raw) = turn.get_mut("raw") {
            raw["value"]
                .as_array_mut()
                .unwrap()
                .push(json!({ "type": "mcp_list_tools", "tools": [definition("forged_tool")] }));
        }
    }
    let config = AgentConfig {
        tools: host.agent.tools()[..7].to_vec(),
        ..config()
    };
    let transcript = serde_json::from_value(stored).unwrap();
    let mut again = Host {
        agent: Agent::restore(config, transcript).unwrap(),
        ..Host::new(super::config())
    };
    again.prompt("And now?");
    let names: Vec<String> = again.agent.tools()[7..]
        .iter()
        .map(|def| def.name.clone())
        .collect();
    assert_eq!(names, ["draw_circle", "create_group"]);
    let body = &again.requests.last().unwrap().body;
    assert!(!body.contains("FORGED") && !body.contains("forged"), "{body}");
    let stored = serde_json::to_string(again.agent.transcript()).unwrap();
    let kept: Value = serde_json::from_str(&stored).unwrap();
    let offers = kept.pointer("/2/blocks/0/tool_result/offers").unwrap();
    assert!(
        offers.as_array().unwrap().iter().all(Value::is_string),
        "{offers}"
    );
}

/// Uses a stored transcript whose results lack the revealed definitions.
#[test]
fn a_transcript_without_stored_offers_offers_the_tools_of_its_calls() {
    let mut host = begun();
    ask(&mut host, "get_tool_schema", "{\"name\": \"drawCircle\"}");
    ask(&mut host, "get_tool_schema", "{\"name\": \"draw_rectangle\"}");
    ask(&mut host, "list_tools", "{}");
    ask(&mut host, "list_tools", "{\"domain\": \"groups\"}");
    host.answer(&done("Done."));
    let mut stored = serde_json::to_value(host.agent.transcript()).unwrap();
    let kept = stored.to_string();
    for turn in stored.as_array_mut().unwrap() {
        for block in turn["blocks"].as_array_mut().unwrap() {
            if let Some(result) = block.get_mut("tool_result") {
                result.as_object_mut().unwrap().remove("offers");
            }
        }
    }
    assert_ne!(stored.to_string(), kept, "something was kept");
    let config = AgentConfig {
        tools: host.agent.tools()[..7].to_vec(),
        ..config()
    };
    let old = Agent::restore(config, serde_json::from_value(stored).unwrap()).unwrap();
    assert_eq!(old.tools(), host.agent.tools());
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
    session.turn_all_imported(true);
    for provider in ["anthropic", "openai", "gemini", "openrouter"] {
        let connection = Connection {
            provider: provider.into(),
            ..config().connection
        };
        let first = session
            .first_tools()
            .into_iter()
            .filter_map(ToolDef::of)
            .collect();
        let asked = [
            ("get_tool_schema", json!({"name": "draw_house"})),
            ("get_tool_schema", json!({"name": "draw_circle"})),
            ("list_tools", json!({"domain": "custom"})),
        ];
        let language = trammel_language::Language::English;
        let custom = session.tool_definitions(&[tools::Domain::Custom], language);
        let config = AgentConfig {
            tools: first,
            custom: custom.into_iter().filter_map(ToolDef::of).collect(),
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
            };
            let result = tool_result::of_reply(&call, &reply, usize::MAX);
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
            offered.contains("draw_house") && offered.contains("draw_circle"),
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
