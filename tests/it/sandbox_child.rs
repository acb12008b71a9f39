//! Tests of the process in which code runs: it gets no environment, no folder, and few resources. Also tests
//! the environment of `curl`.
#![cfg(target_os = "linux")]

use crate::chat::{server, to_server};
use crate::support::{Folder, sandbox_child_of, signal};
use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

const CANARY: &str = "canary-52c9";

#[test]
fn a_sandbox_process_has_an_empty_environment_and_set_limits() {
    let mut parent = Command::new(env!("CARGO_BIN_EXE_trammel"))
        .args(["run", "-", "--timeout-ms", "20000"])
        .env("TRAMMEL_CANARY", CANARY)
        .env("ANTHROPIC_API_KEY", CANARY)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    parent.stdin.take().unwrap().write_all(b"for (;;) {}").unwrap();
    let child = sandbox_child_of(&mut parent);
    let of_child = |file: &str| Path::new("/proc").join(child.to_string()).join(file);
    let environment = fs::read(of_child("environ")).unwrap();
    let folder = fs::read_link(of_child("cwd")).unwrap();
    // The process sets its limits after it has read its request, and filters its system calls last.
    let has_filter = || {
        fs::read_to_string(of_child("status"))
            .unwrap()
            .contains("Seccomp:\t2")
    };
    let rows = [
        "Max cpu time",
        "Max core file size",
        "Max file size",
        "Max open files",
        "Max address space",
    ];
    let limits = loop {
        let limits = fs::read_to_string(of_child("limits")).unwrap();
        let is_set = |row: &&str| limit(&limits, row).iter().all(|value| number(value) < 1 << 30);
        if rows.iter().all(is_set) && has_filter() {
            break limits;
        }
        assert!(parent.try_wait().unwrap().is_none(), "no limits: {limits}");
        std::thread::yield_now();
    };
    signal(child, "KILL");
    let mut out = String::new();
    parent.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert_eq!(parent.wait().unwrap().code(), Some(1));
    let reply: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(reply["error"]["limit"], "crash", "{reply}");

    assert_eq!(String::from_utf8_lossy(&environment), "");
    assert_eq!(folder, Path::new("/"));
    assert_eq!(limit(&limits, "Max core file size"), ["0", "0"]);
    assert_eq!(limit(&limits, "Max file size"), ["0", "0"]);
    assert_eq!(limit(&limits, "Max open files"), ["3", "3"]);
    let number = |name: &str| limit(&limits, name)[1].parse::<u64>().unwrap();
    assert!((20..60).contains(&number("Max cpu time")), "{limits}");
    assert!(
        ((192 << 20)..(1 << 30)).contains(&number("Max address space")),
        "{limits}"
    );
}

fn number(value: &str) -> u64 {
    value.parse().unwrap_or(u64::MAX)
}

/// Returns the soft and the hard limit in a row of `/proc/PID/limits`.
fn limit<'t>(limits: &'t str, name: &str) -> [&'t str; 2] {
    let row = limits.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    let mut words = row.split_whitespace();
    [words.next().unwrap(), words.next().unwrap()]
}

#[test]
fn curl_gets_proxy_variables_but_no_key() {
    let folder = Folder::new();
    let curl = folder.write(
        "bin/curl",
        "#!/bin/sh\nenv > \"${0%/*}/environment\"\nexec /usr/bin/env -i /usr/bin/curl \"$@\"\n",
    );
    fs::set_permissions(&curl, fs::Permissions::from_mode(0o755)).unwrap();
    let (address, asked) = server(crate::chat::conversation("chat"));
    let path = format!(
        "{}:{}",
        folder.path("bin").display(),
        std::env::var("PATH").unwrap()
    );
    let ended = Command::new(env!("CARGO_BIN_EXE_trammel"))
        .args(["chat", "Draw"])
        .args(to_server(&address))
        .env("PATH", path)
        .env("TRAMMEL_API_KEY", "sk-own")
        .env("ANTHROPIC_API_KEY", CANARY)
        .env("SSLKEYLOGFILE", CANARY)
        .env("https_proxy", "http://proxy.example")
        .env("NO_PROXY", "127.0.0.1")
        .output()
        .unwrap();
    assert!(
        ended.status.success(),
        "{}",
        String::from_utf8_lossy(&ended.stderr)
    );
    assert_eq!(asked.iter().count(), 2);
    let environment = folder.read("bin/environment");
    assert!(
        !environment.contains(CANARY) && !environment.contains("sk-own"),
        "{environment}"
    );
    for kept in [
        "https_proxy=http://proxy.example\n",
        "NO_PROXY=127.0.0.1\n",
        "PATH=",
    ] {
        assert!(environment.contains(kept), "{kept}: {environment}");
    }
}
