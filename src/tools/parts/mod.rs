//! Tools that draw common parts of machines from their sizes: slots, bolt circles, and gears.

pub(super) mod bolt_circle;
pub(super) mod gear;
pub(super) mod slot;
