//! Library of drawings: the open drawing, the list of all drawings, their histories, and their conversations.
//!
//! The texts of the open drawing are in localStorage, where a save is immediate (`ui/saving.rs`). The database
//! ([`database`]) has the records of all drawings, the open one included; [`saving`] writes them shortly after each
//! change, in one transaction. When a drawing is closed, its texts leave localStorage.
//!
//! Invariants:
//! * Opening another drawing asks no question and loses nothing: the present drawing is stored first, and stays open if
//!   it can be stored nowhere ([`opening`]).
//! * Of two copies of a drawing, the one that descends from the other is opened; otherwise both are kept ([`copies`]).
//! * One tab stores the records of a drawing ([`tabs`]).
//! * A record that cannot be read is never overwritten; the list offers its text as a download.
//! * A failed read is not an empty answer: its error reaches the code that decides, and the part is not written.
//! * Code that kept the page from starting is not run at the next start ([`starting`]).
//!
//! The records themselves, without a browser, are in `trammel_document::library`. Start at [`state`] and [`opening`].

pub(crate) mod adding;
mod aside;
mod backup;
mod closing;
mod connection;
mod continuing;
pub(crate) mod conversation_list;
pub(crate) mod conversations;
mod copies;
pub(crate) mod database;
mod database_error;
pub(crate) mod dialog;
mod editing;
pub(crate) mod history;
mod identity;
mod labels;
mod leaving;
mod listing;
mod loading;
mod lock;
pub(crate) mod opening;
mod read_only;
mod removal;
pub(crate) mod restoring;
mod row;
pub(crate) mod saving;
pub(crate) mod starting;
pub(crate) mod state;
mod tabs;
pub(crate) mod thumbnail;
