//! Discovery tools: domains, lists of tools and tool schemas.

use super::registry::AnyTool;
use super::tool::{Domain, Kind, Output, Reveals, Tool, ToolCx, ToolError, Verb};
use crate::knowledge::Sourced;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// List the domains of tools with how many tools each has.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListDomains {}

impl Tool for ListDomains {
    const NAME: &'static str = "list_domains";
    const KOREAN: &'static str = "도구 도메인과 도메인별 도구 수를 나열합니다.";
    const DOMAIN: Domain = Domain::Registry;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Discover;
    const POSITIONAL: &'static [&'static str] = &[];
    const EXAMPLE: &'static str = "list_domains()";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let row = |(domain, name, ..): &(Domain, &str, &str, &str)| {
            let count = cx.env.tools().filter(|tool| tool.domain() == *domain).count();
            json!({ "domain": name, "count": count, "description": domain.description_in(cx.env.language) })
        };
        Ok(Output::Data(Domain::ALL.iter().map(row).collect()))
    }
}

/// List the tools of a domain; you can call them then.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListTools {
    /// Default: all, to read only.
    domain: Option<String>,
}

impl Tool for ListTools {
    const NAME: &'static str = "list_tools";
    const KOREAN: &'static str = "도메인의 도구를 나열합니다. 그 뒤에는 바로 부를 수 있습니다.";
    const DOMAIN: Domain = Domain::Registry;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Discover;
    const POSITIONAL: &'static [&'static str] = &["domain"];
    const EXAMPLE: &'static str = "list_tools({ domain: 'primitives' })";
    const INITIAL: bool = true;
    const REVEALS: Reveals = Reveals::Listed;

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let domain = self.domain.as_deref().map(Domain::require).transpose()?;
        let wanted = |tool: &AnyTool<'_>| domain.is_none_or(|d| tool.domain() == d);
        let row = |tool: AnyTool<'_>| match tool {
            AnyTool::Custom(custom) if !custom.is_own() => {
                let definition = custom.definition(cx.env.language);
                let words = custom.foreign_words().unwrap_or_default();
                let imported = json!({ "from": words["from"], "description": words["description"] });
                json!({ "name": custom.name, "description": definition["description"], "imported": imported })
            }
            tool => json!({ "name": tool.name(), "description": cx.env.translated(tool)["description"] }),
        };
        let tools: Value = cx.env.tools().filter(wanted).map(row).collect();
        Ok(Output::Data(json!({ "domain": self.domain, "tools": tools })))
    }
}

/// Get a tool's parameters; you can call it then.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetToolSchema {
    /// In either spelling.
    name: String,
}

impl Tool for GetToolSchema {
    const NAME: &'static str = "get_tool_schema";
    const KOREAN: &'static str = "도구의 매개변수를 조회합니다. 그 뒤에는 바로 부를 수 있습니다.";
    const DOMAIN: Domain = Domain::Registry;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Discover;
    const POSITIONAL: &'static [&'static str] = &["name"];
    const EXAMPLE: &'static str = "get_tool_schema({ name: 'draw_rect' })";
    const INITIAL: bool = true;
    const REVEALS: Reveals = Reveals::Definition;

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        cx.env
            .find(&self.name)
            .map(|tool| Output::Data(cx.env.answered(tool)))
    }
}
