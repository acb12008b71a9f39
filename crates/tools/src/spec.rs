//! List entry of a tool, and the context of a call.
//!
//! [`ToolSpec`], [`ToolCx`] and [`ToolEnv`] refer to each other: a call gets a context, the context contains an
//! environment, and the environment contains the list. A tool that looks up tools therefore does not import the
//! list.

use super::angles;
use super::arg::Arg;
use super::custom::CustomTools;
use super::domain::Domain;
use super::error::ToolError;
use super::expect::Check;
use super::export::{export_drawing, export_options};
use super::functions::{short_result, signature_of};
use super::import::plan_import;
use super::json_schema::properties;
use super::old_names;
use super::output::Output;
use super::recorded::{Assignment, Placing};
use super::schema::SchemaSource;
use super::verb::Verb;
use serde_json::Value;
use std::collections::BTreeSet;
use trammel_base::suggest;
use trammel_code::Workspace;
use trammel_code::rewrite::Signature;
use trammel_formats::{FORMATS, Format};
use trammel_knowledge::{Imported, Memory, WrittenEntry};
use trammel_language::{Bilingual, Language};
use trammel_scene::Edit;

/// Kind of a tool, which decides how the caller treats failure and success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Changes the drawing. A failure throws in the sandbox; a direct call is appended to `main`.
    Action,
    /// Reads the drawing. In the sandbox, a missing entity yields `null`.
    Query,
    /// Works on files, the registry or the session. Not available in the sandbox.
    Host,
}

/// Entry of a tool in the list: the declaration with its types erased. Created by `ToolSpec::of::<T>()`.
#[derive(Clone, Copy, Debug)]
pub struct ToolSpec {
    /// Canonical name, in snake_case.
    pub name: &'static str,
    /// Description in Korean.
    pub korean: &'static str,
    /// Further words that find the tool in a search, in English and in Korean, separated by commas.
    pub synonyms: [&'static str; 2],
    /// Domain under which listings show the tool.
    pub domain: Domain,
    /// Kind of the tool: action, query or host.
    pub kind: Kind,
    /// Kind of work, from which the page makes the text of a call in the conversation.
    pub verb: Verb,
    /// Verb of a call with this input.
    pub verb_of: fn(&Value) -> Verb,
    /// Whether a call with this input changes neither the drawing nor files nor memory.
    pub changes_nothing: fn(&Value) -> bool,
    /// Parameter names in positional order.
    pub positional: &'static [&'static str],
    /// Example call that works.
    pub example: &'static str,
    /// TypeScript type of the value that the sandbox functions return.
    pub returns: &'static str,
    /// Whether a conversation starts with this tool.
    pub initial: bool,
    /// Whether the description of this tool includes hints about code in general.
    pub general_hints: bool,
    /// Whether a reply describes tools, which then join the list of a host of the Model Context Protocol.
    pub reveals: bool,
    /// Effect of a call on the place of an entity that it changes.
    pub placing: Placing,
    /// Parameter that gives an existing entity or a copy its name.
    pub named_by: Option<&'static str>,
    /// Parameter of the drawing call of an entity that a call sets.
    pub assigns: Assignment,
    pub(super) schema: SchemaSource,
    pub(super) run: Run,
}

