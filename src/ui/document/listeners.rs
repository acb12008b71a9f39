//! Subscribers of a document, and what they are told.

use super::caller::Caller;
use super::request::Kind;
use crate::scene::Diff;
use crate::tools::Reply;
use std::{cell::RefCell, rc::Rc};

/// A change of a document, or an operation that changed nothing. The snapshot has followed already.
pub(crate) struct Change {
    /// Origin of the operation.
    pub(crate) caller: Caller,
    /// Kind of the operation.
    pub(crate) kind: Kind,
    /// Change of the drawing; `None` when it is the same.
    pub(crate) diff: Option<Diff>,
    /// Reply to the request.
    pub(crate) reply: Reply,
    /// No typed text waits for its run, so that the error of the code is up to date.
    pub(crate) is_latest: bool,
}

/// A moment before or between changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The user typed; the text is stored in a moment.
    Typed,
    /// Work is to be stored now.
    StoreNow,
    /// Code begins to run.
    RunBegins,
}

type Subscribers<T> = RefCell<Vec<Rc<dyn Fn(&T)>>>;

/// Subscribers, in the order in which they came. They stay as long as the page.
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

    pub(super) fn changed(&self, change: &Change) {
        tell(&self.change, change);
    }

    pub(super) fn progressed(&self, progress: Progress) {
        tell(&self.progress, &progress);
    }
}

/// A subscriber may make requests, so the list is not borrowed meanwhile.
fn tell<T>(subscribers: &Subscribers<T>, value: &T) {
    let present = subscribers.borrow().clone();
    for subscriber in present {
        subscriber(value);
    }
}
