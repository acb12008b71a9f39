//! Lightweight analysis of JavaScript: tokens, imports, top-level declarations, nesting.
//!
//! This is not a parser; the engine has one. The functions answer the questions that the host has before and after a
//! run, without running code: the imports of a file, the declared names, the nesting depth, and the uses of a name.
//! Comments and strings are recognized. No function fails or recurses; text that is not JavaScript yields harmless
//! results, and the engine then reports the error.
//!
//! `scan.rs` splits a text into tokens, `depth.rs` limits nesting, `loops.rs` finds endless loops, and this file derives
//! everything else from the tokens. The texts may come from others, so every function takes time proportional to the length
//! of the text, for all tokens (`tests/it/growth.rs`).

mod brackets;
mod depth;
mod lines;
mod loops;
mod scan;

pub use brackets::Brackets;
pub use depth::{TooDeep, too_deep};
pub use lines::{line, line_column, line_columns, line_end, line_start, lines, lines_at, offset_of};
pub use loops::{likely_endless_loop, plainly_endless_loop};
pub use scan::{Token, TokenKind, tokens};

use lines::is_break;

/// Import declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Module specifier: the name of the imported file.
    pub specifier: String,
    /// Pairs of exported and local names; `default` for a default import.
    pub names: Vec<(String, String)>,
    /// Local name of a namespace import.
    pub namespace: Option<String>,
    /// Byte offset of the start of the declaration.
    pub start: usize,
    /// Byte offset after the end of the declaration.
    pub end: usize,
}

/// Returns the import declarations at the top level of a file, in order.
pub fn imports(source: &str, tokens: &[Token]) -> Vec<Import> {
    let mut found = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        match starts_statement(source, tokens, i)
            .then(|| import_at(source, tokens, i))
            .flatten()
        {
            Some((import, next)) => {
                found.push(import);
                i = next;
            }
            None => i += 1,
        }
    }
    found
}

/// Whether a file exports a name, which makes it a module; a file without exports is a script-style library.
pub fn has_exports(source: &str, tokens: &[Token]) -> bool {
    (0..tokens.len()).any(|i| tokens[i].is(source, "export") && starts_statement(source, tokens, i))
}

/// Returns the byte ranges of `export` keywords and export lists at the top level, which a script must not contain.
pub fn exports_to_blank(source: &str, tokens: &[Token]) -> Vec<(usize, usize)> {
    let mut ranges = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        if !token.is(source, "export") || !starts_statement(source, tokens, i) {
            continue;
        }
        let next = tokens.get(i + 1);
        if next.is_some_and(|t| t.is(source, "{")) {
            // The list ends with any bracket that closes it, because the text need not be JavaScript.
            let close = tokens[i + 2..].iter().find(|t| t.depth == 0);
            ranges.push((token.start, close.map_or(token.end, |t| t.end)));
        } else {
            let default = next.filter(|t| t.is(source, "default"));
            ranges.push((token.start, default.map_or(token.end, |t| t.end)));
        }
    }
    ranges
}

/// Returns the names declared at the top level: variables, functions, classes, and all names of destructuring patterns.
pub fn declared_names(source: &str, tokens: &[Token]) -> Vec<String> {
    let mut names = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        if token.depth != 0 || token.kind != TokenKind::Word {
            continue;
        }
        let Some(next) = tokens.get(i + 1) else { continue };
        match token.text(source) {
            "class" if next.kind == TokenKind::Word => names.push(next.text(source).to_owned()),
            "function" => {
                let name = if next.is(source, "*") {
                    tokens.get(i + 2)
                } else {
                    Some(next)
                };
                names.extend(
                    name.filter(|t| t.kind == TokenKind::Word)
                        .map(|t| t.text(source).to_owned()),
                );
            }
            _ if declares_variables(source, tokens, i) => {
                let found = declarators(source, tokens, i + 1).into_iter();
                names.extend(found.map(|at| tokens[at].text(source).to_owned()));
            }
            _ => {}
        }
    }
    names
}

/// Returns the byte offsets at which `name` is used as a variable, not as a property, a key or part of a string.
pub fn uses_of(source: &str, tokens: &[Token], name: &str) -> Vec<usize> {
    let named = |i: &usize| tokens[*i].kind == TokenKind::Word && tokens[*i].text(source) == name;
    (0..tokens.len())
        .filter(named)
        .filter(|i| is_variable(source, tokens, *i))
        .map(|i| tokens[i].start)
        .collect()
}

