//! Counting live memory, so that a script that hoards is stopped with a line number before the machine suffers.
//!
//! The engine's own collector counts only small boxes, so the count is taken at the allocator. A program that runs
//! scripts installs [`CountingAllocator`]; without it the count stays 0 and only the outer limits hold.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

static LIVE: AtomicUsize = AtomicUsize::new(0);
static WALL: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Bytes in use now.
pub fn live() -> usize {
    LIVE.load(Ordering::Relaxed)
}

/// Refuses allocations that would bring the live count above `bytes`: the last wall behind the engine's own checks.
pub fn set_wall(bytes: usize) {
    WALL.store(bytes, Ordering::Relaxed);
}

/// The system's allocator, counted.
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
        let live = LIVE.load(Ordering::Relaxed);
        if new_size > layout.size()
            && live.saturating_add(new_size - layout.size()) > WALL.load(Ordering::Relaxed)
        {
            return std::ptr::null_mut();
        }
        LIVE.store(
            live.saturating_add(new_size).saturating_sub(layout.size()),
            Ordering::Relaxed,
        );
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}
