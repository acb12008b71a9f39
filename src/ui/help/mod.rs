//! Help: the user guide of `docs/guide`, whose pages are static files beside the app, the keyboard shortcuts, the
//! functions that code can call, and the page about the program.
//!
//! Invariant: pages and pictures are fetched when they are shown, never at the start of the page. Start with [`dialog`];
//! [`pages`] fetches a page, and [`view`] shows it.

mod about;
pub(super) mod dialog;
mod functions;
mod pages;
mod shortcuts;
pub(super) mod state;
mod view;

pub(super) use self::about::ABOUT_LABEL;
pub(super) use self::functions::FUNCTIONS_LABEL;
