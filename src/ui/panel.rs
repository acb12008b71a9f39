//! Panels: the parts of the page that are placed in a dock.
//!
//! Each panel is one [`Panel`] item beside its view and one line in [`PANELS`](super::panels::PANELS). The docks with
//! their tabs, the palette, and the keyboard shortcuts read that list and name no panel.

use leptos::prelude::AnyView;
use trammel_canvas::keys::{Chord, KeyPress};
use trammel_language::Language;

/// A panel.
#[derive(Clone, Copy)]
pub struct Panel {
    /// Stable id: the stored value of the open tab, and the suffix of the panel's element ids.
    pub id: &'static str,
    /// Name in English and Korean.
    pub label: [&'static str; 2],
    /// Dock of the panel.
    pub dock: Dock,
    /// Shortcut that shows the panel.
    pub key: Option<Chord>,
    /// Builds the content, which is built once and stays while another panel is shown.
    pub view: fn() -> AnyView,
    /// Builds the badge beside the name, such as a count.
    pub badge: Option<fn() -> AnyView>,
}

/// A dock of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dock {
    /// One panel at a time, chosen by tabs.
    Left,
    /// All panels, one below the other. A drawer on a narrow page.
    Right,
}

/// Id of the Chat panel.
pub(super) const CHAT: &str = "chat";

/// Id of the Code panel, which is open on the first visit.
pub(super) const CODE: &str = "code";

/// Name of the Code panel and of its editor, in English and Korean.
pub(super) const CODE_LABEL: [&str; 2] = ["Code", "코드"];

impl Panel {
    /// Returns the name in a language.
    pub(crate) fn name(&self, lang: Language) -> &'static str {
        lang.pick(self.label)
    }
}

/// Returns the panels of a dock, in display order.
pub fn in_dock(panels: &'static [Panel], dock: Dock) -> impl Iterator<Item = &'static Panel> + Clone {
    panels.iter().filter(move |panel| panel.dock == dock)
}

/// Returns the id of the left dock's panel with this id, or of the default panel if there is none.
pub fn open_panel(panels: &'static [Panel], id: &str) -> &'static str {
    let mut left = in_dock(panels, Dock::Left);
    let found = left.clone().find(|panel| panel.id == id);
    let usual = left.clone().find(|panel| panel.id == CODE);
    found
        .or(usual)
        .or_else(|| left.next())
        .map_or(CODE, |panel| panel.id)
}

/// Returns the panel that a key press on the tabs selects. The arrow keys wrap around.
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

/// Returns the panel whose shortcut was pressed.
pub fn for_key(panels: &'static [Panel], press: &KeyPress<'_>, mac: bool) -> Option<&'static Panel> {
    panels
        .iter()
        .find(|panel| panel.key.is_some_and(|chord| chord.matches(press, mac)))
}
