//! Tests of connection probes with recorded responses.

use super::*;
use crate::probe::{Next, Outcome, Probe};

/// Response of a server: prefix of the path, status, body.
type Answer = (&'static str, u16, &'static str);

/// Status that stands for an unreachable server.
const NO_CREDENTIAL: u16 = 0;

const OPENAI_LIST: &str =
    r#"{"object":"list","data":[{"id":"some-model","object":"model"},{"id":"other","object":"model"}]}"#;
const CHAT_OK: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"OK\"}}]}\n\n\
    data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

/// Returns the requests and the outcome of a probe, one step per line.
#[track_caller]
fn trial(id: &str, model: &str, key: &str, answers: &[Answer]) -> String {
    let provider = provider(id).unwrap();
    let endpoint = Endpoint {
        base_url: "https://x/v1".into(),
        key: Secret::new(key),
    };
    let (mut probe, mut next) = Probe::begin(provider, model, endpoint);
    let mut told = Vec::new();
    let mut answers = answers.iter();
    loop {
        let request = match next {
            Next::Send(request) => request,
            Next::Done(verdict) => {
                assert_eq!(answers.next(), None, "answers that nobody asked for");
                let printed = format!("{verdict:?}");
                assert!(!printed.contains("canary"), "{printed}");
                let outcome = match verdict.outcome {
                    Outcome::Failed(error) => format!("{:?}: {}", error.kind, error.message),
                    outcome => format!("{outcome:?}"),
                };
                told.push(format!("{outcome}, {} models", verdict.models.len()));
                return told.join("\n");
            }
        };
        assert!(!request.url.contains("canary") && !request.body.contains("canary"));
        let holding = request
            .headers
            .iter()
            .filter(|(_, value)| value.contains("canary"));
        assert_eq!(
            holding.count(),
            usize::from(!key.is_empty()),
            "headers with the key"
        );
        let path = request.url.strip_prefix("https://x/v1/").unwrap();
        told.push(format!("{} {path}", request.method));
        let (at, status, body) = answers.next().expect("an answer");
        assert!(path.starts_with(at), "{path} is not {at}");
        next = match *status {
            NO_CREDENTIAL => probe.fail_unreachable("Failed to fetch"),
            status => probe.handle_response(status, &[], body.as_bytes()),
        };
    }
}

#[test]
fn a_model_list_that_requires_a_key_verifies_the_key() {
    let list = r#"{"data":[{"type":"model","id":"claude-opus-5-5-20260922"}],"has_more":false}"#;
    assert_eq!(
        trial("anthropic", "claude-opus-5-5", KEY, &[("models", 200, list)]),
        "GET models?limit=1000\nListed, 1 models"
    );
    let list =
        r#"{"models":[{"name":"models/gemini-3.8-flash","supportedGenerationMethods":["generateContent"]}]}"#;
    assert_eq!(
        trial("gemini", "gemini-3.8-flash", KEY, &[("models", 200, list)]),
        "GET models?pageSize=1000\nListed, 1 models"
    );
    for id in ["openai", "groq", "deepseek", "mistral"] {
        let told = trial(id, "some-model", KEY, &[("models", 200, OPENAI_LIST)]);
        assert_eq!(told, "GET models\nListed, 2 models", "{id}");
    }
}

