//! Test of what a connected model can do: call a tool, read a picture, and, on a local server, the size of its context window.
//!
//! Invariants: the answers are judged by their content, so a model that only claims a call has not made one; a request that
//! fails says nothing about the connection, which [`Probe`](super::Probe) has tested before. No I/O: a host sends each
//! request and reports the response.

use super::text_calls::{TextCalls, find_text_calls};
use super::{
    Adapter, Block, Chat, Endpoint, HttpRequest, Provider, Reach, StreamEvent, ToolDef, Transport, Turn,
};
use serde_json::{Value, json};

/// Maximum output tokens of a test turn, with room for reasoning.
const SOME: u32 = 1_024;

/// Window that Ollama gives to a model without another setting, in tokens.
const OLLAMA_WINDOW: u64 = 4_096;

/// Name of the tool of the test.
const TOOL: &str = "set_color";

/// A red square of 32 pixels as PNG.
const RED: &str = "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC";

/// What a model can do, as far as its server has shown it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Skills {
    /// Whether the model called the tool that it was asked to call; `None` if its server was not asked or failed.
    pub tools: Option<bool>,
    /// Whether the model named the color of a picture.
    pub pictures: Option<bool>,
    /// Size of the context window, in tokens.
    pub window: Option<u64>,
}

/// Next step of the test.
#[derive(Debug, Clone, PartialEq)]
pub enum NextSkill {
    /// Send this request and report the whole response, or that none arrived.
    Send(HttpRequest),
    /// The test has ended.
    Done(Skills),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Tools,
    Pictures,
    /// Properties of the model, as the server describes them.
    Properties,
    /// Models that Ollama has loaded.
    Loaded,
}

/// Test of the skills of a model that is connected.
pub struct SkillProbe {
    adapter: Box<dyn Adapter>,
    reach: Reach,
    model: String,
    endpoint: Endpoint,
    skills: Skills,
    step: Step,
}

impl SkillProbe {
    /// Starts the test and returns its first step.
    pub fn begin(provider: &Provider, model: &str, endpoint: Endpoint) -> (Self, NextSkill) {
        let mut probe = Self {
            adapter: (provider.adapter)(),
            reach: provider.reach,
            model: model.trim().to_owned(),
            endpoint,
            skills: Skills::default(),
            step: Step::Tools,
        };
        let next = if probe.model.is_empty() {
            NextSkill::Done(probe.skills)
        } else {
            probe.send()
        };
        (probe, next)
    }

    /// Handles the response to the last request and returns the next step.
    pub fn handle_response(&mut self, status: u16, body: &[u8]) -> NextSkill {
        let good = (200..300).contains(&status);
        // A server that refuses tools or pictures says so with one of these.
        let refuses = matches!(status, 400 | 404 | 415 | 422 | 500 | 501);
        match self.step {
            Step::Tools => {
                self.skills.tools = if good {
                    self.calls(body)
                } else {
                    refuses.then_some(false)
                }
            }
            Step::Pictures => {
                self.skills.pictures = if good {
                    self.sees(body)
                } else {
                    refuses.then_some(false)
                };
            }
            Step::Properties if good => {
                let found = properties(self.reach, &self.model, &String::from_utf8_lossy(body));
                self.skills.window = found.window;
                self.skills.pictures = self.skills.pictures.or(found.pictures);
            }
            Step::Loaded if good => {
                let loaded = loaded_window(&self.model, &String::from_utf8_lossy(body));
                self.skills.window = loaded.or(self.skills.window);
            }
            Step::Properties | Step::Loaded => {}
        }
        self.go_on()
    }

    /// Handles a request without a response and returns the next step.
    pub fn handle_loss(&mut self) -> NextSkill {
        self.go_on()
    }

    fn go_on(&mut self) -> NextSkill {
        self.step = match (self.step, self.reach) {
            (Step::Tools, _) => Step::Pictures,
            (Step::Pictures, Reach::OllamaOrigins | Reach::LmStudioCors | Reach::LocalServer) => {
                Step::Properties
            }
            (Step::Properties, Reach::OllamaOrigins) => Step::Loaded,
            _ => return NextSkill::Done(self.skills),
        };
        self.send()
    }

    fn send(&mut self) -> NextSkill {
        let request = match self.step {
            Step::Tools => self.turn(vec![Block::Text(format!(
                "Call the tool {TOOL} with the color red. Write no text."
            ))]),
            Step::Pictures => self.turn(vec![
                Block::Image {
                    mime: "image/png".to_owned(),
                    base64: RED.to_owned(),
                },
                Block::Text("Which color has this picture? Answer with one English word.".to_owned()),
            ]),
            Step::Properties => Some(self.properties_request()),
            Step::Loaded => Some(self.local_request("GET", "api/ps", "")),
        };
        match request {
            Some(request) => NextSkill::Send(request),
            None => NextSkill::Done(self.skills),
        }
    }

