//! Steps of a review: its beginning, the way from item to item, and the answers.

use super::{versions, words};
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use leptos::prelude::*;
use trammel_document::Session;
use trammel_kernel::Bounds;
use trammel_scene::comparison::ChangedItem;
use trammel_scene::{Name, Scene};

/// Begins the review of the turn that has just ended, if it changed anything, and brings its changes into view. `before` is
/// the step of the history before the turn.
pub(crate) fn begin(app: App, before: u64) {
    let Some(base) = app.document.session(Session::turn_baseline) else {
        return;
    };
    let after = app.document.scene(Clone::clone);
    app.review.open_turn(base, after, before);
    versions::store(app);
    let items = app.review.items.get_untracked();
    if !items.is_empty() {
        show_changes(app, &items);
    }
}

/// Fits the view if a change lies outside of it, unless the user has moved the view since the turn began.
fn show_changes(app: App, items: &[ChangedItem]) {
    let view = app.view;
    let camera = view.camera.get_untracked();
    if app.review.camera_at_turn.get_value() != Some(camera) {
        return;
    }
    let visible = camera.visible(view.viewport.get_untracked());
    let is_outside = |bounds: &Bounds| !visible.contains_bounds(bounds);
    let bounds = items.iter().filter_map(|item| app.review.bounds(item));
    if bounds.into_iter().any(|bounds| is_outside(&bounds)) {
        view.fit_to(app.document.scene(Scene::bounds));
    }
}

/// Remembers the view at the beginning of a turn.
pub(crate) fn note_view(app: App) {
    let camera = app.view.camera.get_untracked();
    app.review.camera_at_turn.set_value(Some(camera));
}

/// Shows the next or the previous item, and brings it into view.
pub(crate) fn go(app: App, forward: bool) {
    let items = app.review.items.get_untracked();
    let Some(last) = items.len().checked_sub(1) else {
        return;
    };
    let at = app.review.at.get_untracked();
    let at = match (app.review.is_at_item.get_untracked(), forward) {
        (false, true) => 0,
        (false, false) => last,
        (true, true) if at >= last => 0,
        (true, true) => at + 1,
        (true, false) => at.checked_sub(1).unwrap_or(last),
    };
    show(app, &items, at);
}

fn show(app: App, items: &[ChangedItem], at: usize) {
    app.review.at.set(at);
    app.review.is_at_item.set(true);
    let Some(item) = items.get(at) else { return };
    app.speak(words::describe(app, item));
    let view = app.view;
    let visible = view.camera.get_untracked().visible(view.viewport.get_untracked());
    if let Some(bounds) = app.review.bounds(item)
        && !visible.contains_bounds(&bounds)
    {
        view.show(Some(bounds.inflate(bounds.width().max(bounds.height()))));
    }
}

/// Keeps the present item, or all of them: they leave the review.
pub(crate) fn keep(app: App, all: bool) {
    let items = app.review.items.get_untracked();
    if all {
        app.review.close();
        versions::store(app);
        app.announce(app.say(Msg::ReviewKept, &[]));
        return;
    }
    let Some(name) = present(app, &items).and_then(|item| item.name().cloned()) else {
        // The shortcut works before an item is shown: the user sees it first.
        return go(app, true);
    };
    app.review.keep(name);
    versions::store(app);
    step_back_to_list(app);
}

/// Rejects the present item, or all of them. Asks first about items that were changed after the turn.
pub(crate) async fn reject(app: App, all: bool) {
    let items = app.review.items.get_untracked();
    let rejected: Vec<&ChangedItem> = if all {
        items.iter().collect()
    } else {
        present(app, &items).into_iter().collect()
    };
    if rejected.is_empty() {
        return go(app, true);
    }
    let names: Vec<Name> = rejected.iter().filter_map(|item| item.name().cloned()).collect();
    let Some(base) = app.review.base() else {
        return;
    };
    let edited: Vec<String> = rejected
        .iter()
        .filter(|item| app.review.is_changed_later(item))
        .filter_map(|item| Some(item.name()?.to_string()))
        .collect();
    if !edited.is_empty() {
        let text = app.say(Msg::ReviewAskLater, &[("names", &edited.join(", "))]);
        let answers = [
            (Msg::ReviewLeave, "leave"),
            (Msg::ReviewRejectAnyway, "reject-anyway"),
        ];
        if app.ask(Msg::ReviewAskTitle, text, &answers).await != Some(1) {
            return;
        }
    }
    let count = names.len();
    let reply = app.document.reject(base, names).await;
    if reply.is_ok() {
        app.chat.tell_news(app);
        app.announce(app.say(Msg::ReviewRejected, &[("n", &count.to_string())]));
        step_back_to_list(app);
    }
}

/// After an item has left the list, the next one takes its place.
fn step_back_to_list(app: App) {
    let items = app.review.items.get_untracked();
    if items.is_empty() {
        app.review.close();
        versions::store(app);
    } else if app.review.is_at_item.get_untracked() {
        show(app, &items, app.review.at.get_untracked().min(items.len() - 1));
    }
}

/// Returns the item that the bar shows.
fn present(app: App, items: &[ChangedItem]) -> Option<&ChangedItem> {
    let at = app.review.at.get_untracked().min(items.len().checked_sub(1)?);
    app.review.is_at_item.get_untracked().then(|| &items[at])
}
