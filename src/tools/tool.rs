//! The declaration of a tool: the one trait that a new tool implements, and its way into the list.
//!
//! Invariant: everything that depends on a tool is a part of its declaration. No code outside of it compares its name.

// A tool's file needs no other import from this module to declare it.
pub(super) use super::domain::Domain;
pub(super) use super::error::ToolError;
pub(super) use super::output::Output;
pub(super) use super::spec::{Kind, Reveals, ToolCx};
pub(super) use super::verb::Verb;

use super::arg::Arg;
use super::outlines::explain_part;
use super::schema::SchemaSource;
use super::spec::{Run, ToolSpec};
use crate::scene::Scene;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// One capability. The struct's doc comment is the tool's description; its fields are the parameters.
pub trait Tool: DeserializeOwned + JsonSchema {
    /// The canonical name, in snake_case.
    const NAME: &'static str;
    /// The description in Korean.
    const KOREAN: &'static str;
    /// The group it is listed in.
    const DOMAIN: Domain;
    /// What a call may do.
    const KIND: Kind;
    /// The kind of work that it does, as the conversation tells it to the user.
    const VERB: Verb;
    /// Parameters in the order in which the camelCase function takes them.
    const POSITIONAL: &'static [&'static str];
    /// A call that works in an empty drawing, as JavaScript; later lines may use what earlier ones drew.
    const EXAMPLE: &'static str;

    /// Whether a conversation begins with it. Every request carries the schemas of these tools, so there are few.
    const INITIAL: bool = false;
    /// Whether hints that name no tool of their own (those about code) are given with it.
    const GENERAL_HINTS: bool = false;
    /// The tools that a reply makes known to a model.
    const REVEALS: Reveals = Reveals::Nothing;
    /// Whether removing constraints is the purpose of a call. After any other call the constraints that have gone are named
    /// in a warning.
    const REMOVES_CONSTRAINTS: bool = false;

    /// Carries the call out.
    ///
    /// # Errors
    /// Nothing was changed then; the error says what to do instead.
    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError>;

    /// Completes an error of [`run`](Tool::run). By default, a query that was given a part of an entity says whether the part
    /// exists and which tools work on parts.
    fn explain(scene: &Scene, error: ToolError) -> ToolError {
        match Self::KIND {
            Kind::Query => explain_part(scene, Self::NAME, error),
            Kind::Action | Kind::Host => error,
        }
    }
}

impl ToolSpec {
    /// The entry of a tool in the list.
    pub const fn of<T: Tool>() -> ToolSpec {
        ToolSpec {
            name: T::NAME,
            korean: T::KOREAN,
            domain: T::DOMAIN,
            kind: T::KIND,
            verb: T::VERB,
            positional: T::POSITIONAL,
            example: T::EXAMPLE,
            initial: T::INITIAL,
            general_hints: T::GENERAL_HINTS,
            reveals: T::REVEALS,
            schema: SchemaSource::of::<T>(),
            run: Run::Declared(call::<T>),
        }
    }
}

fn call<T: Tool>(input: Arg, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
    let before = cx.edit.definitions().clone();
    let result = input.decode::<T>(T::NAME)?.run(cx);
    let output = result.map_err(|error| T::explain(cx.edit, error))?;
    // Annotations that are tied to changed entities follow within the same call.
    cx.warnings.append(&mut cx.edit.update_associative());
    // An entity that is removed takes its constraints along, which the caller may not expect.
    if !T::REMOVES_CONSTRAINTS && cx.edit.definitions().constraints.len() < before.constraints.len() {
        let kept = |id: u32| cx.edit.definitions().constraints.iter().any(|c| c.id == id);
        let gone = before.constraints.iter().filter(|c| !kept(c.id));
        let gone: Vec<String> = gone.map(|c| format!("c{}", c.id)).collect();
        cx.warnings.push(format!(
            "constraints went with the entities they bound: {}",
            gone.join(", ")
        ));
    }
    Ok(output)
}
