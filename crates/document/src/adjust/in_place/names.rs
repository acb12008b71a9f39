//! Names: the changed string that gives an entity its name.

use super::code::{Code, InPlace};
use crate::contents::calls::Execution;
use serde_json::Value;
use trammel_code::Obstacle;
use trammel_code::rewrite::{NewValue, Source, edits};
use trammel_scene::Name;

/// Returns the changes that rename an entity. The code must state the name exactly once, in the call that gave the name.
pub(super) fn rename_entity(code: &Code<'_>, name: &Name, new_name: &Name) -> Result<InPlace, Obstacle> {
    let known = code.calls.of(name);
    let renames = |call: &Execution| {
        let tool = code.env.catalog.called_tool(&call.tool);
        tool.is_some_and(|tool| tool.named_by.is_some())
    };
    let mut calls = known.calls.iter().enumerate().rev();
    let giver = calls.find(|(at, call)| (*at == 0 && known.has_maker) || renames(call));
    let (at, giver) = giver.ok_or(Obstacle::Unknown)?;
    let found = code.find(giver)?;
    if found.runs != 1 {
        return Err(Obstacle::Repeated);
    }
    let parameter = found.tool.named_by.unwrap_or("name");
    let span = found.argument(parameter)?;
    if found.source.string(span).as_deref() != Some(name.as_str()) {
        return Err(Obstacle::Computed);
    }
    let files = code.env.files.files();
    let uses: usize = files.map(|(_, text)| Source::new(text).count_strings(name)).sum();
    if uses != 1 {
        return Err(Obstacle::Shared);
    }
    let new = Value::from(new_name.as_str());
    let mut plan = InPlace {
        folds: at > 0,
        ..InPlace::default()
    };
    plan.texts
        .add(&found.file, &edits(found.source, span, NewValue::Is(&new))?)?;
    Ok(plan)
}
