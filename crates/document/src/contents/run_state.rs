//! Result of running the present files.

use super::calls::Calls;
use super::last_good::LastGood;
use std::sync::Arc;
use trammel_run::Failure;
use trammel_tools::Check;

/// Result of running the present files.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunState {
    /// Reason why the files do not run, if they do not; the drawing is then the last good one.
    pub(crate) broken: Option<Failure>,
    /// Number of lines that `main` logs.
    pub(crate) logs: usize,
    /// Files that draw the present drawing, if the files of this step do not.
    pub(crate) drawn: Option<LastGood>,
    /// Calls that made and changed the entities.
    pub(crate) origins: Calls,
    /// Checks that the calls declare.
    pub(crate) checks: Arc<Vec<Check>>,
}

impl RunState {
    /// Returns the state of files that run, log this many lines, make these calls, and declare these checks.
    pub(crate) fn good(logs: usize, origins: Calls, checks: Vec<Check>) -> RunState {
        RunState {
            logs,
            origins,
            checks: Arc::new(checks),
            ..RunState::default()
        }
    }
}
