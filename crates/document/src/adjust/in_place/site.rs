//! Changes of single entities at their recorded calls, joined to one change of the texts.

use super::code::{Found, InPlace};
use crate::contents::calls::{Calls, Execution, Known};
use std::collections::BTreeMap;
use trammel_code::FileName;
use trammel_code::Obstacle;
use trammel_code::rewrite::{TextEdit, whole_statement};
use trammel_scene::Name;
use trammel_tools::{Placing, ToolEnv};

/// Change of one entity: the changed call with its number of executions, and the changes of its text.
pub(super) struct Changed {
    pub(super) site: (FileName, (usize, usize)),
    pub(super) runs: u32,
    pub(super) edits: Vec<TextEdit>,
    pub(super) folds: bool,
}

/// Returns the changes of entities, given the change of each. A call that runs several times is changed only if all
/// entities that it concerns change.
pub(super) fn change_each(names: &[Name], change: impl Fn(&Name) -> Result<Changed, Obstacle>) -> InPlace {
    let each: Vec<(&Name, Result<Changed, Obstacle>)> =
        names.iter().map(|name| (name, change(name))).collect();
    let mut counts: BTreeMap<&(FileName, (usize, usize)), u32> = BTreeMap::new();
    for changed in each.iter().filter_map(|(_, changed)| changed.as_ref().ok()) {
        *counts.entry(&changed.site).or_default() += 1;
    }
    let mut plan = InPlace {
        folds: true,
        ..InPlace::default()
    };
    for (name, changed) in &each {
        let added = match changed {
            Err(why) => Err(*why),
            Ok(changed) if counts.get(&changed.site) != Some(&changed.runs) => Err(Obstacle::Repeated),
            Ok(changed) => plan
                .texts
                .add(&changed.site.0, &changed.edits)
                .map(|()| changed.folds),
        };
        match added {
            Ok(folds) => plan.folds &= folds,
            Err(why) => plan.rest.push(((*name).clone(), why)),
        }
    }
    plan
}

/// Returns the last call that transforms an entity after the call that made it.
pub(super) fn transforming<'k>(env: &ToolEnv, known: &'k Known) -> Option<&'k Execution> {
    let after_maker = usize::from(known.has_maker);
    let later = known.calls.get(after_maker..).unwrap_or_default();
    let mut later = later.iter().rev();
    later.find(|call| placing(env, call) != Placing::Keeps)
}

pub(super) fn placing(env: &ToolEnv, call: &Execution) -> Placing {
    let tool = env.catalog.called_tool(&call.tool);
    tool.map_or(Placing::Changes, |tool| tool.placing)
}

/// Whether a call transforms an entity after the call that made it.
pub(in crate::adjust) fn is_transformed(env: &ToolEnv, calls: &Calls, name: &Name) -> bool {
    transforming(env, &calls.of(name)).is_some()
}

impl Found<'_> {
    /// Returns the change of the call by these edits.
    pub(super) fn with_edits(&self, edits: Vec<TextEdit>, folds: bool) -> Changed {
        Changed {
            site: (self.file.clone(), self.source.call_range(self.call)),
            runs: self.runs,
            edits,
            folds,
        }
    }

    /// Returns the removal of the call with its statement; `None` if it is a part of another statement.
    pub(super) fn without_call(&self) -> Option<Changed> {
        let removal = whole_statement(self.source, self.call)?;
        Some(self.with_edits(vec![removal], true))
    }
}
