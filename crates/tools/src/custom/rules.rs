//! Rules for the names of custom tools, and the errors of a registration.

use crate::error::ToolError;
use trammel_base::suggest;
use trammel_language::{Bilingual, bilingual};

/// Prefix of every registration error: the name of the tool that registers.
pub(super) const PREFIX: &str = "register_tool: ";

/// Reserved words of JavaScript and of the sandbox, which no tool can have as its name.
const RESERVED: &str = " await break case catch class const continue console debugger default delete do else enum eval export \
    extends false finally for function if implements import in instanceof interface isnan let new null object package private \
    protected public return static string super switch this throw true try typeof undefined var void while with yield \
    escape unescape main snippet ";

/// Returns a registration error.
pub(super) fn registration_error(text: Bilingual) -> ToolError {
    ToolError::new(text.after(PREFIX))
}

/// Returns the name in snake_case. Invalid and reserved names are errors, and so are the names of built-in tools.
pub(super) fn checked_name(name: &str, built_in: &[&str]) -> Result<String, ToolError> {
    let snake = suggest::snake_case(name);
    let mut chars = snake.chars();
    let letters = chars.next().is_some_and(|c| c.is_ascii_lowercase())
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !letters || snake.len() > 64 || RESERVED.contains(&format!(" {snake} ")) {
        let shown: String = name.chars().take(40).collect();
        let message = bilingual!(
            "name must have 1 to 64 letters, digits or _, and must not be a reserved word of JavaScript, got '{shown}'",
            "이름은 영문자, 숫자, _로 된 1~64자이고 JavaScript 예약어가 아니어야 하는데 '{shown}'을(를) 받았어요"
        );
        return Err(registration_error(message));
    }
    let camel = suggest::camel_case(&snake);
    if built_in
        .iter()
        .any(|name| *name == snake || suggest::camel_case(name) == camel)
    {
        return Err(registration_error(bilingual!(
            "the tool '{snake}' already exists. Choose another name.",
            "'{snake}' 도구가 이미 있어요. 다른 이름을 고르세요."
        )));
    }
    Ok(snake)
}
