//! Answers to the requests of an MCP client.
//!
//! Invariant: the document is locked only on threads for blocking work, so that the server reads the next request (such
//! as a cancellation) while a call runs.

use super::notices::{Changes, Notices};
use super::resources::{self, ResourceState};
use super::tools::{Listed, ToolList};
use super::{progress, prompts};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, GetPromptRequestParams, GetPromptResponse,
    Implementation, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ServerCapabilities, ServerConfig, SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};
use trammel_agent::{mcp_result, system_prompt};
use trammel_engine::child::Stop;
use trammel_host::Document;
use trammel_tools::{CustomTool, Domain, Reply};

/// Maximum length of a result's text in characters.
const MAX_TEXT: usize = 8_000;

/// A document and its client. Clones share both.
#[derive(Clone)]
pub(super) struct Server {
    state: Arc<Mutex<State>>,
    notices: Notices,
}

struct State {
    document: Document,
    tools: ToolList,
    /// State of the resources when the client was last notified of changes.
    resources: ResourceState,
}

impl Server {
    pub(super) fn new(document: Document, listed: Listed) -> Server {
        let state = State {
            tools: ToolList::new(listed),
            resources: ResourceState::of(&document.session),
            document,
        };
        Server {
            state: Arc::new(Mutex::new(state)),
            notices: Notices::default(),
        }
    }

    /// Starts work with the document on a thread that may wait for the document.
    fn start<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut State) -> T + Send + 'static,
    ) -> tokio::task::JoinHandle<T> {
        let state = self.state.clone();
        // The document is consistent between two calls, even if a thread panicked while it had the lock.
        tokio::task::spawn_blocking(move || work(&mut state.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Performs work with the document, after loading files that were changed outside the program.
    async fn with_document<T: Send + 'static>(
        &self,
        context: &RequestContext<RoleServer>,
        work: impl FnOnce(&State) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        let done = self.start(|state| {
            // The next call reports files that are gone; the client can read the document until then.
            let _ = state.document.refresh();
            (work(state), state.changes(false))
        });
        let (done, changes) = done.await.map_err(|error| lost_call_error(&error))?;
        self.notices.send(&context.peer, &changes).await;
        Ok(done)
    }
}

impl State {
    /// Calls a tool and returns its reply and the changes.
    fn call(&mut self, tool: &str, input: Value, stop: &Stop) -> (Reply, Changes) {
        let before: Vec<CustomTool> = self.document.session.document().custom_tools().cloned().collect();
        let reply = self.document.call_until(tool, input, stop);
        // A tool that is registered again under its name may have other parameters.
        let custom = !self.document.session.document().custom_tools().eq(&before);
        let tools = self.tools.reveal(tool, &reply) || custom;
        (reply, self.changes(tools))
    }

    /// Returns the changes since the client was last notified.
    fn changes(&mut self, tools: bool) -> Changes {
        let now = ResourceState::of(&self.document.session);
        let resources = now.since(&self.resources);
        self.resources = now;
        Changes { tools, resources }
    }
}

fn lost_call_error(error: &tokio::task::JoinError) -> ErrorData {
    ErrorData::internal_error(format!("the call was lost: {error}"), None)
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let domains: Vec<(&str, &str)> = Domain::ALL.iter().map(|row| (row.1, row.2)).collect();
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_resources_list_changed()
            .enable_prompts()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("trammel", env!("CARGO_PKG_VERSION")))
            .with_instructions(system_prompt(&domains))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.with_document(&context, |state| state.tools.describe(&state.document.session));
        Ok(ListToolsResult::with_all_items(tools.await?))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let stop = Stop::default();
        let until = stop.clone();
        let input = request.arguments.map_or(Value::Null, Value::Object);
        let work = self.start(move |state| state.call(&request.name, input, &until));
        let (reply, changes) = progress::watch(work, &stop, &context)
            .await
            .map_err(|error| lost_call_error(&error))?;
        self.notices.send(&context.peer, &changes).await;
        let result: CallToolResult = serde_json::from_value(mcp_result(&reply, MAX_TEXT))
            .map_err(|e| ErrorData::internal_error(format!("the result cannot be written: {e}"), None))?;
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resources = self.with_document(&context, |state| resources::list(&state.document.session));
        Ok(ListResourcesResult::with_all_items(resources.await?))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = self.with_document(&context, move |state| {
            resources::read(&state.document.session, &request.uri)
        });
        Ok(ReadResourceResult::new(vec![contents.await??]).into())
    }

    #[allow(
        deprecated,
        reason = "clients of the protocol until 2025-11-25 subscribe by this request"
    )]
    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.notices.subscribe(request.uri);
        Ok(())
    }

    #[allow(
        deprecated,
        reason = "clients of the protocol until 2025-11-25 unsubscribe by this request"
    )]
    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.notices.unsubscribe(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        self.notices.open(context.sink().clone());
        context.cancelled().await;
        self.notices.close(context.sink().id());
        Ok(())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::list()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        Ok(prompts::get(&request.name, request.arguments.as_ref())?.into())
    }
}
