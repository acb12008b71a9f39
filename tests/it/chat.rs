//! Tests of `trammel chat` as a process: the recorded provider, every wire format against a local server, and failures.

use crate::support::{Folder, exec, line};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

const KEY: &str = "sk-canary-0123456789";

/// A response: status line with headers, and body.
pub(crate) type Answer = (&'static str, String);

const STREAM: &str = "200 OK\r\ncontent-type: text/event-stream";

/// Starts a server that sends these responses, one per request, and forwards the head and body of each request.
pub(crate) fn server(answers: Vec<Answer>) -> (String, Receiver<(String, String)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    let (sender, asked) = channel();
    thread::spawn(move || {
        for (head, body) in answers {
            let (stream, _) = listener.accept().unwrap();
            sender.send(read(&stream)).unwrap();
            let length = body.len();
            let mut stream = stream;
            write!(
                stream,
                "HTTP/1.1 {head}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
            )
            .unwrap();
        }
    });
    (address, asked)
}

fn read(stream: &TcpStream) -> (String, String) {
    let mut stream = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        stream.read_line(&mut head).unwrap();
    }
    let length = head.to_ascii_lowercase();
    let length = length.split_once("content-length: ").unwrap().1;
    let mut body = vec![0; length.split_once('\r').unwrap().0.parse().unwrap()];
    stream.read_exact(&mut body).unwrap();
    (head, String::from_utf8(body).unwrap())
}

/// Returns the arguments for a model of the server at an address.
pub(crate) fn to_server(address: &str) -> [&str; 6] {
    ["--provider", "chat", "--model", "m", "--base-url", address]
}

fn chat(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trammel"));
    for name in trammel_llm::PROVIDERS
        .iter()
        .filter_map(|provider| provider.key_variable)
    {
        command.env_remove(name);
    }
    command
        .arg("chat")
        .args(arguments)
        .env("TRAMMEL_API_KEY", KEY)
        .env("no_proxy", "127.0.0.1")
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn sse(events: &[Value]) -> String {
    events.iter().map(|event| format!("data: {event}\n\n")).collect()
}

/// Returns the same two answers in each format: a tool call that draws, then a text.
pub(crate) fn conversation(provider: &str) -> Vec<Answer> {
    let code = json!({"code": "drawCircle('hole', 1, 2, 3);"});
    let (first, second) = match provider {
        "anthropic" => {
            let start =
                json!({"type": "message_start", "message": {"id": "m", "usage": {"input_tokens": 9}}});
            let stop = |reason: &str| json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 2}});
            let block =
                |block: Value| json!({"type": "content_block_start", "index": 0, "content_block": block});
            let end = json!({"type": "message_stop"});
            (
                vec![
                    start.clone(),
                    block(json!({"type": "tool_use", "id": "t1", "name": "run_cad_code", "input": code})),
                    stop("tool_use"),
                    end.clone(),
                ],
                vec![
                    start,
                    block(json!({"type": "text", "text": "A hole."})),
                    stop("end_turn"),
                    end,
                ],
            )
        }
        "openai" => {
            let done =
                |item: Value| json!({"type": "response.output_item.done", "output_index": 0, "item": item});
            let end = json!({"type": "response.completed", "response": {"status": "completed", "usage": {"input_tokens": 9, "output_tokens": 2}}});
            let delta = json!({"type": "response.output_text.delta", "output_index": 0, "delta": "A hole."});
            let said = json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "A hole."}]});
            (
                vec![
                    done(
                        json!({"type": "function_call", "id": "f", "call_id": "t1", "name": "run_cad_code", "arguments": code.to_string()}),
                    ),
                    end.clone(),
                ],
                vec![delta, done(said), end],
            )
        }
        "gemini" => {
            let said = |part: Value| json!({"candidates": [{"content": {"parts": [part]}, "finishReason": "STOP"}], "usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 2}});
            (
                vec![said(
                    json!({"functionCall": {"id": "t1", "name": "run_cad_code", "args": code}, "thoughtSignature": "S"}),
                )],
                vec![said(json!({"text": "A hole."}))],
            )
        }
        _ => {
            let said = |delta: Value| json!({"choices": [{"index": 0, "delta": delta, "finish_reason": "stop"}], "usage": {"prompt_tokens": 9, "completion_tokens": 2}});
            let call = json!({"index": 0, "id": "t1", "function": {"name": "run_cad_code", "arguments": code.to_string()}});
            (
                vec![said(json!({"tool_calls": [call]}))],
                vec![said(json!({"content": "A hole."}))],
            )
        }
    };
    vec![(STREAM, sse(&first)), (STREAM, sse(&second))]
}

