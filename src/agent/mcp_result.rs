//! Conversion of replies to the Model Context Protocol, for the MCP server and for agents of the browser.

use serde_json::{Value, json};

use super::tool_result::content;
use crate::llm::Content;
use crate::tools::Reply;

/// Converts a reply to a result of the Model Context Protocol: `{content, isError, structuredContent}`. The
/// text has at most `limit` characters; a truncated result has no `structuredContent`.
pub fn mcp_result(reply: &Reply, limit: usize) -> Value {
    let block = |part: &Content| match part {
        Content::Text(text) => json!({ "type": "text", "text": text }),
        Content::Image { mime, base64 } => json!({ "type": "image", "data": base64, "mimeType": mime }),
    };
    let content = content(reply, limit);
    let structured = reply.to_json_without_images();
    let is_whole = content.first().and_then(Content::text) == Some(structured.to_string().as_str());
    let mut result = json!({
        "content": content.iter().map(block).collect::<Value>(),
        "isError": !reply.is_ok(),
    });
    if is_whole {
        result["structuredContent"] = structured;
    }
    result
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::tools::{Answer, Image};

    #[test]
    fn a_picture_becomes_mcp_image_content() {
        let mut reply = Reply::done(Answer::Done);
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
    fn truncated_text_has_no_structured_content() {
        let refused = mcp_result(&Reply::failed("Entity 'x' not found"), 20);
        assert_eq!(refused["isError"], true);
        let text = refused["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with("{\"success\":false,\"er\n[Cut off: "), "{text}");
        assert!(refused.get("structuredContent").is_none());
    }
}
