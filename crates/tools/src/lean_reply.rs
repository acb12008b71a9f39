//! Reply as JSON for a model, which pays for each byte and has read the earlier replies: no empty lists, no counts of
//! complete lists, no durations, measures with six digits, and only what the model was not told yet.
//!
//! Invariant: values that the model asked for, code, and messages are as in the complete JSON of a reply. Only facts, bounds,
//! places of failed checks, log lines of `main`, and standing warnings are shortened.

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;

use super::changes::{Changes, MAX_NAMES};
use super::facts::{EntityFacts, Outline, significant_number};
use super::reply::{Answer, Reply};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use trammel_scene::Name;

/// Significant digits of the measures.
const DIGITS: usize = 6;

/// Knowledge of a model from the replies of its conversation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    facts: BTreeMap<Name, Map<String, Value>>,
    /// Log lines of the latest run of `main`.
    main_logs: Vec<String>,
    /// Warnings about the drawing of the latest reply to a run.
    warnings: Vec<String>,
    overlaps: Option<String>,
    entities: Option<usize>,
    bounds: Option<Value>,
}

impl Told {
    /// Forgets the facts about the drawing, because others may have changed it.
    pub fn forget_drawing(&mut self) {
        self.facts.clear();
        self.entities = None;
        self.bounds = None;
    }
}

impl Reply {
    /// Returns the reply as JSON for a model that knows `told`, without pictures. `told` gets what the JSON has.
    pub fn to_lean_json(&self, told: &mut Told) -> Value {
        if self.user_changes.is_some() {
            told.forget_drawing();
        }
        for name in self.changes.iter().flat_map(|changes| &changes.removed) {
            told.facts.remove(name);
        }
        let warnings = self.new_warnings(told);
        let whole = self.to_json_without_images();
        let Value::Object(whole) = whole else { return whole };
        let mut out = Map::new();
        for (key, value) in whole {
            let value = match &*key {
                "elapsed_ms" | "types" => continue,
                "entity" | "type" if self.lists_entity() => continue,
                "warnings" => warnings.clone(),
                "logs" => json!(self.new_logs(told)),
                "changes" => self.changes.as_ref().map_or(value, lean_changes),
                "facts" => json!(self.new_facts(told)),
                "bounds" | "entities" | "overlaps" if !self.is_ok() => continue,
                "bounds" => new_value(rounded(value), &mut told.bounds),
                "entities" => match told.entities.replace(self.entities.unwrap_or_default()) {
                    before if before == told.entities => continue,
                    _ => value,
                },
                "overlaps" => continue,
                "checks" => rounded_places(value),
                "error" => without_empty_fields(value),
                _ => value,
            };
            if !is_empty(&value) || key == "data" {
                out.insert(key, value);
            }
        }
        self.add_overlaps(told, &mut out);
        if self.svgs().next().is_some() {
            let why = "this app cannot show it here; the data describes the drawing";
            out.insert("picture".to_owned(), json!(why));
        }
        Value::Object(out)
    }

    /// Whether the entity of the answer is also among the changes.
    fn lists_entity(&self) -> bool {
        match (&self.result, &self.changes) {
            (Ok(Answer::Entity { name, .. }), Some(changes)) => {
                changes.added.contains(name) || changes.updated.contains(name)
            }
            _ => false,
        }
    }

    /// Returns the warnings that the previous reply to a run did not have, and the number of the others.
    fn new_warnings(&self, told: &mut Told) -> Value {
        let every = self.warnings.iter().map(|warning| warning.english.clone());
        if self.run.is_none() || !self.is_ok() {
            return json!(every.collect::<Vec<_>>());
        }
        let before = std::mem::replace(&mut told.warnings, every.clone().collect());
        let (standing, mut new): (Vec<String>, Vec<String>) =
            every.partition(|warning| before.contains(warning));
        match standing.len() {
            0 => {}
            1 => new.push("1 warning as before".to_owned()),
            count => new.push(format!("{count} warnings as before")),
        }
        json!(new)
    }

    fn add_overlaps(&self, told: &mut Told, out: &mut Map<String, Value>) {
        let Some(run) = self.run.as_ref().filter(|_| self.is_ok()) else {
            return;
        };
        let before = std::mem::replace(&mut told.overlaps, run.overlaps.clone());
        if let Some(overlaps) = &run.overlaps {
            let is_known = before.as_ref() == Some(overlaps);
            let shown = if is_known { "as before" } else { overlaps };
            out.insert("overlaps".to_owned(), json!(shown));
        }
    }

