//! What a person set up and expects to find again: language, colors, panel widths, open tab.
//!
//! Invariant: a preference is applied and stored where it is set; a value that cannot be stored still applies.

use super::i18n::Lang;
use super::web_storage::{self, StorageArea};
use crate::tools::Language;
use leptos::prelude::*;

/// Colors of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Dark text on light paper.
    Light,
    /// Light text on dark paper.
    Dark,
}

impl Theme {
    /// The value of the `data-theme` attribute and of the select field.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of a tag.
    pub(crate) fn from_tag(tag: &str) -> Self {
        match tag {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::System,
        }
    }
}

/// How much of a phone's screen the left dock takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BottomSheet {
    /// Only its tabs.
    Peek,
    /// Half.
    Half,
    /// Nearly all.
    Full,
}

impl BottomSheet {
    /// The value of the `data-sheet` attribute.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::Peek => "peek",
            Self::Half => "half",
            Self::Full => "full",
        }
    }

    /// One step higher, if there is one.
    pub(crate) fn taller(self) -> Self {
        match self {
            Self::Peek => Self::Half,
            Self::Half | Self::Full => Self::Full,
        }
    }

    /// One step lower, if there is one.
    pub(crate) fn lower(self) -> Self {
        match self {
            Self::Full => Self::Half,
            Self::Half | Self::Peek => Self::Peek,
        }
    }
}

/// The limits and the default value of a dock's width, in CSS pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Width {
    /// Under which name it is stored, and set as a custom property.
    pub(crate) name: &'static str,
    /// Smallest.
    pub(crate) min: f64,
    /// Largest.
    pub(crate) max: f64,
    /// What a double click goes back to.
    pub(crate) default: f64,
}

/// The left dock.
pub(crate) const LEFT: Width = Width {
    name: "left-width",
    min: 280.0,
    max: 640.0,
    default: 392.0,
};
/// The right dock.
pub(crate) const RIGHT: Width = Width {
    name: "right-width",
    min: 200.0,
    max: 400.0,
    default: 264.0,
};

/// Signals of the preferences.
#[derive(Clone, Copy)]
pub(crate) struct Prefs {
    /// Language of the page.
    pub(crate) lang: RwSignal<Lang>,
    /// Language in which a conversation gets its tools; `None`: that of the page.
    pub(crate) tool_lang: RwSignal<Option<Lang>>,
    /// Colors of the page.
    pub(crate) theme: RwSignal<Theme>,
    /// Open tab of the left dock.
    pub(crate) tab: RwSignal<String>,
    /// Width of the left dock.
    pub(crate) left: RwSignal<f64>,
    /// Width of the right dock.
    pub(crate) right: RwSignal<f64>,
    /// The right dock is open where it is a drawer.
    pub(crate) drawer: RwSignal<bool>,
    /// The left dock where it is a sheet.
    pub(crate) sheet: RwSignal<BottomSheet>,
    /// An agent of the browser may use the tools.
    pub(crate) webmcp: RwSignal<bool>,
    /// The system is a Mac: Command instead of Control.
    pub(crate) mac: bool,
}

impl Prefs {
    /// Reads what was stored; what was not follows the browser.
    pub(crate) fn load() -> Self {
        let stored = |key: &str| web_storage::read(StorageArea::Device, &format!("pref:{key}"));
        let navigator = web_sys::window().map(|window| window.navigator());
        let browser_lang = navigator
            .as_ref()
            .and_then(web_sys::Navigator::language)
            .unwrap_or_default();
        let platform = navigator
            .and_then(|navigator| navigator.user_agent().ok())
            .unwrap_or_default();
        let width = |of: Width| {
            stored(of.name)
                .and_then(|text| text.parse().ok())
                .map_or(of.default, |w: f64| of.clamp(w))
        };
        let prefs = Self {
            lang: RwSignal::new(Lang::from_tag(&stored("lang").unwrap_or(browser_lang))),
            tool_lang: RwSignal::new(stored("tool-lang").map(|tag| Lang::from_tag(&tag))),
            theme: RwSignal::new(Theme::from_tag(&stored("theme").unwrap_or_default())),
            tab: RwSignal::new(stored("tab").unwrap_or_default()),
            left: RwSignal::new(width(LEFT)),
            right: RwSignal::new(width(RIGHT)),
            drawer: RwSignal::new(false),
            sheet: RwSignal::new(BottomSheet::Half),
            webmcp: RwSignal::new(stored("webmcp").as_deref() == Some("on")),
            mac: platform.contains("Mac OS") || platform.contains("iPhone") || platform.contains("iPad"),
        };
        prefs.apply_lang();
        prefs.apply_theme();
        prefs
    }