/// Whether a word is used as a variable, not as a property or a key.
pub fn is_variable(source: &str, tokens: &[Token], i: usize) -> bool {
    let previous = i.checked_sub(1).map(|p| &tokens[p]);
    let property = previous.is_some_and(|t| t.is(source, "."))
        && !i
            .checked_sub(2)
            .is_some_and(|p| tokens[p].is(source, ".") && tokens[p].end == tokens[p + 1].start);
    let next = tokens.get(i + 1);
    let key = next.is_some_and(|t| t.is(source, ":"))
        && previous.is_some_and(|t| t.is(source, "{") || t.is(source, ","));
    !property && !key
}

/// Replaces the given byte ranges of `source` by spaces. Line breaks stay, so that lines and columns remain the same.
pub fn blank_out(source: &str, ranges: impl IntoIterator<Item = (usize, usize)>) -> String {
    let mut out = String::with_capacity(source.len());
    let mut from = 0;
    for (start, end) in ranges {
        let (Some(kept), Some(gone)) = (source.get(from..start), source.get(start..end)) else {
            continue;
        };
        out.push_str(kept);
        for c in gone.chars() {
            match c {
                _ if is_break(c) => out.push(c),
                _ => out.extend(std::iter::repeat_n(' ', c.len_utf16())),
            }
        }
        from = end;
    }
    out.push_str(source.get(from..).unwrap_or_default());
    out
}

pub(super) fn starts_statement(source: &str, tokens: &[Token], i: usize) -> bool {
    let token = &tokens[i];
    let boundary = i
        .checked_sub(1)
        .is_none_or(|p| token.after_break || matches!(tokens[p].kind, TokenKind::Mark(b';' | b'}')));
    token.depth == 0
        && token.kind == TokenKind::Word
        && boundary
        && !i.checked_sub(1).is_some_and(|p| tokens[p].is(source, "."))
}

/// Parses the `import ... from 'file'` that starts at token `i`; returns the import and the index of the next token.
fn import_at(source: &str, tokens: &[Token], i: usize) -> Option<(Import, usize)> {
    if !tokens[i].is(source, "import") {
        return None;
    }
    let mut at = i + 1;
    let mut names = Vec::new();
    let mut namespace = None;
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text(source));
    if tokens.get(at)?.kind == TokenKind::Word && text(at) != "from" || text(at + 1) == "from" {
        names.push(("default".to_owned(), text(at).to_owned()));
        at += 1;
        if text(at) == "," {
            at += 1;
        }
    }
    if text(at) == "*" && text(at + 1) == "as" {
        namespace = Some(text(at + 2).to_owned());
        at += 3;
    } else if text(at) == "{" {
        at += 1;
        while tokens.get(at).is_some_and(|token| token.depth > 0) && text(at) != "}" {
            let exported = text(at).trim_matches(['\'', '"']).to_owned();
            let local = if text(at + 1) == "as" {
                text(at + 2).to_owned()
            } else {
                exported.clone()
            };
            at += if text(at + 1) == "as" { 3 } else { 1 };
            names.push((exported, local));
            if text(at) == "," {
                at += 1;
            }
        }
        at += 1;
    }
    if text(at) == "from" {
        at += 1;
    }
    let file = tokens.get(at).filter(|t| t.kind == TokenKind::Text)?;
    let mut end = file.end;
    let mut next = at + 1;
    if tokens.get(next).is_some_and(|t| t.is(source, ";")) {
        end = tokens[next].end;
        next += 1;
    }
    let specifier = file.text(source).trim_matches(['\'', '"']).to_owned();
    Some((
        Import {
            specifier,
            names,
            namespace,
            start: tokens[i].start,
            end,
        },
        next,
    ))
}

/// Whether token `i` is a keyword of the top level that declares variables, and not the name of a property.
pub fn declares_variables(source: &str, tokens: &[Token], i: usize) -> bool {
    let token = &tokens[i];
    token.depth == 0
        && token.kind == TokenKind::Word
        && matches!(token.text(source), "const" | "let" | "var")
        && !i.checked_sub(1).is_some_and(|p| tokens[p].is(source, "."))
}

