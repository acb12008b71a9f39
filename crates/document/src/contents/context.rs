//! Document context for the app: memory, tool requests, custom tools, selection, language. Also the commands that only
//! the document itself can execute.

use crate::contents::document::Document;
use crate::history::document_history::DocumentHistory;
use crate::history::step::Step;
use crate::runs::pending::CallOutcome;
use crate::session::Session;
use serde_json::{Value, json};
use std::sync::Arc;
use trammel_code::FileName;
use trammel_knowledge::{Memory, MemoryError, Sourced};
use trammel_language::bilingual;
use trammel_scene::{Entity, SceneError};
use trammel_tools::{
    Answer, AnyTool, Command, CustomTool, Domain, Language, Plan, Reply, SandboxFunction, ToolError,
    ToolParameter,
};

/// Maximum number of undo steps, and of redo steps, reported to a tool.
const MAX_STEPS_LISTED: usize = 20;

impl Document {
    /// Returns the memory that outlives a conversation.
    pub fn memory(&self) -> &Memory {
        &self.env.memory
    }

    /// Returns the memory for the user to edit and delete; save the session afterward.
    pub fn memory_mut(&mut self) -> &mut Memory {
        &mut self.env.memory
    }

    /// Records that the user approved or rejected a tool request; the model sees the decision in `list_tool_requests`.
    pub fn decide_request(&mut self, id: &str, approved: bool, note: Option<&str>) -> Reply {
        match self.env.memory.requests.decide(id, approved, note) {
            Ok(()) => Reply::of_answer(Answer::Done),
            Err(error) => Reply::of_failure(ToolError::from(error)),
        }
    }

    /// Iterates over the custom tools whose functions exist and that a model may call; imported tools that are off are
    /// excluded.
    pub fn custom_tools(&self) -> impl Iterator<Item = &CustomTool> {
        self.env.custom_tools()
    }

    /// Iterates over all custom tools whose functions exist, on or off, for the user.
    pub fn every_custom_tool(&self) -> impl Iterator<Item = &CustomTool> {
        self.env.every_custom_tool()
    }

    /// Turns an imported custom tool on or off for the user; save the session afterward.
    pub fn turn_custom_tool(&mut self, name: &str, on: bool) {
        self.env.custom.turn(name, on);
    }

    /// Returns the number of custom tools and of memory entries that are imported and off.
    pub fn imported_off(&self) -> (usize, usize) {
        let tools = self.every_custom_tool().filter(|tool| !tool.is_on());
        (tools.count(), self.env.memory.off().len())
    }

    /// Turns every imported tool and every imported memory entry on or off for the user.
    pub fn turn_all_imported(&mut self, on: bool) {
        self.env.custom.turn_all(on);
        self.env.memory.turn_all(on);
    }

    /// Removes a custom tool for the user; its module stays.
    pub fn remove_custom_tool(&mut self, name: &str) {
        self.env.custom.remove(name);
    }

    /// Restores a custom tool that the user removed.
    ///
    /// # Errors
    /// Returns an error if there are too many custom tools now.
    pub fn restore_custom_tool(&mut self, tool: CustomTool) -> Result<(), ToolError> {
        self.env.custom.add(tool)
    }

    /// Replaces a line of a tool's hints for the user.
    ///
    /// # Errors
    /// Returns an error if the tool has no such line or the new one breaks the rules of hints.
    pub fn edit_hint(&mut self, tool: &str, old: &str, new: &str) -> Result<(), MemoryError> {
        let known = self.env.known_to_imports();
        self.env.memory.hints.edit(tool, old, new, &known)
    }

    /// Sets the names of the entities selected by the user.
    pub fn set_selection(&mut self, names: Vec<String>) {
        self.env.selection = names;
    }

    /// Sets the language of the tool descriptions in a conversation: of its first tools and of replies about tools.
    pub fn set_language(&mut self, language: Language) {
        self.env.language = language;
    }

    /// Returns every domain with its one-line description in the present language, for the system prompt.
    pub fn domain_lines(&self) -> Vec<(&'static str, &'static str)> {
        let line = |domain: Domain| (domain.name(), domain.description_in(self.env.language));
        Domain::ALL.iter().map(|row| line(row.0)).collect()
    }

    /// Returns `{name, description, parameters}` of every tool that draws, changes or measures, including custom tools,
    /// for the command palette. Each tool can be passed to [`Session::call`].
    pub fn drawing_tools(&self, language: Language) -> Vec<Value> {
        self.env.drawing_tools(language)
    }

    /// Returns the tool schemas at the start of a conversation, with their hints. Call once per conversation and store
    /// the result, so that prompt caches hold.
    pub fn first_tools(&self) -> Vec<Value> {
        self.env.first_definitions()
    }

