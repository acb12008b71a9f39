//! `cargo xtask fonts`: generates the fonts in `web/fonts` from the typeface's npm package.
//!
//! The results are committed, so that building the app needs neither npm nor Python. `--check` generates the
//! fonts again and compares them byte by byte.

use crate::install;
use crate::process::{command, root, run, target_dir};
use std::fs;

const FOLDER: &str = "web/fonts";
const FONTS: [&str; 2] = ["latin.ttf", "hangul.ttf"];
const SOURCE: &str = "node_modules/@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf";

/// Generates the fonts, or with `--check` compares the committed fonts with newly generated ones.
pub fn fonts(rest: &[&str]) -> Result<(), String> {
    let check = match rest {
        [] => false,
        ["--check"] => true,
        _ => return Err("expected nothing or --check".to_owned()),
    };
    install::node()?;
    install::npm(FOLDER)?;
    let folder = root().join(FOLDER);
    let python = python(&folder.join("requirements.txt").to_string_lossy())?;
    let out = if check {
        target_dir().join("fonts")
    } else {
        folder.clone()
    };
    fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let (script, source) = (folder.join("subset.py"), folder.join(SOURCE));
    let arguments = [&script, &source, &out].map(|path| path.to_string_lossy().into_owned());
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    run(command(&python, &words))?;
    for name in FONTS.into_iter().filter(|_| check) {
        let read = |path: std::path::PathBuf| {
            fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        if read(out.join(name))? != read(folder.join(name))? {
            return Err(format!(
                "{FOLDER}/{name} is not what `cargo xtask fonts` makes: run it and commit the result"
            ));
        }
    }
    Ok(())
}

/// Returns a Python interpreter with the required libraries, in a virtual environment under the target folder.
fn python(requirements: &str) -> Result<String, String> {
    let place = target_dir().join("fonts-python");
    let home = place.to_string_lossy();
    run(command("python3", &["-m", "venv", &home]))?;
    let python = place.join("bin/python").to_string_lossy().into_owned();
    run(command(
        &python,
        &[
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "-r",
            requirements,
        ],
    ))?;
    Ok(python)
}
