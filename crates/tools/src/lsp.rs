//! Code intelligence: the functions that code can call and the symbols that files declare. All answers derive from
//! the existing tools and files, so every listed function can be called.

use super::discovery::domain_row;
use super::output::Plan;
use super::registry::AnyTool;
use super::spec::ToolEnv;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use trammel_base::suggest;
use trammel_code::{FileName, WorkspaceError, source, symbols};
use trammel_language::bilingual;

/// Maximum number of definitions of a file that a reply lists.
const MAX_DEFINITIONS: usize = 20;

/// Maximum length of a shown line, in characters.
const MAX_LINE_CHARS: usize = 200;

/// A question about code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Operation {
    Domains,
    Describe,
    Schema,
    Symbols,
    Diagnostics,
    Definition,
}

/// Ask about code before you write it. domains: groups of functions. describe: the functions of a domain. schema: one
/// function with its parameters and an example. symbols: what a file declares. diagnostics: what does not run in a file.
/// definition: where a name is declared.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Lsp {
    /// Operation to run.
    operation: Operation,
    /// For describe: a domain.
    domain: Option<String>,
    /// For schema: a function, in either spelling. For definition: any name.
    name: Option<String>,
    /// For symbols, diagnostics and definition: a file. Default: main; for definition all files.
    file: Option<String>,
}

impl Tool for Lsp {
    const NAME: &'static str = "lsp";
    const KOREAN: &'static str = "코드를 쓰기 전에 물어보세요. domains: 함수 그룹. describe: 그룹의 함수들. schema: 함수의 매개변수와 예. symbols: 파일의 선언. diagnostics: 파일에서 실행되지 않는 곳. definition: 이름이 선언된 곳.";
    const SYNONYMS: [&'static str; 2] = [
        "function signatures, completion, documentation of functions",
        "함수 설명, 자동 완성",
    ];
    const DOMAIN: Domain = Domain::Code;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Discover;
    const POSITIONAL: &'static [&'static str] = &["operation", "domain", "name", "file"];
    const EXAMPLE: &'static str = "lsp({ operation: 'schema', name: 'drawCircle' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let env = &*cx.env;
        let file = self.file.as_deref().map(|file| existing(env, file)).transpose()?;
        let needs = |what: &str, value: Option<String>| {
            value.ok_or_else(|| {
                ToolError::new(bilingual!(
                    "lsp: '{what}' is missing; this operation requires it",
                    "lsp: 이 작업에 필요한 '{what}'이(가) 없어요"
                ))
            })
        };
        match self.operation {
            Operation::Domains => Ok(Output::Data(domains(env))),
            Operation::Describe => describe(env, &needs("domain", self.domain)?),
            Operation::Schema => schema(env, &needs("name", self.name)?),
            Operation::Symbols => Ok(Output::Data(symbols_of(
                env,
                &file.unwrap_or_else(FileName::main),
            ))),
            Operation::Diagnostics => Ok(Output::Run(Plan::Check {
                file: file.unwrap_or_else(FileName::main),
            })),
            Operation::Definition => definition(env, &needs("name", self.name)?, file.as_ref()),
        }
    }
}

fn existing(env: &ToolEnv, file: &str) -> Result<FileName, ToolError> {
    let file = FileName::new(file)?;
    if env.files.get(file.as_str()).is_none() {
        let similar = suggest::nearest(file.as_str(), env.files.files().map(|(name, _)| name.as_str()));
        return Err(WorkspaceError::NotFound {
            file: file.to_string(),
            similar,
        }
        .into());
    }
    Ok(file)
}

/// Returns the domains with at least one function that code can call.
fn domains(env: &ToolEnv) -> Value {
    let tools: Vec<AnyTool<'_>> = callable(env).collect();
    let rows = Domain::ALL.iter().map(|row| domain_row(env, row.0, &tools));
    rows.filter(|row| row["count"] != 0).collect()
}

/// Returns the tools that code can call.
fn callable(env: &ToolEnv) -> impl Iterator<Item = AnyTool<'_>> {
    env.tools().filter(AnyTool::in_sandbox)
}

fn describe(env: &ToolEnv, domain: &str) -> Result<Output, ToolError> {
    let found = Domain::require(domain)?;
    let row = |tool: AnyTool<'_>| {
        let description = env.plain_definition(tool)["description"].take();
        let last = tool.functions().pop();
        last.map(|f| json!({ "name": f.name, "signature": f.signature, "description": description }))
    };
    let tools = callable(env).filter(|tool| tool.domain() == found);
    let functions: Vec<Value> = tools.filter_map(row).collect();
    if functions.is_empty() {
        let message = bilingual!(
            "code cannot call the tools of '{domain}'. Call them directly; see list_tools.",
            "코드는 '{domain}' 도메인의 도구를 호출할 수 없어요. 직접 호출하세요(목록: list_tools)."
        );
        return Err(ToolError::new(message));
    }
    Ok(Output::Data(
        json!({ "domain": found.name(), "functions": functions }),
    ))
}

