//! Tests of messages that the user writes while the model works, and of the phase that the page shows.

use super::voices::{FORMATS, answer_stream, connection};
use super::*;

fn queue(host: &mut Host, id: u64, text: &str) {
    let prompt = Prompt::about(Vec::new(), text.to_owned());
    host.step(Op::Queue { id, prompt });
}

#[test]
fn a_message_of_the_user_steers_the_running_turn_after_the_results() {
    for provider in FORMATS {
        let mut host = Host::new(AgentConfig {
            connection: connection(provider),
            ..config()
        });
        host.prompt("Draw a gear");
        host.answer(&answer_stream(provider, &[Call("a", "run", "{}")], "tool_use"));
        host.take();
        queue(&mut host, 7, "Make it red");
        queue(&mut host, 8, "No, blue");
        queue(&mut host, 9, "Never mind");
        host.step(Op::Unqueue { id: 9 });
        assert_eq!(
            (host.agent.queued(), host.take().as_str()),
            (vec![7, 8], ""),
            "nothing is sent yet"
        );
        host.tool(fine());
        assert!(
            host.take()
                .contains("queued 7 is sent\nqueued 8 is sent\nturn 2.1\nsend"),
            "{provider}"
        );
        let request = host.requests.last().unwrap();
        trammel_judge::judge(&request.url, &request.body);
        let places = ["success", "Make it red", "No, blue"].map(|part| request.body.find(part).unwrap());
        assert!(
            places.is_sorted() && !request.body.contains("Never mind"),
            "{}",
            request.body
        );
        host.answer(&answer_stream(provider, &[Text("Blue.")], "end_turn"));
        assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
    }
}

#[test]
fn a_message_that_comes_during_the_last_answer_continues_the_run() {
    let mut host = Host::asked();
    queue(&mut host, 1, "Make it red");
    host.answer(&done("Drawn."));
    assert!(host.take().ends_with("queued 1 is sent\nturn 2.1\nsend"));
    assert!(host.sent().ends_with("Make it red\"}]}\n"), "{}", host.sent());
    host.answer(&done("Red."));
    assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
}

#[test]
fn a_stop_keeps_queued_messages_for_the_next_run() {
    let mut host = Host::asked();
    queue(&mut host, 1, "Make it red");
    host.step(Op::Stop { decision: None });
    assert_eq!(host.agent.queued(), [1]);
    host.take();
    host.step(Op::Continue);
    assert_eq!(host.take(), "queued 1 is sent\nturn 1.1\nsend");
    // Before a new message, the older one is sent.
    queue(&mut host, 2, "older");
    host.step(Op::Stop { decision: None });
    host.prompt("newer");
    assert!(
        host.sent().find("older") < host.sent().find("newer"),
        "{}",
        host.sent()
    );
    // Without a run, a queued message starts one.
    host.answer(&done("Done."));
    host.take();
    queue(&mut host, 3, "Again");
    assert_eq!(host.take(), "queued 3 is sent\nturn 1.1\nsend");
    queue(&mut host, 4, " ");
    assert_eq!(
        host.take(),
        "rejected: The message is empty. Describe what to draw."
    );
}

#[test]
fn the_phase_says_what_the_agent_waits_for() {
    let mut host = Host::new(AgentConfig {
        ask: true,
        ..config()
    });
    assert_eq!(host.agent.phase(), None);
    host.prompt("Draw");
    assert_eq!(host.agent.phase(), Some(Phase::Connecting));
    host.head(200, &[]);
    assert_eq!(host.agent.phase(), Some(Phase::Waiting));
    let body = answer(&[Text("I look."), Call("a", "run", "{}")], "tool_use");
    let (first, rest) = body.split_at(body.find("I look.").unwrap() + 40);
    host.bytes(first);
    host.bytes("");
    let at_text = rest.find("content_block_stop").unwrap();
    host.bytes(&rest[..at_text]);
    assert_eq!(host.agent.phase(), Some(Phase::Writing));
    host.bytes(&rest[at_text..]);
    assert_eq!(host.agent.phase(), Some(Phase::Tool("run".into())));
    let many: Vec<String> = (0..30).map(|i| format!("c{i}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    host.tool(changed(&[], &[], &many));
    assert_eq!(host.agent.phase(), Some(Phase::Asking));
    host.step(Op::Decide(Decision::Reverted));
    assert_eq!(host.agent.phase(), Some(Phase::Connecting));
    host.http_error(529, &[], "");
    assert_eq!(host.agent.phase(), Some(Phase::Backoff));
}
