//! Document session: the document and the only API that changes it.
//!
//! [`Session::call`] takes a tool and its input from a model, the user, or the command line. The call either completes
//! at once or returns a [`Pending`] run, which the host executes in a sandbox and passes to [`Session::finish`]; until
//! then the document does not change. Invariants:
//! * Each call is one transaction and one undo step: it succeeds completely, or files and drawing stay unchanged.
//! * The drawing is the result of running `main` from an empty drawing: direct calls are appended to `main` as
//!   statements, snippets at its end, and both are part of every later run.
//! * Text typed by the user is never discarded: if it does not run, the text and the last good drawing are both kept.
//! * No input or output happens in this module: no clock, no storage of its own, no thread.
//!
//! # Example
//!
//! ```
//! use serde_json::json;
//! use trammel::sandbox::Limits;
//! use trammel::session::{Actor, CallOutcome, Session};
//!
//! let mut session = Session::new(Limits::default());
//! let call = json!({"name": "hole", "x": 0, "y": 0, "radius": 4});
//! let CallOutcome::Done(reply) = session.call(Actor::User, "draw_circle", call) else {
//!     panic!("a direct call needs no run");
//! };
//! assert!(reply.is_ok());
//! assert!(session.files().main().contains("hole"));
//! assert!(session.undo(Actor::User).is_ok());
//! assert!(session.scene().get("hole").is_none());
//! ```

mod adjust;
mod agent_run;
mod call;
mod calls;
mod carried;
mod checks;
mod codegen;
mod commit;
mod context;
pub mod deletion;
mod document;
mod document_settings;
mod exchange;
mod exchange_reply;
mod file_texts;
mod flags;
mod following;
mod foreign;
mod history;
mod history_log;
mod importing;
mod last_good;
mod line_authors;
mod lineage;
mod origins;
mod overwritten;
mod pending;
mod persistence;
mod picture;
mod planned;
mod project;
mod proposal;
mod proposing;
mod provenance;
mod querying;
mod reload;
mod replacement;
mod reply;
mod review;
mod rewrite;
mod run_lines;
mod run_settings;
mod set_aside;
mod settings_exchange;
mod snapshot;
mod step;
pub mod step_label;
mod steps;
mod stored_parts;
mod stored_run;
mod stored_settings;
mod stored_step;
mod turns;
mod typing;
mod user_edits;

pub use carried::is_part;
pub use document::Session;
pub use exchange::MAX_IMPORT_BYTES;
pub use foreign::{foreign_texts, has_power};
pub use history_log::{HistoryChanges, HistoryPosition};
pub use lineage::{LINEAGE_KEY, Lineage, Order, REVISION_KEY, is_of_document};
pub use origins::CallSite;
pub use pending::{CallOutcome, Pending};
pub use picture::{Picture, picture_of_link};
pub use project::Brought;
pub use proposal::Proposal;
pub use provenance::{Provenance, Unreadable};
pub use reload::{OutsideChange, OutsideKind, Reloaded};
pub use set_aside::AsideText;
pub use snapshot::Snapshot;
pub use step::{Author, Step};
pub use stored_settings::SETTINGS_KEYS;
pub use stored_step::StoredStep;
pub use user_edits::Actor;

#[cfg(test)]
mod tests;
