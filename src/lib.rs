//! The page of Trammel: an AI-native 2D CAD program whose drawings are JavaScript code.
//!
//! Invariants of the program:
//! * `main` and its modules are the source of truth. The scene is the result of running them, bit for bit the same
//!   on every platform.
//! * A tool is declared once, in `trammel_tools::TOOLS`. Schemas, sandbox functions, completion and docs derive from
//!   that list.
//! * Every change of a document goes through `trammel_document::Session`. Each call is one transaction and one undo
//!   step.
//! * Code runs in a disposable sandbox that holds no secrets. The result of a run is validated before it is
//!   applied.
//! * Every crate but this one builds and is tested natively. This one is empty outside a browser.
//!
//! `ARCHITECTURE.md` describes the crates and the dependencies between them.

#[cfg(target_arch = "wasm32")]
pub mod runner;
#[cfg(target_arch = "wasm32")]
pub mod ui;
