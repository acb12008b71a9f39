//! Verbs on open and closed paths: cut, trim, extend, lengthen, join.
//!
//! Values in, values out. A place on a path is the index of a piece plus the parameter on it, as in
//! [`super::Hit`]. Lines stay lines and conics keep their carrier, so what is cut can be joined again.
//! A verb that cannot do what was asked says why in a [`ModifyError`] and leaves no half result.

mod cut;
mod end;
mod error;
mod extend;
mod join;
mod lengthen;
mod trim;

pub use cut::{cut, place_of};
pub use end::End;
pub use error::ModifyError;
pub use extend::extend_to;
pub(crate) use extend::reach;
pub use join::join;
pub use lengthen::lengthen;
pub use trim::trim;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests;
