//! Estimate of the syntax tree depth of a text, from its tokens.
//!
//! The parser of the engine is recursive and has no depth limit, so a text that is too deep is refused beforehand.
//! Brackets nest, and so do chains: `1+1+1...`, `!!!x`, `a=>b=>...`, `if(x)if(y)...`, `a.b.c...`. A chain ends with its
//! statement, at a comma, or at its bracket.

use super::{Token, TokenKind};

/// Cause and byte offset of excessive depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooDeep {
    /// Too many open brackets at this byte offset.
    Brackets(usize),
    /// Too many chained operators at this byte offset.
    Chain(usize),
}

/// Keywords that open a nested statement or take the following operand.
const LINKS: [&str; 17] = [
    "typeof",
    "void",
    "delete",
    "await",
    "new",
    "yield",
    "in",
    "instanceof",
    "if",
    "for",
    "while",
    "do",
    "else",
    "with",
    "return",
    "throw",
    "extends",
];

/// Returns the first position deeper than `brackets` open brackets or `chain` links of a chain.
pub fn too_deep(source: &str, tokens: &[Token], brackets: usize, chain: usize) -> Option<TooDeep> {
    // For each open bracket: the number of links since the last statement end, and whether it is a statement head.
    let mut open = vec![(0_usize, false)];
    let mut after_head = false;
    for (i, token) in tokens.iter().enumerate() {
        if token.depth >= brackets {
            return Some(TooDeep::Brackets(token.start));
        }
        let previous = i.checked_sub(1).map(|p| &tokens[p]);
        let inside = (open.len() > token.depth + 1)
            .then(|| open.drain(token.depth + 1..).next())
            .flatten();
        if token.kind == TokenKind::Mark(b')') {
            after_head = inside.is_some_and(|(_, head)| head);
        }
        if open.len() <= token.depth {
            let head = i.checked_sub(2).is_some_and(|p| {
                tokens[p].kind == TokenKind::Word
                    && matches!(tokens[p].text(source), "if" | "for" | "while" | "with")
            });
            open.resize(token.depth + 1, (0, head));
        }
        let Some((links, _)) = open.last_mut() else {
            continue;
        };
        let text = token.text(source);
        let counted = i >= 2 && is_postfix(source, &tokens[i - 2..i]) && token.after_break;
        if counted || previous.is_some_and(|previous| restarts_depth(source, previous, token, after_head)) {
            *links = 0;
        }
        match token.kind {
            TokenKind::Mark(b';' | b',') if !next_is(source, tokens, i, "else") => *links = 0,
            TokenKind::Mark(mark) if is_link(mark, previous, token) => *links += 1,
            TokenKind::Word if LINKS.contains(&text) => *links += 1,
            _ => {}
        }
        if *links > chain {
            return Some(TooDeep::Chain(token.start));
        }
    }
    None
}

/// Whether two tokens are `++` or `--`, which end an expression if a line break follows.
fn is_postfix(source: &str, pair: &[Token]) -> bool {
    let [first, second] = pair else { return false };
    first.end == second.start && matches!((first.text(source), second.text(source)), ("+", "+") | ("-", "-"))
}

fn next_is(source: &str, tokens: &[Token], i: usize, text: &str) -> bool {
    tokens.get(i + 1).is_some_and(|next| next.is(source, text))
}

/// Whether a statement starts at `token` without a preceding semicolon.
fn restarts_depth(source: &str, previous: &Token, token: &Token, after_head: bool) -> bool {
    let text = token.text(source);
    if token.kind == TokenKind::Word && matches!(text, "else" | "in" | "instanceof" | "of") {
        return false;
    }
    let starts = matches!(token.kind, TokenKind::Word | TokenKind::Literal | TokenKind::Text);
    match previous.kind {
        TokenKind::Mark(b'}') => token.kind == TokenKind::Word,
        TokenKind::Mark(b')') => starts && token.after_break && !after_head,
        TokenKind::Mark(b']') | TokenKind::Literal | TokenKind::Text => starts && token.after_break,
        TokenKind::Word => starts && token.after_break && !LINKS.contains(&previous.text(source)),
        TokenKind::Mark(_) => false,
    }
}

/// Whether a mark is an operator. An operator of several characters counts once.
fn is_link(mark: u8, previous: Option<&Token>, token: &Token) -> bool {
    let joined = |marks: &[u8]| {
        previous.is_some_and(|p| {
            p.end == token.start && matches!(p.kind, TokenKind::Mark(before) if marks.contains(&before))
        })
    };
    match mark {
        b'!' | b'~' | b'+' | b'-' | b'/' | b'%' | b'^' | b':' => true,
        b'=' | b'&' | b'|' | b'<' | b'>' | b'*' | b'?' | b'.' => !joined(b"=&|<>*?.!+-/%^"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::tokens;

    fn judged(source: &str) -> Option<TooDeep> {
        too_deep(source, &tokens(source), 64, 100)
    }

    #[test]
    fn nesting_depth_counts_chains_and_brackets() {
        for unit in [
            "!",
            "1+",
            "a=>",
            "if(1)",
            "x?1:",
            "typeof ",
            "-\n",
            "a.",
            "else if(1);",
            "while(1)\n",
            "new ",
            "a=",
        ] {
            let source = format!("{}x", unit.repeat(300));
            assert!(matches!(judged(&source), Some(TooDeep::Chain(_))), "{unit}");
        }
        let source = format!("x{}", "\n.b()".repeat(300));
        assert!(matches!(judged(&source), Some(TooDeep::Chain(_))));
        for unit in ["(", "[", "{", "`${", "a(b["] {
            assert!(
                matches!(judged(&unit.repeat(70)), Some(TooDeep::Brackets(_))),
                "{unit}"
            );
        }
    }

    #[test]
    fn long_programs_have_a_small_nesting_depth() {
        for unit in [
            "x = a + b * 2;\n",
            "const p = [1 + 2, -3, a.b.c];\n",
            "draw(a.b, -1)\n",
            "if (a === b) { c() } else { d() }\n",
            "a.b = c.d\n",
            "f({ a: 1, b: 2 }, x => x + 1)\n",
            "if (a) b()\n",
            "for (let i = 0; i < 5; i++) { f(i) }\n",
            "class A { m() { return 1 } }\n",
            "const s = `a ${b + 1} c`\n",
            "i++\n",
            "x = 'a'\n",
            "function f(a = 1) { return a }\n",
            "[1, 2].map(x => -x).filter(Boolean);\n",
            "case 1: f(); break;\n",
        ] {
            assert_eq!(judged(&unit.repeat(300)), None, "{unit}");
        }
    }
}
