//! Every tool that can be called at present: ours and those made from functions, behind one face.
//!
//! Invariants: an imported tool that is off is in no list and is not found. A definition, which is what a model or a client
//! is offered, holds no text of a stranger; such text is only in answers to calls ([`ToolEnv::answered`]).

use super::arg::Arg;
use super::custom::CustomTool;
use super::domain::Domain;
use super::error::ToolError;
use super::functions::{SandboxFunction, functions_of};
use super::spec::{ToolEnv, ToolSpec};
use crate::knowledge::{KnownTools, Sourced};
use crate::language::Language;
use crate::suggest;
use crate::workspace::symbols;
use serde_json::Value;

/// A tool of either kind.
#[derive(Clone, Copy, Debug)]
pub enum AnyTool<'a> {
    /// A tool that is built in.
    Ours(&'static ToolSpec),
    /// A function of the drawing's own code.
    Custom(&'a CustomTool),
}

impl AnyTool<'_> {
    /// Its name in snake_case.
    pub fn name(&self) -> &str {
        match self {
            AnyTool::Ours(tool) => tool.name,
            AnyTool::Custom(tool) => &tool.name,
        }
    }

    /// The group it is listed in.
    pub fn domain(&self) -> Domain {
        match self {
            AnyTool::Ours(tool) => tool.domain,
            AnyTool::Custom(_) => Domain::Custom,
        }
    }

    /// `{name, description, parameters}` as declared.
    pub fn canonical(&self) -> Value {
        match self {
            AnyTool::Ours(tool) => tool.canonical(),
            AnyTool::Custom(tool) => tool.canonical(),
        }
    }

    /// A call that works, as JavaScript.
    pub fn example(&self) -> String {
        match self {
            AnyTool::Ours(tool) => tool.example.to_owned(),
            AnyTool::Custom(tool) => tool.example(),
        }
    }

    /// Whether code in the sandbox can call it.
    pub fn in_sandbox(&self) -> bool {
        match self {
            AnyTool::Ours(tool) => tool.in_sandbox(),
            AnyTool::Custom(_) => true,
        }
    }

    /// Whether hints that concern no tool by name are given with it.
    fn takes_general_hints(&self) -> bool {
        match self {
            AnyTool::Ours(tool) => tool.general_hints,
            AnyTool::Custom(_) => false,
        }
    }

    /// Its functions in the sandbox: `draw_circle({..})`, then `drawCircle(..)`; none when code cannot call it.
    pub fn functions(&self) -> Vec<SandboxFunction> {
        let positional: Vec<String> = match self {
            _ if !self.in_sandbox() => return Vec::new(),
            AnyTool::Ours(tool) => tool.positional.iter().map(|name| (*name).to_owned()).collect(),
            AnyTool::Custom(tool) => tool.positional(),
        };
        functions_of(&self.canonical(), &positional)
    }
}

