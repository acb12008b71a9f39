//! Scripts, run step by step.

use super::report::{self, Frame, located};
use super::run_state::{SLICE, out_of_instructions, step, with_run};
use super::stop::Stop;
use crate::workspace::source::{self, TooDeep};
use boa_engine::{Context, JsError, JsValue, Script, Source};
use std::future::Future;
use std::path::Path;
use std::pin::pin;
use std::task::{Poll, Waker};

/// The deepest nesting of brackets that reaches the parser, which has no guard of its own.
const MAX_NESTING: usize = 64;

/// The longest chain of operators that reaches the parser.
const MAX_CHAIN: usize = 500;

/// Runs a text as a script, step by step, watching time and memory between the steps. The value is that of its last
/// statement.
pub(super) fn run_script(file: &str, text: &str, context: &mut Context) -> Result<JsValue, Stop> {
    check_nesting(file, text)?;
    let script = Script::parse(Source::from_bytes(text).with_path(Path::new(file)), None, context)
        .map_err(|error| report::in_file(&error, file, text))?;
    let ended = {
        let slice = with_run(|run| run.slice).unwrap_or(SLICE);
        let mut run = pin!(script.evaluate_async_with_budget(context, slice));
        let mut waker = std::task::Context::from_waker(Waker::noop());
        // Every instruction costs at least one unit, so this ends a script before the engine's own count would, which
        // knows no line.
        let most_slices = with_run(|run| run.cad.watch().instructions() / u64::from(slice)).unwrap_or(0);
        let mut slices = 0;
        loop {
            if let Poll::Ready(result) = run.as_mut().poll(&mut waker) {
                break Ok(result?);
            }
            slices += 1;
            let watched = if slices > most_slices {
                out_of_instructions()
            } else {
                step()
            };
            if let Err(stop) = watched {
                break Err(stop);
            }
        }
    };
    match ended {
        Ok(value) => {
            context.run_jobs()?;
            Ok(value)
        }
        // The frames are still in place, so the engine can say where it was.
        Err(stop) => Err(Stop::Stopped(stop, Frame::now(context))),
    }
}

/// Refuses what the parser, which has no guard of its own, could not survive. Called wherever a text is parsed.
pub(super) fn check_nesting(file: &str, text: &str) -> Result<(), JsError> {
    let (at, message) = match source::too_deep(text, &source::tokens(text), MAX_NESTING, MAX_CHAIN) {
        None => return Ok(()),
        Some(TooDeep::Brackets(at)) => (
            at,
            format!("brackets are nested more than {MAX_NESTING} deep: split the expression"),
        ),
        Some(TooDeep::Chain(at)) => (
            at,
            format!("more than {MAX_CHAIN} operators hang together: split the expression"),
        ),
    };
    let (line, column) = source::line_column(text, at);
    Err(located(&message, file, line, column))
}
