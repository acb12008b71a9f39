//! Two copies of a drawing in one browser, the texts in localStorage and the record in the database: which one to open, and
//! both if neither descends from the other.

use super::database::Database;
use super::identity::{new_id, now_ms};
use super::labels::name_of;
use crate::ui::document_storage::{self, BrowserStorage};
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use trammel_document::library::{Choice, ContentRecord, DrawingRecord, StepRecord, choice, copy_of};
use trammel_language::Bilingual;

/// Returns which of the two copies to open.
///
/// # Errors
/// Returns the reason if localStorage cannot be read.
pub(super) fn choose(storage: &BrowserStorage, content: &ContentRecord) -> Result<Choice, Bilingual> {
    let texts = storage.texts().map_err(|why| document_storage::message(&why))?;
    Ok(choice(&texts, &storage.lineage(), content))
}

/// Adds the record of a drawing as another drawing, because the texts in localStorage were changed independently.
///
/// # Errors
/// Returns the reason if it cannot be stored; nothing is changed.
pub(super) async fn keep_record(
    app: App,
    database: &Database,
    (drawing, content): (Option<&DrawingRecord>, &ContentRecord),
    steps: &[StepRecord],
) -> Result<(), Bilingual> {
    let drawing = drawing.cloned().unwrap_or_default();
    let name = app.say(Msg::CopyOf, &[("name", &name_of(app, &drawing))]);
    let copy = DrawingRecord {
        name: name.clone(),
        is_named: true,
        changed_ms: now_ms(),
        conversation: None,
        ..drawing
    };
    let batch = copy_of(&new_id(), &copy, content, steps);
    let written = database.write(&batch).await;
    written.map_err(|why| document_storage::message(&why))?;
    app.announce(app.say(Msg::BothKept, &[("name", &name)]));
    Ok(())
}
