//! Small inputs that cost the host much: the command line ends within the deadline of the code plus a second.

use super::run::{OF_HOST, now};
use crate::support::{Folder, trammel};
use std::fmt::Write as _;
use std::time::Duration;

/// Deadline of the code, in milliseconds.
const DEADLINE_MS: u64 = 1_500;

/// Code that only a kill ends.
const STUCK: &str = "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);";

/// Runs the files in a folder, `main` first; returns the output. The fastest of several attempts counts.
#[track_caller]
fn ends_in_time(files: &[(&str, &str)]) -> String {
    ends_within(DEADLINE_MS, &Folder::new(), files, &[])
}

/// Runs the files as [`ends_in_time`] does, with another deadline and further arguments.
#[track_caller]
fn ends_within(deadline_ms: u64, folder: &Folder, files: &[(&str, &str)], more: &[&str]) -> String {
    for (name, text) in files {
        folder.write(&format!("{name}.js"), text);
    }
    let main = folder.path("main.js");
    let deadline = deadline_ms.to_string();
    let mut arguments = vec!["run", main.to_str().unwrap(), "--timeout-ms", &deadline];
    arguments.extend(more);
    let mut fastest = Duration::MAX;
    for _ in 0..5 {
        let started = now();
        let ended = trammel(&arguments, "");
        fastest = fastest.min(started.elapsed());
        if fastest <= Duration::from_millis(deadline_ms) + OF_HOST {
            return ended.out + &ended.err;
        }
    }
    panic!("it took {fastest:?}");
}

#[test]
fn a_killed_run_with_a_long_module_ends_in_time() {
    let long = "do ".repeat(130_000);
    let out = ends_in_time(&[("main", STUCK), ("m", &long)]);
    assert!(out.contains("timed out"), "{out}");
    let main = format!("{STUCK}\n/* */ function f() {{ {} }}", "while(1)".repeat(50_000));
    ends_in_time(&[("main", &main)]);
}

/// Returns code that draws polygons with many teeth over each other.
fn combs(polygons: usize, teeth: usize) -> String {
    format!(
        "for (let n = 0; n < {polygons}; n++) {{\n  const p = [];\n  for (let i = 0; i < {teeth}; i++) p.push([i, n % 2 ? 0 : \
         100], [i + 0.5, n % 2 ? 100 + n : -n]);\n  p.push([{teeth}, 50]);\n  drawPolygon('comb' + n, p);\n}}\n"
    )
}

#[test]
fn crossing_combs_are_compared_up_to_a_budget() {
    let out = ends_in_time(&[("main", &combs(12, 400))]);
    assert!(out.contains("Not everything was compared"), "{out}");
    let few = ends_in_time(&[("main", &combs(2, 20))]);
    assert!(!few.contains("Not everything was compared"), "{few}");
}

/// Returns code that draws dense hatches.
fn hatches(count: usize) -> String {
    let mut out = String::new();
    for n in 0..count {
        let _ = writeln!(
            out,
            "drawRect('r{n}', 0, 0, 1000, 1000);\nhatch({{ name: 'h{n}', entities: ['r{n}'], pattern: 'lines', scale: 0.05 }});"
        );
    }
    out
}

#[test]
fn a_drawing_with_too_many_pieces_is_refused_by_name() {
    let out = ends_in_time(&[("main", &hatches(60))]);
    assert!(
        out.contains("drawn pieces") && out.contains("'h") && out.contains("500000"),
        "{out}"
    );
    let few = ends_in_time(&[("main", &hatches(3))]);
    assert!(!few.contains("drawn pieces"), "{few}");
}

#[test]
fn short_dashes_count_as_pieces() {
    let lines = |dashes: usize| {
        format!(
            "for (let n = 0; n < 100; n++) drawLine('l' + n, [0, n, {dashes}, n], {{ style: {{ stroke: {{ width: 0.01, dash: [0.5, 0.5] }} }} }});"
        )
    };
    let out = ends_in_time(&[("main", &lines(4_000))]);
    assert!(
        out.contains("'l62' has about")
            && out.contains("drawn pieces (mostly dashes)")
            && out.contains("longer dashes"),
        "{out}"
    );
    // More dashes are painted as a plain line.
    let plain = ends_in_time(&[("main", &lines(1_000_000))]);
    assert!(!plain.contains("drawn pieces"), "{plain}");
}

#[test]
fn crossing_lines_count_as_pieces() {
    let stars = |count: usize, edges: usize| {
        format!(
            "const p = [];\nfor (let i = 0; i < {edges}; i++) p.push([Math.cos(i * 2.4) * 100 + i / 100, Math.sin(i * 2.4) * 100]);\n\
             for (let k = 0; k < {count}; k++) drawPolygon('p' + k, p);\n"
        )
    };
    let out = ends_in_time(&[("main", &stars(22, 4_900))]);
    assert!(
        out.contains("'p1' has about")
            && out.contains("drawn pieces (mostly lines that lie close together or cross)"),
        "{out}"
    );
    let few = ends_in_time(&[("main", &stars(22, 100))]);
    assert!(!few.contains("drawn pieces"), "{few}");
}

#[test]
fn a_picture_of_shapes_over_each_other_is_painted_within_the_deadline() {
    let plates = |count: usize, shape: &str| {
        format!(
            "for (let n = 0; n < {count}; n++) {shape}, {{ style: {{ fill: '#8899aa', stroke: {{ color: '#223344', width: 1 }} }} \
             }});\n"
        )
    };
    for shape in [
        "drawRect('p' + n, 0, 0, 1000 + n / 100, 1000",
        "drawEllipse('p' + n, 0, 0, 500 + n / 100, 500",
    ] {
        let folder = Folder::new();
        let png = folder.path("out.png");
        let arguments = ["--png", png.to_str().unwrap(), "--force"];
        // The code needs a small part of the time, and the picture several times as much.
        let ends = |count| ends_within(4_000, &folder, &[("main", &plates(count, shape))], &arguments);
        let out = ends(4_000);
        assert!(
            out.contains("the picture was not painted") && out.contains("fewer pixels"),
            "{out}"
        );
        assert!(!png.exists());
        let few = ends(3);
        assert!(!few.contains("not painted"), "{few}");
        assert!(png.exists());
    }
}
