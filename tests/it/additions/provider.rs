//! Test of an added provider, which no part of the program names except its declaration.

use trammel_agent::{Agent, AgentConfig, Connection, Effect, Event, Op, Prompt};
use trammel_llm::{
    Adapter, ApiError, Block, Chat, Decoder, Endpoint, ErrorKind, HttpRequest, KeyNeed, ModelDefaults,
    PROVIDERS, Provider, Providers, Reach, Role, Secret, Stop, StreamEvent, Transport, Turn,
};

/// A server that answers with plain text.
const PLAIN: Provider = Provider {
    id: "plain",
    label: "Plain text",
    base_url: "https://plain.example/v1",
    models: &["plain-1"],
    key: KeyNeed::Required,
    reach: Reach::Plain,
    defaults: ModelDefaults {
        window: 8_000,
        output: 1_000,
        images: false,
    },
    recorded: false,
    key_variable: Some("PLAIN_API_KEY"),
    sign_in: None,
    adapter: || Box::new(PlainText),
};

struct PlainText;

impl Adapter for PlainText {
    fn request(&self, chat: &Chat<'_>, endpoint: &Endpoint) -> Transport {
        Transport::Http(HttpRequest {
            method: "POST".to_owned(),
            url: format!("{}/say", endpoint.base_url),
            headers: vec![("x-key".to_owned(), endpoint.key.expose().to_owned())],
            body: chat.turns.last().map(Turn::text).unwrap_or_default(),
            silence_ms: 1_000,
        })
    }

    fn decoder(&self, _: &str) -> Box<dyn Decoder> {
        Box::new(Text(Vec::new()))
    }

    fn list(&self, _: &Endpoint) -> Option<HttpRequest> {
        None
    }

    fn error(&self, _: u16, _: &[(String, String)], body: &str) -> ApiError {
        ApiError::new(ErrorKind::BadRequest, body)
    }
}

/// Body received so far.
struct Text(Vec<u8>);

impl Decoder for Text {
    fn push(&mut self, bytes: &[u8]) -> Vec<StreamEvent> {
        self.0.extend(bytes);
        Vec::new()
    }

    fn finish(&mut self) -> Vec<StreamEvent> {
        let text = String::from_utf8_lossy(&self.0).into_owned();
        let turn = Turn {
            role: Role::Assistant,
            blocks: vec![Block::Text(text)],
            raw: None,
        };
        vec![StreamEvent::End {
            stop: Stop::Done,
            turn,
        }]
    }
}

fn list() -> Providers {
    Providers(Box::leak(PROVIDERS.iter().copied().chain([PLAIN]).collect()))
}

fn config(providers: Providers) -> AgentConfig {
    AgentConfig {
        connection: Connection {
            provider: "plain".to_owned(),
            model: PLAIN.models[0].to_owned(),
            endpoint: Endpoint {
                base_url: PLAIN.base_url.to_owned(),
                key: Secret::new("k"),
            },
        },
        providers,
        ..AgentConfig::default()
    }
}

#[test]
fn an_added_provider_holds_a_conversation() {
    let mut agent = Agent::new(config(list())).unwrap();
    let effects = agent.step(Op::Prompt(Prompt {
        text: "Hello".to_owned(),
        ..Prompt::default()
    }));
    let sent = effects.iter().find_map(|effect| match effect {
        Effect::Send {
            request,
            transport: Transport::Http(http),
        } => Some((*request, http)),
        _ => None,
    });
    let (request, http) = sent.unwrap();
    assert_eq!(http.url, "https://plain.example/v1/say");
    assert_eq!(http.headers, [("x-key".to_owned(), "k".to_owned())]);
    assert!(http.body.contains("Hello"), "{}", http.body);
    let (status, headers) = (200, Vec::new());
    agent.step(Op::HttpHead {
        request,
        status,
        headers,
    });
    let bytes = b"Hello yourself".to_vec();
    agent.step(Op::Bytes { request, bytes });
    let effects = agent.step(Op::HttpEnd { request });
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::Emit(Event::Done { .. }))),
        "{effects:?}"
    );
    let last = agent.transcript().turns().last().unwrap().text();
    assert_eq!(last, "Hello yourself");
}

#[test]
fn an_unknown_provider_is_refused_with_the_list_of_providers() {
    let why = Agent::new(config(Providers::default())).err().unwrap();
    assert!(
        why.starts_with("There is no provider 'plain'. Choose one of: anthropic,"),
        "{why}"
    );
    assert!(list().find("plain").is_ok());
    let why = list().find("plane").unwrap_err();
    assert!(why.ends_with("plain."), "{why}");
}
