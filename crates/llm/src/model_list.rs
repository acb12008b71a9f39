//! Model lists of servers, from which the settings dialog offers ids.

use serde_json::Value;

use super::secret::SILENCE_MS;
use super::{Endpoint, HttpRequest};

/// Returns the request for the model list; `query` starts with `?` or is empty.
pub(super) fn request(endpoint: &Endpoint, query: &str, headers: Vec<(String, String)>) -> HttpRequest {
    get(format!("{}{query}", endpoint.join("models")), headers)
}

/// Returns a `GET` request for a URL.
pub(super) fn get(url: String, mut headers: Vec<(String, String)>) -> HttpRequest {
    // The request has no body, and without this header a browser may skip the preflight request.
    headers.retain(|(name, _)| name != "content-type");
    HttpRequest {
        method: "GET".to_owned(),
        url,
        headers,
        body: String::new(),
        silence_ms: SILENCE_MS,
    }
}

/// Returns the model ids of a list, in its order. The list is `{"data": [{"id"}]}` or `{"models": [{"name"}]}`; in
/// the latter only models that generate content count.
pub fn model_ids(body: &str) -> Vec<String> {
    let json: Value = serde_json::from_str(body).unwrap_or_default();
    let rows = ["data", "models"]
        .into_iter()
        .find_map(|key| json[key].as_array());
    // Some servers return the bare array.
    let rows = rows.or_else(|| json.as_array()).into_iter().flatten();
    rows.filter(|row| writes(row)).filter_map(id).collect()
}

fn id(row: &Value) -> Option<String> {
    let id = row["id"].as_str().or_else(|| row["name"].as_str())?;
    let id = id.strip_prefix("models/").unwrap_or(id);
    (!id.is_empty()).then(|| id.to_owned())
}

fn writes(row: &Value) -> bool {
    match row["supportedGenerationMethods"].as_array() {
        Some(methods) => methods.iter().any(|method| method == "generateContent"),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::model_ids;

    #[test]
    fn model_ids_are_read_from_every_list_format() {
        let openai = r#"{"object":"list","data":[{"id":"gpt-6.1-sol","object":"model"},{"id":"gpt-6-luna"},{"object":"model"}]}"#;
        assert_eq!(model_ids(openai), ["gpt-6.1-sol", "gpt-6-luna"]);
        let gemini = r#"{"models":[{"name":"models/gemini-3.8-flash","supportedGenerationMethods":["generateContent","countTokens"]},
            {"name":"models/embedding-1","supportedGenerationMethods":["embedContent"]}]}"#;
        assert_eq!(model_ids(gemini), ["gemini-3.8-flash"]);
        assert_eq!(model_ids(r#"[{"id":"a"}]"#), ["a"]);
        for odd in ["", "<html>", "{}", "{\"data\":null}", "{\"data\":[1,null]}"] {
            assert!(model_ids(odd).is_empty(), "{odd}");
        }
    }
}
