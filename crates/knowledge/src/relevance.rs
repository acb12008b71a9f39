//! Relevance of a text to a query: BM25 (Robertson and Zaragoza 2009) on the words of any script.
//!
//! Hangul and other scripts without reliable spaces between words are split into pairs of characters, so that 톱니
//! matches 톱니바퀴를. Identifiers are split into their words, so that `gear` matches `drawGear`.

use std::collections::BTreeMap;

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// Returns the words of a text in order, normalized for comparison.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut run = String::new();
    let mut in_pairs = false;
    for c in text.chars().chain([' ']) {
        let pairs = is_unspaced(c);
        if !c.is_alphanumeric() || pairs != in_pairs {
            flush(&mut run, in_pairs, &mut out);
            in_pairs = pairs;
        }
        if c.is_alphanumeric() {
            run.push(c);
        }
    }
    out
}

fn flush(run: &mut String, in_pairs: bool, out: &mut Vec<String>) {
    if in_pairs {
        let chars: Vec<char> = run.chars().collect();
        match chars.as_slice() {
            [] => {}
            [only] => out.push(only.to_string()),
            many => out.extend(many.windows(2).map(|pair| pair.iter().collect())),
        }
    } else {
        let snake = trammel_base::suggest::snake_case(run);
        out.extend(snake.split('_').filter(|word| !word.is_empty()).map(|word| {
            // Regular plurals are reduced: gears becomes gear, but glass stays glass.
            let singular = word
                .strip_suffix('s')
                .filter(|stem| stem.len() > 2 && !stem.ends_with('s'));
            singular.unwrap_or(word).to_owned()
        }));
    }
    run.clear();
}

/// Returns whether a character is Hangul, Han or kana, which are split into pairs.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Returns the score of each text for a query; 0 for a text without a common word.
pub(super) fn scores(query: &str, texts: &[String]) -> Vec<f64> {
    let documents: Vec<Vec<String>> = texts.iter().map(|text| words(text)).collect();
    let mut wanted = words(query);
    wanted.sort();
    wanted.dedup();
    let mut holders: BTreeMap<&str, usize> = BTreeMap::new();
    for word in &wanted {
        let count = documents
            .iter()
            .filter(|document| document.contains(word))
            .count();
        holders.insert(word, count);
    }
    let total = count_of(documents.len());
    let mean = count_of(documents.iter().map(Vec::len).sum()) / total.max(1.0);
    let score = |document: &Vec<String>| {
        let length = count_of(document.len()) / mean.max(1.0);
        let of_word = |word: &String| {
            let found = count_of(document.iter().filter(|other| *other == word).count());
            let rare = count_of(holders.get(word.as_str()).copied().unwrap_or(0));
            let weight = libm::log(1.0 + (total - rare + 0.5) / (rare + 0.5));
            weight * found * (K1 + 1.0) / (found + K1 * (1.0 - B + B * length))
        };
        wanted.iter().map(of_word).sum()
    };
    documents.iter().map(score).collect()
}

#[allow(clippy::cast_precision_loss, reason = "counts are small")]
fn count_of(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relevance_matches_words_of_any_script() {
        assert_eq!(
            words("drawGears, 톱니바퀴를 x2 glass"),
            ["draw", "gear", "톱니", "니바", "바퀴", "퀴를", "x2", "glass"]
        );
        let texts = [
            "톱니바퀴는 반복문으로".to_owned(),
            "벽 두께는 200".to_owned(),
            "Gear teeth by cos and sin".to_owned(),
        ];
        let best = |query: &str| {
            let scores = scores(query, &texts);
            let best = scores
                .iter()
                .enumerate()
                .max_by(|a, b| a.1.total_cmp(b.1))
                .filter(|(_, score)| **score > 0.0);
            best.map(|(at, _)| at)
        };
        assert_eq!(best("톱니"), Some(0));
        assert_eq!(best("벽의 두께"), Some(1));
        assert_eq!(best("how did we draw gears"), Some(2));
        assert_eq!(best("unrelated"), None);
    }
}