    /// Speaks another language.
    pub(crate) fn set_lang(self, lang: Lang) {
        self.lang.set(lang);
        store("lang", lang.tag());
        self.apply_lang();
    }

    /// The next conversation gets its tools in this language; `None`: in that of the page.
    pub(crate) fn set_tool_lang(self, lang: Option<Lang>) {
        self.tool_lang.set(lang);
        match lang {
            Some(lang) => store("tool-lang", lang.tag()),
            None => web_storage::remove(StorageArea::Device, "pref:tool-lang"),
        }
    }

    /// The language in which a conversation that begins now gets its tools.
    pub(crate) fn tool_language(self) -> Language {
        let chosen = self.tool_lang.get_untracked();
        Language::from_tag(chosen.unwrap_or_else(|| self.lang.get_untracked()).tag())
    }

    /// Wears other colors.
    pub(crate) fn set_theme(self, theme: Theme) {
        self.theme.set(theme);
        store("theme", theme.tag());
        self.apply_theme();
    }

    /// Lets an agent of the browser use the tools, or not.
    pub(crate) fn set_webmcp(self, on: bool) {
        self.webmcp.set(on);
        store("webmcp", if on { "on" } else { "off" });
    }

    /// The next colors: the other of light and dark, back, and as the system has it.
    pub(crate) fn next_theme(self) -> Theme {
        match (self.theme.get_untracked(), self.system_is_dark()) {
            (Theme::System, true) | (Theme::Dark, false) => Theme::Light,
            (Theme::System, false) | (Theme::Light, true) => Theme::Dark,
            (Theme::Light, false) | (Theme::Dark, true) => Theme::System,
        }
    }

    /// Opens another part of the left dock.
    pub(crate) fn set_tab(self, panel: &str) {
        self.tab.set(panel.to_owned());
        store("tab", panel);
        if self.sheet.get_untracked() == BottomSheet::Peek {
            self.sheet.set(BottomSheet::Half);
        }
    }

    /// Whether the page is dark now.
    pub(crate) fn is_dark(self) -> bool {
        match self.theme.get_untracked() {
            Theme::Light => false,
            Theme::Dark => true,
            Theme::System => self.system_is_dark(),
        }
    }

    fn system_is_dark(self) -> bool {
        web_sys::window()
            .and_then(|window| window.match_media("(prefers-color-scheme: dark)").ok().flatten())
            .is_some_and(|query| query.matches())
    }

    fn apply_lang(self) {
        set_root_attribute("lang", self.lang.get_untracked().tag());
    }

    fn apply_theme(self) {
        set_root_attribute("data-theme", self.theme.get_untracked().tag());
    }
}

impl Width {
    /// A width within the limits.
    pub(crate) fn clamp(self, width: f64) -> f64 {
        if width.is_finite() {
            width.clamp(self.min, self.max).round()
        } else {
            self.default
        }
    }

    /// Remembers a width.
    pub(crate) fn store(self, width: f64) {
        store(self.name, &width.to_string());
    }
}

fn store(key: &str, value: &str) {
    // Losing a preference is not worth a word to the person; work has its own, loud path.
    let _ = web_storage::write(StorageArea::Device, &format!("pref:{key}"), value);
}

fn set_root_attribute(name: &str, value: &str) {
    let root = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.document_element());
    if let Some(root) = root {
        let _ = root.set_attribute(name, value);
    }
}
