//! Selection: an ordered set of entity names, and the effect of a click or a marquee on it.
//!
//! The selection is plain data. It is never part of the undo history, and it never contains a name that does
//! not exist: after every change of the drawing, the page calls [`Selection::retain`].

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use trammel_scene::Name;

/// The selected entities, in the order in which they were selected.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    names: IndexSet<Name, FxBuildHasher>,
}

/// Two selections are equal if they have the same names in the same order.
impl PartialEq for Selection {
    fn eq(&self, other: &Self) -> bool {
        self.names.iter().eq(&other.names)
    }
}

/// Effect of a pick on the existing selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// The pick replaces the selection.
    Replace,
    /// Picked entities are added if they were not selected, and removed otherwise (Shift).
    Toggle,
}

impl Selection {
    /// Creates a selection of these entities; a repeated name counts once.
    pub fn of(names: impl IntoIterator<Item = Name>) -> Self {
        Self {
            names: names.into_iter().collect(),
        }
    }

    /// Returns the number of selected entities.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether nothing is selected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether this entity is selected.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Returns the selected names, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Name> {
        self.names.iter()
    }

    /// Returns the most recently selected entity, from which keyboard navigation starts.
    #[must_use]
    pub fn last(&self) -> Option<&Name> {
        self.names.last()
    }

    /// Returns the selection after a pick of one entity, or of the empty canvas (`None`).
    #[must_use]
    pub fn after_pick(&self, name: Option<&Name>, combine: Combine) -> Self {
        match (name, combine) {
            (None, Combine::Replace) => Self::default(),
            (None, Combine::Toggle) => self.clone(),
            (Some(name), Combine::Replace) => Self::of([name.clone()]),
            (Some(name), Combine::Toggle) => self.after_toggle(std::slice::from_ref(name)),
        }
    }

    /// Returns the selection after a marquee selected `caught`.
    #[must_use]
    pub fn after_marquee(&self, caught: &[Name], combine: Combine) -> Self {
        match combine {
            Combine::Replace => Self::of(caught.iter().cloned()),
            Combine::Toggle => self.after_toggle(caught),
        }
    }

    fn after_toggle(&self, names: &[Name]) -> Self {
        let picked = Self::of(names.iter().cloned());
        let kept = self.names.iter().filter(|name| !picked.contains(name));
        let fresh = picked.names.iter().filter(|name| !self.contains(name));
        Self {
            names: kept.chain(fresh).cloned().collect(),
        }
    }

    /// Removes every name for which `exists` is false. Returns whether any name was removed.
    pub fn retain(&mut self, exists: impl Fn(&str) -> bool) -> bool {
        let before = self.names.len();
        self.names.retain(|name| exists(name));
        self.names.len() != before
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        Name::new(text).unwrap()
    }

    fn of(names: &[&str]) -> Selection {
        Selection::of(names.iter().map(|text| name(text)))
    }

    #[test]
    fn a_click_replaces_the_selection_and_shift_toggles() {
        let none = Selection::default();
        let a = none.after_pick(Some(&name("a")), Combine::Replace);
        assert_eq!(a, of(&["a"]));
        let both = a.after_pick(Some(&name("b")), Combine::Toggle);
        assert_eq!(both, of(&["a", "b"]));
        assert_eq!(both.after_pick(Some(&name("a")), Combine::Toggle), of(&["b"]));
        assert_eq!(both.last(), Some(&name("b")));
    }

    #[test]
    fn a_click_on_empty_canvas_clears_unless_shift_is_held() {
        let both = of(&["a", "b"]);
        assert!(both.after_pick(None, Combine::Replace).is_empty());
        assert_eq!(both.after_pick(None, Combine::Toggle), both);
    }

    #[test]
    fn a_marquee_replaces_or_toggles_the_selection() {
        let both = of(&["a", "b"]);
        assert_eq!(
            both.after_marquee(&[name("c"), name("c")], Combine::Replace),
            of(&["c"])
        );
        assert_eq!(
            both.after_marquee(&[name("b"), name("c")], Combine::Toggle),
            of(&["a", "c"])
        );
    }

    #[test]
    fn names_of_deleted_entities_are_removed_from_the_selection() {
        let mut both = of(&["a", "b"]);
        assert!(!both.retain(|_| true));
        assert!(both.retain(|name| name == "b"));
        assert_eq!(both, of(&["b"]));
    }
}
