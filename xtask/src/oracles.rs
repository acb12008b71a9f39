//! `cargo xtask oracles`: comparison of results with those of other programs.
//!
//! Each row in [`ORACLES`] is a script in `tests/oracles/`, which receives the built program and fails if the
//! results differ. The other programs come from package registries; `test` runs all oracles and reports those
//! that cannot be installed. (`faults` checks the agent's handling of provider failures, not geometry.)
//!
//! Two oracles run at the same time, because most of them use one processor. Their installations run one after the other.

use crate::lint;
use crate::process::{command, find, run, run_and_read, say, target_dir};
use crate::{debian, install};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Python packages used as oracles: module name and package version. Versions are pinned so that a new release
/// cannot break a build.
const SHAPELY: (&str, &str) = ("shapely", "shapely==2.1.2");
const LLMOCK: (&str, &str) = ("llmock", "llmock==0.2.2");
const EZDXF: (&str, &str) = ("ezdxf", "ezdxf==1.4.5");

/// Debian packages with DXF files, which are only read in place.
const DXF_PACKAGES: [&str; 2] = ["librecad-data", "openscad-testing-data"];

/// Number of random pairs of regions to compare.
const PAIRS: &str = "1000";

/// Name of an oracle, and a function that runs it on the program at a path.
type Oracle = (&'static str, fn(&str) -> Result<(), String>);

const ORACLES: &[Oracle] = &[
    ("constraints", constraints),
    ("dxf", dxf),
    ("faults", faults),
    ("imports", imports),
    ("lengths", lengths),
    ("pdf", pdf),
    ("regions", regions),
    ("svg", svg),
];

/// Runs the chosen oracles; a failure is reported after all of them have run.
pub fn oracles(rest: &[&str]) -> Result<(), String> {
    let names: Vec<&str> = ORACLES.iter().map(|(name, _)| *name).collect();
    let chosen = crate::only(rest, &names)?;
    let (_, failures) = ask(|name| chosen.as_ref().is_none_or(|chosen| chosen.contains(&name)))?;
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n"))
    }
}

/// Runs the wanted oracles and returns the number that agreed and the messages of the others.
///
/// # Errors
/// Returns an error if the program does not build.
pub fn ask(wanted: impl Fn(&str) -> bool) -> Result<(u32, Vec<String>), String> {
    say("cargo build --bin trammel");
    run(lint::native(&[
        "build",
        "--locked",
        "--workspace",
        "--bin",
        "trammel",
    ]))?;
    let program = target_dir().join("debug/trammel");
    let program = program.to_string_lossy();
    let chosen: Vec<&Oracle> = ORACLES.iter().filter(|(name, _)| wanted(name)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut answers = Vec::new();
        while let Some((name, oracle)) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            let started = Instant::now();
            let answer = oracle(&program);
            say(&format!("oracle {name}: {:.0?}", started.elapsed()));
            answers.push(answer.map_err(|why| format!("oracle {name}: {why}")));
        }
        answers
    };
    let answers: Vec<Result<(), String>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work)).collect();
        let ended = workers.into_iter().map(|worker| {
            let panicked = |_| vec![Err("an oracle panicked".to_owned())];
            worker.join().unwrap_or_else(panicked)
        });
        ended.flatten().collect()
    });
    let agreed = answers.iter().filter(|answer| answer.is_ok()).count() as u32;
    Ok((agreed, answers.into_iter().filter_map(Result::err).collect()))
}

/// Number of oracles that run at the same time.
const AT_ONCE: usize = 2;

/// Runs an installation while no other one runs, because package managers lock their files.
fn alone<T>(install: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    static INSTALLING: Mutex<()> = Mutex::new(());
    let _others = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    install()
}

/// Compares lengths along SVG paths with an exact integration.
fn lengths(program: &str) -> Result<(), String> {
    alone(install::node)?;
    say("lengths against an exact integration");
    run(command("node", &["tests/oracles/lengths.mjs", "--bin", program]))
}