#[test]
fn every_provider_format_draws() {
    for (provider, path, header) in [
        ("anthropic", "/v1/messages", "x-api-key: "),
        ("openai", "/v1/responses", "authorization: Bearer "),
        (
            "gemini",
            "/v1/models/some-model:streamGenerateContent?alt=sse",
            "x-goog-api-key: ",
        ),
        ("chat", "/v1/chat/completions", "authorization: Bearer "),
        ("ollama", "/v1/chat/completions", "authorization: Bearer "),
    ] {
        let folder = Folder::new();
        let (address, asked) = server(conversation(provider));
        let dir = folder.as_ref().to_str().unwrap();
        let ended = chat(&[
            "Draw a hole \"\\",
            "--provider",
            provider,
            "--model",
            "some-model",
            "--base-url",
            &address,
            "--dir",
            dir,
        ]);
        let (out, err) = (text(&ended.stdout), text(&ended.stderr));
        assert!(ended.status.success(), "{provider}: {out}{err}");
        let lines: Vec<&str> = out.lines().collect();
        assert!(
            lines[0].starts_with("> run_cad_code {\"code\":") && lines[1].starts_with("< ok {"),
            "{out}"
        );
        assert_eq!(lines[2..], ["A hole."]);
        assert!(err.starts_with("1 added, 22 tokens, "), "{err}");
        assert!(folder.read("main.js").contains("drawCircle('hole', 1, 2, 3);"));
        let (head, first) = asked.recv().unwrap();
        assert!(head.starts_with(&format!("POST {path} HTTP/1.1\r\n")), "{head}");
        assert!(head.contains(&format!("{header}{KEY}\r\n")), "{head}");
        assert!(
            first.contains("Draw a hole \\\"\\\\") && !first.contains(KEY),
            "{first}"
        );
        let (_, second) = asked.recv().unwrap();
        assert!(
            second.contains("drawCircle") && second.contains("success"),
            "{second}"
        );
        assert!(!out.contains(KEY) && !err.contains(KEY));
    }
}

#[test]
fn the_demo_draws_without_key_and_network() {
    let folder = Folder::new();
    let dir = folder.as_ref().to_str().unwrap();
    let ended = chat(&["anything", "--provider", "demo", "--dir", dir]);
    let out = text(&ended.stdout);
    assert!(ended.status.success(), "{out}{}", text(&ended.stderr));
    assert_eq!(
        out.lines().filter(|line| line.starts_with("< ok ")).count(),
        2,
        "{out}"
    );
    assert!(folder.read("main.js").contains("demo_plate"));
}

