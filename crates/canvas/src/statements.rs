//! Statements of the code and the entities that they draw or change.
//!
//! A [`Site`] is the text of one call, as a range of bytes, with an entity that the call drew or changed. A loop has one
//! site for each of its entities.

use std::ops::Range;
use trammel_scene::Name;

/// A call in the open file, and an entity that the call drew or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Bytes of the call expression.
    pub range: Range<usize>,
    /// The entity.
    pub entity: Name,
}

/// Returns the entities of the calls at a byte offset of the text: of the innermost calls that contain the offset, otherwise
/// of all calls in its line. Each entity is listed once.
#[must_use]
pub fn at_offset(text: &str, sites: &[Site], offset: usize) -> Vec<Name> {
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

fn once<'a>(sites: impl Iterator<Item = &'a Site>) -> Vec<Name> {
    let mut seen = rustc_hash::FxHashSet::default();
    sites
        .filter(|site| seen.insert(&site.entity))
        .map(|site| site.entity.clone())
        .collect()
}

/// Returns the number of the line of a byte offset, from 1; `None` if the offset is not in the text.
#[must_use]
pub fn line_of(text: &str, offset: usize) -> Option<u32> {
    let before = text.get(..offset)?;
    u32::try_from(before.matches('\n').count() + 1).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    const TEXT: &str = "drawCircle('선', 0, 0, 5);\nfor (;;) {\n  group('g', [dot('a'), dot('b')]);\n}\n";

    fn site(call: &str, entity: &str) -> Site {
        let start = TEXT.find(call).unwrap();
        Site {
            range: start..start + call.len(),
            entity: Name::new(entity).unwrap(),
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
        found.iter().map(Name::as_str).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_innermost_call_at_the_cursor_counts_and_otherwise_the_line() {
        assert_eq!(names("선"), "선");
        assert_eq!(names(";\nfor"), "선");
        assert_eq!(names("ot('a'"), "a");
        assert_eq!(names("roup"), "g g2");
        assert_eq!(names("  group"), "g g2 a b");
        assert_eq!(names("for"), "");
        assert_eq!(at_offset(TEXT, &[], TEXT.len() + 1), Vec::<Name>::new());
    }

    #[test]
    fn a_byte_offset_has_a_line() {
        assert_eq!(line_of(TEXT, 0), Some(1));
        assert_eq!(line_of(TEXT, TEXT.find("group").unwrap()), Some(3));
        assert_eq!(line_of(TEXT, TEXT.len() + 1), None);
    }
}
