//! Discovery tools: domains, lists of tools, tool schemas, and the call of a tool by its name.

use super::arg::Arg;
use super::argument_macros::{expecting, inline_schema};
use super::json_schema::properties;
use super::registry::AnyTool;
use super::spec::{Catalog, ToolEnv, ToolSpec};
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::tool_search::{MOST_FOUND, SearchTexts, rank_every_match, rank_tools};
use schemars::{JsonSchema, json_schema};
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
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
        let tools: Vec<AnyTool<'_>> = cx.env.callable().collect();
        let rows = Domain::ALL.iter().map(|row| domain_row(cx.env, row.0, &tools));
        Ok(Output::Data(rows.collect()))
    }
}

/// Returns the row of a domain with the number of its tools among `tools`.
pub(super) fn domain_row(env: &ToolEnv, domain: Domain, tools: &[AnyTool<'_>]) -> Value {
    let count = tools.iter().filter(|tool| tool.domain() == domain).count();
    json!({ "domain": domain.name(), "count": count, "description": domain.description_in(env.language) })
}

/// Find tools by domain or words, or list all names.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListTools {
    /// Domains, with commas.
    domain: Option<NameList>,
    /// "bolt circle".
    search: Option<String>,
}

impl Tool for ListTools {
    const NAME: &'static str = "list_tools";
    const KOREAN: &'static str = "도메인이나 단어로 도구를 찾습니다. 없으면 모든 이름을 나열합니다.";
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
    const REVEALS: bool = true;

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let env = &*cx.env;
        let domains = match &self.domain {
            Some(names) => names
                .iter()
                .map(|name| Domain::require(name))
                .collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        let search = self.search.filter(|search| !search.trim().is_empty());
        if domains.is_empty() && search.is_none() {
            return Ok(Output::Data(json!({ "domain": null, "tools": named_rows(env) })));
        }
        let in_domain = |tool: &AnyTool<'_>| domains.is_empty() || domains.contains(&tool.domain());
        let mut listed: Vec<AnyTool<'_>> = env.callable().filter(in_domain).collect();
        let mut answer = json!({ "domain": self.domain });
        if let Some(search) = search {
            let texts: Vec<SearchTexts> = listed.iter().map(AnyTool::search_texts).collect();
            let ranked = match domains.is_empty() {
                true => rank_tools(&search, &texts),
                false => rank_every_match(&search, &texts),
            };
            let found = ranked.into_iter().take(MOST_FOUND);
            listed = found.map(|at| listed[at]).collect();
            answer["search"] = search.into();
        }
        let rows = fitting_rows(&listed, env);
        answer["tools"] = rows.into();
        if listed.is_empty() && answer["search"].is_string() {
            answer["hint"] = NOTHING_FOUND.into();
        } else if listed.iter().any(|tool| !tool.in_sandbox() && !tool.is_initial()) {
            answer["hint"] = BY_CALL_TOOL.into();
        }
        Ok(Output::Data(answer))
    }
}

/// Hint for a search without a result.
const NOTHING_FOUND: &str =
    "No tool does this. list_tools without arguments names all tools; compute what no tool does in code.";

/// Hint for tools that code cannot call.
const BY_CALL_TOOL: &str =
    "Code cannot call tools without a result type (->): use call_tool({ name, input }) for them.";

/// Maximum length of a result, in bytes of JSON, below the limit of a tool result of a conversation.
const MOST_BYTES: usize = 7_200;

/// Returns the names of all tools with their domains, in the order of the domains.
fn named_rows(env: &ToolEnv) -> Vec<Value> {
    let of_domain = |domain: Domain| env.callable().filter(move |tool| tool.domain() == domain);
    let tools = Domain::ALL.iter().flat_map(|row| of_domain(row.0));
    tools
        .map(|tool| json!({ "name": tool.name(), "domain": tool.domain().name() }))
        .collect()
}

