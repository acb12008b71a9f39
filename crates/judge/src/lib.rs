#![doc = include_str!("../README.md")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod prompt;

pub use prompt::judge_prompt;

use serde_json::Value;

/// Check of a body that returns the reason for which a provider would reject the body.
type Check = fn(&Value) -> Result<(), String>;

/// Panics if the provider would reject the format of a request to this address with this body.
#[track_caller]
pub fn judge(url: &str, text: &str) {
    let body: Value = serde_json::from_str(text).unwrap();
    let (path, check): (&str, Check) = match url {
        url if url.ends_with("/messages") => ("messages", messages),
        url if url.ends_with("/responses") => ("responses", responses),
        url if url.ends_with("/chat/completions") => ("chat/completions", completions),
        url if url.ends_with(":streamGenerateContent?alt=sse") => ("streamGenerateContent", gemini),
        other => panic!("no API at {other}"),
    };
    if let Err(why) = check(&body).and_then(|()| tools(&body)) {
        panic!("{path}: {why}\n{text}");
    }
}

/// Checks the tools of a body in any of the four formats: valid and unique names, and schemas whose parameter names
/// and enumerations every provider accepts.
fn tools(body: &Value) -> Result<(), String> {
    let entries = match &body["tools"] {
        Value::Array(entries) if entries.is_empty() => return Err("tools are empty".into()),
        Value::Array(entries) => entries,
        _ => return Ok(()),
    };
    let declared = entries
        .iter()
        .flat_map(|entry| match entry["functionDeclarations"].as_array() {
            Some(declarations) => declarations.iter().collect(),
            None => vec![entry.get("function").unwrap_or(entry)],
        });
    let mut names = Vec::new();
    for tool in declared {
        let name = text(&tool["name"])?;
        identifier(name)?;
        names.push(name.to_owned());
        text(&tool["description"])?;
        let schemas = ["input_schema", "parameters", "parametersJsonSchema"];
        for schema in schemas.iter().filter_map(|key| tool.get(key)) {
            if schema["type"] != "object" {
                return Err(format!("the schema of {name} is no object"));
            }
            parameters(schema).map_err(|why| format!("{name}: {why}"))?;
        }
    }
    once(&names)
}

fn identifier(name: &str) -> Result<(), String> {
    let fits = (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if fits {
        Ok(())
    } else {
        Err(format!("'{name}' is no name"))
    }
}

fn parameters(schema: &Value) -> Result<(), String> {
    let properties = schema["properties"].as_object();
    for name in schema["required"].as_array().into_iter().flatten() {
        if !properties.is_some_and(|properties| properties.contains_key(name.as_str().unwrap_or_default())) {
            return Err(format!("{name} is required and no property"));
        }
    }
    for (name, property) in properties.into_iter().flatten() {
        identifier(name)?;
        let kinds = ["string", "number", "integer", "boolean", "array", "object"];
        let kind = property["type"].as_str();
        if kind.is_some_and(|kind| !kinds.contains(&kind)) {
            return Err(format!("{name} is of no type"));
        }
        for value in property["enum"].as_array().into_iter().flatten() {
            let fits = match kind {
                Some("string") => value.is_string(),
                Some("number") => value.is_number(),
                Some("integer") => value.is_i64() || value.is_u64(),
                Some("boolean") => value.is_boolean(),
                _ => kind.is_none(),
            };
            if !fits {
                return Err(format!("{value} is no value of {name}"));
            }
        }
        parameters(property)?;
    }
    Ok(())
}

fn list<'v>(value: &'v Value, key: &str) -> Result<&'v Vec<Value>, String> {
    let list = value[key].as_array().ok_or(format!("{key} is no list"))?;
    if list.is_empty() {
        Err(format!("{key} is empty"))
    } else {
        Ok(list)
    }
}

fn text(value: &Value) -> Result<&str, String> {
    match value.as_str() {
        Some(text) if !text.trim().is_empty() => Ok(text),
        _ => Err(format!("no text: {value}")),
    }
}

fn once(ids: &[String]) -> Result<(), String> {
    let mut sorted = ids.to_vec();
    sorted.sort();
    sorted.dedup();
    if sorted.len() == ids.len() {
        Ok(())
    } else {
        Err(format!("ids twice: {ids:?}"))
    }
}

