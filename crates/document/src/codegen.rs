//! Code generation for calls: a direct tool call becomes a statement of `main`, a snippet becomes a block.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use trammel_base::numbers::number_text;
use trammel_base::suggest::camel_case;
use trammel_code::{FileName, Workspace, source};
use trammel_language::{Bilingual, bilingual};
use trammel_run::{Failure, Place};

/// Returns a call such as `draw_circle({ name: "c", x: 0, y: 0, radius: 5 });` as a statement to append to `main`.
///
/// # Errors
/// Returns an error if `main` binds both spellings of the tool name.
pub(super) fn statement(files: &Workspace, tool: &str, input: &Value) -> Result<String, Bilingual> {
    let function = function(files, tool)?;
    let mut out = format!("{function}(");
    if input.as_object().is_some_and(|fields| !fields.is_empty()) {
        literal(input, &mut out);
    }
    out.push_str(");\n");
    Ok(out)
}

/// Returns the spelling of a tool name that `main` does not bind.
///
/// # Errors
/// Returns an error if `main` binds both spellings.
pub(super) fn function(files: &Workspace, tool: &str) -> Result<String, Bilingual> {
    let spellings = [tool.to_owned(), camel_case(tool)];
    spellings.into_iter().find(|name| !files.main_binds(name)).ok_or_else(|| {
        bilingual!(
            "main declares its own '{tool}', so this call cannot be appended. Rename that declaration, or edit the code.", "main에 '{tool}'의 선언이 있어서 이 호출을 덧붙일 수 없어요. 그 선언의 이름을 바꾸거나 코드를 고치세요."
        )
    })
}

/// Text of `main` with a snippet added, and the line mapping between both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ComposedMain {
    /// Text of the new `main`.
    pub(super) main: String,
    /// Line in the snippet of each import that was moved to the top.
    head: Vec<u32>,
    /// First line of the snippet's body, in the new `main` and in the snippet.
    body: (u32, u32),
}

impl ComposedMain {
    /// Maps a line of the new `main` to a line of the snippet; `None` if the line is not from the snippet.
    pub(super) fn snippet_line(&self, line: u32) -> Option<u32> {
        if let Some(import) = usize::try_from(line)
            .ok()
            .and_then(|line| self.head.get(line.checked_sub(1)?))
        {
            return Some(*import);
        }
        line.checked_sub(self.body.0).map(|below| below + self.body.1)
    }

    /// Rewrites the positions in a failure of the new `main` to lines of the snippet or of the old `main`.
    pub(super) fn translated(&self, mut failure: Failure) -> Failure {
        let translate = |place: &Place| {
            if place.file != FileName::MAIN {
                return place.clone();
            }
            match self.snippet_line(place.line) {
                Some(line) => Place {
                    file: "snippet".to_owned(),
                    line,
                    ..*place
                },
                None => Place {
                    line: self.main_line(place.line),
                    ..place.clone()
                },
            }
        };
        let first = failure.place.clone();
        failure.place = first.as_ref().map(translate);
        for frame in &mut failure.stack {
            if let Some(place) = Place::of_frame(frame) {
                let place = translate(&place);
                let head = frame.rsplit_once('(').map_or("at ", |(head, _)| head);
                *frame = format!("{head}({}:{}:{})", place.file, place.line, place.column);
            }
        }
        if failure.place.as_ref().is_some_and(|p| p.file == FileName::MAIN) {
            let why = &failure.message;
            failure.message = bilingual!(
                "main does not run, so this call cannot be appended: {why}",
                "main이 실행되지 않아서 이 호출을 덧붙일 수 없어요: {why:#}"
            );
        }
        failure
    }

    /// Maps a line of the new `main` that is not from the snippet to a line of the old `main`.
    pub(super) fn main_line(&self, line: u32) -> u32 {
        line.saturating_sub(u32::try_from(self.head.len()).unwrap_or(0))
    }
}

/// Meaning of a name in `main`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound<'a> {
    /// Imported from a file under an exported name.
    Imported(&'a str, &'a str),
    /// Declared, or imported in several ways.
    Otherwise,
}

