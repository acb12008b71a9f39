//! Outlines of involute spur gears and racks, made of lines, circular arcs, and Bézier curves fitted to involutes.
//!
//! Terms and proportions follow ISO 21771 and ISO 53: addendum one module, dedendum 1.25 modules, fillet 0.38 modules where
//! there is room. Below the base circle a flank is a radial line; the undercut of generated gears with few teeth is not
//! drawn.
//! Start reading at [`Gear::outline`] in `spur.rs`.

mod outline;
mod spur;

pub use spur::{DEDENDUM, FILLET, FIT_TOLERANCE, Gear, GearError, Toothing};