    /// Returns the tool schemas of the given domains, with their hints, in `language`.
    pub fn tool_definitions(&self, domains: &[Domain], language: Language) -> Vec<Value> {
        self.env.definitions(domains, language)
    }

    /// Returns every function that code can call at present, for completion.
    pub fn sandbox_functions(&self) -> Vec<SandboxFunction> {
        self.env
            .tools()
            .flat_map(|tool: AnyTool<'_>| tool.functions())
            .collect()
    }

    /// Returns every function that code can call at present with a snippet of its call, for completion.
    pub fn completions(&self) -> Vec<(SandboxFunction, String)> {
        self.env
            .tools()
            .flat_map(|tool: AnyTool<'_>| tool.completions())
            .collect()
    }

    /// Returns the parameters of a tool that code can call, for completion inside its `{ }`.
    pub fn tool_parameters(&self, name: &str) -> Vec<ToolParameter> {
        let mut tools = self.env.tools();
        let found = tools.find(|tool| tool.name() == name && tool.in_sandbox());
        found.map(|tool| tool.parameters()).unwrap_or_default()
    }
}

impl DocumentHistory {
    fn history_reply(&self) -> Reply {
        let labels = |steps: &[Step]| -> Vec<String> {
            steps
                .iter()
                .rev()
                .take(MAX_STEPS_LISTED)
                .map(|step| step.label.clone())
                .collect()
        };
        let data = json!({ "undo": labels(self.steps.done_steps()), "redo": labels(self.steps.undone()) });
        Reply::of_answer(Answer::Data(data))
    }
}

impl Session {
    /// Carries out a command. An agent moves only in the steps of its own run and empties only what it wrote in it.
    pub(crate) fn command(&mut self, command: Command) -> CallOutcome {
        if !matches!(command, Command::History) {
            self.commit_typing();
        }
        let step = match command {
            Command::History => return CallOutcome::Done(self.history.history_reply()),
            Command::Reset => return self.reset(),
            Command::Undo => self.history.steps.done_steps().last().map(Step::inverse),
            Command::Redo => self.history.steps.undone().last().cloned(),
        };
        if let Some(why) = step.and_then(|step| self.refuse_step(&step, command)) {
            return CallOutcome::Done(Reply::of_failure(why));
        }
        CallOutcome::Done(match command {
            Command::Undo => self.undo(self.parties.user_edits.actor()),
            _ => self.redo(self.parties.user_edits.actor()),
        })
    }

    fn reset(&self) -> CallOutcome {
        if !self.may_empty_main() {
            return CallOutcome::Done(Reply::of_message(bilingual!(
                "main has code from before this run, so it was not emptied. Delete or edit only what the user asked to \
                 change.",
                "main에 이번 작업 전의 코드가 있어서 비우지 않았어요. 사용자가 바꾸라고 한 것만 지우거나 고치세요."
            )));
        }
        self.plan(Plan::Write {
            file: FileName::main(),
            code: String::new(),
            whole: true,
        })
    }

    /// Returns the reason why a tool may not apply this step: it is not a step of the agent's own run, or it changes
    /// entities protected by the user.
    fn refuse_step(&self, step: &Step, command: Command) -> Option<ToolError> {
        if !self.parties.may_move(step.author) {
            let [english, korean] = match command {
                Command::Redo => ["redone", "다시 실행하지"],
                _ => ["undone", "취소하지"],
            };
            return Some(ToolError::new(bilingual!(
                "the step '{}' is not a step of this run, so it was not {english}. Change the drawing with a tool, or ask \
                 the user to undo the step.",
                "'{}' 단계는 이번 작업의 단계가 아니라서 {korean} 않았어요. 도구로 도면을 바꾸거나 사용자에게 취소를 부탁하세요.",
                step.label
            )));
        }
        let held = step.scene.iter().find_map(|(name, change)| {
            let Some(now) = self.document.scene.get(name) else {
                // The user has deleted the entity or undone its creation.
                let name = name.to_string();
                return self
                    .parties
                    .user_edits
                    .keeps(&name)
                    .then_some(SceneError::EditedByUser { name });
            };
            let held = (now.locked || now.hidden || self.parties.user_edits.keeps(name)).then_some(now)?;
            let same = |to: &Arc<Entity>| {
                let to = Entity {
                    locked: held.locked,
                    hidden: held.hidden,
                    ..(**to).clone()
                };
                to.same_drawing(held)
            };
            if change.to.as_ref().is_some_and(same) {
                return None;
            }
            let name = name.to_string();
            Some(match (held.locked, held.hidden) {
                (true, _) => SceneError::Locked { name },
                (false, true) => SceneError::Hidden { name },
                (false, false) => SceneError::EditedByUser { name },
            })
        });
        held.map(ToolError::from)
    }
}