/// Compares the constraint solver with planegcs, the solver of FreeCAD.
fn constraints(program: &str) -> Result<(), String> {
    alone(install::node)?;
    alone(|| install::npm("tests/oracles"))?;
    say("constraints against planegcs");
    run(command(
        "node",
        &["tests/oracles/constraints.mjs", "--bin", program],
    ))
}

/// Reads DXF files of random drawings and of the examples with ezdxf, dxf-parser, and LibreCAD. The tests that draw
/// them write the files with the values that the other programs must find.
fn dxf(_: &str) -> Result<(), String> {
    let folder = target_dir().join("dxf-files");
    if folder.is_dir() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let files = folder.to_string_lossy();
    say("DXF files of random drawings and of the examples");
    for tests in [
        ["--lib", "dxf::write::tests::generated"],
        ["--test=it", "dxf_files"],
    ] {
        // With the features of the whole workspace, as in all steps, so that nothing is compiled again.
        let whole = ["test", "--locked", "--quiet", "--workspace"];
        let mut test = lint::native(&[&whole[..], &tests[..]].concat());
        test.env("DXF_FILES", &folder);
        run(test)?;
    }
    let python = python_with(EZDXF)?;
    say("DXF files against ezdxf");
    run(command(&python, &["tests/oracles/dxf.py", &files]))?;
    alone(install::node)?;
    alone(|| install::npm("tests/oracles"))?;
    say("DXF files against dxf-parser");
    run(command("node", &["tests/oracles/dxf.mjs", &files]))?;
    librecad(&folder)
}

/// Opens DXF files with LibreCAD, which prints those that it can read as PDF files.
fn librecad(folder: &Path) -> Result<(), String> {
    let program = alone(install::librecad)?;
    say("DXF files against LibreCAD");
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "dxf"));
    files.sort();
    // All examples, and each tenth random drawing: an opening takes a fifth of a second.
    let is_example = |file: &Path| {
        file.file_name()
            .is_some_and(|name| !name.as_encoded_bytes()[0].is_ascii_digit())
    };
    let (examples, random): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| is_example(file));
    let chosen = examples.into_iter().chain(random.into_iter().step_by(10));
    let mut opened = 0;
    for file in chosen {
        let pdf = file.with_extension("pdf");
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let mut reader = command(&program.to_string_lossy(), &["dxf2pdf", &name]);
        reader.env("QT_QPA_PLATFORM", "offscreen").current_dir(folder);
        let (_, output) = run_and_read(reader)?;
        let is_printed = fs::metadata(&pdf).is_ok_and(|pdf| pdf.len() > 0);
        if !is_printed {
            return Err(format!("LibreCAD does not open {}: {output}", file.display()));
        }
        opened += 1;
    }
    println!("{opened} DXF files opened by LibreCAD");
    Ok(())
}

/// Measures rasterized PDF files, and checks their structure with qpdf.
fn pdf(program: &str) -> Result<(), String> {
    alone(install::node)?;
    alone(install::pdf_tools)?;
    say("PDF files against Poppler and qpdf");
    run(command("node", &["tests/oracles/pdf.mjs", "--bin", program]))
}

/// Compares areas and shapes of all boolean operations on random CAD pairs with shapely (GEOS).
fn regions(_: &str) -> Result<(), String> {
    let python = python_with(SHAPELY)?;
    let dump = example("regions")?;
    say("regions against shapely");
    run(command(&python, &["tests/oracles/regions.py", &dump, PAIRS]))
}

/// Debian packages with SVG files, which are only read in place, and the folders of the files in them.
const SVG_PACKAGES: [&str; 2] = ["librsvg2-tests", "openscad-testing-data"];
const SVG_FOLDERS: [&str; 2] = ["usr/libexec/installed-tests/RSVG", "usr/share/openscad/testdata"];