#[test]
fn a_public_model_list_does_not_verify_the_key() {
    let account = r#"{"data":{"label":"sk-or-v1-0e6...1c9","limit":null,"limit_remaining":null,"usage":0,"is_free_tier":true}}"#;
    let list = r#"{"data":[{"id":"openai/gpt-oss-120b","name":"OpenAI: gpt-oss-120b"}]}"#;
    assert_eq!(
        trial(
            "openrouter",
            "openai/gpt-oss-120b",
            KEY,
            &[("key", 200, account), ("models", 200, list)]
        ),
        "GET key\nGET models\nListed, 1 models"
    );
    let refused = r#"{"error":{"message":"User not found.","code":401}}"#;
    assert_eq!(
        trial("openrouter", "openrouter/free", KEY, &[("key", 401, refused)]),
        "GET key\nAuth: User not found., 0 models"
    );
    let used_up = r#"{"data":{"label":"sk-or-v1-0e6...1c9","limit":5,"limit_remaining":0,"usage":5}}"#;
    assert_eq!(
        trial("openrouter", "openrouter/free", KEY, &[("key", 200, used_up)]),
        "GET key\nBilling: The limit of this key is used up., 0 models"
    );
    // A user's own server: only an answer of the model proves the key.
    assert_eq!(
        trial(
            "chat",
            "some-model",
            KEY,
            &[("models", 200, OPENAI_LIST), ("chat/completions", 200, CHAT_OK)]
        ),
        "GET models\nPOST chat/completions\nAnswered, 2 models"
    );
    let wrong = r#"{"error":{"code":401,"message":"Invalid API Key","type":"authentication_error"}}"#;
    assert_eq!(
        trial(
            "llamacpp",
            "some-model",
            KEY,
            &[("models", 200, OPENAI_LIST), ("chat/completions", 401, wrong)]
        ),
        "GET models\nPOST chat/completions\nAuth: Invalid API Key, 2 models"
    );
}

#[test]
fn the_test_of_a_local_server_only_lists_models() {
    assert_eq!(
        trial("ollama", "some-model", "", &[("models", 200, OPENAI_LIST)]),
        "GET models\nListed, 2 models"
    );
    assert_eq!(
        trial("ollama", "qwen3", "", &[("models", 200, OPENAI_LIST)]),
        "GET models\nNotListed, 2 models"
    );
    assert_eq!(
        trial("chat", "", "", &[("models", 200, OPENAI_LIST)]),
        "GET models\nNotListed, 2 models"
    );
    assert_eq!(
        trial("chat", "", "", &[("models", 404, "")]),
        "GET models\nNoModel, 0 models"
    );
}

#[test]
fn listed_model_names_may_have_tags_or_prefixes() {
    // Ollama lists a model that was pulled without a tag with the tag `latest`.
    let list =
        r#"{"object":"list","data":[{"id":"llama3.3:70b"},{"id":"qwen3:latest"},{"id":"gpt-oss:20b"}]}"#;
    assert_eq!(
        trial("ollama", "qwen3", "", &[("models", 200, list)]),
        "GET models\nListed, 3 models"
    );
    assert_eq!(
        trial("ollama", "gpt-oss", "", &[("models", 200, list)]),
        "GET models\nNotListed, 3 models"
    );
    let list =
        r#"{"data":[{"id":"claude-opus-5-5-20260922"},{"id":"gpt-6-2026-03-01"},{"id":"medium-2604"}]}"#;
    for dated in ["claude-opus-5-5", "gpt-6", "medium"] {
        let told = trial("groq", dated, KEY, &[("models", 200, list)]);
        assert_eq!(told, "GET models\nListed, 3 models", "{dated}");
    }
    // The suffix of version 5.5 must not count as a date after version 5.
    let missing = r#"{"type":"error","error":{"type":"not_found_error","message":"model: claude-opus-5"}}"#;
    assert_eq!(
        trial(
            "anthropic",
            "claude-opus-5",
            KEY,
            &[("models", 200, list), ("messages", 404, missing)]
        ),
        "GET models?limit=1000\nPOST messages\nModelNotFound: model: claude-opus-5, 3 models"
    );
}

