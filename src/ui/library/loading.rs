//! Loading of a drawing from localStorage and the database: of two copies, the one that descends from the other.
//!
//! Invariant: what could not be read is not taken for missing. A drawing whose records could not be read is opened from its
//! texts in localStorage, if there are any, and [`Loaded::blocked`] keeps its records from being written.

use super::copies::{choose, keep_record};
use super::database::Database;
use super::identity::now_ms;
use super::state::KnownStep;
use crate::ui::document_storage::{self, BrowserStorage};
use crate::ui::state::App;
use std::collections::BTreeMap;
use trammel_code::StorageError;
use trammel_document::library::{
    Batch, Choice, ContentRecord, DrawingRecord, HistoryLimits, Record, RecordError, StepRecord, Store,
    numbered_key, part_of, thin, under,
};
use trammel_document::{Author, HistoryPosition, Session, TurnRequest};
use trammel_language::Bilingual;
use trammel_run::Limits;

/// Drawing that is ready to be opened.
pub(super) struct Loaded {
    pub(super) session: Session,
    pub(super) storage: BrowserStorage,
    pub(super) record: DrawingRecord,
    /// Text of the content record in the database; empty if there is none.
    pub(super) content: String,
    pub(super) steps: BTreeMap<u64, KnownStep>,
    /// Text of the conversation on screen, if there is one, or the reason why it could not be read.
    pub(super) conversation: Result<Option<String>, Bilingual>,
    /// Reason why the records could not be read. They must not be written then.
    pub(super) blocked: Option<Bilingual>,
    /// Messages about parts that could not be read.
    pub(super) problems: Vec<Bilingual>,
}

/// Loads a drawing.
///
/// # Errors
/// Returns the reason if there is no drawing with this id or if it cannot be read. Nothing is changed.
pub(super) async fn load(app: App, id: &str) -> Result<Loaded, Bilingual> {
    let database = app.library.database();
    let database = database.as_deref();
    let mut storage = BrowserStorage::drawing(id);
    let local = storage
        .revision()
        .map_err(|why| document_storage::message(&why))?;
    let mut blocked = None;
    let (record, content) = match database {
        Some(database) => match read(database, id).await {
            Ok(read) => read,
            Err(ReadError::Storage(why)) if local.is_some() => {
                blocked = Some(document_storage::message(&why));
                (None, None)
            }
            Err(why) => return Err(why.in_words()),
        },
        None => (None, None),
    };
    let is_stored_newer = match (&content, local, database) {
        (Some(content), Some(_), Some(database)) => {
            let choice = choose(&storage, content)?;
            if choice == Choice::Both {
                let steps = step_records(database, id).await;
                let steps = steps.map_err(|why| document_storage::message(&why))?;
                keep_record(app, database, (record.as_ref(), content), &steps.records).await?;
            }
            choice == Choice::Record
        }
        (Some(_), ..) => true,
        (None, Some(_), _) => false,
        (None, None, _) => return Err(missing_drawing()),
    };
    let newer = content.as_ref().filter(|_| is_stored_newer);
    let (mut session, mut problems) = match newer {
        Some(content) => Session::load(&content.storage(), Limits::default()),
        None => Session::load(&storage, Limits::default()),
    }
    .map_err(|why| document_storage::message(&why))?;
    problems.retain(|why| session.store().unreadable().iter().all(|part| part.why != *why));
    let text = content.as_ref().map(Record::write).unwrap_or_default();
    let stored = match database.filter(|_| blocked.is_none()) {
        Some(database) => history(database, id, content.as_ref()).await,
        None => Ok(StoredHistory::default()),
    };
    let stored = match stored {
        Ok(stored) => stored,
        Err(why) => {
            blocked = Some(document_storage::message(&why));
            StoredHistory::default()
        }
    };
    problems.extend(stored.problem());
    session.history_mut().reserve_steps(stored.last());
    let StoredHistory { records, known } = stored;
    let requests = records.iter().filter_map(requested_turn);
    session.parties_mut().recall_requests(requests);
    let steps = records.into_iter().map(|record| record.step).collect();
    let position = content
        .as_ref()
        .map(ContentRecord::history_position)
        .unwrap_or_default();
    let head_files = content.as_ref().map_or_else(
        || session.document().history_files(),
        ContentRecord::files_at_head,
    );
    session.attach_history(steps, &position, &head_files);
    if is_stored_newer {
        storage.clear();
        // The texts leave localStorage when a drawing is closed. If there is no room for them, the page reports it.
        let _ = session.save_copy(&mut storage);
    }
    let record = record.unwrap_or_else(|| DrawingRecord::new("", now_ms()));
    let conversation = match (database, &record.conversation) {
        (Some(database), Some(conversation_id)) => {
            let key = format!("{id}/{conversation_id}");
            let text = database.get(Store::Conversations, &key).await;
            text.map_err(|why| document_storage::message(&why))
        }
        _ => Ok(None),
    };
    Ok(Loaded {
        session,
        storage,
        record,
        content: text,
        steps: known,
        conversation,
        blocked,
        problems,
    })
}

/// Returns the number of the turn of a step with its request; `None` if no model made the step, or its request is not known.
fn requested_turn(record: &StepRecord) -> Option<(u64, TurnRequest)> {
    match record.step.author {
        Author::Model(turn) => Some((turn, record.request.clone()?)),
        Author::User | Author::Import => None,
    }
}

