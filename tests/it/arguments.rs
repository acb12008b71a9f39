//! Tests of the command line arguments: help of every command, completions, one-line errors, and option forms.

use crate::support::trammel;
use clap::Command;
use serde_json::json;
use std::fs;
use std::path::Path;

/// Returns every command of the program.
fn commands() -> Vec<Command> {
    trammel_cli::command().get_subcommands().cloned().collect()
}

fn names() -> Vec<String> {
    commands()
        .iter()
        .map(|command| command.get_name().to_owned())
        .collect()
}

/// Returns the one-line error of a run that ends with exit code 2.
#[track_caller]
fn error(arguments: &[&str]) -> String {
    let ended = trammel(arguments, "");
    assert_eq!(ended.code, Some(2), "{arguments:?}: {} {}", ended.out, ended.err);
    assert_eq!(ended.out, "", "{arguments:?}");
    assert_eq!(ended.err.lines().count(), 1, "{arguments:?}: {}", ended.err);
    ended.err.trim_end().to_owned()
}

#[test]
fn every_command_and_argument_has_a_help_text() {
    trammel_cli::command().debug_assert();
    assert_eq!(
        names(),
        [
            "run",
            "check",
            "convert",
            "exec",
            "mcp",
            "tools",
            "chat",
            "eval",
            "completions"
        ]
    );
    let mut without = Vec::new();
    for command in commands() {
        let name = command.get_name();
        if command.get_about().is_none() {
            without.push(name.to_owned());
        }
        let silent = command.get_arguments().filter(|arg| arg.get_help().is_none());
        without.extend(silent.map(|arg| format!("{name} {arg}")));
    }
    assert_eq!(without, [""; 0]);
}

#[test]
fn every_command_answers_help() {
    for command in commands() {
        let name = command.get_name();
        let about = command.get_about().unwrap().to_string();
        let help = trammel(&["help", name], "");
        assert_eq!((help.code, help.err.as_str()), (Some(0), ""), "{name}");
        assert!(help.out.starts_with(&about), "{name}: {}", help.out);
        assert!(
            help.out.contains(&format!("Usage: trammel {name} ")),
            "{}",
            help.out
        );
        for argument in command.get_arguments() {
            let shown = argument.get_long().map_or_else(
                || format!("<{}>", argument.get_id().as_str().to_uppercase()),
                |long| format!("--{long}"),
            );
            let text = argument.get_help().unwrap().to_string();
            assert!(
                help.out.contains(&shown) && help.out.contains(&text),
                "{name} {shown}: {}",
                help.out
            );
        }
        assert_eq!(trammel(&[name, "--help"], "").out, help.out);
        // The short form has the same first line.
        let short = trammel(&[name, "-h"], "");
        assert_eq!(
            (short.code, short.out.lines().next()),
            (Some(0), Some(about.as_str()))
        );
    }
}

#[test]
fn the_help_of_the_program_lists_every_command() {
    let all = trammel(&["--help"], "");
    assert_eq!((all.code, all.err.as_str()), (Some(0), ""));
    for command in commands() {
        let row = format!("  {:<11}  {}\n", command.get_name(), command.get_about().unwrap());
        assert!(all.out.contains(&row), "{row:?}: {}", all.out);
    }
    assert!(all.out.contains("--trust-folder"), "{}", all.out);
    for other in [&["help"][..], &["-h"]] {
        assert_eq!(trammel(other, "").out, all.out);
    }
    let version = format!("trammel {}\n", env!("CARGO_PKG_VERSION"));
    for flag in ["--version", "-V"] {
        assert_eq!(trammel(&[flag], "").out, version);
    }
}

#[test]
fn the_table_in_the_readme_lists_every_command() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let listed: Vec<&str> = readme
        .lines()
        .filter(|line| line.starts_with("| `trammel "))
        .collect();
    let rows = commands().into_iter().map(|command| {
        format!(
            "| `trammel {}` | {} |",
            command.get_name(),
            command.get_about().unwrap()
        )
    });
    assert_eq!(listed, rows.collect::<Vec<_>>());
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = trammel(&["completions", shell], "");
        assert_eq!((script.code, script.err.as_str()), (Some(0), ""), "{shell}");
        for name in names() {
            assert!(script.out.contains(&name), "{shell} lacks {name}");
        }
        assert!(script.out.contains("timeout-ms"), "{shell}");
    }
}

