//! Tests of `trammel mcp` with a session recorded from the protocol's JavaScript client.

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
        call(id, "register_tool", &arguments)
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

#[test]
fn the_drawing_its_files_and_the_reference_are_resources() {
    let read = |id: i64, uri: &str| request(id, "resources/read", &json!({ "uri": uri }));
    let got = after_opening(
        &[],
        &[
            call(
                1,
                "write",
                &json!({"file": "부품", "code": "export const r = 4;"}),
            ),
            call(2, "run_cad_code", &json!({"code": "drawCircle('c', 0, 0, 4)"})),
            request(3, "resources/list", &json!({})),
            request(4, "resources/templates/list", &json!({})),
            read(5, "trammel://drawing.svg"),
            read(6, "trammel://drawing.png"),
            read(7, "trammel://drawing.json"),
            read(8, "trammel://files/main.js"),
            read(9, "trammel://files/%EB%B6%80%ED%92%88.js"),
            read(10, "trammel://files/부품.js"),
            read(11, "trammel://reference/tools.md"),
            read(12, "trammel://reference/tools.d.ts"),
            read(13, "trammel://files/nosuch.js"),
        ],
    );
    let listed = answer(&got, 3)["resources"].clone();
    let uris: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|resource| resource["uri"].as_str().unwrap())
        .collect();
    assert_eq!(
        uris,
        [
            "trammel://drawing.svg",
            "trammel://drawing.png",
            "trammel://drawing.json",
            "trammel://files/main.js",
            "trammel://files/%EB%B6%80%ED%92%88.js",
            "trammel://reference/tools.md",
            "trammel://reference/tools.d.ts"
        ]
    );
    assert_eq!(
        answer(&got, 4)["resourceTemplates"][0]["uriTemplate"],
        "trammel://files/{name}.js"
    );
    let content = |id: i64| answer(&got, id)["contents"][0].clone();
    let text = |id: i64| content(id)["text"].as_str().unwrap().to_owned();
    assert!(
        text(5).contains("<svg") && text(5).contains("<circle"),
        "{}",
        text(5)
    );
    assert_eq!(content(6)["mimeType"], "image/png");
    assert!(content(6)["blob"].as_str().unwrap().starts_with("iVBORw0KGgo"));
    let scene: Value = serde_json::from_str(&text(7)).unwrap();
    assert_eq!(scene["entities"][0]["name"], "c");
    assert_eq!(text(8), "drawCircle('c', 0, 0, 4);\n");
    assert_eq!((text(9), text(10)), ("export const r = 4;".to_owned(), text(9)));
    assert!(text(11).contains("draw_circle") && text(12).contains("draw_circle"));
    let refused = got.iter().find(|line| line["id"] == 13).unwrap()["error"].clone();
    let message = refused["message"].as_str().unwrap();
    assert!(
        message.starts_with(
            "there is no resource 'trammel://files/nosuch.js'. The resources are trammel://drawing.svg, "
        ),
        "{message}"
    );
}

#[test]
fn a_client_is_notified_of_changes_of_the_resources_it_subscribed_to() {
    let circle = |id: i64, name: &str| {
        call(
            id,
            "draw_circle",
            &json!({"name": name, "x": 0, "y": 0, "radius": 4}),
        )
    };
    let got = after_opening(
        &[],
        &[
            circle(1, "a"),
            request(2, "resources/subscribe", &json!({"uri": "trammel://drawing.svg"})),
            circle(3, "b"),
            call(4, "get_entity", &json!({"name": "b"})),
            call(5, "write", &json!({"file": "lib", "code": "export const r = 4;"})),
            request(
                6,
                "resources/unsubscribe",
                &json!({"uri": "trammel://drawing.svg"}),
            ),
            circle(7, "c"),
        ],
    );
    let updated = notifications(&got, "notifications/resources/updated");
    assert_eq!(updated.len(), 1, "{updated:?}");
    assert_eq!(updated[0]["params"]["uri"], "trammel://drawing.svg");
    assert_eq!(
        notifications(&got, "notifications/resources/list_changed").len(),
        1,
        "for the new file"
    );
}

