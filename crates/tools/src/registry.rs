//! Registry of the tools that can be called: built-in tools and custom tools behind one interface.
//!
//! Invariants: a tool that is off is in no list and cannot be found, except by the model that registered it in the same
//! conversation. A definition, which is offered to a model or a client, contains no free text of another author, and of a
//! model only what the user has turned on. Such text appears only in tool results ([`ToolEnv::answered`]).

use super::arg::Arg;
use super::custom::CustomTool;
use super::domain::Domain;
use super::error::ToolError;
use super::functions::{SandboxFunction, functions_of, signature_of};
use super::old_names::present_name;
use super::spec::{ToolEnv, ToolSpec};
use serde_json::Value;
use trammel_base::suggest;
use trammel_code::symbols;
use trammel_knowledge::{KnownTools, Sourced};
use trammel_language::{Language, bilingual};

/// Built-in or custom tool.
#[derive(Clone, Copy, Debug)]
pub enum AnyTool<'a> {
    /// Built-in tool.
    Ours(&'static ToolSpec),
    /// Custom tool: a function of the drawing's own code.
    Custom(&'a CustomTool),
}

impl AnyTool<'_> {
    /// Returns the name, in snake_case.
    pub fn name(&self) -> &str {
        match self {
            AnyTool::Ours(tool) => tool.name,
            AnyTool::Custom(tool) => &tool.name,
        }
    }

    /// Returns the domain under which listings show the tool.
    pub fn domain(&self) -> Domain {
        match self {
            AnyTool::Ours(tool) => tool.domain,
            AnyTool::Custom(_) => Domain::Custom,
        }
    }

    /// Returns `{name, description, parameters}` as declared.
    pub fn canonical(&self) -> Value {
        match self {
            AnyTool::Ours(tool) => tool.canonical(),
            AnyTool::Custom(tool) => tool.canonical(),
        }
    }

    /// Returns an example call that works, as JavaScript.
    pub fn example(&self) -> String {
        match self {
            AnyTool::Ours(tool) => tool.example.to_owned(),
            AnyTool::Custom(tool) => tool.example(),
        }
    }

    /// Whether code in the sandbox can call the tool.
    pub fn in_sandbox(&self) -> bool {
        match self {
            AnyTool::Ours(tool) => tool.in_sandbox(),
            AnyTool::Custom(_) => true,
        }
    }

    /// Whether the description of the tool includes hints that name no tool.
    fn takes_general_hints(&self) -> bool {
        match self {
            AnyTool::Ours(tool) => tool.general_hints,
            AnyTool::Custom(_) => false,
        }
    }

    /// Returns the sandbox functions: `draw_circle({..})`, then `drawCircle(..)`. Empty if code cannot call the
    /// tool.
    pub fn functions(&self) -> Vec<SandboxFunction> {
        if !self.in_sandbox() {
            return Vec::new();
        }
        functions_of(&self.canonical(), &self.positional())
    }

    /// Returns the parameters and the type of the result on one line: `draw_circle(name, x, y, radius, style?) -> string`.
    /// A tool that code cannot call replies with an object of its own.
    pub fn signature(&self) -> String {
        let call = self.call_signature();
        match self {
            AnyTool::Ours(tool) if tool.in_sandbox() => format!("{call} -> {}", tool.returns),
            _ => call,
        }
    }

    /// Returns the name and the parameters on one line: `draw_circle(name, x, y, radius, style?)`.
    pub(super) fn call_signature(&self) -> String {
        signature_of(&self.canonical(), &self.positional())
    }

    fn positional(&self) -> Vec<String> {
        match self {
            AnyTool::Ours(tool) => tool.positional.iter().map(|name| (*name).to_owned()).collect(),
            AnyTool::Custom(tool) => tool.positional(),
        }
    }
}

