//! Explanations of syntax errors: the parser's message, its place, and a likely correction.

use super::error_at::error_at;
use boa_engine::JsError;
use trammel_code::source::{self, Token, TokenKind, tokens};
use trammel_language::{Bilingual, bilingual};

/// Adds the file and the place to a syntax error. The parser gives line and column only in its message, and not
/// always.
pub(in crate::engine) fn in_file(error: &JsError, file: &str, text: &str) -> JsError {
    let mut message = error
        .as_native()
        .map(|native| native.message().to_owned())
        .unwrap_or_default();
    let told = syntax_place(&mut message);
    let tokens = tokens(text);
    let offset = told.map(|(line, column)| source::offset_of(text, line, column));
    let (message, at) = if message.contains("abrupt end") {
        unclosed_bracket(text, &tokens)
    } else if message.starts_with("unterminated") {
        (
            Bilingual::new(message, "문자열이나 주석, 정규 표현식이 닫히지 않았어요"),
            offset.filter(|at| *at > 0).or_else(|| open_quote(text, &tokens)),
        )
    } else {
        let meant = likely_intent(&message, text, &tokens, offset);
        (meant.unwrap_or_else(|| syntax_error(message)), offset)
    };
    let (line, column) = at
        .map(|at| source::line_column(text, at))
        .or(told)
        .unwrap_or((1, 1));
    error_at(message, Vec::new(), file, (line, column))
}

/// Returns the message and place of code that ends too early: the bracket that is not closed. If several brackets
/// qualify, the first one closed at an indentation other than its own is reported.
fn unclosed_bracket(text: &str, tokens: &[Token]) -> (Bilingual, Option<usize>) {
    let mut open: Vec<&Token> = Vec::new();
    let mut uneven = None;
    let indent = |offset: usize| {
        let line = text.get(..offset).and_then(|before| source::lines(before).last());
        let start = line.map_or(0, |(start, _)| start);
        text[start..]
            .chars()
            .take_while(|c| *c == ' ' || *c == '\t')
            .count()
    };
    for token in tokens {
        match token.kind {
            TokenKind::Mark(b'(' | b'[' | b'{') => open.push(token),
            TokenKind::Mark(b')' | b']' | b'}') => {
                let Some(bracket) = open.pop() else { continue };
                let starts_line = token.after_break;
                if starts_line && indent(bracket.start) != indent(token.start) {
                    uneven = uneven.or(Some(bracket));
                }
            }
            _ => {}
        }
    }
    match open.last().map(|last| uneven.unwrap_or(last)) {
        Some(bracket) => (
            bilingual!(
                "unexpected end of input: this {} is not closed",
                "코드가 중간에 끝났어요: 이 {}이(가) 닫히지 않았어요",
                bracket.text(text)
            ),
            Some(bracket.start),
        ),
        None => (
            bilingual!(
                "unexpected end of input: the last statement is incomplete",
                "코드가 중간에 끝났어요: 마지막 문이 완성되지 않았어요"
            ),
            tokens.last().map(|token| token.start),
        ),
    }
}

/// Returns the start of the first string or template literal that is not terminated.
fn open_quote(text: &str, tokens: &[Token]) -> Option<usize> {
    let ends = |token: &&Token| {
        let all = token.text(text);
        let quote = all.chars().next();
        quote.is_some_and(|quote| {
            matches!(quote, '\'' | '"' | '`') && (all.len() < 2 || !all.ends_with(quote))
        })
    };
    let open = |token: &&Token| ends(token) && !token.text(text).ends_with("${");
    tokens.iter().find(open).map(|token| token.start)
}

