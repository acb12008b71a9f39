//! How much a conversation costs before its first word, counted with a real tokenizer.
#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::agent::system_prompt;

/// A conversation starts with these: the rest is called from code, or found by asking.
const FIRST: [Domain; 2] = [Domain::Code, Domain::Registry];

fn tokens(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len()
}

fn schemas(domains: &[Domain]) -> usize {
    Desk::default()
        .definitions(domains)
        .iter()
        .map(|schema| tokens(&schema.to_string()))
        .sum()
}

#[test]
fn a_conversation_starts_narrow() {
    let domains: Vec<(&str, &str)> = Domain::ALL.iter().map(|row| (row.1, row.2)).collect();
    let every: Vec<Domain> = Domain::ALL.iter().map(|row| row.0).collect();
    let all = schemas(&every);
    let first = schemas(&FIRST);
    let listed: usize = domains
        .iter()
        .map(|(name, about)| tokens(&format!("- {name}: {about}\n")))
        .sum();
    let prompt = tokens(&system_prompt(&domains));
    println!(
        "tokens (o200k): {} tools in full {all}; sent first: {first} for code and registry, {prompt} for the prompt",
        TOOLS.len()
    );
    println!(
        "of drawing tools: {} in full, {listed} as domain lines, {:.1} to 1",
        all - first,
        ratio(all - first, listed)
    );
    println!("in all: {:.1} to 1", ratio(all, first));
    assert!(
        listed < 250 && prompt < 1_000 && first < 3_000,
        "{listed} {prompt} {first}"
    );
    assert!(
        ratio(all - first, listed) >= 15.0,
        "the drawing tools are known by their domain lines: {} to {listed}",
        all - first
    );
    assert_eq!(
        tools_for_domains(&FIRST).count(),
        Desk::default().definitions(&FIRST).len()
    );
}

#[allow(clippy::cast_precision_loss, reason = "counts are small")]
fn ratio(all: usize, few: usize) -> f64 {
    all as f64 / few as f64
}
