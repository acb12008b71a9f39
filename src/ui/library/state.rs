//! State of the library: the open drawing, and the rows of the list.

use super::database::Database;
use super::identity::now_ms;
use super::lock::DrawingLock;
use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use trammel_document::library::{
    ContentRecord, ConversationRecord, DrawingRecord, Record, StepRecord, Unknown,
};
use trammel_document::{StoredStep, TurnRequest};
use trammel_language::Bilingual;

/// Row of the list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// Id of the drawing, or the key of an unreadable record.
    pub(crate) id: String,
    /// Record, or the reason why it cannot be read with its text.
    pub(crate) drawing: Result<DrawingRecord, (Bilingual, String)>,
}

/// Conversation of the open drawing, as the list of conversations shows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ConversationRow {
    /// Id of the conversation.
    pub(crate) id: String,
    /// Name, or the beginning of the first message.
    pub(crate) title: String,
    /// Time of the last change.
    pub(crate) changed_ms: u64,
}

/// State of the library.
#[derive(Clone, Copy)]
pub(crate) struct Library {
    /// Whether the list is open.
    pub(crate) shown: RwSignal<bool>,
    /// Whether the history of the open drawing is shown.
    pub(crate) history: RwSignal<bool>,
    /// Whether the list of conversations is shown.
    pub(crate) lists_conversations: RwSignal<bool>,
    /// Id of the open drawing; empty before the first drawing is open.
    pub(crate) open: RwSignal<Arc<str>>,
    /// Name of the open drawing; empty if it has none.
    pub(crate) name: RwSignal<Arc<str>>,
    /// Rows of the list.
    pub(crate) rows: RwSignal<Vec<Row>>,
    /// Reason why the list could not be read.
    pub(crate) unlisted: RwSignal<Option<Arc<str>>>,
    /// Whether the open drawing was opened without running its code, because its last start did not end.
    pub(crate) unrun: RwSignal<bool>,
    /// Whether another tab has stored the drawing, which this tab opens again because its code was not run.
    pub(crate) reopens: RwSignal<bool>,
    /// Conversations of the open drawing, newest first.
    pub(crate) conversations: RwSignal<Vec<ConversationRow>>,
    /// Id of the conversation on screen; empty if it is new.
    pub(crate) conversation: RwSignal<Arc<str>>,
    /// Whether another tab stores the drawing, and this one follows it.
    pub(crate) follows: RwSignal<bool>,
    /// Whether another drawing is being opened.
    pub(crate) opening: RwSignal<bool>,
    pub(super) host: StoredValue<Rc<Host>, LocalStorage>,
}

/// Data of the library that no view reads.
#[derive(Default)]
pub(super) struct Host {
    /// Database; `None` if the browser has none.
    pub(super) database: RefCell<Option<Rc<Database>>>,
    /// Record of the open drawing.
    pub(super) record: RefCell<DrawingRecord>,
    /// Record of the open drawing as stored in the database.
    pub(super) stored_record: RefCell<DrawingRecord>,
    /// Content of the open drawing as stored in the database.
    pub(super) content: RefCell<String>,
    /// Fields of the content that this version does not know.
    pub(super) unknown: RefCell<Unknown>,
    /// Record of the conversation on screen without its body, by its id.
    pub(super) restored: RefCell<Option<(String, ConversationRecord)>>,
    /// Stored steps of the open drawing.
    pub(super) steps: RefCell<BTreeMap<u64, KnownStep>>,
    /// Reason why the records of the open drawing could not be read. They are not written until they are read.
    pub(super) blocked: RefCell<Option<Bilingual>>,
    /// Ids of the stored conversations of the open drawing.
    pub(super) stored_conversations: RefCell<BTreeSet<String>>,
    /// Conversation to store with the next save, by id.
    pub(super) conversation: RefCell<Option<(String, ConversationRecord)>>,
    /// Lock of the open drawing, or the request for it.
    pub(super) lock: RefCell<Option<DrawingLock>>,
    /// Timer of the next save.
    pub(super) timer: RefCell<Option<Timeout>>,
    /// Whether a drawing that another one replaces is being stored or closed.
    pub(super) is_leaving: Cell<bool>,
    /// Start marker of the operation in progress.
    pub(super) begun: RefCell<Option<Begun>>,
    /// Whether the marker of an operation in progress is being refreshed.
    pub(super) refreshes: Cell<bool>,
    /// Number of operations whose result has been shown.
    pub(super) shown_operations: Cell<u64>,
    /// Whether a save is in progress.
    pub(super) is_saving: Cell<bool>,
    /// Whether the storage has been asked to persist.
    pub(super) asked_to_persist: Cell<bool>,
}

