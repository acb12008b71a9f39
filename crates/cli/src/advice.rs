//! Conversion of clap errors to one line: the argument, the reason, and the next step.
//!
//! clap formats an error as several lines, but the command line prints exactly one.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use std::error::Error as _;
use trammel_base::suggest;

/// Formats the error of an invocation as one line. `chosen` is the subcommand named in the arguments, if it exists.
pub(super) fn advice(error: &Error, program: &Command, chosen: Option<&Command>) -> String {
    let command = chosen.unwrap_or(program);
    let help = match chosen {
        Some(chosen) => format!("trammel {} --help", chosen.get_name()),
        None => "trammel --help".to_owned(),
    };
    let hint = match probable_name(error, program, command) {
        Some(name) => format!(". Did you mean '{name}'?"),
        None => tip(error)
            .map(|tip| format!(" ({tip})."))
            .unwrap_or_else(|| ".".to_owned()),
    };
    format!("{}{hint} See {help}", reason(error, command))
}

/// Returns the argument and the reason for the error.
fn reason(error: &Error, command: &Command) -> String {
    let argument = context_text(error, ContextKind::InvalidArg);
    let value = context_text(error, ContextKind::InvalidValue);
    let name = bare(argument);
    match error.kind() {
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "no command given".to_owned()
        }
        ErrorKind::InvalidSubcommand => {
            format!(
                "unknown command '{}'",
                context_text(error, ContextKind::InvalidSubcommand)
            )
        }
        ErrorKind::UnknownArgument => format!("unknown argument '{argument}'"),
        ErrorKind::MissingRequiredArgument => missing(many(error, ContextKind::InvalidArg), command),
        ErrorKind::InvalidValue if value.is_empty() => format!("{name} needs a value"),
        ErrorKind::InvalidValue => {
            let values = many(error, ContextKind::ValidValue).join(", ");
            format!("{name} must be one of {values}, got '{value}'")
        }
        ErrorKind::ValueValidation => {
            let why = error.source().map(ToString::to_string).unwrap_or_default();
            format!("{name} {why}, got '{value}'")
        }
        ErrorKind::TooManyValues => format!("{name} takes no value, got '{value}'"),
        ErrorKind::ArgumentConflict if argument == context_text(error, ContextKind::PriorArg) => {
            format!("{name} is given more than once")
        }
        _ => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            line.trim_start_matches("error: ").to_owned()
        }
    }
}

/// Describes the missing required arguments. For a single argument with a fixed list of values, lists these values.
fn missing(arguments: &[String], command: &Command) -> String {
    let parts = arguments.iter().map(|argument| match bare(argument) {
        option if option.starts_with('-') => option.to_owned(),
        positional => format!("a {positional}"),
    });
    let parts: Vec<String> = parts.collect();
    let values = match arguments {
        [only] => values(bare(only), command),
        _ => Vec::new(),
    };
    let list = match values.as_slice() {
        [] => String::new(),
        values => format!(": use {}", values.join(", ")),
    };
    format!("{} needs {}{list}", command.get_name(), parts.join(" and "))
}

/// Returns the visible possible values of the argument with this name; empty if any value is allowed.
fn values(name: &str, command: &Command) -> Vec<String> {
    let is_named = |arg: &&Arg| match (name.strip_prefix("--"), arg.get_value_names()) {
        (Some(long), _) => arg.get_long() == Some(long),
        (None, shown) => shown.is_some_and(|shown| shown.iter().any(|shown| shown == name)),
    };
    let found = command.get_arguments().find(is_named);
    let all = found.map(Arg::get_possible_values).unwrap_or_default();
    all.iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| value.get_name().to_owned())
        .collect()
}

/// Returns the name that the user probably meant: clap's suggestion, or else the nearest name according to
/// `suggest.rs` of `base`.
fn probable_name(error: &Error, program: &Command, command: &Command) -> Option<String> {
    let (given, suggested) = match error.kind() {
        ErrorKind::InvalidSubcommand => (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand),
        ErrorKind::UnknownArgument => (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        ErrorKind::InvalidValue => (ContextKind::InvalidValue, ContextKind::SuggestedValue),
        _ => return None,
    };
    let ours = || match error.kind() {
        ErrorKind::InvalidSubcommand => program
            .get_subcommands()
            .map(|command| command.get_name().to_owned())
            .collect(),
        ErrorKind::UnknownArgument => command
            .get_arguments()
            .filter_map(|arg| Some(format!("--{}", arg.get_long()?)))
            .collect(),
        _ => many(error, ContextKind::ValidValue).to_vec(),
    };
    // clap lists its best suggestion last.
    let theirs = match error.get(suggested) {
        Some(ContextValue::String(name)) => Some(name.clone()),
        Some(ContextValue::Strings(names)) => names.last().cloned(),
        _ => None,
    };
    theirs.or_else(|| {
        let names: Vec<String> = ours();
        suggest::nearest(context_text(error, given), names.iter().map(String::as_str))
            .into_iter()
            .next()
    })
}

/// Returns another tip of clap, for example that the option belongs to another command.
fn tip(error: &Error) -> Option<String> {
    match error.get(ContextKind::Suggested)? {
        ContextValue::StyledStrs(tips) => tips.first().map(ToString::to_string),
        _ => None,
    }
}

/// Returns the name of an argument without its value: `--svg` for `--svg <OUT>`, `FILE` for `<FILE>`.
fn bare(argument: &str) -> &str {
    let name = argument.split(' ').next().unwrap_or_default();
    name.trim_matches(['<', '>', '[', ']'])
}

fn context_text(error: &Error, kind: ContextKind) -> &str {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text,
        _ => "",
    }
}

fn many(error: &Error, kind: ContextKind) -> &[String] {
    match error.get(kind) {
        Some(ContextValue::Strings(list)) => list,
        _ => &[],
    }
}
