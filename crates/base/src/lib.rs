//! Helpers that know nothing of drawings: sorting with little code, numbers as text, spelling suggestions, pseudo-random numbers,
//! and the characters that a reader sees.
//!
//! Invariant: every function gives the same result on every platform.
//!
//! # Example
//!
//! ```
//! use trammel_base::{numbers::number_text, suggest::nearest};
//!
//! assert_eq!(number_text(0.5), "0.5");
//! assert_eq!(nearest("crcle", ["circle", "arc"]), ["circle"]);
//! ```

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;

pub mod numbers;
pub mod random;
pub mod sort;
pub mod suggest;
pub mod visible;
