//! Text of statements: calls with one argument object, and lists of names.

use std::fmt::Write as _;
use trammel_code::Call;
use trammel_code::write::{self, quote};
use trammel_formats::code::arguments;

/// Maximum length of a line of a list, in characters.
const MAX_LINE: usize = 110;

/// Indentation of the body of a function.
pub(super) const INDENT: &str = "  ";

/// Statement of a function, indented and with its line breaks.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) text: String,
    /// Block whose function the statement calls.
    pub(super) block: Option<usize>,
}

impl Statement {
    /// Creates a statement of the lines of `text`, indented to the level of a function body.
    pub(super) fn new(text: &str, block: Option<usize>) -> Statement {
        let mut indented = String::with_capacity(text.len() + 8);
        for line in text.lines() {
            let _ = writeln!(indented, "{INDENT}{line}");
        }
        Statement {
            text: indented,
            block,
        }
    }
}

/// Name of an entity as an expression: a string at the top level, and a template in the function of a block, where
/// names begin with the name of the insert.
pub(super) fn name_expression(name: &str, in_block: bool) -> String {
    if in_block {
        format!("`${{name}}_{name}`")
    } else {
        quote(name)
    }
}

/// Returns the statement of a call that draws an entity, with this expression as its name.
pub(super) fn drawing(call: &Call, name: &str) -> String {
    let mut fields = vec![("name", name.to_owned())];
    fields.extend(arguments(&call.input));
    write::call(call.tool, &fields)
}

/// Returns the call that groups entities.
pub(super) fn group(name: &str, children: &[String]) -> String {
    if children.join(", ").chars().count() <= MAX_LINE {
        let children = write::array(children.iter().cloned());
        return write::call(
            "create_group",
            &[("name", name.to_owned()), ("children", children)],
        );
    }
    let mut text = format!(
        "create_group({{\n  {},\n  children: [\n",
        write::entry("name", name)
    );
    let mut line = String::new();
    for child in children {
        if !line.is_empty() && line.chars().count() + child.chars().count() > MAX_LINE {
            let _ = writeln!(text, "    {}", line.trim_end());
            line.clear();
        }
        let _ = write!(line, "{child}, ");
    }
    let _ = writeln!(text, "    {}", line.trim_end());
    text.push_str("  ],\n});");
    text
}
