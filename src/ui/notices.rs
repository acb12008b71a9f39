//! Notices to the user: spoken by the live region and shown on screen at the same time.
//!
//! [`App::announce`] is for results, [`App::refuse`] for refused actions, and [`App::speak`] for text that is already
//! visible in another place (an error below the editor, the selection in the status bar). Invariants: every text of the
//! live region is also visible; a notice stays long enough to be read, and longer while the pointer is over it; equal
//! notices are shown once; ids are never reused; no other code sets the text of the live region. The list on screen is in `notice_list.rs`.

use super::state::{App, Notice};
use leptos::prelude::*;
use std::time::Duration;

/// Maximum number of notices on screen; the oldest is removed first.
const MOST: usize = 4;
/// Time on screen in milliseconds: a base and an addition per character.
const BASE_MS: usize = 4_000;
const MS_PER_CHARACTER: usize = 60;
/// Additional time of a refused action, in milliseconds, because the user may be looking at another place.
const REFUSED_MS: usize = 6_000;

impl App {
    /// Speaks a text that is visible in another place.
    pub(crate) fn speak(self, text: String) {
        self.doc.live_message.set(text);
    }

    /// Speaks and shows the result of an action.
    pub(crate) fn announce(self, text: String) {
        self.show_notice(text, false);
    }

    /// Speaks and shows the reason why an action was refused, and the next step.
    pub(crate) fn refuse(self, text: String) {
        self.show_notice(text, true);
    }

    fn show_notice(self, text: String, refused: bool) {
        self.speak(text.clone());
        let notices = self.doc.notices;
        let id = self.doc.next_notice.get_value();
        self.doc.next_notice.set_value(id + 1);
        let lasts = BASE_MS + text.chars().count() * MS_PER_CHARACTER + if refused { REFUSED_MS } else { 0 };
        notices.update(|shown| {
            shown.retain(|notice| notice.text != text);
            shown.push(Notice { id, text, refused });
            let surplus = shown.len().saturating_sub(MOST);
            shown.drain(..surplus);
        });
        self.dismiss_later(id, lasts);
    }

    /// Removes a notice after a delay, or after the pointer has left it.
    fn dismiss_later(self, id: u64, ms: usize) {
        let dismiss = move || {
            if self.doc.hovered_notice.get_untracked() == Some(id) {
                self.dismiss_later(id, BASE_MS);
            } else {
                self.dismiss_notice(id);
            }
        };
        set_timeout(
            dismiss,
            Duration::from_millis(u64::try_from(ms).unwrap_or(u64::MAX)),
        );
    }

    /// Removes a notice.
    pub(crate) fn dismiss_notice(self, id: u64) {
        self.doc
            .notices
            .update(|shown| shown.retain(|notice| notice.id != id));
    }
}
