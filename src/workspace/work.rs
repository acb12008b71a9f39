//! Work counted in tests: bytes of code that were scanned or copied as a whole text.
//!
//! A count tells whether a cost depends on the size of a document; a measured time would depend on the machine as well.

use std::cell::Cell;

thread_local! {
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

/// Counts the bytes of a text that was scanned or copied.
pub(crate) fn count(bytes: usize) {
    BYTES.set(BYTES.get() + bytes);
}

/// Bytes counted so far on this thread.
pub(crate) fn done() -> usize {
    BYTES.get()
}
