//! Call of a tool, as a value and as a statement.

use super::write::{call, literals};
use serde_json::{Map, Value};

/// Call of a tool with named arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Name of the tool.
    pub tool: &'static str,
    /// Arguments in the order in which the code states them.
    pub input: Map<String, Value>,
}

impl Call {
    /// Creates a call without arguments.
    #[must_use]
    pub fn new(tool: &'static str) -> Call {
        let input = Map::new();
        Call { tool, input }
    }

    /// Returns the call with one more argument, or with another value of an argument.
    #[must_use]
    pub fn with(mut self, parameter: &str, value: impl Into<Value>) -> Call {
        self.input.insert(parameter.to_owned(), value.into());
        self
    }

    /// Returns the call as a statement.
    #[must_use]
    pub fn statement(&self) -> String {
        call(self.tool, &literals(&self.input))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_becomes_a_readable_statement() {
        let call = Call::new("draw_circle").with("name", "c").with("radius", 5.0);
        assert_eq!(call.statement(), "draw_circle({ name: \"c\", radius: 5 });\n");
    }
}
