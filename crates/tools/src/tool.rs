//! The `Tool` trait, which every tool implements, and the conversion of a tool into its list entry.
//!
//! Invariant: all behavior that is specific to a tool is part of its declaration. Code elsewhere never compares the
//! name of a tool.

// Re-exports for the files of the tools, which need no other import from this module.
pub(super) use super::domain::Domain;
pub(super) use super::error::ToolError;
pub(super) use super::output::Output;
pub(super) use super::recorded::{Assignment, Placing};
pub(super) use super::spec::{Kind, ToolCx};
pub(super) use super::verb::Verb;

use super::arg::Arg;
use super::outlines::explain_part;
use super::schema::SchemaSource;
use super::spec::{Run, ToolSpec};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use trammel_language::bilingual;
use trammel_scene::{Definitions, Scene};

/// A tool. The doc comment of the struct is the description of the tool; the fields are the parameters.
pub trait Tool: DeserializeOwned + JsonSchema {
    /// Canonical name, in snake_case.
    const NAME: &'static str;
    /// Description in Korean.
    const KOREAN: &'static str;
    /// Words in English and in Korean under which a search also finds the tool, separated by commas: terms of drafters
    /// and of other programs.
    const SYNONYMS: [&'static str; 2];
    /// Domain under which listings show the tool.
    const DOMAIN: Domain;
    /// Kind of the tool: action, query or host.
    const KIND: Kind;
    /// Kind of work, from which the page makes the text of a call in the conversation.
    const VERB: Verb;
    /// Parameter names in the positional order of the camelCase function.
    const POSITIONAL: &'static [&'static str];
    /// Example that works in an empty drawing, as JavaScript. Later lines may use entities that earlier lines drew.
    const EXAMPLE: &'static str;

    /// TypeScript type of the value that the sandbox functions return.
    const RETURNS: &'static str = match Self::KIND {
        Kind::Action => "string",
        Kind::Query | Kind::Host => "any",
    };
    /// Whether a conversation starts with this tool. Every request carries the schemas of the initial tools, so
    /// only a few tools are initial.
    const INITIAL: bool = false;
    /// Whether the description of this tool includes hints that name no tool, which are hints about code.
    const GENERAL_HINTS: bool = false;
    /// Whether a reply describes tools, which then join the list of a host of the Model Context Protocol.
    const REVEALS: bool = false;
    /// Whether removing constraints is the purpose of this tool. After a call of any other tool, a warning lists
    /// the constraints that the call removed.
    const REMOVES_CONSTRAINTS: bool = false;

    /// Effect of a call on the place of an entity that it changes.
    const PLACING: Placing = Placing::Changes;
    /// Parameter that gives an existing entity or a copy its name.
    const NAMED_BY: Option<&'static str> = None;
    /// Parameter of the drawing call of an entity that a call sets.
    const ASSIGNS: Assignment = Assignment::Nothing;

    /// Returns the verb of a call with this input.
    fn verb_of(_input: &Value) -> Verb {
        Self::VERB
    }

    /// Whether a call with this input changes neither the drawing nor files nor memory. `Null` stands for any input.
    fn changes_nothing(_input: &Value) -> bool {
        Self::VERB.changes_nothing()
    }

    /// Executes the call.
    ///
    /// # Errors
    /// Returns an error if the call fails; the drawing is unchanged, and the message states the remedy.
    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError>;

    /// Extends an error of [`run`](Tool::run). By default, if a query received a part of an entity, the error
    /// states whether the part exists and which tools accept parts.
    fn explain(scene: &Scene, error: ToolError) -> ToolError {
        match Self::KIND {
            Kind::Query => explain_part(scene, Self::NAME, error),
            Kind::Action | Kind::Host => error,
        }
    }
}

impl ToolSpec {
    /// Creates the list entry of a tool.
    pub const fn of<T: Tool>() -> ToolSpec {
        ToolSpec {
            name: T::NAME,
            korean: T::KOREAN,
            synonyms: T::SYNONYMS,
            domain: T::DOMAIN,
            kind: T::KIND,
            verb: T::VERB,
            verb_of: T::verb_of,
            changes_nothing: T::changes_nothing,
            positional: T::POSITIONAL,
            example: T::EXAMPLE,
            returns: T::RETURNS,
            initial: T::INITIAL,
            general_hints: T::GENERAL_HINTS,
            reveals: T::REVEALS,
            placing: T::PLACING,
            named_by: T::NAMED_BY,
            assigns: T::ASSIGNS,
            schema: SchemaSource::of::<T>(),
            run: Run::Declared(call::<T>),
        }
    }
}

/// Decodes the arguments and executes the tool. Compiled once per tool, so the common part is in [`finish`].
fn call<T: Tool>(input: Arg, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
    let before = cx.edit.definitions().clone();
    let output = input
        .decode::<T>(T::NAME)?
        .run(cx)
        .map_err(|error| T::explain(cx.edit, error))?;
    finish(&before, T::REMOVES_CONSTRAINTS, cx)?;
    Ok(output)
}

/// Completes a successful call: updates associative annotations, and warns of constraints that the call removed
/// unless that is the purpose of the tool.
///
/// # Errors
/// Returns an error if the drawing has too many drawn pieces after the update.
fn finish(before: &Definitions, removes_constraints: bool, cx: &mut ToolCx<'_>) -> Result<(), ToolError> {
    // Associative annotations of changed entities are updated within the same call.
    cx.notes.warnings.append(&mut cx.edit.update_associative());
    cx.edit.check_grown()?;
    // Removing an entity also removes its constraints, which the caller may not expect.
    if !removes_constraints && cx.edit.definitions().constraints.len() < before.constraints.len() {
        let kept = |id: u32| cx.edit.definitions().constraints.iter().any(|c| c.id == id);
        let gone = before.constraints.iter().filter(|c| !kept(c.id));
        let gone: Vec<String> = gone.map(|c| format!("c{}", c.id)).collect();
        cx.notes.warnings.push(bilingual!(
            "constraints of removed entities were removed: {}",
            "지운 항목의 구속도 지웠어요: {}",
            gone.join(", ")
        ));
    }
    Ok(())
}
