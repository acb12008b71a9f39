//! Assembly of streamed tool calls, tolerant of the variations between servers.
//!
//! Observed variations: calls whole or in pieces; with an index, without one, or all with index 0; without an id, or
//! with the id repeated; arguments as an object; the last brace under the next index. The first name and the first id
//! apply.

use serde_json::Value;

use super::request;
use crate::stream::text;
use crate::{StreamEvent, ToolCall};

/// A call under construction.
#[derive(Debug)]
struct Open {
    index: Option<u64>,
    given: String,
    id: String,
    name: String,
    args: String,
    /// Whether `ToolStart` was emitted, which requires the name.
    shown: bool,
    /// Position among the blocks of the turn.
    place: usize,
}

/// Calls of an answer, in order.
#[derive(Debug, Default)]
pub(super) struct Calls(Vec<Open>);

impl Calls {
    /// Processes one entry of `tool_calls`; `place` is the block position of a new call. Returns whether the entry
    /// started a new call.
    pub(super) fn push(&mut self, delta: &Value, place: usize, out: &mut Vec<StreamEvent>) -> bool {
        let function = &delta["function"];
        let (id, name) = (text(delta, "id"), text(function, "name"));
        let index = delta["index"].as_u64();
        let found = self.find(index, id, name);
        let at = found.unwrap_or_else(|| {
            let number = self.0.len() + 1;
            let sent = self.unique(id, number);
            self.0.push(Open {
                index,
                given: id.to_owned(),
                id: sent,
                name: String::new(),
                args: String::new(),
                shown: false,
                place,
            });
            self.0.len() - 1
        });
        let call = &mut self.0[at];
        if call.name.is_empty() {
            name.clone_into(&mut call.name);
        }
        if call.given.is_empty() && !id.is_empty() && !call.shown {
            id.clone_into(&mut call.given);
            id.clone_into(&mut call.id);
        }
        match &function["arguments"] {
            Value::String(piece) => call.args.push_str(piece),
            Value::Null => {}
            // The arguments are a whole object rather than a piece of text.
            whole if call.args.is_empty() => call.args = whole.to_string(),
            _ => {}
        }
        if !call.shown && !call.name.is_empty() {
            call.shown = true;
            call.start(out);
        }
        found.is_none()
    }

    /// Returns an id that is unique in the turn, because results are matched by id.
    fn unique(&self, id: &str, number: usize) -> String {
        match id {
            "" => format!("call_{number}"),
            id if self.0.iter().any(|call| call.id == id) => format!("{id}_{number}"),
            id => id.to_owned(),
        }
    }

    /// Returns the position of the open call to which an entry belongs.
    fn find(&self, index: Option<u64>, id: &str, name: &str) -> Option<usize> {
        let last = self.0.len().checked_sub(1)?;
        let at = match index {
            Some(_) => self.0.iter().rposition(|call| call.index == index),
            None if !id.is_empty() => self.0.iter().rposition(|call| call.given == id),
            None => None,
        };
        match at {
            // Some servers give all calls the index 0.
            Some(at)
                if !id.is_empty()
                    && !name.is_empty()
                    && !self.0[at].given.is_empty()
                    && self.0[at].given != id =>
            {
                self.0.iter().rposition(|call| call.given == id)
            }
            Some(at) => Some(at),
            // A piece without id and name belongs to the last call, regardless of its index.
            None if id.is_empty() && name.is_empty() => Some(last),
            None if id.is_empty()
                && index.is_none()
                && self.0[last].name == name
                && self.0[last].is_half() =>
            {
                Some(last)
            }
            None => None,
        }
    }

    /// Completes all calls and returns each with its block position and its entry in the message to send back.
    pub(super) fn finish(&mut self, out: &mut Vec<StreamEvent>) -> Vec<(usize, ToolCall, Value)> {
        let mut calls = Vec::new();
        for open in std::mem::take(&mut self.0) {
            if !open.shown {
                open.start(out);
            }
            let index = open.place;
            let call = ToolCall::parse(open.id, open.name, &open.args);
            // Valid arguments are sent back as the model wrote them.
            let written = Some(open.args)
                .filter(|args| call.args.is_ok() && call.repair.is_none() && !args.trim().is_empty());
            let entry = request::call_value(&call.id, &call, written);
            calls.push((index, call, entry));
        }
        calls
    }
}

impl Open {
    fn is_half(&self) -> bool {
        serde_json::from_str::<Value>(&self.args).is_err()
    }

    fn start(&self, out: &mut Vec<StreamEvent>) {
        out.push(StreamEvent::ToolStart {
            index: self.place,
            id: self.id.clone(),
            name: self.name.clone(),
        });
    }
}
