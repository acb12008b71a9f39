//! Random changes of a solution: other numbers, statements left out, entities moved, deleted, or added, and other
//! numbers in the answer. The same seed gives the same changes.

use serde_json::json;
use trammel_base::random::SplitMix64;
use trammel_code::source::{Token, TokenKind, tokens};

/// Solution with a change.
pub(super) struct Variant {
    /// Files with their texts.
    pub(super) texts: Vec<(String, String)>,
    pub(super) answer: String,
    /// Description of the change.
    pub(super) change: String,
}

/// Source of the variants of one solution.
pub(super) struct Mutants<'a> {
    random: SplitMix64,
    texts: &'a [(String, String)],
    /// Names of the entities.
    names: &'a [String],
    answer: &'a str,
    /// Whether the task has expectations about the answer.
    has_answer: bool,
}

impl<'a> Mutants<'a> {
    pub(super) fn new(
        id: &str,
        texts: &'a [(String, String)],
        names: &'a [String],
        answer: &'a str,
        has_answer: bool,
    ) -> Mutants<'a> {
        let seed = id.bytes().fold(7, |seed: u64, byte| {
            seed.wrapping_mul(31).wrapping_add(u64::from(byte))
        });
        Mutants {
            random: SplitMix64::new(seed),
            texts,
            names,
            answer,
            has_answer,
        }
    }

    /// Returns the next variant; `None` if the chosen change does not apply to the solution.
    pub(super) fn next_variant(&mut self) -> Option<Variant> {
        if self.has_answer && self.random_below(2) == 0 {
            return self.other_answer();
        }
        match self.random_below(20) {
            0..11 => self.other_numbers(),
            11..13 => self.without_statement(),
            kind => self.with_statement(kind),
        }
    }

    /// Returns a random number below `end`.
    fn random_below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(1).max(1);
        usize::try_from(self.random.next_u64() % end).unwrap_or(0)
    }

    /// Returns a random number between two bounds.
    fn random_between(&mut self, low: f64, high: f64) -> f64 {
        let number = low + self.random.next_fraction() * (high - low);
        (number * 1e4).round() / 1e4
    }

    /// Returns a number near another one: by a few thousandths, by up to a half, or by whole steps.
    fn near(&mut self, value: f64) -> f64 {
        let sign = if self.random_below(2) == 0 { 1.0 } else { -1.0 };
        let size = if value == 0.0 { 10.0 } else { value.abs() };
        let other = match self.random_below(4) {
            0 => value + sign * size * self.random_between(0.001, 0.02),
            1 => value + sign * (1.0 + self.random_between(0.0, 3.0).floor()),
            2 => value + sign * size * self.random_between(0.02, 0.5),
            _ => (value + sign * size * self.random_between(0.1, 0.6)).round(),
        };
        (other * 1e4).round() / 1e4
    }

    fn variant(&self, file: usize, text: String, change: String) -> Variant {
        let mut texts = self.texts.to_vec();
        texts[file].1 = text;
        Variant {
            texts,
            answer: self.answer.to_owned(),
            change,
        }
    }

    /// Changes one number of the code, or two.
    fn other_numbers(&mut self) -> Option<Variant> {
        let file = self.random_below(self.texts.len());
        let (name, source) = self.texts.get(file)?;
        let mut text = source.clone();
        let mut changes = Vec::new();
        for _ in 0..=usize::from(self.random_below(5) == 0) {
            let all = numbers(&text);
            let (start, end) = *all.get(self.random_below(all.len()))?;
            let old = text.get(start..end)?.to_owned();
            let value = self.near(old.parse().ok()?);
            if value.to_string() == old {
                return None;
            }
            let new = if value < 0.0 {
                format!("({value})")
            } else {
                value.to_string()
            };
            text.replace_range(start..end, &new);
            changes.push(format!("{name}:{start}: {old} is {new}"));
        }
        Some(self.variant(file, text, changes.join(", ")))
    }

    /// Leaves out a statement outside of functions and blocks.
    fn without_statement(&mut self) -> Option<Variant> {
        let file = self.random_below(self.texts.len());
        let (_, source) = self.texts.get(file)?;
        let all = statements(source);
        let (start, end) = *all.get(self.random_below(all.len()))?;
        let left_out = source.get(start..end)?.trim().to_owned();
        let text = format!("{}{}", &source[..start], &source[end..]);
        Some(self.variant(file, text, format!("without {left_out}")))
    }

    /// Appends a statement that moves, turns, scales, or deletes an entity, or adds one.
    fn with_statement(&mut self, kind: usize) -> Option<Variant> {
        let file = self.texts.iter().position(|(file, _)| file == "main")?;
        let entity = self.names.get(self.random_below(self.names.len()));
        let (dx, dy) = (self.random_between(-9.0, 9.0), self.random_between(-9.0, 9.0));
        let statement = match (kind, entity) {
            (13 | 14, Some(name)) => {
                let (dx, dy) = match self.random_below(3) {
                    0 => (dx, 0.0),
                    1 => (0.0, dy),
                    _ => (dx, dy),
                };
                format!("translate({});", json!({"name": name, "dx": dx, "dy": dy}))
            }
            (15, Some(name)) => {
                let angle = self.random_between(1.0, 179.0);
                format!(
                    "rotate({});",
                    json!({"name": name, "angle": angle, "angle_unit": "degree"})
                )
            }
            (16, Some(name)) => {
                let factor = self.random_between(0.5, 0.99);
                format!("scale({});", json!({"name": name, "sx": factor, "sy": 1}))
            }
            (17, Some(name)) => format!("delete_entity({});", json!({"name": name})),
            (18, _) => {
                let end = [dx, dy, dx + self.random_between(1.0, 50.0), dy];
                format!("draw_line({});", json!({"name": "stray_line", "points": end}))
            }
            _ => {
                let radius = self.random_between(0.5, 20.0);
                format!(
                    "draw_circle({});",
                    json!({"name": "stray_circle", "x": dx, "y": dy, "radius": radius})
                )
            }
        };
        let text = format!("{}\n{statement}\n", self.texts[file].1);
        Some(self.variant(file, text, statement))
    }

    /// Changes a number of the last line, adds a second number to it, or takes the question out of the text.
    fn other_answer(&mut self) -> Option<Variant> {
        let start = self.answer.trim_end().rfind('\n').map_or(0, |at| at + 1);
        let (text, last) = self.answer.split_at(start);
        let found = numbers(last);
        let changed = match (
            found.get(self.random_below(found.len())),
            self.answer.contains('?'),
        ) {
            (_, true) => match self.random_below(2) {
                0 => self.answer.replace('?', "."),
                _ => format!("I assumed a value of {}.", self.random_between(1.0, 90.0)),
            },
            (Some((start, end)), false) => {
                let old: f64 = last.get(*start..*end)?.replace(',', "").parse().ok()?;
                let step = self.random_between(0.005, 0.4) * old.abs() + self.random_between(0.02, 0.5);
                let other = if self.random_below(2) == 0 {
                    old + step
                } else {
                    old - step
                };
                match self.random_below(3) {
                    0 => format!("{text}{} or {other:.3}", last.trim_end()),
                    _ => format!("{text}{}{other:.3}{}", &last[..*start], &last[*end..]),
                }
            }
            (None, false) => return None,
        };
        Some(Variant {
            texts: self.texts.to_vec(),
            change: format!("the answer is {changed:?}"),
            answer: changed,
        })
    }
}

