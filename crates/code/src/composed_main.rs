//! A snippet added to `main`: its imports at the top, the rest as statements at the end, in a block if its names clash with
//! those of `main`.

use super::source;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use trammel_language::{Bilingual, bilingual};

/// Text of `main` with a snippet added, and the line mapping between both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComposedMain {
    /// Text of the new `main`.
    pub main: String,
    /// Line in the snippet of each import that was moved to the top.
    head: Vec<u32>,
    /// First line of the snippet's body, in the new `main` and in the snippet.
    body: (u32, u32),
}

impl ComposedMain {
    /// Adds a snippet to `main`: imports at the top, the rest at the end. The constants of the snippet become parameters of
    /// `main`, and later snippets can use them. Code that declares a name which `main` uses, or which is that of a function
    /// of the sandbox (`is_function`), is wrapped in a block, so that two snippets can both contain `const n`.
    ///
    /// # Errors
    /// Returns an error if a name that the snippet imports already has another meaning in `main`.
    pub fn new(
        main: &str,
        code: &str,
        is_function: impl Fn(&str) -> bool,
    ) -> Result<ComposedMain, Bilingual> {
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
        let blanked = source::blank_out(code, gone);
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
        let main_words = words(main, &main_tokens);
        let is_taken = |name: &String| main_words.contains(name.as_str()) || is_function(name);
        let (opening, body) = statements(body, is_taken);
        let (line, _) = source::line_column(&start, start.len());
        Ok(ComposedMain {
            main: format!("{start}{body}"),
            head,
            body: (line + u32::from(opening), first_line),
        })
    }

    /// Maps a line of the new `main` to a line of the snippet; `None` if the line is not from the snippet.
    pub fn snippet_line(&self, line: u32) -> Option<u32> {
        if let Some(import) = usize::try_from(line)
            .ok()
            .and_then(|line| self.head.get(line.checked_sub(1)?))
        {
            return Some(*import);
        }
        line.checked_sub(self.body.0).map(|below| below + self.body.1)
    }

    /// Maps a line of the new `main` that is not from the snippet to a line of the old `main`.
    pub fn main_line(&self, line: u32) -> u32 {
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

/// Iterates over the bindings of an import as pairs of exported and local name; the exported name of a namespace is
/// `*`.
fn bindings(import: &source::Import) -> impl Iterator<Item = (&str, &str)> {
    let names = import
        .names
        .iter()
        .map(|(exported, local)| (exported.as_str(), local.as_str()));
    names.chain(import.namespace.iter().map(|local| ("*", local.as_str())))
}

/// Returns the words of a code except keys and properties.
fn words<'a>(code: &'a str, tokens: &[source::Token]) -> BTreeSet<&'a str> {
    let is_word =
        |at: &usize| tokens[*at].kind == source::TokenKind::Word && source::is_variable(code, tokens, *at);
    let found = (0..tokens.len()).filter(is_word);
    found.map(|at| tokens[at].text(code)).collect()
}

/// Turns `body` into statements that are independent of the code before and after: in a block if `body` declares a name that
/// is taken, or if its first or last line could merge with neighboring code without a semicolon. Also returns whether a line
/// was added before `body`.
fn statements(body: &str, is_taken: impl Fn(&String) -> bool) -> (bool, String) {
    let tokens = source::tokens(body);
    let starts_with_word = tokens.first().is_some_and(|t| t.kind == source::TokenKind::Word);
    let declared = source::declared_names(body, &tokens);
    let last = tokens
        .last()
        .map(|last| (last.text(body), last.end == body.len()));
    match last {
        _ if !starts_with_word || declared.iter().any(is_taken) => {}
        Some((";" | "}", _)) => return (false, format!("{body}\n")),
        Some((_, true)) => return (false, format!("{body};\n")),
        // A comment follows the last statement, which has no semicolon.
        _ => {}
    }
    (true, format!("{{\n{body}\n}}\n"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn composed(main: &str, code: &str) -> String {
        ComposedMain::new(main, code, |name| name == "scale")
            .unwrap()
            .main
    }

    #[test]
    fn constants_stay_at_the_top_level_unless_their_names_are_taken() {
        assert_eq!(
            composed("", "const n = 1; // 1..5\ndraw(n)"),
            "const n = 1; // 1..5\ndraw(n);\n"
        );
        assert_eq!(composed("a();", "const n = 1; // n"), "a();\nconst n = 1; // n\n");
        for (main, code) in [
            ("const n = 1;", "const n = 2;"),
            ("import { n } from 'l';", "const n = 2;"),
            ("draw(n);", "const n = 2;"),
            ("[1].map((n) => a(n));", "let n = 2;"),
            ("", "const scale = 2;"),
            ("", "function scale() {}"),
        ] {
            assert_eq!(
                composed(main, code).matches('{').count(),
                1 + main.matches('{').count() + code.matches('{').count()
            );
        }
        // A key or a property is no use of the name.
        assert_eq!(
            composed("draw({ n: 1 }, a.n);", "const n = 2;"),
            "draw({ n: 1 }, a.n);\nconst n = 2;\n"
        );
    }

    #[test]
    fn imports_are_hoisted() {
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
            ComposedMain::new("const x = 1;", "import { x } from 'l'; x()", |_| false)
                .unwrap_err()
                .english
                .contains("'x'")
        );
        assert!(
            ComposedMain::new("import * as M from 'a';", "import * as M from 'b'; f(M)", |_| {
                false
            })
            .unwrap_err()
            .english
            .contains("'M'")
        );
        assert!(
            ComposedMain::new("import { M } from 'a';", "import * as M from 'b'; f(M)", |_| {
                false
            })
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
            "       const n = 1; a(n);\n"
        );
    }

    #[test]
    fn lines_of_main_map_to_lines_of_the_snippet() {
        let code = "\nimport { x } from 'l';\n\nconst n = 1;\nfail(n);";
        let composed = ComposedMain::new("a(n);\nb();", code, |_| false).unwrap();
        assert_eq!(
            composed.main,
            "import { x } from 'l';\na(n);\nb();\n{\nconst n = 1;\nfail(n);\n}\n"
        );
        let lines: Vec<Option<u32>> = (1..=6).map(|line| composed.snippet_line(line)).collect();
        assert_eq!(lines, [Some(2), None, None, None, Some(4), Some(5)]);
        assert_eq!(composed.main_line(3), 2);
    }
}
