//! Command line: a line such as `L 0,0 100,0` activates a canvas tool and types its values, step by step.
//!
//! Values are separated by spaces, except within `1 1/2 in`, and typed as keys, each followed by Enter: the tool handles them like typed input on
//! the canvas, and a point picks like a click. A semicolon moves to the next field of the step (`20;6`), quotes keep the
//! spaces of a text, and empty quotes are Enter alone. At the end of the line, Enter is pressed once more if the prompt of
//! the tool offers Enter; a command without values ends the picking of the selection. Invariant: a line with an error
//! changes neither the drawing nor the tool. Start with [`parse`] and [`enter`].

use super::actions::ActionId;
use super::aliases;
use super::canvas_tool::{CanvasCx, Effect, Text, ToolInfo};
use super::canvas_tools::CANVAS_TOOLS;
use super::expression::{DIAMETER, continues};
use super::keys::KeyPress;
use super::selection::Selection;
use super::steps::typed::RADIUS;
use super::tool_host::ToolHost;

/// A line of the command line.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandLine {
    /// Action that the line begins with; `None` if the values are for the active tool.
    pub action: Option<ActionId>,
    values: Vec<Word>,
}

/// A word of a line.
#[derive(Clone, Debug, PartialEq)]
struct Word {
    text: String,
    /// Position in the line, in characters from 0.
    at: usize,
    /// Whether the word has a part in quotes.
    quoted: bool,
}

/// Error of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct LineError {
    /// Position of the wrong word in the line, in characters from 0.
    pub at: usize,
    /// The wrong word.
    pub word: String,
    /// Reason with the next step, in English and Korean.
    pub reason: [String; 2],
}

impl LineError {
    /// Returns the message with the position, in English and Korean.
    #[must_use]
    pub fn message(&self) -> [String; 2] {
        let (place, word) = (self.at + 1, &self.word);
        let [english, korean] = &self.reason;
        [
            format!("Character {place}, \"{word}\": {english}"),
            format!("{place}번째 글자 \"{word}\": {korean}"),
        ]
    }
}

/// Parses a line. A line that names no command holds values for the `active` tool if that tool has a prompt and the
/// line looks like a value; returns `None` for any other line, which is a search.
#[must_use]
pub fn parse(line: &str, active: Option<ToolInfo>) -> Option<CommandLine> {
    let mut values = words(line);
    let texts: Vec<&str> = values.iter().map(|word| word.text.as_str()).collect();
    if let Some((action, count)) = aliases::find(&texts) {
        values.drain(..count);
        return Some(CommandLine {
            action: Some(action),
            values,
        });
    }
    let prompted = active.is_some_and(|tool| tool.prompt.is_some());
    let is_value = line.trim_start().starts_with(begins_value);
    (prompted && is_value).then_some(CommandLine { action: None, values })
}

fn begins_value(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | '-' | '@' | '(' | '<' | '"')
}

/// Splits a line at spaces, except in quotes, beside a comma, and within a value such as `1 1/2 in`.
fn words(line: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let (mut in_quotes, mut open) = (false, false);
    for (at, c) in line.chars().enumerate() {
        let joins = c == ',' || words.last().is_some_and(|word| word.text.ends_with(','));
        if c == '"' {
            in_quotes = !in_quotes;
            if in_quotes && !open {
                words.push(Word {
                    text: String::new(),
                    at,
                    quoted: true,
                });
            }
            open = true;
        } else if c.is_whitespace() && !in_quotes {
            open = false;
        } else {
            match words.last_mut() {
                Some(word) if open || joins => word.text.push(c),
                _ => words.push(Word {
                    text: c.to_string(),
                    at,
                    quoted: false,
                }),
            }
            open = true;
        }
    }
    words.into_iter().fold(Vec::new(), add_word)
}

/// Adds a word, or joins it to the value that it continues, such as the fraction of `1 1/2`.
fn add_word(mut words: Vec<Word>, next: Word) -> Vec<Word> {
    match words.last_mut() {
        Some(word) if !word.quoted && !next.quoted && continues(&word.text, &next.text) => {
            word.text.push(' ');
            word.text.push_str(&next.text);
        }
        _ => words.push(next),
    }
    words
}

