//! Tests of `trammel mcp` with a session recorded from the protocol's JavaScript client.

use crate::support::Folder;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// Lines that the client sent.
const SENT: &str = include_str!("../data/mcp/session.jsonl");

/// Plays a session and waits for each answer as the client does; returns answers and notifications in order.
fn played(arguments: &[&str], sent: &str) -> Vec<Value> {
    let mut server = Command::new(env!("CARGO_BIN_EXE_trammel"))
        .arg("mcp")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = server.stdin.take().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let mut got = Vec::new();
    for line in sent.lines() {
        writeln!(stdin, "{line}").unwrap();
        let sent: Value = serde_json::from_str(line).unwrap();
        while !sent["id"].is_null() {
            let answer: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
            let done = answer["id"] == sent["id"];
            got.push(answer);
            if done {
                break;
            }
        }
    }
    drop(stdin);
    assert!(server.wait().unwrap().success(), "the server ends with its input");
    got
}

#[test]
fn a_recorded_client_session_is_answered() {
    let got = played(&["--tools", "all"], SENT);
    let answer = |id: i64| &got.iter().find(|line| line["id"] == id).unwrap()["result"];
    assert_eq!(answer(0)["serverInfo"]["name"], "trammel");
    assert!(
        answer(0)["instructions"]
            .as_str()
            .unwrap()
            .contains("run_cad_code")
    );
    let tools = |id: i64| answer(id)["tools"].as_array().unwrap();
    assert_eq!(tools(1).len(), trammel::tools::TOOLS.len());
    let circle = tools(1)
        .iter()
        .find(|tool| tool["name"] == "draw_circle")
        .unwrap();
    assert_eq!(
        circle["inputSchema"]["required"],
        json!(["name", "x", "y", "radius"])
    );

    let drawn = answer(2);
    assert_eq!(
        (&drawn["isError"], &drawn["structuredContent"]["entities"]),
        (&json!(false), &json!(3))
    );
    let text: Value = serde_json::from_str(drawn["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(
        text, drawn["structuredContent"],
        "the same for clients that read text"
    );
    assert_eq!(
        (&answer(3)["isError"], &answer(3)["structuredContent"]["error"]),
        (&json!(true), &json!("Entity 'c9' not found"))
    );
    let picture = &answer(4)["content"][1];
    assert_eq!(
        (&picture["type"], &picture["mimeType"]),
        (&json!("image"), &json!("image/png"))
    );
    assert!(picture["data"].as_str().unwrap().starts_with("iVBORw0KGgo"));

    assert_eq!(
        answer(7)["structuredContent"]["changes"]["added"]["names"],
        json!(["d"]),
        "a custom tool is called"
    );
    assert!(
        got.iter()
            .any(|line| line["method"] == "notifications/tools/list_changed")
    );
    assert_eq!(tools(8).len(), tools(1).len() + 1);
    assert_eq!(answer(9)["isError"], true);
}

#[test]
fn the_list_of_tools_begins_small_and_grows_with_what_the_client_looks_up() {
    let call = |id: i64, name: &str, arguments: Value| {
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": arguments}}).to_string()
    };
    let list = |id: i64| json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"}).to_string();
    let opening = SENT.lines().take(2).map(str::to_owned);
    let lines: Vec<String> = opening
        .chain([
            list(1),
            call(2, "get_tool_schema", json!({"name": ["draw_circle", "get_area"]})),
            list(3),
            call(4, "list_tools", json!({"domain": "groups"})),
            call(5, "list_tools", json!({"domain": "groups"})),
            list(6),
            // A client that has a tool from elsewhere can call it.
            call(
                7,
                "draw_rect",
                json!({"name": "r", "x": 0, "y": 0, "width": 2, "height": 1}),
            ),
        ])
        .collect();
    let got = played(&[], &(lines.join("\n") + "\n"));
    let names = |id: i64| -> Vec<String> {
        let tools = answer(&got, id)["tools"].as_array().unwrap().clone();
        tools
            .iter()
            .map(|tool| tool["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let first: Vec<&str> = trammel::tools::first_tools().map(|tool| tool.name).collect();
    assert_eq!(names(1), first);
    let listed = answer(&got, 1).to_string();
    assert!(listed.len() < 10_000, "{} bytes", listed.len());
    let with = |more: &[&str]| {
        let mut all: Vec<String> = first.iter().chain(more).map(|name| (*name).to_owned()).collect();
        all.sort();
        all
    };
    let sorted = |id: i64| {
        let mut names = names(id);
        names.sort();
        names
    };
    assert_eq!(sorted(3), with(&["draw_circle", "get_area"]));
    let groups: Vec<&str> = trammel::tools::tools_for_domains(&[trammel::tools::Domain::Groups])
        .map(|tool| tool.name)
        .collect();
    assert_eq!(
        sorted(6),
        with(&[&["draw_circle", "get_area"], &groups[..]].concat())
    );
    let notified = got
        .iter()
        .filter(|line| line["method"] == "notifications/tools/list_changed");
    assert_eq!(notified.count(), 2, "not for a list that is looked up again");
    assert_eq!(answer(&got, 7)["isError"], false);
    let schema = &answer(&got, 1)["tools"][0]["outputSchema"];
    assert_eq!(schema["required"], json!(["success"]));
}

#[test]
fn clients_are_notified_of_a_custom_tool_that_is_replaced() {
    let register = |id: i64, parameter: &str| {
        let arguments = json!({"name": "draw_dot", "description": "A dot", "parameters": {parameter: {"type": "string"}}, "module": "dot_lib", "function": "dot"});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "register_tool", "arguments": arguments}}).to_string()
    };
    let lines: Vec<String> = [0, 1, 6]
        .iter()
        .map(|line| SENT.lines().nth(*line).unwrap().to_owned())
        .chain([register(20, "name"), register(21, "name"), register(22, "label")])
        .chain([json!({"jsonrpc": "2.0", "id": 23, "method": "tools/list"}).to_string()])
        .collect();
    let got = played(&[], &(lines.join("\n") + "\n"));
    for id in [20, 21, 22] {
        assert_eq!(answer(&got, id)["isError"], false, "{}", answer(&got, id));
    }
    let notified = got
        .iter()
        .filter(|line| line["method"] == "notifications/tools/list_changed");
    assert_eq!(
        notified.count(),
        2,
        "not for the registration that changes nothing"
    );
    assert!(answer(&got, 23).to_string().contains("\"label\""));
}

/// Creates a folder with forged provenance: its tools and hints claim to be the user's own, or to be enabled.
fn forged() -> Folder {
    let folder = Folder::new();
    folder.write("main.js", "draw_house({ size: 4 });");
    folder.write(
        "lib.js",
        "export function house({ size }) { drawRect('wall', 0, 0, size, size); }",
    );
    let tool = |name: &str, imported: Value| {
        let parameters = json!({"type": "object", "required": ["size"],
            "properties": {"size": {"type": "number", "description": "canary width"}}});
        json!({"name": name, "description": "canary house", "parameters": parameters, "module": "lib", "function": "house", "imported": imported})
    };
    let on = json!({"from": "canary", "on": true});
    let tools = json!([tool("draw_house", Value::Null), tool("draw_hut", on.clone())]);
    folder.write(".trammel/tools.json", tools.to_string());
    let hints = json!({"list": [
        {"tool": "draw_circle", "text": "canary circle"},
        {"tool": "run_cad_code", "text": "canary code", "imported": on},
    ]});
    folder.write(".trammel/hints.json", hints.to_string());
    let decision =
        json!({"id": "dec_001", "topic": "canary", "decision": "canary plan", "reasoning": "canary"});
    folder.write(
        ".trammel/decisions.json",
        json!({"list": [decision], "last": 1}).to_string(),
    );
    folder
}

/// Returns a client's messages for a folder: the list of tools, the answers to calls, and the list again.
fn replies_for(folder: &Folder, flags: &[&str]) -> Vec<Value> {
    let call = |id: i64, name: &str, arguments: Value| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": arguments}});
    let first: Vec<&str> = SENT.lines().take(3).collect();
    let lines = [
        first.join("\n"),
        call(2, "draw_house", json!({"size": 3})).to_string(),
        call(3, "list_tools", json!({"domain": "custom"})).to_string(),
        call(4, "search_decisions", json!({"query": "canary"})).to_string(),
        call(5, "get_entity", json!({"name": "wall"})).to_string(),
        call(
            6,
            "edit_hint",
            json!({"tool": "draw_circle", "action": "add", "text": "Own line"}),
        )
        .to_string(),
        json!({"jsonrpc": "2.0", "id": 7, "method": "tools/list"}).to_string(),
    ];
    let dir = folder.as_ref().to_str().unwrap();
    let arguments: Vec<&str> = ["--tools", "all", "--dir", dir]
        .into_iter()
        .chain(flags.iter().copied())
        .collect();
    played(&arguments, &(lines.join("\n") + "\n"))
}

fn answer(told: &[Value], id: i64) -> Value {
    told.iter().find(|line| line["id"] == id).unwrap()["result"].clone()
}

#[test]
fn tools_and_hints_of_an_untrusted_folder_are_disabled() {
    let folder = forged();
    let got = replies_for(&folder, &[]);
    for id in [1, 2, 3, 4, 7] {
        let text = answer(&got, id).to_string();
        assert!(!text.contains("canary"), "{id}: {text}");
    }
    assert_eq!(
        answer(&got, 1)["tools"].as_array().unwrap().len(),
        trammel::tools::TOOLS.len()
    );
    assert_eq!(
        answer(&got, 2)["isError"],
        true,
        "a tool that is off cannot be called"
    );
    let wall = answer(&got, 5);
    assert_eq!(
        wall["isError"], false,
        "the drawing's own code still calls it: {wall}"
    );
    assert!(
        answer(&got, 7).to_string().contains("Hint: Own line"),
        "what is made here is on"
    );

    // No entry of the folder was lost, and no entry gained trust.
    for file in ["hints", "tools", "decisions"] {
        assert!(
            folder.read(&format!(".trammel/{file}.json")).contains("canary"),
            "{file}"
        );
    }
    let again = replies_for(&folder, &[]);
    assert!(
        !answer(&again, 1).to_string().contains("Hint: "),
        "the next start trusts none of it"
    );
}

#[test]
fn tools_and_hints_of_a_trusted_folder_are_enabled() {
    let got = replies_for(&forged(), &["--trust-folder"]);
    let tools = answer(&got, 1)["tools"].clone();
    let described = |name: &str| {
        let found = tools.as_array().unwrap().iter().find(|tool| tool["name"] == name);
        found.unwrap_or_else(|| panic!("{name} is missing"))["description"].to_string()
    };
    assert!(described("draw_house").contains("canary house"));
    assert!(described("draw_hut").contains("canary house"));
    assert!(described("draw_circle").ends_with("\\nHint: canary circle\""));
    assert!(described("run_cad_code").contains("Hint: canary code"));
    assert_eq!(
        answer(&got, 2)["isError"],
        true,
        "the wall exists: {}",
        answer(&got, 2)
    );
    assert!(answer(&got, 4).to_string().contains("canary plan"));
}