    fn turn(&self, blocks: Vec<Block>) -> Option<HttpRequest> {
        let tools = [ToolDef {
            name: TOOL.to_owned(),
            description: "Sets the color of the pen.".to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {"color": {"type": "string", "description": "Name of the color."}},
                "required": ["color"]
            }),
        }];
        let turns = [Turn::user(blocks)];
        let chat = Chat {
            system: "",
            tools: if self.step == Step::Tools { &tools } else { &[] },
            turns: &turns,
            model: &self.model,
            max_tokens: SOME,
        };
        match self.adapter.request(&chat, &self.endpoint) {
            Transport::Http(request) => Some(request),
            Transport::Recorded(_) | Transport::OnDevice(_) => None,
        }
    }

    /// Returns the request for the properties of the model, which each program has at an address of its own.
    fn properties_request(&self) -> HttpRequest {
        match self.reach {
            Reach::OllamaOrigins => {
                self.local_request("POST", "api/show", &json!({ "model": self.model }).to_string())
            }
            Reach::LmStudioCors => self.local_request("GET", "api/v0/models", ""),
            _ => self.local_request("GET", "props", ""),
        }
    }

    fn local_request(&self, method: &str, path: &str, body: &str) -> HttpRequest {
        let base = self.endpoint.base_url.trim().trim_end_matches('/');
        let root = base.strip_suffix("/v1").unwrap_or(base);
        HttpRequest {
            method: method.to_owned(),
            url: format!("{root}/{path}"),
            headers: self.endpoint.bearer_headers(),
            body: body.to_owned(),
            silence_ms: 20_000,
        }
    }

    /// Returns the answer of the model in a response; `None` if the response has none.
    fn answer(&self, body: &[u8]) -> Option<Turn> {
        let mut decoder = self.adapter.decoder(&self.model);
        let mut events = decoder.push(body);
        events.extend(decoder.finish());
        match events.pop() {
            Some(StreamEvent::End { turn, .. }) => Some(turn),
            _ => None,
        }
    }

    fn calls(&self, body: &[u8]) -> Option<bool> {
        let turn = self.answer(body)?;
        let is_known = |name: &str| (name == TOOL).then(|| json!({}));
        // The app runs a call that is written as text, so such a model can use tools.
        let turn = match find_text_calls(&turn, "t", &is_known) {
            TextCalls::Found(turn) => turn,
            TextCalls::Absent | TextCalls::Unreadable => turn,
        };
        let calls = turn.calls().any(|call| call.name == TOOL && call.args.is_ok());
        Some(calls)
    }

    fn sees(&self, body: &[u8]) -> Option<bool> {
        let text = self.answer(body)?.text().to_lowercase();
        let mut words = text.split(|c: char| !c.is_alphabetic());
        Some(words.any(|word| matches!(word, "red" | "빨간색" | "빨강")))
    }
}

/// Reads the properties of a model as its local server describes them.
fn properties(reach: Reach, model: &str, body: &str) -> Skills {
    let json: Value = serde_json::from_str(body).unwrap_or_default();
    match reach {
        Reach::OllamaOrigins => ollama(&json),
        Reach::LmStudioCors => lm_studio(model, &json),
        _ => llama_cpp(&json),
    }
}

/// Reads the answer of Ollama to `/api/show`. The window of the model is an upper limit: without the setting `num_ctx`, Ollama
/// gives it a smaller one.
fn ollama(json: &Value) -> Skills {
    let info = json["model_info"].as_object();
    let most = info.and_then(|info| {
        let found = info.iter().find(|(key, _)| key.ends_with(".context_length"));
        found.and_then(|(_, value)| value.as_u64())
    });
    let set = json["parameters"].as_str().and_then(|text| {
        let line = text
            .lines()
            .find_map(|line| line.trim().strip_prefix("num_ctx"))?;
        line.trim().parse().ok()
    });
    let capabilities = json["capabilities"].as_array();
    Skills {
        tools: None,
        pictures: capabilities.map(|list| list.iter().any(|one| one == "vision")),
        window: set.or(most.map(|most: u64| most.min(OLLAMA_WINDOW))),
    }
}

/// Reads the window of a loaded model in the answer of Ollama to `/api/ps`.
fn loaded_window(model: &str, body: &str) -> Option<u64> {
    let json: Value = serde_json::from_str(body).unwrap_or_default();
    let is_it = |one: &&Value| {
        let name = one["name"].as_str().or(one["model"].as_str()).unwrap_or_default();
        name == model || name.strip_suffix(":latest") == Some(model)
    };
    json["models"].as_array()?.iter().find(is_it)?["context_length"].as_u64()
}

/// Reads the answer of LM Studio to `/api/v0/models`.
fn lm_studio(model: &str, json: &Value) -> Skills {
    let listed = json["data"].as_array().into_iter().flatten();
    let Some(found) = listed.into_iter().find(|one| one["id"] == model) else {
        return Skills::default();
    };
    let window = found["loaded_context_length"].as_u64();
    Skills {
        tools: None,
        pictures: found["type"].as_str().map(|kind| kind == "vlm"),
        window: window.or(found["max_context_length"].as_u64()),
    }
}

