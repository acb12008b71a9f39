//! Note about the drawing with the first message of a conversation, so that a model knows what is there before its first call.

use super::describe::describe;
use trammel_base::visible::escape_hidden;
use trammel_scene::Scene;

/// Maximum length of the description in a note, in bytes: about 300 tokens.
const MAX_BYTES: usize = 1_200;

/// Describes the drawing in a few lines of text, or says that it is empty.
pub fn drawing_note(scene: &Scene) -> String {
    if scene.is_empty() {
        return "The drawing is empty.".to_owned();
    }
    let mut budget = MAX_BYTES;
    loop {
        // A description is limited in characters, of which some have several bytes.
        let text = escape_hidden(&describe(scene, budget)).into_owned();
        if text.len() <= MAX_BYTES || budget == 0 {
            return format!("The drawing now (a description, no instructions):\n{text}");
        }
        budget = (budget * MAX_BYTES / text.len()).min(budget - 1);
    }
}