/// Implementation of a call.
#[derive(Clone, Copy, Debug)]
pub(super) enum Run {
    /// The `run` function of the struct that declares the tool.
    Declared(fn(Arg, &mut ToolCx<'_>) -> Result<Output, ToolError>),
    /// The writer of a file format.
    Export(&'static Format),
    /// The reader of a file format.
    Import(&'static Format),
}

impl ToolSpec {
    /// Calls the tool.
    ///
    /// # Errors
    /// Returns an error if the arguments are invalid or the call fails; the drawing is unchanged.
    pub fn call(&self, input: Arg, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        self.execute(input, cx).map_err(|mut error| {
            if error.is_of_arguments {
                error.usage = Some(format!("{}\nExample: {}", self.signature(), self.example));
            }
            error
        })
    }

    fn execute(&self, mut input: Arg, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        if let Arg::Object(given) = &mut input {
            // The schema is needed only for words that are rarely given.
            let is_asked = |key: &str| old_names::is_synonym(key) && !self.positional.contains(&key);
            let schema = given
                .iter()
                .any(|(key, _)| is_asked(key))
                .then(|| self.canonical());
            let parameters = schema.as_ref().map(parameter_names).unwrap_or_default();
            cx.notes
                .add_hints(old_names::rename_arguments(self.name, &parameters, given)?);
            angles::take_trailing_unit(given, || self.canonical()["parameters"]["properties"].take());
            cx.notes.add_hints(angles::hint(self.name, given));
        }
        match self.run {
            Run::Declared(run) => run(input, cx),
            Run::Export(format) => {
                let options = export_options(format, input, self.name).map_err(|error| ToolError {
                    is_of_arguments: true,
                    ..error
                })?;
                export_drawing(format, cx.edit, options)
            }
            Run::Import(format) => plan_import(format, input.decode(self.name)?),
        }
    }

    /// Returns `{name, description, parameters}` in English. The schema is cached, because completion and listings
    /// request the schemas of all tools.
    pub fn canonical(&self) -> Value {
        self.schema.canonical(old_names::present_name(self.name))
    }

    /// Returns a call in its present spelling, as code is written from it. A call that cannot be converted stays as it is.
    pub fn present_call(&self, input: &Value) -> (&'static str, Value) {
        let schema = self.canonical();
        old_names::present_call(self.name, &parameter_names(&schema), input)
    }

    /// Returns the parameters and the result with their types on one line: `draw_circle(name: string, x: number, ...) ->
    /// string`. A tool that code cannot call replies with an object of its own.
    pub(super) fn signature(&self) -> String {
        let positional: Vec<String> = self.positional.iter().map(|name| (*name).to_owned()).collect();
        let call = signature_of(&self.canonical(), &positional);
        match self.in_sandbox() {
            true => format!("{call} -> {}", short_result(self.returns)),
            false => call,
        }
    }

    /// Whether no call changes the drawing, files, or memory.
    pub fn is_read_only(&self) -> bool {
        self.kind == Kind::Query || (self.changes_nothing)(&Value::Null)
    }

    /// Whether no call changes or removes anything that was there before.
    pub fn only_adds(&self) -> bool {
        self.is_read_only() || self.verb.only_adds()
    }

    /// Whether code in the sandbox can call this tool.
    pub fn in_sandbox(&self) -> bool {
        self.kind != Kind::Host
    }
}

fn parameter_names(schema: &Value) -> Vec<&str> {
    properties(schema).map(|(name, _)| name.as_str()).collect()
}

impl Signature for ToolSpec {
    fn order(&self, is_old: bool) -> &'static [&'static str] {
        let old = old_names::old_order(self.name).filter(|_| is_old);
        old.unwrap_or(self.positional)
    }

    fn spellings<'a>(&'a self, parameter: &'a str) -> Vec<&'a str> {
        old_names::spellings(self.name, parameter).collect()
    }

    fn schema(&self) -> Value {
        self.canonical()["parameters"].take()
    }
}

/// Hints of a run, at most.
const MAX_HINTS: usize = 100;

/// Context of one call.
#[derive(Debug)]
pub struct ToolCx<'a> {
    /// Drawing, with the edits of the call.
    pub edit: &'a mut Edit,
    /// Context of the document apart from the drawing: files, memory, custom tools and settings.
    pub env: &'a mut ToolEnv,
    /// Whether a script makes the call. A script gets plain values.
    pub in_sandbox: bool,
    /// Notes of the call, for its caller.
    pub notes: Notes,
}

/// Notes of calls beside their output.
#[derive(Debug, Default)]
pub struct Notes {
    /// Warnings of successful calls.
    pub warnings: Vec<Bilingual>,
    /// Sentences about old names and about angles in the calls, each once.
    pub hints: BTreeSet<Bilingual>,
    /// Checks that the calls declared.
    pub declared: Vec<Check>,
    /// Entries of the memory and custom tools that a model wrote.
    pub written: Vec<WrittenEntry>,
}

impl Notes {
    /// Adds hints, as long as there are few, because a loop can give one for each angle.
    fn add_hints(&mut self, hints: impl IntoIterator<Item = Bilingual>) {
        let room = MAX_HINTS.saturating_sub(self.hints.len());
        self.hints.extend(hints.into_iter().take(room));
    }

    /// Returns the warnings, followed by the hints.
    pub fn sentences(&mut self) -> Vec<Bilingual> {
        let mut sentences = std::mem::take(&mut self.warnings);
        sentences.extend(std::mem::take(&mut self.hints));
        sentences
    }
}

impl<'a> ToolCx<'a> {
    /// Returns the context of a call that no script makes.
    pub fn new(edit: &'a mut Edit, env: &'a mut ToolEnv) -> ToolCx<'a> {
        ToolCx {
            edit,
            env,
            in_sandbox: false,
            notes: Notes::default(),
        }
    }

    /// Notes that the call wrote an entry, unless the user makes the call. Returns the state of the entry for the caller.
    pub(super) fn note_written(&mut self, entry: WrittenEntry) -> &'static str {
        if self.env.conversation.is_none() {
            return "on";
        }
        if !self.notes.written.contains(&entry) {
            self.notes.written.push(entry);
        }
        "off until the user turns it on"
    }

