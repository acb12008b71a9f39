//! Work counter for tests: bytes of code that were scanned or copied as a whole text.
//!
//! Unlike a measured time, a count shows independently of the machine whether a cost depends on the size of a document.

use std::cell::Cell;

thread_local! {
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

/// Adds the length of a text that was scanned or copied.
pub fn count(bytes: usize) {
    BYTES.set(BYTES.get() + bytes);
}

/// Returns the number of bytes counted so far on this thread.
pub fn counted_bytes() -> usize {
    BYTES.get()
}
