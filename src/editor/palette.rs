//! Finding a command by a few letters of what it is called.
//!
//! Invariants: every word of the query has to be found; a name counts more than a description, its beginning more than
//! its middle; among equals the order of the list stays; an empty query finds everything.

/// The places of the commands that a query finds, best first. Each command is its texts: its name first, then what else
/// says what it is.
#[must_use]
pub fn ranked(query: &str, commands: &[Vec<String>]) -> Vec<usize> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let mut found: Vec<(u32, usize)> = commands
        .iter()
        .enumerate()
        .filter_map(|(at, texts)| {
            let texts: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
            let costs: Option<Vec<u32>> = words.iter().map(|word| cost(word, &texts)).collect();
            costs.map(|costs| (costs.iter().sum(), at))
        })
        .collect();
    found.sort_by_key(|(cost, _)| *cost);
    found.into_iter().map(|(_, at)| at).collect()
}

/// How far a word is from being the name of a command; `None` if it is nowhere.
fn cost(word: &str, texts: &[String]) -> Option<u32> {
    texts
        .iter()
        .enumerate()
        .filter_map(|(at, text)| {
            let begins = || {
                text.split(|c: char| !c.is_alphanumeric())
                    .any(|part| part.starts_with(word))
            };
            let near = if text == word {
                0
            } else if text.starts_with(word) {
                1
            } else if begins() {
                2
            } else if text.contains(word) {
                3
            } else {
                return None;
            };
            Some(near + if at == 0 { 0 } else { 4 })
        })
        .min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands() -> Vec<Vec<String>> {
        [
            ["Undo", "실행 취소"],
            ["draw_circle", "Draw a circle. x, y is the center."],
            ["draw_arc", "Draw an arc of a circle."],
            ["get_length", "원의 둘레"],
        ]
        .map(|texts| texts.map(str::to_owned).to_vec())
        .to_vec()
    }

    fn names(query: &str) -> Vec<String> {
        let commands = commands();
        ranked(query, &commands)
            .into_iter()
            .map(|at| commands[at][0].clone())
            .collect()
    }

    #[test]
    fn names_come_before_descriptions_and_every_word_counts() {
        assert_eq!(names("circle"), ["draw_circle", "draw_arc"]);
        assert_eq!(names("draw arc"), ["draw_arc"]);
        assert_eq!(names("DRAW_"), ["draw_circle", "draw_arc"]);
        assert_eq!(names("취소"), ["Undo"]);
        assert_eq!(names("원"), ["get_length"]);
        assert_eq!(names("sofa"), [""; 0]);
        assert_eq!(names("circle sofa"), [""; 0]);
        assert_eq!(names("  ").len(), 4);
    }
}
