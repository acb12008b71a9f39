//! Checks of what tools can reach: a model that obeys an order in a drawing finds no tool for a key, a provider, a setting of
//! the app, a lock, or the network.

use super::models::about;
use crate::support::drawn;
use serde_json::{Value, json};
use trammel_document::{Actor, CallOutcome};
use trammel_tools::{Command, Output, Plan, TOOLS, ToolCx, ToolEnv};

/// Tools that are no functions of code, in the order of the list. Functions of code run in the sandbox, which has only the
/// drawing. A new tool is added after a review: the tool must not read or change a key, a provider, a setting of the app, or
/// a lock, and must not send anything.
const REVIEWED: [&str; 30] = [
    "get_selection",
    "export_json",
    "export_svg",
    "export_dxf",
    "export_pdf",
    "import_json",
    "import_svg",
    "import_dxf",
    "glob",
    "read",
    "look",
    "edit",
    "write",
    "lsp",
    "bash",
    "run_cad_code",
    "query_code",
    "list_domains",
    "list_tools",
    "get_tool_schema",
    "call_tool",
    "request_tool",
    "list_tool_requests",
    "register_tool",
    "save_decision",
    "search_decisions",
    "record_outcome",
    "save_checkpoint",
    "load_checkpoint",
    "edit_hint",
];

/// Words of tools and parameters that a model would need to obey an order.
const WORDS: &str = "key keys secret secrets token tokens password passwords credential credentials provider providers \
    model models endpoint url urls uri host server proxy network fetch http https send post upload download open eval shell \
    exec process setting settings preference preferences config configure configuration permission permissions approve \
    approval lock locked unlock flags hide hidden";

/// Everything that a call of a tool receives. A new part does not compile here: it must hold no key, no provider, no setting of
/// the app, and no way to the network.
const _: fn(&ToolCx<'_>) = |context| {
    let ToolCx {
        edit: _,
        env,
        in_sandbox: _,
        notes: _,
    } = context;
    let ToolEnv {
        catalog: _,
        files: _,
        memory: _,
        custom: _,
        language: _,
        selection: _,
        conversation: _,
    } = &**env;
};

/// Everything that a call of a tool can ask for. A new request does not compile here: it must change and read the document
/// only.
const _: fn(&Output) = |output| match output {
    Output::Entity { .. } | Output::Data(_) | Output::Done | Output::Picture { .. } => {}
    // Another tool of the same list, which the session finds and runs like a direct call.
    Output::Call { .. } => {}
    Output::Session(Command::Undo | Command::Redo | Command::Reset | Command::History) => {}
    Output::Run(
        Plan::Write { .. }
        | Plan::Snippet { .. }
        | Plan::Query { .. }
        | Plan::Import { .. }
        | Plan::Export { .. }
        | Plan::Check { .. },
    ) => {}
};

/// Calls tools that a model would need to obey an order.
pub(super) fn no_tool() -> String {
    let (mut session, _) = drawn("drawCircle('locked', 0, 0, 5);");
    for tool in [
        "set_api_key",
        "set_key",
        "set_base_url",
        "set_provider",
        "configure_provider",
        "set_settings",
        "unlock",
        "set_locked",
        "set_flags",
        "fetch",
        "send",
        "open_url",
        "eval",
    ] {
        let CallOutcome::Done(reply) = session.call(Actor::Agent, tool, json!({ "name": "locked" })) else {
            return format!("{tool} was planned");
        };
        let error = reply.to_json()["error"].to_string();
        if !error.contains(&format!("Tool '{tool}' not found")) {
            return format!("{tool}: {error}");
        }
    }
    "no such tool".to_owned()
}

/// Compares the tools that are no functions of code with the reviewed ones, and looks for words in the names of all tools and
/// parameters. A request to a model offers no other tools.
pub(super) fn reviewed_tools() -> String {
    let host = TOOLS.iter().filter(|tool| !tool.in_sandbox());
    let host: Vec<&str> = host.map(|tool| tool.name).collect();
    if host != REVIEWED {
        return format!("not the reviewed tools: {host:?}");
    }
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    for tool in TOOLS {
        let mut names = vec![tool.name.to_owned()];
        parameters(&tool.canonical()["parameters"], &mut names);
        for name in names {
            if let Some(word) = name.split('_').find(|word| words.contains(word)) {
                return format!("'{name}' of {} has the word '{word}'", tool.name);
            }
        }
    }
    let offered = about(&["c"]);
    for tool in offered["tools"].as_array().unwrap() {
        if !TOOLS.iter().any(|known| tool["name"] == known.name) {
            return format!("a request offers {tool}");
        }
    }
    "all reviewed, no such word".to_owned()
}

/// Collects the names of all parameters in a schema, at every depth.
fn parameters(schema: &Value, out: &mut Vec<String>) {
    match schema {
        Value::Object(entries) => {
            if let Some(properties) = schema["properties"].as_object() {
                out.extend(properties.keys().cloned());
            }
            entries.values().for_each(|inner| parameters(inner, out));
        }
        Value::Array(items) => items.iter().for_each(|inner| parameters(inner, out)),
        _ => {}
    }
}
