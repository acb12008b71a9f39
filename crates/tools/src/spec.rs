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
use super::export::{export_options, exported};
use super::import::imported;
use super::old_names;
use super::output::Output;
use super::schema::SchemaSource;
use super::verb::Verb;
use serde_json::Value;
use std::collections::BTreeSet;
use trammel_base::suggest;
use trammel_code::Workspace;
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

/// Tools that the reply of a call reveals to a model; the revealed tools are then offered to the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reveals {
    /// No tools.
    Nothing,
    /// The tool whose full definition is in the reply.
    Definition,
    /// The tools of the domain that the reply lists.
    Listed,
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
    pub only_looks: fn(&Value) -> bool,
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
    /// Tools that a reply reveals to the model.
    pub reveals: Reveals,
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
    pub fn call(&self, mut input: Arg, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        if let Arg::Object(given) = &mut input {
            cx.env.add_hints(old_names::renamed(self.name, given)?);
            cx.env.add_hints(angles::hint(self.name, given));
        }
        match self.run {
            Run::Declared(run) => run(input, cx),
            Run::Export(format) => {
                let options = export_options(format, input, self.name)?;
                exported(format, cx.edit, options)
            }
            Run::Import(format) => imported(format, input.decode(self.name)?),
        }
    }

    /// Returns `{name, description, parameters}` in English. The schema is cached, because completion and listings
    /// request the schemas of all tools.
    pub fn canonical(&self) -> Value {
        self.schema.canonical(old_names::present_name(self.name))
    }

    /// Returns the parameter names in the positional order of a call. `is_text` tells whether its first argument is a
    /// text.
    pub fn order(&self, is_text: bool) -> &'static [&'static str] {
        let old = old_names::old_order(self.name).filter(|_| is_text);
        old.unwrap_or(self.positional)
    }

    /// Returns the names under which a call may state the value of a parameter: the present one, then old ones.
    pub fn spellings<'a>(&'a self, parameter: &'a str) -> impl Iterator<Item = &'a str> {
        old_names::spellings(self.name, parameter)
    }

    /// Whether no call changes the drawing, files, or memory.
    pub fn only_reads(&self) -> bool {
        self.kind == Kind::Query || (self.only_looks)(&Value::Null)
    }

    /// Whether no call changes or removes anything that was there before.
    pub fn only_adds(&self) -> bool {
        self.only_reads() || self.verb.only_adds()
    }

    /// Whether code in the sandbox can call this tool.
    pub fn in_sandbox(&self) -> bool {
        self.kind != Kind::Host
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
    /// Warnings for the caller of a successful call.
    pub warnings: Vec<Bilingual>,
}

impl ToolCx<'_> {
    /// Returns the output for an entity that the call drew or changed.
    pub(super) fn entity(&self, name: &str) -> Result<Output, ToolError> {
        let entity = self.edit.require(name)?;
        Ok(Output::Entity {
            name: entity.name.clone(),
            kind: entity.shape.kind(),
        })
    }
}

/// Context of a document apart from the drawing. In the sandbox only the list of tools is filled, because code has
/// no access to files, requests or settings.
#[derive(Debug)]
pub struct ToolEnv {
    /// Built-in tools, in listing order. `ToolEnv::default()` contains all of them.
    pub list: &'static [ToolSpec],
    /// Old names of built-in tools, under which code and calls still find them. No listing has them.
    pub old: &'static [ToolSpec],
    /// File formats, in listing order. `ToolEnv::default()` contains all of them.
    pub formats: &'static [Format],
    /// Code files.
    pub files: Workspace,
    /// Knowledge that outlives a conversation.
    pub memory: Memory,
    /// Custom tools, made from functions. [`ToolEnv::tools`] lists those that exist and are on.
    pub custom: CustomTools,
    /// Language of the tool descriptions.
    pub language: Language,
    /// Checks that calls declared since the list was last taken.
    pub declared: Vec<Check>,
    /// Sentences about old names and about angles that calls used since the list was last taken, each once.
    pub hints: BTreeSet<Bilingual>,
    /// Id of the conversation whose model makes the present call, empty outside the page; `None` for a call of the user.
    pub conversation: Option<String>,
    /// Entries that calls of a model wrote since the list was last taken.
    pub written: Vec<WrittenEntry>,
    /// Names of the entities that the user has selected. The list may contain deleted entities.
    pub selection: Vec<String>,
}

impl ToolEnv {
    /// Creates an empty context with the given list of tools, without old names.
    pub fn new(list: &'static [ToolSpec]) -> ToolEnv {
        ToolEnv {
            list,
            old: &[],
            formats: FORMATS,
            files: Workspace::default(),
            memory: Memory::default(),
            custom: CustomTools::default(),
            language: Language::default(),
            declared: Vec::new(),
            hints: BTreeSet::new(),
            conversation: None,
            written: Vec::new(),
            selection: Vec::new(),
        }
    }

    /// Adds hints, as long as there are few, because a loop can give one for each angle.
    pub(super) fn add_hints(&mut self, hints: impl IntoIterator<Item = Bilingual>) {
        let room = MAX_HINTS.saturating_sub(self.hints.len());
        self.hints.extend(hints.into_iter().take(room));
    }

    /// Returns the mark of an entry that the present call writes; `None` for a call of the user.
    pub(super) fn mark(&self) -> Option<Imported> {
        self.conversation.as_deref().map(Imported::by_model)
    }

    /// Records that the present call wrote an entry, unless the user makes the call. Returns the state of the entry for
    /// the caller.
    pub(super) fn wrote(&mut self, entry: WrittenEntry) -> &'static str {
        if self.conversation.is_none() {
            return "on";
        }
        if !self.written.contains(&entry) {
            self.written.push(entry);
        }
        "off until the user turns it on"
    }

    /// Returns the built-in tool called `name`, in snake_case or camelCase; for an old name, the present tool.
    pub fn built_in(&self, name: &str) -> Option<&'static ToolSpec> {
        let snake = suggest::snake_case(name);
        let present = old_names::present_name(&snake);
        self.list
            .iter()
            .find(|tool| tool.name == name || tool.name == present)
    }

    /// Returns the built-in tool that a call under `name` executes, which has the old arguments for an old name.
    pub fn called(&self, name: &str) -> Option<&'static ToolSpec> {
        let snake = suggest::snake_case(name);
        let old = self.old.iter().find(|tool| tool.name == snake);
        old.or_else(|| self.built_in(name))
    }

    /// Returns the names of the built-in tools, which a custom tool cannot use.
    pub fn built_in_names(&self) -> Vec<&'static str> {
        self.list.iter().chain(self.old).map(|tool| tool.name).collect()
    }
}
