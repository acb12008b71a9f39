//! Statements of the code and the entities that they draw or change.
//!
//! A [`Site`] is the text of one call, as a range of bytes, with an entity that the call drew or changed. A loop has one
//! site for each of its entities.

use std::collections::BTreeSet;
use std::ops::Range;

/// A call in a file, and an entity that the call drew or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site<E> {
    /// Bytes of the call expression.
    pub range: Range<usize>,
    /// The entity.
    pub entity: E,
}

/// Returns the entities of the calls at a byte offset of the text: of the innermost calls that contain the offset, otherwise
/// of all calls in its line. Each entity is listed once.
#[must_use]
pub fn at_offset<E: Clone + Ord>(text: &str, sites: &[Site<E>], offset: usize) -> Vec<E> {
    let (Some(before), Some(after)) = (text.get(..offset), text.get(offset..)) else {
        return Vec::new();
    };
    let inside = sites
        .iter()
        .filter(|site| site.range.start <= offset && offset <= site.range.end);
    let shortest = inside.clone().map(|site| site.range.len()).min();
    if let Some(shortest) = shortest {
        return once(inside.filter(|site| site.range.len() == shortest));
    }
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line_end = offset + after.find('\n').unwrap_or(after.len());
    once(
        sites
            .iter()
            .filter(|site| site.range.start <= line_end && line_start <= site.range.end),
    )
}

fn once<'s, E: Clone + Ord + 's>(sites: impl Iterator<Item = &'s Site<E>>) -> Vec<E> {
    let mut seen = BTreeSet::new();
    sites
        .filter(|site| seen.insert(&site.entity))
        .map(|site| site.entity.clone())
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    const TEXT: &str = "drawCircle('선', 0, 0, 5);\nfor (;;) {\n  group('g', [dot('a'), dot('b')]);\n}\n";

    fn site(call: &str, entity: &'static str) -> Site<&'static str> {
        let start = TEXT.find(call).unwrap();
        Site {
            range: start..start + call.len(),
            entity,
        }
    }

    fn names(offset_of: &str) -> String {
        let sites = [
            site("drawCircle('선', 0, 0, 5)", "선"),
            site("group('g', [dot('a'), dot('b')])", "g"),
            site("group('g', [dot('a'), dot('b')])", "g2"),
            site("dot('a')", "a"),
            site("dot('b')", "b"),
        ];
        let found = at_offset(TEXT, &sites, TEXT.find(offset_of).unwrap());
        found.join(" ")
    }

    #[test]
    fn the_innermost_call_at_the_cursor_counts_and_otherwise_the_line() {
        assert_eq!(names("선"), "선");
        assert_eq!(names(";\nfor"), "선");
        assert_eq!(names("ot('a'"), "a");
        assert_eq!(names("roup"), "g g2");
        assert_eq!(names("  group"), "g g2 a b");
        assert_eq!(names("for"), "");
        assert_eq!(at_offset::<&str>(TEXT, &[], TEXT.len() + 1), Vec::<&str>::new());
    }
}
