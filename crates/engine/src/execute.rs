//! Execution of runs in the current process or worker.

use crate::engine;
use trammel_exchange::convert;
use trammel_formats::{Conversion, Converted};
use trammel_run::alloc::raise_wall;
use trammel_run::{Clock, Notes, RunOutcome, RunRequest, ScriptEngine};
use trammel_tools::{TOOLS, ToolSpec};

/// Executes a run synchronously in the current thread. The run can take as long as its limits allow and cannot be
/// stopped from outside, so the page calls this function in a worker and the command line in a child process.
pub fn execute(request: &RunRequest, clock: &Clock) -> RunOutcome {
    execute_with(TOOLS, request, clock)
}

/// Executes a run as [`execute`] does, with the tools of another list.
pub fn execute_with(list: &'static [ToolSpec], request: &RunRequest, clock: &Clock) -> RunOutcome {
    execute_request(request, |request| {
        engine::Boa::with_tools(list).run(request, clock)
    })
}

/// Executes a run as [`execute`] does, in a process or worker that ends after the run. The engine's memory is leaked
/// on purpose, which is much faster than freeing every object.
pub fn execute_once(request: &RunRequest, clock: &Clock, notes: Notes) -> RunOutcome {
    if let Some(conversion) = &request.conversion {
        raise_wall(conversion.memory());
    }
    execute_request(request, |request| {
        raise_wall(request.code_memory());
        engine::Boa::one_shot(notes).run(request, clock)
    })
}

/// Executes the conversion of a request if it has one, and runs the files if it has some. The modules that a conversion
/// reads run with the files.
fn execute_request(request: &RunRequest, run: impl FnOnce(&RunRequest) -> RunOutcome) -> RunOutcome {
    if let Some(failure) = request.oversized_file() {
        return RunOutcome::of_failure(failure);
    }
    let Some(conversion) = &request.conversion else {
        return run(request);
    };
    let outcome = execute_conversion(conversion);
    let Some(Converted::Read(code)) = outcome.converted.as_deref() else {
        return outcome;
    };
    if request.files.is_empty() {
        return outcome;
    }
    // The content of the converted file is not copied.
    let files = request.files.iter().chain(&code.modules).cloned().collect();
    let request = RunRequest {
        files,
        conversion: None,
        must_parse: request.must_parse.clone(),
        tools: request.tools.clone(),
        title: request.title.clone(),
        ..*request
    };
    RunOutcome {
        converted: outcome.converted,
        ..run(&request)
    }
}

/// Executes a conversion. Text whose font is missing is measured as boxes; the page loads the font and repeats the conversion.
fn execute_conversion(conversion: &Conversion) -> RunOutcome {
    RunOutcome {
        needs_hangul: conversion.needs_hangul(),
        ..RunOutcome::of_conversion(convert(conversion))
    }
}

/// Initializes the engine before the first request arrives, so that a warm worker answers sooner.
pub fn warm_up() {
    engine::warm_up();
}
