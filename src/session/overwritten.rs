//! Detection of a save that was lost because two tabs stored the document in the same moment.
//!
//! A save looks at the write counter first ([`Session::save`]). If two tabs look before either has written, both count
//! the same write, and the later texts replace the earlier ones. For this reason, each save also adds its count and
//! its writer to a list of the newest writes. If the list ends before the last write of a tab, or if another write with the
//! same count is in its place, the tab has lost its texts.
//!
//! The list leaves out writes of the last good files alone: every tab makes these files by itself, often at the same moment
//! as another tab, and loses nothing.
//!
//! A tab can see the texts of another tab before the list, because browsers pass each text on by itself. The list still
//! has the write of the first tab then, so nothing is reported too early.

use super::document::Session;
use crate::workspace::{Storage, StorageError};

/// Key of the newest writes, from the oldest to the newest, such as `41:a7 42:f3`: each with its count and its writer.
pub const WRITES_KEY: &str = "writes";

/// Maximum number of writes in the list.
const MAX_WRITES: usize = 16;

impl Session {
    /// Whether the texts of the last save were replaced by a writer that had not seen them. [`Session::save`] then
    /// refuses until the document is loaded again or [taken over](Session::take_over).
    ///
    /// # Errors
    /// Returns an error if the storage cannot be read.
    pub fn is_overwritten(&self, storage: &dyn Storage) -> Result<bool, StorageError> {
        let (Some(count), Some(writer)) = (self.last_write, storage.writer()) else {
            return Ok(false);
        };
        let text = storage.get(WRITES_KEY)?.unwrap_or_default();
        let writes: Vec<(u64, &str)> = text.split(' ').filter_map(parsed).collect();
        Ok(match writes.iter().rfind(|(other, _)| *other == count) {
            Some((_, last)) => *last != writer,
            None => writes.last().is_some_and(|(newest, _)| *newest < count),
        })
    }

    /// Adds a write with this count to the list.
    pub(super) fn note_write(&mut self, count: u64, storage: &mut dyn Storage) {
        let Some(writer) = storage.writer().map(str::to_owned) else {
            return;
        };
        let text = storage.get(WRITES_KEY).ok().flatten().unwrap_or_default();
        let mut writes: Vec<&str> = text.split(' ').filter(|write| parsed(write).is_some()).collect();
        let new = format!("{count}:{writer}");
        writes.push(&new);
        let newest = writes.split_off(writes.len().saturating_sub(MAX_WRITES));
        // Without room for the list, this write cannot be told from a lost one.
        let is_noted = storage.set(WRITES_KEY, &newest.join(" ")).is_ok();
        self.last_write = is_noted.then_some(count);
    }
}

/// Returns the count and the writer of a write of the list.
fn parsed(write: &str) -> Option<(u64, &str)> {
    let (count, writer) = write.split_once(':')?;
    Some((count.parse().ok()?, writer))
}