/// Compares renderings of imported SVG files with those of their sources by resvg.
fn svg(_: &str) -> Result<(), String> {
    let folder = target_dir().join("oracles/svg");
    alone(|| debian::unpack(&folder, &SVG_PACKAGES))
        .map_err(|why| format!("{why}, so nothing was compared"))?;
    let program = example("svg_files")?;
    say("imported SVG files against resvg");
    let mut comparison = command(&program, &[]);
    comparison.args(SVG_FOLDERS.map(|files| folder.join("files").join(files)));
    run(comparison)
}

/// Compares extents of public DXF files with those of ezdxf. The files are downloaded to `target/oracles/dxf` and are no
/// part of the project.
fn imports(_: &str) -> Result<(), String> {
    let python = python_with(EZDXF)?;
    let folder = target_dir().join("oracles/dxf");
    alone(|| download_dxf(&python, &folder)).map_err(|why| format!("{why}, so nothing was compared"))?;
    let program = example("imports")?;
    say("imported DXF files against ezdxf");
    run(command(
        &python,
        &["tests/oracles/imports.py", &program, &folder.to_string_lossy()],
    ))
}

/// Builds an example, and returns the path of its program.
fn example(name: &str) -> Result<String, String> {
    say(&format!("cargo build --example {name}"));
    let build = ["build", "--locked", "--workspace", "--example", name];
    run(lint::native(&build))?;
    let program = target_dir().join("debug/examples").join(name);
    Ok(program.to_string_lossy().into_owned())
}

/// Downloads the test files of ezdxf and of the Debian packages.
fn download_dxf(python: &str, folder: &Path) -> Result<(), String> {
    debian::unpack(&folder.join("debian"), &DXF_PACKAGES)?;
    let name = EZDXF.1.replace("==", "-");
    if folder.join(&name).is_dir() {
        return Ok(());
    }
    let inside = |program: &str, arguments: &[&str]| {
        let mut command = command(program, arguments);
        command.current_dir(folder);
        run(command)
    };
    say(&format!("pip download {}", EZDXF.1));
    let source = [
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--no-binary",
        "ezdxf",
    ];
    inside(python, &[&source[..], &[EZDXF.1]].concat())?;
    inside("tar", &["xzf", &format!("{name}.tar.gz")])
}

/// Tests the agent's retries against a server that fails on demand and checks the requests.
fn faults(program: &str) -> Result<(), String> {
    let python = python_with(LLMOCK)?;
    say("retries against llmock");
    run(command(&python, &["tests/oracles/faults.py", "--bin", program]))
}

/// Returns a Python interpreter that has this package.
fn python_with(package: (&str, &str)) -> Result<String, String> {
    alone(|| python_environment(package))
}

/// Returns the Python interpreter of `target/oracles`, after it has installed this package there.
fn python_environment((name, package): (&str, &str)) -> Result<String, String> {
    let folder = target_dir().join("oracles");
    let python = folder.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let here = python.to_string_lossy().into_owned();
    let import = format!("import {name}");
    let works = || {
        let mut probe = command(&here, &["-c", &import]);
        probe.output().is_ok_and(|output| output.status.success())
    };
    if works() {
        return Ok(here);
    }
    if !python.is_file() {
        let system = find(&["python3", "python"])
            .ok_or("the oracles need Python 3 (python3 was not found), so nothing was compared")?;
        run(command(
            &system.to_string_lossy(),
            &["-m", "venv", &folder.to_string_lossy()],
        ))
        .map_err(|why| format!("python3 -m venv failed ({why}), so nothing was compared"))?;
    }
    say(&format!("installing {package} into target/oracles"));
    let quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(command(&here, &[&quiet[..], &[package]].concat()))
        .map_err(|why| format!("pip could not install {package} ({why}), so nothing was compared"))?;
    if works() {
        Ok(here)
    } else {
        Err(format!(
            "{package} is installed but cannot be imported, so nothing was compared"
        ))
    }
}