/// Returns the ranges of the number literals of a text.
fn numbers(source: &str) -> Vec<(usize, usize)> {
    let literals = tokens(source).into_iter().filter(|token| {
        token.kind == TokenKind::Literal && token.text(source).replace(',', "").parse::<f64>().is_ok()
    });
    literals.map(|token| (token.start, token.end)).collect()
}

/// Returns the ranges of the statements outside of functions and blocks.
fn statements(source: &str) -> Vec<(usize, usize)> {
    let all = tokens(source);
    let mut found = Vec::new();
    let mut start = 0;
    for (i, token) in all.iter().enumerate() {
        let closes = |token: &Token| token.depth == 0 && token.kind == TokenKind::Mark(b'}');
        let next = all.get(i + 1);
        let ends = match token.kind {
            TokenKind::Mark(b';') => token.depth == 0,
            _ => closes(token) && next.is_some_and(|next| next.after_break && next.kind == TokenKind::Word),
        };
        if ends || next.is_none() {
            found.push((start, token.end));
            start = token.end;
        }
    }
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn statements_and_numbers_are_found() {
        let code = "const a = 1.5;\nfor (let i = 0; i < 3; i++) {\n  f(i);\n}\ng(`x${2}`);";
        let parts: Vec<&str> = statements(code)
            .into_iter()
            .map(|(start, end)| code[start..end].trim())
            .collect();
        assert_eq!(
            parts,
            [
                "const a = 1.5;",
                "for (let i = 0; i < 3; i++) {\n  f(i);\n}",
                "g(`x${2}`);"
            ]
        );
        let values: Vec<&str> = numbers(code)
            .into_iter()
            .map(|(start, end)| &code[start..end])
            .collect();
        assert_eq!(values, ["1.5", "0", "3", "2"]);
    }

    #[test]
    fn the_same_seed_gives_the_same_variants() {
        let texts = [(
            "main".to_owned(),
            "draw_circle({ name: 'c', x: 1, y: 2, radius: 3 });".to_owned(),
        )];
        let names = ["c".to_owned()];
        let all = || {
            let mut mutants = Mutants::new("id", &texts, &names, "It is 4.", true);
            let all: Vec<String> = (0..50)
                .filter_map(|_| mutants.next_variant())
                .map(|variant| variant.change)
                .collect();
            all
        };
        assert_eq!(all(), all());
        assert!(
            all().iter().any(|change| change.starts_with("the answer is")),
            "{:?}",
            all()
        );
        assert!(
            all().iter().any(|change| change.starts_with("main:")),
            "{:?}",
            all()
        );
    }
}
