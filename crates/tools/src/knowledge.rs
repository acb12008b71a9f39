//! Memory tools: decisions, checkpoints and hints that outlive a conversation.

use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use trammel_knowledge::{Found, Outcome, Sourced, UNVERIFIED, WrittenEntry};
use trammel_language::bilingual;

/// Remember a decision with its reasons, so that later conversations keep to it. A newer decision on the same topic
/// replaces the older one.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SaveDecision {
    /// Topic, the same words each time: 'gear:teeth'.
    topic: String,
    /// The decision, in a sentence.
    decision: String,
    /// Why.
    reasoning: String,
}

impl Tool for SaveDecision {
    const NAME: &'static str = "save_decision";
    const KOREAN: &'static str =
        "결정과 이유를 기억해 다음 대화에서도 지키게 합니다. 같은 주제의 새 결정이 이전 결정을 대신합니다.";
    const SYNONYMS: [&'static str; 2] = ["remember, note, preference, convention", "결정 저장, 기억"];
    const DOMAIN: Domain = Domain::Memory;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Remember;
    const POSITIONAL: &'static [&'static str] = &["topic", "decision", "reasoning"];
    const EXAMPLE: &'static str = "save_decision({ topic: 'gear:teeth', decision: 'Place teeth on a circle with cos and sin', \
        reasoning: 'keeps the spacing even for any number of teeth' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let mark = cx.env.mark();
        let texts = [&*self.topic, &self.decision, &self.reasoning];
        let decision = cx.env.memory.decisions.add_marked(texts, mark)?;
        let (id, topic) = (decision.id.clone(), decision.topic.clone());
        let state = cx.note_written(WrittenEntry::Decision(id.clone()));
        Ok(Output::Data(json!({ "id": id, "topic": topic, "state": state })))
    }
}

/// Search earlier decisions by their words; the best and newest come first.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SearchDecisions {
    /// Words of any language.
    query: String,
}

impl Tool for SearchDecisions {
    const NAME: &'static str = "search_decisions";
    const KOREAN: &'static str = "이전 결정을 단어로 찾습니다. 가장 알맞고 최근인 것이 먼저 나옵니다.";
    const SYNONYMS: [&'static str; 2] = ["recall, earlier decisions, what was decided", "결정 찾기, 기억"];
    const DOMAIN: Domain = Domain::Memory;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Recall;
    const POSITIONAL: &'static [&'static str] = &["query"];
    const EXAMPLE: &'static str = "search_decisions({ query: 'gear teeth' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let found = cx.env.memory.decisions.search(&self.query);
        let row = |found: &Found<'_>| {
            let mut row = row_for_model(found.decision, json!(found));
            if let Some(report) = &found.decision.report {
                row["report"] =
                    json!({ "outcome": report.outcome, "reason": report.reason, "unverified": UNVERIFIED });
            }
            row
        };
        Ok(Output::Data(found.iter().map(row).collect()))
    }
}

/// Returns an entry as a result tells it to a model: without the mark, and with a note if a model wrote it and the user
/// has not turned it on.
fn row_for_model(entry: &impl Sourced, mut row: Value) -> Value {
    if let Some(fields) = row.as_object_mut() {
        fields.shift_remove("imported");
    }
    if !entry.is_on() {
        row["unverified"] = UNVERIFIED.into();
    }
    row
}

/// Outcome of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum OutcomeArg {
    Success,
    Partial,
    Failed,
}

/// Record how a decision turned out, so that later conversations learn from it.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RecordOutcome {
    /// The decision's id, from save_decision or search_decisions.
    id: String,
    /// "success", "partial" or "failed".
    outcome: OutcomeArg,
    /// Why it turned out so.
    reason: Option<String>,
}

impl Tool for RecordOutcome {
    const NAME: &'static str = "record_outcome";
    const KOREAN: &'static str = "결정의 결과를 기록해 다음 대화가 배우게 합니다.";
    const SYNONYMS: [&'static str; 2] = ["result, worked, failed, feedback", "결과 기록"];
    const DOMAIN: Domain = Domain::Memory;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Remember;
    const POSITIONAL: &'static [&'static str] = &["id", "outcome", "reason"];
    const EXAMPLE: &'static str = "save_decision({ topic: 'wall', decision: 'Walls are 200 thick', reasoning: 'brick' });\n\
        record_outcome({ id: 'dec_001', outcome: 'success', reason: 'the plan adds up' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let outcome = match self.outcome {
            OutcomeArg::Success => Outcome::Success,
            OutcomeArg::Partial => Outcome::Partial,
            OutcomeArg::Failed => Outcome::Failed,
        };
        let (decisions, reason) = (&mut cx.env.memory.decisions, self.reason.as_deref());
        let (decision, is_report) = match &cx.env.conversation {
            None => (decisions.record(&self.id, outcome, reason)?, true),
            Some(conversation) => decisions.report(&self.id, outcome, reason, conversation)?,
        };
        let id = decision.id.clone();
        let state = cx.note_written(match is_report {
            true => WrittenEntry::Outcome(id.clone()),
            false => WrittenEntry::Decision(id.clone()),
        });
        Ok(Output::Data(
            json!({ "id": id, "outcome": outcome, "state": state }),
        ))
    }
}

