//! Items of the conversation as plain data, which is stored with the conversation and restored with it.

use super::super::i18n::Msg;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use trammel_agent::{CallSummary, Decision, Receipt, ResultSummary};
use trammel_canvas::actions::ActionId;
use trammel_canvas::canvas_tool::Text;
use trammel_llm::Repair;
use trammel_tools::{TOOLS, Verb};

/// Maximum length of a tool's input or output on the page and in storage, in characters. The model receives the full
/// text.
const SHOWN_CHARS: usize = 8_000;

/// One item of the conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Item {
    /// Message of the user, with the names of the selected entities, the number of pictures, and the number of sketch
    /// strokes that were sent with the message.
    User {
        text: String,
        selection: Vec<String>,
        #[serde(default)]
        pictures: usize,
        #[serde(default)]
        strokes: usize,
        /// Place of a message that began a turn; `None` for a message that joined a running turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<MessagePlace>,
    },
    /// Text of the model.
    Model { text: String },
    /// Reasoning of the model.
    Thinking { text: String },
    /// A tool call.
    Tool(ToolLine),
    /// Changes and token usage of a whole request.
    Receipt(Receipt),
    /// A note about the run: why the run stopped, and what the user can do.
    Note(Note),
}

/// Place of a message in the history of the drawing and in the transcript of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MessagePlace {
    /// Number of turns of the transcript before the message; `None` once the conversation has been summarized.
    pub(crate) turns: Option<usize>,
    /// Step of the history before the turn.
    pub(crate) before: u64,
    /// Last step of the history at the end of the turn; `None` if the turn changed nothing.
    #[serde(default)]
    pub(crate) after: Option<u64>,
}

/// A message that waits for the next request.
#[derive(Clone)]
pub(crate) struct QueuedMessage {
    pub(super) id: u64,
    /// The message as it will be in the conversation.
    pub(super) item: Item,
}

impl QueuedMessage {
    /// Returns the text of the user.
    pub(super) fn text(&self) -> &str {
        match &self.item {
            Item::User { text, .. } => text,
            _ => "",
        }
    }
}

/// A tool call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ToolLine {
    /// Id of the call.
    pub(crate) id: String,
    /// Name of the tool.
    pub(crate) name: String,
    /// Progress of the call.
    pub(crate) state: ToolState,
    /// Arguments, as indented JSON.
    pub(crate) input: String,
    /// Subject of the call: a file or an entity.
    pub(crate) object: String,
    /// Result that the model received.
    pub(crate) output: String,
    /// Work of the call. A call of an earlier version has none.
    #[serde(default)]
    pub(crate) call: CallSummary,
    /// Outcome of the call.
    #[serde(default)]
    pub(crate) result: ResultSummary,
    /// State of the question about the change of the call, if there was one.
    #[serde(default)]
    pub(crate) question: Option<Question>,
    /// Way in which the app has repaired the call.
    #[serde(default, skip_serializing_if = "Repair::is_none")]
    pub(crate) repair: Repair,
}

/// Returns the sentence about a repaired call; `None` if nothing was repaired.
pub(crate) fn repair_text(repair: Repair) -> Option<Msg> {
    match repair {
        Repair::None => None,
        Repair::Notation => Some(Msg::RepairedNotation),
        Repair::Completed => Some(Msg::RepairedEnd),
        Repair::FromText => Some(Msg::RepairedText),
    }
}

/// Question whether the change of a call stays, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Question {
    /// The user has not decided yet.
    Open,
    /// The user kept the change.
    Kept,
    /// The user reverted the change.
    Reverted,
    /// The user wanted to revert the change, but had changed the drawing after it.
    TooLate,
}

impl Question {
    /// Returns the sentence below the call.
    pub(crate) fn text(self) -> Msg {
        match self {
            Self::Open => Msg::QuestionOpen,
            Self::Kept => Msg::QuestionKept,
            Self::Reverted => Msg::QuestionReverted,
            Self::TooLate => Msg::QuestionTooLate,
        }
    }

