//! Pictures for models that take none: a word in their place, so that the request is accepted and the model knows.

use std::borrow::Cow;

use crate::llm::{Block, Content, Turn};

const UNSEEN: &str = "[There is an image here that this model cannot see.]";

/// The turns as this model can take them. The same turns always give the same, so prompt caches hold.
pub(super) fn visible(turns: &[Turn], images: bool) -> Cow<'_, [Turn]> {
    if images || !turns.iter().flat_map(|turn| &turn.blocks).any(has_image) {
        return Cow::Borrowed(turns);
    }
    let mut turns = turns.to_vec();
    for block in turns.iter_mut().flat_map(|turn| &mut turn.blocks) {
        match block {
            Block::Image { .. } => *block = Block::Text(UNSEEN.to_owned()),
            Block::ToolResult(result) => {
                for part in &mut result.content {
                    if let Content::Image { .. } = part {
                        *part = Content::Text(UNSEEN.to_owned());
                    }
                }
            }
            Block::Text(_) | Block::Reasoning(_) | Block::ToolCall(_) => {}
        }
    }
    Cow::Owned(turns)
}

fn has_image(block: &Block) -> bool {
    match block {
        Block::Image { .. } => true,
        Block::ToolResult(result) => result.content.iter().any(|part| part.text().is_none()),
        Block::Text(_) | Block::Reasoning(_) | Block::ToolCall(_) => false,
    }
}
