//! Calls of an operation as one effect: a single call, or a snippet with one call for each entity.
//!
//! Invariant: the effect is one undo step. Calls that differ only in their entity become a loop over the names.

use crate::canvas_tool::Effect;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use trammel_scene::{Name, Scene};

/// A call of a tool that changes one entity.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
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

impl Call {
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

    fn input(&self) -> Value {
        let mut input = Map::new();
        if !self.subject.is_empty() {
            input.insert(self.subject.to_owned(), json!(self.name.as_str()));
        }
        if let Value::Object(rest) = &self.rest {
            input.extend(rest.clone());
        }
        Value::Object(input)
    }
}

/// Returns the effect that performs the calls as one undo step; `None` without calls.
#[must_use]
pub fn effect(calls: &[Call]) -> Option<Effect> {
    let first = calls.first()?;
    if calls.len() == 1 {
        let (tool, input) = (first.tool, first.input());
        return Some(Effect::Call { tool, input });
    }
    let alike =
        |call: &Call| call.tool == first.tool && call.subject == first.subject && call.rest == first.rest;
    let mut code = String::new();
    if calls.iter().all(alike) {
        let names: Vec<String> = calls
            .iter()
            .map(|call| json!(call.name.as_str()).to_string())
            .collect();
        let subject = first.subject;
        let mut fields = vec![subject.to_owned()];
        fields.extend(fields_of(&first.rest));
        let _ = writeln!(
            code,
            "for (const {subject} of [{}]) {}({{ {} }});",
            names.join(", "),
            first.tool,
            fields.join(", ")
        );
    } else {
        for call in calls {
            let _ = writeln!(code, "{}({});", call.tool, literal(&call.input()));
        }
    }
    Some(Effect::Call {
        tool: "run_cad_code",
        input: json!({ "code": code }),
    })
}

fn fields_of(value: &Value) -> Vec<String> {
    let Value::Object(fields) = value else {
        return Vec::new();
    };
    let field = |(key, value): (&String, &Value)| format!("{key}: {}", literal(value));
    fields.iter().map(field).collect()
}

/// Writes plain data as a JavaScript literal on one line. Whole numbers have no decimal point.
fn literal(value: &Value) -> String {
    match value {
        Value::Object(_) => format!("{{ {} }}", fields_of(value).join(", ")),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(literal).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Number(number) => number
            .as_f64()
            .map_or_else(|| number.to_string(), |number| format!("{number}")),
        _ => value.to_string(),
    }
}

/// Source of names that are free in the drawing and not yet issued.
pub struct FreeNames<'a> {
    scene: &'a Scene,
    issued: &'a mut BTreeSet<Name>,
}

impl<'a> FreeNames<'a> {
    /// Creates a source; `issued` has names that the drawing may not contain yet.
    pub fn new(scene: &'a Scene, issued: &'a mut BTreeSet<Name>) -> Self {
        Self { scene, issued }
    }

    /// Issues `stem` if it is free, or else the next free name with a number, such as `hole_3` for `hole_2`.
    pub fn named(&mut self, stem: &str) -> Option<Name> {
        self.first_free(std::iter::once(stem.to_owned()).chain(numbered(stem)))
    }

    /// Issues the next free name with a number.
    pub fn copy_of(&mut self, name: &Name) -> Option<Name> {
        self.first_free(numbered(name))
    }

    fn first_free(&mut self, texts: impl Iterator<Item = String>) -> Option<Name> {
        let is_free = |name: &Name| self.scene.get(name).is_none() && !self.issued.contains(name);
        let name = texts.map_while(|text| Name::new(&text).ok()).find(is_free)?;
        self.issued.insert(name.clone());
        Some(name)
    }
}

/// Returns the names `stem_2`, `stem_3`, and so on, or those after the number with which `stem` ends.
fn numbered(stem: &str) -> impl Iterator<Item = String> {
    let split = stem.rsplit_once('_');
    let number = split.and_then(|(head, digits)| {
        let number: u32 = digits.parse().ok()?;
        let is_plain = number.to_string() == digits;
        (is_plain && !head.is_empty() && number < u32::MAX).then_some((head, number))
    });
    let (head, first) = number.map_or((stem, 2), |(head, number)| (head, number + 1));
    let head = head.to_owned();
    (first..).map(move |number| format!("{head}_{number}"))
}
