//! Splits the page's WebAssembly module in two: the primary module has the functions that ran while the page started,
//! and the deferred module has the others. `page.mjs` applies it to a built
//! page; `cargo xtask build --release` runs both.
//!
//! ```text
//! split instrument IN OUT               adds a call of the import `profile.ran(i32)` to each function, and prints their
//!                                       number
//! split split IN RAN PRIMARY DEFERRED   RAN has one byte for each function: 1 if it ran
//! ```
//!
//! Start reading at [`split::split`].

mod deferred;
mod instrument;
mod need;
mod parsed;
mod primary;
mod split;
#[cfg(test)]
mod tests;

use std::fs;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["instrument", from, to] => read(from).and_then(|wasm| {
            let instrumented = instrument::instrument(&wasm)?;
            println!("{}", instrumented.functions);
            write(to, &instrumented.wasm)
        }),
        ["split", from, ran, primary, deferred] => read(from).and_then(|wasm| {
            let parts = split::split(&wasm, &read(ran)?)?;
            write(primary, &parts.primary)?;
            write(deferred, &parts.deferred)
        }),
        _ => Err("usage: split instrument IN OUT | split split IN RAN PRIMARY DEFERRED".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("split: {why}");
            ExitCode::FAILURE
        }
    }
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{path}: {error}"))
}

fn write(path: &str, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{path}: {error}"))
}
