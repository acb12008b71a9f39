//! Arguments of the program: the tree of its commands. Each command declares its arguments in its own file.
//!
//! Start at [`dispatch`]. Invariant: a value of an option may begin with one hyphen, as in `--name -3`. A value
//! that begins with two hyphens needs the form `--name=--value`, so that a missing value is detected.

use super::advice::advice;
use super::chat::{self, ChatArgs};
use super::check::{self, CheckArgs};
use super::completions::{self, CompletionsArgs};
use super::convert::{self, ConvertArgs};
use super::eval::{self, EvalArgs};
use super::exec::{self, ExecArgs};
use super::exit::Exit;
use super::mcp::{self, McpArgs};
use super::run::{self, RunArgs};
use super::tools::{self, ToolsArgs};
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::{OsStr, OsString};
use trammel_host::streams::{Line, print};

/// AI-native 2D CAD: code is the drawing
#[derive(Parser)]
#[command(name = "trammel", bin_name = "trammel", version, after_help = NOTES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Every command, in the order of the help.
#[derive(Subcommand)]
enum Command {
    Run(RunArgs),
    Check(CheckArgs),
    Convert(ConvertArgs),
    Exec(ExecArgs),
    Mcp(McpArgs),
    Tools(ToolsArgs),
    Chat(ChatArgs),
    Eval(EvalArgs),
    Completions(CompletionsArgs),
}

/// Text at the end of the program's help.
const NOTES: &str = "\
FILE and OUT may be - for standard input and output. trammel COMMAND --help describes a command.
Custom tools, hints and other knowledge in DIR/.trammel are disabled, because others may have written them; --trust-folder enables them.";

/// Returns the tree of the program's commands and arguments, for help, completions, and tests.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command that the arguments name, or prints the requested help or version.
pub(super) fn dispatch(arguments: Vec<OsString>) -> Result<(), Exit> {
    let program = command();
    let arguments = keep_values(arguments, &program);
    let chosen = arguments.first().and_then(|name| program.find_subcommand(name));
    let words = std::iter::once(OsStr::new("trammel")).chain(arguments.iter().map(OsString::as_os_str));
    match Cli::try_parse_from(words) {
        Ok(cli) => cli.command.run(),
        Err(answer) if !answer.use_stderr() => Ok(print(&Line::text(&answer.to_string()))?),
        Err(error) => Err(Exit::Usage(advice(&error, &program, chosen))),
    }
}

impl Command {
    fn run(self) -> Result<(), Exit> {
        match self {
            Command::Run(args) => run::main(&args),
            Command::Check(args) => check::main(&args),
            Command::Convert(args) => convert::main(&args),
            Command::Exec(args) => exec::main(&args),
            Command::Mcp(args) => mcp::main(&args),
            Command::Tools(args) => tools::main(&args),
            Command::Chat(args) => chat::main(args),
            Command::Eval(args) => eval::main(args),
            Command::Completions(args) => completions::main(&args, command()),
        }
    }
}

/// Rewrites the arguments so that clap does not take a value for a flag: `--name -3` becomes `--name=-3`, and a
/// text of several words, such as the prompt `- a hole`, moves behind `--`.
fn keep_values(arguments: Vec<OsString>, program: &clap::Command) -> Vec<OsString> {
    let named = arguments.first().and_then(|name| program.find_subcommand(name));
    let Some(subcommand) = named else {
        return arguments;
    };
    let mut kept = Vec::with_capacity(arguments.len() + 1);
    let mut texts = Vec::new();
    let mut rest = arguments.into_iter().peekable();
    while let Some(mut argument) = rest.next() {
        if argument == "--" {
            break;
        }
        if takes_value(&argument, subcommand)
            && let Some(value) = rest.next_if(|next| has_one_hyphen(next))
        {
            argument.push("=");
            argument.push(value);
        } else if has_one_hyphen(&argument) && argument.to_string_lossy().contains(char::is_whitespace) {
            texts.push(argument);
            continue;
        }
        kept.push(argument);
    }
    texts.extend(rest);
    if !texts.is_empty() {
        kept.push("--".into());
        kept.extend(texts);
    }
    kept
}

/// Whether the argument is an option that takes a value and is given without the value.
fn takes_value(argument: &OsStr, subcommand: &clap::Command) -> bool {
    let long = argument.to_str().and_then(|text| text.strip_prefix("--"));
    let is_named = |option: &clap::Arg| option.get_long().is_some_and(|name| Some(name) == long);
    subcommand
        .get_opts()
        .any(|option| is_named(option) && option.get_action().takes_values())
}

/// Whether the argument begins with exactly one hyphen and is neither `-` (standard input or output) nor `-h`.
fn has_one_hyphen(argument: &OsStr) -> bool {
    let bytes = argument.as_encoded_bytes();
    bytes.starts_with(b"-") && !bytes.starts_with(b"--") && bytes != b"-" && bytes != b"-h"
}
