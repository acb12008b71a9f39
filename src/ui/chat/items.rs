//! What the conversation shows, item by item. Plain data: it is stored with the conversation and read back.

use super::super::i18n::Msg;
use crate::agent::Receipt;
use crate::tools::{TOOLS, Verb};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Longer texts of tools are cut for the page and for storage; the model got the whole.
const SHOWN_CHARS: usize = 8_000;

/// One item of the conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Item {
    /// What the person wrote, what was selected then, and how many pictures and strokes of a sketch went
    /// along.
    User {
        text: String,
        selection: Vec<String>,
        #[serde(default)]
        pictures: usize,
        #[serde(default)]
        strokes: usize,
    },
    /// What the model wrote.
    Model { text: String },
    /// The model reasons.
    Thinking { text: String },
    /// A call of a tool.
    Tool(ToolLine),
    /// What a whole request changed and used.
    Receipt(Receipt),
    /// A word about the run: why it stopped, and what one can do.
    Note(Note),
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ToolLine {
    /// Id of the call.
    pub(crate) id: String,
    /// Technical name.
    pub(crate) name: String,
    /// How far it is.
    pub(crate) state: ToolState,
    /// Arguments, as indented JSON.
    pub(crate) input: String,
    /// What it is about: a file or an entity.
    pub(crate) object: String,
    /// What the model got back.
    pub(crate) output: String,
}

/// How far a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ToolState {
    /// The model is still writing it.
    Preparing,
    /// It runs.
    Running,
    /// It succeeded.
    Done,
    /// It failed; the drawing is as it was before it.
    Failed,
    /// It was stopped before it was through.
    Canceled,
}

impl ToolState {
    /// The value of `data-state`.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::Preparing => "preparing",
            Self::Running => "running",
            Self::Done => "ok",
            Self::Failed => "failed",
            Self::Canceled => "canceled",
        }
    }

    /// The word for it.
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

/// A word about the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Note {
    /// What happened, in which state things are, what to do.
    pub(crate) text: String,
    /// It is a failure.
    pub(crate) failure: bool,
    /// The button to offer.
    pub(crate) offer: Option<NoteAction>,
    /// The provider's own words; may be empty.
    #[serde(default)]
    pub(crate) detail: String,
}

impl Note {
    /// Something the person should know.
    pub(crate) fn new(text: String, offer: Option<NoteAction>) -> Self {
        Self {
            text,
            failure: false,
            offer,
            detail: String::new(),
        }
    }

    /// Something that went wrong.
    pub(crate) fn failure(text: String, offer: Option<NoteAction>) -> Self {
        Self {
            failure: true,
            ..Self::new(text, offer)
        }
    }
}

/// What a button of a note does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum NoteAction {
    /// Opens the settings at the key.
    Key,
    /// Opens the settings at the model.
    Model,
    /// Opens the settings.
    Settings,
    /// Sends the same again.
    Retry,
    /// Lets the model go on.
    Continue,
    /// Starts a new conversation.
    NewChat,
    /// Puts the cursor into the message field.
    Rephrase,
}

impl NoteAction {
    /// Text of the button.
    pub(crate) fn label(self) -> Msg {
        match self {
            Self::Key => Msg::ChangeKey,
            Self::Model => Msg::ChangeModel,
            Self::Settings => Msg::OpenSettings,
            Self::Retry => Msg::TryAgain,
            Self::Continue => Msg::Continue,
            Self::NewChat => Msg::NewChat,
            Self::Rephrase => Msg::FocusChat,
        }
    }
}

impl ToolLine {
    /// A call the model has begun to write.
    pub(crate) fn preparing(id: String, name: String) -> Self {
        let (input, object, output) = Default::default();
        Self {
            id,
            name,
            state: ToolState::Preparing,
            input,
            object,
            output,
        }
    }

    /// It runs with these arguments.
    pub(crate) fn start(&mut self, input: &Value) {
        self.state = ToolState::Running;
        self.object = object_of(input);
        self.input = clip(&serde_json::to_string_pretty(input).unwrap_or_default());
    }

    /// It answered.
    pub(crate) fn finish(&mut self, ok: bool, output: &str) {
        self.state = if ok { ToolState::Done } else { ToolState::Failed };
        self.output = clip(output);
    }

    /// It will not be through.
    pub(crate) fn cancel(&mut self) {
        if matches!(self.state, ToolState::Preparing | ToolState::Running) {
            self.state = ToolState::Canceled;
        }
    }

    /// Whether nothing more will happen to it.
    pub(crate) fn is_over(&self) -> bool {
        !matches!(self.state, ToolState::Preparing | ToolState::Running)
    }

    /// The line in human words, with a place for the object.
    pub(crate) fn verb(&self) -> Msg {
        let tool = TOOLS.iter().find(|tool| tool.name == self.name);
        tool.map_or(Msg::ToolOther, |tool| verb_text(tool.verb))
    }

    /// What the place in [`verb`](Self::verb) is filled with.
    pub(crate) fn what(&self) -> &str {
        if self.verb() == Msg::ToolOther || self.object.is_empty() {
            &self.name
        } else {
            &self.object
        }
    }
}

/// The text of a verb.
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
        Verb::Inspect => Msg::ToolLook,
        Verb::Export => Msg::ToolExport,
        Verb::FindFiles => Msg::ToolFindFiles,
        Verb::ReadFile => Msg::ToolReadFile,
        Verb::EditFile => Msg::ToolEditFile,
        Verb::WriteFile => Msg::ToolWriteFile,
        Verb::RunCode => Msg::ToolRunCode,
        Verb::Discover => Msg::ToolCatalogue,
        Verb::RequestTool => Msg::ToolRequest,
        Verb::RegisterTool => Msg::ToolRegister,
        Verb::Remember => Msg::ToolRemember,
        Verb::Recall => Msg::ToolRecall,
    }
}

/// What a call is about: the file or the entity its arguments name.
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
