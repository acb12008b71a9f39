//! Development commands of the project: `cargo xtask serve`, `test`, `build`, `size`, `bench`, `release-check`,
//! `reproducible`, `oracles`, `eval`, `fuzz`, `guide`, `supply`, `licenses`, `local-model`, `fonts`, `setup`.
//!
//! Uses only the standard library, so that the first start on a new machine takes seconds. Start reading at
//! [`USAGE`]; `process.rs` runs other programs, `install.rs` installs missing tools, and each other file is one
//! command.

#![allow(
    clippy::disallowed_methods,
    reason = "the bans are for the drawing core; these commands do measure time"
)]

mod background;
mod bench;
mod browsers;
mod build_id;
mod count;
mod debian;
mod eval;
mod fonts;
mod fresh;
mod fuzz;
mod guide;
mod install;
mod licenses;
mod lint;
mod local_model;
mod oracles;
mod page_split;
mod process;
mod record;
mod release_check;
mod reproducible;
mod serve;
mod size;
mod suite;
mod supply;
mod wasm_env;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask COMMAND

  serve [--release] [--port 8080]   install what is missing, build, serve the app on 127.0.0.1 and rebuild on change
  setup [--browsers]                only install what is missing for building the app and for checking its dependencies, and for
                                    the tests in three browsers
  build [--release [--profile FILE]]   build the app into dist/, ready for any static host; FILE is dist/split.profile of the
                                    build to compare with
  test [--only STEP,STEP]           run everything CI runs; the last line is `N passed, M failed`
                                    steps: {steps}
  eval --provider P [--model M] [--base-url U] [--only PART] [--json FILE]   plays drawing tasks with a model, your key
                                    in its usual variable, and scores the drawings (docs/eval.md); P demo needs no key
  size [--write]                    sizes of the built app (build --release first) against their budgets
  bench [--only kernel,native,browser,canvas,engines] [--write]   the kernel's operations, and 10,000 drawCircle calls
                                    natively and in the browser, and the canvas, against their bars; scripts
                                    beside QuickJS; --write puts the tables of the kernel into docs/performance.md
  release-check                     build for release, run the main job, and compare sizes and ratios with the
                                    recorded ones; run it before a release (about half an hour on two cores)
  reproducible [--quick]            build the present commit in two folders and compare the files byte by byte (two release
                                    builds; --quick compares builds without optimization)
  oracles [--only NAME,NAME]        compares results with other programs, which it installs (Node
                                    and Python needed)
  fuzz [--seconds 60] [--seed 1]    random tool calls on random drawings; nothing may panic, hang or get out of order
  guide [PICTURE...]                take the pictures of docs/guide and README.md from the app, in both languages
  supply                            licenses, sources, and known vulnerabilities of all packages; fails if a database does not
                                    answer
  licenses                          print the licenses of all works in the app (each build writes dist/licenses.txt)
  local-model [--serve [PORT]]      a real small model on this computer (93 MB) and a conversation with it; or only
                                    serves it
  fonts [--check]                   make web/fonts from the typeface's package (needs npm and Python), or compare";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.split_first() {
        Some((&"serve", rest)) => serve::serve(rest),
        Some((&"setup", [])) => install::for_building().and_then(|_| install::cargo_deny()),
        Some((&"setup", [background::BROWSERS])) => background::with_browsers(),
        Some((&"build", rest)) => serve::build(rest),
        Some((&"test", rest)) => suite::test(rest),
        Some((&"eval", rest)) => eval::eval(rest),
        Some((&"size", rest)) => size::size(rest),
        Some((&"release-check", [])) => release_check::release_check(),
        Some((&"reproducible", rest)) => reproducible::reproducible(rest),
        Some((&"bench", rest)) => bench::bench(rest),
        Some((&"oracles", rest)) => oracles::oracles(rest),
        Some((&"local-model", rest)) => local_model::local_model(rest),
        Some((&"fuzz", rest)) => fuzz::fuzz(rest),
        Some((&"fonts", rest)) => fonts::fonts(rest),
        Some((&"guide", rest)) => guide::guide(rest),
        Some((&"licenses", [])) => licenses::licenses(),
        Some((&"supply", [])) => supply::supply(),
        Some((&"help" | &"--help" | &"-h", _)) => {
            println!("{}", usage());
            Ok(())
        }
        _ => Err(format!("expected a command\n\n{}", usage())),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            if !message.is_empty() {
                eprintln!("xtask: {message}");
            }
            ExitCode::FAILURE
        }
    }
}

fn usage() -> String {
    USAGE.replace("{steps}", &suite::STEPS.join(" "))
}

/// Parses `--only a,b` to a list of `known` words; returns `None` if the option is absent.
fn only<'a>(rest: &[&'a str], known: &[&str]) -> Result<Option<Vec<&'a str>>, String> {
    let list = match rest {
        [] => return Ok(None),
        ["--only", list] => list,
        [flag] if flag.starts_with("--only=") => &flag["--only=".len()..],
        _ => return Err(format!("expected nothing or --only {}", known.join(","))),
    };
    let chosen: Vec<&str> = list
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
        .collect();
    match chosen.iter().find(|word| !known.contains(word)) {
        Some(word) => Err(format!(
            "there is no step {word:?}; the steps are {}",
            known.join(", ")
        )),
        None if chosen.is_empty() => Err(format!("--only needs a step: {}", known.join(", "))),
        None => Ok(Some(chosen)),
    }
}
