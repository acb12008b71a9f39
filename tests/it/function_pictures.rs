//! Pictures of the functions in Help: each is the drawing of the example of a tool, in `docs/guide/functions`.
//!
//! `BLESS=1 cargo test --test it function_pictures` draws them again.

use crate::support::{check_golden, drawn};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use trammel_formats::svg;
use trammel_tools::reference;

#[test]
fn every_function_that_draws_has_a_picture_of_its_example() {
    let mut wanted = BTreeSet::new();
    for entry in reference() {
        let (session, reply) = drawn(entry.example);
        assert_eq!(reply["success"], true, "{}: {reply}", entry.name);
        assert_eq!(entry.has_picture, !session.scene().is_empty(), "{}", entry.name);
        if entry.has_picture {
            let file = format!("{}.svg", entry.name);
            check_golden(
                &format!("docs/guide/functions/{file}"),
                &svg::write(session.scene()),
            );
            wanted.insert(file);
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide/functions");
    let files = fs::read_dir(folder).unwrap();
    let files: BTreeSet<String> = files
        .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(files, wanted);
}
