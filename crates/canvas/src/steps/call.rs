//! Calls of a procedure as one effect: a single call, or a snippet with one call for each entity.
//!
//! Invariant: the effect is one undo step. Calls that differ only in their entity become a loop over the names.

use crate::bulk::{call_for_each, script};
use crate::canvas_tool::{CanvasCx, Effect};
use serde_json::Value;
use std::collections::BTreeSet;
use trammel_base::free_name::{free_name, stem_of_copies};
use trammel_scene::Name;

/// A call of a tool that changes one entity.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityCall {
    /// Name of the tool.
    pub tool: &'static str,
    /// Parameter that names the entity: "name" or "entity"; empty if the other arguments name it.
    pub subject: &'static str,
    /// The entity.
    pub name: Name,
    /// Other arguments, as an object.
    pub rest: Value,
    /// Entity to select after the call, if it is another one.
    pub result: Option<Name>,
}

impl EntityCall {
    /// Creates a call that changes the entity itself.
    #[must_use]
    pub fn new(tool: &'static str, subject: &'static str, name: &Name, rest: Value) -> Self {
        Self {
            tool,
            subject,
            name: name.clone(),
            rest,
            result: None,
        }
    }

    /// Returns the same call, after which the new entity `result` is selected.
    #[must_use]
    pub fn creating(self, result: Name) -> Self {
        Self {
            result: Some(result),
            ..self
        }
    }

    fn call(&self) -> trammel_code::Call {
        let mut call = trammel_code::Call::new(self.tool);
        if !self.subject.is_empty() {
            call = call.with(self.subject, self.name.as_str());
        }
        call.input
            .extend(self.rest.as_object().cloned().unwrap_or_default());
        call
    }
}

/// Returns the effect that performs the calls as one undo step; `None` without calls.
#[must_use]
pub fn effect(calls: &[EntityCall]) -> Option<Effect> {
    let first = calls.first()?;
    let alike = |call: &EntityCall| {
        call.tool == first.tool && call.subject == first.subject && call.rest == first.rest
    };
    let effect = if calls.len() == 1 {
        first.call()
    } else if calls.iter().all(alike) {
        let names: Vec<Name> = calls.iter().map(|call| call.name.clone()).collect();
        let rest = first.rest.as_object().into_iter().flatten();
        let rest: Vec<(&str, Value)> = rest.map(|(key, value)| (key.as_str(), value.clone())).collect();
        call_for_each(first.tool, first.subject, &names, &rest)
    } else {
        script(
            &calls
                .iter()
                .map(|call| call.call().statement())
                .collect::<String>(),
        )
    };
    Some(effect.into())
}

/// Source of names that are free in the drawing and not yet issued.
pub struct FreeNames<'a> {
    /// State of the page.
    pub cx: &'a CanvasCx<'a>,
    issued: &'a mut BTreeSet<Name>,
}

impl<'a> FreeNames<'a> {
    /// Creates a source; `issued` has names that the drawing may not contain yet.
    pub fn new(cx: &'a CanvasCx<'a>, issued: &'a mut BTreeSet<Name>) -> Self {
        Self { cx, issued }
    }

    /// Issues the first free name with a number from 1, such as `line_1`.
    pub fn first_of(&mut self, stem: &str) -> Option<Name> {
        self.next(stem, 1)
    }

    /// Issues `stem` if it is free, or else the next free name with a number, such as `hole_3` for `hole_2`.
    pub fn free_name(&mut self, stem: &str) -> Option<Name> {
        if self.is_taken(stem) {
            let (stem, first) = stem_of_copies(stem);
            return self.next(stem, first);
        }
        self.issue(stem)
    }

    /// Issues the next free name with a number.
    pub fn copy_of(&mut self, name: &Name) -> Option<Name> {
        let (stem, first) = stem_of_copies(name);
        self.next(stem, first)
    }

    fn next(&mut self, stem: &str, first: u64) -> Option<Name> {
        let free = free_name(stem, first, |name| self.is_taken(name));
        self.issue(&free)
    }

    fn is_taken(&self, name: &str) -> bool {
        self.cx.scene.get(name).is_some() || self.issued.contains(name)
    }

    fn issue(&mut self, text: &str) -> Option<Name> {
        let name = Name::new(text).ok()?;
        self.issued.insert(name.clone());
        Some(name)
    }
}