/// Adds a snippet to `main`: imports at the top, the rest at the end. Code that declares names is wrapped in a block,
/// so that two snippets can both contain `const n`.
///
/// # Errors
/// Returns an error if a name that the snippet imports already has another meaning in `main`.
pub(super) fn snippet(main: &str, code: &str) -> Result<ComposedMain, Bilingual> {
    let tokens = source::tokens(code);
    let imports = source::imports(code, &tokens);
    let main_tokens = source::tokens(main);
    let present = source::imports(main, &main_tokens);
    let lines = |import: &source::Import| main[import.start..import.end].trim_end_matches(';').to_owned();
    let lines: BTreeSet<String> = present.iter().map(lines).collect();
    let mut bound: BTreeMap<&str, Bound<'_>> = BTreeMap::new();
    for import in &present {
        for (exported, local) in bindings(import) {
            let same = Bound::Imported(&import.specifier, exported);
            let known = bound.entry(local).or_insert(same);
            if *known != same {
                *known = Bound::Otherwise;
            }
        }
    }
    let declared = source::declared_names(main, &main_tokens);
    bound.extend(declared.iter().map(|name| (name.as_str(), Bound::Otherwise)));
    let mut top = String::new();
    let mut head = Vec::new();
    let places = source::line_columns(code, imports.iter().map(|import| import.start));
    for (import, (line, _)) in imports.iter().zip(places) {
        let text = code[import.start..import.end]
            .trim_end_matches(';')
            .replace(['\n', '\r'], " ");
        if lines.contains(&text) {
            continue;
        }
        for (exported, local) in bindings(import) {
            let known = bound.get(local);
            if known.is_some_and(|known| *known != Bound::Imported(&import.specifier, exported)) {
                return Err(bilingual!(
                    "main already declares '{local}'. Import it under another name (as ...).",
                    "main에 '{local}'의 선언이 이미 있어요. 다른 이름으로 불러오세요(as ...)."
                ));
            }
        }
        let _ = writeln!(top, "{text};");
        head.push(line);
    }
    let mut gone: Vec<(usize, usize)> = imports.iter().map(|import| (import.start, import.end)).collect();
    gone.extend(source::exports_to_blank(code, &tokens));
    gone.sort_unstable();
    let blanked = source::blanked(code, gone);
    let lines_before = blanked
        .split_inclusive('\n')
        .take_while(|line| line.trim().is_empty());
    let skipped: usize = lines_before.clone().map(str::len).sum();
    let first_line = u32::try_from(lines_before.count()).unwrap_or(0) + 1;
    let body = blanked[skipped.min(blanked.len())..].trim_end();
    let mut start = format!("{top}{main}");
    if !start.is_empty() && !start.ends_with('\n') {
        start.push('\n');
    }
    if body.is_empty() {
        return Ok(ComposedMain {
            main: start,
            head,
            body: (u32::MAX, 1),
        });
    }
    let (opening, body) = statements(body);
    let (line, _) = source::line_column(&start, start.len());
    Ok(ComposedMain {
        main: format!("{start}{body}"),
        head,
        body: (line + u32::from(opening), first_line),
    })
}

/// Iterates over the bindings of an import as pairs of exported and local name; the exported name of a namespace is
/// `*`.
fn bindings(import: &source::Import) -> impl Iterator<Item = (&str, &str)> {
    let names = import
        .names
        .iter()
        .map(|(exported, local)| (exported.as_str(), local.as_str()));
    names.chain(import.namespace.iter().map(|local| ("*", local.as_str())))
}

/// Turns `body` into statements that are independent of the code before and after: in a block if `body` declares names,
/// or if its first or last line could merge with neighboring code without a semicolon. Also returns whether a line was
/// added before `body`.
fn statements(body: &str) -> (bool, String) {
    let tokens = source::tokens(body);
    let starts_with_word = tokens.first().is_some_and(|t| t.kind == source::TokenKind::Word);
    let last = tokens.last().filter(|t| t.end == body.len());
    if !source::declared_names(body, &tokens).is_empty() || !starts_with_word || last.is_none() {
        return (true, format!("{{\n{body}\n}}\n"));
    }
    match last.map(|t| t.text(body)) {
        Some(";" | "}") => (false, format!("{body}\n")),
        _ => (false, format!("{body};\n")),
    }
}

