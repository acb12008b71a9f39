//! Comparison of two versions of a file: which lines of an owner are gone, moved, or out of effect.
//!
//! Lines are a sequence: a line that stands before another one must stay before it. A line also counts as lost if its
//! tokens are now in a comment or in a text, if more brackets are around it, if it is no longer in a block of the owner, if
//! it now continues the statement of an inserted line, or if an inserted `return`, `throw`, `break`, or `continue` may skip it.
//! So does a line that declares a variable or a function which an inserted line declares or assigns, and a line that calls a
//! function of the app which an inserted line replaces. Other inserted statements before, between, and after the lines change
//! nothing. What an inserted call or condition computes is not known here: a list of the owner that is changed by
//! `push`, for example, is not recognized. Start at [`lost_lines`].
//!
//! # Example
//!
//! ```
//! use trammel_code::lost_lines;
//!
//! let (before, is_owned) = ("first();\ncheck();\n", [true, true]);
//! assert!(lost_lines(before, &is_owned, "first();\nmore();\ncheck();\n").is_empty());
//! assert_eq!(lost_lines(before, &is_owned, "first();\n/*\ncheck();\n*/\n"), [1]);
//! ```

mod common_sequence;
mod escapes;
mod frame;
mod names;
mod places;
mod reader;

pub use common_sequence::common_sequence;
pub use frame::is_significant;

use frame::Numbers;
use names::Names;
use places::{Line, Places};
use std::cell::Cell;
use std::collections::BTreeSet;

/// Maximum number of brackets that a comparison looks at around lines whose places differ. Other lines count as lost.
const MAX_BRACKETS: usize = 2_000_000;

/// Returns the indices of the owner's lines in `before` that are not in `after` in the same order, or not in effect. Lines
/// without a letter or a digit do not count. The time grows with the texts, apart from the search of equal lines.
pub fn lost_lines(before: &str, is_owned: &[bool], after: &str) -> Vec<usize> {
    super::work::count(before.len() + after.len());
    if before == after {
        return Vec::new();
    }
    let (before, after) = (&*escapes::unescape(before), &*escapes::unescape(after));
    let mut numbers = Numbers::default();
    let (old, new) = (Places::of(before, &mut numbers), Places::of(after, &mut numbers));
    let owned = |at: usize| is_owned.get(at).copied().unwrap_or(true);
    let counted = |lines: &[Line<'_>]| -> Vec<usize> {
        let significant = (0..lines.len()).filter(|at| is_significant(lines[*at].text));
        significant.collect()
    };
    let theirs: Vec<usize> = counted(&old.lines).into_iter().filter(|at| owned(*at)).collect();
    let present = counted(&new.lines);
    let mut keys = |places: &Places<'_>, lines: &[usize]| -> Vec<u32> {
        let key = |at: &usize| numbers.of_key(places.key(&places.lines[*at]));
        lines.iter().map(key).collect()
    };
    let same = common_sequence(&keys(&old, &theirs), &keys(&new, &present));
    let mut comparison = Comparison {
        old: &old,
        new: &new,
        owned: &owned,
        kept: vec![None; old.lines.len()],
        brackets: Cell::new(MAX_BRACKETS),
    };
    let mut lost = Vec::new();
    let (mut at, mut next) = (0, 0);
    while at < theirs.len() {
        if let Some(place) = same[at] {
            comparison.kept[theirs[at]] = Some(present[place]);
            (at, next) = (at + 1, place + 1);
            continue;
        }
        let end = (at..theirs.len())
            .find(|at| same[*at].is_some())
            .unwrap_or(theirs.len());
        let stop = same.get(end).copied().flatten().unwrap_or(present.len());
        comparison.compare(&theirs[at..end], &present[next..stop], &mut lost);
        at = end;
    }
    lost.extend(comparison.taken_over(before, after));
    lost.sort_unstable();
    lost.dedup();
    lost
}

struct Comparison<'c, 't> {
    old: &'c Places<'t>,
    new: &'c Places<'t>,
    owned: &'c dyn Fn(usize) -> bool,
    /// Lines after the change, for the lines before it that were kept.
    kept: Vec<Option<usize>>,
    /// Number of brackets that may still be looked at.
    brackets: Cell<usize>,
}

impl Comparison<'_, '_> {
    /// Compares lines between two lines that are the same, whose places differ.
    fn compare(&mut self, theirs: &[usize], present: &[usize], lost: &mut Vec<usize>) {
        let contents = |places: &Places<'_>, lines: &[usize]| -> Vec<u32> {
            lines.iter().map(|at| places.lines[*at].content).collect()
        };
        let same = common_sequence(&contents(self.old, theirs), &contents(self.new, present));
        for (at, place) in theirs.iter().zip(same) {
            let place = place.map(|place| present[place]);
            match place.filter(|place| self.is_in_effect(*at, *place)) {
                Some(place) => self.kept[*at] = Some(place),
                None => lost.push(*at),
            }
        }
    }

    /// Returns the kept lines whose names other lines now declare or assign: those that declare such a name, or otherwise the
    /// first that calls it.
    fn taken_over(&self, before: &str, after: &str) -> BTreeSet<usize> {
        let (old, new) = (Names::of(before), Names::of(after));
        let kept = trammel_base::sort::set(self.kept.iter().flatten().copied());
        let mut taken = BTreeSet::new();
        for (name, lines) in &new.changed {
            let was_others = old.changed.get(name);
            let was_others = was_others.is_some_and(|lines| lines.iter().any(|at| !(self.owned)(*at)));
            if was_others || lines.iter().all(|at| kept.contains(at)) {
                continue;
            }
            let is_kept =
                |at: &&usize| (self.owned)(**at) && self.kept.get(**at).is_some_and(Option::is_some);
            let declared = old.declared.get(name).into_iter().flatten().find(is_kept);
            // A declaration of the owner that is lost is in the list already.
            let mut own = old.declared.get(name).into_iter().flatten();
            let is_declared = own.any(|at| (self.owned)(*at));
            let called = || old.called.get(name).into_iter().flatten().find(is_kept);
            taken.extend(declared.or_else(|| if is_declared { None } else { called() }));
        }
        taken
    }

    /// Whether a line that has the same content is in effect as it was.
    fn is_in_effect(&self, old: usize, new: usize) -> bool {
        let (old, new) = (&self.old.lines[old], &self.new.lines[new]);
        let is_free = old.joined.is_none_or(|(line, _)| !(self.owned)(line)) && new.joined.is_none();
        let is_joined_alike = old.joined.map(|(_, text)| text) == new.joined.map(|(_, text)| text);
        if new.leaves > old.leaves || !(is_free || is_joined_alike) {
            return false;
        }
        let depth = |places: &Places<'_>, line: &Line<'_>| places.frames[line.frame].depth;
        let (depth, allowed) = (depth(self.new, new), depth(self.old, old));
        let left = self.brackets.get().checked_sub(allowed as usize);
        let Some(left) = left.filter(|_| depth <= allowed) else {
            return false;
        };
        self.brackets.set(left);
        // A block that was kept must still be around the line, in the same order.
        let mut around = self.new.around(new);
        let mut blocks = self.old.around(old).filter(|frame| (self.owned)(frame.line));
        blocks.all(|block| match self.kept[block.line] {
            _ if block.is_bare => around.any(|frame| frame.is_bare),
            Some(place) => around.any(|frame| frame.line == place),
            None => true,
        })
    }
}

#[cfg(test)]
mod tests;
