//! Tools that draw common parts from their sizes: slots, bolt circles, gears, and walls.

pub(super) mod bolt_circle;
pub(super) mod gear;
pub(super) mod slot;
pub(super) mod wall;
mod wall_error;
