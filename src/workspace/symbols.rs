//! Top-level symbols of a file: names with kind, offset, signature, and exported name.

use super::source::{Token, TokenKind, declarators, starts_statement, tokens};

/// Kind of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// Class.
    Class,
    /// Function, including a function assigned to a variable.
    Function,
    /// Constant.
    Const,
    /// Block-scoped variable.
    Let,
    /// Function-scoped variable.
    Var,
}

impl SymbolKind {
    /// Returns the keyword of the kind.
    pub fn as_str(self) -> &'static str {
        match self {
            SymbolKind::Class => "class",
            SymbolKind::Function => "function",
            SymbolKind::Const => "const",
            SymbolKind::Let => "let",
            SymbolKind::Var => "var",
        }
    }
}

/// Top-level declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Name within the file.
    pub name: String,
    /// Kind of the declaration.
    pub kind: SymbolKind,
    /// Byte offset of the name.
    pub offset: usize,
    /// Name under which the file exports the symbol, if it does.
    pub exported: Option<String>,
    /// Parameter list of a function, such as `(a, b)`, on one line.
    pub signature: Option<String>,
    /// Methods of a class with their parameter lists.
    pub methods: Vec<String>,
}

/// Returns the top-level declarations of a file, in order.
pub fn symbols(source: &str) -> Vec<Symbol> {
    let tokens = tokens(source);
    let text = |i: usize| tokens.get(i).map_or("", |t| t.text(source));
    let exports = exported(source, &tokens);
    let mut found: Vec<Symbol> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        if token.depth != 0 || token.kind != TokenKind::Word {
            continue;
        }
        let kind = match token.text(source) {
            "class" => SymbolKind::Class,
            "function" => SymbolKind::Function,
            "const" => SymbolKind::Const,
            "let" => SymbolKind::Let,
            "var" => SymbolKind::Var,
            _ => continue,
        };
        if matches!(kind, SymbolKind::Class | SymbolKind::Function) {
            let at = if text(i + 1) == "*" { i + 2 } else { i + 1 };
            if tokens.get(at).is_some_and(|t| t.kind == TokenKind::Word) {
                let mut symbol = symbol(source, &tokens, at, kind);
                if kind == SymbolKind::Class {
                    symbol.methods = methods(source, &tokens, at);
                } else {
                    symbol.signature = brackets(source, &tokens, at + 1);
                }
                found.push(symbol);
            }
            continue;
        }
        let mut from = i + 1;
        for name in declarators(source, &tokens[i + 1..]) {
            let is_it = |j: &usize| tokens[*j].kind == TokenKind::Word && text(*j) == name;
            let Some(at) = (from..tokens.len()).find(is_it) else {
                continue;
            };
            from = at + 1;
            let mut symbol = symbol(source, &tokens, at, kind);
            if let Some(signature) = function_value(source, &tokens, at) {
                (symbol.kind, symbol.signature) = (SymbolKind::Function, Some(signature));
            }
            found.push(symbol);
        }
    }
    for symbol in &mut found {
        symbol.exported = exports
            .iter()
            .find(|(_, local)| *local == symbol.name)
            .map(|(name, _)| name.clone());
    }
    found
}

/// Returns the names that other files can import: the exports of a module, or all declarations of a script-style
/// library.
pub fn offered(source: &str) -> Vec<String> {
    let tokens = tokens(source);
    if super::source::has_exports(source, &tokens) {
        exported(source, &tokens)
            .into_iter()
            .map(|(name, _)| name)
            .collect()
    } else {
        super::source::declared_names(source, &tokens)
    }
}

/// Returns pairs of exported and local names.
fn exported(source: &str, tokens: &[Token]) -> Vec<(String, String)> {
    let text = |i: usize| tokens.get(i).map_or("", |t| t.text(source));
    let mut pairs = Vec::new();
    for i in 0..tokens.len() {
        if text(i) != "export" || !starts_statement(source, tokens, i) {
            continue;
        }
        match text(i + 1) {
            "{" => {
                let mut at = i + 2;
                while at < tokens.len() && text(at) != "}" {
                    let local = text(at).to_owned();
                    let renamed = text(at + 1) == "as";
                    let name = if renamed {
                        text(at + 2).to_owned()
                    } else {
                        local.clone()
                    };
                    pairs.push((name, local));
                    at += if renamed { 3 } else { 1 };
                    at += usize::from(text(at) == ",");
                }
            }
            "default" => {
                let at = if text(i + 2) == "async" { i + 3 } else { i + 2 };
                let named = matches!(text(at), "function" | "class")
                    && tokens.get(at + 1).is_some_and(|t| t.kind == TokenKind::Word);
                pairs.push((
                    "default".to_owned(),
                    text(if named { at + 1 } else { at }).to_owned(),
                ));
            }
            "const" | "let" | "var" => {
                pairs.extend(
                    declarators(source, &tokens[i + 2..])
                        .into_iter()
                        .map(|name| (name.clone(), name)),
                );
            }
            "async" | "function" | "class" => {
                let name =
                    (i + 1..tokens.len()).find(|j| !matches!(text(*j), "async" | "function" | "class" | "*"));
                pairs.extend(name.map(|at| (text(at).to_owned(), text(at).to_owned())));
            }
            _ => {}
        }
    }
    pairs
}

