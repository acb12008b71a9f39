#![doc = include_str!("../README.md")]

mod adjust;
mod contents;
mod foreign;
mod history;
pub mod library;
mod picture;
mod project;
mod replacement;
mod runs;
mod session;
mod snapshot;
mod store;
#[cfg(test)]
mod tests;
mod turns;

pub use adjust::{Baseline, Rejection};
pub use contents::document::Document;
pub use contents::origins::CallSite;
pub use foreign::{foreign_texts, has_power};
pub use history::document_history::DocumentHistory;
pub use history::history_log::{HistoryChanges, HistoryPosition};
pub use history::step::{Author, Step};
pub use history::step_label;
pub use history::stored_step::StoredStep;
pub use picture::{Picture, picture_of_link};
pub use project::Brought;
pub use runs::exchange::MAX_IMPORT_BYTES;
pub use runs::pending::{CallOutcome, Pending};
pub use session::Session;
pub use snapshot::Snapshot;
pub use store::lineage::{LINEAGE_KEY, Lineage, Order, REVISION_KEY, is_of_document};
pub use store::provenance::{Provenance, Unreadable};
pub use store::reload::{OutsideChange, OutsideKind, Reloaded};
pub use store::saving::{AsideText, is_part};
pub use store::stored_document::StoredDocument;
pub use store::stored_settings::SETTINGS_KEYS;
pub use turns::parties::Parties;
pub use turns::proposal::Proposal;
pub use turns::turn_request::TurnRequest;
pub use turns::user_edits::Actor;
