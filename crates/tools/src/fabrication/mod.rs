//! Tools that prepare a drawing for cutting: check, repair, kerf, order of the cuts, sheets, and joints.

pub(super) mod check;
pub(super) mod edge;
pub(super) mod joints;
pub(super) mod kerf;
mod open;
pub(super) mod order;
pub(super) mod sheets;