/// Remember where work stands, for the next conversation.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SaveCheckpoint {
    /// Finished work.
    summary: String,
    /// Next steps.
    next_steps: Option<String>,
}

impl Tool for SaveCheckpoint {
    const NAME: &'static str = "save_checkpoint";
    const KOREAN: &'static str = "다음 대화를 위해 어디까지 했는지 기억합니다.";
    const SYNONYMS: [&'static str; 2] = ["progress, status, continue later", "진행 저장"];
    const DOMAIN: Domain = Domain::Memory;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Remember;
    const POSITIONAL: &'static [&'static str] = &["summary", "next_steps"];
    const EXAMPLE: &'static str =
        "save_checkpoint({ summary: 'Walls are drawn', next_steps: 'Doors and windows' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let mark = cx.env.mark();
        let checkpoints = &mut cx.env.memory.checkpoints;
        let id = checkpoints
            .add(&self.summary, self.next_steps.as_deref(), mark)?
            .id
            .clone();
        let state = cx.note_written(WrittenEntry::Checkpoint(id.clone()));
        Ok(Output::Data(json!({ "id": id, "state": state })))
    }
}

/// Get the last checkpoint: where work stood, or null.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct LoadCheckpoint {}

impl Tool for LoadCheckpoint {
    const NAME: &'static str = "load_checkpoint";
    const KOREAN: &'static str = "마지막 진행 상황을 불러옵니다. 없으면 null입니다.";
    const SYNONYMS: [&'static str; 2] = ["resume, where was I, last status", "이어 하기"];
    const DOMAIN: Domain = Domain::Memory;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Recall;
    const POSITIONAL: &'static [&'static str] = &[];
    const EXAMPLE: &'static str = "load_checkpoint()";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let latest = cx.env.memory.checkpoints.latest();
        Ok(Output::Data(latest.map_or(Value::Null, |latest| {
            row_for_model(latest, json!(latest))
        })))
    }
}

/// Action on a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum HintAction {
    Add,
    Delete,
    List,
}

/// Change the hints in a tool's description: lines of advice that every later conversation begins with. A line that you
/// add is off until the user turns it on, and you can delete only lines that you added and that are off.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EditHint {
    /// The tool.
    tool: String,
    /// "add" a line, "delete" the line (without text: all lines), or "list" what the description gets.
    action: HintAction,
    /// The line. It may name only functions that exist.
    text: Option<String>,
}

impl Tool for EditHint {
    const NAME: &'static str = "edit_hint";
    const KOREAN: &'static str = "도구 설명에 붙는 힌트를 바꿉니다. 다음 대화들이 그 조언과 함께 시작합니다. 더한 줄은 사용자가 켤 때까지 꺼져 있고, 직접 더한 꺼진 줄만 지울 수 있습니다.";
    const SYNONYMS: [&'static str; 2] = ["advice, improve a description, lesson", "힌트, 조언"];
    const DOMAIN: Domain = Domain::Memory;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Remember;
    const POSITIONAL: &'static [&'static str] = &["tool", "action", "text"];
    const EXAMPLE: &'static str =
        "edit_hint({ tool: 'run_cad_code', action: 'add', text: 'Name holes hole_1, hole_2, ...' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let tool = cx.env.find(&self.tool)?.name().to_owned();
        let known = cx.env.known_tools();
        let mark = cx.env.mark();
        let hints = &mut cx.env.memory.hints;
        match self.action {
            HintAction::Add => {
                let text = self.text.ok_or_else(|| {
                    ToolError::new(bilingual!(
                        "edit_hint: 'text', the line to add, is missing",
                        "edit_hint: 더할 줄인 'text'가 없어요"
                    ))
                })?;
                let added = hints.add(&tool, &text, &known, mark)?;
                let added = added.map(|hint| (hint.tool.clone(), hint.text.clone()));
                if let Some((tool, text)) = added {
                    cx.note_written(WrittenEntry::Hint(tool, text));
                }
            }
            HintAction::Delete => match &cx.env.conversation {
                None => hints.delete_lines(&tool, self.text.as_deref())?,
                Some(conversation) => hints.remove_drafts(&tool, self.text.as_deref(), conversation)?,
            },
            HintAction::List => {}
        }
        let mut answer = json!({ "tool": tool, "hints": cx.env.hints(cx.env.find(&tool)?) });
        let drafts = cx.env.memory.draft_hints_for(&tool);
        if !drafts.is_empty() {
            answer["off"] = json!({ "hints": drafts, "unverified": UNVERIFIED });
        }
        Ok(Output::Data(answer))
    }
}