fn symbol(source: &str, tokens: &[Token], at: usize, kind: SymbolKind) -> Symbol {
    let name = tokens[at].text(source).to_owned();
    Symbol {
        name,
        kind,
        offset: tokens[at].start,
        exported: None,
        signature: None,
        methods: Vec::new(),
    }
}

/// Returns the parameter list of `name = (a, b) => ...`, `name = a => ...` or `name = function (a) ...`.
fn function_value(source: &str, tokens: &[Token], at: usize) -> Option<String> {
    let text = |i: usize| tokens.get(i).map_or("", |t| t.text(source));
    if text(at + 1) != "=" {
        return None;
    }
    let start = if text(at + 2) == "async" { at + 3 } else { at + 2 };
    if text(start) == "function" {
        let open = (start..tokens.len()).find(|i| text(*i) == "(")?;
        return brackets(source, tokens, open);
    }
    let arrow = |i: usize| text(i) == "=" && text(i + 1) == ">";
    if tokens.get(start)?.kind == TokenKind::Word && arrow(start + 1) {
        return Some(format!("({})", text(start)));
    }
    let close = closing(source, tokens, start)?;
    if arrow(close + 1) {
        brackets(source, tokens, start)
    } else {
        None
    }
}

fn methods(source: &str, tokens: &[Token], class: usize) -> Vec<String> {
    let text = |i: usize| tokens.get(i).map_or("", |t| t.text(source));
    let depth = tokens[class].depth;
    let Some(open) = (class..tokens.len()).find(|i| tokens[*i].depth == depth && text(*i) == "{") else {
        return Vec::new();
    };
    let body = (open + 1..tokens.len()).take_while(|i| !(tokens[*i].depth == depth && text(*i) == "}"));
    body.filter(|i| tokens[*i].depth == depth + 1 && tokens[*i].kind == TokenKind::Word)
        .filter_map(|i| {
            let close = closing(source, tokens, i + 1)?;
            let signature = brackets(source, tokens, i + 1)?;
            (text(close + 1) == "{").then(|| format!("{}{signature}", text(i)))
        })
        .collect()
}

/// Returns the index of the token that closes the parenthesis at `open`.
fn closing(source: &str, tokens: &[Token], open: usize) -> Option<usize> {
    let first = tokens.get(open).filter(|t| t.text(source) == "(")?;
    (open + 1..tokens.len()).find(|i| tokens[*i].depth == first.depth && tokens[*i].text(source) == ")")
}

fn brackets(source: &str, tokens: &[Token], open: usize) -> Option<String> {
    let close = closing(source, tokens, open)?;
    let text = source.get(tokens[open].start..tokens[close].end)?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn listed_symbols(source: &str) -> Vec<String> {
        let one = |s: Symbol| {
            let out = s.exported.map(|name| format!(" as {name}")).unwrap_or_default();
            format!(
                "{} {}{}{}{}",
                s.kind.as_str(),
                s.name,
                s.signature.unwrap_or_default(),
                s.methods.concat(),
                out
            )
        };
        symbols(source).into_iter().map(one).collect()
    }

    #[test]
    fn declarations_of_every_form_are_listed_as_symbols() {
        let source = "import { no } from 'x';\nexport function 집(a,\n  b = 2) { const no = 1; }\nconst f = (x) => x, g = y => y, h = 3;\n\
            let i = function (z) {};\nvar { j, k: l } = o;\nclass House extends B {\n  constructor(n) { super(n) }\n  draw(x) { if (x) { } }\n}\n\
            export { f as round, House };\nexport default h;";
        assert_eq!(
            listed_symbols(source),
            [
                "function 집(a, b = 2) as 집",
                "function f(x) as round",
                "function g(y)",
                "const h as default",
                "function i(z)",
                "var j",
                "var l",
                "class Houseconstructor(n)draw(x) as House",
            ]
        );
        assert_eq!(offered(source), ["집", "round", "House", "default"]);
        assert_eq!(
            offered("const a = 1; function b() {}"),
            ["a", "b"],
            "a script offers all it declares"
        );
        assert_eq!(
            offered("export async function a() {}\nexport const b = 1, c = 2;\nexport class D {}"),
            ["a", "b", "c", "D"]
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn reading_symbols_of_any_text_does_not_panic(source in "((export|class|function|const|=>|default|as|async) ?|[a가\\\\`${}()'/;=,\n*]){0,30}") {
            let _ = (symbols(&source), offered(&source));
        }
    }
}
