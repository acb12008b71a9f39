//! Budget of work for comparisons within a drawing, which may come from others.

/// Units of work for one kind of comparison: a pair of short pieces that are compared. The budget is a fraction of a second,
/// because the thread of the page does this work.
const BUDGET: usize = 400_000;

/// Work for an operation on two areas, in units for each piece and each hit of the outlines.
pub const AREA_WORK: usize = 20;

/// Work that is left.
#[derive(Debug)]
pub struct Work {
    left: usize,
    is_exceeded: bool,
}

impl Default for Work {
    fn default() -> Work {
        Work {
            left: BUDGET,
            is_exceeded: false,
        }
    }
}

impl Work {
    /// Returns a budget that is never used up, for work that ends with the time limit of a run.
    pub fn without_limit() -> Work {
        Work {
            left: usize::MAX,
            is_exceeded: false,
        }
    }

    /// Takes units of work; false if they are not left. A smaller comparison may still be possible then.
    pub fn take(&mut self, units: usize) -> bool {
        let left = self.left.checked_sub(units);
        self.left = left.unwrap_or(self.left);
        self.is_exceeded |= left.is_none();
        left.is_some()
    }

    /// Whether a comparison was left out.
    pub fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }
}
