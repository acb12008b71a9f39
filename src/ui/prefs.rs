//! The user's preferences: language, colors, dock widths, open tab, and display.
//!
//! Invariant: setting a preference applies and stores it; a value that cannot be stored still applies.

use super::display::{Display, Paper};
use super::web_storage::{self, StorageArea};
use leptos::prelude::*;
use trammel_tools::Language;

/// Color theme of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Theme {
    /// Follows the system.
    #[default]
    System,
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

impl Theme {
    /// Returns the value of the `data-theme` attribute.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Returns the theme of a tag; an unknown tag gives the system theme.
    pub(crate) fn from_tag(tag: &str) -> Self {
        match tag {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::System,
        }
    }
}

/// Height of the left dock as a bottom sheet on a phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BottomSheet {
    /// Only the tabs.
    Peek,
    /// Half of the screen.
    Half,
    /// Nearly the whole screen.
    Full,
}

impl BottomSheet {
    /// Returns the value of the `data-sheet` attribute.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::Peek => "peek",
            Self::Half => "half",
            Self::Full => "full",
        }
    }

    /// Returns the next larger height, or the same at the maximum.
    pub(crate) fn taller(self) -> Self {
        match self {
            Self::Peek => Self::Half,
            Self::Half | Self::Full => Self::Full,
        }
    }

    /// Returns the next smaller height, or the same at the minimum.
    pub(crate) fn lower(self) -> Self {
        match self {
            Self::Full => Self::Half,
            Self::Half | Self::Peek => Self::Peek,
        }
    }
}

/// Limits and default of a dock's width, in CSS pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Width {
    /// Name of the stored preference and of the CSS custom property.
    pub(crate) name: &'static str,
    /// Minimum.
    pub(crate) min: f64,
    /// Maximum.
    pub(crate) max: f64,
    /// Default, which a double click restores.
    pub(crate) default: f64,
}

/// Width of the left dock.
pub(crate) const LEFT: Width = Width {
    name: "left-width",
    min: 280.0,
    max: 640.0,
    default: 392.0,
};
/// Width of the right dock.
pub(crate) const RIGHT: Width = Width {
    name: "right-width",
    min: 200.0,
    max: 400.0,
    default: 264.0,
};

/// Key of the dismissed hint of the first visit.
const WELCOME: &str = "welcome";

/// Signals of the preferences.
#[derive(Clone, Copy)]
pub(crate) struct Prefs {
    /// Language of the page.
    pub(crate) lang: RwSignal<Language>,
    /// Language of the tools' descriptions in a conversation; `None` for the page's language.
    pub(crate) tool_lang: RwSignal<Option<Language>>,
    /// Color theme.
    pub(crate) theme: RwSignal<Theme>,
    /// Id of the open tab in the left dock.
    pub(crate) tab: RwSignal<String>,
    /// Width of the left dock, in CSS pixels.
    pub(crate) left: RwSignal<f64>,
    /// Width of the right dock, in CSS pixels.
    pub(crate) right: RwSignal<f64>,
    /// Whether the right dock is open as a drawer.
    pub(crate) drawer: RwSignal<bool>,
    /// Height of the left dock as a bottom sheet.
    pub(crate) sheet: RwSignal<BottomSheet>,
    /// Grid, rulers, line widths, snapping, and paper.
    pub(crate) display: Display,
    /// Whether an agent of the browser may use the tools.
    pub(crate) webmcp: RwSignal<bool>,
    /// Whether the hint of the first visit is shown.
    pub(crate) welcome: RwSignal<bool>,
    /// Whether the code editor wraps long lines.
    pub(crate) wrap: RwSignal<bool>,
    /// Whether the system is from Apple, where shortcuts use Command instead of Control.
    pub(crate) mac: bool,
}

/// Stored choice of the page's language for the descriptions of tools.
const SAME_AS_PAGE: &str = "app";

/// Returns the stored language of the descriptions of tools. Small models follow English descriptions best, so English is
/// the language without a choice.
fn stored_tool_language() -> Option<Language> {
    match web_storage::read(StorageArea::Device, "pref:tool-lang").as_deref() {
        Some(SAME_AS_PAGE) => None,
        Some(tag) => Some(Language::from_tag(tag)),
        None => Some(Language::English),
    }
}

