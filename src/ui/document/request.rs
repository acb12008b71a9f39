//! Requests to a document: their payloads and kinds.

use super::caller::TurnMark;
use serde_json::Value;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_formats::ImportedCode;
use trammel_formats::project::Project;
use trammel_scene::{Adjustment, Name};
use trammel_text as text;

/// A request to a document.
pub(crate) enum Request {
    /// Calls a tool.
    Call { tool: String, input: Value },
    /// Adjusts entities by direct manipulation or in a panel.
    Adjust(Adjustment),
    /// Sets the text of a file to the user's typed text, and runs the code. Text that does not run is kept as well.
    /// `None` removes the file. `continues` joins the text to the undo step of the text typed before it.
    Type {
        file: FileName,
        text: Option<String>,
        continues: bool,
    },
    /// Undoes the last step.
    Undo,
    /// Redoes the last undone step.
    Redo,
    /// Sets or clears the hidden or locked flag of entities.
    SetFlag { names: Vec<Name>, flag: Flag, on: bool },
    /// Sets or clears the hidden or locked flag of a layer.
    SetLayerFlag { layer: Name, flag: Flag, on: bool },
    /// Sets the layer of the figures that the user draws on the canvas.
    SetCurrentLayer(Option<Name>),
    /// Draws the stored document for the first time.
    Open,
    /// Draws the last good version of an opened document whose code is broken.
    OpenLastGood,
    /// Loads what another tab has stored, unless this tab has unsaved changes.
    Follow,
    /// Replaces the document by another one, as one undo step.
    Replace(Replacement),
    /// Adds the code of a converted file to the document.
    Import(Arc<ImportedCode>),
    /// Takes back the changes of an agent's call, unless the user has changed something since or `stands` returns
    /// `false` when the request is carried out.
    TakeBack {
        begun: TurnMark,
        stands: Box<dyn Fn() -> bool>,
    },
}

/// A flag of an entity or layer that only the user sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flag {
    /// The entity is not drawn.
    Hidden,
    /// Only the user can change the entity.
    Locked,
}

/// A version of the document that replaces the current one.
pub(crate) struct Replacement {
    /// Code, flags, and units.
    pub(crate) project: Box<Project>,
    /// Custom tools with their provenance.
    pub(crate) tools: Option<String>,
}

/// Kind of the operation that made a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Call,
    Adjust,
    Type,
    Undo,
    Redo,
    SetFlag,
    /// Another document takes the place of the present one.
    Switch,
    Open,
    OpenLastGood,
    Follow,
    Replace,
    Import,
    TakeBack,
    /// No request: memory, custom tools, or the grouping of undo steps have changed.
    Context,
}

impl Request {
    /// Sets the text of a file, or removes the file for `None`, as an undo step of its own.
    pub(crate) fn set_file(file: FileName, text: Option<String>) -> Request {
        Request::Type {
            file,
            text,
            continues: false,
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Call { .. } => Kind::Call,
            Self::Import(_) => Kind::Import,
            Self::Adjust(_) => Kind::Adjust,
            Self::Type { .. } => Kind::Type,
            Self::Undo => Kind::Undo,
            Self::Redo => Kind::Redo,
            Self::SetFlag { .. } | Self::SetLayerFlag { .. } | Self::SetCurrentLayer(_) => Kind::SetFlag,
            Self::Open => Kind::Open,
            Self::OpenLastGood => Kind::OpenLastGood,
            Self::Follow => Kind::Follow,
            Self::Replace(_) => Kind::Replace,
            Self::TakeBack { .. } => Kind::TakeBack,
        }
    }

    /// Whether the request draws Hangul, whose font the browser fetches when it is first needed.
    pub(super) fn needs_hangul(&self) -> bool {
        match self {
            Self::Call { input, .. } => input["text"].as_str().is_some_and(text::needs_hangul),
            Self::Adjust(Adjustment::Set { entities, .. }) => entities
                .iter()
                .flat_map(|(_, values)| values)
                .any(|(_, value)| value.as_str().is_some_and(text::needs_hangul)),
            _ => false,
        }
    }
}
