//! Entry point of the native program; the code is in `trammel_cli`.
#![allow(missing_docs, reason = "a program")]

#[cfg(not(target_arch = "wasm32"))]
#[global_allocator]
static ALLOCATOR: trammel_run::alloc::CountingAllocator = trammel_run::alloc::CountingAllocator;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    trammel_cli::main(std::env::args_os().skip(1))
}

#[cfg(target_arch = "wasm32")]
fn main() {}
