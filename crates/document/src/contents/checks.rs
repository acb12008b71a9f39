//! Checks of the present drawing.
//!
//! Invariant: the checks are those that the code of the drawing declares; a step of the history changes both together.

use crate::contents::document::Document;
use trammel_tools::{CheckReport, Reply};

impl Document {
    /// Evaluates the checks that the code declares on the present drawing.
    pub fn checks(&self) -> CheckReport {
        CheckReport::of(&self.run.checks, &self.scene)
    }

    /// Adds the results of the checks to a reply that may have changed the drawing.
    pub(crate) fn with_checks(&self, mut reply: Reply) -> Reply {
        let is_about_drawing = reply.changes.is_some() || reply.run.is_some();
        if reply.checks.is_none() && is_about_drawing {
            reply.checks = CheckReport::of_some(&self.run.checks, &self.scene);
        }
        reply
    }
}