    /// Returns the log lines without those that an earlier run of the same code has logged.
    fn new_logs(&self, told: &mut Told) -> Vec<String> {
        if !self.logs_of_main {
            if self.run.is_some() && self.is_ok() {
                told.main_logs.extend(self.logs.iter().cloned());
            }
            return self.logs.clone();
        }
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for line in &told.main_logs {
            *known.entry(line).or_default() += 1;
        }
        let is_new = |line: &&String| match known.get_mut(line.as_str()) {
            Some(count @ 1..) => {
                *count -= 1;
                false
            }
            _ => true,
        };
        let new = self.logs.iter().filter(is_new).cloned().collect();
        if self.is_ok() {
            told.main_logs.clone_from(&self.logs);
        }
        new
    }

    /// Returns the facts about new entities, and the changed facts about those that the model knows.
    fn new_facts(&self, told: &mut Told) -> Vec<Value> {
        let mut rows = Vec::new();
        for facts in &self.facts {
            let now = lean_facts(facts);
            let before = told
                .facts
                .insert(facts.name.clone(), now.clone())
                .unwrap_or_default();
            let mut row: Map<String, Value> = now
                .into_iter()
                .filter(|(key, value)| before.get(key) != Some(value))
                .collect();
            if !row.is_empty() {
                let mut named = Map::from_iter([("name".to_owned(), json!(facts.name))]);
                named.append(&mut row);
                rows.push(Value::Object(named));
            }
        }
        rows
    }
}

/// Returns the facts about an entity without its name and without what the other facts imply.
fn lean_facts(facts: &EntityFacts) -> Map<String, Value> {
    let Value::Object(every) = facts.to_json() else {
        return Map::new();
    };
    // The bounds of a circle give its area, and few models need the length of an outline without holes.
    let is_circle = facts.kind == "circle";
    let has_holes = matches!(facts.outline, Some(Outline::Closed { holes: 1.., .. }));
    let is_told = |key: &str| match key {
        "name" | "closed" => false,
        "area" => !is_circle,
        "holes" | "perimeter" => has_holes,
        _ => true,
    };
    let told = every.into_iter().filter(|(key, _)| is_told(key));
    told.map(|(key, value)| (key, rounded(value))).collect()
}

/// Returns each kind of change that happened with its names, and with the count if not all names are listed.
fn lean_changes(changes: &Changes) -> Value {
    let kinds = [
        ("added", &changes.added),
        ("updated", &changes.updated),
        ("removed", &changes.removed),
    ];
    let mut out = Map::new();
    for (kind, names) in kinds.into_iter().filter(|(_, names)| !names.is_empty()) {
        let listed: Vec<&Name> = names.iter().take(MAX_NAMES).collect();
        let value = if listed.len() == names.len() {
            json!(listed)
        } else {
            json!({ "count": names.len(), "names": listed })
        };
        out.insert(kind.to_owned(), value);
    }
    if out.is_empty() {
        return json!("none");
    }
    Value::Object(out)
}

/// Returns a value; null if it is the one told before.
fn new_value(value: Value, told: &mut Option<Value>) -> Value {
    if told.as_ref() == Some(&value) {
        return Value::Null;
    }
    *told = Some(value.clone());
    value
}

/// Returns the results of checks with rounded places.
fn rounded_places(mut checks: Value) -> Value {
    for row in checks["failed"].as_array_mut().into_iter().flatten() {
        if let Some(at) = row.get_mut("at") {
            *at = rounded(at.take());
        }
    }
    checks
}

/// Returns a value whose numbers have at most six significant digits.
fn rounded(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let exact = number.as_f64().unwrap_or_default();
            shortest(significant_number(exact, DIGITS))
        }
        Value::Array(values) => values.into_iter().map(rounded).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            Value::Object(fields.map(|(key, value)| (key, rounded(value))).collect())
        }
        other => other,
    }
}

/// Returns a whole number without its decimal point.
fn shortest(number: Value) -> Value {
    match number.as_f64() {
        Some(whole) if whole.fract() == 0.0 && whole.abs() < 1e15 => json!(whole as i64),
        _ => number,
    }
}

/// Returns an object without its empty fields.
fn without_empty_fields(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let told = fields.into_iter().filter(|(_, value)| !is_empty(value));
            Value::Object(told.collect())
        }
        other => other,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}
