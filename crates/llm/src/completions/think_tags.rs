//! Reasoning in the text: `<think>` ... `</think>` at the start of an answer.

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// Streaming splitter of reasoning and text. Only a tag at the very start counts.
#[derive(Debug)]
pub(super) enum Think {
    /// Only white space or a prefix of the tag has arrived.
    Undecided(String),
    /// Inside the tag; holds back a possible prefix of the closing tag.
    Inside(String),
    /// The rest is text.
    Outside,
}

impl Default for Think {
    fn default() -> Self {
        Self::Undecided(String::new())
    }
}

impl Think {
    /// Processes a piece and returns the reasoning and the text that are now certain.
    pub(super) fn push(&mut self, piece: &str) -> (String, String) {
        match self {
            Self::Outside => (String::new(), piece.to_owned()),
            Self::Undecided(held) => {
                held.push_str(piece);
                let start = held.trim_start();
                if let Some(inside) = start.strip_prefix(OPEN) {
                    let inside = inside.to_owned();
                    *self = Self::Inside(String::new());
                    self.push(&inside)
                } else if OPEN.starts_with(start) {
                    (String::new(), String::new())
                } else {
                    let text = std::mem::take(held);
                    *self = Self::Outside;
                    (String::new(), text)
                }
            }
            Self::Inside(held) => {
                held.push_str(piece);
                if let Some((reasoning, text)) = held.split_once(CLOSE) {
                    let parts = (reasoning.to_owned(), text.trim_start().to_owned());
                    *self = Self::Outside;
                    return parts;
                }
                let kept = (1..CLOSE.len())
                    .rev()
                    .find(|&n| held.ends_with(&CLOSE[..n]))
                    .unwrap_or(0);
                let rest = held.split_off(held.len() - kept);
                (std::mem::replace(held, rest), String::new())
            }
        }
    }

    /// Handles the end of the stream and returns the held-back reasoning and text.
    pub(super) fn finish(&mut self) -> (String, String) {
        match std::mem::replace(self, Self::Outside) {
            Self::Undecided(text) => (String::new(), text),
            Self::Inside(reasoning) => (reasoning, String::new()),
            Self::Outside => Default::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Think;

    fn split(text: &str, size: usize) -> (String, String) {
        let mut think = Think::default();
        let letters: Vec<char> = text.chars().collect();
        let mut both = (String::new(), String::new());
        let mut add = |(reasoning, text): (String, String)| {
            both.0 += &reasoning;
            both.1 += &text;
        };
        letters
            .chunks(size)
            .for_each(|piece| add(think.push(&piece.iter().collect::<String>())));
        add(think.finish());
        both
    }

    #[test]
    fn only_a_leading_think_tag_is_reasoning() {
        for (text, reasoning, said) in [
            ("\n<think>Hm, 톱 < 2</think>Done.", "Hm, 톱 < 2", "Done."),
            ("<think></think>Done.", "", "Done."),
            ("<think>cut off </thi", "cut off </thi", ""),
            ("No <think>tag</think>", "", "No <think>tag</think>"),
            ("<thin", "", "<thin"),
            ("<thinker>", "", "<thinker>"),
            ("", "", ""),
        ] {
            for size in 1..9 {
                assert_eq!(
                    split(text, size),
                    (reasoning.to_owned(), said.to_owned()),
                    "{text} by {size}"
                );
            }
        }
    }
}
