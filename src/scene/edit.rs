//! The only mutator of a drawing.
//!
//! An [`Edit`] owns the scene while it is being changed and remembers what each touched entity was before, so that
//! [`Edit::finish`] yields the exact difference and [`Edit::abort`] the scene as it was. Every method either succeeds
//! whole or changes nothing.
//!
//! `transaction.rs` begins and ends an edit and changes single entities, `tree.rs` has groups and names, `order.rs` the
//! order of siblings, `definitions.rs` layers and constraints, `locks.rs` the one place where locked and hidden entities are refused.

mod associativity;
mod definitions;
mod locks;
mod order;
mod transaction;
mod tree;

pub use order::Placement;
pub use transaction::Edit;
