//! Top-level symbols of a file: names with kind, offset, signature, and exported name.

use super::source::{Brackets, Token, TokenKind, declarators, declares_variables, starts_statement, tokens};
use std::collections::BTreeMap;

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

/// Tokens of a text with the ends of its brackets.
struct Read<'a> {
    source: &'a str,
    tokens: Vec<Token>,
    brackets: Brackets,
}

/// Returns the top-level declarations of a file, in order.
pub fn symbols(source: &str) -> Vec<Symbol> {
    let tokens = tokens(source);
    let brackets = Brackets::of(&tokens);
    let read = Read {
        source,
        tokens,
        brackets,
    };
    let mut found: Vec<Symbol> = Vec::new();
    for (i, token) in read.tokens.iter().enumerate() {
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
            let at = if read.text(i + 1) == "*" { i + 2 } else { i + 1 };
            if read.tokens.get(at).is_some_and(|t| t.kind == TokenKind::Word) {
                let mut symbol = read.symbol(at, kind);
                if kind == SymbolKind::Class {
                    symbol.methods = read.methods(at);
                } else {
                    symbol.signature = read.parentheses(at + 1);
                }
                found.push(symbol);
            }
        } else if declares_variables(source, &read.tokens, i) {
            for at in declarators(source, &read.tokens, i + 1) {
                let mut symbol = read.symbol(at, kind);
                if let Some(signature) = read.function_value(at) {
                    (symbol.kind, symbol.signature) = (SymbolKind::Function, Some(signature));
                }
                found.push(symbol);
            }
        }
    }
    let exports = export_pairs(source, &read.tokens);
    let mut names: BTreeMap<&str, &str> = BTreeMap::new();
    for (name, local) in &exports {
        names.entry(local).or_insert(name);
    }
    for symbol in &mut found {
        symbol.exported = names.get(symbol.name.as_str()).map(|name| (*name).to_owned());
    }
    found
}

/// Returns the names that other files can import: the exports of a module, or all declarations of a script-style
/// library.
pub fn importable_names(source: &str) -> Vec<String> {
    let tokens = tokens(source);
    if super::source::has_exports(source, &tokens) {
        export_pairs(source, &tokens)
            .into_iter()
            .map(|(name, _)| name)
            .collect()
    } else {
        super::source::declared_names(source, &tokens)
    }
}

/// Returns pairs of exported and local names.
fn export_pairs(source: &str, tokens: &[Token]) -> Vec<(String, String)> {
    let text = |i: usize| tokens.get(i).map_or("", |t| t.text(source));
    let mut pairs = Vec::new();
    for i in 0..tokens.len() {
        if text(i) != "export" || !starts_statement(source, tokens, i) {
            continue;
        }
        match text(i + 1) {
            "{" => {
                let mut at = i + 2;
                while tokens.get(at).is_some_and(|token| token.depth > 0) && text(at) != "}" {
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
                let names = declarators(source, tokens, i + 2).into_iter();
                pairs.extend(names.map(|at| (text(at).to_owned(), text(at).to_owned())));
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

impl Read<'_> {
    /// Returns the text of a token; empty beyond the end.
    fn text(&self, i: usize) -> &str {
        self.tokens.get(i).map_or("", |token| token.text(self.source))
    }

    fn symbol(&self, at: usize, kind: SymbolKind) -> Symbol {
        Symbol {
            name: self.text(at).to_owned(),
            kind,
            offset: self.tokens[at].start,
            exported: None,
            signature: None,
            methods: Vec::new(),
        }
    }

    /// Returns the parameter list of `name = (a, b) => ...`, `name = a => ...` or `name = function (a) ...`.
    fn function_value(&self, at: usize) -> Option<String> {
        if self.text(at + 1) != "=" {
            return None;
        }
        let start = if self.text(at + 2) == "async" {
            at + 3
        } else {
            at + 2
        };
        if self.text(start) == "function" {
            // `function`, `function*`, `function name`, or `function* name`.
            let open = (start + 1..=start + 3).find(|i| self.text(*i) == "(")?;
            return self.parentheses(open);
        }
        let arrow = |i: usize| self.text(i) == "=" && self.text(i + 1) == ">";
        if self.tokens.get(start)?.kind == TokenKind::Word && arrow(start + 1) {
            return Some(format!("({})", self.text(start)));
        }
        let close = self.closing(start)?;
        if arrow(close + 1) {
            self.parentheses(start)
        } else {
            None
        }
    }

    /// Returns the methods of a class, given the token of its name. A class without a body before the next class or the end
    /// of the statement has none.
    fn methods(&self, class: usize) -> Vec<String> {
        let is_top = |i: &usize| self.tokens[*i].depth == 0;
        let mut rest = (class + 1..self.tokens.len()).filter(is_top);
        let open = rest.find(|i| matches!(self.text(*i), "{" | "class" | ";"));
        let Some(open) = open.filter(|open| self.text(*open) == "{") else {
            return Vec::new();
        };
        let end = self.brackets.close(&self.tokens, open);
        let body = open + 1..end.unwrap_or(self.tokens.len());
        body.filter(|i| self.tokens[*i].depth == 1 && self.tokens[*i].kind == TokenKind::Word)
            .filter_map(|i| {
                let close = self.closing(i + 1)?;
                let signature = self.parentheses(i + 1)?;
                (self.text(close + 1) == "{").then(|| format!("{}{signature}", self.text(i)))
            })
            .collect()
    }

    /// Returns the index of the token that closes the parenthesis at `open`.
    fn closing(&self, open: usize) -> Option<usize> {
        let close = self.brackets.close(&self.tokens, open)?;
        (self.text(open) == "(" && self.text(close) == ")").then_some(close)
    }

    /// Returns the text from the parenthesis at `open` to its end, on one line.
    fn parentheses(&self, open: usize) -> Option<String> {
        let close = self.closing(open)?;
        let text = self.source.get(self.tokens[open].start..self.tokens[close].end)?;
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }
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
        assert_eq!(importable_names(source), ["집", "round", "House", "default"]);
        assert_eq!(
            importable_names("const a = 1; function b() {}"),
            ["a", "b"],
            "a script offers all it declares"
        );
        assert_eq!(
            importable_names("export async function a() {}\nexport const b = 1, c = 2;\nexport class D {}"),
            ["a", "b", "c", "D"]
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn reading_symbols_of_any_text_does_not_panic(source in "((export|class|function|const|=>|default|as|async) ?|[a가\\\\`${}()'/;=,\n*]){0,30}") {
            let _ = (symbols(&source), importable_names(&source));
        }
    }
}
