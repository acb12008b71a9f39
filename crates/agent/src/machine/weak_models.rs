//! Help for weak and local models: calls in the text of an answer, and one message of the app to a model that ends its turn
//! without a change that the user asked for.

use super::agent::Agent;
use crate::effect::Effect;
use crate::event::{Event, Nudge};
use crate::message::{GO_ON, is_from_app};
use crate::transcript::is_message;
use serde_json::Value;
use trammel_base::suggest::camel_case;
use trammel_llm::{Block, Repair, Stop, TextCalls, ToolCall, Turn, find_text_calls};
use trammel_tools::{self as tools, Verb};

/// Words with which a model claims a change.
const CLAIMS: [&str; 26] = [
    "i drew ",
    "i've drawn",
    "i have drawn",
    "i've added",
    "i have added",
    "i added ",
    "i created ",
    "i've created",
    "i have created",
    "i moved ",
    "i've moved",
    "i have moved",
    "i changed ",
    "i've changed",
    "i have changed",
    "i updated ",
    "i've updated",
    "i have updated",
    "i removed ",
    "i've removed",
    "그렸어요",
    "그렸습니다",
    "추가했",
    "만들었",
    "옮겼",
    "바꿨",
];

impl Agent {
    /// Replaces the calls that an answer has as text by calls. The second value is whether the text looks like a call but
    /// cannot be read.
    pub(super) fn read_text_calls(&mut self, stop: &Stop, turn: Turn, out: &mut Vec<Effect>) -> (Turn, bool) {
        let is_whole = !matches!(
            stop,
            Stop::Length | Stop::Refused { .. } | Stop::ContextFull | Stop::Pause
        );
        let offered = self.tools();
        if !is_whole || offered.is_empty() || turn.calls().next().is_some() {
            return (turn, false);
        }
        let schema = |name: &str| {
            let offer = offered.iter().find(|def| def.name == name);
            let parameters = offer.map(|def| def.parameters.clone());
            parameters.or_else(|| Some(tools::find(name).ok()?.canonical()["parameters"].take()))
        };
        // Unique in the conversation, also after a reload and after compaction.
        let id = format!("text_{}_{}", self.transcript.turns().len(), self.request);
        match find_text_calls(&turn, &id, &schema) {
            TextCalls::Absent => (turn, false),
            TextCalls::Unreadable => (turn, true),
            TextCalls::Found(turn) => {
                out.push(Effect::Emit(Event::CallsInText { rest: turn.text() }));
                (turn, false)
            }
        }
    }

    /// Returns the reason to tell the model once that nothing has changed; `None` if there is none. `is_call` is whether the
    /// answer has an unreadable call as text.
    pub(super) fn nudge(&self, turn: &Turn, is_call: bool) -> Option<Nudge> {
        if self.run.nudged
            || self.provider.recorded
            || self.tools().is_empty()
            || !self.receipt().changes_nothing()
        {
            return None;
        }
        let text = turn.text();
        let asked = self.latest_request().to_lowercase();
        let is_question = asked.trim_end().ends_with('?') || asked.contains("code") || asked.contains("코드");
        if is_call {
            Some(Nudge::TextCall)
        } else if is_question {
            None
        } else if has_drawing_code(&text) {
            Some(Nudge::Code)
        } else {
            let lower = text.to_lowercase();
            let claims = CLAIMS.iter().any(|claim| lower.contains(claim));
            (claims && self.run.calls == 0).then_some(Nudge::Claim)
        }
    }

    /// Returns the latest message of the user, without notes of the app.
    fn latest_request(&self) -> &str {
        let texts = |turn: &'_ Turn| {
            turn.blocks
                .iter()
                .rposition(|block| matches!(block, Block::Text(text) if text != GO_ON && !is_from_app(text)))
        };
        let turns = self
            .transcript
            .turns()
            .iter()
            .rev()
            .filter(|turn| is_message(turn));
        let found = turns
            .filter_map(|turn| texts(turn).and_then(|at| turn.blocks.get(at)))
            .next();
        match found {
            Some(Block::Text(text)) => text,
            _ => "",
        }
    }

    /// Returns the message of the app for a reason.
    pub(super) fn nudge_text(&self, nudge: Nudge) -> String {
        let what = match nudge {
            Nudge::TextCall => "Your answer has a call as text that cannot be read, so nothing was run",
            Nudge::Code => "Your answer has code as text, which is not run",
            Nudge::Claim => "You called no tool in this turn",
        };
        let how = if self.tools().iter().any(|def| def.name == "run_cad_code") {
            "To draw, call the tool run_cad_code and give it the code in its argument `code`."
        } else {
            "To draw, call one of your tools."
        };
        format!(
            "{what}: the drawing did not change. {how} If the user did not ask for a change, say so in one sentence."
        )
    }
}

/// Whether a code block of a text calls a function that draws or changes something.
fn has_drawing_code(text: &str) -> bool {
    let blocks = text.split("```").skip(1).step_by(2);
    let is_called = |code: &str, name: &str| {
        code.match_indices(name)
            .any(|(at, _)| code[at + name.len()..].trim_start().starts_with('('))
    };
    let names: Vec<(String, String)> = tools::TOOLS
        .iter()
        .filter(|tool| !tool.verb.changes_nothing())
        .map(|tool| (tool.name.to_owned(), camel_case(tool.name)))
        .collect();
    blocks.into_iter().any(|code| {
        names
            .iter()
            .any(|(snake, camel)| is_called(code, snake) || is_called(code, camel))
    })
}

/// Whether a repaired call is not run, because it can delete or overwrite something and the model may have meant something
/// else. `input` has the arguments of the call.
pub(super) fn is_too_risky(call: &ToolCall, input: &Value) -> bool {
    if !matches!(call.repair, Repair::Completed | Repair::FromText) {
        return false;
    }
    let Ok(tool) = tools::find(&call.name) else {
        // The reply to an unknown name has suggestions; a custom tool can do anything.
        return false;
    };
    let verb = (tool.verb_of)(input);
    matches!(
        verb,
        Verb::Delete | Verb::WriteFile | Verb::Empty | Verb::Undo | Verb::Redo
    )
}
