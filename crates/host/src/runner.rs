//! Place in which the code of a document runs and its pictures are painted.

use super::conversion;
use super::weak_sandbox::report_weak_sandbox;
use trammel_document::{Pending, Session};
use trammel_engine::child::{Stop, clock, run_in_child_until};
use trammel_engine::execute;
use trammel_formats::{Conversion, FormatError, Picture, png};
use trammel_language::Bilingual;
use trammel_run::Limits;
use trammel_tools::Reply;

/// Place in which the code of a document runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Runner {
    /// A child process, for any code.
    #[default]
    Child,
    /// The current thread, which is much faster. Only for code that this project has written.
    Thread,
}

/// Performs a run in a child process and completes its call.
pub fn complete(session: &mut Session, pending: Pending) -> Reply {
    Runner::Child.complete(session, pending, &Stop::default())
}

impl Runner {
    /// Paints a picture for a model, in a child process until a stop is requested.
    pub(super) fn paint(self, svg: &str, stop: &Stop) -> Result<Vec<u8>, Bilingual> {
        let picture = Picture {
            svg: svg.to_owned(),
            pixels: png::PIXELS,
            is_transparent: false,
        };
        match self {
            Runner::Child => {
                let ms = Limits::default().timeout_ms;
                let written = conversion::write_until(Conversion::Paint(picture), ms, stop);
                written
                    .map(|written| written.bytes)
                    .map_err(Bilingual::english_only)
            }
            Runner::Thread => png::paint(&picture).map_err(|FormatError(why)| why),
        }
    }

    /// Performs a run, in a child process until a stop is requested, and completes its call.
    pub(super) fn complete(self, session: &mut Session, pending: Pending, stop: &Stop) -> Reply {
        let clock = clock();
        let outcome = match self {
            Runner::Child => {
                let outcome = run_in_child_until(pending.request(), stop);
                report_weak_sandbox();
                outcome
            }
            Runner::Thread => execute(pending.request(), &clock),
        };
        session.finish(pending, outcome, clock())
    }
}
