//! Tools that request a missing tool from the user and that register a function as a tool.

use super::custom::{CustomTool, Registration};
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::Data;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use trammel_base::suggest::camel_case;
use trammel_knowledge::{MemoryError, Sourced, Status, WrittenEntry};
use trammel_language::bilingual;

/// Ask for a tool that does not exist. The user approves or rejects the request; continue without the tool.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RequestTool {
    /// The name it should have, in snake_case.
    name: String,
    /// Purpose of the tool.
    description: String,
    /// Why it is needed: what is hard or impossible without it.
    rationale: String,
    /// Names of parameters that it should take.
    suggested_params: Option<Vec<String>>,
}

impl Tool for RequestTool {
    const NAME: &'static str = "request_tool";
    const KOREAN: &'static str =
        "없는 도구를 요청합니다. 사용자가 승인하거나 거절합니다. 그동안은 그 도구 없이 계속하세요.";
    const SYNONYMS: [&'static str; 2] = ["missing tool, feature request, wish", "도구 요청, 기능 요청"];
    const DOMAIN: Domain = Domain::Registry;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::RequestTool;
    const POSITIONAL: &'static [&'static str] = &["name", "description", "rationale", "suggested_params"];
    const EXAMPLE: &'static str = "request_tool({ name: 'draw_spring', description: 'A coil spring', \
        rationale: 'a zigzag line takes many lines of code', suggested_params: ['x', 'y', 'length', 'coils'] })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        if let Some(tool) = cx.env.catalog.built_in(&self.name) {
            let name = tool.name;
            return Err(ToolError::new(bilingual!(
                "the tool '{name}' already exists. See get_tool_schema.",
                "'{name}' 도구가 이미 있어요. get_tool_schema에 설명이 있어요."
            ))
            .suggesting(vec![name.to_owned()]));
        }
        let params = self.suggested_params.unwrap_or_default();
        let request = cx
            .env
            .memory
            .requests
            .add(&self.name, &self.description, &self.rationale, &params)?;
        let message =
            "The request is stored, and the user will decide about it. Continue with the existing tools.";
        Ok(Output::Data(
            json!({ "request_id": request.id, "status": request.status, "message": message }),
        ))
    }
}

/// Status of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum StatusArg {
    Queued,
    Approved,
    Rejected,
}

/// List the requested tools and the decisions of the user about them.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListToolRequests {
    /// Only requests of this status. Default: all.
    status: Option<StatusArg>,
}

impl Tool for ListToolRequests {
    const NAME: &'static str = "list_tool_requests";
    const KOREAN: &'static str = "요청한 도구와 사용자의 결정을 나열합니다.";
    const SYNONYMS: [&'static str; 2] = ["requests, wishes", "요청 목록"];
    const DOMAIN: Domain = Domain::Registry;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Discover;
    const POSITIONAL: &'static [&'static str] = &["status"];
    const EXAMPLE: &'static str = "list_tool_requests({ status: 'queued' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let status = self.status.map(|status| match status {
            StatusArg::Queued => Status::Queued,
            StatusArg::Approved => Status::Approved,
            StatusArg::Rejected => Status::Rejected,
        });
        let all = cx.env.memory.requests.all().iter();
        let wanted: Vec<_> = all
            .filter(|request| request.is_on() && status.is_none_or(|status| request.status == status))
            .collect();
        let row = |request: &&trammel_knowledge::ToolRequest| {
            let mut row = json!(request);
            if let Some(fields) = row.as_object_mut() {
                let id = fields.shift_remove("id");
                fields.shift_insert(0, "request_id".to_owned(), id.unwrap_or_default());
            }
            row
        };
        Ok(Output::Data(wanted.iter().map(row).collect::<Value>()))
    }
}

/// Make a tool of an exported function of a module. The function takes one object, checked against the parameters. From
/// then on it can be called like any tool, in code as well; later conversations list it when the user has turned it on. It
/// goes when the function goes.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RegisterTool {
    /// The tool's name, in snake_case.
    name: String,
    /// Purpose of the tool, in a sentence or two.
    description: String,
    /// JSON Schema of the object that the function takes: { properties: { size: { type: "number", description: ".." } },
    /// required: ["size"] }.
    parameters: Data,
    /// The module that exports the function.
    module: String,
    /// The exported function.
    function: String,
}

impl Tool for RegisterTool {
    const NAME: &'static str = "register_tool";
    const KOREAN: &'static str = "모듈이 내보내는 함수를 도구로 만듭니다. 함수는 객체 하나를 받으며 매개변수에 맞는지 검사됩니다. 그때부터 코드에서도 호출할 수 있고, 사용자가 켜면 다음 대화에도 나옵니다. 함수가 없어지면 도구도 없어집니다.";
    const SYNONYMS: [&'static str; 2] = ["own tool, custom function, make a tool", "도구 등록, 사용자 도구"];
    const DOMAIN: Domain = Domain::Registry;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::RegisterTool;
    const POSITIONAL: &'static [&'static str] = &["name", "description", "parameters", "module", "function"];
    const EXAMPLE: &'static str = "write({ file: 'house_lib', code: \"export function house({ name, size }) { return drawRect(name, 0, 0, size, size); }\" });\n\
        register_tool({ name: 'draw_house', description: 'A square house', module: 'house_lib', function: 'house', parameters: \
        { properties: { name: { type: 'string', description: 'Its name' }, size: { type: 'number', description: 'Width' } }, required: ['name', 'size'] } })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let Data(parameters) = self.parameters;
        let registration = Registration {
            name: &self.name,
            description: &self.description,
            parameters,
            module: &self.module,
            function: &self.function,
        };
        let tool = CustomTool::new(registration, &cx.env.files, &cx.env.catalog.names())?;
        let name = tool.name.clone();
        let mut answer = json!({
            "name": tool.name,
            "domain": Domain::Custom.name(),
            "functions": [tool.name, camel_case(&tool.name)],
            "example": tool.example(),
        });
        let shortened: Vec<&str> = tool.shortened_parameters().collect();
        if !shortened.is_empty() {
            let names = shortened.join(", ");
            cx.notes.warnings.push(bilingual!(
                "long descriptions of parameters were shortened: {names}",
                "매개변수의 긴 설명을 줄였어요: {names}"
            ));
        }
        match &cx.env.conversation {
            None => cx.env.custom.add(tool)?,
            Some(conversation) => {
                cx.env.custom.register(tool, conversation)?;
                let tool = WrittenEntry::Tool(name);
                answer["state"] = cx.note_written(tool).into();
            }
        }
        Ok(Output::Data(answer))
    }
}

impl From<MemoryError> for ToolError {
    fn from(error: MemoryError) -> ToolError {
        ToolError::new(error.message).suggesting(error.suggestions)
    }
}
