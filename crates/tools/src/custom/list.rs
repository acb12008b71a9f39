//! List of the custom tools of a document: registration, storage and import.
//!
//! Invariants: only storage records the mark of a tool; neither a project nor a run contains it. A model replaces only its
//! own tools that are off. A stored
//! tool that violates a rule is kept unchanged but not used. A tool from a project that violates a rule is left
//! out.

use super::rules::{PREFIX, registration_error};
use super::tool::{CustomTool, Registration};
use crate::error::ToolError;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use trammel_code::{FileName, Workspace};
use trammel_knowledge::{Imported, Sourced, brief};
use trammel_language::{Bilingual, bilingual};

/// Maximum number of custom tools in a document.
const MAX_TOOLS: usize = 100;

/// Maximum number of stored or imported tools that are read.
const MAX_READ: usize = 2 * MAX_TOOLS;

/// Custom tools of a document, in registration order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CustomTools {
    list: Vec<CustomTool>,
    /// Stored tools that violate a rule, in their stored form.
    aside: Vec<Value>,
}

/// Stored form of a tool.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    name: String,
    description: String,
    parameters: Value,
    module: FileName,
    function: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    imported: Option<Imported>,
}

impl CustomTools {
    /// Storage key.
    pub const KEY: &'static str = "tools";

    /// Returns all registered tools, including those whose module does not exist and those that are off.
    pub fn all(&self) -> &[CustomTool] {
        &self.list
    }

    /// Adds a tool, or replaces the tool with the same name.
    ///
    /// # Errors
    /// Returns an error if the list is full.
    pub fn add(&mut self, tool: CustomTool) -> Result<(), ToolError> {
        if let Some(old) = self.list.iter_mut().find(|old| old.name == tool.name) {
            *old = tool;
        } else if self.list.len() < MAX_TOOLS {
            self.list.push(tool);
        } else {
            return Err(registration_error(bilingual!(
                "there are already {MAX_TOOLS} custom tools. Delete one first.",
                "사용자 도구가 이미 {MAX_TOOLS}개예요. 먼저 하나를 지우세요."
            )));
        }
        Ok(())
    }

    /// Adds a tool that a model registers in a conversation, which is off until the user turns it on.
    ///
    /// # Errors
    /// Returns an error if the list is full, or if the name belongs to another tool that the model did not register in the
    /// same conversation or that the user has turned on.
    pub fn register(&mut self, tool: CustomTool, conversation: &str) -> Result<(), ToolError> {
        if let Some(old) = self.list.iter().find(|old| old.name == tool.name)
            && !old.is_draft_of(conversation)
        {
            let unmarked = CustomTool {
                imported: None,
                ..old.clone()
            };
            if old.is_told() && unmarked == tool {
                return Ok(());
            }
            return Err(registration_error(bilingual!(
                "there is a custom tool '{name}' already, which only the user can replace or delete; use another name",
                "'{name}' 사용자 도구가 이미 있고 사용자만 바꾸거나 지울 수 있어요. 다른 이름을 쓰세요",
                name = tool.name
            )));
        }
        let imported = Some(Imported::by_model(conversation));
        self.add(CustomTool { imported, ..tool })
    }

    /// Removes a tool.
    pub fn remove(&mut self, name: &str) {
        self.list.retain(|tool| tool.name != name);
    }

    /// Replaces the tools with those of another list. The tools that violate a rule are kept.
    pub fn replace(&mut self, tools: &CustomTools) {
        self.list.clone_from(&tools.list);
    }

    /// Turns a marked tool on or off. Only the user does so; no tool calls this function.
    pub fn turn(&mut self, name: &str, on: bool) {
        if let Some(tool) = self.list.iter_mut().find(|tool| tool.name == name) {
            tool.turn(on);
        }
    }

    /// Turns every marked tool on or off. Only the user does so; no tool calls this function.
    pub fn turn_all(&mut self, on: bool) {
        self.list.iter_mut().for_each(|tool| tool.turn(on));
    }

    /// Marks every tool as imported and off, regardless of its previous mark.
    pub fn distrust(&mut self, from: &str) {
        let mark = Imported::turned_off(from);
        self.list.iter_mut().for_each(|tool| tool.distrust(&mark));
    }

    /// Removes the mark of every imported tool, so that each of them counts as the user's own. Tools of models keep their
    /// marks.
    pub fn trust(&mut self) {
        self.list.iter_mut().for_each(Sourced::trust);
    }

    /// Returns the tools in their stored form; `None` if there are none.
    pub fn text(&self) -> Option<String> {
        let stored = self.list.iter().map(|tool| {
            json!(Stored {
                name: tool.name.clone(),
                description: tool.description.clone(),
                parameters: tool.parameters.clone(),
                module: tool.module.clone(),
                function: tool.function.clone(),
                imported: tool.imported.clone(),
            })
        });
        let all: Vec<Value> = stored.chain(self.aside.iter().cloned()).collect();
        (!all.is_empty()).then(|| Value::Array(all).to_string())
    }

