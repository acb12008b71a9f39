//! Operations on two regions.

/// Operation on two regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Area in either region.
    Union,
    /// Area in both regions.
    Intersect,
    /// Area in the first region and not in the second.
    Difference,
    /// Area in exactly one region.
    Xor,
}
