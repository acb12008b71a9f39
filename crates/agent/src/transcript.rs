//! Transcript of a conversation: append-only between compactions, and always valid to send.
//!
//! Invariant ([`Transcript::check`]): the first turn is the user's; each tool call is answered exactly once, in
//! order, at the start of the next turn; there are no other tool results; no turn is empty. The methods that
//! add turns preserve the invariant, so the transcript never contains an unfinished turn.

use serde::{Deserialize, Serialize};

use super::image_fallback;
use super::message::from_app;
use trammel_llm::{Block, Role, ToolResult, Turn};

/// The turns of a conversation. Serialized as a list of turns; deserialization checks the invariant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Turn>", into = "Vec<Turn>")]
pub struct Transcript {
    turns: Vec<Turn>,
}

impl Transcript {
    /// Returns all turns, oldest first.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns the conversation before a turn; `None` if it has no such turn, or if the turn answers calls before it.
    pub fn before(&self, turn: usize) -> Option<Transcript> {
        let turns = self.turns.get(..turn)?;
        Transcript::try_from(turns.to_vec()).ok()
    }

    /// Whether the model has the next turn, because the last turn is the user's.
    pub fn awaits_answer(&self) -> bool {
        self.turns.last().is_some_and(|turn| turn.role == Role::User)
    }

    /// Checks that a request with these turns is valid. If the last turn is the model's, the request also needs a
    /// message of the user.
    ///
    /// # Errors
    /// Returns a description of the first violation.
    pub fn check(&self) -> Result<(), String> {
        check(&self.turns)
    }

    /// Whether any turn contains an image.
    pub fn has_images(&self) -> bool {
        image_fallback::has_images(&self.turns)
    }

    /// Returns a copy with a short note in place of each image, for small storage.
    #[must_use]
    pub fn without_images(&self) -> Self {
        Self {
            turns: image_fallback::visible(&self.turns, false).into_owned(),
        }
    }

    /// Appends a message of the app. It has no effect on an empty conversation.
    pub fn tell(&mut self, text: &str) {
        if !self.turns.is_empty() {
            self.push_user(vec![from_app(text)]);
        }
    }

    /// Appends a turn of the user.
    pub(super) fn push_user(&mut self, blocks: Vec<Block>) {
        self.turns.push(Turn::user(blocks));
    }

    /// Replaces all turns, after compaction.
    pub(super) fn restart(&mut self, turns: Vec<Turn>) {
        self.turns = turns;
    }

    /// Appends a turn of the model without tool calls.
    pub(super) fn push_answer(&mut self, turn: Turn) {
        debug_assert!(turn.calls().next().is_none());
        self.turns.push(turn);
    }

    /// Appends a turn of the model with the results of all its calls.
    pub(super) fn push_exchange(&mut self, turn: Turn, results: Vec<ToolResult>) {
        debug_assert_eq!(turn.calls().count(), results.len());
        self.turns.push(turn);
        self.turns
            .push(Turn::user(results.into_iter().map(Block::ToolResult).collect()));
    }
}

impl TryFrom<Vec<Turn>> for Transcript {
    type Error = String;

    fn try_from(turns: Vec<Turn>) -> Result<Self, String> {
        check(&turns)?;
        Ok(Self { turns })
    }
}

impl From<Transcript> for Vec<Turn> {
    fn from(transcript: Transcript) -> Self {
        transcript.turns
    }
}

/// Whether a turn is a message of the user and not a list of tool results.
pub(super) fn is_message(turn: &Turn) -> bool {
    turn.role == Role::User && turn.results().next().is_none()
}

