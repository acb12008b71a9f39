//! Tests of the token count at the start of a conversation, measured with a tokenizer of a model.
#![allow(clippy::unwrap_used, reason = "tests")]

use crate::system_prompt;
use serde_json::Value;
use trammel_tools::{Domain, Language, TOOLS, ToolEnv, first_tools, tools_for_domains};

/// Maximum number of tokens of the system prompt, with its worked example, and the initial tools together.
const MOST_FIRST: usize = 1_500;

/// Minimum ratio between the tokens of all schemas and the tokens at the start of a conversation.
const LEAST_RATIO: usize = 15;

fn tokens(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len()
}

fn counted(schemas: &[Value]) -> usize {
    schemas.iter().map(|schema| tokens(&schema.to_string())).sum()
}

#[test]
fn the_first_tools_use_a_fraction_of_all_tokens() {
    let domains: Vec<(&str, &str)> = Domain::ALL.iter().map(|row| (row.1, row.2)).collect();
    for language in [Language::English, Language::Korean] {
        let env = ToolEnv {
            language,
            ..ToolEnv::default()
        };
        let all = counted(&env.definitions(&Domain::every(), language));
        let tools = counted(&env.first_definitions());
        let prompt = tokens(&system_prompt(&domains));
        let first = prompt + tools;
        println!(
            "tokens (o200k), {language:?}: prompt {prompt} + {} first tools {tools} = {first}; {} tools in full {all}; \
             {:.1} to 1",
            first_tools().count(),
            TOOLS.len(),
            ratio(all, first)
        );
        assert!(
            first <= MOST_FIRST,
            "{first} tokens are sent before the first word"
        );
        assert!(all >= LEAST_RATIO * first, "{all} to {first}");
    }
}

#[test]
fn the_first_tools_are_code_tools_and_tool_discovery() {
    let first: Vec<&str> = first_tools().map(|tool| tool.name).collect();
    let all: Vec<&str> = tools_for_domains(&[Domain::Code, Domain::Registry])
        .map(|tool| tool.name)
        .collect();
    assert_eq!(
        first,
        [
            "read",
            "edit",
            "write",
            "run_cad_code",
            "query_code",
            "list_tools",
            "get_tool_schema",
            "call_tool"
        ]
    );
    assert!(first.iter().all(|name| all.contains(name)) && all.len() > first.len());
}

#[allow(clippy::cast_precision_loss, reason = "counts are small")]
fn ratio(all: usize, few: usize) -> f64 {
    all as f64 / few as f64
}
