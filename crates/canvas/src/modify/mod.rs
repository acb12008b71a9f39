//! Operations that the modify tools perform, one file each. Start with [`rotate`]; [`crate::steps`] asks for their entities
//! and values.

pub mod array;
pub mod break_at;
mod by_reference;
pub mod chamfer;
pub mod copying;
mod corner;
pub mod explode;
pub mod extend;
pub mod fillet;
pub mod join;
pub mod mirror;
pub mod moving;
pub mod offset;
mod outline;
pub mod rotate;
pub mod scale;
pub mod trim;

#[cfg(test)]
mod tests;
