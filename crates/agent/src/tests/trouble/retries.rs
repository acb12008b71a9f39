//! Tests of retries and of errors without a retry.

use super::*;

#[test]
fn a_broken_stream_is_retried() {
    let mut host = Host::asked();
    let body = answer(&[Text("Half"), Call("a", "run", "{}")], "tool_use");
    for _ in 0..2 {
        host.bytes(&body[..body.len() - 40]);
        host.step(Op::HttpEnd { request: host.number });
        assert!((750..=2500).contains(&host.waited.unwrap()));
        host.tick();
    }
    host.bytes(&body[..200]);
    host.step(Op::HttpFailed {
        request: host.number,
        message: "network error".into(),
    });
    expect![[r#"
        turn 1.1
        send
        usage 11 of 11
        text "Half"
        preparing a run
        abort
        retrying 2: The response ended early.
        wait
        turn 1.2
        send
        usage 11 of 22
        text "Half"
        preparing a run
        abort
        retrying 3: The response ended early.
        wait
        turn 1.3
        send
        usage 11 of 33
        failed StreamTruncated: The response ended early. The drawing is kept; try again. [Retry]"#]]
    .assert_eq(&host.take());
    assert!(
        host.requests.iter().all(|r| *r == host.requests[0]),
        "the same request each time"
    );
    host.step(Op::Continue);
    host.answer(&done("There."));
    assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
}

#[test]
fn retry_after_headers_set_the_delay() {
    let mut host = Host::asked();
    for expected in [7_000, 7_000, 7_000, 7_000] {
        host.http_error(429, &[("retry-after", "7")], RATE);
        assert_eq!(host.waited.take(), Some(expected));
        host.tick();
    }
    host.http_error(429, &[("retry-after", "7")], RATE);
    assert!(
        matches!(
            host.last,
            Some(Event::Failed {
                kind: ErrorKind::RateLimited,
                ..
            })
        ),
        "four times, not five"
    );

    let mut host = Host::asked();
    host.http_error(429, &[("retry-after", "300")], RATE);
    host.take();
    let Some(Event::Failed {
        message,
        action,
        detail,
        ..
    }) = host.last
    else {
        panic!("{:?}", host.last)
    };
    assert_eq!(
        message.english,
        "Anthropic limits the requests of this key per minute. The drawing is kept; try again in 5 min."
    );
    assert_eq!(
        message.korean,
        "Anthropic에서 이 키의 분당 요청을 제한해요. 도면은 그대로 있으니 5분 뒤에 다시 시도하세요."
    );
    assert_eq!(action, Remedy::Retry);
    assert_eq!(detail, format!("HTTP 429\nSlow\n{RATE}"));
}

#[test]
fn retry_now_skips_the_backoff_and_ignores_the_late_timer() {
    let mut host = Host::asked();
    host.http_error(529, &[], "");
    host.take();
    let stale = host.number;
    host.step(Op::RetryNow);
    assert_eq!(host.take(), "abort\nturn 1.2\nsend");
    host.step(Op::Tick { request: stale });
    assert_eq!(host.take(), "", "a late tick does nothing");
    host.answer(&done("There."));
    assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
}

#[test]
fn authentication_and_request_errors_are_not_retried() {
    for (status, kind, action) in [
        (401, ErrorKind::Auth, Remedy::CheckKey),
        (400, ErrorKind::BadRequest, Remedy::CheckAddress),
        (403, ErrorKind::Permission, Remedy::CheckModel),
    ] {
        let mut host = Host::asked();
        host.http_error(
            status,
            &[],
            &format!("{{\"error\":{{\"message\":\"bad key {KEY}\"}}}}"),
        );
        let Some(Event::Failed {
            kind: got,
            action: offered,
            detail,
            ..
        }) = &host.last
        else {
            panic!()
        };
        assert_eq!((*got, *offered), (kind, action));
        assert!(detail.contains("bad key [key]"), "{detail}");
        assert_eq!(host.requests.len(), 1);
        assert!(!host.agent.is_busy());
    }
}

#[test]
fn network_failures_are_retried_and_then_explained() {
    let mut host = Host::asked();
    for _ in 0..3 {
        host.step(Op::HttpFailed {
            request: host.number,
            message: "TypeError: Failed to fetch".into(),
        });
        host.tick();
    }
    host.take();
    host.step(Op::HttpFailed {
        request: host.number,
        message: "TypeError: Failed to fetch".into(),
    });
    expect!["failed Network: Anthropic could not be reached. The drawing is kept; check the connection and the base URL in the settings. The server may also block browser requests (CORS). [CheckAddress]"]
        .assert_eq(&host.take());
}

#[test]
fn a_missing_or_invalid_key_fails_without_a_request() {
    for (key, failure, why) in [
        ("", ErrorKind::NoKey, "The API key for Anthropic is missing."),
        (
            "sk-키",
            ErrorKind::BadKey,
            "The API key contains an invalid character.",
        ),
    ] {
        let mut connection = config().connection;
        connection.endpoint.key = Secret::new(key);
        let mut host = Host::new(AgentConfig {
            connection,
            ..config()
        });
        host.prompt("Draw");
        let Some(Event::Failed {
            kind,
            message,
            detail,
            ..
        }) = &host.last
        else {
            panic!()
        };
        assert_eq!((*kind, detail.as_str()), (failure, ""));
        assert!(message.english.starts_with(why), "{message:?}");
        assert!(message.korean.contains("도면은 그대로"), "{message:?}");
        assert!(host.requests.is_empty());
        host.agent.connect(config().connection).unwrap();
        host.step(Op::Continue);
        assert_eq!(host.requests.len(), 1);
    }
}

#[test]
fn the_key_is_in_no_debug_output() {
    let mut host = Host::asked();
    host.http_error(500, &[("x-request", KEY)], &format!("echo: {KEY}"));
    host.step(Op::Stop { decision: None });
    let printed = format!(
        "{:?} {:?} {:?} {:?}",
        host.agent,
        config(),
        host.agent.connection(),
        host.requests
    );
    assert!(!printed.contains("canary"), "{printed}");
}