/// Reads the answer of llama.cpp to `/props`.
fn llama_cpp(json: &Value) -> Skills {
    let window = json["default_generation_settings"]["n_ctx"].as_u64();
    Skills {
        tools: None,
        pictures: json["modalities"]["vision"].as_bool(),
        window: window.or(json["n_ctx"].as_u64()).filter(|window| *window > 0),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::provider;

    const CALL: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"set_color\",\"arguments\":\"{\\\"color\\\":\\\"red\\\"}\"}}]}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n";

    fn words(text: &str) -> String {
        let delta = json!({"choices": [{"index": 0, "delta": {"content": text}}]});
        let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
        format!("data: {delta}\n\ndata: {end}\n\ndata: [DONE]\n\n")
    }

    /// Returns the addresses of the requests, and the result.
    fn play(id: &str, base: &str, answers: &[(u16, String)]) -> (Vec<String>, Skills) {
        let endpoint = Endpoint {
            base_url: base.to_owned(),
            ..Endpoint::default()
        };
        let (mut probe, mut next) = SkillProbe::begin(provider(id).unwrap(), "llava", endpoint);
        let (mut urls, mut answers) = (Vec::new(), answers.iter());
        loop {
            match next {
                NextSkill::Done(skills) => return (urls, skills),
                NextSkill::Send(request) => {
                    urls.push(format!("{} {}", request.method, request.url));
                    next = match answers.next() {
                        Some((status, body)) => probe.handle_response(*status, body.as_bytes()),
                        None => probe.handle_loss(),
                    };
                }
            }
        }
    }

    #[test]
    fn a_model_is_asked_for_a_call_and_for_the_color_of_a_picture() {
        let (urls, skills) = play(
            "groq",
            "https://x/v1",
            &[(200, CALL.to_owned()), (200, words("Red."))],
        );
        assert_eq!(urls, ["POST https://x/v1/chat/completions"; 2]);
        assert_eq!(
            (skills.tools, skills.pictures, skills.window),
            (Some(true), Some(true), None)
        );
        let refusal = (
            400,
            r#"{"error":{"message":"llava does not support tools"}}"#.to_owned(),
        );
        let (_, skills) = play(
            "groq",
            "https://x/v1",
            &[refusal, (200, words("I cannot see pictures."))],
        );
        assert_eq!((skills.tools, skills.pictures), (Some(false), Some(false)));
        // A call as text is one that the app can run; a claim is none.
        let text = "<tool_call>{\"name\": \"set_color\", \"arguments\": {\"color\": \"red\"}}</tool_call>";
        let (_, skills) = play(
            "groq",
            "https://x/v1",
            &[(200, words(text)), (429, String::new())],
        );
        assert_eq!(
            (skills.tools, skills.pictures),
            (Some(true), None),
            "a busy server says nothing"
        );
        let (_, skills) = play("groq", "https://x/v1", &[(200, words("I have set the color."))]);
        assert_eq!((skills.tools, skills.pictures), (Some(false), None));
    }

    #[test]
    fn local_servers_are_asked_for_the_window_of_the_model() {
        let turns = || vec![(200, CALL.to_owned()), (200, words("red"))];
        let window = |id, base, properties: &[&str]| {
            let mut answers = turns();
            answers.extend(properties.iter().map(|body| (200, (*body).to_owned())));
            let (urls, skills) = play(id, base, &answers);
            (urls[2..].to_vec(), skills.window)
        };
        let show = r#"{"capabilities":["completion","vision"],"parameters":"temperature 0.7\nnum_ctx    16384","model_info":{"llama.context_length":131072}}"#;
        let base = "http://localhost:11434/v1";
        let urls = [
            "POST http://localhost:11434/api/show",
            "GET http://localhost:11434/api/ps",
        ]
        .map(str::to_owned);
        assert_eq!(
            window("ollama", base, &[show, "{\"models\":[]}"]),
            (urls.to_vec(), Some(16_384))
        );
        let loaded = r#"{"models":[{"name":"llava:latest","context_length":8192}]}"#;
        assert_eq!(
            window("ollama", base, &[show, loaded]).1,
            Some(8_192),
            "the loaded one counts"
        );
        let unset = r#"{"model_info":{"llama.context_length":131072}}"#;
        assert_eq!(
            window("ollama", base, &[unset, "{}"]).1,
            Some(4_096),
            "the default of the server"
        );
        let models = r#"{"data":[{"id":"other","max_context_length":1},{"id":"llava","type":"vlm","max_context_length":32768,"loaded_context_length":4096}]}"#;
        assert_eq!(
            window("lmstudio", "http://localhost:1234/v1/", &[models]),
            (
                vec!["GET http://localhost:1234/api/v0/models".to_owned()],
                Some(4_096)
            )
        );
        let props = r#"{"default_generation_settings":{"n_ctx":24576},"modalities":{"vision":false}}"#;
        assert_eq!(
            window("llamacpp", "http://localhost:8080/v1", &[props]),
            (vec!["GET http://localhost:8080/props".to_owned()], Some(24_576))
        );
        assert_eq!(
            window("llamacpp", "http://localhost:8080/v1", &["<html>"]).1,
            None
        );
    }
}
