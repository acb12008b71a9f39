//! Registry of the tools that can be called: built-in tools and custom tools behind one interface.
//!
//! Invariants: a tool that is off is in no list and cannot be found, except by the model that registered it in the same
//! conversation. A definition, which is offered to a model or a client, contains no free text of another author, and of a
//! model only what the user has turned on. Such text appears only in tool results ([`ToolEnv::query_result`]).

use super::arg::Arg;
use super::custom::CustomTool;
use super::domain::Domain;
use super::error::ToolError;
use super::functions::{SandboxFunction, call_of, functions_of, short_result, signature_of};
use super::json_schema::text;
use super::old_names::present_name;
use super::spec::{ToolEnv, ToolSpec};
use super::tool_search::{SearchTexts, suggest_tools};
use serde_json::{Value, json};
use trammel_base::suggest;
use trammel_code::{symbols, write};
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

/// Maximum length of the type of a result in the system prompt, in bytes.
const MOST_RESULT: usize = 48;

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

    /// Whether every conversation offers the tool.
    pub(super) fn is_initial(&self) -> bool {
        match self {
            AnyTool::Ours(tool) => tool.initial,
            AnyTool::Custom(_) => false,
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

    /// Returns the parameters and the result with their types on one line.
    pub fn signature(&self) -> String {
        match self {
            AnyTool::Ours(tool) => tool.signature(),
            // The definition has no text of another author.
            AnyTool::Custom(tool) => signature_of(&tool.definition(Language::English), &tool.positional()),
        }
    }

    /// Returns the positional parameters, and the type of a result with parts: `get_area(entity)`,
    /// `get_centroid(entity) -> [x, y]`. A result that is long or a list of objects needs its description: `None`.
    pub(super) fn query_signature(&self) -> Option<String> {
        let call = call_of(&self.canonical(), &self.positional());
        let result = match self {
            AnyTool::Ours(tool) => short_result(tool.returns),
            AnyTool::Custom(_) => return None,
        };
        match result.as_str() {
            // The name says it: `get_area`, `exists`.
            "number" | "boolean" | "string" => Some(call),
            result if result.len() > MOST_RESULT || result.contains("object[]") => None,
            result => Some(format!("{call} -> {result}")),
        }
    }

    /// Returns the texts in which a search looks. The description by another author is not searched, because a shared file
    /// must not decide which tool a model finds.
    pub(super) fn search_texts(&self) -> SearchTexts {
        match self {
            AnyTool::Ours(tool) => {
                let english = text(&tool.canonical()["description"]);
                let description = format!("{english} {}", tool.korean);
                SearchTexts::new(tool.name, &tool.synonyms.join(","), &description)
            }
            AnyTool::Custom(tool) if tool.imported.is_none() => {
                SearchTexts::new(&tool.name, "", &tool.description)
            }
            AnyTool::Custom(tool) => SearchTexts::new(&tool.name, "", ""),
        }
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
        self.catalog
            .tools
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
            let suggestions = suggest_among(name, &self.callable().collect::<Vec<_>>());
            ToolError::new(bilingual!(
                "Tool '{name}' not found",
                "'{name}' 도구를 찾을 수 없어요"
            ))
            .suggesting(suggestions)
        })
    }

    /// Returns the schemas of the given tools with their hints, in `language`.
    pub(super) fn definitions_of<'a>(
        &self,
        tools: impl Iterator<Item = AnyTool<'a>>,
        language: Language,
    ) -> Vec<Value> {
        // The known functions are read from the files once, not once per tool.
        let known = self.known_tools();
        tools
            .map(|tool| self.definition_with_hints(tool, &known, language))
            .collect()
    }

    /// Returns the definition of a tool: `{name, description, parameters}` in the current language, with the hints
    /// of the tool in the description.
    pub fn definition_of(&self, tool: AnyTool<'_>) -> Value {
        self.definition_with_hints(tool, &self.known_tools(), self.language)
    }

    /// Returns the result of a query about a tool: the definition with the signature and an example, and texts of other authors in separate fields.
    /// `imported` has the author's text of an imported tool, and `unverified` that of a model's tool that is off; `hints`
    /// has the imported hints that the user has turned on.
    pub(super) fn query_result(&self, tool: AnyTool<'_>) -> Value {
        let known = self.known_tools();
        let mut definition = self.definition_with_hints(tool, &known, self.language);
        let mut answer = json!({
            "name": tool.name(),
            "signature": tool.signature(),
            "description": definition["description"].take(),
            "parameters": definition["parameters"].take(),
        });
        if !matches!(tool, AnyTool::Custom(custom) if !custom.is_vouched()) {
            answer["example"] = tool.example().into();
        }
        if !tool.in_sandbox() && !tool.is_initial() {
            let input = "{ name, input }";
            answer["call"] = format!("not in code: call_tool({input})").into();
        }
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

    fn definition_with_hints(&self, tool: AnyTool<'_>, known: &KnownTools, language: Language) -> Value {
        let mut schema = match tool {
            AnyTool::Ours(_) => definition_in(language, tool),
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
            .map(|tool| definition_in(language, tool))
            .collect()
    }

    /// Returns the hints of a tool as lines for the description.
    pub(super) fn hints(&self, tool: AnyTool<'_>) -> Vec<String> {
        self.memory
            .hints_for(tool.name(), tool.takes_general_hints(), &self.known_tools())
    }

    /// Returns `{name, description, parameters}` in the current language.
    pub(super) fn plain_definition(&self, tool: AnyTool<'_>) -> Value {
        definition_in(self.language, tool)
    }

    /// Returns the functions that a hint may name: tools, and the declarations of the files.
    pub fn known_tools(&self) -> KnownTools {
        self.known_tools_with(self.custom_tools())
    }

    /// Returns the functions that an imported hint may name. In contrast to [`ToolEnv::known_tools`], the result includes
    /// custom tools that are off.
    pub fn known_to_imports(&self) -> KnownTools {
        self.known_tools_with(self.every_custom_tool())
    }

    fn known_tools_with<'a>(&'a self, custom: impl Iterator<Item = &'a CustomTool>) -> KnownTools {
        let tools = self
            .catalog
            .tools
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

/// Returns the tools that a wrong name probably means, best first.
pub(super) fn suggest_among(wrong: &str, tools: &[AnyTool<'_>]) -> Vec<String> {
    let names: Vec<&str> = tools.iter().map(AnyTool::name).collect();
    let texts: Vec<SearchTexts> = tools.iter().map(AnyTool::search_texts).collect();
    suggest_tools(wrong, &names, &texts)
}

fn definition_in(language: Language, tool: AnyTool<'_>) -> Value {
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
        let import = write::import(&self.function, self.module.as_str());
        Ok(format!("{import}{}({input});\n", self.function))
    }
}