/// Returns plain data as a JavaScript literal on one line.
pub(super) fn literal_text(value: &Value) -> String {
    let mut out = String::new();
    literal(value, &mut out);
    out
}

/// Writes plain data as a JavaScript literal on one line.
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
        // JSON writes a computed whole number as `100.0`; an author writes `100`.
        Value::Number(value) if value.is_f64() => {
            out.push_str(&value.as_f64().map_or_else(|| value.to_string(), number_text));
        }
        plain => {
            let _ = write!(out, "{plain}");
        }
    }
}

fn is_identifier(key: &str) -> bool {
    let mut chars = key.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use serde_json::json;

    fn composed(main: &str, code: &str) -> String {
        snippet(main, code).unwrap().main
    }

    #[test]
    fn a_call_becomes_a_readable_statement() {
        let input =
            json!({"name": "머리 \"1\"", "x": 0.0, "y": -0.5, "radius": 5.0, "style": {"fill": [1, 0, 0]}});
        assert_eq!(
            statement(&Workspace::default(), "draw_circle", &input).unwrap(),
            "draw_circle({ name: \"머리 \\\"1\\\"\", x: 0, y: -0.5, radius: 5, style: { fill: [1, 0, 0] } });\n"
        );
        let mut own = Workspace::default();
        let code = "function draw_circle() {}\nimport { translate } from 'lib';";
        own.set(&FileName::main(), Some(code));
        assert!(
            statement(&own, "draw_circle", &input)
                .unwrap()
                .starts_with("drawCircle({ name")
        );
        assert!(
            statement(&own, "translate", &json!({}))
                .unwrap_err()
                .english
                .contains("main declares its own 'translate'")
        );
    }

    #[test]
    fn snippets_are_scoped_in_blocks_and_imports_are_hoisted() {
        assert_eq!(
            composed("", "const n = 1;\ndraw(n)"),
            "{\nconst n = 1;\ndraw(n)\n}\n"
        );
        assert_eq!(composed("a();", "b();"), "a();\nb();\n");
        assert_eq!(composed("a();", "for (;;) { b(); }"), "a();\nfor (;;) { b(); }\n");
        let main = composed(
            "import { x } from 'l';\na();",
            "import { x } from 'l';\nimport * as M from 'm';\nx(M)",
        );
        assert_eq!(
            main,
            "import * as M from 'm';\nimport { x } from 'l';\na();\nx(M);\n"
        );
        assert!(
            snippet("const x = 1;", "import { x } from 'l'; x()")
                .unwrap_err()
                .english
                .contains("'x'")
        );
        assert!(
            snippet("import * as M from 'a';", "import * as M from 'b'; f(M)")
                .unwrap_err()
                .english
                .contains("'M'")
        );
        assert!(
            snippet("import { M } from 'a';", "import * as M from 'b'; f(M)")
                .unwrap_err()
                .english
                .contains("'M'")
        );
    }

    #[test]
    fn adjacent_snippets_are_separated() {
        assert_eq!(composed("a()", "[1].map(b)"), "a()\n{\n[1].map(b)\n}\n");
        assert_eq!(composed("a()", "b() // why"), "a()\n{\nb() // why\n}\n");
        assert_eq!(
            composed("", "export const n = 1; a(n)"),
            "{\n       const n = 1; a(n)\n}\n"
        );
    }

    #[test]
    fn lines_of_main_map_to_lines_of_the_snippet() {
        let code = "\nimport { x } from 'l';\n\nconst n = 1;\nfail(n);";
        let composed = snippet("a();\nb();", code).unwrap();
        assert_eq!(
            composed.main,
            "import { x } from 'l';\na();\nb();\n{\nconst n = 1;\nfail(n);\n}\n"
        );
        let lines: Vec<Option<u32>> = (1..=6).map(|line| composed.snippet_line(line)).collect();
        assert_eq!(lines, [Some(2), None, None, None, Some(4), Some(5)]);
        assert_eq!(composed.main_line(3), 2);
    }
}
