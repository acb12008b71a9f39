//! Reporter: builds failures from engine errors.

use super::frame::{Frame, is_ours};
use crate::engine::files::Files;
use crate::engine::inspect;
use crate::engine::run_state::with_run;
use crate::engine::stop::Stop;
use boa_engine::error::{EngineError, RuntimeLimitError};
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsError, JsValue, js_string};
use std::fmt::Write as _;
use std::rc::Rc;
use trammel_base::visible::escape_hidden;
use trammel_code::source;
use trammel_language::{Bilingual, bilingual};
use trammel_run::run_context::CallError;
use trammel_run::{Failure, Limit, Place};

/// End of the engine's message for a failed buffer allocation.
const NO_ROOM: &str = "while allocating data block";

const MAX_MESSAGE_CHARS: usize = 2_000;

/// Maximum number of bytes of an error text that are read.
const MAX_SHOWN: usize = 4 << 20;

/// Converts the error that ended a run to a failure.
pub(in crate::engine) struct Reporter {
    pub(super) files: Rc<Files>,
    /// Getter of `Error.prototype.stack`, saved before the script can replace it.
    stack: Option<JsObject>,
}

impl Reporter {
    pub(in crate::engine) fn new(files: Rc<Files>, context: &mut Context) -> Reporter {
        let prototype = context.intrinsics().constructors().error().prototype();
        let descriptor = prototype
            .borrow()
            .properties()
            .get(&PropertyKey::from(js_string!("stack")));
        let stack = descriptor.and_then(|d| d.get().and_then(JsValue::as_object));
        Reporter { files, stack }
    }

    pub(in crate::engine) fn failure(&self, stop: Stop, context: &mut Context) -> Failure {
        let mut failure = match stop {
            Stop::Stopped(CallError::Limit(limit, message), spot) => {
                let place = spot.and_then(|spot| self.place_at(&spot));
                Failure {
                    limit: Some(limit),
                    place,
                    ..Failure::new(message)
                }
            }
            Stop::Stopped(CallError::Error(error), _) => Failure::new(error.message),
            Stop::Threw(error) => self.thrown(&error, context),
        };
        failure.message = failure.message.map(shown);
        failure.align_stack();
        failure.source_line = failure.place.as_ref().and_then(|place| self.line(place));
        failure
    }

    /// Returns the place of a stopped script. Between two calls the engine reports no position; the script is then in
    /// a loop, which is searched in the text.
    pub(super) fn place_at(&self, spot: &Frame) -> Option<Place> {
        let text = self.files.text(&spot.file)?;
        // The start of a function body stands for any position inside that has no place of its own.
        let is_body = |(line, column)| text[source::offset_of(text, line, column)..].starts_with('{');
        let (line, column) = spot.position.filter(|p| !is_body(*p)).or_else(|| {
            let at = source::likely_endless_loop(text, &source::tokens(text), &spot.function)?;
            Some(source::line_column(text, at))
        })?;
        Some(Place {
            file: spot.file.clone(),
            line,
            column,
        })
    }

    /// Returns the place of the first plainly endless loop, such as `while (true)` without an exit.
    pub(super) fn plain_loop(&self) -> Option<Place> {
        self.files.iter().find_map(|(file, text)| {
            let at = source::plainly_endless_loop(text, &source::tokens(text))?;
            let (line, column) = source::line_column(text, at);
            Some(Place {
                file: file.to_owned(),
                line,
                column,
            })
        })
    }

    pub(super) fn thrown(&self, error: &JsError, context: &mut Context) -> Failure {
        let too_large = error
            .as_opaque()
            .is_some_and(|value| !inspect::is_small(value, context));
        let (text, mut stack) = if too_large {
            (String::new(), Vec::new())
        } else {
            split_stack(&text_of(error))
        };
        if let Some(engine) = error.as_engine() {
            return self.limit(engine, stack);
        }
        let mut message = text.clone();
        if let Some(native) = error.as_native() {
            let (inner, embedded) = split_stack(native.message());
            message = inner;
            if !embedded.is_empty() {
                stack = embedded;
            }
        } else if let Some(value) = error.as_opaque() {
            let object = value.as_object();
            if let Some(known) = object.as_ref().and_then(inspect::message_of) {
                let (inner, embedded) = split_stack(&known);
                message = inner;
                if stack.is_empty() {
                    stack = if embedded.is_empty() {
                        self.stack_of(value, context)
                    } else {
                        embedded
                    };
                }
            } else {
                message = match inspect::shown(value, context) {
                    text if value.is_string() => text,
                    text => format!("uncaught {text}"),
                };
            }
        }
        let innermost = stack.first().and_then(|frame| Frame::of_frame(frame));
        let place = stack.iter().find_map(|frame| Place::of_frame(frame));
        let out_of_room = message.ends_with(NO_ROOM);
        let failure = Failure {
            message: Bilingual::same(message),
            place,
            stack,
            ..Failure::default()
        };
        if out_of_room {
            let message = with_run(|run| run.cad.watch().memory_message()).unwrap_or_default();
            return Failure {
                message,
                limit: Some(Limit::Memory),
                ..failure
            };
        }
        self.taught(failure, innermost, context)
    }