    /// Returns the value of `data-question`.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Kept => "kept",
            Self::Reverted => "reverted",
            Self::TooLate => "too-late",
        }
    }
}

impl From<Decision> for Question {
    fn from(decision: Decision) -> Self {
        match decision {
            Decision::Keep { .. } => Self::Kept,
            Decision::Reverted => Self::Reverted,
            Decision::TooLate => Self::TooLate,
        }
    }
}

/// Progress of a tool call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ToolState {
    /// The model is still writing the call.
    Preparing,
    /// The tool is running.
    Running,
    /// The call succeeded.
    Done,
    /// The call failed and changed nothing.
    Failed,
    /// The call was stopped before it finished, or its change was reverted.
    Canceled,
}

impl ToolState {
    /// Returns the value of `data-state`.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::Preparing => "preparing",
            Self::Running => "running",
            Self::Done => "ok",
            Self::Failed => "failed",
            Self::Canceled => "canceled",
        }
    }

    /// Returns the label of the state.
    pub(crate) fn label(self) -> Msg {
        match self {
            Self::Preparing => Msg::ToolPreparing,
            Self::Running => Msg::ToolRunning,
            Self::Done => Msg::ToolDone,
            Self::Failed => Msg::ToolFailed,
            Self::Canceled => Msg::ToolCanceled,
        }
    }
}

/// A note about the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Note {
    /// Message: the event, the current state, and the remedy.
    pub(crate) text: String,
    /// Whether the note reports a failure.
    pub(crate) failure: bool,
    /// Action of the note's button.
    pub(crate) offer: Option<NoteAction>,
    /// Original message of the provider; may be empty.
    #[serde(default)]
    pub(crate) detail: String,
}

impl Note {
    /// Creates an informational note.
    pub(crate) fn new(text: String, offer: Option<NoteAction>) -> Self {
        Self {
            text,
            failure: false,
            offer,
            detail: String::new(),
        }
    }

    /// Creates a note about a failure.
    pub(crate) fn failure(text: String, offer: Option<NoteAction>) -> Self {
        Self {
            failure: true,
            ..Self::new(text, offer)
        }
    }
}

/// Action of a note's button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum NoteAction {
    /// Opens the settings and focuses the key field.
    Key,
    /// Opens the settings and focuses the model field.
    Model,
    /// Opens the settings and focuses the address field.
    Settings,
    /// Sends the failed request again.
    Retry,
    /// Continues the run.
    Continue,
    /// Starts a new conversation.
    NewChat,
    /// Focuses the composer.
    Rephrase,
}

impl NoteAction {
    /// Returns the label of the button.
    pub(crate) fn label(self) -> Text {
        match self {
            Self::Key => Msg::ChangeKey.into(),
            Self::Model => Msg::ChangeModel.into(),
            Self::Settings => Msg::OpenSettings.into(),
            Self::Retry => Msg::TryAgain.into(),
            Self::Continue => Msg::Continue.into(),
            Self::NewChat => Msg::NewChat.into(),
            Self::Rephrase => ActionId::FocusChat.label(),
        }
    }
}

impl ToolLine {
    /// Creates a call that the model has started to write.
    pub(crate) fn preparing(id: String, name: String) -> Self {
        let (input, object, output) = Default::default();
        Self {
            id,
            name,
            state: ToolState::Preparing,
            input,
            object,
            output,
            call: CallSummary::default(),
            result: ResultSummary::default(),
            question: None,
            repair: Repair::None,
        }
    }

    /// Marks the call as running with these arguments.
    pub(crate) fn start(&mut self, input: &Value, repair: Repair) {
        self.state = ToolState::Running;
        self.repair = repair;
        self.object = object_of(input);
        self.call = CallSummary::of(input);
        self.input = clip(&serde_json::to_string_pretty(input).unwrap_or_default());
    }

