//! Stack frames of the interpreter.

use crate::engine::files::MAIN;
use boa_engine::Context;
use trammel_run::CodePosition;

/// Stack frame of the interpreter, with line and column if they are known.
pub(in crate::engine) struct Frame {
    pub(super) file: String,
    pub(super) function: String,
    pub(super) position: Option<(u32, u32)>,
}

impl Frame {
    pub(in crate::engine) fn now(context: &Context) -> Option<Frame> {
        let mut frames = context.stack_trace().map(boa_engine::vm::CallFrame::position);
        let location = frames.find(|at| !is_ours(&at.path.to_string()))?;
        let position = location.position.map(|p| (p.line_number(), p.column_number()));
        Some(Frame {
            file: location.path.to_string(),
            function: location.function_name.to_std_string_lossy(),
            position,
        })
    }

    /// Returns the file and the position of the call in progress, if they are known.
    pub(in crate::engine) fn position_now(context: &Context) -> Option<(String, (u32, u32))> {
        let mut frames = context.stack_trace().map(boa_engine::vm::CallFrame::position);
        let (file, position) = frames.find_map(|location| {
            let file = location.path.to_string();
            (!is_ours(&file)).then_some((file, location.position))
        })?;
        position.map(|at| (file, (at.line_number(), at.column_number())))
    }

    /// Returns a frame of the top level of the place's file, or of `main`, for errors without a function.
    pub(super) fn of_main(place: Option<&CodePosition>) -> Frame {
        Frame {
            file: place.map_or_else(|| MAIN.to_owned(), |place| place.file.clone()),
            function: String::new(),
            position: place.map(|place| (place.line, place.column)),
        }
    }

    /// Parses a line of a stack trace. An unknown line or column, which the engine writes as a question mark, gives
    /// no position.
    pub(super) fn of_frame(frame: &str) -> Option<Frame> {
        let (function, inside) = frame.strip_prefix("at ")?.rsplit_once(" (")?;
        let (rest, column) = inside.strip_suffix(')')?.rsplit_once(':')?;
        let (file, line) = rest.rsplit_once(':')?;
        Some(Frame {
            file: file.to_owned(),
            function: if function.starts_with('<') {
                String::new()
            } else {
                function.to_owned()
            },
            position: line.parse().ok().zip(column.parse().ok()),
        })
    }

    /// Returns the place, if line and column are known.
    pub(in crate::engine) fn place(self) -> Option<CodePosition> {
        let (line, column) = self.position?;
        Some(CodePosition {
            file: self.file,
            line,
            column,
        })
    }
}

/// Whether a frame belongs to the sandbox rather than to the script. Such file names start with `[`, which no file of
/// a run can.
pub(super) fn is_ours(path: &str) -> bool {
    path.starts_with('[')
}