/// Returns the rows of a list: with descriptions if they fit, else only signatures, else only names.
fn fitting_rows(tools: &[AnyTool<'_>], env: &ToolEnv) -> Vec<Value> {
    let forms: [fn(AnyTool<'_>, &ToolEnv) -> Value; 2] = [
        described_row,
        |tool, _| json!({ "name": tool.name(), "signature": tool.signature() }),
    ];
    for form in forms {
        let rows: Vec<Value> = tools.iter().map(|tool| form(*tool, env)).collect();
        if json_length(&rows) <= MOST_BYTES {
            return rows;
        }
    }
    tools.iter().map(|tool| json!({ "name": tool.name() })).collect()
}

fn json_length(rows: &[Value]) -> usize {
    rows.iter().map(|row| row.to_string().len() + 1).sum()
}

/// Returns the row of a tool with its description. Texts of another author are in a field of their own.
fn described_row(tool: AnyTool<'_>, env: &ToolEnv) -> Value {
    let mut row = json!({ "name": tool.name(), "signature": tool.signature() });
    match tool {
        AnyTool::Custom(custom) if !custom.is_vouched() => {
            row["description"] = custom.definition(env.language)["description"].take();
            if let Some((field, mut words)) = custom.foreign_words() {
                words
                    .as_object_mut()
                    .map(|words| words.shift_remove("parameters"));
                row[field] = words;
            }
        }
        tool => row["description"] = env.plain_definition(tool)["description"].take(),
    }
    row
}

/// Get signature, parameters, and example of a tool.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetToolSchema {
    /// Or several, with commas.
    name: NameList,
}

impl Tool for GetToolSchema {
    const NAME: &'static str = "get_tool_schema";
    const KOREAN: &'static str = "도구의 매개변수와 예를 조회합니다.";
    const SYNONYMS: [&'static str; 2] = ["parameters, arguments, how to call", "매개변수, 인수"];
    const DOMAIN: Domain = Domain::Registry;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Discover;
    const POSITIONAL: &'static [&'static str] = &["name"];
    const EXAMPLE: &'static str = "get_tool_schema({ name: 'draw_rect' })";
    const INITIAL: bool = true;
    const REVEALS: bool = true;

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let answered = |name: &String| cx.env.find(name).map(|tool| cx.env.query_result(tool));
        let mut tools: Vec<Value> = self.name.iter().map(answered).collect::<Result<_, _>>()?;
        Ok(Output::Data(match (&self.name, tools.pop()) {
            (NameList::One(_), Some(tool)) => tool,
            (_, last) => {
                tools.extend(last);
                with_shared(tools)
            }
        }))
    }
}

/// Call a tool that code cannot call.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CallTool {
    /// Name of the tool.
    name: String,
    /// Its arguments.
    input: Option<CallInput>,
}

/// Arguments of the called tool. Some models write them as a text of JSON.
#[derive(Debug)]
struct CallInput(Value);

impl<'de> Deserialize<'de> for CallInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CallInput, D::Error> {
        let input = match Value::deserialize(deserializer)? {
            Value::String(text) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
            input => input,
        };
        // The numbers of arguments are of one type, and whole numbers are written without a fraction.
        Arg::from(input)
            .into_json()
            .map(CallInput)
            .map_err(de::Error::custom)
    }
}

inline_schema!(CallInput, json_schema!({ "type": "object" }));

impl CallTool {
    /// Returns the tool that a call with this input calls.
    fn called(input: &Value) -> Option<&'static ToolSpec> {
        let named = input["name"]
            .as_str()
            .and_then(|name| Catalog::ALL.called_tool(name));
        named.filter(|tool| tool.name != CallTool::NAME)
    }
}

impl Tool for CallTool {
    const NAME: &'static str = "call_tool";
    const KOREAN: &'static str = "코드가 호출할 수 없는 도구를 호출합니다.";
    const SYNONYMS: [&'static str; 2] = ["use a tool by name", "이름으로 도구 호출"];
    const DOMAIN: Domain = Domain::Registry;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::RunCode;
    const POSITIONAL: &'static [&'static str] = &["name", "input"];
    const EXAMPLE: &'static str = "call_tool({ name: 'bash', input: { command: 'info' } })";
    const INITIAL: bool = true;

    fn verb_of(input: &Value) -> Verb {
        CallTool::called(input).map_or(Self::VERB, |tool| (tool.verb_of)(&input["input"]))
    }

    fn changes_nothing(input: &Value) -> bool {
        CallTool::called(input).is_some_and(|tool| (tool.changes_nothing)(&input["input"]))
    }

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let tool = cx.env.find(&self.name)?.name().to_owned();
        if tool == Self::NAME {
            return Err(ToolError::new(bilingual!(
                "call_tool: name another tool than call_tool.",
                "call_tool: call_tool이 아닌 다른 도구의 이름을 주세요."
            )));
        }
        let input = self.input.map_or_else(|| json!({}), |CallInput(input)| input);
        Ok(Output::Call { tool, input })
    }
}

