//! Display settings of the user: grid, rulers, thin lines, snapping, and paper color.
//!
//! Invariant: setting a value stores it in this browser; a value that cannot be stored still applies.

use super::web_storage::{self, StorageArea};
use leptos::prelude::*;
use trammel_canvas::actions::ActionId;
use trammel_canvas::canvas_tool::Text;

const THIN_LINES_LABEL: Text = ["Thin lines", "가는 선으로 표시"];
const SNAP_TO_GRID_LABEL: Text = ["Snap to grid", "모눈 스냅"];

/// A setting that is on or off.
#[derive(Debug, PartialEq)]
pub(crate) struct Setting {
    /// Name of the stored value, and suffix of the control's `data-testid`.
    pub(crate) id: &'static str,
    name: SettingName,
    /// Value before the user changes it.
    usual: bool,
}

/// Source of the name of a setting.
#[derive(Debug, PartialEq)]
enum SettingName {
    /// The action that toggles the setting.
    Action(ActionId),
    /// Name in English and Korean of a setting without an action.
    Own(Text),
}

impl Setting {
    /// Returns the name in English and Korean.
    pub(crate) fn label(&self) -> Text {
        match self.name {
            SettingName::Action(action) => action.label(),
            SettingName::Own(label) => label,
        }
    }

    /// Returns the action that toggles the setting, if there is one.
    pub(crate) fn action(&self) -> Option<ActionId> {
        match self.name {
            SettingName::Action(action) => Some(action),
            SettingName::Own(_) => None,
        }
    }
}

/// Lines of the grid behind the drawing.
pub(crate) const GRID: Setting = Setting {
    id: "grid",
    name: SettingName::Action(ActionId::ToggleGrid),
    usual: true,
};

/// Rulers at the top and left edges of the canvas.
pub(crate) const RULERS: Setting = Setting {
    id: "rulers",
    name: SettingName::Action(ActionId::ToggleRulers),
    usual: false,
};

/// Lines of one pixel, regardless of their width.
pub(crate) const THIN_LINES: Setting = Setting {
    id: "thin-lines",
    name: SettingName::Own(THIN_LINES_LABEL),
    usual: false,
};

/// Snapping to points of entities.
pub(crate) const SNAP_TO_OBJECTS: Setting = Setting {
    id: "snap-objects",
    name: SettingName::Action(ActionId::ToggleSnap),
    usual: true,
};

/// Snapping to the grid.
pub(crate) const SNAP_TO_GRID: Setting = Setting {
    id: "snap-grid",
    name: SettingName::Own(SNAP_TO_GRID_LABEL),
    usual: false,
};

/// All settings, in display order.
pub(crate) const SETTINGS: [&Setting; 5] = [&GRID, &RULERS, &SNAP_TO_OBJECTS, &SNAP_TO_GRID, &THIN_LINES];

/// Color of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Paper {
    /// Light in the light theme, dark in the dark theme.
    #[default]
    Theme,
    /// White with dark ink.
    White,
    /// Dark with light ink.
    Dark,
}

impl Paper {
    /// All colors, in display order.
    pub(crate) const ALL: [Self; 3] = [Self::Theme, Self::White, Self::Dark];

    /// Returns the value of the `data-paper` attribute.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::Theme => "theme",
            Self::White => "white",
            Self::Dark => "dark",
        }
    }

    fn from_tag(tag: &str) -> Self {
        let found = Self::ALL.into_iter().find(|paper| paper.tag() == tag);
        found.unwrap_or_default()
    }
}

/// Signals of the display settings.
#[derive(Clone, Copy)]
pub(crate) struct Display {
    /// Values of [`SETTINGS`].
    values: [RwSignal<bool>; SETTINGS.len()],
    /// Color of the paper.
    pub(crate) paper: RwSignal<Paper>,
}

impl Display {
    /// Loads the stored settings.
    pub(crate) fn load() -> Self {
        let stored = |id: &str| web_storage::read(StorageArea::Device, &key(id));
        let value = |setting: &Setting| match stored(setting.id).as_deref() {
            Some("on") => true,
            Some("off") => false,
            _ => setting.usual,
        };
        Self {
            values: SETTINGS.map(|setting| RwSignal::new(value(setting))),
            paper: RwSignal::new(Paper::from_tag(&stored("paper").unwrap_or_default())),
        }
    }

    /// Whether a setting is on. Tracks the setting.
    pub(crate) fn is_on(self, setting: &Setting) -> bool {
        self.signal(setting).is_some_and(|value| value.get())
    }

    /// Switches a setting, and returns the new value.
    pub(crate) fn toggle(self, setting: &Setting) -> bool {
        let Some(value) = self.signal(setting) else {
            return false;
        };
        value.update(|on| *on = !*on);
        let is_on = value.get_untracked();
        store(setting.id, if is_on { "on" } else { "off" });
        is_on
    }

    /// Sets the color of the paper.
    pub(crate) fn set_paper(self, paper: Paper) {
        self.paper.set(paper);
        store("paper", paper.tag());
    }

    fn signal(self, setting: &Setting) -> Option<RwSignal<bool>> {
        let at = SETTINGS.iter().position(|other| other.id == setting.id)?;
        self.values.get(at).copied()
    }
}

fn key(id: &str) -> String {
    format!("pref:display-{id}")
}

fn store(id: &str, value: &str) {
    // A setting that cannot be stored needs no message; the storage of drawings reports its own failures.
    let _ = web_storage::write(StorageArea::Device, &key(id), value);
}
