//! Tests of the cost of runs, the spending limit, and the receipt.

use super::voices::answer_stream;
use super::*;
use trammel_language::Bilingual;
use trammel_tools::Failure;

/// Cost of 10 input tokens and 5 output tokens of the test model, in billionths of a US dollar: 40,000 + 100,000.
const TURN: u64 = 140_000;

fn look() -> String {
    answer(&[Call("a", "run", "{}")], "tool_use")
}

fn capped(max_spend: Option<u64>) -> Host {
    let limits = Limits {
        max_spend,
        ..Limits::default()
    };
    let mut host = Host::new(AgentConfig { limits, ..config() });
    host.prompt("Draw");
    host
}

#[test]
fn reaching_the_spend_limit_pauses_the_run() {
    let mut host = capped(Some(2 * TURN));
    host.answer(&look());
    host.tool(fine());
    assert!(host.agent.is_busy());
    host.answer(&look());
    host.tool(fine());
    let why = Pause::SpendLimit {
        spent: 2 * TURN,
        limit: 2 * TURN,
    };
    assert_eq!(host.last, Some(Event::Paused { why: why.clone() }));
    assert_eq!(
        why.message().english,
        "This conversation has cost $0.0003; its limit is $0.0003. Continue to allow the same amount again; the drawing is kept."
    );
    // Continuing raises the limit by the same amount once.
    host.step(Op::Continue);
    host.answer(&look());
    host.tool(fine());
    host.answer(&look());
    host.tool(fine());
    assert!(matches!(
        host.last,
        Some(Event::Paused {
            why: Pause::SpendLimit { .. }
        })
    ));
    // A new message does not raise the limit.
    host.prompt("More");
    assert!(matches!(
        host.last,
        Some(Event::Paused {
            why: Pause::SpendLimit { .. }
        })
    ));
    assert_eq!(host.agent.cost(), 4 * TURN);
    host.step(Op::Continue);
    host.answer(&done("Done."));
    assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
}

#[test]
fn spend_limit_and_prices_can_change_during_a_run() {
    let mut host = capped(None);
    host.answer(&look());
    host.tool(fine());
    host.agent.set_max_spend(Some(TURN / 2));
    let mut own = trammel_llm::models::Models::built_in().models[1].clone();
    assert_eq!(own.id, "claude-opus-5-5");
    own.price = None;
    host.agent.set_own_models(vec![own]);
    host.answer(&look());
    host.tool(fine());
    assert!(matches!(host.last, Some(Event::Paused { .. })));
    assert_eq!((host.agent.cost(), host.agent.receipt().cost), (TURN, None));
}

#[test]
fn tokens_of_a_stopped_answer_are_counted() {
    let mut host = capped(None);
    let body = done("Half");
    host.bytes(&body[..body.len() - 40]);
    host.step(Op::Stop { decision: None });
    // 10 input tokens and the first output token.
    assert_eq!(host.agent.receipt().usage.total(), 11);
    assert_eq!(host.agent.cost(), 60_000);
}

#[test]
fn without_a_limit_runs_continue_and_earlier_spending_counts() {
    let mut host = capped(None);
    for _ in 0..5 {
        host.answer(&look());
        host.tool(fine());
    }
    assert!(host.agent.is_busy());
    let before = AgentConfig {
        spent: 2_000_000_000,
        ..config()
    };
    let mut host = Host::new(before);
    host.prompt("Draw");
    assert!(matches!(host.last, Some(Event::Paused { .. })));
    assert!(host.requests.is_empty());
}

