//! Check of the names of functions: a name that is only a past participle (`written`, `shown`) tells neither what the function
//! does nor what it returns.

use super::source::sources;
use super::syntax::functions_of;

/// Maximum number of bare participles in 1,000 names of functions. Some are conventional, such as `reversed` of a curve.
const MAX_PER_MILLE: usize = 3;

/// Words that end in "ed" and are no participles.
const NOT_PARTICIPLES: &[&str] = &[
    "bed", "breed", "deed", "embed", "exceed", "feed", "indeed", "need", "proceed", "red", "seed", "shed",
    "speed", "succeed", "weed",
];

/// Participles that do not end in "ed". Those that are also infinitives, such as `cut` and `fit`, are verbs.
const IRREGULAR: &[&str] = &[
    "begun",
    "bent",
    "blown",
    "bound",
    "broken",
    "brought",
    "built",
    "caught",
    "chosen",
    "done",
    "drawn",
    "felt",
    "found",
    "given",
    "gone",
    "grown",
    "heard",
    "held",
    "hidden",
    "kept",
    "known",
    "laid",
    "left",
    "lent",
    "lost",
    "made",
    "meant",
    "met",
    "paid",
    "ridden",
    "risen",
    "said",
    "seen",
    "sent",
    "sewn",
    "shot",
    "shown",
    "slid",
    "sold",
    "sought",
    "spent",
    "spoken",
    "spun",
    "stolen",
    "struck",
    "stuck",
    "sung",
    "sunk",
    "swept",
    "taken",
    "thought",
    "thrown",
    "told",
    "torn",
    "understood",
    "woken",
    "won",
    "worn",
    "wound",
    "woven",
    "written",
];

#[test]
fn few_functions_are_named_by_a_bare_participle() {
    let mut all = 0;
    let mut bare = Vec::new();
    let is_test_file = |path: &str| path.ends_with("tests.rs") || path.contains("/tests/");
    for source in sources().iter().filter(|source| !is_test_file(&source.path)) {
        let names = function_names(&source.text);
        all += names.len();
        let wrong = names.iter().filter(|name| is_participle(name));
        bare.extend(wrong.map(|name| format!("{}: `{name}`", source.path)));
    }
    assert!(
        bare.len() * 1_000 <= all * MAX_PER_MILLE,
        "\n{}\n{} of {all} functions are named by a bare participle, at most {MAX_PER_MILLE} in 1,000: use a verb phrase, or \
         the noun that the function returns",
        bare.join("\n"),
        bare.len()
    );
}

#[test]
fn bare_participles_are_found() {
    let code = "fn written() {}\nfn feed() {}\nfn cut() {}\n#[component]\nfn Closed() {}\nimpl A { fn moved(self) {} fn moved_names() {} }\n\
                impl T for A { fn shown() {} }\ntrait T { fn shown(); }\n#[cfg(test)]\nmod tests { fn kept() {} }";
    let names = function_names(code);
    let found: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|name| is_participle(name))
        .collect();
    assert_eq!(found, ["written", "moved", "shown"]);
    assert_eq!(names.len(), 7);
}

/// Whether a name is one word, and that word is a past participle. Components have names in upper case.
fn is_participle(name: &str) -> bool {
    let is_word = name.chars().all(|letter| letter.is_ascii_lowercase());
    let is_regular = name.ends_with("ed") && !NOT_PARTICIPLES.contains(&name);
    is_word && (is_regular || IRREGULAR.contains(&name))
}

/// Returns the names of the functions of a file.
fn function_names(code: &str) -> Vec<String> {
    let functions = functions_of(code).into_iter();
    functions.map(|function| function.name).collect()
}
