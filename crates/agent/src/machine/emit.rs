//! Events about tool calls.

use serde_json::Value;

use crate::effect::Effect;
use crate::event::Event;
use crate::tool_result;
use trammel_llm::{ToolCall, ToolResult};

/// Emits the event for the start of a call.
pub(super) fn emit_started(call: &ToolCall, out: &mut Vec<Effect>) {
    let input = call.args.as_ref().map_or(Value::Null, Clone::clone);
    out.push(Effect::Emit(Event::ToolStarted {
        id: call.id.clone(),
        name: call.name.clone(),
        input,
        repair: call.repair,
    }));
}

/// Emits the event for the end of a call.
pub(super) fn emit_finished(result: &ToolResult, out: &mut Vec<Effect>) {
    let (id, ok, text) = (
        result.call_id.clone(),
        !result.is_error,
        tool_result::text(result),
    );
    out.push(Effect::Emit(Event::ToolFinished { id, ok, text }));
}