fn messages(body: &Value) -> Result<(), String> {
    let mut open: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for (at, message) in list(body, "messages")?.iter().enumerate() {
        let role = if at % 2 == 0 { "user" } else { "assistant" };
        if message["role"] != role {
            return Err(format!("message {at} is not the {role}'s"));
        }
        let content = list(message, "content")?;
        let mut answered = Vec::new();
        let mut calls = Vec::new();
        for (place, block) in content.iter().enumerate() {
            match block["type"].as_str().unwrap_or_default() {
                "text" => drop(text(&block["text"])?),
                "image" if role == "user" => drop(text(&block["source"]["data"])?),
                "tool_result" if role == "user" && answered.len() == place => {
                    answered.push(text(&block["tool_use_id"])?.to_owned());
                }
                "tool_use" if role == "assistant" => {
                    if !block["input"].is_object() {
                        return Err("input is no object".into());
                    }
                    calls.push(text(&block["id"])?.to_owned());
                }
                "thinking" | "redacted_thinking" if role == "assistant" => {}
                other => return Err(format!("{other} in message {at} of the {role}")),
            }
        }
        if answered != open {
            return Err(format!("message {at} answers {answered:?}, open are {open:?}"));
        }
        all.extend(calls.iter().cloned());
        open = calls;
    }
    once(&all)?;
    if open.is_empty() {
        Ok(())
    } else {
        Err(format!("open: {open:?}"))
    }
}

fn responses(body: &Value) -> Result<(), String> {
    let mut open: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for item in list(body, "input")? {
        match item["type"].as_str().unwrap_or("message") {
            "function_call" => {
                item["arguments"].as_str().ok_or("arguments are no text")?;
                text(&item["name"])?;
                open.push(text(&item["call_id"])?.to_owned());
                all.extend(open.last().cloned());
            }
            "function_call_output" => {
                let id = text(&item["call_id"])?;
                let at = open
                    .iter()
                    .position(|open| open == id)
                    .ok_or(format!("{id} is not open"))?;
                open.remove(at);
                if item["output"].is_array() {
                    list(item, "output")?;
                } else {
                    text(&item["output"])?;
                }
            }
            "message" => {
                if item["role"] == "user" && !open.is_empty() {
                    return Err(format!("the user speaks while {open:?} are open"));
                }
                list(item, "content")?;
            }
            "reasoning" => drop(text(&item["encrypted_content"])?),
            other => return Err(format!("item {other}")),
        }
    }
    once(&all)?;
    if open.is_empty() {
        Ok(())
    } else {
        Err(format!("open: {open:?}"))
    }
}

fn completions(body: &Value) -> Result<(), String> {
    let mut open: Vec<String> = Vec::new();
    let mut before = "";
    for message in list(body, "messages")? {
        let role = text(&message["role"])?;
        match role {
            "tool" => {
                let id = text(&message["tool_call_id"])?;
                if open.first().is_none_or(|open| open != id) {
                    return Err(format!("{id} is answered, open are {open:?}"));
                }
                open.remove(0);
                text(&message["content"])?;
            }
            _ if !open.is_empty() => return Err(format!("{role} speaks while {open:?} are open")),
            "assistant" => {
                for call in message["tool_calls"].as_array().into_iter().flatten() {
                    let args: Value = serde_json::from_str(text(&call["function"]["arguments"])?)
                        .map_err(|e| e.to_string())?;
                    if !args.is_object() {
                        return Err("arguments are no object".into());
                    }
                    text(&call["function"]["name"])?;
                    open.push(text(&call["id"])?.to_owned());
                }
                once(&open)?;
                if open.is_empty() {
                    text(&message["content"])?;
                }
                if before == "assistant" {
                    return Err("the assistant speaks twice".into());
                }
            }
            "user" | "system" if before == role => return Err(format!("{role} speaks twice")),
            "user" if message["content"].is_array() => drop(list(message, "content")?),
            "user" | "system" => drop(text(&message["content"])?),
            other => return Err(format!("role {other}")),
        }
        before = role;
    }
    if open.is_empty() {
        Ok(())
    } else {
        Err(format!("open: {open:?}"))
    }
}

fn gemini(body: &Value) -> Result<(), String> {
    let mut open: Vec<(Value, Value)> = Vec::new();
    for (at, content) in list(body, "contents")?.iter().enumerate() {
        let role = if at % 2 == 0 { "user" } else { "model" };
        if content["role"] != role {
            return Err(format!("content {at} is not the {role}'s"));
        }
        let mut answered = Vec::new();
        let mut calls = Vec::new();
        for part in list(content, "parts")? {
            if let Some(call) = part.get("functionCall") {
                calls.push((call["id"].clone(), call["name"].clone()));
            } else if let Some(response) = part.get("functionResponse") {
                if !response["response"].is_object() {
                    return Err("response is no object".into());
                }
                answered.push((response["id"].clone(), response["name"].clone()));
            } else if part["text"] == "" && part.get("thoughtSignature").is_none() {
                return Err("an empty text".into());
            }
        }
        if answered != open {
            return Err(format!("content {at} answers {answered:?}, open are {open:?}"));
        }
        open = calls;
    }
    if open.is_empty() {
        Ok(())
    } else {
        Err(format!("open: {open:?}"))
    }
}