/// Names of tools or domains in either spelling: a text with commas, or a list, which some models send. The schema
/// is that of a text, because every request carries it.
#[derive(Debug)]
enum NameList {
    One(String),
    Several(Vec<String>),
}

impl NameList {
    fn iter(&self) -> std::slice::Iter<'_, String> {
        match self {
            NameList::One(name) => std::slice::from_ref(name).iter(),
            NameList::Several(names) => names.iter(),
        }
    }
}

impl Serialize for NameList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            NameList::One(name) => name.serialize(serializer),
            NameList::Several(names) => names.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for NameList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NameList, D::Error> {
        struct NamesVisitor;
        impl<'de> Visitor<'de> for NamesVisitor {
            type Value = NameList;
            expecting!("a name or a list of names", "이름 또는 이름의 목록");
            fn visit_str<E: de::Error>(self, name: &str) -> Result<NameList, E> {
                let mut names: Vec<String> = name.split(',').map(|name| name.trim().to_owned()).collect();
                if names.len() > 1 {
                    names.retain(|name| !name.is_empty());
                    return Ok(NameList::Several(names));
                }
                Ok(NameList::One(name.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<NameList, A::Error> {
                Deserialize::deserialize(de::value::SeqAccessDeserializer::new(seq)).map(NameList::Several)
            }
        }
        deserializer.deserialize_any(NamesVisitor)
    }
}

inline_schema!(NameList, json_schema!({ "type": "string" }));

/// Minimum length of a parameter schema that is described once, in bytes of JSON.
const SHARED_BYTES: usize = 120;

/// Start of a reference to a schema that several tools share.
const SHARED: &str = "#/shared/";

/// Returns `{shared, tools}`: a parameter that several of the tools have with the same long schema is in `shared`, and the
/// tools refer to it. Schemas that differ only in descriptions, such as that of the default, are the same; the tools keep
/// their own description. Tools that do not fit have only their signatures.
fn with_shared(mut tools: Vec<Value>) -> Value {
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for (name, schema) in tools.iter().flat_map(properties) {
        *counts.entry((name.clone(), form_of(schema))).or_default() += 1;
    }
    let mut shared = Map::new();
    for tool in &mut tools {
        let Some(properties) = tool["parameters"]["properties"].as_object_mut() else {
            continue;
        };
        for (name, schema) in properties {
            let form = form_of(schema);
            let is_shared = schema.to_string().len() >= SHARED_BYTES
                && counts.get(&(name.clone(), form.clone())) > Some(&1)
                && shared.get(name).is_none_or(|known| form_of(known) == form);
            if !is_shared {
                continue;
            }
            let mut reference = json!({ "$ref": format!("{SHARED}{name}") });
            let known = shared.entry(name.clone()).or_insert_with(|| schema.clone());
            if known["description"] != schema["description"] {
                reference["description"] = schema["description"].take();
            }
            *schema = reference;
        }
    }
    let mut room = MOST_BYTES.saturating_sub(Value::Object(shared.clone()).to_string().len());
    let mut is_cut = false;
    for tool in &mut tools {
        let length = tool.to_string().len();
        if length > room {
            is_cut = true;
            *tool = json!({ "name": tool["name"], "signature": tool["signature"] });
        }
        room = room.saturating_sub(tool.to_string().len());
    }
    let mut answer = Map::new();
    if !shared.is_empty() {
        answer.insert("shared".to_owned(), shared.into());
    }
    if is_cut {
        let hint = "Tools without parameters did not fit: ask for them alone.";
        answer.insert("hint".to_owned(), hint.into());
    }
    answer.insert("tools".to_owned(), tools.into());
    answer.into()
}

/// Returns a schema as text without its descriptions.
fn form_of(schema: &Value) -> String {
    fn strip(schema: &mut Value) {
        if let Value::Object(fields) = schema {
            // A parameter can have the name of the keyword; its schema is an object.
            if fields.get("description").is_some_and(Value::is_string) {
                fields.shift_remove("description");
            }
            fields.values_mut().for_each(strip);
        } else if let Value::Array(items) = schema {
            items.iter_mut().for_each(strip);
        }
    }
    let mut form = schema.clone();
    strip(&mut form);
    form.to_string()
}
