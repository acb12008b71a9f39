//! Drawing on which tests call tools.

use serde_json::Value;
use trammel_scene::{Edit, Scene};
use trammel_tools::{Output, ToolCx, ToolEnv, find};

/// A drawing and the calls of a test.
pub(crate) struct Drawing {
    pub(crate) edit: Edit,
    env: ToolEnv,
}

impl Drawing {
    pub(crate) fn new() -> Drawing {
        Drawing {
            edit: Edit::new(Scene::default()),
            env: ToolEnv::default(),
        }
    }

    /// Calls a tool; returns its data and the English texts of its warnings, or the message of its error. Each warning must
    /// have a Korean text.
    #[track_caller]
    pub(crate) fn call(&mut self, tool: &str, input: Value) -> Result<(Value, Vec<String>), String> {
        let mut cx = ToolCx::new(&mut self.edit, &mut self.env);
        let output = find(tool)
            .unwrap()
            .call(input.into(), &mut cx)
            .map_err(|error| error.message.english)?;
        let data = if let Output::Data(data) = output {
            data
        } else {
            Value::Null
        };
        let warnings = cx.notes.warnings.into_iter().map(|warning| {
            assert_eq!(warning.check_translation(), Ok(()));
            warning.english
        });
        Ok((data, warnings.collect()))
    }

    /// Calls a tool that must succeed without a warning, and returns its data.
    #[track_caller]
    pub(crate) fn ok(&mut self, tool: &str, input: Value) -> Value {
        let (data, warnings) = self.call(tool, input).unwrap();
        assert_eq!(warnings, [] as [&str; 0]);
        data
    }

    /// Calls a tool that must fail with this message.
    #[track_caller]
    pub(crate) fn refused(&mut self, tool: &str, input: Value, message: &str) {
        assert_eq!(self.call(tool, input).unwrap_err(), message);
    }
}
