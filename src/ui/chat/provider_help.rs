//! Advice about a provider: what the user has to set up before a browser can reach it.

use crate::llm::{Provider, Reach};
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use leptos::prelude::window;

/// Advice before connecting to a provider; `None` when there is nothing to set up.
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
    let mut help = app.filled(text, &[("origin", &origin)]);
    if provider.is_asked_about(&origin) {
        help = format!("{help} {}", app.text(Msg::HelpPermission));
    }
    Some(help)
}