impl Prefs {
    /// Loads the stored preferences, with defaults from the browser.
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
            lang: RwSignal::new(Language::from_tag(&stored("lang").unwrap_or(browser_lang))),
            tool_lang: RwSignal::new(stored_tool_language()),
            theme: RwSignal::new(Theme::from_tag(&stored("theme").unwrap_or_default())),
            tab: RwSignal::new(stored("tab").unwrap_or_default()),
            left: RwSignal::new(width(LEFT)),
            right: RwSignal::new(width(RIGHT)),
            drawer: RwSignal::new(false),
            sheet: RwSignal::new(BottomSheet::Half),
            display: Display::load(),
            webmcp: RwSignal::new(stored("webmcp").as_deref() == Some("on")),
            welcome: RwSignal::new(stored(WELCOME).is_none()),
            wrap: RwSignal::new(stored("wrap").as_deref() != Some("off")),
            mac: platform.contains("Mac OS") || platform.contains("iPhone") || platform.contains("iPad"),
        };
        prefs.apply_lang();
        prefs.apply_theme();
        prefs
    }

    /// Sets the language of the page.
    pub(crate) fn set_lang(self, lang: Language) {
        self.lang.set(lang);
        store("lang", lang.tag());
        self.apply_lang();
    }

    /// Sets the language of the tools in the next conversation; `None` for the page's language.
    pub(crate) fn set_tool_lang(self, lang: Option<Language>) {
        self.tool_lang.set(lang);
        store("tool-lang", lang.map_or(SAME_AS_PAGE, Language::tag));
    }

    /// Returns the language of the tools in a conversation that starts now.
    pub(crate) fn tool_language(self) -> Language {
        let chosen = self.tool_lang.get_untracked();
        chosen.unwrap_or_else(|| self.lang.get_untracked())
    }

    /// Sets the color theme.
    pub(crate) fn set_theme(self, theme: Theme) {
        self.theme.set(theme);
        store("theme", theme.tag());
        self.apply_theme();
    }

    /// Hides the hint of the first visit for good.
    pub(crate) fn dismiss_welcome(self) {
        self.welcome.set(false);
        store(WELCOME, "seen");
    }

    /// Sets whether an agent of the browser may use the tools.
    pub(crate) fn set_webmcp(self, on: bool) {
        self.webmcp.set(on);
        store("webmcp", if on { "on" } else { "off" });
    }

    /// Sets whether the code editor wraps long lines.
    pub(crate) fn set_wrap(self, on: bool) {
        self.wrap.set(on);
        store("wrap", if on { "on" } else { "off" });
    }

    /// Returns the next theme of the cycle: opposite of the system's colors, equal to the system's colors, system.
    pub(crate) fn next_theme(self) -> Theme {
        match (self.theme.get_untracked(), self.system_is_dark()) {
            (Theme::System, true) | (Theme::Dark, false) => Theme::Light,
            (Theme::System, false) | (Theme::Light, true) => Theme::Dark,
            (Theme::Light, false) | (Theme::Dark, true) => Theme::System,
        }
    }

    /// Opens a tab of the left dock, and raises a bottom sheet that shows only its tabs.
    pub(crate) fn set_tab(self, panel: &str) {
        self.tab.set(panel.to_owned());
        store("tab", panel);
        if self.sheet.get_untracked() == BottomSheet::Peek {
            self.sheet.set(BottomSheet::Half);
        }
    }

    /// Returns the color of the ink for a color field: black on light paper, white on dark paper. Tracks theme and paper.
    pub(crate) fn ink_hex(self) -> &'static str {
        self.theme.track();
        let is_dark = match self.display.paper.get() {
            Paper::Theme => self.is_dark(),
            Paper::White => false,
            Paper::Dark => true,
        };
        if is_dark { "#ffffff" } else { "#000000" }
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
    /// Clamps a width to the limits and rounds it.
    pub(crate) fn clamp(self, width: f64) -> f64 {
        if width.is_finite() {
            width.clamp(self.min, self.max).round()
        } else {
            self.default
        }
    }

    /// Stores a width.
    pub(crate) fn store(self, width: f64) {
        store(self.name, &width.to_string());
    }
}

fn store(key: &str, value: &str) {
    // A preference that cannot be stored needs no message; the storage of drawings reports its own failures.
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