    pub(super) fn limit(&self, error: &EngineError, stack: Vec<String>) -> Failure {
        let innermost = stack.first().and_then(|frame| Frame::of_frame(frame));
        let place = innermost
            .and_then(|spot| self.place_at(&spot))
            .or_else(|| stack.iter().find_map(|frame| Place::of_frame(frame)));
        let known = with_run(|run| run.limit.take()).flatten();
        let (limit, message) = match error {
            EngineError::RuntimeLimit(RuntimeLimitError::Recursion) => (
                Limit::Recursion,
                bilingual!(
                    "maximum call stack size exceeded. Is there endless recursion?",
                    "호출 스택의 최대 크기를 넘었어요. 끝없는 재귀가 있나요?"
                ),
            ),
            EngineError::RuntimeLimit(RuntimeLimitError::StackSize) => (
                Limit::Recursion,
                bilingual!(
                    "too many arguments in a function call. Use a loop instead of spreading a long array (...list).",
                    "함수 호출의 인수가 너무 많아요. 긴 배열을 펼치지(...list) 말고 반복문을 쓰세요."
                ),
            ),
            EngineError::Panic(_) => known.unwrap_or_else(|| {
                let message = bilingual!(
                    "the script engine crashed: {error}",
                    "스크립트 엔진이 비정상적으로 종료됐어요: {error}"
                );
                (Limit::Crash, message)
            }),
            _ => {
                let message = with_run(|run| run.cad.watch().instructions_message()).unwrap_or_default();
                (Limit::Time, message)
            }
        };
        // After an `await` the engine reports no position.
        let place = place.or_else(|| (limit == Limit::Time).then(|| self.plain_loop()).flatten());
        Failure {
            message,
            place,
            stack,
            limit: Some(limit),
            ..Failure::default()
        }
    }

    pub(super) fn stack_of(&self, value: &JsValue, context: &mut Context) -> Vec<String> {
        let Some(getter) = &self.stack else {
            return Vec::new();
        };
        let text = getter
            .call(value, &[], context)
            .ok()
            .and_then(|v| v.as_string())
            .map(|s| s.to_std_string_lossy());
        text.map(|text| split_stack(&format!("\n{text}")).1)
            .unwrap_or_default()
    }

    pub(super) fn line(&self, place: &Place) -> Option<String> {
        let line = source::line(self.files.text(&place.file)?, usize::try_from(place.line).ok()?)?;
        Some(escape_hidden(&line.chars().take(200).collect::<String>()).into_owned())
    }
}

/// Returns a message without control characters, cut to [`MAX_MESSAGE_CHARS`].
fn shown(message: &str) -> String {
    let message = escape_hidden(message).into_owned();
    if message.chars().count() <= MAX_MESSAGE_CHARS {
        return message;
    }
    let start = message.chars().take(MAX_MESSAGE_CHARS);
    start.chain("...".chars()).collect()
}

/// Returns the engine's text of an error, cut after about [`MAX_SHOWN`] bytes. The engine writes thrown values in
/// full, and these can be huge.
fn text_of(error: &JsError) -> String {
    struct Bounded(String);
    impl std::fmt::Write for Bounded {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0.push_str(text);
            if self.0.len() > MAX_SHOWN {
                Err(std::fmt::Error)
            } else {
                Ok(())
            }
        }
    }
    let mut text = Bounded(String::new());
    // The error only signals that the limit was reached.
    let _ = write!(text, "{error}");
    text.0
}

/// Splits an error text into its message and the stack frames below, innermost first.
fn split_stack(text: &str) -> (String, Vec<String>) {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let mut stack = Vec::new();
    while let Some(frame) = lines.last().and_then(|line| line.strip_prefix("    at ")) {
        let (name, place) = frame.rsplit_once(" (").unwrap_or((frame, ""));
        if place != "native)" && !is_ours(place) {
            stack.push(format!("at {name} ({place}"));
        }
        lines.pop();
    }
    stack.reverse();
    (lines.join("\n"), stack)
}
