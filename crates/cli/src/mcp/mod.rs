//! `trammel mcp`: the document as a Model Context Protocol server on standard input and output.
//!
//! The client gets the tools (`tools.rs`), the drawing, its files, and the reference as resources (`resources.rs`), and
//! two prompts (`prompts.rs`). `server.rs` answers the requests. Invariants: calls run one after the other; a request
//! never waits for a call to begin or to be canceled; a canceled call changes nothing.

mod notices;
mod progress;
mod prompts;
mod resources;
mod server;
mod tools;

use super::exit::Exit;
use super::folder_args::FolderArgs;
use rmcp::ServiceExt;
use server::Server;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tools::Listed;
use trammel_host::streams::{Line, print};

/// Number of bytes of answers that wait for the printer.
const PIPE_BYTES: usize = 1 << 16;

/// Time for printing the last answers.
const LAST_LINES: Duration = Duration::from_secs(5);

/// Serves the tools, the drawing, and its files to an MCP client over standard input and output
#[derive(Debug, clap::Args)]
pub(super) struct McpArgs {
    #[command(flatten)]
    folder: FolderArgs,
    /// The tools in the list of the server
    #[arg(long, value_enum, default_value = "core")]
    tools: Listed,
}

pub(super) fn main(args: &McpArgs) -> Result<(), Exit> {
    let server = Server::new(args.folder.open()?, args.tools);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|e| format!("the server could not start: {e}"))?;
    let served = runtime.block_on(async {
        let (input, _) = rmcp::transport::stdio();
        let (output, lines) = tokio::io::duplex(PIPE_BYTES);
        let printing = tokio::spawn(print_json_lines(lines));
        let service = server.serve((input, output)).await.map_err(|e| e.to_string())?;
        let ended = service.waiting().await.map_err(|e| e.to_string());
        // A client that has gone does not read the last answers.
        let _ = tokio::time::timeout(LAST_LINES, printing).await;
        ended
    });
    // A read of standard input may still wait for a line that never arrives.
    runtime.shutdown_background();
    served.map(drop).map_err(|e| Exit::Usage(format!("mcp: {e}")))
}

/// Prints each line of JSON that arrives, until the pipe ends. Reading continues on other tasks while a line is printed.
///
/// # Errors
/// Returns an error if the pipe or standard output is closed.
async fn print_json_lines(pipe: impl AsyncRead + Unpin) -> Result<(), String> {
    let mut lines = BufReader::new(pipe).lines();
    while let Some(line) = lines.next_line().await.map_err(|e| e.to_string())? {
        let line = Line::of_json(&(line + "\n"));
        let printed = tokio::task::spawn_blocking(move || print(&line)).await;
        printed.map_err(|e| e.to_string())??;
    }
    Ok(())
}