/// Operation whose result is not painted yet.
pub(super) struct Begun {
    /// Id of the drawing.
    pub(super) id: String,
    /// Time at which painting began; `None` while code runs beside the page.
    pub(super) painting_since: Option<f64>,
    /// Keys of the markers that the end of the operation removes as well.
    pub(super) found: Vec<String>,
}

/// Data of a stored step that a later write of the step keeps.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct KnownStep {
    pub(super) time_ms: u64,
    pub(super) name: Option<String>,
    pub(super) request: Option<TurnRequest>,
    pub(super) bytes: usize,
    /// Fields that this version does not know.
    pub(super) unknown: Unknown,
}

impl KnownStep {
    /// Returns the record of the step without a picture, for a write of the step in its present form.
    pub(super) fn record(&self, step: StoredStep) -> StepRecord {
        let time_ms = if self.time_ms == 0 { now_ms() } else { self.time_ms };
        StepRecord {
            name: self.name.clone(),
            request: self.request.clone(),
            unknown: self.unknown.clone(),
            ..StepRecord::new(step, time_ms)
        }
    }

    /// Returns the facts about a step from its record, whose text has this length.
    pub(super) fn of(record: &StepRecord, bytes: usize) -> KnownStep {
        KnownStep {
            time_ms: record.time_ms,
            name: record.name.clone(),
            request: record.request.clone(),
            bytes,
            unknown: record.unknown.clone(),
        }
    }
}

impl Host {
    /// Sets the content of the open drawing as stored in the database.
    pub(super) fn set_content(&self, text: String) {
        let record = ContentRecord::read(&text).ok();
        *self.unknown.borrow_mut() = record.map(|record| record.unknown).unwrap_or_default();
        *self.content.borrow_mut() = text;
    }
}

impl Library {
    /// Creates the state before a drawing is open.
    pub(crate) fn new() -> Self {
        Self {
            shown: RwSignal::new(false),
            history: RwSignal::new(false),
            lists_conversations: RwSignal::new(false),
            open: RwSignal::new(Arc::from("")),
            name: RwSignal::new(Arc::from("")),
            rows: RwSignal::new(Vec::new()),
            unlisted: RwSignal::new(None),
            unrun: RwSignal::new(false),
            reopens: RwSignal::new(false),
            conversations: RwSignal::new(Vec::new()),
            conversation: RwSignal::new(Arc::from("")),
            follows: RwSignal::new(false),
            opening: RwSignal::new(false),
            host: StoredValue::new_local(Rc::default()),
        }
    }

    pub(super) fn host(self) -> Rc<Host> {
        self.host.get_value()
    }

    /// Returns the database; `None` if the browser has none.
    pub(crate) fn database(self) -> Option<Rc<Database>> {
        self.host().database.borrow().clone()
    }

    /// Sets the conversation on screen; `None` for a new one.
    pub(super) fn set_conversation(self, id: Option<String>) {
        self.conversation.set(id.as_deref().unwrap_or_default().into());
        self.host().record.borrow_mut().conversation = id;
    }

    /// Whether the browser has no database for this page.
    pub(crate) fn has_no_database(self) -> bool {
        self.host().database.borrow().is_none()
    }

    /// Returns the id of the open drawing, without tracking.
    pub(crate) fn open_id(self) -> String {
        self.open.with_untracked(ToString::to_string)
    }
}
