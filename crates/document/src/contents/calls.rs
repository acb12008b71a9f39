//! Calls that made and changed the entities of a drawing: those of the last run, and those of the direct calls since.
//!
//! Invariants: a direct call is recorded in time that does not depend on the number of entities; copies share their
//! data, because each history step holds a copy. The record of a run is kept only for the most recent runs, so that a
//! long history of a large drawing stays small; the calls are then unknown.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use trammel_code::FileName;
use trammel_run::origins::{CallRef, Located, MAX_CHANGES, Touch};
use trammel_scene::Name;

/// Maximum number of runs whose record is kept.
const MAX_RUNS: usize = 16;

/// Maximum number of entities in all kept records together; the newest record is kept in any case.
const MAX_ENTITIES_KEPT: usize = 300_000;

/// Execution of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Execution {
    pub(crate) file: Arc<str>,
    /// Byte offset of the opening parenthesis.
    pub(crate) open: usize,
    pub(crate) tool: Arc<str>,
    /// Position of this execution among those of the call site, from 0.
    pub(crate) occurrence: u32,
    /// Number of executions of the call site.
    pub(crate) runs: u32,
}

impl Execution {
    /// Returns a call in `main` that is executed once. The offset refers to the text of the call.
    pub(crate) fn once(tool: &str, open: usize) -> Execution {
        Execution {
            file: FileName::MAIN.into(),
            open,
            tool: tool.into(),
            occurrence: 0,
            runs: 1,
        }
    }
}

/// Known calls of an entity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// Calls in order, the maker first if it is known.
    pub(crate) calls: Vec<Execution>,
    /// Whether the first call made the entity.
    pub(crate) has_maker: bool,
    /// Whether no call between the first and the last is left out.
    pub(crate) is_complete: bool,
}

impl Known {
    fn complete(calls: Vec<Execution>) -> Known {
        Known {
            has_maker: !calls.is_empty(),
            is_complete: calls.len() <= MAX_CHANGES,
            calls,
        }
    }
}

/// Effect of a direct call on an entity.
#[derive(Clone, Debug)]
struct Entry {
    name: Name,
    touch: Touch,
    call: Execution,
}

/// Calls that made and changed the entities of a drawing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls {
    run: Weak<Located>,
    /// Direct calls after the run. Copies with fewer entries share the list and use only its beginning.
    appended: Arc<Mutex<Vec<Entry>>>,
    /// Number of entries of this copy.
    length: usize,
}

impl Calls {
    /// Records the effects of a direct call.
    pub(crate) fn append(&mut self, effects: Vec<(Name, Touch, Execution)>) {
        let mut list = self.list();
        if list.len() != self.length {
            // Another copy has recorded calls since, before an undo, so this copy gets its own list.
            let own = list[..self.length].to_vec();
            drop(list);
            self.appended = Arc::new(Mutex::new(own));
            list = self.list();
        }
        let entry = |(name, touch, call)| Entry { name, touch, call };
        list.extend(effects.into_iter().map(entry));
        let length = list.len();
        drop(list);
        self.length = length;
    }

    /// Returns the known calls that made and changed an entity.
    pub(crate) fn of(&self, name: &str) -> Known {
        let mut found = Vec::new();
        let mut name = name.to_owned();
        let list = self.list();
        for entry in list[..self.length].iter().rev() {
            if entry.name.as_str() != name {
                continue;
            }
            found.push(entry.call.clone());
            match &entry.touch {
                Touch::Made => {
                    found.reverse();
                    return Known::complete(found);
                }
                Touch::Changed => {}
                Touch::Renamed(old) => name = old.to_string(),
            }
        }
        drop(list);
        found.reverse();
        let mut calls = self.in_run(&name);
        let has_maker = !calls.is_empty();
        calls.extend(found);
        Known {
            has_maker,
            ..Known::complete(calls)
        }
    }

    /// Returns the calls of the run that concern an entity; empty if the record is not kept.
    fn in_run(&self, name: &str) -> Vec<Execution> {
        let Some(run) = self.run.upgrade() else {
            return Vec::new();
        };
        let calls = run.calls.get(name).into_iter().flatten();
        let execution = |call: &CallRef| {
            let site = run.sites.get(call.site as usize)?;
            Some(Execution {
                file: site.file.as_str().into(),
                open: site.open,
                tool: site.tool.clone(),
                occurrence: call.occurrence,
                runs: site.runs,
            })
        };
        calls.filter_map(execution).collect()
    }

    fn list(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.appended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Records of the most recent runs, newest first.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    runs: VecDeque<Arc<Located>>,
}

impl Recent {
    /// Keeps the record of a new run, and returns its calls.
    pub(crate) fn add(&mut self, run: Located) -> Calls {
        let run = Arc::new(run);
        let calls = Calls {
            run: Arc::downgrade(&run),
            ..Calls::default()
        };
        self.runs.push_front(run);
        self.runs.truncate(MAX_RUNS);
        let mut kept = 0;
        let fits = |run: &Arc<Located>| {
            kept += run.calls.len();
            kept <= MAX_ENTITIES_KEPT
        };
        let count = self.runs.iter().map(fits).take_while(|fits| *fits).count();
        self.runs.truncate(count.max(1));
        calls
    }
}
