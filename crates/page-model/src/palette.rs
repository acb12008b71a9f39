//! Search of the command palette: ranks commands by a query.
//!
//! Invariants: every word of the query must match; a match in the name ranks above a match in the description,
//! and a match at the beginning above a match in the middle; ties keep the order of the list; an empty query
//! matches every command.

/// Returns the indices of the matching commands, best first. Each command is a list of texts: its name, then
/// further texts such as its description.
#[must_use]
pub fn rank(query: &str, commands: &[Vec<String>]) -> Vec<usize> {
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
    trammel_base::sort::by_key(&mut found, |(cost, _)| *cost);
    found.into_iter().map(|(_, at)| at).collect()
}

/// Returns the cost of the best match of a word; `None` if the word does not match. Lower is better.
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

/// Returns the indices of the commands that a query without a match may have meant, best first: those with a word that
/// begins like a word of the query, in their names, or else in their further texts.
#[must_use]
pub fn near(query: &str, commands: &[Vec<String>]) -> Vec<usize> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let best = |texts: &[String]| {
        let texts: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
        let parts = texts
            .iter()
            .flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
        parts
            .flat_map(|part| words.iter().filter_map(move |word| shared_bytes(word, part)))
            .max()
    };
    let all = |from: usize, to: usize| {
        let texts = commands.iter().map(|texts| texts.get(from..texts.len().min(to)));
        let found = texts
            .enumerate()
            .filter_map(|(at, texts)| Some((best(texts?)?, at)));
        found.collect::<Vec<_>>()
    };
    let mut found = all(0, 1);
    if found.is_empty() {
        found = all(1, usize::MAX);
    }
    trammel_base::sort::by_key(&mut found, |(shared, _)| std::cmp::Reverse(*shared));
    found.into_iter().map(|(_, at)| at).take(NEAR).collect()
}

/// Most commands that [`near`] returns.
const NEAR: usize = 3;

/// Returns the number of bytes that two words share at their beginning, if these are more than half of the first word.
fn shared_bytes(word: &str, part: &str) -> Option<usize> {
    let same = word.chars().zip(part.chars()).take_while(|(a, b)| a == b);
    let bytes: usize = same.map(|(c, _)| c.len_utf8()).sum();
    (bytes >= 3 && 2 * bytes >= word.len()).then_some(bytes)
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
        rank(query, &commands)
            .into_iter()
            .map(|at| commands[at][0].clone())
            .collect()
    }

    #[test]
    fn name_matches_rank_first_and_every_word_must_match() {
        assert_eq!(names("circle"), ["draw_circle", "draw_arc"]);
        assert_eq!(names("draw arc"), ["draw_arc"]);
        assert_eq!(names("DRAW_"), ["draw_circle", "draw_arc"]);
        assert_eq!(names("취소"), ["Undo"]);
        assert_eq!(names("원"), ["get_length"]);
        assert_eq!(names("sofa"), [""; 0]);
        assert_eq!(names("circle sofa"), [""; 0]);
        assert_eq!(names("  ").len(), 4);
    }

    #[test]
    fn near_commands_begin_like_a_word_of_the_query() {
        let commands = commands();
        let names = |query| {
            let near = near(query, &commands).into_iter();
            near.map(|at| commands[at][0].as_str()).collect::<Vec<_>>()
        };
        assert_eq!(names("cirlce"), ["draw_circle"]);
        assert_eq!(names("undoing"), ["Undo"]);
        assert_eq!(names("취소하기"), ["Undo"]);
        assert_eq!(names("slot"), [""; 0]);
        assert_eq!(names(""), [""; 0]);
    }
}