impl ToolEnv {
    /// Returns all tools that can be called, built-in tools first.
    pub fn tools(&self) -> impl Iterator<Item = AnyTool<'_>> {
        self.list
            .iter()
            .map(AnyTool::Ours)
            .chain(self.custom_tools().map(AnyTool::Custom))
    }

    /// Returns all tools that the present call can find: [`ToolEnv::tools`], and for a model the tools that it registered
    /// in the same conversation.
    pub(super) fn callable(&self) -> impl Iterator<Item = AnyTool<'_>> {
        let conversation = self.conversation.as_deref();
        let is_draft = move |tool: &&CustomTool| conversation.is_some_and(|id| tool.is_draft_of(id));
        let drafts = self.every_custom_tool().filter(is_draft);
        self.tools().chain(drafts.map(AnyTool::Custom))
    }

    /// Returns the custom tools that a model may see and call: their functions exist, and the tools are on.
    pub fn custom_tools(&self) -> impl Iterator<Item = &CustomTool> {
        self.every_custom_tool().filter(|tool| tool.is_on())
    }

    /// Returns the custom tools whose functions exist, including tools that are off. The drawing's own code can
    /// call all of these tools.
    pub fn every_custom_tool(&self) -> impl Iterator<Item = &CustomTool> {
        self.custom
            .all()
            .iter()
            .filter(|tool| tool.exists_in(&self.files))
    }

    /// Returns the tool called `name`, in snake_case or camelCase; for an old name, the present tool.
    ///
    /// # Errors
    /// Returns an error with the nearest names if no tool has this name.
    pub fn find(&self, name: &str) -> Result<AnyTool<'_>, ToolError> {
        let snake = suggest::snake_case(name);
        let present = present_name(&snake);
        let found = self
            .callable()
            .find(|tool| tool.name() == name || tool.name() == present);
        found.ok_or_else(|| {
            let names: Vec<String> = self.callable().map(|tool| tool.name().to_owned()).collect();
            let suggestions = suggest::nearest(name, names.iter().map(String::as_str));
            ToolError::new(bilingual!(
                "Tool '{name}' not found",
                "'{name}' 도구를 찾을 수 없어요"
            ))
            .suggesting(suggestions)
        })
    }

    /// Returns the schemas of the given tools with their hints, in `language`.
    pub(super) fn all_described<'a>(
        &self,
        tools: impl Iterator<Item = AnyTool<'a>>,
        language: Language,
    ) -> Vec<Value> {
        // The known functions are read from the files once, not once per tool.
        let known = self.known();
        tools.map(|tool| self.hinted(tool, &known, language)).collect()
    }

    /// Returns the definition of a tool: `{name, description, parameters}` in the current language, with the hints
    /// of the tool in the description.
    pub fn described(&self, tool: AnyTool<'_>) -> Value {
        self.hinted(tool, &self.known(), self.language)
    }

    /// Returns the result of a query about a tool: the definition, and texts of other authors in separate fields.
    /// `imported` has the author's text of an imported tool, and `unverified` that of a model's tool that is off; `hints`
    /// has the imported hints that the user has turned on.
    pub(super) fn answered(&self, tool: AnyTool<'_>) -> Value {
        let known = self.known();
        let mut answer = self.hinted(tool, &known, self.language);
        if let AnyTool::Custom(custom) = tool
            && let Some((field, words)) = custom.foreign_words()
        {
            answer[field] = words;
        }
        let hints = self
            .memory
            .imported_hints_for(tool.name(), tool.takes_general_hints(), &known);
        if !hints.is_empty() {
            answer["hints"] = hints.into();
        }
        answer
    }

    fn hinted(&self, tool: AnyTool<'_>, known: &KnownTools, language: Language) -> Value {
        let mut schema = match tool {
            AnyTool::Ours(_) => translated_to(language, tool),
            AnyTool::Custom(custom) => custom.definition(language),
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

    /// Returns `{name, description, parameters}` of every tool that code can call, without hints, as shown to the
    /// user.
    pub fn drawing_tools(&self, language: Language) -> Vec<Value> {
        self.tools()
            .filter(AnyTool::in_sandbox)
            .map(|tool| translated_to(language, tool))
            .collect()
    }

    /// Returns the hints of a tool as lines for the description.
    pub(super) fn hints(&self, tool: AnyTool<'_>) -> Vec<String> {
        self.memory
            .hints_for(tool.name(), tool.takes_general_hints(), &self.known())
    }

    /// Returns `{name, description, parameters}` in the current language.
    pub(super) fn translated(&self, tool: AnyTool<'_>) -> Value {
        translated_to(self.language, tool)
    }

    /// Returns the functions that a hint may name: tools, and the declarations of the files.
    pub fn known(&self) -> KnownTools {
        self.known_with(self.custom_tools())
    }

    /// Returns the functions that an imported hint may name. In contrast to [`ToolEnv::known`], the result includes
    /// custom tools that are off.
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
    /// Returns the code of a direct call: an import of the function and a call with `input`.
    ///
    /// # Errors
    /// Returns an error if `input` does not match the schema.
    pub fn snippet(&self, input: Value) -> Result<String, ToolError> {
        let input = self.check(Arg::from(input))?;
        Ok(format!(
            "import {{ {} }} from '{}';\n{}({input});\n",
            self.function, self.module, self.function
        ))
    }
}
