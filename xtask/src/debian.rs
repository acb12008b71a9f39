//! Debian packages: programs to install, and files to read in place.

use crate::process::{command, find, output, run, say, target_dir};
use std::fs::{self, File};
use std::path::Path;

/// Installs packages.
///
/// # Errors
/// Returns an error that names the packages if the machine has no `apt-get`, or if it fails.
pub fn install(packages: &[&str]) -> Result<(), String> {
    let needed = packages.join(" and ");
    if find(&["apt-get"]).is_none() {
        return Err(format!(
            "{needed} must be installed: this machine has no apt-get, so please install them yourself"
        ));
    }
    let _alone = lock()?;
    say(&format!("apt-get install {}", packages.join(" ")));
    as_root(&["update"])?;
    as_root(&[&["install", "-y", "--no-install-recommends"], packages].concat())
}

/// Downloads packages and unpacks their files into a folder, without installing them. A folder that is complete stays.
///
/// # Errors
/// Returns an error if the machine has no `apt-get`, or if a package cannot be downloaded.
pub fn unpack(folder: &Path, packages: &[&str]) -> Result<(), String> {
    let complete = folder.join("complete");
    if complete.is_file() {
        return Ok(());
    }
    if find(&["apt-get"]).is_none() {
        return Err("this machine has no apt-get".to_owned());
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let inside = |program: &str, arguments: &[&str]| {
        let mut command = command(program, arguments);
        command.current_dir(folder);
        run(command)
    };
    let _alone = lock()?;
    say(&format!("apt-get download {}", packages.join(" ")));
    as_root(&["update"])?;
    inside("apt-get", &[&["download", "--quiet"], packages].concat())?;
    for entry in fs::read_dir(folder).map_err(|error| error.to_string())?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".deb") {
            inside("dpkg-deb", &["-x", &name, "files"])?;
        }
    }
    fs::write(complete, "").map_err(|error| error.to_string())
}

/// Waits until no other process of this project runs apt-get, which would fail: programs are installed while other steps run
/// (`background.rs`). The lock ends with the returned file.
fn lock() -> Result<File, String> {
    let path = target_dir().join("apt.lock");
    let locked = || {
        fs::create_dir_all(target_dir())?;
        let file = File::create(&path)?;
        file.lock()?;
        Ok(file)
    };
    locked().map_err(|error: std::io::Error| format!("{}: {error}", path.display()))
}

fn as_root(arguments: &[&str]) -> Result<(), String> {
    let words = [&["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"], arguments].concat();
    let (program, words) = if output("id", &["-u"]).as_deref() == Some("0") {
        (words[0], &words[1..])
    } else {
        ("sudo", &words[..])
    };
    let mut command = command(program, words);
    command.env("DEBIAN_FRONTEND", "noninteractive");
    run(command)
}
