//! The page of all keyboard shortcuts, from the list of actions and the list of panels.

use super::view::TITLE;
use crate::ui::i18n::Msg;
use crate::ui::panels::PANELS;
use crate::ui::state::app;
use leptos::prelude::*;
use trammel_canvas::actions::ActionId;
use trammel_canvas::actions::{Action, ActionList};
use trammel_canvas::shortcuts::{Section, sheet};

/// The page.
#[component]
pub(super) fn ShortcutSheet() -> impl IntoView {
    let app = app();
    let content = move || {
        let lang = app.prefs.lang.get();
        let row = move |keys: Vec<String>, name: String, id: String| {
            let keys = keys
                .into_iter()
                .map(|key| view! { <kbd>{key}</kbd> })
                .collect_view();
            view! {
                <div class="shortcut" data-testid="shortcut" data-action=id>
                    <dt>{keys}</dt>
                    <dd>{name}</dd>
                </div>
            }
        };
        let of_action = move |action: &Action| {
            let keys = action.keys.iter().map(|chord| chord.display(app.prefs.mac));
            row(
                keys.collect(),
                lang.pick(action.label).to_owned(),
                format!("{:?}", action.id),
            )
        };
        let group = move |group: Section| {
            let actions = group.actions.iter().map(of_action).collect_view();
            let keys = group.keys.iter();
            let keys = keys.map(|(keys, text)| {
                row(
                    vec![(*keys).to_owned()],
                    lang.pick(*text).to_owned(),
                    String::new(),
                )
            });
            view! {
                <section>
                    <h4>{lang.pick(group.title)}</h4>
                    <dl>{actions} {keys.collect_view()}</dl>
                </section>
            }
        };
        let panels: Vec<_> = PANELS
            .iter()
            .filter_map(|panel| panel.key.map(|key| (panel, key)))
            .collect();
        let panel_group = (!panels.is_empty()).then(|| {
            let rows = panels.into_iter().map(|(panel, key)| {
                let name = app.text_with(Msg::ShowPanel, &[("name", panel.name(lang))]);
                row(
                    vec![key.display(app.prefs.mac)],
                    name,
                    format!("panel-{}", panel.id),
                )
            });
            view! { <section><h4>{lang.pick(PANEL_GROUP)}</h4><dl>{rows.collect_view()}</dl></section> }
        });
        view! { {sheet(ActionList::standard()).into_iter().map(group).collect_view()} {panel_group} }
    };
    view! {
        <h3 id=TITLE tabindex="-1" data-testid="guide-title">{move || app.text(ActionId::Shortcuts.label())}</h3>
        <div class="shortcuts" data-testid="shortcut-sheet">{content}</div>
    }
    .into_any()
}

const PANEL_GROUP: [&str; 2] = ["Panels", "패널"];
