//! Search for tools by the words of a task: "bolt circle", "round the corners", "두 원의 접선".
//!
//! A tool is found by its name, its synonyms ([`Tool::SYNONYMS`](super::tool::Tool::SYNONYMS)), and its description, in both
//! languages. Each word of the query counts by its rarity among the tools (inverse document frequency; Manning, Raghavan,
//! Schütze: Introduction to Information Retrieval, 6.2), so that "draw" decides less than "hexagon". Start reading at
//! [`rank_tools`].

use std::collections::BTreeSet;
use trammel_base::suggest;

/// Maximum number of tools that a search returns.
pub(super) const MOST_FOUND: usize = 8;

/// Words without meaning for a search.
const STOP_WORDS: &str = " a an the of to in on at with and or for from by as is it its that this into my me how do i can be \
    all any each some so them make ";

const IN_NAME: f64 = 3.0;
const IN_SYNONYMS: f64 = 3.0;
const IN_DESCRIPTION: f64 = 1.0;
/// Weight of a synonym all of whose words are in the query.
const WHOLE_SYNONYM: f64 = 2.0;
/// Minimum part of the words of a query, by rarity, that a tool of the result matches.
const LEAST_COVERED: f64 = 0.5;
/// Minimum part of the words of a query that a whole synonym of a tool of the result has.
const LEAST_WHOLE: f64 = 1.0 / 3.0;
/// Part of a match that begins like the word.
const BEGINS_ALIKE: f64 = 0.6;

/// Texts of a tool in which a search looks, as stems.
pub(super) struct SearchTexts {
    name: Vec<String>,
    synonyms: Vec<Vec<String>>,
    description: Vec<String>,
}

impl SearchTexts {
    /// Returns the texts of a tool with this name, these synonyms, separated by commas, and this description.
    pub(super) fn new(name: &str, synonyms: &str, description: &str) -> SearchTexts {
        let phrases = synonyms.split(',').map(stems).filter(|words| !words.is_empty());
        SearchTexts {
            name: stems(name),
            synonyms: phrases.collect(),
            description: stems(description),
        }
    }

    /// Returns how well a word matches, from 0.
    fn weight(&self, word: &str) -> f64 {
        let best = |words: &mut dyn Iterator<Item = &String>| {
            words.map(|other| likeness(word, other)).fold(0.0, f64::max)
        };
        (IN_NAME * best(&mut self.name.iter()))
            .max(IN_SYNONYMS * best(&mut self.synonyms.iter().flatten()))
            .max(IN_DESCRIPTION * best(&mut self.description.iter()))
    }
}

/// Returns the indices of the tools that match a query well, best first; equally good ones in their order. A tool matches
/// well if it has enough of the words, or a synonym all of whose words are enough of the query.
pub(super) fn rank_tools(query: &str, tools: &[SearchTexts]) -> Vec<usize> {
    rank_above([LEAST_COVERED, LEAST_WHOLE], query, tools)
}

/// Returns the indices of the tools that match any word of a query, best first, for a search among few tools.
pub(super) fn rank_every_match(query: &str, tools: &[SearchTexts]) -> Vec<usize> {
    rank_above([0.0, 0.0], query, tools)
}