#[test]
fn the_receipt_reports_changes_warnings_refusals_and_usage() {
    let mut host = Host::new(config());
    host.step(Op::Prompt(Prompt {
        text: "Draw".into(),
        selection: vec!["wall".into()],
        ..Prompt::default()
    }));
    host.answer(&answer(
        &[
            Call("a", "run", "{}"),
            Call("b", "run", "{}"),
            Call("c", "run", "{oops"),
        ],
        "tool_use",
    ));
    let mut reply = changed(&["gear"], &["wall", "roof"], &[]);
    reply.warnings = vec![Bilingual::new("roof is empty", "roof에 항목이 없어요")];
    host.tool(reply);
    host.tool(Reply::of_failure(Failure {
        protected: vec!["door".into()],
        ..Failure::new(Bilingual::same("locked"))
    }));
    host.answer(&done("Done."));
    let receipt = host.agent.receipt();
    let expected = Receipt {
        added: 1,
        changed: 2,
        names: ["gear", "roof", "wall"].map(str::to_owned).to_vec(),
        outside: vec!["roof".into()],
        refused: vec!["door".into()],
        warnings: vec![Bilingual::new("roof is empty", "roof에 항목이 없어요")],
        failed_calls: 2,
        requests: 2,
        usage: Usage {
            input_uncached: 20,
            output: 10,
            ..Usage::default()
        },
        cost: Some(2 * TURN),
        model: "claude-opus-5-5".into(),
        ..Receipt::default()
    };
    assert_eq!(receipt, expected);
    let stored = serde_json::to_string(&receipt).unwrap();
    assert_eq!(serde_json::from_str::<Receipt>(&stored).unwrap(), receipt);
    // The next message has its own account.
    host.prompt("Nothing more");
    host.answer(&done("Good."));
    let receipt = host.agent.receipt();
    assert!(receipt.changes_nothing() && receipt.refused.is_empty());
    assert_eq!((receipt.requests, receipt.cost), (1, Some(TURN)));
}

#[test]
fn a_model_without_a_known_price_has_no_cost() {
    let mut host = Host::new(AgentConfig {
        connection: voices::connection("openai"),
        ..config()
    });
    host.prompt("Draw");
    host.answer(&answer_stream("openai", &[Text("Done.")], "end_turn"));
    let receipt = host.agent.receipt();
    assert_eq!(
        (receipt.cost, receipt.usage.total(), host.agent.cost()),
        (None, 15, 0)
    );
}

#[test]
fn a_server_that_reports_no_tokens_has_no_cost() {
    let mut host = capped(None);
    let silent = done("Done.").replace("\"input_tokens\":10", "\"input_tokens\":0");
    let silent = silent.replace("\"output_tokens\":1", "\"output_tokens\":0");
    host.answer(&silent.replace("\"output_tokens\":5", "\"output_tokens\":0"));
    let receipt = host.agent.receipt();
    assert_eq!((receipt.requests, receipt.cost), (1, None));
}

#[test]
fn a_prompt_without_a_server_address_fails_without_a_request() {
    let mut connection = voices::connection("chat");
    connection.endpoint.base_url = " ".into();
    let mut host = Host::new(AgentConfig {
        connection,
        ..config()
    });
    host.prompt("Draw");
    assert!(host.requests.is_empty(), "a key is not sent without an address");
    assert!(matches!(
        host.last,
        Some(Event::Failed {
            kind: ErrorKind::NoAddress,
            action: Remedy::CheckAddress,
            ..
        })
    ));
}

#[test]
fn an_unreachable_local_server_is_explained_with_cors() {
    let mut host = Host::new(AgentConfig {
        connection: voices::connection("ollama"),
        ..config()
    });
    host.prompt("Draw");
    for _ in 0..4 {
        host.step(Op::HttpFailed {
            request: host.number,
            message: "TypeError: Failed to fetch".into(),
        });
        host.tick();
    }
    let said = host.take();
    assert!(said.contains("Ollama could not be reached."), "{said}");
    assert!(
        said.contains("check that the server runs and allows requests from this page (CORS)"),
        "{said}"
    );
}

#[test]
fn retry_keeps_max_tokens_within_the_model_output_limit() {
    let mut host = Host::new(AgentConfig {
        connection: voices::connection("ollama"),
        ..config()
    });
    host.prompt("Draw");
    assert_eq!(host.body()["max_tokens"], 8_000);
    host.answer(&answer_stream(
        "ollama",
        &[Call("a", "run", "{\"x\":")],
        "max_tokens",
    ));
    assert!(
        !host.agent.is_busy() || host.body()["max_tokens"] == 8_000,
        "there is no more room to try"
    );
}
