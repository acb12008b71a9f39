//! Discovery tools: domains, lists of tools and tool schemas.

use super::json_schema::properties;
use super::registry::AnyTool;
use super::tool::{Domain, Kind, Output, Reveals, Tool, ToolCx, ToolError, Verb};
use super::tool_search::{MOST_FOUND, SearchTexts, ranked};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use trammel_knowledge::Sourced;
use trammel_language::bilingual;

/// List the domains of tools with how many tools each has.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListDomains {}

impl Tool for ListDomains {
    const NAME: &'static str = "list_domains";
    const KOREAN: &'static str = "도구 도메인과 도메인별 도구 수를 나열합니다.";
    const SYNONYMS: [&'static str; 2] = ["groups of tools, categories", "도메인, 분류"];
    const DOMAIN: Domain = Domain::Registry;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Discover;
    const POSITIONAL: &'static [&'static str] = &[];
    const EXAMPLE: &'static str = "list_domains()";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let row = |(domain, name, ..): &(Domain, &str, &str, &str)| {
            let count = cx.env.callable().filter(|tool| tool.domain() == *domain).count();
            json!({ "domain": name, "count": count, "description": domain.description_in(cx.env.language) })
        };
        Ok(Output::Data(Domain::ALL.iter().map(row).collect()))
    }
}

/// Find tools by domain or words; you can call them then.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListTools {
    /// One of the domains.
    domain: Option<String>,
    /// Such as "bolt circle".
    search: Option<String>,
}

impl Tool for ListTools {
    const NAME: &'static str = "list_tools";
    const KOREAN: &'static str =
        "도메인의 도구나 검색한 도구를 나열합니다. 그 뒤에는 바로 호출할 수 있습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "which tools, capabilities, search tools, functions",
        "도구 목록, 기능",
    ];
    const DOMAIN: Domain = Domain::Registry;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Discover;
    const POSITIONAL: &'static [&'static str] = &["domain", "search"];
    const EXAMPLE: &'static str = "list_tools({ search: 'bolt circle' })";
    const INITIAL: bool = true;
    const REVEALS: Reveals = Reveals::Listed;

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let domain = self.domain.as_deref().map(Domain::require).transpose()?;
        let in_domain = |tool: &AnyTool<'_>| domain.is_none_or(|d| tool.domain() == d);
        let row = |tool: AnyTool<'_>| {
            let mut row = json!({ "name": tool.name(), "signature": tool.signature() });
            match tool {
                AnyTool::Custom(custom) if !custom.is_vouched() => {
                    row["description"] = custom.definition(cx.env.language)["description"].take();
                    if let Some((field, mut words)) = custom.foreign_words() {
                        words
                            .as_object_mut()
                            .map(|words| words.shift_remove("parameters"));
                        row[field] = words;
                    }
                }
                tool => row["description"] = cx.env.translated(tool)["description"].take(),
            }
            row
        };
        let listed: Vec<AnyTool<'_>> = cx.env.callable().filter(in_domain).collect();
        let Some(search) = self.search.filter(|search| !search.trim().is_empty()) else {
            let tools: Value = listed.into_iter().map(row).collect();
            return Ok(Output::Data(json!({ "domain": self.domain, "tools": tools })));
        };
        let texts: Vec<SearchTexts> = listed.iter().map(SearchTexts::of).collect();
        let found = ranked(&search, &texts).into_iter().take(MOST_FOUND);
        let tools: Value = found.map(|at| row(listed[at])).collect();
        Ok(Output::Data(
            json!({ "domain": self.domain, "search": search, "tools": tools }),
        ))
    }
}

/// Get a tool's parameters; you can call it then.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetToolSchema {
    /// Or several, with commas.
    name: ToolNames,
}