fn schema(env: &ToolEnv, name: &str) -> Result<Output, ToolError> {
    let snake = suggest::snake_case(name);
    let found = env
        .tools()
        .find(|tool| tool.name() == name || tool.name() == snake);
    let Some(tool) = found.filter(AnyTool::in_sandbox) else {
        if found.is_some() {
            let message = bilingual!(
                "'{name}' is a tool and not a function of the sandbox. Call it directly; see get_tool_schema.",
                "'{name}'은(는) 샌드박스의 함수가 아니라 도구예요. 직접 호출하세요(설명: get_tool_schema)."
            );
            return Err(ToolError::new(message));
        }
        let camel = name.contains(char::is_uppercase);
        let functions: Vec<_> = env.tools().flat_map(|tool| tool.functions()).collect();
        let names = functions
            .iter()
            .filter(|f| (f.name != suggest::snake_case(&f.name)) == camel);
        let near = suggest::nearest(name, names.map(|f| f.name.as_str()));
        return Err(ToolError::new(bilingual!(
            "Function '{name}' not found",
            "'{name}' 함수를 찾을 수 없어요"
        ))
        .suggesting(near));
    };
    let mut schema = env.plain_definition(tool);
    let functions: Vec<String> = tool
        .functions()
        .into_iter()
        .map(|f| format!("{}{}", f.name, f.signature))
        .collect();
    Ok(Output::Data(json!({
        "name": name,
        "functions": functions,
        "description": schema["description"].take(),
        "parameters": schema["parameters"].take(),
        "example": tool.example(),
    })))
}

fn symbols_of(env: &ToolEnv, file: &FileName) -> Value {
    let text = env.files.get(file.as_str()).map_or("", |text| text);
    let found = symbols::symbols(text);
    let places = source::line_columns(text, found.iter().map(|symbol| symbol.offset));
    let row = |(symbol, (line, _)): (symbols::Symbol, (u32, u32))| {
        let mut row = json!({ "name": symbol.name, "kind": symbol.kind.as_str(), "line": line });
        if let Some(signature) = symbol.signature {
            row["signature"] = json!(signature);
        }
        if let Some(exported) = symbol.exported {
            row["exported"] = json!(exported);
        }
        if !symbol.methods.is_empty() {
            row["methods"] = json!(symbol.methods);
        }
        row
    };
    json!({ "file": file, "symbols": found.into_iter().zip(places).map(row).collect::<Vec<_>>() })
}

fn definition(env: &ToolEnv, name: &str, file: Option<&FileName>) -> Result<Output, ToolError> {
    let searched = || {
        env.files
            .files()
            .filter(|(other, _)| file.is_none_or(|file| file == *other))
    };
    let mut places = Vec::new();
    for (file, text) in searched() {
        let named = symbols::symbols(text)
            .into_iter()
            .filter(|symbol| symbol.name == name);
        let found: Vec<symbols::Symbol> = named.take(MAX_DEFINITIONS).collect();
        let at = source::line_columns(text, found.iter().map(|symbol| symbol.offset));
        for (symbol, (line, column)) in found.into_iter().zip(at) {
            let start = source::line_start(text, symbol.offset);
            let rest = text.get(start..).unwrap_or_default();
            let source_line: String = rest.chars().take(MAX_LINE_CHARS).collect();
            let source_line = source_line.lines().next().unwrap_or_default().trim();
            places.push(json!({ "file": file, "line": line, "column": column, "kind": symbol.kind.as_str(), "source_line": source_line }));
        }
    }
    if !places.is_empty() {
        return Ok(Output::Data(json!({ "name": name, "definitions": places })));
    }
    if let Ok(tool) = env.find(name) {
        let domain = tool.domain().name();
        return Ok(Output::Data(match tool {
            AnyTool::Ours(ours) => {
                json!({ "name": name, "tool": ours.name, "domain": domain, "description": ours.canonical()["description"] })
            }
            AnyTool::Custom(custom) => {
                json!({ "name": name, "tool": custom.name, "domain": domain, "file": custom.module, "function": custom.function })
            }
        }));
    }
    let names: Vec<String> = searched()
        .flat_map(|(_, text)| symbols::symbols(text))
        .map(|symbol| symbol.name)
        .collect();
    let near = suggest::nearest(name, names.iter().map(String::as_str));
    let message = match file {
        Some(file) => bilingual!(
            "'{file}' does not declare '{name}'",
            "'{file}'에 '{name}'의 선언이 없어요"
        ),
        None => bilingual!(
            "no file declares '{name}'",
            "어느 파일에도 '{name}'의 선언이 없어요"
        ),
    };
    Err(ToolError::new(message).suggesting(near))
}
