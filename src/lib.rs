//! Trammel: an AI-native 2D CAD program whose drawings are JavaScript code.
//!
//! Invariants of the whole crate:
//! * `main` and its modules are the source of truth. The scene is the result of running them, bit for bit the same
//!   on every platform.
//! * A tool is declared once, in [`tools::TOOLS`]. Schemas, sandbox functions, completion and docs derive from that
//!   list.
//! * Every change of a document goes through [`session::Session`]. Each call is one transaction and one undo step.
//! * Code runs in a disposable sandbox that holds no secrets. The result of a run is validated before it is
//!   applied.
//! * Every module except `ui` and the page side of the worker builds and is tested natively.
//!
//! The modules are listed alphabetically; `ARCHITECTURE.md` describes each module and the dependencies between
//! them.

pub mod agent;
pub mod annotate;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod editor;
pub mod exchange;
pub mod fabrication;
pub mod formats;
pub mod knowledge;
pub mod library;
pub mod llm;
pub mod sandbox;
pub mod scene;
pub mod session;
pub mod text;
pub mod tools;
#[cfg(target_arch = "wasm32")]
pub mod ui;
pub mod workspace;

pub use trammel_base::{numbers, random, sort, suggest, visible};
pub use trammel_kernel as geometry;
pub use trammel_language as language;
