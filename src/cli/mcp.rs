//! `trammel mcp`: the document as a Model Context Protocol server on standard input and output.
//!
//! Every tool is an MCP tool with the same name and schema, but the list of tools begins with the few that a conversation
//! in the app begins with, because hosts send the whole list with every request. A tool that the client looks up joins
//! the list, and the client is notified. A result is both structured content and text; an image is image content. Calls
//! run one after the other.

use super::document::{Document, FolderArgs};
use super::exit::Exit;
use crate::agent::{mcp_output, mcp_result, revealed, system_prompt};
use crate::llm::{ToolDef, schema};
use crate::tools::{CustomTool, Domain, Language, Reply, ToolSpec, find};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum length of a result's text in characters.
const MAX_TEXT: usize = 8_000;

/// Serves the tools to an MCP client over standard input and output
#[derive(Debug, clap::Args)]
pub(super) struct McpArgs {
    #[command(flatten)]
    folder: FolderArgs,
    /// The tools in the list of the server
    #[arg(long, value_enum, default_value = "core")]
    tools: Listed,
}

/// Tools in the list of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Listed {
    /// Tools for code and for finding tools; each tool that is looked up joins them
    Core,
    /// Every tool
    All,
}

pub(super) fn main(args: &McpArgs) -> Result<(), Exit> {
    let server = Server {
        document: Arc::new(Mutex::new(Document::open(&args.folder)?)),
        listed: args.tools,
        found: Arc::default(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|e| format!("the server could not start: {e}"))?;
    let served = runtime.block_on(async {
        let service = server
            .serve(rmcp::transport::stdio())
            .await
            .map_err(|e| e.to_string())?;
        service.waiting().await.map_err(|e| e.to_string())
    });
    // A read of standard input may still wait for a line that never arrives.
    runtime.shutdown_background();
    served.map(drop).map_err(|e| Exit::Usage(format!("mcp: {e}")))
}

/// A document and its client.
#[derive(Clone)]
struct Server {
    document: Arc<Mutex<Document>>,
    listed: Listed,
    /// Names of the tools that the client has looked up.
    found: Arc<Mutex<BTreeSet<String>>>,
}

impl Server {
    fn document(&self) -> MutexGuard<'_, Document> {
        // The document is consistent between two calls, even if a thread panicked while it had the lock.
        self.document.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn found(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tools(&self) -> Vec<Tool> {
        let every = Domain::every();
        let definitions = self
            .document()
            .session
            .tool_definitions(&every, Language::English);
        let found = self.found();
        let is_listed = |name: &str| {
            // A tool that is not built in was made from a function of the drawing.
            self.listed == Listed::All || found.contains(name) || find(name).map_or(true, |tool| tool.initial)
        };
        definitions
            .into_iter()
            .filter(|definition| definition["name"].as_str().is_some_and(is_listed))
            .filter_map(described)
            .collect()
    }

    /// Adds the tools that a reply reveals to the list. Returns whether the list grew.
    fn reveal(&self, tool: &str, reply: &Reply) -> bool {
        let mut found = self.found();
        let before = found.len();
        found.extend(revealed(tool, reply));
        self.listed == Listed::Core && found.len() > before
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let domains: Vec<(&str, &str)> = Domain::ALL.iter().map(|row| (row.1, row.2)).collect();
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("trammel", env!("CARGO_PKG_VERSION")))
            .with_instructions(system_prompt(&domains))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let server = self.clone();
        let input = request.arguments.map_or(Value::Null, Value::Object);
        let work = move || {
            let mut document = server.document();
            let before: Vec<CustomTool> = document.session.custom_tools().cloned().collect();
            let reply = document.call(&request.name, input);
            // A tool that is registered again under its name may have other parameters.
            let changed = !document.session.custom_tools().eq(&before);
            drop(document);
            let grew = server.reveal(&request.name, &reply);
            (reply, changed || grew)
        };
        let done = tokio::task::spawn_blocking(work).await;
        let (reply, changed) =
            done.map_err(|e| ErrorData::internal_error(format!("the call was lost: {e}"), None))?;
        if changed {
            // A client that ignores notifications still finds the tools through `list_tools`.
            let _ = context.peer.notify_tool_list_changed().await;
        }
        let result: CallToolResult = serde_json::from_value(mcp_result(&reply, MAX_TEXT))
            .map_err(|e| ErrorData::internal_error(format!("the result cannot be written: {e}"), None))?;
        Ok(result.into())
    }
}

fn described(definition: Value) -> Option<Tool> {
    let def = ToolDef::of(definition)?;
    let only_reads = find(&def.name).is_ok_and(ToolSpec::only_reads);
    let mut tool = schema::mcp(&def, only_reads);
    tool["outputSchema"] = mcp_output();
    serde_json::from_value(tool).ok()
}
