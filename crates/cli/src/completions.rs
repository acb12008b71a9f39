//! `trammel completions`: the script that completes commands and arguments in a shell.

use super::exit::Exit;
use clap_complete::Shell;
use trammel_host::streams::{Line, print};

/// Prints a script that completes commands and arguments in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
For example, in ~/.bashrc: source <(trammel completions bash)
zsh: trammel completions zsh > DIR/_trammel, with DIR in fpath
fish: trammel completions fish > ~/.config/fish/completions/trammel.fish")]
pub(super) struct CompletionsArgs {
    /// The shell that reads the script
    shell: Shell,
}

/// Prints the script for `program`, the tree of all commands.
pub(super) fn main(args: &CompletionsArgs, mut program: clap::Command) -> Result<(), Exit> {
    // clap_complete panics on a write error, for example on a closed pipe, so the script is generated in memory first.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "trammel", &mut script);
    print(&Line::text(&String::from_utf8_lossy(&script)))?;
    Ok(())
}
