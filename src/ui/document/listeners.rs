//! Subscribers of a document, and the events that they receive.

use super::caller::Caller;
use super::request::Kind;
use std::{cell::RefCell, rc::Rc};
use trammel_scene::Diff;
use trammel_tools::Reply;

/// The result of an operation, with or without a change. The snapshot is already up to date.
pub(crate) struct Change {
    /// Origin of the operation.
    pub(crate) caller: Caller,
    /// Kind of the operation.
    pub(crate) kind: Kind,
    /// Diff of the drawing; `None` if the drawing is unchanged.
    pub(crate) diff: Option<Diff>,
    /// Reply to the request.
    pub(crate) reply: Reply,
    /// Whether no typed text waits for its run, so that the error of the code is up to date.
    pub(crate) is_latest: bool,
}

/// An event before or between changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The user typed; the text will be stored shortly.
    Typed,
    /// Work must be stored now.
    StoreNow,
    /// The user has paused after typing, or has done something else.
    TypingPaused,
    /// Code starts to run.
    RunBegins,
}

type Subscribers<T> = RefCell<Vec<Rc<dyn Fn(&T)>>>;

/// Subscribers in the order of registration. Subscribers are never removed.
#[derive(Default)]
pub(super) struct Listeners {
    change: Subscribers<Change>,
    progress: Subscribers<Progress>,
}

impl Listeners {
    pub(super) fn on_change(&self, subscriber: impl Fn(&Change) + 'static) {
        self.change.borrow_mut().push(Rc::new(subscriber));
    }

    pub(super) fn on_progress(&self, subscriber: impl Fn(Progress) + 'static) {
        let subscriber = move |progress: &Progress| subscriber(*progress);
        self.progress.borrow_mut().push(Rc::new(subscriber));
    }

    pub(super) fn notify_change(&self, change: &Change) {
        tell(&self.change, change);
    }

    pub(super) fn notify_progress(&self, progress: Progress) {
        tell(&self.progress, &progress);
    }
}

/// Calls the subscribers. A subscriber may make requests, so the list is not borrowed during the calls.
fn tell<T>(subscribers: &Subscribers<T>, value: &T) {
    let present = subscribers.borrow().clone();
    for subscriber in present {
        subscriber(value);
    }
}
