//! Library of drawings: the records of all drawings of a browser, as pure data.
//!
//! A drawing has one [`DrawingRecord`] with what a list shows, one [`ContentRecord`] with its texts, one [`StepRecord`]
//! for each step of its history, and one [`ConversationRecord`] for each conversation. A record is JSON text with a
//! format version ([`Store`]). The host keeps the records and writes all changes of one moment, a [`Batch`], in one
//! transaction.
//!
//! Invariants:
//! * Of two copies of a drawing, one takes the place of the other only if its history has the text of the other.
//! * A record of a newer version and a damaged record are reported ([`RecordError`]) and never overwritten: every record
//!   has a key of its own.
//! * This module has no clock and no storage. Times are milliseconds since 1970.
//!
//! Start at [`Store`] and [`DrawingRecord`].
//!
//! # Example
//!
//! ```
//! use trammel_document::library::{DrawingRecord, Record};
//!
//! let plate = DrawingRecord::new("plate", 1_000);
//! let text = plate.write();
//! assert_eq!(DrawingRecord::read(&text).unwrap(), plate);
//! assert!(DrawingRecord::read(r#"{"version":99}"#).is_err());
//! ```

mod backup;
mod batch;
mod catalog;
mod content;
mod conversation;
mod copy;
mod drawing;
mod folder;
mod key;
mod merge;
mod record;
mod step;
mod thinning;
mod thumbnail;
mod timeline;

pub use backup::Backup;
pub use batch::{Batch, Store};
pub use catalog::{DAYS_IN_TRASH, TrashAction, matches_search, newest_first, trash_action};
pub use content::{ContentRecord, readable_texts};
pub use conversation::ConversationRecord;
pub use copy::{Choice, choice, copy_of, has_texts};
pub use drawing::DrawingRecord;
pub use folder::{
    Agreement, FileCache, FileStat, FolderFiles, FolderPlan, Silence, Texts, Unlisted, WriteAttempts,
    find_unlisted, is_shared, with_texts_of,
};
pub use key::{is_drawing_id, numbered_key, part_of, under};
pub use merge::{Merge, Restoring};
pub use record::{Record, RecordError, Unknown};
pub use step::{ChangePicture, StepRecord};
pub use thinning::{HistoryLimits, thin};
pub use thumbnail::{THUMBNAIL_HEIGHT, THUMBNAIL_WIDTH, change_pictures, thumbnail};
pub use timeline::{Version, files_at, steps_since, turns_left, versions};

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
