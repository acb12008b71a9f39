//! Actions that edit the selection: copies, groups, drawing order, and mirror images.

use super::keys::Chord;
use std::collections::BTreeSet;
use trammel_scene::{Name, Scene};

/// An action that edits the selected entities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EditAction {
    /// Removes the entities and keeps them on the clipboard.
    Cut,
    /// Puts the entities on the clipboard.
    Copy,
    /// Adds the entities on the clipboard.
    Paste,
    /// Copies the entities beside the originals.
    Duplicate,
    /// Changes the name of the entity.
    Rename,
    /// Puts the entities into a new group.
    Group,
    /// Dissolves the selected groups.
    Ungroup,
    /// Draws the entities in front of all others of their group.
    BringToFront,
    /// Draws the entities one step nearer to the front.
    BringForward,
    /// Draws the entities one step nearer to the back.
    SendBackward,
    /// Draws the entities behind all others of their group.
    SendToBack,
    /// Mirrors the entities from left to right.
    FlipHorizontally,
    /// Mirrors the entities from top to bottom.
    FlipVertically,
    /// Opens the menu of the selected entities.
    OpenMenu,
}

impl EditAction {
    /// All actions, in the order of the command palette.
    pub const ALL: &[EditAction] = &[
        Self::Cut,
        Self::Copy,
        Self::Paste,
        Self::Duplicate,
        Self::Rename,
        Self::Group,
        Self::Ungroup,
        Self::BringToFront,
        Self::BringForward,
        Self::SendBackward,
        Self::SendToBack,
        Self::FlipHorizontally,
        Self::FlipVertically,
        Self::OpenMenu,
    ];

    /// Returns the shortcuts.
    #[must_use]
    pub const fn keys(self) -> &'static [Chord] {
        match self {
            Self::Cut => &[Chord("Mod+x")],
            Self::Copy => &[Chord("Mod+c")],
            Self::Paste => &[Chord("Mod+v")],
            Self::Duplicate => &[Chord("Mod+d")],
            Self::Rename => &[Chord("F2")],
            Self::Group => &[Chord("Mod+g")],
            Self::Ungroup => &[Chord("Mod+Shift+g")],
            Self::BringToFront => &[Chord("]")],
            Self::BringForward => &[Chord("Mod+]")],
            Self::SendBackward => &[Chord("Mod+[")],
            Self::SendToBack => &[Chord("[")],
            Self::FlipHorizontally => &[Chord("Shift+h")],
            Self::FlipVertically => &[Chord("Shift+v")],
            Self::OpenMenu => &[Chord("Shift+F10"), Chord("ContextMenu")],
        }
    }

    /// Whether the browser sends an event of its own for the shortcut, which has access to the clipboard.
    #[must_use]
    pub fn is_clipboard(self) -> bool {
        matches!(self, Self::Cut | Self::Copy | Self::Paste)
    }

    /// Whether the action needs a selected entity.
    #[must_use]
    pub fn needs_selection(self) -> bool {
        !matches!(self, Self::Paste | Self::OpenMenu)
    }
}

/// Returns the entities that one step toward the front (or the back) moves, in the order of the calls. Entities at the
/// end of their group, and those behind them, keep their places.
#[must_use]
pub fn steps(scene: &Scene, names: &[Name], forward: bool) -> Vec<Name> {
    let chosen: BTreeSet<&Name> = names.iter().collect();
    let parents: BTreeSet<Option<&Name>> = names
        .iter()
        .filter_map(|name| scene.get(name))
        .map(|entity| entity.parent.as_ref())
        .collect();
    let mut moved = Vec::new();
    for parent in parents {
        let mut order: Vec<&Name> = scene
            .children(parent.map(Name::as_str))
            .map(|entity| &entity.name)
            .collect();
        if forward {
            order.reverse();
        }
        let free = order.into_iter().skip_while(|name| chosen.contains(name));
        moved.extend(free.filter(|name| chosen.contains(name)).cloned());
    }
    moved
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::sync::Arc;
    use trammel_kernel::Point;
    use trammel_scene::{Edit, Placement, Shape};

    #[test]
    fn a_step_keeps_the_order_of_the_selection() {
        let names = ["a", "b", "c", "d"].map(|text| Name::new(text).unwrap());
        let mut edit = Edit::new(Scene::default());
        for name in &names {
            let shape = Shape::Point { at: Point::ORIGIN };
            edit.insert(name, shape, Arc::default(), false).unwrap();
        }
        let [a, b, c, d] = names;
        for (chosen, forward, wanted) in [
            (vec![a.clone(), b.clone()], true, "cabd"),
            (vec![b.clone(), d.clone()], true, "acbd"),
            (vec![c.clone(), d.clone()], false, "acdb"),
            (vec![a.clone(), b.clone()], false, "abcd"),
        ] {
            let mut edit = Edit::new(edit.scene().clone());
            for name in steps(edit.scene(), &chosen, forward) {
                let step = if forward { 1 } else { -1 };
                edit.place(&name, &Placement::Steps(step)).unwrap();
            }
            let order: String = edit
                .children(None)
                .map(|entity| entity.name.to_string())
                .collect();
            assert_eq!(order, wanted, "{chosen:?} {forward}");
        }
    }
}