fn check(turns: &[Turn]) -> Result<(), String> {
    if turns.first().is_some_and(|turn| turn.role != Role::User) {
        return Err("the first turn is not the user's".to_owned());
    }
    let mut open: Vec<&str> = Vec::new();
    for (i, turn) in turns.iter().enumerate() {
        if turn.is_empty() {
            return Err(format!("turn {i} is empty"));
        }
        let answered: Vec<&str> = turn.results().map(|result| result.call_id.as_str()).collect();
        if answered != open {
            return Err(format!(
                "turn {i} answers {answered:?}, the calls before it are {open:?}"
            ));
        }
        let leading = turn
            .blocks
            .iter()
            .take_while(|block| matches!(block, Block::ToolResult(_)))
            .count();
        if leading != answered.len() {
            return Err(format!("turn {i} has other blocks before a result"));
        }
        open = turn.calls().map(|call| call.id.as_str()).collect();
        if turn.role == Role::User && !open.is_empty() {
            return Err(format!("turn {i} is the user's and has calls"));
        }
    }
    if open.is_empty() {
        Ok(())
    } else {
        Err(format!("calls without a result: {open:?}"))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use serde_json::json;

    use super::*;
    use trammel_llm::{Content, ToolCall};

    fn text(role: Role, text: &str) -> Turn {
        Turn {
            role,
            blocks: vec![Block::Text(text.into())],
            raw: None,
        }
    }

    fn calls(ids: &[&str]) -> Turn {
        let call = |id: &&str| {
            Block::ToolCall(ToolCall {
                id: (*id).into(),
                name: "t".into(),
                args: Ok(json!({"a": 1})),
                repair: trammel_llm::Repair::None,
            })
        };
        Turn {
            role: Role::Assistant,
            blocks: ids.iter().map(call).collect(),
            raw: None,
        }
    }

    fn results(ids: &[&str]) -> Turn {
        let result = |id: &&str| {
            let content = vec![Content::Text("ok".into())];
            Block::ToolResult(ToolResult {
                call_id: (*id).into(),
                content,
                is_error: false,
            })
        };
        Turn::user(ids.iter().map(result).collect())
    }

    #[test]
    fn only_transcripts_with_paired_calls_and_results_are_sendable() {
        let user = || text(Role::User, "hi");
        let model = || text(Role::Assistant, "ho");
        for good in [
            vec![],
            vec![user()],
            vec![user(), user()],
            vec![user(), model(), user()],
            vec![user(), calls(&["a", "b"]), results(&["a", "b"])],
            vec![
                user(),
                calls(&["a"]),
                results(&["a"]),
                calls(&["b"]),
                results(&["b"]),
                model(),
            ],
            vec![user(), calls(&["a"]), results(&["a"]), user()],
        ] {
            assert_eq!(check(&good), Ok(()));
        }
        for bad in [
            vec![model()],
            vec![user(), calls(&["a"])],
            vec![user(), calls(&["a"]), user()],
            vec![user(), calls(&["a", "b"]), results(&["b", "a"])],
            vec![user(), calls(&["a", "b"]), results(&["a"])],
            vec![user(), calls(&["a"]), results(&["a", "a"])],
            vec![user(), results(&["a"])],
            vec![user(), text(Role::Assistant, "  ")],
        ] {
            assert!(check(&bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_transcript_round_trips_through_json_and_is_validated() {
        let turns = vec![text(Role::User, "hi"), calls(&["a"]), results(&["a"])];
        let transcript = Transcript::try_from(turns).unwrap();
        let json = serde_json::to_string(&transcript).unwrap();
        assert_eq!(serde_json::from_str::<Transcript>(&json).unwrap(), transcript);
        let broken = json.replace("\"call_id\":\"a\"", "\"call_id\":\"b\"");
        assert!(serde_json::from_str::<Transcript>(&broken).is_err());
    }

    #[test]
    fn the_conversation_before_a_message_can_be_sent_and_that_before_a_result_cannot() {
        let turns = vec![
            text(Role::User, "hi"),
            calls(&["a"]),
            results(&["a"]),
            text(Role::User, "again"),
        ];
        let transcript = Transcript::try_from(turns.clone()).unwrap();
        for (turn, is_place) in [(0, true), (1, true), (2, false), (3, true), (4, true), (5, false)] {
            let before = transcript.before(turn);
            let expected = is_place.then(|| Transcript::try_from(turns[..turn].to_vec()).unwrap());
            assert_eq!(before, expected, "before turn {turn}");
        }
    }
}
