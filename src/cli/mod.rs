//! The command line: the same document, tools and sandbox without a browser.
//!
//! Invariants: results go to standard output as JSON, one object a line (`chat`: the model's text and its calls; `eval`: a table); standard
//! error is for people. Exit 0 on success, 1 when code or the model failed, 2 with one line of advice on bad arguments.

mod args;
mod chat;
mod connect;
mod conversation;
mod document;
mod eval;
mod exec;
mod http;
pub mod matcher;
mod mcp;
mod run;
mod tools;

use crate::sandbox::native;
use args::Args;
use std::process::ExitCode;

/// A command: its name, its help, and what it does.
struct Command {
    name: &'static str,
    /// The first line is the usage.
    help: &'static str,
    main: fn(Args) -> Result<(), Exit>,
}

/// Every command, in the order of the help.
const COMMANDS: [Command; 6] = [
    Command {
        name: "run",
        help: run::HELP,
        main: run::main,
    },
    Command {
        name: "exec",
        help: exec::HELP,
        main: exec::main,
    },
    Command {
        name: "mcp",
        help: mcp::HELP,
        main: mcp::main,
    },
    Command {
        name: "tools",
        help: tools::HELP,
        main: tools::main,
    },
    Command {
        name: "chat",
        help: chat::HELP,
        main: chat::main,
    },
    Command {
        name: "eval",
        help: eval::HELP,
        main: eval::main,
    },
];

/// The end of the help of the program.
const NOTES: &str = "\
       trammel --version | --help
FILE and OUT may be - for standard input and output. trammel COMMAND --help says more about a command.
Custom tools, hints and other memory found in DIR/.trammel are off, as text of others; --trust-folder says they are yours.";

/// Why the program ends early.
enum Exit {
    /// Bad arguments or files: one line of advice, exit 2.
    Usage(String),
    /// The code failed; the result is already printed, exit 1.
    Failed,
}

impl From<String> for Exit {
    fn from(advice: String) -> Exit {
        Exit::Usage(advice)
    }
}

/// Runs the program with the arguments after its name.
pub fn main(arguments: impl Iterator<Item = String>) -> ExitCode {
    let arguments: Vec<String> = arguments.collect();
    let mut args = Args::new(arguments);
    let done = match args.command().as_deref() {
        Some(native::CHILD_ARGUMENT) => {
            native::child_main().map_err(|e| Exit::Usage(format!("sandbox: {e}")))
        }
        Some("--version" | "-V") => say(concat!("trammel ", env!("CARGO_PKG_VERSION"))),
        Some("--help" | "-h" | "help") => match args.positional() {
            Some(name) => command(&name).and_then(|command| say(command.help)),
            None => say(&usage()),
        },
        Some(name) => command(name).and_then(|command| {
            if args.flag("--help") || args.flag("-h") {
                say(command.help)
            } else {
                (command.main)(args)
            }
        }),
        None => Err(Exit::Usage("no command given. See trammel --help".to_owned())),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Exit::Failed) => ExitCode::from(1),
        Err(Exit::Usage(advice)) => {
            eprintln!("trammel: {advice}");
            ExitCode::from(2)
        }
    }
}

/// The command of that name.
fn command(name: &str) -> Result<&'static Command, Exit> {
    COMMANDS
        .iter()
        .find(|command| command.name == name)
        .ok_or_else(|| {
            let near = crate::suggest::nearest(name, COMMANDS.iter().map(|command| command.name));
            let hint = near
                .first()
                .map(|n| format!(" Did you mean '{n}'?"))
                .unwrap_or_default();
            Exit::Usage(format!("unknown command '{name}'.{hint} See trammel --help"))
        })
}

/// The usage of every command.
fn usage() -> String {
    let mut text = String::new();
    for (at, command) in COMMANDS.iter().enumerate() {
        let line = command.help.lines().next().unwrap_or_default();
        let line = line.trim_start_matches("usage: ");
        text.push_str(if at == 0 { "usage: " } else { "       " });
        text.push_str(line);
        text.push('\n');
    }
    text + NOTES
}

#[allow(clippy::unnecessary_wraps, reason = "an arm among fallible ones")]
fn say(text: &str) -> Result<(), Exit> {
    println!("{text}");
    Ok(())
}
