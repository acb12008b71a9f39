//! Test counts, read from the output of test programs.

/// Number of passed and failed checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub passed: u32,
    pub failed: u32,
}

impl Count {
    pub fn add(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// Adds up the summary lines of libtest (also wasm-bindgen-test), nextest, the end-to-end tests, and the tests in three
/// browsers.
///
/// ```text
/// test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
///      Summary [   0.012s] 3 tests run: 2 passed (1 slow), 1 failed, 0 skipped
/// e2e: 21 passed, 0 failed
/// browsers: 18 passed, 0 failed
/// ```
pub fn tests(output: &str) -> Count {
    let mut count = Count::default();
    for line in output.lines() {
        let line = without_colors(line);
        let is_nextest = line.trim_start().starts_with("Summary [") && line.contains(" run: ");
        // nextest indents the output of a failed test, which has a summary line of its own.
        let is_other = ["test result: ", "e2e: ", "browsers: "];
        if !is_nextest && !is_other.iter().any(|start| line.starts_with(start)) {
            continue;
        }
        count.passed += number_before(&line, "passed");
        for word in ["failed", "timed out", "exec failed"] {
            count.failed += number_before(&line, word);
        }
    }
    count
}

/// Returns the failed tests that the output names, each once, with the first lines of the reason if the output has them
/// below the name.
///
/// ```text
/// test suite::name ... FAILED
///         FAIL [   0.012s] trammel suite::name
/// failed: file.spec.mjs > name
///   Error: reason
/// ```
pub fn failed_tests(output: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut lines = output.lines().map(without_colors).peekable();
    while let Some(line) = lines.next() {
        let name = if let Some(name) = line.strip_prefix("failed: ") {
            let reason = std::iter::from_fn(|| lines.next_if(|line| line.starts_with("  ")));
            let reason: Vec<String> = reason
                .take(REASON_LINES)
                .map(|line| line.trim().to_owned())
                .collect();
            Some(format!("{name}: {}", reason.join(" | ")))
        } else if let Some(name) = line.strip_prefix("test ") {
            name.strip_suffix(" ... FAILED").map(str::to_owned)
        } else {
            let nextest = line.trim_start().strip_prefix("FAIL [");
            nextest.and_then(|rest| Some(rest.split_once("] ")?.1.trim().to_owned()))
        };
        found.extend(name.filter(|name| !found.contains(name)));
    }
    found
}

/// Lines of the reason of a failed test that are kept.
const REASON_LINES: usize = 4;

/// Returns the number before a word: 12 for `12 passed`, or 0 if no number precedes the word.
fn number_before(line: &str, word: &str) -> u32 {
    line.match_indices(word)
        .filter_map(|(at, _)| {
            line[..at]
                .strip_suffix(' ')?
                .rsplit(|c: char| !c.is_ascii_digit())
                .next()?
                .parse::<u32>()
                .ok()
        })
        .sum()
}

fn without_colors(line: &str) -> String {
    let mut plain = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('\u{1b}') {
        plain.push_str(&rest[..at]);
        let tail = &rest[at..];
        rest = tail.find('m').map_or("", |end| &tail[end + 1..]);
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::{Count, failed_tests, tests};

    #[track_caller]
    fn check(output: &str, passed: u32, failed: u32) {
        assert_eq!(tests(output), Count { passed, failed });
    }

    #[test]
    fn every_test_summary_format_is_counted() {
        check(
            "test result: ok. 12 passed; 0 failed; 0 ignored; finished in 0.01s\n",
            12,
            0,
        );
        check(
            "test result: FAILED. 1 passed; 2 failed; 0 ignored\ntest result: ok. 3 passed; 0 failed;\n",
            4,
            2,
        );
        check(
            "     Summary [   0.012s] 3 tests run: 3 passed, 0 skipped\n",
            3,
            0,
        );
        check(
            "Summary [ 1.0s] 9/12 tests run: 5 passed (1 slow), 2 failed, 1 timed out, 1 exec failed, 0 skipped",
            5,
            4,
        );
        check("e2e: 21 passed, 1 failed\n", 21, 1);
        check("browsers: 17 passed, 1 failed\n", 17, 1);
        check(
            "    test result: FAILED. 0 passed; 1 failed; 0 ignored\n Summary [ 1.0s] 3 tests run: 2 passed, 1 failed, 0 skipped",
            2,
            1,
        );
    }

    #[test]
    fn failed_tests_are_named_once() {
        let output = "test a::b ... FAILED\ntest a::c ... ok\n        FAIL [   0.012s] trammel x::y\n\
            \u{1b}[31m        FAIL\u{1b}[0m [   0.012s] trammel x::y\n\
            failed: link.spec.mjs > a link opens\n  Error: late\n  Expected: 1\ne2e: 3 passed, 1 failed\n";
        assert_eq!(
            failed_tests(output),
            [
                "a::b",
                "trammel x::y",
                "link.spec.mjs > a link opens: Error: late | Expected: 1"
            ]
        );
    }

    #[test]
    fn other_lines_and_colors_are_ignored() {
        check("5 passed, 4 failed\nnote: 3 failed\n", 0, 0);
        check(
            "\u{1b}[32m     Summary\u{1b}[0m [   0.1s] \u{1b}[1m3\u{1b}[0m tests run: \u{1b}[1m3\u{1b}[0m passed",
            3,
            0,
        );
    }
}
