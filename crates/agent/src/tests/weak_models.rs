//! Tests of answers as weak and local models write them.

use super::voices::{ALL, answer_stream, connection};
use super::*;
use trammel_judge::{judge, judge_prompt};

const TEXT_CALL: &str =
    "I draw it.\n<tool_call>\n{\"name\": \"run\", \"arguments\": {\"code\": \"1\"}}\n</tool_call>";

fn host_of(provider: &str) -> Host {
    Host::new(AgentConfig {
        connection: connection(provider),
        ..config()
    })
}

#[test]
fn a_call_as_text_is_run_in_every_wire_format() {
    for provider in ALL {
        let mut host = host_of(provider);
        host.prompt("Draw");
        host.take();
        host.answer(&answer_stream(provider, &[Text(TEXT_CALL)], "end_turn"));
        let log = host.take();
        let shown = log.lines().rev().take(3).collect::<Vec<_>>();
        let call = "text_1_1_1 run {\"code\":\"1\"}";
        assert_eq!(
            shown,
            [
                format!("run {call}"),
                format!("started {call} FromText"),
                "calls in text, rest \"I draw it.\"".to_owned()
            ],
            "{provider}: {log}"
        );
        host.tool(fine());
        host.answer(&answer_stream(provider, &[Text("It is drawn.")], "end_turn"));
        assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }), "{provider}");
        for request in &host.requests {
            judge(&request.url, &request.body);
            assert!(!request.body.contains("<tool_call>"), "{}", request.body);
        }
        for prompt in &host.prompts {
            let initial = prompt
                .initial
                .iter()
                .map(|message| (message.role, message.content.as_str()));
            judge_prompt(initial, &prompt.message, &prompt.constraint);
        }
    }
}

#[test]
fn arguments_with_a_certain_meaning_are_repaired_in_every_wire_format() {
    for provider in ["anthropic", "openai", "deepseek"] {
        for (args, repair) in [
            ("{code: \"1\",}", "Notation"),
            ("```json\n{\"code\": \"1\"}\n```", "Notation"),
            ("{\"code\": \"1\"}}", "Notation"),
            ("{\"code\": \"1\"", "Completed"),
        ] {
            let mut host = host_of(provider);
            host.prompt("Draw");
            host.answer(&answer_stream(provider, &[Call("a", "run", args)], "tool_use"));
            let log = host.take();
            assert!(
                log.contains(&format!("started a run {{\"code\":\"1\"}} {repair}")),
                "{provider} {args}: {log}"
            );
            host.tool(fine());
            let request = host.requests.last().unwrap();
            judge(&request.url, &request.body);
        }
    }
}

#[test]
fn a_repaired_call_never_deletes_or_overwrites() {
    for (name, args) in [
        ("delete_entity", "{\"name\": \"roof\""),
        ("write", "{\"file\": \"main\", \"code\": \"\""),
        ("bash", "{\"command\": \"undo\""),
        ("bash", "{\"command\": \"reset\""),
    ] {
        let mut host = Host::asked();
        host.answer(&answer(&[Call("a", name, args)], "tool_use"));
        assert!(host.running.is_none(), "{name} {args}");
        assert!(
            host.sent()
                .contains("was not run. The end of its arguments is missing"),
            "{}",
            host.sent()
        );
    }
    let mut host = Host::asked();
    let text = "<tool_call>{\"name\": \"delete_entity\", \"arguments\": {\"name\": \"roof\"}}</tool_call>";
    host.answer(&answer(&[Text(text)], "end_turn"));
    assert!(host.running.is_none());
    assert!(
        host.sent().contains("was not run. It was text of your answer"),
        "{}",
        host.sent()
    );
    // What only looks, runs.
    let mut host = Host::asked();
    host.answer(&answer(
        &[Call("a", "bash", "{\"command\": \"tree\"")],
        "tool_use",
    ));
    assert!(host.running.is_some());
}

