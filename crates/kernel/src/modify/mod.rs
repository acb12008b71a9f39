//! Modification of paths: cut, trim, extend, lengthen and join.
//!
//! All functions are pure. A path parameter is the index of a segment plus the parameter on it, as in
//! [`super::Hit`]. Lines stay lines and conics keep their full ellipse, so a path that was cut can be joined again.
//! A function that fails returns the reason as a [`ModifyError`], never a partial result.

mod cut;
mod end;
mod error;
mod extend;
mod join;
mod lengthen;
mod trim;

pub use cut::{cut_path, place_of};
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
