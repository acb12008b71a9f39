//! Code that is written for a call: a direct tool call becomes a statement of `main`, a snippet becomes a block.

use crate::workspace::source;
use serde_json::Value;
use std::fmt::Write as _;

/// `draw_circle({ name: "c", x: 0, y: 0, radius: 5 });`
pub(super) fn statement(tool: &str, input: &Value) -> String {
    let mut out = format!("{tool}(");
    if input.as_object().is_some_and(|fields| !fields.is_empty()) {
        literal(input, &mut out);
    }
    out.push_str(");\n");
    out
}

/// `text` with `addition` on lines of its own.
pub(super) fn appended(text: &str, addition: &str) -> String {
    let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{text}{gap}{addition}")
}

/// `main` with a snippet added: its imports at the top, the rest at the end, in a block when it declares names, so that
/// two snippets can both say `const n`.
///
/// # Errors
/// An import of the snippet would mean something else in `main`.
pub(super) fn snippet(main: &str, code: &str) -> Result<String, String> {
    let tokens = source::tokens(code);
    let imports = source::imports(code, &tokens);
    let mut body = String::new();
    let mut from = 0;
    for import in &imports {
        body.push_str(&code[from..import.start]);
        from = import.end;
    }
    body.push_str(&code[from..]);
    let body = body.trim_matches('\n').trim_end();

    let main_tokens = source::tokens(main);
    let present = source::imports(main, &main_tokens);
    let declared = source::declared_names(main, &main_tokens);
    let mut head = String::new();
    for import in &imports {
        let text = code[import.start..import.end].trim_end_matches(';');
        if present.iter().any(|p| main[p.start..p.end].trim_end_matches(';') == text) {
            continue;
        }
        for (exported, local) in &import.names {
            let same = |p: &source::Import| p.specifier == import.specifier && p.names.contains(&(exported.clone(), local.clone()));
            let other = present.iter().any(|p| !same(p) && (p.names.iter().any(|(_, l)| l == local) || p.namespace.as_ref() == Some(local)));
            if other || declared.contains(local) {
                return Err(format!("'{local}' already means something else in main: import it under another name (as ...)"));
            }
        }
        if import.namespace.as_ref().is_some_and(|local| declared.contains(local)) {
            return Err("the imported namespace already means something else in main: choose another name".to_owned());
        }
        let _ = writeln!(head, "{text};");
    }
    if body.trim().is_empty() {
        return Ok(format!("{head}{main}"));
    }
    let body = if source::declared_names(code, &tokens).is_empty() { format!("{body}\n") } else { format!("{{\n{body}\n}}\n") };
    Ok(appended(&format!("{head}{main}"), &body))
}

/// A JavaScript literal of plain data, on one line.
fn literal(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                literal(item, out);
            }
            out.push(']');
        }
        Value::Object(fields) if fields.is_empty() => out.push_str("{}"),
        Value::Object(fields) => {
            for (i, (key, field)) in fields.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "{ " });
                if is_identifier(key) {
                    out.push_str(key);
                } else {
                    let _ = write!(out, "{}", Value::from(key.as_str()));
                }
                out.push_str(": ");
                literal(field, out);
            }
            out.push_str(" }");
        }
        plain => {
            let _ = write!(out, "{plain}");
        }
    }
}

fn is_identifier(key: &str) -> bool {
    let mut chars = key.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_') && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_call_reads_like_code() {
        assert_eq!(
            statement("draw_circle", &json!({"name": "머리 \"1\"", "x": 0, "y": -0.5, "radius": 5, "style": {"fill": [1, 0, 0]}})),
            "draw_circle({ name: \"머리 \\\"1\\\"\", x: 0, y: -0.5, radius: 5, style: { fill: [1, 0, 0] } });\n"
        );
    }

    #[test]
    fn snippets_keep_their_names_to_themselves_and_imports_go_up() {
        let once = snippet("", "const n = 1;\ndraw(n)").unwrap();
        assert_eq!(once, "{\nconst n = 1;\ndraw(n)\n}\n");
        assert_eq!(snippet("a();", "b();").unwrap(), "a();\nb();\n");
        let main = snippet("import { x } from 'l';\na();", "import { x } from 'l';\nimport * as M from 'm';\nx(M)").unwrap();
        assert_eq!(main, "import * as M from 'm';\nimport { x } from 'l';\na();\nx(M)\n");
        assert!(snippet("const x = 1;", "import { x } from 'l'; x()").unwrap_err().contains("'x'"));
    }
}
