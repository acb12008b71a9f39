//! `trammel check`: runs a file as `main` and prints the result of each check that the code declares.

use super::exit::Exit;
use super::run::{RunInput, session};
use trammel_code::FileName;
use trammel_host::complete;
use trammel_host::streams::{Line, print, report};
use trammel_language::Language;
use trammel_tools::CheckResult;

/// Runs FILE and prints the results of the checks that the code declares with expect
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit 0 when every check holds, 1 when a check or the code fails, 2 on bad arguments."
)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    input: RunInput,
    /// Prints one JSON object instead of lines
    #[arg(long)]
    json: bool,
}

pub(super) fn main(args: &CheckArgs) -> Result<(), Exit> {
    let (mut session, text) = session(&args.input)?;
    let pending = session.type_in(&FileName::main(), Some(&text));
    let reply = complete(&mut session, pending);
    if let Some(failure) = reply.failure() {
        report(&Line::of(&format!(
            "trammel: the code failed, so nothing was checked: {}",
            failure.text(Language::English)
        )));
        if args.json {
            print(&Line::json(&reply.to_json()))?;
        }
        return Err(Exit::Failed);
    }
    let checks = session.document().checks();
    let (total, held) = (checks.results.len(), checks.count_held());
    if args.json {
        print(&Line::json(&checks.to_json()))?;
    } else {
        let sum = match total {
            0 => "The code declares no checks. Add some: expect(condition, text), expectClearance(entity, target, min).".to_owned(),
            _ => format!("{held} of {total} checks pass"),
        };
        let lines = checks.results.iter().map(line).chain([Line::of(&sum)]);
        print(&lines.collect())?;
    }
    if held < total { Err(Exit::Failed) } else { Ok(()) }
}

/// Returns the line of a result: `FAILED main:3: the text: the reason`.
fn line(result: &CheckResult) -> Line {
    let place = result.place.as_ref();
    let place = place.map_or_else(String::new, |place| format!("{}:{}: ", place.file, place.line));
    Line::of(&match &result.failed {
        None => format!("ok     {place}{}", result.text.english),
        Some(failed) => format!("FAILED {place}{}: {}", result.text.english, failed.why.english),
    })
}