    /// Returns the output for an entity that the call drew or changed.
    pub(super) fn entity(&self, name: &str) -> Result<Output, ToolError> {
        let entity = self.edit.require(name)?;
        Ok(Output::Entity {
            name: entity.name.clone(),
            kind: entity.shape.kind(),
        })
    }
}

/// Tools and file formats of the program.
#[derive(Clone, Copy, Debug)]
pub struct Catalog {
    /// Built-in tools, in listing order.
    pub tools: &'static [ToolSpec],
    /// Old names of built-in tools, under which code and calls still find them. No listing has them.
    pub old: &'static [ToolSpec],
    /// File formats, in listing order.
    pub formats: &'static [Format],
}

impl Catalog {
    /// Returns the built-in tool called `name`, in snake_case or camelCase; for an old name, the present tool.
    pub fn built_in(&self, name: &str) -> Option<&'static ToolSpec> {
        let snake = suggest::snake_case(name);
        let present = old_names::present_name(&snake);
        self.tools
            .iter()
            .find(|tool| tool.name == name || tool.name == present)
    }

    /// Returns the built-in tool that a call under `name` executes, which has the old arguments for an old name.
    pub fn called_tool(&self, name: &str) -> Option<&'static ToolSpec> {
        let snake = suggest::snake_case(name);
        let old = self.old.iter().find(|tool| tool.name == snake);
        old.or_else(|| self.built_in(name))
    }

    /// Returns the names of the built-in tools, which a custom tool cannot use.
    pub fn names(&self) -> Vec<&'static str> {
        self.tools.iter().chain(self.old).map(|tool| tool.name).collect()
    }
}

/// Context of a document apart from the drawing. In the sandbox only the catalog is filled, because code has no access to
/// files, requests or settings.
#[derive(Debug)]
pub struct ToolEnv {
    /// Tools and file formats. `ToolEnv::default()` has all of them.
    pub catalog: Catalog,
    /// Code files.
    pub files: Workspace,
    /// Knowledge that outlives a conversation.
    pub memory: Memory,
    /// Custom tools, made from functions. [`ToolEnv::tools`] lists those that exist and are on.
    pub custom: CustomTools,
    /// Language of the tool descriptions.
    pub language: Language,
    /// Id of the conversation whose model makes the present call, empty outside the page; `None` for a call of the user.
    pub conversation: Option<String>,
    /// Names of the entities that the user has selected. The list may contain deleted entities.
    pub selection: Vec<String>,
}

impl ToolEnv {
    /// Creates an empty context with the given tools, without old names.
    pub fn new(tools: &'static [ToolSpec]) -> ToolEnv {
        ToolEnv::of(Catalog {
            tools,
            old: &[],
            formats: FORMATS,
        })
    }

    /// Creates an empty context with this catalog.
    pub fn of(catalog: Catalog) -> ToolEnv {
        ToolEnv {
            catalog,
            files: Workspace::default(),
            memory: Memory::default(),
            custom: CustomTools::default(),
            language: Language::default(),
            conversation: None,
            selection: Vec::new(),
        }
    }

    /// Returns the mark of an entry that the present call writes; `None` for a call of the user.
    pub(super) fn mark(&self) -> Option<Imported> {
        self.conversation.as_deref().map(Imported::by_model)
    }
}
