//! Tests of the parent side: stand-in programs instead of the sandbox child, and the reading of its output.

use super::*;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_run::{Limit, Limits};

fn request(files: Vec<(FileName, Arc<str>)>) -> RunRequest {
    RunRequest {
        files,
        limits: Limits {
            timeout_ms: 60_000,
            ..Limits::default()
        },
        ..RunRequest::default()
    }
}

#[test]
fn files_that_are_too_large_to_send_are_a_clear_failure() {
    let text: Arc<str> = "x".repeat(1 << 20).into();
    let file = |n: usize| (FileName::new(&format!("m{n}")).unwrap(), text.clone());
    let stand_in = Children::of(Path::new("/usr/bin/false"), Duration::ZERO);
    let (outcome, _) = stand_in.run(&request((0..70).map(file).collect()));
    assert_eq!(
        outcome.result.unwrap_err().message.english,
        "the files are too large to run: 70 MiB, at most 64 MiB. Delete code that is not used."
    );
}

#[test]
fn a_requested_stop_kills_the_child_at_once() {
    // `yes` repeats its argument forever, so that only the stop or the limit of its answer can end it.
    let stop = Stop::default();
    let stand_in = Children {
        stop: stop.clone(),
        ..Children::of(Path::new("/usr/bin/yes"), Duration::ZERO)
    };
    stop.request();
    let (outcome, end) = stand_in.run(&request(Vec::new()));
    assert_eq!(end, End::Stopped);
    assert_eq!(
        outcome.result.unwrap_err().message.english,
        "the call was canceled; nothing was changed"
    );
}

#[test]
fn a_child_without_a_filter_of_system_calls_is_reported_once() {
    use std::os::unix::fs::PermissionsExt;
    assert_eq!(warning(), None);
    let script = std::env::temp_dir().join(format!("trammel-unrestricted-{}", std::process::id()));
    std::fs::write(&script, format!("#!/bin/sh\necho {UNRESTRICTED} >&2\n")).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o700)).unwrap();
    let _ = Children::of(&script, Duration::ZERO).run(&request(Vec::new()));
    std::fs::remove_file(&script).unwrap();
    assert!(warning().is_some_and(|warning| warning.contains("seccomp")));
    assert_eq!(warning(), None, "it is said once");
}

#[test]
fn an_endless_child_answer_fails_with_a_clear_error() {
    // `yes` repeats its argument forever and does not end by itself.
    let stand_in = Children::of(Path::new("/usr/bin/yes"), Duration::ZERO);
    let (outcome, end) = stand_in.run(&request(Vec::new()));
    assert_eq!(end, End::Flooded);
    let message = outcome.result.unwrap_err().message.english;
    assert!(message.contains("larger than 64 MiB"), "{message}");
}

#[test]
fn a_child_without_an_answer_is_explained_by_its_last_error() {
    let shown = |errors: &str| {
        let failure = crash_failure(errors);
        (failure.limit.unwrap(), failure.message.english)
    };
    assert_eq!(shown("memory allocation of 9 bytes failed\n").0, Limit::Memory);
    assert_eq!(
        shown("thread 'main' has overflowed its stack\n").0,
        Limit::Recursion
    );
    let panic = "__note main:1:2\n\nthread 'main' (7) panicked at src/x.rs:1:2:\nindex out of bounds\nnote: run with it\n";
    let (limit, message) = shown(panic);
    assert_eq!(limit, Limit::Crash);
    assert!(
        message.starts_with("the script engine crashed (index out of bounds); nothing was changed. "),
        "{message}"
    );
    let (_, message) = shown("trammel: sandbox: protocol version 5\n");
    assert!(
        message.contains("(trammel: sandbox: protocol version 5)"),
        "{message}"
    );
    let (limit, message) = shown("__note main:1:2\n__note \n");
    assert_eq!(limit, Limit::Crash);
    assert!(
        message.starts_with("the script engine ended without a result; "),
        "{message}"
    );
}

/// Reader that yields `left` bytes and counts the bytes that were taken.
struct Counted {
    left: usize,
    taken: usize,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = buffer.len().min(self.left);
        self.left -= size;
        self.taken += size;
        Ok(size)
    }
}

#[test]
fn reading_a_child_answer_stops_at_the_size_limit() {
    for (size, taken) in [
        (MAX_MESSAGE_BYTES, MAX_MESSAGE_BYTES),
        (2 * MAX_MESSAGE_BYTES, MAX_MESSAGE_BYTES + 1),
    ] {
        let mut pipe = Counted { left: size, taken: 0 };
        let answer = answer_of(Some(&mut pipe));
        assert_eq!(
            answer.map(|bytes| bytes.len()),
            (size <= MAX_MESSAGE_BYTES).then_some(size)
        );
        assert_eq!(pipe.taken, taken);
    }
}
