//! A panel: one part of the page that stands in a dock.
//!
//! Each panel is one [`Panel`] item beside its view and one line in [`PANELS`](super::panels::PANELS). The docks with their
//! tabs, the palette, and the keyboard shortcuts read that list and name no panel.

use super::i18n::Lang;
use crate::editor::keys::{Chord, KeyPress};
use leptos::prelude::AnyView;

/// A panel.
#[derive(Clone, Copy)]
pub struct Panel {
    /// Stable identifier: how the open panel is stored, and the end of the ids of its elements.
    pub id: &'static str,
    /// Name in English and Korean.
    pub label: [&'static str; 2],
    /// Where the panel stands.
    pub dock: Dock,
    /// Shortcut that shows the panel, if it has one.
    pub key: Option<Chord>,
    /// Content. It is built once and stays while another panel is shown.
    pub view: fn() -> AnyView,
    /// What stands beside the name, such as a count.
    pub badge: Option<fn() -> AnyView>,
}

/// A side of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dock {
    /// One panel at a time, chosen by tabs.
    Left,
    /// All panels, one below the other. A drawer where the page is narrow.
    Right,
}

/// Id of the panel with the conversation.
pub(super) const CHAT: &str = "chat";

/// Id of the panel with the code, which is open on the first visit.
pub(super) const CODE: &str = "code";

/// Name of the panel with the code, which the editor in it has as well.
pub(super) const CODE_LABEL: [&str; 2] = ["Code", "코드"];

impl Panel {
    /// The name in a language.
    pub(crate) fn name(&self, lang: Lang) -> &'static str {
        lang.pick(self.label)
    }
}

/// The panels of a dock, in the order in which they are shown.
pub fn in_dock(panels: &'static [Panel], dock: Dock) -> impl Iterator<Item = &'static Panel> + Clone {
    panels.iter().filter(move |panel| panel.dock == dock)
}

/// The panel with this id, or else the first one of the dock that is open on the first visit.
pub fn open_panel(panels: &'static [Panel], id: &str) -> &'static str {
    let mut left = in_dock(panels, Dock::Left);
    let found = left.clone().find(|panel| panel.id == id);
    let usual = left.clone().find(|panel| panel.id == CODE);
    found
        .or(usual)
        .or_else(|| left.next())
        .map_or(CODE, |panel| panel.id)
}

/// The panel that a key on the tabs leads to: the arrows go around the ends.
pub fn tab_for_key(panels: &'static [Panel], now: &str, key: &str) -> Option<&'static str> {
    let ids: Vec<&str> = in_dock(panels, Dock::Left).map(|panel| panel.id).collect();
    let at = ids.iter().position(|id| *id == now)?;
    let to = match key {
        "ArrowRight" => (at + 1) % ids.len(),
        "ArrowLeft" => (at + ids.len() - 1) % ids.len(),
        "Home" => 0,
        "End" => ids.len() - 1,
        _ => return None,
    };
    ids.get(to).copied()
}

/// The panel whose shortcut was pressed.
pub fn for_key(panels: &'static [Panel], press: &KeyPress<'_>, mac: bool) -> Option<&'static Panel> {
    panels
        .iter()
        .find(|panel| panel.key.is_some_and(|chord| chord.matches(press, mac)))
}
