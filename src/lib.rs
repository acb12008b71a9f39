//! Trammel: AI-native 2D CAD. Code is the drawing.
//!
//! Invariants of the whole crate:
//! * `main` and its modules are the source of truth; the scene is what running them yields, bit for bit, everywhere.
//! * A tool is declared once, in [`tools::TOOLS`]; schemas, sandbox functions, completion and docs derive from it.
//! * Everything that changes a document goes through [`session::Session`]; each call is one transaction and one undo.
//! * Code runs in a disposable sandbox that holds no secret; what it returns is validated before it is applied.
//! * Everything but `ui` and the worker's page side builds and is tested natively.
//!
//! The modules below are in reading order; `ARCHITECTURE.md` is the map.

pub mod agent;
pub mod annotate;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod editor;
pub mod formats;
pub mod geometry;
pub mod knowledge;
pub mod language;
pub mod llm;
pub mod random;
pub mod sandbox;
pub mod scene;
pub mod session;
pub mod suggest;
pub mod text;
pub mod tools;
#[cfg(target_arch = "wasm32")]
pub mod ui;
pub mod workspace;