/// Returns a message for code that is not JavaScript, or not supported by the sandbox, with the likely intent.
fn likely_intent(message: &str, text: &str, tokens: &[Token], offset: Option<usize>) -> Option<Bilingual> {
    let at = tokens.iter().position(|token| Some(token.start) == offset)?;
    let word = |i: usize| tokens.get(i).map_or("", |token| token.text(text));
    let before = |back: usize| at.checked_sub(back).map_or("", word);
    let here = word(at);
    let typed = bilingual!(
        "The sandbox runs JavaScript without types.",
        "샌드박스는 타입이 없는 JavaScript를 실행해요."
    );
    let is_typescript = |word: &str| {
        bilingual!(
            "'{word}' is TypeScript syntax. {typed}",
            "'{word}'은(는) TypeScript 문법이에요. {typed:#}"
        )
    };
    if before(1) == "await" || here == "await" {
        return Some(bilingual!(
            "await is only valid in async functions. Remove it: tools return their result directly.",
            "await는 async 함수에서만 쓸 수 있어요. 도구는 결과를 바로 돌려주니 지우세요."
        ));
    }
    match here {
        "interface" | "enum" | "type" | "declare" | "namespace" => {
            return Some(is_typescript(here));
        }
        ":" if tokens[at.saturating_sub(1)].kind == TokenKind::Word
            && message.contains("expected")
            && !is_object(word, at) =>
        {
            return Some(bilingual!(
                "'{here} {}' is a type annotation. {typed}",
                "'{here} {}'은(는) 타입 표기예요. {typed:#}",
                word(at + 1)
            ));
        }
        "as" | "satisfies" => return Some(is_typescript(here)),
        "<" => {
            let message = syntax_error(message.to_owned());
            return Some(bilingual!(
                "{message}. JSX is not supported.",
                "{message:#}. JSX는 쓸 수 없어요."
            ));
        }
        "return" => {
            return Some(bilingual!(
                "return is only valid in functions. Remove it.",
                "return은 함수에서만 쓸 수 있어요. 지우세요."
            ));
        }
        "@" => {
            return Some(bilingual!(
                "decorators are not supported",
                "데코레이터는 쓸 수 없어요"
            ));
        }
        "export" | "import" => {
            return Some(bilingual!(
                "{here} declarations may only appear at the top level of a file",
                "{here} 선언은 파일의 맨 바깥에만 쓸 수 있어요"
            ));
        }
        _ => {}
    }
    if matches!(before(1), "type" | "interface" | "enum" | "declare") {
        return Some(is_typescript(before(1)));
    }
    if message.contains("reserved word") {
        return Some(bilingual!(
            "'{here}' is a reserved word and cannot be used as a name",
            "'{here}'은(는) 예약어여서 이름으로 쓸 수 없어요"
        ));
    }
    if message.starts_with("expected token ';'") {
        return Some(if here.is_empty() {
            bilingual!("missing ; or operator", "; 또는 연산자가 빠졌어요")
        } else {
            bilingual!(
                "missing ; or operator before '{here}'",
                "'{here}' 앞에 ; 또는 연산자가 빠졌어요"
            )
        });
    }
    None
}

/// Returns the message of the parser. Its Korean text names only the kind of error and quotes the parser, whose messages
/// have no fixed form.
fn syntax_error(message: String) -> Bilingual {
    let korean = format!("문법 오류예요({message})");
    Bilingual::new(message, korean)
}

/// Whether the colon at this token follows a key, as in `{ "a": 1 }` parsed as a statement.
fn is_object<'a>(word: impl Fn(usize) -> &'a str, at: usize) -> bool {
    at.checked_sub(2).is_some_and(|i| matches!(word(i), "{" | ","))
}

/// Removes `at line L, col C` from a syntax error's message and returns line and column.
fn syntax_place(message: &mut String) -> Option<(u32, u32)> {
    let at = message.rfind(" at line ").or_else(|| message.rfind(", line "))?;
    let tail = &message[at..];
    let numbers: Vec<u32> = tail
        .split(|c: char| !c.is_ascii_digit())
        .filter(|n| !n.is_empty())
        .filter_map(|n| n.parse().ok())
        .collect();
    let (line, column) = (*numbers.first()?, numbers.get(1).copied().unwrap_or(1));
    if tail.contains("col") {
        message.truncate(at);
    }
    Some((line, column))
}
