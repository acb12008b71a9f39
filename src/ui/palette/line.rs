//! Results of the palette that enter a command line or complete an alias.

use super::command::Command;
use crate::ui::state::App;
use crate::ui::tool_input;
use leptos::prelude::*;
use trammel_canvas::actions::ActionId;
use trammel_canvas::aliases;
use trammel_canvas::command_line::parse;

/// A result for a typed line.
#[derive(Clone)]
pub(super) enum LineOption {
    /// Enters the typed line.
    Enter {
        /// Command that the line names; `None` if its values are for the active tool.
        command: Option<Command>,
        /// Instruction for the next step, in the language of the page.
        prompt: Option<String>,
    },
    /// Completes the text to this alias.
    Complete { text: &'static str, action: ActionId },
}

// Memos compare their values. Only the action and the prompt of a result change with the line.
impl PartialEq for LineOption {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Enter { prompt, .. },
                Self::Enter {
                    prompt: other_prompt, ..
                },
            ) => prompt == other_prompt && self.action() == other.action(),
            (Self::Complete { text, .. }, Self::Complete { text: other, .. }) => text == other,
            _ => false,
        }
    }
}

/// Returns the results for a typed line: entering it, and the aliases that begin with it.
pub(super) fn line_options(app: App, line: &str) -> Vec<LineOption> {
    let info = app.view.tools.info.get_untracked();
    let entered = parse(line, info).map(|parsed| LineOption::Enter {
        prompt: tool_input::line_prompt(app, &parsed),
        command: parsed.action.map(Command::Action),
    });
    // One or two letters are an alias in progress; longer text is a search.
    let is_short = line.trim().chars().count() <= 3;
    let longer = aliases::beginning_with(line).filter(|_| is_short);
    let longer = longer.map(|alias| LineOption::Complete {
        text: alias.name,
        action: alias.action,
    });
    entered.into_iter().chain(longer).collect()
}

impl LineOption {
    /// Returns the action that the result stands for.
    pub(super) fn action(&self) -> Option<ActionId> {
        match self {
            Self::Enter { command, .. } => command.as_ref().and_then(Command::action),
            Self::Complete { action, .. } => Some(*action),
        }
    }

    /// Returns the command of the line.
    pub(super) fn command(&self) -> Option<&Command> {
        match self {
            Self::Enter { command, .. } => command.as_ref(),
            Self::Complete { .. } => None,
        }
    }

    /// Returns the displayed name: the command, or the active tool.
    pub(super) fn name(&self, app: App) -> String {
        let lang = app.lang();
        match self.action() {
            Some(action) => lang.pick(action.label()).to_owned(),
            None => {
                let info = app.view.tools.info.get_untracked();
                info.map_or_else(String::new, |info| lang.pick(info.label).to_owned())
            }
        }
    }

    /// Returns the instruction for the next step.
    pub(super) fn about(&self, app: App) -> Option<String> {
        match self {
            Self::Enter { prompt, .. } => prompt.clone(),
            Self::Complete { action, .. } => tool_input::first_prompt(app, *action),
        }
    }

    /// Returns the alias.
    pub(super) fn alias(&self) -> Option<&'static str> {
        match self {
            Self::Enter { .. } => self.action().and_then(aliases::of),
            Self::Complete { text, .. } => Some(text),
        }
    }
}