#[test]
fn a_model_missing_from_the_list_is_tested_with_a_request() {
    let missing = r#"{"error":{"message":"The model `gone` does not exist.","type":"invalid_request_error","code":"model_not_found"}}"#;
    assert_eq!(
        trial(
            "groq",
            "gone",
            KEY,
            &[("models", 200, OPENAI_LIST), ("chat/completions", 404, missing)]
        ),
        "GET models\nPOST chat/completions\nModelNotFound: The model `gone` does not exist., 2 models"
    );
    assert_eq!(
        trial(
            "groq",
            "some-alias",
            KEY,
            &[("models", 200, OPENAI_LIST), ("chat/completions", 200, CHAT_OK)]
        ),
        "GET models\nPOST chat/completions\nAnswered, 2 models"
    );
    // A few tokens do not suffice for a full answer, but prove the connection.
    let cut = concat!(
        "data: {\"type\":\"response.created\",\"response\":{\"id\":\"r\",\"model\":\"m\"}}\n\n",
        "data: {\"type\":\"response.incomplete\",\"response\":{\"status\":\"incomplete\",",
        "\"incomplete_details\":{\"reason\":\"max_output_tokens\"},\"usage\":{\"input_tokens\":9,\"output_tokens\":16}}}\n\n"
    );
    let scopes = r#"{"error":{"message":"You have insufficient permissions for this operation. Missing scopes: api.model.read.","type":"invalid_request_error"}}"#;
    assert_eq!(
        trial(
            "openai",
            "gpt-6.1-sol",
            KEY,
            &[("models", 403, scopes), ("responses", 200, cut)]
        ),
        "GET models\nPOST responses\nAnswered, 0 models"
    );
}

#[test]
fn connection_test_failures_are_classified() {
    let wrong = r#"{"error":{"message":"Incorrect API key provided: sk-canary-0123456789.","type":"invalid_request_error","code":"invalid_api_key"}}"#;
    assert_eq!(
        trial("openai", "m", KEY, &[("models", 401, wrong)]),
        "GET models\nAuth: Incorrect API key provided: [key]., 0 models"
    );
    let invalid = r#"{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}"#;
    assert_eq!(
        trial("gemini", "m", KEY, &[("models", 400, invalid)]),
        "GET models?pageSize=1000\nAuth: API key not valid., 0 models"
    );
    let cors = r#"{"type":"error","error":{"type":"authentication_error","message":"CORS requests are not allowed for this Organization."}}"#;
    assert_eq!(
        trial("anthropic", "m", KEY, &[("models", 401, cors)]),
        "GET models?limit=1000\nCorsForbidden: CORS requests are not allowed for this Organization., 0 models"
    );
    let limited = r#"{"error":{"message":"Rate limit reached.","code":"rate_limit_exceeded"}}"#;
    assert_eq!(
        trial("groq", "m", KEY, &[("models", 429, limited)]),
        "GET models\nRateLimited: Rate limit reached., 0 models"
    );
    assert_eq!(
        trial("ollama", "qwen3", "", &[("models", NO_CREDENTIAL, "")]),
        "GET models\nNetwork: Failed to fetch, 0 models"
    );
    let page = "<!DOCTYPE html><title>Welcome</title>";
    assert_eq!(
        trial(
            "chat",
            "m",
            "",
            &[("models", 200, page), ("chat/completions", 200, page)]
        ),
        "GET models\nPOST chat/completions\nBadRequest: The address answered with a web page, so it is not the API., 0 models"
    );
}

#[test]
fn every_provider_has_a_small_test_request() {
    for provider in PROVIDERS.iter().filter(|provider| provider.has_address()) {
        let endpoint = Endpoint {
            base_url: "https://x/v1".into(),
            key: Secret::new(KEY),
        };
        let (mut probe, mut next) = Probe::begin(provider, "m", endpoint);
        let mut asked = Vec::new();
        while let Next::Send(request) = next {
            if request.method == "POST" {
                trammel_judge::judge(&request.url, &request.body);
                assert!(request.body.len() < 400, "{}: {}", provider.id, request.body);
            }
            asked.push(request.method);
            next = probe.handle_response(404, &[], b"");
        }
        assert_eq!(asked.last().map(String::as_str), Some("POST"), "{}", provider.id);
        assert!(asked.len() <= 3, "{}: {asked:?}", provider.id);
    }
}
