//! Text of a conversation within a limited room: the messages of the user first, then the newest calls, then the newest
//! results.

use super::message::is_from_app;
use super::transcript::is_message;
use serde_json::Value;
use trammel_llm::{Block, Content, Role, ToolResult, Turn};

/// Maximum length of one answer, tool call, or tool result, in characters.
const PIECE: usize = 1_500;

/// Marker of omitted pieces.
const GAP: &str = "[…]\n";

/// Smallest part of a message that is worth keeping, in bytes.
const LEAST: usize = 160;

/// Order in which pieces are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rank {
    Message,
    Call,
    Result,
}

struct Piece {
    rank: Rank,
    text: String,
}

/// Returns the conversation as text of about `room` bytes, in the order of the conversation.
pub(super) fn conversation_text(turns: &[Turn], room: usize) -> String {
    let pieces: Vec<Piece> = turns
        .iter()
        .flat_map(|turn| turn.blocks.iter().filter_map(move |block| piece(turn, block)))
        .collect();
    let messages: Vec<&str> = pieces
        .iter()
        .filter(|piece| piece.rank == Rank::Message)
        .map(|piece| piece.text.as_str())
        .collect();
    let messages = fit_messages(&messages, room);
    let mut left = room.saturating_sub(messages.iter().map(String::len).sum());
    let mut keeps = vec![false; pieces.len()];
    for rank in [Rank::Call, Rank::Result] {
        let of_rank = pieces.iter().zip(&mut keeps).rev();
        for (piece, keep) in of_rank.filter(|(piece, _)| piece.rank == rank) {
            let size = piece.text.len() + GAP.len();
            if size > left {
                break;
            }
            left -= size;
            *keep = true;
        }
    }
    let mut text = String::new();
    let dropped = messages.iter().filter(|message| message.is_empty()).count();
    if dropped > 0 {
        text.push_str(&format!(
            "[The app left out the {dropped} oldest messages of the user, which do not fit.]\n"
        ));
    }
    let mut messages = messages.into_iter();
    for (piece, keeps) in pieces.iter().zip(keeps) {
        if piece.rank == Rank::Message {
            let message = messages.next().unwrap_or_default();
            if !message.is_empty() {
                text.push_str("User: ");
                text.push_str(&message);
                text.push('\n');
            }
        } else if keeps {
            text.push_str(&piece.text);
        } else if !text.ends_with(GAP) {
            text.push_str(GAP);
        }
    }
    text
}

/// Returns the messages of the user in these turns, without notes of the app.
pub(super) fn messages_of(turns: &[Turn]) -> Vec<&str> {
    let blocks = turns
        .iter()
        .filter(|turn| is_message(turn))
        .flat_map(|turn| &turn.blocks);
    blocks
        .filter_map(|block| match block {
            Block::Text(text) if !is_from_app(text) => Some(text.as_str()),
            _ => None,
        })
        .collect()
}

/// Returns the checks that calls have declared in code, as lines without repetitions, oldest first. A note of an earlier
/// compaction counts too.
pub(super) fn checks_of(turns: &[Turn]) -> Vec<String> {
    let mut checks: Vec<String> = Vec::new();
    let mut read = |text: &str| {
        for line in text.lines().map(str::trim) {
            let is_check = line.starts_with("expect") && line.contains('(');
            if is_check && checks.iter().all(|known| known != line) {
                checks.push(line.to_owned());
            }
        }
    };
    for block in turns.iter().flat_map(|turn| &turn.blocks) {
        match block {
            Block::Text(text) if is_from_app(text) => read(text),
            Block::ToolCall(call) => {
                let fields = call.args.as_ref().ok().and_then(Value::as_object);
                let texts = fields.into_iter().flat_map(|fields| fields.values());
                texts.filter_map(Value::as_str).for_each(&mut read);
            }
            _ => {}
        }
    }
    checks
}

/// Shortens messages so that they fit into `room` bytes together. If they do, nothing changes. Otherwise the newest stay
/// whole up to half of the room, the long ones of the others are cut with a mark, and the oldest of too many are empty.
pub(super) fn fit_messages(messages: &[&str], room: usize) -> Vec<String> {
    let size = |message: &&str| message.len();
    let mut whole = 0;
    if messages.iter().map(size).sum::<usize>() <= room {
        whole = messages.len();
    }
    let mut used = 0;
    while whole < messages.len() {
        let next = messages[messages.len() - 1 - whole].len();
        if used + next > room / 2 {
            break;
        }
        used += next;
        whole += 1;
    }
    let (old, new) = messages.split_at(messages.len() - whole);
    let left = room.saturating_sub(used);
    let dropped = old.len().saturating_sub(left / LEAST);
    let cap = largest_cap(&old[dropped..], left);
    let shortened = old.iter().enumerate().map(|(at, message)| {
        if at < dropped {
            String::new()
        } else {
            shorten(message, cap)
        }
    });
    shortened
        .chain(new.iter().map(|text| (*text).to_owned()))
        .collect()
}