impl Tool for GetToolSchema {
    const NAME: &'static str = "get_tool_schema";
    const KOREAN: &'static str = "도구의 매개변수를 조회합니다. 그 뒤에는 바로 호출할 수 있습니다.";
    const SYNONYMS: [&'static str; 2] = ["parameters, arguments, how to call", "매개변수, 인수"];
    const DOMAIN: Domain = Domain::Registry;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Discover;
    const POSITIONAL: &'static [&'static str] = &["name"];
    const EXAMPLE: &'static str = "get_tool_schema({ name: 'draw_rect' })";
    const INITIAL: bool = true;
    const REVEALS: Reveals = Reveals::Definition;

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let answered = |name: &String| cx.env.find(name).map(|tool| cx.env.answered(tool));
        Ok(Output::Data(match &self.name {
            ToolNames::One(name) => answered(name)?,
            ToolNames::Several(names) => with_shared(names.iter().map(answered).collect::<Result<_, _>>()?),
        }))
    }
}

/// Name of a tool in either spelling, or several names: a text with commas, or a list, which some models send. The schema
/// is that of a text, because every request carries it.
#[derive(Debug)]
enum ToolNames {
    One(String),
    Several(Vec<String>),
}

impl<'de> Deserialize<'de> for ToolNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ToolNames, D::Error> {
        struct NamesVisitor;
        impl<'de> Visitor<'de> for NamesVisitor {
            type Value = ToolNames;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(
                    &bilingual!(
                        "the name of a tool or a list of names",
                        "도구의 이름 또는 이름의 목록"
                    ),
                    f,
                )
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<ToolNames, E> {
                let mut names: Vec<String> = name.split(',').map(|name| name.trim().to_owned()).collect();
                if names.len() > 1 {
                    names.retain(|name| !name.is_empty());
                    return Ok(ToolNames::Several(names));
                }
                Ok(ToolNames::One(name.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<ToolNames, A::Error> {
                Deserialize::deserialize(de::value::SeqAccessDeserializer::new(seq)).map(ToolNames::Several)
            }
        }
        deserializer.deserialize_any(NamesVisitor)
    }
}

impl JsonSchema for ToolNames {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "ToolNames".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

/// Minimum length of a parameter schema that is described once, in bytes of JSON.
const SHARED_BYTES: usize = 120;

/// Start of a reference to a schema that several tools share.
const SHARED: &str = "#/shared/";

/// Returns `{tools, shared}`: a parameter that several of the tools describe with the same long schema is in `shared`, and
/// the tools refer to it.
fn with_shared(mut tools: Vec<Value>) -> Value {
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for (name, schema) in tools.iter().flat_map(properties) {
        *counts.entry((name.clone(), schema.to_string())).or_default() += 1;
    }
    let mut shared = Map::new();
    for tool in &mut tools {
        let Some(properties) = tool["parameters"]["properties"].as_object_mut() else {
            continue;
        };
        for (name, schema) in properties {
            let text = schema.to_string();
            let is_shared = text.len() >= SHARED_BYTES && counts.get(&(name.clone(), text)) > Some(&1);
            if is_shared && shared.get(name).is_none_or(|known| known == schema) {
                let reference = json!({ "$ref": format!("{SHARED}{name}") });
                shared.insert(name.clone(), std::mem::replace(schema, reference));
            }
        }
    }
    if shared.is_empty() {
        json!({ "tools": tools })
    } else {
        json!({ "tools": tools, "shared": shared })
    }
}

/// Returns the definitions in the reply of `get_tool_schema`, each complete.
pub fn definitions_in(reply: &Value) -> Vec<Value> {
    let Some(tools) = reply["tools"].as_array() else {
        return vec![reply.clone()];
    };
    let mut tools = tools.clone();
    for tool in &mut tools {
        for schema in tool["parameters"]["properties"]
            .as_object_mut()
            .into_iter()
            .flat_map(|properties| properties.values_mut())
        {
            let name = schema["$ref"].as_str().and_then(|text| text.strip_prefix(SHARED));
            if let Some(known) = name.and_then(|name| reply["shared"].get(name)) {
                *schema = known.clone();
            }
        }
    }
    tools
}
