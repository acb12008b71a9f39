//! Names of imported entities.
//!
//! Invariant: a name is given once, and no name of the drawing is given.

use std::collections::{BTreeMap, BTreeSet};
use trammel_base::visible::{is_blank, one_line};

/// Maximum length of a name from the file, in characters. The list of the children of a group has all names.
const MAX_WANTED_CHARS: usize = 60;

/// Names of entities in one scope: the drawing, or a block whose names follow the name of the insert.
#[derive(Debug, Default)]
pub(super) struct EntityNames {
    used: BTreeSet<String>,
    /// Names of the drawing without their numbers.
    stems: BTreeSet<String>,
    last: BTreeMap<String, usize>,
    /// Prefix of a name that the drawing has already.
    prefix: String,
}

impl EntityNames {
    /// Creates the names of a drawing with these entities.
    pub(super) fn new<'a>(present: impl Iterator<Item = &'a str>, prefix: &str) -> EntityNames {
        let used: BTreeSet<String> = present.map(str::to_owned).collect();
        EntityNames {
            stems: used.iter().map(|name| stem(name).to_owned()).collect(),
            used,
            last: BTreeMap::new(),
            prefix: prefix.to_owned(),
        }
    }

    /// Returns a new name for an entity with the name `wanted` in the file, or a numbered name such as `outline_3`.
    /// `below` has the ends of the names that the entity gives to its descendants.
    pub(super) fn new_name(&mut self, wanted: Option<&str>, base: &str, below: &[String]) -> String {
        let wanted = wanted.map(plain).filter(|name| !name.is_empty());
        let mut base = wanted.clone().unwrap_or_else(|| base.to_owned());
        if self.stems.contains(&base) || self.used.contains(&base) && self.stems.contains(stem(&base)) {
            base = format!("{}_{base}", self.prefix);
        }
        let number = self.last.entry(base.clone()).or_default();
        let mut name = base.clone();
        if wanted.is_none() || *number > 0 {
            *number += 1;
            name = format!("{base}_{number}");
        } else {
            *number = 1;
        }
        while is_used(&self.used, &name, below) {
            *number += 1;
            name = format!("{base}_{number}");
        }
        self.used.insert(name.clone());
        self.used.extend(below.iter().map(|end| format!("{name}_{end}")));
        name
    }
}

impl EntityNames {
    /// Whether the name of another entity begins with this name and a dot, as a reference to a part of the entity does.
    pub(super) fn is_ambiguous(&self, name: &str) -> bool {
        let start = format!("{name}.");
        let next = self.used.range(start.clone()..).next();
        next.is_some_and(|next| next.starts_with(&start))
    }

    /// Returns all names.
    pub(super) fn into_used(self) -> Vec<String> {
        self.used.into_iter().collect()
    }
}

fn is_used(used: &BTreeSet<String>, name: &str, below: &[String]) -> bool {
    used.contains(name) || below.iter().any(|end| used.contains(&format!("{name}_{end}")))
}

/// Returns a name without its number at the end.
fn stem(name: &str) -> &str {
    match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
        short if short.len() < name.len() => short.strip_suffix('_').unwrap_or(name),
        _ => name,
    }
}

/// Returns a name of the file without characters that a name or a template literal cannot have.
fn plain(text: &str) -> String {
    let kept = one_line(text);
    let kept = kept
        .chars()
        .map(|c| if matches!(c, '`' | '\\' | '$') { '_' } else { c });
    let name = one_line(&kept.take(MAX_WANTED_CHARS).collect::<String>());
    if is_blank(&name) { String::new() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_numbered_and_never_have_a_name_of_the_drawing() {
        let mut names = EntityNames::new(["outline_1", "hole"].into_iter(), "bracket");
        let mut next = |wanted: Option<&str>, base: &str| names.new_name(wanted, base, &[]);
        assert_eq!(next(None, "line"), "line_1");
        assert_eq!(next(None, "line"), "line_2");
        assert_eq!(next(None, "outline"), "bracket_outline_1");
        assert_eq!(next(Some("hole"), "circle"), "bracket_hole");
        assert_eq!(next(Some("slot"), "line"), "slot");
        assert_eq!(next(Some("slot"), "line"), "slot_2");
        assert_eq!(next(Some("outline_1"), "line"), "bracket_outline_1_2");
        assert_eq!(next(Some(" `a$\u{7}"), "line"), "_a_");
        assert_eq!(
            next(Some("ho\u{202e}l\u{ad}e\u{e0041}"), "line"),
            "bracket_hole_2"
        );
        assert_eq!(next(Some("\u{3164}"), "line"), "line_3");
    }

    #[test]
    fn an_insert_never_draws_an_entity_with_a_given_name() {
        let mut names = EntityNames::default();
        assert_eq!(names.new_name(Some("bolt_1_head"), "line", &[]), "bolt_1_head");
        assert_eq!(names.new_name(None, "bolt", &["head".to_owned()]), "bolt_2");
        assert_eq!(names.new_name(Some("bolt_2_head"), "line", &[]), "bolt_2_head_2");
    }
}