/// Enters a line: returns the effects for the page, or the error of a wrong word. An action other than a canvas tool
/// takes no values and has no effects here; the page performs it.
///
/// # Errors
/// Returns the place and the reason if a value is refused; the tool is unchanged then.
pub fn enter(host: &mut ToolHost, cx: &CanvasCx<'_>, line: &CommandLine) -> Result<Vec<Effect>, LineError> {
    let Some(action) = line.action else {
        return enter_values(host, cx, &line.values);
    };
    let ActionId::CanvasTool(id) = action else {
        let extra = line.values.first();
        return extra.map_or(Ok(Vec::new()), |word| Err(word.error(NO_VALUES)));
    };
    // A rehearsal on another host finds errors before the active tool is replaced.
    rehearse(cx, id, &line.values).1?;
    host.finish();
    host.begin(id, cx);
    feed(host, cx, &line.values, true).map_err(|failed| failed.error)
}

/// Returns the prompt after the values of a line, up to the first error; `None` if the line finishes the tool, or if
/// the line names no tool.
#[must_use]
pub fn next_prompt(cx: &CanvasCx<'_>, line: &CommandLine) -> Option<Text> {
    let ActionId::CanvasTool(id) = line.action? else {
        return None;
    };
    rehearse(cx, id, &line.values).0
}

/// Types values into a tool of another host; returns its last prompt, and the error.
fn rehearse(cx: &CanvasCx<'_>, id: &str, values: &[Word]) -> (Option<Text>, Result<(), LineError>) {
    let mut host = ToolHost::new(CANVAS_TOOLS);
    host.begin(id, cx);
    let fed = feed(&mut host, cx, values, false);
    let is_finished = fed.as_ref().is_ok_and(|effects| is_done(effects));
    let prompt = host.info().and_then(|info| info.prompt);
    (
        prompt.filter(|_| !is_finished),
        fed.map(|_| ()).map_err(|failed| failed.error),
    )
}

/// Types values into the active tool. After an error, takes back the values that the tool accepted.
fn enter_values(host: &mut ToolHost, cx: &CanvasCx<'_>, values: &[Word]) -> Result<Vec<Effect>, LineError> {
    feed(host, cx, values, true).map_err(|failed| {
        let mut undo = |key| host.key(key_press(key), true, cx);
        if failed.is_done {
            host.finish();
            return failed.error;
        }
        if failed.typed {
            undo("Escape");
        }
        for _ in 0..failed.accepted {
            undo("Backspace");
        }
        failed.error
    })
}

/// Values that a tool did not accept as a whole.
struct Failed {
    error: LineError,
    /// Number of accepted values.
    accepted: usize,
    /// Whether the tool holds typed text.
    typed: bool,
    /// Whether the tool has finished its operation.
    is_done: bool,
}

/// Types each value and Enter, and at the end Enter if `ends` and the prompt offers Enter.
fn feed(host: &mut ToolHost, cx: &CanvasCx<'_>, values: &[Word], ends: bool) -> Result<Vec<Effect>, Failed> {
    let mut effects = Vec::new();
    let mut selection = cx.selection.clone();
    for (accepted, word) in values.iter().enumerate() {
        let is_done = is_done(&effects);
        let failed = |(reason, typed): ([String; 2], bool)| Failed {
            error: word.error_with(reason),
            accepted,
            typed,
            is_done,
        };
        if is_done {
            return Err(failed((TOO_MANY.map(str::to_owned), false)));
        }
        let cx = CanvasCx {
            selection: &selection,
            ..*cx
        };
        let more = type_value(host, &cx, &word.text).map_err(failed)?;
        // The page selects the picked entities after the line; the tool needs them for the next value.
        selection = last_selection(&more).unwrap_or(selection);
        effects.extend(more);
    }
    let cx = CanvasCx {
        selection: &selection,
        ..*cx
    };
    if ends && !is_done(&effects) && offers_enter(host, &cx, values.is_empty()) {
        effects.extend(host.key(key_press("Enter"), true, &cx).unwrap_or_default());
    }
    Ok(effects)
}

/// Whether the prompt offers Enter; after a command without values, only to end picking with the selection.
fn offers_enter(host: &ToolHost, cx: &CanvasCx<'_>, is_bare: bool) -> bool {
    let offer = if is_bare { ENDS_PICKING } else { "Enter" };
    let prompt = host.info().and_then(|info| info.prompt);
    let is_offered = prompt.is_some_and(|[english, _]| english.contains(offer));
    // A text is a value of its own.
    is_offered && (!is_bare || !cx.selection.is_empty()) && host.preview(cx).text.is_none()
}