#[test]
fn a_file_that_is_edited_outside_is_read_and_announced_and_the_next_reply_names_it() {
    let folder = Folder::new();
    folder.write("main.js", "drawCircle('c', 0, 0, 4);");
    let mut client = Client::start(&["--dir", folder.as_ref().to_str().unwrap()]);
    let uri = "trammel://files/main.js";
    client.ask(&request(1, "resources/subscribe", &json!({ "uri": uri })));
    folder.write("main.js", "drawCircle('wide', 0, 0, 40);");
    let read = client.ask(&request(2, "resources/read", &json!({ "uri": uri })));
    assert_eq!(read["contents"][0]["text"], "drawCircle('wide', 0, 0, 40);");
    let reply = client.ask(&call(3, "get_entity", &json!({"name": "wide"})));
    assert_eq!(
        reply["structuredContent"]["warnings"],
        json!(["main.js was changed by another program and reloaded"])
    );
    assert_eq!(
        notifications(&client.got, "notifications/resources/updated").len(),
        1
    );
}

#[test]
fn the_prompts_have_an_argument_and_instructions() {
    let get = |id: i64, name: &str, arguments: Value| {
        request(id, "prompts/get", &json!({"name": name, "arguments": arguments}))
    };
    let got = after_opening(
        &[],
        &[
            request(1, "prompts/list", &json!({})),
            get(2, "draw", json!({"request": "a flange with 6 holes"})),
            get(3, "review", json!({})),
            get(4, "review", json!({"focus": "it is cut by laser"})),
            get(5, "draw", json!({})),
            get(6, "nosuch", json!({})),
        ],
    );
    let prompts = answer(&got, 1)["prompts"].clone();
    let arguments = |at: usize| &prompts[at]["arguments"][0];
    assert_eq!(
        (
            &prompts[0]["name"],
            &arguments(0)["name"],
            &arguments(0)["required"]
        ),
        (&json!("draw"), &json!("request"), &json!(true))
    );
    assert_eq!(
        (
            &prompts[1]["name"],
            &arguments(1)["name"],
            &arguments(1)["required"]
        ),
        (&json!("review"), &json!("focus"), &json!(false))
    );
    let text = |id: i64| {
        answer(&got, id)["messages"][0]["content"]["text"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert!(text(2).starts_with("Draw this in the Trammel document: a flange with 6 holes\n\n1. "));
    assert!(text(3).starts_with("Review the drawing in the Trammel document, and change nothing.\n\n1. "));
    assert!(text(4).contains("change nothing. The user says: it is cut by laser\n\n1. "));
    for named in ["run_cad_code", "describe_scene", "edit", "bash", "query_code"] {
        let registered = trammel::tools::TOOLS.iter().any(|tool| tool.name == named);
        assert!(
            registered && (text(2) + &text(3)).contains(&format!("`{named}`")),
            "{named}"
        );
    }
    let message = |id: i64| got.iter().find(|line| line["id"] == id).unwrap()["error"]["message"].clone();
    assert_eq!(
        message(5),
        "the prompt 'draw' needs the argument 'request', a text: The drawing or the change, with its sizes"
    );
    assert_eq!(
        message(6),
        "there is no prompt 'nosuch'. The prompts are draw, review"
    );
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
    let first: Vec<&str> = SENT.lines().take(3).collect();
    let lines = [
        first.join("\n"),
        call(2, "draw_house", &json!({"size": 3})),
        call(3, "list_tools", &json!({"domain": "custom"})),
        call(4, "search_decisions", &json!({"query": "canary"})),
        call(5, "get_entity", &json!({"name": "wall"})),
        call(
            6,
            "edit_hint",
            &json!({"tool": "draw_circle", "action": "add", "text": "Own line"}),
        ),
        json!({"jsonrpc": "2.0", "id": 7, "method": "tools/list"}).to_string(),
    ];
    let dir = folder.as_ref().to_str().unwrap();
    let arguments: Vec<&str> = ["--tools", "all", "--dir", dir]
        .into_iter()
        .chain(flags.iter().copied())
        .collect();
    played(&arguments, &(lines.join("\n") + "\n"))
}

fn answer(got: &[Value], id: i64) -> Value {
    got.iter().find(|line| line["id"] == id).unwrap()["result"].clone()
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
