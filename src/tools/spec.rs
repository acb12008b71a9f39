//! A tool as the list holds it, and the context in which it is called.
//!
//! [`ToolSpec`], [`ToolCx`] and [`ToolEnv`] refer to each other: a call gets a context, the context has an environment, and
//! the environment has the list. Thus a tool that looks up tools needs no import of the list.

use super::arg::Arg;
use super::custom::CustomTools;
use super::domain::Domain;
use super::error::ToolError;
use super::export::{NoArguments, exported};
use super::output::Output;
use super::schema::SchemaSource;
use super::verb::Verb;
use crate::formats::{FORMATS, Format};
use crate::knowledge::Memory;
use crate::language::Language;
use crate::scene::Edit;
use crate::suggest;
use crate::workspace::Workspace;
use serde_json::Value;

/// What a call may do, which decides how a failure and a success are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Changes the drawing: failing throws in the sandbox; a direct call is appended to `main`.
    Action,
    /// Reads the drawing: an entity that does not exist is `null` in the sandbox.
    Query,
    /// Works on files, the registry or the session: not in the sandbox.
    Host,
}

/// The tools that the reply of a call makes known to a model, which are then offered to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reveals {
    /// None.
    Nothing,
    /// The tool whose whole definition is the answer.
    Definition,
    /// The tools of the domain that the answer lists.
    Listed,
}

/// A tool as the list holds it: the declaration, with its types erased. `ToolSpec::of::<T>()` makes it.
#[derive(Clone, Copy, Debug)]
pub struct ToolSpec {
    /// The canonical name, in snake_case.
    pub name: &'static str,
    /// The description in Korean.
    pub korean: &'static str,
    /// The group it is listed in.
    pub domain: Domain,
    /// What a call may do.
    pub kind: Kind,
    /// The kind of work that it does, as the conversation tells it.
    pub verb: Verb,
    /// Parameters in positional order.
    pub positional: &'static [&'static str],
    /// A call that works.
    pub example: &'static str,
    /// Whether a conversation begins with it.
    pub initial: bool,
    /// Whether hints about code in general are given with it.
    pub general_hints: bool,
    /// The tools that a reply makes known.
    pub reveals: Reveals,
    pub(super) schema: SchemaSource,
    pub(super) run: Run,
}

/// How a call is carried out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Run {
    /// By the struct that declares the tool.
    Declared(fn(Arg, &mut ToolCx<'_>) -> Result<Output, ToolError>),
    /// By the writer of a file format, without arguments.
    Export(&'static Format),
}

impl ToolSpec {
    /// Calls the tool.
    ///
    /// # Errors
    /// The arguments or the call make no sense; nothing was changed.
    pub fn call(&self, input: Arg, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        match self.run {
            Run::Declared(run) => run(input, cx),
            Run::Export(format) => {
                input.decode::<NoArguments>(self.name)?;
                exported(format, cx.edit)
            }
        }
    }

    /// `{name, description, parameters}`, in English. Made once and kept, because completion and listings ask for all.
    pub fn canonical(&self) -> Value {
        self.schema.canonical(self.name)
    }

    /// Whether it changes nothing.
    pub fn only_reads(&self) -> bool {
        self.kind == Kind::Query
    }

    /// Whether code in the sandbox can call it.
    pub fn in_sandbox(&self) -> bool {
        self.kind != Kind::Host
    }
}

/// The context of one call.
#[derive(Debug)]
pub struct ToolCx<'a> {
    /// The drawing.
    pub edit: &'a mut Edit,
    /// Files, requests and the rest of the document's context.
    pub env: &'a mut ToolEnv,
    /// Whether a script calls, which wants plain values.
    pub in_sandbox: bool,
    /// Things the caller should know although the call succeeded.
    pub warnings: Vec<String>,
}

impl ToolCx<'_> {
    /// The entity that a call drew or changed, as its result.
    pub(super) fn entity(&self, name: &str) -> Result<Output, ToolError> {
        let entity = self.edit.require(name)?;
        Ok(Output::Entity {
            name: entity.name.clone(),
            kind: entity.shape.kind(),
        })
    }
}

/// The context of a document besides its drawing. In the sandbox only the list of tools is filled: code cannot reach files,
/// requests or settings.
#[derive(Debug)]
pub struct ToolEnv {
    /// The tools that are built in, in the order of listings. `ToolEnv::default()` has all of them.
    pub list: &'static [ToolSpec],
    /// The file formats, in the order of listings. `ToolEnv::default()` has all of them.
    pub formats: &'static [Format],
    /// The code files.
    pub files: Workspace,
    /// Knowledge that outlives a conversation.
    pub memory: Memory,
    /// Tools made from functions; see [`ToolEnv::tools`] for those that exist at present and are on.
    pub custom: CustomTools,
    /// The language in which tools describe themselves.
    pub language: Language,
    /// The names of the entities that the user has selected; entities that have gone since may be among them.
    pub selection: Vec<String>,
}

impl ToolEnv {
    /// An empty context with this list of tools.
    pub fn new(list: &'static [ToolSpec]) -> ToolEnv {
        ToolEnv {
            list,
            formats: FORMATS,
            files: Workspace::default(),
            memory: Memory::default(),
            custom: CustomTools::default(),
            language: Language::default(),
            selection: Vec::new(),
        }
    }

    /// The built-in tool of that name, in either spelling.
    pub fn built_in(&self, name: &str) -> Option<&'static ToolSpec> {
        let snake = suggest::snake_case(name);
        self.list
            .iter()
            .find(|tool| tool.name == name || tool.name == snake)
    }

    /// The names of the tools that are built in, which no custom tool can take.
    pub fn built_in_names(&self) -> Vec<&'static str> {
        self.list.iter().map(|tool| tool.name).collect()
    }
}
