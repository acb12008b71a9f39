//! Suggestions for misspelled names ("did you mean").
//!
//! One rule serves entities, tools, domains, arguments, files and commands, so that every error message offers
//! suggestions of the same quality: the best matches only, and none if all candidates are too different.
//!
//! # Example
//!
//! ```
//! use trammel_base::suggest::{camel_case, nearest};
//!
//! assert_eq!(nearest("draw_circel", ["draw_circle", "draw_line"]), ["draw_circle"]);
//! assert_eq!(camel_case("draw_circle"), "drawCircle");
//! ```

/// Maximum number of candidates that are compared: a document has at most 10,000 entities.
const MOST_COMPARED: usize = 10_000;

/// Returns at most three of `candidates` that `wanted` probably refers to: those with the smallest edit distance.
///
/// The comparison ignores case and the difference between `camelCase` and `snake_case`, so `drawCirle` finds
/// `draw_circle`. The distance counts as at most two if one name is a prefix of the other, or if both have the same
/// words in any order except for at most one extra word, so `run_code` finds `run_cad_code`. To stay cheap on
/// hostile input, a `wanted` of more than 64 characters gives no suggestions, candidates of more than 256 bytes
/// are skipped, and only the first 10,000 candidates are compared.
pub fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let wanted_key = key(wanted);
    if wanted_key.is_empty() || wanted_key.chars().count() > 64 {
        return Vec::new();
    }
    let allowed = (wanted_key.chars().count() / 3).clamp(1, 3);
    let mut found: Vec<(usize, &str)> = candidates
        .into_iter()
        .take(MOST_COMPARED)
        .filter(|candidate| candidate.len() <= 256)
        .filter_map(|candidate| {
            let slips = slips(&wanted_key, &key(candidate));
            (slips <= allowed && candidate != wanted).then_some((slips, candidate))
        })
        .collect();
    crate::sort::by_key(&mut found, |found| *found);
    found.dedup();
    let best = found.first().map_or(0, |(slips, _)| *slips);
    found
        .into_iter()
        .filter(|(slips, _)| *slips == best)
        .take(3)
        .map(|(_, name)| name.to_owned())
        .collect()
}

/// Returns `drawCircle` as `draw_circle`; text without inner capitals is only converted to lower case.
pub fn snake_case(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut after_lower = false;
    for c in name.chars() {
        if c.is_uppercase() && after_lower {
            out.push('_');
        }
        after_lower = c.is_lowercase() || c.is_ascii_digit();
        out.extend(c.to_lowercase());
    }
    out
}

/// Returns `draw_circle` as `drawCircle`.
pub fn camel_case(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut raise = false;
    for c in name.chars() {
        match c {
            '_' => raise = true,
            _ if raise => {
                out.extend(c.to_uppercase());
                raise = false;
            }
            _ => out.push(c),
        }
    }
    out
}

fn key(name: &str) -> String {
    snake_case(name.trim()).replace(['-', ' '], "_")
}

fn slips(wanted: &str, candidate: &str) -> usize {
    if wanted == candidate {
        return 0;
    }
    let shorter = wanted.chars().count().min(candidate.chars().count());
    let prefix = shorter >= 4 && (wanted.starts_with(candidate) || candidate.starts_with(wanted));
    let distance = strsim::osa_distance(wanted, candidate);
    if prefix || shares_words(wanted, candidate) {
        distance.min(2)
    } else {
        distance
    }
}

/// Whether two names have the same words, at least two, except for at most one word that only one of them has.
fn shares_words(wanted: &str, candidate: &str) -> bool {
    let words = |text: &str| {
        let mut words: Vec<String> = text.split('_').map(str::to_owned).collect();
        words.sort();
        words
    };
    let (mut fewer, mut more) = (words(wanted), words(candidate));
    if fewer.len() > more.len() {
        std::mem::swap(&mut fewer, &mut more);
    }
    let extra = more.len() - fewer.len();
    // A part without letters, such as a trailing number that distinguishes similar names, does not count as a word.
    let is_word = |word: &&String| word.chars().any(char::is_alphabetic);
    if fewer.iter().filter(is_word).count() < 2 || extra > 1 {
        return false;
    }
    for word in &fewer {
        match more.iter().position(|other| other == word) {
            Some(at) => drop(more.remove(at)),
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(wanted: &str, candidates: &[&str], expected: &[&str]) {
        assert_eq!(nearest(wanted, candidates.iter().copied()), expected, "{wanted}");
    }

    #[test]
    fn suggestions_contain_only_similar_names() {
        let tools = [
            "draw_rect",
            "draw_circle",
            "draw_line",
            "draw_arc",
            "trim_at",
            "trim",
            "set_fill",
        ];
        check("draw_rectangle", &tools, &["draw_rect"]);
        check("draw_circl", &tools, &["draw_circle"]);
        check("drawCirle", &tools, &["draw_circle"]);
        check("trim_att", &tools, &["trim_at"]);
        check("haed", &["head", "body"], &["head"]);
        check("xyzzy", &tools, &[]);
        check("a", &["b"], &["b"]);
        // Shared words count if all words of the shorter name are in the longer one.
        let code = ["run_cad_code", "read", "run", "encode_text", "list_tool_requests"];
        check("run_code", &code, &["run_cad_code"]);
        check("runCode", &code, &["run_cad_code"]);
        check("list_requests", &code, &["list_tool_requests"]);
        check("run_python_script", &code, &[]);
        check("circle_draw", &tools, &["draw_circle"]);
        check("draw_small_circle", &tools, &["draw_circle"]);
        check("draw_pretty_little_circle", &tools, &[]);
        check(
            "wall_3",
            &["wall_1", "wall_2", "wall_left_3"],
            &["wall_1", "wall_2"],
        );
        check("머리", &["머라", "몸"], &["머라"]);
    }

    #[test]
    fn very_long_names_get_no_suggestion() {
        check(&"x".repeat(100_000), &["x"], &[]);
    }

    #[test]
    fn snake_case_and_camel_case_convert_both_ways() {
        assert_eq!(camel_case("draw_regular_polygon"), "drawRegularPolygon");
        assert_eq!(snake_case("drawRegularPolygon"), "draw_regular_polygon");
    }
}