/// Returns the largest length to which each message can be cut, so that they fit into `room` together.
fn largest_cap(messages: &[&str], room: usize) -> usize {
    let mut sizes: Vec<usize> = messages.iter().map(|message| message.len()).collect();
    trammel_base::sort::by(&mut sizes, Ord::cmp);
    let mut left = room;
    for (at, size) in sizes.iter().enumerate() {
        let share = left / (sizes.len() - at);
        if *size > share {
            return share;
        }
        left -= size;
    }
    room
}

/// Cuts a message to at most `cap` bytes, with a mark that says so.
fn shorten(message: &str, cap: usize) -> String {
    if message.len() <= cap {
        return message.to_owned();
    }
    // The mark has at most 60 bytes and two numbers.
    let mut end = cap.saturating_sub(90);
    while !message.is_char_boundary(end) {
        end -= 1;
    }
    let (all, head) = (message.chars().count(), &message[..end]);
    let omitted = all - head.chars().count();
    format!("{head} [The app left out {omitted} of the {all} characters of this message.]")
}

fn piece(turn: &Turn, block: &Block) -> Option<Piece> {
    let (rank, text) = match block {
        Block::Text(text) if turn.role == Role::Assistant => {
            (Rank::Call, format!("Assistant: {}\n", clip(text)))
        }
        Block::Text(text) if is_from_app(text) => (Rank::Result, format!("App: {}\n", clip(text))),
        Block::Text(text) => (Rank::Message, text.clone()),
        Block::Image { .. } => (Rank::Call, "User: [an image]\n".to_owned()),
        Block::Reasoning(_) => return None,
        Block::ToolCall(call) => {
            let args = call
                .args
                .as_ref()
                .map_or_else(|bad| bad.raw.clone(), Value::to_string);
            (Rank::Call, format!("Call of {}: {}\n", call.name, clip(&args)))
        }
        Block::ToolResult(result) => (Rank::Result, result_text(result)),
    };
    Some(Piece { rank, text })
}

fn result_text(result: &ToolResult) -> String {
    let texts: Vec<&str> = result
        .content
        .iter()
        .map(|part| part.text().unwrap_or("[image]"))
        .collect();
    let outcome = if result.is_error { "Failed" } else { "Result" };
    format!("{outcome}: {}\n", clip(&texts.join(" ")))
}

fn clip(text: &str) -> String {
    match text.char_indices().nth(PIECE) {
        Some((end, _)) => format!("{} […]", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the size of turns in bytes; an image counts as 6,000 bytes.
pub(super) fn size_of(turns: &[Turn]) -> usize {
    let content = |part: &Content| part.text().map_or(6_000, str::len);
    let size = |block: &Block| match block {
        Block::Text(text) => text.len(),
        Block::Image { .. } => 6_000,
        Block::Reasoning(_) => 0,
        Block::ToolCall(call) => call.args.as_ref().map_or(0, |args| args.to_string().len()),
        Block::ToolResult(result) => result.content.iter().map(content).sum(),
    };
    turns.iter().flat_map(|turn| &turn.blocks).map(size).sum()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn messages_that_do_not_fit_are_shortened_from_the_oldest() {
        let long = "큰".repeat(400);
        assert_eq!(fit_messages(&["a", "b"], 2), ["a", "b"]);
        // The newest stays whole, the short old one as well, and the long one is cut.
        let fit = fit_messages(&["holes 3 mm from the edge", &long, "and now red"], 600);
        assert_eq!(fit[0], "holes 3 mm from the edge");
        assert!(
            fit[1].starts_with("큰") && fit[1].ends_with("of the 400 characters of this message.]"),
            "{fit:?}"
        );
        assert_eq!(fit[2], "and now red");
        assert!(fit.concat().len() <= 600, "{}", fit.concat().len());
        // Of very many messages, the oldest are left out.
        let many = vec!["x".repeat(100); 50];
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let fit = fit_messages(&many, 1_000);
        assert!(
            fit[0].is_empty() && fit[49] == many[49] && fit.concat().len() <= 1_000,
            "{fit:?}"
        );
    }

    #[test]
    fn results_are_cut_before_calls_and_old_calls_before_new_ones() {
        let call = |n: u32| Turn {
            role: Role::Assistant,
            blocks: vec![Block::Text(format!("call {n} {}", "c".repeat(100)))],
            raw: None,
        };
        let result = |n: u32| {
            Turn::user(vec![Block::ToolResult(ToolResult {
                call_id: n.to_string(),
                content: vec![Content::Text(format!("result {n} {}", "r".repeat(100)))],
                is_error: false,
            })])
        };
        let turns = [
            Turn::user(vec![Block::Text("Draw".into())]),
            call(1),
            result(1),
            call(2),
            result(2),
        ];
        let text = |room| conversation_text(&turns, room);
        let has = |room, part: &str| text(room).contains(part);
        assert!(has(2_000, "call 1") && has(2_000, "result 1"));
        assert!(
            has(400, "call 1") && has(400, "result 2") && !has(400, "result 1"),
            "{}",
            text(400)
        );
        assert!(has(260, "call 1") && !has(260, "result 2"), "{}", text(260));
        assert!(has(200, "call 2") && !has(200, "call 1"), "{}", text(200));
        assert_eq!(text(4), "User: Draw\n[…]\n");
    }
}
