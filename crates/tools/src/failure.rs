//! Failure of a call: the one error type of replies, with a message for the user or a model.

use super::error::ToolError;
use serde::{Deserialize, Serialize};
use trammel_language::{Bilingual, Language, bilingual};

/// Position in the code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodePosition {
    /// File name.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 1.
    pub column: u32,
}

impl CodePosition {
    /// Parses a stack frame of the form `at name (file:line:column)`; `None` for any other form.
    pub fn of_frame(frame: &str) -> Option<CodePosition> {
        let inside = frame.rsplit_once('(')?.1.strip_suffix(')')?;
        let (rest, column) = inside.rsplit_once(':')?;
        let (file, line) = rest.rsplit_once(':')?;
        Some(CodePosition {
            file: file.to_owned(),
            line: line.parse().ok()?,
            column: column.parse().ok()?,
        })
    }
}

/// Declaration of a name in a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InnerDeclaration {
    /// The name.
    pub name: String,
    /// Position of the declaration.
    pub place: CodePosition,
}

impl InnerDeclaration {
    /// Returns the reason why the name is not defined outside of the block, and what to do.
    pub fn explain(&self) -> Bilingual {
        let (name, CodePosition { file, line, .. }) = (&self.name, &self.place);
        bilingual!(
            "{name} is not defined here: line {line} of '{file}' declares it within a block. Edit the code of that block, or \
             declare {name} here, too.",
            "{name}이(가) 여기에 정의되지 않았어요. '{file}'의 {line}번째 줄이 블록 안에서 선언해요. 그 블록의 코드를 고치거나 여기에도 \
             선언하세요."
        )
    }
}

/// Limit that stopped a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// Time or instruction count.
    Time,
    /// Live memory.
    Memory,
    /// Number of entities.
    Entities,
    /// Call depth.
    Recursion,
    /// Crash of the engine.
    Crash,
    /// Loading of the engine, whose files did not arrive.
    Engine,
}

/// Failure of a call: a message and, for code, the position and the call stack. Files and drawing are unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Cause and remedy.
    pub message: Bilingual,
    /// Position of the faulty expression.
    pub place: Option<CodePosition>,
    /// Source line at the position.
    pub source_line: Option<String>,
    /// Call stack, innermost call first, each frame as `at name (file:line:column)`.
    pub stack: Vec<String>,
    /// Names that the caller probably meant, best first.
    pub suggestions: Vec<String>,
    /// Whether the code uses a name that is not defined.
    pub undefined_name: bool,
    /// Declaration of that name in a block that does not contain its use.
    pub declared: Option<Box<InnerDeclaration>>,
    /// Signature and example of the tool that refused its arguments.
    pub usage: Option<String>,
    /// Name of the existing entity, if the call would create another one with its name.
    pub taken: Option<String>,
    /// Limit that was exceeded, if any.
    pub limit: Option<Limit>,
    /// Names of the entities that the user edited during the agent's turn, if the failure is that the call may not
    /// change them. Set by the session, never by the sandbox.
    #[serde(skip)]
    pub protected: Vec<String>,
}

impl Failure {
    /// Creates a failure with a message only.
    pub fn new(message: impl Into<Bilingual>) -> Failure {
        Failure {
            message: message.into(),
            ..Failure::default()
        }
    }

    /// Returns the message with the best suggestion in both languages.
    pub fn in_words(&self) -> Bilingual {
        Bilingual::new(self.text(Language::English), self.text(Language::Korean))
    }

    /// Returns the message with the best suggestion, for a text that has no separate list of suggestions.
    pub fn text(&self, language: Language) -> String {
        let message = self.message.text(language);
        let Some(best) = self.suggestions.first() else {
            return message.to_owned();
        };
        let message = message.trim_end_matches('.');
        language.pick([
            format!("{message}. Did you mean: {best}?"),
            format!("{message}. 비슷한 이름: {best}"),
        ])
    }

    /// Sets the position of the innermost stack frame to `place`. The engine often reports only the start of the
    /// function in the frame, but `place` is the position of the faulty expression.
    pub fn align_stack(&mut self) {
        if let (Some(place), Some(frame)) = (&self.place, self.stack.first_mut())
            && let Some((head, inside)) = frame.rsplit_once('(')
            // For an unknown line, the engine writes question marks.
            && inside.split(':').next() == Some(place.file.as_str())
        {
            *frame = format!("{head}({}:{}:{})", place.file, place.line, place.column);
        }
    }
}

impl From<ToolError> for Failure {
    fn from(error: ToolError) -> Failure {
        Failure {
            suggestions: error.suggestions,
            protected: error.protected,
            usage: error.usage,
            taken: error.taken,
            ..Failure::new(error.message)
        }
    }
}