/// Returns the words that bash offers for the last of these words.
fn offered(script: &str, words: &str) -> Vec<String> {
    let code = format!(
        "{script}\nCOMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
         _trammel trammel \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\""
    );
    let bash = std::process::Command::new("bash")
        .args(["--norc", "-c", &code])
        .output()
        .unwrap();
    let text = String::from_utf8(bash.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_options_and_values() {
    let script = trammel(&["completions", "bash"], "").out;
    let first = offered(&script, "trammel ''");
    for name in names() {
        assert!(first.contains(&name), "{name}: {first:?}");
    }
    assert_eq!(offered(&script, "trammel com"), ["completions"]);
    assert_eq!(offered(&script, "trammel run --ti"), ["--timeout-ms"]);
    assert_eq!(offered(&script, "trammel tools --format m"), ["mcp", "markdown"]);
    let providers = offered(&script, "trammel chat --provider ''");
    assert!(providers.contains(&"anthropic".to_owned()), "{providers:?}");
    assert!(!providers.contains(&"builtin".to_owned()), "{providers:?}");
}

#[test]
fn an_error_is_one_line_with_argument_reason_and_next_step() {
    for (arguments, line) in [
        (&[][..], "no command given. See trammel --help"),
        (&["run"], "run needs a FILE. See trammel run --help"),
        (
            &["run", "-", "--svg"],
            "--svg needs a value. See trammel run --help",
        ),
        (
            &["run", "--svg", "--json", "-", "-"],
            "--svg needs a value. See trammel run --help",
        ),
        (
            &["run", "-", "--svg="],
            "--svg needs a value. See trammel run --help",
        ),
        (
            &["run", "-", "twice"],
            "unknown argument 'twice'. See trammel run --help",
        ),
        (
            &["run", "-", "--json", "a", "--json", "b"],
            "--json is given more than once. See trammel run --help",
        ),
        (
            &["run", "-", "--timeout-ms", "-1"],
            "--timeout-ms must be from 1 to 600000, got '-1'. See trammel run --help",
        ),
        (
            &["run", "-", "--units", "furlong"],
            "--units must be one of mm, cm, m, in, pt, px, got 'furlong'. See trammel run --help",
        ),
        (
            &["exec", "--trust-folder=yes"],
            "--trust-folder takes no value, got 'yes'. See trammel exec --help",
        ),
        (
            &["exec", "--trust-folder"],
            "--trust-folder needs --dir DIR. See trammel --help",
        ),
        (
            &["chat"],
            "chat needs --provider and a PROMPT. See trammel chat --help",
        ),
        (
            &["completions", "bash", "zsh"],
            "unknown argument 'zsh'. See trammel completions --help",
        ),
        (
            &["chat", " \n", "--provider", "demo"],
            "PROMPT must say what to draw, got '  '. See trammel chat --help",
        ),
        (
            &["completions"],
            "completions needs a SHELL: use bash, elvish, fish, powershell, zsh. See trammel completions --help",
        ),
    ] {
        assert_eq!(error(arguments), format!("trammel: {line}"), "{arguments:?}");
    }
}

#[test]
fn a_misspelled_argument_gets_a_suggestion() {
    for (arguments, line) in [
        (
            &["rnu"][..],
            "unknown command 'rnu'. Did you mean 'run'? See trammel --help",
        ),
        (
            &["complete"],
            "unknown command 'complete'. Did you mean 'completions'? See trammel --help",
        ),
        (
            &["help", "tool"],
            "unknown command 'tool'. Did you mean 'tools'? See trammel --help",
        ),
        (&["xyzzy"], "unknown command 'xyzzy'. See trammel --help"),
        (
            &["run", "-", "--timeout", "5"],
            "unknown argument '--timeout'. Did you mean '--timeout-ms'? See trammel run --help",
        ),
        (
            &["completions", "bsh"],
            "SHELL must be one of bash, elvish, fish, powershell, zsh, got 'bsh'. Did you mean 'bash'? See trammel completions --help",
        ),
        (
            &["run", "-x"],
            "unknown argument '-x' (to pass '-x' as a value, use '-- -x'). See trammel run --help",
        ),
    ] {
        assert_eq!(error(arguments), format!("trammel: {line}"), "{arguments:?}");
    }
    let domain = error(&["tools", "--domain", "primitve"]);
    assert!(
        domain.ends_with("Did you mean 'primitives'? See trammel tools --help"),
        "{domain}"
    );
}

/// Returns the name and the unit of an empty drawing that is run with these arguments.
#[track_caller]
fn drawing(arguments: &[&str]) -> (serde_json::Value, serde_json::Value) {
    let ended = trammel(arguments, "");
    assert_eq!(ended.code, Some(0), "{arguments:?}: {}", ended.err);
    let scene = ended.json();
    (scene["name"].clone(), scene["units"].clone())
}

#[test]
fn an_option_accepts_its_value_in_each_form_and_position() {
    for arguments in [
        &["run", "-", "--name", "-3 mm", "--units", "in", "--json", "-"][..],
        &["run", "--json=-", "--units=in", "--name=-3 mm", "-"],
        &["run", "--json", "-", "--units=in", "-", "--name", "-3 mm"],
        &[
            "run", "--units", "in", "--name", "-3 mm", "--json", "-", "--", "-",
        ],
    ] {
        assert_eq!(drawing(arguments), (json!("-3 mm"), json!("in")), "{arguments:?}");
    }
    let two_hyphens = drawing(&["run", "-", "--json", "-", "--name=--3"]);
    assert_eq!(two_hyphens.0, json!("--3"));
}

#[test]
fn a_prompt_may_begin_with_a_hyphen() {
    for arguments in [
        &["chat", "- a bracket\n- two holes", "--provider", "demo"][..],
        &["chat", "--provider", "demo", "--", "-bracket"],
    ] {
        let ended = trammel(arguments, "");
        assert_eq!(ended.code, Some(0), "{arguments:?}: {}", ended.err);
        assert!(ended.out.contains("> "), "{}", ended.out);
    }
}

#[cfg(unix)]
#[test]
fn text_that_is_not_utf_8_is_refused_where_text_is_needed() {
    use std::os::unix::ffi::OsStrExt;
    let program = env!("CARGO_BIN_EXE_trammel");
    let ended = std::process::Command::new(program)
        .args(["run", "/nowhere", "--name"])
        .arg(std::ffi::OsStr::from_bytes(b"caf\xe9"))
        .output()
        .unwrap();
    let line = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(
        (ended.status.code(), line.lines().count()),
        (Some(2), 1),
        "{line}"
    );
    assert!(
        line.contains("UTF-8") && line.ends_with("See trammel run --help\n"),
        "{line}"
    );
}