    /// Reads stored tools. Tools whose function is not in `files` are dropped. Tools that violate a rule are kept
    /// unchanged but not used, and each of them adds one sentence to the returned problems.
    ///
    /// # Errors
    /// Returns an error if the text is not a list of tools or if the list is too long.
    pub fn read(
        text: &str,
        files: &Workspace,
        built_in: &[&str],
    ) -> Result<(CustomTools, Vec<Bilingual>), Bilingual> {
        let values: Vec<Value> = serde_json::from_str(text).map_err(|e| Bilingual::same(e.to_string()))?;
        if values.len() > MAX_READ {
            return Err(bilingual!(
                "there are {} of them, at most {MAX_READ}",
                "{}개이고 최대 {MAX_READ}개예요",
                values.len()
            ));
        }
        let mut tools = CustomTools::default();
        let mut problems = Vec::new();
        for value in values {
            match tools.take(&value, files, built_in) {
                Ok(()) | Err(Left::Gone) => {}
                Err(Left::Wrong(why)) => {
                    problems.push(bilingual!(
                        "the stored custom tool '{}' was not loaded and stays stored: {why}",
                        "저장된 사용자 도구 '{}'을(를) 불러오지 않고 저장된 채로 두었어요: {why:#}",
                        title(&value)
                    ));
                    tools.aside.push(value);
                }
            }
        }
        Ok((tools, problems))
    }

    /// Reads the tools of another project, marked as imported and off. Also returns the reasons for tools that are
    /// left out.
    pub fn import(
        values: &[Value],
        from: &str,
        files: &Workspace,
        built_in: &[&str],
    ) -> (CustomTools, Vec<Bilingual>) {
        let mut tools = CustomTools::default();
        let mut left_out = Vec::new();
        for value in values.iter().take(MAX_READ) {
            let why = match tools.take(value, files, built_in) {
                Ok(()) => continue,
                Err(Left::Gone) => bilingual!("its function is not in the files", "그 함수가 파일에 없어요"),
                Err(Left::Wrong(why)) => why,
            };
            left_out.push(bilingual!(
                "the custom tool '{}' was omitted: {why}",
                "사용자 도구 '{}'을(를) 뺐어요: {why:#}",
                title(value)
            ));
        }
        if let Some(more) = values.len().checked_sub(MAX_READ).filter(|more| *more > 0) {
            left_out.push(bilingual!(
                "{more} more custom tools were omitted: at most {MAX_READ} are read",
                "사용자 도구 {more}개를 더 뺐어요. 최대 {MAX_READ}개를 읽어요"
            ));
        }
        tools.distrust(from);
        (tools, left_out)
    }

    /// Adds a stored tool after the same checks as for a registration.
    fn take(&mut self, value: &Value, files: &Workspace, built_in: &[&str]) -> Result<(), Left> {
        let wrong =
            |error: ToolError| Left::Wrong(error.message.map(|why| brief(why.trim_start_matches(PREFIX))));
        let stored = Stored::deserialize(value).map_err(|e| {
            let why = brief(&e.to_string());
            Left::Wrong(bilingual!("it is malformed: {why}", "형식이 잘못됐어요({why})"))
        })?;
        if self.list.len() >= MAX_TOOLS {
            return Err(Left::Wrong(bilingual!(
                "there are already {MAX_TOOLS} custom tools",
                "사용자 도구가 이미 {MAX_TOOLS}개예요"
            )));
        }
        if !files.offers(stored.module.as_str(), &stored.function) {
            return Err(Left::Gone);
        }
        let registration = Registration {
            name: &stored.name,
            description: &stored.description,
            parameters: stored.parameters,
            module: stored.module.as_str(),
            function: &stored.function,
        };
        let checked = CustomTool::new(registration, files, built_in).map_err(wrong)?;
        if self.list.iter().any(|other| other.name == checked.name) {
            return Err(Left::Wrong(bilingual!(
                "the name appears twice",
                "이름이 두 번 나와요"
            )));
        }
        self.list.push(CustomTool {
            imported: stored.imported,
            ..checked
        });
        Ok(())
    }
}

/// Reason why a stored tool is not used.
enum Left {
    /// The function no longer exists.
    Gone,
    /// The tool violates a rule.
    Wrong(Bilingual),
}

/// Returns a short label of an imported tool for a message.
fn title(value: &Value) -> String {
    let name = brief(value["name"].as_str().unwrap_or("without a name"));
    name.chars().take(40).collect()
}
