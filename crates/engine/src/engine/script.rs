//! Stepwise execution of scripts.

use super::report::{self, Frame, error_at};
use super::run_state::{SLICE, out_of_instructions, step, with_run};
use super::stop::Stop;
use boa_engine::{Context, JsError, JsValue, Script, Source};
use std::future::Future;
use std::path::Path;
use std::pin::pin;
use std::task::{Poll, Waker};
use trammel_code::source::{self, TooDeep};
use trammel_language::bilingual;

/// Maximum nesting depth of brackets passed to the parser, whose recursion is unbounded.
const MAX_NESTING: usize = 64;

/// Maximum length of a chain of operators passed to the parser.
const MAX_CHAIN: usize = 500;

/// Runs a text as a script and checks time and memory between its steps. Returns the value of the last statement.
pub(super) fn run_script(file: &str, text: &str, context: &mut Context) -> Result<JsValue, Stop> {
    check_nesting(file, text)?;
    let script = Script::parse(Source::from_bytes(text).with_path(Path::new(file)), None, context)
        .map_err(|error| report::in_file(&error, file, text))?;
    let ended = {
        let slice = with_run(|run| run.slice).unwrap_or(SLICE);
        let mut run = pin!(script.evaluate_async_with_budget(context, slice));
        let mut waker = std::task::Context::from_waker(Waker::noop());
        // Every instruction costs at least one unit, so this check ends a script before the engine's own instruction
        // limit, which reports no line.
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
        // The frames are still in place, so the engine can report the position.
        Err(stop) => Err(Stop::Stopped(stop, Frame::now(context))),
    }
}

/// Rejects text that would overflow the stack of the parser, whose recursion is unbounded. Call this before every
/// parse.
pub(super) fn check_nesting(file: &str, text: &str) -> Result<(), JsError> {
    let (at, message) = match source::too_deep(text, &source::tokens(text), MAX_NESTING, MAX_CHAIN) {
        None => return Ok(()),
        Some(TooDeep::Brackets(at)) => (
            at,
            bilingual!(
                "brackets are nested more than {MAX_NESTING} levels deep. Split the expression.",
                "괄호가 {MAX_NESTING}단계보다 깊게 겹쳤어요. 식을 나누세요."
            ),
        ),
        Some(TooDeep::Chain(at)) => (
            at,
            bilingual!(
                "an expression has more than {MAX_CHAIN} operators. Split the expression.",
                "한 식에 연산자가 {MAX_CHAIN}개보다 많아요. 식을 나누세요."
            ),
        ),
    };
    Err(error_at(message, Vec::new(), file, source::line_column(text, at)))
}
