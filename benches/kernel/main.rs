//! Benchmarks of single kernel operations on one core: `cargo bench`, or `cargo bench -- union` for the benchmarks
//! whose name contains that word. The name states the operation; divan prints the time and the memory of one call.
//!
//! `cargo xtask bench --only kernel` runs these benchmarks too and prints their medians with their target values
//! and as growth tables. That command refers to the benchmarks by name (`xtask/src/bench/kernel.rs`).

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a benchmark that cannot run should stop"
)]

mod calls;
mod curves;
mod data;
mod drawing;
mod growth;

use std::time::Duration;

/// Allocator that counts the allocations of each benchmark.
#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

/// Approximate maximum duration of one benchmark; `--max-time SECONDS` overrides it.
const MAX_TIME: Duration = Duration::from_secs(2);

fn main() {
    divan::Divan::default()
        .max_time(MAX_TIME)
        .config_with_args()
        .main();
}