#[test]
fn a_turn_that_only_looks_like_work_is_answered_once_by_the_app() {
    let code = "Here is a gear:\n```js\ndrawCircle('gear', 0, 0, 10);\n```";
    for (said, why) in [
        ("<tool_call>draw a gear</tool_call>", "TextCall"),
        (code, "Code"),
        ("I have drawn the gear with 12 teeth.", "Claim"),
        ("톱니바퀴를 그렸어요.", "Claim"),
    ] {
        let mut host = Host::asked();
        host.take();
        host.answer(&answer(&[Text(said)], "end_turn"));
        let log = host.take();
        assert!(
            log.contains(&format!("nudged {why}\nturn 2.1\nsend")),
            "{said}: {log}"
        );
        assert!(
            host.sent().contains("[From the app, not from the user]"),
            "{}",
            host.sent()
        );
        assert!(
            host.sent().contains("the drawing did not change"),
            "{}",
            host.sent()
        );
        // Only once: the same answer ends the run.
        host.answer(&answer(&[Text(said)], "end_turn"));
        assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }), "{said}");
    }
}

#[test]
fn an_answer_to_a_question_and_a_finished_change_are_left_alone() {
    let code = "```js\ndrawCircle('gear', 0, 0, 10);\n```";
    for (asked, said) in [
        ("How do I draw a circle?", code),
        ("Show me the code of a circle", code),
        ("원을 그리는 코드를 보여 줘", code),
        ("Draw a gear", "How many teeth should it have?"),
        ("Draw a gear", "```\n12 teeth\n```"),
    ] {
        let mut host = Host::new(config());
        host.prompt(asked);
        host.answer(&answer(&[Text(said)], "end_turn"));
        assert_eq!(
            host.last,
            Some(Event::Done { stop: Stop::Done }),
            "{asked} {said}"
        );
    }
    let mut host = Host::asked();
    host.answer(&answer(&[Call("a", "run", "{}")], "tool_use"));
    host.tool(changed(&["gear"], &[], &[]));
    host.answer(&answer(
        &[Text(
            "I have drawn it:\n```js\ndrawCircle('gear', 0, 0, 10);\n```",
        )],
        "end_turn",
    ));
    assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
}

#[test]
fn varied_calls_that_fail_in_the_same_way_pause_the_run() {
    let mut host = Host::asked();
    for n in 0..5 {
        assert!(!matches!(host.last, Some(Event::Paused { .. })), "{n}");
        let args: &'static str = ["{\"n\":0}", "{\"n\":1}", "{\"n\":2}", "{\"n\":3}", "{\"n\":4}"][n];
        host.answer(&answer(
            &[Call(["a", "b", "c", "d", "e"][n], "run", args)],
            "tool_use",
        ));
        host.tool(Reply::of_message(trammel_language::Bilingual::same(format!(
            "hole_{n} is at {n}.5 already"
        ))));
    }
    let why = Pause::RepeatingKind {
        tool: "run".into(),
        times: 5,
    };
    assert_eq!(host.last, Some(Event::Paused { why }));
}

#[test]
fn skipped_calls_do_not_end_a_row_of_failures() {
    let mut host = Host::asked();
    for (first, second) in [("a", "b"), ("c", "d"), ("e", "f"), ("g", "h"), ("i", "j")] {
        assert!(!matches!(host.last, Some(Event::Paused { .. })), "{first}");
        let calls = [
            Call(first, "draw_circle", "{}"),
            Call(second, "draw_circle", "{\"x\":1}"),
        ];
        host.answer(&answer(&calls, "tool_use"));
        host.tool(Reply::of_message(trammel_language::Bilingual::same(format!(
            "'{first}' is missing"
        ))));
    }
    assert!(
        matches!(
            host.last,
            Some(Event::Paused {
                why: Pause::RepeatingKind { times: 5, .. }
            })
        ),
        "{:?}",
        host.last
    );
}
