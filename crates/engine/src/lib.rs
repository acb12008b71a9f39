#![doc = include_str!("../README.md")]

#[cfg(not(target_arch = "wasm32"))]
pub mod child;
mod engine;
mod execute;

pub use execute::{execute, execute_once, execute_with, warm_up};

#[cfg(test)]
mod tests;
