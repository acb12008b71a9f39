#![doc = include_str!("../README.md")]

mod advice;
mod args;
mod chat;
mod check;
mod completions;
mod connect;
mod convert;
mod eval;
mod exec;
mod exit;
mod files;
mod folder_args;
mod mcp;
mod outputs;
mod run;
mod tools;

pub use args::command;

use exit::Exit;
use std::ffi::OsString;
use std::process::ExitCode;
use trammel_engine::child;
use trammel_host::streams::{Line, report};

/// Runs the program with the arguments after its name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.collect();
    let done = match arguments.first() {
        Some(first) if first == child::CHILD_ARGUMENT => {
            child::child_main().map_err(|e| Exit::Usage(format!("sandbox: {e}")))
        }
        _ => args::dispatch(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Exit::Failed) => ExitCode::from(1),
        Err(Exit::Usage(advice)) => {
            // An argument or a file name may contain a line break.
            let advice = advice.replace(['\n', '\r'], " ");
            report(&Line::of(&format!("trammel: {advice}")));
            ExitCode::from(2)
        }
    }
}
