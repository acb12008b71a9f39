//! Loading of a drawing from localStorage and the database: of two copies, the newer one.

use super::database::Database;
use super::identity::now_ms;
use super::state::KnownStep;
use crate::language::Bilingual;
use crate::library::{
    Batch, ContentRecord, DrawingRecord, HistoryLimits, Record, RecordError, StepRecord, Store, numbered,
    part_of, thinned, under,
};
use crate::sandbox::Limits;
use crate::session::{HistoryPosition, Session, StoredStep};
use crate::ui::document_storage::{self, BrowserStorage};
use std::collections::BTreeMap;

/// Drawing that is ready to be opened.
pub(super) struct Loaded {
    pub(super) session: Session,
    pub(super) storage: BrowserStorage,
    pub(super) record: DrawingRecord,
    /// Text of the content record in the database; empty if there is none.
    pub(super) content: String,
    pub(super) steps: BTreeMap<u64, KnownStep>,
    /// Text of the conversation on screen, if there is one.
    pub(super) conversation: Option<String>,
    /// Messages about parts that could not be read.
    pub(super) problems: Vec<Bilingual>,
}

/// Loads a drawing. `database` is `None` if the browser has none.
///
/// # Errors
/// Returns the reason if there is no drawing with this id or if it cannot be read. Nothing is changed.
pub(super) async fn load(database: Option<&Database>, id: &str) -> Result<Loaded, Bilingual> {
    let mut storage = BrowserStorage::drawing(id);
    let (record, content) = match database {
        Some(database) => read(database, id).await?,
        None => (None, None),
    };
    let local = storage.revision();
    let is_stored_newer = match (&content, local) {
        (Some(content), Some(local)) => content.revision > local,
        (Some(_), None) => true,
        (None, Some(_)) => false,
        (None, None) => {
            return Err(Bilingual::new(
                "the drawing is no longer stored in this browser",
                "이 브라우저에 더 이상 저장되어 있지 않아요",
            ));
        }
    };
    let newer = content.as_ref().filter(|_| is_stored_newer);
    let (mut session, mut problems) = match newer {
        Some(content) => {
            storage.clear();
            Session::load(&content.storage(), Limits::default())
        }
        None => Session::load(&storage, Limits::default()),
    }
    .map_err(|why| document_storage::message(&why))?;
    problems.retain(|why| session.unreadable().iter().all(|part| part.why != *why));
    let text = content.as_ref().map(Record::write).unwrap_or_default();
    let (steps, known, more) = match database {
        Some(database) => history(database, id, content.as_ref()).await,
        None => Default::default(),
    };
    problems.extend(more);
    let position = content
        .as_ref()
        .map(ContentRecord::history_position)
        .unwrap_or_default();
    let head_files = content
        .as_ref()
        .map_or_else(|| session.history_files(), ContentRecord::files_at_head);
    session.attach_history(steps, &position, &head_files);
    if is_stored_newer {
        // The texts leave localStorage when a drawing is closed. If there is no room for them, the page reports it.
        let _ = session.save_copy(&mut storage);
    }
    let record = record.unwrap_or_else(|| DrawingRecord::new("", now_ms()));
    let conversation = match (database, &record.conversation) {
        (Some(database), Some(conversation_id)) => {
            let key = format!("{id}/{conversation_id}");
            database.get(Store::Conversations, &key).await.ok().flatten()
        }
        _ => None,
    };
    Ok(Loaded {
        session,
        storage,
        record,
        content: text,
        steps: known,
        conversation,
        problems,
    })
}

/// Reads the record and the content of a drawing.
async fn read(
    database: &Database,
    id: &str,
) -> Result<(Option<DrawingRecord>, Option<ContentRecord>), Bilingual> {
    let message = |why| document_storage::message(&why);
    let record = database.get(Store::Drawings, id).await.map_err(message)?;
    let content = database.get(Store::Contents, id).await.map_err(message)?;
    let record = record.as_deref().map(DrawingRecord::read).transpose();
    let content = content.as_deref().map(ContentRecord::read).transpose();
    Ok((
        record.map_err(|why| words(&why))?,
        content.map_err(|why| words(&why))?,
    ))
}

/// Returns the stored content of a drawing, if it can be read.
pub(super) async fn content_of(database: &Database, id: &str) -> Option<ContentRecord> {
    let text = database.get(Store::Contents, id).await.ok()??;
    ContentRecord::read(&text).ok()
}

/// Returns the steps of a history within its limits, facts about them, and messages about steps that cannot be read.
async fn history(
    database: &Database,
    id: &str,
    content: Option<&ContentRecord>,
) -> (Vec<StoredStep>, BTreeMap<u64, KnownStep>, Vec<Bilingual>) {
    let (mut records, known, problem) = step_records(database, id).await;
    let mut known = known;
    if let Some(content) = content {
        let position = content.history_position();
        let head = (position.head, position.redo.as_slice());
        if let Some((kept, removed)) =
            thinned(&records, head, &content.files_at_head(), HistoryLimits::default())
        {
            let mut batch = Batch::default();
            for record in &kept {
                if !records.contains(record) {
                    batch.put(Store::Steps, &numbered(id, record.step.id), record);
                }
            }
            for step in &removed {
                batch.remove(Store::Steps, &numbered(id, *step));
                known.remove(step);
            }
            // If it fails, the long history is used and thinned the next time.
            if database.write(&batch).await.is_ok() {
                records = kept;
            }
        }
    }
    let steps = records.into_iter().map(|record| record.step).collect();
    (steps, known, problem)
}

/// Reads the step records of a drawing.
pub(super) async fn step_records(
    database: &Database,
    id: &str,
) -> (Vec<StepRecord>, BTreeMap<u64, KnownStep>, Vec<Bilingual>) {
    let (from, to) = under(id);
    let texts = database.records(Store::Steps, Some((&from, &to))).await;
    let mut records = Vec::new();
    let mut known = BTreeMap::new();
    let mut unreadable = 0;
    for (key, text) in texts.unwrap_or_default() {
        let number = part_of(&key)
            .and_then(|part| part.parse().ok())
            .unwrap_or_default();
        let bytes = text.len();
        let mut facts = KnownStep {
            bytes,
            ..KnownStep::default()
        };
        match StepRecord::read(&text) {
            Ok(record) => {
                facts.time_ms = record.time_ms;
                facts.name.clone_from(&record.name);
                records.push(record);
            }
            Err(_) => unreadable += 1,
        }
        known.insert(number, facts);
    }
    let problem = Bilingual::new(
        format!("{unreadable} steps of the history cannot be read; undo ends there"),
        format!("기록의 단계 {unreadable}개를 읽지 못해서 거기까지만 취소할 수 있어요"),
    );
    let problems = if unreadable > 0 { vec![problem] } else { Vec::new() };
    (records, known, problems)
}

/// Returns the reason why a record cannot be read.
pub(super) fn words(error: &RecordError) -> Bilingual {
    error.into()
}

/// Returns the position at the beginning of a history.
pub(super) fn beginning() -> HistoryPosition {
    HistoryPosition::default()
}
