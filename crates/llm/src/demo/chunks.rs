//! Division of recorded bodies into timed chunks.

use crate::Chunk;

/// Returns one chunk per event, delayed to approximate the pace of a model.
pub(super) fn chunks(answer: &str) -> Vec<Chunk> {
    answer
        .split_inclusive("\n\n")
        .map(|event| {
            let delay_ms = if event.contains("\"message_start\"") {
                350
            } else if event.contains("\"text_delta\"") {
                28
            } else if event.contains("\"input_json_delta\"") {
                18
            } else {
                0
            };
            Chunk {
                delay_ms,
                bytes: event.as_bytes().to_vec(),
            }
        })
        .collect()
}
