//! The kernel's operations one by one, on one core: `cargo bench`, or `cargo bench -- union` for those whose name has that
//! word. The names say what is done; divan prints the time and the memory of one call.
//!
//! `cargo xtask bench --only kernel` runs these benchmarks too and prints their medians beside the bars and as tables of
//! growth. It refers to them by name (`xtask/src/bench/kernel.rs`).

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

/// Counts what each benchmark allocates.
#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

/// One benchmark takes about this long at most; `--max-time SECONDS` changes it.
const MAX_TIME: Duration = Duration::from_secs(2);

fn main() {
    divan::Divan::default()
        .max_time(MAX_TIME)
        .config_with_args()
        .main();
}
