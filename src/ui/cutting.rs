//! The cutting check: a panel beside the drawing that checks it for cutting, shows the place of each finding, and repairs
//! what can be repaired.
//!
//! Invariants: the panel is not modal, so the drawing stays visible; the check and the repair are calls of the tools
//! `check_for_cutting` and `repair_for_cutting`, so a repair is one step to undo and is written in the code; the words for
//! kinds of findings and repairs are those of [`trammel_fabrication`]. Start with [`open`] and [`CuttingPanel`].

mod findings;
mod mark;
mod panel;
mod run;
pub(crate) mod state;
mod window;

pub(crate) use self::mark::FindingMark;
pub(crate) use self::panel::CuttingPanel;
pub(crate) use self::window::open;