    /// Marks the call as done or failed, with its result. A reverted call has not failed.
    pub(crate) fn finish(&mut self, ok: bool, output: &str) {
        self.output = clip(output);
        if self.question == Some(Question::Reverted) {
            return;
        }
        self.state = if ok { ToolState::Done } else { ToolState::Failed };
        // A reply is JSON, and its summary is already there.
        if !ok && !output.starts_with('{') {
            self.result = ResultSummary::of_refusal(output);
        }
    }

    /// Marks the change of the call as decided.
    pub(crate) fn decide(&mut self, decision: Decision) {
        self.question = Some(decision.into());
        if decision == Decision::Reverted {
            self.state = ToolState::Canceled;
            self.result = ResultSummary::default();
        }
    }

    /// Marks an unfinished call as canceled. A call whose change is in question is finished.
    pub(crate) fn cancel(&mut self) {
        if self.is_over() {
            return;
        }
        self.state = match self.question {
            Some(Question::Open) => ToolState::Done,
            _ => ToolState::Canceled,
        };
    }

    /// Whether the call has reached a final state.
    pub(crate) fn is_over(&self) -> bool {
        !matches!(self.state, ToolState::Preparing | ToolState::Running)
    }

    /// Returns the message template of the tool's verb, with a placeholder for the subject.
    pub(crate) fn verb(&self) -> Msg {
        let tool = TOOLS.iter().find(|tool| tool.name == self.name);
        // A long input is cut and no longer JSON; the verb of its tool does not depend on it.
        let input = || serde_json::from_str(&self.input).unwrap_or_default();
        tool.map_or(Msg::ToolOther, |tool| verb_text((tool.verb_of)(&input())))
    }

    /// Returns the subject that fills the placeholder of [`verb`](Self::verb): the object, or the tool's name as a
    /// fallback.
    pub(crate) fn what(&self) -> &str {
        if self.verb() == Msg::ToolOther || self.object.is_empty() {
            &self.name
        } else {
            &self.object
        }
    }
}

/// Returns the message template of a verb.
fn verb_text(verb: Verb) -> Msg {
    match verb {
        Verb::Draw => Msg::ToolDraw,
        Verb::Change => Msg::ToolChange,
        Verb::Repeat => Msg::ToolRepeat,
        Verb::Arrange => Msg::ToolArrange,
        Verb::Delete => Msg::ToolDelete,
        Verb::Group => Msg::ToolGroup,
        Verb::Reshape => Msg::ToolReshape,
        Verb::Combine => Msg::ToolCombine,
        Verb::Annotate => Msg::ToolAnnotate,
        Verb::Constrain => Msg::ToolConstrain,
        Verb::Layer => Msg::ToolLayer,
        Verb::Inspect => Msg::ToolInspect,
        Verb::Check => Msg::ToolCheck,
        Verb::Export => Msg::ToolExport,
        Verb::FindFiles => Msg::ToolFindFiles,
        Verb::ReadFile => Msg::ToolReadFile,
        Verb::EditFile => Msg::ToolEditFile,
        Verb::WriteFile => Msg::ToolWriteFile,
        Verb::RunCode => Msg::ToolRunCode,
        Verb::Discover => Msg::ToolDiscover,
        Verb::RequestTool => Msg::ToolRequest,
        Verb::RegisterTool => Msg::ToolRegister,
        Verb::Remember => Msg::ToolRemember,
        Verb::Recall => Msg::ToolRecall,
        Verb::Undo => Msg::ToolUndo,
        Verb::Redo => Msg::ToolRedo,
        Verb::Empty => Msg::ToolEmpty,
    }
}

/// Returns the file or entity that the arguments of a call name, at most 60 characters.
fn object_of(input: &Value) -> String {
    let named = ["file", "name", "entity", "result"]
        .into_iter()
        .find_map(|field| input[field].as_str());
    named.unwrap_or_default().chars().take(60).collect()
}

fn clip(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
