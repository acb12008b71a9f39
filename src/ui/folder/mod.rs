//! A folder on disk in which a drawing is kept as well, so that it can be edited with another program or kept in git.
//! The command line opens the same folder (`trammel_code::layout`).
//!
//! Invariants:
//! * The browser keeps the drawing as before; the folder is a second copy. A failure of the folder never stops a save.
//! * A text that was changed on one side only is copied to the other one; a text that both sides have changed is left
//!   alone until the user chooses a version (`library::FolderPlan`). The version that is not chosen stays in the history.
//! * The user chooses the folder, and the browser asks for permission again in each visit.
//!
//! Start at [`sync`]. [`access`] has the functions of the browser, [`contents`] reads and writes the files, [`choice`]
//! handles the user's choice of a folder, and [`record`] keeps it for the next visit.

mod access;
pub(crate) mod banner;
pub(crate) mod choice;
mod contents;
mod record;
pub(crate) mod state;
pub(crate) mod sync;
