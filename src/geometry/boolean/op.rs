//! Ways to combine two regions.

/// Ways to combine two regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// The area in either region.
    Union,
    /// The area in both regions.
    Intersect,
    /// The area in the first region and not in the second.
    Difference,
    /// The area in exactly one region.
    Xor,
}
