//! Origins of entities: the calls in the code that made and changed each entity.

use super::document::Session;
use super::snapshot::Snapshot;
use crate::workspace::FileName;

/// Call of a tool in the code that made or changed an entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// File of the call.
    pub file: FileName,
    /// Name of the tool, in snake case.
    pub tool: &'static str,
    /// Byte offset of the start of the call expression.
    pub start: usize,
    /// Byte offset after the end of the call expression.
    pub end: usize,
    /// Position of this execution among those of the call, from 0.
    pub occurrence: u32,
    /// Number of executions of the call.
    pub runs: u32,
}

impl Session {
    /// Returns the calls that made and changed an entity, in order; empty if they are not known.
    pub fn origins(&self, _name: &str) -> Vec<CallSite> {
        Vec::new()
    }
}

impl Snapshot {
    /// Returns the calls that made and changed an entity, in order; empty if they are not known.
    pub fn origins(&self, _name: &str) -> Vec<CallSite> {
        Vec::new()
    }
}