#[test]
fn the_selection_is_sent_with_the_prompt() {
    let folder = Folder::new();
    let dir = folder.as_ref().to_str().unwrap();
    exec(
        &folder,
        &[line(
            "draw_circle",
            &json!({"name": "rim", "x": 0, "y": 0, "radius": 9}),
        )],
    );
    let (address, asked) = server(conversation("chat"));
    let there = ["Draw", "--dir", dir, "--select", "rim"];
    let ended = chat(&[&there[..], &to_server(&address)].concat());
    assert!(ended.status.success(), "{}", text(&ended.stderr));
    let (_, body) = asked.recv().unwrap();
    assert!(
        body.contains(r#"The user selected these entities: [\"rim\"]"#),
        "{body}"
    );
    // The first message describes the drawing.
    assert!(
        body.contains("The drawing now") && body.contains("rim circle (-9, -9) to (9, 9)"),
        "{body}"
    );
    let ended = chat(&["Draw", "--provider", "demo", "--dir", dir, "--select", "rmi"]);
    assert_eq!(ended.status.code(), Some(2));
    assert!(
        text(&ended.stderr).contains("Entity 'rmi' not found"),
        "{}",
        text(&ended.stderr)
    );
}

#[test]
fn a_rate_limited_request_is_retried() {
    let mut answers = conversation("chat");
    answers.insert(
        0,
        (
            "429 Too Many\r\nretry-after: 0",
            json!({"error": {"message": "Slow"}}).to_string(),
        ),
    );
    let (address, asked) = server(answers);
    let ended = chat(&[&["Draw"][..], &to_server(&address)].concat());
    let err = text(&ended.stderr);
    assert!(ended.status.success(), "{err}");
    assert!(err.starts_with("trammel: OpenAI-compatible server limits the requests of this key per minute. Trying again in 0 s.\n"), "{err}");
    assert_eq!(asked.iter().count(), 3);
}

#[test]
fn failures_exit_1_and_do_not_print_the_key() {
    let refused =
        json!({"error": {"message": format!("bad key {KEY}"), "code": "invalid_api_key"}}).to_string();
    let (address, _asked) = server(vec![("401 No", refused)]);
    let ended = chat(&["Draw", "--provider", "openai", "--base-url", &address]);
    let err = text(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{err}");
    assert!(
        err.contains("OpenAI did not accept the API key.") && err.contains("bad key [key]"),
        "{err}"
    );
    assert!(!err.contains(KEY) && ended.stdout.is_empty());
}

#[test]
fn missing_arguments_are_reported_with_advice() {
    for (arguments, advice) in [
        (&["--provider", "demo"][..], "chat needs a PROMPT"),
        (&["Draw"], "chat needs --provider: use anthropic, openai, "),
        (&["Draw", "--provider", "anthropc"], "Did you mean 'anthropic'?"),
        (&["Draw", "--provider", "chat"], "chat with chat needs --model"),
        (&["Draw", "--provider", "builtin"], "built into some browsers"),
        (
            &["Draw", "--provider", "chat", "--model", "m"],
            "needs --base-url",
        ),
        (
            &[
                "Draw",
                "--provider",
                "openai",
                "--base-url",
                "http://192.168.0.2/v1",
            ],
            "does not send the key to 'http://192.168.0.2/v1', because http:// is not encrypted",
        ),
        (
            &[
                "Draw",
                "--provider",
                "openai",
                "--base-url",
                "http://localhost:80@evil.example/v1",
            ],
            "because http:// is not encrypted",
        ),
        (
            &["Draw", "--provider", "demo", "--loud"],
            "unknown argument '--loud'",
        ),
    ] {
        let ended = chat(arguments);
        assert_eq!(ended.status.code(), Some(2), "{arguments:?}");
        assert!(
            text(&ended.stderr).contains(advice),
            "{arguments:?}: {}",
            text(&ended.stderr)
        );
        assert!(ended.stdout.is_empty());
    }
    let mut without = Command::new(env!("CARGO_BIN_EXE_trammel"));
    without
        .args(["chat", "Draw", "--provider", "gemini"])
        .env_remove("GEMINI_API_KEY")
        .env_remove("TRAMMEL_API_KEY");
    let ended = without.output().unwrap();
    assert_eq!(
        text(&ended.stderr),
        "trammel: the API key for Google Gemini is missing: set GEMINI_API_KEY or TRAMMEL_API_KEY\n"
    );
}
