//! Advice about a provider: the setup that a provider needs before a browser can reach it.

use crate::ui::i18n::Msg;
use crate::ui::state::App;
use leptos::prelude::window;
use trammel_llm::{Provider, Reach};

/// Returns the setup advice for a provider; `None` if no setup is needed. Tracks the language.
pub(super) fn help(app: App, provider: &Provider) -> Option<String> {
    let text = match provider.reach {
        Reach::Plain => return None,
        Reach::Organization => Msg::HelpOrganization,
        Reach::OllamaOrigins => Msg::HelpOllama,
        Reach::LmStudioCors => Msg::HelpLmStudio,
        Reach::LocalServer => Msg::HelpLocal,
        Reach::AnyServer => Msg::HelpAny,
        Reach::OnDevice => Msg::HelpOnDevice,
    };
    let origin = window().location().origin().unwrap_or_default();
    let mut help = app.text_with(text, &[("origin", &origin)]);
    if provider.is_asked_about(&origin) {
        help = format!("{help} {}", app.text(Msg::HelpPermission));
    }
    Some(help)
}