fn rank_above([least_covered, least_whole]: [f64; 2], query: &str, tools: &[SearchTexts]) -> Vec<usize> {
    // A number, such as a size, says nothing about the work.
    let is_number = |word: &String| word.chars().all(|c| c.is_ascii_digit());
    let words: BTreeSet<String> = stems(query).into_iter().filter(|word| !is_number(word)).collect();
    let weights: Vec<Vec<f64>> = words
        .iter()
        .map(|word| tools.iter().map(|tool| tool.weight(word)).collect())
        .collect();
    let rarity: Vec<f64> = weights.iter().map(|row| rarity(row)).collect();
    let rarity_of = |word: &String| {
        let known = words
            .iter()
            .zip(&rarity)
            .find(|(known, _)| likeness(known, word) == 1.0);
        known.map(|(_, rarity)| *rarity)
    };
    let all: f64 = rarity.iter().sum();
    let mut found: Vec<(f64, usize)> = Vec::new();
    for (at, tool) in tools.iter().enumerate() {
        let single: f64 = weights
            .iter()
            .zip(&rarity)
            .map(|(row, rarity)| row[at] * rarity)
            .sum();
        let whole = tool
            .synonyms
            .iter()
            .filter_map(|phrase| phrase.iter().map(rarity_of).sum::<Option<f64>>());
        let whole = whole.fold(0.0, f64::max);
        let covered = single / IN_NAME;
        if single > 0.0 && (covered >= least_covered * all || whole >= least_whole * all) {
            found.push((single + WHOLE_SYNONYM * whole, at));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found.into_iter().map(|(_, at)| at).collect()
}

/// Maximum number of tools that a search for a wrong name suggests.
const MOST_SUGGESTED: usize = 3;

/// Returns the tools that a wrong name probably means: those that the words of the name find, and those with a similar name. `texts` are those of the tools called `names`.
/// A similar name that the words find too is the only suggestion.
pub(super) fn suggest_tools(wrong: &str, names: &[&str], texts: &[SearchTexts]) -> Vec<String> {
    let mut near = suggest::nearest(wrong, names.iter().copied());
    // A first word such as "draw" or "get" belongs to many tools.
    let snake = suggest::snake_case(wrong);
    let begins_names = |first: &str| names.iter().any(|name| name.starts_with(&format!("{first}_")));
    let words = match snake.split_once('_') {
        Some((first, rest)) if begins_names(first) => rest,
        _ => snake.as_str(),
    };
    let mut found: Vec<String> = Vec::new();
    for query in [words, &snake] {
        if found.is_empty() {
            let ranked = rank_tools(query, texts).into_iter();
            found = ranked.map(|at| names[at].to_owned()).collect();
        }
    }
    if found.first().is_some_and(|best| near.contains(best)) {
        near.retain(|name| found.contains(name));
        return near;
    }
    found.truncate(MOST_SUGGESTED);
    near.retain(|name| !found.contains(name));
    found.extend(near);
    found
}

/// Returns the inverse document frequency of a word, by its weights in all tools.
fn rarity(weights: &[f64]) -> f64 {
    let matching = weights.iter().filter(|weight| **weight > 0.0).count();
    libm::log(1.0 + weights.len() as f64 / matching.max(1) as f64)
}

/// Returns 1 for equal stems, less for stems of which one begins with the other, and 0 for others. Korean words take
/// endings, so a Korean word of two or more syllables is equal to a word that begins with it.
fn likeness(a: &str, b: &str) -> f64 {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let is_hangul = |text: &str| text.chars().all(|c| ('가'..='힣').contains(&c));
    if a == b {
        1.0
    } else if !long.starts_with(short) {
        0.0
    } else if is_hangul(short) && short.chars().count() >= 2 {
        1.0
    } else if short.len() >= 4 {
        BEGINS_ALIKE
    } else {
        0.0
    }
}

/// Returns the words of a text that have a meaning for a search, in lower case and without endings.
fn stems(text: &str) -> Vec<String> {
    let snake: String = text
        .split_whitespace()
        .map(suggest::snake_case)
        .collect::<Vec<_>>()
        .join(" ");
    let words = snake
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words
        .filter(|word| !STOP_WORDS.contains(&format!(" {word} ")))
        .map(stem)
        .collect()
}

/// Removes the ending of an English word: "circles" and "circle", "rounded" and "round", "trimming" and "trim" are equal.
fn stem(word: &str) -> String {
    let mut stem = word;
    for ending in ["ing", "ed", "es", "s"] {
        if let Some(start) = word.strip_suffix(ending)
            && start.len() >= 3
            && !start.ends_with('s')
        {
            stem = start;
            break;
        }
    }
    let stem = stem
        .strip_suffix('e')
        .filter(|start| start.len() >= 3)
        .unwrap_or(stem);
    let mut chars = stem.chars().rev();
    match (chars.next(), chars.next()) {
        (Some(last), Some(before))
            if last == before && last.is_ascii_alphabetic() && !"sl".contains(last) && stem.len() > 3 =>
        {
            stem[..stem.len() - 1].to_owned()
        }
        _ => stem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_do_not_separate_words() {
        for (a, b) in [
            ("circles", "circle"),
            ("rounded", "round"),
            ("trimming", "trim"),
            ("axes", "axe"),
        ] {
            assert_eq!(stem(a), stem(b));
        }
        assert_ne!(stem("ring"), stem("r"));
        assert_eq!(likeness("반복", "반복합니다"), 1.0);
        assert_eq!(likeness("cut", "cutting"), 0.0);
    }

    #[test]
    fn a_query_of_common_words_finds_nothing() {
        let texts: Vec<SearchTexts> = crate::TOOLS
            .iter()
            .map(|tool| crate::AnyTool::Ours(tool).search_texts())
            .collect();
        assert!(rank_tools("how do I", &texts).is_empty());
    }
}
