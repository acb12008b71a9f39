//! Invariants of all providers: the list is valid, keys are sent as headers, the sent prefix of a conversation is
//! stable.

use super::judge_prompt;
use super::*;
use crate::origins;
use trammel_judge::judge;

/// Iterates over the providers with an address and their adapters.
fn adapters() -> impl Iterator<Item = (&'static Provider, Box<dyn Adapter>)> {
    PROVIDERS
        .iter()
        .filter(|provider| provider.has_address())
        .map(|provider| (provider, (provider.adapter)()))
}

#[test]
fn the_provider_list_is_valid() {
    for (at, provider) in PROVIDERS.iter().enumerate() {
        assert!(
            PROVIDERS[..at]
                .iter()
                .all(|other| other.id != provider.id && other.label != provider.label),
            "{}",
            provider.id
        );
        assert!(
            provider.id.bytes().all(|b| b.is_ascii_lowercase()),
            "{}",
            provider.id
        );
        let reachable = provider.base_url.is_empty()
            || provider.base_url.starts_with("https://")
            || provider.base_url.starts_with("http://localhost:");
        assert!(
            reachable && !provider.base_url.ends_with('/'),
            "{}",
            provider.base_url
        );
        assert_eq!(
            provider.has_address(),
            provider.key != KeyNeed::None,
            "{}",
            provider.id
        );
        assert_eq!(
            provider.needs_key(),
            provider.key_variable.is_some(),
            "{}",
            provider.id
        );
    }
}

#[test]
fn keys_are_sent_only_in_headers_and_are_optional() {
    let turns = [user("Draw")];
    for (provider, adapter) in adapters() {
        let asked = request(&*adapter, "https://x/v1", &chat("m", &turns));
        let holding: Vec<&str> = asked
            .headers
            .iter()
            .filter(|(_, v)| v.contains(KEY))
            .map(|(n, _)| n.as_str())
            .collect();
        assert_eq!(holding.len(), 1, "{}", provider.id);
        assert!(
            !asked.url.contains(KEY) && !asked.body.contains(KEY) && !format!("{asked:?}").contains(KEY),
            "{}",
            provider.id
        );
        let Transport::Http(open) = adapter.request(
            &chat("m", &turns),
            &Endpoint {
                base_url: "http://localhost:1/v1".into(),
                key: Secret::default(),
            },
        ) else {
            panic!()
        };
        assert!(
            open.headers.iter().all(|(name, _)| name != holding[0]),
            "{}",
            provider.id
        );
        assert!(
            open.headers
                .iter()
                .all(|(name, _)| *name == name.to_ascii_lowercase())
        );
    }
}

#[test]
fn model_list_requests_contain_only_the_key() {
    for (provider, adapter) in adapters() {
        let endpoint = Endpoint {
            base_url: "https://x/v1/".into(),
            key: Secret::new(KEY),
        };
        let list = adapter.list(&endpoint).unwrap();
        assert_eq!(list.method, "GET");
        assert!(
            list.url.starts_with("https://x/v1/models") && list.body.is_empty(),
            "{}",
            list.url
        );
        let asked = request(&*adapter, "https://x/v1", &chat("m", &[user("Draw")]));
        for header in &list.headers {
            assert!(asked.headers.contains(header), "{}: {}", provider.id, header.0);
        }
        assert!(
            list.headers.iter().any(|(_, value)| value.contains(KEY)),
            "{}",
            provider.id
        );
        assert!(list.headers.iter().all(|(name, _)| name != "content-type"));
    }
}

