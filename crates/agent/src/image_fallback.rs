//! Text placeholders for images, for models that accept no images and for storage with little space.

use std::borrow::Cow;

use trammel_llm::{Block, Content, Turn};

const UNSEEN: &str = "[An image was omitted, because this model does not accept images.]";

/// Returns the turns with a placeholder for each image unless the model accepts images. The result is
/// deterministic, so prompt caches stay valid.
pub(super) fn visible(turns: &[Turn], images: bool) -> Cow<'_, [Turn]> {
    if images || !has_images(turns) {
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

/// Whether any turn contains an image.
pub(super) fn has_images(turns: &[Turn]) -> bool {
    turns.iter().flat_map(|turn| &turn.blocks).any(has_image)
}

fn has_image(block: &Block) -> bool {
    match block {
        Block::Image { .. } => true,
        Block::ToolResult(result) => result.content.iter().any(|part| part.text().is_none()),
        Block::Text(_) | Block::Reasoning(_) | Block::ToolCall(_) => false,
    }
}
