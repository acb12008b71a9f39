//! Check of the packages that the project uses: licenses, sources, and known vulnerabilities of crates (cargo-deny,
//! `deny.toml`) and of npm packages.
//!
//! Known vulnerabilities are looked up in databases on the network. Invariant: a lookup without an answer is reported,
//! and does not count as a check without findings. The tests do not fail then, but `cargo xtask supply`, which runs before
//! the app is published, does.

use crate::install;
use crate::process::{command, root, run_and_read, say};

/// Folders with npm packages: the code editor, which is a part of the app, and the end-to-end tests.
const NPM_FOLDERS: [&str; 2] = ["web/editor", "tests/e2e"];

/// Result of the check.
#[derive(Default)]
pub struct Outcome {
    /// One line for each part that was checked, and for each that could not be checked.
    pub reports: Vec<String>,
    /// Number of parts that could not be checked.
    pub unchecked: usize,
    /// One line for each part with findings, which were printed.
    pub failures: Vec<String>,
}

impl Outcome {
    /// Records whether a check of this part had no findings, or was not possible.
    fn add(&mut self, part: &str, checked: Option<bool>) {
        match checked {
            Some(true) => self.reports.push(format!("{part}: checked")),
            Some(false) => self.failures.push(format!("{part}: see above")),
            None => {
                self.unchecked += 1;
                self.reports.push(format!(
                    "{part}: NOT CHECKED, because the database did not answer"
                ));
            }
        }
    }

    /// Returns an error unless every part was checked without findings.
    fn require_complete(&self) -> Result<(), String> {
        match (self.failures.as_slice(), self.unchecked) {
            ([], 0) => Ok(()),
            ([], unchecked) => Err(format!(
                "{unchecked} parts were not checked. Try again when the databases answer."
            )),
            (failures, _) => Err(failures.join("\n")),
        }
    }
}

/// Checks all packages and prints the result; a part that could not be checked is an error.
///
/// # Errors
/// Returns an error if a part has findings, or if it could not be checked.
pub fn supply() -> Result<(), String> {
    let outcome = check()?;
    for report in &outcome.reports {
        println!("{report}");
    }
    outcome.require_complete()
}

/// Checks all packages.
///
/// # Errors
/// Returns an error if a program of the check is missing and cannot be installed.
pub fn check() -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    install::cargo_deny()?;
    let rules = deny(&["check", "licenses", "bans", "sources"])?;
    outcome.add("licenses, versions, and sources of crates", Some(rules));
    let fetched = deny(&["fetch", "db"])?;
    let advisories = if fetched {
        Some(deny(&["check", "advisories"])?)
    } else {
        None
    };
    outcome.add("known vulnerabilities of crates", advisories);
    install::node()?;
    for folder in NPM_FOLDERS {
        outcome.add(
            &format!("known vulnerabilities of npm packages in {folder}"),
            npm_audit(folder)?,
        );
    }
    Ok(outcome)
}

/// Runs cargo-deny and returns whether it succeeded.
fn deny(arguments: &[&str]) -> Result<bool, String> {
    say(&format!("cargo deny {}", arguments.join(" ")));
    let start = ["--locked", "--workspace"];
    Ok(run_and_read(command("cargo-deny", &[&start, arguments].concat()))?.0)
}

/// Returns whether npm knows no serious vulnerability of the packages of a folder, or `None` if the registry did not answer.
fn npm_audit(folder: &str) -> Result<Option<bool>, String> {
    say(&format!("npm audit in {folder}"));
    let mut audit = command(
        "npm",
        &["audit", "--json", "--package-lock-only", "--audit-level=high"],
    );
    audit.current_dir(root().join(folder));
    let (succeeded, output) = run_and_read(audit)?;
    Ok(is_audit_report(&output).then_some(succeeded))
}

/// Whether the output of `npm audit --json` is a report, and not an error of the connection.
fn is_audit_report(output: &str) -> bool {
    output.contains("\"auditReportVersion\"")
}

#[cfg(test)]
mod tests {
    use super::{Outcome, is_audit_report};

    #[test]
    fn an_error_of_the_connection_is_not_a_report() {
        assert!(is_audit_report(
            "{\n  \"auditReportVersion\": 2,\n  \"vulnerabilities\": {}\n}"
        ));
        assert!(!is_audit_report("{\n  \"statusCode\": 405,\n  \"body\": {}\n}"));
    }

    #[test]
    fn a_part_without_an_answer_is_reported_and_does_not_fail() {
        let mut outcome = Outcome::default();
        outcome.add("a", Some(true));
        outcome.add("b", Some(false));
        outcome.add("c", None);
        assert_eq!(
            outcome.reports,
            [
                "a: checked",
                "c: NOT CHECKED, because the database did not answer"
            ]
        );
        assert_eq!(outcome.failures, ["b: see above"]);
        assert_eq!(outcome.require_complete(), Err("b: see above".to_owned()));
    }

    #[test]
    fn a_part_without_an_answer_fails_before_publishing() {
        let mut outcome = Outcome::default();
        outcome.add("a", Some(true));
        assert_eq!(outcome.require_complete(), Ok(()));
        outcome.add("b", None);
        let error = outcome.require_complete().unwrap_err();
        assert!(error.contains("1 parts were not checked"), "{error}");
    }
}
