//! Command line: the same document, tools, and sandbox as in the app, without a browser.
//!
//! Invariants: results go to standard output: JSON, one object per line, for `run`, `exec`, and `mcp`, the chosen
//! format for `tools`, and text for the other commands, unless an option requests JSON. Messages for the user go to
//! standard error. The exit code is 0 on success, 1 if code or the model failed, and 2 with one line of advice on bad
//! arguments.
//!
//! # Example
//!
//! ```
//! use serde_json::json;
//! use trammel::cli::matcher::mismatch;
//!
//! let reply = json!({"success": true, "data": {"area": 50.26548245743669}});
//! assert_eq!(mismatch(&json!({"data": {"area": {"$near": [50.2655, 1e-3]}}}), &reply), None);
//! assert!(mismatch(&json!({"success": false}), &reply).is_some());
//! ```

mod advice;
mod args;
mod chat;
mod check;
mod completions;
mod connect;
mod conversation;
mod conversion;
mod convert;
mod document;
mod eval;
mod exec;
mod exit;
mod files;
mod http;
pub mod matcher;
mod mcp;
mod outputs;
mod run;
mod runner;
mod streams;
mod tools;
mod vanished;
mod weak_sandbox;

pub use args::command;

use crate::sandbox::native;
use exit::Exit;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the program with the arguments after its name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.collect();
    let done = match arguments.first() {
        Some(first) if first == native::CHILD_ARGUMENT => {
            native::child_main().map_err(|e| Exit::Usage(format!("sandbox: {e}")))
        }
        _ => args::dispatch(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Exit::Failed) => ExitCode::from(1),
        Err(Exit::Usage(advice)) => {
            // An argument or a file name may contain a line break.
            let advice = advice.replace(['\n', '\r'], " ");
            streams::report(&streams::Line::of(&format!("trammel: {advice}")));
            ExitCode::from(2)
        }
    }
}