impl ToolEnv {
    /// Every tool that can be called at present, ours first.
    pub fn tools(&self) -> impl Iterator<Item = AnyTool<'_>> {
        self.list
            .iter()
            .map(AnyTool::Ours)
            .chain(self.custom_tools().map(AnyTool::Custom))
    }

    /// The custom tools that a model may know and call: their function exists, and they are on.
    pub fn custom_tools(&self) -> impl Iterator<Item = &CustomTool> {
        self.every_custom_tool().filter(|tool| tool.is_on())
    }

    /// The custom tools whose function exists, also those that are off: what the drawing's own code can call.
    pub fn every_custom_tool(&self) -> impl Iterator<Item = &CustomTool> {
        self.custom
            .all()
            .iter()
            .filter(|tool| tool.exists_in(&self.files))
    }

    /// The tool of that name, in either spelling.
    ///
    /// # Errors
    /// Offers the names nearest to it.
    pub fn find(&self, name: &str) -> Result<AnyTool<'_>, ToolError> {
        let snake = suggest::snake_case(name);
        let found = self
            .tools()
            .find(|tool| tool.name() == name || tool.name() == snake);
        found.ok_or_else(|| {
            let names: Vec<String> = self.tools().map(|tool| tool.name().to_owned()).collect();
            let suggestions = suggest::nearest(name, names.iter().map(String::as_str));
            ToolError::new(format!("Tool '{name}' not found")).suggesting(suggestions)
        })
    }

    /// The schemas of these tools with their hints, in the present language.
    pub(super) fn all_described<'a>(&self, tools: impl Iterator<Item = AnyTool<'a>>) -> Vec<Value> {
        // Read from the files once, not for every tool.
        let known = self.known();
        tools.map(|tool| self.hinted(tool, &known)).collect()
    }

    /// `{name, description, parameters}` in the present language, with what was learned about the tool: its definition.
    pub fn described(&self, tool: AnyTool<'_>) -> Value {
        self.hinted(tool, &self.known())
    }

    /// The answer to a question about a tool: its definition, and beside it what strangers say: `imported`, the words of the
    /// author of an imported tool, and `hints`, the imported hints that the user has turned on.
    pub(super) fn answered(&self, tool: AnyTool<'_>) -> Value {
        let known = self.known();
        let mut answer = self.hinted(tool, &known);
        if let AnyTool::Custom(custom) = tool
            && let Some(words) = custom.foreign_words()
        {
            answer["imported"] = words;
        }
        let hints = self
            .memory
            .imported_hints_for(tool.name(), tool.takes_general_hints(), &known);
        if !hints.is_empty() {
            answer["hints"] = hints.into();
        }
        answer
    }

    fn hinted(&self, tool: AnyTool<'_>, known: &KnownTools) -> Value {
        let mut schema = match tool {
            AnyTool::Ours(_) => self.translated(tool),
            AnyTool::Custom(custom) => custom.definition(self.language),
        };
        let hints = self
            .memory
            .hints_for(tool.name(), tool.takes_general_hints(), known);
        if let Some(Value::String(description)) = schema.get_mut("description") {
            for hint in hints {
                description.push_str("\nHint: ");
                description.push_str(&hint);
            }
        }
        schema
    }

    /// `{name, description, parameters}` of every tool that code can call, without hints: what a person chooses from.
    pub fn drawing_tools(&self, language: Language) -> Vec<Value> {
        self.tools()
            .filter(AnyTool::in_sandbox)
            .map(|tool| translated_to(language, tool))
            .collect()
    }

    /// What was learned about a tool, as lines for its description.
    pub(super) fn hints(&self, tool: AnyTool<'_>) -> Vec<String> {
        self.memory
            .hints_for(tool.name(), tool.takes_general_hints(), &self.known())
    }

    /// `{name, description, parameters}` in the present language.
    pub(super) fn translated(&self, tool: AnyTool<'_>) -> Value {
        translated_to(self.language, tool)
    }

    /// Every function that a hint may name: tools, and what the files declare.
    pub fn known(&self) -> KnownTools {
        self.known_with(self.custom_tools())
    }

    /// The same with the custom tools that are off: what an imported hint may name.
    pub fn known_to_imports(&self) -> KnownTools {
        self.known_with(self.every_custom_tool())
    }

    fn known_with<'a>(&'a self, custom: impl Iterator<Item = &'a CustomTool>) -> KnownTools {
        let tools = self
            .list
            .iter()
            .map(AnyTool::Ours)
            .chain(custom.map(AnyTool::Custom));
        let tools = tools.map(|tool| tool.name().to_owned());
        let declared = self.files.files().flat_map(|(_, text)| {
            symbols::symbols(text).into_iter().flat_map(|symbol| {
                let method = |text: String| text.split('(').next().unwrap_or_default().to_owned();
                std::iter::once(symbol.name).chain(symbol.methods.into_iter().map(method))
            })
        });
        KnownTools::new(tools.chain(declared))
    }
}

fn translated_to(language: Language, tool: AnyTool<'_>) -> Value {
    let mut schema = tool.canonical();
    if let (AnyTool::Ours(tool), Language::Korean) = (tool, language) {
        schema["description"] = Value::from(tool.korean);
    }
    schema
}

impl CustomTool {
    /// The code of a direct call.
    ///
    /// # Errors
    /// The arguments do not fit the schema.
    pub fn snippet(&self, input: Value) -> Result<String, ToolError> {
        let input = self.check(Arg::from(input))?;
        Ok(format!(
            "import {{ {} }} from '{}';\n{}({input});\n",
            self.function, self.module, self.function
        ))
    }
}
