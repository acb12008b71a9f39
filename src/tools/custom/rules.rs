//! Names that a custom tool can have, and the errors of a registration.

use crate::suggest;
use crate::tools::error::ToolError;

/// The beginning of each error of a registration: the tool that registers.
pub(super) const PREFIX: &str = "register_tool: ";

/// Words of the language and of the sandbox that no tool can be called.
const RESERVED: &str = " await break case catch class const continue console debugger default delete do else enum eval export \
    extends false finally for function if implements import in instanceof interface isnan let new null object package private \
    protected public return static string super switch this throw true try typeof undefined var void while with yield \
    escape unescape main snippet ";

/// The error of a registration.
pub(super) fn refused(text: &str) -> ToolError {
    ToolError::new(format!("{PREFIX}{text}"))
}

/// The name in snake_case, if a custom tool can have it.
pub(super) fn checked_name(name: &str, built_in: &[&str]) -> Result<String, ToolError> {
    let snake = suggest::snake_case(name);
    let mut chars = snake.chars();
    let letters = chars.next().is_some_and(|c| c.is_ascii_lowercase())
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !letters || snake.len() > 64 || RESERVED.contains(&format!(" {snake} ")) {
        let shown: String = name.chars().take(40).collect();
        let message =
            format!("name must be 1 to 64 letters, digits and _ and no word of JavaScript, got '{shown}'");
        return Err(refused(&message));
    }
    let camel = suggest::camel_case(&snake);
    if built_in
        .iter()
        .any(|name| *name == snake || suggest::camel_case(name) == camel)
    {
        return Err(refused(&format!(
            "there is a tool '{snake}' already: choose another name"
        )));
    }
    Ok(snake)
}
