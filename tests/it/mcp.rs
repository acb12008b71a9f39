//! `trammel mcp` against a client session that was recorded from the protocol's own JavaScript client.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// What the client sent, line by line.
const SENT: &str = include_str!("../data/mcp/session.jsonl");

/// Plays the session, waiting for each answer as the client does; answers and notifications in order.
fn played() -> Vec<Value> {
    let mut server = Command::new(env!("CARGO_BIN_EXE_trammel"))
        .arg("mcp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = server.stdin.take().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let mut got = Vec::new();
    for line in SENT.lines() {
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
    let got = played();
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