/// Returns the tokens of the names bound by `const a = 1, { b, c: d } = x`, given the index of the token after the keyword.
/// The next keyword ends the declaration, so that reading all declarations of a text without semicolons is one pass.
pub(super) fn declarators(source: &str, tokens: &[Token], from: usize) -> Vec<usize> {
    let mut names = Vec::new();
    let mut expect_pattern = true;
    for (i, token) in tokens.iter().enumerate().skip(from) {
        let text = token.text(source);
        let previous_ends = i > from
            && !matches!(
                tokens[i - 1].kind,
                TokenKind::Mark(b',' | b'=' | b'{' | b'[' | b':')
            );
        if token.depth == 0
            && (text == ";"
                || declares_variables(source, tokens, i)
                || (token.after_break && previous_ends && token.kind == TokenKind::Word && !expect_pattern))
        {
            break;
        }
        match token.kind {
            TokenKind::Mark(b'=') if token.depth == 0 => expect_pattern = false,
            TokenKind::Mark(b',') if token.depth == 0 => expect_pattern = true,
            TokenKind::Word if expect_pattern && !matches!(text, "of" | "in") => {
                let key = tokens.get(i + 1).is_some_and(|t| t.is(source, ":"));
                if !key {
                    names.push(i);
                }
                expect_pattern = token.depth > 0;
            }
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found_imports(source: &str) -> Vec<String> {
        let list = imports(source, &tokens(source));
        list.iter()
            .map(|i| format!("{} {:?} {:?}", i.specifier, i.names, i.namespace))
            .collect()
    }

    #[test]
    fn imports_are_found_in_every_form_outside_comments_and_strings() {
        let source = "// import 'no'\n/* import 'no' */ import 'a';\nimport * as L from \"b\"\nimport { x, y as z } from 'c';\n\
            import D, { w } from '집'; const s = \"import 'no'\"; import('dynamic'); f(`import 'no' ${1}`)";
        assert_eq!(
            found_imports(source),
            [
                "a [] None",
                "b [] Some(\"L\")",
                "c [(\"x\", \"x\"), (\"y\", \"z\")] None",
                "집 [(\"default\", \"D\"), (\"w\", \"w\")] None"
            ]
        );
    }

    #[test]
    fn only_top_level_declarations_and_exports_are_found() {
        let source = "const a = 1, { b, c: d } = f(); let e; function g() { const no = 1; } class H {}\nvar i = [1, 2]\nj = 3";
        assert_eq!(
            declared_names(source, &tokens(source)),
            ["a", "b", "d", "e", "g", "H", "i"]
        );
        assert!(has_exports(
            "const a = 1;\nexport { a };",
            &tokens("const a = 1;\nexport { a };")
        ));
        assert!(!has_exports(
            "f('export'); // export",
            &tokens("f('export'); // export")
        ));
    }

    #[test]
    fn uses_are_variable_references_only() {
        let source = "a.foo(); ({ foo: 1 }); 'foo'; /foo/; `foo${foo}`; // foo\n[...foo];";
        let at: Vec<(u32, u32)> = uses_of(source, &tokens(source), "foo")
            .iter()
            .map(|o| line_column(source, *o))
            .collect();
        assert_eq!(at, [(1, 44), (2, 5)]);
    }

    #[test]
    fn blanking_keeps_all_other_source_positions() {
        let source = "import { 높이 } from '집';\ndraw();";
        let import = imports(source, &tokens(source)).remove(0);
        let blank = blank_out(source, [(import.start, import.end)]);
        assert_eq!(blank.lines().nth(1), Some("draw();"));
        assert_eq!(blank.lines().next().map(str::trim), Some(""));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn scanning_any_text_does_not_panic(source in "[a-z가\\\\`${}()\\[\\]'\"/*;=,.:\n 0-9]{0,60}") {
            let tokens = tokens(&source);
            let _ = (imports(&source, &tokens), declared_names(&source, &tokens), too_deep(&source, &tokens, 9, 9));
            for token in &tokens {
                prop_assert!(source.get(token.start..token.end).is_some());
            }
            let (line, column) = line_column(&source, source.len());
            prop_assert!(offset_of(&source, line, column) <= source.len());
        }
    }
}
