#![doc = include_str!("../README.md")]

pub mod free_name;
pub mod numbers;
pub mod random;
pub mod sort;
pub mod suggest;
pub mod visible;
