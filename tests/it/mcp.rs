//! Tests of `trammel mcp` with a session recorded from the protocol's JavaScript client.

mod resources;
mod trust;

use crate::support::Folder;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Lines that the client sent.
const SENT: &str = include_str!("../data/mcp/session.jsonl");

/// A client and the server that it started. The server ends with the client.
struct Client {
    server: Child,
    stdin: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
    /// Answers and notifications in order.
    got: Vec<Value>,
}

impl Client {
    /// Starts a server without opening a session.
    fn new(arguments: &[&str]) -> Client {
        let mut server = Command::new(env!("CARGO_BIN_EXE_trammel"))
            .arg("mcp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Client {
            stdin: server.stdin.take(),
            lines: BufReader::new(server.stdout.take().unwrap()).lines(),
            server,
            got: Vec::new(),
        }
    }

    /// Starts a server and opens a session.
    fn start(arguments: &[&str]) -> Client {
        let mut client = Client::new(arguments);
        let mut opening = SENT.lines();
        client.ask(opening.next().unwrap());
        client.send(opening.next().unwrap());
        client
    }

    /// Sends a line without waiting.
    fn send(&mut self, line: &str) {
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Returns the next answer or notification.
    fn next(&mut self) -> Value {
        let line: Value = serde_json::from_str(&self.lines.next().unwrap().unwrap()).unwrap();
        self.got.push(line.clone());
        line
    }

    /// Sends a request and waits for its answer; returns the result, or null for an error.
    fn ask(&mut self, line: &str) -> Value {
        let sent: Value = serde_json::from_str(line).unwrap();
        self.send(line);
        loop {
            let answer = self.next();
            if answer["id"] == sent["id"] {
                return answer["result"].clone();
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.stdin = None;
        let ended = self.server.wait();
        if !std::thread::panicking() {
            assert!(ended.unwrap().success(), "the server ends with its input");
        }
    }
}

/// Plays a session and waits for each answer as the client does; returns answers and notifications in order.
fn played(arguments: &[&str], sent: &str) -> Vec<Value> {
    let mut client = Client::new(arguments);
    for line in sent.lines() {
        let message: Value = serde_json::from_str(line).unwrap();
        if message["id"].is_null() {
            client.send(line);
        } else {
            client.ask(line);
        }
    }
    std::mem::take(&mut client.got)
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
    assert_eq!(tools(1).len(), trammel_tools::TOOLS.len());
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
    assert_eq!(tools(8), tools(1), "a tool of the model is in no list");
    assert_eq!(answer(9)["isError"], true);
}

#[test]
fn the_list_of_tools_begins_small_and_grows_with_what_the_client_looks_up() {
    let list = |id: i64| json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"}).to_string();
    let opening = SENT.lines().take(2).map(str::to_owned);
    let lines: Vec<String> = opening
        .chain([
            list(1),
            call(
                2,
                "get_tool_schema",
                &json!({"name": ["draw_circle", "get_area"]}),
            ),
            list(3),
            call(4, "list_tools", &json!({"domain": "groups"})),
            call(5, "list_tools", &json!({"domain": "groups"})),
            list(6),
            // A client that has a tool from elsewhere can call it.
            call(
                7,
                "draw_rect",
                &json!({"name": "r", "x": 0, "y": 0, "width": 2, "height": 1}),
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
    let first: Vec<&str> = trammel_tools::first_tools().map(|tool| tool.name).collect();
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
    let groups: Vec<&str> = trammel_tools::tools_for_domains(&[trammel_tools::Domain::Groups])
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
fn a_tool_that_the_model_registers_is_called_by_its_name_and_in_no_list() {
    let register = |id: i64, parameter: &str| {
        let arguments = json!({"name": "draw_dot", "description": "A dot", "parameters": {parameter: {"type": "string"}}, "module": "dot_lib", "function": "dot"});
        call(id, "register_tool", &arguments)
    };
    let lines: Vec<String> = [0, 1, 6]
        .iter()
        .map(|line| SENT.lines().nth(*line).unwrap().to_owned())
        .chain([register(20, "name"), register(21, "name")])
        .chain([
            call(24, "draw_dot", &json!({ "name": "x" })),
            register(22, "label"),
        ])
        .chain([json!({"jsonrpc": "2.0", "id": 23, "method": "tools/list"}).to_string()])
        .collect();
    let got = played(&[], &(lines.join("\n") + "\n"));
    for id in [20, 21, 22, 24] {
        assert_eq!(answer(&got, id)["isError"], false, "{}", answer(&got, id));
    }
    let notified = got
        .iter()
        .filter(|line| line["method"] == "notifications/tools/list_changed");
    assert_eq!(notified.count(), 0, "the list of tools stays as it is");
    assert!(!answer(&got, 23).to_string().contains("draw_dot"));
}

fn request(id: i64, method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

fn call(id: i64, name: &str, arguments: &Value) -> String {
    request(id, "tools/call", &json!({"name": name, "arguments": arguments}))
}

/// Plays requests after the opening of a session.
fn after_opening(arguments: &[&str], requests: &[String]) -> Vec<Value> {
    let opening = SENT.lines().take(2).map(str::to_owned);
    let lines: Vec<String> = opening.chain(requests.iter().cloned()).collect();
    played(arguments, &(lines.join("\n") + "\n"))
}

/// Returns the notifications of a method.
fn notifications<'a>(got: &'a [Value], method: &str) -> Vec<&'a Value> {
    got.iter().filter(|line| line["method"] == method).collect()
}

/// Code that runs until its time limit.
const ENDLESS: &str = "drawCircle('lost', 0, 0, 1); for (;;) {}";

#[test]
fn a_canceled_call_ends_at_once_and_changes_nothing() {
    let mut client = Client::start(&[]);
    let mut long: Value =
        serde_json::from_str(&call(1, "run_cad_code", &json!({ "code": ENDLESS }))).unwrap();
    long["params"]["_meta"] = json!({"progressToken": "long"});
    client.send(&long.to_string());
    let first = client.next();
    assert_eq!(
        (&first["method"], &first["params"]),
        (
            &json!("notifications/progress"),
            &json!({"progressToken": "long", "progress": 1.0, "message": "running for 1 s"})
        )
    );
    // A second call waits for the first. Neither gets an answer, and nothing of them is drawn.
    client.send(&call(2, "run_cad_code", &json!({ "code": ENDLESS })));
    for id in [2, 1] {
        client.send(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
                .to_string(),
        );
    }
    let scene = client.ask(&call(3, "describe_scene", &json!({})));
    assert!(!scene.to_string().contains("lost"), "{scene}");
    let main = client.ask(&request(
        4,
        "resources/read",
        &json!({"uri": "trammel://files/main.js"}),
    ));
    assert_eq!(main["contents"][0]["text"], "");
    let answered = client
        .got
        .iter()
        .filter(|line| line["id"] == 1 || line["id"] == 2);
    assert_eq!(answered.count(), 0, "{:?}", client.got);
    let waited = notifications(&client.got, "notifications/progress").len();
    assert!(
        waited < 4,
        "the call was stopped by its time limit, after {waited} s"
    );
}

#[test]
fn the_server_answers_other_requests_while_a_call_runs() {
    let mut client = Client::start(&[]);
    client.send(&call(1, "run_cad_code", &json!({ "code": ENDLESS })));
    client.ask(&request(2, "ping", &json!({})));
    client.ask(&request(3, "prompts/list", &json!({})));
    assert!(client.got.iter().all(|line| line["id"] != 1), "{:?}", client.got);
    client.send(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
            .to_string(),
    );
}

fn answer(got: &[Value], id: i64) -> Value {
    got.iter().find(|line| line["id"] == id).unwrap()["result"].clone()
}