/// Returns the reason why a drawing without texts and records is not opened.
pub(super) fn missing_drawing() -> Bilingual {
    Bilingual::new(
        "the drawing is no longer stored in this browser",
        "이 브라우저에 더 이상 저장되어 있지 않아요",
    )
}

/// Reason why the records of a drawing cannot be used.
pub(super) enum ReadError {
    /// The database could not be read.
    Storage(StorageError),
    /// A record has a newer version or is damaged.
    Record(RecordError),
}

impl ReadError {
    /// Returns the reason in words.
    pub(super) fn in_words(&self) -> Bilingual {
        match self {
            ReadError::Storage(why) => document_storage::message(why),
            ReadError::Record(why) => words(why),
        }
    }
}

impl From<StorageError> for ReadError {
    fn from(why: StorageError) -> Self {
        ReadError::Storage(why)
    }
}

impl From<RecordError> for ReadError {
    fn from(why: RecordError) -> Self {
        ReadError::Record(why)
    }
}

/// Reads the record and the content of a drawing.
pub(super) async fn read(
    database: &Database,
    id: &str,
) -> Result<(Option<DrawingRecord>, Option<ContentRecord>), ReadError> {
    Ok((record_of(database, id).await?, content_of(database, id).await?))
}

/// Returns the stored record of a drawing; `None` if there is none.
pub(super) async fn record_of(database: &Database, id: &str) -> Result<Option<DrawingRecord>, ReadError> {
    let text = database.get(Store::Drawings, id).await?;
    Ok(text.as_deref().map(DrawingRecord::read).transpose()?)
}

/// Returns the stored content of a drawing; `None` if there is none.
pub(super) async fn content_of(database: &Database, id: &str) -> Result<Option<ContentRecord>, ReadError> {
    let text = database.get(Store::Contents, id).await?;
    Ok(text.as_deref().map(ContentRecord::read).transpose()?)
}

/// History as the database has it.
#[derive(Default)]
pub(super) struct StoredHistory {
    /// Steps that can be read.
    pub(super) records: Vec<StepRecord>,
    /// Facts about all stored steps, by number.
    pub(super) known: BTreeMap<u64, KnownStep>,
}

impl StoredHistory {
    /// Returns the highest number of a stored step, also of one that cannot be read.
    pub(super) fn last(&self) -> u64 {
        self.known.last_key_value().map_or(0, |(number, _)| *number)
    }

    /// Whether a step cannot be read.
    fn has_gap(&self) -> bool {
        self.records.len() < self.known.len()
    }

    /// Returns a message about the steps that cannot be read, if there are any.
    pub(super) fn problem(&self) -> Option<Bilingual> {
        let unreadable = self.known.len() - self.records.len();
        self.has_gap().then(|| {
            Bilingual::new(
                format!("{unreadable} steps of the history cannot be read; undo ends there"),
                format!("기록의 단계 {unreadable}개를 읽지 못해서 거기까지만 취소할 수 있어요"),
            )
        })
    }
}

/// Returns a history within its limits.
async fn history(
    database: &Database,
    id: &str,
    content: Option<&ContentRecord>,
) -> Result<StoredHistory, StorageError> {
    let mut stored = step_records(database, id).await?;
    // Steps that cannot be read may depend on the others.
    let Some(content) = content.filter(|_| !stored.has_gap()) else {
        return Ok(stored);
    };
    let position = content.history_position();
    let head = (position.head, position.redo.as_slice());
    let limits = HistoryLimits::default();
    let Some((kept, removed)) = thin(&stored.records, head, &content.files_at_head(), limits) else {
        return Ok(stored);
    };
    let mut batch = Batch::default();
    for record in &kept {
        if !stored.records.contains(record) {
            batch.put_record(Store::Steps, &numbered_key(id, record.step.id), record);
        }
    }
    for step in &removed {
        batch.remove(Store::Steps, &numbered_key(id, *step));
    }
    // If it fails, the long history is used and thinned the next time.
    if database.write(&batch).await.is_ok() {
        stored.records = kept;
        for step in &removed {
            stored.known.remove(step);
        }
    }
    Ok(stored)
}

/// Reads the step records of a drawing.
pub(super) async fn step_records(database: &Database, id: &str) -> Result<StoredHistory, StorageError> {
    let (from, to) = under(id);
    let mut stored = StoredHistory::default();
    for (key, text) in database.records(Store::Steps, Some((&from, &to))).await? {
        let number = part_of(&key).map_or(Ok(0), str::parse);
        let bytes = text.len();
        let mut facts = KnownStep {
            bytes,
            ..KnownStep::default()
        };
        if let Ok(record) = StepRecord::read(&text) {
            facts = KnownStep::of(&record, bytes);
            stored.records.push(record);
        }
        // A key of another form is no number that a new step could get.
        if let Ok(number) = number {
            stored.known.insert(number, facts);
        }
    }
    Ok(stored)
}

/// Returns the reason why a record cannot be read.
pub(super) fn words(error: &RecordError) -> Bilingual {
    error.into()
}

/// Returns the position at the beginning of a history.
pub(super) fn beginning() -> HistoryPosition {
    HistoryPosition::default()
}