/// Words of the prompts of tools that wait for Enter after the picking of entities.
const ENDS_PICKING: &str = "then press Enter";

/// Types one value and Enter, or enters a text. The error has the reason, and tells whether the tool holds typed text.
fn type_value(
    host: &mut ToolHost,
    cx: &CanvasCx<'_>,
    value: &str,
) -> Result<Vec<Effect>, ([String; 2], bool)> {
    if host.preview(cx).text.is_some() {
        let effects = host.text(value, cx);
        return refusal(&effects).map_or(Ok(effects), |reason| Err((reason, false)));
    }
    if value.starts_with(char::is_alphabetic) && !is_diameter(host, cx, value) {
        // A letter alone is a shortcut of the tool.
        return Err((NOT_A_VALUE.map(str::to_owned), false));
    }
    let mut typed = String::new();
    for c in value.chars() {
        let mut buffer = [0; 4];
        let press = match c {
            ';' => key_press("Tab"),
            _ => key_press(c.encode_utf8(&mut buffer)),
        };
        let effects = host.key(press, true, cx);
        if let Some(reason) = effects.as_deref().and_then(refusal) {
            return Err((reason, !typed.is_empty()));
        }
        // A letter that no field shows is a shortcut of the tool.
        let is_shown = typed.contains(';') || c == ';' || !c.is_alphabetic() || shows(host, cx, c);
        if effects.is_none() || !is_shown {
            return Err((NOT_A_VALUE.map(str::to_owned), !typed.is_empty()));
        }
        typed.push(c);
    }
    let effects = host.key(key_press("Enter"), true, cx).unwrap_or_default();
    match refusal(&effects) {
        Some(reason) => Err((reason, true)),
        None => Ok(effects),
    }
}

/// Whether the active field takes a radius and the value states the diameter.
fn is_diameter(host: &ToolHost, cx: &CanvasCx<'_>, value: &str) -> bool {
    let fields = host.preview(cx).fields;
    let is_radius = fields.iter().any(|field| field.active && field.label == RADIUS);
    is_radius
        && value
            .strip_prefix(DIAMETER)
            .is_some_and(|rest| rest.starts_with(begins_value))
}

/// Whether the active field ends with a character.
fn shows(host: &ToolHost, cx: &CanvasCx<'_>, c: char) -> bool {
    let fields = host.preview(cx).fields;
    fields.iter().any(|field| field.active && field.text.ends_with(c))
}

fn refusal(effects: &[Effect]) -> Option<[String; 2]> {
    effects.iter().find_map(|effect| match effect {
        Effect::Refuse(reason) => Some(reason.clone()),
        _ => None,
    })
}

/// Whether a tool has finished its operation; a pick and a measurement leave it unfinished.
fn is_done(effects: &[Effect]) -> bool {
    let is_step = |effect: &Effect| {
        matches!(
            effect,
            Effect::Handled | Effect::Select(_) | Effect::Announce(_) | Effect::Say(_)
        )
    };
    !effects.iter().all(is_step)
}

/// Returns the last selection among effects.
fn last_selection(effects: &[Effect]) -> Option<Selection> {
    effects.iter().rev().find_map(|effect| match effect {
        Effect::Select(selection) => Some(selection.clone()),
        _ => None,
    })
}

fn key_press(key: &str) -> KeyPress<'_> {
    KeyPress {
        key,
        ..KeyPress::default()
    }
}

impl Word {
    fn error(&self, reason: Text) -> LineError {
        self.error_with(reason.map(str::to_owned))
    }

    fn error_with(&self, reason: [String; 2]) -> LineError {
        LineError {
            at: self.at,
            word: self.text.clone(),
            reason,
        }
    }
}

const NO_VALUES: Text = [
    "This command takes no values. Remove the rest of the line.",
    "이 명령에는 값을 쓸 수 없어요. 나머지를 지우세요.",
];
const TOO_MANY: Text = [
    "The figure is already complete. Remove the rest of the line.",
    "도형이 이미 완성됐어요. 나머지를 지우세요.",
];
const NOT_A_VALUE: Text = [
    "The tool takes no such value here. Type a number or a coordinate such as 10,20.",
    "이 단계에서 쓸 수 없는 값이에요. 숫자나 10,20 같은 좌표를 입력하세요.",
];

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests;
