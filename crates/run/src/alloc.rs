//! Counting allocator: stops a script that uses too much memory, with a line number, before the machine runs out.
//!
//! The engine's garbage collector counts only its small boxes, so live memory is counted at the allocator. A program
//! that runs scripts installs [`CountingAllocator`]; without it the count stays 0, and only the outer limits apply.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

static LIVE: AtomicUsize = AtomicUsize::new(0);
static WALL: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Returns the number of live bytes.
pub fn live() -> usize {
    LIVE.load(Ordering::Relaxed)
}

/// Sets the maximum of live bytes: allocations above `bytes` fail. This cap backs up the engine's own checks.
pub fn set_wall(bytes: usize) {
    WALL.store(bytes, Ordering::Relaxed);
}

/// Raises the maximum of live bytes, for the memory that the code of a run needs.
pub fn raise_wall(bytes: u64) {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    WALL.store(
        WALL.load(Ordering::Relaxed).saturating_add(bytes),
        Ordering::Relaxed,
    );
}

/// The system allocator with a count of live bytes.
#[derive(Debug)]
pub struct CountingAllocator;

#[allow(
    unsafe_code,
    reason = "an allocator cannot be written without; every call is passed on unchanged"
)]
// SAFETY: every method forwards to `System` with the same arguments; the counter does not touch the memory.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if LIVE.load(Ordering::Relaxed).saturating_add(layout.size()) > WALL.load(Ordering::Relaxed) {
            return std::ptr::null_mut();
        }
        LIVE.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // Each step is one atomic operation, so that no change of another thread is lost.
        if let Some(more) = new_size.checked_sub(layout.size()) {
            if LIVE.load(Ordering::Relaxed).saturating_add(more) > WALL.load(Ordering::Relaxed) {
                return std::ptr::null_mut();
            }
            LIVE.fetch_add(more, Ordering::Relaxed);
        } else {
            LIVE.fetch_sub(layout.size() - new_size, Ordering::Relaxed);
        }
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}
