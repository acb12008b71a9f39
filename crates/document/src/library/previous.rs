//! Previous drawings of earlier versions, which were a list in localStorage: their records, and their adoption into the
//! library.

use super::content::ContentRecord;
use super::conversation::ConversationRecord;
use super::drawing::DrawingRecord;
use super::record::{Record, RecordError};
use crate::{HistoryPosition, Session};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use trammel_code::MemoryStorage;
use trammel_formats::project;
use trammel_run::Limits;

/// Records of an adopted drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Adopted {
    /// Record for the list.
    pub drawing: DrawingRecord,
    /// Texts.
    pub content: ContentRecord,
    /// Conversation, if there was one.
    pub conversation: Option<ConversationRecord>,
}

/// Entry of the list.
#[derive(Serialize, Deserialize)]
struct Previous {
    time_ms: u64,
    title: String,
    #[serde(default)]
    entities: usize,
    /// Text of the project.
    project: String,
    /// Custom tools with their provenance.
    #[serde(default)]
    tools: Option<String>,
    #[serde(default)]
    conversation: Option<Value>,
}

impl Record for Previous {
    const VERSION: u64 = 1;
}

/// Returns the records of a previous drawing, given the text of its entry.
///
/// # Errors
/// Returns an error if the entry cannot be read.
pub fn adopted(text: &str) -> Result<Adopted, RecordError> {
    let work = Previous::read(text)?;
    let project = project::read(&work.project).map_err(RecordError::Damaged)?;
    let session = Session::of_project(&project, Limits::default());
    let mut session = session.map_err(RecordError::Damaged)?;
    session
        .set_tools_text(work.tools.as_deref())
        .map_err(RecordError::Damaged)?;
    // Memory storage is never full. Saving counts the revision.
    let _ = session.save(&mut MemoryStorage::default());
    let drawing = DrawingRecord {
        entities: work.entities,
        ..DrawingRecord::new(&work.title, work.time_ms)
    };
    let conversation = work.conversation.map(|body| ConversationRecord {
        title: work.title.clone(),
        created_ms: work.time_ms,
        changed_ms: work.time_ms,
        body,
        unknown: super::record::Unknown::default(),
    });
    Ok(Adopted {
        drawing,
        content: ContentRecord::of(&session, &HistoryPosition::default()),
        conversation,
    })
}
