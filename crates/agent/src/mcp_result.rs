//! Conversion of replies to the Model Context Protocol, for the MCP server and for agents of the browser.

use serde_json::{Value, json};

use super::tool_result::content;
use trammel_base::visible::escape_hidden;
use trammel_llm::Content;
use trammel_tools::Reply;

/// Returns the schema of `structuredContent`. Clients refuse results that do not fit it.
pub fn mcp_output() -> Value {
    json!({
        "type": "object",
        "properties": {
            "success": { "type": "boolean" },
            "error": { "description": "Reason of a failure: a text, or an object with message, file, line, and column for code" },
            "suggestions": { "type": "array", "items": { "type": "string" } },
            "entity": { "type": "string", "description": "Name of the entity that was drawn or changed" },
            "data": { "description": "Result of a query" },
            "changes": { "type": "object", "description": "Entities that were added, updated, and removed" },
            "facts": { "type": "array", "description": "Measures of the first changed entities" },
            "checks": { "type": "object", "description": "Checks that the code declares: total, hold, and the failed ones" },
            "warnings": { "type": "array", "items": { "type": "string" } },
            "logs": { "type": "array", "items": { "type": "string" } },
            "truncated": { "type": "boolean", "description": "Whether only the text has a part of the result" },
        },
        "required": ["success"],
    })
}

/// Converts a reply to a result of the Model Context Protocol: `{content, isError, structuredContent}`. The
/// text has at most `limit` characters; the structured content of a truncated result says only that.
pub fn mcp_result(reply: &Reply, limit: usize) -> Value {
    let block = |part: &Content| match part {
        Content::Text(text) => json!({ "type": "text", "text": text }),
        Content::Image { mime, base64 } => json!({ "type": "image", "data": base64, "mimeType": mime }),
    };
    let structured = reply.to_json_without_images();
    // The text is for the model and has no hidden characters; the structured content is data with the exact values.
    let content = content(reply, &structured, limit);
    let whole = structured.to_string();
    let is_whole = content.first().and_then(Content::text) == Some(&*escape_hidden(&whole));
    let truncated = || json!({ "success": reply.is_ok(), "truncated": true });
    json!({
        "content": content.iter().map(block).collect::<Value>(),
        "isError": !reply.is_ok(),
        "structuredContent": if is_whole { structured } else { truncated() },
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_tools::{Answer, Image};

    #[test]
    fn a_picture_becomes_mcp_image_content() {
        let mut reply = Reply::of_answer(Answer::Done);
        reply.images = vec![Image::Base64 {
            mime: "image/png".into(),
            base64: "AAAA".into(),
        }];
        assert_eq!(
            mcp_result(&reply, 99),
            json!({"content": [{"type": "text", "text": "{\"success\":true}"}, {"type": "image", "data": "AAAA", "mimeType": "image/png"}],
                "isError": false, "structuredContent": {"success": true}})
        );
    }

    #[test]
    fn the_structured_content_of_a_truncated_text_says_so() {
        let refused = mcp_result(
            &Reply::of_message(trammel_language::Bilingual::same("Entity 'x' not found")),
            20,
        );
        assert_eq!(refused["isError"], true);
        let text = refused["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with("{\"success\":false,\"er\n[Cut off: "), "{text}");
        assert_eq!(
            refused["structuredContent"],
            json!({"success": false, "truncated": true})
        );
    }
}
