//! Edits: the only mutator of a drawing.
//!
//! An [`Edit`] owns the scene during a change and records the previous state of each touched entity, so that
//! [`Edit::finish`] yields the exact diff and [`Edit::abort`] restores the scene. Every method either succeeds
//! completely or changes nothing.
//!
//! `transaction.rs` begins and ends an edit and changes single entities, `tree.rs` handles groups and names, `order.rs`
//! the order of siblings, `definitions.rs` layers and constraints, `conversion.rs` the unit, and `locks.rs` is the one place that refuses changes
//! of locked and hidden entities.

mod associativity;
mod conversion;
mod definitions;
mod followers;
mod locks;
mod order;
mod transaction;
mod tree;

pub use order::Placement;
pub use transaction::Edit;
