//! Adapter of the Chat Completions API for many servers: one wire format, and one [`Preset`] per server for the
//! differences.
//!
//! OpenAI is not among the servers: its own models need [`responses`](super::responses). [`request`] builds requests;
//! [`decode`] parses streams and tolerates the deviations of the servers ([`tool_calls`], [`think_tags`]). Errors
//! have the format of OpenAI. A new server is one entry here and one line in [`PROVIDERS`](super::PROVIDERS).

mod decode;
mod preset;
mod request;
mod think_tags;
mod tool_calls;

#[cfg(test)]
mod tests;

use super::call_ids;
use super::model_list;
use super::responses::failure;
use super::stream::Framed;
use super::{
    Adapter, ApiError, Chat, Decoder, Endpoint, HttpRequest, KeyNeed, ModelDefaults, Proof, Provider, Reach,
    SignIn, Transport,
};

use preset::{Preset, Proves};

/// Template of a cloud provider with images and a large window; the entries below override the differences.
const CLOUD: Provider = Provider {
    id: "",
    label: "",
    base_url: "",
    models: &[],
    key: KeyNeed::Required,
    reach: Reach::Plain,
    defaults: ModelDefaults {
        window: 128_000,
        output: 16_000,
        images: true,
    },
    recorded: false,
    key_variable: None,
    sign_in: None,
    adapter: || Box::new(Completions(Preset::standard("chat"))),
};

/// Template of a server on this computer: a small window, no images, an optional key.
const LOCAL: Provider = Provider {
    key: KeyNeed::Optional,
    reach: Reach::LocalServer,
    defaults: ModelDefaults {
        window: 32_000,
        output: 8_000,
        images: false,
    },
    ..CLOUD
};

/// OpenRouter, a gateway to most models. Its reasoning arrives in blocks that must be sent back.
pub(crate) const OPENROUTER: Provider = Provider {
    id: "openrouter",
    label: "OpenRouter",
    base_url: "https://openrouter.ai/api/v1",
    models: &[
        "anthropic/claude-sonnet-5.5",
        "google/gemini-3.8-flash",
        "openai/gpt-oss-120b",
        "openrouter/free",
    ],
    key_variable: Some("OPENROUTER_API_KEY"),
    sign_in: Some(SignIn {
        page: "https://openrouter.ai/auth",
        keys: "https://openrouter.ai/api/v1/auth/keys",
    }),
    adapter: || {
        Box::new(Completions(Preset {
            echo: Some("reasoning_details"),
            proof: Proves::Path("key"),
            ..Preset::standard("openrouter")
        }))
    },
    ..CLOUD
};

/// Groq.
pub(crate) const GROQ: Provider = Provider {
    id: "groq",
    label: "Groq",
    base_url: "https://api.groq.com/openai/v1",
    models: &["openai/gpt-oss-120b"],
    defaults: ModelDefaults {
        images: false,
        ..CLOUD.defaults
    },
    key_variable: Some("GROQ_API_KEY"),
    adapter: || Box::new(Completions(Preset::standard("groq"))),
    ..CLOUD
};

/// DeepSeek. Its reasoning must be sent back between tool calls.
pub(crate) const DEEPSEEK: Provider = Provider {
    id: "deepseek",
    label: "DeepSeek",
    base_url: "https://api.deepseek.com",
    models: &["deepseek-v4-pro", "deepseek-v4-flash"],
    defaults: ModelDefaults {
        images: false,
        ..CLOUD.defaults
    },
    key_variable: Some("DEEPSEEK_API_KEY"),
    adapter: || {
        Box::new(Completions(Preset {
            echo: Some("reasoning_content"),
            ..Preset::standard("deepseek")
        }))
    },
    ..CLOUD
};

/// Mistral. Its API rejects unknown fields, call ids of other formats, and a user message directly after tool
/// results.
pub(crate) const MISTRAL: Provider = Provider {
    id: "mistral",
    label: "Mistral",
    base_url: "https://api.mistral.ai/v1",
    models: &["mistral-medium-2604", "mistral-small-2603", "devstral-2512"],
    key_variable: Some("MISTRAL_API_KEY"),
    adapter: || {
        Box::new(Completions(Preset {
            asks_usage: false,
            user_after_results: false,
            id: call_ids::nine,
            ..Preset::standard("mistral")
        }))
    },
    ..CLOUD
};

/// Ollama on this computer.
pub(crate) const OLLAMA: Provider = Provider {
    id: "ollama",
    label: "Ollama",
    base_url: "http://localhost:11434/v1",
    models: &["qwen3", "gpt-oss", "llama3.3"],
    reach: Reach::OllamaOrigins,
    adapter: || Box::new(Completions(Preset::open("ollama"))),
    ..LOCAL
};

/// LM Studio on this computer.
pub(crate) const LM_STUDIO: Provider = Provider {
    id: "lmstudio",
    label: "LM Studio",
    base_url: "http://localhost:1234/v1",
    models: &["qwen/qwen3-8b", "openai/gpt-oss-20b"],
    reach: Reach::LmStudioCors,
    adapter: || Box::new(Completions(Preset::open("lmstudio"))),
    ..LOCAL
};

/// The llama.cpp server on this computer. The server has one model and ignores the requested id.
pub(crate) const LLAMA_CPP: Provider = Provider {
    id: "llamacpp",
    label: "llama.cpp",
    base_url: "http://localhost:8080/v1",
    models: &["default"],
    adapter: || Box::new(Completions(Preset::open("llamacpp"))),
    ..LOCAL
};

/// Any other server, whose address the user enters.
pub(crate) const ANY: Provider = Provider {
    id: "chat",
    label: "OpenAI-compatible server",
    key: KeyNeed::Optional,
    reach: Reach::AnyServer,
    adapter: || Box::new(Completions(Preset::open("chat"))),
    ..CLOUD
};

/// Adapter of the Chat Completions wire format.
#[derive(Debug, Clone, Copy)]
pub(super) struct Completions(pub(super) Preset);

impl Adapter for Completions {
    fn request(&self, chat: &Chat<'_>, endpoint: &Endpoint) -> Transport {
        Transport::Http(request::build(&self.0, chat, endpoint))
    }

    fn decoder(&self, model: &str) -> Box<dyn Decoder> {
        Box::new(Framed::new(decode::Stream::new(self.0, model)))
    }

    fn list(&self, endpoint: &Endpoint) -> Option<HttpRequest> {
        Some(model_list::request(endpoint, "", endpoint.bearer_headers()))
    }

    fn proof(&self, endpoint: &Endpoint) -> Proof {
        match self.0.proof {
            Proves::List => Proof::List,
            Proves::Path(path) => {
                Proof::Request(model_list::get(endpoint.join(path), endpoint.bearer_headers()))
            }
            Proves::Turn => Proof::Turn,
        }
    }

    fn error(&self, status: u16, headers: &[(String, String)], body: &str) -> ApiError {
        failure::classify(status, headers, body)
    }
}