/// Returns a turn that the provider itself produced, in its own raw format, and the results of its calls.
fn exchange(provider: &Provider, round: usize) -> [Turn; 2] {
    let ids = [format!("call_{round}_a"), format!("call_{round}_b")];
    let call = |id: &String| ToolCall {
        id: id.clone(),
        name: "run".into(),
        args: Ok(json!({"n": 1.0, "톱": "니"})),
        repair: crate::Repair::None,
    };
    let raw = match provider.id {
        "anthropic" => {
            json!([{"type": "thinking", "thinking": "", "signature": "SIG"}, {"type": "tool_use", "id": ids[0], "name": "run", "input": {"n": 1.0}},
            {"type": "tool_use", "id": ids[1], "name": "run", "input": {}}])
        }
        "openai" => json!([{"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "g"},
            {"type": "function_call", "id": "f", "call_id": ids[0], "name": "run", "arguments": "{\"n\": 1.0}"},
            {"type": "function_call", "id": "g", "call_id": ids[1], "name": "run", "arguments": "{}"}]),
        "gemini" => {
            json!([{"functionCall": {"id": ids[0], "name": "run", "args": {"n": 1.0}}, "thoughtSignature": "SIG"},
            {"functionCall": {"name": "run"}}])
        }
        _ => json!({"role": "assistant", "content": null, "tool_calls": ids.iter().map(|id|
            json!({"id": id, "type": "function", "function": {"name": "run", "arguments": "{}"}})).collect::<Value>()}),
    };
    let turn = Turn {
        role: Role::Assistant,
        blocks: ids.iter().map(|id| Block::ToolCall(call(id))).collect(),
        raw: Some(Raw {
            provider: provider.id.into(),
            model: "m".into(),
            value: raw,
        }),
    };
    let results = Turn::user(vec![
        result(
            &ids[0],
            vec![Content::Text("{\"success\":true}".into()), picture()],
            false,
        ),
        result(&ids[1], vec![Content::Text("no".into())], true),
    ]);
    [turn, results]
}

/// Prompt caches and signed reasoning require a stable prefix.
#[test]
fn each_request_extends_the_previous_one() {
    let tools = [tool()];
    for (provider, adapter) in adapters() {
        for own in [true, false] {
            let model = if own { "m" } else { "another" };
            let mut turns = vec![user("Draw")];
            let mut before: Option<HttpRequest> = None;
            for round in 0..5 {
                let asked = request(
                    &*adapter,
                    "https://x/v1",
                    &Chat {
                        system: "You draw.",
                        tools: &tools,
                        ..chat(model, &turns)
                    },
                );
                judge(&asked.url, &asked.body);
                if let Some(before) = &before {
                    let kept = before.body.strip_suffix("]}").unwrap();
                    assert!(
                        asked.body.starts_with(kept),
                        "{}: {}\n{}",
                        provider.id,
                        before.body,
                        asked.body
                    );
                    assert_eq!((&asked.url, &asked.headers), (&before.url, &before.headers));
                }
                before = Some(asked);
                turns.extend(exchange(provider, round));
            }
        }
    }
}

/// A conversation may switch between all providers, and each must accept the turns of the others.
#[test]
fn every_adapter_accepts_turns_of_all_providers() {
    let mut turns = vec![user("Draw")];
    for (round, (provider, _)) in adapters().enumerate() {
        turns.extend(exchange(provider, round % 3));
        turns.push(Turn {
            role: Role::Assistant,
            blocks: vec![Block::Text("Done.".into())],
            raw: None,
        });
        turns.push(user("More"));
    }
    for (_, adapter) in adapters() {
        let sent = request(&*adapter, "https://x/v1", &chat("m", &turns));
        judge(&sent.url, &sent.body);
    }
    let browser = (ondevice::PROVIDER.adapter)();
    let Transport::OnDevice(prompt) = browser.request(&chat("m", &turns), &Endpoint::default()) else {
        panic!()
    };
    judge_prompt(&prompt);
    // Turns of the browser's model contain only ids, calls and text, without a raw form.
    let left = [call_of("call_1f", "run"), call_of("call_1f", "run")];
    for turn in left {
        turns.push(turn);
        turns.push(Turn::user(vec![result(
            "call_1f",
            vec![Content::Text("ok".into())],
            false,
        )]));
    }
    for (_, adapter) in adapters() {
        let sent = request(&*adapter, "https://x/v1", &chat("m", &turns));
        judge(&sent.url, &sent.body);
    }
}

/// Returns a turn of the browser's model.
fn call_of(id: &str, name: &str) -> Turn {
    let call = ToolCall {
        id: id.into(),
        name: name.into(),
        args: Ok(json!({})),
        repair: crate::Repair::None,
    };
    Turn {
        role: Role::Assistant,
        blocks: vec![Block::ToolCall(call)],
        raw: None,
    }
}

#[test]
fn the_origins_are_those_of_the_remote_providers() {
    let origins = origins();
    for host in ["api.anthropic.com", "api.openai.com", "openrouter.ai"] {
        assert!(origins.contains(&format!("https://{host}")), "{origins:?}");
    }
    for provider in PROVIDERS
        .iter()
        .filter(|provider| provider.base_url.starts_with("https"))
    {
        let permitted = origins.iter().any(|origin| {
            provider.base_url.starts_with(&format!("{origin}/")) || provider.base_url == *origin
        });
        assert!(permitted, "{}", provider.id);
    }
    assert!(
        origins
            .iter()
            .all(|origin| origin.starts_with("https://") && !origin.contains("localhost"))
    );
}

#[test]
fn remote_pages_need_browser_permission_for_local_servers() {
    let ollama = provider("ollama").unwrap();
    for page in [
        "https://cad.example",
        "https://cad.example:8443",
        "http://localhost.example",
    ] {
        assert!(ollama.is_asked_about(page), "{page}");
        assert!(!provider("anthropic").unwrap().is_asked_about(page));
    }
    for page in [
        "http://localhost:8080",
        "http://127.0.0.1:8080",
        "http://[::1]:8080",
        "http://localhost",
    ] {
        assert!(!ollama.is_asked_about(page), "{page}");
    }
}
