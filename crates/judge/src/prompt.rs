//! Validator of prompts of the browser's own model, written independently of its adapter.

use serde_json::Value;

/// Panics if a session of the Prompt API would reject or misread the prompt. The system prompt must come first and
/// only once, then user and assistant alternate; each answer has the required JSON form, and each call has its
/// result. `initial` has roles and texts, `message` is the text to answer, and `constraint` the JSON Schema of the answer.
#[track_caller]
pub fn judge_prompt<'a>(
    initial: impl Iterator<Item = (&'a str, &'a str)>,
    message: &'a str,
    constraint: &Value,
) {
    let tools = constraint.get("anyOf").is_some();
    let mut open: Option<String> = None;
    for (at, (role, content)) in initial.chain([("user", message)]).enumerate() {
        assert!(!content.trim().is_empty(), "message {at} is empty");
        let expected = match at {
            0 => "system",
            _ if at % 2 == 1 => "user",
            _ => "assistant",
        };
        assert_eq!(role, expected, "message {at}: {content}");
        if let Some(name) = open.take() {
            let answered = [format!("Result of {name}: "), format!("Error of {name}: ")];
            assert!(
                answered.iter().any(|start| content.starts_with(start)),
                "no result of {name}: {content}"
            );
        }
        if role == "assistant" {
            let said: Value = serde_json::from_str(content).unwrap();
            match (said["say"].as_str(), said["tool"].as_str()) {
                (Some(_), None) => {}
                (None, Some(name)) => {
                    assert!(said["args"].is_object(), "{content}");
                    open = Some(name.to_owned());
                }
                _ => panic!("neither words nor a call: {content}"),
            }
        }
    }
    let offered = if tools { "say|tool" } else { "say" };
    let branches = constraint["anyOf"].as_array().cloned();
    let branches = branches.unwrap_or_else(|| vec![constraint.clone()]);
    let firsts: Vec<String> = branches
        .iter()
        .map(|branch| branch["required"][0].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(firsts.join("|"), offered);
}
