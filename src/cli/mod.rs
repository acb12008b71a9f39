//! The command line: the same document, tools and sandbox without a browser.
//!
//! Invariants: results go to standard output as JSON, one object a line (`chat`: the model's text and its calls; `eval`: a table); standard
//! error is for people. Exit 0 on success, 1 when code or the model failed, 2 with one line of advice on bad arguments.

mod args;
mod chat;
mod connect;
mod document;
mod eval;
mod exec;
mod http;
pub mod matcher;
mod mcp;
mod run;
mod talk;
mod tools;

use crate::sandbox::native;
use args::Args;
use std::process::ExitCode;

const USAGE: &str = "\
usage: trammel run FILE [--modules DIR] [--json OUT] [--svg OUT] [--png OUT] [--timeout-ms N]
       trammel exec [--dir DIR [--trust-folder]]
       trammel mcp [--dir DIR [--trust-folder]]
       trammel tools [--domain D] [--format canonical|anthropic|openai|gemini|mcp|d.ts|markdown]
       trammel chat PROMPT --provider ID [--model M] [--base-url U] [--dir DIR [--trust-folder]] [--select NAME,NAME]
       trammel eval --provider ID [--model M] [--base-url U] [--only PART] [--json FILE] [--keep DIR] [--tasks DIR]
       trammel --version | --help
FILE and OUT may be - for standard input and output.
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
        Some("run") => run::main(args),
        Some("exec") => exec::main(args),
        Some("mcp") => mcp::main(args),
        Some("tools") => tools::main(args),
        Some("chat") => chat::main(args),
        Some("eval") => eval::main(args),
        Some(native::CHILD_ARGUMENT) => {
            native::child_main().map_err(|e| Exit::Usage(format!("sandbox: {e}")))
        }
        Some("--version" | "-V") => say(concat!("trammel ", env!("CARGO_PKG_VERSION"))),
        Some("--help" | "-h" | "help") => say(USAGE),
        Some(other) => {
            let near = crate::suggest::nearest(other, ["run", "exec", "mcp", "tools", "chat", "eval"]);
            let hint = near
                .first()
                .map(|n| format!(" Did you mean '{n}'?"))
                .unwrap_or_default();
            Err(Exit::Usage(format!(
                "unknown command '{other}'.{hint} See trammel --help"
            )))
        }
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

#[allow(clippy::unnecessary_wraps, reason = "an arm among fallible ones")]
fn say(text: &str) -> Result<(), Exit> {
    println!("{text}");
    Ok(())
}
